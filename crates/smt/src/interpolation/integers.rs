//! Bit-vectors interpolated as the whole numbers that they stand for.
//!
//! On bit-vectors, projection falls back to values and a proof about sums is a proof about adders; on whole numbers both
//! are easy, and the interpolants are the bounds that one would write down. So each bit-vector becomes a whole number in
//! the range of its width, each operation its exact meaning (sums wrap around by cases, or by `mod` where more than one
//! turn is possible; intervals show where nothing wraps), Spacer interpolates that, and the answer comes back with enough
//! bits that nothing overflows ([`super::bits`]).
//!
//! Numbers are read as signed when anything in the problem does so, else as unsigned. An operation that mixes bits (`xor`,
//! a product of unknowns) has no such meaning: then the method has failed. Invariant: the translation is exact, so whole
//! numbers have a model exactly if the bit-vectors have one.

use super::bits::Back;
use super::check::check;
use super::number::Number;
use super::oracle::{Failure, Meter, Oracle};
use super::problem::Problem;
use super::{simplify, spacer, weakest};
use crate::work::INTERPOLATION;
use cairn_base::FastMap;
use cairn_term::{Rational, Sort, SymbolId, TermId, TermOp, Terms, signed};

/// Wider bit-vectors would need numbers that do not fit.
const WIDEST: u32 = 64;

/// Interpolants by way of whole numbers.
pub(super) fn interpolants(terms: &mut Terms, problem: &Problem, meter: &Meter) -> Result<Vec<TermId>, Failure> {
    let mut there = There::new(terms, &problem.all())?;
    let mut groups = Vec::with_capacity(problem.len());
    for part in &problem.parts {
        meter.left()?;
        let mut parts = Vec::with_capacity(part.len());
        for conjunct in part {
            parts.push(there.formula(terms, *conjunct)?);
        }
        for symbol in terms.symbols_of(part) {
            if let Some(number) = there.symbols.get(&symbol) {
                parts.extend(number.facts(terms));
            }
        }
        groups.push(terms.and(&parts));
    }
    let whole = Problem::new(terms, &groups, Some(&problem.parent))?;
    let mut found = match spacer::interpolants(terms, &whole, &meter.part(2, INTERPOLATION)) {
        Ok(found) => found,
        Err(_) => weakest::interpolants(terms, &whole, meter)?,
    };
    // Here, where it is cheap.
    let mut oracle = Oracle::new(meter.clone())?;
    check(terms, &whole, &found, &mut oracle)?;
    simplify::simplify(terms, &whole, &mut found, &mut oracle);
    let mut back = Back::new(terms, &there.symbols, there.is_signed);
    found.into_iter().map(|interpolant| back.formula(terms, interpolant)).collect()
}

struct There {
    is_signed: bool,
    symbols: FastMap<SymbolId, Number>,
    numbers: FastMap<TermId, Number>,
    formulas: FastMap<TermId, TermId>,
}

impl There {
    fn new(terms: &Terms, roots: &[TermId]) -> Result<There, Failure> {
        let below = terms.below(roots);
        let bits = |term: &TermId| matches!(terms.sort(*term), Sort::BitVec(_));
        if !below.iter().any(bits) {
            return Err(Failure("there are no bit-vectors".into()));
        }
        let reads_sign = |term: &TermId| {
            matches!(
                terms.op(*term),
                TermOp::BvSLt | TermOp::BvSDiv | TermOp::BvSRem | TermOp::BvAShr | TermOp::SignExtend
            )
        };
        let is_signed = below.iter().any(reads_sign);
        let (symbols, numbers, formulas) = Default::default();
        Ok(There { is_signed, symbols, numbers, formulas })
    }

    /// The range of numbers of some bits.
    fn range(&self, width: u32) -> (i128, i128) {
        if self.is_signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
    }

    /// A Boolean over whole numbers. All terms below are done first, in the order of their ids.
    fn formula(&mut self, terms: &mut Terms, root: TermId) -> Result<TermId, Failure> {
        for term in terms.below(&[root]) {
            match terms.sort(term) {
                Sort::Bool if !self.formulas.contains_key(&term) => {
                    let made = self.boolean(terms, term)?;
                    self.formulas.insert(term, made);
                }
                Sort::BitVec(1..=WIDEST) if !self.numbers.contains_key(&term) => {
                    let made = self.number(terms, term)?;
                    self.numbers.insert(term, made);
                }
                Sort::Bool | Sort::BitVec(1..=WIDEST) => {}
                sort => return Err(Failure(format!("{sort:?} has no meaning over whole numbers"))),
            }
        }
        Ok(self.formulas[&root])
    }

    fn boolean(&mut self, terms: &mut Terms, term: TermId) -> Result<TermId, Failure> {
        let node = terms.get(term).clone();
        let over_numbers = node.args.first().is_some_and(|arg| terms.sort(*arg) != Sort::Bool);
        if !over_numbers {
            let args: Vec<TermId> = node.args.iter().map(|arg| self.formulas[arg]).collect();
            return Ok(if args.is_empty() { term } else { terms.apply(node.op, &args, Sort::Bool) });
        }
        let [a, b] = *node.args else { return Err(no_meaning(node.op)) };
        let (a, b) = (self.numbers[&a], self.numbers[&b]);
        let width = terms.width(node.args[0]);
        match node.op {
            TermOp::Eq => Ok(terms.eq(a.term, b.term)),
            TermOp::BvULt => {
                let (a, b) = (self.unsigned(terms, a, width), self.unsigned(terms, b, width));
                Ok(terms.lt(a.term, b.term))
            }
            TermOp::BvSLt => Ok(terms.lt(a.term, b.term)),
            op => Err(no_meaning(op)),
        }
    }

    fn number(&mut self, terms: &mut Terms, term: TermId) -> Result<Number, Failure> {
        let node = terms.get(term).clone();
        let width = terms.width(term);
        let (least, most) = self.range(width);
        let arg = |position: usize| self.numbers[&node.args[position]];
        match node.op {
            TermOp::Symbol(symbol) => {
                let name = terms.symbol_name(symbol).to_string();
                let number = Number { term: terms.symbol(name, Sort::Int), least, most };
                self.symbols.insert(symbol, number);
                Ok(number)
            }
            TermOp::BitVec(bits) => {
                let value = if self.is_signed { signed(bits, width) } else { bits as i128 };
                Ok(constant(terms, value))
            }
            TermOp::Ite => {
                let (condition, a, b) = (self.formulas[&node.args[0]], arg(1), arg(2));
                let term = terms.ite(condition, a.term, b.term);
                Ok(Number { term, least: a.least.min(b.least), most: a.most.max(b.most) })
            }
            TermOp::BvAdd => {
                // The constant that turns least.
                let constant_part = terms.as_bits(node.args[0]).map(|bits| constant(terms, signed(bits, width)));
                let (a, b) = (constant_part.unwrap_or(arg(0)), arg(1));
                let sum = Number { term: terms.add(a.term, b.term), least: a.least + b.least, most: a.most + b.most };
                self.wrapped(terms, sum, width)
            }
            TermOp::BvSub => {
                let (a, b) = (arg(0), arg(1));
                let sum = Number { term: terms.sub(a.term, b.term), least: a.least - b.most, most: a.most - b.least };
                self.wrapped(terms, sum, width)
            }
            TermOp::BvNeg => {
                let a = arg(0);
                let minus = Number { term: terms.neg(a.term), least: -a.most, most: -a.least };
                self.wrapped(terms, minus, width)
            }
            TermOp::BvNot => {
                let (a, turn) = (arg(0), if self.is_signed { -1 } else { most });
                let (minus, turn_term) = (terms.neg(a.term), terms.int(turn));
                let term = terms.add(minus, turn_term);
                Ok(Number { term, least: turn - a.most, most: turn - a.least })
            }
            TermOp::BvMul => {
                let factor = terms.as_bits(node.args[0]).map(|bits| signed(bits, width));
                let factor =
                    factor.filter(|factor| factor.unsigned_abs() < 1 << 32).ok_or_else(|| no_meaning(node.op))?;
                let a = arg(1);
                let (x, y) = (a.least * factor, a.most * factor);
                let term = terms.multiple(Rational::from(factor), a.term);
                self.wrapped(terms, Number { term, least: x.min(y), most: x.max(y) }, width)
            }
            TermOp::ZeroExtend => Ok(self.unsigned(terms, arg(0), terms.width(node.args[0]))),
            TermOp::SignExtend => Ok(arg(0)),
            TermOp::Extract { high, low } => {
                let (inner, size) = (terms.width(node.args[0]), high - low + 1);
                let mut a = arg(0);
                if low > 0 {
                    a = self.unsigned(terms, a, inner);
                    a = divided(terms, a, 1 << low);
                }
                self.wrapped(terms, a, size)
            }
            TermOp::Concat => {
                let low_width = terms.width(node.args[1]);
                let (high, low) = (arg(0), self.unsigned(terms, arg(1), low_width));
                let scale = 1i128 << low_width;
                let shifted = terms.multiple(Rational::from(scale), high.term);
                let term = terms.add(shifted, low.term);
                Ok(Number { term, least: high.least * scale + low.least, most: high.most * scale + low.most })
            }
            TermOp::BvUDiv | TermOp::BvURem => {
                let divisor = terms.as_bits(node.args[1]).filter(|bits| *bits > 0 && *bits < 1 << 62);
                let divisor = divisor.ok_or_else(|| no_meaning(node.op))? as i128;
                let a = self.unsigned(terms, arg(0), width);
                let result =
                    if node.op == TermOp::BvUDiv { divided(terms, a, divisor) } else { rest(terms, a, divisor) };
                self.wrapped(terms, result, width)
            }
            op => Err(no_meaning(op)),
        }
    }

    /// The number read without a sign.
    fn unsigned(&self, terms: &mut Terms, a: Number, width: u32) -> Number {
        if a.least >= 0 {
            return a;
        }
        let turn = 1i128 << width;
        let (zero, turn_term) = (terms.int(0), terms.int(turn));
        let (below, up) = (terms.lt(a.term, zero), terms.add(a.term, turn_term));
        let most = if a.most >= 0 && a.least >= -turn { turn - 1 } else { a.most + turn };
        Number { term: terms.ite(below, up, a.term), least: 0, most: most.max(a.most) }
    }

    /// The number taken into the range of a width.
    fn wrapped(&self, terms: &mut Terms, a: Number, width: u32) -> Result<Number, Failure> {
        let (least, most) = self.range(width);
        let turn = 1i128 << width;
        if a.least >= least && a.most <= most {
            return Ok(a);
        }
        if a.least >= least - turn && a.most <= most + turn {
            let turn_term = terms.int(turn);
            let mut term = a.term;
            if a.most > most {
                let (down, most) = (terms.sub(a.term, turn_term), terms.int(most));
                let fits = terms.le(a.term, most);
                term = terms.ite(fits, term, down);
            }
            if a.least < least {
                let (up, least) = (terms.add(a.term, turn_term), terms.int(least));
                let fits = terms.le(least, a.term);
                term = terms.ite(fits, term, up);
            }
            return Ok(Number { term, least, most });
        }
        let (offset, turn_term) = (terms.int(-least), terms.int(turn));
        let moved = terms.add(a.term, offset);
        let turned = terms.int_mod(moved, turn_term);
        Ok(Number { term: terms.sub(turned, offset), least, most })
    }
}

fn constant(terms: &mut Terms, value: i128) -> Number {
    Number { term: terms.int(value), least: value, most: value }
}

/// A quotient by a positive number.
fn divided(terms: &mut Terms, a: Number, divisor: i128) -> Number {
    let by = terms.int(divisor);
    let (least, most) = (a.least.div_euclid(divisor), a.most.div_euclid(divisor));
    Number { term: terms.int_div(a.term, by), least, most }
}

/// A remainder by a positive number.
fn rest(terms: &mut Terms, a: Number, divisor: i128) -> Number {
    if a.least >= 0 && a.most < divisor {
        return a;
    }
    let by = terms.int(divisor);
    Number { term: terms.int_mod(a.term, by), least: 0, most: divisor - 1 }
}

fn no_meaning(op: TermOp) -> Failure {
    Failure(format!("{op:?} has no meaning over whole numbers"))
}
