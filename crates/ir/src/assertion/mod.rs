//! Assertions about a state of the program: what an analysis knows, in a form that outlives it.
//!
//! An assertion is a positive Boolean combination of comparisons of *mathematical* integers. Positive: there is no
//! negation, so that leaving out a part ([`Assertion::renamed`]) only weakens. Mathematical: C's wrap-around is written out
//! ([`WholeNumber::Wrapped`]), so that what an analysis knows of a sum needs no type that is wide enough.
//!
//! Invariant: an assertion names cells of variables by their bits, and nothing of the analysis that found it: no state, no
//! term, no solver. So a report can print it ([`text`]), a witness can write it in C's syntax, and a test can evaluate it
//! in the interpreter ([`evaluate`]).
//!
//! Why not [`crate::Expr`]: expressions are interned in the program, which analyses only read, and their arithmetic is C's.

pub mod evaluate;
mod implied;
pub mod place;
pub mod text;

use crate::ids::{FunctionId, VarId};
use crate::program::Program;
use implied::implies;

/// An integer in a variable: a scalar, a member of a record, a bit-field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AssertionCell {
    /// The variable.
    pub var: VarId,
    /// The frame it is in, 0 being the outermost; `None` for statics, and for the frame at work.
    pub depth: Option<u32>,
    /// The first bit, from the variable's start.
    pub bit: u64,
    /// How many bits: 1 to 64.
    pub bits: u32,
    /// Whether the number has a sign.
    pub signed: bool,
}

impl AssertionCell {
    /// The cell as the frame at `depth`, of a function, names it; `None` for a variable of another frame.
    pub fn seen_from(&self, function: FunctionId, depth: u32, program: &Program) -> Option<Self> {
        let is_own = |of: FunctionId| of == function && self.depth.is_none_or(|at| at == depth);
        program.vars[self.var].frame().is_none_or(is_own).then_some(Self { depth: None, ..*self })
    }
}

/// A mathematical integer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WholeNumber {
    /// This one.
    Constant(i128),
    /// Content of a cell.
    Cell(AssertionCell),
    /// The input with this number on the path, the first being 0: a value that is not known and does not change.
    Input(u32),
    /// A sum.
    Sum(Vec<WholeNumber>),
    /// A product.
    Product(Vec<WholeNumber>),
    /// The Euclidean quotient; undefined for a divisor of 0.
    Quotient(Box<WholeNumber>, Box<WholeNumber>),
    /// The Euclidean remainder, which is not negative; undefined for a divisor of 0.
    Remainder(Box<WholeNumber>, Box<WholeNumber>),
    /// The integer of so many bits that differs from a number by a multiple of 2^bits.
    Wrapped {
        /// The number.
        of: Box<WholeNumber>,
        /// Bits: 1 to 64.
        bits: u32,
        /// Whether the integers have a sign.
        signed: bool,
    },
    /// The second number where an assertion holds, else the third.
    Choice(Box<Assertion>, Box<WholeNumber>, Box<WholeNumber>),
}

/// Assertion about a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assertion {
    /// `true` says nothing; `false` holds of no state.
    Constant(bool),
    /// All of these hold.
    All(Vec<Assertion>),
    /// One of these holds.
    Any(Vec<Assertion>),
    /// `a == b`.
    Equal(WholeNumber, WholeNumber),
    /// `a != b`.
    Differs(WholeNumber, WholeNumber),
    /// `a <= b`.
    AtMost(WholeNumber, WholeNumber),
    /// `a < b`.
    Below(WholeNumber, WholeNumber),
}

impl Assertion {
    /// Says nothing.
    pub const TRUE: Self = Assertion::Constant(true);

    /// True for the assertion that says nothing.
    pub fn is_true(&self) -> bool {
        *self == Self::TRUE
    }

    /// The conjunction of some assertions, in order, without those that others are seen to imply.
    pub fn all(parts: impl IntoIterator<Item = Assertion>) -> Self {
        Self::joined(parts, false)
    }

    /// The disjunction of some assertions, in order, without those that are seen to imply others.
    pub fn any(parts: impl IntoIterator<Item = Assertion>) -> Self {
        Self::joined(parts, true)
    }

    /// `deciding`: the constant that decides the whole.
    fn joined(parts: impl IntoIterator<Item = Assertion>, deciding: bool) -> Self {
        let mut joined: Vec<Assertion> = Vec::new();
        for part in parts {
            let inner = match part {
                Assertion::Constant(value) if value == deciding => return Assertion::Constant(deciding),
                Assertion::Constant(_) => continue,
                Assertion::All(inner) if !deciding => inner,
                Assertion::Any(inner) if deciding => inner,
                other => vec![other],
            };
            for part in inner {
                // Of two parts one of which implies the other, a conjunction needs the stronger, a disjunction the weaker.
                let spares = |kept: &Assertion, part: &Assertion| match deciding {
                    true => implies(part, kept),
                    false => implies(kept, part),
                };
                if joined.iter().any(|kept| spares(kept, &part)) {
                    continue;
                }
                // It takes the place of the first that it spares.
                let place = joined.iter().position(|kept| spares(&part, kept)).unwrap_or(joined.len());
                joined.retain(|kept| !spares(&part, kept));
                joined.insert(place, part);
            }
        }
        match joined.len() {
            0 => Assertion::Constant(!deciding),
            1 => joined.remove(0),
            _ if deciding => Assertion::Any(joined),
            _ => Assertion::All(joined),
        }
    }

    /// `low <= number <= high`; one equation where the ends are one.
    pub fn within(number: WholeNumber, low: Option<i128>, high: Option<i128>) -> Self {
        match (low, high) {
            (Some(low), Some(high)) if low == high => Assertion::Equal(number, WholeNumber::Constant(low)),
            _ => {
                let below = low.map(|low| Assertion::AtMost(WholeNumber::Constant(low), number.clone()));
                let above = high.map(|high| Assertion::AtMost(number, WholeNumber::Constant(high)));
                Assertion::all(below.into_iter().chain(above))
            }
        }
    }

    /// `a < b`; as a bound where one side is a constant.
    pub fn below(a: WholeNumber, b: WholeNumber) -> Self {
        match (&a, &b) {
            (WholeNumber::Constant(value), _) if *value < i128::MAX => {
                Assertion::AtMost(WholeNumber::Constant(value + 1), b)
            }
            (_, WholeNumber::Constant(value)) if *value > i128::MIN => {
                Assertion::AtMost(a, WholeNumber::Constant(value - 1))
            }
            _ => Assertion::Below(a, b),
        }
    }

    /// The assertion with other cells, without the comparisons in which there is none for a cell: weaker, or equal.
    pub fn renamed(&self, name: &dyn Fn(&AssertionCell) -> Option<AssertionCell>) -> Self {
        let pair = |a: &WholeNumber, b: &WholeNumber| Some((a.renamed(name)?, b.renamed(name)?));
        let compared = match self {
            Assertion::Constant(_) => Some(self.clone()),
            Assertion::All(parts) => Some(Self::all(parts.iter().map(|part| part.renamed(name)))),
            Assertion::Any(parts) => Some(Self::any(parts.iter().map(|part| part.renamed(name)))),
            Assertion::Equal(a, b) => pair(a, b).map(|(a, b)| Assertion::Equal(a, b)),
            Assertion::Differs(a, b) => pair(a, b).map(|(a, b)| Assertion::Differs(a, b)),
            Assertion::AtMost(a, b) => pair(a, b).map(|(a, b)| Assertion::AtMost(a, b)),
            Assertion::Below(a, b) => pair(a, b).map(|(a, b)| Assertion::Below(a, b)),
        };
        compared.unwrap_or(Self::TRUE)
    }

    /// Rest of it for the frame at `depth`, of a function: the cells of other frames are left out.
    pub fn seen_from(&self, function: FunctionId, depth: u32, program: &Program) -> Self {
        self.renamed(&|cell| cell.seen_from(function, depth, program))
    }

    /// How many comparisons it has.
    pub fn size(&self) -> usize {
        match self {
            Assertion::All(parts) | Assertion::Any(parts) => parts.iter().map(Assertion::size).sum(),
            _ => 1,
        }
    }
}

impl WholeNumber {
    /// With other cells, exactly; `None` where there is none for a cell.
    fn renamed(&self, name: &dyn Fn(&AssertionCell) -> Option<AssertionCell>) -> Option<Self> {
        let boxed = |number: &WholeNumber| number.renamed(name).map(Box::new);
        let all =
            |parts: &[WholeNumber]| parts.iter().map(|part| part.renamed(name)).collect::<Option<Vec<WholeNumber>>>();
        Some(match self {
            WholeNumber::Constant(_) | WholeNumber::Input(_) => self.clone(),
            WholeNumber::Cell(cell) => WholeNumber::Cell(name(cell)?),
            WholeNumber::Sum(parts) => WholeNumber::Sum(all(parts)?),
            WholeNumber::Product(parts) => WholeNumber::Product(all(parts)?),
            WholeNumber::Quotient(a, b) => WholeNumber::Quotient(boxed(a)?, boxed(b)?),
            WholeNumber::Remainder(a, b) => WholeNumber::Remainder(boxed(a)?, boxed(b)?),
            WholeNumber::Wrapped { of, bits, signed } => {
                WholeNumber::Wrapped { of: boxed(of)?, bits: *bits, signed: *signed }
            }
            // Where it is weakened, the condition would choose another number.
            WholeNumber::Choice(condition, a, b) => {
                let missing = std::cell::Cell::new(false);
                let condition = condition.renamed(&|cell| {
                    let named = name(cell);
                    missing.set(missing.get() || named.is_none());
                    named
                });
                if missing.get() {
                    return None;
                }
                WholeNumber::Choice(Box::new(condition), boxed(a)?, boxed(b)?)
            }
        })
    }
}

#[cfg(test)]
mod tests;
