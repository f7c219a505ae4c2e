//! Where strings end: how a pointer lies to a null byte of its object (Journault, Miné, Ouadjaout, SAS 2018, whose domain
//! keeps the position of the first null byte; here it is one bound on the position of some null byte, beside each object and
//! beside each pointer).
//!
//! A pointer knows that a null byte is at it or behind it ([`NullByte`]): it is read off the object's content, or learnt from the
//! byte behind the pointer not being null. A write to the object takes it away ([`super::memory::Memory`]), since it may be of
//! that null byte.

use super::bounded::ObjectEnd;
use super::cursor::ghost;
use super::datum::Datum;
use super::object::AbstractObject;
use super::object_content::{ObjectContent, Rest, WIDEST};
use super::reach::{NullByte, Reach};
use super::state::ValueState;
use cairn_ir::{Program, VarKind};
use std::ops::Range;

/// So many bytes are looked through.
const MOST: u64 = 4096;

/// Size of an object in bytes, when known.
pub(crate) fn size(state: &ValueState, object: AbstractObject, program: &Program) -> Option<u64> {
    size_with(state.content(object), object, program)
}

fn size_with(content: Option<&ObjectContent>, object: AbstractObject, program: &Program) -> Option<u64> {
    match object.var() {
        Some(var) => {
            let variable = &program.vars[var];
            let data = variable.data.as_ref().map_or(0, |d| d.len() as u64);
            program.types.size_of(variable.ty).map(|size| size.max(data))
        }
        None => content.and_then(|content| content.size),
    }
}

/// One of several null bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NullByteOf {
    /// The first.
    First,
    /// The last.
    Last,
}

/// The first null byte among some bytes that is known, or the last one.
fn null_byte_in(content: &ObjectContent, bytes: Range<u64>, which: NullByteOf, program: &Program) -> Option<u64> {
    let is_null = |byte: &u64| content.read(byte * 8, 8, program) == Datum::Bits(0);
    let is_any = match content.rest {
        Rest::Unknown | Rest::Fresh => false,
        Rest::Zero | Rest::Data(_) => true,
        Rest::Each(elements) => elements.any() == Datum::Bits(0),
    };
    if is_any {
        return match which {
            NullByteOf::First => bytes.into_iter().find(is_null),
            NullByteOf::Last => bytes.into_iter().rev().find(is_null),
        };
    }
    // Only bytes of cells are known. There may be few of them in an object of many bytes.
    let mut found = None;
    if let Some(last) = bytes.end.checked_sub(1).filter(|last| *last >= bytes.start) {
        content.cells.visit((bytes.start * 8).saturating_sub(WIDEST - 1)..=last * 8 + 7, |at, cell| {
            let of_cell = (at / 8).max(bytes.start)..(at + u64::from(cell.width)).div_ceil(8).min(bytes.end);
            if matches!(cell.datum, Datum::Bits(_)) && !(found.is_some() && which == NullByteOf::First) {
                let found_here = match which {
                    NullByteOf::First => of_cell.into_iter().find(is_null),
                    NullByteOf::Last => of_cell.into_iter().rev().find(is_null),
                };
                found = found_here.or(found);
            }
        });
    }
    found
}

/// How a pointer lies to a null byte of its object.
pub(crate) fn text_of(state: &ValueState, reach: Reach, program: &Program) -> NullByte {
    if reach.text != NullByte::UNKNOWN || !reach.is_bounded() || reach.low < 0 {
        return reach.text;
    }
    let Ok(high) = u64::try_from(reach.high) else { return NullByte::UNKNOWN };
    let to = |byte: u64| NullByte(u16::try_from(byte - high).unwrap_or(u16::MAX).saturating_add(1));
    let known = state.content(reach.object).and_then(|content| content.null_byte).filter(|byte| *byte >= high);
    if let Some(byte) = known {
        return to(byte);
    }
    let Some(size) = size(state, reach.object, program) else { return NullByte::UNKNOWN };
    let bytes = high..size.min(high.saturating_add(MOST));
    let first = match state.content(reach.object) {
        Some(content) => null_byte_in(content, bytes, NullByteOf::First, program),
        None => null_byte_in(&initial(reach.object, program), bytes, NullByteOf::First, program),
    };
    first.map_or(NullByte::UNKNOWN, to)
}

/// The last null byte of an object that is known, or a bound on one.
pub(crate) fn last_null(state: &ValueState, object: AbstractObject, program: &Program) -> Option<u64> {
    match state.content(object) {
        Some(content) => last_null_of(object, content, program),
        None => last_null_of(object, &initial(object, program), program),
    }
}

/// Content of an object of which a state has none: that of a literal is known.
fn initial(object: AbstractObject, program: &Program) -> ObjectContent {
    let literal = object.var().filter(|var| program.vars[*var].kind == VarKind::StringLiteral);
    ObjectContent::new(literal.map_or(Rest::Unknown, Rest::Data))
}

/// The same of an object that has some content.
pub(crate) fn last_null_of(object: AbstractObject, content: &ObjectContent, program: &Program) -> Option<u64> {
    /// So many bytes are looked at.
    const LAST: u64 = 64;
    let size = size_with(Some(content), object, program);
    let last = size.and_then(|size| null_byte_in(content, size.saturating_sub(LAST)..size, NullByteOf::Last, program));
    content.null_byte.max(last)
}

/// Where an end of an object is at least, where that is known.
pub(crate) fn least_end(state: &ValueState, object: AbstractObject, end: ObjectEnd, program: &Program) -> Option<i128> {
    if object.is_cursor() {
        return least_end_from_cursor(state, object, end);
    }
    let null = || last_null(state, object, program);
    let least = match end {
        ObjectEnd::Size => size(state, object, program).or_else(|| {
            let content = state.content(object)?;
            Some(content.least_size.max(null().map_or(0, |null| null + 1)))
        }),
        ObjectEnd::LastNull => null(),
        ObjectEnd::Null => None,
        ObjectEnd::FirstNull => Some(0),
    };
    least.map(i128::from)
}

/// The same of the bytes from a cursor on.
fn least_end_from_cursor(state: &ValueState, cursor: AbstractObject, end: ObjectEnd) -> Option<i128> {
    let least = state.content(cursor).map_or(0, |content| i128::from(content.least_size));
    let at = ghost(state, cursor)?.reaches();
    let bytes = |of: fn(&Reach) -> u16| at.iter().map(of).min().map_or(0, i128::from);
    match end {
        ObjectEnd::Size => Some(bytes(|reach| reach.bytes_behind()).max(least)),
        ObjectEnd::LastNull => bytes(|reach| reach.text.0).checked_sub(1).filter(|byte| *byte >= 0),
        ObjectEnd::Null => None,
        ObjectEnd::FirstNull => Some(0),
    }
}
