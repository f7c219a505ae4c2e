//! Where objects are: addresses as a pure function of the program and of the calls and allocations so far.
//!
//! The interpreter and the path formulas must agree on every address, or a solver's model would not replay. So both take
//! them from here, and nothing in here depends on a value of the program:
//!
//! - Static variables and string literals have fixed addresses, in the order of their ids.
//! - A function's frame is laid out once: its parameters in order, then its other variables in the order of
//!   [`cairn_ir::Function::locals`], temporaries and the result included. A frame begins where the stack ends when the
//!   function is entered; what `alloca` makes lies behind it. All of it is given back on return, so that a variable of a
//!   loop or of a later call is at the same address again, as on
//!   a machine.
//! - The heap grows and never shrinks: a freed address is not used again before the heap is used up, so that a use after
//!   free shows.
//!
//! That is the plain [`Arrangement`]; in others the same objects lie elsewhere.
//!
//! Between two objects lie at least [`RED_ZONE`] bytes that belong to none.

use cairn_base::IdVec;
use cairn_base::id::Id;
use cairn_ir::{ExprKind, FunctionId, Intrinsic, MachineModel, Op, Program, VarId, VarKind};

/// Bytes between two objects that belong to neither.
pub const RED_ZONE: u64 = 16;

/// Addresses below are null to a dereference.
pub const NULL_PAGE: u64 = 4096;

/// Alignment of what `malloc` and `alloca` make, at least: see [`ProgramLayout::heap_align`].
pub const HEAP_ALIGN: u64 = 16;

/// Memory that the program does not name is taken to be made of pieces of so many bytes, a power of two: what code outside
/// changes when it is told of an address there. A record begins where a piece does.
pub const PIECE: u64 = 1 << 16;

/// Range of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressRange {
    /// Null, or near it.
    Null,
    /// Static variables, string literals, the heap.
    Global,
    /// Frames of functions.
    Stack,
    /// Functions.
    Function,
    /// Memory that the program does not otherwise name: every address is an object, as far as the program wants.
    Wild,
}

/// The boundaries of the ranges on one machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranges {
    global: u64,
    stack: u64,
    function: u64,
    wild: u64,
    last: u64,
}

impl Ranges {
    /// The boundaries on a machine.
    pub const fn of(model: MachineModel) -> Self {
        match model.pointer_bits() {
            32 => Self {
                global: 0x0001_0000,
                stack: 0x6000_0000,
                function: 0x7f00_0000,
                wild: 0x8000_0000,
                last: 0xffff_ffff,
            },
            _ => Self {
                global: 0x0001_0000,
                stack: 0x4000_0000_0000,
                function: 0x7000_0000_0000,
                wild: 0x1_0000_0000_0000,
                last: u64::MAX,
            },
        }
    }
    /// The range that an address is in.
    pub const fn classify(self, address: u64) -> AddressRange {
        if address < NULL_PAGE {
            AddressRange::Null
        } else if address < self.stack {
            AddressRange::Global
        } else if address < self.function {
            AddressRange::Stack
        } else if address < self.wild {
            AddressRange::Function
        } else {
            AddressRange::Wild
        }
    }
    /// Whether functions that the program does not name may be at an address: no pointer that stands for null is among them.
    pub const fn holds_external_callees(self, address: u64) -> bool {
        address >= self.wild && address < self.null_memory()
    }
    /// The first wild address.
    pub const fn wild(self) -> u64 {
        self.wild
    }
    /// The last address of the machine, which is never part of an object.
    pub const fn last(self) -> u64 {
        self.last
    }
    /// Where the memory is that a pointer which is always null stands for: addresses below [`Ranges::first`] are moved
    /// up by so much. It is wild memory that no unknown pointer is taken to point to.
    pub const fn null_memory(self) -> u64 {
        self.last - 0xf_ffff
    }
    /// The first address that an object can have.
    pub const fn first(self) -> u64 {
        self.global
    }
    /// The address of a function.
    pub fn function(self, function: FunctionId) -> u64 {
        self.function + RED_ZONE * function.index() as u64
    }
}

/// In which order objects lie, how far apart, and whether memory is used again. C fixes none of it: what depends on it
/// holds in one arrangement and not in another, which is how a violation that rests on it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arrangement {
    /// That of the path formulas: one after the other, nothing used twice but the frames of functions.
    #[default]
    Plain,
    /// The other way round and without a gap, the heap downwards; a frame is not where an earlier one was.
    Reversed,
    /// Without a gap; freed memory is handed out again, the last first, and an object grows where it is when it can.
    Reusing,
}

impl Arrangement {
    /// All of them, the plain one first.
    pub const ALL: [Arrangement; 3] = [Arrangement::Plain, Arrangement::Reversed, Arrangement::Reusing];
    /// All but the plain one.
    pub const OTHERS: [Arrangement; 2] = [Arrangement::Reversed, Arrangement::Reusing];
    /// Where static objects begin, from the start of their range: so that addresses are small numbers or large ones.
    const fn shift(self, ranges: Ranges) -> u64 {
        match self {
            Arrangement::Plain => 0,
            Arrangement::Reversed => 0x1234 + (ranges.stack - ranges.global) / 2,
            Arrangement::Reusing => 0x7778,
        }
    }
    /// Bytes between two objects, at least.
    const fn gap(self) -> u64 {
        match self {
            Arrangement::Plain => RED_ZONE,
            Arrangement::Reversed | Arrangement::Reusing => 0,
        }
    }
}

/// A variable in its function's frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The variable.
    pub var: VarId,
    /// Its first byte, from the start of the frame.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Bytes behind it that belong to it as well.
    pub room: u64,
    /// Its place among the variables of its frame, which does not depend on the arrangement.
    pub number: u64,
}

/// The frame of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FrameLayout {
    /// Parameters, then all others, by increasing offset.
    pub slots: Vec<Slot>,
    /// Size in bytes, the last red zone included.
    pub size: u64,
    /// Alignment of its start.
    pub align: u64,
}

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// At a fixed address: the position among the static objects, and the address.
    Static(u32, u64),
    /// In the frame of its function: the position among the slots, and the offset.
    Frame(u32, u64),
    /// Nowhere: its type has no size, or no function has it.
    None,
}

/// The layout of a program.
#[derive(Clone, Debug)]
pub struct ProgramLayout {
    /// The boundaries of the ranges.
    pub ranges: Ranges,
    homes: IdVec<VarId, Home>,
    frames: IdVec<FunctionId, FrameLayout>,
    statics: Vec<Slot>,
    globals_end: u64,
    heap_align: u64,
    arrangement: Arrangement,
}

/// The largest alignment that an allocation of the program asks for.
fn heap_align(program: &Program) -> u64 {
    let asked = program.edges.iter().filter_map(|edge| match &edge.op {
        Op::Intrinsic { which: Intrinsic::Malloc, args, .. } => match program.exprs[*args.get(1)?].kind {
            ExprKind::Constant(align) => u64::try_from(align).ok()?.checked_next_power_of_two(),
            _ => None,
        },
        _ => None,
    });
    asked.fold(HEAP_ALIGN, u64::max)
}

const fn align_up(at: u64, align: u64) -> Option<u64> {
    match at.checked_add(align - 1) {
        Some(sum) => Some(sum & !(align - 1)),
        None => None,
    }
}

impl ProgramLayout {
    /// The layout of a program's variables. A variable that does not fit the address space has no [`Home`].
    pub fn new(program: &Program) -> Self {
        Self::with_room(program, 0)
    }

    /// The layout in which so many bytes behind every variable belong to it: see [`crate::Code::roomy`].
    pub fn with_room(program: &Program, room: u64) -> Self {
        Self::arranged(program, room, Arrangement::Plain)
    }

    /// A layout in another arrangement.
    pub fn arranged(program: &Program, room: u64, arrangement: Arrangement) -> Self {
        let ranges = Ranges::of(program.types.model());
        let mut homes: IdVec<VarId, Home> = program.vars.ids().map(|_| Home::None).collect();
        let shape = |var: VarId| {
            let ty = program.vars[var].ty;
            let own = program.types.align_of(ty).unwrap_or(1).max(1);
            let align = own.max(program.vars[var].align.unwrap_or(1)).next_power_of_two();
            Some((program.types.size_of(ty)?, align))
        };
        let ordered = |vars: Vec<VarId>| -> Vec<(usize, VarId)> {
            let numbered = vars.into_iter().enumerate();
            if arrangement == Arrangement::Reversed { numbered.rev().collect() } else { numbered.collect() }
        };
        let gap = arrangement.gap();
        let mut statics = Vec::new();
        let mut next = ranges.global + arrangement.shift(ranges);
        let is_static = |kind| matches!(kind, VarKind::Static | VarKind::StringLiteral);
        let all =
            program.vars.iter_ids().filter(|(_, variable)| is_static(variable.kind)).map(|(var, _)| var).collect();
        for (number, var) in ordered(all) {
            let Some((size, align)) = shape(var) else { continue };
            let room = if program.vars[var].kind == VarKind::StringLiteral { 0 } else { room };
            let Some((at, end)) = place(next, size.saturating_add(room), (align, gap), ranges.stack) else { continue };
            homes[var] = Home::Static(statics.len() as u32, at);
            statics.push(Slot { var, offset: at, size, room, number: number as u64 });
            next = end;
        }
        let mut frames = IdVec::new();
        for function in program.functions.iter() {
            let mut frame = FrameLayout { slots: Vec::new(), size: 0, align: HEAP_ALIGN };
            let all = function.params.iter().chain(&function.locals).chain(&function.result).copied();
            let mut known = cairn_base::FastSet::default();
            let new =
                all.filter(|var| homes[*var] == Home::None && shape(*var).is_some() && known.insert(*var)).collect();
            for (number, var) in ordered(new) {
                let Some((size, align)) = shape(var) else { continue };
                let limit = ranges.function - ranges.stack;
                let Some((at, end)) = place(frame.size, size.saturating_add(room), (align, gap), limit) else {
                    continue;
                };
                homes[var] = Home::Frame(frame.slots.len() as u32, at);
                frame.slots.push(Slot { var, offset: at, size, room, number: number as u64 });
                frame.size = end;
                frame.align = frame.align.max(align);
            }
            // Variables without a place have no number either.
            let mut numbers: Vec<u64> = frame.slots.iter().map(|slot| slot.number).collect();
            numbers.sort_unstable();
            for slot in &mut frame.slots {
                slot.number = numbers.binary_search(&slot.number).unwrap_or(0) as u64;
            }
            frames.push(frame);
        }
        let heap_align = heap_align(program);
        Self { ranges, homes, frames, statics, globals_end: next, heap_align, arrangement }
    }

    /// Where a variable is.
    pub fn home(&self, var: VarId) -> Home {
        self.homes.get(var).copied().unwrap_or(Home::None)
    }
    /// The frame of a function.
    pub fn frame(&self, function: FunctionId) -> &FrameLayout {
        &self.frames[function]
    }
    /// Static variables and string literals by increasing address, which is [`Slot::offset`].
    pub fn statics(&self) -> &[Slot] {
        &self.statics
    }
    /// Alignment of all heap objects: they lie one behind the other, and where one lies must not depend on more than the
    /// sizes of those before it.
    pub fn heap_align(&self) -> u64 {
        self.heap_align
    }
    /// An address space in which only the static objects are.
    pub fn address_space(&self) -> AddressSpace {
        AddressSpace {
            ranges: self.ranges,
            heap: self.globals_end,
            heap_end: self.ranges.stack - 0x5010,
            heap_align: self.heap_align,
            stack: self.ranges.stack,
            arrangement: self.arrangement,
        }
    }
}

/// The address for an object from `next` on, and where the next object may begin.
fn place(next: u64, size: u64, (align, gap): (u64, u64), limit: u64) -> Option<(u64, u64)> {
    let at = align_up(next, align)?;
    // Even objects without bytes have addresses of their own.
    let bytes = if gap == 0 { size.max(1) } else { size };
    let end = at.checked_add(bytes)?.checked_add(gap)?;
    (end <= limit).then_some((at, end))
}

/// Used part of the two ranges that grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressSpace {
    ranges: Ranges,
    heap: u64,
    /// Where the heap ends that grows downwards.
    heap_end: u64,
    heap_align: u64,
    stack: u64,
    arrangement: Arrangement,
}

impl AddressSpace {
    /// The address of a new heap object; `None` when the range is used up.
    pub fn allocate_heap(&mut self, size: u64) -> Option<u64> {
        if self.arrangement == Arrangement::Reversed {
            let below = self.heap_end.checked_sub(size.max(1))?;
            // Aligned to one bit more than need be; the other arrangement is not.
            let at = below & !(2 * self.heap_align - 1);
            if at < self.heap {
                return None;
            }
            self.heap_end = at;
            return Some(at);
        }
        let aligned = align_up(self.heap, self.heap_align)?;
        let odd = aligned & self.heap_align != 0;
        let next = if self.arrangement == Arrangement::Reusing && !odd { aligned + self.heap_align } else { aligned };
        let (at, end) = place(next, size, (self.heap_align, self.arrangement.gap()), self.ranges.stack)?;
        self.heap = end;
        Some(at)
    }
    /// Whether the object that ends the heap takes so many bytes where it is, in an arrangement in which it may grow.
    pub fn grow_heap(&mut self, address: u64, old: u64, size: u64) -> bool {
        let gap = self.arrangement.gap();
        let grown = (self.arrangement == Arrangement::Reusing && address + old.max(1) + gap == self.heap)
            .then(|| place(address, size, (1, gap), self.ranges.stack))
            .flatten();
        if let Some((_, end)) = grown {
            self.heap = end;
        }
        grown.is_some()
    }
    /// How objects lie.
    pub fn arrangement(&self) -> Arrangement {
        self.arrangement
    }
    /// The address of a new object above all frames (what `alloca` makes).
    pub fn allocate_stack(&mut self, size: u64) -> Option<u64> {
        let (at, end) = place(self.stack, size, (HEAP_ALIGN, self.arrangement.gap()), self.ranges.function)?;
        self.stack = end;
        Some(at)
    }
    /// The address of a new frame.
    pub fn enter(&mut self, frame: &FrameLayout) -> Option<u64> {
        let at = align_up(self.stack, frame.align.max(1))?;
        let end = at.checked_add(frame.size)?;
        if end > self.ranges.function {
            return None;
        }
        self.stack = end;
        Some(at)
    }
    /// The end of the stack, for [`AddressSpace::leave`].
    pub fn stack_end(&self) -> u64 {
        self.stack
    }
    /// Gives back all frames and objects above an end of the stack seen before.
    pub fn leave(&mut self, stack_end: u64) {
        // As long as there is much room, the next frame is to lie elsewhere.
        let keeps = self.arrangement == Arrangement::Reversed
            && self.stack - self.ranges.stack < (self.ranges.function - self.ranges.stack) / 2;
        if !keeps {
            self.stack = stack_end.clamp(self.ranges.stack, self.stack);
        }
    }
}
