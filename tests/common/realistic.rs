//! Synthetic realistic pages of any size: the baseline for the cost of adversarial pages.

use crate::random::Random;
use std::fmt::Write;

const WORDS: &str = "\
    the of river city and rain council has voted on a new bridge which will cost more than expected because steel \
    prices rose again last year caf\u{e9} na\u{ef}ve it's 2,400 said Mayor Lindqvist in an interview";

/// A page of about `size` bytes in UTF-8: a head with scripts and styles, then navigation, articles with links and
/// inline markup, tables, forms, images, comments and scripts until the size is reached. The mix follows real pages:
/// two fifths of the bytes are script or style, and one third are attribute values.
pub fn page(size: usize, seed: u64) -> Vec<u8> {
    let mut random = Random(seed | 1);
    let mut out = String::with_capacity(size + 16_384);
    head(&mut out, &mut random);
    let mut section = 0;
    while out.len() + 100 < size {
        section += 1;
        match random.below(9) {
            0 => navigation(&mut out, &mut random, section),
            1 => table(&mut out, &mut random),
            2 => form(&mut out, section),
            3 => script(&mut out, &mut random, 110),
            4 => card(&mut out, &mut random, section),
            _ => article(&mut out, &mut random, section),
        }
    }
    out.push_str("<footer class=\"site-footer\"><p>&copy; 2024 The Daily Example. All rights reserved.</p></footer>");
    out.push_str("</div></body></html>\n");
    out.into_bytes()
}

fn words(out: &mut String, random: &mut Random, count: usize) {
    let all: Vec<&str> = WORDS.split(' ').collect();
    for i in 0..count {
        let word = random.pick(&all);
        let _ = write!(out, "{}{word}", if i == 0 { "" } else { " " });
    }
}

fn head(out: &mut String, random: &mut Random) {
    out.push_str("<!DOCTYPE html>\n<html lang=\"en\" class=\"no-js\">\n<head>\n  <meta charset=\"utf-8\">\n  <title>");
    words(out, random, 6);
    out.push_str(" &ndash; The Daily Example</title>\n  <meta name=\"viewport\" content=\"width=device-width\">\n");
    out.push_str("  <link rel=\"stylesheet\" href=\"/static/css/main.3f2a.css\" media=\"all\">\n");
    out.push_str("  <style>.nav-item{display:inline-block;margin:0 4px}.lead>p{font-size:1.2em}</style>\n");
    script(out, random, 8);
    out.push_str(
        "</head>\n<body class=\"page page-article\" data-section=\"news\">\n<div id=\"page\" class=\"wrapper\">\n",
    );
}

fn script(out: &mut String, random: &mut Random, max: usize) {
    out.push_str("<script type=\"text/javascript\">\n  (function(w,d){var q=w.queue=w.queue||[];if(1<2&&d){");
    for _ in 0..max / 2 + random.below(max) {
        let (key, value) = (random.below(99), random.below(99_999_999));
        let _ = write!(out, "q.push(['set','key{key}',{{\"id\":{value},\"html\":\"part {key}\",\"on\":true}}]);\n    ");
    }
    out.push_str("}})(window,document);\n</script>\n");
}

/// Teaser cards with a link, an image and an icon, in the style of component libraries.
fn card(out: &mut String, random: &mut Random, section: usize) {
    for item in 0..3 + random.below(3) {
        let id = random.next();
        let _ = writeln!(
            out,
            "<div class=\"card card--teaser js-card u-mb-{item} col-xs-12 col-md-4\" \
             data-track='{{\"id\":{id},\"pos\":{item},\"list\":\"home-top-stories\"}}'>\n  \
             <a class=\"card__link\" href=\"https://www.example.org/news/local/2024/05/04/a-story-about-rain-{id}?\
             utm_source=home&amp;utm_medium=card&amp;utm_campaign={section}\">\n    \
             <img class=\"card__image lazyload\" data-srcset=\"https://img.example.org/{id}/320.webp 320w, \
             https://img.example.org/{id}/640.webp 640w, https://img.example.org/{id}/1280.webp 1280w\" \
             sizes=\"(min-width: 960px) 33vw, 100vw\" alt=\"\">\n  "
        );
        out.push_str("  <span class=\"card__title\">");
        words(out, random, 8);
        out.push_str("</span>\n  </a>\n  <svg class=\"icon\" viewBox=\"0 0 24 24\"><path d=\"");
        for _ in 0..30 {
            let _ =
                write!(out, "c{}.{} {}-{} ", random.below(24), random.below(999), random.below(24), random.below(24));
        }
        out.push_str("z\"/></svg>\n</div>\n");
    }
}

fn navigation(out: &mut String, random: &mut Random, section: usize) {
    let _ = write!(out, "<nav class=\"nav nav-{section}\" aria-label=\"Section\">\n  <ul>\n");
    for item in 0..4 + random.below(8) {
        let _ = write!(out, "    <li class=\"nav-item\"><a href=\"/section/{section}/{item}?ref=nav&amp;pos={item}\">");
        words(out, random, 2);
        out.push_str("</a></li>\n");
    }
    out.push_str("  </ul>\n</nav>\n<!-- end of navigation -->\n");
}

fn article(out: &mut String, random: &mut Random, section: usize) {
    let _ = write!(
        out,
        "<article id=\"post-{section}\" class=\"post type-post\">\n  <h2 class=\"title\"><a href=\"/p/{section}\">"
    );
    words(out, random, 7);
    out.push_str(
        "</a></h2>\n  <div class=\"meta\">By <span class=\"author\">A. Writer</span> | <time>4 May</time></div>\n",
    );
    for paragraph in 0..1 + random.below(5) {
        out.push_str("  <p>");
        words(out, random, 25);
        out.push_str(", <em>");
        words(out, random, 3);
        let _ = write!(out, "</em> &amp; <a href=\"https://example.org/{section}/{paragraph}\" rel=\"nofollow\">");
        words(out, random, 4);
        out.push_str("</a>. ");
        words(out, random, 20);
        out.push_str(" &mdash; <b>so</b> it goes.</p>\n");
    }
    let _ = write!(
        out,
        "  <figure><img src=\"/img/{section}.jpg\" alt=\"A picture\" width=640 height=480 loading=\"lazy\">"
    );
    out.push_str("<figcaption>A picture</figcaption></figure>\n</article>\n");
}

fn table(out: &mut String, random: &mut Random) {
    out.push_str("<table class=\"data\"><thead><tr><th>Name<th>Value</tr></thead>\n<tbody>\n");
    for row in 0..3 + random.below(6) {
        let _ = write!(out, "  <tr class=\"row-{}\"><td>", row % 2);
        words(out, random, 3);
        let _ = writeln!(out, "</td><td style=\"text-align:right\">{}</td></tr>", random.below(10_000));
    }
    out.push_str("</tbody></table>\n");
}

fn form(out: &mut String, section: usize) {
    let _ = write!(out, "<form action=\"/search\" method=get><input type=hidden name=s value={section}><label>Search ");
    out.push_str("<input type=\"text\" name=\"q\"></label><select><option selected>All<option>News</select>");
    out.push_str(
        "<button class='btn btn-primary'>Go<svg viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg></button></form>\n",
    );
}
