//! From the interpreter's trace to what a person wants to follow: what the front end made up (the initialisation of the
//! globals, temporaries) is left out, and inputs are followed into the variables that take them.

use crate::library;
use crate::source_text;
use crate::violation::{Happening, Moment, VariableChange, Violation};
use cairn_base::{FastSet, IdVec, Span};
use cairn_interp::{Target, Trace, TraceEntry};
use cairn_ir::behaviour;
use cairn_ir::{
    CallSiteId, EdgeId, ExprId, ExprKind, FunctionId, NondetSource, Op, PlaceId, PlaceKind, Program, Step, VarId,
    VarKind, thread_mark, thread_mark::ThreadMark,
};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn tell(program: &Program, trace: &Trace) -> Violation {
    tell_steps(program, trace, |_| true)
}

/// Leaves out the steps that the violation does not depend on (`cairn_slice::steps_of_last`).
///
/// # Errors
/// Why nothing is left out, as a sentence without a full stop.
pub fn leave_out_irrelevant(program: &Program, violation: &mut Violation) -> Result<(), &'static str> {
    // What nothing points to is asked of the whole memory, and no operation reads that.
    if violation.endless.is_some() || violation.undefined.is_some_and(|(check, _)| !check.is_undefined()) {
        return Err("the violation is about all of the execution");
    }
    if violation.trace.omitted.is_some() || violation.given.is_some() {
        return Err("not all of its steps are recorded");
    }
    let steps: Vec<Step> = violation.trace.entries.iter().map(|entry| entry.step).collect();
    let relevant = cairn_slice::steps_of_last(&Arc::new(program.clone()), &steps).ok_or("a call is not resolved")?;
    violation.moments = tell_steps(program, &violation.trace, |at| relevant[at]).moments;
    Ok(())
}

fn tell_steps(program: &Program, trace: &Trace, is_shown: impl Fn(usize) -> bool) -> Violation {
    let mut calls = BTreeMap::new();
    for (id, edge) in program.edges.iter_ids() {
        if let Op::Call(call) = edge.op {
            calls.insert(call, id);
        }
    }
    let is_library = program.functions.iter().map(|function| library::is_model(program, function.span)).collect();
    let (stack, inputs, narrative) = (vec![program.start], FastSet::default(), Violation::default());
    let mut teller = Teller { program, calls, stack, inputs, narrative, is_library, thread: 0, into_library: None };
    let omitted = trace.omitted.as_ref();
    let (from, until) =
        omitted.map_or((usize::MAX, usize::MAX), |omitted| (omitted.entries.start, omitted.entries.end));
    let mut left_out = 0;
    for (at, entry) in trace.entries.iter().enumerate() {
        if at == until {
            let steps = omitted.map_or(0, |omitted| omitted.steps) + (until - from) as u64;
            teller.omission(steps);
        }
        let shown = teller.narrative.moments.len();
        if left_out > 0 && is_shown(at) {
            teller.omission(left_out);
        }
        let first = teller.narrative.moments.len();
        teller.entry(entry);
        if let Some(answers) = trace.answers.get(&at) {
            teller.answers(entry, answers);
        }
        let new = teller.narrative.moments.len() - first;
        if (from..until).contains(&at) || !is_shown(at) || new == 0 {
            teller.narrative.moments.truncate(shown);
        }
        left_out = match (is_shown(at), new) {
            (true, 0) => left_out,
            (true, _) => 0,
            (false, _) => left_out + new as u64,
        };
    }
    teller.label(trace.entries.last());
    teller.narrative
}

struct Teller<'p> {
    program: &'p Program,
    calls: BTreeMap<CallSiteId, EdgeId>,
    stack: Vec<FunctionId>,
    inputs: FastSet<VarId>,
    narrative: Violation,
    is_library: IdVec<FunctionId, bool>,
    thread: u64,
    /// Where the program called the library, and how many frames there were, while a model of the library runs.
    into_library: Option<(usize, Span)>,
}

impl Teller<'_> {
    fn entry(&mut self, entry: &TraceEntry) {
        match entry.step {
            Step::Edge(edge) => self.edge(edge, entry),
            Step::Hidden(_) => {}
            Step::Enter(call, _) => {
                let Some(callee) = self.program.calls[call].callee else { return };
                let span = self.span(call);
                if self.is_library[callee] {
                    self.into_library.get_or_insert((self.stack.len(), span));
                }
                self.stack.push(callee);
                self.moment(Happening::Enter, span, self.changes(entry, false));
            }
            Step::Leave(call, _) => {
                let span = self.span(call);
                self.stack.pop();
                self.into_library = self.into_library.filter(|(depth, _)| *depth < self.stack.len());
                self.moment(Happening::Leave, span, self.changes(entry, false));
            }
        }
    }

    /// Answers of the system in a step.
    fn answers(&mut self, entry: &TraceEntry, answers: &[(String, String)]) {
        let Step::Edge(edge) = entry.step else { return };
        let said = answers.iter().map(|(place, value)| {
            let (place, value) = (place.clone(), value.clone());
            VariableChange { place, readable: value.clone(), value, input: false }
        });
        self.moment(Happening::Statement, self.program.edges[edge].span, said.collect());
    }

    /// Steps that are not shown; the next moment is behind them.
    fn omission(&mut self, steps: u64) {
        let span = self.narrative.moments.last().map_or(Span::NONE, |moment| moment.span);
        let shown = self.narrative.moments.len();
        self.moment(Happening::Omitted(steps), span, Vec::new());
        self.narrative.moments[shown..].iter_mut().for_each(|moment| moment.in_library = false);
    }

    /// An execution that ends at a label ends there, and not at what came before.
    fn label(&mut self, last: Option<&TraceEntry>) {
        let Some(Step::Edge(edge)) = last.map(|entry| entry.step) else { return };
        let edge = &self.program.edges[edge];
        let is_written =
            edge.op.marked_call().is_none() && edge.op.marked_check().is_none() && edge.op.marked_thread().is_none();
        if matches!(edge.op, Op::Label(_)) && is_written {
            self.moment(Happening::Statement, edge.span, Vec::new());
        }
    }

    fn edge(&mut self, edge: EdgeId, entry: &TraceEntry) {
        let edge = &self.program.edges[edge];
        let (what, input) = match &edge.op {
            Op::Assume { .. } if behaviour::is_check(self.program, edge.source) => return,
            // Whether an interrupt comes is told by the handler that runs.
            Op::Assume { .. } if edge.span.is_none() => return,
            Op::Assume { truth, .. } => (Happening::Decision(*truth), false),
            Op::Havoc { place, source } if thread_mark::chooses_thread(&edge.op) => {
                self.note_input(*place, source, entry);
                let chosen = entry.changes.first().and_then(|change| change.value).map(|value| value.0 as u64);
                if let Some(thread) = chosen.filter(|thread| *thread != self.thread) {
                    self.thread = thread;
                    self.moment(Happening::Thread(thread), Span::NONE, Vec::new());
                }
                return;
            }
            Op::Havoc { place, source } => {
                self.note_input(*place, source, entry);
                (Happening::Statement, true)
            }
            Op::Assign { place, value } => {
                let input = self.is_input(*value);
                if let (true, Some(var)) = (input, self.temporary(*place)) {
                    self.inputs.insert(var);
                }
                (Happening::Statement, input)
            }
            Op::Label(_) if edge.op.marked_call().is_some() => (Happening::Statement, false),
            Op::Label(_) if edge.op.marked_thread() == Some(ThreadMark::Waits) => {
                (Happening::Waits(self.thread), false)
            }
            Op::Label(_) if let Some(check) = edge.op.marked_check() => {
                // What goes wrong in the library, its caller has asked for; a function that it calls back is the program's.
                let in_library = self.stack.last().is_some_and(|function| self.is_library[*function]);
                let into_library = self.into_library.filter(|_| in_library);
                self.narrative.undefined = Some((check, into_library.map_or(edge.span, |(_, span)| span)));
                (Happening::Undefined(check), false)
            }
            Op::Intrinsic { which, .. } if which.only_asks() => return,
            Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_) => return,
            _ => (Happening::Statement, false),
        };
        let changes = self.changes(entry, input);
        // A statement that only fills a temporary is the beginning of another one.
        if changes.is_empty() && !entry.changes.is_empty() && what == Happening::Statement {
            return;
        }
        self.moment(what, edge.span, changes);
    }

    fn note_input(&mut self, place: PlaceId, source: &NondetSource, entry: &TraceEntry) {
        if let Some(var) = self.temporary(place) {
            self.inputs.insert(var);
        }
        let who = match source {
            NondetSource::Verifier(name) | NondetSource::Undefined(name) | NondetSource::Unmodelled(name) => {
                format!("{name}()")
            }
            NondetSource::Other(what) => what.clone(),
            NondetSource::Volatile(_) => "volatile object".to_owned(),
            // No input: the execution computes it.
            NondetSource::Layout => return,
        };
        for change in &entry.changes {
            let value = change.value_text(self.program).unwrap_or_else(|| "{…}".to_owned());
            self.narrative.inputs.push((who.clone(), value));
        }
    }

    /// The made-up variable that a place is.
    fn temporary(&self, place: PlaceId) -> Option<VarId> {
        match self.program.exprs[place].kind {
            PlaceKind::Var(var) if self.is_made_up(var) => Some(var),
            _ => None,
        }
    }

    fn is_made_up(&self, var: VarId) -> bool {
        matches!(self.program.vars[var].kind, VarKind::Temp | VarKind::Return | VarKind::StringLiteral)
    }

    /// True for the value of a temporary that holds an input, converted or not.
    fn is_input(&self, value: ExprId) -> bool {
        match self.program.exprs[value].kind {
            ExprKind::Cast(inner) => self.is_input(inner),
            ExprKind::Load(place) => self.temporary(place).is_some_and(|var| self.inputs.contains(&var)),
            _ => false,
        }
    }

    fn changes(&self, entry: &TraceEntry, input: bool) -> Vec<VariableChange> {
        let mut changes = Vec::new();
        for change in &entry.changes {
            let var = match change.target {
                Target::Place(place) => self.temporary(place),
                Target::Variable(var) => self.is_made_up(var).then_some(var),
            };
            // The record of the arguments of a call that the host answers.
            if change.name.starts_with("<arguments of") {
                continue;
            }
            let Some(value) = change.value_text(self.program) else { continue };
            let readable = change.readable(self.program).unwrap_or_else(|| value.clone());
            match var.map(|var| self.program.vars[var].kind) {
                None => {
                    let place = self.place(entry, &change.name);
                    changes.extend(place.map(|place| VariableChange { place, value, input, readable }));
                }
                Some(VarKind::Return) => {
                    changes.push(VariableChange { place: "return value".to_owned(), value, input, readable })
                }
                Some(_) => {}
            }
        }
        changes
    }

    /// The name of a place; where a made-up variable is in it, what the program's text assigns to.
    fn place(&self, entry: &TraceEntry, name: &str) -> Option<String> {
        if !name.contains('#') {
            return Some(name.to_owned());
        }
        let Step::Edge(edge) = entry.step else { return None };
        let text = source_text::written(&self.program.sources, self.program.edges[edge].span);
        source_text::assigned(&text).map(str::to_owned)
    }

    fn span(&self, call: CallSiteId) -> Span {
        self.calls.get(&call).map_or(Span::NONE, |edge| self.program.edges[*edge].span)
    }

    fn moment(&mut self, what: Happening, span: Span, changes: Vec<VariableChange>) {
        // The made-up start function, and the return into it, are not the program's.
        let depth = self.stack.len().saturating_sub(2) as u32;
        let Some(function) = self.stack.last().filter(|function| **function != self.program.start) else { return };
        // What threads run of the library is copied into the program's own function.
        let in_library = self.is_library[*function] || library::is_model(self.program, span);
        let function = library::name(self.program, *function);
        self.narrative.moments.push(Moment { function, depth, what, span, in_library, changes });
    }
}
