//! The words of requests that name no cookies but say what partners do with data on a device, as the framework of
//! advertisers (IAB TCF) has it: "We and our 94 partners store information on your device and process personal data."

use super::lists::beginning_of;
use super::starts::{FewStarts, Starts};
use super::words::{any_word, has_letters_of_scripts};
use crate::base::words::{Words, words};

static STARTS: FewStarts = Starts::of([WORDS]);

/// The beginnings of words for personal data, devices, partners and advertisements that are not among the terms of
/// notices about cookies. Sorted, at most 64 with those of other scripts.
#[rustfmt::skip]
const WORDS: Words = words![
    "annonc", "annons", "anunț", "anzeige", "apparaat", "appareil", "asmens", "cihaz", "dispozitiv", "enhed", "enhet",
    "eszköz", "gerät", "henkilötie", "hirdet", "ierīc", "isikuandme", "kişisel", "kumppan", "laitte", "mainon",
    "mainos", "naprav", "oglas", "ortağ", "osebn", "osobn", "osobow", "parceir", "partenair", "partener", "personal", "personas",
    "personlig", "personnelles", "personop", "personup", "persoonsgeg", "pessoais", "reklām", "seadme", "socios", "személyes",
    "uređaj", "urządzen", "zariaden", "zařízen", "įrengin", "προσωπικ", "συνεργάτ", "συσκευ", "лични", "персонал",
    "пристро", "устройств",
];

/// Such words that are looked for anywhere in a text: most of these languages have no spaces. Not sorted.
const OF_SCRIPTS: Words = words![
    "個人",
    "个人",
    "端末",
    "デバイス",
    "设备",
    "裝置",
    "合作",
    "パートナー",
    "기기",
    "파트너",
    "جهازك",
    "شركاؤنا",
    "الشخصية",
    "อุปกรณ์"
];

/// The words that a text has, as bits.
pub(super) fn words_in(text: &str) -> u128 {
    let mut found = 0;
    any_word(text, &[], SHORTEST, |word| {
        if STARTS.may_begin(word) {
            found |= beginning_of(WORDS, word).map_or(0, |at| 1 << (at % FIRST_OF_SCRIPTS));
        }
        false
    });
    if has_letters_of_scripts(text) {
        let of_scripts = OF_SCRIPTS.iter().enumerate().filter(|(_, word)| text.contains(*word));
        found = of_scripts.fold(found, |found, (at, _)| found | 1 << (FIRST_OF_SCRIPTS + at % 64));
    }
    found
}

/// No word has fewer bytes.
const SHORTEST: usize = 5;
const FIRST_OF_SCRIPTS: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyzer;

    #[test]
    fn the_list_is_sorted() {
        assert!(WORDS.iter().is_sorted() && WORDS.has_no_beginnings() && WORDS.len() <= FIRST_OF_SCRIPTS);
        assert!(WORDS.iter().all(|word| word == word.to_lowercase() && word.len() >= SHORTEST));
    }

    /// The main text of a short page with a box below it.
    fn main_text(below: &str) -> String {
        let html = format!(
            "<title>The pier</title><div><a href=/>Quay</a> <a href=/n>News</a></div><div><h1>The pier</h1><p>The council voted on \
             Tuesday to rebuild the stone pier, which two storms had damaged.</p><p>The work begins in March and takes eleven \
             months.</p></div><div>© Quay</div><div>{below}</div>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn requests_that_name_no_cookies_are_template() {
        for [text, accept, options] in [
            [
                "We and our 81 partners store and read information on a device and process personal data.",
                "Agree",
                "Options",
            ],
            [
                "Wir und unsere 81 Partner lesen Informationen auf Ihrem Gerät und verarbeiten personenbezogene Daten.",
                "Zustimmen",
                "Optionen",
            ],
            [
                "Nos 81 partenaires et nous lisons des informations sur votre appareil et traitons des données personnelles.",
                "Accepter",
                "Options",
            ],
            ["Me ja 81 kumppaniamme luemme laitteesi tietoja ja käsittelemme henkilötietoja.", "Hyväksyn", "Valinnat"],
            [
                "Vi og vores 81 partnere læser oplysninger på din enhed og behandler personoplysninger.",
                "Accepter",
                "Valg",
            ],
            [
                "Mi és 81 partnerünk adatokat olvasunk az eszközéről, és személyes adatokat kezelünk.",
                "Elfogadom",
                "Opciók",
            ],
            [
                "Ми та наші 81 партнери читаємо дані на вашому пристрої та обробляємо персональні дані.",
                "Приймаю",
                "Вибір",
            ],
            ["当社と81社のパートナーは、端末の情報を読み取り、個人データを処理します。", "同意する", "選択"],
        ] {
            let found = main_text(&format!("<p>{text}</p><button>{accept}</button><button>{options}</button>"));
            assert!(found.contains("stone pier") && !found.contains("81"), "{found}");
        }
    }

    #[test]
    fn other_boxes_with_a_button_stay() {
        let text = "The 81 partners of the fair show devices for the harbor and for ships of any size, day and night.";
        for button in ["<button>Show the plan</button>", ""] {
            assert!(main_text(&format!("<p>{text}</p>{button}")).contains("81"), "{button}");
        }
    }
}
