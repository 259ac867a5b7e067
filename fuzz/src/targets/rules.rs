//! Target `rules`: the input is a file of rules, with or without its first line; after a byte 255, or else by default, a page.
//!
//! An error names a place in the file. A page that has text without the rules has some with them, and rules that decide are
//! rules of the file.

use blockmask::{Analyzer, Input, Options, Rules};

const PAGE: &[u8] = b"<!doctype html><title>t</title><body><nav class=a><a href=/>Home</a></nav><main id=m class='a b'><h1>Rain</h1>\
    <p class=b>It fell on the city for the third day, <b class=c>and the river rose</b>.<p>Nobody was hurt, the mayor said.\
    <ul><li class=c>Ann <i class=d>2 May 2026</i><p>My cellar is full of water.<li class=c>Bo<p>Mine, too.</ul></main>";

pub fn run(data: &[u8]) -> bool {
    let (lines, page) = match data.iter().position(|&byte| byte == 255) {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, PAGE),
    };
    let header: &[u8] = if lines.starts_with(b"blockmask") { b"" } else { b"blockmask rules 1\n" };
    let file = [header, lines].concat();
    let rules = match Rules::read(&file) {
        Ok(rules) => rules,
        Err(error) => {
            let lines = file.split(|&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&error.line()) && error.column() > 0, "{error}");
            assert!(!error.to_string().contains(char::is_control), "{error}");
            return true;
        }
    };
    assert!(rules.iter().all(|rule| rule.line > 1 && !rule.selector.is_empty()));
    let mut analyzer = Analyzer::new(Options::default());
    let input = Input::new(page).address("https://docs.example.org/guide/rain?x=1");
    let Ok(plain) = analyzer.analyze_input(input) else { return true };
    let has_content = plain.blocks().any(|block| !block.is_template());
    let count = rules.len();
    analyzer.set_rules(Some(rules.into()));
    let Ok(document) = analyzer.analyze_input(input) else { return true };
    assert!(document.blocks().all(|block| block.rule().is_none_or(|rule| rule < count)));
    if has_content && document.text().len() > 1 {
        // What is dropped may be all of the content; else some of it is left.
        let dropped = document.blocks().len() < analyzer_blocks(page);
        assert!(dropped || document.blocks().any(|block| !block.is_template()), "{}", String::from_utf8_lossy(&file));
    }
    let _ = (document.records(), document.groups(), document.comments().count(), document.headline());
    true
}

fn analyzer_blocks(page: &[u8]) -> usize {
    Analyzer::new(Options::default()).analyze(page).map_or(0, |document| document.blocks().len())
}
