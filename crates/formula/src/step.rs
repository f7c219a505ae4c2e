//! The steps of a path: what the executor's machine does with cells, memory and frames ([`Machine`]).

use crate::cell::Shape;
use crate::place::{Bytes, PlaceLocation};
use crate::scalar_leaves::{ScalarPart, leaves};
use crate::step_context::{Res, Work};
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, FunctionId, Intrinsic, NondetSource, PlaceId, Step, TypeId, VarId};
use cairn_semantics::{Evaluation, Leaf, Machine, PassedValue, leaf, locate};
use cairn_term::TermId;

/// A value on its way between two places.
pub(crate) enum Moved {
    Scalar(Scalar, TermId),
    /// The scalars of a record or array.
    Leaves(Vec<(ScalarPart, TermId)>),
    Bytes(Bytes),
}

impl Work<'_, '_> {
    pub(crate) fn take(&mut self, step: Step) -> Res<()> {
        let program = self.program;
        match step {
            Step::Edge(edge) => {
                let Some(of) = program.edges.get(edge) else {
                    return Err(self.malformed("an edge of another program"));
                };
                self.span = of.span;
            }
            Step::Enter(call, _) | Step::Leave(call, _) if program.calls.get(call).is_none() => {
                return Err(self.malformed("a call of another program"));
            }
            Step::Enter(..) | Step::Leave(..) | Step::Hidden(_) => {}
        }
        cairn_semantics::step(self, step)?;
        Ok(())
    }

    /// Value of some bytes of a type.
    fn taken(&mut self, from: &Bytes, ty: TypeId) -> Res<Moved> {
        if let Some(of) = self.program.types.scalar(ty) {
            let leaf = ScalarPart::scalar(of);
            let at = self.part(from, leaf);
            return Ok(Moved::Scalar(of, self.read_at(at, leaf)?));
        }
        let Some(leaves) = self.leaves_in(from, ty) else { return Ok(Moved::Bytes(from.clone())) };
        let mut values = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let at = self.part(from, leaf);
            values.push((leaf, self.read_part(at, leaf.inner())?));
        }
        Ok(Moved::Leaves(values))
    }

    /// The scalars by which some bytes of a type can be read and written; `None` when memory is accessed otherwise.
    fn leaves_in(&self, bytes: &Bytes, ty: TypeId) -> Option<Vec<ScalarPart>> {
        let leaves = leaves(&self.program.types, ty)?;
        match bytes {
            Bytes::Variable { .. } => Some(leaves),
            Bytes::Memory { parts, .. } => self.e.memory.regions.are_parts(parts, &leaves).then_some(leaves),
        }
    }

    /// Writes a value of a type.
    fn put(&mut self, to: &Bytes, ty: TypeId, value: Moved) -> Res<()> {
        let leaves = self.leaves_in(to, ty);
        match (value, leaves) {
            (Moved::Scalar(from, value), Some(_)) => {
                // Of one type, unless a function is called without a prototype.
                let of = self.program.types.scalar(ty).unwrap_or(from);
                let value = match of == from {
                    true => value,
                    false => self.unknown(ScalarPart::scalar(of)),
                };
                let at = self.part(to, ScalarPart::scalar(of));
                self.write_at(at, ScalarPart::scalar(of), value)
            }
            (Moved::Leaves(values), Some(_)) => self.write_leaves(to, values),
            (Moved::Bytes(from), Some(leaves)) if matches!(to, Bytes::Variable { .. }) => {
                for leaf in leaves {
                    let at = self.part(&from, leaf);
                    let value = self.read_part(at, leaf.inner())?;
                    let at = self.part(to, leaf);
                    self.write_at(at, leaf.inner(), value)?;
                }
                Ok(())
            }
            (Moved::Bytes(from), _) => self.copy_bytes(to, &from),
            _ => self.havoc_bytes(to),
        }
    }

    fn write_leaves(&mut self, to: &Bytes, values: Vec<(ScalarPart, TermId)>) -> Res<()> {
        for (leaf, value) in values {
            let at = self.part(to, leaf);
            self.write_at(at, leaf.inner(), value)?;
        }
        Ok(())
    }

    /// Any value of a scalar or bit-field. A pointer from outside may be any number: of which objects it may be the
    /// address, the partition tells, and where else it may lead C does not say.
    pub(crate) fn unknown(&mut self, leaf: ScalarPart) -> TermId {
        let shape = Shape { of: leaf.of, bits: leaf.bits };
        let value = self.fresh(shape);
        if leaf.is_field() { self.unshaped(value, shape, leaf.of) } else { value }
    }

    pub(crate) fn havoc_all(&mut self, bytes: &Bytes, ty: TypeId) -> Res<()> {
        let Some(leaves) = self.leaves_in(bytes, ty) else { return self.havoc_bytes(bytes) };
        for leaf in leaves {
            let at = self.part(bytes, leaf);
            let value = self.unknown(leaf.inner());
            self.write_at(at, leaf.inner(), value)?;
        }
        Ok(())
    }

    /// Zero in all bytes of a type.
    fn zero_all(&mut self, bytes: &Bytes, ty: TypeId) -> Res<()> {
        let Some(leaves) = self.leaves_in(bytes, ty) else { return self.fill(bytes, 0) };
        for leaf in leaves {
            let at = self.part(bytes, leaf);
            let zero = self.e.constant(Shape::whole(leaf.of), 0);
            self.write_at(at, leaf.inner(), zero)?;
        }
        Ok(())
    }

    /// The cells of a function's frame are of no interest any more.
    fn forget_frame(&mut self, function: FunctionId) {
        let depth = if self.e.memory.addresses.is_recursive(function) { self.depth } else { 0 };
        let cells = self.e.cells.frame_cells.get(&(function, depth)).cloned().unwrap_or_default();
        for cell in cells {
            self.forget(cell);
        }
    }
}

impl<'p> Machine<'p> for Work<'_, 'p> {
    type Bytes = Moved;

    fn no_step(&mut self, why: &str) -> Res<()> {
        Err(self.unmodelled(why))
    }

    fn declare(&mut self, var: VarId, zeroed: bool) -> Res<()> {
        let variable = &self.program.vars[var];
        let bytes = self.locate_variable(var)?;
        match (&variable.data, zeroed) {
            (Some(data), _) => self.initial(&bytes, variable.ty, var, data),
            (None, true) => self.zero_all(&bytes, variable.ty),
            (None, false) => self.havoc_all(&bytes, variable.ty),
        }
    }

    fn end_scope(&mut self, var: VarId) -> Res<()> {
        let bytes = self.locate_variable(var)?;
        let ty = self.program.vars[var].ty;
        if self.e.memory.lifetimes.is_revived(var) {
            return self.havoc_all(&bytes, ty);
        }
        if let Bytes::Variable { var, .. } = bytes {
            for leaf in leaves(&self.program.types, ty).unwrap_or_default() {
                let (cell, _) = self.cell(var, leaf.first, leaf.bits);
                self.forget(cell);
            }
        }
        Ok(())
    }
    fn assume(&mut self, cond: ExprId, truth: bool) -> Res<bool> {
        let holds = self.condition(cond)?;
        let holds = if truth { holds } else { self.e.terms.not(holds) };
        self.require(holds);
        Ok(true)
    }
    fn store(&mut self, place: PlaceId, at: PlaceLocation, leaf: Leaf, value: TermId) -> Res<()> {
        let part = self.part_at(place, leaf);
        let location = self.accessed(place, at)?;
        self.write_at(location, part, value)
    }
    fn read(&mut self, place: PlaceId, at: PlaceLocation, size: u64) -> Res<Moved> {
        let from = self.bytes_at(place, at, size)?;
        self.taken(&from, self.program.exprs[place].ty)
    }
    fn write(&mut self, place: PlaceId, at: PlaceLocation, size: u64, bytes: Moved) -> Res<()> {
        let to = self.bytes_at(place, at, size)?;
        self.put(&to, self.program.exprs[place].ty, bytes)
    }
    fn havoc(&mut self, place: PlaceId, _source: Option<&NondetSource>) -> Res<()> {
        let at = locate(self, place)?;
        if let Some(leaf) = leaf(self.program, place) {
            let value = self.unknown(self.part_at(place, leaf));
            return self.store(place, at, leaf, value);
        }
        let ty = self.program.exprs[place].ty;
        let size = self.program.types.size_of(ty);
        let size = size.ok_or_else(|| self.malformed("an access to an incomplete type"))?;
        let bytes = self.bytes_at(place, at, size)?;
        self.havoc_all(&bytes, ty)
    }

    fn open_frame(&mut self, function: FunctionId) -> Res<()> {
        self.depth += 1;
        self.move_frame_base(function, true)?;
        for var in self.e.memory.lifetimes.unwritten(function).to_vec() {
            let bytes = self.locate_variable(var)?;
            self.havoc_all(&bytes, self.program.vars[var].ty)?;
        }
        Ok(())
    }
    fn close_frame(&mut self, function: FunctionId) -> Res<()> {
        self.forget_frame(function);
        self.move_frame_base(function, false)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }
    fn bind(&mut self, var: VarId, passed: Option<PassedValue<TermId, Moved>>) -> Res<()> {
        let (to, ty) = (self.locate_variable(var)?, self.program.vars[var].ty);
        match passed {
            Some(PassedValue::Scalar(value, of)) => {
                let value = self.shallow(value);
                self.put(&to, ty, Moved::Scalar(of, value))
            }
            Some(PassedValue::Record(moved, _)) => self.put(&to, ty, moved),
            None => self.havoc_all(&to, ty),
        }
    }
    fn returned(&mut self, var: VarId) -> Res<PassedValue<TermId, Moved>> {
        let ty = self.program.vars[var].ty;
        let from = self.locate_variable(var)?;
        Ok(match self.taken(&from, ty)? {
            Moved::Scalar(of, value) => PassedValue::Scalar(value, of),
            moved => PassedValue::Record(moved, ty),
        })
    }

    fn primitive(&mut self, site: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) -> Res<()> {
        cairn_semantics::primitive(self, site, which, args, result)
    }
}
