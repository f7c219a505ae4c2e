//! Pointers that outlive their object: where in the program a pointer may be compared whose object is gone, and another
//! object may be in its place. Without context, and without flow but for this: after a `free` and an allocation after it.

use super::constraints::{Constraints, PointeeObject};
use super::graph::GraphId;
use cairn_base::id::{Id, IdVec};
use cairn_base::{FastIndexSet, FastMap, FastSet};
use cairn_ir::effects::{self, AllocationKind, Effect, Where};
use cairn_ir::{ExprId, FunctionId, NodeId, Op, PlaceKind, Program, VarId, VarKind};
use cairn_ir::{any_reachable, reachable};

/// Where memory may have been handed out again.
pub(super) struct Outliving {
    /// For a node of which objects are freed: the locations that come after an allocation after that.
    reused: FastMap<GraphId, FastIndexSet<NodeId>>,
    /// Objects of frames and blocks whose address is kept where it may be found after their life.
    kept: FastSet<PointeeObject>,
}

impl Outliving {
    pub fn new(from: &Constraints<'_>) -> Self {
        let program = from.program;
        let mut freed: FastMap<GraphId, Vec<NodeId>> = FastMap::default();
        let mut order = Vec::new();
        for edge in program.edges.iter() {
            let Op::Intrinsic { which, args, .. } = &edge.op else { continue };
            let row = which.row();
            let Some(freed_argument) = row.frees() else { continue };
            // It may give the place that it takes.
            let starts = if row.allocates().is_some() { edge.source } else { edge.target };
            let Some(node) = args.get(freed_argument).and_then(|arg| node_of(from, *arg)) else { continue };
            let known = freed.entry(node).or_default();
            if known.is_empty() {
                order.push(node);
            }
            known.push(starts);
        }
        let returns = Returns::new(program);
        let mut reused = FastMap::default();
        for node in order {
            let after = returns.reachable(freed.remove(&node).unwrap_or_default());
            let again =
                program.edges.iter().filter(|edge| after.contains(&edge.source) && allocates(program, &edge.op));
            reused.insert(node, returns.reachable(again.map(|edge| edge.target).collect()));
        }
        Self { reused, kept: kept(from) }
    }

    /// Whether at a location an object of one of the nodes may be where one of the other was.
    pub fn may_be_reused(&self, at: NodeId, nodes: [GraphId; 2]) -> bool {
        nodes.iter().any(|node| self.reused.get(node).is_some_and(|after| after.contains(&at)))
    }

    /// Whether the address of an object of a frame may be found after its life.
    pub fn is_kept(&self, object: PointeeObject) -> bool {
        self.kept.contains(&object)
    }
}

/// Which pointers may be addresses of objects of frames and blocks after these are gone.
pub struct Dangling {
    pointers: IdVec<ExprId, bool>,
}

impl Dangling {
    /// Finds them.
    pub fn new(program: &Program) -> Self {
        let mut from = Constraints::new(program);
        from.settle();
        let kept = kept(&from);
        let is_kept =
            |object: &(u32, i64)| from.objects.get_index(object.0 as usize).is_some_and(|object| kept.contains(object));
        let dangles = |expr: ExprId| {
            let value = from.values.get(expr).copied().flatten().flatten();
            value.is_some_and(|target| from.graph.objects(from.graph.find_in(target.spot).node).iter().any(is_kept))
        };
        let pointers = (0..program.exprs.expr_count()).map(|at| dangles(Id::from_index(at))).collect();
        Self { pointers }
    }

    /// Whether a pointer may be one. One that the program did not have when it was asked is none.
    pub fn may_be(&self, pointer: ExprId) -> bool {
        self.pointers.get(pointer).copied().unwrap_or(false)
    }
}

fn allocates(program: &Program, op: &Op) -> bool {
    effects::own(program, op).contains(&Effect::Allocates(AllocationKind::Heap))
}

fn node_of(from: &Constraints<'_>, expr: ExprId) -> Option<GraphId> {
    Some(from.graph.find_in(from.values[expr]??.spot).node)
}

/// The whole program as one graph.
struct Returns<'p> {
    program: &'p Program,
    /// For the exit of a function the locations that it returns to.
    to: FastMap<NodeId, Vec<NodeId>>,
}

impl<'p> Returns<'p> {
    fn new(program: &'p Program) -> Self {
        let mut to: FastMap<NodeId, Vec<NodeId>> = FastMap::default();
        for edge in program.edges.iter() {
            if let Some(body) = program.body_called(&edge.op) {
                to.entry(body.exit).or_default().push(edge.target);
            }
        }
        Self { program, to }
    }

    fn reachable(&self, starts: Vec<NodeId>) -> FastIndexSet<NodeId> {
        reachable(starts, |node, open| {
            open.extend(self.to.get(&node).into_iter().flatten());
            for (_, edge) in self.program.leaving(node) {
                open.push(edge.target);
                open.extend(self.program.body_called(&edge.op).map(|body| body.entry));
            }
        })
    }
}

/// Locals whose address is assigned to what may live longer than they. Arrays of variable length all count: their block
/// may be left with their address kept in a variable of the frame. But for those of the start function, which lives as long
/// as the program, and has no blocks.
fn kept(from: &Constraints<'_>) -> FastSet<PointeeObject> {
    let program = from.program;
    // The function that the start function calls lives as long as the program.
    let first: FastSet<_> = (program.edges.iter())
        .filter(|edge| program.nodes[edge.source].function == program.start)
        .filter_map(|edge| if let Op::Call(site) = edge.op { program.calls[site].callee } else { None })
        .collect();
    let again: FastSet<_> = (program.edges.iter())
        .filter(|edge| program.nodes[edge.source].function != program.start)
        .filter_map(|edge| if let Op::Call(site) = edge.op { program.calls[site].callee } else { None })
        .collect();
    let in_block: FastSet<VarId> = program
        .edges
        .iter()
        .filter_map(|edge| if let Op::EndScope(var) = edge.op { Some(var) } else { None })
        .collect();
    let lasts = |var: VarId| {
        let function = program.vars[var].frame();
        let outermost = function.is_some_and(|f| f == program.start || (first.contains(&f) && !again.contains(&f)));
        outermost && !in_block.contains(&var)
    };
    let (mut kept, is_result_kept) = (FastSet::default(), results_kept(program));
    for edge in program.edges.iter() {
        let Op::Assign { place, value } = edge.op else { continue };
        let Some(node) = node_of(from, value) else { continue };
        // What a function returns goes to a variable of its caller, which lives no longer than what is in a frame further out. So it does not
        // outlive what is in no frame of the function itself; where blocks end, or a result goes elsewhere, nothing is said.
        let returned_by = match program.exprs[place].kind {
            PlaceKind::Var(var) if program.vars[var].kind == VarKind::Return => {
                program.vars[var].frame().filter(|function| !is_result_kept(*function))
            }
            _ => None,
        };
        // A plain variable of the frame lives no longer than the frame; a block's variable may be gone before it.
        let plain = match program.exprs[place].kind {
            // What is copied out of it byte by byte is kept elsewhere.
            PlaceKind::Var(var) if program.vars[var].address_taken => None,
            PlaceKind::Var(var) => match program.vars[var].kind {
                VarKind::Local | VarKind::Temp | VarKind::Param(_) => Some(var),
                _ => None,
            },
            _ => None,
        };
        for (number, _) in from.graph.objects(node) {
            let object = from.objects.get_index(*number as usize).copied();
            if let Some(PointeeObject::Allocation(edge)) = object
                && effects::own(program, &program.edges[edge].op).contains(&Effect::Allocates(AllocationKind::Frame))
                && program.nodes[program.edges[edge].source].function != program.start
            {
                kept.insert(PointeeObject::Allocation(edge));
            }
            let Some(PointeeObject::Variable(var)) = &object else { continue };
            let is_local = program.vars[*var].frame().is_some();
            let outlives = |to: VarId| to != *var && !in_block.contains(&to) && read_behind(program, to, *var);
            let is_handed_on =
                returned_by.is_some_and(|by| program.vars[*var].frame() != Some(by) && !in_block.contains(var));
            let outlived = !is_handed_on && plain.is_none_or(|to| in_block.contains(var) && outlives(to));
            if is_local && outlived && !lasts(*var) {
                kept.insert(PointeeObject::Variable(*var));
            }
        }
    }
    kept
}

/// Which functions have results that may go to what is no variable of a frame by its name.
fn results_kept(program: &Program) -> impl Fn(FunctionId) -> bool {
    let is_plain = |var: VarId| program.vars[var].frame().is_some() && !program.vars[var].address_taken;
    let (mut kept, mut is_any) = (FastSet::default(), false);
    for edge in program.edges.iter() {
        match edge.op {
            Op::Call(site) if program.calls[site].result.is_some_and(|result| !is_plain(result)) => {
                kept.extend(program.calls[site].callee);
            }
            Op::CallPointer { .. } => is_any = true,
            _ => {}
        }
    }
    move |function| is_any || kept.contains(&function)
}

/// Whether a variable of the frame whose address is not taken may be read behind the end of another's block, with the value
/// that it had there. A variable of the same block, for which no end is written, is not.
fn read_behind(program: &Program, to: VarId, of_block: VarId) -> bool {
    let ends = program.edges.iter().filter(|edge| edge.op == Op::EndScope(of_block));
    any_reachable(ends.map(|edge| edge.target), |node, open| {
        for (_, edge) in program.leaving(node) {
            let effects = effects::all(program, &edge.op);
            let reads = |effect: &Effect| {
                *effect == Effect::Names(to) || matches!(effect, Effect::Reads(at) if at.variable(program) == Some(to))
            };
            if effects.iter().any(reads) {
                return true;
            }
            let anew = |effect: &Effect| match effect {
                Effect::Writes { at, .. } => *at == Where::Variable(to),
                Effect::Begins { var, .. } | Effect::Ends(var) => *var == to,
                _ => false,
            };
            if !effects.iter().any(anew) {
                open.push(edge.target);
            }
        }
        false
    })
}
