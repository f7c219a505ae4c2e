//! The terms of an analysis, and the symbols in them: [`SymbolicDomain`] for the cells of a value state.
//!
//! A symbol stands for one value that is not known. It gets the least number that is not in use in the state, so that a
//! loop that forgets what it read comes back to the same state, and so that the same questions come up again and again
//! and are answered by memory. Nothing else makes a symbol what it is: the number is a function of the state, and a step
//! computed twice gives the same successor twice.
//!
//! What an operator leaves open, and what is no bit-vector (an address), is unknown: no term.

use crate::value::datum::Symbolic;
use crate::value::symbolic_domain::SymbolicDomain;
use crate::value::{Datum, ValueState};
use cairn_base::{FastMap, FastSet};
use cairn_formula::operators::{Malformed, Operators};
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, UnaryOp, Value};
use cairn_term::{Sort, SymbolId, TermId, TermOp, Terms};
use std::cell::{Cell, RefCell};

/// Deeper terms are unknown: each question costs a walk over the terms in it.
const DEEPEST: u32 = 250;
/// From here on numbers are those of values that only a comparison of states speaks of.
pub(super) const HIDDEN: u32 = 1 << 30;

/// The terms and symbols of an analysis.
#[derive(Default)]
pub struct SymbolTable {
    /// The terms.
    pub terms: RefCell<Terms>,
    numbered: RefCell<FastMap<(u32, Sort), TermId>>,
    numbers: RefCell<FastMap<SymbolId, u32>>,
    marks: RefCell<FastMap<TermId, u64>>,
    /// The marks that the step at hand may not give to a new symbol.
    taken: Cell<u64>,
    /// The numbers above 63 that the step at hand may not give either.
    taken_above: RefCell<FastSet<u32>>,
    /// Facts about the symbols that the step at hand has made.
    facts: RefCell<Vec<TermId>>,
    given_up: Cell<u64>,
}

impl SymbolTable {
    /// A step begins, in a state whose constraints have these symbols.
    pub fn begin(&self, marks: u64, symbols: impl Iterator<Item = SymbolId>) {
        self.taken.set(marks);
        let mut above = self.taken_above.borrow_mut();
        above.clear();
        if marks == u64::MAX {
            let numbers = self.numbers.borrow();
            above.extend(symbols.filter_map(|symbol| numbers.get(&symbol).copied()));
        }
        self.facts.borrow_mut().clear();
    }
    /// Facts about the symbols that the step has made.
    pub fn take_facts(&self) -> Vec<TermId> {
        std::mem::take(&mut self.facts.borrow_mut())
    }
    /// How many terms were too deep, or of operators that are left open, since the last call.
    pub fn take_given_up(&self) -> u64 {
        self.given_up.replace(0)
    }

    /// The symbol with a number.
    pub fn symbol(&self, number: u32, sort: Sort) -> TermId {
        *self.numbered.borrow_mut().entry((number, sort)).or_insert_with(|| {
            let mut terms = self.terms.borrow_mut();
            let term = terms.symbol(format!("s{number}"), sort);
            if let TermOp::Symbol(symbol) = terms.op(term) {
                self.numbers.borrow_mut().insert(symbol, number);
            }
            self.marks.borrow_mut().insert(term, 1 << (number % 64));
            term
        })
    }

    /// The number of a symbol.
    pub fn number(&self, symbol: SymbolId) -> Option<u32> {
        self.numbers.borrow().get(&symbol).copied()
    }

    /// A symbol that is in use nowhere in a state.
    fn unused(&self, state: &ValueState, sort: Sort) -> (TermId, u64) {
        let taken = self.taken.get() | state.marks();
        let number = match (!taken).trailing_zeros() {
            number @ 0..=63 => number,
            _ => {
                let mut in_use: FastSet<u32> = self.taken_above.borrow().clone();
                let (terms, numbers) = (self.terms.borrow(), self.numbers.borrow());
                state.for_each_term(u64::MAX, |_, _, cell| {
                    if let Datum::Term(Symbolic { term, .. }) = cell.datum {
                        in_use.extend(terms.symbols_of(&[term]).iter().filter_map(|symbol| numbers.get(symbol)));
                    }
                });
                (64..HIDDEN).find(|number| !in_use.contains(number)).unwrap_or(HIDDEN - 1)
            }
        };
        let mark = 1 << (number % 64);
        self.taken.set(self.taken.get() | mark);
        self.taken_above.borrow_mut().insert(number);
        (self.symbol(number, sort), mark)
    }

    /// The symbols in a term, as marks.
    pub fn marks_of(&self, term: TermId) -> u64 {
        if let Some(marks) = self.marks.borrow().get(&term) {
            return *marks;
        }
        let terms = self.terms.borrow();
        let mut known = self.marks.borrow_mut();
        let mut open = vec![term];
        while let Some(top) = open.last().copied() {
            let before = open.len();
            let args = &terms.get(top).args;
            open.extend(args.iter().filter(|arg| !known.contains_key(*arg)));
            if open.len() == before {
                let marks = args.iter().fold(0, |marks, arg| marks | known.get(arg).copied().unwrap_or(0));
                known.insert(top, marks);
                open.pop();
            }
        }
        known.get(&term).copied().unwrap_or(0)
    }

    /// A term as a datum.
    pub fn datum(&self, term: TermId) -> Datum {
        let terms = self.terms.borrow();
        if let Some(bits) = terms.as_bits(term) {
            return Datum::Bits(bits);
        }
        if terms.depth(term) > DEEPEST {
            drop(terms);
            return self.give_up();
        }
        drop(terms);
        Datum::Term(Symbolic { term, marks: self.marks_of(term) })
    }

    /// A datum of so many bits as a term.
    pub fn term(&self, datum: Datum, width: u32) -> Option<TermId> {
        let mut terms = self.terms.borrow_mut();
        match datum {
            Datum::Bits(bits) => Some(terms.bits(width, bits)),
            Datum::Term(Symbolic { term, .. }) if terms.width(term) == width => Some(term),
            _ => None,
        }
    }

    /// Whether a datum is true, as a term.
    pub fn truth(&self, datum: Datum, of: Scalar) -> Option<TermId> {
        let term = self.term(datum, of.bits())?;
        let mut terms = self.terms.borrow_mut();
        Some(Operators::new(&mut terms).truth(term, of))
    }

    fn give_up(&self) -> Datum {
        self.given_up.set(self.given_up.get() + 1);
        Datum::Unknown
    }

    fn apply(&self, operation: impl FnOnce(&mut Operators<'_>) -> Result<TermId, Malformed>) -> Datum {
        let mut terms = self.terms.borrow_mut();
        let mut operators = Operators::new(&mut terms);
        let result = operation(&mut operators);
        let is_known = operators.open.is_none() && operators.undefined.is_none();
        drop(terms);
        match result {
            Ok(term) if is_known => self.datum(term),
            _ => self.give_up(),
        }
    }
}

impl SymbolicDomain for SymbolTable {
    const KNOWN: bool = true;

    fn unary(&self, op: UnaryOp, x: Datum, from: Scalar, to: Scalar) -> Datum {
        let Some(x) = self.term(x, from.bits()) else { return Datum::Unknown };
        self.apply(|operators| operators.unary(op, x, from, to))
    }

    fn binary(&self, op: BinaryOp, (x, l): (Datum, Scalar), (y, r): (Datum, Scalar), to: Scalar) -> Datum {
        // C leaves open which of two zeros is the smaller.
        if matches!(op, BinaryOp::FloatMin | BinaryOp::FloatMax) {
            return Datum::Unknown;
        }
        let (Some(x), Some(y)) = (self.term(x, l.bits()), self.term(y, r.bits())) else { return Datum::Unknown };
        self.apply(|operators| operators.binary(op, (x, l), (y, r), to))
    }

    fn cast(&self, x: Datum, from: Scalar, to: Scalar) -> Datum {
        let Some(x) = self.term(x, from.bits()) else { return Datum::Unknown };
        self.apply(|operators| Ok(operators.cast(x, from, to)))
    }

    fn choice(&self, (condition, of): (Datum, Scalar), yes: Datum, no: Datum, to: Scalar) -> Datum {
        let terms = (self.truth(condition, of), self.term(yes, to.bits()), self.term(no, to.bits()));
        let (Some(condition), Some(yes), Some(no)) = terms else { return Datum::Unknown };
        let term = self.terms.borrow_mut().ite(condition, yes, no);
        self.datum(term)
    }

    fn loaded(&self, cell: Datum, width: u32, to: Scalar) -> Datum {
        let Some(term) = self.term(cell, width) else { return Datum::Unknown };
        self.apply(|operators| {
            let whole = operators.resized(term, to, to.bits());
            if to != Scalar::Bool {
                return Ok(whole);
            }
            let truth = operators.truth(whole, to);
            Ok(operators.bool_of(truth))
        })
    }

    fn stored(&self, value: Datum, width: u32) -> Datum {
        let Datum::Term(Symbolic { term, .. }) = value else { return Datum::Unknown };
        if self.terms.borrow().width(term) < width {
            return Datum::Unknown;
        }
        let low = self.terms.borrow_mut().extract(term, width - 1, 0);
        self.datum(low)
    }

    fn fresh(&self, state: &ValueState, known: Datum, width: u32, of: Scalar) -> Datum {
        if width == 0 || width > 128 {
            return Datum::Unknown;
        }
        if of == Scalar::Bool && width == of.bits() {
            let (truth, marks) = self.unused(state, Sort::Bool);
            let term = Operators::new(&mut self.terms.borrow_mut()).bool_of(truth);
            return Datum::Term(Symbolic { term, marks });
        }
        let (term, marks) = self.unused(state, Sort::BitVec(width));
        if let (Datum::Range(_), Some(Interval { low, high })) = (known, known.interval(of))
            && width == of.bits()
        {
            let mut terms = self.terms.borrow_mut();
            let bits = |value: i128| Value::from_i128(value, width).0;
            let (low, high) = (terms.bits(width, bits(low)), terms.bits(width, bits(high)));
            let within = match of.is_signed() {
                true => [terms.bv_sle(low, term), terms.bv_sle(term, high)],
                false => [terms.bv_ule(low, term), terms.bv_ule(term, high)],
            };
            self.facts.borrow_mut().extend(within);
        }
        Datum::Term(Symbolic { term, marks })
    }
}
