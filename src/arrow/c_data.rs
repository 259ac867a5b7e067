//! The two structs of the Arrow C data interface, and their release.
//!
//! A struct owns what it points to through `private_data`, its children included, until `release` is called, which marks
//! it as released by NULL. A consumer may move a struct by copying its bytes and marking the original as released, and
//! it may move a child out of its parent in the same way: each child owns what is its own, and a parent passes over
//! children that are released already.
//!
//! The only unsafe code of this module is here: the contents of `private_data` are kept as a raw pointer.
#![allow(unsafe_code)]

use super::Selection;
use super::array::{Array, DataType, Field, Values};
use super::column::{Result, append};
use crate::base::fallible::end;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};

/// A schema in the Arrow C data interface, `struct ArrowSchema`: a struct whose fields are the columns of a batch.
///
/// It owns its memory, and frees it when it is dropped, unless it was moved out. To move it, copy its bytes to the
/// consumer and mark this one as released; then the consumer releases the copy by its `release` function.
#[repr(C)]
#[derive(Debug)]
pub struct ArrowSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut ArrowSchema,
    pub(super) dictionary: *mut ArrowSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub(super) private_data: *mut c_void,
}

/// An array in the Arrow C data interface, `struct ArrowArray`: a struct array with one row per page.
///
/// It owns its memory like [`ArrowSchema`].
#[repr(C)]
#[derive(Debug)]
pub struct ArrowArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut ArrowArray,
    pub(super) dictionary: *mut ArrowArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub(super) private_data: *mut c_void,
}

// SAFETY: what the pointers lead to is owned, and changed only by the release, which needs no particular thread.
unsafe impl Send for ArrowSchema {}
// SAFETY: as above.
unsafe impl Send for ArrowArray {}

/// ARROW_FLAG_NULLABLE of the specification.
const NULLABLE: i64 = 2;

/// The target of `private_data`.
struct Owned<T> {
    /// From a boxed slice. Raw, as consumers write to it, to release a child.
    children: *mut [T],
    pointers: Vec<*mut T>,
    /// Where the buffers of an array are, its validity first.
    buffers: [*const c_void; 3],
    /// Kept for the buffers.
    _array: Array,
}

impl<T> Owned<T> {
    /// In a slice of one, as a `Box` cannot be allocated fallibly.
    fn new(children: Vec<T>, buffers: [*const c_void; 3], array: Array) -> Result<*mut Owned<T>> {
        let mut pointers = Vec::new();
        pointers.try_reserve_exact(children.len())?;
        let mut owned = Vec::new();
        owned.try_reserve_exact(1)?;
        let count = children.len();
        let children = Box::into_raw(children.into_boxed_slice());
        pointers.extend((0..count).map(|index| children.cast::<T>().wrapping_add(index)));
        owned.push(Owned { children, pointers, buffers, _array: array });
        Ok(Box::into_raw(owned.into_boxed_slice()).cast())
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: from `Box::into_raw` by `new`, given back once. Children that were moved out are marked as released,
        // and are not released again.
        drop(unsafe { Box::from_raw(self.children) });
    }
}

impl ArrowSchema {
    /// The schema of a batch with these columns: [`Columns`](super::Columns) or a [`Selection`]. Unknown columns are
    /// ignored.
    pub fn of(columns: impl Into<Selection>) -> ArrowSchema {
        let fields = columns.into().fields();
        fields.and_then(|fields| ArrowSchema::try_of(&fields)).unwrap_or_else(|_| end())
    }

    /// The schema of a batch with these fields.
    pub(super) fn try_of(fields: &[Field]) -> Result<ArrowSchema> {
        ArrowSchema::with_fields(c"", c"+s", false, fields)
    }

    /// As deep as the types are, five levels at most.
    fn of_field(field: &Field) -> Result<ArrowSchema> {
        let format = match field.data_type {
            DataType::Boolean => c"b",
            DataType::Int8 => c"c",
            DataType::Int16 => c"s",
            DataType::Int32 => c"i",
            DataType::Int64 => c"l",
            DataType::Float32 => c"f",
            DataType::Float64 => c"g",
            DataType::LargeUtf8 => c"U",
            DataType::List => c"+l",
            DataType::Struct => c"+s",
        };
        ArrowSchema::with_fields(field.name, format, field.is_nullable, &field.children)
    }

    fn with_fields(
        name: &'static CStr,
        format: &'static CStr,
        is_nullable: bool,
        fields: &[Field],
    ) -> Result<ArrowSchema> {
        let mut children = Vec::new();
        children.try_reserve_exact(fields.len())?;
        for field in fields {
            append(&mut children, ArrowSchema::of_field(field)?)?;
        }
        let owned = Owned::new(children, [null(); 3], Array::default())?;
        Ok(ArrowSchema {
            format: format.as_ptr(),
            name: name.as_ptr(),
            metadata: null(),
            flags: if is_nullable { NULLABLE } else { 0 },
            n_children: fields.len() as i64,
            // SAFETY: just made, and used by nobody else.
            children: unsafe { (*owned).pointers.as_mut_ptr() },
            dictionary: null_mut(),
            release: Some(release_schema),
            private_data: owned.cast(),
        })
    }
}

impl ArrowArray {
    /// As deep as the types are, five levels at most.
    pub(super) fn new(mut array: Array) -> Result<ArrowArray> {
        let mut children = Vec::new();
        children.try_reserve_exact(array.children.len())?;
        for child in array.children.drain(..) {
            children.push(ArrowArray::new(child)?);
        }
        let (length, null_count, n_children) = (array.len as i64, array.null_count as i64, children.len() as i64);
        let (n_buffers, buffers) = buffers(&array);
        let owned = Owned::new(children, buffers, array)?;
        Ok(ArrowArray {
            length,
            null_count,
            offset: 0,
            n_buffers,
            n_children,
            // SAFETY: just made, and used by nobody else.
            buffers: unsafe { (&raw mut (*owned).buffers).cast() },
            // SAFETY: as above.
            children: unsafe { (*owned).pointers.as_mut_ptr() },
            dictionary: null_mut(),
            release: Some(release_array),
            private_data: owned.cast(),
        })
    }
}

/// The target of empty buffers, because some consumers accept neither NULL nor unaligned pointers.
#[repr(align(64))]
struct Nothing(#[allow(dead_code)] [u8; 64]);
static NOTHING: Nothing = Nothing([0; 64]);

/// The number of buffers of an array, and where they are. They stay there while the array is moved.
fn buffers(array: &Array) -> (i64, [*const c_void; 3]) {
    fn start<T>(buffer: &[T]) -> *const c_void {
        if buffer.is_empty() { (&raw const NOTHING).cast() } else { buffer.as_ptr().cast() }
    }
    // With a null there is a bit, so this one is not empty.
    let validity = array.validity.as_ref().map_or(null(), |bits| bits.as_ptr().cast());
    match &array.values {
        Values::Struct => (1, [validity, null(), null()]),
        Values::Boolean(bits) => (2, [validity, start(bits), null()]),
        Values::Int8(values) => (2, [validity, start(values), null()]),
        Values::Int16(values) => (2, [validity, start(values), null()]),
        Values::Int32(values) => (2, [validity, start(values), null()]),
        Values::Int64(values) => (2, [validity, start(values), null()]),
        Values::Float32(values) => (2, [validity, start(values), null()]),
        Values::Float64(values) => (2, [validity, start(values), null()]),
        Values::List { offsets } => (2, [validity, start(offsets), null()]),
        Values::LargeUtf8 { offsets, bytes } => (3, [validity, start(offsets), start(bytes)]),
    }
}

macro_rules! owner {
    ($name:ident, $release:ident) => {
        /// Releases a struct and the children that were not moved out.
        unsafe extern "C" fn $release(released: *mut $name) {
            // SAFETY: the caller has a struct that was made here, perhaps at another place, and is not yet released.
            // Its `private_data` is from `Owned::new`, and given back once, as the struct is marked.
            unsafe {
                (*released).release = None;
                drop(Box::from_raw((*released).private_data.cast::<Owned<$name>>()));
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: not yet released. A consumer that moved the struct has marked it, or owns its bytes.
                    unsafe { release(self) };
                }
            }
        }
    };
}

owner!(ArrowSchema, release_schema);
owner!(ArrowArray, release_array);
