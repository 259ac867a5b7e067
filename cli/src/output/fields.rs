//! `--fields`: only some keys of the JSON lines.

use blockmask_cli::memory::{Text, check};
use serde::Deserialize;
use serde::de::{Deserializer as _, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Map, Value, from_slice, from_str, to_string};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Keys of a page in the order in which they are printed, each with the keys of the objects in it: `blocks.text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields(Vec<(String, Vec<String>)>);

impl Fields {
    /// Reads a list of keys, separated by commas; `schema` says which there are.
    pub fn parse(list: &str, schema: &str) -> Result<Fields, String> {
        let schema: Value = from_str(schema).map_err(|error| error.to_string())?;
        let mut fields: Vec<(String, Vec<String>)> = Vec::new();
        for path in list.split(',').map(str::trim) {
            let (key, inner) = path.split_once('.').map_or((path, None), |(key, inner)| (key, Some(inner)));
            let object = resolved(&schema, &schema);
            let of_key = properties(object).and_then(|keys| keys.get(key)).ok_or_else(|| unknown(path, object))?;
            let place = fields.iter().position(|(known, _)| known == key).unwrap_or(fields.len());
            if place == fields.len() {
                fields.push((key.to_owned(), Vec::new()));
            }
            if let Some(inner) = inner {
                let object = resolved(&schema, of_key);
                if !properties(object).is_some_and(|keys| keys.contains_key(inner)) {
                    return Err(unknown(path, object));
                }
                fields[place].1.push(inner.to_owned());
            }
        }
        Ok(Fields(fields))
    }

    /// The line with these keys only.
    pub fn select(&self, line: &[u8]) -> Vec<u8> {
        let page: Object<'_> = from_slice(line).unwrap_or_default();
        let mut out = Text::from("{");
        for (key, inner) in &self.0 {
            if let Some(value) = page.get(key.as_str()) {
                push_key(&mut out, key);
                if inner.is_empty() { out.push_str(value.get()) } else { push_narrowed(&mut out, value, inner) }
            }
        }
        out.push_str("}\n");
        out.into_string().into_bytes()
    }
}

/// The keys of an object, which are plain words, and their values.
type Object<'l> = BTreeMap<&'l str, &'l RawValue>;

/// An object, or each object of a list, with these keys only; or another value.
fn push_narrowed(out: &mut Text, value: &RawValue, keys: &[String]) {
    let mut deserializer = Deserializer::from_str(value.get());
    if value.get().starts_with('[') {
        out.push('[');
        let _ = deserializer.deserialize_seq(Narrowed { out, keys });
        out.push(']');
    } else if let Ok(object) = Object::deserialize(&mut deserializer) {
        push_object(out, &object, keys);
    } else {
        out.push_str(value.get());
    }
}

fn push_object(out: &mut Text, object: &Object<'_>, keys: &[String]) {
    out.push('{');
    for key in keys {
        if let Some(value) = object.get(key.as_str()) {
            push_key(out, key);
            out.push_str(value.get());
        }
    }
    out.push('}');
}

fn push_key(out: &mut Text, key: &str) {
    let separator = if out.ends_with('{') { "" } else { "," };
    let _ = write!(out, "{separator}{}:", to_string(key).unwrap_or_default());
}

/// Writes the objects of a list as they are read: there may be many.
struct Narrowed<'o> {
    out: &'o mut Text,
    keys: &'o [String],
}

impl<'l> Visitor<'l> for Narrowed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of objects")
    }

    fn visit_seq<A: SeqAccess<'l>>(self, mut objects: A) -> Result<(), A::Error> {
        let mut separator = "";
        while let Some(object) = objects.next_element::<Object<'l>>()? {
            check();
            self.out.push_str(separator);
            push_object(self.out, &object, self.keys);
            separator = ",";
        }
        Ok(())
    }
}

/// The object that a schema describes: through references, lists and `null`.
fn resolved<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    loop {
        let reference = schema["$ref"].as_str().and_then(|path| root.pointer(path.trim_start_matches('#')));
        let optional = schema["anyOf"].as_array().and_then(|choices| choices.first());
        match reference.or(optional).or_else(|| schema.get("items")) {
            Some(next) => schema = next,
            None => return schema,
        }
    }
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

fn unknown(path: &str, object: &Value) -> String {
    let keys = properties(object).map(|keys| keys.keys().map(String::as_str).collect::<Vec<_>>()).unwrap_or_default();
    match keys.is_empty() {
        true => format!("{path}: there is no object with keys"),
        false => format!("{path}: no such key; there are {}", keys.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = include_str!("../schema/blocks.json");

    fn select(list: &str, line: &str) -> String {
        String::from_utf8(Fields::parse(list, SCHEMA).unwrap().select(line.as_bytes())).unwrap()
    }

    #[test]
    fn keys_are_printed_in_the_order_of_the_list() {
        let line = r#"{"file":"a","title":"T","blocks":[{"text":"x","weight":4},{"text":"y","weight":1}],"kind":null}"#;
        assert_eq!(select("title, file", line), "{\"title\":\"T\",\"file\":\"a\"}\n");
        let expected = r#"{"blocks":[{"weight":4,"text":"x"},{"weight":1,"text":"y"}],"kind":null}"#;
        assert_eq!(select("blocks.weight,kind,blocks.text", line), format!("{expected}\n"));
        assert_eq!(
            select("fingerprint.sim_hash", r#"{"fingerprint":{"version":1,"sim_hash":"0"}}"#),
            "{\"fingerprint\":{\"sim_hash\":\"0\"}}\n"
        );
    }

    #[test]
    fn unknown_keys_are_named() {
        let error = |list| Fields::parse(list, SCHEMA).unwrap_err();
        assert!(error("titel").starts_with("titel: no such key; there are annotations, "), "{}", error("titel"));
        assert!(error("blocks.nothing").starts_with("blocks.nothing: no such key; there are block_type, "));
        assert_eq!(error("title.x"), "title.x: there is no object with keys");
    }
}
