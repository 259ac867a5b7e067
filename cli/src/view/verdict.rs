//! Why a block is kept or left out, in a sentence.

use blockmask::{Block, BlockFlags, Document};

/// The lowest probability of a block that the page keeps, apart from comments, which an option decides about; `None` if
/// it keeps none.
pub fn cut(document: &Document<'_>) -> Option<f32> {
    let kept = document.blocks().filter(|block| !block.is_template() && block.comment().is_none());
    kept.map(|block| block.probability()).min_by(f32::total_cmp)
}

/// Whether only its probability decides about a block.
pub fn is_eligible(document: &Document<'_>, block: &Block<'_, '_>) -> bool {
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
