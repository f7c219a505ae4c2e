//! The objects behind pointers, for the primitives of the memory model and of the C library ([`ObjectMachine`]).

use super::bounded::{EndFact, ObjectEnd};
use super::datum::Datum;
use super::evaluate::Answer;
use super::location::MemoryLocation;
use super::memory::Memory;
use super::object::AbstractObject;
use super::object_content::{Elements, ObjectContent, Rest};
use super::reach::{NullByte, Reach};
use super::symbolic_domain::SymbolicDomain;
use super::text;
use cairn_ir::effects::AllocationKind;
use cairn_ir::interval::Interval;
use cairn_ir::{EdgeId, ExprId, Intrinsic, Op, PlaceKind};
use cairn_semantics::{Allocation, ObjectMachine, Operand};

fn known(size: Operand<Datum>) -> Option<u64> {
    size.value.bits().and_then(|value| u64::try_from(value.0).ok())
}

impl<'p, T: SymbolicDomain> ObjectMachine<'p> for Memory<'p, T> {
    fn target_value(&mut self, pointer: ExprId) -> Answer<Datum> {
        self.for_address(|memory| cairn_semantics::value(memory, pointer))
    }
    fn allocate(&mut self, site: EdgeId, how: Allocation, size: Operand<Datum>) -> Answer<Datum> {
        let rest = if how == Allocation::Zeroed { Rest::Zero } else { Rest::Fresh };
        let address = self.new_object(site, known(size), rest, how == Allocation::Frame);
        self.measure(address, size);
        self.fill_vector(site, address);
        Ok(address)
    }
    fn reallocate(&mut self, site: EdgeId, old: Operand<Datum>, size: Operand<Datum>) -> Answer<Datum> {
        let bytes = known(size);
        let old_size = match old.value {
            Datum::Address(from, 0) => self.state.content(from).and_then(|content| content.size),
            _ => None,
        };
        let copied = old_size.zip(bytes).map(|(old, new)| old.min(new));
        let content = copied.and_then(|copied| self.read_bytes(MemoryLocation::of(old.value), copied));
        // Where it is not known what is copied, the bytes are any.
        let rest = if copied.is_some() || old.value == Datum::Bits(0) { Rest::Fresh } else { Rest::Unknown };
        if T::JOINS {
            // A new object may take a name away.
            self.end_object(old.value, AllocationKind::Heap);
        }
        let address = self.new_object(site, bytes, rest, false);
        if let (Datum::Address(_, 0), Some(copied)) = (address, copied) {
            self.write_bytes(MemoryLocation::of(address), copied, content);
        }
        if !T::JOINS {
            self.end_object(old.value, AllocationKind::Heap);
        }
        self.measure(address, size);
        Ok(address)
    }
    fn free(&mut self, pointer: Operand<Datum>, kind: AllocationKind) -> Answer<()> {
        self.end_object(pointer.value, kind);
        Ok(())
    }
    fn copy(&mut self, to: Operand<Datum>, from: Operand<Datum>, size: Operand<Datum>) -> Answer<Datum> {
        let at = MemoryLocation::of(to.value);
        match known(size) {
            Some(bytes) => {
                let copied = self.read_bytes(MemoryLocation::of(from.value), bytes);
                self.write_bytes(at, bytes, copied);
            }
            None => {
                let nulls = self.copied_text((to.value, from.value), size);
                self.forget_from(at);
                for (object, null_byte) in nulls {
                    self.change(object, |content| content.null_byte = content.null_byte.max(Some(null_byte)));
                    if let (Datum::Address(_, to), false) = (to.value, object.is_several())
                        && let Ok(to) = i32::try_from(to)
                    {
                        let null = EndFact { object, unit: 1, end: ObjectEnd::Null, base: to - 1, exact: true };
                        self.learn_facts(size.expr, &[null], 0);
                    }
                }
            }
        }
        Ok(to.value)
    }
    fn fill(&mut self, to: Operand<Datum>, byte: Operand<Datum>, size: Operand<Datum>) -> Answer<Datum> {
        let at = MemoryLocation::of(to.value);
        match (known(size), byte.value) {
            (Some(bytes), Datum::Bits(byte)) => self.set_bytes(at, byte as u8, bytes),
            (Some(bytes), _) => self.forget(at, bytes.saturating_mul(8)),
            (None, _) => self.forget_from(at),
        }
        Ok(to.value)
    }
    fn clobber(&mut self, pointers: Vec<Operand<Datum>>) -> Answer<()> {
        pointers.into_iter().for_each(|pointer| self.havoc_reachable(pointer.value));
        Ok(())
    }
    fn escape(&mut self, _pointers: Vec<Operand<Datum>>) -> Answer<()> {
        Ok(())
    }
    fn external_callee(&mut self, _pointer: Operand<Datum>) -> Answer<()> {
        Ok(())
    }
    fn ask(&mut self, which: Intrinsic, operands: Vec<Operand<Datum>>) -> Answer<Datum> {
        let values: Vec<Datum> = operands.into_iter().map(|operand| operand.value).collect();
        Ok(match which {
            Intrinsic::Overlaps => self.overlaps(&values).map(u128::from),
            _ => self.answer(which, &values).map(|answer| answer as u128),
        }
        .map_or(Datum::Unknown, Datum::Bits))
    }
}

impl<T: SymbolicDomain> Memory<'_, T> {
    /// The vector of `main`'s arguments, or of the environment: its entries are strings and at last null. Those that the start
    /// function makes are written by it; the others are not told apart.
    fn fill_vector(&mut self, site: EdgeId, address: Datum) {
        let (Datum::Address(vector, 0), true) = (address, T::JOINS) else { return };
        let Op::Intrinsic { result: Some(place), .. } = self.program.edges[site].op else { return };
        let is_vector = |of: &cairn_ir::external::Vector| self.program.exprs[place].kind == PlaceKind::Var(of.var);
        if !self.program.outside.vectors.iter().any(is_vector) {
            return;
        }
        let others = AbstractObject::others(site);
        self.state.set_content(others, ObjectContent { null_byte: Some(0), ..ObjectContent::new(Rest::Unknown) });
        let string = Reach::of(others, Interval::point(0), 0);
        let (Some(string), Some(content)) = (string, self.state.content(vector)) else { return };
        let entry = Reach { text: NullByte::AT_OR_BEHIND, ..string };
        let width = self.program.types.model().pointer_bits();
        let rest = Rest::Each(Elements { width, datum: Datum::Reach(entry), null_last: true });
        let content = ObjectContent { rest, ..content.clone() };
        self.state.set_content(vector, content);
    }

    /// Notes how large a new object is, where that is not one number, and what its size is of.
    fn measure(&mut self, address: Datum, size: Operand<Datum>) {
        let Datum::Address(object, 0) = address else { return };
        if !T::JOINS || known(size).is_some() {
            return;
        }
        let of = self.scalar(self.program.type_of(size.expr));
        if let Some(sizes) = of.and_then(|of| size.value.interval(of))
            && let Some(mut content) = self.state.content(object).cloned()
        {
            content.least_size = u64::try_from(sizes.low).unwrap_or(0);
            content.most_size = u64::try_from(sizes.high).ok();
            self.state.set_content(object, content);
        }
        self.learn_size(address, size.expr);
    }

    /// A write of any number of bytes from a location on.
    fn forget_from(&mut self, location: MemoryLocation) {
        match location {
            MemoryLocation::Several(several) => {
                several.places().into_iter().for_each(|place| self.forget(place.open_ended(), 0));
            }
            _ => self.forget(location.open_ended(), 0),
        }
    }

    /// Where the objects that may be the target of a copy have a null byte behind it, at the least: where the source's is the last byte that is
    /// copied. Of one that may not be the target, it may be the one that it has.
    fn copied_text(&self, (to, from): (Datum, Datum), size: Operand<Datum>) -> Vec<(AbstractObject, u64)> {
        let (targets, Some(from)) = (to.reaches(), from.reach()) else { return Vec::new() };
        let ends_there = |fact: &EndFact| {
            let is_last = fact.end == ObjectEnd::Null && fact.unit == 1 && fact.base.checked_add(1) == Some(from.low);
            fact.object == from.object && is_last
        };
        let bytes = self.scalar(self.program.type_of(size.expr)).and_then(|of| size.value.interval(of));
        let is_text = T::JOINS && from.low == from.high && size.value.facts().iter().any(ends_there);
        let Some(bytes) = bytes.filter(|bytes| is_text && bytes.low > 0) else { return Vec::new() };
        let null_byte = |to: &Reach| {
            let last = u64::try_from(i128::from(to.low) + bytes.low - 1).ok().filter(|_| to.low >= 0 && !to.null)?;
            if targets.len() == 1 && !to.object.is_several() {
                return Some((to.object, last));
            }
            let content = self.state.content(to.object)?;
            Some((to.object, text::last_null_of(to.object, content, self.program)?.min(last)))
        };
        targets.iter().filter_map(null_byte).collect()
    }

    /// What is behind a pointer takes any value: the object alone, when it can hold no address.
    fn havoc_reachable(&mut self, pointer: Datum) {
        let constants = &self.program.outside.constants;
        let object = match pointer {
            Datum::Address(object, _) | Datum::Somewhere(object) => object,
            Datum::Bits(0) => return,
            _ => return self.forget_exposed_but(|var| constants.contains(&var)),
        };
        let Some(var) = object.var() else { return self.forget_exposed_but(|var| constants.contains(&var)) };
        if !self.program.facts.exposure.plain.contains(&var) {
            return self.forget_exposed_but(|var| constants.contains(&var));
        }
        if !constants.contains(&var) {
            self.forget(MemoryLocation::Within { object, from: 0, to: None }, 0);
        }
    }
}
