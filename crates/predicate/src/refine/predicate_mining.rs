//! Predicates without interpolants: atoms of what contradicts itself, and their weakest preconditions.
//!
//! Any predicate is sound to track; only progress is at stake. The conjuncts of an unsatisfiable core name what matters
//! in each block. Their atoms that speak about one cut only are predicates there. Carried back through the blocks before
//! (weakest precondition, by substitution), they are what must be known earlier (Ball and Rajamani's Newton).

use super::atoms::atoms;
use super::path::{RefinedFormulas, Refutation};
use crate::workspace::Workspace;
use cairn_base::FastIndexSet;
use cairn_cpa::{Cx, Res};
use cairn_smt::SolverLimits;
use cairn_smt::interpolation::{Relevant, relevant};
use cairn_smt::work::CORE;
use cairn_term::TermId;

/// Not more atoms are carried back through a block.
const MOST_CARRIED: usize = 60;

/// Sets of predicates to try, the smallest first.
pub fn mined(workspace: &mut Workspace, refutation: &Refutation<'_>, cx: &mut Cx<'_>) -> Res<Vec<RefinedFormulas>> {
    cx.budget.look()?;
    let groups = refutation.groups(&mut workspace.encoder.terms);
    let limits = SolverLimits::of_search(cx.budget, CORE).by(&workspace.options.solver);
    let Ok(Relevant::Core(core)) = relevant(&mut workspace.encoder.terms, &groups, &limits) else {
        return Ok(Vec::new());
    };
    let mut at_cuts: RefinedFormulas = Vec::new();
    for (position, conjuncts) in core.iter().enumerate() {
        let block = refutation.window.start + position;
        for conjunct in conjuncts {
            for atom in atoms(&mut workspace.encoder.terms, *conjunct) {
                // Before the block and after it.
                for cut in [block, block + 1] {
                    let plain = refutation.blocks.generalize(&mut workspace.encoder.terms, cut, atom);
                    if cut > 0 && workspace.encoder.is_plain(plain) {
                        at_cuts.push((cut - 1, plain));
                    }
                }
            }
        }
    }
    let carried = carried_back(workspace, refutation, &at_cuts);
    Ok(vec![at_cuts, carried])
}

/// The formulas and their weakest preconditions at all cuts before.
fn carried_back(
    workspace: &mut Workspace,
    refutation: &Refutation<'_>,
    formulas: &[(usize, TermId)],
) -> RefinedFormulas {
    let Some(last) = refutation.path.last() else { return Vec::new() };
    let blocks: Vec<_> =
        workspace.history.blocks_to(last.state.block).iter().map(|block| block.formula.clone()).collect();
    let mut all = formulas.to_vec();
    let mut behind: FastIndexSet<TermId> = FastIndexSet::default();
    for block in (1..refutation.window.end).rev() {
        behind.extend(formulas.iter().filter(|(at, _)| *at == block).map(|(_, formula)| *formula));
        let Some(formula) = blocks.get(block) else { continue };
        let carried: Vec<TermId> =
            behind.iter().take(MOST_CARRIED).map(|atom| workspace.encoder.apply(*atom, formula)).collect();
        behind.clear();
        for term in carried {
            for atom in atoms(&mut workspace.encoder.terms, term) {
                if workspace.encoder.is_plain(atom) {
                    behind.insert(atom);
                    all.push((block - 1, atom));
                }
            }
        }
    }
    all
}
