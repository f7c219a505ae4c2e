//! Expressions and places as terms: the values and locations of the executor's machine ([`Evaluation`]).
//!
//! A value is the bits of a scalar, a location the address of its first byte, and a truth a condition over the inputs of
//! the path. What an operator demands of its operands is demanded where its arm of `?:` counts.

use crate::state::{Give, Res, State};
use cairn_formula::operators::{Malformed, Operators};
use cairn_interp::layout::Home;
use cairn_ir::types::{BitField, Field, Scalar};
use cairn_ir::{BinaryOp, ExprId, FunctionId, PlaceId, Program, UnaryOp, VarId};
use cairn_semantics::{Evaluation, Leaf, Subscript, value};
use cairn_term::TermId;

/// Bytes that a scalar takes in memory; the padding of `long double` is not among them.
pub(crate) fn stored_bytes(of: Scalar) -> u64 {
    u64::from(of.bits().div_ceil(8))
}

impl<'p> Evaluation<'p> for State<'_, 'p> {
    type Value = TermId;
    type Truth = TermId;
    type Location = TermId;
    type Error = Box<Give>;

    fn program(&self) -> &'p Program {
        self.program
    }
    fn no_value(&mut self, why: &'static str) -> Res<TermId> {
        Err(self.malformed(why))
    }
    fn no_location(&mut self, why: &'static str) -> Res<TermId> {
        Err(self.malformed(why))
    }

    fn constant(&mut self, bits: u128, of: Scalar) -> Res<TermId> {
        Ok(self.terms.bits(of.bits(), bits))
    }
    fn function(&mut self, function: FunctionId) -> Res<TermId> {
        Ok(self.address_term(self.layout.ranges.function(function)))
    }
    fn unary(&mut self, op: UnaryOp, x: TermId, from: Scalar, to: Scalar) -> Res<TermId> {
        self.operate(|operators| operators.unary(op, x, from, to))
    }
    fn binary(&mut self, op: BinaryOp, x: (TermId, Scalar), y: (TermId, Scalar), to: Scalar) -> Res<TermId> {
        self.operate(|operators| operators.binary(op, x, y, to))
    }
    fn cast(&mut self, x: TermId, from: Scalar, to: Scalar) -> Res<TermId> {
        self.operate(|operators| Ok(operators.cast(x, from, to)))
    }
    fn displaced(&mut self, _: ExprId, pointer: TermId, index: (TermId, Scalar), size: u64) -> Res<TermId> {
        Ok(self.further(pointer, index, size))
    }
    fn difference(&mut self, x: TermId, y: TermId, size: u64, to: Scalar) -> Res<TermId> {
        if size == 0 {
            self.undefined("division by zero")?;
            return Ok(self.terms.bits(to.bits(), 0));
        }
        let bytes = self.terms.bv_sub(x, y);
        let size = self.terms.bits(self.terms.width(bytes), u128::from(size));
        let difference = self.terms.bitvec_binary(cairn_term::TermOp::BvSDiv, bytes, size);
        Ok(self.resized(difference, Scalar::Int { bits: 0, signed: true }, to.bits()))
    }

    fn arm<T>(&mut self, truth: &TermId, holds: bool, evaluate: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let guard = if holds { *truth } else { self.terms.not(*truth) };
        self.guards.push(guard);
        let value = evaluate(self);
        self.guards.pop();
        value
    }
    fn truth(&mut self, value: TermId, of: Scalar) -> Res<TermId> {
        Ok(self.is_true(value, of))
    }
    fn decided(&self, truth: &TermId) -> Option<bool> {
        self.terms.as_bool(*truth)
    }
    fn either(&mut self, truth: TermId, yes: TermId, no: TermId, _to: Scalar) -> Res<TermId> {
        Ok(self.terms.ite(truth, yes, no))
    }

    fn variable(&mut self, var: VarId) -> Res<TermId> {
        match self.layout.home(var) {
            Home::Static(_, address) => Ok(self.address_term(address)),
            Home::Frame(_, offset) => Ok(self.address_term(self.base + offset)),
            Home::None => Err(self.malformed("a variable without size")),
        }
    }
    fn pointed(&mut self, pointer: ExprId) -> Res<TermId> {
        value(self, pointer)
    }
    fn member(&mut self, base: TermId, _record: PlaceId, field: &Field) -> Res<TermId> {
        let offset = self.address_term(field.offset);
        Ok(self.terms.bv_add(offset, base))
    }
    fn element(&mut self, base: TermId, of: Subscript) -> Res<TermId> {
        let Some(scalar) = self.program.types.scalar(self.program.exprs[of.index].ty) else {
            return Err(self.malformed("a subscript that is no scalar"));
        };
        let index = value(self, of.index)?;
        Ok(self.further(base, (index, scalar), of.size))
    }
    fn address(&mut self, at: TermId) -> Res<TermId> {
        Ok(at)
    }
    fn load(&mut self, place: PlaceId, at: TermId, Leaf { of, field }: Leaf) -> Res<TermId> {
        let address = self.accessed(place, at)?;
        if let Some(BitField { first, width, .. }) = field {
            let raw = self.read_memory(address, self.field_bytes(first, width)?, None)?;
            let field = self.terms.extract(raw, first + width - 1, first);
            return Ok(self.resized(field, of, of.bits()));
        }
        let pointee = self.program.types.pointee(self.program.exprs[place].ty);
        let bits = self.read_memory(address, stored_bytes(of), pointee)?;
        Ok(self.normal(bits, of))
    }
}

impl State<'_, '_> {
    /// Applies operators of C to terms. What they demand is demanded where the expression at hand counts.
    pub(crate) fn operate<T>(&mut self, apply: impl FnOnce(&mut Operators<'_>) -> Result<T, Malformed>) -> Res<T> {
        let mut operators = Operators::new(&mut self.terms);
        let result = apply(&mut operators);
        let Operators { conditions, open, undefined, .. } = operators;
        if let Some(what) = open {
            self.left_open.get_or_insert((what.to_owned(), self.span));
        }
        for condition in conditions {
            self.require(condition)?;
        }
        if let Some(why) = undefined {
            self.undefined(&why.to_string())?;
        }
        result.map_err(|Malformed(what)| self.malformed(what))
    }
    /// Whether a value is not zero.
    pub(crate) fn is_true(&mut self, value: TermId, of: Scalar) -> TermId {
        Operators::new(&mut self.terms).truth(value, of)
    }
    /// A value extended or cut to a width, by the signedness of its type.
    pub(crate) fn resized(&mut self, x: TermId, from: Scalar, width: u32) -> TermId {
        Operators::new(&mut self.terms).resized(x, from, width)
    }
    /// 1 or 0 in the eight bits of a `_Bool`.
    pub(crate) fn bool_of(&mut self, truth: TermId) -> TermId {
        Operators::new(&mut self.terms).bool_of(truth)
    }

    /// `base + index * size` in the width of an address.
    fn further(&mut self, base: TermId, (index, of): (TermId, Scalar), size: u64) -> TermId {
        let width = self.pointer_bits();
        let index = self.resized(index, of, width);
        let size = self.terms.bits(width, u128::from(size));
        let bytes = self.terms.bv_mul(size, index);
        let sum = self.terms.bv_add(base, bytes);
        self.note_base(base, sum);
        sum
    }

    /// A variable that is used by name after its lifetime begins a new one, as in the interpreter.
    fn revive(&mut self, place: PlaceId) -> Res<()> {
        if let Some(var) = self.program.exprs.root_variable(place)
            && matches!(self.layout.home(var), Home::Frame(..))
            && let Some(object) = self.object_of(var)
            && !self.objects.get(object).live
        {
            return self.begin(var, false);
        }
        Ok(())
    }

    /// Where an access to a place with this address goes. A variable that is used by name after its lifetime begins a
    /// new one; a pointer that is always null stands for memory elsewhere.
    pub(crate) fn accessed(&mut self, place: PlaceId, address: TermId) -> Res<TermId> {
        self.revive(place)?;
        self.through_null(place, address)
    }

    /// A `_Bool` is 0 or 1 whatever its bits are.
    fn normal(&mut self, value: TermId, of: Scalar) -> TermId {
        if of != Scalar::Bool {
            return value;
        }
        let truth = self.is_true(value, of);
        self.bool_of(truth)
    }

    /// Writes a scalar or a bit-field to a place.
    pub(crate) fn write_leaf(&mut self, place: PlaceId, at: TermId, leaf: Leaf, value: TermId) -> Res<()> {
        let Leaf { of, field } = leaf;
        let address = self.accessed(place, at)?;
        let value = self.normal(value, of);
        let Some(BitField { first, width, .. }) = field else {
            if matches!(of, Scalar::Pointer { .. }) && self.terms.as_bits(address).is_none() {
                self.note_leak(value);
            }
            let value = self.named(value)?;
            return self.write_memory(address, stored_bytes(of), value);
        };
        let size = self.field_bytes(first, width)?;
        let total = size as u32 * 8;
        let raw = self.read_memory(address, size, None)?;
        let mut new = self.terms.extract(value, width - 1, 0);
        if first > 0 {
            let below = self.terms.extract(raw, first - 1, 0);
            new = self.terms.concat(new, below);
        }
        if first + width < total {
            let above = self.terms.extract(raw, total - 1, first + width);
            new = self.terms.concat(above, new);
        }
        let new = self.named(new)?;
        self.write_memory(address, size, new)
    }

    fn field_bytes(&self, first: u32, width: u32) -> Res<u64> {
        match (first + width).div_ceil(8) {
            bytes @ 1..=16 => Ok(u64::from(bytes)),
            _ => Err(self.unknown("a bit-field across more than 16 bytes is not modelled")),
        }
    }
}
