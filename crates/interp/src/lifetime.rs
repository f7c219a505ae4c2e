//! The lives of objects: variables begin and end, frames open, memory is allocated.
//!
//! Whoever changes a life here changes the table of objects and the states of the bytes together.

use crate::inputs::ObjectOrdinal;
use crate::layout::{Arrangement, Home};
use crate::machine::Machine;
use crate::object::{Object, ObjectKind};
use crate::undefined::{Fault, Res};
use cairn_ir::{FunctionId, VarId, VarKind};

impl Machine<'_, '_> {
    /// The lifetime of a variable begins (again).
    pub fn begin(&mut self, var: VarId, zeroed: bool) -> Res<()> {
        let program = self.code.program;
        let ordinal = self.memory.objects.number();
        let data = program.vars[var].data.as_deref();
        let read_only = program.vars[var].kind == VarKind::StringLiteral;
        let Some(at) = self.object_of(var) else {
            return Err(Box::new(Fault::Malformed(format!("variable '{}' is in no frame", program.vars[var].name))));
        };
        let object = match self.code.layout.home(var) {
            Home::Static(..) => &mut self.memory.objects.global[at],
            _ => &mut self.memory.objects.stack[at],
        };
        *object = Object { ordinal, live: true, zeroed: zeroed || data.is_some(), read_only, ..*object };
        let object = *object;
        self.memory.renew(&object);
        match data {
            Some(data) => self.memory.initialise(&object, data),
            None => Ok(()),
        }
    }

    /// Static objects that are defined `const` keep what they hold.
    pub fn seal_constants(&mut self) {
        for var in &self.code.program.outside.constants {
            if let Home::Static(at, _) = self.code.layout.home(*var) {
                let object = &mut self.memory.objects.global[at as usize];
                if object.live && object.end() > object.address && !std::mem::replace(&mut object.read_only, true) {
                    let object = *object;
                    self.memory.seal(&object);
                }
            }
        }
    }

    /// The lifetime of a variable ends.
    pub fn end(&mut self, var: VarId) {
        let Some(at) = self.object_of(var) else { return };
        let object = match self.code.layout.home(var) {
            Home::Static(..) => &mut self.memory.objects.global[at],
            _ => &mut self.memory.objects.stack[at],
        };
        object.live = false;
        let (address, size) = (object.address, object.size + object.room);
        self.memory.end(address, size);
    }

    /// The position of a variable's object in its table: that of the current frame, for a local one.
    pub fn object_of(&self, var: VarId) -> Option<usize> {
        match self.code.layout.home(var) {
            Home::Static(at, _) => Some(at as usize),
            Home::Frame(slot, _) => {
                let frame = self.frames.last()?;
                let function = self.code.program.vars[var].function?;
                (function == frame.function).then_some(frame.objects as usize + slot as usize)
            }
            Home::None => None,
        }
    }

    /// The objects of a frame that is entered at `base`.
    pub fn open(&mut self, function: FunctionId, base: u64) {
        let slots = &self.code.layout.frame(function).slots;
        let first = self.memory.objects.numbers(slots.len() as u64);
        for slot in slots {
            let object = Object {
                address: base + slot.offset,
                size: slot.size,
                room: slot.room,
                ordinal: ObjectOrdinal(first + slot.number),
                kind: ObjectKind::Variable(slot.var),
                live: true,
                read_only: false,
                zeroed: false,
            };
            self.memory.objects.stack.push(object);
            self.memory.renew(&object);
        }
    }

    /// An object of the stack behind all others.
    pub fn push_object(&mut self, size: u64, kind: ObjectKind) -> Res<u64> {
        self.memory.check_room()?;
        let address = self.space.allocate_stack(size).ok_or_else(|| Box::new(Fault::OutOfMemory("the stack")))?;
        let ordinal = self.memory.objects.number();
        let object = Object { address, size, room: 0, ordinal, kind, live: true, read_only: false, zeroed: false };
        self.memory.objects.stack.push(object);
        self.memory.renew(&object);
        Ok(address)
    }

    pub fn allocate(&mut self, size: u64, zeroed: bool) -> Res<u64> {
        self.memory.check_room()?;
        let again = match self.space.arrangement() {
            Arrangement::Reusing => self.freed_address(size),
            Arrangement::Plain | Arrangement::Reversed => None,
        };
        let address = again.or_else(|| self.space.allocate_heap(size)).or_else(|| self.freed_address(size));
        let address = address.ok_or_else(|| Box::new(Fault::OutOfMemory("the heap")))?;
        let ordinal = self.memory.objects.number();
        let kind = ObjectKind::Heap;
        let object = Object { address, size, room: 0, ordinal, kind, live: true, read_only: false, zeroed };
        let table = &mut self.memory.objects.global;
        match table.last() {
            Some(last) if last.address >= address => match table.binary_search_by_key(&address, |o| o.address) {
                Ok(at) => table[at] = object,
                Err(at) => table.insert(at, object),
            },
            _ => table.push(object),
        }
        self.memory.renew(&object);
        Ok(address)
    }

    /// The address of the heap object freed last in which so many bytes fit; it is not free any more.
    fn freed_address(&mut self, size: u64) -> Option<u64> {
        let objects = &mut self.memory.objects;
        let fits = |address: &u64| objects.holding_start(*address).is_some_and(|o| !o.live && o.size >= size);
        let at = objects.freed.iter().rposition(fits)?;
        Some(objects.freed.remove(at))
    }
}
