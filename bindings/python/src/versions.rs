//! What became of the passages of a page in a newer version.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Compares the passages of two versions of a page by their ids, `Passage.id`: what became of each passage of the new
/// version, in order, and then the passages that went. The texts are not needed, so that an index of passages is brought
/// up to date by the ids that it stores.
///
/// >>> import blockmask
/// >>> for change in blockmask.diff_passages([1, 2, 3], [2, 1, 4]):
/// ...     print(change["change_kind"], change["old_passage"], change["new_passage"])
/// moved 1 0
/// stayed 0 1
/// changed 2 2
#[pyfunction]
pub fn diff_passages<'py>(py: Python<'py>, old_ids: Vec<u64>, new_ids: Vec<u64>) -> PyResult<Bound<'py, PyList>> {
    let changes = PyList::empty(py);
    for change in py.detach(|| blockmask::diff_passages(&old_ids, &new_ids)) {
        let row = PyDict::new(py);
        row.set_item("change_kind", change.change_kind.name())?;
        row.set_item("old_passage", change.old_passage)?;
        row.set_item("new_passage", change.new_passage)?;
        changes.append(row)?;
    }
    Ok(changes)
}
