//! The invariants that TRUE of the workers rests on: what is known of the states at the entries of blocks.
//!
//! A block is left at every entry, its own too, so an execution that comes to an entry is in a state that was sent there. Of the
//! states of the last epoch all were explored, and none was left out: the disjunction of what they know is an invariant of the
//! location. Between entries nothing is said, since results of blocks keep only their ends.
//!
//! Why not from the threads' graphs: a thread drops the graph of a block when it has sent the states at the block's ends.

use crate::message::{StateBytes, entry_place};
use cairn_cpa::control::PortableControl;
use cairn_cpa::distribute::{Distribute, state_of_payload};
use cairn_cpa::invariants::{Gathered, Invariant};
use cairn_cpa::{Exploration, Facts, Failure, Graph, Names, Res};
use cairn_ir::{Assertion, Program};
use std::sync::Arc;

/// Invariants at the entries of blocks.
#[derive(Clone, Debug, Default)]
pub struct EntryInvariants(Vec<Invariant>);

impl Graph for EntryInvariants {
    fn invariants(&self, _: &Program) -> Vec<Invariant> {
        self.0.clone()
    }
}

impl EntryInvariants {
    /// Of the states that were explored in the last epoch of a run with the verdict TRUE. Nothing when they cannot be read within the
    /// budget: the verdict does not rest on that.
    pub fn of<C: Distribute>(
        explored: &[(Arc<PortableControl>, StateBytes)],
        exploration: Exploration<'_, '_, C>,
        names: &Names<'_>,
    ) -> Self {
        Self(gather(explored, exploration, names).unwrap_or_default())
    }
}

fn gather<C: Distribute>(
    explored: &[(Arc<PortableControl>, StateBytes)],
    mut exploration: Exploration<'_, '_, C>,
    names: &Names<'_>,
) -> Res<Vec<Invariant>> {
    let program = exploration.program;
    let mut known = Gathered::default();
    for (place, bytes) in explored {
        let cpa = exploration.cpa();
        let state = match bytes {
            None => cpa.initial(&mut exploration.context())?.0,
            Some(bytes) => state_of_payload(cpa, bytes, entry_place(place), names, &mut exploration.context())?
                .ok_or_else(|| Failure::Internal("a state of this run cannot be read".to_owned()))?,
        };
        let control = exploration.controls_mut().at(place);
        let depth = exploration.controls().depth(control);
        known.add(place.node, || state.invariant(program.nodes[place.node].function, depth, program));
    }
    Ok(known.invariants(|_| Assertion::TRUE))
}
