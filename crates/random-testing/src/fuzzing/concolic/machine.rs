//! The value of an expression as a term over the bytes that the system gave: what no such byte went into is a constant, because
//! memory is that of a run.
//!
//! Invariant: under the bytes that the run was given, a term has the value of the run. Under other bytes it may not, where an address was computed from
//! them: the machine follows the address that the run has. What comes of it is executed, so that only costs a try.

use cairn_base::FastMap;
use cairn_formula::operators::{Malformed, Operators};
use cairn_interp::{Inputs, Interpreter};
use cairn_ir::types::{Field, Scalar};
use cairn_ir::{BinaryOp, ExprId, FunctionId, PlaceId, Program, UnaryOp, VarId};
use cairn_semantics::{Evaluation, Leaf, Subscript};
use cairn_term::{TermId, TermOp, Terms};

/// The bytes of memory that are no constants, by their addresses.
pub(super) type Shadow = FastMap<u64, TermId>;

/// A run with what is known of its memory.
pub(super) struct Concolic<'r, 'c, 'p> {
    pub program: &'p Program,
    pub run: &'r mut Interpreter<'c, 'p>,
    pub inputs: &'r mut dyn Inputs,
    pub terms: &'r mut Terms,
    pub shadow: &'r Shadow,
}

/// There is no term: the value is that of the run.
pub(super) struct NoTerm;

type Res<T> = Result<T, NoTerm>;

/// Bytes that a scalar takes in memory.
pub(super) fn stored_bytes(of: Scalar) -> u64 {
    u64::from(of.bits().div_ceil(8))
}

impl Concolic<'_, '_, '_> {
    fn operate<T>(&mut self, apply: impl FnOnce(&mut Operators<'_>) -> Result<T, Malformed>) -> Res<T> {
        let mut operators = Operators::new(self.terms);
        let result = apply(&mut operators);
        match (operators.open, operators.undefined, result) {
            (None, None, Ok(value)) => Ok(value),
            _ => Err(NoTerm),
        }
    }

    /// Bytes of memory as one term, the first the lowest.
    fn bytes(&mut self, at: u64, count: u64) -> Res<TermId> {
        let mut whole = None;
        for place in at..at.checked_add(count).ok_or(NoTerm)? {
            let byte = match self.shadow.get(&place) {
                Some(term) => *term,
                None => self.terms.bits(8, u128::from(self.run.byte_at(place).ok_or(NoTerm)?)),
            };
            whole = Some(match whole {
                None => byte,
                Some(below) => self.terms.concat(byte, below),
            });
        }
        whole.ok_or(NoTerm)
    }

    fn is_integer(of: Scalar) -> bool {
        !matches!(of, Scalar::Float(_))
    }

    /// An index or pointer in the width of an address.
    fn number(&mut self, expr: ExprId) -> Res<i128> {
        let of = self.program.types.scalar(self.program.type_of(expr)).ok_or(NoTerm)?;
        let value = self.run.value_of(expr, self.inputs).ok_or(NoTerm)?;
        Ok(if of.is_signed() { value.as_signed(of.bits()) } else { value.as_unsigned() as i128 })
    }
}

impl<'p> Evaluation<'p> for Concolic<'_, '_, 'p> {
    type Value = TermId;
    type Truth = TermId;
    type Location = u64;
    type Error = NoTerm;

    fn program(&self) -> &'p Program {
        self.program
    }
    fn no_value(&mut self, _: &'static str) -> Res<TermId> {
        Err(NoTerm)
    }
    fn no_location(&mut self, _: &'static str) -> Res<u64> {
        Err(NoTerm)
    }
    fn constant(&mut self, bits: u128, of: Scalar) -> Res<TermId> {
        Ok(self.terms.bits(of.bits(), bits))
    }
    fn function(&mut self, _: FunctionId) -> Res<TermId> {
        Err(NoTerm)
    }
    fn unary(&mut self, op: UnaryOp, x: TermId, from: Scalar, to: Scalar) -> Res<TermId> {
        match Self::is_integer(from) && Self::is_integer(to) {
            true => self.operate(|operators| operators.unary(op, x, from, to)),
            false => Err(NoTerm),
        }
    }
    fn binary(&mut self, op: BinaryOp, x: (TermId, Scalar), y: (TermId, Scalar), to: Scalar) -> Res<TermId> {
        match Self::is_integer(x.1) && Self::is_integer(y.1) {
            true => self.operate(|operators| operators.binary(op, x, y, to)),
            false => Err(NoTerm),
        }
    }
    fn cast(&mut self, x: TermId, from: Scalar, to: Scalar) -> Res<TermId> {
        match Self::is_integer(from) && Self::is_integer(to) {
            true => self.operate(|operators| Ok(operators.cast(x, from, to))),
            false => Err(NoTerm),
        }
    }
    fn displaced(&mut self, _: ExprId, pointer: TermId, index: (TermId, Scalar), size: u64) -> Res<TermId> {
        let width = self.terms.width(pointer);
        let index = self.operate(|operators| Ok(operators.resized(index.0, index.1, width)))?;
        let size = self.terms.bits(width, u128::from(size));
        let bytes = self.terms.bv_mul(size, index);
        Ok(self.terms.bv_add(pointer, bytes))
    }
    fn difference(&mut self, x: TermId, y: TermId, size: u64, to: Scalar) -> Res<TermId> {
        if size == 0 {
            return Err(NoTerm);
        }
        let bytes = self.terms.bv_sub(x, y);
        let size = self.terms.bits(self.terms.width(bytes), u128::from(size));
        let difference = self.terms.bitvec_binary(TermOp::BvSDiv, bytes, size);
        self.operate(|operators| Ok(operators.resized(difference, Scalar::Int { bits: 64, signed: true }, to.bits())))
    }
    fn truth(&mut self, value: TermId, of: Scalar) -> Res<TermId> {
        match Self::is_integer(of) {
            true => self.operate(|operators| Ok(operators.truth(value, of))),
            false => Err(NoTerm),
        }
    }
    fn decided(&self, truth: &TermId) -> Option<bool> {
        self.terms.as_bool(*truth)
    }
    fn either(&mut self, truth: TermId, yes: TermId, no: TermId, _: Scalar) -> Res<TermId> {
        Ok(self.terms.ite(truth, yes, no))
    }
    fn variable(&mut self, var: VarId) -> Res<u64> {
        self.run.address_of(self.run.top(), var).ok_or(NoTerm)
    }
    fn pointed(&mut self, pointer: ExprId) -> Res<u64> {
        Ok(self.number(pointer)? as u64)
    }
    fn member(&mut self, base: u64, _: PlaceId, field: &Field) -> Res<u64> {
        Ok(base.wrapping_add(field.offset))
    }
    fn element(&mut self, base: u64, of: Subscript) -> Res<u64> {
        let index = self.number(of.index)?;
        Ok(base.wrapping_add((index as u64).wrapping_mul(of.size)))
    }
    fn address(&mut self, at: u64) -> Res<TermId> {
        let bits = self.program.types.model().pointer_bits();
        Ok(self.terms.bits(bits, u128::from(at)))
    }
    fn load(&mut self, _: PlaceId, at: u64, leaf: Leaf) -> Res<TermId> {
        let of = leaf.of;
        let Some(field) = leaf.field else { return self.bytes(at, stored_bytes(of)) };
        let raw = self.bytes(at, u64::from((field.first + field.width).div_ceil(8)))?;
        let bits = self.terms.extract(raw, field.first + field.width - 1, field.first);
        self.operate(|operators| Ok(operators.resized(bits, of, of.bits())))
    }
}
