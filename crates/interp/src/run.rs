//! Running: one move of control after the other, until the program or something else ends it.

// tidy: long because the loop and the operations that it runs share their state.

use crate::compiled_program::{Code, Content, Exits, Run};
use crate::host_system::Host;
use crate::inputs::{InputRequest, Inputs};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::object::{Object, ObjectKind, Objects};
use crate::trace::{Target, Trace, WrittenValue};
use crate::undefined::{Fault, Misbehaviour, Res};
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::eval::{self, Undefined};
use cairn_ir::{EdgeId, ExprId, NodeId, Op, PlaceId, Step, Value};

/// How to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InterpreterOptions {
    /// Ends the run at undefined arithmetic that has a result on the machine (overflow, shifts, float to integer). Without
    /// it such arithmetic is only noted. Division by zero always ends it.
    pub strict: bool,
    /// Moves of control at most.
    pub steps: u64,
    /// Bytes of memory at most, for the program's own and what is kept beside it.
    pub memory: u64,
    /// Frames at most.
    pub depth: usize,
    /// Keep a trace.
    pub trace: bool,
    /// The first and the last of the steps whose entries are left out of the trace (see [`crate::trace`]), counted from 1.
    pub omits: Option<(u64, u64)>,
    /// Pointers that never hold anything but null (see [`crate::Nulls`]) designate memory that the program does not
    /// otherwise name. Without it, following them ends the run as any null does.
    pub null_is_memory: bool,
    /// Note where an address is computed that is not in the object it is computed from ([`Interpreter::left_object`]), and
    /// end a run in which a pointer from outside is the address of an object before anything outside was told of it. For
    /// the last look at a violation: it costs time.
    pub watches_addresses: bool,
}

impl Default for InterpreterOptions {
    fn default() -> Self {
        Self {
            strict: false,
            steps: u64::MAX,
            memory: 1 << 30,
            depth: 1 << 22,
            trace: false,
            omits: None,
            null_is_memory: false,
            watches_addresses: false,
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// At an [`Op::Halt`] outside the start function: `exit`, `abort`.
    Halted {
        /// The edge.
        edge: EdgeId,
    },
    /// The entry function returned.
    Returned(Option<Value>),
    /// No assumption that leads on holds.
    Blocked {
        /// Where.
        node: NodeId,
    },
    /// Undefined behaviour.
    Undefined {
        /// What.
        what: Misbehaviour,
        /// Where.
        span: Span,
    },
    /// Something that is not modelled.
    Unsupported {
        /// What, as a noun phrase.
        what: String,
        /// Where.
        span: Span,
    },
    /// A limit of [`InterpreterOptions`], or of the address space.
    LimitReached(&'static str),
    /// The program breaks an invariant of the automaton.
    Malformed {
        /// Which.
        what: String,
        /// Where.
        span: Span,
    },
}

/// A run of a program.
#[derive(Clone, Debug)]
pub struct Interpreter<'c, 'p> {
    pub(crate) machine: Machine<'c, 'p>,
    pub(crate) options: InterpreterOptions,
    pub(crate) steps: u64,
    /// Whether the current step has an entry with its changes in the trace.
    pub(crate) records: bool,
    /// No steps are skipped beyond this number.
    pub(crate) most_skipped: u64,
    end: Option<RunEnd>,
    pub(crate) returned: Option<Value>,
    recorded_undefined: Option<(Undefined, Span)>,
    followed_null: Option<Span>,
    left_object: Option<Span>,
    chose_edge: bool,
    pub(crate) trace: Trace,
    /// The system of a hosted run.
    pub(crate) host: Option<Box<Host>>,
}

impl<'c, 'p> Interpreter<'c, 'p> {
    /// A run that stands at the program's entry.
    pub fn new(code: &'c Code<'p>, options: InterpreterOptions) -> Self {
        let program = code.program;
        let mut objects = Objects::new(code.layout.ranges);
        // Their lives begin when they are declared.
        objects.global = (code.layout.statics().iter())
            .map(|slot| Object {
                address: slot.offset,
                size: slot.size,
                room: slot.room,
                ordinal: crate::inputs::ObjectOrdinal(u64::MAX),
                kind: ObjectKind::Variable(slot.var),
                live: false,
                read_only: false,
                zeroed: false,
            })
            .collect();
        let space = code.layout.address_space();
        let machine = Machine {
            code,
            memory: Memory::new(objects, options.memory),
            space,
            frames: Vec::new(),
            base: 0,
            node: NodeId::from_index(0),
            recorded_undefined: None,
            strict: options.strict,
            null_is_memory: options.null_is_memory,
            followed_null: false,
            watches_addresses: options.watches_addresses,
            left_object: false,
            escaped: Default::default(),
            escaped_pieces: Default::default(),
            address_mask: code.layout.ranges.last(),
        };
        let mut new = Self {
            machine,
            options,
            steps: 0,
            records: options.trace,
            most_skipped: u64::MAX,
            end: None,
            returned: None,
            recorded_undefined: None,
            followed_null: None,
            left_object: None,
            chose_edge: false,
            trace: Trace::default(),
            host: None,
        };
        match program.functions.get(program.start).and_then(|f| f.body) {
            Some(body) => {
                new.machine.node = body.entry;
                if let Err(fault) = new.enter_frame(program.start, None) {
                    new.end = Some(new.end_of(*fault, Span::NONE));
                }
            }
            None => new.end = Some(RunEnd::Malformed { what: "no start function".to_owned(), span: Span::NONE }),
        }
        new
    }

    /// Moves of control so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// How the run ended, once it has.
    pub fn end(&self) -> Option<&RunEnd> {
        self.end.as_ref()
    }
    /// The first undefined arithmetic that the run went on after.
    pub fn recorded_undefined(&self) -> Option<(Undefined, Span)> {
        self.recorded_undefined
    }
    /// Where a null pointer was followed first that [`InterpreterOptions::null_is_memory`] takes to be memory.
    pub fn followed_null(&self) -> Option<Span> {
        self.followed_null
    }
    /// Where an address was computed first that is neither in the object it was computed from nor just behind it, when
    /// [`InterpreterOptions::watches_addresses`] asks for it. What lies there, C does not say.
    pub fn left_object(&self) -> Option<Span> {
        self.left_object
    }
    /// Whether the run took the first of several edges that were no two assumptions on one condition: another one may have
    /// been open to it as well.
    pub fn chose_edge(&self) -> bool {
        self.chose_edge
    }
    /// The events, when [`InterpreterOptions::trace`] asks for them.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The events, when no more follow.
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// One move of control. After the end: the end again.
    ///
    /// # Errors
    /// The end of the run.
    #[inline]
    pub fn step(&mut self, inputs: &mut dyn Inputs) -> Result<Step, RunEnd> {
        if let Some(end) = &self.end {
            return Err(end.clone());
        }
        match self.advance(inputs) {
            Ok(step) => Ok(step),
            Err(end) => {
                self.end = Some(end.clone());
                Err(end)
            }
        }
    }

    /// No [`crate::Accelerator`] skips steps beyond this number of them.
    pub fn limit_skipping(&mut self, steps: u64) {
        self.most_skipped = steps;
    }

    /// Runs to the end.
    pub fn run(&mut self, inputs: &mut dyn Inputs) -> RunEnd {
        loop {
            if let Err(end) = self.step(inputs) {
                return end;
            }
        }
    }

    /// Runs until a step after which `found` says so; `None` then.
    pub fn run_until(&mut self, inputs: &mut dyn Inputs, mut found: impl FnMut(&Self, Step) -> bool) -> Option<RunEnd> {
        loop {
            match self.step(inputs) {
                Ok(step) if found(self, step) => return None,
                Ok(_) => {}
                Err(end) => return Some(end),
            }
        }
    }

    fn advance(&mut self, inputs: &mut dyn Inputs) -> Result<Step, RunEnd> {
        if self.steps >= self.options.steps {
            return Err(RunEnd::LimitReached("the number of steps"));
        }
        self.steps += 1;
        if self.options.trace {
            self.trace.begin();
            self.records = !self.is_omitted(self.steps);
        }
        let code = self.machine.code;
        match code.exits[self.machine.node] {
            Exits::Branch { cond, of, then, otherwise } => {
                let span = code.program.edges[then].span;
                let value = self.machine.value(cond, inputs).map_err(|fault| self.end_of(*fault, span))?;
                self.keep_note(span);
                let edge = if eval::is_true(value, of) { then } else { otherwise };
                Ok(self.moved(edge))
            }
            Exits::One(edge) => self.take(edge, inputs),
            Exits::Return => self.leave(inputs),
            Exits::Many => {
                let node = self.machine.node;
                self.chose_edge |= code.program.nodes[node].leaving.len() > 1;
                for &edge in &code.program.nodes[node].leaving {
                    match self.take(edge, inputs) {
                        Err(RunEnd::Blocked { .. }) => {}
                        result => return result,
                    }
                }
                Err(RunEnd::Blocked { node })
            }
        }
    }

    pub(crate) fn moved(&mut self, edge: EdgeId) -> Step {
        self.machine.node = self.machine.code.program.edges[edge].target;
        let step = Step::Edge(edge);
        self.record(step);
        step
    }

    /// Whether a step is one of those that are left out of the trace.
    fn is_omitted(&self, step: u64) -> bool {
        self.options.omits.is_some_and(|(first, last)| (first..=last).contains(&step))
    }

    /// Adds a step to the trace, when one is kept.
    #[inline]
    pub(crate) fn record(&mut self, step: Step) {
        if self.options.trace {
            let depth = self.machine.frames.len();
            if self.is_omitted(self.steps) {
                self.trace.omit(step, depth, self.records);
            } else {
                self.trace.moved(step, depth);
            }
        }
    }

    #[inline]
    fn keep_note(&mut self, span: Span) {
        if let Some(what) = self.machine.recorded_undefined.take() {
            self.recorded_undefined.get_or_insert((what, span));
        }
        if self.machine.followed_null {
            self.machine.followed_null = false;
            self.followed_null.get_or_insert(span);
        }
        if self.machine.left_object {
            self.machine.left_object = false;
            self.left_object.get_or_insert(span);
        }
    }

    pub(crate) fn end_of(&self, fault: Fault, span: Span) -> RunEnd {
        match fault {
            Fault::Undefined(Misbehaviour::Arithmetic(Undefined::NotApplicable)) => {
                RunEnd::Malformed { what: Undefined::NotApplicable.to_string(), span }
            }
            Fault::Undefined(what) => RunEnd::Undefined { what, span },
            Fault::Unsupported(what) => RunEnd::Unsupported { what, span },
            Fault::OutOfMemory(what) => RunEnd::LimitReached(what),
            Fault::Malformed(what) => RunEnd::Malformed { what, span },
        }
    }

    fn take(&mut self, edge: EdgeId, inputs: &mut dyn Inputs) -> Result<Step, RunEnd> {
        let program = self.machine.code.program;
        let of = &program.edges[edge];
        let result = match &of.op {
            Op::Skip | Op::Label(_) => Ok(()),
            Op::Assign { place, value } => self.assign(*place, *value, inputs),
            Op::Assume { cond, truth } => match self.assumption(*cond, *truth, inputs) {
                Ok(true) => Ok(()),
                Ok(false) => return Err(RunEnd::Blocked { node: of.source }),
                Err(fault) => Err(fault),
            },
            Op::Declare { var, zeroed } => self.machine.begin(*var, *zeroed),
            Op::EndScope(var) => {
                self.machine.end(*var);
                Ok(())
            }
            Op::Havoc { place, source } => self.havoc(edge, *place, source, inputs),
            Op::Call(call) => {
                let entered = self.enter(*call, edge, inputs).map_err(|fault| self.end_of(*fault, of.span));
                self.keep_note(of.span);
                return entered;
            }
            Op::CallPointer { .. } => {
                Err(Box::new(Fault::Malformed("an unresolved call through a pointer".to_owned())))
            }
            Op::Intrinsic { which, args, result } => self.intrinsic(*which, args, *result, inputs),
            Op::Halt if program.nodes[of.source].function == program.start => {
                return Err(RunEnd::Returned(self.returned));
            }
            Op::Halt => return Err(RunEnd::Halted { edge }),
            Op::Unsupported(what) => Err(Box::new(Fault::Unsupported(what.clone()))),
        };
        result.map_err(|fault| self.end_of(*fault, of.span))?;
        self.keep_note(of.span);
        Ok(self.moved(edge))
    }

    fn assumption(&mut self, cond: ExprId, truth: bool, inputs: &mut dyn Inputs) -> Res<bool> {
        let Some(of) = self.machine.code.scalar(cond) else {
            return Err(Box::new(Fault::Malformed("a condition that is no scalar".to_owned())));
        };
        let value = self.machine.value(cond, inputs)?;
        Ok(eval::is_true(value, of) == truth)
    }

    fn assign(&mut self, place: PlaceId, value: ExprId, inputs: &mut dyn Inputs) -> Res<()> {
        let machine = &mut self.machine;
        match (machine.code.spots[place].content, &machine.code.runs[value]) {
            (Content::Aggregate { size }, Run::Aggregate(from)) => {
                let bytes = machine.load_bytes(*from, size, inputs)?;
                let address = machine.address(place, inputs)?;
                machine.store_bytes(place, address, &bytes)?;
                self.changed(place, None, inputs)
            }
            _ => {
                // Value first: it may name an indeterminate byte that the address does not.
                let value = machine.value(value, inputs)?;
                let address = machine.address(place, inputs)?;
                machine.store(place, address, value, inputs)?;
                self.changed(place, Some(value), inputs)
            }
        }
    }

    fn havoc(
        &mut self,
        edge: EdgeId,
        place: PlaceId,
        source: &'p cairn_ir::NondetSource,
        inputs: &mut dyn Inputs,
    ) -> Res<()> {
        if *source == cairn_ir::NondetSource::Layout {
            self.records = self.options.trace;
            return Ok(());
        }
        let guessed = self.guess(source)?;
        // An input is told wherever it is.
        self.records = self.options.trace;
        let machine = &mut self.machine;
        let program = machine.code.program;
        let ty = program.exprs[place].ty;
        if let cairn_ir::NondetSource::Volatile(read) = *source
            && let cairn_ir::ExprKind::Load(of) = program.exprs[read].kind
        {
            // What the program does not name is the environment's; its own objects hold what they were given.
            let at = machine.address(of, inputs)?;
            if machine.code.layout.ranges.classify(at) != crate::layout::AddressRange::Wild {
                return self.assign(place, read, inputs);
            }
        }
        let request = InputRequest { edge, place, ty, source, scalar: program.types.scalar(ty) };
        let address = machine.address(place, inputs)?;
        match machine.code.spots[place].content {
            Content::Aggregate { size } => {
                let Ok(size) = usize::try_from(size) else {
                    return Err(Box::new(Fault::OutOfMemory("a nondeterministic object")));
                };
                if size as u64 > self.options.memory {
                    return Err(Box::new(Fault::OutOfMemory("a nondeterministic object")));
                }
                let mut bytes = vec![0; size];
                match guessed {
                    Some(answer) => bytes.chunks_mut(8).for_each(|chunk| {
                        let length = chunk.len();
                        chunk.copy_from_slice(&answer.to_le_bytes()[..length]);
                    }),
                    None => inputs.havoc_bytes(&request, &mut bytes),
                }
                machine.check_record_from_outside(ty, address, &bytes)?;
                machine.store_bytes(place, address, &bytes)?;
                self.changed(place, None, inputs)
            }
            content => {
                let mut value = match guessed {
                    Some(answer) => Value(u128::from(answer)),
                    None => inputs.havoc(&request),
                };
                match content {
                    Content::Scalar { of: cairn_ir::types::Scalar::Bool, .. } => value.0 &= 1,
                    Content::Scalar { of, .. } => value = Value::truncated(value.0, of.bits()),
                    Content::Bits { width, .. } => value = Value::truncated(value.0, width),
                    _ => {}
                }
                if let Content::Scalar { of: cairn_ir::types::Scalar::Pointer { .. }, .. } = content {
                    machine.check_from_outside(place, address, value)?;
                }
                machine.store(place, address, value, inputs)?;
                self.changed(place, Some(value), inputs)
            }
        }
    }

    /// Records a change, when a trace is kept.
    #[inline]
    pub(crate) fn changed(&mut self, place: PlaceId, value: Option<Value>, inputs: &mut dyn Inputs) -> Res<()> {
        if self.records {
            let name = self.machine.name_of(place, inputs);
            let ty = self.machine.code.program.exprs[place].ty;
            let target = Target::Place(place);
            let pointed = self.machine.points_to(value, ty);
            self.trace.changed(WrittenValue { target, name, ty, value, pointed });
        }
        Ok(())
    }
}
