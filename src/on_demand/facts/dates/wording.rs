//! What the words beside a date say about it: when the page was published, when it was changed, or something else.

use super::{end_of, start_of};
use crate::base::folding::{Beginnings, Folded, count_parts, starts_of_parts};

/// What a date is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::on_demand::facts) enum Label {
    Published,
    Modified,
    /// The day of an event, of a login, of a copyright ...
    Other,
}

/// Beginnings of words, in lower case without accents; parts of words in scripts without spaces. `_` is a space.
const MODIFIED: &str = "updat modif revis reviewed stand: stan_na stav_k edited edits amended changed lastmod aktualisier geander anderung uberarbeit \
     bearbeitet mis_a_jour mise_a_jour maj modifi actualiz actualis atualiz aggiorn bijgewerkt gewijzigd \
     aangepast opgedateer bygewerk opdater aendret uppdater andrad oppdater endret paivitet muokat zaktualiz \
     aktualiz zmodyf zmienion ostatnia_zmiana posledni_zmena posledna_zmena zadnja_sprememba zadnja_promjena \
     posljednja_promjena upraven zmenen frissit modosit azurir izmijen izmenjen posodob \
     promen обновлен обновля изменен отредакт правк оновлен змінен редаг абноўл актуализ ажурир измењ \
     изменет ενημερ τροποπο guncel degistir duzenlen yenilən жаңарт diperbarui diperbaharui pembaruan \
     dikemas diubah nabago cập_nhật แก้ไข อัปเดต อัพเดท อัพเดต ปรับปรุง 更新 改訂 修正 編集 修改 修订 修訂 업데이트 수정 갱신 \
     تحديث تعديل محدث بروزرسان بهروز به_روز روزرساني ويرايش עודכן עדכון נערך अपडेट अद्यतन संशोधित আপডেট হালনাগাদ புதுப்பி \
     నవీకర განახლ თარმაც թարմաց uuendat muudet atjaun labots atnaujin pakeist uppfaer nuashonr diweddar \
     actualitz eguneratu perditesu azhurn imesasish шинэчл cập_nhat";

const PUBLISHED: &str = "publ post created issued released written veroffentl erstellt erschien verfasst eingestellt paru cree \
     ecrit mis_en_ligne creado escrito pubblicat scritto criado geplaatst gepubliceerd geplaas \
     offentliggjort udgivet skrevet skapad julkais kirjoitet opublik dodan utworz napisan zverejn vydan \
     pridan kozzetet kozzetev megjelen objav postat опубл публик размещ добавл створен додан апубл објав \
     дата δημοσι αναρτ yayin eklen yuklen derc nəsr жариял terbit diterbit dipubl diposting ditulis disiar \
     nai-post inilathala dang xuất_bản เผยแพร่ โพสต์ ลงวันที่ วันที่ 公開 投稿 掲載 発表 作成 配信 发布 發布 发表 發表 刊登 发布时间 \
     게시 입력 등록 작성 발행 승인 نشر منتشر انتشار תאריך פורסם प्रकाशित প্রকাশ வெளியி ప్రచురి გამოქვეყნ հրապարակ \
     avaldatud lisatud publicet paskelbt ievietots birt foilsi cyhoedd argitara botuar imechap нийтэл \
     artikel_vom beitrag_vom bericht_vom meldung_vom nachricht_vom pressemitteilung_vom article_du communique_du \
     articolo_del comunicato_del notizia_del articulo_del comunicado_del noticia_del noticia_de artigo_de artykul_z \
     nyhet_fran статья_от новость_от сообщение_от";

const OTHER: &str = "event when wann quand cuando quando kiedy kdy starts begins ends deadline until expires valid joined member since born died login accessed accepted received \
     retrieved archived abgerufen copyright gultig termin veranstaltung geboren gestorben gegrundet mitglied \
     registriert joindate inscri abgelaufen beginn consulte ne_le nacido registered © depuis hasta desde \
     apply_by closing closes due next_review einsendeschluss bewerbungs anmelde date_limite fecha_limite plazo scadenza \
     prazo sluitingsdatum sista son_basvuru срок 締切 期限 截止 마감";

/// The words of a label, and where they start.
struct Words {
    label: Label,
    list: &'static str,
    starts: &'static [u16],
}

macro_rules! words {
    ($label:ident, $list:ident) => {
        Words {
            label: Label::$label,
            list: $list,
            starts: {
                static STARTS: [u16; count_parts($list, b' ')] = starts_of_parts($list, b' ');
                &STARTS
            },
        }
    };
}

static WORDS: [Words; 3] = [words!(Modified, MODIFIED), words!(Published, PUBLISHED), words!(Other, OTHER)];
/// Most words of a text begin with no word of a list.
static BEGINNINGS: Beginnings = Beginnings::of(MODIFIED, b' ').and(PUBLISHED, b' ').and(OTHER, b' ');

impl Words {
    /// Whether a text begins with one of the words.
    fn begin(&self, text: &[u8]) -> bool {
        let list = self.list.as_bytes();
        self.starts.iter().map(|&start| &list[usize::from(start)..]).any(|word| {
            // The first byte tells most apart.
            word[0] == text[0] && {
                let same = word.iter().zip(text).take_while(|(one, other)| one == other).count();
                matches!(word.get(same), None | Some(b' '))
            }
        })
    }
}

/// Longer texts are cut: only words near a date count.
const MAX_BYTES: usize = 120;
const NEAR: usize = 24;
/// From a word after a date to the end of a number that it is about.
const NUMBER: usize = 32;

impl Label {
    /// The label in a text before a date, whose last word counts, or, if it has none, after it, whose first word counts.
    pub fn of(before: &str, after: &str) -> Option<Label> {
        if is_time_range(start_of(after, MAX_BYTES)) {
            return Some(Label::Other);
        }
        in_text(end_of(before, MAX_BYTES), true).or_else(|| in_text(start_of(after, MAX_BYTES), false))
    }
}

/// Whether a text begins with the hours of an event: "7pm – 9pm", "10:00-16:00".
fn is_time_range(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let Some(rest) = after_clock(start).filter(|_| text.len() - start.len() <= NEAR) else { return false };
    let next = rest.trim_start().trim_start_matches(['-', '–', '—']);
    next.len() < rest.trim_start().len() && after_clock(next.trim_start()).is_some()
}

/// The rest of a text after a time of day with minutes or a half of the day.
fn after_clock(text: &str) -> Option<&str> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let hour = digits(text);
    let rest = text.get(hour..).filter(|_| matches!(hour, 1 | 2))?;
    let minutes = rest.strip_prefix([':', '.', 'h']).filter(|minutes| digits(minutes) == 2);
    let rest = minutes.map_or(rest, |minutes| &minutes[2..]);
    let word = rest.trim_start();
    let half = ["am", "pm", "a.m.", "p.m."]
        .into_iter()
        .find(|half| word.get(..half.len()).is_some_and(|start| start.eq_ignore_ascii_case(half)));
    match half {
        Some(half) => Some(&word[half.len()..]),
        None => minutes.map(|_| rest),
    }
}

/// The label of the last or first word of a text that has one.
fn in_text(text: &str, is_last: bool) -> Option<Label> {
    if text.len() < 2 {
        return None;
    }
    let folded = Folded::of(text);
    let text = folded.bytes();
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    let is_start = |at: usize| {
        is_anywhere(text[at]) || is_letter(text[at]) && !at.checked_sub(1).is_some_and(|before| is_letter(text[before]))
    };
    let label = |at: usize| {
        let rest = &text[at..];
        if !is_start(at) || text[at] != MARK && !BEGINNINGS.may_have(rest) {
            return None;
        }
        let label = WORDS.iter().find(|words| words.begin(rest))?.label;
        // Other dates are called so right before them.
        let is_near = label != Label::Other || is_last && rest.len() <= NEAR;
        // "5 May 2026, updated 2 days ago": the number after the word is what it is about.
        let is_of_number = !is_last && rest.iter().take(NUMBER).any(u8::is_ascii_digit);
        (is_near && !is_of_number).then_some(label)
    };
    if is_last { (0..text.len()).rev().find_map(label) } else { (0..text.len()).find_map(label) }
}

/// The first byte of `©`.
const MARK: u8 = 0xc2;

/// Whether a letter is of a script without spaces, or a mark, by its first byte.
fn is_anywhere(first: u8) -> bool {
    first >= 0xe0 || first == MARK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed_as_they_are_compared() {
        for word in WORDS.iter().flat_map(|words| words.list.split(' ')) {
            assert_eq!(Folded::of(word).bytes(), word.as_bytes(), "{word}");
            assert!(word.len() >= 3 || word.as_bytes()[0] == MARK, "{word}");
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
            ("Zadnja sprememba: ", Some(Modified)),
            ("Poslední změna ", Some(Modified)),
            ("Objavljeno: ", Some(Published)),
            ("Member since ", Some(Other)),
            ("Wann: Samstag, ", Some(Other)),
            ("Closing date: ", Some(Other)),
            ("Bewerbungsfrist: ", Some(Other)),
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
        for hours in [", 7pm – 9pm", " 10:00-16:00", " | 9.30 a.m. - 4 p.m.", " 19h30 — 21h00"] {
            assert_eq!(Label::of("", hours), Some(Label::Other), "{hours}");
        }
        for time in [" - 10:05", ", 10:05 - 5 min read", " 10:05 – 12 comments", " at 7 pm", ""] {
            assert_eq!(Label::of("", time), None, "{time}");
        }
        let long = "x".repeat(1_000);
        assert_eq!(Label::of(&long, &long), None);
    }
}
