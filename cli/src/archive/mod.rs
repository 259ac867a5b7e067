//! Archives: the records of WARC files and the pages in them, compressed or not. Work and memory per byte are bounded,
//! also on damaged and on malicious files.

mod brotli_decoder;
mod buffer;
mod decoder;
mod expansion;
pub mod fuzzed;
mod http;
mod members;
mod warc;
mod whole;

#[cfg(test)]
#[allow(dead_code, reason = "shared with tests of the program")]
mod samples;
#[cfg(test)]
mod tests;

pub use buffer::Buffer;
pub use decoder::Codec;
pub use http::{NotPage, Payload, brotli, payload};
pub use members::Members;
pub use warc::{Damage, Record, Records, is_version};
