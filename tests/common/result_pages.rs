//! Pages with lists of results, in the markup of 1998 to 2008 and of today, with the text of each result.
//!
//! A page is a template of a result, one of its list and one of its frame. In them `{title}` stands for a part of a
//! result, and what is in brackets is left out of every third one. The texts are made of words in several languages, with
//! equal values on every machine.

use super::random::Random;

/// A page with its results.
pub struct ResultPage {
    pub name: &'static str,
    pub html: String,
    /// The text of each result.
    pub results: Vec<String>,
}

/// The templates of a page: its name, the frame, the number of results, the list, the result, and what else is printed.
pub type Template = (&'static str, &'static str, usize, &'static str, &'static str, Extra);

/// What is printed besides the results.
pub enum Extra {
    Nothing,
    /// After the result with this number.
    After(usize, &'static str),
    /// The number of results that each container holds, and what stands before and after them.
    Around(usize, &'static str, &'static str),
    /// Each result has a class of its own, in place of `{class}`.
    Classes,
}
use Extra::{After, Around, Classes, Nothing};

const WORDS: [&str; 5] = [
    "river bridge harbour guide cheap second edition travel maps winter boots garden tools free shipping history of the \
     small town museum opening hours local market review best price used books sailing weather station",
    "haus garten werkzeug reise fluss karte buch gebraucht winter schuhe versand kostenlos bewertung stadt museum und \
     markt hafen geschichte preis leistung neue auflage wetter station lampe",
    "maison jardin outils voyage fleuve carte livre occasion hiver bottes livraison gratuite avis ville musée marché \
     port histoire prix nouvelle édition météo lampe de la rue",
    "casa jardín herramientas viaje río mapa libro usado invierno botas envío gratis opinión ciudad museo mercado puerto \
     historia precio nueva edición tiempo lámpara del barrio",
    "дом сад инструменты поездка река карта книга зима сапоги доставка бесплатно отзыв город музей рынок порт история \
     цена новое издание погода лампа улица",
];

/// Layout by tables: links on top, categories on the left.
const TABLES: &str = "<HTML><HEAD><TITLE>Search results</TITLE></HEAD><BODY bgcolor=#ffffff><table width=100% border=0>\
<tr><td><img src=logo.gif></td><td align=right><a href=/>Home</a> | <a href=/help>Help</a> | <a href=/about>About us</a>\
</td></tr></table><table width=100%><tr><td width=120 valign=top bgcolor=#eeeeee><b>Categories</b><br><a href=/c1><font \
size=2>Travel</font></a><br><a href=/c2><font size=2>Garden</font></a><br><a href=/c3><font size=2>Winter</font></a><br>\
<a href=/c4><font size=2>Maps</font></a></td><td valign=top><font face=arial size=-1>Results 1 - 10 of about 2,140 for \
<b>river bridge</b>. Search took 0.21 seconds.</font>{list}<center>Result page: <b>1</b> <a href=?2>2</a> <a href=?3>3</a> \
<a href=?2>Next</a></center></td></tr></table><hr><center><font size=1>Copyright 2001 Example Inc. <a href=/terms>Terms of \
use</a> <a href=/privacy>Privacy policy</a></font></center></BODY></HTML>";

/// No layout.
const PLAIN: &str = "<html><head><title>Search</title></head><body><h1>Search results</h1><form action=/s><input name=q> \
<input type=submit value=Search></form><p>Your search for <b>river</b> found 2140 documents.</p>{list}<p><a href=?2>Next ten \
results</a></p><hr><address>webmaster@example.org, last changed in May 2001</address></body></html>";

/// Elements of HTML 5, class names made by a program, more words in menus and filters than in some results.
const APPLICATION: &str = "<!doctype html><html lang=en><head><title>Search</title></head><body><header class=a8s_f><a \
href=/>Example</a><nav><ul><li class=n1k_x><a href=/1>Travel</a></li><li class=n1k_x><a href=/2>Garden tools</a></li><li \
class=n1k_x><a href=/3>Winter</a></li><li class=n1k_x><a href=/4>Used books</a></li><li class=n1k_x><a href=/5>Stations</a>\
</li></ul></nav></header><div class=q0_layout><aside class=sQ1><h2>Filter</h2><ul><li><label><input type=checkbox> Maps \
<span>(12)</span></label></li><li><label><input type=checkbox> Books <span>(8)</span></label></li><li><label><input \
type=checkbox> Lamps <span>(3)</span></label></li><li><label><input type=checkbox> Boots <span>(1)</span></label></li></ul>\
</aside><main class=css-1v8x><h1>214 results for river</h1><div class=css-77a><span>Sort by</span><button>Relevance</button>\
</div>{list}<nav><a href=?1>1</a><a href=?2>2</a><a href=?3>3</a></nav></main></div><footer><ul><li><a href=/a>About</a></li>\
<li><a href=/j>Jobs</a></li><li><a href=/p>Privacy</a></li></ul><p>© 2026 Example. All rights reserved.</p></footer></body>\
</html>";

const CARD: &str = "<a href=/{n}><img src=/{n}.webp alt=''></a><h3 class=css-9k2><a href=/{n}>{title}</a></h3>[<span \
class=css-b1>New</span>]<p class=css-m3q>{text}</p><div class=css-pr>{price}</div>";
const SPONSOR: &str = "<tr><td colspan=3 align=center><a href=/ad><img src=ad.gif></a> <font size=1>Sponsor: fly to Rome for \
99</font></td></tr>";
const ADVERTISEMENT: &str = "<div class=css-ad9><div>Advertisement</div><a href=/ad>Fly to Rome for 99, book your seat \
today</a></div>";
const QUESTIONS: &str = "<div class=paa><h2>People also ask</h2><div><div>How long is the river?</div></div><div><div>Where \
does it begin?</div></div></div>";

/// Pages of 1998 to 2008.
#[rustfmt::skip]
pub const OLD: [Template; 28] = [
    ("p", TABLES, 10, "{list}", "<p><a href=/{n}>{title}</a><br>{text}<br><font color=green>{url} - {n}k</font> - <a href=/c>Cached</a>", Nothing),
    ("closed p", PLAIN, 8, "{list}", "<P><B><A HREF=/{n}>{title}</A></B><BR>{text}</P>", Nothing),
    ("three p", PLAIN, 9, "{list}", "<p><b><a href=/{n}>{title}</a></b></p><p>{text}</p><p><font size=1>{url}, {date}</font></p>", Nothing),
    ("rows", TABLES, 10, "<table>{list}</table>", "<tr><td valign=top>{n}.</td><td><a href=/{n}>{title}</a><br><font size=2>{text}</font></td><td>{date}</td></tr>", Nothing),
    ("rows, header, advertisement", TABLES, 12, "<table><tr><th>Title</th><th>Description</th><th>Price</th></tr>{list}</table>", "<tr bgcolor=#eeeeee><td><a href=/{n}>{title}</a></td><td>{text}</td><td align=right>{price}</td></tr>", After(5, SPONSOR)),
    ("pairs of rows", TABLES, 10, "<table>{list}</table>", "<tr><td bgcolor=#ccccff><b>{n}. <a href=/{n}>{title}</a></b></td></tr><tr><td><font size=2>{text}</font><br><i>{url}</i></td></tr>", Nothing),
    ("pairs of rows, advertisement", TABLES, 9, "<table>{list}</table>", "<tr><td bgcolor=#ccccff><b><a href=/{n}>{title}</a></b></td></tr><tr><td><font size=2>{text}</font>[<br>{price}]</td></tr>", After(4, SPONSOR)),
    ("pairs of equal rows", TABLES, 9, "<table>{list}</table>", "<tr><td>{title}</td></tr><tr><td>{text}</td></tr><tr><td height=8><img src=dot.gif></td></tr>", Nothing),
    ("rows and spacers", TABLES, 8, "<table>{list}</table>", "<tr><td><a href=/{n}>{title}</a></td></tr><tr><td>{text}</td></tr>[<tr><td><font color=green>{url}</font></td></tr>]<tr><td height=10><img src=s.gif></td></tr>", Nothing),
    ("dl", PLAIN, 9, "<dl>{list}</dl>", "<dt><a href=/{n}>{title}</a><dd>{text}<dd><font size=1>{url}</font>", Nothing),
    ("dl, optional dd", TABLES, 10, "<dl>{list}</dl>", "<dt><b>{n}.</b> <a href=/{n}>{title}</a></dt><dd>{text}</dd>[<dd><em>{author}, {date}</em></dd>]", Nothing),
    ("hr", PLAIN, 8, "{list}", "<b><a href=/{n}>{title}</a></b><br>{text}<br><font size=1>{url}</font><hr>", Nothing),
    ("hr, headings", TABLES, 8, "{list}", "<hr noshade><h3>{title}</h3><p>{text}</p><p><i>{author}</i>[<p>Price: {price}]", Nothing),
    ("hr, p", PLAIN, 7, "{list}", "<p><font size=+1>{title}</font></p><p>{text}</p>[<p>{text}</p>]<hr size=1>", Nothing),
    ("headings", TABLES, 9, "{list}", "<h4><a href=/{n}>{title}</a></h4><p>{text}</p><p><small>{date}</small></p>", Nothing),
    ("tables", TABLES, 9, "{list}", "<table width=95%><tr><td width=20>{n}</td><td><font face=verdana><a href=/{n}>{title}</a></font></td></tr><tr><td></td><td>{text}</td></tr></table><br>", Nothing),
    ("centered tables", TABLES, 8, "{list}", "<center><table border=1><tr><td><b>{title}</b></td><td>{price}</td></tr><tr><td colspan=2>{text}</td></tr></table></center>", After(4, "<center><a href=/ad><img src=b.gif></a><br>Advertisement</center>")),
    ("li", TABLES, 10, "<ul>{list}</ul>", "<li><a href=/{n}>{title}</a> - {text}\n", Nothing),
    ("li, tables", TABLES, 8, "<ul>{list}</ul>", "<li><table><tr><td><img src=/t.gif></td><td><a href=/{n}>{title}</a></td></tr><tr><td colspan=2>{text}</td></tr><tr><td>{price}</td><td>{date}</td></tr></table></li>", Nothing),
    ("capital LI", PLAIN, 10, "<OL>{list}</OL>", "<LI><FONT SIZE=+1><A HREF=/{n}>{title}</A></FONT><BR>{text}<BR><FONT SIZE=-1><I>{url}</I></FONT>", Nothing),
    ("blockquotes", TABLES, 8, "{list}", "<font size=3><a href=/{n}>{title}</a></font><blockquote>{text}<br><i>{url}</i></blockquote>", Nothing),
    ("nested tables", TABLES, 10, "<table>{list}</table>", "<tr><td><table><tr><td><table><tr><td><a href=/{n}>{title}</a></td><td>{date}</td></tr></table></td></tr><tr><td>{text}</td></tr></table></td></tr>", After(3, SPONSOR)),
    ("grid of cells", TABLES, 11, "<table>{list}</table>", "<td width=33% align=center><img src=/p.jpg><br><a href=/{n}>{title}</a><p>{text}<p><b>{price}</b></td>", Around(3, "<tr>", "</tr>")),
    ("two columns", TABLES, 10, "<table><tr>{list}</tr></table>", "<li><a href=/{n}>{title}</a><br>{text}</li>", Around(5, "<td valign=top><ul>", "</ul></td>")),
    ("guestbook", TABLES, 8, "<table>{list}</table>", "<tr><td bgcolor=#dddddd><b>Name:</b> {author}</td><td bgcolor=#dddddd><b>Date:</b> {date}</td></tr><tr><td colspan=2>{text}</td></tr>", Nothing),
    ("board", TABLES, 7, "<table><tr><th>Author</th><th>Message</th></tr>{list}</table>", "<tr><td valign=top width=150><b>{author}</b><br><small>Joined {date}</small></td><td><small>Posted: {date}</small><hr>{text} {text}</td></tr>", Nothing),
    ("divs", TABLES, 9, "{list}", "<div style='margin-bottom:8px'><div><a href=/{n}><b>{title}</b></a></div><div>{text}</div><div><font color=#008000>{url}</font></div></div>", Nothing),
    ("three divs", TABLES, 9, "{list}", "<div><a href=/{n}><b>{title}</b></a></div><div style='padding-left:9px'>{text}</div><div><font color=#008000>{url}</font></div>", Nothing),
];

/// Pages of today.
#[rustfmt::skip]
pub const MODERN: [Template; 18] = [
    ("cards", APPLICATION, 12, "<div class=css-l1st>{list}</div>", "<div class=css-4fz>{card}</div>", Nothing),
    ("cards, advertisement", APPLICATION, 12, "<div class=css-l1st>{list}</div>", "<div class=css-4fz>{card}</div>", After(4, ADVERTISEMENT)),
    ("a class each", APPLICATION, 10, "<div class=css-l1st>{list}</div>", "<div class=css-{class}>{card}</div>", Classes),
    ("rows of cards", APPLICATION, 11, "<div class=css-l1st>{list}</div>", "<div class=_3kx>{card}</div>", Around(3, "<div class=_r0w>", "</div>")),
    ("li", APPLICATION, 10, "<ul class=grid>{list}</ul>", "<li class=product-tile><div class=tile__body>{card}<div><span>★★★★</span> <span>({n})</span></div><button>Add to cart</button></div></li>", After(5, "<li class=promo><a href=/p>Join the club and save on every order</a></li>")),
    ("two sections", APPLICATION, 9, "<div class=css-l1st>{list}</div>", "<article><header><h3>{title}</h3><time>{date}</time></header><p>{text}</p></article>", Around(5, "<section><h2>This week</h2>", "</section>")),
    ("no classes", APPLICATION, 10, "<div><div>{list}</div></div>", "<div><div><div><a href=/{n}>{title}</a></div><div>{url}</div></div><div><div>{text}</div></div></div>", Nothing),
    ("links", APPLICATION, 9, "<div class=css-l1st>{list}</div>", "<a class=x7 href=/{n}><h3>{title}</h3><p>{text}</p><span>{date}</span></a>", Nothing),
    ("custom elements", APPLICATION, 9, "<product-grid>{list}</product-grid>", "<product-card><div slot=t>{title}</div><div slot=d>{text}</div><div>{price}</div></product-card>", Nothing),
    ("bodies of a table", APPLICATION, 9, "<table>{list}</table>", "<tbody><tr><td><a href=/{n}>{title}</a></td><td>{price}</td></tr><tr><td colspan=2>{text}</td></tr></tbody>", Nothing),
    ("links below, questions", APPLICATION, 9, "<div class=css-l1st>{list}</div>", "<div class=g><div class=yu><a href=/{n}><h3>{title}</h3><cite>{url}</cite></a></div><div class=vw>{text}</div>[<ul><li><a href=/x>Opening hours</a></li><li><a href=/y>Directions</a></li></ul>]</div>", After(2, QUESTIONS)),
    ("recommendations", APPLICATION, 8, "<div class=css-l1st>{list}</div><section><h2>Others also liked</h2><div class=css-row><div class=r><a href=/1><h4>Garden lamp</h4></a><div>9.00</div></div><div class=r><a href=/2><h4>Winter boots</h4></a><div>49.00</div></div><div class=r><a href=/3><h4>River map</h4></a><div>5.00</div></div></div></section>", "<div class=css-4fz>{card}</div>", Nothing),
    ("items with lists", APPLICATION, 8, "<div class=css-l1st>{list}</div>", "<div class=j0b><h2><a href=/{n}>{title}</a></h2><ul><li>{author}</li><li>{date}</li><li>Full time</li></ul><p>{text}</p></div>", Nothing),
    ("answers", APPLICATION, 7, "<div class=css-l1st>{list}</div>", "<div class=k1><div class=k2><button>Up</button><span>{n}</span><button>Down</button></div><div class=k3><p>{text}</p><p>{text}</p><div>answered {date} by <a href=/u>{author}</a></div></div></div>", Nothing),
    ("definition list", APPLICATION, 9, "<dl>{list}</dl>", "<dt class=t1><a href=/{n}>{title}</a></dt><dd class=t2>{text}</dd><dd class=t3>{date}</dd>", Nothing),
    ("wrapped cards", APPLICATION, 9, "<div class=row>{list}</div>", "<div class=col-4><div class=wrap><div class=card-x>{card}</div></div></div>", Nothing),
    ("list of lists", APPLICATION, 12, "<div class=css-l1st>{list}</div>", "<li>{card}</li>", Around(4, "<ul>", "</ul>")),
    ("short offers", APPLICATION, 24, "<div class=css-l1st>{list}</div>", "<div class=o1><a href=/{n}>{title}</a> <span>{price}</span></div>", Nothing),
];

/// Fills the templates of a page.
pub fn page(&(name, frame, count, list, item, ref extra): &Template) -> ResultPage {
    let seed = name.bytes().fold(5, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut random = Random(seed);
    let words: Vec<&str> = random.pick(&WORDS).split_whitespace().collect();
    let results: Vec<String> = (1..=count).map(|number| result(&mut random, &words, number, item, extra)).collect();
    let mut all = String::new();
    for (number, result) in (1..).zip(&results) {
        match extra {
            Around(every, open, _) if number % every == 1 => all.push_str(open),
            _ => {}
        }
        all.push_str(result);
        match extra {
            Around(every, _, close) if number % every == 0 || number == count => all.push_str(close),
            After(after, other) if number == *after => all.push_str(other),
            _ => {}
        }
    }
    let html = frame.replace("{list}", &list.replace("{list}", &all));
    ResultPage { name, html, results: results.iter().map(|result| text_of(result)).collect() }
}

/// Fills the template of a result.
fn result(random: &mut Random, words: &[&str], number: usize, item: &str, extra: &Extra) -> String {
    let mut item = item.replace("{card}", CARD);
    if let Some((before, (part, after))) = item.split_once('[').and_then(|(a, b)| Some((a, b.split_once(']')?))) {
        item = [before, if number % 3 == 1 { "" } else { part }, after].concat();
    }
    let class = if matches!(extra, Classes) { format!("{:x}", 7_654_321 * number) } else { String::new() };
    let mut text = |least: usize, most: usize| {
        let count = least + random.below(most + 1 - least);
        (0..count).map(|_| *random.pick(words)).collect::<Vec<_>>().join(" ")
    };
    let values = [
        ("{title}", text(2, 7)),
        ("{text}", text(14, 34)),
        ("{author}", text(1, 2)),
        ("{url}", format!("www.example{}.org/", 7 * number)),
        ("{price}", format!("{}.95", 13 * number)),
        ("{date}", format!("{} May 200{}", number % 28 + 1, number % 9)),
        ("{class}", class),
        ("{n}", number.to_string()),
    ];
    values.iter().fold(item, |item, (name, value)| item.replace(name, value))
}

/// The text between tags.
fn text_of(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<Vec<_>>().join(" ")
}
