//! The steps of a path: operations, calls and returns.

use crate::cell::Shape;
use crate::place::Bytes;
use crate::scalar_leaves::{Leaf, leaves};
use crate::step_context::{Res, Work};
use cairn_ir::types::Scalar;
use cairn_ir::{
    CallSiteId, EdgeId, ExprId, ExprKind, FunctionId, Op, PassedValues, PlaceId, Step, TypeId, VarId, effects,
};
use cairn_term::TermId;

/// A value on its way between two places.
pub(crate) enum Moved {
    /// A scalar.
    Scalar(Scalar, TermId),
    /// The scalars of a record or array.
    Leaves(Vec<(Leaf, TermId)>),
    /// Bytes as they are.
    Bytes(Bytes),
}

impl Work<'_, '_> {
    pub(crate) fn take(&mut self, step: Step) -> Res<()> {
        match step {
            Step::Edge(edge) => self.edge(edge),
            Step::Enter(call, shown) => self.enter(call, shown),
            Step::Leave(call, shown) => self.leave(call, shown),
            Step::Hidden(edge) => match effects::overwritten(self.program, &self.program.edges[edge].op) {
                Some(place) => self.havoc(place),
                None => Ok(()),
            },
        }
    }

    fn edge(&mut self, edge: EdgeId) -> Res<()> {
        let program = self.program;
        let Some(of) = program.edges.get(edge) else { return Err(self.malformed("an edge of another program")) };
        self.span = of.span;
        match &of.op {
            Op::Skip | Op::Label(_) | Op::Halt => Ok(()),
            Op::Declare { var, zeroed } => self.declare(*var, *zeroed),
            Op::EndScope(var) => self.end_scope(*var),
            Op::Assume { cond, truth } => {
                let holds = self.truth_of(*cond)?;
                let holds = if *truth { holds } else { self.e.terms.not(holds) };
                self.require(holds);
                Ok(())
            }
            Op::Assign { place, value } => self.assign(*place, *value),
            Op::Havoc { place, .. } => self.havoc(*place),
            Op::Call(_) | Op::CallPointer { .. } => Err(self.malformed("a call as a plain step")),
            Op::Intrinsic { which, args, result } => self.intrinsic(*which, args, *result),
            Op::Unsupported(what) => Err(self.unmodelled(what.clone())),
        }
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) -> Res<()> {
        if let Some(size) = self.aggregate_size(place)? {
            let value = self.moved(value)?;
            let to = self.locate_all(place, size)?;
            return self.put(&to, self.program.exprs[place].ty, value);
        }
        let leaf = self.leaf_of(place)?;
        let value = self.value(value)?;
        let location = self.locate(place)?;
        self.write(location, leaf, value)
    }

    /// The value of an expression of any type.
    fn moved(&mut self, value: ExprId) -> Res<Moved> {
        let ty = self.program.exprs[value].ty;
        if let Some(of) = self.program.types.scalar(ty) {
            let term = self.value(value)?;
            let term = self.shallow(term);
            return Ok(Moved::Scalar(of, term));
        }
        let ExprKind::Load(from) = self.program.exprs[value].kind else {
            return Err(self.malformed("a record or array that is no load"));
        };
        let size = self.size_of(ty)?;
        let from = self.locate_all(from, size)?;
        self.taken(&from, ty)
    }

    fn size_of(&self, ty: TypeId) -> Res<u64> {
        let size = self.program.types.size_of(ty);
        size.ok_or_else(|| self.malformed("an access to an incomplete type"))
    }

    /// What is in some bytes of a type.
    fn taken(&mut self, from: &Bytes, ty: TypeId) -> Res<Moved> {
        if let Some(of) = self.program.types.scalar(ty) {
            let leaf = Leaf::scalar(of);
            let at = self.part(from, leaf);
            return Ok(Moved::Scalar(of, self.read(at, leaf)?));
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
    fn leaves_in(&self, bytes: &Bytes, ty: TypeId) -> Option<Vec<Leaf>> {
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
                    false => self.unknown(Leaf::scalar(of)),
                };
                let at = self.part(to, Leaf::scalar(of));
                self.write(at, Leaf::scalar(of), value)
            }
            (Moved::Leaves(values), Some(_)) => self.write_leaves(to, values),
            (Moved::Bytes(from), Some(leaves)) if matches!(to, Bytes::Variable { .. }) => {
                for leaf in leaves {
                    let at = self.part(&from, leaf);
                    let value = self.read_part(at, leaf.inner())?;
                    let at = self.part(to, leaf);
                    self.write(at, leaf.inner(), value)?;
                }
                Ok(())
            }
            (Moved::Bytes(from), _) => self.copy_bytes(to, &from),
            _ => self.havoc_bytes(to),
        }
    }

    fn write_leaves(&mut self, to: &Bytes, values: Vec<(Leaf, TermId)>) -> Res<()> {
        for (leaf, value) in values {
            let at = self.part(to, leaf);
            self.write(at, leaf.inner(), value)?;
        }
        Ok(())
    }

    fn havoc(&mut self, place: PlaceId) -> Res<()> {
        if let Some(size) = self.aggregate_size(place)? {
            let bytes = self.locate_all(place, size)?;
            return self.havoc_all(&bytes, self.program.exprs[place].ty);
        }
        let location = self.locate(place)?;
        let leaf = self.leaf_of(place)?;
        let value = self.unknown(leaf);
        self.write(location, leaf, value)
    }

    /// Any value of a scalar or bit-field. A pointer from outside may be any number: of which objects it may be the
    /// address, the partition tells, and where else it may lead C does not say.
    pub(crate) fn unknown(&mut self, leaf: Leaf) -> TermId {
        let shape = Shape { of: leaf.of, bits: leaf.bits };
        let value = self.fresh(shape);
        if leaf.is_field() { self.unshaped(value, shape, leaf.of) } else { value }
    }

    /// Any value of a type.
    pub(crate) fn havoc_all(&mut self, bytes: &Bytes, ty: TypeId) -> Res<()> {
        let Some(leaves) = self.leaves_in(bytes, ty) else { return self.havoc_bytes(bytes) };
        for leaf in leaves {
            let at = self.part(bytes, leaf);
            let value = self.unknown(leaf.inner());
            self.write(at, leaf.inner(), value)?;
        }
        Ok(())
    }

    /// Zero in all bytes of a type.
    fn zero_all(&mut self, bytes: &Bytes, ty: TypeId) -> Res<()> {
        let Some(leaves) = self.leaves_in(bytes, ty) else { return self.fill(bytes, 0) };
        for leaf in leaves {
            let at = self.part(bytes, leaf);
            let zero = self.e.constant(Shape::whole(leaf.of), 0);
            self.write(at, leaf.inner(), zero)?;
        }
        Ok(())
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

    fn enter(&mut self, call: CallSiteId, shown: PassedValues) -> Res<()> {
        let program = self.program;
        let Some(site) = program.calls.get(call) else { return Err(self.malformed("a call of another program")) };
        let Some(callee) = site.callee else { return Err(self.malformed("a call without callee")) };
        let mut passed = Vec::with_capacity(site.args.len());
        for (param, arg) in shown.passed(program, call) {
            passed.push((param, arg.map(|arg| self.moved(arg)).transpose()?));
        }
        self.depth += 1;
        self.move_frame_base(callee, true)?;
        for var in self.e.memory.lifetimes.unwritten(callee).to_vec() {
            let bytes = self.locate_variable(var)?;
            self.havoc_all(&bytes, program.vars[var].ty)?;
        }
        for (param, value) in passed {
            let (bytes, ty) = (self.locate_variable(param)?, program.vars[param].ty);
            match value {
                Some(value) => self.put(&bytes, ty, value)?,
                None => self.havoc_all(&bytes, ty)?,
            }
        }
        Ok(())
    }

    fn leave(&mut self, call: CallSiteId, shown: PassedValues) -> Res<()> {
        let program = self.program;
        let Some(site) = program.calls.get(call) else { return Err(self.malformed("a call of another program")) };
        let Some(callee) = site.callee else { return Err(self.malformed("a call without callee")) };
        let result = match (program.functions[callee].result, site.result.filter(|_| shown.result())) {
            (Some(var), Some(_)) => {
                let from = self.locate_variable(var)?;
                Some(self.taken(&from, program.vars[var].ty)?)
            }
            _ => None,
        };
        self.forget_frame(callee);
        self.move_frame_base(callee, false)?;
        self.depth = self.depth.saturating_sub(1);
        let Some(var) = site.result else { return Ok(()) };
        let (to, ty) = (self.locate_variable(var)?, program.vars[var].ty);
        match result {
            Some(value) => self.put(&to, ty, value),
            None if shown.result() => Ok(()),
            None => self.havoc_all(&to, ty),
        }
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
