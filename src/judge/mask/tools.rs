//! Tools: a line of links that share a page, print it or send it is template, and so are rows of links that lead nowhere and
//! wait for a script, such as those to a wish list. In one pass with them go labels and remarks, which are told by their
//! words, and trails.

use super::buttons::opens_near;
use super::notices::{host_and_path, is_closing_button, is_closing_call, is_closing_request, is_label_line, is_remark};
use super::pagers::is_pager;
use super::trails::{self, Trails};
use super::{BlockLabel, KindProbabilities, PageKind};
use crate::judge::containers::{Container, Containers};
use crate::read::class_words::group;
use crate::read::html::attributes::Name;
use crate::read::html::scan::contains_name;
use crate::read::html::{Tag, Tree};
use crate::read::page::{Block, Page};

/// The maximum number of tokens of such a line, and of those beside its links.
const MOST_OF_LINE: u32 = 32;
const MOST_BESIDE: u32 = 12;
/// The maximum number of tokens of a label in an element that shares the page by its name, of elements around it that are
/// looked at, and the probability from which on it is content.
const MOST_OF_LABEL: u32 = 6;
const MOST_LEVELS: usize = 4;
const SURE: f32 = 0.8;
const SOCIAL: u32 = group("social");
/// The number of links to nowhere that make a row, the number beside a label such as "Text size:", and its number of tokens
/// at most.
const LEAST_IN_ROW: usize = 2;
const LEAST_BESIDE_LABEL: usize = 3;
const MOST_OF_ROW_LABEL: u32 = 5;

/// The maximum number of lines that ask for something below a text.
const MOST_CLOSING: usize = 4;
/// The number of blocks of content among which remarks of a site stand.
const MOST_ABOVE: usize = 12;

/// What follows the name of the host in addresses that share a page, below the hosts that have profiles, too.
const SHARERS: [&[u8]; 35] = [
    b"addtoany.com/share",
    b"api.whatsapp.com/send?text",
    b"b.hatena.ne.jp/",
    b"blogger.com/share",
    b"bsky.app/intent",
    b"connect.ok.ru/offer",
    b"delicious.com/save",
    b"digg.com/submit",
    b"facebook.com/dialog/",
    b"facebook.com/share.php",
    b"facebook.com/sharer",
    b"getpocket.com/edit",
    b"getpocket.com/save",
    b"line.me/r/msg",
    b"linkedin.com/cws/share",
    b"linkedin.com/sharearticle",
    b"linkedin.com/sharing",
    b"news.ycombinator.com/submitlink",
    b"pinterest.com/pin/create",
    b"plus.google.com/share",
    b"reddit.com/submit",
    b"service.weibo.com/share",
    b"social-plugins.line.me/",
    b"story.kakao.com/share",
    b"t.me/share",
    b"telegram.me/share",
    b"threads.net/intent",
    b"tumblr.com/share",
    b"tumblr.com/widgets/share",
    b"twitter.com/intent",
    b"twitter.com/share",
    b"vk.com/share",
    b"wa.me/?",
    b"x.com/intent",
    b"x.com/share",
];

/// Makes such lines template.
pub(super) fn leave_out(
    page: &Page<'_>,
    containers: &Containers<'_>,
    kinds: &KindProbabilities,
    labels: &mut [BlockLabel],
) {
    if page.links.is_empty() {
        return;
    }
    let has_names = containers.words & SOCIAL != 0;
    let mut trails = Trails::new();
    for (i, block) in page.blocks.iter().enumerate() {
        let label = labels[i];
        if label.is_template {
            continue;
        }
        let is_named = || has_names && label.probability < SURE && is_named(&page.tree, containers, block);
        let has_links = || block.linked_tokens > 0 && (is_line(page, block) || is_pager(page, block));
        let is_line = || has_links() || is_label_line(page, block);
        if may_be_line(block) && (is_named() || is_line()) {
            labels[i].is_template = true;
            continue;
        }
        // Of a table of contents that the model left out the label may be left.
        let is_above = || labels.get(i + 1).is_some_and(|next| next.is_template) && trails::may_be_label(block);
        let first = if block.linked_tokens > 0 { Some(i) } else { is_above().then_some(i + 1) };
        if let Some(found) = first.and_then(|first| trails.find(page, first)) {
            labels[found].iter_mut().for_each(|label| label.is_template = true);
        }
    }
    for _ in 0..MOST_CLOSING {
        let Some(last) = labels.iter().rposition(|label| !label.is_template) else { break };
        let block = &page.blocks[last];
        // The last link of a list is one of its items.
        let may_be_button = !kinds.is_sure() || !matches!(kinds.best(), PageKind::Collection | PageKind::Listing);
        labels[last].is_template = is_closing_call(page, block)
            || is_closing_request(page, block)
            || may_be_button && is_closing_button(page, block);
        if !labels[last].is_template {
            break;
        }
    }
    let content = page.blocks.iter().zip(labels).filter(|(_, label)| !label.is_template);
    content.take(MOST_ABOVE).for_each(|(block, label)| label.is_template = is_remark(page, block));
}

/// Whether a label is in an element that shares the page, by its name.
fn is_named(tree: &Tree<'_>, containers: &Containers<'_>, block: &Block) -> bool {
    // Quotations are named after the network that they are from.
    let around = containers.ancestors(containers.index(block.container)).take(MOST_LEVELS);
    let mut around = around.map(|at| &containers.list[at as usize]);
    let named = |container: &Container| container.words & SOCIAL != 0 || container.tag(tree) == Tag::BLOCKQUOTE;
    block.tokens <= MOST_OF_LABEL && around.find(|at| named(at)).is_some_and(|at| at.tag(tree) != Tag::BLOCKQUOTE)
}

fn may_be_line(block: &Block) -> bool {
    block.heading == 0 && block.tokens <= MOST_OF_LINE && block.tokens <= block.linked_tokens + MOST_BESIDE
}

/// Whether each link of a block is a tool or leads nowhere, and at least one is a tool or, without more than a label beside
/// them, there are several.
fn is_line(page: &Page<'_>, block: &Block) -> bool {
    let (mut tools, mut nowhere) = (0, 0);
    for link in page.links_in(block) {
        let node = &page.tree.nodes[link.node as usize];
        let href = page.tree.attribute(node, Name::HREF).map(|href| page.tree.raw_value(href)).unwrap_or_default();
        match href {
            href if is_tool(href) => tools += 1,
            href if leads_nowhere(href) && !opens_near(&page.tree, link.node) => nowhere += 1,
            _ => return false,
        }
    }
    let is_row = || {
        let is_item = matches!(block.tag, Tag::LI | Tag::DT | Tag::DD | Tag::TD | Tag::TH);
        let least = match block.tokens.checked_sub(block.linked_tokens) {
            Some(0) => LEAST_IN_ROW,
            Some(beside) if beside <= MOST_OF_ROW_LABEL => LEAST_BESIDE_LABEL,
            _ => return false,
        };
        nowhere >= least && !is_item
    };
    tools > 0 || is_row()
}

/// Whether an address shares, prints or sends the page.
fn is_tool(href: &[u8]) -> bool {
    let begins =
        |text: &[u8], start: &[u8]| text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start));
    // Some programs share by an address of their own.
    let query = memchr::memrchr(b'?', href).map(|at| &href[at + 1..]);
    if query.is_some_and(|query| query.starts_with(b"share=")) {
        return true;
    }
    if let Some(address) = host_and_path(href) {
        return SHARERS.iter().any(|start| begins(address, start));
    }
    const SCRIPT: &[u8] = b"javascript:";
    begins(href, b"mailto:?") || begins(href, SCRIPT) && contains_name(href, b"print(")
}

/// Whether an address is that of the page itself, for a script to replace.
fn leads_nowhere(href: &[u8]) -> bool {
    matches!(href, b"#" | b"#!" | b"javascript:;" | b"javascript:void(0)" | b"javascript:void(0);")
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO, main_text};

    #[test]
    fn lines_of_tools_are_template() {
        for [share, print] in
            [["Share this", "Print this page"], ["Partilhe este texto", "Imprimir"], ["この記事を共有", "印刷する"]]
        {
            for line in [
                format!("<p><a href='javascript:window.print()'>{print}</a></p>"),
                format!(
                    "<div><a href='javascript:print()'>{print}</a> <a href='mailto:?subject=x'>{share}</a> <a href=#>PDF</a></div>"
                ),
                format!(
                    "<div><span>{share}:</span> <a href='https://www.facebook.com/sharer/sharer.php?u=x'>Facebook</a></div>"
                ),
                format!(
                    "<div>{share} <a href='https://wa.me/?text=x'>WhatsApp</a> <a href=//x.com/intent/tweet?u>X</a></div>"
                ),
            ] {
                for text in [main_text(&format!("{line}{ONE}{TWO}")), main_text(&format!("{ONE}{TWO}{line}"))] {
                    let has = |part: &str| text.contains(part);
                    assert!(has("stone pier") && !has(print) && !has(share) && !has("PDF"), "{line}: {text}");
                }
            }
        }
    }

    #[test]
    fn links_that_share_by_the_address_of_the_page_are_template() {
        for [one, two] in [["Facebook", "Mail"], ["フェイスブック", "メール"]] {
            let row = format!(
                "<p><a href='/pier/?share=facebook'>{one}</a> <a href='/pier/?share=mail&amp;n=1'>{two}</a></p>"
            );
            assert!(!main_text(&format!("{ONE}{TWO}{row}")).contains(two), "{two}");
        }
    }

    #[test]
    fn labels_in_elements_that_share_are_template() {
        for [share, post] in [["Udostępnij", "Tweetuj"], ["Share", "Tweet"], ["共有する", "投稿"]] {
            let line = format!("<div class=social-sharing><span>{share}</span><ul><li><a href=#>{post}</a></ul></div>");
            let text = main_text(&format!("{ONE}{TWO}{line}"));
            assert!(!text.contains(share) && !text.contains(post), "{text}");
        }
        let quotation = "<blockquote class=twitter-tweet><p>The pier will be closed until noon on Friday.</p>— Ann Reed</blockquote>";
        assert!(main_text(&format!("{ONE}{quotation}{TWO}")).contains("Ann Reed"));
    }

    #[test]
    fn rows_of_links_to_nowhere_are_template() {
        let text = main_text(&format!("{ONE}{TWO}<div><a href=#>Add to my list</a> <a href='#'>Compare</a></div>"));
        assert!(!text.contains("my list"), "{text}");
        for label in ["Text size:", "Schriftgröße", "文字サイズ"] {
            let row = format!("<p>{label} <a href=#>A</a> <a href=#>A+</a> | <a href=#>PDF</a></p>");
            assert!(!main_text(&format!("{row}{ONE}{TWO}")).contains(label), "{label}");
        }
    }

    #[test]
    fn links_in_sentences_are_not() {
        for line in [
            "<p>Send a note to <a href='mailto:ann@pier.example'>Ann Reed</a> if a plank is loose.</p>",
            "<p>The council has a page <a href='https://www.facebook.com/thepier'>of its own</a>, with the plans.</p>",
            "<p>To read this on paper, choose the <a href='javascript:print()'>version for printers</a>, which has no pictures and \
             no margins, and is shorter.</p>",
        ] {
            let last = line.rsplit("</a>").next().unwrap_or_default().trim_end_matches("</p>");
            assert!(main_text(&format!("{ONE}{line}{TWO}")).contains(last), "{line}");
        }
    }
}
