//! The steps of a path: what the executor's machine does with memory and frames ([`Machine`]). In the order in which the interpreter does things, so that objects
//! get the same numbers and addresses.

use crate::cells::{Cell, Run};
use crate::copy::Runs;
use crate::expression::stored_bytes;
use crate::object::{Initial, Object};
use crate::state::{Frame, Res, State};
use cairn_interp::ObjectKind;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, FunctionId, Intrinsic, NondetSource, PassedValues, PlaceId, Step, VarId, VarKind};
use cairn_semantics::{Evaluation, Leaf, Machine, PassedValue, leaf, locate};
use cairn_term::{Sort, TermId};

impl State<'_, '_> {
    pub(crate) fn begin_program(&mut self) -> Res<()> {
        self.span = self.first_span();
        self.enter_frame(self.program.start)
    }

    /// One step, with all that it passes: what an analysis left out of a path is looked at here.
    pub(crate) fn take(&mut self, step: Step) -> Res<()> {
        let program = self.program;
        let shown = match step {
            Step::Edge(edge) => {
                let Some(of) = program.edges.get(edge) else {
                    return Err(self.malformed("an edge of another program"));
                };
                self.span = of.span;
                step
            }
            Step::Enter(call, _) | Step::Leave(call, _) if program.calls.get(call).is_none() => {
                return Err(self.malformed("a call of another program"));
            }
            Step::Enter(call, _) => Step::Enter(call, PassedValues::ALL),
            Step::Leave(call, _) => Step::Leave(call, PassedValues::ALL),
            Step::Hidden(_) => return Ok(()),
        };
        cairn_semantics::step(self, shown)?;
        Ok(())
    }

    /// What depends on where objects are: as the interpreter has it, or any value.
    fn observe_layout(&mut self, place: PlaceId) -> Res<()> {
        self.layout_observed.get_or_insert(self.span);
        if !self.layout_is_any {
            return Ok(());
        }
        let Some(leaf @ Leaf { of, field: None }) = leaf(self.program, place) else {
            return Err(self.malformed("what depends on addresses is no scalar"));
        };
        let address = locate(self, place)?;
        let any = self.terms.symbol("layout", Sort::BitVec(of.bits()));
        self.write_leaf(place, address, leaf, any)
    }

    /// Any bytes in a record or an array.
    fn havoc_bytes(&mut self, place: PlaceId, address: TermId) -> Res<()> {
        let size = self.program.types.size_of(self.program.exprs[place].ty);
        let size = size.ok_or_else(|| self.malformed("an access to an incomplete type"))?;
        if size > crate::copy::COPIED {
            return Err(self.unknown("an input of more than 4 MB is not modelled"));
        }
        let mut runs = Runs::new();
        let mut pieces = Vec::new();
        let word = u64::from(self.pointer_bits() / 8);
        for at in (0..size).step_by(word as usize) {
            self.budget.tick()?;
            let count = word.min(size - at);
            let symbol = self.terms.symbol("input", Sort::BitVec(count as u32 * 8));
            pieces.push((symbol, count));
            runs.push((at, Cell { size: count, run: Run::Term(symbol) }));
        }
        self.symbols.havoc_bytes(pieces);
        let address = self.accessed(place, address)?;
        self.write_runs(address, &runs)
    }

    /// The lifetime of a variable begins (again).
    pub(crate) fn begin(&mut self, var: VarId, zeroed: bool) -> Res<()> {
        let program = self.program;
        let ordinal = self.objects.number();
        let Some(at) = self.object_of(var) else { return Err(self.malformed("a variable in no frame")) };
        let Object { address, size, room, .. } = *self.objects.get(at);
        let initial = match (&program.vars[var].data, zeroed) {
            (Some(_), _) => Initial::Data(var),
            (None, true) => Initial::Zero,
            (None, false) => Initial::Indeterminate,
        };
        let mut object = Object::new(address, size, ordinal, ObjectKind::Variable(var), initial);
        object.room = room;
        object.read_only = program.vars[var].kind == VarKind::StringLiteral;
        *self.objects.get_mut(at) = object;
        Ok(())
    }

    fn enter_frame(&mut self, function: FunctionId) -> Res<()> {
        let stack_end = self.space.stack_end();
        let frame = self.layout.frame(function);
        let Some(base) = self.space.enter(frame) else { return Err(self.unknown("the stack is used up")) };
        let objects = self.objects.stack.len();
        for slot in &frame.slots {
            let ordinal = self.objects.number();
            let kind = ObjectKind::Variable(slot.var);
            let object = Object::new(base + slot.offset, slot.size, ordinal, kind, Initial::Indeterminate);
            let object = Object { room: slot.room, ..object };
            self.objects.stack.push(object);
        }
        self.frames.push(Frame { function, base, objects, stack_end });
        self.base = base;
        Ok(())
    }

    /// An object of the stack behind all others; its address.
    pub(crate) fn push_object(&mut self, size: u64, kind: ObjectKind) -> Res<u64> {
        let Some(address) = self.space.allocate_stack(size) else {
            return Err(self.unknown("the stack is used up"));
        };
        let ordinal = self.objects.number();
        self.objects.stack.push(Object::new(address, size, ordinal, kind, Initial::Indeterminate));
        Ok(address)
    }

    /// Writes a variable of the current frame (or a static one), as far as it reaches.
    fn set_variable(&mut self, var: VarId, value: &Runs) -> Res<()> {
        let Some(object) = self.object_of(var) else { return Err(self.malformed("a variable in no frame")) };
        let (start, room) = (self.objects.get(object).address, self.objects.get(object).size);
        let mut fitting = Runs::new();
        for (at, cell) in value {
            if at + cell.size <= room {
                fitting.push((*at, *cell));
            } else if *at < room {
                let size = room - at;
                let run = match cell.run {
                    Run::Term(term) => Run::Term(crate::cells::bytes(&mut self.terms, term, 0, size)),
                    fill => fill,
                };
                fitting.push((*at, Cell { size, run }));
            }
        }
        let to = self.address_term(start);
        self.write_runs(to, &fitting)
    }

    pub(crate) fn new_heap_object(&mut self, size: u64, bound: Option<TermId>, initial: Initial) -> Res<u64> {
        let Some(address) = self.space.allocate_heap(size) else { return Err(self.unknown("the heap is used up")) };
        let ordinal = self.objects.number();
        let object = Object::new(address, size, ordinal, ObjectKind::Heap, initial);
        self.objects.global.push(Object { bound, ..object });
        Ok(address)
    }
}

impl<'p> Machine<'p> for State<'_, 'p> {
    type Bytes = Runs;

    fn no_step(&mut self, why: &str) -> Res<()> {
        Err(self.unknown(why))
    }

    fn declare(&mut self, var: VarId, zeroed: bool) -> Res<()> {
        self.begin(var, zeroed)
    }
    fn end_scope(&mut self, var: VarId) -> Res<()> {
        if let Some(object) = self.object_of(var) {
            self.objects.get_mut(object).live = false;
        }
        Ok(())
    }
    fn assume(&mut self, cond: ExprId, truth: bool) -> Res<bool> {
        let holds = self.condition(cond)?;
        let holds = if truth { holds } else { self.terms.not(holds) };
        self.require(holds)?;
        Ok(true)
    }
    fn store(&mut self, place: PlaceId, at: TermId, leaf: Leaf, value: TermId) -> Res<()> {
        self.write_leaf(place, at, leaf, value)
    }
    fn read(&mut self, place: PlaceId, at: TermId, size: u64) -> Res<Runs> {
        let address = self.accessed(place, at)?;
        self.read_runs(address, size)
    }
    fn write(&mut self, place: PlaceId, at: TermId, _size: u64, bytes: Runs) -> Res<()> {
        let address = self.accessed(place, at)?;
        self.write_runs(address, &bytes)
    }
    fn havoc(&mut self, place: PlaceId, source: Option<&NondetSource>) -> Res<()> {
        if source == Some(&NondetSource::Layout) {
            return self.observe_layout(place);
        }
        let address = locate(self, place)?;
        let Some(leaf) = leaf(self.program, place) else { return self.havoc_bytes(place, address) };
        let (of, width) = (leaf.of, leaf.width());
        let value = if of == Scalar::Bool {
            let truth = self.terms.symbol("input", Sort::Bool);
            self.bool_of(truth)
        } else {
            self.terms.symbol("input", Sort::BitVec(width))
        };
        self.symbols.havoc(value);
        match of {
            Scalar::Pointer { .. } => {
                let pointee = self.program.external_pointee(place);
                self.demand_unknown_pointer(value, pointee)?;
            }
            Scalar::Float(cairn_ir::types::FloatKind::LongDouble) => {
                // An encoding that is a number of the type: the integer bit is that of the exponent.
                let exponent = self.terms.extract(value, 78, 64);
                let integer = self.terms.extract(value, 63, 63);
                let (zero, clear) = (self.terms.bits(15, 0), self.terms.bits(1, 0));
                let small = self.terms.eq(exponent, zero);
                let without = self.terms.eq(integer, clear);
                let valid = self.terms.eq(small, without);
                self.demand(valid)?;
            }
            _ => {}
        }
        let value = self.resized(value, of, of.bits().max(width));
        self.write_leaf(place, address, leaf, value)
    }

    fn open_frame(&mut self, function: FunctionId) -> Res<()> {
        if self.frames.len() == 1 {
            // What is static and `const` has its value by now, and keeps it.
            let program = self.program;
            for var in &program.outside.constants {
                if program.vars[*var].frame().is_none()
                    && let Some(at) = self.object_of(*var)
                {
                    self.objects.get_mut(at).read_only = true;
                }
            }
        }
        self.enter_frame(function)
    }
    fn close_frame(&mut self, _function: FunctionId) -> Res<()> {
        let Some(frame) = self.frames.pop() else { return Err(self.malformed("a return from nothing")) };
        self.objects.stack.truncate(frame.objects);
        self.space.leave(frame.stack_end);
        self.base = self.frames.last().map_or(0, |f| f.base);
        Ok(())
    }
    /// Where nothing is passed, the variable keeps what it holds: an indeterminate value.
    fn bind(&mut self, var: VarId, passed: Option<PassedValue<TermId, Runs>>) -> Res<()> {
        match passed {
            None => Ok(()),
            Some(PassedValue::Scalar(value, of)) => {
                let value = self.named(value)?;
                self.set_variable(var, &vec![(0, Cell { size: stored_bytes(of), run: Run::Term(value) })])
            }
            Some(PassedValue::Record(runs, _)) => self.set_variable(var, &runs),
        }
    }
    fn returned(&mut self, var: VarId) -> Res<PassedValue<TermId, Runs>> {
        let ty = self.program.vars[var].ty;
        let Some(object) = self.object_of(var) else { return Err(self.malformed("a result in no frame")) };
        if let Some(of) = self.program.types.scalar(ty) {
            let pointer = self.program.types.pointee(ty);
            return Ok(PassedValue::Scalar(self.read_at(object, 0, stored_bytes(of), pointer)?, of));
        }
        let (start, size) = (self.objects.get(object).address, self.objects.get(object).size);
        let from = self.address_term(start);
        Ok(PassedValue::Record(self.read_runs(from, size)?, ty))
    }

    fn primitive(&mut self, site: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) -> Res<()> {
        cairn_semantics::primitive(self, site, which, args, result)
    }
}
