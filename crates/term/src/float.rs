//! Constructors of floating-point terms: folding of constants, and little else. What C does to the bits of a float
//! (negation, absolute value, copying) should be done on the bits, which keeps a NaN's payload; these terms have one
//! NaN.

use crate::sort::{FloatFormat, Sort};
use crate::store::Terms;
use crate::term::{TermId, TermOp};

impl Terms {
    /// The float of an encoding of its format's width.
    pub fn float_of_bits(&mut self, format: FloatFormat, bits: TermId) -> TermId {
        debug_assert_eq!(self.width(bits), format.bits());
        if self.op(bits) == TermOp::BitsOfFloat {
            return self.arg(bits, 0);
        }
        self.fold_or_intern(TermOp::FloatOfBits, &[bits], Sort::Float(format))
    }
    /// The encoding of a float, the canonical one for NaN.
    pub fn bits_of_float(&mut self, a: TermId) -> TermId {
        let Sort::Float(format) = self.sort(a) else {
            debug_assert!(false, "bits of {:?}", self.sort(a));
            return a;
        };
        self.fold_or_intern(TermOp::BitsOfFloat, &[a], Sort::BitVec(format.bits()))
    }
    /// An operation on one float with a float of the same format as result.
    pub fn float_unary(&mut self, op: TermOp, a: TermId) -> TermId {
        let sort = self.sort(a);
        self.fold_or_intern(op, &[a], sort)
    }
    /// An operation on two floats of one format with a float of that format as result.
    pub fn float_binary(&mut self, op: TermOp, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let sort = self.sort(a);
        self.fold_or_intern(op, &[a, b], sort)
    }
    /// A predicate on one float or a relation of two.
    pub fn float_test(&mut self, op: TermOp, args: &[TermId]) -> TermId {
        self.fold_or_intern(op, args, Sort::Bool)
    }
    /// A conversion to a sort.
    pub fn float_convert(&mut self, op: TermOp, a: TermId, to: Sort) -> TermId {
        if matches!(op, TermOp::FloatOfFloat(_)) && self.sort(a) == to {
            return a;
        }
        self.fold_or_intern(op, &[a], to)
    }
}
