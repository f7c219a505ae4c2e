//! The operators serialize and deserialize (the paper's distributed analyses): states of blocks and precisions as bytes
//! that mean the same in another process, and for a program in which other functions were edited.
//!
//! **Equal values, equal bytes**, in every process: the bytes are what results are looked up by. So nothing is written in
//! an order that comes from ids, and everything is named ([`crate::names`]).
//!
//! **Never a guess.** What cannot be said apart from the process (a history, a position on a path of the whole program)
//! is refused: see [`Writer::refuse`]. What is read names something that is not there, or something of another type:
//! `None`.
//!
//! **What a result rests on.** The result of a block is a function of the block's text, that of its callees, the state and
//! the precision — and of what an analysis has found out about the program as a whole beside: [`Serialize::write_context`].
//!
//! Laws ([`laws`]): `read(write(s))` is `s`, or, where states hold more than what they stand for, above and below it; it
//! writes the same bytes.

pub mod bytes;
pub mod control;
pub mod laws;

pub use bytes::{Reader, Writer};

use crate::algebra::Cpa;
use crate::context::{Cx, Res};
use crate::names::Names;
use crate::reduce::ReductionScope;

/// An analysis whose states and precisions can be written as bytes: to be kept for later runs, or sent to another worker.
/// It need not be one that is run block by block ([`crate::Reduce`]).
pub trait Serialize: Cpa {
    /// Writes a state: for the memo of blocks a reduced one, or one at the end of a block that began in a reduced state.
    fn write_state(&self, state: &Self::State, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()>;

    /// Reads a state. `None`: the bytes are of something else, or name what is not there.
    fn read_state(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<Self::State>>;

    /// Writes a precision.
    fn write_precision(&self, precision: &Self::Precision, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()>;

    /// Reads a precision. It says what is worth tracking, so what it names that is not there is left out; `None` only
    /// when the bytes are of something else.
    fn read_precision(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<Self::Precision>>;

    /// Writes what the results of a block rest on beside its text, that of its callees, the state and the precision:
    /// what this analysis knows of the program as a whole and uses in the block. By default nothing.
    fn write_context(&self, scope: &ReductionScope<'_>, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        let _ = (scope, out, cx);
        Ok(())
    }
}

/// The bytes of a state; `None` when it cannot be said.
///
/// # Errors
/// An operation of the analysis fails.
pub fn state_bytes<C: Serialize>(
    cpa: &C,
    state: &C::State,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<Vec<u8>>> {
    let mut out = Writer::new(names);
    cpa.write_state(state, &mut out, cx)?;
    Ok(out.finish())
}

/// The state of some bytes, all of them.
///
/// # Errors
/// An operation of the analysis fails.
pub fn state_of_bytes<C: Serialize>(
    cpa: &C,
    bytes: &[u8],
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<C::State>> {
    let mut input = Reader::new(bytes, names);
    let state = cpa.read_state(&mut input, cx)?;
    Ok(state.filter(|_| input.is_at_end()))
}

/// The bytes of a precision; `None` when it cannot be said.
///
/// # Errors
/// An operation of the analysis fails.
pub fn precision_bytes<C: Serialize>(
    cpa: &C,
    precision: &C::Precision,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<Vec<u8>>> {
    let mut out = Writer::new(names);
    cpa.write_precision(precision, &mut out, cx)?;
    Ok(out.finish())
}

/// The precision of some bytes, all of them.
///
/// # Errors
/// An operation of the analysis fails.
pub fn precision_of_bytes<C: Serialize>(
    cpa: &C,
    bytes: &[u8],
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<C::Precision>> {
    let mut input = Reader::new(bytes, names);
    let precision = cpa.read_precision(&mut input, cx)?;
    Ok(precision.filter(|_| input.is_at_end()))
}

/// The bytes of what a block's results rest on beside text, state and precision; `None` when it cannot be said.
///
/// # Errors
/// An operation of the analysis fails.
pub fn context_bytes<C: Serialize>(
    cpa: &C,
    scope: &ReductionScope<'_>,
    names: &Names<'_>,
    cx: &mut Cx<'_>,
) -> Res<Option<Vec<u8>>> {
    let mut out = Writer::new(names);
    cpa.write_context(scope, &mut out, cx)?;
    Ok(out.finish())
}
