//! JSON Schemas of the library's objects.

use blockmask::internals::json::{Key, Object, Shape};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::marker::PhantomData;

/// The schema of an object of the library.
pub struct Of<T>(PhantomData<T>);

impl<T: Object> JsonSchema for Of<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "object".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Schema::try_from(of_shape(&T::SHAPE, generator)).unwrap()
    }
}

/// Keys that are there only in lines of WARC files, or if they are asked for.
const OPTIONAL: [&str; 5] = ["warc", "counts", "block_counts", "page_language", "block_languages"];

/// Requires every key but the optional ones, also keys that may be left out elsewhere.
pub fn require_all(schema: &mut Schema) {
    let keys = schema.get("properties").and_then(Value::as_object);
    let keys: Vec<Value> = keys
        .into_iter()
        .flat_map(Map::keys)
        .filter(|key| !OPTIONAL.contains(&key.as_str()))
        .map(|key| key.as_str().into())
        .collect();
    let mut required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for key in keys {
        if !required.contains(&key) {
            required.push(key);
        }
    }
    schema.insert("required".to_owned(), required.into());
}

/// Objects become definitions.
fn of_shape(shape: &Shape, generator: &mut SchemaGenerator) -> Value {
    match shape {
        Shape::Boolean => json!({"type": "boolean"}),
        Shape::Integer => json!({"type": "integer"}),
        Shape::Number => json!({"type": "number"}),
        Shape::Text => json!({"type": "string"}),
        Shape::Tally => json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        Shape::List(item) => json!({"type": "array", "items": of_shape(item, generator)}),
        Shape::Nullable(inner) => match of_shape(inner, generator) {
            Value::Object(inner) if inner.len() == 1 && inner.contains_key("type") => {
                json!({"type": [inner["type"], "null"]})
            }
            inner => json!({"anyOf": [inner, {"type": "null"}]}),
        },
        Shape::Object(name, doc, keys) => {
            let name = name.trim_end_matches("Fields");
            if !generator.definitions().contains_key(name) {
                let definition = of_object(doc, keys, generator);
                generator.definitions_mut().insert(name.to_owned(), definition);
            }
            json!({"$ref": format!("#/$defs/{name}")})
        }
    }
}

fn of_object(doc: &str, keys: &[Key], generator: &mut SchemaGenerator) -> Value {
    let properties = keys.iter().map(|key| {
        let mut schema = of_shape(&key.shape, generator);
        schema["description"] = key.doc.trim().into();
        (key.name.to_owned(), schema)
    });
    let properties = properties.collect::<Map<_, _>>();
    let required: Vec<&str> = keys.iter().filter(|key| !key.is_optional).map(|key| key.name).collect();
    json!({"type": "object", "description": doc.trim(), "properties": properties, "required": required})
}
