//! C's operators on terms, bit-precisely, as [`cairn_ir::eval`] computes them on constants: one lowering for path
//! formulas over bit-vectors and for whoever follows single paths over terms of its own, the check of a path
//! (`feasibility`) and symbolic execution. Of the methods, those that the crate alone sees give the bits or the truth that
//! an operator computes, before they become a value of C's type: path formulas have booleans and numbers of their own.
//!
//! A scalar is a bit-vector of its bits, a float the encoding that it has in memory. Constants go through `cairn_ir::eval`
//! and never become formulas. What an operation demands of its operands (a divisor that is not zero) is handed to the
//! caller in [`Operators::conditions`], because only the caller knows whether the expression counts; a result that no
//! theory gives is a new symbol, and noted as such.
//!
//! Not here: places, memory and addresses; the whole numbers of path formulas (`integer`).

mod float;
mod integer;

pub(crate) use float::OfFloat;

use cairn_ir::eval::{self, Undefined};
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp, Value};
use cairn_term::{Sort, TermId, Terms};
use smallvec::SmallVec;

/// The program is malformed: what is wrong, as a noun phrase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed(pub &'static str);

/// The operators, and what came up while they were applied.
pub struct Operators<'t> {
    /// Where the terms are made.
    pub terms: &'t mut Terms,
    /// Conditions where the result counts.
    pub conditions: SmallVec<[TermId; 2]>,
    /// Open operation, as a noun phrase: the result is a new symbol.
    pub open: Option<&'static str>,
    /// The operation on these constants has no result; zero was put in its place.
    pub undefined: Option<Undefined>,
}

impl<'t> Operators<'t> {
    /// The operators on the terms of a store.
    pub fn new(terms: &'t mut Terms) -> Self {
        Self { terms, conditions: SmallVec::new(), open: None, undefined: None }
    }

    fn opened(&mut self, what: &'static str, width: u32) -> TermId {
        self.open.get_or_insert(what);
        self.terms.symbol(what, Sort::BitVec(width))
    }

    /// The truth of a value.
    pub fn truth(&mut self, value: TermId, of: Scalar) -> TermId {
        if let Scalar::Float(kind) = of {
            return self.float_is_true(value, kind);
        }
        let zero = self.terms.bits(self.terms.width(value), 0);
        let is_zero = self.terms.eq(value, zero);
        self.terms.not(is_zero)
    }

    /// An operator with one operand, from a type to a type.
    ///
    /// # Errors
    /// The operator does not apply to such an operand.
    pub fn unary(&mut self, op: UnaryOp, x: TermId, from: Scalar, to: Scalar) -> Result<TermId, Malformed> {
        if op == UnaryOp::LogicalNot {
            let truth = self.truth(x, from);
            let not = self.terms.not(truth);
            return Ok(self.int_of(not));
        }
        if let Some(bits) = self.terms.as_bits(x) {
            return self.constant(eval::unary(op, Value(bits), from, to), to);
        }
        match (op, from, to) {
            (UnaryOp::BitsToFloat | UnaryOp::FloatToBits, ..) => {
                Ok(self.resized(x, Scalar::Pointer { bits: 0 }, to.bits()))
            }
            (_, Scalar::Float(kind), _) => match self.float_unary(op, x, kind)? {
                OfFloat::Bits(bits) => Ok(bits),
                OfFloat::Truth(truth) => Ok(self.int_of(truth)),
            },
            _ => self.integer_unary(op, x, to),
        }
    }

    /// An operator with two operands. Not for arithmetic on pointers, which needs sizes.
    ///
    /// # Errors
    /// The operator does not apply to such operands.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        (x, left): (TermId, Scalar),
        (y, right): (TermId, Scalar),
        to: Scalar,
    ) -> Result<TermId, Malformed> {
        if let (Some(a), Some(b)) = (self.terms.as_bits(x), self.terms.as_bits(y)) {
            return self.constant(eval::binary(op, Value(a), Value(b), left, right, to), to);
        }
        match left {
            Scalar::Float(kind) => match self.float_compare(op, x, y, kind) {
                Some(truth) => Ok(self.int_of(truth)),
                None => self.float_binary(op, x, y, kind),
            },
            _ => self.integer_binary(op, x, y, left, to),
        }
    }

    /// A result on constants; zero, where nothing counts, when there is none.
    fn constant(&mut self, result: Result<eval::Evaluated, Undefined>, to: Scalar) -> Result<TermId, Malformed> {
        match result {
            Ok(outcome) => Ok(self.terms.bits(to.bits(), outcome.value.0)),
            Err(Undefined::NotApplicable) => Err(Malformed("an operator that does not apply")),
            Err(why) => {
                self.undefined.get_or_insert(why);
                Ok(self.terms.bits(to.bits(), 0))
            }
        }
    }

    /// A conversion.
    pub fn cast(&mut self, x: TermId, from: Scalar, to: Scalar) -> TermId {
        if let Some(bits) = self.terms.as_bits(x) {
            let outcome = eval::cast(Value(bits), from, to);
            return self.terms.bits(to.bits(), outcome.value.0);
        }
        match (from, to) {
            (_, Scalar::Bool) => {
                let truth = self.truth(x, from);
                self.bool_of(truth)
            }
            (Scalar::Float(from), Scalar::Float(to)) => self.float_to_float(x, from, to),
            (Scalar::Float(from), _) => self.float_to_integer(x, from, to),
            (_, Scalar::Float(to)) => self.integer_to_float(x, from, to),
            _ => self.resized(x, from, to.bits()),
        }
    }
}
