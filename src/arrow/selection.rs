//! Which columns a batch has, and which fields of those that are structs.

use super::Columns;
use super::array::{DataType, Field};
use super::rows::Rows;
use crate::flags::Parts;
use std::ffi::CStr;
use std::fmt;
use std::str::FromStr;

/// The columns of a batch, whole or some of their fields. What is not selected is not computed.
///
/// Made from [`Columns`], or from names separated by commas: a field is the name of its column, a dot and its own name,
/// also within a field that is a struct. A name that is there twice, or within another one, changes nothing.
///
/// ```
/// use blockmask::arrow::{BatchBuilder, Columns, Selection};
///
/// let selection: Selection = "title, blocks.text, blocks.weight".parse()?;
/// assert_eq!(selection.columns(), Columns::TITLE | Columns::BLOCKS);
/// let batch = BatchBuilder::new(selection);
/// let error = "blocks.colour".parse::<Selection>().unwrap_err();
/// assert!(error.to_string().starts_with("\"blocks.colour\": blocks has no such field; its fields are text, "));
/// # drop(batch);
/// # Ok::<(), blockmask::arrow::UnknownColumn>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    columns: Columns,
    kept: Kept,
}

/// What is kept of a column, or of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Whole,
    /// These fields, in any order.
    Fields(Vec<(&'static CStr, Kept)>),
}

/// The error of a name in a [`Selection`] that no column and no field has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn(String);

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownColumn {}

impl Selection {
    /// No column but `status` and `error`.
    pub fn none() -> Selection {
        Selection { columns: Columns::from_bits(0), kept: Kept::Fields(Vec::new()) }
    }

    /// Adds a column or a field by its name. `status` and `error` are always there.
    ///
    /// # Errors
    ///
    /// If there is none of that name.
    pub fn add(&mut self, name: &str) -> Result<(), UnknownColumn> {
        if name == "status" || name == "error" {
            return Ok(());
        }
        let all = Rows::new(&Columns::ALL.into());
        let fields = all.fields().map_err(|_| UnknownColumn("out of memory".to_owned()))?;
        let column = name.split('.').next().unwrap_or_default();
        let unknown = |why: &dyn fmt::Display| UnknownColumn(format!("{name:?}: {why}"));
        let column: Columns = column.parse().map_err(|error: crate::UnknownName| unknown(&error))?;
        self.kept.add(&fields, name).map_err(|why| unknown(&why))?;
        self.columns |= column;
        Ok(())
    }

    /// The columns of which something is selected.
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// The parts that are needed, for [`Options::parts`](crate::Options::parts).
    pub fn parts(&self) -> Parts {
        let mut parts = self.columns.parts();
        let others = Columns::from_bits(self.columns.bits() & !Columns::BLOCKS.bits()).parts();
        for (part, fields) in OF_SOME_FIELDS {
            let is_used = fields.iter().any(|field| self.has(Columns::BLOCKS, c"blocks", field));
            if !is_used && !others.contains(part) {
                parts = Parts::from_bits(parts.bits() & !part.bits());
            }
        }
        parts
    }

    /// Whether a field of a column is selected.
    pub(super) fn has(&self, column: Columns, name: &CStr, field: &CStr) -> bool {
        self.kept(column, name).is_some_and(|kept| kept.get(field).is_some())
    }

    /// What is kept of a column.
    pub(super) fn kept(&self, column: Columns, name: &CStr) -> Option<&Kept> {
        self.kept.get(name).filter(|_| self.columns.contains(column))
    }
}

/// Parts that only these fields of blocks are made of.
const OF_SOME_FIELDS: [(Parts, &[&CStr]); 2] =
    [(Parts::SEGMENTS, &[c"segment"]), (Parts::FIELDS, &[c"field", c"weight", c"link_targets"])];

impl From<Columns> for Selection {
    fn from(columns: Columns) -> Selection {
        Selection { columns, kept: Kept::Whole }
    }
}

impl FromStr for Selection {
    type Err = UnknownColumn;

    fn from_str(names: &str) -> Result<Selection, UnknownColumn> {
        let mut selection = Selection::none();
        names.split(',').try_for_each(|name| selection.add(name.trim()))?;
        Ok(selection)
    }
}

impl Kept {
    /// What is kept of a field; none if nothing is.
    pub fn get(&self, name: &CStr) -> Option<&Kept> {
        match self {
            Kept::Whole => Some(&Kept::Whole),
            Kept::Fields(fields) => fields.iter().find(|(field, _)| *field == name).map(|(_, kept)| kept),
        }
    }

    /// Adds what a path leads to in these fields; if nothing, says why.
    fn add(&mut self, mut fields: &[Field], path: &str) -> Result<(), String> {
        let mut kept = self;
        let (mut found, mut of) = (Vec::new(), "a batch");
        for name in path.split('.') {
            if fields.is_empty() {
                return Err(format!("{of} has no fields"));
            }
            let Some(field) = fields.iter().find(|field| field.name.to_bytes() == name.as_bytes()) else {
                let names: Vec<_> = fields.iter().map(|field| field.name.to_string_lossy()).collect();
                return Err(format!("{of} has no such field; its fields are {}", names.join(", ")));
            };
            found.push(field.name);
            (fields, of) = (fields_within(field), name);
        }
        for name in found {
            // What is kept whole stays so.
            let Kept::Fields(fields) = kept else { return Ok(()) };
            let at = fields.iter().position(|(field, _)| *field == name).unwrap_or_else(|| {
                fields.push((name, Kept::Fields(Vec::new())));
                fields.len() - 1
            });
            kept = &mut fields[at].1;
        }
        *kept = Kept::Whole;
        Ok(())
    }
}

/// The fields of a struct, or of the structs in a list.
fn fields_within(mut field: &Field) -> &[Field] {
    while let (DataType::List, [item]) = (field.data_type, &field.children[..]) {
        field = item;
    }
    &field.children
}

#[cfg(test)]
#[path = "selection_tests.rs"]
mod tests;
