//! The operators that block-abstraction memoization needs from an analysis (BAM 2.4, 3.3.3, 4): the operators reduce,
//! expand and rebuild.
//!
//! An analysis names the locals of a frame by the frame's depth. A nested analysis runs with the frame of its block's
//! function at depth 0, whatever the depth was outside, so `reduce` also takes frames off and `expand` puts them back:
//! variables of the same name in two frames never meet, which is what the paper's `rebuild` has to repair where an
//! analysis names variables without their frame.
//!
//! The three only ever lose knowledge: for all concrete states of `entry` that some execution takes through the block,
//! what comes out is in `rebuild(call, entry, expand(entry, out))`.

use crate::algebra::Move;
use crate::context::{Cx, Res};
use crate::refinement::Refine;
use cairn_blocks::ProgramPart;
use cairn_ir::Program;

/// A part of the program, as the analysis sees it that is to enter it.
#[derive(Clone, Copy, Debug)]
pub struct ReductionScope<'a> {
    /// The program.
    pub program: &'a Program,
    /// The block.
    pub part: &'a ProgramPart,
    /// How many frames are below the block's own in the analysis outside: what `reduce` takes off.
    pub depth: u32,
}

/// An analysis whose results for a block can be used again.
pub trait Reduce: Refine {
    /// The state that the analysis of a block starts in: without what the block neither reads nor writes, with the frame
    /// of the block's function at depth 0. Law: `entry ⊑ expand(entry, reduce(entry))`.
    fn reduce(&self, entry: &Self::State, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<Self::State>;

    /// The part of a precision that matters for a block. Equal parts mean that a memoized result may be used.
    fn reduce_precision(&self, precision: &Self::Precision, scope: &ReductionScope<'_>) -> Self::Precision {
        let _ = scope;
        precision.clone()
    }

    /// What the state `out` at the end of a block, with the block's frame at depth 0, means outside, when the block was
    /// entered in `entry`, which is not reduced. What the block may have changed, through pointers too, must come from
    /// `out`.
    fn expand(
        &self,
        entry: &Self::State,
        out: &Self::State,
        scope: &ReductionScope<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Self::State>;

    /// At a return: what `expanded`, the state at the function's exit, is for the caller, given the state `call` before
    /// the call and the state `entry` at the function's entry. `at` is the move that entered the function; `precision`
    /// is the caller's. `None`: no execution returns so. By default as it is.
    fn rebuild(
        &self,
        call: &Self::State,
        entry: &Self::State,
        expanded: Self::State,
        precision: &Self::Precision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Self::State>> {
        let _ = (call, entry, precision, at, cx);
        Ok(Some(expanded))
    }

    /// So many nested calls of a block are explored each in its own state, though one around them covers them (BAM 3.3.1):
    /// what they return is then not mixed with what the other returns. It only ever explores more; none by default.
    fn context_depth(&self) -> usize {
        0
    }

    /// Whether [`Reduce::widen`] ever answers anything but the newer state.
    fn widens(&self) -> bool {
        false
    }

    /// A state above `newer`, which is at the same place as `older`: the reduced state of a recursive call after that of
    /// the call around it, or a result of a recursive block after the one before. A sequence of states each of which was
    /// widened over the one before comes to an end. Only asked when [`Reduce::widens`]; by default the newer state.
    fn widen(
        &self,
        older: &Self::State,
        newer: Self::State,
        precision: &Self::Precision,
        cx: &mut Cx<'_>,
    ) -> Res<Self::State> {
        let _ = (older, precision, cx);
        Ok(newer)
    }

    /// A state above `newer` that does not say what it says otherwise than `older`: both are results of a recursive block at one
    /// end, behind many others. `None`: the analysis has finitely many results, or merges them (the default).
    fn forget_differences(&self, older: &Self::State, newer: &Self::State) -> Res<Option<Self::State>> {
        let _ = (older, newer);
        Ok(None)
    }

    /// A hash that is equal for equal reduced states: the key of the memo. 0 (the default) means one bucket.
    fn memo_key(&self, reduced: &Self::State) -> u64 {
        let _ = reduced;
        0
    }

    /// The precision that a counterexample's path is computed anew with before it is refined, where a state has the precision
    /// `own`: what the path's states are made of may not be usable across blocks (indices of formulas). By default the same.
    fn replayed(&self, own: &Self::Precision) -> Self::Precision {
        own.clone()
    }

    /// What the path is replayed with when it ends early with [`Reduce::replayed`]: where blocks know less than the plain
    /// analysis, which then has no successor, the other analyses of a composite must still see the whole path. An
    /// analysis answers with its coarsest precision; by default with the same.
    fn replayed_whole(&self, own: &Self::Precision) -> Self::Precision {
        self.replayed(own)
    }
}
