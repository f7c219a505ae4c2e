//! Splits an operation that touches several shared objects into steps: C reads one after the other, and others may run
//! between. A read becomes one into a variable of its own; the operation then uses that.

use super::access::Access;
use super::copies::Copies;
use super::sharing::Sharing;
use cairn_ir::expr::{ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{NodeId, VarId};
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::program::{Program, VarKind};

/// Reads that one operation is split into, at most.
const MOST_READS: usize = 32;

/// Splits what leaves a node; the nodes that a point is needed before, and whether what is read there may be what the program
/// does not read, in an arm of a conditional, where that is known.
pub(super) fn split(copies: &mut Copies<'_>, sharing: &Sharing, node: NodeId) -> Vec<(NodeId, Option<bool>)> {
    let like = copies.nodes[&node];
    let leaving = copies.program.nodes[node].leaving.clone();
    let Some(first) = leaving.first().copied() else { return Vec::new() };
    let op = copies.program.edges[first].op.clone();
    let span = copies.program.edges[first].span;
    let meets = |program: &Program, access: &Access| sharing.meets(program, (like.instance, node), access);
    let program = &*copies.program;
    let met = sharing.all(program, &op).into_iter().any(|access| meets(program, &access));
    if !met {
        return if like.forced { vec![(node, None)] } else { Vec::new() };
    }
    if is_large(program, sharing, &op, &meets) {
        copies.program.edges[first].op =
            Op::Unsupported("an object that is read or written as a whole while another thread may see it".to_owned());
        return vec![(node, None)];
    }
    let mut all = sharing.all(program, &op).into_iter();
    let writes = all.any(|access| access.writes && meets(program, &access)) || matches!(op, Op::Call(_));
    let at = (like.instance, node);
    let mut steps = Steps { copies, sharing, at, reads: Vec::new(), refused: false, counted: 0 };
    let count = steps.count(&op);
    if count + usize::from(writes) <= 1 {
        return vec![(node, None)];
    }
    if count > MOST_READS {
        steps.refused = true;
    }
    let mut new = Vec::new();
    if !steps.refused {
        for edge in &leaving {
            // Both edges of a branch have one condition, and are given the same reads.
            let op = steps.copies.program.edges[*edge].op.clone();
            new.push(match (&op, new.first()) {
                (Op::Assume { truth, .. }, Some(Op::Assume { cond, .. })) => Op::Assume { cond: *cond, truth: *truth },
                _ => steps.op(&op),
            });
        }
    }
    if steps.refused {
        copies.program.edges[first].op = Op::Unsupported("an operation on several shared objects at once".to_owned());
        return vec![(node, None)];
    }
    let reads = steps.reads;
    for (edge, op) in leaving.iter().zip(new) {
        copies.program.edges[*edge].op = op;
    }
    let mut points = Vec::new();
    let mut at = node;
    copies.program.nodes[node].leaving.clear();
    for (var, load, arm) in reads {
        points.push((at, Some(arm)));
        let next = copies.between(like);
        let place = copies.program.var_place(var);
        copies.edge(at, next, Op::Assign { place, value: load }, span);
        at = next;
    }
    for edge in &leaving {
        copies.program.edges[*edge].source = at;
        copies.program.nodes[at].leaving.push(*edge);
    }
    if writes {
        points.push((at, None));
    }
    points
}

/// Whether more than a scalar is read or written that others may see.
fn is_large(program: &Program, sharing: &Sharing, op: &Op, meets: &impl Fn(&Program, &Access) -> bool) -> bool {
    let at = |place: PlaceId, writes: bool| meets(program, &sharing.of_place(program, place, writes));
    match op {
        // Whoever comes between races with it.
        _ if program.outside.asks_for_races => false,
        Op::Assign { place, value } if program.types.scalar(program.exprs[*place].ty).is_none() => {
            let reads = match program.exprs[*value].kind {
                ExprKind::Load(from) => at(from, false),
                _ => true,
            };
            reads || at(*place, true)
        }
        Op::Havoc { place, .. } => program.types.scalar(program.exprs[*place].ty).is_none() && at(*place, true),
        Op::Intrinsic { which, .. } => {
            matches!(which, Intrinsic::MemCopy | Intrinsic::MemSet | Intrinsic::Clobber | Intrinsic::Realloc)
        }
        _ => false,
    }
}

struct Steps<'a, 'p> {
    copies: &'a mut Copies<'p>,
    sharing: &'a Sharing,
    at: (usize, NodeId),
    /// Earlier reads, in order, and whether in an arm of a conditional.
    reads: Vec<(VarId, ExprId, bool)>,
    refused: bool,
    counted: usize,
}

impl Steps<'_, '_> {
    fn is_shared(&self, place: PlaceId) -> bool {
        let program = &*self.copies.program;
        self.sharing.meets(program, self.at, &self.sharing.of_place(program, place, false))
    }

    /// The number of shared reads, each as often as it is in the text.
    fn count(&mut self, op: &Op) -> usize {
        self.counted = 0;
        let mut roots = Vec::new();
        op.roots(&self.copies.program.calls, &mut roots);
        for part in roots {
            match part {
                cairn_ir::walk::ExprOrPlace::Expr(expr) => self.count_expr(expr),
                cairn_ir::walk::ExprOrPlace::Place(place) => self.count_place(place),
            }
        }
        self.counted
    }

    fn count_expr(&mut self, expr: ExprId) {
        if self.counted > MOST_READS {
            return;
        }
        match self.copies.program.exprs[expr].kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
            ExprKind::Load(place) => {
                self.count_place(place);
                self.counted += usize::from(self.is_shared(place));
            }
            ExprKind::AddressOf(place) => self.count_place(place),
            ExprKind::Unary(_, x) | ExprKind::Cast(x) => self.count_expr(x),
            ExprKind::Binary(_, x, y) => [x, y].into_iter().for_each(|part| self.count_expr(part)),
            ExprKind::Conditional(c, x, y) => [c, x, y].into_iter().for_each(|part| self.count_expr(part)),
        }
    }

    fn count_place(&mut self, place: PlaceId) {
        match self.copies.program.exprs[place].kind {
            PlaceKind::Var(_) => {}
            PlaceKind::Deref(pointer) => self.count_expr(pointer),
            PlaceKind::Field(base, _) => self.count_place(base),
            PlaceKind::Index(base, index) => {
                self.count_place(base);
                self.count_expr(index);
            }
        }
    }

    fn op(&mut self, op: &Op) -> Op {
        match op {
            Op::Assume { cond, truth } => Op::Assume { cond: self.expr(*cond, false), truth: *truth },
            Op::Assign { place, value } => {
                let value = self.expr(*value, false);
                Op::Assign { place: self.place(*place, false), value }
            }
            Op::Havoc { place, source } => Op::Havoc { place: self.place(*place, false), source: source.clone() },
            Op::Intrinsic { which, args, result } => Op::Intrinsic {
                which: *which,
                args: args.iter().map(|arg| self.expr(*arg, false)).collect(),
                result: result.map(|place| self.place(place, false)),
            },
            Op::Call(site) => {
                let mut call = self.copies.program.calls[*site].clone();
                call.args = call.args.iter().map(|arg| self.expr(*arg, false)).collect();
                Op::Call(self.copies.program.calls.push(call))
            }
            other => other.clone(),
        }
    }

    /// An expression without shared reads. In an arm of a conditional a read may be none that the program does.
    fn expr(&mut self, expr: ExprId, arm: bool) -> ExprId {
        let cairn_ir::Expr { kind, ty } = self.copies.program.exprs[expr].clone();
        let kind = match kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => return expr,
            ExprKind::Load(place) => {
                let is_shared = self.is_shared(place);
                let place = self.place(place, arm);
                if !is_shared {
                    ExprKind::Load(place)
                } else {
                    let is_certain = matches!(self.copies.program.exprs[place].kind, PlaceKind::Var(_));
                    self.refused |= arm && !is_certain;
                    let load = self.copies.program.exprs.expr(ExprKind::Load(place), ty);
                    let home = self.copies.home;
                    let var = self.copies.program.add_var("a value that is shared", ty, VarKind::Temp, Some(home));
                    self.reads.push((var, load, arm));
                    return self.copies.program.var_value(var);
                }
            }
            ExprKind::AddressOf(place) => ExprKind::AddressOf(self.place(place, arm)),
            ExprKind::Unary(op, x) => ExprKind::Unary(op, self.expr(x, arm)),
            ExprKind::Cast(x) => ExprKind::Cast(self.expr(x, arm)),
            ExprKind::Binary(op, x, y) => {
                let x = self.expr(x, arm);
                ExprKind::Binary(op, x, self.expr(y, arm))
            }
            ExprKind::Conditional(c, x, y) => {
                let c = self.expr(c, arm);
                let x = self.expr(x, true);
                ExprKind::Conditional(c, x, self.expr(y, true))
            }
        };
        self.copies.program.exprs.expr(kind, ty)
    }

    fn place(&mut self, place: PlaceId, arm: bool) -> PlaceId {
        let cairn_ir::Place { kind, ty } = self.copies.program.exprs[place].clone();
        let kind = match kind {
            PlaceKind::Var(_) => return place,
            PlaceKind::Deref(pointer) => PlaceKind::Deref(self.expr(pointer, arm)),
            PlaceKind::Field(base, at) => PlaceKind::Field(self.place(base, arm), at),
            PlaceKind::Index(base, index) => {
                let base = self.place(base, arm);
                PlaceKind::Index(base, self.expr(index, arm))
            }
        };
        self.copies.program.exprs.place(kind, ty)
    }
}
