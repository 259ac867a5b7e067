//! Links to passages, opened in a browser: Chromium scrolls to the passage. Skipped where there is no Chromium.

mod common;

use common::{Folder, object};
use serde_json::Value;
use std::process::Command;

/// The parts of a page: each is a passage that the browser shows alone.
const PARTS: [&str; 8] = [
    "<h2>Bridges</h2><p>The old bridge was closed, and the ferry went twice a day - if at all.",
    "<h2>Bridges again</h2><p>The old bridge was closed, and the ferry went twice a day - if at all; so people walked.",
    "<h2>100 % &amp; more</h2><p>Prices, wages &amp; rents rose by 5 %, 6 % or <b>even</b> more #in one year.",
    "<h2>橋</h2><p>橋は閉鎖された。<ruby>川<rt>かわ</rt></ruby>は三日で増水した。町の人は<a href=#x>歩いた</a>。",
    "<h2>Table</h2><table><tr><th>City<th>State<tr><td>Ayr<td>open<tr><td>Bonn<td>open</table>",
    "<h2>Address</h2><p>Main Street 12<br>Springfield<br>The old bridge",
    "<h2>List</h2><p>You need these things:<ul><li>the old bridge<li>a <code>ferry-boat</code>, closed</ul>",
    "<h2>Zoë’s naïve Café</h2><p>»Die Brücke war geschlossen«, sagte sie — und ging.",
];

/// Writes into the page which part is shown once the browser has scrolled, which it does some time after the page has
/// loaded, or after fifteen seconds.
const SCRIPT: &str = "<script>onload = () => {
    const isShown = part => part.getBoundingClientRect().top < innerHeight && part.getBoundingClientRect().bottom > 0;
    let left = 150;
    const timer = setInterval(() => {
        const shown = [...document.querySelectorAll('section')].findIndex(isShown);
        if (shown < 0 && --left > 0) return;
        clearInterval(timer);
        document.body.dataset.shown = shown;
    }, 100);
}</script>";

/// The part of a page that Chromium shows; `None` if there is no Chromium.
fn shown(address: &str) -> Option<String> {
    let options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"];
    let mut browsers = ["chromium", "chromium-browser", "google-chrome"].into_iter();
    let output = browsers.find_map(|name| Command::new(name).args(options).arg(address).output().ok())?;
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = page.split_once("data-shown=\"").unwrap_or_else(|| panic!("{address}: {output:?}"));
    Some(rest.split('"').next().unwrap_or_default().to_owned())
}

#[test]
fn a_browser_scrolls_to_the_passage() {
    let parts = PARTS.map(|part| format!("<div style='height:4000px'></div><section>{part}</section>"));
    let html = format!(
        "<!doctype html><meta charset=utf-8><title>Bridges</title><p hidden>100 % &amp; more</p>{}\
         <div style='height:4000px'></div>{SCRIPT}",
        parts.concat()
    );
    let folder = Folder::new("text-fragments");
    let path = folder.file("page.html", html.as_bytes());
    let found = object(&["passages", "--format", "jsonl", "--max-tokens", "24", "--text-fragments", &path]);
    let passages = found["passages"].as_array().unwrap();
    for (i, part) in PARTS.iter().enumerate() {
        let heading = part.trim_start_matches("<h2>").split('<').next().unwrap().replace("&amp;", "&");
        let starts = |passage: &&Value| passage["text"].as_str().unwrap().starts_with(&format!("{heading}\n"));
        let passage = passages.iter().find(starts).unwrap_or_else(|| panic!("no {heading}: {passages:?}"));
        let fragment = passage["text_fragment"].as_str().unwrap();
        assert!(fragment.starts_with("#:~:text="), "{fragment}");
        // On a busy machine the browser's clock may run out before it has looked for the text.
        let address = format!("file://{path}{fragment}");
        let mut tries = std::iter::repeat_with(|| shown(&address)).take(3);
        let Some(shown) = tries.find(|shown| shown.as_deref() != Some("-1")).unwrap_or_else(|| Some("-1".to_owned()))
        else {
            return println!("skipped: there is no chromium to open links with");
        };
        assert_eq!(shown, i.to_string(), "{fragment}");
    }
}
