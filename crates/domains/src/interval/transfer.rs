//! The transfer relation: one step of control, applied to an abstract state ([`Machine`]).

use super::cell::{self, CellLocation, TrackedPart};
use super::evaluate::Intervals;
use super::shape::IntegerShape;
use super::state::{CellBounds, IntervalState};
use cairn_base::Span;
use cairn_cpa::{Failure, Res};
use cairn_ir::interval::Interval;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, FunctionId, Intrinsic, NondetSource, PlaceId, Program, Step, TypeId, Value, VarId};
use cairn_semantics::{Evaluation, Leaf, Machine, PassedValue};
use std::convert::Infallible;

/// Records with more members than this are forgotten where they are zeroed.
const MOST_MEMBERS: usize = 256;

/// The successor of a state for a step executed in the frame at `depth`; `None` when there is none.
///
/// # Errors
/// When the call stack is deeper than cells have names for.
pub fn step(state: &IntervalState, step: Step, depth: u32, program: &Program) -> Res<Option<IntervalState>> {
    if matches!(step, Step::Enter(..)) && depth >= cell::MAX_DEPTH {
        return Err(Failure::Unsupported { what: format!("a call stack of {depth} frames"), span: Span::NONE });
    }
    let mut machine = Intervals { state: state.clone(), depth, program };
    let Ok(goes_on) = cairn_semantics::step(&mut machine, step);
    Ok(goes_on.then_some(machine.state))
}

/// The cells of a record, by their distance in bits from its start.
type Cells = Vec<(u64, CellBounds)>;

impl Intervals<'_, IntervalState> {
    fn bits_of(&self, ty: TypeId) -> u64 {
        self.program.types.size_of(ty).map_or(u64::MAX, |size| size.saturating_mul(8))
    }

    fn forget_var(&mut self, var: VarId) {
        if let Some(key) = cell::key_of_var(var, self.depth, self.program) {
            self.state.forget(cell::keys_of_bits(key, u64::MAX));
        }
    }

    /// Forgets so many bits.
    fn forget(&mut self, at: CellLocation, bits: u64) {
        match at {
            CellLocation::Cell(spot) => {
                self.state.forget(cell::keys_of_bits(spot.key, spot.field.map_or(bits, u64::from)));
            }
            CellLocation::Within(var) => self.state.forget(cell::keys_of_bits(var, u64::MAX)),
            CellLocation::Untracked(_) | CellLocation::Object | CellLocation::Elsewhere => {}
        }
    }

    fn begin(&mut self, var: VarId, zeroed: bool) {
        self.forget_var(var);
        let program = self.program;
        let variable = &program.vars[var];
        let Some(key) = cell::key_of_var(var, self.depth, program) else { return };
        if let Some(data) = &variable.data {
            let Some(scalar) = program.types.scalar(variable.ty) else { return };
            let Some(shape) = IntegerShape::of(scalar) else { return };
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
        if let Some(shape) = program.types.scalar(ty).and_then(IntegerShape::of) {
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
                    let shape =
                        program.types.scalar(field.ty).and_then(IntegerShape::of).and_then(|s| s.field(bits.width));
                    if let Some(shape) = shape {
                        self.state.set(key + bit, Interval::point(0), shape);
                    }
                }
                None => self.zero(key + bit, field.ty, left),
            }
        }
    }

    fn cells(&self, from: u64, bits: u64) -> Cells {
        let mut cells = self.state.cells(cell::keys_of_bits(from, bits));
        cells.iter_mut().for_each(|(key, _)| *key -= from);
        cells
    }

    fn put(&mut self, to: u64, bits: u64, cells: Cells) {
        self.state.forget(cell::keys_of_bits(to, bits));
        for (bit, known) in cells {
            if cell::keys_of_bits(to, bits).contains(&(to + bit)) {
                self.state.set(to + bit, known.interval(), known.shape());
            }
        }
    }
}

type Answer<T> = Result<T, Infallible>;

impl<'p> Machine<'p> for Intervals<'p, IntervalState> {
    type Bytes = Cells;

    fn no_step(&mut self, _why: &str) -> Answer<()> {
        Ok(())
    }
    fn declare(&mut self, var: VarId, zeroed: bool) -> Answer<()> {
        self.begin(var, zeroed);
        Ok(())
    }
    fn end_scope(&mut self, var: VarId) -> Answer<()> {
        self.forget_var(var);
        Ok(())
    }
    fn assume(&mut self, cond: ExprId, truth: bool) -> Answer<bool> {
        Ok(self.refine_truth(cond, truth, 0))
    }
    fn store(&mut self, _place: PlaceId, at: CellLocation, leaf: Leaf, value: Option<Interval>) -> Answer<()> {
        match (at, cell::shape_of(leaf)) {
            (CellLocation::Cell(spot), Some(shape)) => {
                let interval = match (leaf.field, leaf.of, value) {
                    // A `_Bool` bit-field takes 0 or 1 whatever its width.
                    (Some(_), Scalar::Bool, _) | (.., None) => shape.all(),
                    // A bit-field keeps the low bits of what is assigned.
                    (.., Some(value)) => shape.wrapped(value),
                };
                self.state.set(spot.key, interval, shape);
            }
            _ => self.forget(at, u64::from(leaf.width())),
        }
        Ok(())
    }
    fn read(&mut self, _place: PlaceId, at: CellLocation, size: u64) -> Answer<Cells> {
        Ok(match at {
            CellLocation::Cell(TrackedPart { key, .. }) => self.cells(key, size.saturating_mul(8)),
            _ => Cells::new(),
        })
    }
    fn write(&mut self, _place: PlaceId, at: CellLocation, size: u64, cells: Cells) -> Answer<()> {
        let bits = size.saturating_mul(8);
        match at {
            CellLocation::Cell(TrackedPart { key, .. }) => self.put(key, bits, cells),
            _ => self.forget(at, bits),
        }
        Ok(())
    }
    fn havoc(&mut self, place: PlaceId, _source: Option<&NondetSource>) -> Answer<()> {
        let at = cairn_semantics::locate(self, place)?;
        self.forget(at, self.bits_of(self.program.type_of_place(place)));
        Ok(())
    }

    fn open_frame(&mut self, _function: FunctionId) -> Answer<()> {
        self.depth += 1;
        Ok(())
    }
    fn close_frame(&mut self, _function: FunctionId) -> Answer<()> {
        self.state.forget(cell::keys_of_frame(self.depth));
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }
    fn bind(&mut self, var: VarId, passed: Option<PassedValue<Option<Interval>, Cells>>) -> Answer<()> {
        let Some(key) = cell::key_of_var(var, self.depth, self.program) else { return Ok(()) };
        let ty = self.program.vars[var].ty;
        match (passed, self.program.types.scalar(ty)) {
            (Some(PassedValue::Scalar(value, from)), Some(of)) if from == of => {
                if let Some(shape) = IntegerShape::of(of) {
                    self.state.set(key, value.unwrap_or(shape.all()), shape);
                }
            }
            (Some(PassedValue::Record(cells, from)), None) if from == ty => self.put(key, self.bits_of(ty), cells),
            _ => self.forget_var(var),
        }
        Ok(())
    }
    fn returned(&mut self, var: VarId) -> Answer<PassedValue<Option<Interval>, Cells>> {
        let ty = self.program.vars[var].ty;
        let at = self.variable(var)?;
        Ok(match self.program.types.scalar(ty) {
            Some(of) => {
                let leaf = Leaf { of, field: None };
                let CellLocation::Cell(TrackedPart { key, .. }) = at else { return Ok(PassedValue::Scalar(None, of)) };
                let known = self.state.get(key).filter(|known| Some(known.shape()) == cell::shape_of(leaf));
                PassedValue::Scalar(known.map(|known| known.interval()), of)
            }
            None => PassedValue::Record(
                match at {
                    CellLocation::Cell(TrackedPart { key, .. }) => self.cells(key, self.bits_of(ty)),
                    _ => Cells::new(),
                },
                ty,
            ),
        })
    }

    /// All other effects go through pointers, which reach no cell. An allocation gives the address of an object: that it
    /// may fail is a branch of the program.
    fn primitive(&mut self, _: EdgeId, which: Intrinsic, _: &[ExprId], result: Option<PlaceId>) -> Answer<()> {
        let Some(place) = result else { return Ok(()) };
        self.havoc(place, None)?;
        let allocates = matches!(which, Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Alloca);
        let leaf = cairn_semantics::leaf(self.program, place).filter(|_| allocates);
        if let (CellLocation::Cell(spot), Some(leaf)) = (cairn_semantics::locate(self, place)?, leaf) {
            let object = IntegerShape::of_object(leaf.of.bits());
            return self.store(place, CellLocation::Cell(spot), leaf, Some(object));
        }
        Ok(())
    }
}
