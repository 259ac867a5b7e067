//! The phrases of pages without content, in the languages of most pages: one on each line, in lower case, sorted, none in
//! another one. They are looked for anywhere in short texts.

use memchr::memmem;

/// What the title or a heading of an error page says.
pub(super) const ERRORS: &str = include_str!("errors.txt");
/// What a page says that stands in for a site.
pub(super) const PARKED: &str = include_str!("parked.txt");
/// Requests to sign in, which are also for readers who want to comment.
pub(super) const LOGINS: &str = include_str!("logins.txt");
/// What a page says that shows its text only to readers who sign in or pay.
pub(super) const WALLS: &str = include_str!("walls.txt");
/// What the page of a site says that is not yet built.
pub(super) const UNBUILT: &str = include_str!("unbuilt.txt");
/// Requests for consent to cookies.
pub(super) const CONSENTS: &str = include_str!("consents.txt");
/// Questions for the age of readers.
pub(super) const AGES: &str = include_str!("ages.txt");
/// What stands where scripts have not yet drawn anything.
pub(super) const LOADING: &str = include_str!("loading.txt");
/// How pages of any language name what they ask readers to switch on.
pub(super) const SCRIPTS: &str = "javascript";

/// Whether a text in lower case has one of the phrases.
pub(super) fn has_any(text: &str, phrases: &str) -> bool {
    phrases.lines().any(|phrase| memmem::find(text.as_bytes(), phrase.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_sorted_and_none_is_in_another() {
        for list in [ERRORS, PARKED, UNBUILT, LOGINS, WALLS, CONSENTS, AGES, LOADING] {
            let phrases: Vec<&str> = list.lines().collect();
            assert!(phrases.is_sorted());
            for phrase in &phrases {
                assert!(!phrase.is_empty() && *phrase == phrase.to_lowercase(), "{phrase}");
                assert_eq!(phrases.iter().filter(|other| phrase.contains(**other)).count(), 1, "{phrase}");
            }
        }
    }
}
