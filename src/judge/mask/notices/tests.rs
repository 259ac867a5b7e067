use crate::Analyzer;

pub(super) const SHORT: &str = "<article><h1>Rain again</h1><p>Rain fell on the city for the third day, and the river rose by two metres \
    over night.</p><p>Nobody was hurt, the mayor said.</p></article>";

/// The frames of consent managers and of sites: `T` is a title, `P` text, `A` and `R` buttons.
const FRAMES: [&str; 14] = [
    "<div id=onetrust-consent-sdk><div id=onetrust-banner-sdk role=region aria-label=Cookies><h2>T</h2><div>P</div><div>\
     <button id=onetrust-accept-btn-handler>A</button><button>R</button></div></div><div id=onetrust-pc-sdk><h2>T</h2><p>P</p>\
     <section><h4>Partners</h4><p>P</p><label>0</label></section><button>A</button></div></div>",
    "<div id=CybotCookiebotDialog name=CybotCookiebotDialog role=dialog><div><div><h2>T</h2><div>P</div></div></div><div>\
     <button>R</button><button>A</button></div></div>",
    "<div id=didomi-host><div class=didomi-popup-container role=dialog aria-modal=true><div class=didomi-popup-view><h1>T</h1>\
     <div>P</div></div><div class=didomi-buttons><button><span>A</span></button><button><span>R</span></button></div></div></div>",
    "<div class=qc-cmp2-container><div id=qc-cmp2-ui role=dialog><h2>T</h2><p>P</p><ul><li>Ads</ul><div class=qc-cmp2-footer>\
     <button mode=secondary>R</button><button mode=primary>A</button></div></div></div>",
    "<aside id=usercentrics-cmp-ui role=dialog aria-modal=true><header><h2>T</h2></header><p>P</p><footer><button>R</button>\
     <button>A</button></footer></aside>",
    "<div id=klaro><div class=klaro><div class=cookie-notice><div class=cn-body><p>P</p><div class=cn-ok><button>R</button>\
     <button>A</button></div></div></div></div></div>",
    "<div class='osano-cm-window'><div class='osano-cm-dialog osano-cm-dialog--type_bar' role=dialog><span>P</span><div>\
     <button>A</button><button>R</button></div></div></div>",
    "<div id=cmplz-cookiebanner-container><div class=cmplz-cookiebanner><div class=cmplz-title>T</div><div class=cmplz-message>P</div>\
     <div class=cmplz-buttons><button>A</button><button>R</button></div></div></div>",
    "<div id=BorlabsCookieBox><div class=_brlbs-box role=dialog><h3>T</h3><p>P</p><p><a href=# role=button>A</a></p>\
     <p><a href=#>R</a></p></div></div>",
    "<div id=truste-consent-track><div id=truste-consent-content><div id=truste-consent-text>P</div><div id=truste-consent-buttons>\
     <button>A</button><button>R</button></div></div></div>",
    "<div class='cc-window cc-banner'><span class=cc-message>P</span><div class=cc-compliance><a role=button class=cc-btn>A</a></div></div>",
    "<div class=x7f><h2>T</h2><p>P</p><button>A</button><button>R</button></div>",
    "<section><p>P</p><p><a href=#a>A</a></p></section>",
    "<div><div><div>P</div><div><div><button>R</button></div><div><button>A</button></div></div></div></div>",
];

/// Title, text and answers.
const LANGUAGES: [[&str; 4]; 19] = [
    [
        "We value your privacy",
        "We and our partners store and read cookies on your device, to measure the use of this website.",
        "Accept all",
        "Reject all",
    ],
    [
        "Wir achten Ihre Privatsphäre",
        "Wir und unsere Partner setzen Cookies ein, um die Nutzung dieser Webseite zu messen und Werbung zu zeigen.",
        "Alle akzeptieren",
        "Ablehnen",
    ],
    [
        "Votre vie privée",
        "Nos partenaires et nous déposons des cookies pour mesurer l’audience du site et personnaliser la publicité.",
        "Tout accepter",
        "Tout refuser",
    ],
    [
        "Su privacidad",
        "Nosotros y nuestros socios usamos cookies para medir el uso de este sitio y mostrarle anuncios.",
        "Aceptar todo",
        "Rechazar todo",
    ],
    [
        "La tua privacy",
        "Noi e i nostri partner usiamo i cookie per misurare le visite di questo sito e mostrarti pubblicità.",
        "Accetta tutto",
        "Rifiuta",
    ],
    [
        "A sua privacidade",
        "Nós e os nossos parceiros usamos cookies para medir a utilização deste site e mostrar publicidade.",
        "Aceitar tudo",
        "Rejeitar",
    ],
    [
        "Uw privacy",
        "Wij en onze partners plaatsen cookies om het gebruik van deze website te meten en advertenties te tonen.",
        "Akkoord",
        "Weigeren",
    ],
    [
        "Twoja prywatność",
        "My i nasi partnerzy używamy plików cookie, aby mierzyć korzystanie z tej strony i wyświetlać reklamy.",
        "Zaakceptuj wszystko",
        "Odrzuć",
    ],
    [
        "Vaše soukromí",
        "My a naši partneři používáme soubory cookie k měření návštěvnosti těchto stránek a k reklamě.",
        "Přijmout vše",
        "Odmítnout",
    ],
    [
        "Az Ön adatai",
        "Mi és partnereink sütiket használunk, hogy mérjük az oldal látogatottságát és hirdetéseket mutassunk.",
        "Elfogadom",
        "Elutasítom",
    ],
    [
        "Din integritet",
        "Vi och våra partner använder kakor för att mäta hur webbplatsen används och för att visa annonser.",
        "Godkänn alla",
        "Avvisa",
    ],
    [
        "Yksityisyytesi",
        "Me ja kumppanimme käytämme evästeitä, jotta voimme mitata sivuston käyttöä ja näyttää mainoksia.",
        "Hyväksy kaikki",
        "Hylkää",
    ],
    [
        "Personvern",
        "Vi og våre partnere bruker informasjonskapsler for å måle bruken av nettstedet og for å vise annonser.",
        "Godta alle",
        "Avvis",
    ],
    [
        "Gizliliğiniz",
        "Biz ve ortaklarımız bu sitenin kullanımını ölçmek ve reklam göstermek için çerezler kullanıyoruz.",
        "Tümünü kabul et",
        "Reddet",
    ],
    [
        "Ваши данные",
        "Мы и наши партнёры используем файлы cookie, чтобы измерять посещаемость сайта и показывать рекламу.",
        "Принять все",
        "Отклонить",
    ],
    [
        "Το απόρρητό σας",
        "Εμείς και οι συνεργάτες μας χρησιμοποιούμε cookies για να μετράμε τη χρήση του ιστότοπου.",
        "Αποδοχή όλων",
        "Απόρριψη",
    ],
    [
        "プライバシー",
        "当サイトと提携先は、利用状況の測定と広告の表示のためにクッキーを使用します。",
        "すべて同意する",
        "拒否する",
    ],
    ["隐私", "我们和合作伙伴使用 Cookie 来统计本网站的访问量并向您展示广告。", "全部接受", "拒绝"],
    [
        "개인정보",
        "당사와 파트너는 웹사이트 이용을 측정하고 광고를 표시하기 위해 쿠키를 사용합니다.",
        "모두 동의",
        "거부",
    ],
];

pub(super) fn main_text(html: &str) -> String {
    let mut analyzer = Analyzer::default();
    analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
}

/// A page with these elements before, in and after its main element.
pub(super) fn page([first, inside, last]: [&str; 3], article: &str) -> String {
    format!(
        "<title>Rain again</title><body>{first}<header><nav><a href=/>Home</a> <a href=/news>News</a></nav></header>\
         <main>{inside}{article}</main><footer><p>Copyright 2026 <a href=/legal>Legal notice</a></p></footer>{last}"
    )
}

#[test]
fn requests_for_consent_are_template_in_every_language_and_place() {
    let long = SHORT.replace("</article>", &SHORT[SHORT.find("<p>").unwrap()..].repeat(6));
    for (i, frame) in FRAMES.iter().enumerate() {
        for (j, [title, text, accept, reject]) in LANGUAGES.iter().enumerate() {
            let texts = format!("{text} {text}");
            let notice = [("T", *title), ("P", &texts), ("A", *accept), ("R", *reject)].into_iter().fold(
                frame.replace("Partners", "1").replace("Ads", "2").replace("Cookie", "cookie"),
                |frame, (mark, text)| frame.replace(&format!(">{mark}<"), &format!(">{text}<")),
            );
            let mut places = [""; 3];
            places[(i + j) % 3] = &notice;
            let found = main_text(&page(places, if (i + j) % 2 == 0 { SHORT } else { &long }));
            assert!(found.contains("Rain fell on the city"), "{notice}: {found}");
            for unwanted in [*text, *accept] {
                assert!(!found.contains(unwanted), "{notice}: {found}");
            }
        }
    }
}

#[test]
fn dialogs_are_template() {
    for dialog in [
        "<div role=dialog><h2>Are you of age?</h2><p>You must be 18 to read about wine and beer on these pages.</p><button>Enter</button></div>",
        "<dialog open><h3>The letter of the morning</h3><p>Get the news of the river each morning, free of charge, before breakfast.</p></dialog>",
        "<div role=alertdialog><p>Choose the country in which you live, so that we can show you prices and dates.</p><a href=/de>Deutschland</a></div>",
    ] {
        for places in [[dialog, "", ""], ["", dialog, ""], ["", "", dialog]] {
            let found = main_text(&page(places, &SHORT.repeat(2)));
            assert!(found.contains("Rain fell") && found.len() < 400, "{dialog}: {found}");
        }
    }
}

#[test]
fn an_article_may_be_in_a_dialog_or_about_cookies() {
    let cookies = "<h1>Cookies</h1><p>Our website sets cookies, and so do those of our partners. You may accept or reject \
        them.</p><p>A cookie is a small file that your browser keeps, so that we know you again.</p>";
    let button = "<p>You can change what you chose at any time, here.</p><p><button>Accept cookies</button></p>";
    for (html, wanted) in [
        (format!("<div role=dialog class=modal>{SHORT}</div>"), "Rain fell"),
        (format!("<title>Cookies</title><nav><a href=/>Home</a></nav><div>{cookies}{button}</div>"), "A cookie is"),
        (
            format!(
                "<title>Cookie policy</title><main><div>{}{button}</div></main>",
                &cookies[cookies.find("<p>").unwrap()..]
            ),
            "A cookie is",
        ),
        (
            format!(
                "<title>Cookies of oats</title><article>{SHORT}<p>Cookies are best when they are warm, says our partner in the \
                  kitchen.</p><button>Save</button></article>"
            ),
            "Cookies are best",
        ),
    ] {
        let found = main_text(&html);
        assert!(found.contains(wanted), "{html}: {found}");
    }
}

/// Text, an answer and settings in more languages.
#[rustfmt::skip]
const MORE_LANGUAGES: [[&str; 3]; 20] = [
    ["Vi bruger cookies til at huske dine indstillinger og måle trafikken på siden.", "Accepter alle", "Indstillinger"],
    ["Folosim cookie-uri pentru a analiza traficul și pentru a personaliza conținutul.", "Accept toate", "Setări"],
    ["Използваме бисквитки, за да измерваме посещенията на сайта и да показваме реклами.", "Приемам", "Настройки"],
    ["Ми використовуємо файли cookie, щоб вимірювати відвідуваність сайту.", "Прийняти всі", "Налаштування"],
    ["Koristimo kolačiće kako bismo mjerili posjećenost i prilagodili oglase.", "Prihvaćam", "Postavke"],
    ["Súbory cookie používame na meranie návštevnosti a na zobrazovanie reklám.", "Prijať všetko", "Nastavenia"],
    ["Piškotke uporabljamo za merjenje obiska in prikazovanje oglasov.", "Sprejmi vse", "Nastavitve"],
    ["Naudojame slapukus, kad galėtume matuoti lankomumą ir rodyti reklamą.", "Sutinku su visais", "Nustatymai"],
    ["Mēs izmantojam sīkdatnes, lai mērītu apmeklējumu un rādītu reklāmas.", "Piekrītu visām", "Iestatījumi"],
    ["Kasutame küpsiseid, et mõõta külastusi ja näidata reklaame.", "Nõustun kõigiga", "Seaded"],
    ["Fem servir galetes per mesurar l’ús del web i mostrar anuncis.", "Accepta-les totes", "Configuració"],
    ["Kami menggunakan cookie untuk mengukur kunjungan dan menampilkan iklan.", "Terima semua", "Pengaturan"],
    ["Chúng tôi dùng cookie để đo lượng truy cập và hiển thị quảng cáo phù hợp.", "Đồng ý tất cả", "Cài đặt"],
    ["เราใช้คุกกี้เพื่อวัดการเข้าชมเว็บไซต์และแสดงโฆษณาที่เหมาะกับคุณ", "ยอมรับทั้งหมด", "ตั้งค่า"],
    ["हम इस वेबसाइट पर ट्रैफ़िक मापने और विज्ञापन दिखाने के लिए कुकीज़ का उपयोग करते हैं।", "सभी स्वीकार करें", "सेटिंग"],
    ["نستخدم ملفات تعريف الارتباط لقياس عدد الزيارات وعرض الإعلانات المناسبة لك.", "قبول الكل", "الإعدادات"],
    ["אנו משתמשים בעוגיות כדי למדוד את השימוש באתר ולהציג פרסומות.", "אישור הכל", "הגדרות"],
    ["ما از کوکی‌ها برای سنجش بازدید و نمایش تبلیغات استفاده می‌کنیم.", "پذیرش همه", "تنظیمات"],
    ["Користимо колачиће да бисмо мерили посете и приказивали огласе.", "Прихватам све", "Подешавања"],
    ["Við notum vafrakökur til að mæla umferð um vefinn og sýna auglýsingar.", "Samþykkja allar", "Stillingar"],
];

/// Ways to lie over a page, or to be known as a request, for a text `P`, a button `A` and a link `S`.
const SIGNS: [&str; 7] = [
    "<div><p>P</p><button>A</button><button>S</button></div>",
    "<div aria-modal=true><p>P</p><div onclick=f()>A</div></div>",
    "<div style='bottom: 0; position: fixed'><p>P <a href=/c>S</a></p><div>A</div></div>",
    "<div popover id=p><p>P</p><p><button popovertarget=p>A</button></p></div>",
    "<div><div>P</div><a href=/policy>S</a><input type=button value=A></div>",
    "<div class=gdpr-bar><span>P</span> <a href=/policy>S</a></div>",
    "<form action=/c><p>P</p><ul><li><label><input type=checkbox> 1</label></ul><button>A</button></form>",
];

#[test]
fn requests_without_names_are_template_in_more_languages() {
    for (i, sign) in SIGNS.iter().enumerate() {
        for (j, [text, accept, settings]) in MORE_LANGUAGES.iter().enumerate() {
            let notice = [("P", text), ("A", accept), ("S", settings)]
                .into_iter()
                .fold(sign.to_string(), |sign, (mark, text)| sign.replace(&format!(">{mark}"), &format!(">{text}")));
            let story = SHORT[SHORT.find("<p>").unwrap()..].repeat(1 + (i + j) % 4);
            let articles = [
                format!("<article><h1>Rain again</h1>{notice}{story}"),
                format!("<h1>Rain again</h1>{story}{notice}{story}"),
                format!("<div><h1>Rain again</h1>{story}</div>{notice}"),
            ];
            let found = main_text(&page([""; 3], &articles[(i + j) % 3]));
            assert!(found.contains("Rain fell on the city") && !found.contains(text), "{notice}: {found}");
        }
    }
}

/// Questions before all else, in any words.
#[test]
fn a_question_above_the_header_is_template() {
    for [text, no, yes] in [
        ["Turn on what you hear? You can change it at any time.", "No, thanks", "Allow"],
        ["Witaj! Czy mamy dołączyć mapę i filmy z innych źródeł?", "Nie", "Tak, zgadzam się"],
        ["Soll die Karte geladen werden? Das gilt auch für den nächsten Besuch.", "Später", "Erlauben"],
    ] {
        let more = "<p><a href=#more>More</a></p>";
        let box_of = |more: &str| format!("<div><p>{text}</p>{more}<button>{no}</button><button>{yes}</button></div>");
        for question in [box_of(""), box_of(more)] {
            let header = format!("<header><a href=/>Quay</a> <a href=/n>News</a></header>{SHORT}");
            let found = main_text(&format!("<title>Rain again</title>{question}{header}"));
            assert!(found.contains("Rain fell") && !found.contains(text), "{question}: {found}");
        }
    }
}

#[test]
fn what_lies_over_a_page_is_template() {
    let text = "<h2>Before you go</h2><p>Our best stories wait for you, every Friday.</p><p><button>Go on</button></p>";
    for open in [
        "<div aria-modal=TRUE>",
        "<div style=position:fixed;right:0>",
        "<div style='Position : Fixed'>",
        "<div role=status>",
        "<div role=tooltip>",
    ] {
        for story in [SHORT.to_owned(), SHORT.replace("</article>", &format!("{open}{text}</div></article>"))] {
            let found = main_text(&page(["", "", &format!("{open}{text}</div>")], &story));
            assert!(found.contains("Rain fell") && !found.contains("every Friday"), "{open}: {found}");
        }
    }
    // What is fixed to another thing than the window lies over nothing, nor does what holds the article.
    for open in ["<div style='table-layout:fixed'>", "<div style='position:relative;background-attachment:fixed'>"] {
        let found = main_text(&page([""; 3], &SHORT.replace("<h1>", &format!("{open}<h1>")).repeat(2)));
        assert!(found.contains("Nobody was hurt"), "{open}: {found}");
    }
    assert!(main_text(&page([""; 3], &format!("<div style=position:fixed>{SHORT}</div>"))).contains("Rain fell"));
}

/// Pages about cookies: title, three sentences, settings.
const POLICIES: [[&str; 5]; 10] = [
    [
        "Cookie policy",
        "A cookie is a small file that a website stores on your device when you visit it.",
        "We use cookies to remember your language and to measure how the site is used.",
        "You may accept or reject them at any time in the settings of your browser.",
        "Cookie settings",
    ],
    [
        "Cookie-Richtlinie",
        "Ein Cookie ist eine kleine Datei, die eine Webseite auf Ihrem Gerät speichert.",
        "Wir verwenden Cookies, um Ihre Sprache zu merken und die Nutzung der Seite zu messen.",
        "Sie können sie jederzeit in den Einstellungen Ihres Browsers annehmen oder ablehnen.",
        "Cookie-Einstellungen",
    ],
    [
        "Politique de cookies",
        "Un cookie est un petit fichier qu’un site dépose sur votre appareil lors de votre visite.",
        "Nous utilisons des cookies pour retenir votre langue et mesurer l’usage du site.",
        "Vous pouvez les accepter ou les refuser à tout moment dans votre navigateur.",
        "Paramètres des cookies",
    ],
    [
        "Política de cookies",
        "Una cookie es un pequeño archivo que un sitio guarda en su dispositivo cuando lo visita.",
        "Usamos cookies para recordar su idioma y medir el uso del sitio.",
        "Puede aceptarlas o rechazarlas en cualquier momento en su navegador.",
        "Configurar cookies",
    ],
    [
        "Informativa sui cookie",
        "Un cookie è un piccolo file che un sito salva sul tuo dispositivo quando lo visiti.",
        "Usiamo i cookie per ricordare la tua lingua e misurare l’uso del sito.",
        "Puoi accettarli o rifiutarli in ogni momento nel tuo browser.",
        "Impostazioni dei cookie",
    ],
    [
        "Polityka cookies",
        "Plik cookie to mały plik, który strona zapisuje na Twoim urządzeniu podczas wizyty.",
        "Używamy plików cookie, aby zapamiętać język i mierzyć korzystanie ze strony.",
        "Możesz je w każdej chwili zaakceptować lub odrzucić w przeglądarce.",
        "Ustawienia cookies",
    ],
    [
        "Политика cookie",
        "Файл cookie — это небольшой файл, который сайт сохраняет на вашем устройстве.",
        "Мы используем файлы cookie, чтобы помнить язык и измерять посещаемость сайта.",
        "Вы можете в любой момент принять или отклонить их в браузере.",
        "Настройки cookie",
    ],
    [
        "クッキーポリシー",
        "クッキーとは、サイトを訪れたときに端末に保存される小さなファイルです。",
        "当サイトは言語を記憶し利用状況を測定するためにクッキーを使用します。",
        "ブラウザの設定でいつでも同意または拒否することができます。",
        "クッキーの設定",
    ],
    [
        "Çerez politikası",
        "Çerez, bir sitenin ziyaretiniz sırasında cihazınıza kaydettiği küçük bir dosyadır.",
        "Dilinizi hatırlamak ve sitenin kullanımını ölçmek için çerezler kullanıyoruz.",
        "Onları tarayıcınızda istediğiniz zaman kabul veya reddedebilirsiniz.",
        "Çerez ayarları",
    ],
    [
        "سياسة ملفات تعريف الارتباط",
        "ملف تعريف الارتباط ملف صغير يحفظه الموقع على جهازك عند زيارته.",
        "نستخدم ملفات تعريف الارتباط لتذكر لغتك وقياس استخدام الموقع.",
        "يمكنك قبولها أو رفضها في أي وقت من متصفحك.",
        "الإعدادات",
    ],
];

#[test]
fn a_page_about_cookies_is_no_notice_in_any_language() {
    for [title, first, second, third, settings] in POLICIES {
        for article in [
            format!("<h1>{title}</h1><p>{first}</p><p>{second}</p><p>{third}</p><p><button>{settings}</button></p>"),
            format!(
                "<div><h2>{title}</h2><p>{first}</p><p>{second}</p><p>{third}</p><p><a href=#>{settings}</a></p></div>"
            ),
            format!(
                "<article><h1>{title}</h1><div><p>{first}</p></div><div><p>{second}</p></div><div><p>{third}</p><a href=#s>{settings}</a>"
            ),
            format!("<div class=cookie-policy><h1>{title}</h1><p>{first}</p><p>{second}</p><p>{third}</p></div>"),
            format!(
                "<h1>{title}</h1><div class=cookies><p>{first}</p><p>{second}</p><p>{third}</p></div><a href=#>{settings}</a>"
            ),
        ] {
            let found = main_text(&page([""; 3], &article).replace("Rain again", &format!("{title} - Example")));
            for wanted in [first, second, third] {
                assert!(found.contains(wanted), "{article}: {found}");
            }
        }
    }
}

#[test]
fn a_page_with_nothing_but_a_notice_has_a_text() {
    let [title, text, accept, _] = LANGUAGES[0];
    let found = main_text(&format!("<div role=dialog><h2>{title}</h2><p>{text}</p><button>{accept}</button></div>"));
    assert!(found.contains(text), "{found}");
}

#[test]
fn many_dialogs_and_buttons_cost_linear_time() {
    let [_, text, accept, _] = LANGUAGES[0];
    let buttons = format!("<p>{text}</p><p><button>{accept}</button></p>").repeat(3000);
    let nested = format!("{}<p>{text}<article>", "<div role=dialog><p>x</p>".repeat(3000));
    let inside = format!("{}{buttons}", "<div class=popup>".repeat(300));
    for html in [buttons, nested, inside] {
        Analyzer::default().analyze(html.as_bytes()).unwrap();
    }
}

pub(super) const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.</p>\
    <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.</p>\
    <p>Trains stop at the eastern station, from where buses leave for the center every ten minutes.</p>\
    <p>The schools stay open, and the market moves to the square behind the town hall for a week.</p>";
const IMPLIED: [&str; 10] = [
    "Weboldalunk sütiket használ, hogy jobban tudjuk, mit olvasnak a látogatóink. Rendben",
    "Diena po dienos šioje svetainėje naudojami slapukai, kad žinotume, kas skaitoma.",
    "This website uses cookies. By continuing to browse this site you agree to our use of cookies.",
    "Diese Website verwendet Cookies. Wenn Sie die Website weiter nutzen, stimmen Sie der Verwendung von Cookies zu.",
    "En poursuivant votre navigation, vous acceptez l’utilisation de cookies pour mesurer les visites.",
    "Utilizamos cookies propias y de terceros. Si continúa navegando, consideramos que acepta su uso.",
    "Nasza strona używa plików cookies. Korzystając z niej, wyrażasz zgodę na ich używanie.",
    "Этот сайт использует файлы cookie. Продолжая пользоваться сайтом, вы соглашаетесь с этим.",
    "当サイトではクッキーを使用しています。閲覧を続けることで、同意したものとみなします。",
    "Bu site çerez kullanmaktadır. Siteyi kullanmaya devam ederek bunu kabul etmiş olursunuz.",
];

#[test]
fn implied_consent_is_template_and_a_text_about_cookies_is_not() {
    let of = |title: &str, before: &str, after: &str| {
        main_text(&format!(
            "<title>{title}</title><div>{before}<div><h1>{title}</h1><div>{STORY}</div></div>{after}</div>"
        ))
    };
    for sentence in IMPLIED {
        let [plain, linked] =
            [format!("<div><p>{sentence}</p></div>"), format!("<div><div>{sentence} <a href=/p>More</a></div></div>")];
        for text in [of("Rain", &plain, ""), of("Rain", "", &linked)] {
            assert!(!text.contains(sentence) && text.contains("Rain"), "{text}");
        }
        let answered = format!("<div><p>{sentence}</p><div><button>Vvv</button><button>Ww xx</button></div></div>");
        for text in [of("Rain", &answered, ""), of("Rain", "", &answered)] {
            assert!(!text.contains(sentence) && !text.contains("Ww") && text.contains("Rain"), "{text}");
        }
        // On a short page it is most of the text.
        let line = "<p>Rain fell on the old bridge for three days, and the river rose by two metres.</p>";
        let text = main_text(&format!("<title>Rain</title><p>{sentence}</p><h1>Rain</h1>{line}"));
        assert!(!text.contains(sentence) && text.contains("Rain fell"), "{text}");
        let more = "<p>The ferry leaves from the fish market, where a floating jetty was moored on Monday.</p>";
        let paragraph = format!("<div><h1>Rain</h1><div>{STORY}<p>{sentence}</p>{more}</div></div>");
        assert!(main_text(&format!("<title>Rain</title>{paragraph}")).contains(sentence), "{sentence}");
    }
}

#[test]
fn a_manual_with_code_about_cookies_is_no_notice() {
    let manual = |section: &str| {
        format!(
            "<title>Sending requests</title><main><h1>Sending requests</h1><p>A client sends one request after the other over the \
             same connection, which saves time.</p><section id=headers><h2>Headers</h2><p>Every request has some headers.</p>\
             </section>{section}</main>"
        )
    };
    for (section, wanted) in [
        (
            "<section id=cookies><h2>Cookies</h2><p>We read the cookies of a request with <code>get_cookie</code>, and set \
             them with the settings of the response.</p><p>Reading:</p><pre>value = request.cookies['name']</pre><p>Sessions \
             use cookies, too, and store your preferences in them.</p></section>",
            ["get_cookie", "request.cookies"],
        ),
        (
            "<div class=highlight><pre>page.get('/privacy', cookies={'consent': 'accept all', 'third-party cookies': \
             'no'})</pre></div><p>This one sends two of them.</p>",
            ["third-party", "two of them"],
        ),
    ] {
        let text = main_text(&manual(section));
        assert!(wanted.iter().all(|wanted| text.contains(wanted)), "{text}");
    }
}
