//! Classifies groups of units as comments: a logistic regression over class names, clues, and the position on the page.
//!
//! The features are indicators and the weights integers, so that the result does not depend on floating point.
//! `benches/lab/training/comments.py` fits the weights, and evaluates them on held-out domains.

use super::UnitRole;
use super::byline;
use super::clues::Clue;
use super::lines::{self, LINE_TOKENS};
use super::names;
use super::notes::{self, LastProse};
use super::rating;
use super::units::{self, Candidates, UnitCandidate, UnitGroup};
use crate::base::arena::{Bump, Vec};
use crate::judge::containers::Containers;
use crate::read::class_words::{group, is_equal, item};
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page};

/// The names of the features.
pub const NAMES: [&str; COUNT] = [
    "two",
    "three",
    "six",
    "dated",
    "signed",
    "some-answerable",
    "answerable",
    "headed",
    "short",
    "sentence",
    "paragraph",
    "long",
    "linked",
    "after-text",
    "at-top",
    "after-longer",
    "own-comment",
    "above-comment",
    "parent-comment",
    "own-post",
    "above-post",
    "aside",
    "announced",
    "page-announces",
    "h1",
    "page-replies",
    "form",
    "third",
    "most",
    "scattered",
    "bylines",
    "letters",
    "announced-letters",
    "runs",
    "posted",
    "unsigned",
    "list-of-comments",
];

/// How many features a group has.
pub const COUNT: usize = 37;

/// The features of a group: 0 or 1 each.
pub type Features = [bool; COUNT];

/// The weights of the classifier: separate ones for groups with and without comment words in their class names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For groups with comment words in their own class names or in the class names of ancestors.
    pub named: Regression,
    /// For all others.
    pub unnamed: Regression,
}

/// A logistic regression, in hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regression {
    /// Added to the sum of the weights of the features that are set.
    pub bias: i32,
    /// One for each feature.
    pub of_features: [i16; COUNT],
}

/// The number of ancestors of a unit that are read.
const LEVELS: usize = 7;
/// The maximum distance of an announcement before its group, in blocks.
const ANNOUNCEMENT_DISTANCE: u32 = 6;
/// Text with at least this many tokens is prose.
const PROSE_TOKENS: u32 = 8;
/// At least this much prose separates the comments on one post from those on the next.
const NOTE_TOKENS: u32 = 12;
/// As many units tell whether bylines begin with names.
const MOST_UNITS: usize = 256;

/// Whether the group is comments, or posts. Without comment words in class names, a date alone is not enough, because
/// teasers and log entries have dates. A date with a name is enough only if a heading announces comments, and there is text
/// before the units if they are most of the page, as posts would be. So are many texts without either, right below such a
/// heading and after an article. Two short ones suffice, which the weights leave out, if each has a name or a button to reply
/// with a date and stands below such a heading and after an article, or if their bylines begin with other words each, as
/// names do; and so do three that are named comments. Three with names and dates need no heading if they have buttons to
/// reply, or if a program printed their bylines.
fn is_comments(
    features: &Features,
    has_titles: bool,
    are_opened_by_names: impl Fn() -> bool,
    are_printed: impl Fn() -> bool,
    is_counted: impl Fn() -> bool,
    weights: &Weights,
) -> bool {
    let is_like_posts = features[MOST] && !features[AFTER_TEXT];
    let is_signed = features[SIGNED] || features[BYLINES] && features[ANNOUNCED] && !is_like_posts;
    let has = |all: &[usize]| all.iter().all(|&feature| features[feature]) && !features[LINKED];
    // Three with names and dates below a heading that announces them are no text of the page, however short that is; rows
    // of an index have titles, or say little.
    let are_clear = (has(&[THREE, DATED, SIGNED, ANNOUNCED]) || has(&[THREE, DATED, BYLINES, ANNOUNCED]))
        && !features[SHORT]
        && !has_titles;
    // A short article, too, is longer than what few readers say of it.
    let is_below_article = features[AFTER_TEXT] || (features[AFTER_LONGER] || are_clear) && !features[AT_TOP];
    if is_named(features) {
        let is_signed = || {
            let is_signed = has(&[OWN_COMMENT, THREE, DATED, SIGNED]);
            is_signed && (features[ANNOUNCED] || features[ANSWERABLE]) || has(&[OWN_COMMENT, THREE, DATED, BYLINES])
        };
        weights.named.accepts(features) || is_signed()
    } else {
        let is_announced = [SIX, SENTENCE, ANNOUNCED, AFTER_TEXT, UNSIGNED].iter().all(|&feature| features[feature]);
        let is_possible = is_signed || features[SOME_ANSWERABLE] || is_announced && !features[LINKED];
        is_possible && weights.unnamed.accepts(features)
            || (are_clear
                || has(&[TWO, BYLINES, ANNOUNCED])
                || has(&[TWO, DATED, ANSWERABLE, ANNOUNCED])
                || has(&[TWO, ANNOUNCED_LETTERS])
                || has(&[THREE, BYLINES, ANSWERABLE])
                || has(&[THREE, DATED]) && are_printed()
                || has(&[THREE, SIGNED, ANNOUNCED]) && !features[SHORT] && !has_titles && are_opened_by_names()
                || has(&[TWO, DATED, ANNOUNCED]) && !features[MOST] && is_below_article && are_opened_by_names())
                && !features[MOST]
                && is_below_article
            || has(&[TWO, DATED, ANNOUNCED]) && !has_titles && is_counted()
    }
}

/// Whether a program printed the names and dates of texts without titles: in a line such as "Posted by Ann", or to the
/// minute and with another name each. People write the days of events and of a history.
fn are_printed(group: &UnitGroup, features: &Features, are_opened_by_names: impl Fn() -> bool) -> bool {
    // A span, such as that of a pause, reads like an age.
    let is_signed = features[BYLINES] || features[SIGNED];
    let stamped = if is_signed { group.stamped } else { group.timed };
    let is_stamped = || 2 * stamped >= group.count && are_opened_by_names();
    group.titled == 0
        && !features[SHORT]
        && !features[OWN_POST]
        && (is_signed && features[POSTED] && !features[HEADED] || is_stamped())
}

/// Whether half of the bylines of a group, of its first units, begin with another word than the one before.
fn are_opened_by_names(page: &Page<'_>, found: &Candidates<'_>, number: usize) -> bool {
    let group = &found.groups[number];
    let units = found.units[group.first as usize..=group.last as usize].iter().take(MOST_UNITS);
    let (mut others, mut count, mut before) = (0, 0, None);
    for unit in units.filter(|unit| unit.group as usize == number) {
        let at = |end: u32| (end as usize).checked_sub(1);
        let opening = at(unit.byline).and_then(|at| byline::opening(page, &page.blocks[at], found.clues[at]));
        let opening = opening.or_else(|| units::name_beside(page, found.clues, unit));
        let is_other = before.is_some() && opening.is_some() && opening != before;
        others += u32::from(is_other && (unit.is_dated || unit.is_signed));
        (before, count) = (opening.or(before), count + 1);
    }
    2 * others >= count.max(2)
}

impl Regression {
    fn accepts(&self, features: &Features) -> bool {
        let sum = |sum: i32, (&is_set, &weight): (&bool, &i16)| sum + if is_set { i32::from(weight) } else { 0 };
        features.iter().zip(&self.of_features).fold(self.bias, sum) >= 0
    }
}

/// Whether class names and a heading before the group call it comments.
pub(super) fn is_announced(features: &Features) -> bool {
    is_named(features) && features[ANNOUNCED]
}

/// Whether the units themselves are named comments, and are neither answers nor on answers.
pub(super) fn is_named_itself(
    page: &Page<'_>,
    containers: &Containers<'_>,
    found: &Candidates<'_>,
    number: usize,
    features: &Features,
) -> bool {
    let last = found.units[found.groups[number].last as usize].container;
    let is_answer = || containers.says(&page.tree, last, item::ANSWER) || is_on_answer(page, containers, last);
    features[OWN_COMMENT] && !is_answer()
}

fn is_named(features: &Features) -> bool {
    features[OWN_COMMENT] || features[ABOVE_COMMENT]
}

const TWO: usize = index("two");
const THREE: usize = index("three");
const SIX: usize = index("six");
const DATED: usize = index("dated");
const SENTENCE: usize = index("sentence");
const LINKED: usize = index("linked");
const UNSIGNED: usize = index("unsigned");
const SIGNED: usize = index("signed");
const MOST: usize = index("most");
const AFTER_TEXT: usize = index("after-text");
const AFTER_LONGER: usize = index("after-longer");
const AT_TOP: usize = index("at-top");
const BYLINES: usize = index("bylines");
const POSTED: usize = index("posted");
const HEADED: usize = index("headed");
const SHORT: usize = index("short");
const OWN_POST: usize = index("own-post");
const SOME_ANSWERABLE: usize = index("some-answerable");
const ANSWERABLE: usize = index("answerable");
const OWN_COMMENT: usize = index("own-comment");
const ABOVE_COMMENT: usize = index("above-comment");
const ANNOUNCED: usize = index("announced");
const ANNOUNCED_LETTERS: usize = index("announced-letters");

/// The index of a feature. A name that does not exist fails to compile in a constant.
const fn index(name: &str) -> usize {
    let mut at = 0;
    while !is_equal(NAMES[at].as_bytes(), name.as_bytes()) {
        at += 1;
    }
    at
}

/// Sums over the page for the features of all groups.
pub(super) struct PageSums<'s> {
    /// Prose before each block, in tokens; the last entry is the total.
    prose: &'s [u32],
    /// For each block the distance in blocks to the last announcement, 0 for an announcement.
    announced: &'s [u32],
    text: u32,
    announces: bool,
    has_replies: bool,
    of_groups: &'s [GroupPlace],
}

/// The positions of the blocks of a group.
#[derive(Clone, Copy, Debug)]
struct GroupPlace {
    first: u32,
    end: u32,
    prose: u32,
    has_h1: bool,
    /// The prose before the end of its last block.
    last: u32,
    /// The number of its runs, which prose of at least [`NOTE_TOKENS`] separates.
    runs: u32,
    /// The number of runs after the first that are nearer to the prose above them than the run before is to it.
    below: u32,
    /// Whether a signed post is before its first unit.
    follows_post: bool,
    /// The container of its last unit.
    unit: u32,
}

fn prose(clue: Clue, tokens: u32) -> u32 {
    if clue.is_text() && tokens >= PROSE_TOKENS { tokens } else { 0 }
}

impl<'s> PageSums<'s> {
    pub fn of(scratch: &'s Bump, page: &Page<'_>, containers: &Containers<'_>, found: &Candidates<'_>) -> PageSums<'s> {
        let mut before = Vec::with_capacity_in(page.blocks.len() + 1, scratch);
        let mut announced = Vec::with_capacity_in(page.blocks.len(), scratch);
        let (mut sum, mut distance, mut text) = (0, u32::MAX, 0);
        let no_place = GroupPlace {
            first: u32::MAX,
            end: 0,
            prose: 0,
            has_h1: false,
            last: 0,
            runs: 0,
            below: 0,
            follows_post: false,
            unit: 0,
        };
        let places = scratch.alloc_slice_fill_copy(found.groups.len(), no_place);
        let mut last_prose = LastProse::default();
        for (i, (block, &clue)) in page.blocks.iter().zip(found.clues).enumerate() {
            distance = if clue == Clue::Announcement { 0 } else { distance.saturating_add(1) };
            before.push(sum);
            announced.push(distance);
            let own = prose(clue, block.tokens);
            sum += own;
            text += if clue.is_text() { block.tokens } else { 0 };
            let Some(unit) = found.unit_of(i) else { continue };
            let group = unit.group;
            if let Some(place) = places.get_mut(group as usize) {
                let is_next = place.end > 0 && sum - own - place.last >= NOTE_TOKENS;
                place.runs += u32::from(place.end == 0 || is_next);
                place.follows_post |= place.end == 0 && last_prose.is_found();
                let is_below = || last_prose.is_above(page, containers, group, [place.unit, unit.container]);
                place.below += u32::from(is_next && is_below());
                place.unit = unit.container;
                place.last = sum;
                place.first = place.first.min(i as u32);
                place.end = i as u32 + 1;
                place.prose += own;
                place.has_h1 |= block.heading == 1;
            }
            // A post is signed, too.
            if own > 0 && (unit.is_dated || unit.is_signed) {
                last_prose.read(group, containers.index(block.container));
            }
        }
        before.push(sum);
        PageSums {
            prose: before.into_bump_slice(),
            announced: announced.into_bump_slice(),
            text,
            announces: found.clues.contains(&Clue::Announcement),
            has_replies: found.clues.contains(&Clue::Reply),
            of_groups: places,
        }
    }

    /// The tokens of text of the page.
    pub fn text(&self) -> u32 {
        self.text
    }

    /// What a group with these features may be.
    pub fn role(
        &self,
        page: &Page<'_>,
        containers: &Containers<'_>,
        found: &Candidates<'_>,
        number: usize,
        features: &Features,
        weights: &Weights,
    ) -> UnitRole {
        let (group, place) = (&found.groups[number], &self.of_groups[number]);
        let are_named = || are_opened_by_names(page, found, number);
        let are_printed = || are_printed(group, features, are_named);
        let is_counted = || self.is_counted(page, group, place);
        let is_accepted = is_comments(features, group.titled > 0, are_named, are_printed, is_counted, weights);
        let [unit, last] = [group.first, group.last].map(|unit| found.units[unit as usize].container);
        let is_review = containers.ancestors(unit).take(3).any(|at| containers.says(&page.tree, at, item::REVIEW));
        // A post before each run, on which the units of the run are comments.
        let (posts, before) = (self.prose[place.end as usize] - place.prose, place.runs);
        let is_note = features[OWN_COMMENT]
            && !containers.says(&page.tree, unit, item::ANSWER)
            // The first may be on the question.
            && (is_on_answer(page, containers, unit) || is_on_answer(page, containers, last))
            && before >= 2
            && group.text > 0
            && u64::from(posts) * u64::from(group.count) >= u64::from(group.text) * u64::from(before);
        let is_note = is_note || place.follows_post && notes::are_below_posts(group, [posts, place.runs, place.below]);
        let is_rated = is_rated(page, found, number, place);
        UnitRole {
            is_comment: is_accepted && !is_review,
            is_review: is_accepted && is_review,
            is_named_review: is_rated || is_review && (group.count > 1 || is_in_reviews(page, containers, unit)),
            is_note,
            is_rated,
        }
    }

    /// Whether the announcement above a group, below the headline, says how many units it has, as "3 comments" does. Reviews
    /// that are counted may be what a page is about.
    fn is_counted(&self, page: &Page<'_>, group: &UnitGroup, place: &GroupPlace) -> bool {
        let first = place.first.min(place.end) as usize;
        let distance = self.announced.get(first).map_or(usize::MAX, |&distance| distance as usize);
        let Some(announcement) = first.checked_sub(distance).map(|at| &page.blocks[at]) else { return false };
        let text = page.text_of(announcement);
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
        let title = || page.title_block().map(|title| page.text_of(title)).unwrap_or_default();
        let is_below_headline = || page.blocks[..first].iter().any(|block| block.heading == 1);
        numbers.any(|digits| digits.parse() == Ok(group.count))
            && (lines::is_word_for_comments(text) || names::counts_on_title(text, title()))
            && is_below_headline()
    }

    /// The features of a group.
    pub fn features(
        &self,
        page: &Page<'_>,
        containers: &Containers<'_>,
        found: &Candidates<'_>,
        number: usize,
    ) -> Features {
        let (group, place) = (&found.groups[number], &self.of_groups[number]);
        let unit = &found.units[group.first as usize];
        let names = Names::of(page, containers, unit);
        let (first, end) = (place.first.min(place.end) as usize, place.end as usize);
        let before = self.prose[first];
        let between = self.prose[end] - before - place.prose;
        let mean = group.text / group.count.max(1);
        let most = |count: u32, percent: u32| 100 * count >= percent * group.count;
        let share = |percent: u64| 100 * u64::from(group.text) >= percent * u64::from(self.text);
        let is_near = |words: u32, name: u32| words & name != 0;
        let UnitGroup {
            count, dated, signed, bylines, answerable, headed, letters, runs, posted, text, linked, ..
        } = *group;
        let is_own_comment = is_near(names.own, COMMENT);
        let (is_signed, is_linked) = (dated + signed > 0, 100 * linked >= 30 * text);
        let is_announced = self.announced.get(first).is_some_and(|&distance| distance <= ANNOUNCEMENT_DISTANCE);
        [
            count >= 2,
            count >= 3,
            count >= 6,
            most(dated, 50),
            most(signed, 50),
            most(answerable, 20),
            most(answerable, 50),
            most(headed, 50),
            mean < 8,
            mean >= 30,
            mean >= 120,
            mean >= 250,
            is_linked,
            before >= 100,
            before < 20,
            before > text,
            is_own_comment,
            is_near(names.above, COMMENT),
            is_near(names.parent, COMMENT),
            is_near(names.own, POST),
            is_near(names.above, POST),
            names.is_aside,
            is_announced,
            self.announces,
            place.has_h1,
            self.has_replies,
            names.is_form,
            share(30),
            share(60),
            between > text,
            most(bylines, 50),
            most(letters, 50),
            is_announced && letters == count && most(signed, 50),
            runs > 0,
            most(posted, 50),
            !is_signed,
            is_own_comment && is_signed && count >= 2 && !names.is_aside && mean >= 8 && !is_linked,
        ]
    }
}

/// Text before the units.
#[derive(Clone, Copy, Default)]
pub(super) struct TextBefore {
    /// Its tokens.
    pub tokens: u32,
    /// Those that do not stand beside the main text.
    pub main: u32,
    /// Those of sentences, and of these those that names call a question or a topic.
    prose: u32,
    on_topic: u32,
    /// Tokens of sentences in an `article` that ends before the units.
    in_article: u32,
}

impl TextBefore {
    /// Reads the blocks before `end`.
    pub fn of(
        scratch: &Bump,
        page: &Page<'_>,
        containers: &Containers<'_>,
        found: &Candidates<'_>,
        end: usize,
    ) -> TextBefore {
        let place = |block: &Block| containers.index(block.container) as usize;
        let texts =
            || page.blocks[..end].iter().zip(found.clues).filter(|(_, clue)| clue.is_text()).map(|(block, _)| block);
        // For each container whether it is aside, a topic, or an article; none after the last that has such a text.
        let count = texts().map(place).max().map_or(0, |last| last + 1);
        let places = scratch.alloc_slice_fill_copy(count, [false; 3]);
        let first = page.blocks.get(end).map_or(NONE, |block| block.container) as usize;
        for (i, container) in containers.list[..count].iter().enumerate() {
            let tag = container.tag(&page.tree);
            let is_aside = container.words & ASIDE != 0 || matches!(tag, Tag::ASIDE | Tag::FOOTER);
            let is_topic = containers.items_of(&page.tree, i as u32) & TOPIC != 0;
            let is_article = tag == Tag::ARTICLE && !page.tree.subtree(container.node).contains(&first);
            let [around_aside, around_topic, around_article] = places[container.parent as usize];
            places[i] = [around_aside || is_aside, around_topic || is_topic, around_article || is_article];
        }
        let mut before = TextBefore::default();
        for block in texts() {
            let [is_aside, is_topic, is_article] = places[place(block)];
            before.tokens += block.tokens;
            before.main += if is_aside { 0 } else { block.tokens };
            if block.tokens >= PROSE_TOKENS {
                before.prose += block.tokens;
                before.on_topic += if is_topic { block.tokens } else { 0 };
                before.in_article += if is_article { block.tokens } else { 0 };
            }
        }
        before
    }

    /// Whether most of it is called a question or a topic.
    pub fn is_on_topic(&self) -> bool {
        2 * self.on_topic > self.prose
    }

    /// Whether most of it is an article that the units are no part of.
    pub fn is_in_article(&self) -> bool {
        2 * self.in_article > self.prose
    }
}

/// If so many units have no rating, none is looked for in others.
const FIRST_UNITS: u32 = 2;

/// Whether units are reviews of customers by what they say: texts with stars or points each, and when they were written. Reads
/// the first blocks of the group.
fn is_rated(page: &Page<'_>, found: &Candidates<'_>, number: usize, place: &GroupPlace) -> bool {
    let group = &found.groups[number];
    if group.count < 2 || 2 * group.dated <= group.count || group.text == 0 || 100 * group.linked >= 30 * group.text {
        return false;
    }
    let blocks = place.first as usize..(place.end as usize).min(place.first as usize + MOST_UNITS);
    // Units, and those with a rating, by the last one read.
    let (mut units, mut rated) = ((0, 0), (0, 0));
    for i in blocks {
        let unit = found.unit_of_block[i];
        if !found.is_in(i, |unit| unit.group as usize == number) {
            continue;
        }
        units = if units.1 == unit { units } else { (units.0 + 1, unit) };
        if units.0 > FIRST_UNITS && rated.0 == 0 {
            return false;
        }
        // In most reviews a line has it.
        let block = &page.blocks[i];
        // Tags divide it from the text.
        let is_line = block.tokens <= LINE_TOKENS || page.fragments_of(block).len() > 1;
        if is_line && rated.1 != unit && rating::is_rated(page.text_of(block)) {
            rated = (rated.0 + 1, unit);
        }
    }
    rated.0 > 1 && 2 * rated.0 > units.0
}

/// Whether two elements around a unit are named review: the review and the list of reviews.
fn is_in_reviews(page: &Page<'_>, containers: &Containers<'_>, unit: u32) -> bool {
    let named = |&at: &u32| containers.list[at as usize].parent != at && containers.says(&page.tree, at, item::REVIEW);
    containers.ancestors(unit).take(LEVELS).filter(named).count() >= 2
}

/// Whether a class or id above a container names answers. In forums posts are named comment as well.
fn is_on_answer(page: &Page<'_>, containers: &Containers<'_>, unit: u32) -> bool {
    let mut above = containers.ancestors(unit).skip(1).take(LEVELS);
    above.any(|at| containers.says(&page.tree, at, item::ANSWER))
}

const TOPIC: u32 = 1 << item::TOPIC | 1 << item::QUESTION;
const COMMENT: u32 = group("comment");
const POST: u32 = group("post");
/// Parts of a page beside its main text.
const ASIDE: u32 = group("sidebar") | group("related") | group("footer") | group("nav");

/// The word groups ([`crate::read::class_words`]) of the class names of a unit and of its ancestors.
#[derive(Default)]
struct Names {
    own: u32,
    parent: u32,
    above: u32,
    is_aside: bool,
    is_form: bool,
}

impl Names {
    fn of(page: &Page<'_>, containers: &Containers<'_>, unit: &UnitCandidate) -> Names {
        let tag = |at: u32| containers.list[at as usize].tag(&page.tree);
        let own = containers.list[unit.container as usize];
        let mut names = Names { own: own.words, is_form: tag(unit.container) == Tag::FORM, ..Names::default() };
        let mut innermost = own.parent;
        // The container of a run is the list around it.
        if unit.is_run {
            (names.own, innermost) = (unit.words, unit.container);
        }
        for (level, at) in containers.ancestors(innermost).take(LEVELS).enumerate() {
            let above = &containers.list[at as usize];
            if matches!(tag(at), Tag::BODY | Tag::HTML) || above.parent == at {
                break;
            }
            names.above |= above.words;
            names.parent |= if level == 0 { above.words } else { 0 };
            names.is_aside |= above.words & ASIDE != 0 || tag(at) == Tag::ASIDE;
            names.is_form |= tag(at) == Tag::FORM;
        }
        // What is named post may have a byline that is named comment, as services of comments have them.
        names.own |= if names.above & COMMENT == 0 { unit.words & COMMENT } else { 0 };
        names
    }
}
