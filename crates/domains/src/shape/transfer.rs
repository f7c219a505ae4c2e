//! The transfer relation: one step of control, applied to a graph. All writes are here.
//!
//! Over-approximates: a write to a place that is not known exactly forgets all that it may reach.

use super::machine::{GraphSpot, ShapeMachine, Unfolded};
use super::object::{GraphCell, GraphNode};
use super::state::ShapeState;
use super::value::{GraphObject, ShapeValue};
use cairn_cpa::{Failure, Res};
use cairn_ir::effects::AllocationKind;
use cairn_ir::{EdgeId, ExprId, FunctionId, Intrinsic, NondetSource, PlaceId, Program, Step, TypeId, Value, VarId};
use cairn_semantics::{Allocation, Leaf, Machine, ObjectMachine, Operand, PassedValue};

/// A step has no more cases than these.
const MOST_CASES: usize = 200;

/// The successors of a state for a step executed in the frame at `depth`.
///
/// # Errors
/// When the step has too many cases.
pub fn step(state: &ShapeState, step: Step, depth: u32, program: &Program) -> Res<Vec<ShapeState>> {
    let (mut open, mut successors) = (vec![state.clone()], Vec::new());
    let mut tried = 0;
    while let Some(state) = open.pop() {
        tried += 1;
        if tried > MOST_CASES {
            let span = match step {
                Step::Edge(edge) => program.edges[edge].span,
                _ => cairn_base::Span::NONE,
            };
            let what = format!("a step with more than {MOST_CASES} cases of list segments");
            return Err(Failure::Unsupported { what, span });
        }
        let mut machine = ShapeMachine { state: state.clone(), depth, program };
        match cairn_semantics::step(&mut machine, step) {
            Ok(true) => successors.push(machine.state),
            Ok(false) => {}
            Err(unfolding) => {
                let cases = unfolding.cases(&state, machine.pointer());
                if cases.is_empty() {
                    // A step without a successor would leave executions out.
                    let what = "a list segment that the step made itself".to_owned();
                    return Err(Failure::Unsupported { what, span: cairn_base::Span::NONE });
                }
                open.extend(cases);
            }
        }
    }
    Ok(successors)
}

/// The content of a record or an array, on its way.
pub struct GraphBytes {
    cells: Vec<(u64, GraphCell)>,
    is_zero: bool,
}

impl ShapeMachine<'_> {
    fn change(&mut self, object: GraphObject, change: impl FnOnce(&mut GraphNode)) {
        let mut node = self.state.get(object).cloned().unwrap_or_else(|| GraphNode::region(self.size(object), false));
        // Memory that no entry speaks of stays so.
        if object.var().is_some() || self.state.get(object).is_some() {
            change(&mut node);
            self.state.set(object, node);
        }
    }
    /// Writes some bits of a region.
    pub(super) fn write_cell(&mut self, object: GraphObject, at: u64, width: u64, value: ShapeValue) {
        self.change(object, |node| node.write(at, width, value));
    }
    /// Writes any value to so many bits; to the whole object where `width` is `None`.
    fn forget(&mut self, at: GraphSpot, width: Option<u64>) {
        match at {
            GraphSpot::At { object, bit, field } => {
                let Some(width) = field.map(u64::from).or(width) else {
                    return self.forget(GraphSpot::Within(object), None);
                };
                match self.checked(object, bit, width) {
                    Some(at) => self.write_cell(object, at, width, ShapeValue::Unknown),
                    None => self.state.forget_exposed(self.program),
                }
            }
            GraphSpot::Within(object) => self.change(object, GraphNode::forget_all),
            // No object is there that the program names.
            GraphSpot::Number(_) => {}
            GraphSpot::Anywhere => self.state.forget_exposed(self.program),
        }
    }
    fn bits_of(&self, ty: TypeId) -> Option<u64> {
        match self.program.types.scalar(ty) {
            Some(scalar) => Some(u64::from(scalar.bits())),
            None => self.program.types.size_of(ty).and_then(|size| size.checked_mul(8)),
        }
    }
    fn known(&self, size: Operand<ShapeValue>) -> Option<u64> {
        match size.value {
            ShapeValue::Bits(bits) => u64::try_from(bits).ok().filter(|size| *size < u64::MAX / 16),
            _ => None,
        }
    }
    fn take(&self, from: GraphSpot, bytes: u64) -> Option<GraphBytes> {
        let width = bytes.checked_mul(8)?;
        let GraphSpot::At { object, bit, field: None } = from else { return None };
        let first = self.checked(object, bit, width)?;
        let node = self.state.get(object)?;
        let inside = node.cells.range(first..first.saturating_add(width));
        let cells = inside.filter(|(at, cell)| **at + cell.width <= first + width);
        let is_cut = |at: u64| node.cells.range(..at).next_back().is_some_and(|(start, cell)| start + cell.width > at);
        let is_zero = node.is_zero && !is_cut(first) && !is_cut(first + width);
        Some(GraphBytes { cells: cells.map(|(at, cell)| (at - first, *cell)).collect(), is_zero })
    }
    fn put(&mut self, to: GraphSpot, bytes: u64, content: Option<GraphBytes>) {
        let Some(width) = bytes.checked_mul(8) else { return self.state.forget_exposed(self.program) };
        let (GraphSpot::At { object, bit, field: None }, Some(content)) = (to, content) else {
            return self.forget(to, Some(width));
        };
        let Some(first) = self.checked(object, bit, width) else { return self.state.forget_exposed(self.program) };
        if width == 0 {
            return;
        }
        let rest = if content.is_zero { ShapeValue::Bits(0) } else { ShapeValue::Unknown };
        let is_whole = first == 0 && self.size(object).and_then(|size| size.checked_mul(8)) == Some(width);
        self.change(object, |node| {
            if is_whole {
                node.forget_all();
                node.is_zero = content.is_zero;
            } else {
                node.write(first, width, rest);
            }
            for (at, cell) in content.cells {
                node.write(first + at, cell.width, cell.value);
            }
        });
    }
    fn new_object(&mut self, size: Option<u64>, how: Allocation) -> ShapeValue {
        let object = self.state.fresh();
        let frame = (how == Allocation::Frame).then_some(self.depth);
        self.state.set(object, GraphNode { frame, ..GraphNode::region(size, how == Allocation::Zeroed) });
        ShapeValue::to(object, 0)
    }
    fn end_object(&mut self, pointer: ShapeValue, kind: AllocationKind) -> Unfolded<()> {
        let is_of_kind = |node: &GraphNode| node.frame.is_some() == (kind == AllocationKind::Frame);
        let object = match self.spot(pointer)? {
            GraphSpot::At { object, bit: 0, .. } => object,
            // Any of them may be the one.
            GraphSpot::Anywhere => {
                self.state.forget_heap();
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.state.remove_all(|other, node| other == object && other.var().is_none() && is_of_kind(node));
        Ok(())
    }
    fn begin(&mut self, var: VarId, zeroed: bool) {
        let object = self.object_of(var);
        let mut node = GraphNode::region(self.size(object), zeroed);
        if let Some(data) = &self.program.vars[var].data {
            node.is_zero = false;
            let bytes = self.program.types.scalar(self.program.vars[var].ty).map_or(0, |of| of.bits() as usize / 8);
            if (1..=16).contains(&bytes) && data.len() >= bytes {
                let bits = data[..bytes].iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
                node.write(0, bytes as u64 * 8, ShapeValue::Bits(bits));
            }
        }
        self.state.set(object, node);
    }
    fn store_at(&mut self, at: GraphSpot, leaf: Leaf, value: ShapeValue) {
        let GraphSpot::At { object, bit, field } = at else { return self.forget(at, Some(u64::from(leaf.width()))) };
        let width = field.unwrap_or_else(|| leaf.of.bits());
        let value = match value {
            ShapeValue::Bits(bits) => ShapeValue::Bits(Value::truncated(bits, width).0),
            _ if field.is_some() => ShapeValue::Unknown,
            value => value,
        };
        match self.checked(object, bit, u64::from(width)) {
            Some(first) => self.write_cell(object, first, u64::from(width), value),
            None => self.state.forget_exposed(self.program),
        }
    }
}

impl<'p> Machine<'p> for ShapeMachine<'p> {
    type Bytes = Option<GraphBytes>;

    fn no_step(&mut self, _why: &str) -> Unfolded<()> {
        Ok(())
    }
    fn declare(&mut self, var: VarId, zeroed: bool) -> Unfolded<()> {
        // An object of the variable that was there before is gone.
        self.end_scope(var)?;
        self.begin(var, zeroed);
        Ok(())
    }
    fn end_scope(&mut self, var: VarId) -> Unfolded<()> {
        let object = self.object_of(var);
        self.state.remove(object);
        self.state.replace(|to| (to.object == object).then_some(ShapeValue::Unknown));
        Ok(())
    }
    fn assume(&mut self, cond: ExprId, truth: bool) -> Unfolded<bool> {
        self.refine(cond, truth)
    }
    fn store(&mut self, _place: PlaceId, at: GraphSpot, leaf: Leaf, value: ShapeValue) -> Unfolded<()> {
        self.store_at(at, leaf, value);
        Ok(())
    }
    fn read(&mut self, _place: PlaceId, at: GraphSpot, size: u64) -> Unfolded<Option<GraphBytes>> {
        Ok(self.take(at, size))
    }
    fn write(&mut self, _place: PlaceId, at: GraphSpot, size: u64, bytes: Option<GraphBytes>) -> Unfolded<()> {
        self.put(at, size, bytes);
        Ok(())
    }
    fn havoc(&mut self, place: PlaceId, _source: Option<&NondetSource>) -> Unfolded<()> {
        let at = self.target(place)?;
        self.forget(at, self.bits_of(self.program.type_of_place(place)));
        Ok(())
    }

    fn open_frame(&mut self, _function: FunctionId) -> Unfolded<()> {
        self.depth += 1;
        Ok(())
    }
    fn close_frame(&mut self, _function: FunctionId) -> Unfolded<()> {
        self.state.end_frame(self.depth);
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }
    fn bind(&mut self, var: VarId, passed: Option<PassedValue<ShapeValue, Option<GraphBytes>>>) -> Unfolded<()> {
        let ty = self.program.vars[var].ty;
        let to = GraphSpot::At { object: self.object_of(var), bit: 0, field: None };
        match (self.program.types.scalar(ty), passed) {
            (Some(of), Some(PassedValue::Scalar(value, from))) => {
                let value = if from.bits() == of.bits() { value } else { ShapeValue::Unknown };
                self.store_at(to, Leaf { of, field: None }, value);
            }
            (None, Some(PassedValue::Record(bytes, from))) if from == ty => match self.program.types.size_of(ty) {
                Some(size) => self.put(to, size, bytes),
                None => self.forget(to, None),
            },
            _ => self.forget(to, self.bits_of(ty)),
        }
        Ok(())
    }
    fn returned(&mut self, var: VarId) -> Unfolded<PassedValue<ShapeValue, Option<GraphBytes>>> {
        let ty = self.program.vars[var].ty;
        let at = GraphSpot::At { object: self.object_of(var), bit: 0, field: None };
        let local = self.depth;
        // An address in the frame that ends is none any more.
        let leaves = |value: ShapeValue| match value {
            ShapeValue::Pointer(to) if matches!(to.object, GraphObject::Local(depth, _) if depth >= local) => {
                ShapeValue::Unknown
            }
            ShapeValue::Pointer(to)
                if self.state.get(to.object).is_some_and(|node| node.frame.is_some_and(|depth| depth >= local)) =>
            {
                ShapeValue::Unknown
            }
            value => value,
        };
        Ok(match self.program.types.scalar(ty) {
            Some(of) => PassedValue::Scalar(leaves(self.load_at(at, of)), of),
            None => {
                let mut bytes = self.program.types.size_of(ty).and_then(|size| self.take(at, size));
                bytes
                    .iter_mut()
                    .flat_map(|bytes| &mut bytes.cells)
                    .for_each(|(_, cell)| cell.value = leaves(cell.value));
                PassedValue::Record(bytes, ty)
            }
        })
    }
    fn primitive(&mut self, site: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) -> Unfolded<()> {
        cairn_semantics::primitive(self, site, which, args, result)
    }
}

impl<'p> ObjectMachine<'p> for ShapeMachine<'p> {
    fn allocate(&mut self, _: EdgeId, how: Allocation, size: Operand<ShapeValue>) -> Unfolded<ShapeValue> {
        let size = self.known(size);
        Ok(self.new_object(size, how))
    }
    fn reallocate(&mut self, _: EdgeId, old: Operand<ShapeValue>, size: Operand<ShapeValue>) -> Unfolded<ShapeValue> {
        let from = self.spot(old.value)?;
        let bytes = self.known(size);
        let address = self.new_object(bytes, Allocation::Heap);
        if let (GraphSpot::At { object, bit: 0, .. }, Some(bytes)) = (from, bytes)
            && let Some(size) = self.size(object)
        {
            let copied = size.min(bytes);
            let content = self.take(from, copied);
            let to = self.spot(address)?;
            self.put(to, copied, content);
        }
        self.end_object(old.value, AllocationKind::Heap)?;
        // Where the old memory may be any of the heap, the new is forgotten with it.
        let is_there = address.pointer().is_some_and(|to| self.state.get(to.object).is_some());
        Ok(if is_there { address } else { ShapeValue::Unknown })
    }
    fn free(&mut self, pointer: Operand<ShapeValue>, kind: AllocationKind) -> Unfolded<()> {
        self.end_object(pointer.value, kind)
    }
    fn copy(
        &mut self,
        to: Operand<ShapeValue>,
        from: Operand<ShapeValue>,
        size: Operand<ShapeValue>,
    ) -> Unfolded<ShapeValue> {
        let (at, source) = (self.spot(to.value)?, self.spot(from.value)?);
        match self.known(size) {
            Some(bytes) => {
                let content = self.take(source, bytes);
                self.put(at, bytes, content);
            }
            None => self.forget(at, None),
        }
        Ok(to.value)
    }
    fn fill(
        &mut self,
        to: Operand<ShapeValue>,
        byte: Operand<ShapeValue>,
        size: Operand<ShapeValue>,
    ) -> Unfolded<ShapeValue> {
        let at = self.spot(to.value)?;
        match (self.known(size), byte.value) {
            (Some(bytes), ShapeValue::Bits(byte)) if byte & 0xff == 0 => {
                self.put(at, bytes, Some(GraphBytes { cells: Vec::new(), is_zero: true }));
            }
            (Some(bytes), _) => self.put(at, bytes, None),
            (None, _) => self.forget(at, None),
        }
        Ok(to.value)
    }
    fn clobber(&mut self, pointers: Vec<Operand<ShapeValue>>) -> Unfolded<()> {
        if pointers.iter().any(|pointer| pointer.value != ShapeValue::Bits(0)) {
            self.state.forget_exposed(self.program);
        }
        Ok(())
    }
    fn escape(&mut self, _: Vec<Operand<ShapeValue>>) -> Unfolded<()> {
        Ok(())
    }
    fn external_callee(&mut self, _: Operand<ShapeValue>) -> Unfolded<()> {
        Ok(())
    }
    fn ask(&mut self, which: Intrinsic, operands: Vec<Operand<ShapeValue>>) -> Unfolded<ShapeValue> {
        let values: Vec<ShapeValue> = operands.into_iter().map(|operand| operand.value).collect();
        self.answer(which, &values)
    }
}
