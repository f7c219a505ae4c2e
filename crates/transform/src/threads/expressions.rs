//! Copies of expressions for an instance of a thread: its own variables for those of the text, and values for parameters
//! that are known to be one. What comes out is folded as far as it concerns pointers: a place behind the address of
//! another is that place, or the part of it, and a function's address compared with another's is a constant. So a lock
//! that is passed by its address is seen to be the lock.

use cairn_base::FastMap;
use cairn_ir::eval::{self, Evaluated};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::VarId;
use cairn_ir::op::{NondetSource, Op};
use cairn_ir::program::Program;
use cairn_ir::types::{IntKind, Scalar, Type, TypeId};
use cairn_ir::value::Value;

/// Replacement of the variables of a function's text.
#[derive(Clone, Debug, Default)]
pub(super) struct Substitution {
    pub vars: FastMap<VarId, VarId>,
    /// Values of variables that are never written.
    pub values: FastMap<VarId, ExprId>,
    exprs: FastMap<ExprId, ExprId>,
    places: FastMap<PlaceId, PlaceId>,
}

impl Substitution {
    pub fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    pub fn expr(&mut self, program: &mut Program, expr: ExprId) -> ExprId {
        if let Some(known) = self.exprs.get(&expr) {
            return *known;
        }
        let cairn_ir::Expr { kind, ty } = program.exprs[expr].clone();
        let new = match kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => expr,
            ExprKind::Load(place) => match self.known_value(program, place) {
                Some(value) => value,
                None => {
                    let place = self.place(program, place);
                    program.exprs.expr(ExprKind::Load(place), ty)
                }
            },
            ExprKind::AddressOf(place) => {
                let place = self.place(program, place);
                program.exprs.expr(ExprKind::AddressOf(place), ty)
            }
            ExprKind::Unary(op, x) => {
                let x = self.expr(program, x);
                program.exprs.expr(ExprKind::Unary(op, x), ty)
            }
            ExprKind::Cast(x) => {
                let x = self.expr(program, x);
                cast(program, x, ty)
            }
            ExprKind::Binary(op, x, y) => {
                let (x, y) = (self.expr(program, x), self.expr(program, y));
                binary(program, op, x, y, ty)
            }
            ExprKind::Conditional(c, x, y) => {
                let (c, x, y) = (self.expr(program, c), self.expr(program, x), self.expr(program, y));
                program.exprs.expr(ExprKind::Conditional(c, x, y), ty)
            }
        };
        self.exprs.insert(expr, new);
        new
    }

    fn known_value(&self, program: &Program, place: PlaceId) -> Option<ExprId> {
        match program.exprs[place].kind {
            PlaceKind::Var(var) => self.values.get(&var).copied(),
            _ => None,
        }
    }

    pub fn place(&mut self, program: &mut Program, place: PlaceId) -> PlaceId {
        if let Some(known) = self.places.get(&place) {
            return *known;
        }
        let cairn_ir::Place { kind, ty } = program.exprs[place].clone();
        let new = match kind {
            PlaceKind::Var(var) => program.exprs.place(PlaceKind::Var(self.var(var)), ty),
            PlaceKind::Deref(pointer) => {
                let pointer = self.expr(program, pointer);
                behind(program, pointer, ty)
            }
            PlaceKind::Field(base, at) => {
                let base = self.place(program, base);
                program.exprs.place(PlaceKind::Field(base, at), ty)
            }
            PlaceKind::Index(base, index) => {
                let (base, index) = (self.place(program, base), self.expr(program, index));
                program.exprs.place(PlaceKind::Index(base, index), ty)
            }
        };
        if new != place
            && let Some((subscript, length)) = program.subscripts.get(&place).copied()
        {
            let both = (self.expr(program, subscript), self.expr(program, length));
            program.subscripts.insert(new, both);
        }
        self.places.insert(place, new);
        new
    }

    pub fn op(&mut self, program: &mut Program, op: &Op) -> Op {
        match op {
            Op::Skip | Op::Label(_) | Op::Halt | Op::Unsupported(_) | Op::Call(_) | Op::CallPointer { .. } => {
                op.clone()
            }
            Op::Declare { var, zeroed } => Op::Declare { var: self.var(*var), zeroed: *zeroed },
            Op::EndScope(var) => Op::EndScope(self.var(*var)),
            Op::Assume { cond, truth } => Op::Assume { cond: self.expr(program, *cond), truth: *truth },
            Op::Assign { place, value } => {
                Op::Assign { place: self.place(program, *place), value: self.expr(program, *value) }
            }
            Op::Havoc { place, source } => {
                let place = self.place(program, *place);
                let source = match source {
                    NondetSource::Volatile(read) => NondetSource::Volatile(self.expr(program, *read)),
                    other => other.clone(),
                };
                Op::Havoc { place, source }
            }
            Op::Intrinsic { which, args, result } => Op::Intrinsic {
                which: *which,
                args: args.iter().map(|arg| self.expr(program, *arg)).collect(),
                result: result.map(|place| self.place(program, place)),
            },
        }
    }
}

/// Whether a value is the same wherever it is computed: it reads nothing.
pub(super) fn is_fixed(program: &Program, expr: ExprId) -> bool {
    match program.exprs[expr].kind {
        ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => true,
        ExprKind::Load(_) | ExprKind::Conditional(..) => false,
        ExprKind::AddressOf(place) => is_fixed_place(program, place),
        ExprKind::Unary(_, x) | ExprKind::Cast(x) => is_fixed(program, x),
        ExprKind::Binary(_, x, y) => is_fixed(program, x) && is_fixed(program, y),
    }
}

fn is_fixed_place(program: &Program, place: PlaceId) -> bool {
    match program.exprs[place].kind {
        PlaceKind::Var(_) => true,
        PlaceKind::Deref(pointer) => is_fixed(program, pointer),
        PlaceKind::Field(base, _) => is_fixed_place(program, base),
        PlaceKind::Index(base, index) => is_fixed_place(program, base) && is_fixed(program, index),
    }
}

fn cast(program: &mut Program, x: ExprId, ty: TypeId) -> ExprId {
    if program.exprs[x].ty == ty {
        return x;
    }
    if let (ExprKind::Constant(bits), Some(from), Some(to)) =
        (&program.exprs[x].kind, program.types.scalar(program.exprs[x].ty), program.types.scalar(ty))
        && [from, to].iter().all(|scalar| matches!(scalar, Scalar::Int { .. } | Scalar::Bool))
    {
        let value = eval::cast(Value(*bits), from, to).value;
        return program.exprs.expr(ExprKind::Constant(value.0), ty);
    }
    // A number that was passed as a pointer.
    if let ExprKind::Cast(inner) = program.exprs[x].kind
        && let ExprKind::Constant(bits) = program.exprs[inner].kind
        && let (Some(from @ Scalar::Int { .. }), Some(pointer @ Scalar::Pointer { .. }), Some(to @ Scalar::Int { .. })) = (
            program.types.scalar(program.exprs[inner].ty),
            program.types.scalar(program.exprs[x].ty),
            program.types.scalar(ty),
        )
    {
        let value = eval::cast(eval::cast(Value(bits), from, pointer).value, pointer, to).value;
        return program.exprs.expr(ExprKind::Constant(value.0), ty);
    }
    if matches!(program.exprs[x].kind, ExprKind::Constant(0)) && program.types.is_pointer(ty) {
        return program.exprs.expr(ExprKind::Constant(0), ty);
    }
    // A pointer cast twice to pointers is cast once.
    let is_pointer = |program: &Program, ty| program.types.is_pointer(ty);
    if let ExprKind::Cast(inner) = program.exprs[x].kind
        && is_pointer(program, ty)
        && is_pointer(program, program.exprs[x].ty)
        && is_pointer(program, program.exprs[inner].ty)
    {
        return cast(program, inner, ty);
    }
    program.exprs.expr(ExprKind::Cast(x), ty)
}

fn binary(program: &mut Program, op: BinaryOp, x: ExprId, y: ExprId, ty: TypeId) -> ExprId {
    if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
        && let (Some(a), Some(b)) =
            (crate::resolve::constant_function(program, x), crate::resolve::constant_function(program, y))
    {
        let int = program.types.int(IntKind::Int);
        return program.exprs.expr(ExprKind::Constant(u128::from((a == b) == (op == BinaryOp::Eq))), int);
    }
    if let (ExprKind::Constant(a), ExprKind::Constant(b)) = (&program.exprs[x].kind, &program.exprs[y].kind)
        && let (Some(left), Some(right), Some(to)) = (
            program.types.scalar(program.exprs[x].ty),
            program.types.scalar(program.exprs[y].ty),
            program.types.scalar(ty),
        )
        && [left, right, to].iter().all(|scalar| matches!(scalar, Scalar::Int { .. }))
        && let Ok(Evaluated { value, undefined: None }) = eval::binary(op, Value(*a), Value(*b), left, right, to)
    {
        return program.exprs.expr(ExprKind::Constant(value.0), ty);
    }
    // The address of an object is not null.
    let is_zero = |program: &Program, x: ExprId| match program.exprs[x].kind {
        ExprKind::Constant(bits) => bits == 0,
        ExprKind::Cast(inner) => matches!(program.exprs[inner].kind, ExprKind::Constant(0)),
        _ => false,
    };
    if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && (is_address(program, x) && is_zero(program, y)) {
        let int = program.types.int(IntKind::Int);
        return program.exprs.expr(ExprKind::Constant(u128::from(op == BinaryOp::Ne)), int);
    }
    program.exprs.expr(ExprKind::Binary(op, x, y), ty)
}

fn is_address(program: &Program, x: ExprId) -> bool {
    match program.exprs[x].kind {
        ExprKind::AddressOf(place) => program.exprs.root_variable(place).is_some(),
        ExprKind::FunctionAddress(_) => true,
        ExprKind::Cast(inner) => program.types.is_pointer(program.exprs[x].ty) && is_address(program, inner),
        _ => false,
    }
}

fn behind(program: &mut Program, pointer: ExprId, ty: TypeId) -> PlaceId {
    if let Some((place, offset)) = addressed(program, pointer)
        && let Some(part) = part_at(program, place, offset, ty)
    {
        return part;
    }
    program.exprs.place(PlaceKind::Deref(pointer), ty)
}

/// The place whose address a pointer is, and the bytes behind its start.
fn addressed(program: &Program, pointer: ExprId) -> Option<(PlaceId, u64)> {
    match program.exprs[pointer].kind {
        ExprKind::AddressOf(place) => Some((place, 0)),
        ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => addressed(program, inner),
        ExprKind::Binary(BinaryOp::PtrAdd, base, by) => {
            let size = program.types.size_of(program.types.pointee(program.exprs[pointer].ty)?)?;
            let (place, offset) = addressed(program, base)?;
            let mut by = by;
            while let ExprKind::Cast(inner) = program.exprs[by].kind {
                by = inner;
            }
            let ExprKind::Constant(by) = program.exprs[by].kind else { return None };
            let by = u64::try_from(by).ok().filter(|by| *by < 1 << 20)?;
            Some((place, offset + by * size))
        }
        _ => None,
    }
}

/// The part of a place that is of a type and begins so many bytes behind its start.
fn part_at(program: &mut Program, place: PlaceId, offset: u64, ty: TypeId) -> Option<PlaceId> {
    let own = program.exprs[place].ty;
    if own == ty && offset == 0 {
        return Some(place);
    }
    match program.types.get(own).clone() {
        Type::Record(record) => {
            let fields = program.types.records[record].fields.clone()?;
            fields.iter().enumerate().find_map(|(at, field)| {
                let size = program.types.size_of(field.ty)?;
                let inside = field.bits.is_none() && field.offset <= offset && offset < field.offset + size;
                if !inside {
                    return None;
                }
                let part = program.exprs.place(PlaceKind::Field(place, at as u32), field.ty);
                part_at(program, part, offset - field.offset, ty)
            })
        }
        Type::Array(of, Some(length)) => {
            let size = program.types.size_of(of.ty).filter(|size| *size > 0)?;
            let index = offset / size;
            if index >= length {
                return None;
            }
            let signed = program.types.ptrdiff_t();
            let at = program.exprs.expr(ExprKind::Constant(u128::from(index)), signed);
            let part = program.exprs.place(PlaceKind::Index(place, at), of.ty);
            part_at(program, part, offset % size, ty)
        }
        _ => None,
    }
}
