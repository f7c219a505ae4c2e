//! The laws of [`Serialize`], as checks on samples.

use super::{Serialize, context_bytes, precision_bytes, precision_of_bytes, state_bytes, state_of_bytes};
use crate::context::{Cx, Failure};
use crate::laws::BrokenLaw;
use crate::names::Names;
use crate::reduce::ReductionScope;

/// So many parts of the bytes are tried.
const CUTS: usize = 20;

fn failed(failure: Failure) -> BrokenLaw {
    format!("an operation failed: {failure}")
}

/// A state is read back as what it was, as far as the analysis can tell, and written again as it was. The bytes, or
/// `None` when it is refused.
///
/// # Errors
/// The law does not hold.
pub fn check_state<C: Serialize>(
    cpa: &C,
    state: &C::State,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Result<Option<Vec<u8>>, BrokenLaw> {
    let Some(bytes) = state_bytes(cpa, state, names, cx).map_err(failed)? else { return Ok(None) };
    let Some(read) = state_of_bytes(cpa, &bytes, names, cx).map_err(failed)? else {
        return Err(format!("{state:?} cannot be read back"));
    };
    let below = cpa.leq(state, &read, cx).map_err(failed)? && cpa.leq(&read, state, cx).map_err(failed)?;
    if read != *state && !below {
        return Err(format!("{state:?} is read back as {read:?}"));
    }
    let again = state_bytes(cpa, &read, names, cx).map_err(failed)?;
    if again.as_ref() != Some(&bytes) {
        return Err(format!("{state:?}, read back, is written in another way"));
    }
    for cut in (0..bytes.len()).step_by(bytes.len() / CUTS + 1) {
        // A part of the bytes is an answer or none, never a panic.
        if state_of_bytes(cpa, &bytes[..cut], names, cx).map_err(failed)?.is_some() {
            return Err(format!("{cut} of {} bytes of {state:?} are a state", bytes.len()));
        }
    }
    Ok(Some(bytes))
}

/// A precision is read back as what it was. The bytes, or `None` when it is refused.
///
/// # Errors
/// The law does not hold.
pub fn check_precision<C: Serialize>(
    cpa: &C,
    precision: &C::Precision,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Result<Option<Vec<u8>>, BrokenLaw> {
    let Some(bytes) = precision_bytes(cpa, precision, names, cx).map_err(failed)? else { return Ok(None) };
    match precision_of_bytes(cpa, &bytes, names, cx).map_err(failed)? {
        Some(read) if read == *precision => Ok(Some(bytes)),
        Some(read) => Err(format!("{precision:?} is read back as {read:?}")),
        None => Err(format!("{precision:?} cannot be read back")),
    }
}

/// What a block rests on is written twice in the same way. The bytes, or `None` when it is refused.
///
/// # Errors
/// The law does not hold.
pub fn check_context<C: Serialize>(
    cpa: &C,
    scope: &ReductionScope<'_>,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Result<Option<Vec<u8>>, BrokenLaw> {
    let bytes = context_bytes(cpa, scope, names, cx).map_err(failed)?;
    if context_bytes(cpa, scope, names, cx).map_err(failed)? != bytes {
        return Err("what a block rests on is written in two ways".to_owned());
    }
    Ok(bytes)
}
