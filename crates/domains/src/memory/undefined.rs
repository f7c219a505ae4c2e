//! Where an execution ends by reading or writing what is in no object.
//!
//! A part of a call's states in which a parameter is null ([`super::partition`]) goes no further than the first access by it, and
//! behind an access the pointer goes into its object (`value/followed.rs`).
//!
//! That is so only where the property asks of each access whether it is defined ([`UndefinedAccess`]). Without these checks an execution goes
//! on behind such an access wherever the interpreter can, and a violation behind it counts.
//!
//! Why it over-approximates: only accesses count that each execution of the operation makes, so none of what one arm of a choice
//! does.

use cairn_base::IdVec;
use cairn_ir::behaviour::Check;
use cairn_ir::{EdgeId, ExprId, ExprKind, Op, PlaceId, PlaceKind, Program};

/// Meaning of an undefined access for the executions of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndefinedAccess {
    /// They end there, since the property asks of each access: its violation comes first.
    Ends,
    /// They may go on.
    GoesOn,
}

impl UndefinedAccess {
    /// Where a property has these checks.
    pub fn of(checks: &[Check]) -> Self {
        match checks.contains(&Check::ValidDeref) && checks.contains(&Check::NullDereference) {
            true => UndefinedAccess::Ends,
            false => UndefinedAccess::GoesOn,
        }
    }
}

/// What an operation surely accesses something by, and how many bytes behind it at least.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access {
    Pointer(ExprId, u64),
    Element(PlaceId, u64),
}

/// The accesses that each edge surely makes.
pub(super) fn followed(program: &Program) -> IdVec<EdgeId, Vec<Access>> {
    let of = |op: &Op| {
        let mut found = Followed { program, accesses: Vec::new() };
        found.operation(op);
        found.accesses
    };
    program.edges.iter().map(|edge| of(&edge.op)).collect()
}

struct Followed<'a> {
    program: &'a Program,
    accesses: Vec<Access>,
}

impl Followed<'_> {
    fn operation(&mut self, op: &Op) {
        match op {
            Op::Assume { cond, .. } => self.expr(*cond),
            Op::Assign { place, value } => {
                self.accessed(*place);
                self.expr(*value);
            }
            Op::Havoc { place, .. } => self.accessed(*place),
            Op::Call(call) => self.program.calls[*call].args.iter().for_each(|arg| self.expr(*arg)),
            Op::Intrinsic { args, result, .. } => {
                args.iter().for_each(|arg| self.expr(*arg));
                result.iter().for_each(|place| self.accessed(*place));
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
            ExprKind::Load(place) => self.accessed(place),
            ExprKind::AddressOf(place) => self.place(place, None),
            ExprKind::Unary(_, inner) | ExprKind::Cast(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            // Of the arms one counts only.
            ExprKind::Conditional(condition, ..) => self.expr(condition),
        }
    }

    fn accessed(&mut self, place: PlaceId) {
        let types = &self.program.types;
        let bytes = types.size_of(self.program.type_of_place(place)).unwrap_or(0);
        self.place(place, Some(bytes));
    }

    /// A place, of which so many bytes are accessed, if any; zero for any number.
    fn place(&mut self, place: PlaceId, accessed: Option<u64>) {
        match self.program.exprs[place].kind {
            PlaceKind::Var(_) => {}
            PlaceKind::Deref(pointer) => {
                self.accesses.extend(accessed.map(|bytes| Access::Pointer(pointer, bytes)));
                self.expr(pointer);
            }
            PlaceKind::Field(base, number) => {
                let fields = self.program.types.fields(self.program.exprs[base].ty);
                let field = fields.and_then(|fields| fields.get(number as usize));
                let bytes = |bytes: u64| match field {
                    // Of a run of bits the bytes before it.
                    Some(field) if field.bits.is_some() => field.offset,
                    Some(field) if bytes > 0 => field.offset.saturating_add(bytes),
                    _ => 0,
                };
                self.place(base, accessed.map(bytes));
            }
            PlaceKind::Index(base, index) => {
                self.accesses.extend(accessed.map(|bytes| Access::Element(place, bytes)));
                self.place(base, accessed.map(|_| 0));
                self.expr(index);
            }
        }
    }
}
