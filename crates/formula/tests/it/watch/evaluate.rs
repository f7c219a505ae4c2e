//! Values of expressions and addresses of places in a run, from outside, with every scalar place that is read on the way.

use cairn_interp::Interpreter;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, Value, VarKind, eval};

/// A run, seen before its next step.
pub struct Look<'a, 'c, 'p> {
    pub program: &'p Program,
    pub run: &'a Interpreter<'c, 'p>,
    /// Scalar places read, and where.
    pub reads: Vec<(PlaceId, u64)>,
}

impl Look<'_, '_, '_> {
    fn scalar(&self, expr: ExprId) -> Option<Scalar> {
        self.program.types.scalar(self.program.exprs[expr].ty)
    }

    /// The address of a place.
    pub fn address(&mut self, place: PlaceId) -> Option<u64> {
        let program = self.program;
        let mask = if program.types.model().pointer_bits() == 32 { 0xffff_ffff } else { u64::MAX };
        let address = match program.exprs[place].kind {
            PlaceKind::Var(var) => {
                let of = &program.vars[var];
                let frame = match of.kind {
                    VarKind::Static | VarKind::StringLiteral => 0,
                    _ => self.run.top(),
                };
                self.run.address_of(frame, var)?
            }
            PlaceKind::Deref(pointer) => self.value(pointer)?.0 as u64,
            PlaceKind::Field(record, field) => {
                let offset = program.types.fields(program.exprs[record].ty)?[field as usize].offset;
                self.address(record)?.wrapping_add(offset)
            }
            PlaceKind::Index(array, index) => {
                let size = program.types.size_of(program.exprs[place].ty)?;
                let of = self.scalar(index)?;
                let index = self.value(index)?;
                let index = if of.is_signed() { index.as_signed(of.bits()) as u64 } else { index.0 as u64 };
                self.address(array)?.wrapping_add(index.wrapping_mul(size))
            }
        };
        Some(address & mask)
    }

    /// The value of a scalar expression; `None` when it is indeterminate or undefined.
    pub fn value(&mut self, expr: ExprId) -> Option<Value> {
        let program = self.program;
        let to = self.scalar(expr);
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) => Some(Value::truncated(bits, to?.bits())),
            ExprKind::Load(place) => {
                let of = to?;
                let address = self.address(place)?;
                self.reads.push((place, address));
                self.load(place, address, of)
            }
            ExprKind::AddressOf(place) => self.address(place).map(|a| Value(u128::from(a))),
            ExprKind::FunctionAddress(function) => {
                let ranges = cairn_interp::layout::Ranges::of(program.types.model());
                Some(Value(u128::from(ranges.function(function))))
            }
            ExprKind::Unary(op, x) => {
                let value = self.value(x)?;
                eval::unary(op, value, self.scalar(x)?, to?).ok().map(|o| o.value)
            }
            ExprKind::Cast(x) => {
                let value = self.value(x)?;
                Some(eval::cast(value, self.scalar(x)?, to?).value)
            }
            ExprKind::Conditional(cond, x, y) => {
                let of = self.scalar(cond)?;
                let value = self.value(cond)?;
                self.value(if eval::is_true(value, of) { x } else { y })
            }
            ExprKind::Binary(op, x, y) => {
                let (left, right) = (self.value(x)?, self.value(y)?);
                let (a, b, to) = (self.scalar(x)?, self.scalar(y)?, to?);
                let size = |e: ExprId| {
                    let pointee = program.types.pointee(program.exprs[e].ty)?;
                    Some(program.types.size_of(pointee).unwrap_or(1))
                };
                match op {
                    BinaryOp::PtrAdd => {
                        let index = if b.is_signed() { right.as_signed(b.bits()) as u128 } else { right.0 };
                        let sum = left.0.wrapping_add(index.wrapping_mul(u128::from(size(x)?)));
                        Some(Value::truncated(sum, to.bits()))
                    }
                    BinaryOp::PtrDiff => {
                        let bytes = Value::truncated(left.0.wrapping_sub(right.0), a.bits()).as_signed(a.bits());
                        Some(Value::from_i128(bytes.checked_div(i128::from(size(x)?))?, to.bits()))
                    }
                    _ => eval::binary(op, left, right, a, b, to).ok().map(|o| o.value),
                }
            }
        }
    }

    fn load(&self, place: PlaceId, address: u64, of: Scalar) -> Option<Value> {
        let program = self.program;
        let bits = match program.exprs[place].kind {
            PlaceKind::Field(record, field) => program.types.fields(program.exprs[record].ty)?[field as usize].bits,
            _ => None,
        };
        let Some(bits) = bits else { return self.run.scalar_at(address, of) };
        let mut value = 0u128;
        for bit in 0..bits.width {
            let at = bits.first + bit;
            let byte = self.run.byte_at(address + u64::from(at / 8))?;
            value |= u128::from(byte >> (at % 8) & 1) << bit;
        }
        match of {
            Scalar::Int { bits: wide, signed: true } => {
                Some(Value::from_i128(Value(value).as_signed(bits.width), wide))
            }
            _ => Some(Value(value)),
        }
    }
}
