//! Writing to abstract memory: the one place that decides what a write can hit.
//!
//! Soundness of the analysis rests here: a write to a place that is not known exactly forgets all that it may reach.
//! An access outside of its object is undefined in C; it is taken as a write anywhere.

use super::datum::Datum;
use super::joined_memory::KeptNulls;
use super::location::MemoryLocation;
use super::object::{AbstractObject, ObjectBase};
use super::object_content::{ObjectContent, Rest};
use super::precision::{Grain, ValuePrecision};
use super::reach::{NullByte, Reach};
use super::state::ValueState;
use super::symbolic_domain::{NoTerms, SymbolicDomain};
use super::trace::{ReadBits, StepTrace};
use cairn_ir::effects::AllocationKind;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, PlaceId, Program, TypeId, VarId, VarKind};
use cairn_transform::inclusion::ObjectEffect;
use std::cell::Cell;

/// Longer runs of bytes are not followed.
const MOST_BITS: u64 = u64::MAX / 4;

/// CopiedBytes on their way: what is known of the object that they are from.
#[derive(Clone, Debug)]
pub struct CopiedBytes {
    content: ObjectContent,
    /// Their first bit there.
    first: u64,
    /// Whether they are the whole object.
    is_object: bool,
}

/// A state in the making: the successor. The machine of this analysis, with terms or without.
pub struct Memory<'a, T = NoTerms> {
    /// The state.
    pub state: ValueState,
    /// The frame that executes.
    pub depth: u32,
    /// The program.
    pub program: &'a Program,
    /// The precision.
    pub precision: &'a ValuePrecision,
    /// Where accesses are noted, for refinement.
    pub trace: Option<&'a StepTrace>,
    /// Terms of values that are not one.
    pub terms: &'a T,
    /// Whether what is read at the moment decides where is written.
    pub(super) for_address: bool,
    /// Which null bytes a write leaves.
    pub(super) keeps: KeptNulls,
    /// What the operation may write and free by pointers of which nothing else is known; any object where nobody says.
    reached: Option<&'a ObjectEffect>,
    /// Where it is counted of how many objects everything is forgotten; the context of what is allocated.
    pub(super) lost: Option<&'a Cell<u64>>,
    pub(super) context: u32,
}

impl<'a> Memory<'a> {
    /// A state to change.
    pub fn new(state: ValueState, depth: u32, program: &'a Program, precision: &'a ValuePrecision) -> Self {
        Memory {
            state,
            depth,
            program,
            precision,
            trace: None,
            terms: &NoTerms,
            for_address: false,
            keeps: KeptNulls::None,
            reached: None,
            lost: None,
            context: 0,
        }
    }
}

impl<'a, T: SymbolicDomain> Memory<'a, T> {
    /// The same, noting what is read and written.
    #[must_use]
    pub fn noting(self, trace: Option<&'a StepTrace>) -> Self {
        Self { trace, ..self }
    }
    /// The same, with terms.
    pub fn with<U: SymbolicDomain>(self, terms: &'a U) -> Memory<'a, U> {
        let Memory { state, depth, program, precision, trace, for_address, keeps, reached, lost, context, .. } = self;
        Memory { state, depth, program, precision, trace, terms, for_address, keeps, reached, lost, context }
    }
    /// The same, of an operation that reaches no other objects by pointers.
    #[must_use]
    pub(crate) fn reaching(self, reached: Option<&'a ObjectEffect>) -> Self {
        Self { reached, ..self }
    }

    /// Gives an unknown value a name, so that it is known to be the same wherever it is read or copied to.
    pub(super) fn name_unknown(
        &mut self,
        object: AbstractObject,
        (at, width): (u64, u32),
        known: Datum,
        of: Scalar,
    ) -> Datum {
        let value = self.terms.fresh(&self.state, known, width, of);
        self.note_write(object, at, u64::from(width));
        self.change(object, |content| content.write(at, width, value));
        self.state.read(object, at, width, self.program)
    }

    /// Gives a pointer memory that nothing else points to.
    pub(super) fn point_to_unnamed(&mut self, object: AbstractObject, at: u64) -> Datum {
        let width = self.program.types.model().pointer_bits();
        let address = self.new_unnamed();
        self.note_write(object, at, u64::from(width));
        self.change(object, |content| content.write(at, width, address));
        self.state.read(object, at, width, self.program)
    }

    /// The address of memory that nothing else points to.
    pub fn new_unnamed(&mut self) -> Datum {
        let unnamed = AbstractObject::unnamed(self.state.sweep());
        self.note_write(unnamed, 0, u64::MAX);
        if self.precision.tracks(unnamed) {
            self.state.set_content(unnamed, ObjectContent::new(Rest::Fresh));
        } else {
            self.state.remove(unnamed);
        }
        Datum::Address(unnamed, 0)
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: ExprId) -> Datum {
        let Ok(value) = cairn_semantics::value(self, expr);
        value
    }
    /// Where a place that is to be written is.
    pub fn target(&mut self, place: PlaceId) -> MemoryLocation {
        self.for_address(|memory| {
            let Ok(at) = cairn_semantics::locate(memory, place);
            at
        })
    }
    /// What is read meanwhile decides where is written.
    pub(super) fn for_address<R>(&mut self, evaluate: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.for_address, true);
        let result = evaluate(self);
        self.for_address = before;
        result
    }
    pub(super) fn note_read(&self, access: ReadBits) {
        if let Some(trace) = self.trace {
            let notes = if self.for_address { trace.addresses() } else { trace.values() };
            notes.borrow_mut().push(access);
        }
    }
    /// A type as a scalar.
    pub fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.program.types.scalar(ty)
    }
    pub(super) fn note_write(&self, object: AbstractObject, at: u64, width: u64) {
        if let Some(trace) = self.trace {
            trace.note_write(ReadBits { object, at, width });
        }
    }
    pub(super) fn size_bits(&self, object: AbstractObject) -> Option<u64> {
        self.size(object).and_then(|size| size.checked_mul(8))
    }

    /// How a pointer lies to a null byte of its object; nothing where states are not joined.
    pub(super) fn text_of(&self, reach: Reach) -> NullByte {
        if T::JOINS { super::text::text_of(&self.state, reach, self.program) } else { NullByte::UNKNOWN }
    }

    /// Changes an object's content, if it is tracked.
    pub(super) fn change(&mut self, object: AbstractObject, f: impl FnOnce(&mut ObjectContent)) {
        self.overwrite_texts(|written| written.may_be(object));
        if object.is_several() || object.site_of_others().is_some() {
            return self.change_one_of_several(object, f);
        }
        if self.precision.tracks(object) {
            let mut content = self.state.content(object).cloned().unwrap_or(ObjectContent::new(Rest::Unknown));
            f(&mut content);
            self.state.set_content(object, content);
        } else {
            self.state.lose(object);
        }
    }

    pub(super) fn store_at(&mut self, location: MemoryLocation, scalar: Scalar, datum: Datum) {
        let (object, bit, field) = match location {
            MemoryLocation::At { object, bit, field } => (object, bit, field),
            MemoryLocation::Chosen(choice) => return self.store_choice(choice, scalar, datum),
            MemoryLocation::Several(several) => {
                return self.at_one_of(several, |memory, place| memory.store_at(place, scalar, datum));
            }
            MemoryLocation::Ranging { .. } => return self.store_ranging(location, scalar, datum),
            MemoryLocation::Within { .. } | MemoryLocation::Anywhere => return self.forget(location, 0),
        };
        let width = field.unwrap_or_else(|| scalar.bits());
        let Some(at) = self.checked(object, bit, width) else { return self.outside(object) };
        self.note_write(object, at, u64::from(width));
        let datum = match datum {
            Datum::Bits(bits) => Datum::Bits(bits & cairn_ir::value::mask(width)),
            Datum::Term(_) if width != scalar.bits() => self.terms.stored(datum, width),
            // What does not fit a bit-field wraps: a range of the value is none of the field.
            _ if field.is_some() => Datum::Unknown,
            Datum::Range(_) if self.precision.grain(object.base()) < Some(Grain::Ranges) => Datum::Unknown,
            datum => datum,
        };
        let whole = at == 0 && self.size_bits(object) == Some(u64::from(width));
        // Zero leaves the null bytes that there are.
        let keeps = if datum == Datum::Bits(0) { self.keeps.max(KeptNulls::All) } else { self.keeps };
        let before = std::mem::replace(&mut self.keeps, keeps);
        self.change(object, |content| {
            if whole && content.rest != Rest::Unknown {
                // Nothing is left of what was there before.
                *content = content.emptied(Rest::Unknown);
            }
            content.write(at, width, datum);
        });
        self.keeps = before;
    }

    /// Notes what an assumption says of a scalar; the place keeps its value.
    pub fn learn(&mut self, location: MemoryLocation, scalar: Scalar, datum: Datum) {
        if let MemoryLocation::At { object, bit, field } = location
            && self.checked(object, bit, field.unwrap_or_else(|| scalar.bits())).is_some()
            && !self.is_literal(object)
            && !object.is_several()
            // A term knows more than a range.
            && !(T::KNOWN && matches!(datum, Datum::Range(_)))
        {
            let null_byte = self.state.content(object).and_then(|content| content.null_byte);
            self.keeping(KeptNulls::Exactly, |memory| memory.store_at(location, scalar, datum));
            if null_byte.is_some()
                && let Some(content) = self.state.content(object).cloned()
            {
                self.state.set_content(object, ObjectContent { null_byte, ..content });
            }
        }
    }
    fn is_literal(&self, object: AbstractObject) -> bool {
        object.var().is_some_and(|var| self.program.vars[var].kind == VarKind::StringLiteral)
    }

    /// Writes any value of `width` bits.
    pub fn forget(&mut self, location: MemoryLocation, width: u64) {
        let location = if let MemoryLocation::Chosen(choice) = location { choice.anywhere() } else { location };
        match location {
            MemoryLocation::At { object, bit, field } => {
                let width = field.map_or(width, u64::from);
                let size = self.size_bits(object);
                match u64::try_from(bit) {
                    Ok(at) if size.is_none_or(|size| at.saturating_add(width) <= size) && !object.is_summary() => {
                        self.forget_range(object, at, width);
                    }
                    _ => self.outside(object),
                }
            }
            MemoryLocation::Ranging { object, low, high, .. } if high == 8 * i64::from(Reach::UNBOUNDED) => {
                let from = u64::try_from(low).unwrap_or(0);
                self.forget_range(object, from, self.size_bits(object).unwrap_or(u64::MAX).saturating_sub(from));
            }
            MemoryLocation::Ranging { object, low, high, field, .. } => {
                let width = field.map_or(width, u64::from);
                if let Some((low, high)) = self.in_object(object, (low, high), width) {
                    self.forget_range(object, low, (high - low).saturating_add(width));
                }
            }
            MemoryLocation::Within { object, from, to } => {
                let end = to.and_then(|to| u64::try_from(to).ok());
                let from = u64::try_from(from).unwrap_or(0);
                match end.or_else(|| self.size_bits(object)) {
                    Some(end) => self.forget_range(object, from, end.saturating_sub(from)),
                    None => self.forget_range(object, from, u64::MAX - from),
                }
            }
            MemoryLocation::Several(several) => {
                several.places().into_iter().for_each(|place| self.forget(place, width));
            }
            MemoryLocation::Anywhere | MemoryLocation::Chosen(_) => self.forget_exposed(),
        }
    }

    pub(super) fn forget_range(&mut self, object: AbstractObject, at: u64, width: u64) {
        self.note_write(object, at, width);
        self.overwrite_texts(|written| written.may_be(object));
        if self.state.content(object).is_none() {
            return;
        }
        let whole = at == 0 && self.size_bits(object).is_none_or(|size| width >= size);
        self.change(object, |content| content.forget(at, width, whole));
    }

    fn outside(&mut self, object: AbstractObject) {
        if !object.is_summary() {
            self.forget_exposed();
        }
    }

    /// A write that may hit whatever has an address that the program took.
    pub fn forget_exposed(&mut self) {
        self.forget_exposed_but(|_| false);
    }

    /// As [`Memory::forget_exposed`], by someone who leaves some variables alone.
    pub fn forget_exposed_but(&mut self, kept: impl Fn(VarId) -> bool) {
        self.state.set_tame(false);
        let (program, reached) = (self.program, self.reached);
        let may_be_written = |object: AbstractObject| {
            object.is_exposed(program)
                && !object.var().is_some_and(&kept)
                && reached.is_none_or(|reached| object.may_be_in(&reached.writes))
        };
        // Also of objects of which nothing else is known.
        self.overwrite_texts(may_be_written);
        for object in self.state.objects() {
            if may_be_written(object) {
                self.note_write(object, 0, u64::MAX);
                self.change(object, |content| content.forget(0, 0, true));
                self.lost.inspect(|lost| lost.set(lost.get() + 1));
            }
        }
    }

    /// Content of an object's bits, as something to copy from.
    fn readable(&self, object: AbstractObject) -> Option<ObjectContent> {
        match self.state.content(object) {
            Some(content) => Some(content.clone()),
            None => object.var().filter(|_| self.is_literal(object)).map(|var| ObjectContent::new(Rest::Data(var))),
        }
    }

    /// So many bytes at a location, on their way; `None` where nothing is known of them.
    pub(super) fn read_bytes(&mut self, from: MemoryLocation, bytes: u64) -> Option<CopiedBytes> {
        let width = bytes.checked_mul(8).filter(|width| *width < MOST_BITS)?;
        let MemoryLocation::At { object, bit, field: None } = from else { return None };
        let first = u64::try_from(bit).ok()?;
        self.note_read(ReadBits { object, at: first, width });
        let size = self.size_bits(object);
        let fits = size.is_none_or(|size| first.saturating_add(width) <= size);
        let content = if fits { self.readable(object) } else { None }?;
        Some(CopiedBytes { content, first, is_object: first == 0 && size == Some(width) })
    }

    /// Writes so many bytes.
    pub(super) fn write_bytes(&mut self, to: MemoryLocation, bytes: u64, from: Option<CopiedBytes>) {
        let Some(width) = bytes.checked_mul(8).filter(|width| *width < MOST_BITS) else {
            return self.forget_exposed();
        };
        if let (MemoryLocation::Several(several), Some(from)) = (to, &from) {
            return self.at_one_of(several, |memory, place| memory.write_bytes(place, bytes, Some(from.clone())));
        }
        let (MemoryLocation::At { object, bit, field: None }, Some(from)) = (to, from) else {
            return self.forget(to, width);
        };
        let Ok(at) = u64::try_from(bit) else { return self.forget(to, width) };
        let size = self.size_bits(object);
        if object.is_summary() || size.is_some_and(|size| at.saturating_add(width) > size) {
            return self.outside(object);
        }
        self.note_write(object, at, width);
        let whole = at == 0 && from.is_object && size == Some(width);
        let program = self.program;
        self.change(object, |target| {
            if whole {
                let ObjectContent { size, least_size, most_size, size_facts, .. } = *target;
                *target = ObjectContent { size, least_size, most_size, size_facts, ..from.content };
            } else {
                target.copy(at, &from.content, from.first, width, program);
            }
        });
    }

    /// Sets bytes.
    pub(super) fn set_bytes(&mut self, to: MemoryLocation, byte: u8, bytes: u64) {
        let Some(width) = bytes.checked_mul(8).filter(|width| *width < MOST_BITS) else { return self.forget_exposed() };
        if let MemoryLocation::Several(several) = to {
            return self.at_one_of(several, |memory, place| memory.set_bytes(place, byte, bytes));
        }
        let MemoryLocation::At { object, bit, field: None } = to else { return self.forget(to, width) };
        let size = self.size_bits(object);
        let Ok(at) = u64::try_from(bit) else { return self.outside(object) };
        if object.is_summary() || size.is_some_and(|size| at.saturating_add(width) > size) {
            return self.outside(object);
        }
        self.note_write(object, at, width);
        let whole = at == 0 && size == Some(width);
        const FEW: u64 = 4096;
        self.change(object, |content| match byte {
            0 => content.clear(at, width, whole),
            _ if bytes <= FEW => {
                for index in 0..bytes {
                    content.write(at + 8 * index, 8, Datum::Bits(u128::from(byte)));
                }
            }
            _ => content.forget(at, width, whole),
        });
    }

    pub(super) fn begin(&mut self, object: AbstractObject, rest: Rest) {
        self.note_write(object, 0, u64::MAX);
        self.overwrite_texts(|written| written == object);
        let rest = if rest == Rest::Unknown && self.holds_pointers(object) { Rest::Fresh } else { rest };
        if rest == Rest::Unknown || !self.precision.tracks(object) {
            self.state.remove(object);
        } else {
            self.state.set_content(object, ObjectContent::new(rest));
        }
    }

    fn holds_pointers(&self, object: AbstractObject) -> bool {
        object.var().is_some_and(|var| self.program.types.has_pointers(self.program.vars[var].ty))
    }

    /// A new object on the heap, or in this frame; its address.
    pub(super) fn new_object(&mut self, site: EdgeId, size: Option<u64>, rest: Rest, in_frame: bool) -> Datum {
        let object = if T::JOINS && !in_frame {
            Some(self.most_recent(site))
        } else if in_frame {
            let all = (0..).map_while(|number| AbstractObject::in_frame(site, self.depth, number));
            all.into_iter().find(|object| self.state.content(*object).is_none())
        } else {
            let last = self
                .state
                .last_key(AbstractObject::keys_of_site(site))
                .map(|key| AbstractObject::from_key(key).number());
            AbstractObject::on_heap(site, last.map_or(0, |n| n + 1))
        };
        match object.filter(|_| self.precision.grain(ObjectBase::Site(site)).is_some()) {
            Some(object) => {
                self.note_write(object, 0, u64::MAX);
                self.state.set_content(object, ObjectContent { size, ..ObjectContent::new(rest) });
                Datum::Address(object, 0)
            }
            None => Datum::Somewhere(AbstractObject::summary(site)),
        }
    }

    /// The lifetime of an allocated object of a kind ends. Pointers to it are indeterminate from now on, so that one that is known
    /// leads to a living object. Of an unknown pointer all that it may go to ends, where the program asks what lives
    /// ([`cairn_ir::behaviour::asks_what_lives`]); where it does not, whoever uses what ended does something undefined.
    pub(crate) fn end_object(&mut self, pointer: Datum, kind: AllocationKind) {
        match pointer {
            Datum::Bits(0) | Datum::Function(_) => {}
            // The start of no allocation.
            Datum::Address(object, offset) if offset != 0 || !object.is_of(kind) => {}
            Datum::Somewhere(object) if !object.is_on_heap() && !object.is_of(kind) && !object.is_unnamed() => {}
            // All that it may go to is taken to be gone, if it can be freed.
            Datum::Reach(_) | Datum::Among(_) => {
                let ended: Vec<AbstractObject> = pointer.objects().into_iter().filter(|o| o.is_of(kind)).collect();
                self.end_objects(&ended);
            }
            Datum::Address(object, _) if !object.is_summary() => self.end_objects(&[object]),
            _ if !T::JOINS && !cairn_ir::behaviour::asks_what_lives(self.program) => {}
            _ => {
                let of = pointer.object().filter(|o| o.is_on_heap() || o.is_of(kind)).map(AbstractObject::base);
                let reached = self.reached.filter(|_| kind == AllocationKind::Heap);
                let may_be = |object: &AbstractObject| {
                    of.is_none_or(|site| site == object.base())
                        && reached.is_none_or(|reached| object.may_be_in(&reached.frees))
                };
                self.end_some_of(kind, may_be);
            }
        }
    }

    /// Some of the allocated objects of a kind may be gone.
    pub(crate) fn end_some_of(&mut self, kind: AllocationKind, may_be: impl Fn(&AbstractObject) -> bool) {
        let ended: Vec<AbstractObject> = self.state.objects_of(kind).into_iter().filter(may_be).collect();
        self.end_objects(&ended);
        self.state.set_frees_known(false);
    }

    fn end_objects(&mut self, ended: &[AbstractObject]) {
        let links = ended.iter().fold(0, |links, object| links | object.link());
        if T::JOINS {
            self.forget_pointers(links, |object| ended.contains(&object));
        }
        let mut stale = Vec::new();
        self.state.for_each_linked(links, |object, content| {
            content.cells.visit_linked(links, |at, cell| {
                let datum = cell.datum.without(&|to| ended.contains(&to), cell.width);
                if datum != cell.datum {
                    stale.push((object, at, cell.width, datum));
                }
            });
        });
        for object in ended {
            self.note_write(*object, 0, u64::MAX);
        }
        for (object, at, width, datum) in stale {
            self.note_write(object, at, u64::from(width));
            self.change(object, |content| content.write(at, width, datum));
        }
        for object in ended {
            self.state.remove(*object);
        }
    }
}
