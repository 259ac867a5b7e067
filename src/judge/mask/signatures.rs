//! Signatures: what authors of posts put below each of them is template, in any page with posts.

use super::BlockLabel;
use crate::judge::containers::Containers;
use crate::read::class_words::{group, item};
use crate::read::page::Page;

const USER: u32 = group("user");
const POST: u32 = group("post") | group("comment");

/// Labels the signatures of a page as template. In a thread all elements of that name are signatures, elsewhere those in
/// an element that is named a post: in manuals they are of functions.
pub(super) fn leave_out(page: &Page<'_>, containers: &Containers<'_>, is_thread: bool, labels: &mut [BlockLabel]) {
    if containers.words & USER == 0 || !is_thread && containers.words & POST == 0 {
        return;
    }
    let mut end = 0;
    for (i, container) in containers.list.iter().enumerate() {
        let is_named = container.node as usize >= end
            && container.words & USER != 0
            && containers.says(&page.tree, i as u32, item::SIGNATURE);
        if is_named && (is_thread || is_in_post(containers, i)) {
            let subtree = page.tree.subtree(container.node);
            end = subtree.end;
            labels[page.blocks_in(subtree)].iter_mut().for_each(|label| label.is_template = true);
        }
    }
}

/// Whether an element is in one that is named a post.
fn is_in_post(containers: &Containers<'_>, element: usize) -> bool {
    let mut above = containers.ancestors(element as u32).skip(1).take(MOST_LEVELS);
    above.any(|at| containers.list[at as usize].words & POST != 0)
}

/// Elements between a signature and its post.
const MOST_LEVELS: usize = 6;

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    #[test]
    fn signatures_of_posts_are_template_and_those_of_functions_are_not() {
        let post = |text: &str, saying: &str| {
            format!(
                "<li class=postcontainer><div class=userinfo><b>Hasan</b></div><div class=postbody><blockquote class=postcontent>{text}\
                 </blockquote><blockquote class='signature restore'><div class=signaturecontainer>{saying}</div></blockquote></div>"
            )
        };
        for [one, two, saying] in [
            [
                "The door of the second car sticks in the cold.",
                "Rub it with soap, it opens the day after.",
                "Rails are long",
            ],
            ["İkinci vagonun kapısı soğukta sıkışıyor.", "Rayını sabunla ov, ertesi gün açılır.", "Raylar uzundur"],
        ] {
            let html = format!(
                "<title>Door</title><h1>Door</h1><ol class=posts>{}{}</ol>",
                post(one, saying),
                post(two, "Tea")
            );
            let mut analyzer = Analyzer::default();
            let text = analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(text.contains(one) && text.contains(two) && !text.contains(saying), "{text}");
        }
        let html = "<title>book</title><main><h1>book</h1><p>Books a bed on the night train, if one of them is left.</p>\
            <div class=member-signature>public Ticket book(String guest)</div><p>Throws if the bed is taken by another.</main>";
        let mut analyzer = Analyzer::default();
        assert!(analyzer.analyze(html.as_bytes()).unwrap().main_text().text().contains("Throws"));
    }
}
