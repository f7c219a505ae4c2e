//! Join and widening of states of memory.
//!
//! Objects by name: of a variable or of unnamed memory that only one side knows nothing is known; an allocated object that only one side
//! has does not exist on the other, where no pointer that is known leads to it, so its content stays.
//!
//! So a state without such an object is below one with it, whatever its content is ([`is_below`]).
//!
//! Over-approximation: a datum of the join is above the data of both sides, read where one side has no cell of its own; a
//! default is kept only where both have it.

use crate::value::bounded::{LARGEST, ObjectEnd};
use crate::value::cursor::named_alike;
use crate::value::object_content::{Elements, ObjectContent, Rest};
use crate::value::range::Range;
use crate::value::text::{self, text_of};
use crate::value::{AbstractObject, BoundedIndex, Datum, EndFact, EndFacts, NullByte, Reach, ValueState};
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{Program, Value};

/// How two data of so many bits are joined.
type Joining<'a> = &'a dyn Fn(Datum, Datum, u32) -> Datum;

/// How two states become one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joins {
    /// The least state above both.
    Exactly,
    /// The older one is widened.
    Widening,
    /// The same, where many rounds were.
    Last,
}

/// The least datum above two of so many bits.
pub fn data(a: Datum, b: Datum, width: u32) -> Datum {
    if a == b {
        return a;
    }
    match (a, b) {
        (Datum::Bits(_) | Datum::Range(_) | Datum::Index(_), Datum::Bits(_) | Datum::Range(_) | Datum::Index(_)) => {
            hull(a, b, width)
        }
        (Datum::Bits(0), pointer) | (pointer, Datum::Bits(0)) if is_named(pointer) => {
            pointer.map_reaches(|reach| Some(Reach { null: true, ..reach }))
        }
        _ if is_named(a) && is_named(b) => Datum::among(a.reaches().into_iter().chain(b.reaches())),
        _ if is_not_null(a, width) && is_not_null(b, width) => Datum::not_null(width),
        _ => Datum::Unknown,
    }
}

/// Whether it is a pointer that is not null for sure: into an object, to a function, or known to be no more than that.
fn is_not_null(datum: Datum, width: u32) -> bool {
    let is_inside =
        |reach: &Reach| !reach.null && reach.low >= 0 && (reach.room > 0 || reach.low == 0 && reach.high == 0);
    match datum {
        Datum::Function(_) => true,
        Datum::Address(..) | Datum::Reach(_) | Datum::Among(_) => {
            is_named(datum) && datum.reaches().iter().all(is_inside)
        }
        _ => datum == Datum::not_null(width),
    }
}

/// Whether it is a pointer into objects that the program names.
fn is_named(datum: Datum) -> bool {
    let reaches = datum.reaches();
    !reaches.is_empty() && !reaches.iter().any(|reach| reach.object.is_unnamed())
}

/// The integers of a datum, read as signed or not; `None` where there is no such reading.
fn integers(datum: Datum, width: u32, signed: bool) -> Option<Interval> {
    match datum {
        Datum::Bits(bits) if signed => Some(Interval::point(Value(bits).as_signed(width))),
        Datum::Bits(bits) => i128::try_from(bits).ok().map(Interval::point),
        Datum::Range(_) | Datum::Index(_) => {
            let (interval, is_signed) = match datum {
                Datum::Range(range) => (range.interval(), range.parts().2),
                Datum::Index(index) => (index.interval(width), index.is_signed()),
                _ => return None,
            };
            // Numbers that both readings have.
            let is_same = is_signed == signed || interval.low >= 0 && interval.high < 1 << (width - 1);
            is_same.then_some(interval)
        }
        _ => None,
    }
}

fn hull(a: Datum, b: Datum, width: u32) -> Datum {
    let hull = |signed| {
        let scalar = Scalar::Int { bits: width, signed };
        let hull = integers(a, width, signed)?.hull(integers(b, width, signed)?);
        Interval::of_type(scalar).filter(|all| *all != hull)?;
        Some((hull, scalar))
    };
    if width == 0 || width > 64 {
        return Datum::Unknown;
    }
    // The reading that says more.
    let best = [hull(true), hull(false)].into_iter().flatten().min_by_key(|(hull, _)| hull.high - hull.low);
    let either = [a, b].into_iter().find_map(|datum| match datum {
        Datum::Index(index) => Some(Scalar::Int { bits: width, signed: index.is_signed() }),
        _ => None,
    });
    match (best, either) {
        (_, Some(scalar))
            if let (Some(x), Some(y)) =
                (integers(a, width, scalar.is_signed()), integers(b, width, scalar.is_signed())) =>
        {
            let hull = x.hull(y);
            let plain = if Interval::of_type(scalar) == Some(hull) {
                Datum::Unknown
            } else {
                Datum::Range(Range::of(hull, scalar))
            };
            plain.with_facts(common_facts(a, b), scalar)
        }
        (Some((hull, scalar)), _) => Datum::Range(Range::of(hull, scalar)),
        (None, _) => Datum::Unknown,
    }
}

/// The facts that follow from those of both.
fn common_facts(a: Datum, b: Datum) -> Vec<EndFact> {
    let (a, b) = (a.facts(), b.facts());
    let follows = |fact: &EndFact, from: &[EndFact]| from.iter().any(|known| fact.follows_from(*known));
    let all = a.iter().chain(b).flat_map(|fact| [*fact, fact.not_above()]);
    all.filter(|fact| follows(fact, a) && follows(fact, b)).collect()
}

/// An integer with those facts of another that it has too, as its state knows the ends of objects.
fn with_facts(datum: Datum, like: Datum, width: u32, state: &ValueState, program: &Program) -> Datum {
    let (Datum::Index(theirs), Datum::Bits(_) | Datum::Range(_) | Datum::Index(_)) = (like, datum) else {
        return datum;
    };
    let Some(values) = integers(datum, width, theirs.is_signed()) else { return datum };
    let holds = |fact: &EndFact| {
        let end = text::least_end(state, fact.object, fact.end, program);
        end.is_some_and(|end| values.high.saturating_mul(fact.unit.into()) + i128::from(fact.base) <= end)
    };
    let theirs_too = theirs.facts().all().iter().map(|fact| fact.not_above()).filter(holds);
    let index = EndFacts::of(datum.facts().iter().copied().chain(theirs_too));
    index.and_then(|facts| BoundedIndex::of(values, theirs.is_signed(), facts)).map_or(datum, Datum::Index)
}

/// A datum above both, such that widening again and again ends: an end that moved goes to the next threshold.
fn widened(
    old: Datum,
    new: Datum,
    width: u32,
    thresholds: &[i128],
    sizes: &dyn Fn(AbstractObject) -> Option<u64>,
) -> Datum {
    let joined = data(old, new, width);
    match joined {
        Datum::Index(index) => {
            let before = old.facts();
            let kept: Vec<EndFact> = index.facts().all().iter().copied().filter(|fact| before.contains(fact)).collect();
            let scalar = Scalar::Int { bits: width, signed: index.is_signed() };
            let plain = joined.with_facts([], scalar);
            let old = old.with_facts([], scalar);
            let grown = widened(old, plain, width, thresholds, sizes);
            // As far as the objects go.
            let greatest = |fact: &EndFact| {
                let size = sizes(fact.object).filter(|_| fact.is_in_object())?;
                let end = i128::from(size) - i128::from(fact.end != ObjectEnd::Size);
                Some((end - i128::from(fact.base)).div_euclid(fact.unit.into()))
            };
            let narrow = grown.interval(scalar).zip(kept.iter().filter_map(greatest).min());
            let grown = match narrow {
                Some((values, most)) if values.low <= most && most < values.high => {
                    Datum::of_interval(Interval { high: most, ..values }, scalar)
                }
                _ => grown,
            };
            grown.with_facts(kept, scalar)
        }
        Datum::Range(range) => {
            let (_, _, signed) = range.parts();
            let Some(before) = integers(old, width, signed) else { return Datum::Unknown };
            let scalar = Scalar::Int { bits: width, signed };
            let Some(all) = Interval::of_type(scalar) else { return Datum::Unknown };
            let now = range.interval();
            let low = if now.low == before.low {
                now.low
            } else {
                let below = thresholds.partition_point(|t| *t <= now.low);
                below.checked_sub(1).map_or(all.low, |index| thresholds[index].max(all.low))
            };
            let high = if now.high == before.high {
                now.high
            } else {
                let above = thresholds.partition_point(|t| *t < now.high);
                // What counts in an object stays below its size.
                let last = if !thresholds.is_empty() && now.high <= LARGEST { LARGEST } else { all.high };
                thresholds.get(above).copied().unwrap_or(last).min(all.high)
            };
            let grown = Interval { low, high };
            if grown == all { Datum::Unknown } else { Datum::Range(Range::of(grown, scalar)) }
        }
        Datum::Reach(_) | Datum::Among(_) => {
            let before = old.reaches();
            joined.map_reaches(|reach| match before.iter().find(|old| old.object == reach.object) {
                Some(before) => moving(*before, reach, sizes),
                None => Some(reach),
            })
        }
        other => other,
    }
}

/// Pointers move within their object and just behind it; a string has its null byte in it.
fn moving(before: Reach, reach: Reach, sizes: &dyn Fn(AbstractObject) -> Option<u64>) -> Option<Reach> {
    // What becomes less is soon nothing.
    let text = if reach.text < before.text { reach.text.min(NullByte::AT_OR_BEHIND) } else { reach.text };
    // Two elements, as behind one of a table that is not the last, then one.
    let element = u16::try_from(reach.step.max(1)).unwrap_or(u16::MAX);
    let bounds = [element.saturating_mul(2), element, 0];
    let less = || bounds.into_iter().find(|bound| reach.room >= *bound).unwrap_or(0);
    let room = if reach.room < before.room { less() } else { reach.room };
    let reach = Reach { text, room, ..reach };
    let step = i32::try_from(reach.step.max(1)).unwrap_or(i32::MAX);
    let low = if reach.low == before.low { reach.low } else { reach.low % step };
    let Some(size) = sizes(reach.object).and_then(|size| i32::try_from(size).ok()) else {
        let high = if reach.high == before.high { reach.high } else { Reach::UNBOUNDED };
        return (low >= 0 && before.low == reach.low).then_some(Reach { high, ..reach });
    };
    let last = match reach.text {
        NullByte(bytes) => size.saturating_sub(bytes.into()),
    };
    let last = reach.low + (last - reach.low) / step * step;
    if reach.low < 0 || reach.low > last || reach.high > last && reach.text == NullByte::UNKNOWN {
        return None;
    }
    let high = if reach.high == before.high { reach.high.min(last) } else { last };
    Some(Reach { low, high, ..reach })
}

fn is_allocated(object: AbstractObject) -> bool {
    object.is_on_heap() || object.is_alloca()
}

/// Whether all memories of a state are of another one, too.
pub fn is_below(state: &ValueState, other: &ValueState) -> bool {
    state.is_below_but(other, is_allocated)
}

/// The least state above two.
pub fn join(a: &ValueState, b: &ValueState, program: &Program) -> ValueState {
    joined(a, b, program, &data, Joins::Exactly)
}

/// A state above two, the older one first, such that widening again and again ends.
pub fn widen(old: &ValueState, new: &ValueState, program: &Program, thresholds: &[i128]) -> ValueState {
    let sizes = |object: AbstractObject| match object.var() {
        Some(var) => program.types.size_of(program.vars[var].ty),
        None => old.content(object).and_then(|content| content.size),
    };
    let how = if thresholds.is_empty() { Joins::Last } else { Joins::Widening };
    joined(old, new, program, &|a, b, width| widened(a, b, width, thresholds, &sizes), how)
}

/// A state above two with the data that both have, and none for what differs: so a chain of such states is short.
pub fn agreeing(old: &ValueState, new: &ValueState, program: &Program) -> ValueState {
    let agreed = |a: Datum, b: Datum, width: u32| match a == b {
        true => a,
        false if is_not_null(a, width) && is_not_null(b, width) => Datum::not_null(width),
        false => Datum::Unknown,
    };
    joined(old, new, program, &agreed, Joins::Last)
}

fn joined(a: &ValueState, b: &ValueState, program: &Program, joining: Joining<'_>, how: Joins) -> ValueState {
    let (new_a, new_b) = named_alike(a, b, program);
    let (a, b) = (new_a.as_ref().unwrap_or(a), new_b.as_ref().unwrap_or(b));
    let mut out = a.clone();
    // Where both are one in memory, the join is.
    a.for_each_difference(b, |object, mine, theirs| match (mine, theirs) {
        (Some(mine), Some(theirs)) if mine == theirs => {}
        (Some(mine), Some(theirs)) => {
            out.set_content(object, contents(object, (a, mine), (b, theirs), program, joining, how));
        }
        (None, Some(theirs)) if is_allocated(object) => out.set_content(object, theirs.clone()),
        (Some(_), None) if !is_allocated(object) => out.remove(object),
        _ => {}
    });
    out.set_tame(a.is_tame() && b.is_tame());
    out.set_frees_known(a.frees_known() && b.frees_known());
    out
}

/// A pointer with what its state knows of the string and of the bytes behind it.
pub fn with_text(datum: Datum, state: &ValueState, program: &Program) -> Datum {
    match datum {
        Datum::Address(..) | Datum::Reach(_) | Datum::Among(_) => {
            let room = |reach: Reach| {
                let size = text::least_end(state, reach.object, ObjectEnd::Size, program)?;
                u16::try_from((size - i128::from(reach.high)).clamp(0, u16::MAX.into())).ok()
            };
            datum.map_reaches(|reach| {
                let room = room(reach).map_or(reach.room, |room| room.max(reach.room));
                Some(Reach { text: text_of(state, reach, program), room, ..reach })
            })
        }
        _ => datum,
    }
}

/// Join of two contents of an object.
pub fn objects(
    object: AbstractObject,
    a: (&ValueState, &ObjectContent),
    b: (&ValueState, &ObjectContent),
    program: &Program,
) -> ObjectContent {
    contents(object, a, b, program, &data, Joins::Exactly)
}

fn contents(
    object: AbstractObject,
    (first, a): (&ValueState, &ObjectContent),
    (second, b): (&ValueState, &ObjectContent),
    program: &Program,
    joining: Joining<'_>,
    how: Joins,
) -> ObjectContent {
    let rest = match (a.rest, b.rest) {
        (x, y) if x == y => x,
        (Rest::Each(Elements { width, .. }), _) | (_, Rest::Each(Elements { width, .. })) => {
            match (a.each(width), b.each(width)) {
                (Some(x), Some(y)) => {
                    let null_last = x.null_last && y.null_last;
                    let of = |elements: Elements| if null_last { elements.datum } else { elements.any() };
                    let (x, y) = (with_text(of(x), first, program), with_text(of(y), second, program));
                    Rest::Each(Elements { width, datum: joining(x, y, width), null_last })
                }
                _ => Rest::Unknown,
            }
        }
        _ => Rest::Unknown,
    };
    let size = if a.size == b.size { a.size } else { None };
    let sizes = |content: &ObjectContent| match content.size {
        Some(size) => (size, Some(size)),
        None => (content.least_size, content.most_size),
    };
    let ((least_a, most_a), (least_b, most_b)) = (sizes(a), sizes(b));
    let (least_size, most_size) = match size {
        Some(_) => (0, None),
        // Widening ends.
        None if how != Joins::Exactly && least_a > least_b => (0, None),
        None if how != Joins::Exactly && most_a.zip(most_b).is_none_or(|(a, b)| a < b) => (least_a.min(least_b), None),
        None => (least_a.min(least_b), most_a.zip(most_b).map(|(a, b)| a.max(b))),
    };
    let theirs = b.size_facts.map_or(&[][..], |facts| facts.all());
    let both = a.size_facts.into_iter().flat_map(|facts| facts.all()).filter(|fact| theirs.contains(fact));
    let size_facts = EndFacts::of(both.copied());
    let mut out = ObjectContent { size, least_size, most_size, size_facts, ..ObjectContent::new(rest) };
    let null_byte = match (a.null_byte, b.null_byte) {
        (None, None) => None,
        // Of the contents: one that is about to be the object's is in no state yet.
        _ => text::last_null_of(object, a, program).min(text::last_null_of(object, b, program)),
    };
    let mut put = |at: u64, width: u32| {
        let (x, y) = (a.read(at, width, program), b.read(at, width, program));
        let datum = match x == y {
            true => x,
            false => {
                // Widening ends: what is a range stays one.
                let a = match (how, x) {
                    (Joins::Last, Datum::Range(_) | Datum::Index(_)) => x,
                    _ => with_facts(x, y, width, first, program),
                };
                let b = with_facts(y, x, width, second, program);
                joining(with_text(a, first, program), with_text(b, second, program), width)
            }
        };
        out.write(at, width, datum);
    };
    // A run of bits that both have as one cell, or one as a cell and the other by its default or by parts.
    a.cells.for_each(|at, cell| {
        if b.cells.get(at).is_none_or(|other| other.width <= cell.width) {
            put(at, cell.width);
        }
    });
    b.cells.for_each(|at, cell| {
        if a.cells.get(at).is_none_or(|other| other.width < cell.width) {
            put(at, cell.width);
        }
    });
    // Where runs overlap in part, what was put last says nothing of what it cut away.
    let overlaps = |one: &ObjectContent, other: &ObjectContent| {
        let mut found = Vec::new();
        one.cells.for_each(|at, cell| {
            for (from, part) in other.overlapping(at, cell.width.into()) {
                if from != at || part.width != cell.width {
                    found.push((at.min(from), at + u64::from(cell.width)));
                    found.push((from, from + u64::from(part.width)));
                }
            }
        });
        found
    };
    for (from, to) in overlaps(a, b).into_iter().chain(overlaps(b, a)) {
        out.forget(from, to - from, false);
    }
    ObjectContent { null_byte, ..out }
}
