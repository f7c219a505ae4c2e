//! The steps of a path: operations, calls and returns.

use crate::cell::Shape;
use crate::leaf::{Leaf, leaves};
use crate::place::Location;
use crate::work::{Res, Work};
use cairn_ir::types::Scalar;
use cairn_ir::{CallSiteId, EdgeId, ExprId, ExprKind, FunctionId, Op, PlaceId, Step, TypeId, VarId};
use cairn_term::TermId;

/// A value on its way between two places.
pub(crate) enum Moved {
    /// A scalar.
    Scalar(Leaf, TermId),
    /// The scalars of a record or array.
    Leaves(Vec<(Leaf, TermId)>),
    /// The bytes behind an address.
    Memory(Location, u64),
}

impl Work<'_, '_> {
    pub(crate) fn take(&mut self, step: Step) -> Res<()> {
        match step {
            Step::Edge(edge) => self.edge(edge),
            Step::Enter(call) => self.enter(call),
            Step::Leave(call) => self.leave(call),
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
        if self.aggregate_size(place)?.is_some() {
            let value = self.moved(value)?;
            let to = self.locate(place)?;
            return self.put(to, self.program.exprs[place].ty, value);
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
            return Ok(Moved::Scalar(Leaf { first: 0, bits: of.bits(), of }, term));
        }
        let ExprKind::Load(from) = self.program.exprs[value].kind else {
            return Err(self.malformed("a record or array that is no load"));
        };
        let from = self.locate(from)?;
        self.taken(from, ty)
    }

    /// What is at a place of a type.
    fn taken(&mut self, from: Location, ty: TypeId) -> Res<Moved> {
        if let Some(leaves) = leaves(&self.program.types, ty) {
            let values = leaves.into_iter().map(|leaf| {
                let at = self.moved_by(from, leaf);
                let inner = Leaf { first: leaf.first % 8, ..leaf };
                Ok((leaf, self.read(at, inner)?))
            });
            return Ok(Moved::Leaves(values.collect::<Res<_>>()?));
        }
        let size = self.program.types.size_of(ty);
        let size = size.ok_or_else(|| self.malformed("an access to an incomplete type"))?;
        Ok(Moved::Memory(from, size))
    }

    /// The byte in which a part begins.
    fn moved_by(&mut self, location: Location, leaf: Leaf) -> Location {
        let bytes = leaf.first / 8;
        match location {
            Location::Variable { var, first } => Location::Variable { var, first: first + bytes * 8 },
            Location::Memory { address, region } => Location::Memory { address: self.shifted(address, bytes), region },
        }
    }

    /// Writes a value of a type.
    fn put(&mut self, to: Location, ty: TypeId, value: Moved) -> Res<()> {
        match value {
            Moved::Scalar(leaf, value) => {
                // Converted to the variable's type, as the interpreter writes what fits.
                let of = self.program.types.scalar(ty).unwrap_or(leaf.of);
                let value = if of == leaf.of { value } else { self.cast(value, leaf.of, of) };
                self.write(to, Leaf { first: 0, bits: of.bits(), of }, value)
            }
            Moved::Leaves(values) => {
                for (leaf, value) in values {
                    let at = self.moved_by(to, leaf);
                    self.write(at, Leaf { first: leaf.first % 8, ..leaf }, value)?;
                }
                Ok(())
            }
            Moved::Memory(from, size) => self.copy(to, from, size),
        }
    }

    fn havoc(&mut self, place: PlaceId) -> Res<()> {
        let location = self.locate(place)?;
        if self.aggregate_size(place)?.is_none() {
            let leaf = self.leaf_of(place)?;
            let value = self.unknown(leaf);
            return self.write(location, leaf, value);
        }
        self.havoc_all(location, self.program.exprs[place].ty)
    }

    /// Any value of a scalar or bit-field. A pointer is null, or designates memory that the program does not name.
    fn unknown(&mut self, leaf: Leaf) -> TermId {
        let shape = Shape { of: leaf.of, bits: leaf.bits };
        let value = self.fresh(shape);
        if matches!(leaf.of, Scalar::Pointer { .. }) {
            let fact = self.e.null_or_wild(value);
            self.e.note(value, fact);
        }
        if leaf.is_field() { self.of_shape(value, shape, leaf.of) } else { value }
    }

    /// Any value of a type.
    fn havoc_all(&mut self, location: Location, ty: TypeId) -> Res<()> {
        match leaves(&self.program.types, ty) {
            Some(leaves) => {
                for leaf in leaves {
                    let at = self.moved_by(location, leaf);
                    let inner = Leaf { first: leaf.first % 8, ..leaf };
                    let value = self.unknown(inner);
                    self.write(at, inner, value)?;
                }
                Ok(())
            }
            None => {
                let size = self.program.types.size_of(ty);
                let size = size.ok_or_else(|| self.malformed("an access to an incomplete type"))?;
                self.havoc_bytes(location, size)
            }
        }
    }

    /// Zero in all bytes of a type.
    fn zero_all(&mut self, location: Location, ty: TypeId) -> Res<()> {
        match leaves(&self.program.types, ty) {
            Some(leaves) => {
                for leaf in leaves {
                    let at = self.moved_by(location, leaf);
                    let inner = Leaf { first: leaf.first % 8, ..leaf };
                    let zero = self.e.constant(Shape::whole(leaf.of), 0);
                    self.write(at, inner, zero)?;
                }
                Ok(())
            }
            None => {
                let size = self.program.types.size_of(ty);
                let size = size.ok_or_else(|| self.malformed("an access to an incomplete type"))?;
                self.fill(location, 0, size)
            }
        }
    }

    fn home(&mut self, var: VarId) -> Res<Location> {
        if !self.e.regions.is_in_memory(var) {
            return Ok(Location::Variable { var, first: 0 });
        }
        let address = self.address_of_variable(var)?;
        let region = self.e.regions.region_of_variable(var);
        Ok(Location::Memory { address, region })
    }

    fn declare(&mut self, var: VarId, zeroed: bool) -> Res<()> {
        let variable = &self.program.vars[var];
        let location = self.home(var)?;
        match (&variable.data, zeroed) {
            (Some(data), _) => self.initial(location, variable.ty, data),
            (None, true) => self.zero_all(location, variable.ty),
            (None, false) => self.havoc_all(location, variable.ty),
        }
    }

    fn end_scope(&mut self, var: VarId) -> Res<()> {
        let location = self.home(var)?;
        let ty = self.program.vars[var].ty;
        if self.e.lifetimes.is_revived(var) {
            return self.havoc_all(location, ty);
        }
        if let Location::Variable { var, .. } = location {
            for leaf in leaves(&self.program.types, ty).unwrap_or_default() {
                let (cell, _) = self.cell(var, leaf.first, leaf.bits);
                self.forget(cell);
            }
        }
        Ok(())
    }

    fn enter(&mut self, call: CallSiteId) -> Res<()> {
        let program = self.program;
        let Some(site) = program.calls.get(call) else { return Err(self.malformed("a call of another program")) };
        let Some(callee) = site.callee else { return Err(self.malformed("a call without callee")) };
        let function = &program.functions[callee];
        let mut values = Vec::with_capacity(function.params.len());
        for &arg in site.args.iter().take(function.params.len()) {
            values.push(self.moved(arg)?);
        }
        self.depth += 1;
        for var in self.e.lifetimes.unwritten(callee).to_vec() {
            let location = self.home(var)?;
            self.havoc_all(location, program.vars[var].ty)?;
        }
        let given = values.len();
        for (&param, value) in function.params.iter().zip(values) {
            let location = self.home(param)?;
            self.put(location, program.vars[param].ty, value)?;
        }
        for &param in function.params.iter().skip(given) {
            // A call with too few arguments: any value.
            let location = self.home(param)?;
            self.havoc_all(location, program.vars[param].ty)?;
        }
        Ok(())
    }

    fn leave(&mut self, call: CallSiteId) -> Res<()> {
        let program = self.program;
        let Some(site) = program.calls.get(call) else { return Err(self.malformed("a call of another program")) };
        let Some(callee) = site.callee else { return Err(self.malformed("a call without callee")) };
        let result = match (program.functions[callee].result, site.result) {
            (Some(var), Some(_)) => {
                let from = self.home(var)?;
                Some(self.taken(from, program.vars[var].ty)?)
            }
            _ => None,
        };
        self.forget_frame(callee);
        self.depth = self.depth.saturating_sub(1);
        match (site.result, result) {
            (Some(var), Some(value)) => {
                let to = self.home(var)?;
                self.put(to, program.vars[var].ty, value)
            }
            _ => Ok(()),
        }
    }

    /// The cells of a function's frame are of no interest any more.
    fn forget_frame(&mut self, function: FunctionId) {
        let depth = if self.e.addresses.is_recursive(function) { self.depth } else { 0 };
        let cells = self.e.frame_cells.get(&(function, depth)).cloned().unwrap_or_default();
        for cell in cells {
            self.forget(cell);
        }
    }
}
