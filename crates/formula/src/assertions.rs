//! Formulas over plain symbols as assertions about variables: what an abstraction, a lemma or an invariant means outside of
//! the engine that found it.
//!
//! A formula that speaks of memory behind pointers, of addresses, of floats, or of what a cell held when a function was
//! entered is left out, which weakens: what is left still holds. Addresses are left out because those of formulas are not
//! those of executions; only whether a pointer is null is said.

use crate::cell::Cell;
use crate::encoder::Encoder;
use cairn_ir::assertion::place::{integer, part};
use cairn_ir::assertion::{self, WholeNumber};
use cairn_ir::types::Scalar;
use cairn_ir::{Assertion, CallGraph, Program};
use cairn_term::{Sort, TermId, TermOp, Terms};
use std::cell::Cell as Counter;

/// A formula of more subterms is not said; nor is one whose terms nest deeper than that.
const MOST_TERMS: usize = 300;
const DEEPEST: u32 = 50;

/// From formulas to assertions.
pub struct AssertionTranslation<'a> {
    encoder: &'a Encoder,
    calls: &'a CallGraph,
    program: &'a Program,
    /// Subterms that may still be translated for one formula.
    left: Counter<usize>,
}

impl<'a> AssertionTranslation<'a> {
    /// One of a program's formulas.
    pub fn new(encoder: &'a Encoder, calls: &'a CallGraph, program: &'a Program) -> Self {
        Self { encoder, calls, program, left: Counter::new(0) }
    }

    fn terms(&self) -> &'a Terms {
        &self.encoder.terms
    }

    /// Assertion of a formula, or its negation, or something weaker.
    pub fn of_formula(&self, formula: TermId, positive: bool) -> Assertion {
        self.left.set(MOST_TERMS);
        self.formula(formula, positive, 0).unwrap_or(Assertion::TRUE)
    }

    /// Assertion of a conjunction, or something weaker.
    pub fn of_conjunction(&self, formula: TermId) -> Assertion {
        let node = self.terms().get(formula);
        self.of_conjuncts(if node.op == TermOp::And { &node.args[..] } else { std::slice::from_ref(&formula) })
    }

    /// Assertion of formulas together, or something weaker.
    pub fn of_conjuncts(&self, conjuncts: &[TermId]) -> Assertion {
        Assertion::all(conjuncts.iter().map(|part| self.of_formula(*part, true)))
    }

    /// One more subterm; `None` when there were enough.
    fn step(&self, depth: u32) -> Option<()> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        (depth < DEEPEST).then_some(())
    }

    /// A formula, or its negation: exactly.
    fn formula(&self, term: TermId, positive: bool, depth: u32) -> Option<Assertion> {
        self.step(depth)?;
        let terms = self.terms();
        let node = terms.get(term);
        let below = |at: usize, positive| self.formula(node.args[at], positive, depth + 1);
        let parts = || node.args.iter().map(|arg| self.formula(*arg, positive, depth + 1));
        match node.op {
            TermOp::Bool(value) => Some(Assertion::Constant(value == positive)),
            TermOp::Not => below(0, !positive),
            TermOp::And | TermOp::Or => {
                let parts = parts().collect::<Option<Vec<Assertion>>>()?;
                Some(if (node.op == TermOp::And) == positive { Assertion::all(parts) } else { Assertion::any(parts) })
            }
            TermOp::Ite => {
                let yes = Assertion::all([below(0, true)?, below(1, positive)?]);
                Some(Assertion::any([yes, Assertion::all([below(0, false)?, below(2, positive)?])]))
            }
            TermOp::Eq if terms.sort(node.args[0]) == Sort::Bool => {
                let yes = Assertion::all([below(0, true)?, below(1, positive)?]);
                Some(Assertion::any([yes, Assertion::all([below(0, false)?, below(1, !positive)?])]))
            }
            TermOp::Eq => {
                let (a, b) = self.null(node.args[0], node.args[1]).or_else(|| {
                    let (a, b) = self.pair(node.args[0], node.args[1], depth)?;
                    Some(equated(a, b))
                })?;
                Some(if positive { Assertion::Equal(a, b) } else { Assertion::Differs(a, b) })
            }
            TermOp::Le => {
                let (a, b) = self.pair(node.args[0], node.args[1], depth)?;
                Some(if positive { Assertion::AtMost(a, b) } else { Assertion::below(b, a) })
            }
            TermOp::BvULt | TermOp::BvSLt => {
                let (mut a, mut b) = self.pair(node.args[0], node.args[1], depth)?;
                if node.op == TermOp::BvSLt {
                    let bits = terms.width(node.args[0]);
                    (a, b) = (wrapped(a, bits, true), wrapped(b, bits, true));
                }
                Some(if positive { Assertion::below(a, b) } else { Assertion::AtMost(b, a) })
            }
            _ => None,
        }
    }

    fn pair(&self, a: TermId, b: TermId, depth: u32) -> Option<(WholeNumber, WholeNumber)> {
        Some((self.number(a, depth + 1)?, self.number(b, depth + 1)?))
    }

    /// A whole number, or a bit-vector as the number that it is without a sign.
    fn number(&self, term: TermId, depth: u32) -> Option<WholeNumber> {
        self.step(depth)?;
        let terms = self.terms();
        let node = terms.get(term);
        let bits = match node.sort {
            Sort::Int => None,
            Sort::BitVec(bits) if bits <= 64 => Some(bits),
            _ => return None,
        };
        let below = |at: usize| self.number(node.args[at], depth + 1);
        let parts = || node.args.iter().map(|arg| self.number(*arg, depth + 1)).collect::<Option<Vec<WholeNumber>>>();
        let width = |at: usize| terms.width(node.args[at]);
        let number = match node.op {
            TermOp::Int(value) => WholeNumber::Constant(value),
            TermOp::BitVec(value) => WholeNumber::Constant(i128::try_from(value).ok()?),
            TermOp::Symbol(_) => WholeNumber::Cell(self.cell(term)?),
            TermOp::Add | TermOp::BvAdd => WholeNumber::Sum(parts()?),
            TermOp::Mul | TermOp::BvMul => WholeNumber::Product(parts()?),
            TermOp::BvSub => WholeNumber::Sum(vec![below(0)?, minus(below(1)?)]),
            TermOp::BvNeg => minus(below(0)?),
            TermOp::IntDiv | TermOp::IntMod => {
                let divisor = terms.as_int(node.args[1]).filter(|divisor| *divisor != 0)?;
                let (of, by) = (Box::new(below(0)?), Box::new(WholeNumber::Constant(divisor)));
                if node.op == TermOp::IntDiv { WholeNumber::Quotient(of, by) } else { WholeNumber::Remainder(of, by) }
            }
            TermOp::ZeroExtend => return below(0),
            TermOp::SignExtend => wrapped(below(0)?, width(0), true),
            TermOp::Extract { low, .. } => {
                WholeNumber::Quotient(Box::new(below(0)?), Box::new(WholeNumber::Constant(1i128.checked_shl(low)?)))
            }
            TermOp::Concat => {
                let above = WholeNumber::Constant(1i128.checked_shl(width(1))?);
                WholeNumber::Sum(vec![WholeNumber::Product(vec![above, below(0)?]), below(1)?])
            }
            TermOp::Ite => {
                let condition = self.formula(node.args[0], true, depth + 1)?;
                WholeNumber::Choice(Box::new(condition), Box::new(below(1)?), Box::new(below(2)?))
            }
            _ => return None,
        };
        Some(match bits {
            Some(bits) if !matches!(node.op, TermOp::BitVec(_) | TermOp::Ite) => wrapped(number, bits, false),
            _ => number,
        })
    }

    /// The integer that a symbol stands for.
    fn cell(&self, symbol: TermId) -> Option<assertion::AssertionCell> {
        let Cell::Scalar { var, depth, first, bits } = self.scalar(symbol)? else { return None };
        integer(var, self.depth(var, depth), first, bits, self.program)
    }

    fn scalar(&self, symbol: TermId) -> Option<Cell> {
        let TermOp::Symbol(symbol) = self.terms().op(symbol) else { return None };
        self.encoder.cell_of(symbol).and_then(|cell| self.encoder.cell(cell))
    }

    /// Formulas tell the frames of recursive functions apart; others have one at a time.
    fn depth(&self, var: cairn_ir::VarId, depth: u32) -> Option<u32> {
        let function = self.program.vars[var].frame()?;
        self.calls.is_recursive(function).then_some(depth)
    }

    /// A pointer and the null pointer.
    fn null(&self, a: TermId, b: TermId) -> Option<(WholeNumber, WholeNumber)> {
        let terms = self.terms();
        let is_null = |at| matches!(terms.op(at), TermOp::Int(0) | TermOp::BitVec(0));
        let pointer = if is_null(b) { a } else { Some(b).filter(|_| is_null(a))? };
        let Cell::Scalar { var, depth, first, bits } = self.scalar(pointer)? else { return None };
        let (scalar, _) = part(var, first, bits, self.program)?;
        let is_pointer = matches!(scalar, Scalar::Pointer { .. }) && bits <= 64;
        let depth = self.depth(var, depth);
        let cell = assertion::AssertionCell { var, depth, bit: first, bits, signed: false };
        is_pointer.then_some((WholeNumber::Cell(cell), WholeNumber::Constant(0)))
    }
}

fn minus(number: WholeNumber) -> WholeNumber {
    WholeNumber::Product(vec![WholeNumber::Constant(-1), number])
}

/// Wrap-around, where there may be some.
fn wrapped(number: WholeNumber, bits: u32, signed: bool) -> WholeNumber {
    match number {
        WholeNumber::Constant(value) => WholeNumber::Constant(assertion::evaluate::wrapped(value, bits, signed)),
        WholeNumber::Cell(cell) if cell.bits <= bits && !cell.signed && (!signed || cell.bits < bits) => {
            WholeNumber::Cell(cell)
        }
        WholeNumber::Cell(cell) if cell.bits <= bits && cell.signed && signed => WholeNumber::Cell(cell),
        // What was brought into this width before is the same numbers modulo its size.
        WholeNumber::Wrapped { of, bits: inner, .. } if inner == bits => wrapped(*of, bits, signed),
        other => WholeNumber::Wrapped { of: Box::new(other), bits, signed },
    }
}

/// An equation of numbers without a sign, as one of the integers themselves where one side is a cell and the other a
/// constant.
fn equated(a: WholeNumber, b: WholeNumber) -> (WholeNumber, WholeNumber) {
    match (a, b) {
        (WholeNumber::Wrapped { of, bits, signed: false }, WholeNumber::Constant(value))
        | (WholeNumber::Constant(value), WholeNumber::Wrapped { of, bits, signed: false }) => match *of {
            WholeNumber::Cell(cell) if cell.bits == bits && (0..1i128 << bits).contains(&value) => {
                let value = assertion::evaluate::wrapped(value, bits, cell.signed);
                (WholeNumber::Cell(cell), WholeNumber::Constant(value))
            }
            of => (WholeNumber::Wrapped { of: Box::new(of), bits, signed: false }, WholeNumber::Constant(value)),
        },
        (a, b) => (a, b),
    }
}
