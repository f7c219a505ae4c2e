//! Cursors: names for where a pointer goes at one moment, so that integers are related to a pointer that is not one address (ghost
//! variables for offsets, as in Gulwani, Tiwari, "An abstract domain for analyzing heap-manipulating low-level software", CAV 2007).
//!
//! `n = strcspn(p, ":"); p += n;` stays in the string of `p` wherever `p` goes in it. The object of `p` and a range of offsets do not
//! say so: `n` is bounded by a null byte seen from `p`. So `p` is given a *cursor*, a ghost variable with the value that `p` has then
//! ([`AbstractObject::cursor`]). Facts about the end of an object ([`super::bounded`]) may be about a cursor: then bytes count from
//! there, whatever the object is. A pointer says how many bytes behind a cursor it is, or only that it is in the object of one.
//!
//! **Why it over-approximates.** In each execution that a state stands for all that names a cursor means one address: naming it again
//! takes the old name away from everything. What may overwrite a null byte of an object ends the facts about null bytes of each
//! cursor that may be in the object, as the ghost variable's value says, and of all cursors of which that is not known.
//!
//! Why not relations between variables: see [`super::bounded`].

use super::bounded::{EndFact, ObjectEnd};
use super::datum::Datum;
use super::interned::{Pool, interned};
use super::links::TO_NULL_BYTES;
use super::memory::Memory;
use super::object::{AbstractObject, ObjectBase};
use super::object_content::{ObjectContent, Rest};
use super::reach::Reach;
use super::state::ValueState;
use super::symbolic_domain::SymbolicDomain;
use super::text;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceKind, Program, VarId};
use smallvec::SmallVec;
use std::sync::Mutex;

/// How a pointer lies to a cursor: in its object, and so many bytes behind it where that is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FromCursor(&'static (AbstractObject, Option<i32>));

static PLACES: Pool<(AbstractObject, Option<i32>)> = Pool::new(Mutex::default);

impl FromCursor {
    fn new(cursor: AbstractObject, bytes: Option<i32>) -> Self {
        Self(interned(&PLACES, (cursor, bytes)))
    }
    /// The cursor.
    pub const fn cursor(self) -> AbstractObject {
        self.0.0
    }
    /// Bytes from the cursor.
    pub const fn bytes(self) -> Option<i32> {
        self.0.1
    }
    /// So many bytes further; `None` for any number.
    pub(super) fn moved(self, by: Option<i128>) -> Self {
        let bytes = self.bytes().zip(by).and_then(|(bytes, by)| i32::try_from(i128::from(bytes).checked_add(by)?).ok());
        Self::new(self.cursor(), bytes)
    }
    /// Either; `None` of two cursors.
    pub(super) fn join(self, other: Self) -> Option<Self> {
        let is_same = self.bytes() == other.bytes();
        (self.cursor() == other.cursor()).then(|| if is_same { self } else { self.moved(None) })
    }
    /// Whether all of it is in another.
    pub(super) fn is_below(self, other: Self) -> bool {
        self.cursor() == other.cursor() && (other.bytes().is_none() || self.bytes() == other.bytes())
    }
}

/// Where bytes of a pointer's object are counted from: the object's start, or a cursor; and bytes from there to the pointer.
pub(super) type Origins = SmallVec<[(AbstractObject, i32); 2]>;

impl Reach {
    /// What facts about its object may be counted from.
    pub(super) fn origins(self) -> Origins {
        let start = (self.low == self.high && !self.object.is_several()).then_some((self.object, self.low));
        let cursor = self.from.and_then(|from| Some((from.cursor(), from.bytes()?)));
        start.into_iter().chain(cursor).collect()
    }
    /// Whether two pointers go into one object.
    pub(super) fn is_beside(self, other: Self) -> bool {
        let is_cursor = self.from.zip(other.from).is_some_and(|(mine, theirs)| mine.cursor() == theirs.cursor());
        is_cursor || self.object == other.object && !self.object.is_several()
    }
}

impl Datum {
    /// What facts about the object of a pointer may be counted from, wherever it goes.
    pub(super) fn origins(self) -> Origins {
        let reaches = self.reaches();
        let mut all = reaches.iter().map(|reach| reach.origins());
        let first = all.next().unwrap_or_default();
        all.fold(first, |common, origins| common.into_iter().filter(|origin| origins.contains(origin)).collect())
    }
}

/// The objects that a cursor may be in; `None` where that is not known.
pub(super) fn objects_of_cursor(state: &ValueState, cursor: AbstractObject) -> Option<SmallVec<[AbstractObject; 2]>> {
    Some(ghost(state, cursor)?.objects()).filter(|objects| !objects.is_empty())
}

/// The value of a cursor's ghost variable, with what is known of the string there.
pub(super) fn ghost(state: &ValueState, cursor: AbstractObject) -> Option<Datum> {
    Some(state.content(cursor)?.cells.get(0)?.datum)
}

/// Two states about to be joined, changed so that what integers say of a pointer that is one address in one of them and not in the
/// other is said from a cursor in both: else a first round of a loop and the next ones had nothing in common to say.
pub(crate) fn named_alike(
    a: &ValueState,
    b: &ValueState,
    program: &Program,
) -> (Option<ValueState>, Option<ValueState>) {
    let bits = program.types.model().pointer_bits();
    let mut holders = Vec::new();
    a.for_each_difference(b, |object, mine, theirs| {
        let is_pointer = |content: &ObjectContent| content.cells.get(0).is_some_and(|cell| cell.width == bits);
        let (ObjectBase::Var(var), Some(depth)) = (object.base(), object.frame()) else { return };
        let is_named = object.is_cursor() && mine.is_some() != theirs.is_some();
        let is_moved = !object.is_cursor() && mine.zip(theirs).is_some_and(|(a, b)| is_pointer(a) && is_pointer(b));
        holders.extend(u32::try_from(depth).ok().filter(|_| is_named || is_moved).map(|depth| (var, depth, is_named)));
    });
    let (mut new_a, mut new_b) = (None, None);
    for (var, depth, is_named) in holders {
        let Some(cursor) = AbstractObject::cursor(var, depth) else { continue };
        let holder = AbstractObject::of_var(var, depth, program);
        let (here, there) = (new_a.as_ref().unwrap_or(a), new_b.as_ref().unwrap_or(b));
        let (mine, theirs) = (here.read(holder, 0, bits, program), there.read(holder, 0, bits, program));
        let has = |state: &ValueState| state.content(cursor).is_some();
        let start = |datum: Datum| datum.origins().into_iter().find(|(object, _)| !object.is_cursor());
        let is_at = |datum: Datum| datum.origins().contains(&(cursor, 0));
        let pointer = |datum| (holder, datum, bits);
        match (start(mine), start(theirs)) {
            (at, _) if is_named && !has(here) && is_at(theirs) && !mine.reaches().is_empty() => {
                new_a = Some(here.with_cursor(pointer(mine), cursor, at, program));
            }
            (_, at) if is_named && !has(there) && is_at(mine) && !theirs.reaches().is_empty() => {
                new_b = Some(there.with_cursor(pointer(theirs), cursor, at, program));
            }
            // It moved: what is said from where it was is said from where it is, as a loop does that counts down what is left.
            _ if !is_named && has(here) && has(there) => {
                let behind = |datum: Datum| datum.origins().into_iter().find(|(object, _)| *object == cursor);
                if let (Some(at), Some(other)) = (behind(mine), behind(theirs))
                    && at != other
                {
                    let named = here.with_cursor(pointer(mine), cursor, Some(at), program);
                    new_b = Some(there.with_cursor(pointer(theirs), cursor, Some(other), program));
                    new_a = Some(named);
                }
            }
            (mine_at, theirs_at) if !is_named && !has(here) && !has(there) && mine_at != theirs_at => {
                let is_counted = |state: &ValueState, at: Option<(AbstractObject, i32)>| {
                    at.is_some_and(|(object, _)| state.has_facts(object))
                };
                if !is_counted(here, mine_at) && !is_counted(there, theirs_at)
                    || mine.reaches().is_empty()
                    || theirs.reaches().is_empty()
                {
                    continue;
                }
                let named = here.with_cursor(pointer(mine), cursor, mine_at, program);
                new_b = Some(there.with_cursor(pointer(theirs), cursor, theirs_at, program));
                new_a = Some(named);
            }
            _ => {}
        }
    }
    (new_a, new_b)
}

impl ValueState {
    /// Whether integers say something of the ends of an object.
    fn has_facts(&self, object: AbstractObject) -> bool {
        let (mut found, links) = (false, object.link() | TO_NULL_BYTES);
        self.for_each_linked(links, |_, content| {
            content.cells.visit_linked(links, |_, cell| {
                found |= cell.datum.facts().iter().any(|fact| fact.object == object);
            });
        });
        found
    }

    /// The same, with a cursor of the pointer in a variable; where it goes so many bytes into an object what is said of the object is
    /// said from the cursor too.
    fn with_cursor(
        &self,
        (holder, pointer, bits): (AbstractObject, Datum, u32),
        cursor: AbstractObject,
        at: Option<(AbstractObject, i32)>,
        program: &Program,
    ) -> Self {
        let links = at.map_or(0, |(object, _)| object.link() | TO_NULL_BYTES) | cursor.link();
        let from_cursor = |fact: &EndFact| {
            let (_, low) = at.filter(|(object, _)| fact.object == *object)?;
            let base = fact.base.checked_sub(low)?;
            let is_first = fact.end == ObjectEnd::FirstNull;
            // The first null byte behind a place is not before the one behind an earlier place.
            let fact = EndFact { object: cursor, base, exact: fact.exact && !(is_first && low != 0), ..*fact };
            (!is_first || low >= 0).then_some(fact)
        };
        // Where the cursor itself moves.
        let moved = at.filter(|(object, _)| *object == cursor).map(|(_, low)| i128::from(low));
        let more = |datum: Datum, width: u32| match (datum, moved) {
            (Datum::Index(index), _) => {
                let facts = index.facts().all();
                let scalar = Scalar::Int { bits: width, signed: index.is_signed() };
                let others = facts.iter().copied().filter(|fact| fact.object != cursor);
                datum.with_facts(others.chain(facts.iter().filter_map(from_cursor)), scalar)
            }
            (Datum::Reach(_) | Datum::Among(_), Some(by)) => datum.map_reaches(|reach| {
                let from = reach.from.map(|from| if from.cursor() == cursor { from.moved(Some(-by)) } else { from });
                Some(Reach { from, ..reach })
            }),
            _ => datum.without(&|gone| gone == cursor, width),
        };
        let mut changed = Vec::new();
        self.for_each_linked(links, |holder, content| {
            changed.extend(content.changed(links, &more).map(|content| (holder, content)));
        });
        let mut state = self.clone();
        changed.into_iter().for_each(|(holder, content)| state.set_content(holder, content));
        let with = |from| {
            let text = |reach| text::text_of(self, reach, program);
            pointer.map_reaches(|reach| Some(Reach { text: text(reach), from, ..reach }))
        };
        let mut ghost = ObjectContent::new(Rest::Unknown);
        ghost.write(0, bits, with(None));
        if let Some((origin, low)) = at {
            let least = text::least_end(self, origin, ObjectEnd::Size, program).unwrap_or(0) - i128::from(low);
            ghost.least_size = u64::try_from(least).unwrap_or(0);
        }
        state.set_content(cursor, ghost);
        let mut content = state.content(holder).cloned().unwrap_or(ObjectContent::new(Rest::Unknown));
        content.write(0, bits, with(Some(FromCursor::new(cursor, Some(0)))));
        state.set_content(holder, content);
        state
    }
}

impl<T: SymbolicDomain> Memory<'_, T> {
    /// What facts about the object of a pointer may be counted from. A pointer in a variable that is not one address is given a cursor.
    pub(crate) fn origins(&mut self, pointer: ExprId) -> Origins {
        let datum = self.value(pointer);
        let known = datum.origins();
        if !T::JOINS || !known.is_empty() || datum.reaches().is_empty() {
            return known;
        }
        let program = self.program;
        let ty = program.type_of(pointer);
        match program.exprs[pointer].kind {
            ExprKind::Cast(inner) if self.scalar(program.type_of(inner)) == self.scalar(ty) => self.origins(inner),
            ExprKind::Load(place) => match program.exprs[place].kind {
                PlaceKind::Var(var) if program.vars[var].frame().is_some() => self.name_cursor(var),
                _ => Origins::new(),
            },
            ExprKind::Binary(BinaryOp::PtrAdd, start, _) => {
                self.origins(start);
                self.value(pointer).origins()
            }
            _ => Origins::new(),
        }
    }

    /// Gives the pointer in a variable of the current frame a cursor of its own.
    pub(super) fn name_cursor(&mut self, var: VarId) -> Origins {
        let object = AbstractObject::of_var(var, self.depth, self.program);
        let scalar = self.scalar(self.program.vars[var].ty);
        let (Some(cursor), Some(Scalar::Pointer { bits })) = (AbstractObject::cursor(var, self.depth), scalar) else {
            return Origins::new();
        };
        let value = self.state.read(object, 0, bits, self.program);
        if value.reaches().is_empty() {
            return Origins::new();
        }
        self.state = self.state.with_cursor((object, value, bits), cursor, None, self.program);
        self.state.read(object, 0, bits, self.program).origins()
    }

    /// What an integer says of the ends of a pointer's object, in elements of `unit` bytes from the pointer: each end, and so many bytes
    /// more are before it.
    pub(super) fn seen_from(&self, at: Reach, index: Datum, unit: i64) -> SmallVec<[(ObjectEnd, i32); 2]> {
        let mut seen = SmallVec::new();
        for (origin, bytes) in at.origins() {
            let facts = self.facts_about(index, origin);
            let of_unit = facts.iter().filter(|fact: &&EndFact| i64::from(fact.unit) == unit);
            seen.extend(of_unit.filter_map(|fact| Some((fact.end, fact.base.checked_sub(bytes)?))));
        }
        seen
    }
}
