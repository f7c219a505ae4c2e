//! Recursion of an analysis that merges: the states at the entries of nested calls, and the results of a recursive block,
//! may grow for ever, as ranges do at the head of a loop. From the [`FEW`]th on, each is widened over the one before.
//!
//! At an entry: the reduced state of a call over that of the innermost running entry of the same block; a chain of these
//! ends, and then the block stack covers the call (BAM 3.3.1). At an end: what a block call reads anew over what it
//! read of the same end before, which a merge has weakened since.
//!
//! Where an analysis keeps results separate, each is an end of its own, and a block call reads 0, 1, 2, … for ever. From the
//! [`MANY`]th on, what differs from the one before is forgotten.
//!
//! Sound, for a widened state is above the one that it stands for. The first ones are taken as they are, because shallow
//! recursions are worth following exactly.

use crate::engine::Engine;
use crate::memo::Application;
use cairn_blocks::BlockId;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{ControlId, Reduce, Res};

/// So many nested entries, and readings of one end, are taken as they are.
const FEW: usize = 4;

/// So many results of a recursive block at one place are taken as they are: a violation behind any of them is met exactly.
const MANY: usize = 512;

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

    /// The result that a block call reads instead of `out`, an end at `at`; `None` when it is read as it is.
    pub(crate) fn widened_result(
        &mut self,
        application: &Application<C::State>,
        (serial, at): (u32, ControlId),
        out: &C::State,
    ) -> Res<Option<C::State>> {
        let source = application.source;
        match application.read.get(&(source, serial)).map(|reads| &reads[..]) {
            Some(reads @ [.., last]) if self.cpa.widens() && reads.len() >= FEW => {
                let precision = self.exploration.precision(application.precision).clone();
                let widened =
                    self.cpa.widen(last.meaning(), out.clone(), &precision, &mut self.exploration.context())?;
                return Ok(Some(widened));
            }
            _ if application.settled || application.read.len() < MANY => return Ok(None),
            _ => {}
        }
        let of_source = application.read.range((source, 0)..=(source, u32::MAX)).flat_map(|(_, reads)| reads);
        let there: Vec<_> = of_source.filter(|read| read.at == at).collect();
        match there[..] {
            [.., last] if there.len() >= MANY => self.cpa.forget_differences(last.meaning(), out),
            _ => Ok(None),
        }
    }
}
