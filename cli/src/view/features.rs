//! What the features of the learned mask mean, for people.

use blockmask::internals::mask::features;

/// By the part of a name after the group.
const MEANINGS: [(&str, &str); 39] = [
    ("text.tokens", "number of tokens"),
    ("text.tokens_log", "number of tokens"),
    ("text.characters_log", "number of characters"),
    ("text.token_length", "length of its tokens"),
    ("text.density", "text density"),
    ("text.link_share", "share of its tokens in links"),
    ("text.unlinked_log", "number of tokens outside links"),
    ("text.lines", "number of lines"),
    ("text.ending", "how it ends: like a sentence or not"),
    ("text.beginning", "how it begins: capital, digit, other"),
    ("text.heading", "heading level"),
    ("text.hidden", "hidden from readers"),
    ("text.marked", "marked by its author: noindex, noscript, ..."),
    ("repetition.path_blocks", "number of blocks on the same tag path"),
    ("repetition.path_tokens", "text on the same tag path"),
    ("repetition.path_links", "links on the same tag path"),
    ("repetition.path_prose", "prose on the same tag path"),
    ("repetition.path_mean", "mean length of blocks on the same tag path"),
    ("repetition.parent_path_blocks", "number of blocks on its parent's tag path"),
    ("repetition.parent_path_tokens", "text on its parent's tag path"),
    ("repetition.parent_path_links", "links on its parent's tag path"),
    ("repetition.parent_path_prose", "prose on its parent's tag path"),
    ("repetition.same_text", "blocks of the same text"),
    ("place.position", "position on the page"),
    ("place.gap", "tags between it and the block before"),
    ("place.before_tokens", "length of the block before"),
    ("place.before_links", "links of the block before"),
    ("place.after_tokens", "length of the block after"),
    ("place.after_links", "links of the block after"),
    ("place.container_tokens", "share of the page's text in its element"),
    ("place.container_links", "links in its element"),
    ("place.around_tokens", "share of the page's text in its element's parent"),
    ("place.around_links", "links in its element's parent"),
    ("rules.score", "score by rules (mask density)"),
    ("rules.near1", "score by rules of it and its neighbors"),
    ("rules.near3", "score by rules of the 3 blocks before and after"),
    ("rules.near10", "score by rules of the 10 blocks before and after"),
    ("rules.path", "score by rules of its tag path"),
    ("rules.siblings", "score by rules of its siblings"),
];

/// What each feature means, in their order. Of `near` the first are words of class names, the others elements.
pub fn meanings() -> Vec<String> {
    let names = features::names();
    // Words of class names come first, then elements, of which `nav` is the first.
    let elements = names.iter().rposition(|name| name == "near.nav").unwrap_or_default();
    names.iter().enumerate().map(|(at, name)| meaning(name, at < elements)).collect()
}

fn meaning(name: &str, is_word: bool) -> String {
    if let Some((_, meaning)) = MEANINGS.iter().find(|(known, _)| *known == name) {
        return (*meaning).to_owned();
    }
    match name.split_once('.') {
        Some(("kind", kind)) => format!("the page is of kind {kind}"),
        Some(("near", group)) if is_word => format!("near a class or id with words like {group}"),
        Some(("near", element)) => format!("near the element {element}"),
        _ => name.to_owned(),
    }
}

/// The value of a feature.
pub fn value(name: &str, value: u8) -> String {
    let share = || format!("{:.0} %", 100.0 * f64::from(value) / 255.0);
    match name.split_once('.') {
        Some(("near", _)) => match value {
            0 => "no".to_owned(),
            15 => "itself".to_owned(),
            14 => "its parent".to_owned(),
            near => format!("{} levels up", 15 - near),
        },
        Some(("kind", _)) => share(),
        Some((_, name)) if SHARES.contains(&name) => share(),
        Some((_, name)) if name.ends_with("_links") => share(),
        _ => value.to_string(),
    }
}

/// Features in 255ths of a whole.
const SHARES: [&str; 7] = [
    "link_share",
    "path_tokens",
    "path_prose",
    "parent_path_tokens",
    "parent_path_prose",
    "position",
    "container_tokens",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_meaning_of_its_own_or_of_its_group() {
        let (names, meanings) = (features::names(), meanings());
        assert_eq!(names.len(), meanings.len());
        for (name, meaning) in names.iter().zip(&meanings) {
            assert!(!meaning.contains('.') || meaning.contains("..."), "{name} has no meaning");
            assert_ne!(name, meaning);
        }
        for (known, _) in MEANINGS {
            assert!(names.iter().any(|name| name == known), "{known} is no feature");
        }
    }

    #[test]
    fn class_words_are_told_from_elements() {
        let (names, meanings) = (features::names(), meanings());
        let of = |wanted: &str| -> Vec<&str> {
            names.iter().zip(&meanings).filter(|(name, _)| *name == wanted).map(|(_, text)| text.as_str()).collect()
        };
        assert_eq!(of("near.nav"), ["near a class or id with words like nav", "near the element nav"]);
        assert_eq!(of("near.footer"), ["near a class or id with words like footer", "near the element footer"]);
        assert_eq!(of("near.ad"), ["near a class or id with words like ad"]);
        assert_eq!(of("near.aside"), ["near the element aside"]);
    }

    #[test]
    fn values_are_readable() {
        assert_eq!(value("near.nav", 13), "2 levels up");
        assert_eq!(value("text.link_share", 255), "100 %");
        assert_eq!(value("place.around_links", 0), "0 %");
        assert_eq!(value("text.tokens", 7), "7");
    }
}
