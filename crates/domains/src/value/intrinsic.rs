//! The objects behind pointers, for the primitives of the memory model and of the C library ([`ObjectMachine`]).

use super::datum::Datum;
use super::evaluate::Answer;
use super::location::MemoryLocation;
use super::memory::Memory;
use super::object_content::Rest;
use super::symbolic_domain::SymbolicDomain;
use cairn_ir::{EdgeId, ExprId, Intrinsic};
use cairn_semantics::{Allocation, ObjectMachine, Operand};

/// A size that is known.
fn known(size: Operand<Datum>) -> Option<u64> {
    size.value.bits().and_then(|value| u64::try_from(value.0).ok())
}

impl<'p, T: SymbolicDomain> ObjectMachine<'p> for Memory<'p, T> {
    fn target_value(&mut self, pointer: ExprId) -> Answer<Datum> {
        self.for_address(|memory| cairn_semantics::value(memory, pointer))
    }
    fn allocate(&mut self, site: EdgeId, how: Allocation, size: Operand<Datum>) -> Answer<Datum> {
        let rest = if how == Allocation::Zeroed { Rest::Zero } else { Rest::Fresh };
        Ok(self.new_object(site, known(size), rest, how == Allocation::Frame))
    }
    fn reallocate(&mut self, site: EdgeId, old: Operand<Datum>, size: Operand<Datum>) -> Answer<Datum> {
        let bytes = known(size);
        let address = self.new_object(site, bytes, Rest::Fresh, false);
        if let (Datum::Address(_, 0), Datum::Address(from, 0)) = (address, old.value)
            && let (Some(Some(a)), Some(b)) = (self.state.content(from).map(|content| content.size), bytes)
        {
            let copied = a.min(b);
            let bytes = self.read_bytes(MemoryLocation::of(old.value), copied);
            self.write_bytes(MemoryLocation::of(address), copied, bytes);
        }
        self.end_object(old.value);
        Ok(address)
    }
    fn free(&mut self, pointer: Operand<Datum>) -> Answer<()> {
        self.end_object(pointer.value);
        Ok(())
    }
    fn copy(&mut self, to: Operand<Datum>, from: Operand<Datum>, size: Operand<Datum>) -> Answer<Datum> {
        let at = MemoryLocation::of(to.value);
        match known(size) {
            Some(bytes) => {
                let copied = self.read_bytes(MemoryLocation::of(from.value), bytes);
                self.write_bytes(at, bytes, copied);
            }
            None => self.forget(at.open_ended(), 0),
        }
        Ok(to.value)
    }
    fn fill(&mut self, to: Operand<Datum>, byte: Operand<Datum>, size: Operand<Datum>) -> Answer<Datum> {
        let at = MemoryLocation::of(to.value);
        match (known(size), byte.value) {
            (Some(bytes), Datum::Bits(byte)) => self.set_bytes(at, byte as u8, bytes),
            (Some(bytes), _) => self.forget(at, bytes.saturating_mul(8)),
            (None, _) => self.forget(at.open_ended(), 0),
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
    /// What is behind a pointer takes any value: the object alone, when it can hold no address.
    fn havoc_reachable(&mut self, pointer: Datum) {
        let constants = &self.program.outside.constants;
        let object = match pointer {
            Datum::Address(object, _) | Datum::Somewhere(object) => object,
            Datum::Bits(0) => return,
            _ => return self.forget_exposed_but(|var| constants.contains(&var)),
        };
        let Some(var) = object.var() else { return self.forget_exposed_but(|var| constants.contains(&var)) };
        if !self.program.exposure.plain.contains(&var) {
            return self.forget_exposed_but(|var| constants.contains(&var));
        }
        if !constants.contains(&var) {
            self.forget(MemoryLocation::Within { object, from: 0, to: None }, 0);
        }
    }
}
