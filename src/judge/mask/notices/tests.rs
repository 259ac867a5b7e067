use crate::Analyzer;

const SHORT: &str = "<article><h1>Rain again</h1><p>Rain fell on the city for the third day, and the river rose by two metres \
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

fn main_text(html: &str) -> String {
    let mut analyzer = Analyzer::default();
    analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
}

/// A page with these elements before, in and after its main element.
fn page([first, inside, last]: [&str; 3], article: &str) -> String {
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

#[test]
fn calls_in_an_article_are_template() {
    let paragraph = "<p>The council voted on Tuesday to rebuild the old stone pier, which was damaged by two storms last winter.</p>";
    for (call, unwanted) in [
        (
            "<div class=newsletter-box><h3>Our letter</h3><p>All that happens at the harbor, each morning.</p><form><input><button>Go</button></form></div>",
            "each morning",
        ),
        (
            "<div><p>All that happens at the harbor, each morning, free of charge.</p><form><input><button>Sign-up</button></form></div>",
            "free of charge",
        ),
        (
            "<div><p>Alles, was am Hafen geschieht, jeden Morgen und kostenlos.</p><form><input><button>Abonnieren</button></form></div>",
            "kostenlos",
        ),
        (
            "<div><p>Tout ce qui se passe au port, chaque matin, sans frais.</p><a class=b href=/n>S’abonner</a></div>",
            "sans frais",
        ),
        (
            "<div class=login-prompt><p>Please log in or create an account to leave a comment.</p></div>",
            "create an account",
        ),
        ("<p class=login-note>Bitte <a href=/l>anmelden</a>, um einen Kommentar zu schreiben.</p>", "Kommentar"),
        (
            "<div class=author-box><h4>The author</h4><p>Jo Brook has written about the harbor since 2009, and keeps two dogs.</p></div>",
            "two dogs",
        ),
        ("<div><span>Advertisement</span></div>", "Advertisement"),
        ("<div><span>– Anzeige –</span></div>", "Anzeige"),
        ("<div><p>広告</p></div>", "広告"),
        ("<p><strong>READ ALSO: <a href=/x>Storm warning for the coast</a></strong></p>", "Storm warning"),
        ("<p>Lesen Sie auch: <a href=/x>Sturmwarnung für die ganze Küste</a></p>", "Sturmwarnung"),
        ("<p>Читайте также: <a href=/x>Штормовое предупреждение на побережье</a></p>", "предупреждение"),
        ("<p><a href=https://t.me/harbor>Our channel in Telegram</a></p>", "channel"),
        ("<p><a href=https://www.whatsapp.com/channel/x>تابعوا قناتنا على واتساب</a></p>", "قناتنا"),
        ("<p class=must-log-in>Du musst <a href=/l>angemeldet</a> sein, um zu schreiben.</p>", "angemeldet"),
        (
            "<div class=paywall><h3>Weiterlesen</h3><p>Einen Monat lang für einen Euro, mit allen Karten.</p></div>",
            "Karten",
        ),
        ("<p>関連記事：<a href=/x>海岸に暴風警報が発令されました</a></p>", "暴風警報"),
        ("<p>Нашли ошибку? Выделите её и нажмите Ctrl+Enter.</p>", "Выделите"),
        ("<p><a href=https://t.me/harbor>Our channel in Telegram</a> has all of it.</p>", "has all of it"),
        ("<p>▶ 제보하기: 항구신문</p>", "항구신문"),
        ("<p>Schlagwörter: <a href=/t1>Mole</a>, <a href=/t2>Hafen</a></p>", "Hafen"),
        ("<p>キーワード：<a href=/t1>桟橋</a> <a href=/t2>港</a></p>", "桟橋"),
        (
            "<div><p>Lea también</p><ul><li><a href=/1>El puerto cierra</a><li><a href=/2>Así se teje una red</a></ul></div>",
            "El puerto cierra",
        ),
        ("<div><p>この記事は会員限定です。残り千字</p><p><a href=/l>ログインして読む</a></p></div>", "残り千字"),
        (
            "<div><p>Jo Brook has written about the harbor since 2009, and keeps two dogs.</p><p><a href=/jo>View all posts by Jo Brook\
             </a></p></div>",
            "two dogs",
        ),
        ("<div><p>This story is for subscribers only.</p><a href=/l>Log in to read on</a></div>", "subscribers only"),
        ("<div><p>To jest artykuł tylko dla abonentów.</p><a href=/l>Zaloguj się, aby czytać</a></div>", "abonentów"),
        (
            "<div><img src=a.jpg alt=''><h4>Jo Brook</h4><p>Has written about the harbor since 2009, and keeps two dogs.</p>\
             <a href=https://t.me/jo>Telegram</a> <a href=https://www.linkedin.com/in/jo>LinkedIn</a></div>",
            "two dogs",
        ),
        (
            "<div><div>Das könnte Sie auch interessieren</div><div><a href=/1>Netze geflickt</a><div>Vierzig Meter</div></div>\
             <div><a href=/2>Boot getauft</a><div>Mit Sekt</div></div></div>",
            "Vierzig Meter",
        ),
        (
            "<div class=entry-author><h4>Lucie Morel</h4><p>Journaliste, elle vit sur une péniche près du port.</p></div>",
            "péniche",
        ),
        ("<p class=no-comments>Komentarze są zamknięte.</p>", "zamknięte"),
        ("<p>Комментарии закрыты.</p>", "закрыты"),
        ("<div><p>Was this page helpful?</p></div>", "helpful"),
        ("<p>¿Te ha resultado útil este artículo?</p>", "resultado"),
        ("<h4>この記事は役に立ちましたか？</h4>", "役に立ち"),
        (
            "<div class=msg><p>You seem to use an adblocker. Please allow this site to show advertisements.</p></div>",
            "adblocker",
        ),
        (
            "<div class=msg><p>Мы заметили блокировщик. Отключите его, пожалуйста, на нашем сайте.</p></div>",
            "Отключите",
        ),
    ] {
        let article = format!("<article><h1>Pier</h1>{0}{0}{call}{0}{0}</article>", paragraph);
        let found = main_text(&page([""; 3], &article));
        assert!(found.contains("The council voted") && !found.contains(unwanted), "{call}: {found}");
    }
}

#[test]
fn lists_of_similar_things_end_a_page() {
    let job = |heading: &str, list: &str| {
        let text = "<p>Der Verein sucht ab Mai jemanden, der die Boote am Steg vermietet und kleine Schäden selbst behebt.</p>";
        main_text(&format!(
            "<title>Bootsvermietung</title><header><a href=/>Start</a></header><main><h1>Bootsvermietung</h1>{text}<h2>Aufgaben</h2>\
             <ul><li>Boote ausgeben<li>Kasse führen</ul>{heading}<ul>{list}</ul></main>"
        ))
    };
    let links = "<li><a href=/1>Kranführer</a><li><a href=/2>Segelmacher</a>";
    for heading in
        ["<h3>Ähnliche Stellen</h3>", "<h3>Similar jobs</h3>", "<h2>Похожие вакансии</h2>", "<h4>類似の求人</h4>"]
    {
        let text = job(heading, links);
        assert!(text.contains("Kasse") && !text.contains("Segelmacher"), "{heading}: {text}");
    }
    assert!(job("<h3>Ähnliche Boote</h3>", "<li>Eine Jolle<li>Zwei Kanus aus Holz").contains("Jolle"));
}

#[test]
fn what_only_sounds_like_a_call_stays() {
    let paragraph = "<p>The council voted on Tuesday to rebuild the old stone pier, which was damaged by two storms last winter.</p>";
    for text in [
        "<p>Advertisement pays for the half of it, and the other half comes from a fund of the region.</p>",
        "<p>Read also what the mayor wrote about it in the log of the harbor twenty years ago.</p>",
        "<p>Follow us on the way to the market, where a floating jetty was moored on Monday for the ferry.</p>",
        "<p>Topics: the price, the railing, and the question of who may sit on the pier when it is open.</p>",
        "<div class=field-text-editor><p>The old customs house was sold to pay for the other half of it.</p></div>",
    ] {
        let article = format!("<article><h1>Pier</h1>{0}{0}{text}{0}{0}</article>", paragraph);
        let found = main_text(&page([""; 3], &article));
        let wanted = &text[text.find("<p>").unwrap() + 3..text.find("</p>").unwrap()];
        assert!(found.contains(wanted), "{text}: {found}");
    }
}

const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.</p>\
    <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.</p>\
    <p>Trains stop at the eastern station, from where buses leave for the center every ten minutes.</p>\
    <p>The schools stay open, and the market moves to the square behind the town hall for a week.</p>";
const IMPLIED: [&str; 8] = [
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
fn boxes_without_names_are_calls() {
    let story = STORY.repeat(4);
    let article = |tail: &str| main_text(&format!("<title>Rain</title><article><h1>Rain</h1>{story}{tail}</article>"));
    for heading in ["About the author", "Über die Autorin", "Об авторе", "この記事を書いた人", "Yazar hakkında"]
    {
        let text = article(&format!(
            "<div><div><h4>{heading}</h4><p>Mara Quill builds small boats since 2009.</p></div></div>"
        ));
        assert!(!text.contains("small boats"), "{heading}");
    }
    assert!(article("<div><h4>About the author of the bridge</h4><p>He was a mason.</p></div>").contains("Rain"));
    for call in ["Subscribe", "订阅", "登録する", "구독하기", "اشترك الآن"] {
        for button in [format!("<a role=button href=/n>{call}</a>"), format!("<button>{call}</button>")] {
            let text = article(&format!(
                "<div><p>The best stories of the harbor and of the town every week</p>{button}</div>"
            ));
            assert!(!text.contains("best stories"), "{call}");
        }
    }
    let form = "<section><div><h2>Newsletter</h2><div>The best stories of the harbor every week.</div></div><div><form><label>Yours</label>\
        <input name=email><button>Go</button></form></div></section>";
    assert!(!article(form).contains("best stories"));
    let order = form.replace("name=email", "type=number name=count");
    assert!(article(&order).contains("Rain"));
}

#[test]
fn boxes_about_blockers_of_advertisements_are_template() {
    for [title, text, button] in [
        [
            "Un bloqueur de publicité est actif",
            "La publicité paie nos articles, merci de le couper.",
            "Je l’ai désactivé",
        ],
        ["Werbeblocker erkannt", "Werbung bezahlt unsere Seite, bitte schalten Sie ihn ab.", "Ist deaktiviert"],
        [
            "Usas un bloqueador de anuncios",
            "La publicidad paga este sitio. Gracias por quitarlo.",
            "Ya está desactivado",
        ],
    ] {
        let html = format!("{SHORT}<div><h3>{title}</h3><p>{text}</p><button>{button}</button></div>");
        let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(text.contains("Rain fell") && !text.contains(title), "{text}");
    }
}

#[test]
fn labels_of_boxes_about_authors_need_no_heading() {
    for [label, text] in [
        ["Over de auteur", "Hanneke schrijft sinds 2011 over water en wonen en houdt van schaatsen."],
        ["About the author", "Writes about water and keeps two dogs and a boat that leaks."],
        ["Об авторе", "Пишет о воде с 2011 года и держит двух собак и лодку."],
    ] {
        let html = format!(
            "{SHORT}<div><img src=a.jpg alt=''><div><div>{label}</div><div>H. Post</div><div>{text}</div></div></div>"
        );
        let found = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(found.contains("Rain fell") && !found.contains(label) && !found.contains(text), "{found}");
    }
}

#[test]
fn pointers_in_turkish_capitals_are_template() {
    let pointer = "<div><span>İLGİLİ HABER</span> <a href=/a>Sel bölgesine yardım</a></div>";
    let html = SHORT.replace("</p><p>", &format!("</p>{pointer}<p>"));
    let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
    assert!(text.contains("mayor") && !text.contains("yardım"), "{text}");
}
