//! What abstractions mean outside of the analysis: formulas over plain symbols as assertions about variables.
//!
//! A predicate that speaks of memory behind pointers, of addresses, of floats, or of what a cell held when a function was
//! entered is left out, which weakens: what is left still holds. Addresses are left out because those of formulas are not
//! those of executions; only whether a pointer is null is said.

use super::region::{Region, Regions};
use crate::predicate::predicates::Predicates;
use cairn_formula::{Cell, Encoder};
use cairn_ir::assertion::place::{integer, part};
use cairn_ir::assertion::{self, Number};
use cairn_ir::types::Scalar;
use cairn_ir::{Assertion, CallGraph, Program};
use cairn_term::{Op, Sort, TermId, Terms};
use std::cell::Cell as Counter;

/// An abstraction of more comparisons is not said.
const LARGEST: usize = 500;
/// A predicate of more subterms is not said; nor is one whose terms nest deeper than that.
const MOST_TERMS: usize = 300;
const DEEPEST: u32 = 50;

/// From formulas to assertions.
pub struct Translation<'a> {
    encoder: &'a Encoder,
    calls: &'a CallGraph,
    program: &'a Program,
    /// Subterms that may still be translated for one predicate.
    left: Counter<usize>,
}

impl<'a> Translation<'a> {
    /// One of a program's formulas.
    pub fn new(encoder: &'a Encoder, calls: &'a CallGraph, program: &'a Program) -> Self {
        Self { encoder, calls, program, left: Counter::new(0) }
    }

    fn terms(&self) -> &'a Terms {
        &self.encoder.terms
    }

    /// What a Boolean combination of predicates says, or something weaker.
    pub fn of_region(&self, region: &Region, regions: &Regions, predicates: &Predicates) -> Assertion {
        regions.fold(region, &mut Assertion::Constant, &mut |predicate, yes, no| {
            if yes == no {
                return yes;
            }
            let [holds, fails] = [true, false].map(|positive| {
                self.left.set(MOST_TERMS);
                let term = predicates.term(predicate);
                term.and_then(|term| self.formula(term, positive, 0)).unwrap_or(Assertion::TRUE)
            });
            // `p || (!p && no)` is `p || no`, and so for the other arm.
            let yes = if no.is_true() { yes } else { Assertion::all([holds.clone(), yes]) };
            let no = if yes == holds { no } else { Assertion::all([fails, no]) };
            let either = Assertion::any([yes, no]);
            if either.size() > LARGEST { Assertion::TRUE } else { either }
        })
    }

    /// What a conjunction says, or something weaker.
    pub fn of_conjunction(&self, formula: TermId) -> Assertion {
        let node = self.terms().get(formula);
        self.of_conjuncts(if node.op == Op::And { &node.args[..] } else { std::slice::from_ref(&formula) })
    }

    /// What formulas say together, or something weaker.
    pub fn of_conjuncts(&self, conjuncts: &[TermId]) -> Assertion {
        Assertion::all(conjuncts.iter().map(|part| {
            self.left.set(MOST_TERMS);
            self.formula(*part, true, 0).unwrap_or(Assertion::TRUE)
        }))
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
            Op::Bool(value) => Some(Assertion::Constant(value == positive)),
            Op::Not => below(0, !positive),
            Op::And | Op::Or => {
                let parts = parts().collect::<Option<Vec<Assertion>>>()?;
                Some(if (node.op == Op::And) == positive { Assertion::all(parts) } else { Assertion::any(parts) })
            }
            Op::Ite => {
                let yes = Assertion::all([below(0, true)?, below(1, positive)?]);
                Some(Assertion::any([yes, Assertion::all([below(0, false)?, below(2, positive)?])]))
            }
            Op::Eq if terms.sort(node.args[0]) == Sort::Bool => {
                let yes = Assertion::all([below(0, true)?, below(1, positive)?]);
                Some(Assertion::any([yes, Assertion::all([below(0, false)?, below(1, !positive)?])]))
            }
            Op::Eq => {
                let (a, b) = self.null(node.args[0], node.args[1]).or_else(|| {
                    let (a, b) = self.pair(node.args[0], node.args[1], depth)?;
                    Some(equated(a, b))
                })?;
                Some(if positive { Assertion::Equal(a, b) } else { Assertion::Differs(a, b) })
            }
            Op::Le => {
                let (a, b) = self.pair(node.args[0], node.args[1], depth)?;
                Some(if positive { Assertion::AtMost(a, b) } else { Assertion::below(b, a) })
            }
            Op::BvULt | Op::BvSLt => {
                let (mut a, mut b) = self.pair(node.args[0], node.args[1], depth)?;
                if node.op == Op::BvSLt {
                    let bits = terms.width(node.args[0]);
                    (a, b) = (wrapped(a, bits, true), wrapped(b, bits, true));
                }
                Some(if positive { Assertion::below(a, b) } else { Assertion::AtMost(b, a) })
            }
            _ => None,
        }
    }

    fn pair(&self, a: TermId, b: TermId, depth: u32) -> Option<(Number, Number)> {
        Some((self.number(a, depth + 1)?, self.number(b, depth + 1)?))
    }

    /// A whole number, or a bit-vector as the number that it is without a sign.
    fn number(&self, term: TermId, depth: u32) -> Option<Number> {
        self.step(depth)?;
        let terms = self.terms();
        let node = terms.get(term);
        let bits = match node.sort {
            Sort::Int => None,
            Sort::BitVec(bits) if bits <= 64 => Some(bits),
            _ => return None,
        };
        let below = |at: usize| self.number(node.args[at], depth + 1);
        let parts = || node.args.iter().map(|arg| self.number(*arg, depth + 1)).collect::<Option<Vec<Number>>>();
        let width = |at: usize| terms.width(node.args[at]);
        let number = match node.op {
            Op::Int(value) => Number::Constant(value),
            Op::BitVec(value) => Number::Constant(i128::try_from(value).ok()?),
            Op::Symbol(_) => Number::Cell(self.cell(term)?),
            Op::Add | Op::BvAdd => Number::Sum(parts()?),
            Op::Mul | Op::BvMul => Number::Product(parts()?),
            Op::BvSub => Number::Sum(vec![below(0)?, minus(below(1)?)]),
            Op::BvNeg => minus(below(0)?),
            Op::IntDiv | Op::IntMod => {
                let divisor = terms.as_int(node.args[1]).filter(|divisor| *divisor != 0)?;
                let (of, by) = (Box::new(below(0)?), Box::new(Number::Constant(divisor)));
                if node.op == Op::IntDiv { Number::Quotient(of, by) } else { Number::Remainder(of, by) }
            }
            Op::ZeroExtend => return below(0),
            Op::SignExtend => wrapped(below(0)?, width(0), true),
            Op::Extract { low, .. } => {
                Number::Quotient(Box::new(below(0)?), Box::new(Number::Constant(1i128.checked_shl(low)?)))
            }
            Op::Concat => {
                let above = Number::Constant(1i128.checked_shl(width(1))?);
                Number::Sum(vec![Number::Product(vec![above, below(0)?]), below(1)?])
            }
            Op::Ite => {
                let condition = self.formula(node.args[0], true, depth + 1)?;
                Number::Choice(Box::new(condition), Box::new(below(1)?), Box::new(below(2)?))
            }
            _ => return None,
        };
        Some(match bits {
            Some(bits) if !matches!(node.op, Op::BitVec(_) | Op::Ite) => wrapped(number, bits, false),
            _ => number,
        })
    }

    /// The integer that a symbol stands for.
    fn cell(&self, symbol: TermId) -> Option<assertion::Cell> {
        let Cell::Scalar { var, depth, first, bits } = self.scalar(symbol)? else { return None };
        integer(var, self.depth(var, depth), first, bits, self.program)
    }

    fn scalar(&self, symbol: TermId) -> Option<Cell> {
        let Op::Symbol(symbol) = self.terms().op(symbol) else { return None };
        self.encoder.cell_of(symbol).and_then(|cell| self.encoder.cell(cell))
    }

    /// Formulas tell the frames of recursive functions apart; others have one at a time.
    fn depth(&self, var: cairn_ir::VarId, depth: u32) -> Option<u32> {
        let function = self.program.vars[var].frame()?;
        self.calls.is_recursive(function).then_some(depth)
    }

    /// A pointer and the null pointer.
    fn null(&self, a: TermId, b: TermId) -> Option<(Number, Number)> {
        let terms = self.terms();
        let is_null = |at| matches!(terms.op(at), Op::Int(0) | Op::BitVec(0));
        let pointer = if is_null(b) { a } else { Some(b).filter(|_| is_null(a))? };
        let Cell::Scalar { var, depth, first, bits } = self.scalar(pointer)? else { return None };
        let (scalar, _) = part(var, first, bits, self.program)?;
        let is_pointer = matches!(scalar, Scalar::Pointer { .. }) && bits <= 64;
        let depth = self.depth(var, depth);
        let cell = assertion::Cell { var, depth, bit: first, bits, signed: false };
        is_pointer.then_some((Number::Cell(cell), Number::Constant(0)))
    }
}

fn minus(number: Number) -> Number {
    Number::Product(vec![Number::Constant(-1), number])
}

/// Wrap-around, where there may be some.
fn wrapped(number: Number, bits: u32, signed: bool) -> Number {
    match number {
        Number::Constant(value) => Number::Constant(assertion::evaluate::wrapped(value, bits, signed)),
        Number::Cell(cell) if cell.bits <= bits && !cell.signed && (!signed || cell.bits < bits) => Number::Cell(cell),
        Number::Cell(cell) if cell.bits <= bits && cell.signed && signed => Number::Cell(cell),
        // What was brought into this width before is the same numbers modulo its size.
        Number::Wrapped { of, bits: inner, .. } if inner == bits => wrapped(*of, bits, signed),
        other => Number::Wrapped { of: Box::new(other), bits, signed },
    }
}

/// An equation of numbers without a sign, as one of the integers themselves where one side is a cell and the other a
/// constant.
fn equated(a: Number, b: Number) -> (Number, Number) {
    match (a, b) {
        (Number::Wrapped { of, bits, signed: false }, Number::Constant(value))
        | (Number::Constant(value), Number::Wrapped { of, bits, signed: false }) => match *of {
            Number::Cell(cell) if cell.bits == bits && (0..1i128 << bits).contains(&value) => {
                let value = assertion::evaluate::wrapped(value, bits, cell.signed);
                (Number::Cell(cell), Number::Constant(value))
            }
            of => (Number::Wrapped { of: Box::new(of), bits, signed: false }, Number::Constant(value)),
        },
        (a, b) => (a, b),
    }
}
