//! What the words beside a date say about it: when the page was published, when it was changed, or something else.

use super::{end_of, start_of};
use crate::base::months::folded;
use memchr::memmem;
use smallvec::SmallVec;

/// What a date is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Published,
    Modified,
    /// The day of an event, of a login, of a copyright ...
    Other,
}

/// Beginnings of words, in lower case without accents; parts of words in scripts without spaces. `_` is a space.
const WORDS: [(Label, &str); 3] = [
    (
        Label::Modified,
        "updat modif revis reviewed stand: stan_na stav_k edited edits amended changed lastmod aktualisier geander anderung uberarbeit \
         bearbeitet mis_a_jour mise_a_jour maj modifi actualiz actualis atualiz aggiorn bijgewerkt gewijzigd \
         aangepast opgedateer bygewerk opdater aendret uppdater andrad oppdater endret paivitet muokat zaktualiz \
         aktualiz zmodyf zmienion ostatnia_zmiana upraven zmenen frissit modosit azurir izmijen izmenjen posodob \
         promen обновлен обновля изменен отредакт правк оновлен змінен редаг абноўл актуализ ажурир измењ \
         изменет ενημερ τροποπο guncel degistir duzenlen yenilən жаңарт diperbarui diperbaharui pembaruan \
         dikemas diubah nabago cập_nhật แก้ไข อัปเดต อัพเดท อัพเดต ปรับปรุง 更新 改訂 修正 編集 修改 修订 修訂 업데이트 수정 갱신 \
         تحديث تعديل محدث بروزرسان بهروز به_روز روزرساني ويرايش עודכן עדכון נערך अपडेट अद्यतन संशोधित আপডেট হালনাগাদ புதுப்பி \
         నవీకర განახლ თარმაც թարմաց uuendat muudet atjaun labots atnaujin pakeist uppfaer nuashonr diweddar \
         actualitz eguneratu perditesu azhurn imesasish шинэчл cập_nhat",
    ),
    (
        Label::Published,
        "publ post created issued released written veroffentl erstellt erschien verfasst eingestellt paru cree \
         ecrit mis_en_ligne creado escrito pubblicat scritto criado geplaatst gepubliceerd geplaas \
         offentliggjort udgivet skrevet skapad julkais kirjoitet opublik dodan utworz napisan zverejn vydan \
         pridan kozzetet kozzetev megjelen objav postat опубл публик размещ добавл створен додан апубл објав \
         дата δημοσι αναρτ yayin eklen yuklen derc nəsr жариял terbit diterbit dipubl diposting ditulis disiar \
         nai-post inilathala dang xuất_bản เผยแพร่ โพสต์ ลงวันที่ วันที่ 公開 投稿 掲載 発表 作成 配信 发布 發布 发表 發表 刊登 发布时间 \
         게시 입력 등록 작성 발행 승인 نشر منتشر انتشار תאריך פורסם प्रकाशित প্রকাশ வெளியி ప్రచురి გამოქვეყნ հրապարակ \
         avaldatud lisatud publicet paskelbt ievietots birt foilsi cyhoedd argitara botuar imechap нийтэл",
    ),
    (
        Label::Other,
        "event when wann quand cuando quando kiedy kdy starts begins ends deadline until expires valid joined member since born died login accessed accepted received \
         retrieved archived abgerufen copyright gultig termin veranstaltung geboren gestorben gegrundet mitglied \
         registriert joindate inscri abgelaufen beginn consulte ne_le nacido registered © depuis hasta desde",
    ),
];

/// Longer texts are cut: only words near a date count.
const MAX_BYTES: usize = 120;
const MAX_FOLDED: usize = 128;
const NEAR: usize = 24;
/// From a word after a date to the end of a number that it is about.
const NUMBER: usize = 32;

impl Label {
    /// The label in a text before a date, whose last word counts, or, if it has none, after it, whose first word counts.
    pub fn of(before: &str, after: &str) -> Option<Label> {
        in_text(end_of(before, MAX_BYTES), true).or_else(|| in_text(start_of(after, MAX_BYTES), false))
    }
}

/// The label of the last or first word of a text that has one.
fn in_text(text: &str, is_last: bool) -> Option<Label> {
    if text.len() < 2 {
        return None;
    }
    let mut folded_text: SmallVec<[u8; MAX_FOLDED]> = SmallVec::new();
    for c in folded(text) {
        // Lower case can be longer.
        if folded_text.len() + c.len_utf8() > MAX_FOLDED {
            break;
        }
        // As in the list, `_` is a space.
        folded_text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    let text = &folded_text[..];
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    let is_start =
        |at: &usize| is_letter(text[*at]) && !at.checked_sub(1).is_some_and(|before| is_letter(text[before]));
    // Most texts have letters of one script.
    let is_ascii = text.is_ascii();
    if is_ascii && !text.iter().any(u8::is_ascii_alphabetic) {
        return None;
    }
    let starts: SmallVec<[usize; MAX_FOLDED]> = (0..text.len()).filter(is_start).collect();
    let mut best: Option<(usize, Label)> = None;
    for (label, words) in &WORDS {
        for word in words.split(' ').map(str::as_bytes).filter(|word| !is_ascii || word[0] < 0x80) {
            let place = match is_anywhere(word) {
                true if is_last => memmem::rfind(text, word),
                true => memmem::find(text, word),
                false if is_last => starts.iter().rev().copied().find(|&at| text[at..].starts_with(word)),
                false => starts.iter().copied().find(|&at| text[at..].starts_with(word)),
            };
            let is_better = |&at: &usize| best.is_none_or(|(other, _)| if is_last { at > other } else { at < other });
            // Other dates are called so right before them.
            let is_near = |at: &usize| *label != Label::Other || is_last && text.len() - at <= NEAR;
            // "5 May 2026, updated 2 days ago": the number after the word is what it is about.
            let is_of_number = |at: &usize| !is_last && text[*at..].iter().take(NUMBER).any(u8::is_ascii_digit);
            if let Some(at) = place.filter(is_near).filter(is_better).filter(|at| !is_of_number(at)) {
                best = Some((at, *label));
            }
        }
    }
    best.map(|(_, label)| label)
}

/// Whether a word is of a script without spaces, or a mark.
fn is_anywhere(word: &[u8]) -> bool {
    word.first().is_some_and(|&first| first >= 0xe0 || first == 0xc2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed_as_they_are_compared() {
        for (_, words) in &WORDS {
            for word in words.split(' ') {
                assert!(folded(word).eq(word.chars()), "{word}");
            }
        }
    }

    #[test]
    fn words_before_a_date() {
        use Label::{Modified, Other, Published};
        for (before, expected) in [
            ("Published ", Some(Published)),
            ("First published; last updated: ", Some(Modified)),
            ("Updated. Originally posted on ", Some(Published)),
            ("Zuletzt geändert am ", Some(Modified)),
            ("MIS À JOUR LE ", Some(Modified)),
            ("به‌روزرسانی: ", Some(Modified)),
            ("Received 2 May. Accepted ", Some(Other)),
            ("Обновлено: ", Some(Modified)),
            ("Опубликовано ", Some(Published)),
            ("最終更新日：", Some(Modified)),
            ("公開日", Some(Published)),
            ("آخر تحديث: ", Some(Modified)),
            ("Cập nhật lần cuối: ", Some(Modified)),
            ("Güncelleme: ", Some(Modified)),
            ("Member since ", Some(Other)),
            ("Wann: Samstag, ", Some(Other)),
            ("By Ann, ", None),
            ("", None),
        ] {
            assert_eq!(Label::of(before, ""), expected, "{before}");
        }
    }

    #[test]
    fn words_after_a_date() {
        assert_eq!(Label::of("", " päivitetty"), Some(Label::Modified));
        assert_eq!(Label::of("", " tarihinde güncellendi, yayın"), Some(Label::Modified));
        assert_eq!(Label::of("Posted ", ", updated"), Some(Label::Published));
        for of_a_number in [" 10h20 • Atualizado há 2 dias", ", updated 3 hours ago", " – zuletzt geändert vor 5 Tagen"]
        {
            assert_eq!(Label::of("", of_a_number), None, "{of_a_number}");
        }
        let long = "x".repeat(1_000);
        assert_eq!(Label::of(&long, &long), None);
    }
}
