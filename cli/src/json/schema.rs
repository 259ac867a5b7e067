//! Tests that the files in `src/schema` are the schemas of the JSON lines.

use super::{Page, lists, text};
use blockmask::internals::json::{Key, Object, Shape};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::Path;

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

/// With BLOCKMASK_BLESS in the environment the file is written.
fn check<T: JsonSchema>(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/schema").join(format!("{name}.json"));
    // What is written: a key that is always there is required, also if it may be null.
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = serde_json::to_string_pretty(&generator.into_root_schema_for::<T>()).unwrap() + "\n";
    if std::env::var_os("BLOCKMASK_BLESS").is_some() {
        std::fs::write(&path, &schema).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == schema,
        "{}: write it with BLOCKMASK_BLESS=1 cargo test -p blockmask-cli schema",
        path.display()
    );
}

#[test]
fn schemas_are_those_of_the_objects() {
    check::<Page<'_>>("blocks");
    check::<text::PageText<'_>>("text");
    check::<lists::Passages<'_>>("passages");
    check::<lists::Facts<'_>>("facts");
    check::<lists::VisualAreas<'_>>("visual");
    check::<lists::Layout<'_>>("layout");
}
