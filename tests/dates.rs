//! Dates of pages, in many languages and layouts: small pages of our own.

use blockmask::{Analyzer, FactOptions, Input, Options, PageFacts};

const STORY: &str = "<p>The council voted on Tuesday to mend the old mill, which was damaged by the flood last winter and \
    has been closed to visitors since.</p><p>The work will begin soon and is expected to last half a year. During that \
    time the market will be held on the green, where tents have been put up.</p><p>Those who spoke at the meeting were \
    mostly in favor, although some asked for a wider gate on the river side, so that carts can pass.</p>";
const MENU: &str = "<header><a href=/>The Mill Post</a><nav><ul><li><a href=/a>Town</a><li><a href=/b>Country</a><li>\
    <a href=/c>Sport</a></ul></nav></header>";
const FOOTER: &str = "<aside><h3>Most read</h3><ul><li><a href=/d>Ferry in autumn</a><li><a href=/e>Library hours</a></ul>\
    </aside><footer><p>&copy; 2025 Mill Post Media. All rights reserved.</p></footer>";

fn facts_at(address: &str, html: &str) -> PageFacts {
    let mut analyzer = Analyzer::new(Options::default());
    let input = Input::new(html.as_bytes()).address(address);
    analyzer.analyze_input(input).expect("a small page").facts(&FactOptions::default())
}

/// A page with an article, whose body begins with some lines.
fn page(language: &str, head: &str, lines: &str, end: &str) -> String {
    format!(
        "<!doctype html><html lang={language}><head><meta charset=utf-8><title>The mill - Mill Post</title>{head}</head>\
         <body>{MENU}<main><article><h1>The mill will be mended</h1>{lines}{STORY}{end}</article></main>{FOOTER}"
    )
}

/// The days of publication and modification.
fn days(html: &str) -> (String, String) {
    days_at("https://mill.example/a", html)
}

fn days_at(address: &str, html: &str) -> (String, String) {
    let facts = facts_at(address, html);
    let day = |date: Option<blockmask::DateFact>| date.map_or_else(String::new, |date| date.date[..10].to_owned());
    (day(facts.published), day(facts.modified))
}

/// The days that a page with one line below its headline states.
fn line(language: &str, line: &str) -> (String, String) {
    days(&page(language, "", &format!("<p class=info>{line}</p>"), ""))
}

#[test]
fn months_of_many_languages() {
    for (language, text) in [
        ("en", "By Ann Miller, 7 August 2023"),
        ("en", "AUG. 7, 2023"),
        ("en", "Monday, August 7th, 2023 at 9:15 am"),
        ("de", "Montag, 7. August 2023, 09:15 Uhr"),
        ("de-AT", "7. August 2023"),
        ("fr", "Le 7 AOÛT 2023 à 09h15"),
        ("es", "7 de agosto de 2023"),
        ("ca", "7 d’agost del 2023"),
        ("pt", "7 de AGOSTO de 2023"),
        ("it", "lunedì 7 agosto 2023"),
        ("nl", "maandag 7 augustus 2023"),
        ("sv", "7 augusti 2023"),
        ("nb", "7. august 2023"),
        ("is", "7. ágúst 2023"),
        ("et", "7. august 2023"),
        ("fi", "7. elokuuta 2023"),
        ("hu", "2023. augusztus 7."),
        ("hu", "2023. AUG. 7."),
        ("lv", "2023. gada 7. augusts"),
        ("lt", "2023 m. rugpjūčio 7 d."),
        ("pl", "7 sierpnia 2023"),
        ("cs", "7. SRPNA 2023"),
        ("sk", "7. augusta 2023"),
        ("sl", "7. avgust 2023"),
        ("hr", "7. kolovoza 2023."),
        ("sr", "7. август 2023."),
        ("bg", "7 август 2023 г."),
        ("mk", "7 август 2023"),
        ("ru", "7 АВГУСТА 2023 г."),
        ("uk", "7 Серпня 2023 р."),
        ("be", "7 жніўня 2023"),
        ("el", "7 Αυγούστου 2023"),
        ("el", "7 ΑΥΓΟΥΣΤΟΥ 2023"),
        ("tr", "7 AĞUSTOS 2023 Pazartesi"),
        ("az", "7 avqust 2023"),
        ("kk", "2023 жылғы 7 тамыз"),
        ("ka", "7 აგვისტო, 2023"),
        ("hy", "7 օգոստոսի, 2023 թ."),
        ("he", "7 באוגוסט 2023"),
        ("he", "פורסם ב-7 באוגוסט 2023, 9:15"),
        ("ar", "7 أغسطس 2023"),
        ("ar", "٧ أغسطس ٢٠٢٣"),
        ("ar-SY", "7 آب 2023"),
        ("fa", "۱۶ مرداد ۱۴۰۲"),
        ("hi", "7 अगस्त 2023"),
        ("hi", "७ अगस्त २०२३"),
        ("bn", "৭ আগস্ট ২০২৩"),
        ("ta", "7 ஆகஸ்ட், 2023"),
        ("th", "7 สิงหาคม 2566"),
        ("th", "7 ส.ค. 2566"),
        ("vi", "Thứ hai, ngày 7 tháng 8 năm 2023"),
        ("vi", "7/8/2023 09:15"),
        ("id", "Senin, 7 Agustus 2023"),
        ("ms", "7 Ogos 2023"),
        ("fil", "Agosto 7, 2023"),
        ("sw", "7 Agosti 2023"),
        ("zh", "２０２３年８月７日"),
        ("zh-TW", "民國112年8月7日"),
        ("ja", "令和5年8月7日"),
        ("ko", "2023년 8월 7일"),
        ("ko", "2023. 8. 7. 오후 3:15"),
        ("eu", "2023(e)ko abuztuaren 7a"),
        ("ro", "7 aug. 2023"),
        ("sq", "7 gusht 2023"),
        ("ga", "7 Lúnasa 2023"),
        ("cy", "7 Awst 2023"),
        ("mn", "2023 оны 8-р сарын 7"),
    ] {
        assert_eq!(line(language, text).0, "2023-08-07", "{language}: {text}");
    }
}

#[test]
fn the_language_decides_the_order_of_numbers() {
    for (language, text, expected) in [
        ("en-US", "08/07/2023", "2023-08-07"),
        ("en-GB", "08/07/2023", "2023-07-08"),
        ("en-AU", "08/07/2023", "2023-07-08"),
        ("en", "08/07/2023", ""),
        ("en", "08/17/2023", "2023-08-17"),
        ("en", "08/17/23 10:15 AM", "2023-08-17"),
        ("en", "17/08/23", "2023-08-17"),
        ("en", "08/07/23", ""),
        ("en", "17.08.23", ""),
        ("es", "08/07/2023", "2023-07-08"),
        ("it-IT", "08-07-2023", "2023-07-08"),
        ("pt-BR", "08/07/2023 às 10h00", "2023-07-08"),
        ("de", "08.07.2023", "2023-07-08"),
        ("en", "08.07.2023", "2023-07-08"),
        ("ar", "٠٨/٠٧/٢٠٢٣", "2023-07-08"),
        ("th", "08/07/2566", "2023-07-08"),
        ("fa", "۱۴۰۲/۰۴/۱۷", "2023-07-08"),
    ] {
        assert_eq!(line(language, text).0, expected, "{language}: {text}");
    }
    let html = page("en", "<meta property=og:locale content=en_GB>", "<p class=date>08/07/2023</p>", "");
    assert_eq!(days(&html).0, "2023-07-08", "the locale of previews");
}

#[test]
fn lines_that_say_updated() {
    for (language, text) in [
        ("en", "Last updated: August 7, 2023"),
        ("en", "Modified on 7 Aug 2023"),
        ("en", "This page was last edited on 7 August 2023, at 10:11 (UTC)."),
        ("de", "Zuletzt geändert am 07.08.2023"),
        ("fr", "Mis à jour le 7 août 2023 à 10h11"),
        ("es", "Actualizado el 07/08/2023"),
        ("it", "Ultimo aggiornamento: 7 agosto 2023"),
        ("pt", "Atualizado em 07/08/2023 10h11"),
        ("nl", "Bijgewerkt op 7 augustus 2023"),
        ("sv", "Uppdaterad 7 augusti 2023"),
        ("da", "Opdateret 7. august 2023"),
        ("fi", "Päivitetty 7.8.2023"),
        ("pl", "Aktualizacja: 7 sierpnia 2023"),
        ("cs", "Aktualizováno 7. srpna 2023"),
        ("hu", "Frissítve: 2023. augusztus 7."),
        ("ro", "Actualizat la 7 august 2023"),
        ("ru", "Обновлено 7 августа 2023"),
        ("uk", "Оновлено: 7 серпня 2023"),
        ("el", "Τελευταία ενημέρωση: 7 Αυγούστου 2023"),
        ("tr", "Güncelleme: 7 Ağustos 2023"),
        ("ar", "آخر تحديث: 7 أغسطس 2023"),
        ("he", "עודכן: 7 באוגוסט 2023"),
        ("hi", "अपडेट: 7 अगस्त 2023"),
        ("id", "Diperbarui 7 Agustus 2023"),
        ("vi", "Cập nhật: 7/8/2023"),
        ("th", "อัปเดต 7 สิงหาคม 2566"),
        ("th", "อัปเดต 7 ส.ค. 2566"),
        ("ja", "最終更新日：2023年8月7日"),
        ("zh", "更新时间：2023-08-07 10:11"),
        ("ko", "수정 2023.08.07 10:11"),
        ("ko", "최종수정 2023. 8. 7."),
    ] {
        let (published, modified) = line(language, text);
        assert_eq!((published.as_str(), modified.as_str()), ("", "2023-08-07"), "{language}: {text}");
    }
}

#[test]
fn elements_with_both_dates() {
    let updated = "<time class=updated datetime=2023-08-07>7 août 2023</time>";
    for times in [
        format!("{updated} <time class='entry-date published' datetime=2023-05-01>1 mai 2023</time>"),
        format!("<time class='post-published' datetime=2023-05-01>1 mai 2023</time> {updated}"),
    ] {
        assert_eq!(line("fr", &times), ("2023-05-01".to_owned(), "2023-08-07".to_owned()), "{times}");
    }
    assert_eq!(line("fr", updated).0, "2023-08-07");
}

#[test]
fn lines_with_both_dates() {
    for (language, text) in [
        ("th", "เผยแพร่ 1 พ.ค. 2566 อัปเดต 7 ส.ค. 2566"),
        ("en", "Published 1 May 2023 · Updated 7 August 2023"),
        ("en", "Updated: 7 August 2023 | Originally published: 1 May 2023"),
        ("en", "By Ann | May 1, 2023 | Last updated August 7, 2023"),
        ("de", "Veröffentlicht: 01.05.2023, aktualisiert: 07.08.2023"),
        ("fr", "Publié le 1er mai 2023, modifié le 7 août 2023"),
        ("es", "Publicado: 01/05/2023 - Actualizado: 07/08/2023"),
        ("sv", "Publicerad 1 maj 2023. Uppdaterad 7 augusti 2023."),
        ("pl", "Dodano: 1 maja 2023, zaktualizowano: 7 sierpnia 2023"),
        ("ru", "Опубликовано 1 мая 2023, обновлено 7 августа 2023"),
        ("tr", "Yayınlanma: 01.05.2023 Güncelleme: 07.08.2023"),
        ("ja", "2023年5月1日 公開 2023年8月7日 更新"),
        ("ja", "公開日：2023/05/01 更新日：2023/08/07"),
        ("ko", "입력 2023.05.01 10:00 수정 2023.08.07 11:00"),
        ("zh", "发布：2023-05-01 更新：2023-08-07"),
    ] {
        let (published, modified) = line(language, text);
        assert_eq!((published.as_str(), modified.as_str()), ("2023-05-01", "2023-08-07"), "{language}: {text}");
    }
}

#[test]
fn labels_beside_the_date() {
    for (lines, expected) in [
        (
            "<dl><dt>Published</dt><dd>1 May 2023</dd><dt>Updated</dt><dd>7 August 2023</dd></dl>",
            ("2023-05-01", "2023-08-07"),
        ),
        ("<div>Updated</div><div>7 August 2023</div>", ("", "2023-08-07")),
        ("<p>Updated <time datetime=2023-08-07>7 August</time></p>", ("", "2023-08-07")),
        ("<p>Last modified: <time datetime=2023-08-07T10:00>3 days ago</time></p>", ("", "2023-08-07")),
        (
            "<p>Posted <time datetime=2023-05-01>1 May 2023</time>, edited <time datetime=2023-08-07>7 August 2023</time>",
            ("2023-05-01", "2023-08-07"),
        ),
        ("<time class=published datetime=2023-05-01>1 May</time>", ("2023-05-01", "")),
        ("<abbr class=published title=2023-05-01T10:00>1 May</abbr>", ("2023-05-01", "")),
        ("<span itemprop=datePublished content=2023-05-01>1 May</span>", ("2023-05-01", "")),
        ("<p itemprop=datePublished>1 May 2023</p>", ("2023-05-01", "")),
        ("<p>By Ann<br>1 May 2023</p>", ("2023-05-01", "")),
        ("<p><b>By Ann</b> &middot; <span>1 May 2023</span> &middot; 4 min read</p>", ("2023-05-01", "")),
        ("<p>1 May 2023</p><p>Member since 7 August 2011</p>", ("2023-05-01", "")),
    ] {
        let (published, modified) = days(&page("en", "", lines, ""));
        assert_eq!((published.as_str(), modified.as_str()), expected, "{lines}");
    }
}

#[test]
fn dates_of_other_things() {
    for (lines, end) in [
        ("<p>Member since 7 August 2011</p>", ""),
        (
            "",
            "<p>The mill was built by the Miller family, who came here on 7 August 1823 with three carts and a cow.</p>",
        ),
        ("<p>The meeting takes place on 5 June 2024 in the town hall.</p>", ""),
        ("<p>Das Fest beginnt am 5. Juni 2024 auf dem Platz vor der alten Mühle.</p>", ""),
        ("<p>Read in 4 minutes, by 12 readers</p>", "<p>Call 2023 07 or 0800 1234</p>"),
        ("<p>7 August</p>", ""),
        ("<p>31 February 2023</p>", ""),
        ("<p>2023</p>", "<p>August 2023</p>"),
        ("<p>+275760-09-13</p>", ""),
        ("<p>1234567890123456789012345678901234567890</p>", ""),
        ("<p>0000-00-00</p>", ""),
    ] {
        assert_eq!(days(&page("en", "", lines, end)), (String::new(), String::new()), "{lines}{end}");
    }
}

#[test]
fn teasers_have_dates_too() {
    let teaser = |day: u32| {
        format!(
            "<li><a href=/t{day}>Rain is expected on the coast</a> <time datetime=2024-01-{day:02}>{day} January</time></li>"
        )
    };
    let teasers: String = (10..16).map(teaser).collect();
    let html = format!(
        "<html lang=en><body>{MENU}<section><h2>Latest</h2><ul>{teasers}</ul></section><main><article>\
        <h1>The mill will be mended</h1><p>By Ann, 1 May 2023</p>{STORY}</article></main>{FOOTER}"
    );
    assert_eq!(days(&html).0, "2023-05-01", "before");
    let time = "<time datetime=2023-05-01>1 May 2023</time>";
    let html = format!(
        "<html lang=en><body>{MENU}<ul>{teasers}</ul><main><article>\
        <h1>The mill will be mended</h1>{time}{STORY}</article></main>{FOOTER}"
    );
    assert_eq!(days(&html).0, "2023-05-01", "marked");
    let html = page("en", "", "<p>1 May 2023</p>", &format!("<h2>More</h2><ul>{teasers}</ul>"));
    assert_eq!(days(&html).0, "2023-05-01", "after");
    let one = "<aside><a href=/x>Ferry in autumn</a> <time datetime=2024-01-10>10 January</time></aside>";
    let html = format!(
        "<html lang=en><body>{MENU}{one}<main><article><h1>The mill will be mended</h1>\
        <p class=date>1 May 2023</p>{STORY}</article></main>"
    );
    assert_eq!(days(&html).0, "2023-05-01", "one teaser");
}

#[test]
fn the_day_of_the_visit_is_no_date() {
    let html = format!(
        "<html lang=fr><body>{MENU}<main><div><span>Jeudi 9 janvier 2025</span> 3 °C</div><article>\
        <h1>The mill will be mended</h1><p>Par Anne, le 1er mai 2023</p>{STORY}</article></main>{FOOTER}"
    );
    assert_eq!(days(&html).0, "2023-05-01");
    let html = format!(
        "<html lang=fr><body>{MENU}<main><article><p>1er mai 2023</p><h1>The mill will be mended</h1>\
        {STORY}</article></main>{FOOTER}"
    );
    assert_eq!(days(&html).0, "2023-05-01", "a date above the headline, if there is no other");
}

#[test]
fn the_date_in_the_address() {
    let html = page("en", "", "", "");
    let linked = page("en", "<link rel=canonical href=https://mill.example/2023/05/01/mill>", "", "");
    assert_eq!(days_at("https://mill.example/x", &linked).0, "2023-05-01");
    assert_eq!(
        days_at("https://mill.example/2023/05/01/mill", &html).0,
        "",
        "the caller's address is no part of the page"
    );
    // The day as the readers of the author see it.
    let meta = "<meta property=article:published_time content=2023-05-02T03:10:00Z>";
    let head = format!("{meta}<link rel=canonical href=https://mill.example/2023/05/01/mill>");
    assert_eq!(days(&page("en", &head, "", "")).0, "2023-05-01");
    // Of two dates the one that the address confirms.
    let head = format!("{meta}<meta property=article:published_time content=2021-02-03>");
    let address = "https://mill.example/2021/02/03/mill";
    assert_eq!(days_at(address, &page("en", &head, "", "")).0, "2021-02-03");
    assert_eq!(days_at("https://mill.example/2023/05/mill", &page("en", &head, "", "")).0, "2023-05-02");
}

#[test]
fn confidence_needs_evidence() {
    let confidence = |lines: &str, head: &str| {
        facts_at("https://mill.example/a", &page("en", head, lines, "")).published.map_or(0.0, |date| date.confidence)
    };
    let line = "<p class=date>1 May 2023</p>";
    let meta = "<meta property=article:published_time content=2023-05-01>";
    let other = "<meta property=article:published_time content=2021-02-03>";
    let (one, both, against) = (confidence(line, ""), confidence(line, meta), confidence(line, other));
    assert!(one > 0.5 && both >= one && both > 0.9 && against < both, "{one} {both} {against}");
    assert_eq!(confidence("", ""), 0.0);
}

#[test]
fn comments_have_dates_too() {
    let comment = |day: u32| {
        format!(
            "<div class=comment><b>Ann</b> <time datetime=2023-06-{day:02}>{day} June 2023</time><p>My cellar is full \
            of water, and nobody answers the phone, so I wonder.</p></div>"
        )
    };
    let comments: String = (1..5).map(comment).collect();
    let comments = format!("<section class=comments><h2>4 comments</h2>{comments}</section>");
    assert_eq!(days(&page("en", "", "<p>1 May 2023</p>", &comments)).0, "2023-05-01");
    assert_eq!(days(&page("en", "", "", &comments)).0, "", "the page has no date of its own");
}

#[test]
fn numbers_with_any_mark_between_them() {
    for (language, text, expected) in [
        ("en", "08.27.2023", "2023-08-27"),
        ("en-US", "Business 08.27.2023 07:00 AM", "2023-08-27"),
        ("de", "27.08.2023", "2023-08-27"),
        ("en", "2023•08•27", "2023-08-27"),
        ("es", "27•08•2023", "2023-08-27"),
        ("fr", "27 · 08 · 2023", "2023-08-27"),
        ("ja", "2023・8・27", "2023-08-27"),
        ("pl", "27 ∙ 8 ∙ 2023", "2023-08-27"),
        ("en", "27 · 8 • 2023", ""),
        ("en", "3 · 4 · 2023", ""),
    ] {
        assert_eq!(line(language, text).0, expected, "{language}: {text}");
    }
}

#[test]
fn days_in_a_row_are_of_an_event() {
    for (language, text) in [
        ("de", "27.–28.08.2023"),
        ("de", "27.-28. August 2023"),
        ("en", "27–28 August 2023"),
        ("fr", "Lyon (27-28 août 2023)"),
    ] {
        assert_eq!(line(language, text).0, "", "{language}: {text}");
    }
    for (language, text) in [("de", "Nr. 27 – 28.08.2023"), ("en", "Ann Miller – 28 August 2023")] {
        assert_eq!(line(language, text).0, "2023-08-28", "{language}: {text}");
    }
}

#[test]
fn the_day_in_the_description_of_a_page_that_states_no_other() {
    let described = |language: &str, text: &str, line: &str| {
        days(&page(language, &format!("<meta name=description content=\"{text}\">"), line, "")).0
    };
    for (language, text) in [
        ("it", "Il mulino (Notizia del 14 Gennaio 2020)"),
        ("en", "Jan 14, 2020 - The council voted to mend the old mill."),
        ("de", "14.01.2020 – Der Rat will die alte Mühle ausbessern."),
        ("de", "Die alte Mühle: Pressemitteilung vom 14.01.2020"),
        ("en", "Published on 14 January 2020: the mill will be mended"),
        ("fr", "Le moulin sera réparé. Publié le 14 janvier 2020."),
        ("ja", "水車を直す（2020年1月14日掲載）"),
        ("ru", "Мельницу починят. Новость от 14.01.2020"),
        ("es", "14 de enero de 2020. El molino"),
        ("pl", "14 stycznia 2020 | Młyn"),
    ] {
        assert_eq!(described(language, text, ""), "2020-01-14", "{text}");
        assert_eq!(described(language, text, "<p>May 2, 2020</p>"), "2020-05-02", "{text}");
    }
    for text in [
        "The mill burnt down on 14 January 2020 and will be mended.",
        "Concert in the mill, 14 January 2020, 7pm – 9pm",
        "14 January 2020, the day of the fire",
        "Updated 14 January 2020. The mill.",
        "Prices of the mill are valid until 14 January 2020",
        "Written by those who saw the mill burn on the night of 14 January 2020",
        "14 January 2020 - 16 January 2020: the mill is closed",
    ] {
        assert_eq!(described("en", text, ""), "", "{text}");
    }
}

#[test]
fn the_only_marked_day_below_a_carousel() {
    let teaser = |at: usize| format!("<section><h3><a href=/t{at}>Story {at}</a></h3><p>In short</p></section>");
    let teasers: String = (0..10).map(teaser).collect();
    let head = "<meta name=dcterms.date content=2020-01-10>";
    let with = |marked: &str, end: &str| days(&page("de", head, &format!("{teasers}{marked}"), end)).0;
    for marked in [
        "<div><time datetime=2020-01-14T08:00:00+01:00>14.01.2020</time></div>",
        "<p><time datetime=2020-01-14>14. Januar</time> 13 Stimmen</p>",
        "<div class=info><span class=published><time datetime=2020-01-14>14.01.2020</time></span></div>",
    ] {
        assert_eq!(with(marked, ""), "2020-01-14", "{marked}");
    }
    let other = "<p><time datetime=2020-03-01>1. März 2020</time></p>";
    for (marked, end) in [
        ("<p>14.01.2020</p>", ""),
        ("<p><a href=/x><time datetime=2020-01-14>14.01.2020</time></a></p>", ""),
        ("<aside><time datetime=2020-01-14>14.01.2020</time></aside>", ""),
        ("<p><time datetime=2020-01-14>14.01.2020</time></p>", other),
    ] {
        assert_eq!(with(marked, end), "2020-01-10", "{marked}");
    }
}
