//! Notes of boards that a post was edited, by whom and when: they are template. What authors write of it themselves, such as
//! "Edit: it was the fuse", has no date.

use super::BlockLabel;
use super::notices::beginning_of;
use crate::base::words::{Words, words};
use crate::read::page::unicode::is_letter;
use crate::read::page::{Block, Page};

/// The maximum number of tokens of a note, and of its characters where each is a token.
const MOST_TOKENS: u32 = 24;
const MOST_CHARACTERS: u32 = 80;
/// The minimum number of digits of a date with a time or a year.
const LEAST_DIGITS: u8 = 3;

/// What notes begin with, in lower case, sorted.
#[rustfmt::skip]
const BEGINNINGS: Words = words![
    "aangepast door", "bearbeitet am", "bearbeitet von", "beitrag bearbeitet", "bewerkt door",
    "dernière modification", "dernière édition", "dieser beitrag wurde", "editado el", "editado em", "editado por",
    "edited by", "edited on", "edited:", "editiert von", "edité le", "edité par", "edytowan", "endret av",
    "gewijzigd door", "geändert am", "geändert von", "laatst aangepast", "laatst bewerkt", "laatst gewijzigd",
    "last edit", "last modified", "last updated by", "latest edit", "legutóbb szerkesztette", "letzte bearbeitung",
    "letzte änderung", "message edited by", "message modifié", "message édité", "messaggio modificato",
    "modificado pela última", "modificado por", "modificato da", "modificato il", "modified by", "modifié le",
    "modifié par", "muokannut", "naposledy editov", "naposledy upravil", "naposledy zmen", "ostatnia edycja",
    "ostatnio edytowan", "ostatnio zmienion", "post edited by", "redigerad av", "redigerat av", "redigeret af",
    "redigert av", "senast redigera", "senast ändra", "sidst redigeret", "sist redigert", "son düzenleme",
    "son düzenleyen", "terakhir diedit", "terakhir diubah", "this post has been edited",
    "this post has been modified", "this post was edited", "this post was modified", "ultima edición",
    "ultima editare", "ultima edição", "ultima modifica", "upravil", "utoljára szerkesztette", "viimeksi muokannut",
    "viimeksi muokattu", "zmodyfikowan", "zuletzt bearbeitet", "zuletzt editiert", "zuletzt geändert",
    "zuletzt modifiziert", "édité le", "édité par", "última edición", "última editare", "última edição",
    "última modifica", "τελευταία επεξεργασία", "востаннє редагувалось", "відредаговано", "изменено",
    "отредактировано", "последнее редактирование", "последний раз ред", "сообщение отредактировал", "最后由", "最后编辑",
    "最後に編集", "最後由", "最後編輯", "最終編集", "本帖最后由", "本帖最後由", "마지막 수정", "마지막 편집",
];

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
    beginning_of(BEGINNINGS, text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyzer;

    #[test]
    fn beginnings_are_sorted_and_in_lower_case() {
        assert!(BEGINNINGS.iter().is_sorted() && BEGINNINGS.has_no_beginnings());
        assert!(BEGINNINGS.iter().all(|word| word.to_lowercase() == word && (2..=64).contains(&word.len())));
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
