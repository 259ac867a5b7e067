//! Conformance of tree construction: our own cases. `tests/conformance.rs` runs html5lib-tests.

mod support;

use support::dump::difference;
use support::html5lib::run_tree_construction;
use support::{fixture, oracle, ours, public};

#[test]
fn own_trees() {
    let files = [fixture("tree.dat"), fixture("standard.dat")];
    run_tree_construction("own trees", &files, &[], |markup, context| context.is_none().then(|| ours::dump(markup)));
    run_tree_construction("own trees, public interface", &files, &[], public::dump);
}

/// Carriage returns and NUL, which a fixture in a text file would not preserve.
#[test]
fn control_characters() {
    let head = "| <html>\n|   <head>\n|   <body>\n";
    for (markup, body) in [
        ("a\0b", "|     \"ab\"\n"),
        // NUL is not whitespace: it opens the body and is dropped only there.
        ("\0 \0", "|     \" \"\n"),
        ("a\r\nb\rc\r", "|     \"a\nb\nc\n\"\n"),
        ("<pre>\r\n\r\nx", "|     <pre>\n|       \"\nx\"\n"),
        ("<textarea>\rx", "|     <textarea>\n|       \"x\"\n"),
        ("<listing>&#10;x", "|     <listing>\n|       \"x\"\n"),
        ("<pre>\0\nx", "|     <pre>\n|       \"\nx\"\n"),
        ("<svg>a\0b<![CDATA[\0]]>", "|     <svg svg>\n|       \"a\u{fffd}b\u{fffd}\"\n"),
        ("<svg><desc>a\0b", "|     <svg svg>\n|       <svg desc>\n|         \"ab\"\n"),
        ("<p\0q r\0=s\0>", "|     <p\u{fffd}q>\n|       r\u{fffd}=\"s\u{fffd}\"\n"),
        ("<i\0>x</i>y", "|     <i\u{fffd}>\n|       \"xy\"\n"),
        ("<xmp>a\0", "|     <xmp>\n|       \"a\u{fffd}\"\n"),
        ("<plaintext>\0", "|     <plaintext>\n|       \"\u{fffd}\"\n"),
        ("<svg><title><![CDATA[ \0]]>", "|     <svg svg>\n|       <svg title>\n|         \" \"\n"),
        ("<table>\0\n<tr>", "|     <table>\n|       \"\n\"\n|       <tbody>\n|         <tr>\n"),
        ("<table>a\0b", "|     \"ab\"\n|     <table>\n"),
        ("<table>\0", "|     <table>\n"),
        ("<select>a\0b", "|     <select>\n|       \"ab\"\n"),
        ("<p><!--a\0b\r\nc-->", "|     <p>\n|       <!-- a\u{fffd}b\nc -->\n"),
    ] {
        let expected = format!("{head}{body}");
        let theirs = oracle::dump(markup);
        assert_eq!(difference(&theirs, &expected, "expected"), None, "html5ever: {markup:?}");
        let ours = ours::dump(markup);
        if let Some(lines) = difference(&ours, &expected, "expected") {
            panic!("{markup:?}: {lines}");
        }
    }
}

/// The standard makes processing instructions nodes of their own since June 2026, where they have a name of ASCII letters,
/// digits, `-` and `_`. Here all are comments, with the same bounds, and have no text.
#[test]
fn processing_instructions_are_comments() {
    for (markup, expected) in [
        ("<p><?marker name=x?>a", "<p>\n|       <!-- ?marker name=x? -->\n|       \"a\"\n"),
        // They end at the first `>`, with or without `?`.
        ("<p><?a b>c", "<p>\n|       <!-- ?a b -->\n|       \"c\"\n"),
        ("<p><?a b > ?>c", "<p>\n|       <!-- ?a b  -->\n|       \" ?>c\"\n"),
        // The standard keeps these as comments.
        ("<p><?xml version=1?>a", "<p>\n|       <!-- ?xml version=1? -->\n|       \"a\"\n"),
        ("<p><?1?>a", "<p>\n|       <!-- ?1? -->\n|       \"a\"\n"),
        // They are not moved out of tables.
        ("<table><?a?><tr>", "<table>\n|       <!-- ?a? -->\n|       <tbody>\n|         <tr>\n"),
        ("<textarea><?a?>", "<textarea>\n|       \"<?a?>\"\n"),
        // The standard drops one that the end of the page interrupts.
        ("<p>a<?b c", "<p>\n|       \"a\"\n|       <!-- ?b c -->\n"),
    ] {
        assert_body(markup, expected);
    }
}

/// A DOM parser copies the nodes of the chosen option into `selectedcontent`. A block has one range in the source, so
/// here the option stays the only place of its text.
#[test]
fn selected_content_is_not_copied() {
    let markup = "<select><button><selectedcontent></selectedcontent></button><option selected>a<b>c</b></select>d";
    let expected = "<select>\n|       <button>\n|         <selectedcontent>\n|       <option>\n|         selected=\"\"\n\
                    |         \"a\"\n|         <b>\n|           \"c\"\n|     \"d\"\n";
    assert_body(markup, expected);
}

/// Compares the tree of a page with a body that begins with `expected`, after its indent.
fn assert_body(markup: &str, expected: &str) {
    let expected = format!("| <html>\n|   <head>\n|   <body>\n|     {expected}");
    if let Some(lines) = difference(&ours::dump(markup), &expected, "expected") {
        panic!("{markup:?}: {lines}");
    }
}
