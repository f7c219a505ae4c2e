//! Constant addresses for all variables: the interpreter's for static ones, and for locals a frame of their own.
//!
//! The frame of a function that is not recursive lies at one place whatever the call stack is, so that a pointer to a
//! local is a constant in every formula; the frames of recursive functions lie by depth, behind all others. Distinct
//! variables that are alive at once never share an address. (The interpreter stacks its frames; only a program that
//! compares addresses of unrelated objects could tell.)

use cairn_base::IdVec;
use cairn_base::id::Id;
use cairn_interp::layout::{Home, ProgramLayout};
use cairn_ir::{CallGraph, FunctionId, Program, VarId};

pub(crate) struct Addresses {
    layout: ProgramLayout,
    /// Start of each function's frame; for recursive ones at depth 0.
    frames: IdVec<FunctionId, u64>,
    recursive: IdVec<FunctionId, bool>,
    /// Bytes from the recursive frames of one depth to those of the next.
    stride: u64,
    /// Where the recursive frames of depth 0 begin.
    behind: u64,
    stack: u64,
    heap: u64,
}

const ALIGN: u64 = 4096;

impl Addresses {
    pub(crate) fn new(program: &Program) -> Self {
        let layout = ProgramLayout::new(program);
        let graph = CallGraph::new(program);
        let recursive: IdVec<FunctionId, bool> = program.functions.ids().map(|f| graph.is_recursive(f)).collect();
        let stack = layout.address_space().stack_end();
        let heap = layout.address_space().allocate_heap(0).unwrap_or(stack);
        let mut next = stack;
        let mut stride = 0u64;
        let mut frames = IdVec::new();
        for function in program.functions.ids() {
            let frame = layout.frame(function);
            let grows = if recursive[function] { &mut stride } else { &mut next };
            let align = frame.align.max(1);
            let start = grows.saturating_add(align - 1) / align * align;
            *grows = start.saturating_add(frame.size);
            frames.push(start);
        }
        let behind = next.saturating_add(ALIGN - 1) / ALIGN * ALIGN;
        for function in program.functions.ids() {
            if recursive[function] {
                frames[function] = frames[function].saturating_add(behind);
            }
        }
        let stride = stride.saturating_add(ALIGN - 1) / ALIGN * ALIGN;
        Self { layout, frames, recursive, stride, behind, stack, heap }
    }

    /// The first byte of a variable in a frame of its function with so many frames below; `None` where it has no place
    /// in the address space.
    pub(crate) fn of(&self, program: &Program, var: VarId, depth: u32) -> Option<u64> {
        match self.layout.home(var) {
            Home::Static(_, address) => Some(address),
            Home::Frame(_, offset) => {
                let function = program.vars[var].frame()?;
                let mut start = *self.frames.get(function)?;
                if self.recursive[function] {
                    start = start.checked_add(self.stride.checked_mul(u64::from(depth))?)?;
                }
                let end = start.checked_add(self.layout.frame(function).size)?;
                (end <= self.function(FunctionId::from_index(0))).then_some(start + offset)
            }
            Home::None => None,
        }
    }
    pub(crate) fn is_recursive(&self, function: FunctionId) -> bool {
        self.recursive.get(function).copied().unwrap_or(true)
    }
    /// Where the frames of recursive functions begin at depth 0.
    pub(crate) fn base(&self) -> u64 {
        self.behind
    }
    /// Bytes from the recursive frames of one depth to those of the next.
    pub(crate) fn stride(&self) -> u64 {
        self.stride
    }
    pub(crate) fn function(&self, function: FunctionId) -> u64 {
        self.layout.ranges.function(function)
    }
    /// The first address of the heap.
    pub(crate) fn heap(&self) -> u64 {
        self.heap
    }
    pub(crate) fn heap_align(&self) -> u64 {
        self.layout.heap_align()
    }
    /// The first address of the stack, which the heap never reaches.
    pub(crate) fn stack(&self) -> u64 {
        self.stack
    }
    /// The first address of memory that the program does not name.
    pub(crate) fn wild(&self) -> u64 {
        self.layout.ranges.wild()
    }
    /// The last address of the machine.
    pub(crate) fn last(&self) -> u64 {
        self.layout.ranges.last()
    }
}
