//! Looking at a run from outside, for property tests, printers and testers: nothing here changes the run, or asks the inputs but where it says so.

use crate::compiled_program::stored_bytes;
use crate::inputs::Inputs;
use crate::layout::{AddressRange, Home};
use crate::object::{Object, ObjectKind};
use crate::pointee_text::readable;
use crate::run::Interpreter;
use cairn_ir::eval::format_value;
use cairn_ir::types::Scalar;
use cairn_ir::{CallSiteId, EdgeId, ExprId, FunctionId, NodeId, PlaceId, TypeId, Value, VarId};

/// Owner of an address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pointee<'a> {
    /// Null, or near it.
    Null,
    /// An object, dead or alive, at or below the address.
    Object(&'a Object),
    /// Between objects.
    Nothing,
    /// A function.
    Function(FunctionId),
    /// Memory that the program does not name.
    Wild,
}

impl Interpreter<'_, '_> {
    /// The value of an expression where the run stands; `None` where it has none. What it reads of indeterminate memory is asked of
    /// `inputs`, and is in that memory from then on.
    pub fn value_of(&mut self, expr: ExprId, inputs: &mut dyn Inputs) -> Option<Value> {
        let value = self.machine.value(expr, inputs).ok();
        self.machine.recorded_undefined = None;
        value
    }
    /// The address of a place where the run stands, with the same proviso; `None` where it has none.
    pub fn place_of(&mut self, place: PlaceId, inputs: &mut dyn Inputs) -> Option<u64> {
        let address = self.machine.address(place, inputs).ok();
        self.machine.recorded_undefined = None;
        address
    }
    /// The current node.
    pub fn node(&self) -> NodeId {
        self.machine.node
    }
    /// Frames on the stack, that of the start function included.
    pub fn depth(&self) -> usize {
        self.machine.frames.len()
    }
    /// The calls on the stack and their edges, the oldest first.
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = (CallSiteId, EdgeId)> + '_ {
        self.machine.frames.iter().filter_map(|frame| frame.call)
    }
    /// The function of a frame, 0 being the start function's.
    pub fn function(&self, frame: usize) -> Option<FunctionId> {
        self.machine.frames.get(frame).map(|f| f.function)
    }
    /// The current frame.
    pub fn top(&self) -> usize {
        self.machine.frames.len().saturating_sub(1)
    }

    /// The address of a variable: static, or of a frame of its function.
    pub fn address_of(&self, frame: usize, var: VarId) -> Option<u64> {
        match self.machine.code.layout.home(var) {
            Home::Static(_, address) => Some(address),
            Home::Frame(_, offset) => {
                let frame = self.machine.frames.get(frame)?;
                let function = self.machine.code.program.vars.get(var)?.function;
                (function == Some(frame.function)).then_some(frame.base + offset)
            }
            Home::None => None,
        }
    }

    /// A scalar at an address; `None` when a byte of it is indeterminate or in no live object.
    pub fn scalar_at(&self, address: u64, of: Scalar) -> Option<Value> {
        let mut bits = 0;
        for i in (0..u64::from(stored_bytes(of))).rev() {
            bits = bits << 8 | u128::from(self.machine.memory.peek(address.checked_add(i)?)?);
        }
        Some(if of == Scalar::Bool { Value(u128::from(bits != 0)) } else { Value::truncated(bits, of.bits()) })
    }

    /// A byte; `None` when it is indeterminate or in no live object.
    pub fn byte_at(&self, address: u64) -> Option<u8> {
        self.machine.memory.peek(address)
    }

    /// A value as a person reads it: what it points to, its character, its hexadecimal digits, or else its number.
    pub fn readable(&self, value: Value, ty: TypeId) -> String {
        let Some(of) = self.machine.code.program.types.scalar(ty) else { return String::new() };
        let pointed = self.machine.points_to(Some(value), ty).or_else(|| readable(value, of));
        pointed.unwrap_or_else(|| format_value(value, of))
    }

    /// The value of a scalar variable in a frame (any frame, for a static one).
    pub fn variable(&self, frame: usize, var: VarId) -> Option<Value> {
        let of = self.machine.code.program.types.scalar(self.machine.code.program.vars.get(var)?.ty)?;
        self.scalar_at(self.address_of(frame, var)?, of)
    }

    /// Whether memory from `malloc` or its kin is left to which nothing leads from a living variable: no word of one, and no word of such
    /// memory that is led to, holds an address in it or just behind it.
    pub fn has_lost_memory(&self) -> bool {
        let width = u64::from(self.machine.code.program.types.model().pointer_bits() / 8);
        let pointer = Scalar::Int { bits: width as u32 * 8, signed: false };
        let objects = &self.machine.memory.objects;
        let mut open: Vec<Object> = Vec::new();
        let mut left: Vec<Object> = Vec::new();
        for object in objects.global.iter().chain(&objects.stack).filter(|object| object.live) {
            if object.kind == ObjectKind::Heap { left.push(*object) } else { open.push(*object) }
        }
        while let Some(object) = open.pop()
            && !left.is_empty()
        {
            for at in (object.address.next_multiple_of(width)..)
                .step_by(width as usize)
                .take_while(|at| at + width <= object.end())
            {
                let Some(address) = self.scalar_at(at, pointer) else { continue };
                let address = address.0 as u64;
                if let Some(found) = left.iter().position(|other| (other.address..=other.end()).contains(&address)) {
                    open.push(left.swap_remove(found));
                }
            }
        }
        !left.is_empty()
    }

    /// Owner of an address.
    pub fn pointee(&self, address: u64) -> Pointee<'_> {
        let ranges = self.machine.code.layout.ranges;
        match ranges.classify(address) {
            AddressRange::Null => Pointee::Null,
            AddressRange::Wild => Pointee::Wild,
            AddressRange::Function => {
                match self.machine.code.program.functions.ids().find(|f| ranges.function(*f) == address) {
                    Some(function) => Pointee::Function(function),
                    None => Pointee::Nothing,
                }
            }
            AddressRange::Global | AddressRange::Stack => match self.machine.memory.objects.below(address) {
                // One past the end is still a pointer to the object.
                Some(object) if address <= object.end() => Pointee::Object(object),
                _ => Pointee::Nothing,
            },
        }
    }

    /// All static objects and heap objects made so far.
    pub fn global_objects(&self) -> &[Object] {
        &self.machine.memory.objects.global
    }
    /// All objects of the frames.
    pub fn stack_objects(&self) -> &[Object] {
        &self.machine.memory.objects.stack
    }
}
