//! The primitives of the memory model and of the C library.
//!
//! `free` of memory that the program does not name is allowed and does nothing: whoever gave the program such a pointer
//! may have got it from `malloc`.

use crate::inputs::Inputs;
use crate::layout::AddressRange;
use crate::object::ObjectKind;
use crate::run::Interpreter;
use crate::undefined::{Fault, Misbehaviour, Res};
use cairn_ir::behaviour::How;
use cairn_ir::{ExprId, Intrinsic, PlaceId, Value};

impl Interpreter<'_, '_> {
    pub(crate) fn intrinsic(
        &mut self,
        which: Intrinsic,
        args: &[ExprId],
        result: Option<PlaceId>,
        inputs: &mut dyn Inputs,
    ) -> Res<()> {
        let malformed = || Box::new(Fault::Malformed(format!("{which:?} with {} arguments", args.len())));
        if !which.row().takes(args.len()) {
            return Err(malformed());
        }
        match which {
            Intrinsic::Clobber => return self.clobber(args, inputs),
            Intrinsic::Escape => return self.escape(args, inputs),
            _ => {}
        }
        // What asks about an address does not go there.
        let watches = self.machine.watches_addresses;
        self.machine.watches_addresses &= !which.only_asks();
        let mut numbers = [0u64; 4];
        for (number, arg) in numbers.iter_mut().zip(args) {
            *number = self.machine.unsigned(*arg, inputs)?;
        }
        self.machine.watches_addresses = watches;
        let [first, second, third, fourth] = numbers;
        let address = match which {
            Intrinsic::Malloc => self.machine.allocate(first, false)?,
            Intrinsic::Calloc => self.machine.allocate(first, true)?,
            Intrinsic::Realloc => self.reallocate(first, second, inputs)?,
            Intrinsic::Free => return self.free(first, ObjectKind::Heap),
            Intrinsic::EndArray => return self.free(first, ObjectKind::Alloca),
            Intrinsic::Alloca => self.machine.push_object(first, ObjectKind::Alloca)?,
            Intrinsic::MemCopy => {
                let (to, from) = (self.machine.pointed(args[0], first), self.machine.pointed(args[1], second));
                let bytes = self.machine.memory.read_bytes(from, third, inputs)?;
                self.machine.memory.write_bytes(to, &bytes)?;
                first
            }
            Intrinsic::MemSet => {
                let to = self.machine.pointed(args[0], first);
                self.machine.memory.fill(to, second as u8, third)?;
                first
            }
            Intrinsic::ExternalCallee if self.machine.code.layout.ranges.holds_external_callees(first) => return Ok(()),
            Intrinsic::ExternalCallee => return Err(Misbehaviour::NoFunction(first).into()),
            Intrinsic::Clobber | Intrinsic::Escape => return Ok(()),
            Intrinsic::Access => {
                let program = self.machine.code.program;
                let constant = |var| program.is_constant(var);
                let how = How::of(u128::from(fourth));
                self.machine.memory.objects.access(first, second, third, how, constant) as u64
            }
            Intrinsic::Freeable => self.machine.memory.objects.freeable(first) as u64,
            Intrinsic::Unfreed => self.machine.memory.objects.unfreed() as u64,
            Intrinsic::Overlaps => {
                let (behind_a, behind_b) = (first.wrapping_add(third), second.wrapping_add(fourth));
                u64::from(first < behind_b && second < behind_a)
            }
        };
        match result {
            Some(place) => {
                let at = self.machine.address(place, inputs)?;
                let value = Value(u128::from(address));
                self.machine.store(place, at, value, inputs)?;
                self.changed(place, Some(value), inputs)
            }
            None => Ok(()),
        }
    }

    pub(crate) fn reallocate(&mut self, old: u64, size: u64, inputs: &mut dyn Inputs) -> Res<u64> {
        if old == 0 {
            return self.machine.allocate(size, false);
        }
        if self.machine.code.layout.ranges.classify(old) == AddressRange::Wild {
            return Err(Box::new(Fault::Unsupported("realloc of memory that the program does not name".to_owned())));
        }
        let old_size = self.heap_object(old)?;
        if self.machine.space.grow_heap(old, old_size, size) {
            let bytes = self.machine.memory.read_bytes(old, old_size.min(size), inputs)?;
            let ordinal = self.machine.memory.objects.number();
            self.machine.memory.end(old, old_size);
            if let Some(object) = self.machine.memory.objects.by_start_mut(old) {
                (object.size, object.ordinal, object.zeroed) = (size, ordinal, false);
                let object = *object;
                self.machine.memory.renew(&object);
            }
            self.machine.memory.write_bytes(old, &bytes)?;
            return Ok(old);
        }
        let new = self.machine.allocate(size, false)?;
        let bytes = self.machine.memory.read_bytes(old, old_size.min(size), inputs)?;
        self.machine.memory.write_bytes(new, &bytes)?;
        self.free(old, ObjectKind::Heap)?;
        Ok(new)
    }

    /// The size of the heap object that starts at an address.
    fn heap_object(&mut self, address: u64) -> Res<u64> {
        self.allocated_object(address, ObjectKind::Heap)
    }

    fn allocated_object(&mut self, address: u64, kind: ObjectKind) -> Res<u64> {
        match self.machine.memory.objects.by_start_mut(address) {
            Some(object) if object.kind == kind && object.live => Ok(object.size),
            Some(object) if object.kind == kind => Err(Misbehaviour::DoubleFree(address).into()),
            _ => Err(Misbehaviour::InvalidFree(address).into()),
        }
    }

    fn free(&mut self, address: u64, kind: ObjectKind) -> Res<()> {
        if address == 0 || self.machine.code.layout.ranges.classify(address) == AddressRange::Wild {
            return Ok(());
        }
        let size = self.allocated_object(address, kind)?;
        if let Some(object) = self.machine.memory.objects.by_start_mut(address) {
            object.live = false;
        }
        if kind == ObjectKind::Heap {
            self.machine.memory.objects.freed.push(address);
        }
        self.machine.memory.end(address, size);
        Ok(())
    }
}
