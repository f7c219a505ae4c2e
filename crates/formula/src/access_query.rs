//! The primitives that ask about objects ([`Access`]), in formulas.
//!
//! Which objects a pointer may belong to, the points-to graph says. Variables lie at constant addresses, so the question is
//! one of comparisons. On the heap there may be any number of objects, and a formula keeps track of one: the **watched**
//! object, which each allocation may become while there is none (an input decides). Accesses to others are taken to be
//! allowed. An execution in which an access to some object is not allowed is then one of those in which that object is
//! watched, so none is lost; and nothing is said of an object that is not so. An address that the program made up
//! ([`cairn_pointer_analysis::MemoryPartition::may_be_made_up`]) may be that of no object, so of one that is not the watched object's nothing is known. Why not arrays from addresses to objects: a
//! predicate about all of their elements would be needed to show that a loop stays in bounds.
//!
//! Invariant: of the answers of the interpreter each is one of those that the formula has, in some choice of what is
//! watched; [`Access::Unknown`] may come in place of another, and ends the path without a verdict.

use crate::cell::{Cell, CellId, Life, Shape, Watched};
use crate::encoder::Encoder;
use crate::step_context::{Res, Work};
use cairn_ir::behaviour::{Access, How, NEAR};
use cairn_ir::effects::AllocationKind;
use cairn_ir::types::Scalar;
use cairn_ir::{Intrinsic, Op};
use cairn_pointer_analysis::PointeeObject;
use cairn_semantics::Operand;
use cairn_term::TermId;

const INT: Scalar = Scalar::Int { bits: 32, signed: true };

impl Encoder {
    /// A cell of what is kept of the object that is watched.
    pub(crate) fn watched(&mut self, what: Watched) -> CellId {
        let shape = Shape::whole(if what == Watched::Life { INT } else { self.pointer() });
        let sort = self.sort_of(shape);
        self.intern_cell(None, Cell::Watched(what), Some(shape), sort)
    }
    pub(crate) fn life(&mut self, life: Life) -> TermId {
        self.constant(Shape::whole(INT), life as u128)
    }
    /// Cells of the objects on the heap.
    pub(crate) fn heap_cells(&mut self) -> Vec<CellId> {
        let mut cells = vec![self.heap_top()];
        if self.memory.watches {
            cells.extend(Watched::ALL.map(|what| self.watched(what)));
        }
        cells
    }
}

#[derive(Clone, Copy)]
struct Watch {
    start: TermId,
    end: TermId,
    life: TermId,
}

impl Work<'_, '_> {
    fn watch_now(&mut self) -> Res<Watch> {
        let [start, end, life] = Watched::ALL.map(|what| self.e.watched(what));
        Ok(Watch { start: self.get(start)?, end: self.get(end)?, life: self.get(life)? })
    }

    /// A new object may become the one that is watched.
    pub(crate) fn watch(&mut self, address: TermId, size: Operand<TermId>, in_frame: bool) -> Res<()> {
        if !self.e.memory.watches {
            return Ok(());
        }
        let now = self.watch_now()?;
        let (none, new) = (self.e.life(Life::None), self.e.life(if in_frame { Life::InFrame } else { Life::Lives }));
        let chosen = self.fresh(Shape::whole(Scalar::Bool));
        let chosen = self.is_true(chosen, Scalar::Bool);
        let free = self.e.terms.eq(now.life, none);
        let chosen = self.e.terms.and(&[chosen, free]);
        let size = self.as_address(size)?;
        let end = self.plus(address, size);
        for (what, new, old) in
            [(Watched::Start, address, now.start), (Watched::End, end, now.end), (Watched::Life, new, now.life)]
        {
            let cell = self.e.watched(what);
            let value = self.e.terms.ite(chosen, new, old);
            self.set(cell, value);
        }
        Ok(())
    }

    /// The lifetime of the object of a kind at an address ends.
    pub(crate) fn unwatch(&mut self, pointer: TermId, kind: AllocationKind) -> Res<()> {
        if !self.e.memory.watches {
            return Ok(());
        }
        let now = self.watch_now()?;
        let life = if kind == AllocationKind::Frame { Life::InFrame } else { Life::Lives };
        let (lives, freed) = (self.e.life(life), self.e.life(Life::Freed));
        let (lives, same) = (self.e.terms.eq(now.life, lives), self.e.terms.eq(pointer, now.start));
        let ends = self.e.terms.and(&[lives, same]);
        let cell = self.e.watched(Watched::Life);
        let value = self.e.terms.ite(ends, freed, now.life);
        self.set(cell, value);
        Ok(())
    }

    pub(crate) fn answer_query(&mut self, which: Intrinsic, operands: &[Operand<TermId>]) -> Res<TermId> {
        match (which, operands) {
            (Intrinsic::Access, [from, to, size, how]) => {
                let size = self.as_address(*size)?;
                let how = How::of(self.as_constant(how.value, INT).map_or(u128::MAX, |value| value.0));
                self.ask_access(*from, to.value, size, how)
            }
            (Intrinsic::Freeable, [pointer]) => self.ask_free(*pointer),
            (Intrinsic::Unfreed, []) => {
                let now = self.watch_now()?;
                let lives = self.e.life(Life::Lives);
                let left = self.e.terms.eq(now.life, lives);
                Ok(self.if_so(left, Access::No, Access::Yes))
            }
            (Intrinsic::Overlaps, [a, b, size_a, size_b]) => {
                let (size_a, size_b) = (self.as_address(*size_a)?, self.as_address(*size_b)?);
                let (behind_a, behind_b) = (self.plus(a.value, size_a), self.plus(b.value, size_b));
                let (one, other) = (self.below(a.value, behind_b), self.below(b.value, behind_a));
                let shares = self.e.terms.and(&[one, other]);
                let (yes, no) = (self.e.constant(Shape::whole(INT), 1), self.e.constant(Shape::whole(INT), 0));
                Ok(self.e.terms.ite(shares, yes, no))
            }
            _ => Err(self.malformed("a query with a wrong number of arguments")),
        }
    }

    fn ask_access(
        &mut self,
        Operand { expr, value: from }: Operand<TermId>,
        to: TermId,
        size: TermId,
        how: How,
    ) -> Res<TermId> {
        let no_bytes = self.e.address(0);
        let nothing = self.e.terms.eq(size, no_bytes);
        let last = self.plus(to, size);
        let away = if how.within { Access::No } else { Access::Unknown };
        // Of an object: whether the bytes are in it, or the address next to it.
        let inside = |of: &mut Self, start: TermId, end: TermId, lives: TermId| {
            let (above, below) = (of.at_most(start, to), of.at_most(last, end));
            // As many bytes as lead around the end of memory fit nowhere.
            let onward = of.at_most(to, last);
            let fits = of.e.terms.and(&[above, below, onward, lives]);
            let access = of.if_so(fits, Access::Yes, Access::No);
            let near = match how.within {
                true => of.e.terms.and(&[above, below]),
                false => of.is_near(to, start, end),
            };
            let near = of.if_so(near, Access::Yes, away);
            of.e.terms.ite(nothing, near, access)
        };
        let pointees = self.e.memory.regions.partition.pointees(expr);
        let mut answer = self.answer(Access::Unknown);
        let (mut on_heap, mut in_frame) = (false, false);
        for object in pointees {
            let var = match object {
                PointeeObject::Variable(var) => var,
                PointeeObject::Allocation(edge) => {
                    let is_alloca =
                        matches!(self.program.edges[edge].op, Op::Intrinsic { which: Intrinsic::Alloca, .. });
                    in_frame |= is_alloca;
                    on_heap = true;
                    continue;
                }
                PointeeObject::Absolute => continue,
            };
            let frame = self.program.vars[var].frame();
            let moves = frame.is_some_and(|function| self.e.memory.addresses.is_recursive(function));
            let bytes = self.program.types.size_of(self.program.vars[var].ty);
            let (Some(bytes), false) = (bytes, moves) else { continue };
            let Some(start) = self.e.memory.addresses.of(self.program, var, 0) else { continue };
            let (start, end) = (self.e.address(start), self.e.address(start + bytes));
            let own = match how.dangles && frame.is_some() {
                true => self.answer(Access::Unknown),
                false => {
                    let allowed = self.e.terms.bool(!(how.writes && self.program.is_constant(var)));
                    inside(self, start, end, allowed)
                }
            };
            let belongs = self.is_near(from, start, end);
            answer = self.e.terms.ite(belongs, own, answer);
        }
        if on_heap {
            let now = self.watch_now()?;
            let (none, freed) = (self.e.life(Life::None), self.e.life(Life::Freed));
            let (none, freed) = (self.e.terms.eq(now.life, none), self.e.terms.eq(now.life, freed));
            let (some, lives) = (self.e.terms.not(none), self.e.terms.not(freed));
            let near = self.is_near(from, now.start, now.end);
            let is_watched = self.e.terms.and(&[some, near]);
            let own = inside(self, now.start, now.end, lives);
            let may_be_none = (how.dangles && in_frame) || self.e.memory.regions.partition.may_be_made_up(expr);
            let mut allowed = self.answer(if may_be_none { Access::Unknown } else { Access::Yes });
            if how.decides {
                // Of another object than the one that is watched: either.
                let chosen = self.fresh(Shape::whole(Scalar::Bool));
                let chosen = self.is_true(chosen, Scalar::Bool);
                let not = self.answer(Access::No);
                allowed = self.e.terms.ite(chosen, not, allowed);
            }
            let own = self.e.terms.ite(is_watched, own, allowed);
            let heap = self.is_on_heap(from);
            answer = self.e.terms.ite(heap, own, answer);
        }
        let zero = self.e.address(0);
        let null = self.e.terms.eq(from, zero);
        let same = self.e.terms.eq(from, to);
        let step = self.if_so(same, Access::Yes, away);
        let access = self.answer(Access::No);
        let of_null = self.e.terms.ite(nothing, step, access);
        Ok(self.e.terms.ite(null, of_null, answer))
    }

    fn ask_free(&mut self, Operand { expr, value: pointer }: Operand<TermId>) -> Res<TermId> {
        let pointees = self.e.memory.regions.partition.pointees(expr);
        let mut answer = self.answer(Access::Unknown);
        if pointees.iter().all(|object| matches!(object, PointeeObject::Variable(_) | PointeeObject::Allocation(_))) {
            // None that was allocated, nor one from outside: checked below.
            let wild = self.e.address(self.e.memory.addresses.wild());
            let named = self.below(pointer, wild);
            answer = self.if_so(named, Access::No, Access::Unknown);
        }
        let now = self.watch_now()?;
        let (none, lives) = (self.e.life(Life::None), self.e.life(Life::Lives));
        let (none, lives) = (self.e.terms.eq(now.life, none), self.e.terms.eq(now.life, lives));
        let some = self.e.terms.not(none);
        let near = self.is_near(pointer, now.start, now.end);
        let is_watched = self.e.terms.and(&[some, near]);
        let starts = self.e.terms.eq(pointer, now.start);
        let allowed = self.e.terms.and(&[lives, starts]);
        let own = self.if_so(allowed, Access::Yes, Access::No);
        let made_up = self.e.memory.regions.partition.may_be_made_up(expr);
        let other = self.answer(if made_up { Access::Unknown } else { Access::Yes });
        let own = self.e.terms.ite(is_watched, own, other);
        let heap = self.is_on_heap(pointer);
        let answer = self.e.terms.ite(heap, own, answer);
        let zero = self.e.address(0);
        let null = self.e.terms.eq(pointer, zero);
        let yes = self.answer(Access::Yes);
        Ok(self.e.terms.ite(null, yes, answer))
    }

    fn answer(&mut self, access: Access) -> TermId {
        self.e.constant(Shape::whole(INT), access as u128)
    }
    fn if_so(&mut self, condition: TermId, yes: Access, no: Access) -> TermId {
        let (yes, no) = (self.answer(yes), self.answer(no));
        self.e.terms.ite(condition, yes, no)
    }

    /// A size as wide as an address.
    fn as_address(&mut self, Operand { expr, value: size }: Operand<TermId>) -> Res<TermId> {
        let of = self.scalar_of(expr)?;
        if self.e.is_number(of) {
            return Ok(size);
        }
        let width = self.e.pointer().bits();
        Ok(self.resized(size, of, width))
    }
    fn plus(&mut self, address: TermId, bytes: TermId) -> TermId {
        match self.e.is_number(self.e.pointer()) {
            true => self.e.terms.add(address, bytes),
            false => self.e.terms.bv_add(address, bytes),
        }
    }
    fn at_most(&mut self, a: TermId, b: TermId) -> TermId {
        match self.e.is_number(self.e.pointer()) {
            true => self.e.terms.le(a, b),
            false => self.e.terms.bv_ule(a, b),
        }
    }
    fn below(&mut self, a: TermId, b: TermId) -> TermId {
        match self.e.is_number(self.e.pointer()) {
            true => self.e.terms.lt(a, b),
            false => self.e.terms.bv_ult(a, b),
        }
    }

    /// That a pointer belongs to an object.
    fn is_near(&mut self, pointer: TermId, start: TermId, end: TermId) -> TermId {
        let near = self.e.address(NEAR);
        let (further, behind) = (self.plus(pointer, near), self.plus(end, near));
        let (above, below) = (self.at_most(start, further), self.below(pointer, behind));
        self.e.terms.and(&[above, below])
    }
    fn is_on_heap(&mut self, pointer: TermId) -> TermId {
        let (first, last) = (self.e.memory.addresses.heap(), self.e.memory.addresses.stack());
        let (first, last) = (self.e.address(first - NEAR), self.e.address(last));
        let (above, below) = (self.at_most(first, pointer), self.below(pointer, last));
        self.e.terms.and(&[above, below])
    }
}
