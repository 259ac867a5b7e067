//! Notes of boards that a post was edited, by whom and when: they are template. What authors write of it themselves, such as
//! "Edit: it was the fuse", has no date.

use super::BlockLabel;
use crate::base::words::{Words, words};
use crate::read::page::unicode::is_letter;
use crate::read::page::{Block, Page};

/// The maximum number of tokens of a note, and of its characters where each is a token.
const MOST_TOKENS: u32 = 24;
const MOST_CHARACTERS: u32 = 80;
/// The minimum number of digits of a date with a time or a year.
const LEAST_DIGITS: u8 = 3;

/// What notes begin with, in lower case and without the first letter, sorted.
#[rustfmt::skip]
const BEGINNINGS: Words = words![
    "aatst aangepast", "aatst bewerkt", "aatst gewijzigd", "angepast door", "aposledy editov", "aposledy upravil",
    "aposledy zmen", "ast edit", "ast modified", "ast updated by", "atest edit", "ditado el", "ditado em",
    "ditado por", "dited by", "dited on", "dited:", "ditiert von", "dité le", "dité par", "dytowan", "earbeitet am",
    "earbeitet von", "edigerad av", "edigerat av", "edigeret af", "edigert av", "egutóbb szerkesztette",
    "eitrag bearbeitet", "enast redigera", "enast ändra", "erakhir diedit", "erakhir diubah", "ernière modification",
    "ernière édition", "essage edited by", "essage modifié", "essage édité", "essaggio modificato",
    "etzte bearbeitung", "etzte änderung", "ewerkt door", "ewijzigd door", "eändert am", "eändert von",
    "his post has been edited", "his post has been modified", "his post was edited", "his post was modified",
    "idst redigeret", "ieser beitrag wurde", "iimeksi muokannut", "iimeksi muokattu", "ist redigert", "ltima edición",
    "ltima editare", "ltima edição", "ltima modifica", "modyfikowan", "ndret av", "odificado pela última",
    "odificado por", "odificato da", "odificato il", "odified by", "odifié le", "odifié par", "on düzenleme",
    "on düzenleyen", "ost edited by", "pravil", "statnia edycja", "statnio edytowan", "statnio zmienion",
    "toljára szerkesztette", "uletzt bearbeitet", "uletzt editiert", "uletzt geändert", "uletzt modifiziert",
    "uokannut", "ελευταία επεξεργασία", "зменено", "ообщение отредактировал", "оследнее редактирование",
    "оследний раз ред", "останнє редагувалось", "тредактировано", "ідредаговано", "后由", "后编辑", "帖最后由", "帖最後由", "後に編集",
    "後由", "後編輯", "終編集", "지막 수정", "지막 편집",
];
/// Bytes of the longest that are compared.
const COMPARED: usize = 64;

/// Labels such notes in a thread as template.
pub(super) fn leave_out(page: &Page<'_>, labels: &mut [BlockLabel]) {
    for (block, label) in page.blocks.iter().zip(labels).filter(|(_, label)| !label.is_template) {
        label.is_template = is_note(page, block);
    }
}

#[inline(never)]
fn is_note(page: &Page<'_>, block: &Block) -> bool {
    if block.digits < LEAST_DIGITS
        || block.tokens > MOST_TOKENS && block.characters > MOST_CHARACTERS
        || block.heading != 0
    {
        return false;
    }
    let text = page.text_of(block).trim_start_matches(|at: char| !is_letter(at));
    let mut letters = text.chars();
    letters.next();
    let (mut start, mut end) = ([0; COMPARED], 0);
    let bytes = letters.as_str().as_bytes();
    let bytes = &bytes[..bytes.len().min(COMPARED)];
    if bytes.is_ascii() {
        end = bytes.len();
        start[..end].copy_from_slice(bytes);
        start.make_ascii_lowercase();
    } else {
        for letter in letters.flat_map(char::to_lowercase) {
            let Some(room) = start[end..].get_mut(..letter.len_utf8()) else { break };
            letter.encode_utf8(room);
            end += letter.len_utf8();
        }
    }
    // As no beginning begins another, only the last one that is not after the text may begin it.
    let after = BEGINNINGS.partition_point(|at| BEGINNINGS.bytes(at) <= &start[..end]);
    after.checked_sub(1).is_some_and(|at| start[..end].starts_with(BEGINNINGS.bytes(at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyzer;

    #[test]
    fn beginnings_are_sorted_and_in_lower_case() {
        assert!(BEGINNINGS.iter().is_sorted() && BEGINNINGS.has_no_beginnings());
        assert!(BEGINNINGS.iter().all(|word| word.to_lowercase() == word && (2..=COMPARED).contains(&word.len())));
    }

    /// The text of a thread with a line below the first post.
    fn text_with(line: &str) -> String {
        let post = |name: &str, text: &str, below: &str| {
            format!(
                "<div class=post><div class=author><a href=/{name}>{name}</a> <span class=date>4 May 2024, 10:12</span></div><div \
                 class=content><p>{text}</p></div><div>{below}</div></div>"
            )
        };
        let posts = [
            post(
                "Ann",
                "The pump is loud and stops after ten minutes, though the hose is new and the tank is full.",
                line,
            ),
            post("Ben", "Look at the filter first, since leaves that are pressed together let the pump run dry.", ""),
            post("Cleo", "Had that with mine two summers ago, and it was the seal at the inlet, which drew air.", ""),
        ];
        let html = format!("<title>Loud pump - Forum</title><body class=forum><h1>Loud pump</h1>{}", posts.concat());
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn notes_of_boards_are_template_and_words_of_authors_are_not() {
        for note in [
            "Last edited by Ann on 4 May 2024, 10:30, edited 2 times in total.",
            "(This post was last modified: 05-04-2024, 10:30 AM by Ann.)",
            "Zuletzt bearbeitet von Ann; 04.05.2024 um 10:30. Grund: Tippfehler",
            "Dernière modification par Ann ; 04/05/2024 à 10h30.",
            "ПОСЛЕДНИЙ РАЗ РЕДАКТИРОВАЛОСЬ Ann 04.05.2024 в 10:30.",
            "本帖最后由 小安 于 2024-5-4 10:12 编辑",
        ] {
            assert!(!text_with(note).contains(&note[note.len() - 12..]), "{note}");
        }
        let own = "Edit: it was the fuse of 16 amperes in the box of 2019, and now it runs again.";
        assert!(text_with(own).contains(own));
    }
}
