//! Comments by their shape and by their names, bylines, answers; what is not a comment; threads.

use crate::{Analyzer, CommentMode, Document, Options, Role};

const STORY: &str = "Rain fell on the city for the third day, and the river rose by two metres over night. \
    Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.";
const ANSWER: &str = "My cellar has been full of water since Monday morning and nobody answers the telephone";

fn page_with(comments: &str) -> String {
    let story = format!("<p>{STORY}</p>").repeat(8);
    format!(
        "<title>Rain</title><nav><a href=/>Home</a></nav><main><article><h1>Rain again</h1>{story}</article>{comments}\
         </main><footer><p>Copyright 2026</p></footer>"
    )
}

/// Three comments, the last of which answers the second one, in elements named `unit`.
fn comments(unit: &str) -> String {
    let comment = |name: &str, number: u32, answers: &str| {
        format!(
            "<div class={unit}><p><b>{name}</b> <time>{number} April 2026</time></p><p>{ANSWER} {number}.</p>\
             <a href=#>Reply</a></div>{answers}"
        )
    };
    let answer = comment("Bob", 3, "");
    let (first, second) = (comment("Ann", 1, ""), comment("Zoë", 2, &format!("<div><div>{answer}</div></div>")));
    format!("<section><h2>3 comments</h2>{first}{second}</section>")
}

fn analyze<T>(html: &str, mode: CommentMode, read: impl Fn(&Document<'_>) -> T) -> T {
    let mut analyzer = Analyzer::new(Options { comments: mode, ..Options::default() });
    read(&analyzer.analyze(html.as_bytes()).unwrap())
}

/// Such pages look like forums, but an article comes first.
#[test]
fn a_short_article_with_comments_is_no_thread() {
    for paragraphs in [1, 2, 4] {
        let story = format!("<p>{STORY}</p>").repeat(paragraphs);
        let html = format!("<title>Rain</title><article><h1>Rain again</h1>{story}</article>{}", comments("comment"));
        analyze(&html, CommentMode::Exclude, |page| {
            assert_eq!(page.comments().count(), 3, "{paragraphs} paragraphs");
            let roles: Vec<_> = page.blocks().filter(|b| b.text().starts_with(ANSWER)).map(|b| b.role()).collect();
            assert_eq!(roles, [Role::Comment; 3], "{paragraphs} paragraphs");
        });
    }
}

/// Blogs of a large host: name, text and date are siblings, and readers say little.
#[test]
fn short_texts_that_are_named_comments_are_comments() {
    let comment = |(at, text): (usize, &str)| {
        format!(
            "<dt class=comment-author>Leitor {at} disse...</dt><dd class=comment-body><p>{text}</p></dd>\
             <dd class=comment-footer><span class=comment-timestamp>{} de abril de 2024 às 9:15</span></dd>",
            at + 1
        )
    };
    let texts = ["Que belo dia.", "E a ponte?", "Fechada até maio.", "Obrigado!"];
    let list: String = texts.into_iter().enumerate().map(comment).collect();
    let comments = format!("<div id=comments><h4>4 comentários:</h4><dl id=comments-block>{list}</dl></div>");
    let html = format!("<title>Rain</title><article><h1>Rain</h1><p>{STORY}</p></article>{comments}");
    analyze(&html, CommentMode::Exclude, |page| {
        assert_eq!(page.comments().count(), texts.len());
        assert!(!page.main_text().text().contains("ponte?"));
    });
}

/// Dates that stand with a button in an element of their own tell nothing about the text beside it.
#[test]
fn many_texts_below_an_announcement_are_comments() {
    let comment = |number: usize| {
        let by = format!("<a href=/u>Ann</a> | {number} April 2026<div>{number} readers like this now</div>");
        format!("<div><div>{by}</div><p>{ANSWER} {number}. {STORY}</p></div>")
    };
    let count = |heading: &str, items: usize| {
        let comments: String = (1..=items).map(comment).collect();
        let html = page_with(&format!("<section><h2>{heading}</h2>{comments}</section>"));
        analyze(&html, CommentMode::Exclude, |page| {
            page.blocks().filter(|b| b.text().starts_with(ANSWER) && b.role() == Role::Comment).count()
        })
    };
    assert_eq!([count("8 comments", 8), count("The rain elsewhere", 8)], [8, 0]);
}

/// A sentence is what somebody wrote, even if it names a day as bylines do.
#[test]
fn a_sentence_with_a_day_is_no_date() {
    for sentence in ["Thanks, I will go there on Monday.", "It was open yesterday, why not today?"] {
        let html = page_with(&comments("comment").replace(&format!("{ANSWER} 1."), sentence));
        analyze(&html, CommentMode::Exclude, |page| {
            let found: Vec<_> = page.comments().map(|c| (c.date().unwrap_or_default(), c.text())).collect();
            assert_eq!(found[0], ("1 April 2026", sentence.to_owned()));
            assert_eq!(found.len(), 3, "{sentence}");
        });
    }
}

#[test]
fn comments_have_author_date_text_and_parent() {
    for unit in ["comment", "xqz"] {
        let html = page_with(&comments(unit));
        analyze(&html, CommentMode::Exclude, |page| {
            let found: Vec<_> = page
                .comments()
                .map(|c| (c.author().unwrap_or_default(), c.date().unwrap_or_default(), c.text(), c.parent()))
                .collect();
            let text = |number: u32| format!("{ANSWER} {number}.");
            let expected = [
                ("Ann", "1 April 2026", text(1), None),
                ("Zoë", "2 April 2026", text(2), None),
                ("Bob", "3 April 2026", text(3), Some(1)),
            ];
            assert_eq!(found, expected, "{unit}");
            for comment in page.comments() {
                let source = &html[comment.source()];
                assert!(source.starts_with(comment.author().unwrap()) && source.ends_with("Reply"), "{source}");
            }
        });
    }
}

/// No class or id, and no button: only a heading, and names beside dates.
#[test]
fn names_beside_dates_are_enough_after_a_heading() {
    let comment = |name: &str, text: &str, number: u32| {
        format!("<li><p><a href=/u>{name}</a>, {number} April 2026 at 10:05</p><p>{text} {text}</p></li>")
    };
    let list = comment("Ann", &format!("{ANSWER}."), 1)
        + &comment("Bob", "It was worse in 1998, when the water came up to the second step of the church.", 2)
        + &comment("Zoë", "Does anybody know whether the school opens again next week, or shall we wait?", 3);
    for (heading, count) in [("3 comments", 3), ("3 Kommentare", 3), ("3 commentaires", 3), ("Latest news", 0)] {
        let html = page_with(&format!("<div><h3>{heading}</h3><ul>{list}</ul></div>"));
        analyze(&html, CommentMode::Exclude, |page| {
            let bylines: Vec<_> = page.comments().map(|c| (c.author().unwrap(), c.date().unwrap())).collect();
            let expected = [("Ann", "1 April 2026 at 10:05"), ("Bob", "2 April 2026 at 10:05")];
            assert_eq!((bylines.len(), &bylines[..count.min(2)]), (count, &expected[..count.min(2)]), "{heading}");
            let roles = page.blocks().filter(|block| block.text().starts_with(ANSWER)).map(|block| block.role());
            assert_eq!(roles.filter(|&role| role == Role::Comment).count(), usize::from(count > 0), "{heading}");
        });
    }
}

/// Old templates of Blogger: a term with the author, a description with the text, and another with the date.
#[test]
fn each_term_of_a_definition_list_begins_a_comment() {
    let comment = |name: &str, number: u32| {
        format!(
            "<dt><a href=/{name}>{name}</a> said...</dt>\
             <dd class=comment-body><p>{ANSWER} {number}.</p><p>{STORY}</p></dd>\
             <dd class=comment-footer><a href=#c{number}>{number} April 2026 at 10:05</a></dd>"
        )
    };
    let list = comment("Ann", 1) + &comment("Bob", 2) + &comment("Zoë", 3);
    let html = page_with(&format!("<div id=comments><h4>3 comments:</h4><dl id=comments-block>{list}</dl></div>"));
    analyze(&html, CommentMode::Exclude, |page| {
        let found: Vec<_> = page.comments().map(|c| (c.author().unwrap_or_default(), c.date(), c.parent())).collect();
        let date = |number: u32| format!("{number} April 2026 at 10:05");
        let dates = [date(1), date(2), date(3)];
        let expected = |i: usize, name| (name, Some(dates[i].as_str()), None);
        assert_eq!(found, [expected(0, "Ann"), expected(1, "Bob"), expected(2, "Zoë")]);
        assert!(page.comments().all(|comment| comment.text().starts_with(ANSWER)));
    });
}

#[test]
fn parts_of_comments_have_their_roles() {
    let html = page_with(&comments("comment"));
    analyze(&html, CommentMode::Exclude, |page| {
        let role = |word: &str| page.blocks().find(|b| b.text().starts_with(word)).map(|b| b.role().name());
        assert_eq!(role("My cellar"), Some("comment"));
        assert_eq!(role("Ann"), Some("metadata"));
        assert_eq!(role("Reply"), Some("navigation"));
        assert_eq!(role("Rain fell"), Some("main"));
    });
}

#[test]
fn modes_leave_out_keep_or_select_comments() {
    let html = page_with(&comments("comment"));
    for (mode, story, answers) in
        [(CommentMode::Exclude, true, false), (CommentMode::Include, true, true), (CommentMode::Only, false, true)]
    {
        analyze(&html, mode, |page| {
            let is_content = |word: &str| page.blocks().any(|b| b.text().starts_with(word) && !b.is_template());
            assert_eq!((is_content("Rain fell"), is_content("My cellar")), (story, answers), "{mode}");
            let has_run = |word: &str| page.runs().any(|run| run.text.starts_with(word));
            assert_eq!((has_run("Rain fell"), has_run("My cellar")), (story, answers), "{mode}");
            assert_eq!(page.runs().len(), page.runs().count(), "{mode}");
            let zoned = String::from_utf8(page.zone_page().unwrap()).unwrap();
            assert_eq!((zoned.contains("<blk-main>"), zoned.contains("<blk-comment>")), (story, answers), "{mode}");
            let mut blanked = html.clone().into_bytes();
            page.blank_page(&mut blanked).unwrap();
            let blanked = String::from_utf8(blanked).unwrap();
            assert_eq!((blanked.contains("Rain fell"), blanked.contains("My cellar")), (story, answers), "{mode}");
            assert_eq!(page.comments().len(), 3);
        });
    }
}

#[test]
fn names_alone_make_no_comments() {
    let paragraphs = format!("<p>{STORY}</p>").repeat(8);
    for html in [
        format!("<body class='comments-open'><main><h1>Rain</h1><div class=commentary>{paragraphs}</div></main>"),
        format!("<main><h1>Rain</h1>{paragraphs}<a class=comment-count href=#c>12 comments</a></main>"),
        page_with("<div class=comment-respond><h3>Leave a reply</h3><form><label>Name *</label></form></div>"),
        page_with("<aside class=recommended><h3>Read next</h3><p>2 April 2026</p><p>Snow gates open early</p></aside>"),
    ] {
        analyze(&html, CommentMode::Exclude, |page| {
            assert_eq!(page.comments().len(), 0, "{html}");
            assert!(page.blocks().all(|block| block.role().name() != "comment"));
        });
    }
}

#[test]
fn posts_of_a_thread_are_content_in_every_mode() {
    let post = |number: u32| {
        format!(
            "<div class='post comment'><a class=username href=/u>User {number}</a><time>{number} April 2026</time>\
             <div class=postbody>{ANSWER} {number}. {STORY}</div><a href=#>Reply</a></div>"
        )
    };
    let posts: String = (1..9).map(post).collect();
    let html = format!(
        "<html class=forum><title>Flooded cellar - Forum</title><meta name=generator content='Discourse 3'>\
         <body class='forum thread'><h1>Flooded cellar</h1><div class=topic>{posts}</div>"
    );
    for &mode in CommentMode::VALUES {
        analyze(&html, mode, |page| {
            let posts: Vec<_> = page.blocks().filter(|block| block.text().starts_with("My cellar")).collect();
            assert!(posts.len() == 8 && posts.iter().all(|post| !post.is_template()), "{mode}");
            assert!(posts.iter().all(|post| post.role().name() == "main"), "{mode}");
            assert_eq!((page.comments().len(), page.runs().count()), (0, page.blocks().len()), "{mode}");
        });
    }
}

#[test]
fn deep_and_long_lists_take_linear_time() {
    let unit = "<div class=comment><b>Ann</b><time>1 May 2026</time><p>Rain and rain again, said the mayor</p>";
    let open = unit.repeat(20_000);
    analyze(&open, CommentMode::Include, |page| assert!(page.comments().len() <= page.blocks().len()));
    let flat = format!("{unit}</div>").repeat(20_000);
    analyze(&page_with(&flat), CommentMode::Include, |page| assert!(page.comments().len() <= page.blocks().len()));
}

/// Comments as elements of a list, each with the names and texts that `item` prints for its number.
fn list(item: impl Fn(u32) -> String) -> String {
    let items: String = (1..=4).map(|number| format!("<li class=c>{}</li>", item(number))).collect();
    page_with(&format!("<section><h2>4 comments</h2><ol>{items}</ol></section>"))
}

/// Author, date and text of all comments.
fn found(html: &str) -> Vec<(String, String, String)> {
    analyze(html, CommentMode::Exclude, |page| {
        let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
        page.comments().map(|c| (owned(c.author()), owned(c.date()), c.text())).collect()
    })
}

#[test]
fn a_byline_with_a_text_of_its_own_belongs_to_the_text_beside_it() {
    let html = list(|number| {
        format!(
            "<div class=who><div><a href=/u/{number}>Ann{number}</a></div><div>Party: none</div>\
             <div>{number} April 2026</div></div><div class=body><p>{ANSWER} {number}.</div><ul><li>Reply</ul>"
        )
    });
    let comments = found(&html);
    assert_eq!(comments.len(), 4, "{comments:?}");
    for (number, (author, date, text)) in (1..).zip(comments) {
        assert_eq!((author, date), (format!("Ann{number}"), format!("{number} April 2026")));
        assert!(text.contains(&format!("{ANSWER} {number}.")), "{text}");
    }
}

#[test]
fn a_quotation_with_a_date_is_part_of_the_comment_around_it() {
    let html = list(|number| {
        let quotation = format!("<blockquote><b>Bob: 9 March 2026</b><p>{ANSWER}?</blockquote>");
        let quotation = if number == 2 { quotation.as_str() } else { "" };
        format!(
            "<div class=who><b>Ann{number}</b>, {number} April 2026</div>\
             <div class=body>{quotation}<p>{ANSWER} {number}.</div><a href=#>Reply</a>"
        )
    });
    analyze(&html, CommentMode::Exclude, |page| {
        assert_eq!(page.comments().count(), 4);
        let blocks: Vec<_> = page.blocks().filter(|block| block.text().starts_with(ANSWER)).collect();
        assert!(blocks.iter().all(|block| block.comment().is_some() && block.is_template()));
    });
}

#[test]
fn a_dated_element_among_comments_is_a_comment_whatever_its_class() {
    let html =
        list(|number| format!("<b>Ann{number}</b>, {number} April 2026<p>{ANSWER} {number}.</p><a href=#>Reply</a>"));
    let pingback = format!("<li class=other>Other site, 9 April 2026<p>{STORY}</p></li>");
    // Before the first comment there may be anything, such as the article.
    for (html, count) in
        [(html.replace("</ol>", &format!("{pingback}</ol>")), 5), (html.replace("<ol>", &format!("<ol>{pingback}")), 4)]
    {
        let comments = found(&html);
        assert_eq!(comments.len(), count, "{comments:?}");
    }
}

#[test]
fn items_that_hold_more_than_comments_are_no_items() {
    let story = format!("<p>{STORY}</p>").repeat(5);
    let post = |number: u32| {
        format!(
            "<div>{story}<div class=comment><b>Ann{number}</b>, {number} April 2026<p>{ANSWER}.</p><a>Reply</a></div></div>"
        )
    };
    let html: String = (1..=4).map(post).collect();
    analyze(&format!("<main>{html}</main>"), CommentMode::Exclude, |page| {
        let mut stories = page.blocks().filter(|block| block.text() == STORY);
        assert!(stories.all(|block| block.comment().is_none() && block.role() != Role::Comment));
    });
}

#[test]
fn buttons_are_no_authors() {
    for button in ["[ Reply ]", "3 comments", "No readers like this yet.", "By"] {
        let html = list(|number| format!("<div><b>{button}</b> {number} April 2026</div><p>{ANSWER} {number}.</p>"));
        let comments = found(&html.replace("<section>", "<section class=comments>"));
        assert!(comments.len() == 4 && comments.iter().all(|(author, ..)| author.is_empty()), "{button}: {comments:?}");
    }
}

/// Where the words that invite comments are in an unknown language, or nothing stands above the first one.
#[test]
fn texts_with_names_and_dates_below_an_article_need_no_heading() {
    let comment = |(name, number): (&str, u32), form: &str| {
        let text = format!("{ANSWER}, and this was the day with number {number}.");
        let date = format!("{number} April 2026 10:1{number}");
        match form {
            "above" => format!("<div><div>{name}</div><div>{date}</div><div>{text}</div></div>"),
            "line" => format!("<div><p><b>{name}</b> {date}</p><p>{text}</p></div>"),
            "below" => format!("<div><p>{text}</p><p>Posted by {name} | {date}</p></div>"),
            "teaser" => format!(
                "<div><a href=/{number}>Rain in the city of {name}</a><p>{text}</p><p>By {name}, {date}</p></div>"
            ),
            "heading" => format!("<div><h3>{name}</h3><p>{date}</p><p>{text}</p></div>"),
            "event" => format!("<div><h3>{name}</h3><p>{number} April 2026, 9:00</p><p>{text}</p></div>"),
            "history" => format!("<div><b>{name}</b> {number} April 1926<p>{text}</p></div>"),
            _ => format!("<div><p>{date}</p><p>{text}</p></div>"),
        }
    };
    let count = |form: &str| {
        let list: String = ["Ann", "Zoë", "Bob", "Iris"].into_iter().zip(1..).map(|at| comment(at, form)).collect();
        let html = page_with(&format!("<div>{list}</div>"));
        analyze(&html, CommentMode::Exclude, |page| page.comments().count())
    };
    assert_eq!(["above", "line", "below", "heading"].map(count), [4; 4]);
    assert_eq!(["teaser", "event", "history", "date"].map(count), [0; 4]);
}

/// The words of large blog programs in their translations.
#[test]
fn names_before_verbs_are_authors() {
    for (heading, says) in [
        ("4 kommentarer", " sa:"),
        ("4 kommentarer", " säger:"),
        ("4 kommentarer", " sier:"),
        ("4 kommenttia", " sanoo:"),
        ("Komentáře", " napsal:"),
        ("Комментарии", " пишет:"),
        ("评论", "说道："),
        ("コメント", " より:"),
    ] {
        let comment = |(name, number): (&str, u32)| {
            format!("<h4>{name}{says}</h4><div>{number}.4.2026 10:1{number}</div><div><p>{ANSWER} {number}.</p></div>")
        };
        let list: String = ["Anna", "Göran", "Kerstin", "Lasse"].into_iter().zip(1..).map(comment).collect();
        let html = page_with(&format!("<div><h3>{heading}</h3>{list}</div>"));
        let authors = found(&html).into_iter().map(|(author, ..)| author).collect::<Vec<_>>();
        assert_eq!(authors, ["Anna", "Göran", "Kerstin", "Lasse"], "{says}");
    }
}
