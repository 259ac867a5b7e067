//! An obvious matcher, by recursion over random selectors, against the real one on random trees.

use crate::base::random::Random;
use crate::base::simd::rounds;
use crate::{Limits, Node, NodeKind, Parser, Selector, Tree};
use std::fmt::{self, Display, Formatter};

/// A complex selector: compounds from left to right, each with the combinator before it.
struct Complex(Vec<(char, Vec<Simple>)>);

enum Simple {
    Any,
    Type(&'static str),
    Class(&'static str),
    Has(Vec<Complex>),
    Is(Vec<Complex>),
    Not(Vec<Complex>),
    Position { step: i32, offset: i32, is_last: bool, of: Option<Vec<Complex>>, is_of_type: bool },
}

/// Elements that nest in any order.
const NAMES: [&str; 4] = ["dfn", "cite", "q", "x-y"];

struct Join<'l, T>(&'l [T], &'static str);

impl<T: Display> Display for Join<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(i, item)| write!(f, "{}{item}", if i > 0 { self.1 } else { "" }))
    }
}

impl Display for Complex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(combinator, compound)| {
            // The first compound has none but in a relative selector.
            let before = if *combinator == '^' { String::new() } else { format!(" {combinator} ") };
            write!(f, "{before}{}", Join(compound, ""))
        })
    }
}

impl Display for Simple {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Simple::Any => write!(f, "*"),
            Simple::Type(name) => write!(f, "{name}"),
            Simple::Class(name) => write!(f, ".{name}"),
            Simple::Has(list) => write!(f, ":has({})", Join(list, ",")),
            Simple::Is(list) => write!(f, ":is({})", Join(list, " , ")),
            Simple::Not(list) => write!(f, ":not({})", Join(list, ",")),
            Simple::Position { step, offset, is_last, of, is_of_type } => {
                let last = if *is_last { "last-" } else { "" };
                let of_type = if *is_of_type { "of-type" } else { "child" };
                write!(f, ":nth-{last}{of_type}({step}n{offset:+}")?;
                of.iter().try_for_each(|list| write!(f, " of {}", Join(list, ",")))?;
                write!(f, ")")
            }
        }
    }
}

fn list(random: &mut Random, depth: usize, is_relative: bool) -> Vec<Complex> {
    (0..1 + random.below(2)).map(|_| complex(random, depth, is_relative)).collect()
}

fn complex(random: &mut Random, depth: usize, is_relative: bool) -> Complex {
    let compounds = 1 + random.below(if depth == 0 { 4 } else { 3 });
    let combinator = |random: &mut Random| *random.pick(b" >+~") as char;
    Complex(
        (0..compounds)
            .map(|at| {
                let before = if at > 0 || is_relative { combinator(random) } else { '^' };
                (before, compound(random, depth, is_relative))
            })
            .collect(),
    )
}

fn compound(random: &mut Random, depth: usize, is_in_has: bool) -> Vec<Simple> {
    let mut simples = vec![match random.below(3) {
        0 => Simple::Any,
        _ => Simple::Type(NAMES[random.below(NAMES.len())]),
    }];
    if random.below(2) == 0 {
        simples.push(Simple::Class(["c", "d"][random.below(2)]));
    }
    if depth < 3 && random.below(3) == 0 {
        simples.push(match random.below(5) {
            0 if !is_in_has => Simple::Has(list(random, depth + 1, true)),
            0 | 1 => Simple::Is(plain(random, depth + 1, is_in_has)),
            2 => Simple::Not(plain(random, depth + 1, is_in_has)),
            kind => Simple::Position {
                step: random.below(5) - 2,
                offset: random.below(7) - 3,
                is_last: random.below(2) == 0,
                of: (kind == 3).then(|| plain(random, depth + 1, is_in_has)),
                is_of_type: kind == 4,
            },
        });
    }
    simples
}

/// A list that is not relative.
fn plain(random: &mut Random, depth: usize, is_in_has: bool) -> Vec<Complex> {
    let mut made = list(random, depth, false);
    if is_in_has {
        made.iter_mut().flat_map(|complex| &mut complex.0).for_each(|(_, compound)| {
            compound.retain(|simple| !matches!(simple, Simple::Has(_) | Simple::Is(_) | Simple::Not(_)));
            compound.retain(|simple| !matches!(simple, Simple::Position { of: Some(_), .. }));
        });
    }
    made
}

fn elements_before<'t, 'a>(node: &Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    siblings(node).into_iter().take_while(|other| other.index() < node.index()).collect()
}

fn siblings<'t, 'a>(node: &Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    let all = node.parent().into_iter().flat_map(|parent| parent.children());
    all.filter(|node| node.kind() == NodeKind::Element).collect()
}

/// The elements that a combinator may stand for.
fn left<'t, 'a>(combinator: char, node: &Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    let is_element = |node: &Node<'_, '_>| node.kind() == NodeKind::Element;
    match combinator {
        '>' => node.parent().into_iter().filter(is_element).collect(),
        ' ' => node.ancestors().filter(is_element).collect(),
        '+' => elements_before(node).pop().into_iter().collect(),
        _ => elements_before(node),
    }
}

fn matches(complex: &[(char, Vec<Simple>)], node: &Node<'_, '_>, anchor: Option<&Node<'_, '_>>) -> bool {
    let Some(((combinator, compound), rest)) = complex.split_last() else {
        return anchor.is_some_and(|anchor| anchor.index() == node.index());
    };
    compound.iter().all(|simple| holds(simple, node))
        && (*combinator == '^' || left(*combinator, node).iter().any(|other| matches(rest, other, anchor)))
}

fn any(list: &[Complex], node: &Node<'_, '_>) -> bool {
    list.iter().any(|complex| matches(&complex.0, node, None))
}

fn holds(simple: &Simple, node: &Node<'_, '_>) -> bool {
    match simple {
        Simple::Any => true,
        Simple::Type(name) => node.name() == *name,
        Simple::Class(class) => node
            .attribute("class")
            .is_some_and(|found| found.value().split_ascii_whitespace().any(|word| word == *class)),
        Simple::Is(list) => any(list, node),
        Simple::Not(list) => !any(list, node),
        Simple::Has(list) => {
            let all = node.parent().unwrap().descendants().filter(|other| other.kind() == NodeKind::Element);
            let all: Vec<_> = all.collect();
            list.iter().any(|complex| all.iter().any(|other| matches(&complex.0, other, Some(node))))
        }
        Simple::Position { step, offset, is_last, of, is_of_type } => {
            let mut counted = siblings(node);
            counted.retain(|other| of.as_ref().is_none_or(|list| any(list, other)));
            counted.retain(|other| !is_of_type || other.name() == node.name());
            if *is_last {
                counted.reverse();
            }
            let position = counted.iter().position(|other| other.index() == node.index());
            position.is_some_and(|at| (0..40).any(|n| step * n + offset == at as i32 + 1))
        }
    }
}

fn page(random: &mut Random) -> String {
    let mut html = String::from("<!doctype html>");
    for _ in 0..4 + random.below(30) {
        let name = *random.pick(&NAMES);
        match random.below(5) {
            0 | 1 => html += &format!("</{name}>"),
            2 => html += *random.pick(&["t", "<!--c-->", " "]),
            _ => html += &format!("<{name} class='{}'>", random.pick(&["", "c", "d", "c d", "e"])),
        }
    }
    html
}

#[test]
fn agrees_with_an_obvious_matcher() {
    let mut random = Random(41);
    let mut parser = Parser::new(Limits::default());
    let mut found_any = 0;
    for _ in 0..rounds(6000) {
        let html = page(&mut random);
        let selectors = list(&mut random, 0, false);
        let text = Join(&selectors, ", ").to_string();
        let selector = Selector::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let tree: Tree<'_> = parser.parse(html.as_bytes()).unwrap();
        let expected: Vec<usize> = tree
            .nodes()
            .filter(|node| node.kind() == NodeKind::Element && any(&selectors, node))
            .map(|node| node.index())
            .collect();
        let found: Vec<usize> = tree.select(&selector).unwrap().iter().map(|node| node.index()).collect();
        assert_eq!(found, expected, "{text}\n{html}");
        for node in tree.nodes() {
            assert_eq!(node.matches(&selector).unwrap(), found.contains(&node.index()), "{text}\n{html}");
        }
        found_any += usize::from(!found.is_empty());
    }
    assert!(found_any > rounds(6000) / 4, "{found_any}");
}
