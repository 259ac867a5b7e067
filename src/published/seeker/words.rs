//! Words, stop words and sentence ends of strings.
//!
//! Stop words are the most frequent words of a language: running text is full of them, menus are not. The language of
//! the page is the one whose list has the most hits; a page in a language without a list has no stop words.

use super::strings::Strings;
use crate::base::arena::{Bump, Vec};
use crate::read::page::runs::Runs;
use crate::read::page::{Page, TokenMode};

/// Languages with a list.
const LANGUAGES: usize = 9;

/// English first, then German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian.
const LISTS: [&str; LANGUAGES] = [
    "a about above after again against all also am an and any are as at be because been before being below between \
     both but by came can cannot come could did do does doing down during each either else ever every few for from \
     further get got had has have having he her here hers herself him himself his how however i if in into is it its \
     itself just like made make many may me might mine more most much must my myself neither never no nor not now of \
     off on once one only or other our ours out over own rather said same say see shall she should since so some such \
     than that the their theirs them themselves then there these they this those though through to too under until up \
     upon us very was we well were what when where whether which while who whom whose why will with within without \
     would yet you your yours",
    "aber alle als am an auch auf aus bei bin bis da damit dann das dass dem den der des die doch du durch ein eine \
     einem einen einer eines er es euch für gegen haben hat hatte ich ihm ihn ihr im in ist ja kann kein keine man \
     mehr mein mich mir mit nach nicht noch nun nur ob oder ohne schon sehr sein seine sich sie sind so um und uns \
     vom von vor war waren was wenn werden wie wir wird wo wurde zu zum zur über",
    "ai au aussi aux avec avoir c'est ce ces cette comme dans de des donc du elle elles en est et eu il ils je la le \
     les leur leurs lui ma mais me mes moi mon même ne nos notre nous on ont ou où par pas plus pour qu que qui sa \
     sans se ses si son sont sur ta te toi ton tout tu un une vos votre vous à été être",
    "al algo como con contra cuando de del desde donde el ella ellos en entre era es esa ese eso esta este esto está \
     fue ha han hasta hay la las le les lo los me mi muy más ni no nos o otra otro para pero poco por porque que \
     quien se sea ser si sin sobre son su sus también te tiene todo todos tu un una uno y ya yo él",
    "a ad al alla anche che chi ci come con cosa cui da dal dalla degli dei del della delle di dove e ed era gli ha \
     hai hanno ho i il in io la le lei lo loro lui ma mi mia mio molto ne nei nel nella noi non o ogni per perché più \
     poi può quando quella quello questa questo se sei si sia sono sta su sua sul sulla suo ti tra tu un una uno vi \
     voi è",
    "a ao aos as até com como da das de dela dele depois do dos e ela elas ele eles em entre era essa esse esta este \
     eu foi for foram há isso isto já lhe mais mas me mesmo meu minha muito na nas nem no nos não nós o os ou para \
     pela pelo por qual quando que quem se sem ser seu sua são só também te tem um uma você à é",
    "aan al alles als altijd ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen haar had \
     heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij \
     mijn moet na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van \
     veel voor want waren was wat werd wezen wie wil worden wordt zal ze zelf zich zij zijn zo zonder zou",
    "a ale ani bez bo by był była było być co czy dla do gdy gdzie go i ich ile im ja jak jako je jego jej jest jestem \
     jeszcze już każdy kiedy kto która które który lub ma mi mnie mu my na nad nam nas nie nim niż no o od on ona oni \
     ono oraz po pod przed przez przy raz się są ta tak także tam te tego tej ten to tu tylko tym u w we więc \
     wszystko z za ze że żeby",
    "а без бы был была были было быть в вам вас во вот все всё вы где да для до его ее её если есть еще ещё же за и \
     из или им их к как когда кто ли меня мне мы на над не нет ни но ну о об он она они оно от по под при с со так \
     там тебя то только ты у уже чем что чтобы это этого этот я",
];

const SLOTS: usize = 2048;
/// The hash of the empty word: the offset basis of 32-bit FNV-1a.
const SEED: u32 = 0x811c_9dc5;

#[inline]
const fn hash_step(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

#[inline]
const fn slot_of(hash: u32) -> usize {
    (hash ^ hash >> 15) as usize % SLOTS
}

/// A hash table of the words with open addressing, and the languages of each as a bitmask; 0 is a free slot.
static TABLE: ([u32; SLOTS], [u16; SLOTS]) = {
    let (mut hashes, mut languages) = ([0; SLOTS], [0u16; SLOTS]);
    let mut language = 0;
    while language < LANGUAGES {
        let words = LISTS[language].as_bytes();
        let (mut at, mut hash, mut len) = (0, SEED, 0);
        while at <= words.len() {
            if at < words.len() && words[at] != b' ' {
                hash = hash_step(hash, words[at]);
                len += 1;
            } else if len > 0 {
                let mut slot = slot_of(hash);
                while languages[slot] != 0 && hashes[slot] != hash {
                    slot = (slot + 1) % SLOTS;
                }
                hashes[slot] = hash;
                languages[slot] |= 1 << language;
                (hash, len) = (SEED, 0);
            }
            at += 1;
        }
        language += 1;
    }
    (hashes, languages)
};

/// The languages in which the word at the start of a run is a stop word, as a bitmask.
fn languages_of(run: &[u8]) -> u16 {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0x80 || byte == b'\'';
    let mut word = &run[..run.iter().position(|&byte| !is_letter(byte)).unwrap_or(run.len())];
    while let [rest @ .., b'\''] | [rest @ .., 0xe2, 0x80, _] = word {
        word = rest;
    }
    // Longer than any stop word.
    if word.is_empty() || word.len() > 16 {
        return 0;
    }
    let hash = word.iter().fold(SEED, |hash, byte| hash_step(hash, byte.to_ascii_lowercase()));
    let mut slot = slot_of(hash);
    while TABLE.1[slot] != 0 {
        if TABLE.0[slot] == hash {
            return TABLE.1[slot];
        }
        slot = (slot + 1) % SLOTS;
    }
    0
}

/// The counts of one string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordCounts {
    /// Tokens.
    pub words: u32,
    /// Stop words of the page's language.
    pub stop_words: u32,
    /// Tokens followed by a full stop, a question mark or the like.
    pub sentence_ends: u32,
}

/// Counts the words of every string, in one pass over the text.
pub fn count<'a>(arena: &'a Bump, page: &Page<'_>, strings: &Strings<'_>) -> Vec<'a, WordCounts> {
    let mut counts = Vec::with_capacity_in(strings.list.len(), arena);
    // For each stop word of any language its string, and the languages.
    let mut hits = Vec::new_in(arena);
    let mut totals = [0u32; LANGUAGES];
    for (i, string) in strings.list.iter().enumerate() {
        let mut count = WordCounts::default();
        let runs = Runs::over(page.text, string.text.0 as usize, string.text.1 as usize, TokenMode::Unicode);
        for run in runs {
            let bytes = &page.text.as_bytes()[run.first_letter..run.end];
            count.sentence_ends += u32::from(ends_a_sentence(&page.text.as_bytes()[run.start..run.end]));
            if !run.is_token {
                continue;
            }
            count.words += 1;
            let languages = languages_of(bytes);
            if languages != 0 {
                hits.push((i as u32, languages));
                (0..LANGUAGES).filter(|language| languages >> language & 1 != 0).for_each(|l| totals[l] += 1);
            }
        }
        counts.push(count);
    }
    // The first one on ties.
    let language = (0..LANGUAGES).rev().max_by_key(|&language| totals[language]).unwrap_or(0);
    for (string, languages) in hits {
        counts[string as usize].stop_words += u32::from(languages >> language & 1);
    }
    counts
}

fn ends_a_sentence(run: &[u8]) -> bool {
    matches!(
        run,
        [.., b'.' | b'!' | b'?']
            | [.., b'.' | b'!' | b'?', b'"' | b')' | b'\'']
            | [.., 0xe2, 0x80, 0xa6]
            | [.., 0xe3, 0x80, 0x82]
            | [.., 0xef, 0xbc, 0x81 | 0x9f]
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analyzer, Options};

    fn counts(html: &str) -> std::vec::Vec<WordCounts> {
        let mut analyzer = Analyzer::new(Options::default());
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let arena = Bump::new();
        let strings = Strings::new(&arena, document.page());
        count(&arena, document.page(), &strings).to_vec()
    }

    #[test]
    fn the_lists_are_whole() {
        for (language, list) in LISTS.iter().enumerate() {
            for word in list.split(' ').filter(|word| !word.is_empty()) {
                assert!(languages_of(word.as_bytes()) >> language & 1 == 1, "{word}");
                assert!(word.len() <= 16, "{word}");
            }
        }
        assert!((140..190).contains(&LISTS[0].split(' ').filter(|word| !word.is_empty()).count()));
        assert!(TABLE.1.iter().filter(|&&languages| languages != 0).count() < SLOTS / 2);
    }

    #[test]
    fn words_of_the_language_of_the_page() {
        let counted = |words, stop_words, sentence_ends| WordCounts { words, stop_words, sentence_ends };
        assert_eq!(counts("<p>The rain, it fell. And why (“The”)?"), [counted(7, 5, 2)]);
        // `die` and `in` are words of other languages too; the page is German.
        assert_eq!(counts("<p>Die Katze und der Hund<p>in the house"), [counted(5, 3, 0), counted(3, 1, 0)]);
        assert_eq!(counts("<p>连日来的大雨。"), [counted(6, 0, 1)]);
        assert_eq!(counts(""), []);
    }
}
