//! Which locals may be read before they are written, per function. Their cells still hold what an earlier call left
//! there, and a formula must not take that for their value: they get any value when the function is entered, or when
//! their lifetime ends in a loop.
//!
//! A variable is looked for backward from each operation that mentions it, until an operation that writes it whole or
//! begins its lifetime. Nearly all variables are found at once; only those that reach the entry or an end of their
//! lifetime are kept.

use cairn_base::id::IdVec;
use cairn_base::{FastIndexMap, FastMap, FastSet};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::reachable;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{EdgeId, FunctionId, NodeId, Op, Program, VarId, VarKind};

#[derive(Default)]
pub(crate) struct Lifetimes {
    /// Variables that may be read before they are written, by function.
    unwritten: IdVec<FunctionId, Vec<VarId>>,
    /// Variables that may be read after their lifetime ended.
    revived: FastSet<VarId>,
}

/// Effect of an edge on a variable: a read comes before a write.
#[derive(Clone, Copy, Default)]
struct Use {
    reads: bool,
    writes: bool,
    ends: bool,
}

type Uses = FastIndexMap<VarId, Vec<(EdgeId, Use)>>;

impl Lifetimes {
    pub(crate) fn new(program: &Program) -> Self {
        let mut uses: IdVec<FunctionId, Uses> = program.functions.iter().map(|_| Uses::default()).collect();
        for (id, edge) in program.edges.iter_ids() {
            let function = program.nodes[edge.source].function;
            note_uses(program, function, id, &edge.op, &mut uses[function]);
        }
        let mut new = Self::default();
        for (id, function) in program.functions.iter_ids() {
            let mut unwritten = Vec::new();
            if let Some(body) = function.body {
                for (var, edges) in &uses[id] {
                    if matches!(program.vars[*var].kind, VarKind::Param(_)) {
                        continue;
                    }
                    let starts = edges.iter().filter(|(_, u)| u.reads).map(|(edge, _)| program.edges[*edge].source);
                    if new.search(program, *var, edges, starts.collect(), body.entry) {
                        unwritten.push(*var);
                    }
                }
                if let Some(result) = function.result {
                    let none = Vec::new();
                    let edges = uses[id].get(&result).unwrap_or(&none);
                    if new.search(program, result, edges, vec![body.exit], body.entry) && !unwritten.contains(&result) {
                        unwritten.push(result);
                    }
                }
            }
            new.unwritten.push(unwritten);
        }
        new
    }

    /// True when the entry is reached backward from some nodes without a write on the way.
    fn search(
        &mut self,
        program: &Program,
        var: VarId,
        edges: &[(EdgeId, Use)],
        starts: Vec<NodeId>,
        entry: NodeId,
    ) -> bool {
        let edges: FastMap<EdgeId, Use> = edges.iter().copied().collect();
        let reached = reachable(starts, |node, open| {
            for edge in &program.nodes[node].entering {
                let found = edges.get(edge).copied().unwrap_or_default();
                if found.ends {
                    self.revived.insert(var);
                }
                if !found.writes && !found.ends {
                    open.push(program.edges[*edge].source);
                }
            }
        });
        reached.contains(&entry)
    }

    /// Variables of a function that may be read before they are written.
    pub(crate) fn unwritten(&self, function: FunctionId) -> &[VarId] {
        self.unwritten.get(function).map_or(&[], |vars| vars.as_slice())
    }
    /// True when a variable may be read after its lifetime ended.
    pub(crate) fn is_revived(&self, var: VarId) -> bool {
        self.revived.contains(&var)
    }
}

/// A variable that the text names for anything but writing it as a whole counts as read: its address may be taken.
fn note_uses(program: &Program, function: FunctionId, edge: EdgeId, op: &Op, uses: &mut Uses) {
    let mut note = |var: VarId, add: fn(&mut Use)| {
        if program.vars[var].frame() != Some(function) {
            return;
        }
        let of_var = uses.entry(var).or_default();
        match of_var.last_mut() {
            Some((last, found)) if *last == edge => add(found),
            _ => {
                let mut found = Use::default();
                add(&mut found);
                of_var.push((edge, found));
            }
        }
    };
    let mut seen: FastSet<ExprOrPlace> = FastSet::default();
    effects::each(program, op, &mut |part| seen.insert(part), &mut |effect| match effect {
        Effect::Names(var) => note(var, |u| u.reads = true),
        Effect::Writes { at: Where::Variable(var), .. } | Effect::Begins { var, .. } => note(var, |u| u.writes = true),
        Effect::Ends(var) => note(var, |u| u.ends = true),
        _ => {}
    });
}
