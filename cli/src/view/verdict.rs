//! Why a block is kept or left out, in a sentence.

use blockmask::{Block, BlockFlags, Document};

/// The probability at which the page is cut: of those that it keeps the one that contradicts the fewest blocks, apart from
/// comments, which an option decides about; `None` if it keeps none. Rules about units, such as captions, decide about some
/// blocks whatever their probability.
pub fn cut(document: &Document<'_>) -> Option<f32> {
    let of_page = document.blocks().filter(|block| block.comment().is_none());
    let decided = of_page.filter(|block| !block.is_template() || is_free(document, block));
    let mut blocks: Vec<(f32, bool)> = decided.map(|block| (block.probability(), !block.is_template())).collect();
    blocks.sort_by(|one, other| other.0.total_cmp(&one.0));
    let kept = blocks.iter().filter(|(_, is_kept)| *is_kept).count();
    let mut best: Option<(usize, f32)> = None;
    let (mut kept_above, mut left_out_above) = (0, 0);
    for group in blocks.chunk_by(|one, other| one.0 == other.0) {
        let of_group = group.iter().filter(|(_, is_kept)| *is_kept).count();
        kept_above += of_group;
        left_out_above += group.len() - of_group;
        let contradictions = kept - kept_above + left_out_above;
        if of_group > 0 && best.is_none_or(|(fewest, _)| contradictions < fewest) {
            best = Some((contradictions, group[0].0));
        }
    }
    best.map(|(_, cut)| cut)
}

/// Whether only its probability decides about a block.
pub fn is_eligible(document: &Document<'_>, block: &Block<'_, '_>, cut: Option<f32>) -> bool {
    is_free(document, block) && cut.is_none_or(|cut| block.is_template() == (block.probability() < cut))
}

fn is_free(document: &Document<'_>, block: &Block<'_, '_>) -> bool {
    !block.is_headline() && obstacle(block).is_none() && ruling(document, block).is_none()
}

/// The rule of the site's owner that says whether a block is content.
fn ruling(document: &Document<'_>, block: &Block<'_, '_>) -> Option<usize> {
    document.deciding_rules(block.index())[0]
}

/// What keeps a block out of the main text whatever its probability.
fn obstacle(block: &Block<'_, '_>) -> Option<&'static str> {
    let obstacles = [
        (BlockFlags::IN_HEAD, "it is in the head of the page, which readers do not see"),
        (BlockFlags::HIDDEN, "it is hidden from readers"),
        (BlockFlags::NO_INDEX, "its author excluded it from indexes"),
        (BlockFlags::LEFT_OUT, "the option for comments of readers leaves it out"),
        (BlockFlags::REPEATED, "it repeats the text of another block, which is kept or likelier to be"),
    ];
    obstacles.into_iter().find(|(flag, _)| block.flags().contains(*flag)).map(|(_, reason)| reason)
}

/// Why the block is kept or left out.
pub fn verdict(document: &Document<'_>, block: &Block<'_, '_>, cut: Option<f32>) -> String {
    let probability = block.probability();
    if let Some(rule) = ruling(document, block) {
        let kept = if block.is_template() { "Left out" } else { "Kept" };
        return format!("{kept} by rule {rule} of the site's owner.");
    }
    if block.is_headline() {
        return match block.is_main() {
            true => "Kept: it is the headline, with which the main text begins whatever its probability.".to_owned(),
            false => "Left out: it is the headline, which an option leaves out.".to_owned(),
        };
    }
    match (block.is_template(), obstacle(block), cut) {
        (false, _, Some(cut)) if probability < cut => format!(
            "Kept with the text around it: its own probability {probability:.2} is below {cut:.2}, where this page is cut."
        ),
        (false, _, Some(cut)) => {
            format!("Kept: its probability {probability:.2} is not below {cut:.2}, where this page is cut.")
        }
        (true, Some(reason), _) => format!("Left out: {reason}."),
        (true, None, Some(cut)) if probability < cut => {
            format!("Left out: its probability {probability:.2} is below {cut:.2}, where this page is cut.")
        }
        (true, None, Some(_)) => "Left out by the method of the mask, not by its probability.".to_owned(),
        _ => "Left out: nothing on this page is main content.".to_owned(),
    }
}
