//! Whether two runs of a program stand in the same state: then equal inputs lead both on the same way, for ever.
//!
//! A state is where control is, the frames, the objects that live, and the bytes that may be read. Numbers of objects are not compared: they only name indeterminate bytes
//! for the inputs, so who repeats inputs must not have been asked for such bytes in between. Neither is where the next object will be: C does not say it.

use crate::memory::Memory;
use crate::object::Object;
use crate::run::Interpreter;

impl Interpreter<'_, '_> {
    /// Whether another run of the same program is in the same state.
    pub fn is_in_same_state(&self, other: &Self) -> bool {
        let (one, other) = (&self.machine, &other.machine);
        let frames = |machine: &crate::machine::Machine<'_, '_>| {
            machine.frames.iter().map(|frame| (frame.function, frame.base, frame.call)).collect::<Vec<_>>()
        };
        one.node == other.node
            && one.base == other.base
            && one.frames.len() == other.frames.len()
            && frames(one) == frames(other)
            && same_objects(&one.memory, &other.memory)
            && one.memory.has_same_bytes(&other.memory)
    }
}

fn same_objects(one: &Memory, other: &Memory) -> bool {
    fn living(objects: &[Object]) -> impl Iterator<Item = (u64, u64, bool)> + '_ {
        objects.iter().filter(|object| object.live).map(|object| (object.address, object.end(), object.read_only))
    }
    living(&one.objects.global).eq(living(&other.objects.global))
        && living(&one.objects.stack).eq(living(&other.objects.stack))
}
