//! Comments in the mask: excluded, included, or the only content.

use super::{BlockLabel, NOT_CONTENT, headings};
use crate::base::named::named;
use crate::judge::comments::{Comments, Part};
use crate::judge::containers::Containers;
use crate::read::html::Tag;
use crate::read::page::{Block, Page};

/// Whether comments of readers and reviews of customers are content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum CommentMode {
    /// Comments are not content.
    #[default]
    Exclude = 0,
    /// Comments are content, like the main text.
    Include = 1,
    /// Only comments are content.
    Only = 2,
}

named! {
    CommentMode { Exclude = "exclude", Include = "include", Only = "only" }
}

impl CommentMode {
    /// Whether a block is left out by the mode alone.
    pub(crate) fn leaves_out(self, part: Part) -> bool {
        match self {
            CommentMode::Exclude => part != Part::Outside,
            CommentMode::Include => false,
            CommentMode::Only => part == Part::Outside,
        }
    }
}

/// Corrects the labels of all blocks: the text of comments is content unless comments are excluded; blocks that the
/// mode leaves out are not content.
pub(crate) fn apply(mode: CommentMode, blocks: &[Block], comments: &Comments<'_>, labels: &mut [BlockLabel]) {
    for (i, (block, label)) in blocks.iter().zip(labels).enumerate() {
        let part = comments.part(i);
        let is_eligible = block.flags & NOT_CONTENT == 0 && !label.is_duplicate;
        label.is_template = match part {
            _ if mode.leaves_out(part) => true,
            Part::Text => !is_eligible,
            _ => label.is_template,
        };
    }
}

/// No probability is as high.
const ANY: f32 = 2.0;

/// Makes template what belongs to comments that are left out: forms below the last of them, the heading right above the first
/// one, and headings below, if their sections have no other content.
pub(crate) fn leave_out_around(
    page: &Page<'_>,
    containers: &Containers<'_>,
    comments: &Comments<'_>,
    labels: &mut [BlockLabel],
) {
    let end = comments.units.iter().map(|unit| unit.blocks.1 as usize).max().unwrap_or(0);
    let last = page.blocks.get(end.saturating_sub(1)).map_or(0, |block| block.container);
    let is_form = |at: u32| {
        let at = &containers.list[at as usize];
        at.node > last && at.tag(&page.tree) == Tag::FORM
    };
    for (block, label) in page.blocks.iter().zip(labels.iter_mut()).skip(end).filter(|(_, label)| !label.is_template) {
        label.is_template = containers.ancestors(containers.index(block.container)).take(MOST_LEVELS).any(is_form);
    }
    let first = comments.first_block();
    let is_content = |&i: &usize| !labels[i].is_template;
    let heading = (0..first).rev().find(is_content).filter(|&above| page.blocks[above].heading > 0);
    headings::leave_out_empty_from(page, labels, heading.unwrap_or(end), ANY);
}

/// The maximum number of elements around a text that are searched for a form.
const MOST_LEVELS: usize = 8;

#[cfg(test)]
mod tests {
    use crate::{Analyzer, CommentMode, Options};

    /// A short article with comments, and what stands below these.
    fn main_text(heading: &str, below: &str, comments: CommentMode) -> String {
        let text = ["Which slates are these?", "The ones of the old school.", "I would have taken tiles instead."];
        let comment = |i: usize| {
            format!(
                "<li class=comment><b class=fn>{}</b> <time>2024-06-0{i} 09:1{i}</time><p>{}</p><a href=#>Reply</a></li>",
                ["Ada", "Ben", "Cyd"][i - 1],
                text[i - 1]
            )
        };
        let list: String = (1..=3).map(comment).collect();
        let html = format!(
            "<title>A new roof</title><nav><a href=/>Home</a></nav><main><article><h1>A new roof</h1><p>The roof of the shed let \
             the rain in, so I have covered it with slates this weekend.<p>It took two days, and the mower is dry at last.\
             </article><div class=comments><h2>{heading}</h2><ol class=comment-list>{list}</ol>{below}</div></main>"
        );
        let mut analyzer = Analyzer::new(Options { comments, ..Options::default() });
        analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn headings_and_forms_of_comments_are_left_out_with_them() {
        for [heading, reply, note] in [
            ["3 comments", "Leave a reply", "Your email address will not be published."],
            ["3 gedachten over “A new roof”", "Geef een reactie", "Het e-mailadres wordt niet gepubliceerd."],
            ["3件のコメント", "コメントを残す", "メールアドレスが公開されることはありません。"],
        ] {
            let form = format!("<div><h3>{reply}</h3><form><p>{note}</p><textarea></textarea></form></div>");
            let text = main_text(heading, &form, CommentMode::Exclude);
            assert!(text.ends_with("dry at last."), "{text}");
            assert!(main_text(heading, &form, CommentMode::Include).contains("slates are these?"), "{heading}");
        }
        let section = "<h2>Sources</h2><p>The slates come from a quarry in the north, which was closed long ago and sells what \
            is left of them by the barrow.";
        assert!(main_text("3 comments", section, CommentMode::Exclude).ends_with("by the barrow."));
    }
}
