//! The class `Fingerprint`.

use crate::dict::hexadecimal;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The fingerprint of a page, for near-duplicates: of its largest segment that is not mostly links.
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
    fn new(version: u8, is_valid: bool, tokens: u32, min_hashes: [u64; 8], sim_hash: u64) -> Fingerprint {
        Fingerprint(blockmask::Fingerprint { version, is_valid, tokens, min_hashes, sim_hash })
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

    /// How many of their eight min-hashes two near-duplicates share at least.
    #[classattr]
    const MIN_AGREEMENT: usize = blockmask::Fingerprint::MIN_AGREEMENT;

    /// Whether two pages are near-duplicates: both fingerprints valid and of one version, and at least `MIN_AGREEMENT`
    /// of the eight min-hashes equal.
    fn is_near_duplicate(&self, other: &Fingerprint) -> bool {
        self.0.is_near_duplicate(&other.0)
    }

    fn __repr__(&self) -> String {
        let blockmask::Fingerprint { version, is_valid, tokens, sim_hash, .. } = self.0;
        let is_valid = if is_valid { "True" } else { "False" };
        format!("Fingerprint(version={version}, is_valid={is_valid}, tokens={tokens}, sim_hash={sim_hash:#018x})")
    }

    fn __getnewargs__(&self) -> (u8, bool, u32, [u64; 8], u64) {
        let blockmask::Fingerprint { version, is_valid, tokens, min_hashes, sim_hash } = self.0;
        (version, is_valid, tokens, min_hashes, sim_hash)
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
        Ok(dict)
    }
}
