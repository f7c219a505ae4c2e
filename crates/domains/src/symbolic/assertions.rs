//! The assertions of a state, said in the program's variables: for reports and witnesses, which have no terms.
//!
//! A symbol is whatever variable holds it, in an invariant; the input with its number ([`WholeNumber::Input`]), read as an
//! unsigned number of its bits, in a constraint. A variable that holds a term equals it. What has no counterpart among
//! whole numbers is left out, which only weakens: an assertion is a positive combination.

use super::constraints::Constraints;
use super::symbols::SymbolTable;
use crate::value::{Datum, Symbolic, ValueState};
use cairn_base::FastMap;
use cairn_ir::assertion::place::integer;
use cairn_ir::assertion::{AssertionCell, WholeNumber};
use cairn_ir::{Assertion, FunctionId, Program};
use cairn_term::{SymbolId, TermId, TermOp, Terms, signed};

const DEEPEST: u32 = 30;
/// Numbers of more bits are left out.
const WIDEST: u32 = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateAssertions {
    invariant: Vec<Assertion>,
    constraint: Assertion,
}

impl StateAssertions {
    pub fn of(values: &ValueState, constraints: &Constraints, symbols: &SymbolTable, program: &Program) -> Self {
        let terms = symbols.terms.borrow();
        let mut held: Vec<(AssertionCell, TermId)> = Vec::new();
        values.for_each_term(u64::MAX, |object, at, cell| {
            let Some(var) = object.var().filter(|_| !object.is_older()) else { return };
            let frame = object.frame().and_then(|frame| u32::try_from(frame).ok());
            if let (Datum::Term(Symbolic { term, .. }), Some(of)) =
                (cell.datum, integer(var, frame, at, cell.width, program))
            {
                held.push((of, term));
            }
        });
        // The innermost variable that holds a symbol stands for it.
        let mut cells: FastMap<SymbolId, WholeNumber> = FastMap::default();
        for (cell, term) in &held {
            if let TermOp::Symbol(symbol) = terms.op(*term) {
                let bits = WholeNumber::Cell(*cell);
                let number = if cell.signed { wrapped(bits, cell.bits, false) } else { bits };
                cells.insert(symbol, number);
            }
        }
        let conjuncts = || constraints.parts().iter().flat_map(|part| part.conjuncts.iter().copied());
        let mut of_cells = Reader { terms: &terms, name: &|symbol| cells.get(&symbol).cloned() };
        let mut invariant: Vec<Assertion> = conjuncts().filter_map(|term| of_cells.assertion(term, true)).collect();
        for (cell, term) in &held {
            let number = of_cells.number(*term, cell.signed).filter(|number| *number != WholeNumber::Cell(*cell));
            invariant.extend(number.map(|number| Assertion::Equal(WholeNumber::Cell(*cell), number)));
        }
        let input = |symbol| symbols.number(symbol).map(WholeNumber::Input);
        let mut of_inputs = Reader { terms: &terms, name: &input };
        let constraint = Assertion::all(conjuncts().filter_map(|term| of_inputs.assertion(term, true)));
        Self { invariant, constraint }
    }

    /// Invariant of the variables that a function sees.
    pub fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        Assertion::all(self.invariant.iter().map(|part| part.seen_from(function, depth, program)))
    }
    pub fn constraint(&self) -> Assertion {
        self.constraint.clone()
    }
}

fn wrapped(of: WholeNumber, bits: u32, signed: bool) -> WholeNumber {
    match of {
        WholeNumber::Cell(cell) if cell.bits == bits && cell.signed == signed => of,
        // What was read without its sign gets it back.
        WholeNumber::Wrapped { of: inner, bits: same, .. } if same == bits => wrapped(*inner, bits, signed),
        of => WholeNumber::Wrapped { of: Box::new(of), bits, signed },
    }
}

struct Reader<'t> {
    terms: &'t Terms,
    /// A symbol's bits as an unsigned number.
    name: &'t dyn Fn(SymbolId) -> Option<WholeNumber>,
}

impl Reader<'_> {
    /// A bit-vector as a whole number, with a sign or without.
    fn number(&mut self, term: TermId, is_signed: bool) -> Option<WholeNumber> {
        let width = self.terms.width(term);
        if width == 0 || width > WIDEST || self.terms.depth(term) > DEEPEST {
            return None;
        }
        let arg = |at| self.terms.arg(term, at);
        let result = match self.terms.op(term) {
            TermOp::BitVec(bits) => {
                let value = if is_signed { signed(bits, width) } else { bits as i128 };
                return Some(WholeNumber::Constant(value));
            }
            TermOp::Symbol(symbol) => (self.name)(symbol)?,
            TermOp::BvAdd => WholeNumber::Sum(vec![self.number(arg(0), is_signed)?, self.number(arg(1), is_signed)?]),
            TermOp::BvSub => {
                let minus = WholeNumber::Product(vec![WholeNumber::Constant(-1), self.number(arg(1), is_signed)?]);
                WholeNumber::Sum(vec![self.number(arg(0), is_signed)?, minus])
            }
            TermOp::BvNeg => WholeNumber::Product(vec![WholeNumber::Constant(-1), self.number(arg(0), is_signed)?]),
            TermOp::BvMul if width <= 32 => {
                WholeNumber::Product(vec![self.number(arg(0), is_signed)?, self.number(arg(1), is_signed)?])
            }
            TermOp::ZeroExtend => return self.number(arg(0), false),
            TermOp::SignExtend => self.number(arg(0), true)?,
            TermOp::Extract { low: 0, .. } => self.number(arg(0), false)?,
            TermOp::Ite => {
                // Where the condition is said in full, its negation is what else there is.
                let condition = self.whole(arg(0))?;
                let (yes, no) = (self.number(arg(1), is_signed)?, self.number(arg(2), is_signed)?);
                return Some(WholeNumber::Choice(Box::new(condition), Box::new(yes), Box::new(no)));
            }
            _ => return None,
        };
        Some(wrapped(result, width, is_signed))
    }

    /// A comparison or the negation of one, exactly.
    fn whole(&mut self, term: TermId) -> Option<Assertion> {
        let mut inner = term;
        while self.terms.op(inner) == TermOp::Not {
            inner = self.terms.arg(inner, 0);
        }
        let is_comparison = matches!(self.terms.op(inner), TermOp::Eq | TermOp::BvULt | TermOp::BvSLt);
        if is_comparison { self.assertion(term, true) } else { None }
    }

    /// Assertion of a formula, or its negation: all of it or less.
    fn assertion(&mut self, term: TermId, holds: bool) -> Option<Assertion> {
        let node = self.terms.get(term);
        match (node.op, holds) {
            (TermOp::Not, _) => self.assertion(node.args[0], !holds),
            (TermOp::And, true) | (TermOp::Or, false) => {
                let parts: Vec<Assertion> = node.args.iter().filter_map(|arg| self.assertion(*arg, holds)).collect();
                (!parts.is_empty()).then(|| Assertion::all(parts))
            }
            (TermOp::And | TermOp::Or, _) => {
                let parts: Option<Vec<Assertion>> = node.args.iter().map(|arg| self.assertion(*arg, holds)).collect();
                Some(Assertion::any(parts?))
            }
            (TermOp::Eq, _) => {
                // With a sign, as most variables have one.
                let (a, b) = (self.number(node.args[0], true)?, self.number(node.args[1], true)?);
                Some(if holds { Assertion::Equal(a, b) } else { Assertion::Differs(a, b) })
            }
            (TermOp::BvULt | TermOp::BvSLt, _) => {
                let is_signed = node.op == TermOp::BvSLt;
                let (a, b) = (self.number(node.args[0], is_signed)?, self.number(node.args[1], is_signed)?);
                Some(if holds { Assertion::Below(a, b) } else { Assertion::AtMost(b, a) })
            }
            _ => None,
        }
    }
}
