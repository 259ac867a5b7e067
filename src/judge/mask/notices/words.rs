//! The words of notices about consent, in the languages of most pages. A list is sorted unless it says otherwise.

use super::lists::{beginning_of, is_in};
use super::starts::{FewStarts, Pairs, Starts};
use crate::base::words::{Words, words};
use crate::read::html::scan::is_alphanumeric;
use crate::read::page::unicode::is_letter_or_number;

// The starts of the words of each list.
pub(super) static BUTTON_STARTS: Starts = Starts::of([ANSWERS, CALLS, SETTINGS, CALL_PHRASES]);
static ANSWER_STARTS: FewStarts = Starts::of([ANSWERS]);
static SETTING_STARTS: FewStarts = Starts::of([SETTINGS]);
static CALL_STARTS: FewStarts = Starts::of([CALLS]);
static POINTER_STARTS: FewStarts = Starts::of([POINTERS]);
static TALK_STARTS: FewStarts = Starts::of([COOKIES, TERMS]);
pub(super) static COOKIE_STARTS: FewStarts = Starts::of([COOKIES]);
static TERM_STARTS: FewStarts = Starts::of([TERMS]);
static AUTHOR_STARTS: FewStarts = Starts::of([ABOUT_AUTHOR]);
static FOLLOW_STARTS: FewStarts = Starts::of([FOLLOWS]);
static AUTHOR_LINK_STARTS: FewStarts = Starts::of([AUTHOR_LINKS]);
static PHRASE_STARTS: FewStarts = Starts::of([CALL_PHRASES]);
static TAG_STARTS: FewStarts = Starts::of([TAG_LABELS]);
static FEEDBACK_STARTS: FewStarts = Starts::of([FEEDBACK]);
static SIMILAR_STARTS: FewStarts = Starts::of([SIMILAR]);
static LINE_STARTS: Starts = Starts::of([POINTERS, SIMILAR, ABOUT_AUTHOR, FOLLOWS, AUTHOR_LINKS, TAG_LABELS]);
static LABEL_STARTS: FewStarts = Starts::of([AD_LABELS]);
static SCRIPT_PAIRS: Pairs = Pairs::of([COOKIES_OF_SCRIPTS, TERMS_OF_SCRIPTS]);
static COOKIE_PAIRS: Pairs = Pairs::of([COOKIES, COOKIES_OF_SCRIPTS]);
static BUTTON_PAIRS: Pairs = Pairs::of([ANSWERS_OF_SCRIPTS, SETTINGS_OF_SCRIPTS, CALLS_OF_SCRIPTS]);

/// Words of answers to a request for consent, as buttons have them.
#[rustfmt::skip]
const ANSWERS: Words = words![
    "ablehnen", "accept", "accepta", "acceptar", "accepteer", "accepter", "acceptera", "accepteren", "accepto",
    "acceptér", "acceptă", "accetta", "accettare", "accetto", "aceitar", "aceito", "aceptar", "acepto", "acord",
    "agree", "akceptuj", "akceptuję", "akkoord", "aksepter", "akseptér", "akzeptieren", "allow", "annehmen",
    "autoriser", "autorizar", "avvis", "avvisa", "bekreft", "bekräfta", "bestätigen", "bevestig", "chấp",
    "concordo", "conferma", "confirm", "confirmar", "confirmer", "consent", "consenti", "consentire", "d'accord",
    "deaktiviert", "decline", "deny", "desactivado", "desativei", "disabled", "disattivato", "dismiss",
    "dopusti", "dovoli", "dovoliť", "désactivé", "d’accord", "einverstanden", "elfogadom", "elfogadás",
    "elutasítom", "entendi", "entendido", "erlauben", "godkend", "godkänn", "godta", "godtar", "got", "hyväksy",
    "hyväksyn", "j'accepte", "j’accepte", "kabul", "kapattım", "nõustu", "nõustun", "odbij", "odmietnuť",
    "odmítnout", "odrzuć", "ok", "okay", "onartu", "permetre", "permitir", "piekrist", "piekrītu", "potvrdit",
    "potvrdiť", "potwierdź", "povolit", "povoliť", "pranoj", "prihvatam", "prihvati", "prihvaćam", "prijať",
    "přijmout", "qəbul", "rebutja", "rechazar", "rechazo", "recusar", "reddet", "refuser", "refuz", "refuză",
    "reject", "rejeitar", "rendben", "respinge", "rifiuta", "rozumiem", "rozumím", "salli", "sallin", "samþykki",
    "samþykkja", "schließen", "setuju", "slažem", "souhlasím", "sprejmem", "sprejmi", "strinjam", "sutikti",
    "sutinku", "súhlasím", "tamam", "terima", "tillad", "tillat", "tillåt", "tillåta", "toestaan", "tolak",
    "uitgeschakeld", "uitgezet", "understood", "verstanden", "vypnuto", "weigeren", "whitelisted", "wyrażam",
    "wyłączone", "wyłączyłem", "zaakceptuj", "zezwól", "zgadzam", "zulassen", "zustimmen", "ý", "đồng",
    "αποδέχομαι", "αποδοχή", "απόρριψη", "συμφωνώ", "відхилити", "зрозуміло", "отказ", "отклонить", "отключил",
    "погоджуюсь", "понятно", "приемам", "приемане", "приймаю", "прийняти", "принимам", "принимаю", "принять",
    "прифаќам", "прихватам", "прихвати", "прыняць", "разрешить", "согласен", "согласиться", "съгласен",
    "съгласявам", "хорошо", "אישור", "בסדר", "הבנתי", "מסכים", "أقبل", "أوافق", "رفض", "قبول", "می‌پذیرم", "پذیرش",
    "پذیرفتن", "ვეთანხმები", "მიღება",
];

/// Words of answers that are looked for anywhere in a text: most of these languages have no spaces. Not sorted.
#[rustfmt::skip]
const ANSWERS_OF_SCRIPTS: Words = words![
    "同意", "承諾", "承認", "拒否", "許可", "了解", "接受", "允许", "允許", "拒绝", "拒絕", "知道了", "동의", "수락", "거부", "허용", "ยอมรับ", "ตกลง",
    "स्वीकार", "सहमत", "סכימ", "מאשר", "সম্মত", "ஏற்க", "موافق",
];

/// The beginnings of words of links to what may be chosen, and to policies.
#[rustfmt::skip]
const SETTINGS: Words = words![
    "ajuste", "anpassen", "asetuks", "ayarlar", "beheer", "beállítás", "confidentialité", "configur", "cookie",
    "customi", "datenschutz", "definiç", "einstellung", "gestionar", "gestisci", "gizlilik", "gérer", "iestatījum",
    "impostazion", "indstilling", "innstilling", "instelling", "inställning", "nastaven", "nastavitve", "nustatym",
    "paramètre", "paramétr", "pengaturan", "personnalis", "podešavanj", "policy", "postavke", "preferenc", "preferènc",
    "preferênc", "privacidad", "privacy", "prywatnoś", "präferenz", "préférenc", "seaded", "setting", "setări",
    "stillingar", "ustawieni", "ρυθμίσ", "налаштуван", "настройк", "подешавањ",
];

/// Words for settings that are looked for anywhere in a text: most of these languages have no spaces. Not sorted.
#[rustfmt::skip]
const SETTINGS_OF_SCRIPTS: Words = words![
    "設定", "设置", "設置", "설정", "ตั้งค่า", "सेटिंग", "הגדרות", "إعدادات", "تنظیمات", "隐私", "プライバシー", "Cài đặt",
];

/// The beginnings of the words for cookies, and for blockers of advertisements.
#[rustfmt::skip]
const COOKIES: Words = words![
    "adblock", "advertentieblok", "annonceblok", "annonsblock", "bloqueador", "bloqueur", "ciastecz", "cookie",
    "eväste", "fótspor", "galetak", "galetes", "hirdetésblok", "informasjonskaps", "kakor", "kolačić", "küpsis",
    "mainosesto", "piškotk", "reklamblok", "reklameblok", "reklamowblok", "slapuk", "süti", "sīkdat", "vafrakök",
    "vefkök", "werbeblock", "çerez", "бисквитк", "блокировщик", "колачић", "куки", "кукі", "كوكيز", "کوکی",
];

/// Words for cookies and such blockers that are looked for anywhere in a text: most of these languages have no spaces.
/// Not sorted.
const COOKIES_OF_SCRIPTS: Words = words![
    "Cookie",
    "cookie",
    "クッキー",
    "쿠키",
    "คุกกี้",
    "कुकी",
    "עוגי",
    "تعريف الارتباط",
    "الكوكيز",
    "কুকি",
    "குக்கி",
    "ქუქი",
    "広告ブロック",
    "广告拦截",
    "廣告攔截",
    "광고 차단",
    "مانع الإعلانات",
];

/// The beginnings of words for what such notices speak of besides. At most 64.
#[rustfmt::skip]
const TERMS: Words = words![
    "advertis", "anunci", "browse", "consen", "datenschutz", "devic", "dispositi", "déposer", "einwilligung",
    "felhasznál", "gdpr", "geoloc", "gizlilik", "hjemmeside", "honlap", "integritet", "konfidencial", "legitim",
    "naveg", "navig", "nettste", "nutz", "partner", "personali", "personenbezogen", "personvern", "privac",
    "prywatnoś", "przeglą", "publici", "reklam", "rgpd", "samty", "seite", "site", "sitio", "sito", "situs",
    "sivust", "souhlas", "stran", "stron", "suostumu", "svetain", "toestemming", "tracking", "traffic", "trang",
    "veeb", "verkeer", "vietn", "web", "werbung", "yksityisy", "zgod", "ιστό", "згод", "конфиденц", "конфіден",
    "партн", "реклам", "сайт", "соглас", "съглас",
];

/// Other terms of such requests that are looked for anywhere in a text: most of these languages have no spaces. Not sorted.
const TERMS_OF_SCRIPTS: Words = words![
    "サイト",
    "プライバシー",
    "同意",
    "隐私",
    "隱私",
    "网站",
    "網站",
    "개인정보",
    "사이트",
    "เว็บไซต์",
    "موقع",
    "אתר"
];

/// Words of buttons that ask to subscribe or to sign up.
#[rustfmt::skip]
const CALLS: Words = words![
    "aanmelden", "abbonati", "abonează", "abonn", "accedi", "anmelden", "assinar", "assine", "bağış", "bejelentkez",
    "doação", "donar", "donate", "donazione", "doneer", "doneren", "einloggen", "feliratkoz", "inloggen",
    "inschrijven", "inscri", "iscriviti", "kirjaudu", "log-in", "logga", "login", "odebírat", "odoberať", "prenumer",
    "prihlás", "przekaż", "přihlás", "přispě", "registrate", "registrer", "registrieren", "s'abonner", "sign-up", "signup",
    "spenden", "subscri", "suscri", "suscrí", "tilaa", "tilmeld", "wesprzyj", "wspieraj", "zaloguj", "zapisz", "üye",
    "абонирай", "войдите", "поддержать", "подписа", "пожертв", "підпис", "підтримати", "увійдіть",
];
/// Such words that are looked for anywhere in a text: most of these languages have no spaces. Not sorted.
#[rustfmt::skip]
const CALLS_OF_SCRIPTS: Words = words![
    "登録", "購読", "订阅", "訂閱", "注册", "註冊", "구독", "가입", "สมัคร", "ติดตาม", "सदस्य", "הרשמ", "הירשם", "اشترك", "اشتراك",
    "عضویت", "ログイン", "로그인", "登录", "登入", "تسجيل الدخول", "लॉग इन", "寄付", "捐款", "후원하기", "تبرع",
];
/// The beginnings of buttons that call, of several words.
#[rustfmt::skip]
const CALL_PHRASES: Words = words![
    "afficher le contenu ext", "apoie-nos", "apóyanos", "bizi destekle", "cargar contenido", "cargar el contenido",
    "carica contenuto", "carica il contenuto", "carregar conteúdo", "carregar o conteúdo", "charger le contenu",
    "destek ol", "externe inhalte", "externe inhoud", "externen inhalt", "fazer login", "giriş yap", "harici içeriği",
    "indlæs indhold", "inhalt anzeigen", "inhalt laden", "inhalte anzeigen", "inhalte laden", "inhoud laden",
    "inicia sesión", "iniciar sesión", "iniciar sessão", "ladda innehåll", "load content", "load external", "log in",
    "mostra contenuto ext", "mostrar contenido ext", "mostrar conteúdo ext", "načíst externí", "načíst obsah",
    "oturum aç", "podporte nás", "podpořte nás", "pokaż treść zewn", "se connecter", "show external", "sign in",
    "sign up", "sostienici", "soutenez-nous", "steun ons", "stöd oss", "støt os", "støtt oss", "support our",
    "support us", "toon externe", "unterstütze uns", "unterstützen sie uns", "visa externt", "voir le contenu ext",
    "załaduj treść", "zobrazit externí", "загрузить внешн", "загрузить контент", "поддержите нас", "показать внешн",
    "підтримайте нас",
];
/// The beginnings of lines that ask readers to follow, to open an application or to report mistakes, or say that comments are
/// closed.
#[rustfmt::skip]
const FOLLOWS: Words = words![
    "app herunterladen", "artiklen er kun for", "artykuł dostępny tylko", "baixe nosso aplicativo",
    "baixe nosso app", "baixe o aplicativo", "baixe o app", "bizi takip edin", "cet article est réservé",
    "comments are closed", "comments off", "comments on this article are closed", "contenido exclusivo para",
    "contenuto riservato", "conteúdo exclusivo para", "den här artikeln är för", "denne artikkelen er for",
    "descarcă aplicația", "descarga la app", "descarga nuestra app", "descarrega a app", "descarregue a app",
    "die kommentare sind geschlossen", "die kommentarfunktion ist", "dieser artikel ist exklusiv",
    "dieser artikel ist nur für", "dit artikel is alleen", "dit artikel is exclusief", "do you have a story",
    "do you have a tip", "download onze app", "download our app", "download the app", "edición:", "editing by",
    "edição:", "este contenido es exclusivo", "folge uns", "folgen sie uns", "follow us", "följ oss", "følg os på",
    "følg oss på", "get the app", "got a story", "haben sie einen tipp für uns",
    "hast du einen tipp für uns", "have you got a story", "heb je een tip", "hent vores app", "hol dir die app",
    "i commenti sono chiusi", "ikuti kami", "il vous reste", "komentarze są wyłączone", "komentarze są zamknięte",
    "kommentare sind geschlossen", "kövess minket", "kövessen minket", "la suite de cet article",
    "la suite est réservée", "ladda ned vår app", "ladda ner vår app", "lade die app", "lade unsere app",
    "laden sie die app", "laden sie unsere app", "last ned appen", "lataa sovellus", "les commentaires sont fermés",
    "los comentarios están cerrados", "możliwość komentowania", "obserwuj nas", "os comentários estão",
    "pobierz aplikację", "pobierz naszą aplikację", "pozostało ci", "questo articolo è riservato",
    "reacties zijn gesloten", "redaktör:", "reklam engelleyici", "reporting by", "scarica l'app", "scarica la app",
    "scarica la nostra app", "scarica l’app", "seguici", "seuraa meitä", "siga-nos", "sigue toda la",
    "sledujte nás na", "stiahnite si aplikáciu", "stiahnite si našu", "stáhněte si aplikaci",
    "stáhněte si naši aplikaci", "subscribe to continue", "subscribe to read", "suivez-nous", "síganos", "síguenos",
    "theo dõi chúng tôi", "tips oss", "tipsa oss", "télécharge l'app", "télécharge l’app", "télécharge notre app",
    "téléchargez l'app", "téléchargez l’app", "téléchargez notre app", "töltsd le az app", "töltse le alkalmazás",
    "urmărește-ne", "urmăriți-ne", "uygulamamızı indir", "uygulamayı indir", "volg ons", "vous avez une info",
    "yorum yapma kapalı", "yorumlar kapalı", "you have reached your limit", "śledź nas", "ακολουθήστε μας",
    "завантажте застосунок", "завантажуйте застосунок", "заметили ошибку", "комментарии закрыты",
    "комментирование закрыто", "нашли ошибку", "подписывайтесь на", "подпишитесь на", "підписуйтесь на",
    "підписуйтеся на", "редактор:", "скачай приложение", "скачайте приложение", "скачать приложение",
    "следите за наш", "следите за новост", "слідкуйте за нами", "слідкуйте за нов", "стежте за нашими", "установите приложение", "читайте нас", "эта статья доступна",
    "עקבו אחרינו", "التعليقات مغلقة", "تابعونا", "حمل التطبيق", "ऐप डाउनलोड", "टिप्पणियाँ बंद", "हमें फ़ॉलो",
    "この記事が気に入ったら", "この記事は会員", "この記事は有料", "アプリで読む", "アプリをダウンロード", "コメントは受け付けて", "フォローお願い", "フォローしてください", "下载app",
    "下载客户端", "关注我们", "打开app", "扫一扫", "扫码", "最新情報をお届け", "有料会員限定", "本文为付费", "此內容僅限", "評論已關閉", "评论已关闭", "責任編輯", "责任编辑",
    "责编", "댓글이 닫", "앱 다운로드", "앱에서 보기", "앱을 다운로드", "유료 회원", "이 기사는 유료", "제보하기",
];
/// The beginnings of questions whether a page was of use.
#[rustfmt::skip]
pub(super) const FEEDBACK: Words = words![
    "achou este", "bu bilgi yararlı", "bu bilgiler yararlı", "bu içerik yararlı", "bu makale faydalı",
    "bu makale yararlı", "bu makale yardımcı", "bu sayfa faydalı", "bu sayfa yararlı", "bu sayfa yardımcı",
    "byl tento článek", "byla tato stránka", "bài viết này có hữu", "cela vous a", "ces informations vous ont",
    "cet article vous a", "cette information vous a", "cette page vous a", "cette réponse vous a",
    "czy artykuł był", "czy ta odpowiedź", "czy ta strona", "czy te informacje", "czy ten artykuł", "czy to było",
    "did this answer", "did this article", "did this help", "did this page", "did you find this",
    "esta informação foi", "esta página foi", "esta página te ha", "este artigo foi", "este artículo te ha",
    "este conteúdo foi", "fanden sie dies", "foi útil", "fue útil", "ha sido útil", "hai trovato utile",
    "halaman ini membantu", "hasznos volt", "hat dir dies", "hat ihnen dies", "heeft deze pagina",
    "heeft dit artikel", "is this article helpful", "is this page helpful", "is this page useful", "isso foi útil",
    "isto foi útil", "konnten wir ihnen", "le fue útil", "le ha resultado", "le resultó útil", "löysitkö",
    "oliko tästä", "pomohl vám", "questa pagina ti è", "questa pagina è stata", "questo articolo ti è",
    "questo articolo è stato", "segítségére volt", "te fue útil", "te ha resultado", "te ha sido", "te resultó",
    "ti è stata utile", "ti è stato utile", "var den här artikeln", "var den här sidan", "var denne artikkelen",
    "var denne side nyttig", "var denne siden", "war das hilfreich", "war der artikel", "war der beitrag",
    "war die antwort", "war diese antwort", "war diese information", "war diese seite", "war dieser artikel",
    "war dieser beitrag", "waren diese informationen", "was deze informatie", "was deze pagina", "was dit artikel",
    "was dit nuttig", "was the information", "was this answer", "was this article", "was this content",
    "was this document", "was this guide", "was this helpful", "was this information", "was this page",
    "was this post", "was this section", "was this topic", "was this useful", "wie hilfreich", "è stato utile",
    "была ли вам", "была ли информация", "была ли полезна", "была ли статья", "была ли эта", "вам помог",
    "вы нашли ответ", "помог ли", "помогла ли", "помогла статья", "статья была полезна", "чи був цей", "чи була ця",
    "чи допомогла", "эта статья была полезна", "هل أفادتك", "هل ساعدك", "هل كان هذا", "هل كانت هذه", "هل وجدت هذ",
    "क्या यह जानकारी", "क्या यह पृष्ठ", "क्या यह पेज", "क्या यह लेख", "お役に立", "このページの内容は", "このページの情報は", "このページは役",
    "この内容は役", "この回答は役", "この情報は役", "この記事は役", "参考になりましたか", "本文是否", "本页是否", "本页面是否", "此文章是否", "此頁面是否", "此页面是否",
    "这对您有帮助", "这篇文章对", "這篇文章對", "도움이 되셨", "도움이 되었", "이 글이 도움", "이 기사가 도움", "이 문서가 도움", "이 페이지가 도움",
];
/// The beginnings of links to all that an author wrote.
#[rustfmt::skip]
const AUTHOR_LINKS: Words = words![
    "all posts by", "alla artiklar av", "alle artikel von", "alle artikelen van", "alle artikler af",
    "alle artikler av", "alle beiträge von", "alle berichten van", "alle texte von", "altri articoli di",
    "bekijk alle berichten", "meer artikelen van", "mehr von", "more by", "more from", "more posts by",
    "plus d'articles de", "plus d’articles de", "todos los artículos de", "todos os artigos de",
    "tous les articles de", "tutti gli articoli di", "tüm yazıları", "vedi tutti gli articoli",
    "ver todas las entradas", "ver todos os posts", "view all articles by", "view all posts", "visa alla inlägg",
    "voir tous les articles", "voir toutes les publications", "všechny články autora", "wszystkie artykuły autora",
    "zobacz wszystkie wpisy", "все записи автора", "все публикации автора", "все статьи автора",
    "просмотреть все записи", "عرض كل المقالات", "查看所有文章", "모든 글 보기",
];
/// What stands before the keywords of an article.
#[rustfmt::skip]
const TAG_LABELS: Words = words![
    "categorias", "categorie", "categories", "categorías", "catégories", "etichette", "etiketler", "etiquetas",
    "filed in", "filed under", "kategorie", "kategorien", "keywords", "mots clés", "mots-clefs", "mots-clés",
    "palabras clave", "palavras-chave", "posted in", "rubriken", "schlagworte", "schlagwörter", "stichwörter",
    "słowa kluczowe", "tag", "tagged", "tagi", "tags", "temas", "themen", "topics", "étiquettes", "ключевые слова",
    "метки", "рубрики", "теги", "темы", "الوسوم", "كلمات مفتاحية", "टैग", "カテゴリー", "キーワード", "タグ", "关键词", "标签", "標籤",
    "카테고리", "키워드", "태그",
];
/// The beginnings of headings above what a page says of its author.
#[rustfmt::skip]
const ABOUT_AUTHOR: Words = words![
    "a szerzőről", "about the author", "acerca de la autora", "acerca del autor", "dell'autore", "despre autor",
    "l'auteur", "l'autore", "l'autrice", "l’auteur", "l’autore", "l’autrice", "o autorce", "o autorovi", "o autorze",
    "o autoře", "om forfatter", "om författar", "om skribent", "over de auteur", "sobre a autora", "sobre el autor",
    "sobre la autora", "sobre o autor", "sull'aut", "sull’aut", "tekijästä", "tentang penulis",
    "tietoa kirjoittajasta", "yazar hakkında", "à propos de l'aut", "à propos de l’aut", "über den autor",
    "über den verfasser", "über die autor", "über die verfasser", "за автора", "об авторах", "об авторе",
    "про автора", "על המחבר", "عن الكاتب", "عن المؤلف", "この記事を書いた人", "作者简介", "作者簡介", "关于作者", "著者について", "著者プロフィール",
    "關於作者", "글쓴이 소개",
];
/// Labels of advertisements.
#[rustfmt::skip]
const AD_LABELS: Words = words![
    "advertentie", "advertisement", "advertising", "annonce", "annons", "annonse", "anzeige", "hirdetés", "iklan",
    "mainos", "pubblicità", "publicidad", "publicidade", "publicitate", "publicité", "quảng cáo", "reklam", "reklama",
    "reklame", "sponsored", "werbung", "διαφήμιση", "реклама", "פרסומת", "إعلان", "广告", "広告", "廣告", "광고",
];
/// The beginnings of pointers to other articles.
#[rustfmt::skip]
const POINTERS: Words = words![
    "aiheesta lisää", "also read", "articles similaires", "articoli correlati", "artigos relacionados",
    "artikel terkait", "artículos relacionados", "auch interessant", "ayrıca okuyun", "baca juga",
    "benzer haberler", "benzer yazılar", "berita terkait", "bunu da oku", "bài viết liên quan", "citeşte şi",
    "citește și", "czytaj także", "czytaj też", "czytaj więcej", "das könnte dich auch", "das könnte ihnen auch",
    "das könnte sie auch", "don't miss", "don’t miss", "flere artikler", "gerelateerde artikelen", "ilgili haber",
    "ilginizi çekebilir", "kapcsolódó cikk", "keep reading", "lea también", "lee también", "lees ook",
    "leggi anche", "leia mais", "leia também", "les også", "lesen sie auch", "lesen sie mehr", "lies auch",
    "lire aussi", "lire également", "lisez aussi", "lue myös", "läs mer", "läs också", "læs også",
    "mehr zu diesem thema", "mehr zum thema", "more like this", "más noticias", "noticias relacionadas",
    "olvassa el", "ook interessant", "otros artículos", "outras notícias", "podobne artykuły",
    "potrebbe interessarti", "potrebbero interessarti", "powiązane artykuły", "přečtěte si", "read also",
    "read more:", "read next", "recommended articles", "recommended for you", "recommended reading",
    "related article", "related:", "relaterade artiklar", "see also:", "similar articles", "similar posts",
    "související", "sur le même sujet", "súvisiace", "también te puede interesar", "te puede interesar",
    "ti potrebbe interessare", "tin liên quan", "veja também", "voir aussi", "vous aimerez aussi",
    "weitere artikel", "weitere themen", "xem thêm", "you may also be interested", "you may also like",
    "you might also like", "zobacz także", "zobacz też", "zum thema", "à lire aussi", "à lire également",
    "ähnliche artikel", "ähnliche beiträge", "čtěte také", "čítajte tiež", "διαβάστε ακόμα", "διαβάστε επίσης",
    "вам может быть интересно", "вам может понравиться", "другие новости", "материалы по теме", "похожие записи",
    "похожие материалы", "похожие новости", "похожие статьи", "прочетете също", "смотрите также", "схожі новини",
    "читайте еще", "читайте ещё", "читайте также", "читайте також", "читать далее:", "читать также", "כתבות נוספות",
    "עוד בנושא", "קראו גם", "أخبار ذات صلة", "اقرأ أيضا", "اقرأ أيضًا", "قد يعجبك", "قد يهمك", "مطالب مرتبط",
    "مقالات ذات صلة", "مواضيع ذات صلة", "इन्हें भी पढ़", "यह भी पढ़", "संबंधित ख", "ข่าวที่เกี่ยวข้อง", "あわせて読みたい",
    "おすすめ記事", "合わせて読みたい", "延伸閱讀", "延伸阅读", "推荐阅读", "猜你喜欢", "相关报道", "相关推荐", "相关文章", "相关阅读", "相關文章", "関連する記事", "関連記事",
    "관련 기사", "관련기사", "추천 기사", "함께 볼",
];

/// The beginnings of headings above links to things like the one that a page is about.
#[rustfmt::skip]
const SIMILAR: Words = words![
    "annonces similaires", "annunci simili", "anúncios semelhantes", "benzer ", "hasonló ", "inne podobne",
    "lignende ", "liknande ", "ofertas semejantes", "ofertas similares", "offerte simili",
    "offres similaires", "podobne ", "podobni ", "podobné ", "prodotti simili", "productos similares",
    "produits similaires", "produtos semelhantes", "produtos similares", "samankaltaisia ", "similar ",
    "soortgelijke ", "vagas semelhantes", "vergelijkbare ", "ähnliche ", "παρόμοια ", "подібні ", "похожие ",
    "слични ", "схожі ", "相似的", "類似の", "비슷한 ", "유사한 ",
];

/// What a text says about consent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Talk {
    /// It mentions cookies.
    pub of_cookies: bool,
    /// The other terms of such notices that it has: bits of the lists, one after the other.
    terms: u128,
}

impl Talk {
    /// How many other terms it has.
    pub fn terms(self) -> u32 {
        self.terms.count_ones()
    }

    /// What two texts say.
    pub fn and(self, other: Talk) -> Talk {
        Talk { of_cookies: self.of_cookies || other.of_cookies, terms: self.terms | other.terms }
    }
}

/// What a button or a link below a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    /// It answers a request for consent.
    Answer,
    /// It leads to settings or to a policy.
    Settings,
    Other,
}

/// What a short text says as a button.
pub(super) fn button(text: &str) -> Button {
    let mut is_settings = false;
    let is_answer = any_word(text, &['\'', '’'], 2, |word| {
        let is_answer = ANSWER_STARTS.may_begin(word) && is_in(ANSWERS, word);
        is_settings |= !is_answer && SETTING_STARTS.may_begin(word) && beginning_of(SETTINGS, word).is_some();
        is_answer
    });
    if is_answer {
        return Button::Answer;
    }
    let has_any = |list: Words| BUTTON_PAIRS.is_any_in(list, text.as_bytes());
    let has_scripts = has_letters_of_scripts(text);
    match () {
        () if has_scripts && has_any(ANSWERS_OF_SCRIPTS) => Button::Answer,
        () if is_settings || has_scripts && has_any(SETTINGS_OF_SCRIPTS) => Button::Settings,
        () => Button::Other,
    }
}

/// Whether a word of at least so many bytes is looked for. Words are of letters, digits and these signs.
#[inline(always)]
pub(super) fn any_word(text: &str, signs: &[char], least: usize, mut is_it: impl FnMut(&str) -> bool) -> bool {
    // Bytes are divided faster than characters.
    if text.is_ascii() {
        let is_end = |byte: &u8| !is_alphanumeric(*byte) && !signs.contains(&char::from(*byte));
        let mut end = 0;
        text.as_bytes().split(is_end).any(|word| {
            let start = end;
            end += word.len() + 1;
            word.len() >= least && is_it(&text[start..start + word.len()])
        })
    } else {
        let is_end = |c: char| !is_letter_or_number(c) && !signs.contains(&c);
        text.split(is_end).filter(|word| word.len() >= least).any(is_it)
    }
}

/// What a text says about consent.
pub(super) fn talk(text: &str) -> Talk {
    let mut talk = Talk::default();
    any_word(text, &[], 4, |word| {
        if TALK_STARTS.may_begin(word) {
            talk.of_cookies |= COOKIE_STARTS.may_begin(word) && beginning_of(COOKIES, word).is_some();
            if TERM_STARTS.may_begin(word) {
                talk.terms |= beginning_of(TERMS, word).map_or(0, |term| 1 << (term % 64));
            }
        }
        false
    });
    if has_letters_of_scripts(text) && SCRIPT_PAIRS.may_be_in(text.as_bytes()) {
        talk.of_cookies |= COOKIES_OF_SCRIPTS.iter().any(|word| text.contains(word));
        let found = TERMS_OF_SCRIPTS.iter().enumerate().filter(|(_, term)| text.contains(*term));
        talk.terms |= found.fold(0, |terms, (term, _)| terms | 1 << (64 + term % 64));
    }
    talk
}

/// Whether a text that is not all ASCII may mention cookies: a cheap test before [`talk`].
pub(super) fn may_be_of_cookies(text: &str) -> bool {
    text.is_ascii() || COOKIE_PAIRS.may_be_in(text.as_bytes())
}

/// Whether a text may have letters of these languages, by the first bytes of their UTF-8.
pub(super) fn has_letters_of_scripts(text: &str) -> bool {
    !text.is_ascii() && text.bytes().any(|byte| matches!(byte, 0xd6..=0xdb | 0xe0 | 0xe1 | 0xe3..=0xed))
}

/// Whether a text of a button asks to subscribe or to sign up.
pub(super) fn is_call(text: &str) -> bool {
    any_word(text, &['-'], 4, |word| CALL_STARTS.may_begin(word) && beginning_of(CALLS, word).is_some())
        || begins_with(text, &PHRASE_STARTS, CALL_PHRASES)
        || has_letters_of_scripts(text) && BUTTON_PAIRS.is_any_in(CALLS_OF_SCRIPTS, text.as_bytes())
}

/// Whether a text may begin as one that calls, points elsewhere or speaks of the author does: few do.
#[inline]
pub(super) fn may_be_line(text: &str) -> bool {
    LINE_STARTS.may_begin(after_signs(text))
}

/// Whether a line asks readers to follow, to open an application or to report mistakes.
pub(super) fn asks_to_follow(text: &str) -> bool {
    begins_with(text, &FOLLOW_STARTS, FOLLOWS)
}

/// Whether a question is whether a page was of use.
pub(super) fn asks_for_feedback(text: &str) -> bool {
    begins_with(text, &FEEDBACK_STARTS, FEEDBACK)
}

/// Whether the text of a link is that of one to all that an author wrote.
pub(super) fn is_link_of_author(text: &str) -> bool {
    begins_with(text, &AUTHOR_LINK_STARTS, AUTHOR_LINKS)
}

/// Whether a text is a label of keywords, a colon, and more.
pub(super) fn has_keywords(text: &str) -> bool {
    if !TAG_STARTS.may_begin(text) {
        return false;
    }
    let label = text.split_once([':', '：']).map(|(label, _)| label.trim_end());
    label.is_some_and(|label| is_in(TAG_LABELS, label))
}

/// Whether a text begins as the heading above what a page says of its author.
pub(super) fn is_about_author(text: &str) -> bool {
    begins_with(text, &AUTHOR_STARTS, ABOUT_AUTHOR)
}

/// Whether a text is the label of an advertisement.
pub(super) fn is_label_of_ad(text: &str) -> bool {
    let text = after_signs(text);
    if !LABEL_STARTS.may_begin(text) {
        return false;
    }
    let text = text.trim_end_matches(|c| !is_letter_or_number(c));
    is_in(AD_LABELS, text)
}

/// Whether a text begins with a pointer to another article.
pub(super) fn is_pointer(text: &str) -> bool {
    begins_with(text, &POINTER_STARTS, POINTERS)
}

/// Whether a heading may stand above links to similar things.
pub(super) fn is_of_similar(heading: &str) -> bool {
    begins_with(heading, &SIMILAR_STARTS, SIMILAR)
}

/// Whether a text begins with an entry of a sorted list, after signs.
pub(super) fn begins_with(text: &str, starts: &FewStarts, list: Words) -> bool {
    let text = after_signs(text);
    text.len() >= SHORTEST_PHRASE && starts.may_begin(text) && beginning_of(list, text).is_some()
}

/// No phrase that a text may begin with has fewer bytes; many buttons have.
const SHORTEST_PHRASE: usize = 6;

/// A text from its first letter or digit on.
#[inline]
pub(super) fn after_signs(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_alphanumeric() => text,
        _ => text.trim_start_matches(|c| !is_letter_or_number(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_in_lower_case() {
        for list in [
            ANSWERS,
            SETTINGS,
            COOKIES,
            TERMS,
            CALLS,
            AD_LABELS,
            POINTERS,
            SIMILAR,
            CALL_PHRASES,
            FOLLOWS,
            FEEDBACK,
            AUTHOR_LINKS,
            TAG_LABELS,
        ] {
            assert!(list.iter().is_sorted());
            assert!(list.iter().all(|word| word == word.to_lowercase()));
        }
        for list in [CALL_PHRASES, FOLLOWS, FEEDBACK, AUTHOR_LINKS, ABOUT_AUTHOR, POINTERS, SIMILAR] {
            assert!(list.iter().all(|phrase| phrase.len() >= SHORTEST_PHRASE), "{:?}", list.get(0));
        }
        for list in [SETTINGS, COOKIES, TERMS, CALLS, POINTERS, SIMILAR, CALL_PHRASES, FOLLOWS, FEEDBACK, AUTHOR_LINKS]
        {
            assert!(list.has_no_beginnings());
        }
        assert!(TERMS.len() <= 64);
    }

    #[test]
    fn buttons_have_a_known_word() {
        for answer in
            ["Accept all", "✓ OK", "J’accepte", "ПРИНЯТЬ ВСЕ", "すべて許可", "Tout refuser", "ZEZWÓL", "More Got it"]
        {
            assert_eq!(button(answer), Button::Answer, "{answer}");
        }
        for settings in ["Cookie settings", "DATENSCHUTZ", "Manage preferences", "설정", "Настройки", "הגדרות"]
        {
            assert_eq!(button(settings), Button::Settings, "{settings}");
        }
        for other in ["", "Acceptance", "Save", "…", "受付"] {
            assert_eq!(button(other), Button::Other, "{other}");
        }
    }

    #[test]
    fn words_are_found_by_their_beginnings() {
        let of = |text| (talk(text).of_cookies, talk(text).terms());
        assert_eq!(of("Our Cookies, our PARTNERS and our website"), (true, 2));
        assert_eq!(of("Evästeet"), (true, 0));
        assert_eq!(of("当サイトはクッキーを使用します"), (true, 1));
        assert_eq!(of("cook parts"), (false, 0));
    }
}
