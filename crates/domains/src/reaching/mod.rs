//! Reaching definitions (Aho, Lam, Sethi and Ullman, "Compilers", 9.2.4; SLICE 2.6): which assignments may have given
//! each variable what it holds.
//!
//! A definition is an edge that writes the variable. One that writes the whole variable by name kills those before. One
//! that writes a part of it kills nothing. Nor does a write through a pointer, which may define every variable whose
//! address is taken and that lives, in any frame ([`transfer`]). States are sets of definitions for each variable of each
//! frame ([`state`]), joined where paths meet. So there is one state a location and call stack, and it is covered when no
//! definition is new.
//!
//! The analysis looks at no values: no path is ever refuted. It gives TRUE only when no path of the automata leads to a
//! violation. It is here for others to use, a slicer above all, and as the smallest whole example of an analysis.

pub mod state;
pub mod transfer;

pub use state::{DefinedObject, ReachingState};
pub use transfer::Exposed;

use cairn_cpa::{Cpa, Cx, Move, Res, Successors};

/// The analysis. Its precision is what pointers may write to, and never changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReachingDefinitions;

impl Cpa for ReachingDefinitions {
    type State = ReachingState;
    type Precision = Exposed;

    fn name(&self) -> &'static str {
        "reaching-definitions"
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(ReachingState, Exposed)> {
        Ok((ReachingState::default(), Exposed::of(cx.program)))
    }

    fn leq(&self, a: &ReachingState, b: &ReachingState, _: &mut Cx<'_>) -> Res<bool> {
        Ok(a.is_below(b))
    }

    fn post(
        &self,
        state: &ReachingState,
        exposed: &Exposed,
        at: &Move<'_>,
        _: &mut Cx<'_>,
        out: &mut Successors<ReachingState>,
    ) -> Res<()> {
        out.push(transfer::step(state, exposed, at)?);
        Ok(())
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(
        &self,
        new: &ReachingState,
        old: &ReachingState,
        _: &Exposed,
        _: &mut Cx<'_>,
    ) -> Res<Option<ReachingState>> {
        Ok(Some(old.join(new)))
    }
}
