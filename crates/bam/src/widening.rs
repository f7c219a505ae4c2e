//! Recursion of an analysis that merges: the states at the entries of nested calls, and the results of a recursive block,
//! may grow for ever, as ranges do at the head of a loop. From the [`FEW`]th on, each is widened over the one before.
//!
//! At an entry: the reduced state of a call over that of the innermost running entry of the same block; a chain of these
//! ends, and then the block stack covers the call (BAM 3.3.1). At an end: what a block call reads anew over what it
//! read of the same end before, which a merge has weakened since.
//!
//! Sound, for a widened state is above the one that it stands for. The first ones are taken as they are, because shallow
//! recursions are worth following exactly.

use crate::engine::Engine;
use crate::memo::ReadEnd;
use cairn_blocks::BlockId;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{PrecisionId, Reduce, Res};

/// So many nested entries, and readings of one end, are taken as they are.
const FEW: usize = 4;

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// The state that a block is entered in instead of a reduced state.
    pub(crate) fn widened_entry(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        reduced: C::State,
        precision: &C::Precision,
    ) -> Res<C::State> {
        if !self.cpa.widens() {
            return Ok(reduced);
        }
        match self.running.nested(block, specification) {
            [.., innermost] if self.running.nested(block, specification).len() >= FEW => {
                let older = self.entries[*innermost].state.clone();
                self.cpa.widen(&older, reduced, precision, &mut self.exploration.context())
            }
            _ => Ok(reduced),
        }
    }

    /// The result that a block call reads instead of `out`; `None` when it is read as it is.
    pub(crate) fn widened_result(
        &mut self,
        reads: Option<&[ReadEnd<C::State>]>,
        out: &C::State,
        precision: PrecisionId,
    ) -> Res<Option<C::State>> {
        match reads {
            Some([.., last]) if self.cpa.widens() && reads.is_some_and(|reads| reads.len() >= FEW) => {
                let older = last.widened.as_ref().unwrap_or(&last.state);
                let precision = self.exploration.precision(precision).clone();
                let widened = self.cpa.widen(older, out.clone(), &precision, &mut self.exploration.context())?;
                Ok(Some(widened))
            }
            _ => Ok(None),
        }
    }
}
