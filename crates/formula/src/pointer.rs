//! Arithmetic on pointers: sums and differences in elements (C11 6.5.6), in both encodings.

use crate::cell::Shape;
use crate::step_context::{Res, Work};
use cairn_ir::eval::Undefined;
use cairn_ir::types::Scalar;
use cairn_term::TermId;

impl Work<'_, '_> {
    /// `base + index * size`. Arithmetic on addresses does not wrap around: what leaves the address space leaves its
    /// object first, which is undefined.
    pub(crate) fn further(&mut self, base: TermId, (index, of): (TermId, Scalar), size: u64) -> TermId {
        let pointer = self.e.pointer();
        if !self.e.is_number(pointer) {
            let width = pointer.bits();
            let index = if self.e.is_number(of) { index } else { self.resized(index, of, width) };
            let size = self.e.terms.bits(width, u128::from(size));
            let bytes = self.e.terms.bv_mul(size, index);
            return self.e.terms.bv_add(base, bytes);
        }
        let index = if self.e.is_number(of) {
            index
        } else {
            self.converted(index, of, Scalar::Int { bits: 64, signed: true })
        };
        let size = self.e.terms.int(i128::from(size));
        let bytes = self.e.terms.mul(size, index);
        self.e.terms.add(base, bytes)
    }

    pub(crate) fn pointer_difference(&mut self, x: TermId, y: TermId, size: u64, to: Scalar) -> Res<TermId> {
        if size == 0 {
            return self.no_result(Undefined::DivisionByZero, to);
        }
        if self.e.is_number(to) {
            let bytes = self.e.terms.sub(x, y);
            let minus = self.e.terms.neg(bytes);
            let (zero, size) = (self.e.terms.int(0), self.e.terms.int(i128::from(size)));
            let (up, down) = (self.e.terms.int_div(bytes, size), self.e.terms.int_div(minus, size));
            let down = self.e.terms.neg(down);
            let positive = self.e.terms.le(zero, bytes);
            let quotient = self.e.terms.ite(positive, up, down);
            return Ok(self.wrap(quotient, None, Shape::whole(to)));
        }
        let bytes = self.e.terms.bv_sub(x, y);
        let size = self.e.terms.bits(self.e.terms.width(bytes), u128::from(size));
        let difference = self.e.terms.bitvec_binary(cairn_term::TermOp::BvSDiv, bytes, size);
        Ok(self.resized(difference, Scalar::Int { bits: 0, signed: true }, to.bits()))
    }
}
