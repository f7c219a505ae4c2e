//! The primitives of the memory model and of the C library. Sizes and freed pointers that the path does not determine are
//! fixed to a value that the solver names; other values are left out, and noted as such.

use crate::cells::{Cell, Run};
use crate::object::{Content, Initial, ObjectRef};
use crate::state::{Res, State};
use cairn_interp::ObjectKind;
use cairn_interp::layout::AddressRange;
use cairn_ir::effects::AllocationKind;
use cairn_ir::{EdgeId, Intrinsic};
use cairn_semantics::{Allocation, ObjectMachine, Operand};
use cairn_term::TermId;

impl<'p> ObjectMachine<'p> for State<'_, 'p> {
    fn allocate(&mut self, _site: EdgeId, how: Allocation, size: Operand<TermId>) -> Res<TermId> {
        let (size, bound) = self.size_of_allocation(size.value)?;
        let address = match how {
            Allocation::Heap => self.new_heap_object(size, bound, Initial::Indeterminate)?,
            Allocation::Zeroed => self.new_heap_object(size, bound, Initial::Zero)?,
            Allocation::Frame => {
                let address = self.push_object(size, ObjectKind::Alloca)?;
                if let Some(object) = self.objects.stack.last_mut() {
                    object.bound = bound;
                }
                address
            }
        };
        Ok(self.address_term(address))
    }
    fn reallocate(&mut self, _site: EdgeId, old: Operand<TermId>, size: Operand<TermId>) -> Res<TermId> {
        let old = self.fixed(old.value, "a pointer to realloc")?;
        let new = self.resize_object(old, size.value)?;
        Ok(self.address_term(new))
    }
    fn free(&mut self, pointer: Operand<TermId>, kind: AllocationKind) -> Res<()> {
        let address = self.fixed(pointer.value, "a pointer to free")?;
        if address == 0 || self.layout.ranges.classify(address) == AddressRange::Wild {
            return Ok(());
        }
        let kind = match kind {
            AllocationKind::Heap => ObjectKind::Heap,
            AllocationKind::Frame => ObjectKind::Alloca,
        };
        match self.allocated_object(address, kind) {
            Some(object) => {
                self.objects.get_mut(object).live = false;
                Ok(())
            }
            None => self.undefined("free of a pointer that malloc did not give"),
        }
    }
    fn copy(&mut self, to: Operand<TermId>, from: Operand<TermId>, size: Operand<TermId>) -> Res<TermId> {
        let (source, target) = (self.memory_behind(from.expr, from.value), self.memory_behind(to.expr, to.value));
        if let Some(size) = self.open_size(size.value, &[source, target])? {
            self.copy_open(target, size, |state, at, bytes| {
                let from = state.terms.bv_add(at, source);
                state.read_memory(from, bytes, None)
            })?;
            return Ok(to.value);
        }
        let size = self.size_of_copy(size.value)?;
        let runs = self.read_runs(source, size)?;
        self.write_runs(target, &runs)?;
        Ok(to.value)
    }
    fn fill(&mut self, to: Operand<TermId>, byte: Operand<TermId>, size: Operand<TermId>) -> Res<TermId> {
        let target = self.memory_behind(to.expr, to.value);
        if let Some(size) = self.open_size(size.value, &[target])? {
            let byte = self.terms.extract(byte.value, 7, 0);
            let repeated =
                |state: &mut Self, _, bytes| Ok((1..bytes).fold(byte, |all, _| state.terms.concat(byte, all)));
            self.copy_open(target, size, repeated)?;
            return Ok(to.value);
        }
        let size = self.size_of_copy(size.value)?;
        self.set(target, byte.value, size)?;
        Ok(to.value)
    }
    fn clobber(&mut self, pointers: Vec<Operand<TermId>>) -> Res<()> {
        self.change_reachable(&values(&pointers))
    }
    fn escape(&mut self, pointers: Vec<Operand<TermId>>) -> Res<()> {
        self.expose(&values(&pointers));
        Ok(())
    }
    fn external_callee(&mut self, pointer: Operand<TermId>) -> Res<()> {
        self.is_external_callee(pointer.value)
    }
    fn ask(&mut self, which: Intrinsic, operands: Vec<Operand<TermId>>) -> Res<TermId> {
        self.answer_query(which, &values(&operands))
    }
}

fn values(operands: &[Operand<TermId>]) -> Vec<TermId> {
    operands.iter().map(|operand| operand.value).collect()
}

impl State<'_, '_> {
    /// Demands that the function at an address is none that the program names.
    fn is_external_callee(&mut self, pointer: TermId) -> Res<()> {
        let ranges = self.layout.ranges;
        let (first, end) = (self.address_term(ranges.wild()), self.address_term(ranges.null_memory()));
        let (above, below) = (self.terms.bv_ule(first, pointer), self.terms.bv_ult(pointer, end));
        let outside = self.terms.and(&[above, below]);
        match self.terms.as_bool(outside) {
            Some(false) => self.undefined("a call through a pointer to no function"),
            _ => self.require(outside),
        }
    }

    fn set(&mut self, to: TermId, byte: TermId, size: u64) -> Res<()> {
        if size == 0 {
            return Ok(());
        }
        let byte = self.terms.extract(byte, 7, 0);
        let runs = match self.terms.as_bits(byte) {
            Some(bits) => vec![(0, Cell { size, run: Run::Fill(bits as u8) })],
            None if size > crate::copy::COPIED => {
                return Err(self.unknown("setting more than 4 MB to an unknown byte is not modelled"));
            }
            None => (0..size).map(|at| (at, Cell { size: 1, run: Run::Term(byte) })).collect(),
        };
        self.write_runs(to, &runs)
    }

    fn resize_object(&mut self, old: u64, size: TermId) -> Res<u64> {
        if old == 0 {
            let (size, bound) = self.size_of_allocation(size)?;
            return self.new_heap_object(size, bound, Initial::Indeterminate);
        }
        if self.layout.ranges.classify(old) == AddressRange::Wild {
            return Err(self.unknown("realloc of memory that the program does not name"));
        }
        let Some(object) = self.heap_object(old) else {
            self.undefined("realloc of a pointer that malloc did not give")?;
            return Ok(0);
        };
        let of = self.objects.get(object);
        let (old_size, old_bound) = (of.size, of.bound);
        let new = if let (Initial::Indeterminate, Content::Cells(cells)) = (of.initial, &of.content) {
            // What is beyond the end of the old object was not written, and what is beyond the end of the new one is not read.
            let mut cells = cells.clone();
            let (size, bound) = self.size_of_allocation(size)?;
            cells.clear(&mut self.terms, size, u64::MAX);
            let new = self.new_heap_object(size, bound, Initial::Indeterminate)?;
            if let Some(object) = self.objects.holding(new) {
                self.objects.get_mut(object).content = Content::Cells(cells);
            }
            new
        } else {
            let size = self.fixed(size, "the size of an allocation")?;
            let old_size = match old_bound {
                Some(bound) => self.fixed(bound, "the size of an allocation")?,
                None => old_size,
            };
            let new = self.new_heap_object(size, None, Initial::Indeterminate)?;
            let (from, to) = (self.address_term(old), self.address_term(new));
            let runs = self.read_runs(from, old_size.min(size))?;
            self.write_runs(to, &runs)?;
            new
        };
        self.objects.get_mut(object).live = false;
        Ok(new)
    }

    /// The live heap object that starts at an address.
    pub(crate) fn heap_object(&self, address: u64) -> Option<ObjectRef> {
        self.allocated_object(address, ObjectKind::Heap)
    }

    fn allocated_object(&self, address: u64, kind: ObjectKind) -> Option<ObjectRef> {
        let at = self.objects.below(address)?;
        let object = self.objects.get(at);
        (object.address == address && object.kind == kind && object.live).then_some(at)
    }
}
