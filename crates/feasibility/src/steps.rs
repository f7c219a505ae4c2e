//! The steps of a path: operations, calls and returns. In the order in which the interpreter does things, so that objects
//! get the same numbers and addresses.

use crate::cells::{Cell, Run};
use crate::copy::Runs;
use crate::expression::{Content, stored_bytes};
use crate::object::{Initial, Object};
use crate::state::{Frame, Res, State};
use cairn_interp::ObjectKind;
use cairn_interp::layout::Home;
use cairn_ir::types::Scalar;
use cairn_ir::{CallSiteId, EdgeId, ExprId, ExprKind, FunctionId, NondetSource, Op, PlaceId, Step, VarId, VarKind};
use cairn_term::{Sort, TermId};

impl State<'_, '_> {
    /// The program begins.
    pub(crate) fn begin_program(&mut self) -> Res<()> {
        self.span = self.first_span();
        self.enter_frame(self.program.start)
    }

    /// One step.
    pub(crate) fn take(&mut self, step: Step) -> Res<()> {
        match step {
            Step::Edge(edge) => self.edge(edge),
            Step::Enter(call, _) => self.enter(call),
            Step::Leave(call, _) => self.leave(call),
            Step::Hidden(_) => Ok(()),
        }
    }

    fn edge(&mut self, edge: EdgeId) -> Res<()> {
        let program = self.program;
        let Some(of) = program.edges.get(edge) else { return Err(self.malformed("an edge of another program")) };
        self.span = of.span;
        match &of.op {
            Op::Skip | Op::Label(_) | Op::Halt => Ok(()),
            Op::Declare { var, zeroed } => self.begin(*var, *zeroed),
            Op::EndScope(var) => {
                if let Some(object) = self.object_of(*var) {
                    self.objects.get_mut(object).live = false;
                }
                Ok(())
            }
            Op::Assume { cond, truth } => {
                let of = self.scalar_of(*cond)?;
                let value = self.value(*cond)?;
                let holds = self.truth(value, of);
                let holds = if *truth { holds } else { self.terms.not(holds) };
                self.require(holds)
            }
            Op::Assign { place, value } => self.assign(*place, *value),
            Op::Havoc { place, source: NondetSource::Layout } => self.observe_layout(*place),
            Op::Havoc { place, .. } => self.havoc(*place),
            Op::Call(_) | Op::CallPointer { .. } => Err(self.malformed("a call as a plain step")),
            Op::Intrinsic { which, args, result } => self.intrinsic(*which, args, *result),
            Op::Unsupported(what) => Err(self.unknown(what.clone())),
        }
    }

    /// What depends on where objects are: as the interpreter has it, or any value.
    fn observe_layout(&mut self, place: PlaceId) -> Res<()> {
        self.layout_observed.get_or_insert(self.span);
        if !self.layout_is_any {
            return Ok(());
        }
        let Content::Scalar(of) = self.content(place)? else {
            return Err(self.malformed("what depends on addresses is no scalar"));
        };
        let address = self.locate(place)?;
        let any = self.terms.symbol("layout", Sort::BitVec(of.bits()));
        self.store(place, address, any)
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) -> Res<()> {
        if let Content::Aggregate(size) = self.content(place)? {
            let runs = self.aggregate(value, size)?;
            let address = self.locate(place)?;
            let address = self.accessed(place, address)?;
            return self.write_runs(address, &runs);
        }
        let value = self.value(value)?;
        let address = self.locate(place)?;
        self.store(place, address, value)
    }

    /// The bytes of a whole record or array.
    fn aggregate(&mut self, value: ExprId, size: u64) -> Res<Runs> {
        let ExprKind::Load(from) = self.program.exprs[value].kind else {
            return Err(self.malformed("a record or array that is no load"));
        };
        let address = self.locate(from)?;
        let address = self.accessed(from, address)?;
        self.read_runs(address, size)
    }

    fn havoc(&mut self, place: PlaceId) -> Res<()> {
        let address = self.locate(place)?;
        let (width, of) = match self.content(place)? {
            Content::Scalar(of) => (of.bits(), of),
            Content::Bits { width, of, .. } => (width, of),
            Content::Aggregate(size) if size > crate::copy::COPIED => {
                return Err(self.unknown("an input of more than 4 MB is not modelled"));
            }
            Content::Aggregate(size) => {
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
                return self.write_runs(address, &runs);
            }
        };
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
        self.store(place, address, value)
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

    fn enter(&mut self, call: CallSiteId) -> Res<()> {
        let program = self.program;
        let Some(site) = program.calls.get(call) else { return Err(self.malformed("a call of another program")) };
        let Some(callee) = site.callee else { return Err(self.malformed("a call without callee")) };
        let function = &program.functions[callee];
        let mut values = Vec::with_capacity(site.args.len());
        for &arg in &site.args {
            values.push(self.argument(arg)?);
        }
        if self.frames.len() == 1 {
            // What is static and `const` has its value by now, and keeps it.
            for var in &program.outside.constants {
                if program.vars[*var].frame().is_none()
                    && let Some(at) = self.object_of(*var)
                {
                    self.objects.get_mut(at).read_only = true;
                }
            }
        }
        self.enter_frame(callee)?;
        for (&param, value) in function.params.iter().zip(&values) {
            self.set_variable(param, value)?;
        }
        Ok(())
    }

    fn argument(&mut self, arg: ExprId) -> Res<Runs> {
        let ty = self.program.exprs[arg].ty;
        match self.program.types.scalar(ty) {
            Some(of) => {
                let value = self.value(arg)?;
                let value = self.named(value)?;
                Ok(scalar_run(value, of))
            }
            None => {
                let size = self.program.types.size_of(ty);
                let size = size.ok_or_else(|| self.malformed("an argument without size"))?;
                self.aggregate(arg, size)
            }
        }
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
        let to = self.address(start);
        self.write_runs(to, &fitting)
    }

    fn leave(&mut self, call: CallSiteId) -> Res<()> {
        let program = self.program;
        let Some(site) = program.calls.get(call) else { return Err(self.malformed("a call of another program")) };
        let Some(frame) = self.frames.last().cloned() else { return Err(self.malformed("a return from nothing")) };
        let result = match (program.functions[frame.function].result, site.result) {
            (Some(var), Some(_)) => Some(self.result(var)?),
            _ => None,
        };
        self.objects.stack.truncate(frame.objects);
        self.space.leave(frame.stack_end);
        self.frames.pop();
        self.base = self.frames.last().map_or(0, |f| f.base);
        match (site.result, result) {
            (Some(var), Some(value)) => match self.layout.home(var) {
                Home::None => Err(self.malformed("a result without size")),
                _ => self.set_variable(var, &value),
            },
            _ => Ok(()),
        }
    }

    fn result(&mut self, var: VarId) -> Res<Runs> {
        let ty = self.program.vars[var].ty;
        let Some(object) = self.object_of(var) else { return Err(self.malformed("a result in no frame")) };
        match self.program.types.scalar(ty) {
            Some(of) => {
                let pointer = self.program.types.pointee(ty);
                let value = self.read_at(object, 0, stored_bytes(of), pointer)?;
                Ok(scalar_run(value, of))
            }
            None => {
                let (start, size) = (self.objects.get(object).address, self.objects.get(object).size);
                let from = self.address(start);
                self.read_runs(from, size)
            }
        }
    }

    /// A heap object; its address.
    pub(crate) fn allocate(&mut self, size: u64, bound: Option<TermId>, initial: Initial) -> Res<u64> {
        let Some(address) = self.space.allocate_heap(size) else { return Err(self.unknown("the heap is used up")) };
        let ordinal = self.objects.number();
        let object = Object::new(address, size, ordinal, ObjectKind::Heap, initial);
        self.objects.global.push(Object { bound, ..object });
        Ok(address)
    }
}

fn scalar_run(value: TermId, of: Scalar) -> Runs {
    vec![(0, Cell { size: stored_bytes(of), run: Run::Term(value) })]
}
