//! As what pointers of type `void *` are used: `T *p = nondet_pointer()` has a temporary of type `void *` that is cast at
//! once, and the value is a pointer to `T` from the start.

use cairn_base::{FastMap, FastSet};
use cairn_ir::mark_reachable;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{BinaryOp, ExprId, ExprKind, Op, PlaceKind, Program, Type, TypeId, UnaryOp, VarId};

/// The variables of type `void *` that are used as pointers to one other type only, with that type.
pub(super) fn used_as(program: &Program) -> FastMap<VarId, TypeId> {
    let mut uses = Uses { program, one: FastMap::default(), mixed: FastSet::default(), copies: Vec::new() };
    // What a function returns is used wherever it is called.
    uses.mixed.extend(program.functions.iter().filter_map(|function| function.result));
    let mut roots = Vec::new();
    let mut seen: FastSet<ExprOrPlace> = FastSet::default();
    for edge in program.edges.iter() {
        edge.op.roots(&program.calls, &mut roots);
        let copied = match edge.op {
            Op::Assign { place, value } => uses.variable(value).zip(match program.exprs[place].kind {
                PlaceKind::Var(to) if uses.is_void(to) => Some(to),
                _ => None,
            }),
            _ => None,
        };
        uses.copies.extend(copied);
        for root in std::mem::take(&mut roots) {
            if let ExprOrPlace::Expr(expr) = root
                && let Some(var) = uses.variable(expr)
                && copied.is_none_or(|(from, _)| from != var)
                && !matches!(edge.op, Op::Assume { .. })
            {
                uses.mixed.insert(var);
            }
            let is_new = |part| seen.insert(part);
            mark_reachable([root], is_new, |part, open| {
                uses.part(part);
                open.extend(program.exprs.parts(part));
            });
        }
    }
    uses.settled()
}

struct Uses<'p> {
    program: &'p Program,
    one: FastMap<VarId, TypeId>,
    /// Those that are used otherwise, too.
    mixed: FastSet<VarId>,
    /// From which variable to which other values are copied.
    copies: Vec<(VarId, VarId)>,
}

impl Uses<'_> {
    fn is_void(&self, var: VarId) -> bool {
        let variable = &self.program.vars[var];
        let to = self.program.types.pointee(variable.ty);
        !variable.address_taken && to.is_some_and(|to| matches!(self.program.types.get(to), Type::Void))
    }

    /// The variable of type `void *` that an expression reads.
    fn variable(&self, expr: ExprId) -> Option<VarId> {
        let ExprKind::Load(place) = self.program.exprs[expr].kind else { return None };
        match self.program.exprs[place].kind {
            PlaceKind::Var(var) if self.is_void(var) => Some(var),
            _ => None,
        }
    }

    /// Notes how the operands of an expression are used.
    fn part(&mut self, part: ExprOrPlace) {
        let exprs = &self.program.exprs;
        let null = |of: ExprId| matches!(exprs[of].kind, ExprKind::Constant(0));
        if let ExprOrPlace::Expr(expr) = part {
            match exprs[expr].kind {
                ExprKind::Cast(inner) => {
                    if let Some(var) = self.variable(inner) {
                        match self.program.types.pointee(exprs[expr].ty) {
                            Some(to) if self.one.get(&var).is_none_or(|known| *known == to) => {
                                self.one.insert(var, to);
                            }
                            _ => drop(self.mixed.insert(var)),
                        }
                    }
                    return;
                }
                // Whether it is null says nothing about what it points to.
                ExprKind::Unary(UnaryOp::LogicalNot, _) => return,
                ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, x, y) if null(x) || null(y) => return,
                _ => {}
            }
        }
        for inner in exprs.parts(part) {
            if let ExprOrPlace::Expr(inner) = inner
                && let Some(var) = self.variable(inner)
            {
                self.mixed.insert(var);
            }
        }
    }

    fn settled(mut self) -> FastMap<VarId, TypeId> {
        loop {
            let before = (self.one.len(), self.mixed.len());
            for (from, to) in &self.copies {
                match self.one.get(to).copied() {
                    _ if self.mixed.contains(to) => drop(self.mixed.insert(*from)),
                    Some(ty) if self.one.get(from).is_none_or(|known| *known == ty) => {
                        self.one.insert(*from, ty);
                    }
                    Some(_) => drop(self.mixed.insert(*from)),
                    None => {}
                }
            }
            if before == (self.one.len(), self.mixed.len()) {
                break;
            }
        }
        let Uses { mut one, mixed, .. } = self;
        one.retain(|var, _| !mixed.contains(var));
        one
    }
}
