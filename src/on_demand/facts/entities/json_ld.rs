//! Reads scripts with JSON-LD, which a tolerant scanner goes through once, with a stack of limited depth.

use super::{Entities, Form, MAX_DEPTH, Span, Value};
use crate::on_demand::facts::FactOrigin;
use crate::on_demand::facts::read::Reader;
use crate::read::html::NONE;
use crate::read::page::{Event, scan, scripts_of_json_ld};

/// An object that is open.
#[derive(Clone, Copy)]
struct Open {
    /// Its number, or [`NONE`].
    object: u32,
    /// The key whose value comes next.
    key: Span,
}

pub(super) fn read(reader: Reader<'_, '_>, all: &mut Entities) {
    let tree = reader.tree();
    for script in scripts_of_json_ld(tree, reader.document.page().metadata_elements()) {
        reader.document.end_if_cancelled();
        read_script(tree.source, (script.start as u32, script.end as u32), all);
    }
}

fn read_script(source: &[u8], (start, end): Span, all: &mut Entities) {
    let json = &source[start as usize..end as usize];
    let mut stack = [Open { object: NONE, key: (0, 0) }; MAX_DEPTH];
    let mut depth = 0;
    scan(json, |event| {
        let spanned = |range: std::ops::Range<usize>| (start + range.start as u32, start + range.end as u32);
        let inner = |depth: usize| depth.checked_sub(1).filter(|&at| at < MAX_DEPTH);
        match event {
            Event::Open => {
                if depth < MAX_DEPTH {
                    let around = inner(depth).map(|at| stack[at]);
                    stack[depth] = Open { object: opened(all, source, around), key: (0, 0) };
                }
                depth += 1;
            }
            Event::Close => depth = depth.saturating_sub(1),
            Event::Key(name) => {
                if let Some(at) = inner(depth) {
                    stack[at].key = spanned(name);
                }
            }
            Event::Text(text) => {
                if let Some(at) = inner(depth) {
                    add(all, source, stack[at], spanned(text), Form::Json);
                }
            }
            Event::Literal(literal) => {
                if let Some(at) = inner(depth) {
                    add(all, source, stack[at], spanned(literal), Form::Literal);
                }
            }
        }
    });
}

/// The number of an object that begins as a value of another.
fn opened(all: &mut Entities, source: &[u8], around: Option<Open>) -> u32 {
    let Some(around) = around else { return all.open(NONE, (0, 0), FactOrigin::JsonLd, NONE) };
    match key_of(source, around.key) {
        _ if around.object == NONE => NONE,
        // A context describes no entity.
        b"@context" => NONE,
        b"@graph" if all.objects[around.object as usize].parent == NONE => {
            all.open(NONE, (0, 0), FactOrigin::JsonLd, NONE)
        }
        key if is_transparent(key) => all.open(around.object, (0, 0), FactOrigin::JsonLd, NONE),
        _ => all.open(around.object, around.key, FactOrigin::JsonLd, NONE),
    }
}

fn add(all: &mut Entities, source: &[u8], Open { object, key }: Open, span: Span, form: Form) {
    match key_of(source, key) {
        b"" | b"@context" => {}
        b"@type" if form == Form::Json => all.add_type(object, span),
        name if is_transparent(name) => all.add_value(Value { object, key: (0, 0), source: span, form }),
        _ => all.add_value(Value { object, key, source: span, form }),
    }
}

/// Keys whose values are values of the property above.
fn is_transparent(key: &[u8]) -> bool {
    matches!(key, b"@graph" | b"@list" | b"@set" | b"@value")
}

fn key_of(source: &[u8], (start, end): Span) -> &[u8] {
    &source[start as usize..end as usize]
}
