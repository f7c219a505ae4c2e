//! Floating-point functions that are operations of the program, and the errors of domain that some of them report.

use super::Action;
use super::call::LibraryCall;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::{FloatKind, FunctionType, Scalar};
use cairn_ir::{BinaryOp, ExprId, ExprKind, UnaryOp};

/// `EDOM`.
const EDOM: i128 = 33;

impl Lower<'_> {
    pub(super) fn float_call(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let args = self.domain_errors(call.known.action, call.args.clone(), call.span);
        let Some(value) = self.float_function(call.known.action, call.ty, &args)? else {
            return self.bad_arguments(call);
        };
        let to = if call.ty.prototype { call.ty.result } else { self.type_of(value) };
        self.deliver_as(value, to, call.span, call.want)
    }

    /// Sets `errno` where the arguments are outside of a function's domain (C17 7.12.1), as glibc has it; the arguments to
    /// go on with. There is no branch: where nobody looks at `errno`, the call is an operation and nothing else.
    fn domain_errors(&mut self, action: Action, args: Vec<ExprId>, span: Span) -> Vec<ExprId> {
        let has_domain = matches!(
            action,
            Action::Unary(UnaryOp::FloatSqrt) | Action::Binary(BinaryOp::FloatRem | BinaryOp::FloatRemainder)
        );
        if !has_domain || !args.iter().all(|arg| matches!(self.scalar_of(*arg), Some(Scalar::Float(_)))) {
            return args;
        }
        // `errno` may be among what an argument is computed from.
        let is_float_object = |this: &Self, arg: ExprId| matches!(this.program.exprs[arg].kind, ExprKind::Load(_));
        let args: Vec<ExprId> =
            args.into_iter().map(|arg| if is_float_object(self, arg) { arg } else { self.save(arg, span) }).collect();
        let int = self.basic.int;
        let outside = match args[..] {
            [x] => {
                let zero = self.zero(self.type_of(x));
                self.binary(BinaryOp::Lt, x, zero, int)
            }
            [x, y] => {
                // An infinite dividend or a divisor of zero, neither being NaN.
                let zero = self.zero(self.type_of(y));
                let infinite = self.unary(UnaryOp::FloatIsInf, x, int);
                let by_zero = self.binary(BinaryOp::Eq, y, zero, int);
                let either = self.binary(BinaryOp::Or, infinite, by_zero, int);
                let (x, y) = (self.unary(UnaryOp::FloatIsNan, x, int), self.unary(UnaryOp::FloatIsNan, y, int));
                let nan = self.binary(BinaryOp::Or, x, y, int);
                let none = self.zero(int);
                self.choose(nan, none, either)
            }
            _ => return args,
        };
        if self.truth(outside) != Some(false) {
            let error = self.int_constant(EDOM, int);
            let place = self.errno_place();
            let before = self.load(place);
            let errno = self.choose(outside, error, before);
            self.set_errno(errno, span);
        }
        args
    }

    /// The value of a floating-point function; `None` when the arguments do not fit.
    fn float_function(&mut self, action: Action, ty: &FunctionType, args: &[ExprId]) -> Res<Option<ExprId>> {
        let int = self.basic.int;
        let floats = args.iter().all(|arg| matches!(self.scalar_of(*arg), Some(Scalar::Float(_))));
        match (action, args) {
            (Action::Infinity, _) => Ok(self.special_value(ty, false)),
            (Action::Nan, _) => Ok(self.special_value(ty, true)),
            _ if !floats => Ok(None),
            (Action::Unary(op), [x]) => {
                let test = matches!(
                    op,
                    UnaryOp::FloatIsNan
                        | UnaryOp::FloatIsInf
                        | UnaryOp::FloatIsFinite
                        | UnaryOp::FloatIsNormal
                        | UnaryOp::FloatSignBit
                );
                let result = if test { int } else { self.type_of(*x) };
                Ok(Some(self.unary(op, *x, result)))
            }
            (Action::RoundTo(op), [x]) => {
                let of = self.type_of(*x);
                let rounded = self.unary(op, *x, of);
                Ok(Some(self.cast(rounded, ty.result)))
            }
            (Action::InfSign, [x]) => {
                let (one, minus, zero) =
                    (self.int_constant(1, int), self.int_constant(-1, int), self.int_constant(0, int));
                let infinite = self.unary(UnaryOp::FloatIsInf, *x, int);
                let negative = self.unary(UnaryOp::FloatSignBit, *x, int);
                let sign = self.choose(negative, minus, one);
                Ok(Some(self.choose(infinite, sign, zero)))
            }
            (Action::Binary(op), [x, y]) => {
                let (x, y, ty) = self.usual(*x, *y);
                let result = if op.is_comparison() { int } else { ty };
                Ok(Some(self.binary(op, x, y, result)))
            }
            (Action::Unordered, [x, y]) => {
                let x = self.unary(UnaryOp::FloatIsNan, *x, int);
                let y = self.unary(UnaryOp::FloatIsNan, *y, int);
                Ok(Some(self.binary(BinaryOp::Or, x, y, int)))
            }
            (Action::LessGreater, [x, y]) => {
                let (x, y, _) = self.usual(*x, *y);
                let less = self.binary(BinaryOp::Lt, x, y, int);
                let greater = self.binary(BinaryOp::Gt, x, y, int);
                Ok(Some(self.binary(BinaryOp::Or, less, greater, int)))
            }
            _ => Ok(None),
        }
    }

    fn scalar_of(&self, value: ExprId) -> Option<Scalar> {
        self.program.types.scalar(self.type_of(value))
    }

    fn special_value(&mut self, ty: &FunctionType, nan: bool) -> Option<ExprId> {
        let Some(Scalar::Float(kind)) = self.program.types.scalar(ty.result) else { return None };
        let (infinity, quiet): (u128, u128) = match kind {
            FloatKind::Float => (0x7f80_0000, 0x40_0000),
            FloatKind::Double => (0x7ff0_0000_0000_0000, 0x8_0000_0000_0000),
            FloatKind::LongDouble => (0x7fff_8000_0000_0000_0000, 0x4000_0000_0000_0000),
            FloatKind::Float128 => (0x7fff << 112, 1 << 111),
        };
        Some(self.constant_bits(if nan { infinity | quiet } else { infinity }, ty.result))
    }
}
