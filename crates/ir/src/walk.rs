//! Walking expressions: the parts of an expression or place, and which of them an operation mentions.
//!
//! The table is hash-consed, so a walk visits a part once however often it occurs; a [`Walk`] remembers what it has
//! seen across many roots, which makes "everything that this function mentions" linear. No recursion: a sum of 100,000
//! terms is an expression 100,000 deep.

use crate::expr::{ExprKind, Exprs, PlaceKind};
use crate::op::{CallSite, NondetSource, Op};
use crate::program::Program;
use crate::reachable::{mark_reachable, reachable};
use crate::{ExprId, PlaceId, VarId};
use cairn_base::FastIndexSet;
use cairn_base::id::{Id, IdVec};
use smallvec::SmallVec;

/// An expression or a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExprOrPlace {
    /// An expression.
    Expr(ExprId),
    /// A place.
    Place(PlaceId),
}

impl From<ExprId> for ExprOrPlace {
    fn from(id: ExprId) -> Self {
        ExprOrPlace::Expr(id)
    }
}
impl From<PlaceId> for ExprOrPlace {
    fn from(id: PlaceId) -> Self {
        ExprOrPlace::Place(id)
    }
}

/// A handful of parts.
pub type Parts = SmallVec<[ExprOrPlace; 3]>;

impl Exprs {
    /// The parts that an expression or place is directly made of, left to right.
    pub fn parts(&self, of: impl Into<ExprOrPlace>) -> Parts {
        let mut out = Parts::new();
        match of.into() {
            ExprOrPlace::Expr(expr) => match self[expr].kind {
                ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
                ExprKind::Load(place) | ExprKind::AddressOf(place) => out.push(place.into()),
                ExprKind::Unary(_, x) | ExprKind::Cast(x) => out.push(x.into()),
                ExprKind::Binary(_, x, y) => out.extend([x.into(), y.into()]),
                ExprKind::Conditional(c, x, y) => out.extend([c.into(), x.into(), y.into()]),
            },
            ExprOrPlace::Place(place) => match self[place].kind {
                PlaceKind::Var(_) => {}
                PlaceKind::Deref(pointer) => out.push(pointer.into()),
                PlaceKind::Field(base, _) => out.push(base.into()),
                PlaceKind::Index(base, index) => out.extend([base.into(), index.into()]),
            },
        }
        out
    }
}

impl Program {
    /// All parts of what an operation mentions, each once, wholes before their parts.
    pub fn parts_of(&self, op: &Op) -> FastIndexSet<ExprOrPlace> {
        let mut roots = Vec::new();
        op.roots(&self.calls, &mut roots);
        self.exprs.all_parts(roots)
    }
}

impl Exprs {
    /// All parts of some expressions and places, themselves included, each once, wholes before their parts.
    pub fn all_parts(&self, roots: impl IntoIterator<Item = ExprOrPlace>) -> FastIndexSet<ExprOrPlace> {
        reachable(roots, |part, open| open.extend(self.parts(part)))
    }
    /// The variables that some expressions and places name, each once.
    pub fn variables_in(&self, roots: impl IntoIterator<Item = ExprOrPlace>) -> impl Iterator<Item = VarId> {
        self.all_parts(roots).into_iter().filter_map(|part| match part {
            ExprOrPlace::Place(place) => match self[place].kind {
                PlaceKind::Var(var) => Some(var),
                _ => None,
            },
            ExprOrPlace::Expr(_) => None,
        })
    }
    /// The outermost loads in an expression: what it reads, but not what says where.
    pub fn loads(&self, root: ExprId) -> Vec<ExprId> {
        let (mut found, mut open) = (Vec::new(), vec![root]);
        while let Some(expr) = open.pop() {
            if let ExprKind::Load(_) = self[expr].kind {
                found.push(expr);
                continue;
            }
            open.extend(self.parts(expr).into_iter().filter_map(|part| match part {
                ExprOrPlace::Expr(expr) => Some(expr),
                ExprOrPlace::Place(_) => None,
            }));
        }
        found
    }
}

impl Op {
    /// The expressions and places that an operation mentions itself; for a call, its arguments (its result is a
    /// variable: see [`CallSite::result`]).
    pub fn roots(&self, calls: &IdVec<crate::CallSiteId, CallSite>, out: &mut Vec<ExprOrPlace>) {
        match self {
            Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_) | Op::Halt | Op::Unsupported(_) => {}
            Op::Assume { cond, .. } => out.push((*cond).into()),
            Op::Assign { place, value } => out.extend([ExprOrPlace::from(*place), ExprOrPlace::from(*value)]),
            Op::Havoc { place, source } => {
                out.push((*place).into());
                if let NondetSource::Volatile(read) = source {
                    out.push((*read).into());
                }
            }
            Op::Call(site) => out.extend(calls[*site].args.iter().map(|a| ExprOrPlace::from(*a))),
            Op::CallPointer { site, pointer } => {
                out.push((*pointer).into());
                out.extend(calls[*site].args.iter().map(|a| ExprOrPlace::from(*a)));
            }
            Op::Intrinsic { args, result, .. } => {
                out.extend(args.iter().map(|a| ExprOrPlace::from(*a)));
                out.extend(result.iter().map(|p| ExprOrPlace::from(*p)));
            }
        }
    }
}

/// A walk over many roots that visits each part once.
#[derive(Default, Debug)]
pub struct Walk {
    seen_exprs: Vec<bool>,
    seen_places: Vec<bool>,
}

impl Walk {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Calls `visit` for every part below `root`, itself included, that no earlier walk has seen; parents first.
    pub fn visit(&mut self, exprs: &Exprs, root: ExprOrPlace, visit: &mut impl FnMut(ExprOrPlace)) {
        let is_new = |part| self.see(exprs, part);
        mark_reachable([root], is_new, |part, open| {
            visit(part);
            open.extend(exprs.parts(part));
        });
    }
    /// Notes that a part is visited; true when no walk has seen it before. For who walks by other means.
    pub fn see(&mut self, exprs: &Exprs, part: ExprOrPlace) -> bool {
        let (seen, at, count) = match part {
            ExprOrPlace::Expr(expr) => (&mut self.seen_exprs, expr.index(), exprs.expr_count()),
            ExprOrPlace::Place(place) => (&mut self.seen_places, place.index(), exprs.place_count()),
        };
        if seen.len() < count {
            seen.resize(count, false);
        }
        !std::mem::replace(&mut seen[at], true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinaryOp, IntKind, MachineModel, Program, VarKind};

    #[test]
    fn visits_each_part_once_and_survives_depth() {
        let mut p = Program::empty(MachineModel::Lp64);
        let int = p.types.int(IntKind::Int);
        let x = p.add_var("x", int, VarKind::Static, None);
        let x = p.var_value(x);
        let mut sum = x;
        for _ in 0..200_000 {
            sum = p.exprs.expr(ExprKind::Binary(BinaryOp::Add, sum, x), int);
        }
        let mut walk = Walk::new();
        let mut count = 0;
        walk.visit(&p.exprs, sum.into(), &mut |_| count += 1);
        assert_eq!(count, 200_000 + 2, "the sums, the load, the variable");
        walk.visit(&p.exprs, x.into(), &mut |_| count += 1);
        assert_eq!(count, 200_000 + 2);
    }
}
