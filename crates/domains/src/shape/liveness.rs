//! Which local variables may still be read: a pointer in one that is not keeps no list from being folded.
//!
//! Backward over the automaton of each function until nothing changes. Variables whose address is taken count as live.

use cairn_base::FastMap;
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::{NodeId, Program, VarId, VarKind};
use std::collections::{BTreeSet, VecDeque};

/// For each location the locals that may still be read there.
#[derive(Debug, Default)]
pub struct LiveVariables {
    live: FastMap<NodeId, BTreeSet<VarId>>,
}

impl LiveVariables {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        let mut live: FastMap<NodeId, BTreeSet<VarId>> = FastMap::default();
        let mut open: VecDeque<NodeId> = VecDeque::new();
        for function in program.functions.iter() {
            let (Some(body), Some(result)) = (function.body, function.result) else { continue };
            live.entry(body.exit).or_default().insert(result);
        }
        let mut nodes: Vec<NodeId> = program.nodes.ids().collect();
        nodes.sort_by_key(|node| std::cmp::Reverse(program.nodes[*node].order));
        open.extend(nodes);
        let mut is_open: BTreeSet<NodeId> = open.iter().copied().collect();
        while let Some(node) = open.pop_front() {
            is_open.remove(&node);
            let mut here = live.get(&node).cloned().unwrap_or_default();
            for (_, edge) in program.leaving(node) {
                let mut before = live.get(&edge.target).cloned().unwrap_or_default();
                let effects = effects::all(program, &edge.op);
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
                here.append(&mut before);
            }
            if live.get(&node).is_none_or(|old| *old != here) {
                live.insert(node, here);
                for edge in &program.nodes[node].entering {
                    let source = program.edges[*edge].source;
                    if is_open.insert(source) {
                        open.push_back(source);
                    }
                }
            }
        }
        Self { live }
    }

    /// Whether a local may still be read at a location of its function.
    pub fn is_live(&self, var: VarId, node: NodeId, program: &Program) -> bool {
        let variable = &program.vars[var];
        variable.address_taken
            || matches!(variable.kind, VarKind::Static | VarKind::StringLiteral)
            || self.live.get(&node).is_none_or(|live| live.contains(&var))
    }
}
