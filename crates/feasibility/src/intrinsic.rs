//! The primitives of the memory model and of the C library. Sizes and freed pointers that the path does not determine are
//! fixed to a value that the solver names; other values are left out, and noted as such.

use crate::cells::{Cell, Run};
use crate::object::{Initial, ObjectRef};
use crate::state::{Res, State};
use cairn_interp::ObjectKind;
use cairn_interp::layout::AddressRange;
use cairn_ir::{ExprId, Intrinsic, PlaceId};
use cairn_term::TermId;

impl State<'_, '_> {
    pub(crate) fn intrinsic(&mut self, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) -> Res<()> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.value(*arg)?);
        }
        let address = match (which, &values[..]) {
            (Intrinsic::Malloc, [size] | [size, _]) => {
                let (size, bound) = self.size_of_allocation(*size)?;
                let address = self.allocate(size, bound, Initial::Indeterminate)?;
                self.address(address)
            }
            (Intrinsic::Calloc, [size]) => {
                let (size, bound) = self.size_of_allocation(*size)?;
                let address = self.allocate(size, bound, Initial::Zero)?;
                self.address(address)
            }
            (Intrinsic::Realloc, [old, size]) => {
                let old = self.fixed(*old, "a pointer to realloc")?;
                let size = self.fixed(*size, "the size of an allocation")?;
                let new = self.reallocate(old, size)?;
                self.address(new)
            }
            (Intrinsic::Free, [pointer]) => return self.free(*pointer),
            (Intrinsic::Alloca, [size]) => {
                let (size, bound) = self.size_of_allocation(*size)?;
                let address = self.push_object(size, ObjectKind::Alloca)?;
                if let Some(object) = self.objects.stack.last_mut() {
                    object.bound = bound;
                }
                self.address(address)
            }
            (Intrinsic::MemCopy, [to, from, size]) => {
                let size = self.size_of_copy(*size)?;
                let (source, target) = (self.pointed(args[1], *from), self.pointed(args[0], *to));
                let runs = self.read_runs(source, size)?;
                self.write_runs(target, &runs)?;
                *to
            }
            (Intrinsic::MemSet, [to, byte, size]) => {
                let size = self.size_of_copy(*size)?;
                let target = self.pointed(args[0], *to);
                self.set(target, *byte, size)?;
                *to
            }
            (Intrinsic::Clobber, pointers) => return self.clobber(pointers),
            (Intrinsic::Escape, pointers) => {
                self.escape(pointers);
                return Ok(());
            }
            (Intrinsic::ExternalCallee, [pointer]) => return self.is_external_callee(*pointer),
            (_, values) if which.only_asks() => self.ask(which, values)?,
            _ => return Err(self.malformed("a primitive with a wrong number of arguments")),
        };
        match result {
            Some(place) => {
                let at = self.locate(place)?;
                self.store(place, at, address)
            }
            None => Ok(()),
        }
    }

    /// Demands that the function at an address is none that the program names.
    fn is_external_callee(&mut self, pointer: TermId) -> Res<()> {
        let ranges = self.layout.ranges;
        let (first, end) = (self.address(ranges.wild()), self.address(ranges.null_memory()));
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

    fn reallocate(&mut self, old: u64, size: u64) -> Res<u64> {
        if old == 0 {
            return self.allocate(size, None, Initial::Indeterminate);
        }
        if self.layout.ranges.classify(old) == AddressRange::Wild {
            return Err(self.unknown("realloc of memory that the program does not name"));
        }
        let Some(object) = self.heap_object(old) else {
            self.undefined("realloc of a pointer that malloc did not give")?;
            return Ok(0);
        };
        let old_size = match self.objects.get(object).bound {
            Some(bound) => self.fixed(bound, "the size of an allocation")?,
            None => self.objects.get(object).size,
        };
        let new = self.allocate(size, None, Initial::Indeterminate)?;
        let (from, to) = (self.address(old), self.address(new));
        let runs = self.read_runs(from, old_size.min(size))?;
        self.write_runs(to, &runs)?;
        self.objects.get_mut(object).live = false;
        Ok(new)
    }

    /// The live heap object that starts at an address.
    pub(crate) fn heap_object(&self, address: u64) -> Option<ObjectRef> {
        let at = self.objects.below(address)?;
        let object = self.objects.get(at);
        (object.address == address && object.kind == ObjectKind::Heap && object.live).then_some(at)
    }

    fn free(&mut self, pointer: TermId) -> Res<()> {
        let address = self.fixed(pointer, "a pointer to free")?;
        if address == 0 || self.layout.ranges.classify(address) == AddressRange::Wild {
            return Ok(());
        }
        match self.heap_object(address) {
            Some(object) => {
                self.objects.get_mut(object).live = false;
                Ok(())
            }
            None => self.undefined("free of a pointer that malloc did not give"),
        }
    }
}
