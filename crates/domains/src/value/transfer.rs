//! The transfer relation: one step of control, applied to an abstract state ([`Machine`]).

use super::datum::Datum;
use super::evaluate::Answer;
use super::links;
use super::location::MemoryLocation;
use super::memory::{CopiedBytes, Memory};
use super::object::{AbstractObject, MAX_DEPTH};
use super::object_content::Rest;
use super::precision::ValuePrecision;
use super::state::ValueState;
use super::symbolic_domain::SymbolicDomain;
use super::trace::StepTrace;
use cairn_base::Span;
use cairn_cpa::{Failure, Res};
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, FunctionId, Intrinsic, NondetSource, PlaceId, Program, Step, TypeId, VarId};
use cairn_semantics::{Leaf, Machine, PassedValue};

/// The successor of a state for a step executed in the frame at `depth`; `None` when there is none.
///
/// # Errors
/// When the call stack is deeper than objects have names for.
pub fn step(
    state: &ValueState,
    precision: &ValuePrecision,
    step: Step,
    depth: u32,
    program: &Program,
    trace: Option<&StepTrace>,
) -> Res<Option<ValueState>> {
    Memory::new(state.clone(), depth, program, precision).noting(trace).step(step)
}

impl<T: SymbolicDomain> Memory<'_, T> {
    /// The state after a step; `None` when there is none.
    ///
    /// # Errors
    /// When the call stack is deeper than objects have names for.
    pub fn step(mut self, step: Step) -> Res<Option<ValueState>> {
        let depth = self.depth;
        if matches!(step, Step::Enter(..)) && depth >= MAX_DEPTH {
            return Err(Failure::Unsupported { what: format!("a call stack of {depth} frames"), span: Span::NONE });
        }
        let Ok(goes_on) = cairn_semantics::step(&mut self, step);
        Ok(goes_on.then_some(self.state))
    }

    fn width(&self, ty: TypeId) -> u64 {
        // A scalar's cell is as wide as its value: an x87 number leaves its padding alone.
        match self.scalar(ty) {
            Some(scalar) => u64::from(scalar.bits()),
            None => self.program.types.size_of(ty).map_or(u64::MAX, |size| size.saturating_mul(8)),
        }
    }

    /// The lifetime of a variable is over. Where states are joined, a pointer that is known leads to a living object, and an integer is
    /// bounded by one: an index of an array, too.
    fn over(&mut self, var: VarId) {
        let is_known = |of: &cairn_ir::Variable| of.address_taken || self.program.types.scalar(of.ty).is_none();
        if T::JOINS && is_known(&self.program.vars[var]) {
            let ended = AbstractObject::of_var(var, self.depth, self.program);
            self.forget_pointers(ended.link(), |object| object == ended);
        }
    }

    /// The same of all variables of the current frame.
    fn frame_over(&mut self) {
        if T::JOINS {
            let frame = i32::try_from(self.depth).ok();
            self.forget_pointers(links::to_frame(self.depth), |object| {
                object.frame().is_some_and(|of| Some(of) == frame)
            });
        }
    }

    /// Where a variable of the current frame is.
    fn at_variable(&self, var: VarId) -> MemoryLocation {
        MemoryLocation::At { object: AbstractObject::of_var(var, self.depth, self.program), bit: 0, field: None }
    }
}

impl<'p, T: SymbolicDomain> Machine<'p> for Memory<'p, T> {
    type Bytes = Option<CopiedBytes>;

    fn target(&mut self, place: PlaceId) -> Answer<MemoryLocation> {
        Ok(Memory::target(self, place))
    }
    fn no_step(&mut self, _why: &str) -> Answer<()> {
        Ok(())
    }
    fn declare(&mut self, var: VarId, zeroed: bool) -> Answer<()> {
        let rest = match (&self.program.vars[var].data, zeroed) {
            (Some(_), _) => Rest::Data(var),
            (None, true) => Rest::Zero,
            (None, false) => Rest::Unknown,
        };
        self.over(var);
        self.begin(AbstractObject::of_var(var, self.depth, self.program), rest);
        Ok(())
    }
    fn end_scope(&mut self, var: VarId) -> Answer<()> {
        self.over(var);
        self.begin(AbstractObject::of_var(var, self.depth, self.program), Rest::Unknown);
        Ok(())
    }
    fn assume(&mut self, cond: ExprId, truth: bool) -> Answer<bool> {
        Ok(self.refine(cond, truth))
    }
    fn store(&mut self, place: PlaceId, at: MemoryLocation, leaf: Leaf, value: Datum) -> Answer<()> {
        self.store_at(at, leaf.of, value);
        if T::JOINS && value == Datum::Bits(0) && leaf.of.bits() == 8 {
            self.learn_null_written(place);
        }
        Ok(())
    }
    fn read(&mut self, _place: PlaceId, at: MemoryLocation, size: u64) -> Answer<Option<CopiedBytes>> {
        Ok(self.read_bytes(at, size))
    }
    fn write(&mut self, _place: PlaceId, at: MemoryLocation, size: u64, bytes: Option<CopiedBytes>) -> Answer<()> {
        self.write_bytes(at, size, bytes);
        Ok(())
    }
    fn havoc(&mut self, place: PlaceId, source: Option<&NondetSource>) -> Answer<()> {
        let program = self.program;
        let location = Memory::target(self, place);
        let scalar = self.scalar(program.type_of_place(place));
        // What a function without a body returns may well be one of its arguments.
        let is_new = matches!(source, Some(NondetSource::Verifier(_))) && program.facts.exposure.is_unaliased(place);
        if let (Some(scalar @ Scalar::Pointer { .. }), MemoryLocation::At { object, .. }, true) =
            (scalar, location, is_new)
            && self.precision.tracks(object)
        {
            let address = self.new_unnamed();
            self.store_at(location, scalar, address);
        } else {
            self.forget(location, self.width(program.type_of_place(place)));
        }
        Ok(())
    }

    fn open_frame(&mut self, _function: FunctionId) -> Answer<()> {
        self.depth += 1;
        Ok(())
    }
    fn close_frame(&mut self, _function: FunctionId) -> Answer<()> {
        self.frame_over();
        self.state.remove_frame(self.depth);
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }
    fn bind(&mut self, var: VarId, passed: Option<PassedValue<Datum, Option<CopiedBytes>>>) -> Answer<()> {
        let (to, ty) = (self.at_variable(var), self.program.vars[var].ty);
        match (self.scalar(ty), passed) {
            (Some(scalar), Some(PassedValue::Scalar(datum, of))) => {
                let datum = if of.bits() == scalar.bits() { datum } else { Datum::Unknown };
                self.store_at(to, scalar, datum);
                if T::JOINS && !datum.reaches().is_empty() && datum.origins().is_empty() {
                    self.name_cursor(var);
                }
            }
            (None, Some(PassedValue::Record(bytes, of))) if of == ty => match self.program.types.size_of(ty) {
                Some(size) => self.write_bytes(to, size, bytes),
                None => self.forget(to, u64::MAX),
            },
            _ => self.forget(to, self.width(ty)),
        }
        // What the frame alone pointed to is gone.
        if self.state.has_unnamed() {
            self.state.sweep();
        }
        Ok(())
    }
    fn returned(&mut self, var: VarId) -> Answer<PassedValue<Datum, Option<CopiedBytes>>> {
        self.frame_over();
        let (at, ty) = (self.at_variable(var), self.program.vars[var].ty);
        Ok(match self.scalar(ty) {
            Some(of) => PassedValue::Scalar(self.load_at(at, of, false), of),
            None => {
                let size = self.program.types.size_of(ty);
                PassedValue::Record(size.and_then(|size| self.read_bytes(at, size)), ty)
            }
        })
    }
    fn primitive(&mut self, site: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) -> Answer<()> {
        cairn_semantics::primitive(self, site, which, args, result)
    }
}
