//! Markup of many programs: comments that are several siblings, that have no date, or whose byline is a line of the
//! text; comments on answers; links with answers; reviews.

use crate::{Analyzer, CommentMode, Options, Role};

const NAMES: [&str; 4] = ["Ann", "Bob", "Zoë", "Iris"];
const TEXTS: [&str; 4] = [
    "My cellar has been full of water since Monday morning and nobody answers the telephone",
    "We carried the books upstairs in time, but the piano is still standing in the river",
    "The old bridge was closed for less two years ago, so why is it still open today?",
    "Thanks to all who filled bags with sand last night, the coffee was good as well.",
];

fn story(paragraphs: usize) -> String {
    let story = |i: usize| {
        format!(
            "<p>Rain fell on the city for the {i}th day, and the river rose by {i} metres over night. Nobody was hurt, \
             the mayor of district {i} said, but the old bridge is closed until the water has gone.</p>"
        )
    };
    (3..3 + paragraphs).map(story).collect()
}

pub(super) fn article(comments: &str) -> String {
    format!(
        "<title>Rain</title><nav><a href=/>Home</a></nav><div><h1>Rain again</h1>{}{comments}</div><p>Copyright 2026</p>",
        story(6)
    )
}

/// What `item` prints for each name and text.
pub(super) fn items(item: impl Fn(&str, &str, usize) -> String) -> String {
    NAMES.iter().zip(TEXTS).enumerate().map(|(i, (name, text))| item(name, text, i + 1)).collect()
}

/// The roles of the blocks that hold the texts.
pub(super) fn roles(html: &str) -> Vec<Role> {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let is_one = |text: &str| TEXTS.iter().any(|wanted| text.contains(wanted));
    page.blocks().filter(|block| is_one(block.text())).map(|block| block.role()).collect()
}

fn main_text(html: &str, comments: CommentMode) -> String {
    let mut analyzer = Analyzer::new(Options { comments, ..Options::default() });
    analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
}

#[test]
fn runs_of_siblings() {
    let below = items(|name, text, i| format!("<p>{text}</p><p>Posted by {name} at {i} April 2006 10:05</p><hr>"));
    let rows =
        items(|name, text, i| format!("<tr><td><b>{name}</b>, {i} April 2006</td></tr><tr><td>{text}</td></tr>"));
    let footers = items(|name, text, i| {
        format!("<tr><td>{text}</td></tr><tr><td><a href=/u/{i}>{name}</a> | 0{i}.04.06 - 10:05 am</td></tr>")
    });
    let terms = items(|name, text, i| format!("<dt><b>{name}</b> (0{i}.04.2006 10:05)</dt><dd>{text}</dd>"));
    for comments in [
        format!("<b>Comments</b><br>{below}"),
        format!("<h3>4 Kommentare</h3><table>{rows}</table>"),
        format!("<table><tr><td>Comments</td></tr>{footers}</table>"),
        format!("<h3>4 commentaires</h3><dl>{terms}</dl>"),
        format!("<h3>Комментарии</h3><dl>{terms}</dl>"),
    ] {
        let html = article(&comments);
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let authors: Vec<_> = page.comments().map(|comment| comment.author().unwrap_or_default()).collect();
        assert_eq!(authors, NAMES, "{comments}");
        assert_eq!(roles(&html), [Role::Comment; 4], "{comments}");
        assert!(main_text(&html, CommentMode::Exclude).contains("district 3"));
    }
}

/// Each has a name and a date, and a line announces them.
#[test]
fn few_short_comments() {
    const SHORT: [[&str; 3]; 4] = [
        ["Rolf", "3. Mai 2024, 10:12", "Endlich. Ich war als Kind dort."],
        ["Rosa", "hace 2 horas", "Mi abuela traía aquí su trigo."],
        ["Иван", "03.05.2024 10:12", "Мой дед возил сюда зерно."],
        ["지영", "2024.05.03 11:40", "여기가 어디인가요?"],
    ];
    let all = |open: &str, close: &str| {
        SHORT
            .map(|[name, date, text]| {
                format!("{open}<div><b>{name}</b> <span>{date}</span></div><div>{text}</div>{close}")
            })
            .concat()
    };
    let paragraphs = SHORT
        .map(|[name, date, text]| {
            format!("<li><p>{name}</p><p>{date}</p><p>{text}</p><p><a href=#r>Yanıtla</a></p></li>")
        })
        .concat();
    for comments in [
        format!("<details><summary>Kommentare (4)</summary>{}</details>", all("<div>", "</div>")),
        format!("<h3>4 comentarios</h3><ul>{}</ul>", all("<li>", "</li>")),
        format!("<h3>Комментарии</h3><ol>{}</ol>", all("<li>", "</li>")),
        format!("<div>{}</div>", all("<div class=comment>", "</div>")),
        // Each line is a paragraph, and a button follows.
        format!("<h2>4 yorum</h2><ul>{}</ul>", paragraphs),
    ] {
        let mut analyzer = Analyzer::new(Options::default());
        let html = article(&comments);
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert_eq!(page.comments().count(), 4, "{comments}");
    }
}

#[test]
fn elements_named_comment_need_no_date() {
    for comments in [
        items(|_, text, _| format!("<li class=comment>{text}</li>")),
        items(|_, text, _| format!("<li class=comment-item><div class=comment-text><p>{text}</p></div></li>")),
        items(|name, text, _| format!("<dt><a href=/u>{name}</a></dt><dd>{text}</dd>")),
    ] {
        let tag = if comments.starts_with("<dt") { "dl" } else { "ul" };
        let list = format!("<h3>Comments</h3><{tag} class=comments>{comments}</{tag}>");
        assert_eq!(roles(&article(&list)), [Role::Comment; 4], "{comments}");
    }
}

#[test]
fn a_line_of_the_text_may_be_its_byline() {
    for comments in [
        items(|name, text, i| format!("<p><b>{name}</b> says (0{i}/04/06 10:05):<br>{text}</p>")),
        items(|name, text, i| format!("<li><strong>{name}</strong> - 0{i}.04.2006 10:05<br>{text}</li>")),
    ] {
        assert_eq!(roles(&article(&format!("<h2>Comments</h2><ul>{comments}</ul>"))), [Role::Comment; 4], "{comments}");
    }
}

#[test]
fn disclosures_are_comments_as_well() {
    let comments = items(|name, text, i| {
        format!(
            "<details class=CommentBox open><summary><h3>Re: Rain</h3><p class=CommentPoster>Posted Nov {i}, 2025 10:12 UTC \
             (Tue) by <b>{name}</b> (subscriber, #12{i}) [<a href=#>Link</a>]</p></summary><div><p>{text}</p></div></details>"
        )
    });
    assert_eq!(roles(&article(&format!("<p><a href=/post>Post a comment</a></p>{comments}"))), [Role::Comment; 4]);
}

/// A link has no text of its own, so its answers are the text of the page.
#[test]
fn answers_to_a_link_are_the_text() {
    let comments = items(|name, text, i| {
        format!(
            "<div class=comment><p><a class=author href=/u>{name}</a> {i} points <time>{i} days ago</time></p><p>{text}</p>\
             <a href=#>reply</a></div>"
        )
    });
    let html = format!(
        "<title>Rain</title><div class=side><p>A place for people who like the rain. Be kind.</p></div>\
         <div><p><a href=/l>Rain again</a></p><p>submitted 5 days ago by <a class=author href=/u>gull</a></p></div>\
         <div class=commentarea><p>4 comments</p>{comments}</div>"
    );
    assert!(TEXTS.iter().all(|text| main_text(&html, CommentMode::Exclude).contains(text)));
    // A line of its own makes it an article.
    let html = html.replace("<p>4 comments", "<p>Taken last Sunday from the jetty.</p><p>4 comments");
    assert_eq!(roles(&html), [Role::Comment; 4]);
}

/// What programs print below articles, in other languages than English.
#[test]
fn lists_of_many_programs() {
    let wordpress = items(|name, text, i| {
        format!(
            "<li class='comment even thread-even depth-1'><div class='comment-author vcard'><cite class=fn>{name}</cite> \
             <span class=says>scrive:</span></div><div class=comment-meta><a href=#c{i}>{i} aprile 2019 alle 10:05</a></div>\
             <p>{text}</p><div class=reply><a href=#r>Rispondi</a></div></li>"
        )
    });
    let disqus = items(|name, text, i| {
        format!(
            "<li class='comment even' id=dsq-comment-{i}><div class=dsq-comment-header><cite><span>{name}</span></cite></div>\
             <div class=dsq-comment-body><div class=dsq-comment-message><p>{text}</p></div></div></li>"
        )
    });
    let drupal = items(|name, text, i| {
        format!(
            "<div class='comment clearfix'><div class=submitted><p class=commenter-name><span class=username>{name}</span>\
             </p><p class=comment-time>Mié, 0{i}/04/2013 - 10:05</p></div><div class=comment-text><h3><a href=#c>Re</a>\
             </h3><div class=content><p>{text}</p></div></div></div>"
        )
    });
    let microdata = items(|name, text, i| {
        format!(
            "<div itemprop=comment itemscope><span itemprop=author>{name}</span> <time datetime=2021-04-0{i}>il y a {i} \
             jours</time><p itemprop=text>{text}</p><button>Répondre</button></div>"
        )
    });
    for comments in [
        format!("<h3>4 commenti</h3><ol class=commentlist>{wordpress}</ol>"),
        format!("<h3>4 commenti</h3><div id=disqus_thread><ul id=dsq-comments>{disqus}</ul></div>"),
        format!("<div id=comments><h2 class=title>Comentarios</h2>{drupal}</div>"),
        format!("<section><h2>Commentaires</h2>{microdata}</section>"),
    ] {
        assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{comments}");
    }
}

/// Comments in lists of which no class or id says so.
#[test]
fn lists_without_names() {
    let items_of_list = items(|name, text, i| {
        format!("<li><strong>{name}</strong><br><small>{i} april 2012 om 10:05</small><p>{text}</p></li>")
    });
    let cells = items(|name, text, i| format!("<tr><td><b>{name}</b><br>0{i}.04.2006 10:05</td><td>{text}</td></tr>"));
    let posted =
        items(|name, text, i| format!("<p>{text}</p><p><i>Posted by {name} at April {i}, 2004 10:05 AM</i></p>"));
    let numbered = items(|name, text, i| format!("<dt>{i} : <b>{name}</b> 2008/04/0{i}(木) 10:05</dt><dd>{text}</dd>"));
    let disclosures = items(|name, text, i| {
        format!("<details open><summary>{name}, {i}. April 2021</summary><p>{text}</p></details>")
    });
    let nested = items(|name, text, i| {
        format!(
            "<div class=x1><span>{name}</span> <span>{i} de abril de 2021</span><p>{text}</p><button>Responder</button>"
        )
    });
    for comments in [
        format!("<h3>Reacties (4)</h3><ul>{items_of_list}</ul>"),
        format!("<h3>Kommentare</h3><table>{cells}</table>"),
        format!("<h2>Comments</h2>{posted}"),
        format!("<h3>コメント</h3><dl>{numbered}</dl>"),
        format!("<h3>4 Kommentare</h3>{disclosures}"),
        format!("<h3>4 comentários</h3>{nested}{}", "</div>".repeat(4)),
    ] {
        assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{comments}");
    }
}

/// The posts of forums are the text.
#[test]
fn posts_of_forums_are_the_text() {
    let phpbb = items(|name, text, i| {
        format!(
            "<div id=p{i} class='post bg2'><div class=inner><div class=postbody><h3><a href=#p{i}>Re: Rain</a></h3>\
             <p class=author>by <strong><a href=/u>{name}</a></strong> » {i} Apr 2012, 10:05</p><div class=content>{text}\
             </div></div><dl class=postprofile><dt><a href=/u>{name}</a></dt><dd>Posts: 12{i}</dd></dl></div></div>"
        )
    });
    let table = items(|name, text, i| {
        format!(
            "<tr class=athing><td><table><tr><td class=ind><img width={i}></td><td class=default><div><span class=comhead>\
             <a class=hnuser href=/u>{name}</a> <span class=age><a href=#c>{i} hours ago</a></span></span></div>\
             <div class=comment><div class=commtext>{text}</div><div class=reply><a href=#r>reply</a></div></div></td></tr>\
             </table></td></tr>"
        )
    });
    for html in [
        format!("<title>Rain - View topic</title><div id=page-body><h2><a href=/t>Rain</a></h2>{phpbb}</div>"),
        format!(
            "<title>Rain</title><table class=fatitem><tr class=athing><td class=title><a href=/l>Rain again</a></td></tr>\
             <tr><td class=subtext><span class=score>12 points</span> by <a href=/u>gull</a> | <a href=/i>4 comments</a></td>\
             </tr></table><table class=comment-tree>{table}</table>"
        ),
    ] {
        let text = main_text(&html, CommentMode::Exclude);
        assert!(TEXTS.iter().all(|post| text.contains(post)), "{html}: {text}");
    }
}

#[test]
fn hostile_runs_take_linear_time() {
    for item in [
        "<p>12 May 2004, 10:05</p><p>Rain and rain again, said the mayor of the town</p>",
        "<b>1 May 2004</b><br>x<hr>",
    ] {
        let page = format!("<h3>Comments</h3>{}", item.repeat(10_000));
        Analyzer::default().analyze(page.as_bytes()).unwrap();
        Analyzer::default().analyze(article(&page).as_bytes()).unwrap();
    }
}

#[test]
fn parts_named_reviews_of_a_product_are_reviews() {
    let page = |reviews: &str| {
        let specs: String = ["Weight<td>900 g", "Power<td>2 kW", "Capacity<td>1.5 l", "Color<td>Silver"]
            .map(|row| format!("<tr><td>{row}"))
            .concat();
        format!(
            "<title>Kettle | Shop</title><meta property=og:type content=product>\
             <meta property=product:price:amount content=39><nav><a href=/>Home</a></nav><main class=product>\
             <ul class=breadcrumb><li><a href=/k>Kitchen</a><li>Kettle</ul><div class=product-gallery><img alt=Kettle>\
             </div><h1 class=product-title>Kettle</h1><div class=product-price>39 €</div>\
             <div class=sku>SKU 4711</div><form class=cart><label>Quantity</label>\
             <button class=add-to-cart>Add to cart</button></form><div class=product-description><p>A kettle of steel for a \
             liter and a half, which boils in four minutes and switches itself off. The handle stays cold.</p>\
             <h2>Specifications</h2><table class=specs>{specs}</table></div><section class=product-reviews>\
             <h2>Reviews</h2>{reviews}</section></main><footer><p>Copyright 2026</footer>"
        )
    };
    let mut analyzer = Analyzer::new(Options::default());
    for (before, after) in [("<span class=author>Ann</span><p>", ""), ("<p>", "<p>2 weeks ago")] {
        let reviews = TEXTS.map(|text| format!("<div class=c-review>{before}{text}{after}</div>")).concat();
        let html = page(&reviews);
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        assert_eq!(document.kind(), Some(crate::PageKind::Product));
        let text = document.main_text().text().to_owned();
        assert!(text.contains("boils in four minutes") && text.contains("900 g"), "{text}");
        assert!(!TEXTS.iter().any(|review| text.contains(review)), "{text}");
    }
}

#[test]
fn few_comments_stand_below_a_short_article() {
    let article = |comments: &str| format!("<title>Rain</title><h1>Rain again</h1>{}{comments}", story(2));
    let names = ["Ann", "Zoë", "太郎"];
    let short = ["So was ours.", "The piano, too.", "橋はまだ開いている。"];
    let items = |item: fn(&str, &str) -> String| names.iter().zip(short).map(|(name, text)| item(name, text)).collect();
    let terms: String = items(|name, text| format!("<dt>{name}, 3 April 2006<dd>{text}"));
    let rows: String = items(|name, text| format!("<tr><td>{name}<br>3 April 2006<td>{text}"));
    let boxes: String = items(|name, text| format!("<div><b>{name}</b> <i>2006-04-03</i><p>{text}</p></div>"));
    for comments in [
        format!("<h3>Kommentare</h3><dl>{terms}</dl>"),
        format!("<table><tr><td colspan=2><b>Yorumlar</b>{rows}</table>"),
        format!("<h3>コメント（3）</h3><div>{boxes}</div>"),
    ] {
        let text = main_text(&article(&comments), CommentMode::Exclude);
        assert!(text.contains("river rose by 4") && !short.iter().any(|comment| text.contains(comment)), "{text}");
    }
}

#[test]
fn comments_on_the_question_and_on_answers_go_and_answers_stay() {
    let comments = |texts: &[&str]| {
        let comment = |text: &&str| {
            format!(
                "<li class=comment><div class=comment-body><span>{text}</span> – <a href=/u>Ann</a> 3 May 2020</div>"
            )
        };
        format!(
            "<div class=comments><ul class=comments-list>{}</ul></div>",
            texts.iter().map(comment).collect::<String>()
        )
    };
    let answer = |text: &str, on: &[&str]| {
        format!(
            "<div class='answer js-answer'><div class=post-body><p>{text}</p></div><div class=user-info>4 May 2020 \
             <a href=/b>Bob</a></div>{}</div>",
            comments(on)
        )
    };
    let html = format!(
        "<title>Why does the wheel squeak?</title><body class=question-page><h1>Why does the wheel squeak?</h1>\
         <div class=question><div class=post-body><p>My wheel squeaks when it starts, though I cleaned it twice. What can I \
         do about it?</p></div><div class=user-info>2 May 2020 <a href=/a>Zoë</a></div>{}</div><div id=answers>\
         <h2>2 answers</h2>{}{}</div>",
        comments(&["Which wood is it?"]),
        answer(
            "Grease the axle with tallow, drop by drop, while somebody else turns the wheel by hand. It lasts a winter.",
            &["Thank you, this works well.", "Tallow attracts mice."]
        ),
        answer(
            "Dry graphite is enough. Blow it into the gap through a straw and turn the wheel.",
            &["Where is it sold?"]
        ),
    );
    let text = main_text(&html, CommentMode::Exclude);
    assert!(["What can I do", "Grease the axle", "Dry graphite"].iter().all(|post| text.contains(post)), "{text}");
    assert!(["works well", "attracts mice", "Where is it sold"].iter().all(|note| !text.contains(note)), "{text}");
}

#[test]
fn a_short_page_of_a_product_loses_its_only_review() {
    let page = |of_page: &str| {
        format!(
            "<title>Oar</title>{of_page}<h1>Oar of ash</h1><p>Of one piece of ash, oiled twice.</p><h2>Details</h2>\
             <table><tr><td>Weight<td>1.2 kg</table><div id=reviews class=reviews><h2>Reviews</h2><ol><li class=review>\
             <p><b>Adam</b> – 3 May 2023</p><div><p>It floats, but the varnish smells.</p></div></ol></div>"
        )
    };
    for of_page in ["<meta property=og:type content=product>", "<div class=product>"] {
        let text = main_text(&page(of_page), CommentMode::Exclude);
        assert!(text.contains("oiled twice") && text.contains("1.2 kg") && !text.contains("varnish"), "{text}");
    }
}

#[test]
fn a_post_whose_byline_is_named_comment_is_a_comment() {
    let copies = items(|name, text, i| {
        format!(
            "<li class=post id=post-{i}><div class=post-body><header class=comment__header><span class=author><a href=/u/{i}>\
             {name}</a></span> <a class=time-ago href=#c{i}>{i} days ago</a></header><div class=post-message><p>{text}</p></div>\
             </div></li>"
        )
    });
    let html = article(&format!("<div id=conversation><ul class=post-list>{copies}</ul></div>"));
    assert_eq!(roles(&html), [Role::Comment; 4]);
}

#[test]
fn units_named_comment_below_an_article_are_no_thread() {
    let cards = items(|name, text, i| {
        format!(
            "<div class=comment-card><div class=comment-header><div class=comment-name>{name}</div><div>{i} points</div>\
             <div>{i} days ago</div></div><div class=comment-body><p>{text}</p></div></div>"
        )
    });
    // The number in the address is one that threads have, too.
    let page = |of_text: &str| {
        format!(
            "<title>Rain - Pier</title><link rel=canonical href=https://pier.example/rain-again-12345><header><a href=/>Pier\
             </a></header><main><{of_text}><h1>Rain again</h1>{}</{of_text}><div id=comments>{cards}</div></main>",
            story(3)
        )
    };
    for of_text in ["article", "div"] {
        assert_eq!(roles(&page(of_text)), [Role::Comment; 4], "{of_text}");
    }
}

#[test]
fn names_may_be_headings_above_dates() {
    for (announcement, month) in [("Mostra 4 commenti", "marzo"), ("4 Kommentare", "März")] {
        let list =
            items(|name, text, i| format!("<div><h5>{name}</h5><time>{i} {month} 2025</time><p>{text}</p></div>"));
        for comments in [
            format!("<details open><summary>{announcement}</summary>{list}</details>"),
            format!("<h4>{announcement}</h4><div>{list}</div>"),
        ] {
            let html = article(&comments);
            assert_eq!(roles(&html), [Role::Comment; 4], "{comments}");
        }
    }
}

#[test]
fn bylines_in_unknown_words_begin_with_names() {
    let said =
        items(|name, text, i| format!("<div><p>{name} galdir...</p><p>{text}</p><p>0{i}.04.2006 10:05</p></div>"));
    let spaced = items(|name, text, i| {
        format!("<details open><summary>{name} 2006-04-0{i} 10:05</summary><p>{text}</p></details>")
    });
    let terms = items(|name, text, i| format!("<dt>{name} galdi on April {i}, 2006:</dt><dd><p>{text}</p></dd>"));
    let dashes = items(|name, text, i| format!("<p>{text}<br>&mdash; {name}, {i} April 2006 10:05</p>"));
    for comments in [said, spaced, format!("<dl>{terms}</dl>"), dashes] {
        let html = article(&format!("<h3>Comments</h3>{comments}"));
        assert_eq!(roles(&html), [Role::Comment; 4], "{comments}");
    }
    // A label that all entries have is no name.
    let labeled = items(|_, text, i| format!("<div><p>Galdir 2006-04-0{i}</p><p>{text}</p></div>"));
    let html = article(&format!("<h3>Comments</h3>{labeled}"));
    assert!(!roles(&html).contains(&Role::Comment));
}

#[test]
fn a_short_sentence_below_a_byline_is_text() {
    let short = |i: usize| ["So it was.", "Who knows why?", "Not in my street!", "Ask the mayor."][i - 1];
    let lines = items(|name, _, i| format!("<li><b>{name}</b> {i} April 2006<br>{} {}</li>", "Well, well:", short(i)));
    let html = article(&format!("<h3>Comments</h3><ul>{lines}</ul>"));
    let text = main_text(&html, CommentMode::Exclude);
    assert!(!text.contains("Not in my street") && text.contains("Rain fell"), "{text}");
}

#[test]
fn names_dates_and_buttons_below_an_article_need_no_heading() {
    let cards = items(|name, text, i| {
        format!(
            "<div class=post><div>{name}</div><div>2006-04-0{i} 10:05</div><div>{text}</div><button>Reply</button></div>"
        )
    });
    assert_eq!(roles(&article(&format!("<div>{cards}</div>"))), [Role::Comment; 4]);
}

#[test]
fn buttons_to_reply_show_comments_without_names_and_dates() {
    let one =
        |button: &str| items(|name, text, _| format!("<div><b>{name}</b><p>{text}</p><a href=#r>{button}</a></div>"));
    let page = |comments: &str| article(&format!("<h3>Comments (4)</h3>{comments}<h3>Leave a comment</h3>"));
    for button in ["Reply", "Ответить", "返信"] {
        let html = page(&one(button));
        assert_eq!(roles(&html), [Role::Comment; 4], "{button}");
        assert!(main_text(&html, CommentMode::Exclude).contains("district 3"));
    }
    // Other buttons below texts, or no heading, say nothing.
    let nameless = items(|_, text, _| format!("<div><p>{text}</p><a href=#r>Map</a></div>"));
    assert!(!roles(&page(&nameless)).contains(&Role::Comment));
    assert!(!roles(&article(&one("Reply"))).contains(&Role::Comment));
}

#[test]
fn names_above_texts_have_dates_below() {
    let open = items(|name, text, i| format!("<div><div>{name}</div><div>{text}</div><div>{i} April 2006</div></div>"));
    let closed = |line: &str| article(&format!("<details><summary>{line}</summary>{open}</details>"));
    assert_eq!(roles(&closed("Comments (4)")), [Role::Comment; 4]);
    assert!(!roles(&closed("Timeline (4)")).contains(&Role::Comment));
}

#[test]
fn headings_may_say_who_wrote_the_text_below() {
    let said = |verb: &str| {
        items(|name, text, i| format!("<h4>{name} {verb}...</h4><p>{text}</p><p>{i} April 2006 10:05</p>"))
    };
    for verb in ["said", "dijo", "disse", "ha detto", "hat gesagt", "pisze"] {
        let html = article(&format!("<h3>Comments</h3>{}", said(verb)));
        assert_eq!(roles(&html), [Role::Comment; 4], "{verb}");
    }
    let terms = items(|name, text, i| {
        format!("<dt><a href=/{i}>{name} dijo...</a></dt><dd>{text}</dd><dd>{i} April 2006</dd>")
    });
    assert_eq!(roles(&article(&format!("<h4>4 comentarios:</h4><dl>{terms}</dl>"))), [Role::Comment; 4]);
}

#[test]
fn an_author_above_a_text_may_look_as_the_date_below() {
    let said = |verb: &str| {
        items(|name, text, i| format!("<div><div>{name} {verb}</div><div>{text}</div><div>{i} April 2006</div></div>"))
    };
    for verb in ["hat gesagt…", "says:"] {
        let html = article(&format!("<h3>4 comments</h3>{}", said(verb)));
        assert_eq!(roles(&html), [Role::Comment; 4], "{verb}");
    }
}

#[test]
fn units_named_comment_below_a_longer_text_are_no_thread() {
    let short = |name: &str, text: &str| {
        let units = items(|who, said, i| {
            format!("<li class={name}><b>{who}</b> <i>{i} April 2006 10:05</i><p>{said}</p></li>")
        });
        format!("<title>Rain</title><nav><a href=/>Home</a></nav><main><h1>Rain</h1>{text}</main><ol>{units}</ol>")
    };
    let html = short("comment", &story(2));
    assert_eq!(roles(&html), [Role::Comment; 4], "{html}");
    assert!(main_text(&html, CommentMode::Exclude).contains("district 4"));
    // Where the text is no longer than they are, it is one of them.
    assert!(!roles(&short("comment", "<p>Is the bridge open?</p>")).contains(&Role::Comment));
}

#[test]
fn a_heading_may_have_a_name_and_a_date() {
    let page = |heading: &str, above: &str| {
        let unit = |name: &str, text: &str, i| {
            format!("<div><h5>{name} <small>{i} April 2006{heading}</small></h5><p>{text}</p></div>")
        };
        article(&format!("{above}{}", items(unit)))
    };
    for above in ["<h3>4 Comments</h3>", "<h3>Комментарии</h3>"] {
        assert_eq!(roles(&page("", above)), [Role::Comment; 4], "{above}");
    }
    // A program prints times to the minute, and the heading is not needed.
    assert_eq!(roles(&page(" 10:03", "")), [Role::Comment; 4]);
    for above in ["", "<h3>Events</h3>"] {
        assert!(!roles(&page("", above)).contains(&Role::Comment), "{above}");
    }
}

#[test]
fn a_name_may_close_the_text_below_its_date() {
    let page = |closing: &dyn Fn(&str) -> String| {
        let unit = |name: &str, text: &str, i| {
            format!("<table><tr><td>{i} April 2006<tr><td>{text}<tr><td><i>{}</i></table>", closing(name))
        };
        article(&format!("<h3>Comments</h3>{}", items(unit)))
    };
    assert_eq!(roles(&page(&|name| name.to_owned())), [Role::Comment; 4]);
    // What each of them ends with is a label.
    assert!(!roles(&page(&|_| "Germany".to_owned())).contains(&Role::Comment));
}

#[test]
fn names_that_introduce_texts_above_times_need_no_heading() {
    let page = |minutes: &dyn Fn(usize) -> String| {
        let unit = |name: &str, text: &str, i: usize| {
            format!("<dt>{name} said...</dt><dd>{text}</dd><dd>{i} April 2006 10:{}</dd>", minutes(i))
        };
        article(&format!("<dl>{}</dl>", items(unit)))
    };
    assert_eq!(roles(&page(&|i| format!("{:02}", 13 * i))), [Role::Comment; 4]);
    assert!(!roles(&page(&|i| format!("{:02}", 5 * i))).contains(&Role::Comment));
}

/// How many comments are on an article with these items, which have a day and another minute each.
fn comments_among(item: impl Fn(&str, &str, usize) -> String) -> usize {
    let html = article(&items(item));
    Analyzer::default().analyze(html.as_bytes()).unwrap().comments().count()
}

#[test]
fn short_texts_with_printed_bylines_are_comments() {
    let texts = ["Mine leaked as well, in the same place.", "Which pump did you use at the end?"];
    let minutes = ["17", "40", "05", "53"];
    let item = |name: &str, _: &str, i: usize| {
        let (text, minute) = (texts[i % 2], minutes[i - 1]);
        format!("<div><h5>{name}</h5><small>0{i}.07.2012 10:{minute}</small><p>{text}</p></div>")
    };
    assert_eq!(comments_among(item), 4);
    // Events have no names, and begin at full or half hours.
    let event = |_: &str, _: &str, i: usize| {
        format!("<div><h5>0{i}.07.2012 10:30</h5><small>Town hall</small><p>{}</p></div>", texts[i % 2])
    };
    assert_eq!(comments_among(event), 0);
}

#[test]
fn bylines_may_stand_before_the_text_in_its_line() {
    for date in ["(0I.07.2012 10:1I) :", "(I juillet 2012 à 10h1I) :", "0I.07.2012 10:1I:"] {
        let item = |name: &str, text: &str, i: usize| {
            format!("<p><b>{name}</b> {} {text}</p>", date.replace('I', &i.to_string()))
        };
        let html = article(&format!("<h3>Commentaires (4)</h3>{}", items(item)));
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let authors: Vec<_> = page.comments().map(|comment| comment.author().unwrap_or_default().to_owned()).collect();
        assert_eq!(authors, NAMES, "{date}");
    }
}

#[test]
fn paragraphs_with_printed_bylines_are_comments() {
    let below = |name: &str, text: &str, i: usize| format!("<p>{text}<br><i>{name}, 0{i}.07.2012 10:1{i}</i></p>");
    let apart = |name: &str, text: &str, i: usize| format!("<p>0{i}.07.2012 10:1{i}<br>{text}<br>{name}</p>");
    assert_eq!([comments_among(below), comments_among(apart)], [4, 4]);
    let authors = |item: &dyn Fn(&str, &str, usize) -> String| {
        let html = article(&items(item));
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        page.comments().map(|comment| comment.author().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(authors(&apart), NAMES);
    // A ticker has times and no names.
    let ticker = |_: &str, text: &str, i: usize| format!("<p>0{i}.07.2012 10:1{i}<br>{text}</p>");
    assert_eq!(comments_among(ticker), 0);
}
