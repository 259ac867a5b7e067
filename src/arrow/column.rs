//! Columns that grow value by value. The Rust type of a column determines its Arrow type, so that schema and values
//! cannot disagree.
//!
//! Allocations are fallible. After a failure a column may contain a part of the value, until it is truncated.

use super::array::{Array, DataType, Layout, Values};
use super::selection::Kept;
use crate::fields::Lines;
use std::collections::TryReserveError;
use std::ffi::CStr;
use std::mem::take;

/// The maximum number of items in a list column: offsets are signed 32-bit integers. Lower in tests.
pub(super) const MAX_ITEMS: usize = if cfg!(test) { 1 << 16 } else { i32::MAX as usize };

/// Why a value was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// A list column would have more than [`MAX_ITEMS`].
    TooManyItems,
    /// Memory ran out.
    OutOfMemory,
}

impl From<TryReserveError> for Refused {
    fn from(_: TryReserveError) -> Refused {
        Refused::OutOfMemory
    }
}

pub(crate) type Result<T = ()> = std::result::Result<T, Refused>;

/// A column that grows.
pub(super) trait Column: Default {
    const DATA_TYPE: DataType;
    const IS_NULLABLE: bool = false;

    /// The items of a list; the fields of a struct.
    const CHILDREN: &'static [Layout] = &[];

    /// Leaves out the other fields of structs. Call it before the first value.
    fn select(&mut self, _kept: &Kept) {}

    fn len(&self) -> usize;

    /// Adds a placeholder for a value that is null, or part of a null struct.
    fn push_placeholder(&mut self) -> Result;

    /// Removes all values after the first `len`, which are complete.
    fn truncate(&mut self, len: usize);

    /// Moves the buffers to an array that has no values.
    fn finish(&mut self, array: &mut Array) -> Result;
}

/// A column that takes values of a type.
pub(super) trait Push<V>: Column {
    fn push(&mut self, value: V) -> Result;
}

/// A column in a schema.
pub(super) const fn layout<C: Column>(name: &'static CStr) -> Layout {
    Layout { name, data_type: C::DATA_TYPE, is_nullable: C::IS_NULLABLE, children: C::CHILDREN }
}

/// [`Vec::push`], but fallible.
pub(super) fn append<T>(values: &mut Vec<T>, value: T) -> Result {
    values.try_reserve(1)?;
    values.push(value);
    Ok(())
}

/// Numbers of a fixed width.
pub(super) trait Number: Copy + Default {
    const DATA_TYPE: DataType;
    fn into_values(numbers: Vec<Self>) -> Values;
}

macro_rules! numbers {
    ($($number:ty = $variant:ident),*) => {$(
        impl Number for $number {
            const DATA_TYPE: DataType = DataType::$variant;

            fn into_values(numbers: Vec<$number>) -> Values {
                Values::$variant(numbers)
            }
        }
    )*};
}

numbers! { i8 = Int8, i16 = Int16, i32 = Int32, i64 = Int64, f32 = Float32, f64 = Float64 }

/// A column of numbers.
#[derive(Default)]
pub(super) struct Numbers<T>(Vec<T>);

impl<T: Number> Column for Numbers<T> {
    const DATA_TYPE: DataType = T::DATA_TYPE;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn push_placeholder(&mut self) -> Result {
        append(&mut self.0, T::default())
    }

    fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    fn finish(&mut self, array: &mut Array) -> Result {
        array.fill(self.0.len(), T::into_values(take(&mut self.0)));
        Ok(())
    }
}

impl<T: Number> Push<T> for Numbers<T> {
    fn push(&mut self, value: T) -> Result {
        append(&mut self.0, value)
    }
}

/// Which numbers of Rust a column takes besides its own, and how they become its own.
macro_rules! converted {
    ($($from:ty => $to:ty: $convert:expr;)+) => {$(
        impl Push<$from> for Numbers<$to> {
            fn push(&mut self, value: $from) -> Result {
                append(&mut self.0, $convert(value))
            }
        }
    )+};
}

// A page of less than 4 GiB has hardly more tokens or blocks than 2^31.
converted! {
    u8 => i8: |value| value as i8;
    u8 => i16: i16::from;
    u16 => i32: i32::from;
    u32 => i32: |value| i32::try_from(value).unwrap_or(i32::MAX);
    usize => i32: |value| i32::try_from(value).unwrap_or(i32::MAX);
    u32 => i64: i64::from;
    u64 => i64: u64::cast_signed;
    usize => i64: |value| value as i64;
}

/// A column of truth values: bits, the first in the lowest bit of the first byte.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    fn ones(len: usize) -> Result<Bits> {
        let mut bits = Bits { bytes: Vec::new(), len };
        bits.bytes.try_reserve(len.div_ceil(8) + 1)?;
        bits.bytes.resize(len.div_ceil(8), u8::MAX);
        bits.clear_tail();
        Ok(bits)
    }

    /// Clears the bits after the last one.
    fn clear_tail(&mut self) {
        if let Some(last) = self.bytes.last_mut()
            && !self.len.is_multiple_of(8)
        {
            *last &= (1 << (self.len % 8)) - 1;
        }
    }

    fn count_zeros(&self) -> usize {
        self.len - self.bytes.iter().map(|byte| byte.count_ones() as usize).sum::<usize>()
    }
}

impl Column for Bits {
    const DATA_TYPE: DataType = DataType::Boolean;

    fn len(&self) -> usize {
        self.len
    }

    fn push_placeholder(&mut self) -> Result {
        self.push(false)
    }

    fn truncate(&mut self, len: usize) {
        self.len = len.min(self.len);
        self.bytes.truncate(self.len.div_ceil(8));
        self.clear_tail();
    }

    fn finish(&mut self, array: &mut Array) -> Result {
        array.fill(self.len, Values::Boolean(take(&mut self.bytes)));
        Ok(())
    }
}

impl Push<bool> for Bits {
    fn push(&mut self, value: bool) -> Result {
        if self.len.is_multiple_of(8) {
            append(&mut self.bytes, 0)?;
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(value) << (self.len % 8);
        }
        self.len += 1;
        Ok(())
    }
}

/// The ends of values in a buffer or in a column of items, after a zero.
#[derive(Default)]
struct Offsets<T>(Vec<T>);

impl<T: Number> Offsets<T> {
    fn len(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn push(&mut self, end: T) -> Result {
        self.0.try_reserve(2)?;
        self.begin();
        self.0.push(end);
        Ok(())
    }

    fn begin(&mut self) {
        if self.0.is_empty() {
            self.0.push(T::default());
        }
    }

    /// Returns where the last value then ends.
    fn truncate(&mut self, len: usize) -> T {
        self.0.truncate(len + 1);
        self.0.last().copied().unwrap_or_default()
    }

    fn finish(&mut self) -> Result<Vec<T>> {
        self.0.try_reserve(1)?;
        self.begin();
        Ok(take(&mut self.0))
    }
}

/// A column of texts.
#[derive(Default)]
pub(super) struct Text {
    offsets: Offsets<i64>,
    bytes: Vec<u8>,
}

impl Column for Text {
    const DATA_TYPE: DataType = DataType::LargeUtf8;

    fn len(&self) -> usize {
        self.offsets.len()
    }

    fn push_placeholder(&mut self) -> Result {
        self.push("")
    }

    fn truncate(&mut self, len: usize) {
        let end = self.offsets.truncate(len);
        self.bytes.truncate(end as usize);
    }

    fn finish(&mut self, array: &mut Array) -> Result {
        let len = self.len();
        let values = Values::LargeUtf8 { offsets: self.offsets.finish()?, bytes: take(&mut self.bytes) };
        array.fill(len, values);
        Ok(())
    }
}

impl Push<&str> for Text {
    fn push(&mut self, text: &str) -> Result {
        self.push(Lines([text].into_iter()))
    }
}

impl<'t, I: Iterator<Item = &'t str>> Push<Lines<I>> for Text {
    fn push(&mut self, lines: Lines<I>) -> Result {
        for (index, line) in lines.0.enumerate() {
            self.bytes.try_reserve(line.len() + 1)?;
            if index > 0 {
                self.bytes.push(b'\n');
            }
            self.bytes.extend_from_slice(line.as_bytes());
        }
        self.offsets.push(self.bytes.len() as i64)
    }
}

/// A column of lists.
#[derive(Default)]
pub(super) struct List<C> {
    offsets: Offsets<i32>,
    items: C,
}

impl<C: Column> Column for List<C> {
    const DATA_TYPE: DataType = DataType::List;
    const CHILDREN: &'static [Layout] = &[layout::<C>(c"item")];

    fn select(&mut self, kept: &Kept) {
        self.items.select(kept);
    }

    fn len(&self) -> usize {
        self.offsets.len()
    }

    fn push_placeholder(&mut self) -> Result {
        self.end_list()
    }

    fn truncate(&mut self, len: usize) {
        let end = self.offsets.truncate(len);
        self.items.truncate(end as usize);
    }

    fn finish(&mut self, array: &mut Array) -> Result {
        let len = self.len();
        self.items.finish(add_array(&mut array.children)?)?;
        array.fill(len, Values::List { offsets: self.offsets.finish()? });
        Ok(())
    }
}

impl<C: Column> List<C> {
    fn end_list(&mut self) -> Result {
        self.offsets.push(self.items.len() as i32)
    }
}

impl<V, C: Push<V>, I: IntoIterator<Item = V>> Push<I> for List<C> {
    fn push(&mut self, items: I) -> Result {
        for item in items {
            if self.items.len() == MAX_ITEMS {
                return Err(Refused::TooManyItems);
            }
            self.items.push(item)?;
        }
        self.end_list()
    }
}

/// A column whose values may be null.
#[derive(Default)]
pub(super) struct Nullable<C> {
    values: C,
    /// One bit per value, 0 for null; empty as long as there is no null.
    validity: Option<Bits>,
}

impl<C: Column> Nullable<C> {
    pub fn push_null(&mut self) -> Result {
        let validity = match &mut self.validity {
            Some(validity) => validity,
            none => none.insert(Bits::ones(self.values.len())?),
        };
        self.values.push_placeholder()?;
        validity.push(false)
    }
}

impl<C: Column> Column for Nullable<C> {
    const DATA_TYPE: DataType = C::DATA_TYPE;
    const IS_NULLABLE: bool = true;
    const CHILDREN: &'static [Layout] = C::CHILDREN;

    fn select(&mut self, kept: &Kept) {
        self.values.select(kept);
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    fn push_placeholder(&mut self) -> Result {
        self.push_null()
    }

    fn truncate(&mut self, len: usize) {
        self.values.truncate(len);
        if let Some(validity) = &mut self.validity {
            validity.truncate(len);
        }
    }

    fn finish(&mut self, array: &mut Array) -> Result {
        self.values.finish(array)?;
        set_validity(array, &mut self.validity);
        Ok(())
    }
}

/// Not generic, so that it is compiled once.
#[inline(never)]
fn set_validity(array: &mut Array, validity: &mut Option<Bits>) {
    array.null_count = validity.as_ref().map_or(0, Bits::count_zeros);
    array.validity = validity.take().filter(|_| array.null_count > 0).map(|bits| bits.bytes);
}

impl<V, C: Push<V>> Push<Option<V>> for Nullable<C> {
    fn push(&mut self, value: Option<V>) -> Result {
        let Some(value) = value else { return self.push_null() };
        self.values.push(value)?;
        self.validity.as_mut().map_or(Ok(()), |validity| validity.push(true))
    }
}

/// Defines a struct column of a row of `fields!`, unless it is for JSON alone.
macro_rules! columns {
    ($(#[doc = $doc:literal])+ json $($rest:tt)+) => {};
    (
        $(#[doc = $doc:literal])*
        $columns:ident($row:pat => $type:ty) {
            $($(#[doc = $field_doc:literal])* $name:ident: $column:ty = $value:expr;)+
        }
        $(json { $($others:tt)+ })?
    ) => {
        #[derive(Default)]
        pub(super) struct $columns {
            len: usize,
            /// One bit per omitted field.
            omitted: u64,
            $($name: $column,)+
        }

        impl Column for $columns {
            const DATA_TYPE: DataType = DataType::Struct;
            const CHILDREN: &'static [Layout] = &[$(layout::<$column>(column_name!($name))),+];

            fn select(&mut self, kept: &Kept) {
                self.omitted = kept.omitted(Self::CHILDREN);
                $(if !<$column>::CHILDREN.is_empty() && let Some(kept) = kept.get(column_name!($name)) {
                    self.$name.select(kept);
                })+
            }

            fn len(&self) -> usize {
                self.len
            }

            fn push_placeholder(&mut self) -> Result {
                let mut omitted = self.omitted;
                $($crate::arrow::column::push_kept_placeholder(&mut self.$name, &mut omitted)?;)+
                self.len += 1;
                Ok(())
            }

            fn truncate(&mut self, len: usize) {
                $(self.$name.truncate(len);)+
                self.len = len.min(self.len);
            }

            fn finish(&mut self, array: &mut Array) -> Result {
                let mut omitted = self.omitted;
                $($crate::arrow::column::finish_kept(&mut self.$name, &mut omitted, &mut array.children)?;)+
                array.len = self.len;
                Ok(())
            }
        }

        impl Push<&$type> for $columns {
            fn push(&mut self, $row: &$type) -> Result {
                let mut omitted = self.omitted;
                $(if $crate::arrow::column::is_kept(&mut omitted) {
                    self.$name.push($value)?;
                })+
                self.len += 1;
                Ok(())
            }
        }

        impl Push<$type> for $columns {
            fn push(&mut self, row: $type) -> Result {
                self.push(&row)
            }
        }
    };
}

/// Whether the next field is kept, by one bit per omitted field, the first in the lowest bit.
pub(super) fn is_kept(omitted: &mut u64) -> bool {
    let is_kept = *omitted & 1 == 0;
    *omitted >>= 1;
    is_kept
}

/// Finishes the next field if it is kept.
// One copy for each type of column, not for each field.
#[inline(never)]
pub(super) fn finish_kept<C: Column>(column: &mut C, omitted: &mut u64, arrays: &mut Vec<Array>) -> Result {
    if is_kept(omitted) { column.finish(add_array(arrays)?) } else { Ok(()) }
}

/// Adds an array without values.
#[inline(never)]
pub(super) fn add_array(arrays: &mut Vec<Array>) -> Result<&mut Array> {
    arrays.try_reserve(1)?;
    arrays.push(Array::default());
    arrays.last_mut().ok_or(Refused::OutOfMemory)
}

/// Adds a placeholder to the next field, if it is kept.
#[inline(never)]
pub(super) fn push_kept_placeholder(column: &mut impl Column, omitted: &mut u64) -> Result {
    if is_kept(omitted) { column.push_placeholder() } else { Ok(()) }
}

/// The name of a column as a C string.
macro_rules! column_name {
    ($name:ident) => {
        const { $crate::base::named::c_string(concat!(stringify!($name), "\0")) }
    };
}

pub(super) use {column_name, columns};

#[cfg(test)]
#[path = "column_tests.rs"]
mod tests;
