//! Notes: comments on single posts, such as those below the answers to a question, by their place.
//!
//! Each post has its own list of notes. So in the tree every run of notes is nearer to the text of the post above it
//! than the run before is: that one is part of another post. Where posts of two kinds take turns, all are siblings; a
//! quotation at the start of a post is nearer to the text below it.

use super::units::UnitGroup;
use crate::judge::containers::Containers;
use crate::read::html::NONE;
use crate::read::page::Page;

/// The maximum number of steps from two containers to the one around both.
const MOST_STEPS: usize = 24;
/// The mean text of a post is at least so many times as long as the mean note.
const LONGER: u64 = 2;

/// The containers of the last prose of a group, and of the last prose that is not in that group.
#[derive(Clone, Copy)]
pub(super) struct LastProse {
    group: u32,
    container: u32,
    of_others: u32,
}

impl Default for LastProse {
    fn default() -> LastProse {
        LastProse { group: NONE, container: NONE, of_others: NONE }
    }
}

impl LastProse {
    /// Reads a block of prose; `group` is [`NONE`] outside of groups.
    pub fn read(&mut self, group: u32, container: u32) {
        if self.group != group {
            self.of_others = self.container;
        }
        (self.group, self.container) = (group, container);
    }

    /// Whether there was prose.
    pub fn is_found(&self) -> bool {
        self.container != NONE
    }

    /// Whether the prose before a run of `group`, without its own, is nearer to this run than to the one before, and in none
    /// of its units, as a quotation is. The containers are the last unit of the run before, and the first of this one.
    pub fn is_above(&self, page: &Page<'_>, containers: &Containers<'_>, group: u32, [before, run]: [u32; 2]) -> bool {
        let prose = if self.group == group { self.of_others } else { self.container };
        let around = |at: u32| depth_around(page, containers, prose, at);
        let own = page.tree.nodes[containers.list[run as usize].node as usize].depth;
        prose != NONE
            && around(run).is_some_and(|depth| depth < own && around(before).is_none_or(|above| above < depth))
    }
}

/// The depth of the smallest container around two, if that is near.
fn depth_around(page: &Page<'_>, containers: &Containers<'_>, first: u32, second: u32) -> Option<u16> {
    let (mut first, mut second) = (first, second);
    for _ in 0..MOST_STEPS {
        // Parents are before children.
        match first.cmp(&second) {
            std::cmp::Ordering::Equal => {
                let node = containers.list[first as usize].node;
                return Some(page.tree.nodes[node as usize].depth);
            }
            std::cmp::Ordering::Greater => first = containers.list[first as usize].parent,
            std::cmp::Ordering::Less => second = containers.list[second as usize].parent,
        }
    }
    None
}

/// Whether a group is notes: short texts, each with a date and a name or a button, below longer ones. The numbers are the
/// tokens of prose between its units, the number of its runs and the number of those below their prose.
pub(super) fn are_below_posts(group: &UnitGroup, [posts, runs, below]: [u32; 3]) -> bool {
    let UnitGroup { count, dated, signed, bylines, answerable, letters, headed, text, linked, .. } = *group;
    let most = |some: u32| 2 * some > count;
    runs >= 2
        // Pairs of a post and what it quotes are as many.
        && count > runs
        && 4 * below >= 3 * (runs - 1)
        && most(dated)
        && (most(signed) || most(bylines) || most(answerable) || most(letters))
        && !most(headed)
        && text > 0
        && 100 * linked < 30 * text
        && u64::from(posts) * u64::from(count) >= LONGER * u64::from(text) * u64::from(runs - 1)
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const ANSWERS: [&str; 3] = [
        "Take the lid off for the first ten minutes, and stir the soup with a wooden spoon until the foam is gone. It keeps \
         its color that way, and the beans stay whole even if it stands on the stove all day.",
        "Old beans never get soft, however long they cook. Put a pinch of soda into the water in which they stand over \
         night, pour it off in the morning, and add the salt when they are done and not before.",
        "A pot of clay does it best, because it keeps the heat when the fire is out. Mine stands in the ashes from evening \
         to morning, and nobody has to get up to look after it.",
    ];
    const NOTES: [&str; 6] = [
        "How many minutes is that?",
        "Thanks, that was it.",
        "Mine burned at once.",
        "Which kind of salt do you mean?",
        "Rain water works as well.",
        "Mine are from last summer.",
    ];

    fn main_text(parts: impl Fn(usize) -> String) -> String {
        let parts: String = (0..3).map(parts).collect();
        let html = format!(
            "<title>Beans stay hard</title><div><a href=/>Home</a> <a href=/u>Users</a></div><div><h1>Beans stay hard</h1><div>\
             <p>My beans stay hard although they cooked for four hours in a pot without a lid, and the water was salted well. Is \
             it the water, the pot or the age of the beans?</p><p>asked 2 May 2021 by <a href=/f>Fay</a></p></div><h2>3 \
             answers</h2>{parts}</div>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    fn byline(i: usize) -> String {
        format!("<a href=/u{i}>{}</a> <span>{} May 2021</span>", ["Ann", "Ben", "Cleo"][i], i + 3)
    }

    fn answer(i: usize) -> String {
        format!("<div><p>{}</p></div><div>{}</div>", ANSWERS[i], byline(i))
    }

    fn note(i: usize) -> String {
        format!("<p>{}</p>{}", NOTES[i], byline(i % 3))
    }

    #[test]
    fn short_texts_in_lists_below_each_post_are_comments() {
        let found = main_text(|i| {
            format!("<div><div>{}</div><ul><li>{}</li><li>{}</li></ul></div>", answer(i), note(2 * i), note(2 * i + 1))
        });
        assert!(ANSWERS.iter().all(|answer| found.contains(answer)), "{found}");
        assert!(!NOTES.iter().any(|note| found.contains(note)), "{found}");
    }

    #[test]
    fn posts_that_take_turns_or_quote_are_no_notes() {
        let found = main_text(|i| format!("{}<div>{}</div><div>{}</div>", answer(i), note(2 * i), note(2 * i + 1)));
        assert!(NOTES.iter().all(|note| found.contains(note)), "{found}");
        let quoting = |i: usize| {
            format!(
                "<li><blockquote>{}</blockquote><p>{} So I would cook them for an hour.</p>{}</li>",
                answer(i),
                NOTES[i],
                byline((i + 1) % 3)
            )
        };
        let found = main_text(quoting);
        assert!(NOTES[..3].iter().all(|note| found.contains(note)), "{found}");
    }
}
