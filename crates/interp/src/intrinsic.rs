//! The primitives of the memory model and of the C library.
//!
//! `free` of memory that the program does not name is allowed and does nothing: whoever gave the program such a pointer
//! may have got it from `malloc`.

use crate::code::Content;
use crate::inputs::Inputs;
use crate::layout::{Range, variadic_slot};
use crate::object::ObjectKind;
use crate::run::Interpreter;
use crate::undefined::{Fault, Misbehaviour, Res};
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
        let count = match which {
            Intrinsic::Malloc
            | Intrinsic::Calloc
            | Intrinsic::Free
            | Intrinsic::Alloca
            | Intrinsic::VaStart
            | Intrinsic::VaArg
            | Intrinsic::VaEnd => 1,
            Intrinsic::Realloc | Intrinsic::VaCopy => 2,
            Intrinsic::MemCopy | Intrinsic::MemSet => 3,
        };
        if args.len() != count {
            return Err(malformed());
        }
        let mut numbers = [0u64; 3];
        for (number, arg) in numbers.iter_mut().zip(args) {
            *number = self.machine.unsigned(*arg, inputs)?;
        }
        let [first, second, third] = numbers;
        let address = match which {
            Intrinsic::Malloc => self.machine.allocate(first, false)?,
            Intrinsic::Calloc => self.machine.allocate(first, true)?,
            Intrinsic::Realloc => self.reallocate(first, second, inputs)?,
            Intrinsic::Free => return self.free(first),
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
            Intrinsic::VaStart => {
                let arguments = self.machine.frames.last().and_then(|f| f.arguments).unwrap_or(0);
                return self.write_pointer(first, arguments);
            }
            Intrinsic::VaCopy => {
                let next = self.read_pointer(second, inputs)?;
                return self.write_pointer(first, next);
            }
            Intrinsic::VaArg => return self.next_argument(first, result, inputs),
            Intrinsic::VaEnd => return Ok(()),
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

    fn read_pointer(&mut self, address: u64, inputs: &mut dyn Inputs) -> Res<u64> {
        let size = self.machine.code.program.types.model().pointer_bytes() as usize;
        self.machine.memory.read(address, size, inputs).map(|bits| bits as u64)
    }

    fn write_pointer(&mut self, address: u64, pointer: u64) -> Res<()> {
        let size = self.machine.code.program.types.model().pointer_bytes() as usize;
        self.machine.memory.write(address, size, u128::from(pointer))
    }

    /// The list holds the address of the next argument, as on i386: offsets count from the start of the arguments'
    /// object, which is aligned to 16.
    fn next_argument(&mut self, list: u64, result: Option<PlaceId>, inputs: &mut dyn Inputs) -> Res<()> {
        let program = self.machine.code.program;
        let Some(place) = result else { return Err(Box::new(Fault::Malformed("va_arg without result".to_owned()))) };
        let next = self.read_pointer(list, inputs)?;
        let ty = program.exprs[place].ty;
        let Some((at, after)) = variadic_slot(program, next, ty) else {
            return Err(Box::new(Fault::Malformed("va_arg of a type without size".to_owned())));
        };
        let content = self.machine.code.spots[place].content;
        let size = match content {
            Content::Scalar { size, .. } => u64::from(size),
            Content::Aggregate { size } => size,
            Content::Bits { .. } | Content::Opaque => {
                return Err(Box::new(Fault::Malformed("va_arg of a type without size".to_owned())));
            }
        };
        let object = self.machine.memory.objects.holding(at);
        if !object.is_some_and(|o| o.live && o.kind == ObjectKind::Arguments && at + size <= o.end()) {
            return Err(Misbehaviour::NoMoreArguments.into());
        }
        let bytes = self.machine.memory.read_bytes(at, size, inputs)?;
        self.write_pointer(list, after)?;
        let to = self.machine.address(place, inputs)?;
        self.machine.store_bytes(place, to, &bytes)?;
        let value = bytes.iter().take(16).rev().fold(0, |value, byte| value << 8 | u128::from(*byte));
        self.changed(place, matches!(content, Content::Scalar { .. }).then_some(Value(value)), inputs)
    }

    fn reallocate(&mut self, old: u64, size: u64, inputs: &mut dyn Inputs) -> Res<u64> {
        if old == 0 {
            return self.machine.allocate(size, false);
        }
        if self.machine.code.layout.ranges.classify(old) == Range::Wild {
            return Err(Box::new(Fault::Unsupported("realloc of memory that the program does not name".to_owned())));
        }
        let old_size = self.heap_object(old)?;
        let new = self.machine.allocate(size, false)?;
        let bytes = self.machine.memory.read_bytes(old, old_size.min(size), inputs)?;
        self.machine.memory.write_bytes(new, &bytes)?;
        self.free(old)?;
        Ok(new)
    }

    /// The size of the heap object that starts at an address.
    fn heap_object(&mut self, address: u64) -> Res<u64> {
        match self.machine.memory.objects.by_start_mut(address) {
            Some(object) if object.kind == ObjectKind::Heap && object.live => Ok(object.size),
            Some(object) if object.kind == ObjectKind::Heap => Err(Misbehaviour::DoubleFree(address).into()),
            _ => Err(Misbehaviour::InvalidFree(address).into()),
        }
    }

    fn free(&mut self, address: u64) -> Res<()> {
        if address == 0 || self.machine.code.layout.ranges.classify(address) == Range::Wild {
            return Ok(());
        }
        let size = self.heap_object(address)?;
        if let Some(object) = self.machine.memory.objects.by_start_mut(address) {
            object.live = false;
        }
        self.machine.memory.end(address, size);
        Ok(())
    }
}
