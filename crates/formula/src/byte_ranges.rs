//! Ranges of memory that change at once: arrays given by a rule instead of by stores, so that clearing a million bytes
//! is one symbol. `new[i]` is what the rule says for `i` in the range and `old[i]` elsewhere. A selection at an index that
//! is known to be inside or outside sees through; for all others the rule is said of the very index that a query selects
//! (lazily, among the facts of a query).

use crate::cell::Shape;
use crate::encoder::Encoder;
use crate::memory_model::{Body, Range};
use crate::step_context::{Res, Work};
use cairn_ir::VarId;
use cairn_ir::reachable;
use cairn_pointer_analysis::RegionId;
use cairn_term::{TermId, TermOp};
use std::sync::Arc;

/// Stores and ranges that a selection looks through.
const LOOK_BACK: usize = 1024;
/// Data of more elements than this is left open at an unknown index.
const CASES: usize = 256;

impl Encoder {
    fn range(&mut self, range: Range, shape: Shape, data: Option<&Arc<[u8]>>) -> TermId {
        if let Some(known) = self.memory.range_symbols.get(&range) {
            return *known;
        }
        let sort = self.terms.sort(range.old);
        let symbol = self.terms.symbol("range", sort);
        self.known.elements.insert(symbol, shape);
        self.memory.range_symbols.insert(range, symbol);
        if let TermOp::Symbol(id) = self.terms.op(symbol) {
            self.memory.ranges.insert(id, range);
        }
        if let (Body::Data(var), Some(data)) = (range.body, data) {
            self.memory.data.insert(var, data.clone());
        }
        symbol
    }

    /// Whether an index is in a range, when that shows; and how far from its start, when that is a constant.
    fn inside(&mut self, range: Range, index: TermId) -> (Option<bool>, Option<u64>) {
        let distance = self.distance(index, range.from);
        let number = |e: &Encoder, term: TermId| {
            e.terms
                .as_bits(term)
                .and_then(|b| u64::try_from(b).ok())
                .or(e.terms.as_int(term).and_then(|i| u64::try_from(i).ok()))
        };
        let size = number(self, range.size);
        let offset = number(self, distance);
        let negative = self.terms.as_int(distance).is_some_and(|d| d < 0);
        match (offset, size) {
            (Some(offset), Some(size)) => {
                (Some(offset.checked_add(range.width).is_some_and(|end| end <= size)), Some(offset))
            }
            _ if negative => (Some(false), None),
            (Some(0), None) => (None, Some(0)),
            (offset, _) => (None, offset),
        }
    }

    fn distance(&mut self, index: TermId, from: TermId) -> TermId {
        match self.is_number(self.pointer()) {
            true => self.terms.sub(index, from),
            false => self.terms.bv_sub(index, from),
        }
    }

    /// That an index is in a range: the whole element.
    fn is_inside(&mut self, range: Range, index: TermId) -> TermId {
        let distance = self.distance(index, range.from);
        let width = self.address(range.width);
        if self.is_number(self.pointer()) {
            let zero = self.terms.int(0);
            let end = self.terms.add(distance, width);
            let (low, high) = (self.terms.le(zero, distance), self.terms.le(end, range.size));
            return self.terms.and(&[low, high]);
        }
        let before = self.terms.bv_ult(distance, range.size);
        if range.width == 1 {
            return before;
        }
        let left = self.terms.bv_sub(range.size, distance);
        let fits = self.terms.bv_ule(width, left);
        self.terms.and(&[before, fits])
    }

    /// The element of an array at an address, seen through stores and ranges as far as that is sure.
    pub(crate) fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let (mut at, mut index) = (array, index);
        for _ in 0..LOOK_BACK {
            match self.terms.op(at) {
                TermOp::Store => {
                    let place = self.terms.arg(at, 1);
                    if place == index {
                        return self.terms.arg(at, 2);
                    }
                    if !self.terms.differ(place, index) {
                        break;
                    }
                    at = self.terms.arg(at, 0);
                }
                TermOp::Symbol(symbol) => {
                    if let Some(value) = self.known.named_values.get(&at) {
                        at = *value;
                        continue;
                    }
                    let Some(range) = self.memory.ranges.get(&symbol).copied() else { break };
                    let (inside, offset) = self.inside(range, index);
                    match (inside, range.body) {
                        (Some(false), _) => at = range.old,
                        (Some(true), Body::Value(value)) => return value,
                        (Some(true), Body::Copy { array, from }) => {
                            let distance = self.distance(index, range.from);
                            index = self.plus(from, distance);
                            at = array;
                        }
                        (Some(true), Body::Data(var)) => {
                            let shape = self.known.elements.get(&at).copied();
                            let value = shape.and_then(|shape| self.datum(var, offset?, shape));
                            match value {
                                Some(value) => return value,
                                None => break,
                            }
                        }
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        self.terms.select(at, index)
    }

    fn plus(&mut self, a: TermId, b: TermId) -> TermId {
        match self.is_number(self.pointer()) {
            true => self.terms.add(a, b),
            false => self.terms.bv_add(a, b),
        }
    }

    /// The element of an initialiser at an offset.
    pub(crate) fn datum(&mut self, var: VarId, offset: u64, shape: Shape) -> Option<TermId> {
        let data = self.memory.data.get(&var)?.clone();
        let bytes = u64::from(shape.bits.div_ceil(8));
        let end = offset.checked_add(bytes)?;
        let part = data.get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)?;
        let bits = part.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        Some(self.constant(shape, bits))
    }

    /// Facts by the rules of the arrays behind a selection about its index.
    pub(crate) fn rules(&mut self, array: TermId, index: TermId, out: &mut Vec<TermId>) {
        if out.len() >= self.known.crowded && self.terms.constant(index).is_none() {
            return;
        }
        reachable([array], |at, open| match self.terms.op(at) {
            TermOp::Store => open.push(self.terms.arg(at, 0)),
            TermOp::Ite => open.extend([self.terms.arg(at, 1), self.terms.arg(at, 2)]),
            TermOp::Symbol(symbol) => {
                if let Some(value) = self.known.named_values.get(&at) {
                    open.push(*value);
                } else if let Some(range) = self.memory.ranges.get(&symbol).copied() {
                    out.extend(self.rule(at, range, index));
                }
            }
            _ => {}
        });
    }

    /// Facts by a rule about one index.
    fn rule(&mut self, array: TermId, range: Range, index: TermId) -> Vec<TermId> {
        let here = self.terms.select(array, index);
        let old = self.select(range.old, index);
        let inside = self.is_inside(range, index);
        let mut facts = Vec::new();
        let same = self.terms.eq(here, old);
        facts.push(self.terms.or(&[inside, same]));
        let shape = self.known.elements.get(&array).copied();
        match (range.body, shape) {
            (Body::Value(value), _) => {
                let is = self.terms.eq(here, value);
                facts.push(self.terms.implies(inside, is));
            }
            (Body::Copy { array: source, from }, _) => {
                let distance = self.distance(index, range.from);
                let there = self.plus(from, distance);
                let value = self.select(source, there);
                let is = self.terms.eq(here, value);
                facts.push(self.terms.implies(inside, is));
            }
            (Body::Data(var), Some(shape)) => {
                let length = self.memory.data.get(&var).map_or(0, |data| data.len());
                let step = if self.is_byte_like(shape) { 1 } else { range.width.max(1) as usize };
                if length / step.max(1) <= CASES {
                    for offset in (0..length).step_by(step) {
                        let Some(value) = self.datum(var, offset as u64, shape) else { continue };
                        let place = self.address(offset as u64);
                        let place = self.plus(range.from, place);
                        let hit = self.terms.eq(index, place);
                        let is = self.terms.eq(here, value);
                        facts.push(self.terms.implies(hit, is));
                    }
                }
            }
            _ => {}
        }
        facts
    }

    fn is_byte_like(&self, shape: Shape) -> bool {
        shape.bits <= 8
    }
}

impl Work<'_, '_> {
    /// Changes a range of an array of a region.
    pub(crate) fn set_range(
        &mut self,
        region: RegionId,
        piece: usize,
        from: TermId,
        size: TermId,
        body: Body,
    ) -> Res<()> {
        let (cell, shape) = self.e.array(region, piece);
        let old = self.get(cell)?;
        if self.e.is_singleton(region) {
            // The one position is in the range, or the caller has no business with it: left open.
            let value = match body {
                Body::Value(value) => value,
                _ => self.fresh(shape),
            };
            self.set(cell, value);
            return Ok(());
        }
        let (from, size) = (self.shallow(from), self.shallow(size));
        let width = u64::from(shape.bits.div_ceil(8));
        let data = match body {
            Body::Data(var) => self.program.vars[var].data.as_ref().map(|data| Arc::from(&data[..])),
            _ => None,
        };
        let new = self.e.range(Range { old, from, size, width, body }, shape, data.as_ref());
        self.set(cell, new);
        Ok(())
    }
}
