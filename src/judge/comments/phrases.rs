//! Phrases before a name: "Posted by", "geschrieben von", "投稿者".

/// The phrase before a name that the text begins with.
pub(super) fn verb_of(text: &str) -> Option<&'static str> {
    let &[first, second, ..] = text.as_bytes() else { return None };
    let second = bit_of_second(second);
    if BEGINS_VERB[usize::from(first)] & second == 0 {
        return None;
    }
    // Letters that have both cases are as long in each.
    let is_same = |start: &str, verb: &str| match verb.is_ascii() {
        true => start.eq_ignore_ascii_case(verb),
        false => start.chars().flat_map(char::to_lowercase).eq(verb.chars()),
    };
    let begins = |verb: &&str| {
        if bit_of_second(verb.as_bytes()[1]) != second {
            return false;
        }
        let sides = text.split_at_checked(verb.len());
        sides.is_some_and(|(start, rest)| rest.starts_with([' ', ':', '\u{ff1a}']) && is_same(start, verb))
    };
    VERBS.iter().copied().find(begins)
}

/// What follows the phrase before a name: "Ann" in "Posted by Ann".
pub(crate) fn after_phrase(text: &str) -> Option<&str> {
    let after = text.get(verb_of(text)?.len()..)?;
    Some(after.trim_start_matches([':', '\u{ff1a}', ' ']))
}

/// Whether a text is a phrase before a name, and nothing else.
pub(crate) fn is_phrase(text: &str) -> bool {
    VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(text))
}

/// For the first byte of one of [`VERBS`], the bits of the second ones. Most texts begin with others.
static BEGINS_VERB: [u64; 256] = {
    let mut begins = [0; 256];
    let mut i = 0;
    while i < VERBS.len() {
        let verb = VERBS[i].as_bytes();
        begins[verb[0] as usize] |= bit_of_second(verb[1]);
        begins[verb[0].to_ascii_uppercase() as usize] |= bit_of_second(verb[1]);
        i += 1;
    }
    begins
};

/// The bit of a second byte in [`BEGINS_VERB`], the same one for a capital and a small letter of ASCII, é and Cyrillic.
const fn bit_of_second(byte: u8) -> u64 {
    1 << ((byte | 0x20) & 63)
}

/// Phrases before a name, in small letters.
const VERBS: [&str; 52] = [
    "posted by",
    "submitted by",
    "written by",
    "comment by",
    "by",
    "geschrieben von",
    "verfasst von",
    "gepostet von",
    "kommentar von",
    "von",
    "écrit par",
    "posté par",
    "publié par",
    "rédigé par",
    "par",
    "escrito por",
    "publicado por",
    "enviado por",
    "postado por",
    "por",
    "scritto da",
    "inviato da",
    "pubblicato da",
    "postato da",
    "geplaatst door",
    "door",
    "dodane przez",
    "napisane przez",
    "skrevet av",
    "skrevet af",
    "skrivet av",
    "postat av",
    "yazan",
    "gönderen",
    "автор",
    "написал",
    "написала",
    "добавил",
    "добавила",
    "опубликовал",
    "опубликовала",
    "كتبه",
    "كتبها",
    "بواسطة",
    "작성자",
    "投稿者",
    "名前",
    "发表者",
    "發表者",
    "发布者",
    "發佈者",
    "留言者",
];
