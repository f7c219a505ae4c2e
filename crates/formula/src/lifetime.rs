//! Which locals may be read before they are written, per function. Their cells still hold what an earlier call left
//! there, and a formula must not take that for their value: they get any value when the function is entered, or when
//! their lifetime ends in a loop.
//!
//! A variable is looked for backward from each operation that mentions it, until an operation that writes it whole or
//! begins its lifetime. Nearly all variables are found at once; only those that reach the entry or an end of their
//! lifetime are kept.

use cairn_base::id::IdVec;
use cairn_base::{FastIndexMap, FastMap, FastSet};
use cairn_ir::walk::Part;
use cairn_ir::{EdgeId, FunctionId, NodeId, Op, PlaceKind, Program, VarId, VarKind};

#[derive(Default)]
pub(crate) struct Lifetimes {
    /// Variables that may be read before they are written, by function.
    unwritten: IdVec<FunctionId, Vec<VarId>>,
    /// Variables that may be read after their lifetime ended.
    revived: FastSet<VarId>,
}

/// What an edge does to a variable: a read comes before a write.
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
        mut open: Vec<NodeId>,
        entry: NodeId,
    ) -> bool {
        let edges: FastMap<EdgeId, Use> = edges.iter().copied().collect();
        let mut seen: FastSet<NodeId> = open.iter().copied().collect();
        let mut reached = false;
        while let Some(node) = open.pop() {
            reached |= node == entry;
            for edge in &program.nodes[node].entering {
                let found = edges.get(edge).copied().unwrap_or_default();
                if found.ends {
                    self.revived.insert(var);
                }
                if !found.writes && !found.ends && seen.insert(program.edges[*edge].source) {
                    open.push(program.edges[*edge].source);
                }
            }
        }
        reached
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
    let mut roots = Vec::new();
    op.roots(&program.calls, &mut roots);
    let whole = match op {
        Op::Assign { place, .. } | Op::Havoc { place, .. } | Op::Intrinsic { result: Some(place), .. } => Some(*place),
        _ => None,
    };
    // A variable that is written whole is not read by being named as the target.
    if let Some(place) = whole
        && let PlaceKind::Var(var) = program.exprs[place].kind
    {
        let at = if matches!(op, Op::Intrinsic { .. }) { roots.len().checked_sub(1) } else { Some(0) };
        if let Some(at) = at.filter(|at| roots.get(*at) == Some(&Part::Place(place))) {
            roots.remove(at);
        }
        note(var, |u| u.writes = true);
    }
    let mut seen: FastSet<Part> = roots.iter().copied().collect();
    while let Some(part) = roots.pop() {
        if let Part::Place(place) = part
            && let PlaceKind::Var(var) = program.exprs[place].kind
        {
            note(var, |u| u.reads = true);
        }
        roots.extend(program.exprs.parts(part).into_iter().filter(|part| seen.insert(*part)));
    }
    match op {
        Op::Declare { var, .. } => note(*var, |u| u.writes = true),
        Op::EndScope(var) => note(*var, |u| u.ends = true),
        Op::Call(site) => {
            if let Some(result) = program.calls[*site].result {
                note(result, |u| u.writes = true);
            }
        }
        _ => {}
    }
}
