//! The types of places, expressions and operations.
//!
//! Scalars are compared by what they are to an analysis (class, width, signedness), so that `int` and an enumeration
//! that it underlies agree; whole records and arrays by identity.

use crate::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use crate::ids::{FunctionId, VarId};
use crate::op::{Intrinsic, Op};
use crate::operator::{BinaryTyping, UnaryTyping};
use crate::primitive::{ArgumentRole, PrimitiveResult};
use crate::program::Program;
use crate::types::{Scalar, TypeId};
use crate::value::mask;
use crate::walk::{ExprOrPlace, Walk};
use cairn_base::FastMap;

/// Checks everything that some edge mentions.
pub(super) fn check(program: &Program) -> Result<(), String> {
    let mut walk = Walk::new();
    let mut roots = Vec::new();
    let mut frames = Frames::default();
    for (id, edge) in program.edges.iter_ids() {
        let context = |message: String| format!("{}: {message}", program.describe(id));
        let function = program.nodes[edge.source].function;
        edge.op.roots(&program.calls, &mut roots);
        for root in roots.drain(..) {
            let mut error = None;
            walk.visit(&program.exprs, root, &mut |part| {
                let result = match part {
                    ExprOrPlace::Expr(expr) => check_expr(program, expr),
                    ExprOrPlace::Place(place) => check_place(program, place),
                };
                if let Err(message) = result {
                    error.get_or_insert(message);
                }
            });
            error.map_or(Ok(()), Err).map_err(context)?;
            frames.check(program, root, function).map_err(context)?;
        }
        check_op(program, &edge.op, function).map_err(context)?;
    }
    Ok(())
}

/// In which frame the variables live that an expression mentions. Hash-consing shares subexpressions of one function
/// only where they mention its frame, so each part needs one visit.
#[derive(Default)]
struct Frames {
    known: FastMap<ExprOrPlace, Option<FunctionId>>,
}

impl Frames {
    fn check(&mut self, program: &Program, root: ExprOrPlace, function: FunctionId) -> Result<(), String> {
        let mut open = vec![root];
        while let Some(&part) = open.last() {
            if self.known.contains_key(&part) {
                open.pop();
                continue;
            }
            let parts = program.exprs.parts(part);
            let before = open.len();
            open.extend(parts.iter().copied().filter(|p| !self.known.contains_key(p)));
            if open.len() > before {
                continue;
            }
            open.pop();
            let mut frame = None;
            if let ExprOrPlace::Place(place) = part
                && let PlaceKind::Var(var) = program.exprs[place].kind
            {
                frame = program.vars[var].frame();
            }
            for inner in parts.iter().filter_map(|p| self.known.get(p).copied().flatten()) {
                if frame.is_some_and(|f| f != inner) {
                    return Err("an expression mentions the variables of two functions".into());
                }
                frame = Some(inner);
            }
            self.known.insert(part, frame);
        }
        match self.known.get(&root).copied().flatten() {
            Some(frame) if frame != function => {
                Err(format!("it mentions a variable of '{}'", program.functions[frame].name))
            }
            _ => Ok(()),
        }
    }
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// The same scalar, or the same record or array.
fn same(program: &Program, x: TypeId, y: TypeId) -> bool {
    match (program.types.scalar(x), program.types.scalar(y)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => x == y,
        _ => false,
    }
}

fn is_address_wide(program: &Program, ty: TypeId) -> bool {
    let bits = program.types.model().pointer_bits();
    program.types.scalar(ty) == Some(Scalar::Int { bits, signed: true })
}

fn check_place(program: &Program, id: PlaceId) -> Result<(), String> {
    let place = &program.exprs[id];
    let wrong = |what: &str| format!("place `{}`: {what}", crate::format_place(program, id));
    match place.kind {
        PlaceKind::Var(var) => ensure(program.vars[var].ty == place.ty, || wrong("is not of the type of its variable")),
        PlaceKind::Deref(pointer) => {
            ensure(program.types.is_pointer(program.exprs[pointer].ty), || wrong("what is dereferenced is no pointer"))
        }
        PlaceKind::Field(base, index) => {
            let Some(fields) = program.types.fields(program.exprs[base].ty) else {
                return Err(wrong("a member of what is no complete record"));
            };
            let field = fields.get(index as usize).ok_or_else(|| wrong("there is no such member"))?;
            ensure(field.ty == place.ty, || wrong("is not of the type of its member"))
        }
        PlaceKind::Index(base, index) => {
            let Some((element, _)) = program.types.element(program.exprs[base].ty) else {
                return Err(wrong("an element of what is no array"));
            };
            ensure(element == place.ty, || wrong("is not of the type of its array's elements"))?;
            ensure(is_address_wide(program, program.exprs[index].ty), || wrong("the index is not a ptrdiff_t"))
        }
    }
}

fn check_expr(program: &Program, id: ExprId) -> Result<(), String> {
    let expr = &program.exprs[id];
    let wrong = |what: &str| {
        let ty = crate::format_type(&program.types, expr.ty);
        format!("expression `{}` of type {ty}: {what}", crate::format_expr(program, id))
    };
    let ty_of = |e: ExprId| program.exprs[e].ty;
    if let ExprKind::Load(place) = expr.kind {
        return ensure(same(program, program.exprs[place].ty, expr.ty), || wrong("is not of the type of its place"));
    }
    let Some(scalar) = program.types.scalar(expr.ty) else {
        return Err(wrong("is no scalar"));
    };
    match expr.kind {
        ExprKind::Load(_) => Ok(()),
        ExprKind::Constant(bits) => {
            let fits = bits <= mask(scalar.bits()) && (scalar != Scalar::Bool || bits <= 1);
            ensure(fits, || wrong("the constant does not fit"))
        }
        ExprKind::AddressOf(place) => {
            ensure(!is_bit_field(program, place), || wrong("the address of a bit-field"))?;
            ensure(program.types.is_pointer(expr.ty), || wrong("an address is a pointer"))
        }
        ExprKind::FunctionAddress(function) => {
            ensure(program.functions.get(function).is_some(), || wrong("there is no such function"))?;
            ensure(program.types.is_pointer(expr.ty), || wrong("an address is a pointer"))
        }
        ExprKind::Cast(x) => {
            let from = program.types.scalar(ty_of(x));
            ensure(from.is_some(), || wrong("only scalars are converted"))?;
            let mixed = matches!(
                (from, scalar),
                (Some(Scalar::Pointer { .. }), Scalar::Float(_)) | (Some(Scalar::Float(_)), Scalar::Pointer { .. })
            );
            ensure(!mixed, || wrong("a pointer and a float do not convert"))
        }
        ExprKind::Conditional(c, x, y) => {
            ensure(program.types.scalar(ty_of(c)).is_some(), || wrong("the condition is no scalar"))?;
            ensure(same(program, ty_of(x), expr.ty) && same(program, ty_of(y), expr.ty), || {
                wrong("arms of other types")
            })
        }
        ExprKind::Unary(op, x) => {
            let operand = program.types.scalar(ty_of(x));
            ensure(unary_fits(op, operand, scalar), || wrong("operand of a wrong type"))
        }
        ExprKind::Binary(op, x, y) => {
            let (Some(left), Some(right)) = (program.types.scalar(ty_of(x)), program.types.scalar(ty_of(y))) else {
                return Err(wrong("an operand is no scalar"));
            };
            let bits = program.types.model().pointer_bits();
            ensure(binary_fits(op, left, right, scalar, bits), || wrong("operands of wrong types"))
        }
    }
}

const INT: Scalar = Scalar::Int { bits: 32, signed: true };

fn unary_fits(op: UnaryOp, operand: Option<Scalar>, result: Scalar) -> bool {
    let Some(operand) = operand else { return false };
    let float = matches!(operand, Scalar::Float(_));
    let int = matches!(operand, Scalar::Int { .. });
    match op.row().typing {
        UnaryTyping::Arithmetic => operand == result && (int || float),
        UnaryTyping::Integer => operand == result && int,
        UnaryTyping::Float => operand == result && float,
        UnaryTyping::AnyToInt => result == INT,
        UnaryTyping::IntegerToInt => int && result == INT,
        UnaryTyping::FloatToInt => float && result == INT,
        UnaryTyping::FloatToInteger => float && matches!(result, Scalar::Int { .. }),
        UnaryTyping::IntegerToFloat => int && matches!(result, Scalar::Float(_)),
    }
}

fn binary_fits(op: BinaryOp, left: Scalar, right: Scalar, result: Scalar, pointer_bits: u32) -> bool {
    let int = matches!(result, Scalar::Int { .. });
    let float = matches!(result, Scalar::Float(_));
    let address_wide = Scalar::Int { bits: pointer_bits, signed: true };
    match op.row().typing {
        BinaryTyping::Arithmetic => left == result && right == result && (int || float),
        BinaryTyping::Integer => left == result && right == result && int,
        BinaryTyping::Float => left == result && right == result && float,
        BinaryTyping::Shift => left == result && int && matches!(right, Scalar::Int { .. }),
        BinaryTyping::Comparison => left == right && result == INT,
        BinaryTyping::PointerStep => matches!(left, Scalar::Pointer { .. }) && left == result && right == address_wide,
        BinaryTyping::PointerDistance => {
            matches!(left, Scalar::Pointer { .. }) && left == right && result == address_wide
        }
    }
}

fn is_bit_field(program: &Program, place: PlaceId) -> bool {
    let PlaceKind::Field(base, index) = program.exprs[place].kind else { return false };
    let fields = program.types.fields(program.exprs[base].ty);
    fields.and_then(|f| f.get(index as usize)).is_some_and(|f| f.bits.is_some())
}

fn check_op(program: &Program, op: &Op, function: FunctionId) -> Result<(), String> {
    let in_frame = |var: VarId| match program.vars.get(var) {
        None => Err(format!("{var} does not exist")),
        Some(v) => ensure(v.frame().is_none_or(|f| f == function), || format!("'{}' is of another function", v.name)),
    };
    match op {
        Op::Skip | Op::Label(_) | Op::Halt | Op::Unsupported(_) | Op::Havoc { .. } | Op::CallPointer { .. } => Ok(()),
        Op::Declare { var, .. } => {
            in_frame(*var)?;
            let variable = &program.vars[*var];
            let size = program.types.size_of(variable.ty);
            match (&variable.data, size) {
                (Some(data), Some(size)) => {
                    ensure(data.len() as u64 == size, || format!("{} bytes for an object of {size}", data.len()))
                }
                _ => Ok(()),
            }
        }
        Op::EndScope(var) => in_frame(*var),
        Op::Assume { cond, .. } => {
            ensure(program.types.scalar(program.exprs[*cond].ty).is_some(), || "the condition is no scalar".into())
        }
        Op::Assign { place, value } => {
            let (to, from) = (program.exprs[*place].ty, program.exprs[*value].ty);
            ensure(same(program, to, from), || {
                let name = |ty| crate::format_type(&program.types, ty);
                format!("a value of type {} for a place of type {}", name(from), name(to))
            })
        }
        Op::Call(site) => check_call(program, *site, in_frame),
        Op::Intrinsic { which, args, result } => check_intrinsic(program, *which, args, *result),
    }
}

fn check_call(
    program: &Program,
    site: crate::CallSiteId,
    in_frame: impl Fn(VarId) -> Result<(), String>,
) -> Result<(), String> {
    let call = &program.calls[site];
    let Some(callee) = call.callee.and_then(|f| program.functions.get(f)) else {
        return Err("the callee does not exist".into());
    };
    ensure(call.args.len() == callee.params.len(), || {
        format!("{} arguments for {} parameters", call.args.len(), callee.params.len())
    })?;
    for (arg, param) in call.args.iter().zip(&callee.params) {
        let (from, to) = (program.exprs[*arg].ty, program.vars[*param].ty);
        ensure(same(program, from, to), || {
            let name = |ty| crate::format_type(&program.types, ty);
            let param = &program.vars[*param].name;
            format!("an argument of type {} for the parameter '{param}' of type {}", name(from), name(to))
        })?;
    }
    let Some(var) = call.result else { return Ok(()) };
    in_frame(var)?;
    let Some(result) = callee.result else {
        return Err("the result of a function that has none".into());
    };
    ensure(same(program, program.vars[var].ty, program.vars[result].ty), || "the result is of another type".into())
}

fn check_intrinsic(
    program: &Program,
    which: Intrinsic,
    args: &[ExprId],
    result: Option<PlaceId>,
) -> Result<(), String> {
    let row = which.row();
    ensure(row.takes(args.len()), || format!("{} arguments", args.len()))?;
    let bits = program.types.model().pointer_bits();
    for (at, arg) in args.iter().enumerate() {
        let ty = program.exprs[*arg].ty;
        let fits = row.role(at).is_some_and(|role| match role {
            ArgumentRole::Pointer => program.types.is_pointer(ty),
            ArgumentRole::Size | ArgumentRole::Alignment => {
                program.types.scalar(ty) == Some(Scalar::Int { bits, signed: false })
            }
            ArgumentRole::Byte | ArgumentRole::How => program.types.scalar(ty) == Some(INT),
        });
        ensure(fits, || format!("an argument of type {}", crate::format_type(&program.types, ty)))?;
    }
    match (row.result, result) {
        (PrimitiveResult::Nothing, Some(_)) => Err("a result where there is none".into()),
        (PrimitiveResult::Address, Some(place)) => {
            ensure(program.types.is_pointer(program.exprs[place].ty), || "the result is a pointer".into())
        }
        (PrimitiveResult::Int, Some(place)) => {
            let ty = program.exprs[place].ty;
            ensure(program.types.scalar(ty) == Some(INT), || "the result is an int".into())
        }
        // A mark of an access: see [`Op::mark_access`].
        (PrimitiveResult::Int, None) if which == Intrinsic::Access => Ok(()),
        (PrimitiveResult::Int, None) => Err("no result where there is one".into()),
        (PrimitiveResult::Nothing | PrimitiveResult::Address, None) => Ok(()),
    }
}
