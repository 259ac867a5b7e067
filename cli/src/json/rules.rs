//! The JSON of `blockmask rules check`.

use serde::Serialize;

/// What rules did on all pages, as `blockmask rules check --format json` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedRules<'a> {
    /// The version of this schema.
    pub schema: u32,
    /// How many pages were read.
    pub pages: u64,
    /// In the order of the file.
    pub rules: Vec<CheckedRule<'a>>,
    pub contradictions: Vec<Contradiction>,
    /// Pages of which the rules leave no text, and are not obeyed in that.
    pub disobeyed: &'a [String],
    /// How many pages the rules need too many steps on.
    pub cut_short: u64,
}

/// A rule with what it did.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedRule<'a> {
    /// In the file, from 1.
    pub line: usize,
    pub action: &'static str,
    /// The role, field or factor that it gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    pub selector: &'a str,
    /// Patterns of the addresses of the pages that it is for; empty for all.
    pub addresses: &'a str,
    /// Pages on which it matches something.
    pub pages: u64,
    /// Elements that it matches.
    pub elements: u64,
    /// Blocks that it decides.
    pub blocks: u64,
    /// Blocks that are otherwise without the rules.
    pub changed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<Warning>,
}

/// Of two rules that answer one question about a block differently, the later one decides.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Contradiction {
    /// The index of the rule that decides.
    pub rule: u32,
    /// The index of the one that it overrules.
    pub overruled: u32,
    pub pages: u64,
    pub blocks: u64,
}

/// Why no page needs a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    MatchesNothing,
    DropsNothing,
    DecidesNothing,
}

impl Warning {
    pub fn in_words(self) -> &'static str {
        match self {
            Warning::MatchesNothing => "matches nothing",
            Warning::DropsNothing => "drops nothing that is not left out anyway, or kept by later rules",
            Warning::DecidesNothing => {
                "decides nothing: later rules do, or what it matches is less than a block, which only `drop` can take apart"
            }
        }
    }
}
