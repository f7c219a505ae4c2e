//! Loop counters: variables that a loop gives a value made of the one before (`i = i + 1`).
//!
//! An analysis of values that tracks one unrolls its loop. So of several refutations of a path, one that rests on none is
//! taken (refinement selection: Beyer, Löwe and Wendler, SPIN 2015). A heuristic: it only says which refutation is tried first.

use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, ExprKind, Loops, Op, Program, VarId};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The loop counters of one program, found when they are asked for. Cloning shares them.
#[derive(Clone, Debug, Default)]
pub struct LoopCounters(Arc<OnceLock<BTreeSet<VarId>>>);

impl LoopCounters {
    /// Those of a program.
    pub fn of(&self, program: &Program) -> &BTreeSet<VarId> {
        self.0.get_or_init(|| find(program))
    }
}

fn find(program: &Program) -> BTreeSet<VarId> {
    let loops = Loops::new(program);
    let in_loop = program.edges.iter().filter(|edge| loops.depth(edge.source) > 0);
    let assigned = in_loop.filter_map(|edge| match edge.op {
        Op::Assign { place, value } => {
            let var = program.exprs.root_variable(place)?;
            reads(program, value, var).then_some(var)
        }
        _ => None,
    });
    assigned.collect()
}

/// Whether an expression reads a variable.
fn reads(program: &Program, root: ExprId, var: VarId) -> bool {
    let (mut open, mut seen) = (vec![ExprOrPlace::Expr(root)], BTreeSet::new());
    while let Some(part) = open.pop() {
        if !seen.insert(part) {
            continue;
        }
        if let ExprOrPlace::Expr(expr) = part
            && let ExprKind::Load(place) = program.exprs[expr].kind
            && program.exprs.root_variable(place) == Some(var)
        {
            return true;
        }
        open.extend(program.exprs.parts(part));
    }
    false
}
