//! Accesses to memory: a region is an array from addresses to values, or several.
//!
//! A uniform region is one array of its accesses' values; when it has one position only, a scalar. A region of bytes is
//! an array of bytes in the bit-vector encoding. In the integer encoding, where a number has no bytes, it is one array
//! for each size and kind of access, and a write through one leaves what overlaps it in the others open.

use crate::cell::{Cell, CellId, Shape};
use crate::encoder::Encoder;
use crate::encoding::Encoding;
use crate::memory_model::Body;
use crate::place::Location;
use crate::scalar_leaves::ScalarPart;
use crate::step_context::{Res, Work};
use crate::symbol_table::OpaqueOp;
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_pointer_analysis::{Layout, RegionId};
use cairn_term::TermId;
use std::sync::Arc;

impl Encoder {
    pub(crate) fn heap_top(&mut self) -> CellId {
        let shape = Shape::whole(self.pointer());
        let sort = self.sort_of(shape);
        let new = !self.cells.all.contains_key(&Cell::HeapTop);
        let cell = self.intern_cell(None, Cell::HeapTop, Some(shape), sort);
        if let (true, Some(top)) = (new, self.plain(cell)) {
            let fact = self.is_heap_top(top);
            self.note(top, fact);
        }
        cell
    }
    /// That an address is one where the next heap object may begin.
    fn is_heap_top(&mut self, top: TermId) -> TermId {
        let align = cairn_interp::layout::HEAP_ALIGN;
        let (low, high) = (self.memory.addresses.heap(), self.memory.addresses.stack());
        if self.is_number(self.pointer()) {
            let range = self.between(top, Interval { low: i128::from(low), high: i128::from(high) });
            let (align, zero) = (self.terms.int(i128::from(align)), self.terms.int(0));
            let rest = self.terms.int_mod(top, align);
            let aligned = self.terms.eq(rest, zero);
            return self.terms.and(&[range, aligned]);
        }
        let (low, high) = (self.address(low), self.address(high));
        let (above, below) = (self.terms.bv_ule(low, top), self.terms.bv_ule(top, high));
        let rest = self.terms.extract(top, align.trailing_zeros() - 1, 0);
        let zero = self.terms.bits(align.trailing_zeros(), 0);
        let aligned = self.terms.eq(rest, zero);
        self.terms.and(&[above, below, aligned])
    }
    /// Shapes of the arrays of a region, one for each.
    pub(crate) fn pieces(&mut self, region: RegionId) -> Arc<[Shape]> {
        if let Some(known) = self.memory.pieces.get(&region) {
            return known.clone();
        }
        let of = self.memory.regions.partition.region(region);
        let unsigned = |scalar: &Scalar| !scalar.is_signed();
        // All integers of one size in one array, signed if any is.
        let integer = |bytes: u64| {
            let bits = (bytes * 8) as u32;
            let mut of_size =
                of.scalars.iter().filter(|s| s.bits() == bits && !matches!(s, Scalar::Float(_))).peekable();
            let pointer = of_size.peek().is_some_and(|s| matches!(s, Scalar::Pointer { .. }));
            let signed = of_size.peek().is_some() && !of_size.all(unsigned);
            Shape::whole(if pointer && !signed { Scalar::Pointer { bits } } else { Scalar::Int { bits, signed } })
        };
        let pieces: Vec<Shape> = match of.layout {
            Layout::Uniform { size, scalar } => match scalar {
                Some(of) if u64::from(of.bits()) == size * 8 && of != Scalar::Bool => vec![Shape::whole(of)],
                _ => vec![integer(size)],
            },
            Layout::Bytes if self.encoding == Encoding::BitVector => {
                vec![Shape::whole(Scalar::Int { bits: 8, signed: false })]
            }
            Layout::Bytes => {
                let mut sizes: Vec<u64> = of.shapes.iter().map(|shape| shape.size).filter(|size| *size <= 16).collect();
                sizes.push(1);
                sizes.sort_unstable();
                sizes.dedup();
                let floats = of.scalars.iter().filter(|s| matches!(s, Scalar::Float(_))).map(|s| Shape::whole(*s));
                sizes.into_iter().map(integer).chain(floats).collect()
            }
        };
        let pieces: Arc<[Shape]> = pieces.into();
        self.memory.pieces.insert(region, pieces.clone());
        pieces
    }

    /// True for a region that is a scalar: it has one position only.
    pub(crate) fn is_singleton(&self, region: RegionId) -> bool {
        let region = self.memory.regions.partition.region(region);
        region.singleton.is_some() && matches!(region.layout, Layout::Uniform { .. })
    }

    /// The cell of an array of a region, or of the scalar that the region is.
    pub(crate) fn array(&mut self, region: RegionId, piece: usize) -> (CellId, Shape) {
        let shape = self.pieces(region).get(piece).copied();
        let shape = shape.unwrap_or(Shape::whole(Scalar::Int { bits: 8, signed: false }));
        let cell = Cell::Region { region, piece: piece as u32 };
        if let Some(at) = self.cells.all.get_index_of(&cell) {
            return (cairn_base::id::Id::from_index(at), shape);
        }
        if self.is_singleton(region) {
            let sort = self.sort_of(shape);
            return (self.intern_cell(None, cell, Some(shape), sort), shape);
        }
        let (index, element) = (self.address_sort(), self.sort_of(shape));
        let sort = self.terms.array_sort(index, element);
        let id = self.intern_cell(None, cell, None, sort);
        if let Some(plain) = self.plain(id) {
            self.known.elements.insert(plain, shape);
        }
        (id, shape)
    }
}

impl Work<'_, '_> {
    /// The piece that an access of a leaf goes to; `None` when it goes to no whole element.
    fn piece_of(&mut self, region: RegionId, leaf: ScalarPart) -> Option<usize> {
        let pieces = self.e.pieces(region);
        if let Layout::Uniform { size, .. } = self.e.memory.regions.partition.region(region).layout {
            return (size == leaf.bytes).then_some(0);
        }
        let bits = (leaf.bytes * 8) as u32;
        let same = |piece: &Shape| match leaf.of {
            Scalar::Float(_) => piece.of == leaf.of,
            _ => !piece.is_float() && piece.bits == bits,
        };
        pieces.iter().position(same)
    }

    fn is_bytes(&self, region: RegionId) -> bool {
        self.e.encoding == Encoding::BitVector && self.e.memory.regions.is_bytes(region)
    }

    /// The value of a cell's array at an address.
    pub(crate) fn element_at(&mut self, region: RegionId, piece: usize, address: TermId) -> Res<TermId> {
        let (cell, _) = self.e.array(region, piece);
        let array = self.get(cell)?;
        Ok(if self.e.is_singleton(region) { array } else { self.e.select(array, address) })
    }
    pub(crate) fn set_element(&mut self, region: RegionId, piece: usize, address: TermId, value: TermId) -> Res<()> {
        let (cell, _) = self.e.array(region, piece);
        let array = self.get(cell)?;
        let value = self.shallow(value);
        let address = self.shallow(address);
        let new = if self.e.is_singleton(region) { value } else { self.e.terms.store(array, address, value) };
        self.set(cell, new);
        Ok(())
    }

    /// The bytes from an address on as one bit-vector.
    pub(crate) fn read_bytes(&mut self, region: RegionId, address: TermId, count: u64) -> Res<TermId> {
        let mut value = self.element_at(region, 0, address)?;
        for i in 1..count {
            let at = self.shifted(address, i);
            let byte = self.element_at(region, 0, at)?;
            value = self.e.terms.concat(byte, value);
        }
        Ok(value)
    }
    pub(crate) fn write_bytes(&mut self, region: RegionId, address: TermId, value: TermId) -> Res<()> {
        let count = self.e.terms.width(value) / 8;
        let value = self.shallow(value);
        for i in 0..count {
            let at = self.shifted(address, u64::from(i));
            let byte = self.e.terms.extract(value, i * 8 + 7, i * 8);
            self.set_element(region, 0, at, byte)?;
        }
        Ok(())
    }

    fn unit(&mut self, address: TermId, leaf: ScalarPart) -> TermId {
        match leaf.before {
            0 => address,
            before if self.e.is_number(self.e.pointer()) => {
                let before = self.e.terms.int(-i128::from(before));
                self.e.terms.add(address, before)
            }
            before => {
                let before = self.e.address(before);
                self.e.terms.bv_sub(address, before)
            }
        }
    }

    /// The value of a part of a record or array that is copied: open where no operation reads just that part.
    pub(crate) fn read_part(&mut self, location: Location, leaf: ScalarPart) -> Res<TermId> {
        if let Location::Memory { region: Some(region), .. } = location
            && !self.is_bytes(region)
            && self.piece_of(region, leaf).is_none()
        {
            return Ok(self.unknown_value(leaf));
        }
        self.read_at(location, leaf)
    }

    pub(crate) fn read_memory(&mut self, region: Option<RegionId>, address: TermId, leaf: ScalarPart) -> Res<TermId> {
        let Some(region) = region else { return Ok(self.unknown_value(leaf)) };
        let at = self.unit(address, leaf);
        let unit = Shape::whole(Scalar::Int { bits: (leaf.bytes * 8) as u32, signed: false });
        let (value, shape) = if self.is_bytes(region) {
            (self.read_bytes(region, at, leaf.bytes)?, unit)
        } else {
            let Some(piece) = self.piece_of(region, leaf) else {
                return Err(self.unmodelled("an access to part of a value in memory"));
            };
            (self.element_at(region, piece, at)?, self.e.array(region, piece).1)
        };
        if leaf.is_field() {
            return Ok(self.field_of(value, shape, leaf));
        }
        let value = self.unshaped(value, shape, leaf.of);
        Ok(if shape.of == leaf.of { value } else { self.normal(value, leaf.of) })
    }

    pub(crate) fn write_memory(
        &mut self,
        region: Option<RegionId>,
        address: TermId,
        leaf: ScalarPart,
        value: TermId,
    ) -> Res<()> {
        let Some(region) = region else { return Ok(()) };
        let at = self.unit(address, leaf);
        let unit = Shape::whole(Scalar::Int { bits: (leaf.bytes * 8) as u32, signed: false });
        if self.is_bytes(region) {
            let value = if leaf.is_field() {
                let old = self.read_bytes(region, at, leaf.bytes)?;
                self.with_field(old, unit, leaf, value)
            } else {
                self.shaped(value, leaf.of, unit)
            };
            return self.write_bytes(region, at, value);
        }
        let Some(piece) = self.piece_of(region, leaf) else {
            return self.blur(region, at, leaf.bytes, None);
        };
        let (_, shape) = self.e.array(region, piece);
        let value = if leaf.is_field() {
            let old = self.element_at(region, piece, at)?;
            self.with_field(old, shape, leaf, value)
        } else {
            self.shaped(value, leaf.of, shape)
        };
        self.blur(region, at, leaf.bytes, Some(piece))?;
        self.set_element(region, piece, at, value)
    }

    /// Any value of what nothing is known of; a pointer may be any.
    fn unknown_value(&mut self, leaf: ScalarPart) -> TermId {
        let shape = Shape { of: leaf.of, bits: leaf.bits };
        let value = self.fresh(shape);
        self.unshaped(value, shape, leaf.of)
    }

    /// Leaves open what overlaps some bytes in all arrays of a region; in one of them only what overlaps in part.
    pub(crate) fn blur(&mut self, region: RegionId, address: TermId, bytes: u64, but: Option<usize>) -> Res<()> {
        let pieces = self.e.pieces(region);
        if pieces.len() == 1 && but.is_some() {
            return Ok(());
        }
        for (piece, shape) in pieces.iter().enumerate() {
            if Some(piece) == but {
                // Accesses of one size at an odd distance: undefined, but for a region of bytes.
                if shape.bits > 8 {
                    self.blur_neighbours(region, piece, address, bytes)?;
                }
                continue;
            }
            let width = u64::from(shape.bits / 8).max(1);
            let from = self.moved_back(address, width - 1);
            let size = self.e.address(bytes + 2 * (width - 1));
            let body = self.open();
            self.set_range(region, piece, from, size, body)?;
        }
        Ok(())
    }

    /// Overlap of a write of one element with others in the same array, before and behind it.
    fn blur_neighbours(&mut self, region: RegionId, piece: usize, address: TermId, bytes: u64) -> Res<()> {
        if bytes < 2 {
            return Ok(());
        }
        let from = self.moved_back(address, bytes - 1);
        let size = self.e.address(3 * bytes - 2);
        let body = self.open();
        self.set_range(region, piece, from, size, body)
    }

    pub(crate) fn moved_back(&mut self, address: TermId, bytes: u64) -> TermId {
        self.unit(address, ScalarPart { before: bytes, ..ScalarPart::scalar(Scalar::Bool) })
    }
    /// The body of a range of which nothing is known.
    pub(crate) fn open(&mut self) -> Body {
        let (step, ordinal) = self.next_input();
        Body::Open(step, ordinal)
    }

    /// A bit-field's value in its unit.
    fn field_of(&mut self, unit: TermId, shape: Shape, leaf: ScalarPart) -> TermId {
        let first = leaf.first as u32 + leaf.before as u32 * 8;
        let field = Shape { of: leaf.of, bits: leaf.bits };
        if !self.e.is_number(shape.of) {
            let bits = self.e.terms.extract(unit, first + leaf.bits - 1, first);
            return match self.e.is_number(leaf.of) {
                true => self.e.opaque(OpaqueOp::Cast(shape.of), &[bits], field).0,
                false => self.resized(bits, leaf.of, leaf.of.bits()),
            };
        }
        let raw = self.raw_field(unit, first, leaf.bits);
        let range = Interval { low: 0, high: (1 << leaf.bits) - 1 };
        if leaf.of == Scalar::Bool {
            return self.normal(raw, leaf.of);
        }
        self.wrap(raw, Some(range), field)
    }
    /// Bits of a number, from zero.
    fn raw_field(&mut self, unit: TermId, first: u32, bits: u32) -> TermId {
        let (low, size) = (self.e.terms.int(1 << first), self.e.terms.int(1 << bits));
        let shifted = self.e.terms.int_div(unit, low);
        self.e.terms.int_mod(shifted, size)
    }
    /// A unit with another value in a bit-field.
    fn with_field(&mut self, unit: TermId, shape: Shape, leaf: ScalarPart, value: TermId) -> TermId {
        let first = leaf.first as u32 + leaf.before as u32 * 8;
        if !self.e.is_number(shape.of) {
            let value = match self.e.is_number(leaf.of) {
                true => {
                    let of = Shape::whole(Scalar::Int { bits: 128, signed: false });
                    self.e.opaque(OpaqueOp::Cast(leaf.of), &[value], of).0
                }
                false => value,
            };
            let total = self.e.terms.width(unit);
            let mut new = self.e.terms.extract(value, leaf.bits - 1, 0);
            if first > 0 {
                let below = self.e.terms.extract(unit, first - 1, 0);
                new = self.e.terms.concat(new, below);
            }
            if first + leaf.bits < total {
                let above = self.e.terms.extract(unit, total - 1, first + leaf.bits);
                new = self.e.terms.concat(above, new);
            }
            return new;
        }
        let old = self.raw_field(unit, first, leaf.bits);
        let size = self.e.terms.int(1 << leaf.bits);
        let new = self.e.terms.int_mod(value, size);
        let change = self.e.terms.sub(new, old);
        let weight = self.e.terms.int(1 << first);
        let change = self.e.terms.mul(weight, change);
        let sum = self.e.terms.add(unit, change);
        let range = shape.range();
        let span = 1i128 << (first + leaf.bits);
        self.wrap(sum, Some(Interval { low: range.low - span, high: range.high + span }), shape)
    }
}
