//! Where an execution ends by reading or writing at null.
//!
//! A part of a call's states in which a parameter is null ([`super::partition`]) goes no further than the first access by it.
//!
//! Why it over-approximates: only accesses count that each execution of the operation makes, so none of what one arm of a choice
//! does; and an access at null is undefined, where the interpreter ends too.

use cairn_base::IdVec;
use cairn_ir::{EdgeId, ExprId, ExprKind, Op, PlaceId, PlaceKind, Program};

/// The pointers that each edge surely accesses something by.
pub(super) fn followed(program: &Program) -> IdVec<EdgeId, Vec<ExprId>> {
    let of = |op: &Op| {
        let mut found = Followed { program, pointers: Vec::new() };
        found.operation(op);
        found.pointers
    };
    program.edges.iter().map(|edge| of(&edge.op)).collect()
}

struct Followed<'a> {
    program: &'a Program,
    pointers: Vec<ExprId>,
}

impl Followed<'_> {
    fn operation(&mut self, op: &Op) {
        match op {
            Op::Assume { cond, .. } => self.expr(*cond),
            Op::Assign { place, value } => {
                self.place(*place, true);
                self.expr(*value);
            }
            Op::Havoc { place, .. } => self.place(*place, true),
            Op::Call(call) => self.program.calls[*call].args.iter().for_each(|arg| self.expr(*arg)),
            Op::Intrinsic { args, result, .. } => {
                args.iter().for_each(|arg| self.expr(*arg));
                result.iter().for_each(|place| self.place(*place, true));
            }
            Op::Skip
            | Op::Label(_)
            | Op::Declare { .. }
            | Op::EndScope(_)
            | Op::CallPointer { .. }
            | Op::Halt
            | Op::Unsupported(_) => {}
        }
    }

    fn expr(&mut self, expr: ExprId) {
        match self.program.exprs[expr].kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
            ExprKind::Load(place) => self.place(place, true),
            ExprKind::AddressOf(place) => self.place(place, false),
            ExprKind::Unary(_, inner) | ExprKind::Cast(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            // Of the arms one counts only.
            ExprKind::Conditional(condition, ..) => self.expr(condition),
        }
    }

    fn place(&mut self, place: PlaceId, is_accessed: bool) {
        match self.program.exprs[place].kind {
            PlaceKind::Var(_) => {}
            PlaceKind::Deref(pointer) => {
                if is_accessed {
                    self.pointers.push(pointer);
                }
                self.expr(pointer);
            }
            PlaceKind::Field(base, _) => self.place(base, is_accessed),
            PlaceKind::Index(base, index) => {
                self.place(base, is_accessed);
                self.expr(index);
            }
        }
    }
}
