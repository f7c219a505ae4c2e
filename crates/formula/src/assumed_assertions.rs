//! Assertions as formulas: what another engine has proved of a state, assumed at the end of paths.
//!
//! The way back of [`crate::assertions`], into any encoding. Over bit-vectors a mathematical integer is a two's complement of as many
//! bits as it may need; sums and products below a wrap-around need no more than it keeps.
//!
//! Sound when the assertions hold in every execution that the path formula is used for. What has no formula is left out, which
//! assumes less.

use crate::cell::Shape;
use crate::encoder::Encoder;
use crate::path_formula::PathFormula;
use crate::scalar_leaves::leaves;
use crate::step_context::Work;
use cairn_base::id::Id;
use cairn_ir::assertion::{AssertionCell, WholeNumber};
use cairn_ir::types::Scalar;
use cairn_ir::{Assertion, Program, Step};
use cairn_term::{Sort, TermId, TermOp};

/// Wider numbers have no constants.
const WIDEST: u32 = 128;

impl Encoder {
    /// The formula of those executions only in which assertions hold at the end, about variables of functions that are not
    /// recursive.
    pub fn assuming<'h>(
        &mut self,
        program: &Program,
        from: &PathFormula,
        holds: impl IntoIterator<Item = &'h Assertion>,
    ) -> PathFormula {
        let mut work = Work::new(self, program, from, Step::Edge(Id::from_index(0)), 0);
        for assertion in holds {
            if let Some(holds) = work.assertion(assertion) {
                work.require(holds);
            }
        }
        let mut new = work.finish();
        new.trace = from.trace.clone();
        new.inputs = from.inputs;
        new
    }
}

impl Work<'_, '_> {
    /// A formula, or a weaker one of a conjunction.
    fn assertion(&mut self, assertion: &Assertion) -> Option<TermId> {
        Some(match assertion {
            Assertion::Constant(value) => self.e.terms.bool(*value),
            Assertion::All(parts) => {
                let parts: Vec<TermId> = parts.iter().filter_map(|part| self.assertion(part)).collect();
                self.e.terms.and(&parts)
            }
            Assertion::Any(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.exact(part)).collect::<Option<_>>()?;
                self.e.terms.or(&parts)
            }
            Assertion::Equal(a, b) => self.compared(a, b, Comparison::Equal)?,
            Assertion::Differs(a, b) => {
                let equal = self.compared(a, b, Comparison::Equal)?;
                self.e.terms.not(equal)
            }
            Assertion::AtMost(a, b) => self.compared(a, b, Comparison::AtMost)?,
            Assertion::Below(a, b) => {
                let above = self.compared(b, a, Comparison::AtMost)?;
                self.e.terms.not(above)
            }
        })
    }

    /// A formula that says the same.
    fn exact(&mut self, assertion: &Assertion) -> Option<TermId> {
        match assertion {
            Assertion::All(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.exact(part)).collect::<Option<_>>()?;
                Some(self.e.terms.and(&parts))
            }
            other => self.assertion(other),
        }
    }

    fn compared(&mut self, a: &WholeNumber, b: &WholeNumber, how: Comparison) -> Option<TermId> {
        if self.e.encoding.is_integer() {
            let (a, b) = (self.integer(a)?, self.integer(b)?);
            return Some(match how {
                Comparison::Equal => self.e.terms.eq(a, b),
                Comparison::AtMost => self.e.terms.le(a, b),
            });
        }
        let width = bits_of(a)?.max(bits_of(b)?);
        let (a, b) = (self.bits(a, width)?, self.bits(b, width)?);
        Some(match how {
            Comparison::Equal => self.e.terms.eq(a, b),
            Comparison::AtMost => self.e.terms.bv_sle(a, b),
        })
    }

    /// Value of a cell; `None` for what is in memory, or no integer.
    fn cell_value(&mut self, of: &AssertionCell) -> Option<TermId> {
        if of.depth.is_some() || self.e.memory.regions.is_in_memory(of.var) {
            return None;
        }
        let parts = leaves(&self.program.types, self.program.vars[of.var].ty)?;
        let leaf = parts.iter().find(|leaf| leaf.first == of.bit && leaf.bits == of.bits)?;
        if leaf.of.is_signed() != of.signed {
            return None;
        }
        let (cell, _) = self.cell(of.var, leaf.first, leaf.bits);
        self.get(cell).ok()
    }

    /// A number as a term over whole numbers.
    fn integer(&mut self, number: &WholeNumber) -> Option<TermId> {
        Some(match number {
            WholeNumber::Constant(value) => self.e.terms.int(*value),
            WholeNumber::Cell(cell) => {
                let value = self.cell_value(cell)?;
                (self.e.terms.sort(value) == Sort::Int).then_some(value)?
            }
            WholeNumber::Sum(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.integer(part)).collect::<Option<_>>()?;
                let zero = self.e.terms.int(0);
                parts.into_iter().fold(zero, |sum, part| self.e.terms.add(sum, part))
            }
            WholeNumber::Product(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.integer(part)).collect::<Option<_>>()?;
                let open = parts.iter().filter(|part| !matches!(self.e.terms.op(**part), TermOp::Int(_))).count();
                let one = self.e.terms.int(1);
                (open <= 1).then(|| parts.into_iter().fold(one, |all, part| self.e.terms.mul(all, part)))?
            }
            WholeNumber::Wrapped { of, bits, signed } => {
                let of = self.integer(of)?;
                self.wrap(of, None, Shape::whole(int(*bits, *signed)))
            }
            WholeNumber::Choice(condition, a, b) => {
                let (condition, a, b) = (self.exact(condition)?, self.integer(a)?, self.integer(b)?);
                self.e.terms.ite(condition, a, b)
            }
            WholeNumber::Input(_) | WholeNumber::Quotient(..) | WholeNumber::Remainder(..) => return None,
        })
    }

    /// A number modulo `2^width`.
    fn bits(&mut self, number: &WholeNumber, width: u32) -> Option<TermId> {
        Some(match number {
            WholeNumber::Constant(value) => {
                let value = cairn_ir::Value::from_i128(*value, width).0;
                self.e.terms.bits(width, value)
            }
            WholeNumber::Cell(cell) => {
                let value = self.cell_value(cell)?;
                (self.e.terms.sort(value) == Sort::BitVec(cell.bits)).then_some(())?;
                self.resized(value, int(cell.bits, cell.signed), width)
            }
            WholeNumber::Sum(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.bits(part, width)).collect::<Option<_>>()?;
                let zero = self.e.terms.bits(width, 0);
                parts.into_iter().fold(zero, |sum, part| self.e.terms.bv_add(sum, part))
            }
            WholeNumber::Product(parts) => {
                let parts: Vec<TermId> = parts.iter().map(|part| self.bits(part, width)).collect::<Option<_>>()?;
                let one = self.e.terms.bits(width, 1);
                parts.into_iter().fold(one, |all, part| self.e.terms.bv_mul(all, part))
            }
            WholeNumber::Wrapped { of, bits, signed } => {
                let of = self.bits(of, *bits)?;
                self.resized(of, int(*bits, *signed), width)
            }
            WholeNumber::Choice(condition, a, b) => {
                let (condition, a, b) = (self.exact(condition)?, self.bits(a, width)?, self.bits(b, width)?);
                self.e.terms.ite(condition, a, b)
            }
            WholeNumber::Input(_) | WholeNumber::Quotient(..) | WholeNumber::Remainder(..) => return None,
        })
    }
}

fn int(bits: u32, signed: bool) -> Scalar {
    Scalar::Int { bits, signed }
}

#[derive(Clone, Copy)]
enum Comparison {
    Equal,
    AtMost,
}

/// So many bits of a two's complement hold every value of a number; `None` where they are too many, or not known.
fn bits_of(number: &WholeNumber) -> Option<u32> {
    let bits = match number {
        WholeNumber::Constant(value) => 129 - if *value < 0 { value.leading_ones() } else { value.leading_zeros() },
        WholeNumber::Cell(cell) => cell.bits + u32::from(!cell.signed),
        WholeNumber::Wrapped { bits, signed, .. } => bits + u32::from(!signed),
        WholeNumber::Sum(parts) => {
            let widest = parts.iter().map(bits_of).try_fold(1, |widest, bits| Some(bits?.max(widest)))?;
            widest + (usize::BITS - parts.len().leading_zeros())
        }
        WholeNumber::Product(parts) => parts.iter().map(bits_of).try_fold(1, |sum, bits| Some(sum + bits?))?,
        WholeNumber::Choice(_, a, b) => bits_of(a)?.max(bits_of(b)?),
        WholeNumber::Input(_) | WholeNumber::Quotient(..) | WholeNumber::Remainder(..) => return None,
    };
    (bits <= WIDEST).then_some(bits)
}
