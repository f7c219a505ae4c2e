//! Lemmas: what engines have proved of loop heads while they looked for a proof of the whole, for all that run beside them.
//!
//! An engine that does not decide a program has often shown something on the way: equalities of its counters, differences of an
//! index and a length. Here that stands in one place, by control state, with who showed it; engines read it when they begin, and
//! k-induction before each of its steps.
//!
//! Invariant: a lemma holds whenever an execution without a violation before is at its control state. It is an [`Assertion`], so it
//! means the same over bit-vectors and over whole numbers.

use crate::control::PortableControl;
use cairn_base::{FastMap, IdVec};
use cairn_ir::program::Edge;
use cairn_ir::{Assertion, EdgeId, Program};
use std::sync::{Arc, Mutex, PoisonError};

/// Something that is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lemma {
    /// What holds; never `true`.
    pub holds: Assertion,
    /// The engine that showed it, as statistics name it.
    pub by: &'static str,
}

/// The lemmas of each control state.
pub type Lemmas = FastMap<PortableControl, Vec<Lemma>>;

#[derive(Debug)]
struct Kept {
    /// Of this program: a slice of it has other lemmas.
    edges: IdVec<EdgeId, Edge>,
    lemmas: Lemmas,
    count: usize,
}

/// The lemmas of one program, shared by all clones of this value.
#[derive(Clone, Debug, Default)]
pub struct SharedLemmas(Arc<Mutex<Option<Kept>>>);

impl SharedLemmas {
    /// Adds what was proved of a program; of another one than the first nothing is kept.
    pub fn tell(
        &self,
        program: &Program,
        by: &'static str,
        proved: impl IntoIterator<Item = (PortableControl, Assertion)>,
    ) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Kept { edges: program.edges.clone(), lemmas: Lemmas::default(), count: 0 };
        let kept = kept.get_or_insert_with(new);
        if kept.edges != program.edges {
            return;
        }
        for (control, holds) in proved {
            let here = kept.lemmas.entry(control).or_default();
            if !holds.is_true() && here.iter().all(|known| known.holds != holds) {
                here.push(Lemma { holds, by });
                kept.count += 1;
            }
        }
    }

    /// The lemmas of a program, where there are more than so many.
    pub fn after(&self, count: usize, program: &Program) -> Option<(usize, Lemmas)> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.as_ref().filter(|kept| kept.count > count && kept.edges == program.edges)?;
        Some((kept.count, kept.lemmas.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::specification::SpecificationState;
    use cairn_base::id::Id;
    use cairn_ir::assertion::WholeNumber;

    #[test]
    fn a_lemma_is_kept_once_and_of_one_program() {
        let (shared, program) = (SharedLemmas::default(), Program::empty(cairn_ir::MachineModel::Lp64));
        let at = PortableControl { node: Id::from_index(0), calls: Vec::new(), specification: SpecificationState(0) };
        let holds = Assertion::AtMost(WholeNumber::Constant(1), WholeNumber::Constant(2));
        let shown = [(at.clone(), holds.clone()), (at.clone(), Assertion::TRUE), (at.clone(), holds)];
        assert!(shared.after(0, &program).is_none());
        shared.tell(&program, "test", shown);
        let (count, lemmas) = shared.after(0, &program).unwrap();
        assert_eq!((count, lemmas[&at].len()), (1, 1));
        assert!(shared.clone().after(1, &program).is_none());
    }
}
