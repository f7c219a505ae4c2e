//! The transfer relation: one step of control, applied to an abstract state.

use super::datum::Datum;
use super::evaluate::MemoryLocation;
use super::memory::Memory;
use super::object::{AbstractObject, MAX_DEPTH};
use super::object_content::Rest;
use super::precision::ValuePrecision;
use super::state::ValueState;
use super::symbolic_hook::SymbolicHook;
use super::trace::StepTrace;
use cairn_base::Span;
use cairn_cpa::{Failure, Res};
use cairn_ir::types::Scalar;
use cairn_ir::{
    CallSiteId, EdgeId, ExprId, ExprKind, NondetSource, Op, PassedValues, PlaceId, Program, Step, TypeId, effects,
};

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
    step_with(state, precision, step, depth, program, trace, None)
}

/// The same, with someone who knows more than values.
///
/// # Errors
/// When the call stack is deeper than objects have names for.
pub fn step_with(
    state: &ValueState,
    precision: &ValuePrecision,
    step: Step,
    depth: u32,
    program: &Program,
    trace: Option<&StepTrace>,
    hook: Option<&dyn SymbolicHook>,
) -> Res<Option<ValueState>> {
    let mut memory = Memory { state: state.clone(), depth, program, precision, trace, hook };
    let goes_on = match step {
        Step::Edge(edge) => memory.edge(edge),
        Step::Hidden(edge) => {
            if let Some(place) = effects::overwritten(program, &program.edges[edge].op) {
                let location = memory.target(place);
                memory.forget(location, memory.width(program.type_of_place(place)));
            }
            true
        }
        Step::Enter(call, shown) => {
            if depth >= MAX_DEPTH {
                return Err(Failure::Unsupported { what: format!("a call stack of {depth} frames"), span: Span::NONE });
            }
            memory.enter(call, shown);
            true
        }
        Step::Leave(call, shown) => {
            memory.leave(call, shown);
            true
        }
    };
    Ok(goes_on.then_some(memory.state))
}

impl Memory<'_> {
    fn edge(&mut self, edge: EdgeId) -> bool {
        let program = self.program;
        match &program.edges[edge].op {
            Op::Skip | Op::Label(_) | Op::Halt | Op::Unsupported(_) | Op::Call(_) | Op::CallPointer { .. } => {}
            Op::Declare { var, zeroed } => {
                let rest = match (&program.vars[*var].data, zeroed) {
                    (Some(_), _) => Rest::Data(*var),
                    (None, true) => Rest::Zero,
                    (None, false) => Rest::Unknown,
                };
                self.declare(AbstractObject::of_var(*var, self.depth, program), rest);
            }
            Op::EndScope(var) => self.declare(AbstractObject::of_var(*var, self.depth, program), Rest::Unknown),
            Op::Assume { cond, truth } => return self.assume(*cond, *truth),
            Op::Assign { place, value } => self.assign(*place, *value),
            Op::Havoc { place, source } => {
                let location = self.target(*place);
                let scalar = self.scalar(program.type_of_place(*place));
                // What a function without a body returns may well be one of its arguments.
                let is_new = matches!(source, NondetSource::Verifier(_)) && program.exposure.is_unaliased(*place);
                if let (Some(scalar @ Scalar::Pointer { .. }), MemoryLocation::At { object, .. }, true) =
                    (scalar, location, is_new)
                    && self.precision.tracks(object)
                {
                    let address = self.new_unnamed();
                    self.store(location, scalar, address);
                    return true;
                }
                self.forget(location, self.width(program.type_of_place(*place)));
            }
            Op::Intrinsic { which, args, result } => self.intrinsic(edge, *which, args, *result),
        }
        true
    }

    fn width(&self, ty: TypeId) -> u64 {
        // A scalar's cell is as wide as its value: an x87 number leaves its padding alone.
        match self.scalar(ty) {
            Some(scalar) => u64::from(scalar.bits()),
            None => self.program.types.size_of(ty).map_or(u64::MAX, |size| size.saturating_mul(8)),
        }
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) {
        let program = self.program;
        let ty = program.type_of_place(place);
        match self.scalar(ty) {
            Some(scalar) => {
                let datum = self.value(value);
                let location = self.target(place);
                self.store(location, scalar, datum);
            }
            None => {
                let to = self.target(place);
                self.assign_aggregate(to, ty, value);
            }
        }
    }

    fn assign_aggregate(&mut self, to: MemoryLocation, ty: TypeId, value: ExprId) {
        let from = match self.program.exprs[value].kind {
            ExprKind::Load(place) => self.source(place),
            _ => MemoryLocation::Anywhere,
        };
        match self.program.types.size_of(ty) {
            Some(bytes) => self.copy(to, from, bytes),
            None => self.forget(to, u64::MAX),
        }
    }

    fn enter(&mut self, call: CallSiteId, shown: PassedValues) {
        let program = self.program;
        // All arguments are evaluated in the caller's frame; none of the callee's objects exists yet, so that what takes
        // nothing is unknown.
        for (param, arg) in shown.passed(program, call) {
            let Some(arg) = arg else { continue };
            let object = AbstractObject::of_var(param, self.depth + 1, program);
            let to = MemoryLocation::At { object, bit: 0, field: None };
            let ty = program.vars[param].ty;
            match self.scalar(ty) {
                Some(scalar) => {
                    let datum = self.value(arg);
                    let same_width = self.scalar(program.type_of(arg)).is_some_and(|s| s.bits() == scalar.bits());
                    self.store(to, scalar, if same_width { datum } else { Datum::Unknown });
                }
                None => self.assign_aggregate(to, ty, arg),
            }
        }
    }

    fn leave(&mut self, call: CallSiteId, shown: PassedValues) {
        let program = self.program;
        let site = &program.calls[call];
        let from = site.callee.and_then(|function| program.functions[function].result);
        if let Some(result) = site.result {
            let ty = program.vars[result].ty;
            let object = AbstractObject::of_var(result, self.depth.saturating_sub(1), program);
            let to = MemoryLocation::At { object, bit: 0, field: None };
            let source = from.filter(|_| shown.result()).map(|from| {
                let object = AbstractObject::of_var(from, self.depth, program);
                (MemoryLocation::At { object, bit: 0, field: None }, program.vars[from].ty)
            });
            match (self.scalar(ty), source) {
                (Some(scalar), Some((source, from_ty))) => {
                    let same_width = self.scalar(from_ty).is_some_and(|s| s.bits() == scalar.bits());
                    let datum = self.load(source, scalar);
                    self.store(to, scalar, if same_width { datum } else { Datum::Unknown });
                }
                (None, Some((source, from_ty))) if from_ty == ty => match program.types.size_of(ty) {
                    Some(bytes) => self.copy(to, source, bytes),
                    None => self.forget(to, u64::MAX),
                },
                _ => self.forget(to, self.width(ty)),
            }
        }
        self.state.remove_frame(self.depth);
        if self.state.has_unnamed() {
            self.state.sweep();
        }
    }
}
