//! Why a page has little main text, or doubtful one: from its words, its elements and what its text is made of. All but
//! two reasons are for pages of few words, and are looked for there only.

use super::evidence::Sums;
use super::words::{AGES, CONSENTS, ERRORS, LOADING, LOGINS, PARKED, SCRIPTS, UNBUILT, WALLS, has_any};
use super::{QualityReason, mojibake};
use crate::base::fallible::Text;
use crate::base::flags::{BlockFlags, Fallbacks};
use crate::document::Document;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag};
use crate::read::page::unicode::is_letter_or_number;

/// The most tokens of main text of which words say why it is so little.
const MAX_ERROR: u32 = 150;
/// The most tokens of the main text before a wall, on the page of a form to sign in, and beside what scripts draw.
const MAX_BEFORE_WALL: u32 = 120;
const MAX_FORM: u32 = 60;
const MAX_SHELL: u32 = 40;
/// More prose than that is an article, whatever its title says.
const MAX_PROSE: u32 = 45;
/// The most tokens beside what scripts draw later.
const MAX_LOADING: u32 = 5;
/// The most tokens of a page that stands in for a site.
const MAX_SEEN: u32 = 400;
/// The most tokens of a page that has nothing but a request to sign in.
const MAX_REQUEST: u32 = 30;
/// Less text is too short, in tokens and in characters: words of Chinese or Japanese have fewer.
const MIN_TOKENS: u32 = 15;
const MIN_CHARACTERS: u32 = 100;
/// The most blocks and bytes of a block that are searched for words.
const MAX_BLOCKS: usize = 200;
const MAX_BYTES: usize = 600;
/// The status codes of errors.
const CODES: [&str; 11] = ["400", "401", "403", "404", "410", "429", "451", "500", "502", "503", "504"];
/// In names of classes of the page: error pages.
const ERROR_NAMES: [&[u8]; 4] = [b"404", b"notfound", b"errorpage", b"pageerror"];

/// The first reason that holds, from the surest to the vaguest.
pub(super) fn find(document: &Document<'_>, sums: &Sums) -> Option<QualityReason> {
    use QualityReason::*;
    if mojibake::is_wrong(document.text()) {
        return Some(WrongEncoding);
    }
    let is_data = document.fallbacks().contains(Fallbacks::METADATA) || sums.data > sums.main / 2;
    if sums.main > MAX_ERROR {
        return is_data.then_some(OnlyData).or_else(|| is_list(sums).then_some(LinkList));
    }
    let words = Words::of(document);
    let is_empty = sums.main == 0 && sums.seen == 0;
    let is_notice = sums.main_notices > sums.main / 2 || sums.main <= MAX_SHELL && sums.notices > sums.main;
    match () {
        () if !is_data && is_error(document, sums, &words) => Some(ErrorPage),
        () if is_empty && !has_scripts(document) => Some(NoText),
        () if is_parked(sums, &words) => Some(ParkedDomain),
        // A box that asks readers to pay is a notice, too.
        () if is_notice && (!is_wall(sums, &words) || has_any(&words.all, CONSENTS)) => Some(ConsentWall),
        () if has_any(&words.body, CONSENTS) || is_age_gate(sums, &words) => Some(ConsentWall),
        () if is_data && sums.main > 0 => Some(OnlyData),
        () if is_wall(sums, &words) || is_form(document, sums) => Some(LoginWall),
        () if is_shell(document, sums, &words) => Some(ScriptShell),
        () if is_empty => Some(NoText),
        () if is_list(sums) => Some(LinkList),
        () if sums.main < MIN_TOKENS && sums.characters < MIN_CHARACTERS => Some(TooShort),
        () => None,
    }
}

/// The short texts of a page, in lower case, one a line.
#[derive(Default)]
struct Words {
    /// What readers see, and the title.
    all: Text,
    /// Of the main text.
    main: Text,
    /// Of the main text without headings.
    body: Text,
    /// The title, the headline and headings.
    headings: Text,
    /// What is in none of them.
    others: Text,
}

impl Words {
    fn of(document: &Document<'_>) -> Words {
        let mut words = Words::default();
        let blocks = document.blocks().take(MAX_BLOCKS).filter(|block| block.text().len() <= MAX_BYTES);
        for block in blocks {
            let flags = block.flags();
            let (is_main, is_title) = (block.is_main(), flags.contains(BlockFlags::IN_HEAD));
            let is_seen = is_main || is_title || !flags.contains(BlockFlags::HIDDEN);
            // The name of a host would part the words of a phrase.
            let parts = || block.text().split_inclusive(' ').filter(|part| !is_host(part));
            let add = |to: &mut Text| {
                parts().flat_map(str::chars).flat_map(char::to_lowercase).for_each(|c| to.push(c));
                to.push('\n');
            };
            if is_seen {
                add(&mut words.all);
            }
            if is_main {
                add(&mut words.main);
            }
            let is_heading = is_title || block.is_headline() || block.heading_level() > 0;
            match (is_seen, is_heading, is_main) {
                (true, true, _) => add(&mut words.headings),
                (true, false, true) => add(&mut words.body),
                (true, false, false) => add(&mut words.others),
                (false, ..) => {}
            }
        }
        words
    }
}

/// Whether a word has a dot between two letters, and no other marks inside.
fn is_host(word: &str) -> bool {
    let word = word.trim_matches(|c| !is_letter_or_number(c));
    let mut labels = word.split('.');
    word.contains('.')
        && labels.all(|label| !label.is_empty() && label.chars().all(|c| is_letter_or_number(c) || c == '-'))
}

/// Whether a title or heading names an error, or has the code of one while another text names it, or a class of the page
/// does.
fn is_error(document: &Document<'_>, sums: &Sums, words: &Words) -> bool {
    let has_code = || words.headings.split(|c| !is_letter_or_number(c)).any(|word| CODES.contains(&word));
    let is_article = || sums.prose > MAX_PROSE && !has_any(&words.body, ERRORS);
    (has_any(&words.headings, ERRORS) || has_code() && has_any(&words.all, ERRORS)) && !is_article()
        || sums.main <= MAX_SHELL && has_any(&words.main, ERRORS)
        || has_error_class(document)
}

/// Whether the page stands in for a site.
fn is_parked(sums: &Sums, words: &Words) -> bool {
    let says = |list: &str| has_any(&words.body, list) || has_any(&words.others, list);
    let is_titled = |list: &str| sums.prose <= MAX_PROSE && has_any(&words.headings, list);
    sums.seen <= MAX_SEEN && (says(PARKED) || is_titled(PARKED))
        || sums.main <= MAX_SHELL && (has_any(&words.main, UNBUILT) || is_titled(UNBUILT))
}

/// Whether the page asks for the age of readers, and for nothing else.
fn is_age_gate(sums: &Sums, words: &Words) -> bool {
    sums.main <= MAX_SHELL && has_any(&words.main, AGES) || sums.seen <= MAX_FORM && has_any(&words.all, AGES)
}

/// Whether a class of `html` or `body` says that the page is an error page.
fn has_error_class(document: &Document<'_>) -> bool {
    let tree = &document.page.tree;
    let roots = tree.nodes.iter().take(MAX_BLOCKS).filter(|node| matches!(node.tag, Tag::HTML | Tag::BODY));
    roots.flat_map(|node| tree.class_names(node)).any(|name| {
        let mut letters = [0; 32];
        let kept = name.iter().filter(|byte| !matches!(byte, b'-' | b'_')).map(u8::to_ascii_lowercase);
        letters.iter_mut().zip(kept).for_each(|(to, byte)| *to = byte);
        ERROR_NAMES.iter().any(|known| letters.windows(known.len()).any(|part| part == *known))
    })
}

/// Whether the page says that only readers who sign in or pay may go on.
fn is_wall(sums: &Sums, words: &Words) -> bool {
    sums.main <= MAX_FORM && has_any(&words.all, WALLS)
        || sums.main <= MAX_BEFORE_WALL && has_any(&words.main, WALLS)
        || sums.main <= MAX_REQUEST && has_any(&words.all, LOGINS)
}

fn scripts<'a>(document: &Document<'a>) -> impl Iterator<Item = &'a Node> {
    let tree = document.page.tree;
    let elements = document.page.metadata_elements.iter().filter_map(move |&index| tree.nodes.get(index as usize));
    elements.filter(|node| node.tag == Tag::SCRIPT)
}

/// Whether the page runs a script.
fn has_scripts(document: &Document<'_>) -> bool {
    scripts(document).any(|node| !crate::read::page::is_json_ld(&document.page.tree, node))
}

/// Whether the main text asks readers to switch scripts on, or there is hardly any and an element that only scripts fill.
fn is_shell(document: &Document<'_>, sums: &Sums, words: &Words) -> bool {
    let asks = || sums.main <= MAX_SHELL && words.main.contains(SCRIPTS);
    let is_loading = || sums.main <= MAX_LOADING && has_any(&words.main, LOADING);
    let is_filled = || words.all.contains(SCRIPTS) || has_mount(document);
    has_scripts(document) && (sums.seen == 0 || asks() || is_loading() || sums.main < MIN_TOKENS && is_filled())
}

/// Whether an element near the root that scripts can name is empty.
fn has_mount(document: &Document<'_>) -> bool {
    let nodes = document.page.tree.nodes;
    let is_block = |node: &Node| matches!(node.tag, Tag::DIV | Tag::MAIN | Tag::SECTION | Tag::UNKNOWN);
    let mut elements = nodes.iter().enumerate().filter(|(_, node)| is_block(node) && node.depth <= MOUNT_DEPTH);
    elements.any(|(index, node)| {
        let is_named = node.known & Name::ID.bit() != 0 || node.tag == Tag::UNKNOWN;
        is_named && nodes[index..node.subtree_end as usize].iter().all(|inside| inside.tag != Tag::TEXT)
    })
}

/// The depth of an element in `body`, and of one in it.
const MOUNT_DEPTH: u16 = 4;

/// Whether a password is about all that the page asks for.
fn is_form(document: &Document<'_>, sums: &Sums) -> bool {
    if sums.main > MAX_FORM || sums.prose > MAX_PROSE || sums.prose.saturating_add(sums.template_prose) > 2 * MAX_FORM {
        return false;
    }
    let tree = &document.page.tree;
    tree.nodes.iter().filter(|node| node.tag == Tag::INPUT).any(|input| {
        tree.attribute(input, Name::TYPE).is_some_and(|kind| same_name(tree.raw_value(kind).trim_ascii(), b"password"))
    })
}

/// Whether the main text is links and hardly any prose, or the page is, of which the mask left a few words.
fn is_list(sums: &Sums) -> bool {
    let most_of = |part: u32, whole: u32| whole >= MIN_TOKENS && part > whole / 4 * 3;
    let is_linked = most_of(sums.main_linked, sums.main);
    let is_menu = sums.main < MIN_TOKENS && sums.template_prose == 0 && most_of(sums.seen_linked, sums.seen);
    sums.prose <= sums.main / 8 && (is_linked || is_menu)
}
