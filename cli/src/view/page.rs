//! The HTML file of a view. All of the page's text is in one JSON script element, in which `<` is escaped, and the
//! program adds it to the document as text only. The policy of the file allows this style and this program, and nothing
//! from anywhere else.

use super::data::View;
use crate::json::escape;
use crate::memory::{Text, text};

const STYLE: &str = include_str!("view.css");
const PROGRAM: &str = include_str!("view.js");
/// The SHA-256 digests of both in Base64; a test says what they have to be.
const STYLE_DIGEST: &str = "reV5dMtvXkliQlu8EFitybqQ7RwtqEZZbSDgb/fpgd4=";
const PROGRAM_DIGEST: &str = "grc7KgYcCiYD3m6OaF30PDXrJOqXgwWvHTAsxIJDGio=";

const BODY: &str = r#"<header>
<h1 id="title" dir="auto"></h1>
<p id="summary"></p>
<form id="controls" autocomplete="off">
<label>Keep blocks from probability <input id="cut" type="range" min="0" max="1" step="0.01">
<output id="cut-value" for="cut"></output></label>
<button id="reset" type="button">The page's own cut</button>
<label>Find <input id="find" type="search" dir="auto" placeholder="words of a block"></label>
<output id="found" for="find"></output>
<fieldset id="roles"><legend>Roles</legend></fieldset>
</form>
</header>
<main>
<section id="list" tabindex="0" aria-label="Blocks of the page"></section>
<div id="middle">
<section id="details" aria-label="The selected block" aria-live="polite" tabindex="0">
<p>Select a block to see why it is kept or left out.</p>
</section>
<section id="facts" aria-label="Facts about the page" tabindex="0"><h2>Facts</h2></section>
</div>
<section id="source" tabindex="0" aria-label="Source of the page"></section>
</main>
<footer>
<figure><canvas id="density" role="img" aria-label="Text density by block"></canvas>
<figcaption>Text density by block (bars) and of its segment after fusion (line); segments (strip)</figcaption></figure>
<figure><canvas id="tag-paths" role="img" aria-label="Tag path sequence"></canvas>
<figcaption>Tag path sequence: symbol by position, and the main region</figcaption></figure>
</footer>
"#;

/// The file.
pub fn html(view: &View<'_>) -> String {
    let json = String::from_utf8(escape::line(view)).unwrap_or_default();
    let mut data = Text::default();
    for (at, part) in json.trim_end().split('<').enumerate() {
        data.push_str(if at == 0 { "" } else { "\\u003c" });
        data.push_str(part);
    }
    drop(json);
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{STYLE_DIGEST}'; script-src 'sha256-{PROGRAM_DIGEST}'; \
         base-uri 'none'; form-action 'none'"
    );
    text(format_args!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>blockmask view</title>\n\
         <style>{STYLE}</style>\n{BODY}\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script>{PROGRAM}</script>\n</html>\n",
        &*data
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Origin;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use blockmask::{Analyzer, Model};
    use sha2::{Digest, Sha256};

    #[test]
    fn the_policy_names_the_style_and_the_program() {
        for (text, digest) in [(STYLE, STYLE_DIGEST), (PROGRAM, PROGRAM_DIGEST)] {
            assert_eq!(STANDARD.encode(Sha256::digest(text)), digest);
        }
    }

    #[test]
    fn a_page_cannot_end_the_data() {
        let hostile = "<title></script><script>alert(1)</script></title><p>&lt;/script>&lt;img src=x onerror=alert(1)>\
            <!-- <script> --><a href=javascript:alert(1)>x</a><p>\u{2028}\u{202e}]]>";
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(hostile.as_bytes()).unwrap();
        let origin = Origin::of_path("</title><script>alert(2)</script>");
        let view = html(&View::of(&document, &origin, Some(Model::built_in())));
        assert_eq!(view.matches("<script").count(), 2);
        assert_eq!(view.matches("</script").count(), 2);
        assert!(!view.contains("<img") && !view.contains("<a ") && !view.contains("<!--"));
    }
}
