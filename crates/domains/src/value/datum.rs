//! The abstract value of a scalar: the flat lattice of the papers (BAM 4.4.1), over bits and addresses.

use super::among::Among;
use super::bounded::{BoundedIndex, EndFact, EndFacts};
use super::object::AbstractObject;
use super::range::Range;
use super::reach::{NullByte, Reach};
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{FunctionId, Value};
use cairn_term::TermId;
use std::hash::{Hash, Hasher};

/// A value that is a term over symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbolic {
    /// The term: a bit-vector as wide as its cell.
    pub term: TermId,
    /// The symbols in it, as bits: symbol `n` sets bit `n` modulo 64.
    pub marks: u64,
}

impl Hash for Symbolic {
    /// All terms hash alike: a state is looked for among those above it, whose terms are more general.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The value of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Datum {
    /// ⊤: any value.
    Unknown,
    /// These bits: integers, floats, the null pointer.
    Bits(u128),
    /// An integer of a range.
    Range(Range),
    /// An integer of a range that is bounded by the end of an object.
    Index(BoundedIndex),
    /// The address so many bytes into an object.
    Address(AbstractObject, i64),
    /// An address in an object, or one past its end.
    Somewhere(AbstractObject),
    /// One of several addresses in an object, or null.
    Reach(Reach),
    /// One of several addresses in several objects, or null.
    Among(Among),
    /// The address of a function.
    Function(FunctionId),
    /// A value that only symbolic execution knows more of.
    Term(Symbolic),
}

impl Datum {
    /// The constant, if it is one.
    pub fn bits(self) -> Option<Value> {
        match self {
            Datum::Bits(bits) => Some(Value(bits)),
            // Not negative, so that its width does not matter.
            Datum::Index(index) => index.value().and_then(|value| u128::try_from(value).ok()).map(Value),
            _ => None,
        }
    }
    /// The one object that it points into.
    pub const fn object(self) -> Option<AbstractObject> {
        match self {
            Datum::Address(object, _) | Datum::Somewhere(object) => Some(object),
            Datum::Reach(reach) => Some(reach.object),
            _ => None,
        }
    }
    /// A pointer of so many bits that goes anywhere but to null.
    pub fn not_null(bits: u32) -> Self {
        let all = Interval { low: 1, high: (1_i128 << bits.min(64)) - 1 };
        Datum::Range(Range::of(all, Scalar::Int { bits, signed: false }))
    }
    /// As addresses in one object, or null: null itself is in none.
    pub fn reach(self) -> Option<Reach> {
        match self {
            Datum::Reach(reach) => Some(reach),
            Datum::Address(object, offset) => Reach::of(object, Interval::point(offset.into()), 0),
            _ => None,
        }
    }
    /// True when every value of this one is one of `other`, both `width` bits wide.
    pub fn is_below(self, other: Self, width: u32) -> bool {
        match (self, other) {
            // Whether a term may stand for it is for those to see who have the terms.
            (_, Datum::Unknown | Datum::Term(_)) => true,
            (Datum::Address(a, _), Datum::Somewhere(b)) => a == b,
            (Datum::Address(object, 0), Datum::Range(_)) => !object.is_unnamed() && other == Self::not_null(width),
            (Datum::Function(_), Datum::Range(_)) => other == Self::not_null(width),
            (Datum::Bits(0), Datum::Reach(reach)) => reach.null,
            (Datum::Bits(0), Datum::Among(among)) => among.null(),
            (_, Datum::Among(theirs)) => {
                let mine = self.reaches();
                let is_in = |reach: &Reach| theirs.reaches().iter().any(|other| reach.is_below(*other));
                !mine.is_empty() && mine.iter().all(is_in)
            }
            (_, Datum::Reach(theirs)) => self.reach().is_some_and(|mine| mine.is_below(theirs)),
            (Datum::Bits(bits), Datum::Range(range)) => range.contains_bits(bits, width),
            (Datum::Range(a), Datum::Range(b)) => a.is_below(b),
            (Datum::Index(a), Datum::Range(b)) => a.is_signed() == b.parts().2 && a.interval(width).is_in(b.interval()),
            (Datum::Index(a), Datum::Index(b)) => {
                let known = a.facts().all();
                let follows = |fact: &EndFact| known.iter().any(|mine| fact.follows_from(*mine));
                a.is_signed() == b.is_signed()
                    && a.interval(width).is_in(b.interval(width))
                    && b.facts().all().iter().all(follows)
            }
            _ => self == other,
        }
    }
    /// Facts about it and the ends of objects.
    pub fn facts(self) -> &'static [EndFact] {
        match self {
            Datum::Index(index) => index.facts().all(),
            _ => &[],
        }
    }
    /// The same integer, of which these facts are known and no others.
    pub(crate) fn with_facts(self, facts: impl IntoIterator<Item = EndFact>, scalar: Scalar) -> Self {
        let Some(interval) = self.interval(scalar) else { return self };
        let index = EndFacts::of(facts).and_then(|facts| BoundedIndex::of(interval, scalar.is_signed(), facts));
        index.map_or(Datum::of_interval(interval, scalar), Datum::Index)
    }
    /// True for ⊤, for ranges and for terms: what is not one value.
    pub const fn is_open(self) -> bool {
        matches!(self, Datum::Unknown | Datum::Range(_) | Datum::Index(_) | Datum::Term(_))
    }
}

impl From<Reach> for Datum {
    fn from(reach: Reach) -> Self {
        let says_no_more = reach.text == NullByte::UNKNOWN && reach.room == 0 && reach.from.is_none();
        if reach.low == reach.high && !reach.null && says_no_more {
            Datum::Address(reach.object, reach.low.into())
        } else {
            Datum::Reach(reach)
        }
    }
}

impl Datum {
    /// The symbols in it: see [`Symbolic::marks`].
    pub const fn marks(self) -> u64 {
        match self {
            Datum::Term(symbolic) => symbolic.marks,
            _ => 0,
        }
    }
}

impl From<Value> for Datum {
    fn from(value: Value) -> Self {
        Datum::Bits(value.0)
    }
}

impl Datum {
    /// The values that it stands for, read as a type; `None` where there is no range.
    pub fn interval(self, scalar: Scalar) -> Option<Interval> {
        let all = Interval::of_type(scalar)?;
        match self {
            Datum::Unknown | Datum::Term(_) => Some(all),
            Datum::Bits(bits) if scalar.is_signed() => Some(Interval::point(Value(bits).as_signed(scalar.bits()))),
            Datum::Bits(bits) => i128::try_from(bits).ok().map(Interval::point),
            // A range of the other signedness is the same numbers where both types have them.
            Datum::Range(range) => Some(range.interval()).filter(|i| i.is_in(all)).or(Some(all)),
            Datum::Index(index) => Some(index.interval(scalar.bits())).filter(|i| i.is_in(all)).or(Some(all)),
            _ => None,
        }
    }
    /// The integers of an interval as a type has them: ⊤ when they do not fit or say nothing.
    pub fn of_interval(of: Interval, scalar: Scalar) -> Self {
        let Some(all) = Interval::of_type(scalar) else { return Datum::Unknown };
        if of == all || !of.is_in(all) {
            return Datum::Unknown;
        }
        if of.low == of.high {
            return Value::from_i128(of.low, scalar.bits()).into();
        }
        Datum::Range(Range::of(of, scalar))
    }
}
