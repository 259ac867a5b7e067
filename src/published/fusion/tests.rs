//! Golden examples on hand-made tables, and the linear sweep against Algorithm 1 as printed (Kohlschütter and Nejdl
//! 2008).

use super::{FusionInput, FusionMethod, FusionOptions, Segment, Segmentation, Threshold, segment};
use crate::base::arena::Bump;
use crate::base::random::Random;
use crate::read::page::{Density, Fragment, Link, TokenMode, WrapOptions, gap, runs};

/// Gap bits of `b`, of `p` or `div`, of `hr`, of `b` and `hr`.
const NONE: u8 = gap::FRAGMENT;
const DIV: u8 = gap::FRAGMENT | gap::BLOCK | gap::OTHER;
const HR: u8 = gap::FRAGMENT | gap::BLOCK | gap::FORCE;
const B_HR: u8 = NONE | HR;

/// Ranges or fractions.
type Pairs = Vec<(u32, u32)>;

/// The tables of a page: a fragment is its gap and the tokens of each of its lines.
#[derive(Default)]
struct Tables {
    fragments: Vec<Fragment>,
    sums: Vec<u32>,
    text: String,
}

impl Tables {
    fn from_lines(parts: &[(u8, &[u32])]) -> Tables {
        let mut tables = Tables { sums: vec![0], ..Tables::default() };
        let (mut line, mut token) = (0, 0);
        for &(gap, lines) in parts {
            let first = (line, token);
            for tokens in lines {
                (line, token) = (line + 1, token + tokens);
                tables.sums.push(token);
            }
            tables.fragments.push(Fragment {
                text: (10 * first.0, 10 * line - 1),
                source: (20 * first.0, 20 * line - 3),
                lines: (first.0, line),
                tokens: (first.1, token),
                linked_tokens: (token - first.1) / 2,
                gap,
            });
        }
        tables
    }

    /// Texts, wrapped greedily, whose source offsets are their text offsets plus ten.
    fn from_texts(parts: &[(u8, &str)], wrap: u32) -> Tables {
        let mut tables = Tables { sums: vec![0], ..Tables::default() };
        for &(gap, text) in parts {
            let start = tables.text.len() as u32;
            let first_line = tables.sums.len() as u32 - 1;
            let first_token = tables.sums.last().copied().unwrap_or(0);
            let (mut columns, mut tokens) = (None, first_token);
            for run in runs(text, TokenMode::Unicode) {
                columns = match columns {
                    Some(c) if c + 1 + run.columns <= wrap => Some(c + 1 + run.columns),
                    _ => {
                        tables.sums.push(tokens);
                        Some(run.columns)
                    }
                };
                tokens += u32::from(run.is_token);
                if let Some(last) = tables.sums.last_mut() {
                    *last = tokens;
                }
            }
            tables.text.push_str(text);
            let end = tables.text.len() as u32;
            tables.text.push(' ');
            tables.fragments.push(Fragment {
                text: (start, end),
                source: (start + 10, end + 10),
                lines: (first_line, tables.sums.len() as u32 - 1),
                tokens: (first_token, tokens),
                linked_tokens: 0,
                gap,
            });
        }
        tables
    }

    fn segment<'a>(&self, arena: &'a Bump, options: &FusionOptions) -> Segmentation<'a> {
        self.segment_wrapped(arena, &[], 80, options)
    }

    fn segment_wrapped<'a>(
        &self,
        arena: &'a Bump,
        links: &[Link],
        width: u32,
        options: &FusionOptions,
    ) -> Segmentation<'a> {
        let input = FusionInput {
            fragments: &self.fragments,
            line_sums: &self.sums,
            text: &self.text,
            links,
            wrap: WrapOptions { width, ..WrapOptions::default() },
            source_of: &|offset| offset + 10,
        };
        segment(arena, arena, &input, options)
    }

    /// Line ranges, both ends inclusive, with their densities, and the passes.
    fn fuse(&self, method: FusionMethod) -> (Pairs, Pairs, u32) {
        let arena = Bump::new();
        let result = self.segment(&arena, &FusionOptions { method, ..FusionOptions::default() });
        let lines = result.segments.iter().map(|s| (s.lines.0, s.lines.1 - 1)).collect();
        let densities = result.segments.iter().map(|s| reduced(s.density)).collect();
        (lines, densities, result.passes)
    }
}

/// A density in lowest terms.
fn reduced(density: Density) -> (u32, u32) {
    let (mut a, mut b) = (density.tokens, density.lines);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (density.tokens / a.max(1), density.lines / a.max(1))
}

#[test]
fn golden_lines_and_densities() {
    let measure = |text: &str| {
        let tables = Tables::from_texts(&[(DIV, text)], 80);
        let lines: Vec<u32> = tables.sums.windows(2).map(|pair| pair[1] - pair[0]).collect();
        (lines, tables.fuse(FusionMethod::TagGap).1)
    };
    let long = "a".repeat(100);
    assert_eq!(measure(&"x ".repeat(41)), (vec![40, 1], vec![(40, 1)]));
    assert_eq!(measure(&format!("{long} b c")), (vec![1, 2], vec![(1, 1)]));
    assert_eq!(measure(&format!("b c {long} d")), (vec![2, 1, 1], vec![(3, 2)]));
    let eight = |last: &str| "abcdefghi ".repeat(7) + last;
    assert_eq!(measure(&eight("abcdefghi")), (vec![8], vec![(8, 1)]));
    assert_eq!(measure(&eight("abcdefghij")), (vec![8], vec![(8, 1)]));
    assert_eq!(measure(&eight("abcdefghijk")), (vec![7, 1], vec![(7, 1)]));
}

#[test]
fn golden_order_dependence() {
    let falling = Tables::from_lines(&[(DIV, &[10]), (DIV, &[7]), (DIV, &[5])]);
    let rising = Tables::from_lines(&[(DIV, &[5]), (DIV, &[7]), (DIV, &[10])]);
    assert_eq!(falling.fuse(FusionMethod::Plain), (vec![(0, 1), (2, 2)], vec![(10, 1), (5, 1)], 2));
    assert_eq!(rising.fuse(FusionMethod::Plain), (vec![(0, 1), (2, 2)], vec![(5, 1), (10, 1)], 2));
    assert_eq!(falling.fuse(FusionMethod::RuleBased).1, [(17, 2)]);
    assert_eq!(rising.fuse(FusionMethod::RuleBased).1, [(6, 1)]);
}

#[test]
fn golden_smoothing_fills_dips() {
    let span = NONE;
    let page = Tables::from_lines(&[(DIV, &[2]), (span, &[1]), (span, &[2]), (span, &[1]), (span, &[2])]);
    assert_eq!(page.fuse(FusionMethod::Plain).0.len(), 5);
    assert_eq!(page.fuse(FusionMethod::Smoothed), (vec![(0, 4)], vec![(3, 2)], 2));
}

#[test]
fn golden_force_gap_tags() {
    let page = Tables::from_lines(&[(DIV, &[4]), (NONE, &[1]), (NONE, &[4]), (HR, &[4]), (B_HR, &[4]), (DIV, &[2])]);
    assert_eq!(page.fuse(FusionMethod::Plain).0, [(0, 0), (1, 1), (2, 4), (5, 5)]);
    let (lines, densities, _) = page.fuse(FusionMethod::Smoothed);
    assert_eq!((lines, densities), (vec![(0, 4), (5, 5)], vec![(13, 4), (2, 1)]));
    for method in [FusionMethod::RuleBased, FusionMethod::JustRules] {
        let (lines, densities, _) = page.fuse(method);
        assert_eq!(lines, [(0, 2), (3, 3), (4, 5)], "{}", method.name());
        assert_eq!(densities, [(5, 2), (4, 1), (4, 1)], "{}", method.name());
    }
    assert_eq!(page.fuse(FusionMethod::JustRules).2, 1);
}

#[test]
fn golden_news_page() {
    let page = Tables::from_lines(&[
        (DIV | gap::FORCE, &[1]),
        (DIV, &[2]),
        (DIV, &[1]),
        (DIV | gap::FORCE, &[6]),
        (DIV | gap::FORCE, &[16, 11]),
        (DIV, &[4]),
        (NONE, &[1]),
        (NONE, &[14, 4]),
        (DIV | gap::FORCE, &[2]),
        (DIV, &[2]),
    ]);
    for method in [FusionMethod::Plain, FusionMethod::Smoothed] {
        let (lines, densities, _) = page.fuse(method);
        assert_eq!(lines[8], (10, 11));
        let whole: Vec<(u32, u32)> = [1, 2, 1, 6, 16, 4, 1, 14, 2].map(|tokens| (tokens, 1)).to_vec();
        assert_eq!(densities, whole, "{}", method.name());
    }
    let (lines, densities, _) = page.fuse(FusionMethod::RuleBased);
    assert_eq!(lines, [(0, 2), (3, 3), (4, 5), (6, 9), (10, 11)]);
    assert_eq!(densities, [(3, 2), (6, 1), (16, 1), (19, 3), (2, 1)]);
    let (lines, densities, _) = page.fuse(FusionMethod::JustRules);
    assert_eq!(lines, [(0, 2), (3, 3), (4, 9), (10, 11)]);
    assert_eq!(densities, [(3, 2), (6, 1), (46, 5), (2, 1)]);
}

#[test]
fn golden_empty_page() {
    for method in FusionMethod::VALUES.iter().copied() {
        let (lines, _, passes) = Tables::from_lines(&[]).fuse(method);
        assert!(lines.is_empty() && passes <= 1, "{}", method.name());
    }
    assert_eq!(Tables::from_lines(&[(0, &[3])]).fuse(FusionMethod::default()), (vec![(0, 0)], vec![(3, 1)], 1));
}

#[test]
fn inner_last_lines_count_in_a_compound_block() {
    let page = Tables::from_lines(&[(DIV, &[13, 12, 14, 3]), (DIV, &[12, 13, 4])]);
    assert_eq!(page.fuse(FusionMethod::Plain).1, [(67, 6)]);
}

#[test]
fn word_wrap_crosses_fragments() {
    let parts = [(DIV, "alpha beta"), (DIV, "gamma -- delta epsilon"), (HR, "zeta")];
    let page = Tables::from_texts(&parts, 80);
    let arena = Bump::new();
    let options = FusionOptions { method: FusionMethod::WordWrap, ..FusionOptions::default() };
    // "amma -- delta" is linked, so only the token "delta" begins inside the link.
    let linked = Link { text: (12, 24), ..Link::default() };
    let result = page.segment_wrapped(&arena, &[linked], 16, &options);
    let texts: Vec<&str> = result.segments.iter().map(|s| &page.text[s.text.0 as usize..s.text.1 as usize]).collect();
    assert_eq!(texts, ["alpha beta gamma", "-- delta epsilon", "zeta"]);
    let source: Vec<(u32, u32)> = result.segments.iter().map(|s| (s.text.0 + 10, s.text.1 + 10)).collect();
    assert_eq!(result.segments.iter().map(|s| s.source).collect::<Vec<_>>(), source);
    assert_eq!(result.segments.iter().map(|s| s.tokens).collect::<Vec<_>>(), [(0, 3), (3, 5), (5, 6)]);
    assert_eq!(result.segments.iter().map(|s| s.linked_tokens).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(result.segments.iter().map(|s| s.fragments).collect::<Vec<_>>(), [(0, 2), (1, 2), (2, 3)]);
    assert_eq!(result.segments.iter().map(|s| s.lines).collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3)]);
    assert_eq!(result.segment_of_fragment, [0, 0, 2]);
}

/// A random page; small numbers make equal densities, and with them smoothing, likely.
fn random_page(random: &mut Random) -> Tables {
    let max_tokens = 1 + [2, 4, 9, 40][random.below(4) as usize];
    let gaps = [NONE, DIV, DIV, DIV, HR, B_HR | gap::OTHER];
    let kinds = 1 + random.below(6);
    let parts: Vec<(u8, Vec<u32>)> = (0..random.below(60))
        .map(|_| {
            let max_lines = 1 + random.below(4);
            let lines = 1 + random.below(max_lines);
            let gap = gaps[random.below(kinds) as usize];
            (gap, (0..lines).map(|_| random.below(max_tokens)).collect())
        })
        .collect();
    let borrowed: Vec<(u8, &[u32])> = parts.iter().map(|(gap, lines)| (*gap, &lines[..])).collect();
    Tables::from_lines(&borrowed)
}

/// Reference: the density of lines `f..=l`, summed line by line.
fn naive_density(sums: &[u32], f: usize, l: usize) -> Density {
    let tokens = |line: usize| sums[line + 1] - sums[line];
    if f == l {
        return Density { tokens: tokens(f), lines: 1 };
    }
    Density { tokens: (f..l).map(tokens).sum(), lines: (l - f) as u32 }
}

/// Reference: Algorithm 1 as printed, with the rules of equation 8, every pass over every block, in its own exact
/// arithmetic.
struct Literal<'t> {
    sums: &'t [u32],
    options: FusionOptions,
}

/// Inclusive line range and the gap before it.
type LiteralBlock = (usize, usize, u8);

impl Literal<'_> {
    fn density(&self, block: LiteralBlock) -> (i128, i128) {
        let density = naive_density(self.sums, block.0, block.1);
        (i128::from(density.tokens), i128::from(density.lines))
    }

    fn fuses(&self, previous: LiteralBlock, current: LiteralBlock) -> bool {
        let rules = matches!(self.options.method, FusionMethod::RuleBased | FusionMethod::JustRules);
        if rules && current.2 & gap::FORCE != 0 {
            return false;
        }
        if (rules && current.2 & gap::OTHER == 0) || self.options.method == FusionMethod::JustRules {
            return true;
        }
        let threshold = self.options.threshold.unwrap_or(self.options.method.default_threshold());
        let (p, q) = (i128::from(threshold.numerator()), i128::from(threshold.denominator()));
        let ((a, b), (c, d)) = (self.density(previous), self.density(current));
        q * (a * d - c * b).abs() <= p * (a * d).max(c * b)
    }

    fn smooths(&self, previous: LiteralBlock, current: LiteralBlock, next: LiteralBlock) -> bool {
        match self.options.method {
            FusionMethod::Smoothed => {}
            FusionMethod::RuleBased if (current.2 | next.2) & gap::FORCE == 0 => {}
            _ => return false,
        }
        let ((a, b), (c, d), (e, f)) = (self.density(previous), self.density(current), self.density(next));
        let are_equal = if self.options.smooth_low { a <= 5 * b && e <= 5 * f } else { a * f == e * b };
        are_equal && c * b < a * d
    }

    fn pass(&self, blocks: &[LiteralBlock]) -> Vec<LiteralBlock> {
        let mut out: Vec<LiteralBlock> = Vec::new();
        let mut i = 0;
        while i < blocks.len() {
            let current = blocks[i];
            i += 1;
            let Some(&previous) = out.last() else {
                out.push(current);
                continue;
            };
            if i < blocks.len() && self.smooths(previous, current, blocks[i]) {
                out.pop();
                out.push((previous.0, blocks[i].1, previous.2));
                i += 1;
            } else if self.fuses(previous, current) {
                out.pop();
                out.push((previous.0, current.1, previous.2));
            } else {
                out.push(current);
            }
        }
        out
    }

    fn run(&self, fragments: &[Fragment]) -> (Vec<LiteralBlock>, u32) {
        let mut blocks: Vec<LiteralBlock> =
            fragments.iter().map(|f| (f.lines.0 as usize, f.lines.1 as usize - 1, f.gap)).collect();
        let mut passes = 0;
        loop {
            let next = self.pass(&blocks);
            passes += 1;
            if next.len() == blocks.len() || self.options.method == FusionMethod::JustRules {
                return (next, passes);
            }
            blocks = next;
        }
    }
}

/// The invariants of a segmentation made of whole fragments.
fn check_partition(tables: &Tables, result: &Segmentation<'_>) {
    let mut next = Segment::default();
    for (index, part) in (0u32..).zip(result.segments) {
        assert_eq!((part.fragments.0, part.lines.0, part.tokens.0), (next.fragments.1, next.lines.1, next.tokens.1));
        let fragments = &tables.fragments[part.fragments.0 as usize..part.fragments.1 as usize];
        let (first, last) = (fragments[0], fragments[fragments.len() - 1]);
        assert_eq!(part.lines, (first.lines.0, last.lines.1));
        assert_eq!(part.tokens, (first.tokens.0, last.tokens.1));
        assert_eq!(part.text, (first.text.0, last.text.1));
        assert_eq!(part.source, (first.source.0, last.source.1));
        assert_eq!(part.linked_tokens, fragments.iter().map(|f| f.linked_tokens).sum::<u32>());
        let expected = naive_density(&tables.sums, part.lines.0 as usize, part.lines.1 as usize - 1);
        assert_eq!((part.density.tokens, part.density.lines), (expected.tokens, expected.lines));
        assert!((part.fragments.0..part.fragments.1).all(|f| result.segment_of_fragment[f as usize] == index));
        next = *part;
    }
    assert_eq!(next.fragments.1 as usize, tables.fragments.len());
    assert_eq!(next.lines.1 as usize, tables.sums.len() - 1);
    assert_eq!(result.segment_of_fragment.len(), tables.fragments.len());
}

#[test]
fn random_pages_agree_with_the_printed_algorithm() {
    let mut random = Random(3);
    let mut max_passes = 0;
    let arena = Bump::new();
    for round in 0..20_000 {
        let tables = random_page(&mut random);
        let method = FusionMethod::VALUES[1 + random.below(5) as usize];
        let threshold = match random.below(3) {
            0 => None,
            _ => Threshold::new(random.below(100), 100).ok(),
        };
        let smooth_low = random.below(4) == 0;
        let options = FusionOptions { method, threshold, smooth_low };
        let result = tables.segment(&arena, &options);
        check_partition(&tables, &result);
        if method == FusionMethod::TagGap {
            assert_eq!(result.segments.len(), tables.fragments.len());
            continue;
        }
        let literal = Literal { sums: &tables.sums, options };
        let (blocks, passes) = literal.run(&tables.fragments);
        let lines = result.segments.iter().map(|s| (s.lines.0 as usize, s.lines.1 as usize - 1));
        assert!(lines.eq(blocks.iter().map(|b| (b.0, b.1))), "round {round}, {options:?}");
        assert_eq!(result.passes, passes, "round {round}, {options:?}");
        // The result is a fixed point.
        assert!(blocks.windows(2).all(|pair| !literal.fuses(pair[0], pair[1])));
        assert!(blocks.windows(3).all(|three| !literal.smooths(three[0], three[1], three[2])));
        max_passes = max_passes.max(passes);
    }
    // The test proves little unless later passes do fuse.
    assert!(max_passes >= 4, "{max_passes}");
}
