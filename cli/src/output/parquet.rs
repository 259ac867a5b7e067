//! Parquet: a row for each page, and for each page or record that failed, with the columns of Arrow batches.

use crate::failure::Failure;
use arrow_array::builder::{Int64Builder, LargeStringBuilder};
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{ArrayRef, BooleanArray, LargeStringArray, ListArray, PrimitiveArray, RecordBatch, StructArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema};
use blockmask::arrow::{Array, BatchBuilder, DataType as CoreType, Field as CoreField, Selection, Values};
use blockmask::{Document, Error};
use blockmask_cli::origin::Origin;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A row group is written when it reaches one of these: encoded bytes, or rows.
const ROW_GROUP_BYTES: usize = 64 << 20;
const ROW_GROUP_ROWS: usize = 1 << 16;

/// Rows of some pages.
pub struct Rows {
    url: LargeStringBuilder,
    file: LargeStringBuilder,
    warc_offset: Int64Builder,
    warc_record_id: LargeStringBuilder,
    warc_date: LargeStringBuilder,
    pages: BatchBuilder,
}

impl Rows {
    pub fn new(columns: &Selection) -> Rows {
        Rows {
            url: LargeStringBuilder::new(),
            file: LargeStringBuilder::new(),
            warc_offset: Int64Builder::new(),
            warc_record_id: LargeStringBuilder::new(),
            warc_date: LargeStringBuilder::new(),
            pages: BatchBuilder::new(columns.clone()),
        }
    }

    pub fn push(&mut self, document: &Document<'_>, origin: &Origin) {
        self.pages.push_with(document, &origin.fact_options());
        self.push_origin(origin);
    }

    pub fn push_failure(&mut self, origin: &Origin, failure: &Failure) {
        let message = failure.to_string();
        match failure {
            Failure::Unreadable(_) => self.pages.push_failure("unreadable", &message),
            Failure::Damaged(_) => self.pages.push_failure("damaged", &message),
            Failure::OverLimit(_) => self.pages.push_failure("too-large", &message),
            Failure::Bug => self.pages.push_failure("panic", &message),
            Failure::Analysis(error) => self.pages.push_error(error),
        }
        self.push_origin(origin);
    }

    fn push_origin(&mut self, origin: &Origin) {
        let record = origin.record.as_ref();
        self.url.append_option(origin.url.as_deref());
        self.file.append_value(&origin.path);
        self.warc_offset.append_option(record.and_then(|record| record.offset.try_into().ok()));
        self.warc_record_id.append_option(record.and_then(|record| record.id.as_deref()));
        self.warc_date.append_option(record.and_then(|record| record.date.as_deref()));
    }

    /// The rows, as columns. Nothing is copied.
    pub fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.url.finish()),
            Arc::new(self.file.finish()),
            Arc::new(self.warc_offset.finish()),
            Arc::new(self.warc_record_id.finish()),
            Arc::new(self.warc_date.finish()),
        ];
        let mut fields: Vec<FieldRef> = origin_fields().into();
        for (field, array) in self.pages.finish_columns() {
            fields.push(convert_field(&field));
            columns.push(convert(&field, array)?);
        }
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
    }
}

fn origin_fields() -> [FieldRef; 5] {
    let text = |name, is_nullable| Arc::new(Field::new(name, DataType::LargeUtf8, is_nullable));
    [
        text("url", true),
        text("file", false),
        Arc::new(Field::new("warc_offset", DataType::Int64, true)),
        text("warc_record_id", true),
        text("warc_date", true),
    ]
}

fn convert_field(field: &CoreField) -> FieldRef {
    let data_type = match field.data_type {
        CoreType::Boolean => DataType::Boolean,
        CoreType::Int8 => DataType::Int8,
        CoreType::Int16 => DataType::Int16,
        CoreType::Int32 => DataType::Int32,
        CoreType::Int64 => DataType::Int64,
        CoreType::Float32 => DataType::Float32,
        CoreType::Float64 => DataType::Float64,
        CoreType::LargeUtf8 => DataType::LargeUtf8,
        CoreType::List => DataType::List(convert_field(&field.children[0])),
        CoreType::Struct => DataType::Struct(convert_fields(&field.children)),
    };
    Arc::new(Field::new(field.name.to_string_lossy(), data_type, field.is_nullable))
}

fn convert_fields(fields: &[CoreField]) -> Fields {
    fields.iter().map(convert_field).collect()
}

/// Hands the buffers of a column over. The recursion is as deep as the schema.
fn convert(field: &CoreField, array: Array) -> Result<ArrayRef, ArrowError> {
    let len = array.len;
    let bits = |bits: Vec<u8>| BooleanBuffer::new(Buffer::from_vec(bits), 0, len);
    let nulls = array.validity.map(|validity| NullBuffer::new(bits(validity)));
    let children = field.children.iter().zip(array.children).map(|(field, array)| convert(field, array));
    let mut children = children.collect::<Result<Vec<_>, _>>()?;
    Ok(match array.values {
        Values::Boolean(values) => Arc::new(BooleanArray::new(bits(values), nulls)),
        Values::Int8(values) => numbers::<Int8Type>(values, nulls)?,
        Values::Int16(values) => numbers::<Int16Type>(values, nulls)?,
        Values::Int32(values) => numbers::<Int32Type>(values, nulls)?,
        Values::Int64(values) => numbers::<Int64Type>(values, nulls)?,
        Values::Float32(values) => numbers::<Float32Type>(values, nulls)?,
        Values::Float64(values) => numbers::<Float64Type>(values, nulls)?,
        Values::LargeUtf8 { offsets, bytes } => {
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            Arc::new(LargeStringArray::try_new(offsets, Buffer::from_vec(bytes), nulls)?)
        }
        Values::List { offsets } => {
            let (Some(item), Some(items)) = (field.children.first(), children.pop()) else {
                return Err(ArrowError::SchemaError("list column without an item type".to_owned()));
            };
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            Arc::new(ListArray::try_new(convert_field(item), offsets, items, nulls)?)
        }
        Values::Struct => Arc::new(StructArray::try_new(convert_fields(&field.children), children, nulls)?),
    })
}

fn numbers<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(PrimitiveArray::<T>::try_new(values.into(), nulls)?))
}

/// Writes rows to a file.
pub struct Writer(ArrowWriter<File>);

impl Writer {
    pub fn create(path: &Path, columns: &Selection) -> Result<Writer, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("blockmask ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_max_row_group_bytes(Some(ROW_GROUP_BYTES))
            .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
            .build();
        let schema = Rows::new(columns).finish()?.schema();
        Ok(Writer(ArrowWriter::try_new(File::create(path)?, schema, Some(properties))?))
    }

    pub fn write(&mut self, rows: Rows) -> Result<(), Failure> {
        has_memory()?;
        let written = rows.finish().map_err(ParquetError::from).and_then(|rows| self.0.write(&rows));
        written.map_err(unwritable)
    }

    /// Writes the end of the file, without which it cannot be read.
    pub fn finish(self) -> Result<(), Failure> {
        has_memory()?;
        self.0.close().map(drop).map_err(unwritable)
    }
}

/// Whether there is as much memory as writing takes at once: its crate ends the process without.
fn has_memory() -> Result<(), Failure> {
    const WRITING: usize = 16 << 20;
    let refused = |_| Failure::Analysis(Error::OutOfMemory);
    Vec::<u8>::new().try_reserve_exact(WRITING).map_err(refused)
}

fn unwritable(error: ParquetError) -> Failure {
    Failure::Unreadable(io::Error::other(error))
}
