//! The selected columns of a batch, and the selected fields of struct columns.

use super::array::{DataType, Field, Layout};
use super::column::append;
use super::rows::{ALWAYS, LAYOUTS};
use super::{Columns, column};
use crate::UnknownName;
use crate::base::flags::Parts;
use std::ffi::CStr;
use std::fmt;
use std::str::FromStr;

/// The selected columns of a batch, or fields of columns. Only selected values are computed.
///
/// Made from [`Columns`], or from comma-separated names. The name of a field is the name of its column (or of the field
/// that contains it), a dot and its own name. Repeated names, and fields of a selected column, change nothing.
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

/// The selected part of a column or field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Whole,
    /// These fields, in any order.
    Fields(Vec<(&'static CStr, Kept)>),
}

/// The error for an unknown name of a column or field in a [`Selection`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn(String);

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownColumn {}

impl Selection {
    /// Only `status` and `error`.
    pub fn none() -> Selection {
        Selection { columns: Columns::from_bits(0), kept: Kept::Fields(Vec::new()) }
    }

    /// Adds a column or a field by its name. `status` and `error` are always included.
    ///
    /// # Errors
    ///
    /// If the name is unknown.
    pub fn add(&mut self, name: &str) -> Result<(), UnknownColumn> {
        if name == "status" || name == "error" {
            return Ok(());
        }
        let unknown = |why: &dyn fmt::Display| UnknownColumn(format!("{name:?}: {why}"));
        let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let column: Columns = first.parse().map_err(|error: UnknownName| unknown(&error))?;
        let Some((_, layout)) = LAYOUTS.iter().find(|(flag, _)| *flag == column) else { return Ok(()) };
        let path = path(layout, rest).map_err(|why| unknown(&why))?;
        self.kept.add(&path);
        self.columns |= column;
        Ok(())
    }

    /// The columns that are selected, completely or in part.
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// The parts that are needed, for [`Options::parts`](crate::Options::parts).
    pub fn parts(&self) -> Parts {
        let mut parts = self.columns.parts();
        let others = Columns::from_bits(self.columns.bits() & !Columns::BLOCKS.bits()).parts();
        for (part, fields) in OF_SOME_FIELDS {
            let is_used = fields.iter().any(|field| self.has_block_field(field));
            if !is_used && !others.contains(part) {
                parts = Parts::from_bits(parts.bits() & !part.bits());
            }
        }
        parts
    }

    /// Whether a field of blocks is selected.
    pub(super) fn has_block_field(&self, field: &CStr) -> bool {
        self.kept(Columns::BLOCKS, c"blocks").is_some_and(|kept| kept.get(field).is_some())
    }

    /// The schema of a batch.
    pub(super) fn fields(&self) -> column::Result<Vec<Field>> {
        let mut fields = Vec::new();
        for layout in &ALWAYS {
            append(&mut fields, Kept::Whole.field(layout)?)?;
        }
        for (column, layout) in LAYOUTS {
            if let Some(kept) = self.kept(*column, layout.name) {
                append(&mut fields, kept.field(layout)?)?;
            }
        }
        Ok(fields)
    }

    /// The selected part of a column.
    pub(super) fn kept(&self, column: Columns, name: &CStr) -> Option<&Kept> {
        self.kept.get(name).filter(|_| self.columns.contains(column))
    }
}

/// Parts of the analysis that only these fields of blocks need.
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
    /// The selected part of a field; `None` if it is not selected.
    pub fn get(&self, name: &CStr) -> Option<&Kept> {
        match self {
            Kept::Whole => Some(&Kept::Whole),
            Kept::Fields(fields) => fields.iter().find(|(field, _)| *field == name).map(|(_, kept)| kept),
        }
    }

    /// One bit per field, set if the field is not selected.
    pub fn omitted(&self, fields: &[Layout]) -> u64 {
        let bits = fields.iter().enumerate().map(|(index, field)| u64::from(self.get(field.name).is_none()) << index);
        bits.fold(0, |omitted, bit| omitted | bit)
    }

    /// Adds the column or field at a path of names.
    fn add(&mut self, path: &[&'static CStr]) {
        let mut kept = self;
        for &name in path {
            // A completely selected column stays so.
            let Kept::Fields(fields) = kept else { return };
            let at = fields.iter().position(|(field, _)| *field == name).unwrap_or_else(|| {
                fields.push((name, Kept::Fields(Vec::new())));
                fields.len() - 1
            });
            kept = &mut fields[at].1;
        }
        *kept = Kept::Whole;
    }

    /// A column reduced to its selected part. Recursion is limited by the depth of the types, at most five.
    pub fn field(&self, layout: &Layout) -> column::Result<Field> {
        let Layout { name, data_type, is_nullable, children: layouts } = *layout;
        let mut children = Vec::new();
        for layout in layouts {
            let kept = if data_type == DataType::List { Some(self) } else { self.get(layout.name) };
            if let Some(kept) = kept {
                append(&mut children, kept.field(layout)?)?;
            }
        }
        Ok(Field { name, data_type, is_nullable, children })
    }
}

/// The name of a column and the path to a field; or an error message.
fn path(column: &Layout, names: Option<&str>) -> Result<Vec<&'static CStr>, String> {
    let mut path = vec![column.name];
    let mut of = *column;
    for name in names.into_iter().flat_map(|names| names.split('.')) {
        let fields = fields_within(&of);
        let of_name = of.name.to_string_lossy();
        if fields.is_empty() {
            return Err(format!("{of_name} has no fields"));
        }
        let Some(field) = fields.iter().find(|field| field.name.to_bytes() == name.as_bytes()) else {
            let names: Vec<_> = fields.iter().map(|field| field.name.to_string_lossy()).collect();
            return Err(format!("{of_name} has no such field; its fields are {}", names.join(", ")));
        };
        path.push(field.name);
        of = *field;
    }
    Ok(path)
}

/// The fields of a struct, or of the structs in a list.
fn fields_within(layout: &Layout) -> &'static [Layout] {
    match (layout.data_type, layout.children) {
        (DataType::List, [item]) => item.children,
        (_, children) => children,
    }
}

#[cfg(test)]
#[path = "selection_tests.rs"]
mod tests;
