//! The trace of a run, step by step, for a person or a tool to read.
//!
//! Nothing is recorded unless [`crate::InterpreterOptions::trace`] asks for it. Names are those of the moment: `a[3]`, not `a[i]`.
//!
//! # Traces with an omitted middle
//! A recorded step takes some 300 bytes. An execution of ten million steps is determined by its inputs, so its trace need not be
//! whole: [`crate::InterpreterOptions::omits`] names the steps whose entries are dropped, but for those that a reader needs
//! to understand what comes after: inputs, and calls that are open at one of them or at the end of the omitted steps. A call that
//! is entered and left without an input in between is dropped as a whole. [`Trace::omitted`] says where and how much.

use crate::compiled_program::Content;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::pointee_text::readable;
use cairn_ir::eval::format_value;
use cairn_ir::{ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, Program, Step, TypeId, Value, VarId};
use std::collections::BTreeMap;
use std::ops::Range;

/// Written target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A place of an operation.
    Place(PlaceId),
    /// A parameter, or the variable that takes a result.
    Variable(VarId),
}

/// A value that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenValue {
    /// Where.
    pub target: Target,
    /// Its name at that moment.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// The scalar; `None` for a record or an array.
    pub value: Option<Value>,
    /// Its target at that moment, as C would write it.
    pub pointed: Option<String>,
}

impl WrittenValue {
    /// The value as a person reads it.
    pub fn value_text(&self, program: &Program) -> Option<String> {
        Some(format_value(self.value?, program.types.scalar(self.ty)?))
    }

    /// The value with what it says beyond its number: what it points to, its character, its hexadecimal digits.
    pub fn readable(&self, program: &Program) -> Option<String> {
        let said = || readable(self.value?, program.types.scalar(self.ty)?);
        self.pointed.clone().or_else(said).or_else(|| self.value_text(program))
    }
}

/// One step of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceEntry {
    /// The step.
    pub step: Step,
    /// Frames on the stack after it, that of the start function included.
    pub depth: u32,
    /// Written values, in order.
    pub changes: Vec<WrittenValue>,
}

impl TraceEntry {
    /// The function in which the step begins; `None` for leaving, whose callee the entry before knows.
    pub fn function(&self, program: &Program) -> Option<FunctionId> {
        match self.step {
            Step::Edge(edge) | Step::Hidden(edge) => Some(program.nodes[program.edges[edge].source].function),
            Step::Enter(call, _) => program.calls[call].callee,
            Step::Leave(..) => None,
        }
    }
}

/// The steps of a run that have no entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Omission {
    /// The entries among them: inputs, and the calls around them.
    pub entries: Range<usize>,
    /// How many steps have no entry.
    pub steps: u64,
}

/// A run, step by step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The steps.
    pub entries: Vec<TraceEntry>,
    /// Omitted middle.
    pub omitted: Option<Omission>,
    /// The entries of calls that were entered among the omitted steps and are not left yet.
    open_calls: Vec<usize>,
    /// What the system of a hosted run did in a step, by the number of its entry: what it is about, and what became of that.
    pub answers: BTreeMap<usize, Vec<(String, String)>>,
    /// The same of the operation that is being run.
    answered: Vec<(String, String)>,
    /// Changes of the operation that is being run, whose step follows.
    pending: Vec<WrittenValue>,
    /// Set once the step of the operation that is being run is recorded already.
    open: bool,
}

impl Trace {
    /// How many steps the run took.
    pub fn steps(&self) -> u64 {
        self.entries.len() as u64 + self.omitted.as_ref().map_or(0, |omitted| omitted.steps)
    }

    /// Steps are taken that need no entries.
    pub(crate) fn omit_steps(&mut self, count: u64) {
        let end = self.entries.len();
        let omitted = self.omitted.get_or_insert(Omission { entries: end..end, steps: 0 });
        omitted.steps = omitted.steps.saturating_add(count);
        omitted.entries.end = end;
    }

    /// One of the omitted steps. `is_input` for one that has an entry nevertheless.
    pub(crate) fn omit(&mut self, step: Step, depth: usize, is_input: bool) {
        self.omit_steps(0);
        match step {
            Step::Enter(..) => {
                self.open_calls.push(self.entries.len());
                self.moved(step, depth);
            }
            // Nothing of interest happened in the call.
            Step::Leave(..) if self.open_calls.last().is_some_and(|at| at + 1 == self.entries.len()) => {
                self.open_calls.pop();
                self.entries.pop();
                self.open = false;
                self.omit_steps(2);
            }
            Step::Leave(..) => {
                self.open_calls.pop();
                self.moved(step, depth);
            }
            _ if is_input => self.moved(step, depth),
            _ => {
                self.pending.clear();
                self.answered.clear();
                self.omit_steps(1);
            }
        }
        self.omit_steps(0);
    }

    pub(crate) fn moved(&mut self, step: Step, depth: usize) {
        let changes = std::mem::take(&mut self.pending);
        if !self.answered.is_empty() {
            self.answers.insert(self.entries.len(), std::mem::take(&mut self.answered));
        }
        self.open = matches!(step, Step::Enter(..) | Step::Leave(..));
        self.entries.push(TraceEntry { step, depth: depth as u32, changes });
    }

    /// The system answers in the operation that is being run.
    pub(crate) fn answered(&mut self, answers: Vec<(String, String)>) {
        self.answered.extend(answers);
    }

    /// The next operation begins: what it changes is its own.
    pub(crate) fn begin(&mut self) {
        self.open = false;
    }

    /// An edge's changes come before its step, a call's and a return's after.
    pub(crate) fn changed(&mut self, change: WrittenValue) {
        match self.entries.last_mut() {
            Some(entry) if self.open => entry.changes.push(change),
            _ => self.pending.push(change),
        }
    }
}

impl Machine<'_, '_> {
    /// The name of a place, with the values of indices.
    pub(crate) fn name_of(&mut self, place: PlaceId, inputs: &mut dyn Inputs) -> String {
        // Longer chains than this tell a reader nothing.
        self.name_within(place, 20, inputs)
    }

    fn name_within(&mut self, place: PlaceId, depth: u32, inputs: &mut dyn Inputs) -> String {
        let program = self.code.program;
        if depth == 0 {
            return "…".to_owned();
        }
        match program.exprs[place].kind {
            PlaceKind::Var(var) => program.vars[var].name.clone(),
            PlaceKind::Field(record, field) => {
                let name = program.types.fields(program.exprs[record].ty).and_then(|f| f.get(field as usize));
                let name = name.map_or("?", |f| f.name.as_str());
                if let PlaceKind::Deref(pointer) = program.exprs[record].kind {
                    return format!("{}->{name}", self.pointer_name(pointer, depth - 1, inputs));
                }
                let outer = self.name_within(record, depth - 1, inputs);
                if name.is_empty() { outer } else { format!("{outer}.{name}") }
            }
            PlaceKind::Index(array, index) => {
                let outer = self.name_within(array, depth - 1, inputs);
                match self.value(index, inputs).ok().zip(self.code.scalar(index)) {
                    Some((value, of)) => format!("{outer}[{}]", format_value(value, of)),
                    None => format!("{outer}[?]"),
                }
            }
            PlaceKind::Deref(pointer) => match program.exprs[pointer].kind {
                ExprKind::Binary(cairn_ir::BinaryOp::PtrAdd, base, index) => {
                    let base = self.pointer_name(base, depth - 1, inputs);
                    match self.value(index, inputs).ok().zip(self.code.scalar(index)) {
                        Some((value, of)) => format!("{base}[{}]", format_value(value, of)),
                        None => format!("{base}[?]"),
                    }
                }
                _ => format!("*{}", self.pointer_name(pointer, depth - 1, inputs)),
            },
        }
    }

    fn pointer_name(&mut self, pointer: ExprId, depth: u32, inputs: &mut dyn Inputs) -> String {
        let program = self.code.program;
        match program.exprs[pointer].kind {
            ExprKind::Load(place) => self.name_within(place, depth, inputs),
            ExprKind::AddressOf(place) => {
                let name = self.name_within(place, depth, inputs);
                if matches!(self.code.spots[place].content, Content::Aggregate { .. }) {
                    name
                } else {
                    format!("(&{name})")
                }
            }
            ExprKind::Cast(inner) if depth > 0 => self.pointer_name(inner, depth - 1, inputs),
            _ => match self.value(pointer, inputs).ok().zip(self.code.scalar(pointer)) {
                Some((value, of)) => format!("({})", format_value(value, of)),
                None => "(?)".to_owned(),
            },
        }
    }
}
