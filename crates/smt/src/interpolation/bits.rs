//! From whole numbers back to bit-vectors ([`super::integers`] is the way there).
//!
//! A comparison of sums of numbers in known ranges is a signed comparison of bit-vectors that are wide enough for every
//! sum in it. A bound of one symbol, and a comparison of two of one width, need no extra bits: these are the predicates
//! that one wants to see.

use super::number::Number;
use super::oracle::Failure;
use cairn_base::FastMap;
use cairn_term::{Linear, Rational, Sort, SymbolId, TermId, TermOp, Terms};

/// The widest bit-vector that a term has.
const WIDEST: u32 = 128;

pub(super) struct Back {
    /// Whole symbols: the bit-vector, and its interval.
    symbols: FastMap<TermId, (TermId, Number)>,
    is_signed: bool,
}

impl Back {
    /// The way back of some symbols.
    pub(super) fn new(terms: &mut Terms, symbols: &FastMap<SymbolId, Number>, is_signed: bool) -> Back {
        let symbols = symbols.iter().map(|(bits, number)| (number.term, (terms.symbol_term(*bits), *number))).collect();
        Back { symbols, is_signed }
    }

    /// A Boolean over bit-vectors.
    pub(super) fn formula(&mut self, terms: &mut Terms, root: TermId) -> Result<TermId, Failure> {
        let mut done: FastMap<TermId, TermId> = FastMap::default();
        for term in terms.below(&[root]) {
            if terms.sort(term) != Sort::Bool {
                continue;
            }
            let node = terms.get(term).clone();
            let made = match node.op {
                TermOp::Le | TermOp::Eq if terms.sort(node.args[0]) == Sort::Int => {
                    self.comparison(terms, node.op, node.args[0], node.args[1])?
                }
                _ if node.args.is_empty() => term,
                _ => {
                    let args: Option<Vec<TermId>> = node.args.iter().map(|arg| done.get(arg).copied()).collect();
                    let args = args.ok_or_else(|| Failure(format!("{:?} has no way back to bits", node.op)))?;
                    terms.apply(node.op, &args, Sort::Bool)
                }
            };
            done.insert(term, made);
        }
        Ok(done[&root])
    }

    fn comparison(&self, terms: &mut Terms, op: TermOp, a: TermId, b: TermId) -> Result<TermId, Failure> {
        let too_large = || Failure("a number that does not fit".into());
        let sum = terms.linear(a).minus(&terms.linear(b)).ok_or_else(too_large)?;
        if let Some(simple) = self.simple(terms, op, &sum) {
            return Ok(simple);
        }
        // What is added on the left, what on the right: no negative numbers where there need be none.
        let mut sides = [Linear::constant(Rational::ZERO), Linear::constant(Rational::ZERO)];
        for (atom, factor) in &sum.parts {
            let side = usize::from(factor.is_negative());
            let factor = if side == 1 { factor.neg().ok_or_else(too_large)? } else { *factor };
            sides[side].parts.push((*atom, factor));
        }
        sides[1].constant = sum.constant.neg().ok_or_else(too_large)?;
        let [left, right] = sides.map(|side| terms.of_linear(&side, Sort::Int));
        let mut width = 1;
        for side in [left, right] {
            self.width(terms, side, &mut width)?;
        }
        let (left, right) = (self.bits(terms, left, width)?, self.bits(terms, right, width)?);
        Ok(if op == TermOp::Eq { terms.eq(left, right) } else { terms.bv_sle(left, right) })
    }

    /// `±x + k <= 0`, `x - y <= 0`, and the same with `=`.
    fn simple(&self, terms: &mut Terms, op: TermOp, sum: &Linear) -> Option<TermId> {
        let le = |terms: &mut Terms, a, b| if self.is_signed { terms.bv_sle(a, b) } else { terms.bv_ule(a, b) };
        match *sum.parts.as_slice() {
            [(x, factor)] if factor.num().unsigned_abs() == 1 => {
                let (bits, number) = self.symbols.get(&x)?;
                let above = factor.is_negative();
                let limit = if above { sum.constant.whole()? } else { sum.constant.neg()?.whole()? };
                let limit_bits = terms.bits(terms.width(*bits), limit as u128);
                let (below, over) = (limit < number.least, limit > number.most);
                Some(match (op, above) {
                    (TermOp::Eq, _) if below || over => terms.bool(false),
                    (TermOp::Eq, _) => terms.eq(*bits, limit_bits),
                    (_, false) if below || over => terms.bool(over),
                    (_, false) => le(terms, *bits, limit_bits),
                    (_, true) if below || over => terms.bool(below),
                    (_, true) => le(terms, limit_bits, *bits),
                })
            }
            [(x, a), (y, b)] if sum.constant.is_zero() && a.num().unsigned_abs() == 1 && a.neg() == Some(b) => {
                let ((x, _), (y, _)) = (self.symbols.get(&x)?, self.symbols.get(&y)?);
                if terms.sort(*x) != terms.sort(*y) {
                    return None;
                }
                let (x, y) = if a.is_negative() { (*y, *x) } else { (*x, *y) };
                Some(if op == TermOp::Eq { terms.eq(x, y) } else { le(terms, x, y) })
            }
            _ => None,
        }
    }

    /// The interval of a number; raises `width` to what it and all below it need as signed bit-vectors.
    fn width(&self, terms: &Terms, term: TermId, width: &mut u32) -> Result<(i128, i128), Failure> {
        let too_large = || Failure("a number that does not fit".into());
        let node = terms.get(term);
        let (least, most) = match node.op {
            TermOp::Symbol(_) => {
                let (_, number) = self.symbols.get(&term).ok_or_else(|| Failure("an unknown number".into()))?;
                (number.least, number.most)
            }
            TermOp::Int(value) => (value, value),
            TermOp::Add => {
                let mut total = (0i128, 0i128);
                for arg in &node.args {
                    let (least, most) = self.width(terms, *arg, width)?;
                    let (low, high) = (total.0.checked_add(least), total.1.checked_add(most));
                    total = (low.ok_or_else(too_large)?, high.ok_or_else(too_large)?);
                    raise(width, total)?;
                }
                total
            }
            TermOp::Mul => {
                let (factor, atom) = match (terms.as_int(node.args[0]), node.args.len()) {
                    (Some(factor), 2) => (factor, node.args[1]),
                    _ => return Err(Failure("a product of unknowns".into())),
                };
                raise(width, (factor, factor))?;
                let (least, most) = self.width(terms, atom, width)?;
                let ends = (factor.checked_mul(least), factor.checked_mul(most));
                let (x, y) = (ends.0.ok_or_else(too_large)?, ends.1.ok_or_else(too_large)?);
                (x.min(y), x.max(y))
            }
            TermOp::IntMod | TermOp::IntDiv => {
                let (least, most) = self.width(terms, node.args[0], width)?;
                let by = power_of_two(terms, node.args[1])?;
                if node.op == TermOp::IntMod { (0, by - 1) } else { (least.div_euclid(by), most.div_euclid(by)) }
            }
            op => return Err(Failure(format!("{op:?} has no way back to bits"))),
        };
        raise(width, (least, most))?;
        Ok((least, most))
    }

    /// The bits of a number that fits.
    fn bits(&self, terms: &mut Terms, term: TermId, width: u32) -> Result<TermId, Failure> {
        let node = terms.get(term).clone();
        Ok(match node.op {
            TermOp::Int(value) => terms.bits(width, value as u128),
            TermOp::Add => {
                let mut total = terms.bits(width, 0);
                for arg in &node.args {
                    let arg = self.bits(terms, *arg, width)?;
                    total = terms.bv_add(total, arg);
                }
                total
            }
            TermOp::Mul => {
                let (factor, atom) = (self.bits(terms, node.args[0], width)?, self.bits(terms, node.args[1], width)?);
                terms.bv_mul(factor, atom)
            }
            TermOp::IntMod | TermOp::IntDiv => {
                let inner = self.bits(terms, node.args[0], width)?;
                let by = power_of_two(terms, node.args[1])?.trailing_zeros();
                match node.op {
                    _ if by == 0 && node.op == TermOp::IntDiv => inner,
                    TermOp::IntMod if by == 0 => terms.bits(width, 0),
                    TermOp::IntMod => {
                        let low = terms.extract(inner, by.min(width) - 1, 0);
                        terms.zero_extend(low, width)
                    }
                    _ => {
                        let high = terms.extract(inner, width - 1, by.min(width - 1));
                        terms.sign_extend(high, width)
                    }
                }
            }
            _ => {
                let (bits, _) = self.symbols.get(&term).ok_or_else(|| Failure("an unknown number".into()))?;
                if self.is_signed { terms.sign_extend(*bits, width) } else { terms.zero_extend(*bits, width) }
            }
        })
    }
}

fn raise(width: &mut u32, (least, most): (i128, i128)) -> Result<(), Failure> {
    let needed = |value: i128| 129 - if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() };
    *width = (*width).max(needed(least)).max(needed(most));
    if *width > WIDEST { Err(Failure("a number that does not fit".into())) } else { Ok(()) }
}

fn power_of_two(terms: &Terms, term: TermId) -> Result<i128, Failure> {
    let value = terms.as_int(term).filter(|value| *value > 0 && value.count_ones() == 1);
    value.ok_or_else(|| Failure("a division that is no shift".into()))
}
