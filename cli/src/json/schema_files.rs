//! Tests that the files in `src/schema` are the schemas of the JSON lines.

use super::{Page, lists, rules, text};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use std::path::Path;

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
    check::<lists::Groups<'_>>("groups");
    check::<lists::VisualAreas<'_>>("visual");
    check::<lists::Layout<'_>>("layout");
    check::<lists::Elements<'_>>("select");
    check::<rules::CheckedRules<'_>>("rules");
}
