//! The argument `columns`: names of columns, and of single fields of those that are structs.

use crate::batch::finished;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef};
use blockmask::UnknownName;
use blockmask::arrow::{BatchBuilder, Columns};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a batch has of each page.
pub struct Selection {
    columns: Columns,
    /// The columns that were asked for, by name, if any of them is not whole.
    kept: Option<BTreeMap<String, Kept>>,
}

/// What is kept of a column, or of a field.
enum Kept {
    Whole,
    Fields(BTreeMap<String, Kept>),
}

impl Selection {
    /// The columns in the argument `columns`.
    pub fn new(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Selection> {
        let Some(argument) = argument.filter(|argument| !argument.is_none()) else {
            return Ok(Selection { columns: Columns::DEFAULT, kept: None });
        };
        if argument.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("columns must be a sequence of names, not str"));
        }
        let mut columns = Columns::from_bits(0);
        let mut kept = BTreeMap::new();
        let mut schema = None;
        for name in argument.try_iter()? {
            let name: String = name?.extract()?;
            // They are always there.
            if name == "status" || name == "error" {
                continue;
            }
            let refuse = |why: &dyn std::fmt::Display| PyValueError::new_err(format!("columns: {name:?}: {why}"));
            let (column, path) = name.split_once('.').map_or((&*name, None), |(column, path)| (column, Some(path)));
            columns |= column.parse().map_err(|error: UnknownName| refuse(&error))?;
            if let Some(path) = path {
                let schema = schema.get_or_insert_with(|| all_columns(argument.py()));
                let schema = schema.as_ref().map_err(|error| error.clone_ref(argument.py()))?;
                let data_type = schema.field_with_name(column).map(|field| field.data_type());
                check(data_type.map_err(|error| refuse(&error))?, column, path).map_err(|why| refuse(&why))?;
            }
            keep(&mut kept, &name);
        }
        let kept = schema.is_some().then_some(kept);
        Ok(Selection { columns, kept })
    }

    /// The columns of which something is asked for.
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// Removes the other fields from a batch of these columns. No value is copied.
    pub fn apply(&self, batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
        let Some(kept) = &self.kept else { return Ok(batch) };
        let schema = batch.schema();
        let mut fields = Vec::new();
        let mut arrays = Vec::new();
        for (field, array) in schema.fields().iter().zip(batch.columns()) {
            let (field, array) = project(field, array, kept.get(field.name()).unwrap_or(&Kept::Whole))?;
            fields.push(field);
            arrays.push(array);
        }
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
    }
}

/// The schema of all columns.
fn all_columns(py: Python<'_>) -> PyResult<SchemaRef> {
    Ok(finished(py, BatchBuilder::new(Columns::ALL))?.schema())
}

/// Whether a type has the field that a path leads to; if not, why. `name` is that of the column or field.
fn check(data_type: &DataType, name: &str, path: &str) -> Result<(), String> {
    let fields = match data_type {
        DataType::List(item) => return check(item.data_type(), name, path),
        DataType::Struct(fields) => fields,
        _ => return Err(format!("{name} has no fields")),
    };
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let Some(field) = fields.iter().find(|field| field.name() == first) else {
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        return Err(format!("{name} has no such field; its fields are {}", names.join(", ")));
    };
    rest.map_or(Ok(()), |rest| check(field.data_type(), first, rest))
}

/// Adds a column or field by its path. What is kept whole stays so.
fn keep(kept: &mut BTreeMap<String, Kept>, path: &str) {
    let Some((first, rest)) = path.split_once('.') else {
        kept.insert(path.to_string(), Kept::Whole);
        return;
    };
    if let Kept::Fields(fields) = kept.entry(first.to_string()).or_insert_with(|| Kept::Fields(BTreeMap::new())) {
        keep(fields, rest);
    }
}

/// A field and its array with what is kept of them.
fn project(field: &FieldRef, array: &ArrayRef, kept: &Kept) -> Result<(FieldRef, ArrayRef), ArrowError> {
    let Kept::Fields(kept_fields) = kept else { return Ok((Arc::clone(field), Arc::clone(array))) };
    let projected: ArrayRef = match array.data_type() {
        DataType::List(item) => {
            let list = array.as_list::<i32>();
            let (item, values) = project(item, list.values(), kept)?;
            Arc::new(ListArray::try_new(item, list.offsets().clone(), values, list.nulls().cloned())?)
        }
        DataType::Struct(fields) => {
            let rows = array.as_struct();
            let mut parts = (Vec::new(), Vec::new());
            for (field, column) in fields.iter().zip(rows.columns()) {
                if let Some(kept) = kept_fields.get(field.name()) {
                    parts.extend([project(field, column, kept)?]);
                }
            }
            Arc::new(StructArray::try_new(parts.0.into(), parts.1, rows.nulls().cloned())?)
        }
        // `check` has seen to it that there is none.
        _ => return Ok((Arc::clone(field), Arc::clone(array))),
    };
    let field = field.as_ref().clone().with_data_type(projected.data_type().clone());
    Ok((Arc::new(field), projected))
}
