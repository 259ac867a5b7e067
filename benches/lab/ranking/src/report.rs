//! Tables in Markdown: methods by kind of query.

use crate::measures::{Estimate, View, differences, mean};

/// The views of one method.
pub struct Measured {
    pub name: String,
    pub views: Vec<View>,
}

/// What a table shows of a query.
pub type Measure = fn(&View) -> &Vec<f32>;

/// The kinds, in the order of the columns, and their headings. Names of a generated index and one-line descriptions are
/// one kind.
const KINDS: [(&str, &[&str]); 6] = [
    ("book index", &["hand"]),
    ("names", &["api", "desc"]),
    ("page titles", &["ptitle"]),
    ("web keywords", &["keyword"]),
    ("web titles", &["webtitle"]),
    ("web descriptions", &["description"]),
];

/// Prints a table: the first method's scores, then the difference of each other method, as a mean over views with its
/// confidence interval, and the number of views that are significantly better and worse.
pub fn print(title: &str, measured: &[Measured], measure: Measure) {
    println!("\n{title}\n");
    let heads: Vec<&str> = KINDS.iter().map(|(head, _)| *head).collect();
    println!("| method | {} | better, worse of all views |", heads.join(" | "));
    println!("|---|{}--:|", "--:|".repeat(KINDS.len()));
    let Some((base, others)) = measured.split_first() else { return };
    let absolute = KINDS.map(|(_, kinds)| {
        let means: Vec<f32> = of_kinds(base, kinds).map(|view| mean(measure(view))).collect();
        if means.is_empty() { String::new() } else { format!("{:.3}", mean(&means)) }
    });
    println!("| {} | {} | |", base.name, absolute.join(" | "));
    for method in others {
        println!("| {} | {} |", method.name, row(base, method, measure));
    }
}

fn row(base: &Measured, method: &Measured, measure: Measure) -> String {
    let (mut better, mut worse) = (0, 0);
    let cells = KINDS.map(|(_, kinds)| {
        let pairs = of_kinds(method, kinds).zip(of_kinds(base, kinds));
        let gains: Vec<f32> = pairs
            .map(|(new, old)| {
                let estimate = Estimate::of(&differences(measure(new), measure(old)));
                better += usize::from(estimate.is_better());
                worse += usize::from(estimate.is_worse());
                estimate.mean
            })
            .collect();
        if gains.is_empty() {
            return String::new();
        }
        let Estimate { mean, low, high } = Estimate::of(&gains);
        format!("{mean:+.3} ({low:+.3} to {high:+.3})")
    });
    format!("{} | {better}, {worse} of {}", cells.join(" | "), method.views.len())
}

fn of_kinds<'m>(measured: &'m Measured, kinds: &'m [&str]) -> impl Iterator<Item = &'m View> {
    measured.views.iter().filter(|view| kinds.contains(&view.kind.as_str()))
}

/// Prints the mean gain by group of kinds, the worst view, and every view.
pub fn print_views(base: &Measured, method: &Measured) {
    println!("\nEvery view, {} against {} (MRR):\n", method.name, base.name);
    println!("| site | kind | queries | {} | gain | interval |\n|---|---|--:|--:|--:|---|", base.name);
    for (new, old) in method.views.iter().zip(&base.views) {
        let Estimate { mean: gain, low, high } = Estimate::of(&differences(&new.reciprocal, &old.reciprocal));
        let (queries, full) = (old.reciprocal.len(), mean(&old.reciprocal));
        println!("| {} | {} | {queries} | {full:.3} | {gain:+.3} | {low:+.3} to {high:+.3} |", new.site, new.kind);
    }
    for (name, is_web) in [("documentation", false), ("web", true)] {
        let gains: Vec<(f32, &View)> = method
            .views
            .iter()
            .zip(&base.views)
            .filter(|(new, _)| new.is_web == is_web)
            .map(|(new, old)| (mean(&differences(&new.reciprocal, &old.reciprocal)), new))
            .collect();
        let Some((worst, view)) = gains.iter().min_by(|one, other| one.0.total_cmp(&other.0)) else { continue };
        let all: Vec<f32> = gains.iter().map(|(gain, _)| *gain).collect();
        println!(
            "\n{name}: mean {:+.3} over {} views; the worst: {} {} {worst:+.3}",
            mean(&all),
            all.len(),
            view.site,
            view.kind
        );
    }
}
