//! Places of arrays whose size was learnt after they were first used (`extern int a[]; … a[i] … int a[10];`).
//!
//! Expressions are hash-consed and cannot change; so when there is such an array, all tables are made anew in their
//! order, each part before what it is part of, and the operations are led over to the new ids. Rare, and linear.

use crate::lower::Lower;
use cairn_base::id::{Id, IdVec};
use cairn_ir::expr::Exprs;
use cairn_ir::walk::Part;
use cairn_ir::{ExprId, ExprKind, Op, PlaceId, PlaceKind};

struct Renamed {
    exprs: IdVec<ExprId, Option<ExprId>>,
    places: IdVec<PlaceId, Option<PlaceId>>,
}

impl Lower<'_> {
    /// Gives every place that is a variable the variable's type.
    pub fn retype_places(&mut self) {
        let stale = self.program.exprs.places().any(|(_, place)| match place.kind {
            PlaceKind::Var(var) => self.program.vars[var].ty != place.ty,
            _ => false,
        });
        if !stale {
            return;
        }
        let old = std::mem::take(&mut self.program.exprs);
        let mut new = Exprs::new();
        let mut renamed = Renamed {
            exprs: (0..old.expr_count()).map(|_| None).collect(),
            places: (0..old.place_count()).map(|_| None).collect(),
        };
        for id in (0..old.expr_count()).map(ExprId::from_index) {
            self.rename(Part::Expr(id), &old, &mut new, &mut renamed);
        }
        for id in (0..old.place_count()).map(PlaceId::from_index) {
            self.rename(Part::Place(id), &old, &mut new, &mut renamed);
        }
        self.program.exprs = new;
        let expr = |id: ExprId| renamed.exprs[id].unwrap_or(id);
        let place = |id: PlaceId| renamed.places[id].unwrap_or(id);
        for edge in self.program.edges.iter_mut() {
            match &mut edge.op {
                Op::Assume { cond, .. } => *cond = expr(*cond),
                Op::Assign { place: to, value } => (*to, *value) = (place(*to), expr(*value)),
                Op::Havoc { place: to, .. } => *to = place(*to),
                Op::CallPointer { pointer, .. } => *pointer = expr(*pointer),
                Op::Intrinsic { args, result, .. } => {
                    args.iter_mut().for_each(|arg| *arg = expr(*arg));
                    *result = result.map(place);
                }
                Op::Skip
                | Op::Label(_)
                | Op::Declare { .. }
                | Op::EndScope(_)
                | Op::Call(_)
                | Op::Halt
                | Op::Unsupported(_) => {}
            }
        }
        for call in self.program.calls.iter_mut() {
            call.args.iter_mut().for_each(|arg| *arg = expr(*arg));
        }
    }

    /// Makes a part anew, the parts that it is made of first; without recursion, since it may be as deep as the source
    /// is long.
    fn rename(&self, root: Part, old: &Exprs, new: &mut Exprs, renamed: &mut Renamed) {
        let mut stack = vec![root];
        while let Some(part) = stack.last().copied() {
            let missing = stack.len();
            match part {
                Part::Expr(id) if renamed.exprs[id].is_none() => {
                    let kind = old[id].kind.clone();
                    let mut expr = |id: ExprId| {
                        renamed.exprs[id].unwrap_or_else(|| {
                            stack.push(Part::Expr(id));
                            id
                        })
                    };
                    let kind = match kind {
                        ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => kind,
                        ExprKind::Unary(op, x) => ExprKind::Unary(op, expr(x)),
                        ExprKind::Binary(op, x, y) => ExprKind::Binary(op, expr(x), expr(y)),
                        ExprKind::Cast(x) => ExprKind::Cast(expr(x)),
                        ExprKind::Conditional(c, x, y) => ExprKind::Conditional(expr(c), expr(x), expr(y)),
                        ExprKind::Load(of) | ExprKind::AddressOf(of) => {
                            let place = renamed.places[of].unwrap_or_else(|| {
                                stack.push(Part::Place(of));
                                of
                            });
                            if matches!(kind, ExprKind::Load(_)) {
                                ExprKind::Load(place)
                            } else {
                                ExprKind::AddressOf(place)
                            }
                        }
                    };
                    if stack.len() == missing {
                        renamed.exprs[id] = Some(new.expr(kind, old[id].ty));
                    }
                }
                Part::Place(id) if renamed.places[id].is_none() => {
                    let mut ty = old[id].ty;
                    let kind = match old[id].kind {
                        PlaceKind::Var(var) => {
                            ty = self.program.vars[var].ty;
                            PlaceKind::Var(var)
                        }
                        PlaceKind::Deref(pointer) => PlaceKind::Deref(renamed.exprs[pointer].unwrap_or_else(|| {
                            stack.push(Part::Expr(pointer));
                            pointer
                        })),
                        PlaceKind::Field(of, index) => PlaceKind::Field(
                            renamed.places[of].unwrap_or_else(|| {
                                stack.push(Part::Place(of));
                                of
                            }),
                            index,
                        ),
                        PlaceKind::Index(of, index) => {
                            let base = renamed.places[of].unwrap_or_else(|| {
                                stack.push(Part::Place(of));
                                of
                            });
                            let index = renamed.exprs[index].unwrap_or_else(|| {
                                stack.push(Part::Expr(index));
                                index
                            });
                            PlaceKind::Index(base, index)
                        }
                    };
                    if stack.len() == missing {
                        renamed.places[id] = Some(new.place(kind, ty));
                    }
                }
                Part::Expr(_) | Part::Place(_) => {}
            }
            if stack.len() == missing {
                stack.pop();
            }
        }
    }
}
