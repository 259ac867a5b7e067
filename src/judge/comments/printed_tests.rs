//! Lines with names and dates that programs print around comments without a class.

use super::markup_tests::{article, items, roles};
use crate::{Analyzer, Role};

/// A line such as "Posted by Ann" may be the end of a text, in many languages; initials end no sentence, and names may have
/// numbers before them.
#[test]
fn printed_bylines_without_names() {
    let below = |by: &str| {
        items(|name, text, i| format!("<div>{text}<br><small>{by} {name} 0{i}.04.2006 10:1{i}</small></div>"))
    };
    let beside =
        |by: &str| items(|name, text, i| format!("<div><p>{text}</p><p>{by} {name} 0{i}.04.2006 10:1{i}</p></div>"));
    for by in ["Scritto da", "Написала", "Yazan:", "发表者：", "投稿者:"] {
        for comments in [below(by), beside(by)] {
            assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{comments}");
        }
    }
    let initials = items(|name, text, i| {
        format!(
            "<tr><td><b>{name} {}.</b> - 0{i}.04.2006 10:1{i}</td></tr><tr><td>{text}</td></tr>",
            ["A", "Б", "Ç", "D"][i - 1]
        )
    });
    let numbers =
        items(|name, text, i| format!("<dt>{i}: {name} : 2015年3月{i}日 10:1{i}</dt><dd>{text}<br><br></dd>"));
    let disclosures = items(|name, text, i| {
        format!("<details><summary>{name} ({i} April 2006 10:1{i})</summary><p>{text}</p></details>")
    });
    for comments in [format!("<table>{initials}</table>"), format!("<dl>{numbers}</dl>"), disclosures] {
        assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{comments}");
    }
}

/// Services of comments print ages and full names.
#[test]
fn ages_of_comments_in_many_languages() {
    for age in ["il y a 2 ans", "2年前", "2년 전", "2 anos atrás", "2 роки тому"] {
        let comments = items(|name, text, i| {
            format!(
                "<li><header><span class=author><a href=#>{name} de la Fontaine</a></span> <span>• <a href=#{i}>{age}</a></span>\
                 </header><div><p>{text}</p></div><footer><a href=#>{i}</a> <a href=#>Reply</a></footer></li>"
            )
        });
        assert_eq!(roles(&article(&format!("<ul>{comments}</ul>"))), [Role::Comment; 4], "{age}");
    }
}

/// Name and date may be one text that no tag divides, below or above the comment, or apart from each other.
#[test]
fn names_beside_printed_dates() {
    let date = |i: usize| format!("{i}. März 2012 um 09:1{i}");
    let lines = [
        items(|name, text, i| format!("<p>{name} schrieb am {}:</p><p>{text}</p>", date(i))),
        items(|name, text, i| format!("<dd>{text}</dd><dt>{name} le {i} mars 2010 à 09:1{i}</dt>")),
        items(|name, text, i| format!("<dt>{}</dt><dd>{text}<br>{name} B.</dd>", date(i))),
        items(|name, text, i| format!("<dt>{name} ha scritto:</dt><dd>{text}</dd><dd>{}</dd>", date(i))),
        items(|name, text, i| format!("<div>{text}</div><div>{}, by {name}</div>", date(i))),
        items(|name, text, i| format!("<div><div><b>Re: Rain</b> ({i})<br>Yazan {name} {}</div>{text}</div>", date(i))),
    ];
    let cells = [
        items(|name, text, i| format!("<tr><td>{name} {}</td></tr><tr><td>{text}</td></tr>", date(i))),
        items(|name, text, i| format!("<tr><td>{name}</td><td>{}</td></tr><tr><td>{text}</td></tr>", date(i))),
        items(|name, text, i| format!("<tr><td>{name}</td><td>{text}<br>{}</td></tr>", date(i))),
        items(|name, text, i| format!("<tr><td>{name}<td>{}<tr><td colspan=2>{text}</table><table>", date(i))),
    ];
    let cells = cells.map(|cells| format!("<table>{cells}</table>"));
    for comments in lines.into_iter().chain(cells) {
        assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{comments}");
    }
}

/// What stands above the first comment is no part of it, where bylines are below.
#[test]
fn bylines_below_between_lines() {
    for line in ["<hr>", "<p>"] {
        let comments = items(|name, text, i| format!("{line}{text}<p><i>{name}, {i} avril 2010 à 09:1{i}</i>{line}"));
        let html = article("").replace("</div>", &format!("<hr>{comments}</div>"));
        assert_eq!(roles(&html), [Role::Comment; 4], "{comments}");
        let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert_eq!(text.matches("Rain fell").count(), 6, "{text}");
    }
}

/// A heading stands for the dates, if names are apart from their texts.
#[test]
fn names_alone_below_a_heading() {
    let terms = items(|name, text, _| format!("<dt>{name}</dt><dd>{text}</dd>"));
    let verbs = items(|name, text, _| format!("<dt>{name} napsal</dt><dd>{text}</dd>"));
    let cells = items(|name, text, _| format!("<tr><td>{name}</td><td>{text}</td></tr>"));
    let labels = items(|name, text, i| format!("<h5>Reactie van: {name}</h5><div>{text}</div>0{i}.04.2006"));
    let lists = [format!("<dl>{terms}</dl>"), format!("<dl>{verbs}</dl>"), format!("<table>{cells}</table>"), labels];
    for list in lists {
        for heading in ["Comments", "4 Kommentare", "评论"] {
            let html = article(&format!("<h3>{heading}</h3>{list}"));
            assert_eq!(roles(&html), [Role::Comment; 4], "{heading} {list}");
        }
        if !list.contains("Reactie") {
            let html = article(&format!("<h3>Words</h3>{list}"));
            assert!(!roles(&html).contains(&Role::Comment), "{list}");
        }
    }
}

/// Without names, an article and its comments are elements of one kind: a heading divides them, or the article has no date.
#[test]
fn an_article_beside_its_comments() {
    let below = items(|name, text, i| {
        format!("<div><div><p>{text}</p></div><p>Posted by: {name} at 0{i}.04.2006 10:1{i}</p></div>")
    });
    let above = items(|name, text, i| {
        format!("<div><p>{name} - 0{i}.04.2006 10:1{i}</p><p>{text}</p><p><a href=#>Antworten</a></p></div>")
    });
    let posted = "<p>Posted by Fay at 01.04.2006 10:12</p></div>";
    for (heading, end, comments) in
        [("<h2>Comments</h2>", posted, &below), ("<h2>Comentarios</h2>", posted, &above), ("", "</div>", &above)]
    {
        let html = article("").replace("</div>", &format!("{end}{heading}{comments}"));
        assert_eq!(roles(&html), [Role::Comment; 4], "{html}");
        let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert_eq!(text.matches("Rain fell").count(), 6, "{text}");
    }
}

/// Services of comments print the first letter of a name for its picture, and points between name and age.
#[test]
fn letters_and_points_beside_names() {
    for [points, age] in [["3 points", "5 days ago"], ["7 Punkte", "vor 3 Tagen"], ["12", "il y a 2 ans"]] {
        let comments = items(|name, text, _| {
            let letter = &name[..1];
            format!(
                "<div><div><div>{letter}</div><a href=#>{name}</a><div><div>{points}</div><div>{age}</div></div></div><div><div>\
                 <p>{text}</p></div></div></div>"
            )
        });
        assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{points}");
    }
}

/// The name may follow its date and a verb, below the number of the comment.
#[test]
fn names_below_dates() {
    for [on, by] in [["Le", "par"], ["On", "by"], ["Am", "von"]] {
        let comments =
            items(|name, text, i| format!("<dt><a href=#>{i}.</a> {on} {i}.3.2026 {by} {name}</dt><dd>{text}</dd>"));
        let html = article(&format!("<h3>Comments</h3><dl>{comments}</dl>"));
        assert_eq!(roles(&html), [Role::Comment; 4], "{by}");
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert!(page.comments().all(|comment| comment.author().is_some_and(|name| !name.contains(by))), "{by}");
    }
}

/// Line breaks alone may divide comments, which are one block then.
#[test]
fn comments_of_one_block() {
    for [before, after] in [["(", "):"], ["- ", ""], ["schrieb am ", ":"]] {
        let comments =
            items(|name, text, i| format!("<b>{name}</b> {before}{i}. März 2012 um 09:1{i}{after}<br>{text}<br><br>"));
        for heading in ["<h3>Kommentare</h3>", "<h3>Leserbriefe</h3>"] {
            let html = article("").replace("</div>", &format!("</div>{heading}<div>{comments}</div>"));
            let is_announced = heading.contains("Kommentare");
            assert_eq!(roles(&html).contains(&Role::Comment), is_announced, "{html}");
        }
    }
}

/// A text may begin with a name that a colon ends, and end with its date.
#[test]
fn names_in_front_of_texts() {
    for [open, close] in [["<b>", "</b>"], ["<span><i>", "</i></span>"]] {
        let comments = items(|name, text, i| {
            format!("<li>{open}{name}:{close} {text} <small>{i}. März 2012 um 09:1{i}</small></li>")
        });
        let html = article(&format!("<h3>Kommentare (4)</h3><ul>{comments}</ul>"));
        assert_eq!(roles(&html), [Role::Comment; 4], "{html}");
    }
}

/// The items of a list that is named comment are comments, without authors and dates, too.
#[test]
fn items_of_a_named_list() {
    let comments = items(|_, text, _| format!("<li><p>{text}</p></li>"));
    for [list, is_named] in [["static-comments", "yes"], ["points", ""]] {
        let html = article(&format!("<h2>Comments</h2><ul class={list}>{comments}</ul>"));
        assert_eq!(roles(&html).contains(&Role::Comment), !is_named.is_empty(), "{html}");
    }
}

/// A row with the date and the number of a comment stands above the row of its author and its text.
#[test]
fn numbers_of_comments_beside_dates() {
    for [before, after] in [["<h3>Comments</h3>", ""], ["<b>Comments</b><br>", "<br><small>Member</small>"]] {
        let comments = items(|name, text, i| {
            let row = format!("<tr><td>0{i}.04.2006 10:1{i}</td><td>#{i}</td></tr>");
            format!("<table>{row}<tr><td><a href=/m>{name}</a>{after}</td><td>{text}</td></tr></table>")
        });
        let html = article(&format!("{before}{comments}"));
        assert_eq!(roles(&html), [Role::Comment; 4], "{html}");
    }
}

/// Short comments on a short article are most of its page. Where a heading counts them they are no text of it.
#[test]
fn comments_that_a_heading_counts_may_be_most_of_a_page() {
    let page = |heading: &str| {
        let comments: String = [("Pirkko", "Does it stand the storms?"), ("Esa", "Chain it."), ("Mökki", "I hope so.")]
            .into_iter()
            .zip(1..)
            .map(|((name, text), i)| {
                format!("<li><b>{name}</b> <a href=#{i}>3.6.2024, 11:1{i}</a><p>{text}</p><a href=#r>Vastaa</a></li>")
            })
            .collect();
        format!(
            "<title>Pier | Quay</title><div><a href=/>Quay</a> <a href=/n>News</a></div><div><h1>Pier</h1><p>The old pier went with \
             the ice, so we built a new one of barrels. It took two weekends.</p></div><div><h2>{heading}</h2><ol>{comments}</ol>\
             </div><div>© Quay</div>"
        )
    };
    let count = |heading: &str| {
        let mut analyzer = Analyzer::default();
        analyzer.analyze(page(heading).as_bytes()).unwrap().comments().count()
    };
    assert_eq!(["3 comments", "Kommentit (3)", "Комментарии: 3"].map(count), [3; 3]);
    assert_eq!(["4 comments", "Comments"].map(count), [0; 2]);
}
