//! Models.
//!
//! The learned mask has a built-in model. One that was trained on other pages, as benches/lab/training/README.md
//! describes, can replace it.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::Owned;
use super::pointer::array;
use super::status::{BLOCKMASK_BAD_OPTION, Failure, blockmask_status, failure};
use crate::judge::mask::{Model, ModelError};
use std::ffi::c_char;

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        failure!(BLOCKMASK_BAD_OPTION, "{error}")
    }
}

/// Replaces the model of BLOCKMASK_MASK_LEARNED: the bytes of a model file, which are copied. NULL with length 0
/// restores the built-in model. The page that the analyzer holds is discarded. Returns BLOCKMASK_BAD_OPTION, and keeps
/// the current model, for bytes that are damaged or no model of this version of the library. What is known of a site
/// belongs to a model, so it is removed: call blockmask_set_site afterwards. blockmask_reset_analyzer does not change the
/// model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_set_model(
    analyzer: *mut blockmask_analyzer,
    model: *const c_char,
    length: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises `length` bytes.
        let bytes: &[u8] = unsafe { array(model.cast(), length, "model") }?;
        let model = if bytes.is_empty() { None } else { Some(Owned::new(Model::try_read(bytes)??)?) };
        state.set_model(model);
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

#[cfg(test)]
mod tests {
    use super::super::analyzer::*;
    use super::super::status::BLOCKMASK_OK;
    use super::*;
    use std::ptr::{null, null_mut};

    #[test]
    fn valid_models_replace_the_built_in_one_and_others_are_refused() {
        let mut analyzer = null_mut();
        // SAFETY: valid variables, and an analyzer that is freed once, at the end.
        unsafe {
            assert_eq!(blockmask_create_analyzer(null(), &mut analyzer), BLOCKMASK_OK);
            let good = include_bytes!("../judge/mask/model.bin");
            assert_eq!(blockmask_set_model(analyzer, good.as_ptr().cast(), good.len()), BLOCKMASK_OK);
            assert_eq!(blockmask_set_model(analyzer, good.as_ptr().cast(), good.len() - 1), BLOCKMASK_BAD_OPTION);
            assert_eq!(blockmask_reset_analyzer(analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_analyze_page(analyzer, c"<p>x".as_ptr(), 4, null(), 0), BLOCKMASK_OK);
            assert_eq!(blockmask_set_model(analyzer, null(), 0), BLOCKMASK_OK);
            blockmask_free_analyzer(analyzer);
        }
    }
}
