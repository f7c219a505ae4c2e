//! Many bytes of memory at once: copied, cleared, left open, initialised.
//!
//! Few elements are written one by one; more are a range of each array that they are in. All values are taken before the
//! first is written, as if by way of a temporary.

use crate::cell::Shape;
use crate::memory_model::Body;
use crate::place::Bytes;
use crate::step_context::{Res, Work};
use cairn_ir::{TypeId, VarId};
use cairn_pointer_analysis::{Layout, RegionId, RegionPart};
use cairn_term::TermId;

/// So many elements of an array are written one by one.
const SINGLY: u64 = 64;

/// Source of a window.
#[derive(Clone, Copy)]
enum Source<'a> {
    Open,
    Fill(u8),
    Data(VarId),
    Copy { address: TermId, parts: &'a [RegionPart] },
}

#[derive(Clone, Copy)]
struct Window<'a> {
    address: TermId,
    size: TermId,
    /// The size when it is constant.
    bytes: Option<u64>,
    parts: &'a [RegionPart],
}

/// A change of an array of a region.
enum Change {
    Element { region: RegionId, piece: usize, address: TermId, value: TermId },
    Range { region: RegionId, piece: usize, from: TermId, size: TermId, body: Body },
}

impl Work<'_, '_> {
    pub(crate) fn copy_bytes(&mut self, to: &Bytes, from: &Bytes) -> Res<()> {
        match (to, from) {
            (Bytes::Memory { address, size, parts }, Bytes::Memory { address: source, parts: theirs, .. }) => {
                self.copy_window(*address, parts, *source, theirs, Some(*size), None)
            }
            (Bytes::Memory { .. }, Bytes::Variable { .. }) => self.havoc_bytes(to),
            (Bytes::Variable { .. }, _) => Err(self.malformed("a copy to a variable by bytes")),
        }
    }

    /// Copies bytes; the size is a constant or a term.
    pub(crate) fn copy_window(
        &mut self,
        to: TermId,
        parts: &[RegionPart],
        from: TermId,
        source: &[RegionPart],
        bytes: Option<u64>,
        size: Option<TermId>,
    ) -> Res<()> {
        let size = self.size_term(bytes, size);
        self.change(Window { address: to, size, bytes, parts }, Source::Copy { address: from, parts: source })
    }

    fn size_term(&mut self, bytes: Option<u64>, size: Option<TermId>) -> TermId {
        match (size, bytes) {
            (Some(size), _) => size,
            (None, bytes) => self.e.address(bytes.unwrap_or(0)),
        }
    }

    /// Bytes of which nothing is known.
    pub(crate) fn havoc_bytes(&mut self, bytes: &Bytes) -> Res<()> {
        self.put_source(bytes, Source::Open)
    }
    pub(crate) fn fill(&mut self, bytes: &Bytes, byte: u8) -> Res<()> {
        self.put_source(bytes, Source::Fill(byte))
    }
    /// A window filled with a byte, or left open.
    pub(crate) fn fill_window(
        &mut self,
        address: TermId,
        parts: &[RegionPart],
        byte: Option<u8>,
        bytes: Option<u64>,
        size: Option<TermId>,
    ) -> Res<()> {
        let size = self.size_term(bytes, size);
        self.change(Window { address, size, bytes, parts }, byte.map_or(Source::Open, Source::Fill))
    }
    /// The bytes of an initialiser.
    pub(crate) fn initial(&mut self, bytes: &Bytes, _: TypeId, var: VarId, data: &[u8]) -> Res<()> {
        self.e.memory.data.entry(var).or_insert_with(|| data.into());
        self.put_source(bytes, Source::Data(var))
    }

    fn put_source(&mut self, bytes: &Bytes, source: Source<'_>) -> Res<()> {
        match bytes {
            Bytes::Memory { address, size, parts } => {
                let length = self.e.address(*size);
                self.change(Window { address: *address, size: length, bytes: Some(*size), parts }, source)
            }
            Bytes::Variable { var, .. } => {
                let Source::Data(_) = source else { return Err(self.malformed("a variable changed by bytes")) };
                let ty = self.program.vars[*var].ty;
                for leaf in crate::scalar_leaves::leaves(&self.program.types, ty).unwrap_or_default() {
                    let at = self.part(bytes, leaf);
                    let shape = Shape::whole(leaf.of);
                    let value = match leaf.is_field() {
                        true => None,
                        false => self.e.datum(*var, leaf.first / 8, shape),
                    };
                    let value = match value {
                        Some(value) => value,
                        None => self.unknown(leaf.inner()),
                    };
                    self.write_at(at, leaf.inner(), value)?;
                }
                Ok(())
            }
        }
    }

    fn change(&mut self, window: Window<'_>, source: Source<'_>) -> Res<()> {
        let mut regions: Vec<RegionId> = window.parts.iter().map(|part| part.region).collect();
        regions.sort_unstable();
        regions.dedup();
        let mut changes = Vec::new();
        for region in regions {
            match self.e.memory.regions.partition.region(region).layout {
                Layout::Uniform { size, .. } => self.change_uniform(region, size, window, source, &mut changes)?,
                Layout::Bytes => self.change_bytes(region, window, source, &mut changes)?,
            }
        }
        for change in changes {
            match change {
                Change::Element { region, piece, address, value } => {
                    self.set_element(region, piece, address, value)?;
                }
                Change::Range { region, piece, from, size, body } => {
                    self.set_range(region, piece, from, size, body)?;
                }
            }
        }
        Ok(())
    }

    fn change_uniform(
        &mut self,
        region: RegionId,
        width: u64,
        window: Window<'_>,
        source: Source<'_>,
        out: &mut Vec<Change>,
    ) -> Res<()> {
        let parts: Vec<RegionPart> = window.parts.iter().filter(|part| part.region == region).copied().collect();
        let many = parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.count));
        let (_, shape) = self.e.array(region, 0);
        if many <= SINGLY && window.bytes.is_some() || self.e.is_singleton(region) {
            for part in parts {
                for i in 0..part.count.min(SINGLY) {
                    let offset = part.offset + i * part.stride;
                    let address = self.shifted(window.address, offset);
                    let inside = window.bytes.is_some_and(|bytes| offset + part.size <= bytes);
                    let value = match (inside, source) {
                        (true, Source::Fill(byte)) => Some(self.repeated(byte, shape)),
                        (true, Source::Data(var)) => self.e.datum(var, offset, shape),
                        (true, Source::Copy { address, parts }) => {
                            match self.e.memory.regions.region_at(parts, offset, part.size) {
                                Some(from)
                                    if self.e.array(from, 0).1 == shape && !self.e.memory.regions.is_bytes(from) =>
                                {
                                    let at = self.shifted(address, offset);
                                    Some(self.element_at(from, 0, at)?)
                                }
                                _ => None,
                            }
                        }
                        _ => None,
                    };
                    let value = match value {
                        Some(value) => value,
                        None => self.fresh(shape),
                    };
                    out.push(Change::Element { region, piece: 0, address, value });
                }
            }
            return Ok(());
        }
        let body = match source {
            Source::Fill(byte) => Body::Value(self.repeated(byte, shape)),
            Source::Data(var) => Body::Data(var),
            Source::Copy { address, parts: theirs } => self.copied(region, &parts, address, theirs)?,
            Source::Open => self.open(),
        };
        // Elements that are only partly in the window.
        let margin = width - 1;
        let aligned = |part: &RegionPart| {
            let stride = part.stride.max(width);
            part.offset + width <= stride && window.bytes.is_some_and(|bytes| bytes.is_multiple_of(stride))
        };
        if margin > 0 && !parts.iter().all(aligned) {
            let end = self.sum(window.address, window.size);
            for at in [window.address, end] {
                let from = self.moved_back(at, margin);
                let size = self.e.address(2 * margin);
                let body = self.open();
                out.push(Change::Range { region, piece: 0, from, size, body });
            }
        }
        out.push(Change::Range { region, piece: 0, from: window.address, size: window.size, body });
        Ok(())
    }

    fn sum(&mut self, a: TermId, b: TermId) -> TermId {
        match self.e.is_number(self.e.pointer()) {
            true => self.e.terms.add(a, b),
            false => self.e.terms.bv_add(a, b),
        }
    }

    /// The rule of a copy into a uniform region: from the one region that has its elements at the same offsets.
    fn copied(&mut self, region: RegionId, parts: &[RegionPart], from: TermId, theirs: &[RegionPart]) -> Res<Body> {
        let source = parts.iter().map(|part| {
            let like = |other: &&RegionPart| {
                (other.offset, other.size, other.stride) == (part.offset, part.size, part.stride)
                    && other.count >= part.count
            };
            theirs.iter().find(like).map(|other| other.region)
        });
        let mut sources: Vec<Option<RegionId>> = source.collect();
        sources.sort_unstable();
        sources.dedup();
        let (_, shape) = self.e.array(region, 0);
        if let [Some(source)] = sources[..]
            && !self.e.memory.regions.is_bytes(source)
            && !self.e.is_singleton(source)
            && self.are_alike(source, shape)
        {
            let (cell, _) = self.e.array(source, 0);
            return Ok(Body::Copy { array: self.get(cell)?, from });
        }
        Ok(self.open())
    }

    /// True when the values of a region are those of a shape as they are: signs count for numbers only.
    fn are_alike(&mut self, region: RegionId, shape: Shape) -> bool {
        let (_, other) = self.e.array(region, 0);
        other == shape || !self.e.is_number(shape.of) && self.e.sort_of(other) == self.e.sort_of(shape)
    }

    fn change_bytes(
        &mut self,
        region: RegionId,
        window: Window<'_>,
        source: Source<'_>,
        out: &mut Vec<Change>,
    ) -> Res<()> {
        let pieces = self.e.pieces(region);
        if let (Some(bytes), [byte]) = (window.bytes.filter(|bytes| *bytes <= SINGLY), &pieces[..])
            && byte.bits == 8
        {
            for offset in 0..bytes {
                let address = self.shifted(window.address, offset);
                let value = match source {
                    Source::Fill(fill) => Some(self.repeated(fill, *byte)),
                    Source::Data(var) => self.e.datum(var, offset, *byte),
                    Source::Copy { address, parts } => match self.e.memory.regions.region_at(parts, offset, 1) {
                        Some(from) if self.e.memory.regions.is_bytes(from) && self.e.array(from, 0).1 == *byte => {
                            let at = self.shifted(address, offset);
                            Some(self.element_at(from, 0, at)?)
                        }
                        _ => None,
                    },
                    Source::Open => None,
                };
                let value = match value {
                    Some(value) => value,
                    None => self.fresh(*byte),
                };
                out.push(Change::Element { region, piece: 0, address, value });
            }
            return Ok(());
        }
        for (piece, shape) in pieces.iter().enumerate() {
            let margin = u64::from(shape.bits.div_ceil(8)).saturating_sub(1);
            let body = match source {
                Source::Fill(byte) => Body::Value(self.repeated(byte, *shape)),
                Source::Data(var) => Body::Data(var),
                Source::Copy { address, parts } => self.copied_bytes(*shape, address, parts)?,
                Source::Open => self.open(),
            };
            if margin > 0 {
                let from = self.moved_back(window.address, margin);
                let more = self.e.address(2 * margin);
                let size = self.sum(window.size, more);
                let all = self.open();
                out.push(Change::Range { region, piece, from, size, body: all });
            }
            if !matches!(body, Body::Open(..)) || margin == 0 {
                out.push(Change::Range { region, piece, from: window.address, size: window.size, body });
            }
        }
        Ok(())
    }

    /// The rule of a copy into a region of bytes, when all bytes come from one such region.
    fn copied_bytes(&mut self, shape: Shape, from: TermId, theirs: &[RegionPart]) -> Res<Body> {
        // Both sides of a copy are divided alike, so a byte of the one region is never one of another there.
        let mut bytes = theirs.iter().filter(|part| self.e.memory.regions.is_bytes(part.region));
        let (first, second) = (bytes.next(), bytes.next());
        if let (Some(part), None) = (first, second)
            && let Some(piece) = self.e.pieces(part.region).iter().position(|other| *other == shape)
        {
            let (cell, _) = self.e.array(part.region, piece);
            return Ok(Body::Copy { array: self.get(cell)?, from });
        }
        Ok(self.open())
    }

    /// A value of which all bytes are one.
    fn repeated(&mut self, byte: u8, shape: Shape) -> TermId {
        let bits = (0..16).fold(0u128, |bits, _| bits << 8 | u128::from(byte));
        self.e.constant(shape, bits)
    }
}
