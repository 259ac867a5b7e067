//! Worked examples of the algorithm of Pappas et al. 2012, computed by hand.

use super::{LayoutAreaRole, PageLayout, Region, StyleDensity, StyleDensityOptions, analyze};
use crate::base::arena::Bump;
use crate::read::html::NONE;
use crate::{Analyzer, Options};

fn with<T>(html: &str, options: &StyleDensityOptions, check: impl FnOnce(&StyleDensity<'_>) -> T) -> T {
    let mut analyzer = Analyzer::new(Options::default());
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    check(&analyze(&Bump::new(), document.page(), document.comment_tables(), options))
}

fn literal(t1: u8) -> StyleDensityOptions {
    StyleDensityOptions { t1, merge_nested: false, ..StyleDensityOptions::default() }
}

/// An article with two comments.
fn commented() -> String {
    let text = |letter: &str, count: usize| letter.repeat(count);
    format!(
        "<html><body><div id=menu><p>Home and other short links here</p></div><div id=main>\
         <div class=story><h1>Title</h1><p>{}</p><p>{}</p></div><div class=\"comment c1\"><p>{}</p></div>\
         <div class=\"comment c1\"><p>{}</p></div></div>\
         <div id=foot style=\"display:none\"><p>{}</p></div></body></html>",
        text("a", 600),
        text("b", 400),
        text("c", 150),
        text("d", 550),
        text("e", 900)
    )
}

#[test]
fn regions_of_an_article_with_comments() {
    with(&commented(), &literal(50), |found| {
        let [menu, story, short, long] = *found.regions.all else { panic!("{:?}", found.regions.all) };
        let facts = |r: Region| (r.density, r.level, r.title_diff());
        assert_eq!(facts(menu), (31, 2, None));
        assert_eq!(facts(story), (1000, 3, Some(0)));
        assert_eq!(facts(short), (150, 3, Some(1)));
        assert_eq!(facts(long), (550, 3, Some(1)));
        assert_eq!((menu.title, story.title_level, short.title_level, long.title_level), (NONE, 3, 2, 2));
        let dfm = |r: Region| r.dfm(found.regions.largest);
        assert!((dfm(menu) - 96.9).abs() < 0.01 && dfm(story) == 0.0 && dfm(short) == 85.0 && dfm(long) == 45.0);
        assert_eq!((short.class, menu.class), (long.class, 0));
        assert_ne!(story.class, short.class);
    });
}

#[test]
fn an_article_with_two_comments() {
    for t1 in [50, 40] {
        with(&commented(), &literal(t1), |found| {
            assert_eq!(found.layout, PageLayout::ArticleWithComments);
            let areas: Vec<_> = found.areas.iter().map(|area| (area.role, area.characters, area.depth)).collect();
            // 1000 and the line feed between the paragraphs.
            assert_eq!(
                areas,
                [
                    (LayoutAreaRole::Article, 1001, 0),
                    (LayoutAreaRole::Comment, 150, 0),
                    (LayoutAreaRole::Comment, 550, 0)
                ]
            );
        });
    }
}

#[test]
fn nested_merging_changes_nothing_there() {
    with(&commented(), &StyleDensityOptions::default(), |found| {
        assert_eq!((found.layout, found.regions.all.len()), (PageLayout::ArticleWithComments, 4));
    });
}

#[test]
fn posts_of_equal_rank() {
    let post = |count: usize| format!("<div class=post><h2>A title</h2><p>{}</p></div>", "x".repeat(count));
    let html = format!("<html><body><div>{}{}{}</div></body></html>", post(500), post(480), post(460));
    for options in [literal(50), StyleDensityOptions::default()] {
        with(&html, &options, |found| {
            assert_eq!(found.layout, PageLayout::Multiple);
            let areas: Vec<_> = found.areas.iter().map(|area| (area.role, area.characters)).collect();
            assert_eq!(areas, [(LayoutAreaRole::Item, 500), (LayoutAreaRole::Item, 480), (LayoutAreaRole::Item, 460)]);
        });
    }
}

#[test]
fn nothing_to_read() {
    for html in ["", "<html><body></body></html>", "<p>Too short</p>", "<frameset><frame></frameset>"] {
        with(html, &StyleDensityOptions::default(), |found| {
            assert_eq!((found.layout, found.areas.len()), (PageLayout::Multiple, 0));
        });
    }
}

#[test]
fn inline_formatting_is_dissolved_and_space_collapsed() {
    let html = "<div><p>Ten  <b>let<i>ters</i></b>\n and <a href=/>a link</a>, in all<br>35</p><p>&nbsp;</p></div>";
    with(html, &literal(50), |found| {
        // "Ten letters and a link, in all 35"
        assert_eq!(found.regions.all.len(), 1);
        assert_eq!(found.regions.all[0].density, 33);
        assert_eq!(found.areas[0].text, "Ten letters and a link, in all 35");
        assert_eq!(found.areas[0].characters, 33);
    });
}

#[test]
fn text_right_below_body_is_a_region_only_if_there_is_no_other() {
    let text = "x".repeat(30);
    let region_count = |html: &str| with(html, &literal(50), |found| found.regions.all.len());
    assert_eq!(region_count(&format!("<p>{text}<p>{text}")), 1);
    assert_eq!(region_count(&format!("<p>{text}<div>{text}</div>")), 1);
    with(&format!("<p>{text}<p>{text}"), &literal(50), |found| {
        assert_eq!((found.regions.all[0].density, found.regions.all[0].level), (60, 1));
    });
}

/// The first region is nearer to the root; a second one deeper down is as near to its title.
#[test]
fn a_strict_article_is_nearest_to_the_root_and_to_its_title() {
    let text = "x".repeat(400);
    let page = |near: &str| {
        format!(
            "<html><body><div class=a><h2>One</h2><p>{text}</p></div>\
             <div><div><div class=b>{near}<p>{text}</p></div></div></div></body></html>"
        )
    };
    let layout = |html: &str, strict_article| {
        let options = StyleDensityOptions { strict_article, ..literal(50) };
        with(html, &options, |found| found.layout)
    };
    let (own, none) = (page("<h2>Two</h2>"), page(""));
    assert_eq!([layout(&own, false), layout(&own, true)], [PageLayout::Article, PageLayout::Multiple]);
    assert_eq!([layout(&none, false), layout(&none, true)], [PageLayout::Article; 2]);
}
