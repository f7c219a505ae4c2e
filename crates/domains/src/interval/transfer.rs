//! The transfer relation: one step of control, applied to an abstract state.

use super::assume::Learning;
use super::cell;
use super::evaluate::View;
use super::shape::Shape;
use super::state::IntervalState;
use crate::value::range::Interval;
use cairn_base::Span;
use cairn_cpa::{Failure, Res};
use cairn_ir::types::Scalar;
use cairn_ir::{
    CallSiteId, EdgeId, ExprId, ExprKind, Op, PlaceId, Program, Shown, Step, TypeId, Value, VarId, effects,
};

/// Records with more members than this are forgotten where they are zeroed.
const MOST_MEMBERS: usize = 256;

/// The successor of a state for a step executed in the frame at `depth`; `None` when there is none.
///
/// # Errors
/// When the call stack is deeper than cells have names for.
pub fn step(state: &IntervalState, step: Step, depth: u32, program: &Program) -> Res<Option<IntervalState>> {
    let mut writing = Writing { state: state.clone(), depth, program };
    let goes_on = match step {
        Step::Edge(edge) => writing.edge(edge),
        Step::Hidden(edge) => {
            if let Some(place) = effects::overwritten(program, &program.edges[edge].op) {
                writing.forget_place(place);
            }
            true
        }
        Step::Enter(call, shown) => {
            if depth >= cell::MAX_DEPTH {
                return Err(Failure::Unsupported { what: format!("a call stack of {depth} frames"), span: Span::NONE });
            }
            writing.enter(call, shown);
            true
        }
        Step::Leave(call, shown) => {
            writing.leave(call, shown);
            true
        }
    };
    Ok(goes_on.then_some(writing.state))
}

struct Writing<'a> {
    state: IntervalState,
    depth: u32,
    program: &'a Program,
}

impl Writing<'_> {
    fn edge(&mut self, edge: EdgeId) -> bool {
        let program = self.program;
        match &program.edges[edge].op {
            Op::Skip | Op::Label(_) | Op::Halt | Op::Unsupported(_) | Op::Call(_) | Op::CallPointer { .. } => {}
            Op::Declare { var, zeroed } => self.declare(*var, *zeroed),
            Op::EndScope(var) => self.forget_var(*var),
            Op::Assume { cond, truth } => {
                return Learning { state: &mut self.state, depth: self.depth, program }.assume(*cond, *truth);
            }
            Op::Assign { place, value } => self.assign(*place, *value),
            Op::Havoc { place, .. } => self.forget_place(*place),
            Op::Intrinsic { result, .. } => {
                // All other effects go through pointers, which reach no cell.
                if let Some(place) = result {
                    self.forget_place(*place);
                }
            }
        }
        true
    }

    fn bits_of(&self, ty: TypeId) -> u64 {
        self.program.types.size_of(ty).map_or(u64::MAX, |size| size.saturating_mul(8))
    }

    fn forget_var(&mut self, var: VarId) {
        if let Some(key) = cell::key_of_var(var, self.depth, self.program) {
            self.state.forget(cell::keys_of_bits(key, u64::MAX));
        }
    }

    fn forget_place(&mut self, place: PlaceId) {
        let Some(spot) = cell::locate(place, self.depth, self.program) else { return self.forget_around(place) };
        let bits = spot.field.map_or_else(|| self.bits_of(self.program.type_of_place(place)), u64::from);
        self.state.forget(cell::keys_of_bits(spot.key, bits));
    }

    /// What a write to a place without a cell may change all the same.
    fn forget_around(&mut self, place: PlaceId) {
        if let Some(var) = cell::strays(place, self.program) {
            self.forget_var(var);
        }
    }

    fn declare(&mut self, var: VarId, zeroed: bool) {
        self.forget_var(var);
        let program = self.program;
        let variable = &program.vars[var];
        let Some(key) = cell::key_of_var(var, self.depth, program) else { return };
        if let Some(data) = &variable.data {
            let Some(scalar) = program.types.scalar(variable.ty) else { return };
            let Some(shape) = Shape::of(scalar) else { return };
            let bytes = (scalar.bits() / 8) as usize;
            if data.len() < bytes {
                return;
            }
            let bits = data[..bytes].iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
            let value = if scalar.is_signed() { Value(bits).as_signed(scalar.bits()) } else { bits as i128 };
            self.state.set(key, Interval::point(value), shape);
        } else if zeroed {
            let mut left = MOST_MEMBERS;
            self.zero(key, variable.ty, &mut left);
        }
    }

    /// Zeroes the tracked members of a type at a key.
    fn zero(&mut self, key: u64, ty: TypeId, left: &mut usize) {
        let program = self.program;
        if let Some(shape) = program.types.scalar(ty).and_then(Shape::of) {
            self.state.set(key, Interval::point(0), shape);
            return;
        }
        let cairn_ir::Type::Record(id) = program.types.get(ty) else { return };
        let record = &program.types.records[*id];
        if record.is_union {
            return;
        }
        for field in record.fields.iter().flatten() {
            *left = left.saturating_sub(1);
            let first = field.bits.map_or(0, |bits| u64::from(bits.first));
            let bit = field.offset.saturating_mul(8).saturating_add(first);
            if *left == 0 || !cell::keys_of_bits(key, u64::MAX).contains(&key.saturating_add(bit)) {
                return;
            }
            match field.bits {
                Some(bits) => {
                    let shape = program.types.scalar(field.ty).and_then(Shape::of).and_then(|s| s.field(bits.width));
                    if let Some(shape) = shape {
                        self.state.set(key + bit, Interval::point(0), shape);
                    }
                }
                None => self.zero(key + bit, field.ty, left),
            }
        }
    }

    fn value_as(&self, value: ExprId, shape: Shape) -> Interval {
        let view = View::new(&self.state, self.depth, self.program);
        match (view.shape(value), view.value(value)) {
            (Some(of), Some(interval)) if of == shape => interval,
            // A bit-field keeps the low bits of what is assigned.
            (Some(_), Some(interval)) => shape.wrapped(interval),
            _ => shape.all(),
        }
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) {
        let program = self.program;
        let Some(spot) = cell::locate(place, self.depth, program) else { return self.forget_around(place) };
        let ty = program.type_of_place(place);
        match program.types.scalar(ty) {
            Some(scalar) => {
                let Some(shape) = cell::shape_of(place, spot.field, program) else { return };
                let interval = match (spot.field, scalar) {
                    // A `_Bool` bit-field takes 0 or 1 whatever its width.
                    (Some(_), Scalar::Bool) => shape.all(),
                    _ => self.value_as(value, shape),
                };
                self.state.set(spot.key, interval, shape);
            }
            None => self.copy(spot.key, ty, value),
        }
    }

    /// Copies a record.
    fn copy(&mut self, to: u64, ty: TypeId, value: ExprId) {
        let program = self.program;
        let bits = self.bits_of(ty);
        let from = match program.exprs[value].kind {
            ExprKind::Load(place) => cell::locate(place, self.depth, program),
            _ => None,
        };
        let cells = from.map_or_else(Vec::new, |from| {
            let mut cells = self.state.cells(cell::keys_of_bits(from.key, bits));
            cells.iter_mut().for_each(|(key, _)| *key -= from.key);
            cells
        });
        self.state.forget(cell::keys_of_bits(to, bits));
        for (bit, known) in cells {
            if cell::keys_of_bits(to, bits).contains(&(to + bit)) {
                self.state.set(to + bit, known.interval(), known.shape());
            }
        }
    }

    fn enter(&mut self, call: CallSiteId, shown: Shown) {
        let program = self.program;
        // All arguments are evaluated in the caller's frame; none of the callee's cells exists yet, so that what takes
        // nothing is unknown.
        for (param, arg) in shown.passed(program, call) {
            let Some((arg, key)) = arg.zip(cell::key_of_var(param, self.depth + 1, program)) else { continue };
            let ty = program.vars[param].ty;
            match program.types.scalar(ty) {
                Some(scalar) => {
                    if let Some(shape) = Shape::of(scalar) {
                        let same = program.types.scalar(program.type_of(arg)) == Some(scalar);
                        let interval = if same { self.value_as(arg, shape) } else { shape.all() };
                        self.state.set(key, interval, shape);
                    }
                }
                None => self.copy(key, ty, arg),
            }
        }
    }

    fn leave(&mut self, call: CallSiteId, shown: Shown) {
        let program = self.program;
        let site = &program.calls[call];
        let source = site.callee.and_then(|function| program.functions[function].result);
        if let Some(result) = site.result
            && let Some(to) = cell::key_of_var(result, self.depth.saturating_sub(1), program)
        {
            let ty = program.vars[result].ty;
            let from = source.filter(|from| shown.result() && program.vars[*from].ty == ty);
            let from = from.and_then(|from| cell::key_of_var(from, self.depth, program));
            let cells = from.map_or_else(Vec::new, |from| {
                let mut cells = self.state.cells(cell::keys_of_bits(from, u64::MAX));
                cells.iter_mut().for_each(|(key, _)| *key -= from);
                cells
            });
            self.state.forget(cell::keys_of_bits(to, u64::MAX));
            for (bit, known) in cells {
                self.state.set(to + bit, known.interval(), known.shape());
            }
        }
        self.state.forget(cell::keys_of_frame(self.depth));
    }
}
