//! The operators serialize and deserialize: objects in the order of their names, their cells in order.
//!
//! What `reduce` names by rank is written by rank, and so means what it means in the reduced state: the objects of the
//! caller in the order in which the block finds them. An object reached through a pointer is named whether anything is
//! known of it or not, so that what the block may conclude from its declaration is in the bytes.
//!
//! A precision is a hint: of what it tracks, what is not there is left out.
//!
//! The analysis knows nothing of the program as a whole: a block's results rest on nothing beside its text.

use super::ValueAnalysis;
use super::datum::Datum;
use super::object::{AbstractObject, ObjectBase};
use super::object_content::{KnownBits, ObjectContent, Rest};
use super::precision::{Grain, ValuePrecision};
use super::range::Range;
use super::state::ValueState;
use cairn_cpa::distribute::EntryPlace;
use cairn_cpa::{Cx, Distribute, Names, Reader, Res, Serialize, Writer};
use cairn_ir::Intrinsic;
use cairn_ir::value::mask;
use std::collections::BTreeMap;

/// States stay apart: joined, values that differ would be lost.
impl Distribute for ValueAnalysis {
    fn combine(&self, _: &ValueState, _: &ValueState, _cx: &mut Cx<'_>) -> Res<Option<ValueState>> {
        Ok(None)
    }

    fn top(&self, _: EntryPlace, _cx: &mut Cx<'_>) -> Res<Option<ValueState>> {
        Ok(Some(ValueState::new()))
    }
}

impl Serialize for ValueAnalysis {
    fn write_state(&self, state: &ValueState, out: &mut Writer<'_>, _cx: &mut Cx<'_>) -> Res<()> {
        out.put(&state.is_tame());
        out.put(&state.frees_known());
        let names = out.names();
        let mut contents = Vec::new();
        state.for_each(|object, content| contents.push((object_rank(object, names), object, content)));
        contents.sort_unstable_by_key(|(rank, ..)| *rank);
        out.count(contents.len());
        for (_, object, content) in contents {
            write_object(object, out);
            write_content(content, out);
        }
        Ok(())
    }

    fn read_state(&self, input: &mut Reader<'_>, _cx: &mut Cx<'_>) -> Res<Option<ValueState>> {
        Ok(read_state(input))
    }

    fn write_precision(&self, precision: &ValuePrecision, out: &mut Writer<'_>, _cx: &mut Cx<'_>) -> Res<()> {
        let ValuePrecision::Only(bases) = precision else {
            out.put(&true);
            return Ok(());
        };
        out.put(&false);
        let names = out.names();
        let mut bases: Vec<(ObjectBase, Grain)> = bases.iter().map(|(base, grain)| (*base, *grain)).collect();
        bases.sort_unstable_by_key(|(base, _)| base_rank(*base, names));
        out.count(bases.len());
        for (base, grain) in bases {
            write_base(base, out);
            out.put(&(grain == Grain::Ranges));
        }
        Ok(())
    }

    fn read_precision(&self, input: &mut Reader<'_>, _cx: &mut Cx<'_>) -> Res<Option<ValuePrecision>> {
        Ok(read_precision(input))
    }
}

/// Order of bases: names, not ids.
type BaseRank<'a> = (&'a str, Option<Intrinsic>, u32);

fn base_rank<'a>(base: ObjectBase, names: &'a Names<'_>) -> BaseRank<'a> {
    match base {
        ObjectBase::Var(var) => (names.var_text(var), None, 0),
        ObjectBase::Site(edge) => {
            let (function, which, place) = names.edge_place(edge);
            (names.function_text(function), which, place)
        }
        ObjectBase::Unnamed => ("", None, 0),
    }
}

fn object_rank<'a>(object: AbstractObject, names: &'a Names<'_>) -> (BaseRank<'a>, u64) {
    let (base, rest) = object.split();
    (base_rank(base, names), rest)
}

fn write_base(base: ObjectBase, out: &mut Writer<'_>) {
    match base {
        ObjectBase::Var(var) => {
            out.put(&0u8);
            out.var(var);
        }
        ObjectBase::Site(edge) => {
            out.put(&1u8);
            out.edge(edge);
        }
        ObjectBase::Unnamed => out.put(&2u8),
    }
}

fn read_base(input: &mut Reader<'_>) -> Option<ObjectBase> {
    match input.take::<u8>()? {
        0 => input.var().map(ObjectBase::Var),
        1 => input.edge().map(ObjectBase::Site),
        2 => Some(ObjectBase::Unnamed),
        _ => None,
    }
}

fn write_object(object: AbstractObject, out: &mut Writer<'_>) {
    let (base, rest) = object.split();
    write_base(base, out);
    out.put(&rest);
}

fn read_object(input: &mut Reader<'_>) -> Option<AbstractObject> {
    let base = read_base(input)?;
    let rest = input.take()?;
    AbstractObject::joined(base, rest, input.names().program())
}

fn write_content(content: &ObjectContent, out: &mut Writer<'_>) {
    match content.rest {
        Rest::Unknown | Rest::Each(..) => out.put(&0u8),
        Rest::Fresh => out.put(&1u8),
        Rest::Zero => out.put(&2u8),
        Rest::Data(var) => {
            out.put(&3u8);
            out.var(var);
        }
    }
    out.put(&content.size);
    let mut cells = Vec::new();
    content.cells.for_each(|at, cell| cells.push((at, *cell)));
    out.count(cells.len());
    for (at, cell) in cells {
        out.put(&(at, cell.width));
        match cell.datum {
            // The value analysis makes no terms, and joins nothing.
            Datum::Unknown | Datum::Term(_) | Datum::Reach(_) | Datum::Among(_) | Datum::Index(_) => out.put(&0u8),
            Datum::Bits(bits) => out.put(&(1u8, bits)),
            Datum::Range(range) => out.put(&(2u8, range.parts())),
            Datum::Address(object, offset) => {
                out.put(&3u8);
                write_object(object, out);
                out.put(&offset);
            }
            Datum::Somewhere(object) => {
                out.put(&4u8);
                write_object(object, out);
            }
            Datum::Function(function) => {
                out.put(&5u8);
                out.function(function);
            }
        }
    }
}

fn read_content(input: &mut Reader<'_>) -> Option<ObjectContent> {
    let rest = match input.take::<u8>()? {
        0 => Rest::Unknown,
        1 => Rest::Fresh,
        2 => Rest::Zero,
        3 => Rest::Data(input.var()?),
        _ => return None,
    };
    let size = input.take()?;
    let mut content = ObjectContent { size, ..ObjectContent::new(rest) };
    let mut free = 0;
    for _ in 0..input.count()? {
        let (at, width): (u64, u32) = input.take()?;
        if at < free || !(1..=128).contains(&width) {
            return None;
        }
        free = at.checked_add(u64::from(width))?;
        let datum = match input.take::<u8>()? {
            0 => Datum::Unknown,
            1 => Datum::Bits(input.take().filter(|bits| bits & !mask(width) == 0)?),
            2 => Datum::Range(Range::from_parts(input.take()?)?),
            3 => Datum::Address(read_object(input)?, input.take()?),
            4 => Datum::Somewhere(read_object(input)?),
            5 => Datum::Function(input.function()?),
            _ => return None,
        };
        content.write(at, width, datum);
        // What says no more than the default is no cell.
        content.cells.get(at).filter(|cell| **cell == KnownBits { width, datum })?;
    }
    Some(content)
}

fn read_state(input: &mut Reader<'_>) -> Option<ValueState> {
    let mut state = ValueState::new();
    state.set_tame(input.take()?);
    state.set_frees_known(input.take()?);
    for _ in 0..input.count()? {
        let object = read_object(input)?;
        let content = read_content(input)?;
        if state.content(object).is_some() {
            return None;
        }
        state.set_content(object, content);
    }
    Some(state)
}

fn read_precision(input: &mut Reader<'_>) -> Option<ValuePrecision> {
    if input.take()? {
        return Some(ValuePrecision::Full);
    }
    let mut bases = BTreeMap::new();
    for _ in 0..input.count()? {
        let base = read_base(input);
        let grain = if input.take()? { Grain::Ranges } else { Grain::Values };
        bases.extend(base.map(|base| (base, grain)));
    }
    Some(ValuePrecision::of(bases))
}
