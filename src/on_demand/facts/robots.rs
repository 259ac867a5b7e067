//! Directives to robots: in `meta` elements named `robots` or after a crawler, and in `X-Robots-Tag` headers.
//!
//! As documented by Google, general directives and directives for a crawler are combined, and of contradictory
//! directives the most restrictive one counts. Directives that allow something, such as `index` and `all`, have no
//! effect.

use super::date::Date;
use super::declared::Declarations;
use super::read::Reader;
use super::{FactOptions, FactOrigin, headers};
use crate::base::fallible::{List, Text};
use crate::base::flags::flag_set;
use crate::base::named::named;
use crate::base::words::{Words, words};
use std::fmt::Write;
use std::ops::Range;

flag_set! {
    /// Restrictions that the author of a page sets for search engines.
    #[derive(Default)]
    RobotsRules {
        /// `noindex`: do not show the page in search results. `none` means this and `nofollow`.
        NOINDEX = 0, "noindex";
        /// `nofollow`: do not follow links.
        NOFOLLOW = 1, "nofollow";
        /// `nosnippet`, or `max-snippet:0`: show no text of the page in search results.
        NOSNIPPET = 2, "nosnippet";
        /// `noarchive`, for Bing also `nocache`: show no copy of the page.
        NOARCHIVE = 3, "noarchive";
        /// `noimageindex`: do not index images.
        NOIMAGEINDEX = 4, "noimageindex";
        /// `notranslate`: offer no translation.
        NOTRANSLATE = 5, "notranslate";
        /// `indexifembedded`: in spite of `noindex`, index the page as a part of pages that embed it.
        INDEXIFEMBEDDED = 6, "indexifembedded";
    }
}

/// The maximum size of an image preview, most restrictive first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum ImagePreview {
    /// No image.
    None = 1,
    /// A small one.
    Standard = 2,
    /// Up to the width of the view.
    Large = 3,
}

named! {
    ImagePreview { None = "none", Standard = "standard", Large = "large" }
}

/// The combined directives to robots that apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Robots {
    /// The restrictions.
    pub rules: RobotsRules,
    /// The maximum length of a snippet in characters; 0 with [`RobotsRules::NOSNIPPET`].
    pub max_snippet: Option<u32>,
    /// The maximum length of a video preview in seconds; 0 for a still image.
    pub max_video_preview: Option<u32>,
    /// The maximum size of an image preview.
    pub max_image_preview: Option<ImagePreview>,
    /// The date, in ISO 8601, after which the page must not be in search results; the earliest if there are several.
    pub unavailable_after: Option<String>,
    /// All directives, also for other crawlers, from the page and then from the headers. At most 256.
    pub directives: Vec<RobotsDirective>,
}

/// A directive to robots.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RobotsDirective {
    /// The crawler in lower case, or `robots` for all.
    pub agent: String,
    /// The name in lower case, such as `noindex`; also unknown names.
    pub name: String,
    /// The text after the colon.
    pub value: Option<String>,
    /// Whether the directive is for all robots or for one of [`FactOptions::agents`].
    pub applies: bool,
    /// [`FactOrigin::Meta`] or [`FactOrigin::Header`].
    pub origin: FactOrigin,
    /// The source range of the `content` attribute; `None` for a header.
    pub source: Option<Range<usize>>,
}

/// Crawlers that are known to read `meta` elements with their names.
const CRAWLERS: Words = words![
    "googlebot",
    "googlebot-news",
    "googlebot-image",
    "googlebot-video",
    "google-extended",
    "googleother",
    "adsbot-google",
    "bingbot",
    "msnbot",
    "slurp",
    "yandex",
    "yandexbot",
    "baiduspider",
    "duckduckbot",
    "applebot",
    "naverbot",
    "yeti",
    "gptbot",
    "oai-searchbot",
    "claudebot",
    "ccbot",
    "perplexitybot",
    "applebot-extended",
    "amazonbot",
    "bytespider",
    "meta-externalagent",
    "bingpreview",
];
pub(super) const ALL: &str = "robots";
/// Directives whose values follow a colon.
const WITH_VALUE: [&str; 4] = ["max-snippet", "max-image-preview", "max-video-preview", UNAVAILABLE];
const UNAVAILABLE: &str = "unavailable_after";
const MAX_DIRECTIVES: usize = 256;
/// Longer names of directives and crawlers are ignored, and so are more crawlers in one element.
const MAX_NAME: usize = 64;
const MAX_NAMES: usize = 16;

/// The directives of a page.
pub(super) fn robots(reader: Reader<'_, '_>, declared: &Declarations<'_>, options: &FactOptions<'_>) -> Robots {
    let mut collector = Collector { agents: options.agents, directives: List::default() };
    for &(name, content) in declared.named.iter() {
        let name = reader.tree().raw_value(name).trim_ascii();
        let Ok(names) = std::str::from_utf8(name) else { continue };
        // Some pages name several crawlers at once, which Google's documentation shows as one element for each.
        for name in names.split(',').map(str::trim).take(MAX_NAMES) {
            if !collector.is_robot(name) {
                continue;
            }
            let Some(list) = reader.value(content) else { break };
            collector.add_list(name, &list, FactOrigin::Meta, Some(reader.source(content)));
        }
    }
    let among_others = headers::values(options.headers, "x-robots-tag");
    for line in options.x_robots_tag.lines().chain(among_others).take(MAX_DIRECTIVES) {
        collector.add_header(line);
    }
    combined(collector.directives)
}

struct Collector<'o> {
    agents: &'o [&'o str],
    directives: List<RobotsDirective>,
}

impl Collector<'_> {
    fn is_robot(&self, name: &str) -> bool {
        self.is_for_reader(name) || CRAWLERS.contains_in_any_case(name)
    }

    /// Whether a name stands for all robots or for a crawler of the caller.
    fn is_for_reader(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(ALL) || self.agents.iter().any(|agent| product_of(agent).eq_ignore_ascii_case(name))
    }

    /// Adds the values of a header: directives, which a name and a colon may restrict to one crawler.
    fn add_header(&mut self, line: &str) {
        let mut agent = ALL;
        let mut rest = line;
        while !rest.is_empty() {
            if let Some((name, after)) = rest.split_once(':')
                && !name.contains(',')
                && !has_value(name)
            {
                (agent, rest) = (name.trim(), after);
                continue;
            }
            let (item, after) = next_item(rest);
            rest = after;
            self.add(agent, item, FactOrigin::Header, None);
        }
    }

    fn add_list(&mut self, agent: &str, list: &str, origin: FactOrigin, source: Option<Range<usize>>) {
        let mut rest = list;
        while !rest.is_empty() {
            let (item, after) = next_item(rest);
            rest = after;
            self.add(agent, item, origin, source.clone());
        }
    }

    /// Adds an item of a list. Names and their values may have spaces or semicolons between them in place of commas.
    fn add(&mut self, agent: &str, item: &str, origin: FactOrigin, source: Option<Range<usize>>) {
        let mut rest = item.trim_matches(is_between);
        while !rest.is_empty() {
            let end = rest.find(|c| c == ':' || is_between(c)).unwrap_or(rest.len());
            let (name, after) = (&rest[..end], rest[end..].trim_start());
            let Some(value) = after.strip_prefix(':').map(str::trim_start) else {
                self.add_one(agent, (name, None), origin, source.clone());
                rest = after.trim_start_matches(is_between);
                continue;
            };
            // Of numbers and sizes the first word is the value, of dates all of them.
            let is_word = has_value(name) && !name.eq_ignore_ascii_case(UNAVAILABLE);
            let end = value.find(|c| if is_word { is_between(c) } else { c == ';' }).unwrap_or(value.len());
            self.add_one(agent, (name, Some(value[..end].trim_end())), origin, source.clone());
            rest = value[end..].trim_start_matches(is_between);
        }
    }

    fn add_one(
        &mut self,
        agent: &str,
        (name, value): (&str, Option<&str>),
        origin: FactOrigin,
        source: Option<Range<usize>>,
    ) {
        let is_long = agent.len() > MAX_NAME || name.len() > MAX_NAME || value.is_some_and(|value| value.len() > 256);
        if name.is_empty() || is_long || self.directives.len() >= MAX_DIRECTIVES {
            return;
        }
        self.directives.push(RobotsDirective {
            agent: lower_case(agent),
            name: lower_case(name),
            value: value.map(|value| Text::from(value).into_string()),
            applies: self.is_for_reader(agent),
            origin,
            source,
        });
    }
}

/// The name that rules use for a crawler: its user agent without a version (RFC 9309, section 2.2.1).
pub(super) fn product_of(agent: &str) -> &str {
    agent.split('/').next().unwrap_or_default().trim()
}

/// Whether a character stands between two directives.
fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ';'
}

/// Whether the last word before a colon is the name of a directive with a value.
fn has_value(text: &str) -> bool {
    WITH_VALUE.iter().any(|known| known.eq_ignore_ascii_case(last_word(text)))
}

fn last_word(text: &str) -> &str {
    text.trim_end().rsplit(is_between).next().unwrap_or_default()
}

fn lower_case(name: &str) -> String {
    let mut lower = Text::from(name).into_string();
    lower.make_ascii_lowercase();
    lower
}

/// The first item of a list and what follows its comma. A date may have commas behind its weekday and its day.
fn next_item(list: &str) -> (&str, &str) {
    let commas = || list.match_indices(',').map(|(at, _)| at);
    let first = commas().next();
    let end = match list[..first.unwrap_or(0)].split_once(':') {
        Some((name, _)) if last_word(name).eq_ignore_ascii_case(UNAVAILABLE) => {
            let ends = commas().chain([list.len()]).take(3);
            let mut ends = ends.into_iter();
            ends.find(|&end| Date::parse(&list[name.len() + 1..end]).is_some()).or(first)
        }
        _ => first,
    };
    end.map_or((list, ""), |end| (&list[..end], list.get(end + 1..).unwrap_or_default()))
}

/// Combines the directives that apply.
fn combined(directives: List<RobotsDirective>) -> Robots {
    let mut robots = Robots::default();
    let mut end: Option<Date> = None;
    for directive in directives.iter().filter(|directive| directive.applies) {
        let value = directive.value.as_deref();
        let rule = match directive.name.as_str() {
            "noindex" => RobotsRules::NOINDEX,
            "nofollow" => RobotsRules::NOFOLLOW,
            "none" => RobotsRules::NOINDEX | RobotsRules::NOFOLLOW,
            "nosnippet" => RobotsRules::NOSNIPPET,
            "noarchive" | "nocache" => RobotsRules::NOARCHIVE,
            "noimageindex" => RobotsRules::NOIMAGEINDEX,
            "notranslate" => RobotsRules::NOTRANSLATE,
            "indexifembedded" => RobotsRules::INDEXIFEMBEDDED,
            "max-snippet" => {
                robots.max_snippet = smaller(robots.max_snippet, number(value));
                continue;
            }
            "max-video-preview" => {
                robots.max_video_preview = smaller(robots.max_video_preview, number(value));
                continue;
            }
            "max-image-preview" => {
                let of_name =
                    |name: &str| ImagePreview::VALUES.iter().find(|size| name.eq_ignore_ascii_case(size.name()));
                robots.max_image_preview = smaller(robots.max_image_preview, value.and_then(of_name).copied());
                continue;
            }
            "unavailable_after" => {
                let date = value.and_then(Date::parse);
                end = [end, date].into_iter().flatten().min_by_key(Date::moment);
                continue;
            }
            _ => continue,
        };
        robots.rules |= rule;
    }
    if robots.max_snippet == Some(0) {
        robots.rules |= RobotsRules::NOSNIPPET;
    }
    if robots.rules.contains(RobotsRules::NOSNIPPET) {
        robots.max_snippet = Some(0);
    }
    robots.unavailable_after = end.map(written);
    robots.directives = directives.into_vec();
    robots
}

/// A date as text.
pub(super) fn written(date: Date) -> String {
    let mut text = Text::default();
    let _ = write!(text, "{date}");
    text.into_string()
}

/// A number as text.
#[cfg(feature = "capi")]
pub(crate) fn written_number(number: u32) -> Text {
    let mut text = Text::default();
    let _ = write!(text, "{number}");
    text
}

/// A limit; `None` for -1 and for values that are not numbers.
pub(super) fn number(value: Option<&str>) -> Option<u32> {
    value?.parse().ok()
}

fn smaller<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    [one, other].into_iter().flatten().min()
}
