//! Evaluation of expressions and places in an abstract state ([`Evaluation`]). Evaluating changes the state where that
//! says the same of the program: a fresh pointer that is read gets memory of its own (lazy initialisation: Khurshid,
//! Păsăreanu and Visser, TACAS 2003), and an unknown value a symbol where there are terms.

use super::datum::Datum;
use super::location::MemoryLocation;
use super::memory::Memory;
use super::object::AbstractObject;
use super::reach::Reach;
use super::symbolic_domain::SymbolicDomain;
use super::trace::ReadBits;
use cairn_ir::interval::Interval;
use cairn_ir::types::{Field, Scalar};
use cairn_ir::{BinaryOp, ExprId, FunctionId, PlaceId, Program, UnaryOp, Value, VarId, VarKind};
use cairn_semantics::{Evaluation, Leaf, Subscript};
use std::convert::Infallible;

/// A condition: its value, and whether it holds as far as that says.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    datum: Datum,
    of: Scalar,
    known: Option<bool>,
}

pub(super) type Answer<T> = Result<T, Infallible>;

impl<'p, T: SymbolicDomain> Evaluation<'p> for Memory<'p, T> {
    type Value = Datum;
    type Truth = Condition;
    type Location = MemoryLocation;
    type Error = Infallible;

    fn program(&self) -> &'p Program {
        self.program
    }
    fn no_value(&mut self, _why: &'static str) -> Answer<Datum> {
        Ok(Datum::Unknown)
    }
    fn no_location(&mut self, _why: &'static str) -> Answer<MemoryLocation> {
        Ok(MemoryLocation::Anywhere)
    }

    fn constant(&mut self, bits: u128, _of: Scalar) -> Answer<Datum> {
        Ok(Datum::Bits(bits))
    }
    fn function(&mut self, function: FunctionId) -> Answer<Datum> {
        Ok(Datum::Function(function))
    }
    fn unary(&mut self, op: UnaryOp, x: Datum, from: Scalar, to: Scalar) -> Answer<Datum> {
        Ok(self.or_term(self.unary_of(op, x, from, to), |terms| terms.unary(op, x, from, to)))
    }
    fn binary(&mut self, op: BinaryOp, x: (Datum, Scalar), y: (Datum, Scalar), to: Scalar) -> Answer<Datum> {
        Ok(self.binary_of(op, x, y, to))
    }
    fn cast(&mut self, x: Datum, from: Scalar, to: Scalar) -> Answer<Datum> {
        Ok(self.or_term(self.cast_of(x, from, to), |terms| terms.cast(x, from, to)))
    }
    fn displaced(&mut self, _: ExprId, pointer: Datum, (index, of): (Datum, Scalar), size: u64) -> Answer<Datum> {
        let Ok(step) = i64::try_from(size) else { return Ok(Datum::Unknown) };
        Ok(self.displaced_by(pointer, index, of, step, self.pointer()))
    }
    fn difference(&mut self, x: Datum, y: Datum, size: u64, to: Scalar) -> Answer<Datum> {
        Ok(self.difference_of(x, y, self.pointer().bits(), i128::from(size.max(1)), to))
    }

    fn truth(&mut self, datum: Datum, of: Scalar) -> Answer<Condition> {
        Ok(Condition { datum, of, known: self.truth_of(datum, of) })
    }
    fn decided(&self, truth: &Condition) -> Option<bool> {
        truth.known
    }
    fn either(&mut self, truth: Condition, yes: Datum, no: Datum, to: Scalar) -> Answer<Datum> {
        if yes == no {
            return Ok(yes);
        }
        if T::JOINS {
            return Ok(self.either_datum(yes, no, to.bits()));
        }
        let hull = match (yes.interval(to), no.interval(to)) {
            (Some(yes), Some(no)) => Datum::of_interval(yes.hull(no), to),
            _ => Datum::Unknown,
        };
        Ok(self.or_term(hull, |terms| terms.choice((truth.datum, truth.of), yes, no, to)))
    }

    fn variable(&mut self, var: VarId) -> Answer<MemoryLocation> {
        Ok(MemoryLocation::At { object: AbstractObject::of_var(var, self.depth, self.program), bit: 0, field: None })
    }
    fn pointed(&mut self, pointer: ExprId) -> Answer<MemoryLocation> {
        Ok(self.pointed_by(pointer))
    }
    fn member(&mut self, base: MemoryLocation, _record: PlaceId, field: &Field) -> Answer<MemoryLocation> {
        Ok(base.member_of(field))
    }
    fn element(&mut self, base: MemoryLocation, of: Subscript) -> Answer<MemoryLocation> {
        Ok(self.element_of(base, of))
    }
    fn address(&mut self, at: MemoryLocation) -> Answer<Datum> {
        Ok(match at {
            MemoryLocation::At { object, bit, field: None } if bit % 8 == 0 => self.address_in(object, bit / 8),
            MemoryLocation::Ranging { object, low, high, step, field: None, .. }
                if low % 8 == 0 && step % 8 == 0 && high != 8 * i64::from(Reach::UNBOUNDED) =>
            {
                let offsets = Interval { low: i128::from(low / 8), high: i128::from(high / 8) };
                Reach::of(object, offsets, step / 8).map_or(Datum::Somewhere(object), Datum::from)
            }
            MemoryLocation::At { object, .. }
            | MemoryLocation::Within { object, .. }
            | MemoryLocation::Ranging { object, .. } => Datum::Somewhere(object),
            MemoryLocation::Chosen(choice) => Datum::Somewhere(choice.object),
            MemoryLocation::Several(several) => several.address(),
            MemoryLocation::Anywhere => Datum::Unknown,
        })
    }
    fn load(&mut self, place: PlaceId, at: MemoryLocation, leaf: Leaf) -> Answer<Datum> {
        // Memory of its own is only for a pointer that no other one meets.
        let unaliased = self.program.facts.exposure.is_unaliased(place);
        Ok(self.load_at(at, leaf.of, unaliased))
    }
}

impl<T: SymbolicDomain> Memory<'_, T> {
    /// Value with terms where `datum` is not one value.
    pub(super) fn or_term(&self, datum: Datum, term: impl FnOnce(&T) -> Datum) -> Datum {
        if !T::KNOWN || !datum.is_open() {
            return datum;
        }
        match term(self.terms) {
            Datum::Unknown => datum,
            known => known,
        }
    }

    fn pointer(&self) -> Scalar {
        Scalar::Pointer { bits: self.program.types.model().pointer_bits() }
    }

    /// Value of some bits; a pointer or a value of which nothing is known is given memory, or a name.
    fn named(&mut self, object: AbstractObject, (at, width): (u64, u32), of: Scalar, unaliased: bool) -> Datum {
        let datum = self.state.read(object, at, width, self.program);
        if datum == Datum::Unknown
            && matches!(of, Scalar::Pointer { .. })
            && unaliased
            && self.state.content(object).is_some_and(|content| content.is_fresh(at, width))
            && self.precision.tracks(object)
        {
            return self.point_to_unnamed(object, at);
        }
        if T::KNOWN
            && matches!(datum, Datum::Unknown | Datum::Range(_))
            && self.stays(object)
            && self.precision.tracks(object)
        {
            return self.name_unknown(object, (at, width), datum, of);
        }
        datum
    }

    /// The value of a scalar at a location.
    pub(super) fn load_at(&mut self, location: MemoryLocation, scalar: Scalar, unaliased: bool) -> Datum {
        match location {
            MemoryLocation::At { object, bit, field } => {
                let width = field.unwrap_or_else(|| scalar.bits());
                let Some(at) = self.checked(object, bit, width) else { return Datum::Unknown };
                let datum = self.named(object, (at, width), scalar, unaliased);
                // What is not known has no part in any conclusion.
                if datum != Datum::Unknown {
                    self.note_read(ReadBits { object, at, width: u64::from(width) });
                }
                match datum {
                    // Two values only: anything else in a _Bool has no meaning.
                    Datum::Bits(bits) if scalar == Scalar::Bool && bits > 1 => Datum::Unknown,
                    Datum::Bits(bits) if width < scalar.bits() && scalar.is_signed() => {
                        Value::from_i128(Value(bits).as_signed(width), scalar.bits()).into()
                    }
                    // A bit-field reads wider than its cell.
                    Datum::Range(_) | Datum::Index(_)
                        if width < scalar.bits() || matches!(scalar, Scalar::Float(_)) =>
                    {
                        Datum::Unknown
                    }
                    Datum::Term(_) if width < scalar.bits() || scalar == Scalar::Bool => {
                        self.or_term(Datum::Unknown, |terms| terms.loaded(datum, width, scalar))
                    }
                    datum => datum,
                }
            }
            MemoryLocation::Within { object, from, to } => self.load_within(object, from, to, scalar),
            MemoryLocation::Chosen(choice) => self.load_choice(choice, scalar),
            MemoryLocation::Ranging { .. } => self.load_ranging(location, scalar),
            MemoryLocation::Several(several) => self.load_one_of(several, scalar),
            MemoryLocation::Anywhere => Datum::Unknown,
        }
    }

    /// Whether an object is there, writable and named by nothing else, so that what is unknown of it can be given a name.
    fn stays(&self, object: AbstractObject) -> bool {
        let is_literal = |var| self.program.vars[var].kind == VarKind::StringLiteral;
        match object.var() {
            Some(var) => !is_literal(var) && !object.is_older() && self.is_alive(object),
            None => !object.is_summary() && self.state.content(object).is_some() && self.is_alive(object),
        }
    }

    /// The one value that all of a range holds: zero, when it was never written.
    fn load_within(&self, object: AbstractObject, from: i64, to: Option<i64>, scalar: Scalar) -> Datum {
        let Some(content) = self.state.content(object) else { return Datum::Unknown };
        let end = to.or_else(|| self.size(object).and_then(|s| i64::try_from(s).ok()?.checked_mul(8)));
        let (Ok(at), Some(end)) = (u64::try_from(from), end.and_then(|e| u64::try_from(e).ok())) else {
            return Datum::Unknown;
        };
        let untouched = content.rest == super::object_content::Rest::Zero
            && end > at
            && content.overlapping(at, end - at).is_empty()
            && scalar.bits() <= 128;
        if !untouched {
            return Datum::Unknown;
        }
        self.note_read(ReadBits { object, at, width: end - at });
        Datum::Bits(0)
    }

    /// The first bit, when the access is inside the object.
    pub fn checked(&self, object: AbstractObject, bit: i64, width: u32) -> Option<u64> {
        let at = u64::try_from(bit).ok()?;
        if object.is_summary() {
            return None;
        }
        match self.size(object) {
            Some(size) => (at + u64::from(width) <= size.saturating_mul(8)).then_some(at),
            None => Some(at),
        }
    }
}
