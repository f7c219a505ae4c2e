//! Which local variables may still be read: a pointer in one that is not keeps no list from being folded.
//!
//! Backward over the automaton of each function until nothing changes. Variables whose address is taken count as live.

use cairn_base::FastMap;
use cairn_ir::dataflow::{Direction, Worklist, iterate_to_fixpoint};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::{EdgeId, NodeId, Program, VarId, VarKind};
use std::collections::BTreeSet;

/// For each location the locals that may still be read there.
#[derive(Debug, Default)]
pub struct LiveVariables {
    live: FastMap<NodeId, BTreeSet<VarId>>,
}

impl LiveVariables {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        let results = |node: NodeId| {
            let function = &program.functions[program.nodes[node].function];
            let is_exit = function.body.is_some_and(|body| body.exit == node);
            (node, function.result.filter(|_| is_exit).into_iter().collect())
        };
        let before = |edge: EdgeId, behind: &BTreeSet<VarId>| {
            let mut before = behind.clone();
            let effects = effects::all(program, &program.edges[edge].op);
            for effect in &effects {
                match effect {
                    Effect::Writes { at: Where::Variable(var), .. }
                    | Effect::Begins { var, .. }
                    | Effect::Ends(var) => {
                        before.remove(var);
                    }
                    _ => {}
                }
            }
            before.extend(effects.iter().filter_map(|effect| match effect {
                Effect::Names(var) => Some(*var),
                _ => None,
            }));
            Some(before)
        };
        let (starts, worklist) = (program.nodes.ids().map(results), Worklist::ReversePostorder);
        Self { live: iterate_to_fixpoint(program, Direction::Backward, worklist, starts, before) }
    }

    /// Whether a local may still be read at a location of its function.
    pub fn is_live(&self, var: VarId, node: NodeId, program: &Program) -> bool {
        let variable = &program.vars[var];
        variable.address_taken
            || matches!(variable.kind, VarKind::Static | VarKind::StringLiteral)
            || self.live.get(&node).is_none_or(|live| live.contains(&var))
    }
}
