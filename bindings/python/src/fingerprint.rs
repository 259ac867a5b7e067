//! The class `Fingerprint`.

use crate::values::hexadecimal;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The hashes of a page, to find its duplicates and near-duplicates. They depend on the main text: compare pages that
/// were analyzed with the same options.
///
/// >>> import blockmask
/// >>> words = " ".join(f"word{i}" for i in range(60))
/// >>> first, second = (blockmask.analyze(f"<p>{words} {end}").fingerprint for end in ("once", "twice"))
/// >>> first.is_near_duplicate(second), first == second
/// (True, False)
#[pyclass(frozen, eq, hash, from_py_object, module = "blockmask")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub blockmask::Fingerprint);

#[pymethods]
impl Fingerprint {
    #[new]
    #[pyo3(signature = (version, is_valid, tokens, min_hashes, sim_hash, content_hash=0, structure_hash=0))]
    fn new(
        version: u8,
        is_valid: bool,
        tokens: u32,
        min_hashes: [u64; 8],
        sim_hash: u64,
        content_hash: u64,
        structure_hash: u64,
    ) -> Fingerprint {
        Fingerprint(blockmask::Fingerprint {
            version,
            is_valid,
            tokens,
            min_hashes,
            sim_hash,
            content_hash,
            structure_hash,
        })
    }

    /// Its definition and options. Only fingerprints of one version can be compared.
    #[getter]
    fn version(&self) -> u8 {
        self.0.version
    }

    /// Whether the text is long enough, 13 tokens. If not, it is never a near-duplicate.
    #[getter]
    fn is_valid(&self) -> bool {
        self.0.is_valid
    }

    /// How many tokens the text has.
    #[getter]
    fn tokens(&self) -> u32 {
        self.0.tokens
    }

    /// Eight min-hashes of 64 bits. The share of equal ones estimates how similar two texts are.
    #[getter]
    fn min_hashes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.min_hashes)
    }

    /// A SimHash of 64 bits. The fewer bits differ, the more similar two texts are.
    #[getter]
    fn sim_hash(&self) -> u64 {
        self.0.sim_hash
    }

    /// Equal for pages of equal main text, word by word; 0 if there is none. Whitespace, punctuation, markup, encoding
    /// and the template around it do not matter.
    #[getter]
    fn content_hash(&self) -> u64 {
        self.0.content_hash
    }

    /// A SimHash of the tag paths of all text: equal for equal tag paths, few bits differ between pages of one template;
    /// 0 if there is no text.
    #[getter]
    fn structure_hash(&self) -> u64 {
        self.0.structure_hash
    }

    /// How many of their eight min-hashes two near-duplicates share at least.
    #[classattr]
    const MIN_AGREEMENT: usize = blockmask::Fingerprint::MIN_AGREEMENT;

    /// Whether two pages are near-duplicates: both fingerprints valid and of one version, and at least `MIN_AGREEMENT`
    /// of the eight min-hashes equal.
    fn is_near_duplicate(&self, other: &Fingerprint) -> bool {
        self.0.is_near_duplicate(&other.0)
    }

    /// The share of equal min-hashes, 0 to 1 in steps of 1/8: an estimate of the Jaccard similarity of the texts. It is
    /// 0 if one of the fingerprints is not valid or if their versions differ.
    fn similarity(&self, other: &Fingerprint) -> f32 {
        self.0.similarity(&other.0)
    }

    /// How many bits of the SimHashes differ, 0 to 64. It is 64 if one of the fingerprints is not valid or if their
    /// versions differ.
    fn distance(&self, other: &Fingerprint) -> u32 {
        self.0.distance(&other.0)
    }

    /// The 8 // rows keys of locality-sensitive hashing by bands, each of `rows` consecutive min-hashes, to find
    /// near-duplicates among many pages: those with a common key. With 1 row all near-duplicates have one; with 2 fewer
    /// pages have to be compared and some are missed. There are none if the fingerprint is not valid.
    ///
    /// >>> import blockmask
    /// >>> words = " ".join(f"word{i}" for i in range(60))
    /// >>> first, second = (blockmask.analyze(f"<p>{words} {end}").fingerprint for end in ("once", "twice"))
    /// >>> len(set(first.band_keys(2)) & set(second.band_keys(2))) > 0
    /// True
    fn band_keys<'py>(&self, py: Python<'py>, rows: usize) -> PyResult<Bound<'py, PyTuple>> {
        if !(1..=8).contains(&rows) {
            return Err(PyValueError::new_err(format!("rows is {rows}, but must be 1 to 8")));
        }
        PyTuple::new(py, self.0.band_keys(rows))
    }

    fn __repr__(&self) -> String {
        let blockmask::Fingerprint { version, is_valid, tokens, sim_hash, .. } = self.0;
        let is_valid = if is_valid { "True" } else { "False" };
        format!("Fingerprint(version={version}, is_valid={is_valid}, tokens={tokens}, sim_hash={sim_hash:#018x})")
    }

    fn __getnewargs__(&self) -> (u8, bool, u32, [u64; 8], u64, u64, u64) {
        let blockmask::Fingerprint { version, is_valid, tokens, min_hashes, sim_hash, content_hash, structure_hash } =
            self.0;
        (version, is_valid, tokens, min_hashes, sim_hash, content_hash, structure_hash)
    }
}

impl Fingerprint {
    /// Its values by name, the hashes in hexadecimal, because many JSON parsers keep only 53 bits of a number.
    pub fn to_dict<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item(intern!(py, "version"), self.0.version)?;
        dict.set_item(intern!(py, "is_valid"), self.0.is_valid)?;
        dict.set_item(intern!(py, "tokens"), self.0.tokens)?;
        dict.set_item(intern!(py, "min_hashes"), self.0.min_hashes.map(hexadecimal).to_vec())?;
        dict.set_item(intern!(py, "sim_hash"), hexadecimal(self.0.sim_hash))?;
        dict.set_item(intern!(py, "content_hash"), hexadecimal(self.0.content_hash))?;
        dict.set_item(intern!(py, "structure_hash"), hexadecimal(self.0.structure_hash))?;
        Ok(dict)
    }
}
