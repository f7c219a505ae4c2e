//! All expressions and places made anew, where what they name has got another type.
//!
//! The size of an array may be learnt after it was first used (`extern int a[]; … a[i] … int a[10];`), and linking makes
//! types of several units one and puts objects in the place of their views ([`merge`](super::merge)). Expressions are
//! hash-consed and cannot change; so all tables are made anew in their order, each part before what it is part of, and
//! the operations are led over to the new ids. Linear, and not done where nothing has changed.

use crate::lower::Lower;
use cairn_base::FastMap;
use cairn_base::id::{Id, IdVec};
use cairn_ir::expr::Exprs;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, ExprKind, Op, PlaceId, PlaceKind, TypeId, VarId};

/// New types, and whether there may be views.
pub(super) struct Renaming {
    pub types: FastMap<TypeId, TypeId>,
    pub several: bool,
}

impl Renaming {
    pub fn ty(&self, ty: TypeId) -> TypeId {
        self.types.get(&ty).copied().unwrap_or(ty)
    }
}

struct Renamed {
    exprs: IdVec<ExprId, Option<ExprId>>,
    places: IdVec<PlaceId, Option<PlaceId>>,
}

impl Lower<'_> {
    /// Gives every place that is a variable the variable's type, and renames what linking renames.
    pub(super) fn retype_places(&mut self, renaming: &Renaming) {
        let stale = renaming.several
            || self.program.exprs.places().any(|(_, place)| match place.kind {
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
            self.rename(ExprOrPlace::Expr(id), &old, &mut new, &mut renamed, renaming);
        }
        for id in (0..old.place_count()).map(PlaceId::from_index) {
            self.rename(ExprOrPlace::Place(id), &old, &mut new, &mut renamed, renaming);
        }
        self.program.exprs = new;
        let expr = |id: ExprId| renamed.exprs[id].unwrap_or(id);
        let place = |id: PlaceId| renamed.places[id].unwrap_or(id);
        for edge in self.program.edges.iter_mut() {
            match &mut edge.op {
                Op::Assume { cond, .. } => *cond = expr(*cond),
                Op::Assign { place: to, value } => (*to, *value) = (place(*to), expr(*value)),
                Op::Havoc { place: to, source } => {
                    *to = place(*to);
                    if let cairn_ir::NondetSource::Volatile(read) = source {
                        *read = expr(*read);
                    }
                }
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
    fn rename(&mut self, root: ExprOrPlace, old: &Exprs, new: &mut Exprs, renamed: &mut Renamed, renaming: &Renaming) {
        let mut stack = vec![root];
        while let Some(part) = stack.last().copied() {
            let missing = stack.len();
            match part {
                ExprOrPlace::Expr(id) if renamed.exprs[id].is_none() => {
                    let kind = old[id].kind.clone();
                    let mut expr = |id: ExprId| {
                        renamed.exprs[id].unwrap_or_else(|| {
                            stack.push(ExprOrPlace::Expr(id));
                            id
                        })
                    };
                    let kind = match kind {
                        ExprKind::Constant(_) => kind,
                        ExprKind::FunctionAddress(function) => {
                            ExprKind::FunctionAddress(self.linkage.views.function(function))
                        }
                        ExprKind::Unary(op, x) => ExprKind::Unary(op, expr(x)),
                        ExprKind::Binary(op, x, y) => ExprKind::Binary(op, expr(x), expr(y)),
                        ExprKind::Cast(x) => ExprKind::Cast(expr(x)),
                        ExprKind::Conditional(c, x, y) => ExprKind::Conditional(expr(c), expr(x), expr(y)),
                        ExprKind::Load(of) | ExprKind::AddressOf(of) => {
                            let place = renamed.places[of].unwrap_or_else(|| {
                                stack.push(ExprOrPlace::Place(of));
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
                        let ty = renaming.ty(old[id].ty);
                        let kind = self.load_as(kind, ty, new);
                        renamed.exprs[id] = Some(new.expr(kind, ty));
                    }
                }
                ExprOrPlace::Place(id) if renamed.places[id].is_none() => {
                    let kind = match old[id].kind {
                        PlaceKind::Var(var) => self.var_or_view(var, new),
                        PlaceKind::Deref(pointer) => PlaceKind::Deref(renamed.exprs[pointer].unwrap_or_else(|| {
                            stack.push(ExprOrPlace::Expr(pointer));
                            pointer
                        })),
                        PlaceKind::Field(of, index) => PlaceKind::Field(
                            renamed.places[of].unwrap_or_else(|| {
                                stack.push(ExprOrPlace::Place(of));
                                of
                            }),
                            index,
                        ),
                        PlaceKind::Index(of, index) => {
                            let base = renamed.places[of].unwrap_or_else(|| {
                                stack.push(ExprOrPlace::Place(of));
                                of
                            });
                            let index = renamed.exprs[index].unwrap_or_else(|| {
                                stack.push(ExprOrPlace::Expr(index));
                                index
                            });
                            PlaceKind::Index(base, index)
                        }
                    };
                    if stack.len() == missing {
                        let ty = self.place_type(&kind, renaming.ty(old[id].ty), new);
                        renamed.places[id] = Some(new.place(kind, ty));
                    }
                }
                ExprOrPlace::Expr(_) | ExprOrPlace::Place(_) => {}
            }
            if stack.len() == missing {
                stack.pop();
            }
        }
    }

    /// A variable, or the memory of the one that it is a view of.
    fn var_or_view(&mut self, var: VarId, new: &mut Exprs) -> PlaceKind {
        let of = self.linkage.views.var(var);
        if of == var {
            return PlaceKind::Var(var);
        }
        let ty = self.program.vars[of].ty;
        let place = new.place(PlaceKind::Var(of), ty);
        let (own, wanted) = (self.program.types.pointer(ty), self.program.types.pointer(self.program.vars[var].ty));
        let address = new.expr(ExprKind::AddressOf(place), own);
        PlaceKind::Deref(new.expr(ExprKind::Cast(address), wanted))
    }

    /// The type that a place has by what it is part of.
    fn place_type(&self, kind: &PlaceKind, otherwise: TypeId, new: &Exprs) -> TypeId {
        let types = &self.program.types;
        let own = match kind {
            PlaceKind::Var(var) => Some(self.program.vars[*var].ty),
            PlaceKind::Deref(_) => None,
            PlaceKind::Field(base, index) => {
                types.fields(new[*base].ty).and_then(|fields| Some(fields.get(*index as usize)?.ty))
            }
            PlaceKind::Index(base, _) => types.element(new[*base].ty).map(|(element, _)| element),
        };
        own.unwrap_or(otherwise)
    }

    /// A whole record or array that is compatible with the wanted type and yet another is read as the wanted one.
    fn load_as(&mut self, kind: ExprKind, ty: TypeId, new: &mut Exprs) -> ExprKind {
        let ExprKind::Load(place) = kind else { return kind };
        let own = new[place].ty;
        if own == ty || self.program.types.scalar(ty).is_some() {
            return kind;
        }
        let (own, wanted) = (self.program.types.pointer(own), self.program.types.pointer(ty));
        let address = new.expr(ExprKind::AddressOf(place), own);
        let pointer = new.expr(ExprKind::Cast(address), wanted);
        ExprKind::Load(new.place(PlaceKind::Deref(pointer), ty))
    }
}
