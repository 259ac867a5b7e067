//! Conformance of tree construction: html5lib-tests and our own cases.

mod support;

use support::dump::difference;
use support::html5lib::{SELECTED_CONTENT, run_tree_construction};
use support::{fixture, oracle, ours, shared, tree_construction_files};

#[test]
fn own_trees() {
    let files = [fixture("tree.dat"), fixture("standard.dat")];
    run_tree_construction("own trees", &files, &[], ours::dump);
}

#[test]
fn html5lib_trees() {
    let Some(folder) = shared("html5lib-tests") else { return };
    let files = tree_construction_files(&folder);
    run_tree_construction("html5lib trees", &files, SELECTED_CONTENT, ours::dump);
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
        let theirs = oracle::dump(markup).dump;
        assert_eq!(difference(&theirs, &expected, "expected"), None, "html5ever: {markup:?}");
        let ours = ours::dump(markup).dump;
        if let Some(lines) = difference(&ours, &expected, "expected") {
            panic!("{markup:?}: {lines}");
        }
    }
}
