//! `blockmask rules check`: which rules of a site's owner match nothing, contradict each other, and what they change.

use crate::analysis::Analysis;
use crate::failure::caught;
use crate::files::{Files, Jobs};
use crate::options::{AnalysisArgs, rules};
use crate::output::screen;
use crate::pages;
use blockmask::{Analyzer, Block, Document, Fallbacks, Input, Parts, Rule, RuleAction, Rules, Truncation};
use blockmask_cli::json::SCHEMA_VERSION;
use blockmask_cli::json::escape;
use blockmask_cli::json::rules::{CheckedRule, CheckedRules, Contradiction, Warning};
use blockmask_cli::memory::{List, Text, check as check_memory};
use blockmask_cli::origin::Origin;
use clap::{Args, Subcommand, ValueEnum};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Subcommand)]
pub enum RulesCommand {
    /// Print for each rule how many elements and blocks it matches and what it changes, and which rules contradict others
    #[command(after_help = "\
Examples:
  blockmask rules check site.rules site/*.html
  blockmask rules check site.rules crawl.warc.gz
  blockmask text --rules site.rules page.html        the main text by these rules")]
    Check(CheckArgs),
}

#[derive(Args)]
pub struct CheckArgs {
    /// The file of rules
    #[arg(value_name = "RULES", value_parser = rules)]
    rules_file: Arc<Rules>,
    #[arg(long, value_enum, default_value_t = CheckFormat::Table)]
    format: CheckFormat,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// A human-readable table, and sentences about what is not as it should be
    Table,
    /// One JSON object
    Json,
}

/// What a rule did on pages.
#[derive(Clone, Copy, Default)]
struct Effect {
    pages: u64,
    elements: u64,
    /// Blocks that it decides.
    blocks: u64,
    /// Blocks that are otherwise without the rules.
    changed: u64,
}

/// What the rules did on a page, or on all pages.
#[derive(Default)]
struct Effects {
    pages: u64,
    by_rule: List<Effect>,
    /// By the rule that decides and the one that it overrules: pages and blocks.
    contradictions: BTreeMap<(u32, u32), (u64, u64)>,
    /// Pages on which they left nothing, and are not obeyed.
    disobeyed: Vec<String>,
    /// Pages on which the work of matching was cut short.
    cut: u64,
}

pub fn check(args: &CheckArgs) -> ExitCode {
    let rules = &args.rules_file;
    let mut analysis = Analysis::of(&args.analysis).asking(Parts::MASK | Parts::FIELDS);
    analysis.rules = Some(Arc::clone(rules));
    let mut without = Analysis::of(&args.analysis).asking(Parts::MASK | Parts::FIELDS);
    without.rules = None;
    let make = |document: &Document<'_>, origin: &Origin| effects(document, origin, rules, &without);
    let mut all = Effects { by_rule: List::repeat(Effect::default(), rules.len()), ..Effects::default() };
    let mut report = pages::each(&args.files, args.jobs.jobs, &analysis, make, |report, origin, page| {
        let added = caught(|| {
            all.add(page);
            Ok(())
        });
        if let Err(failure) = added {
            report.failure(origin, &failure);
        }
    });
    let checked = caught(|| {
        Ok(match args.format {
            CheckFormat::Table => text(rules, &all).into_string().into_bytes(),
            CheckFormat::Json => escape::line(&json(rules, &all)),
        })
    });
    match checked {
        Ok(checked) => drop(report.write(&checked)),
        Err(failure) => report.failure(&"what the rules do", &failure),
    }
    report.finish()
}

impl Effects {
    fn add(&mut self, page: Effects) {
        self.pages += page.pages;
        for (sum, one) in self.by_rule.iter_mut().zip(page.by_rule) {
            sum.pages += one.pages;
            sum.elements += one.elements;
            sum.blocks += one.blocks;
            sum.changed += one.changed;
        }
        for (pair, (pages, blocks)) in page.contradictions {
            check_memory();
            let sum = self.contradictions.entry(pair).or_default();
            *sum = (sum.0 + pages, sum.1 + blocks);
        }
        self.disobeyed.extend(page.disobeyed);
        self.cut += page.cut;
    }
}

/// What a block is: template, role, field and weight.
fn state(block: &Block<'_, '_>) -> [u8; 4] {
    [u8::from(block.is_template()), block.role() as u8, block.field() as u8, block.weight()]
}

fn effects(document: &Document<'_>, origin: &Origin, rules: &Rules, without: &Analysis<'_>) -> Effects {
    let by_rule = List::repeat(Effect::default(), rules.len());
    let mut page = Effects { pages: 1, by_rule, ..Effects::default() };
    let held = document.held_rules(rules);
    for &(_, rule) in &held.elements {
        page.by_rule[rule as usize].elements += 1;
    }
    page.by_rule.iter_mut().for_each(|rule| rule.pages = u64::from(rule.elements > 0));
    for rules_of_block in &*held.of_block {
        check_memory();
        contradictions(rules, rules_of_block, &mut page.contradictions);
    }
    if document.fallbacks().contains(Fallbacks::RULES) {
        page.disobeyed.push(screen::fit(origin.name(), None));
    }
    let mut is_cut = document.truncation().contains(Truncation::WORK) || held.is_cut;
    let mut analyzer = without.analyzer().unwrap_or_else(|_| Analyzer::new(without.options));
    let mut input = Input::new(document.bytes()).charset(document.encoding());
    if let Some(address) = document.given_address() {
        input = input.address(address);
    }
    if let Ok(plain) = analyzer.analyze_input(input) {
        is_cut |= changes(document, &plain, rules, &mut page.by_rule).is_none();
    }
    page.cut = u64::from(is_cut);
    page
}

/// Counts the blocks that each rule decides, and those that are otherwise without rules; `None` if they are too many.
fn changes(document: &Document<'_>, plain: &Document<'_>, rules: &Rules, by_rule: &mut [Effect]) -> Option<()> {
    let states: BTreeMap<_, _> =
        plain.blocks().map(|block| ((block.source().start, block.source().end), state(&block))).collect();
    for block in document.blocks() {
        check_memory();
        let now = state(&block);
        let before = states.get(&(block.source().start, block.source().end));
        let deciding = document.deciding_rules(block.index());
        let mut counted = Vec::new();
        for (at, rule) in deciding.into_iter().enumerate().filter_map(|(at, rule)| Some((at, rule?))) {
            let is_changed = before.is_none_or(|before| before[at] != now[at]);
            let effect = &mut by_rule[rule];
            if !counted.contains(&rule) {
                effect.blocks += 1;
                effect.changed += u64::from(is_changed);
                counted.push(rule);
            }
        }
    }
    // Dropped text is in no block; so what there was without the rules is counted.
    let place = |block: &Block<'_, '_>| (block.source().start, block.source().end);
    let left: BTreeMap<_, _> = document.blocks().map(|block| (place(&block), block.text())).collect();
    let tree = plain.tree();
    // Elements may be nested, and dropped by many rules.
    let (mut counted, mut looks) = (BTreeSet::new(), document.most_held_rules());
    for (node, rule) in plain.held_rules(rules).elements {
        let Some(node) = tree.node(node as usize).filter(|_| action(rules, rule) == Some(RuleAction::Drop)) else {
            continue;
        };
        for block in node.blocks().filter_map(|block| plain.block(block)) {
            looks = looks.checked_sub(1)?;
            let is_gone = left.get(&place(&block)).is_none_or(|text| *text != block.text());
            if is_gone && counted.insert((rule, block.index())) {
                check_memory();
                by_rule[rule as usize].blocks += 1;
                by_rule[rule as usize].changed += 1;
            }
        }
    }
    Some(())
}

fn action(rules: &Rules, rule: u32) -> Option<RuleAction> {
    rules.get(rule as usize).map(|rule| rule.action)
}

/// What a rule is about: rules about different things do not contradict each other.
fn question(action: RuleAction) -> &'static str {
    match action {
        RuleAction::Content | RuleAction::Template | RuleAction::Drop => "content",
        RuleAction::Record | RuleAction::Comment => "unit",
        other => other.name(),
    }
}

/// Adds the pairs of rules that hold for a block and answer one question differently.
fn contradictions(rules: &Rules, of_block: &[u32], found: &mut BTreeMap<(u32, u32), (u64, u64)>) {
    let mut last: BTreeMap<&str, (u32, RuleAction)> = BTreeMap::new();
    for &rule in of_block.iter().rev() {
        let Some(action) = action(rules, rule) else { continue };
        let (winner, wins) = *last.entry(question(action)).or_insert((rule, action));
        if wins != action {
            let entry = found.entry((winner, rule)).or_insert((1, 0));
            entry.1 += 1;
        }
    }
}

/// A rule as it is written.
pub fn written(rule: &Rule<'_>) -> String {
    let value = match rule.action {
        RuleAction::Role(role) => format!(" {}", role.name()),
        RuleAction::Field(field) => format!(" {}", field.name()),
        RuleAction::Weight(factor) => format!(" {factor}"),
        _ => String::new(),
    };
    let selector = screen::fit(rule.selector, Some(60));
    format!("{}{value} {selector}", rule.action.name())
}

/// What is wrong with a rule that no page needs.
fn warning(action: RuleAction, effect: &Effect) -> Option<Warning> {
    let is_of_blocks = !matches!(action, RuleAction::Record | RuleAction::Comment);
    match (effect.elements, effect.blocks) {
        (0, _) => Some(Warning::MatchesNothing),
        (_, 0) if action == RuleAction::Drop => Some(Warning::DropsNothing),
        (_, 0) if is_of_blocks => Some(Warning::DecidesNothing),
        _ => None,
    }
}

fn json<'r>(rules: &'r Rules, all: &'r Effects) -> CheckedRules<'r> {
    let value = |action: RuleAction| match action {
        RuleAction::Role(role) => Some(role.name().to_owned()),
        RuleAction::Field(field) => Some(field.name().to_owned()),
        RuleAction::Weight(factor) => Some(factor.to_string()),
        _ => None,
    };
    let checked = rules.iter().zip(all.by_rule.iter()).map(|(rule, effect)| CheckedRule {
        line: rule.line,
        action: rule.action.name(),
        value: value(rule.action),
        selector: rule.selector,
        addresses: rule.addresses,
        pages: effect.pages,
        elements: effect.elements,
        blocks: effect.blocks,
        changed: effect.changed,
        warning: warning(rule.action, effect),
    });
    let checked: List<CheckedRule<'r>> = checked.inspect(|_| check_memory()).collect();
    let contradictions = all.contradictions.iter().map(|(&(winner, loser), &(pages, blocks))| Contradiction {
        rule: winner,
        overruled: loser,
        pages,
        blocks,
    });
    CheckedRules {
        schema: SCHEMA_VERSION,
        pages: all.pages,
        rules: checked.into_vec(),
        contradictions: contradictions.collect::<List<_>>().into_vec(),
        disobeyed: &all.disobeyed,
        cut_short: all.cut,
    }
}

fn text(rules: &Rules, all: &Effects) -> Text {
    let mut out = Text::default();
    let plural = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let _ = writeln!(out, "{} on {}", plural(rules.len() as u64, "rule"), plural(all.pages, "page"));
    let _ = writeln!(out, "{:>5} {:>7} {:>9} {:>8} {:>8}  rule", "line", "pages", "elements", "blocks", "changed");
    for (rule, effect) in rules.iter().zip(all.by_rule.iter()) {
        check_memory();
        let Effect { pages, elements, blocks, changed } = *effect;
        let _ = writeln!(out, "{:>5} {pages:>7} {elements:>9} {blocks:>8} {changed:>8}  {}", rule.line, written(&rule));
    }
    let line = |rule: u32| rules.get(rule as usize).map_or(0, |rule| rule.line);
    for (rule, warning) in
        rules.iter().zip(all.by_rule.iter()).filter_map(|(rule, effect)| Some((rule, warning(rule.action, effect)?)))
    {
        let _ = writeln!(out, "line {}: {}", rule.line, warning.in_words());
    }
    for (&(winner, loser), &(pages, blocks)) in &all.contradictions {
        check_memory();
        let (pages, blocks) = (plural(pages, "page"), plural(blocks, "block"));
        let _ = writeln!(out, "line {} overrules line {} on {blocks} of {pages}", line(winner), line(loser));
    }
    for page in &all.disobeyed {
        let _ = writeln!(out, "{page}: the rules leave no text, and are not obeyed in that");
    }
    if all.cut > 0 {
        let _ = writeln!(out, "{}: the work was cut short; the rules may need too many steps", plural(all.cut, "page"));
    }
    out
}
