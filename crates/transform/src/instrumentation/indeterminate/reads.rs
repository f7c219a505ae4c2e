//! The reads of an operation that decide something, and what it carries from memory into a variable.

use super::Watch;
use cairn_base::FastSet;
use cairn_base::id::IdVec;
use cairn_ir::behaviour::is_of_library;
use cairn_ir::effects::{self, Effect};
use cairn_ir::expr::{BinaryOp, ExprKind, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, VarId};
use cairn_ir::op::{NondetSource, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, PlaceId};

/// Conditions under which something is evaluated, the outermost first.
pub(super) type Guards = Vec<(ExprId, bool)>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MemoryRead {
    pub place: PlaceId,
    pub guards: Guards,
    /// It decides something; else its value is the operation's.
    pub decides: bool,
}

/// Temporaries that the program writes and never reads.
pub(super) fn unread(program: &Program) -> FastSet<VarId> {
    let is_temp = |var: &VarId| program.vars[*var].kind == VarKind::Temp;
    let mut unread: FastSet<VarId> = program.vars.ids().filter(is_temp).collect();
    for edge in program.edges.iter() {
        for effect in effects::all(program, &edge.op) {
            if let Effect::Names(var) = effect {
                unread.remove(&var);
            }
        }
    }
    unread
}

impl Watch<'_> {
    /// Deepest nesting that is looked at: what is below is not asked.
    const DEEPEST: usize = 200;

    /// Whether the ways on are a branch of the program: not an assumption, and not the branch to what another check says.
    pub(super) fn decides(&self, leaving: &[EdgeId]) -> bool {
        let is_check = |edge: &EdgeId| {
            let then = &self.program.nodes[self.program.edges[*edge].target].leaving;
            then.iter().any(|edge| self.program.edges[*edge].op.is_end_of_check())
        };
        leaving.len() > 1 && !leaving.iter().any(is_check)
    }

    /// The scalars that an operation reads. `is_branch`: a condition is one of a branch, not an assumption.
    pub(super) fn reads(&self, op: &Op, is_branch: bool) -> Vec<MemoryRead> {
        let mut found = Vec::new();
        let mut take = |part: ExprOrPlace, decides: bool| self.visit(part, decides, &Vec::new(), &mut found, 0);
        match op {
            Op::Assume { cond, .. } if is_branch => take((*cond).into(), true),
            Op::Assign { place, value } => {
                take((*place).into(), false);
                let root = self.program.exprs.root_variable(*place);
                take((*value).into(), root.is_some_and(|var| self.unread.contains(&var)));
            }
            Op::Havoc { place, source } => {
                take((*place).into(), false);
                if let NondetSource::Volatile(load) = source {
                    take((*load).into(), false);
                }
            }
            Op::Call(site) => {
                let site = &self.program.calls[*site];
                let decides =
                    site.callee.is_some_and(|callee| is_of_library(self.program, &self.program.functions[callee]));
                site.args.iter().for_each(|arg| take((*arg).into(), decides));
            }
            Op::Intrinsic { which, args, result } if !which.only_asks() => {
                args.iter().for_each(|arg| take((*arg).into(), true));
                result.iter().for_each(|place| take((*place).into(), false));
            }
            _ => {}
        }
        found
    }

    fn visit(&self, part: ExprOrPlace, decides: bool, guards: &Guards, found: &mut Vec<MemoryRead>, depth: usize) {
        if depth > Self::DEEPEST {
            return;
        }
        let exprs = &self.program.exprs;
        let mut take = |part: ExprOrPlace, decides: bool, guards: &Guards| {
            self.visit(part, decides, guards, found, depth + 1);
        };
        match part {
            ExprOrPlace::Expr(expr) => match exprs[expr].kind {
                ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
                ExprKind::AddressOf(place) => take(place.into(), false, guards),
                ExprKind::Load(place) => {
                    take(place.into(), false, guards);
                    if self.program.types.scalar(exprs[place].ty).is_some() {
                        let read = MemoryRead { place, guards: guards.clone(), decides };
                        if !found.contains(&read) {
                            found.push(read);
                        }
                    }
                }
                ExprKind::Unary(_, x) | ExprKind::Cast(x) => take(x.into(), decides, guards),
                ExprKind::Binary(op, x, y) => {
                    take(x.into(), decides, guards);
                    take(y.into(), decides || matches!(op, BinaryOp::Div | BinaryOp::Rem), guards);
                }
                ExprKind::Conditional(c, yes, no) => {
                    take(c.into(), true, guards);
                    for (arm, truth) in [(yes, true), (no, false)] {
                        let mut guards = guards.clone();
                        guards.push((c, truth));
                        take(arm.into(), decides, &guards);
                    }
                }
            },
            ExprOrPlace::Place(place) => match exprs[place].kind {
                PlaceKind::Var(_) => {}
                PlaceKind::Deref(pointer) => take(pointer.into(), true, guards),
                PlaceKind::Field(base, _) => take(base.into(), false, guards),
                PlaceKind::Index(base, index) => {
                    take(index.into(), true, guards);
                    take(base.into(), false, guards);
                }
            },
        }
    }

    /// Whether a place may be in memory that is watched.
    pub(super) fn may_be_watched(&self, place: PlaceId) -> bool {
        let mut at = place;
        loop {
            match self.program.exprs[at].kind {
                PlaceKind::Var(var) => return self.locals.contains(&var),
                PlaceKind::Deref(pointer) => return self.may_point(pointer),
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => at = base,
            }
        }
    }

    /// Whether a pointer may go to an object that is watched.
    pub(super) fn may_point(&self, pointer: ExprId) -> bool {
        (self.points)(pointer).is_none_or(|(vars, edges)| {
            vars.iter().any(|var| self.locals.contains(var)) || edges.iter().any(|edge| self.allocations.contains(edge))
        })
    }

    /// The variable that takes the value of an operation whole, where it can be followed.
    pub(super) fn taker(&self, op: &Op) -> Option<VarId> {
        let Op::Assign { place, value } = op else { return None };
        let PlaceKind::Var(var) = self.program.exprs[*place].kind else { return None };
        let variable = &self.program.vars[var];
        let is_plain = matches!(variable.kind, VarKind::Local | VarKind::Temp) && !variable.address_taken;
        let is_scalar = self.program.types.scalar(variable.ty).is_some();
        (is_plain && is_scalar && !self.masks(*value)).then_some(var)
    }

    /// Whether a value leaves out some of what it is made of, so that it may be right though a part of it is not.
    fn masks(&self, value: ExprId) -> bool {
        match self.program.exprs[value].kind {
            ExprKind::Load(_) => false,
            ExprKind::Cast(x) | ExprKind::Unary(_, x) => self.masks(x),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::PtrAdd, x, y) => {
                let is_known = |e: ExprId| matches!(self.program.exprs[e].kind, ExprKind::Constant(_));
                (self.masks(y) || !is_known(x)) && (self.masks(x) || !is_known(y))
            }
            _ => true,
        }
    }

    /// The variables that can take what memory holds, and that decide something or give it to one that does.
    pub(super) fn carrying(&self, edges: &[EdgeId], of_users: &IdVec<FunctionId, bool>) -> Vec<VarId> {
        let (mut from_memory, mut decide) = (FastSet::default(), FastSet::default());
        let mut flows: Vec<(VarId, VarId)> = Vec::new();
        for edge in edges {
            let source = self.program.edges[*edge].source;
            if !of_users[self.program.nodes[source].function] {
                continue;
            }
            let op = &self.program.edges[*edge].op;
            let taker = self.taker(op);
            for read in self.reads(op, self.decides(&self.program.nodes[source].leaving)) {
                let of = match self.program.exprs[read.place].kind {
                    PlaceKind::Var(var) => Some(var),
                    _ => None,
                };
                match (of, taker) {
                    (Some(var), _) if read.decides => drop(decide.insert(var)),
                    (Some(var), Some(taker)) if !self.may_be_watched(read.place) => flows.push((var, taker)),
                    (_, Some(taker)) if !read.decides && self.may_be_watched(read.place) => {
                        from_memory.insert(taker);
                    }
                    _ => {}
                }
            }
        }
        loop {
            let before = (from_memory.len(), decide.len());
            for (from, to) in &flows {
                if from_memory.contains(from) {
                    from_memory.insert(*to);
                }
                if decide.contains(to) {
                    decide.insert(*from);
                }
            }
            if before == (from_memory.len(), decide.len()) {
                break;
            }
        }
        self.program.vars.ids().filter(|var| from_memory.contains(var) && decide.contains(var)).collect()
    }
}
