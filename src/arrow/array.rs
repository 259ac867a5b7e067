//! Finished columns: their types, and their values in the Arrow columnar format.
#![allow(missing_docs)]

use std::ffi::CStr;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataType {
    Boolean,
    Int8,
    Int16,
    Int32,
    Int64,
    Float32,
    Float64,
    /// Text with 64-bit offsets.
    LargeUtf8,
    /// Lists with 32-bit offsets, of items of one type.
    List,
    Struct,
}

/// The name and the type of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static CStr,
    pub data_type: DataType,
    pub is_nullable: bool,
    /// The items of a list; the fields of a struct.
    pub children: Vec<Field>,
}

/// A column of the schema, with all its selectable fields.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub name: &'static CStr,
    pub data_type: DataType,
    pub is_nullable: bool,
    pub children: &'static [Layout],
}

/// A finished column.
#[derive(Debug, Default)]
pub struct Array {
    /// Number of values.
    pub len: usize,
    /// Number of null values.
    pub null_count: usize,
    /// A bit for each value, the first in the lowest bit of the first byte, 0 for null; none if no value is null.
    pub validity: Option<Vec<u8>>,
    pub values: Values,
    /// The items of a list; the fields of a struct.
    pub children: Vec<Array>,
}

impl Array {
    /// Gives values to an array that has none.
    // One copy of the code, not one for each type of column.
    #[inline(never)]
    pub(super) fn fill(&mut self, len: usize, values: Values) {
        self.len = len;
        self.values = values;
    }
}

/// The buffers of a column besides its validity. Offsets are one more than the values, the first is 0.
#[derive(Debug, Default)]
pub enum Values {
    /// A bit for each value, as in [`Array::validity`].
    Boolean(Vec<u8>),
    Int8(Vec<i8>),
    Int16(Vec<i16>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Float32(Vec<f32>),
    Float64(Vec<f64>),
    /// UTF-8, and the end offset of each text.
    LargeUtf8 {
        offsets: Vec<i64>,
        bytes: Vec<u8>,
    },
    /// The end offset of each list in the items.
    List {
        offsets: Vec<i32>,
    },
    #[default]
    Struct,
}
