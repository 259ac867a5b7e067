//! Calls, boxes about authors, labels and pointers in an article, told from text that only sounds like them.

use super::tests::{SHORT, STORY, main_text, page};
use crate::Analyzer;

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
        ("<p><a href=/t/1>#Mole</a> <a href=/t/2>#Hafen</a></p>", "#Hafen"),
        ("<div><p>Tag @quaykitchen on Instagram, we love to see it</p></div>", "quaykitchen"),
        ("<p>Taggez @quai_du_port sur Instagram !</p>", "quai_du_port"),
        (
            "<div><p>This small paper lives on what its readers give, so chip in if you can.</p><a href=https://ko-fi.com/quay>\
             Chip in</a></div>",
            "chip in",
        ),
        (
            "<div><p>La nostra piccola redazione vive di quello che ricevono i lettori.</p><a href=/it/donate/>Dai ora</a></div>",
            "piccola redazione",
        ),
        ("<div><button>Diesen Artikel anhören</button> <span>3 min</span></div>", "anhören"),
        ("<p><a href=#c>Jump to comments</a></p>", "Jump to"),
        ("<p>Did you make this recipe?</p>", "make this"),
        (
            "<p><b>All that happens at the harbor? <a href=/n>Sign up for our newsletter</a>.</b></p>",
            "All that happens",
        ),
        ("<p>Alles wat er in de haven gebeurt? <a href=/n>Schrijf je in voor onze nieuwsbrief</a></p>", "Alles wat er"),
        ("<p>Story continues below advertisement</p>", "continues"),
        ("<div>Dalsza część artykułu pod reklamą</div>", "Dalsza"),
        ("<p>Tipsa oss! Skriv till <a href=mailto:t@kaj.se>t@kaj.se</a></p>", "Tipsa"),
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
fn a_section_with_a_button_loses_only_the_button() {
    let section = |name: &str, text: &str, end: &str| format!("<div><h2>{name}</h2><p>{text}</p>{end}</div>");
    let page = |last: &str| {
        main_text(&format!(
            "<title>Carving course</title><header><a href=/>School</a></header><main><div><h1>Carving course</h1><p>Eight evenings to learn \
             to carve spoons, bowls and small animals from lime and alder.</p></div>{}{}{last}</main>",
            section("When", "Every Tuesday from seven to ten", ""),
            section("Where", "In the old mill on Ship Street", ""),
        ))
    };
    let text = page(&section("Price", "180 pounds, wood included", "<a href=/in>Sign up</a>"));
    assert!(text.contains("wood included") && !text.contains("Sign up"), "{text}");
    let text = page(
        "<div><h2>News</h2><p>Our letter in spring and autumn</p><form><input type=email><button>Sign up</button></form></div>",
    );
    assert!(text.contains("Ship Street") && !text.contains("spring and autumn"), "{text}");
}

#[test]
fn paragraphs_that_publishers_name_after_their_paywall_stay() {
    let paragraph = |name: &str, end: &str| {
        format!(
            "<p class={name}>The pier was rebuilt with oak from the hills, and the town paid for it in ten years: {end}</p>"
        )
    };
    let ends = ["by lot.", "by tax.", "by fish.", "by luck."];
    let page = |body: &str| main_text(&format!("<title>The pier</title><article><h1>The pier</h1>{body}</article>"));
    let text = page(&ends.map(|end| paragraph("paywall", end)).concat());
    assert!(ends.iter().all(|end| text.contains(end)), "{text}");
    let call = "<p class=paywall>Read on from 2 pounds a week.</p>";
    let text = page(&[&ends.map(|end| paragraph("text", end)).concat(), call].concat());
    assert!(text.contains("by luck.") && !text.contains("2 pounds"), "{text}");
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
fn pointers_above_a_list_need_no_heading() {
    let text = "<p>Most short stories end badly because the writer stops when the idea is used up, not when the story is over.</p>";
    let page = |label: &str, more: &str| {
        let list = "<ul><li><a href=/1>How to begin</a><li><a href=/2>Names for villains</a>";
        main_text(&format!(
            "<title>Endings</title><main><h1>Endings</h1>{text}{text}<p>{label}</p>{list}{more}</ul><p>End.</main>"
        ))
    };
    for label in ["Read next", "Das könnte dich auch interessieren", "Читайте также", "関連記事"] {
        let text = page(label, "");
        assert!(!text.contains("villains") && !text.contains(label) && text.contains("badly"), "{label}: {text}");
    }
    // A list with more than links is a part of the text.
    assert!(page("Read next", "<li>The last page, aloud").contains("Read next"));
}

#[test]
fn what_only_sounds_like_a_call_stays() {
    let paragraph = "<p>The council voted on Tuesday to rebuild the old stone pier, which was damaged by two storms last winter.</p>";
    for text in [
        "<p>Advertisement pays for the half of it, and the other half comes from a fund of the region.</p>",
        "<p>Read also what the mayor wrote about it in the log of the harbor twenty years ago.</p>",
        "<p>Follow us on the way to the market, where a floating jetty was moored on Monday for the ferry.</p>",
        "<p>Topics: the price, the railing, and the question of who may sit on the pier when it is open.</p>",
        "<p>The photograph of the pier is by @quay on Instagram: it was taken at night, from the ferry to the island.</p>",
        "<div class=field-text-editor><p>The old customs house was sold to pay for the other half of it.</p></div>",
    ] {
        let article = format!("<article><h1>Pier</h1>{0}{0}{text}{0}{0}</article>", paragraph);
        let found = main_text(&page([""; 3], &article));
        let wanted = &text[text.find("<p>").unwrap() + 3..text.find("</p>").unwrap()];
        assert!(found.contains(wanted), "{text}: {found}");
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

#[test]
fn a_long_overlay_that_asks_to_register_is_template() {
    let overlay = "<div class=@><p>You have read all of your free articles of this month.</p><p>Do not worry: enter your \
             address below, and get ten more of them, as well as the best of our essays on politics, letters and the sea.</p><p>You \
             decide which articles you read. With an account you get our book on the history of the pier, too, and a letter on each \
             Friday about what was written in the week before; the letter has a puzzle that is hard.</p><p>We take your privacy \
             seriously, and do not rent or sell your address to anybody. You can end the letter at any time with one click, in the \
             letter itself or on our pages, without giving a reason.</p></div>";
    let story: String = (1..9)
        .map(|i| {
            format!(
                "<p>The council of ward {i} voted on Tuesday to rebuild its part of the old stone pier, which two storms had \
                 damaged last winter, and to move the boats of the rowing club to quay {i} until the work is done.</p>"
            )
        })
        .collect();
    let text = |name: &str| {
        let html = format!(
            "<title>Pier</title><nav><a href=/>Home</a></nav><article><h1>Pier</h1>{story}{}</article><footer>2024</footer>",
            overlay.replace('@', name)
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    };
    for name in ["subscribe-overlay", "'modal login'", "paywall_popup"] {
        let text = text(name);
        assert!(text.contains("ward 8") && !text.contains("a puzzle"), "{name}: {text}");
    }
    assert!(text("part").contains("a puzzle"));
}

#[test]
fn a_heading_whose_id_repeats_its_text_is_no_call() {
    for (id, heading) in [
        ("which-subscription-pays", "Which subscription pays?"),
        ("login-am-hafen", "Login am Hafen"),
        ("newsletter-eines-fischers", "Newsletter eines Fischers"),
    ] {
        let section = format!("</p><h2 id={id}>{heading}</h2><p>");
        let text = main_text(&format!("{}{STORY}", SHORT.replace("</p><p>", &section)));
        assert!(text.contains(heading), "{text}");
    }
}

#[test]
fn the_last_section_in_a_table_of_contents_is_no_portrait() {
    for (before, last) in [("What It Costs", "The Last Word"), ("Was es kostet", "Ein Letztes Wort")] {
        let contents = [
            format!("<ul><li><a href=#a>{before}</a><li><a href=#b>{last}</a></ul>"),
            format!("<div>{before}</div><div>{last}</div>"),
        ];
        for contents in contents {
            let sections = format!(
                "</h1>{contents}<p>Rain fell and fell on the old town by the sea, and the river rose by two metres.</p>\
                 <h2 id=a>{before}</h2><p>The new dam costs four million, of which the region pays half.</p><h2 id=b>{last}</h2><p>"
            );
            let text = main_text(&SHORT.replace("</h1><p>", &sections));
            assert!(text.matches(last).count() > 0 && text.contains("over night"), "{contents}: {text}");
        }
    }
}
