//! Where a program's own text stands behind a place in Cairn's model of the library or in a system's header.
//!
//! A user does not know the text of the model, and cannot change it: what is met there is shown where the program calls the
//! function.

use cairn_base::{FastSet, Span};
use cairn_ir::external::{OF_LIBRARY, SYSTEM_HEADERS};
use cairn_ir::{CallGraph, CallSiteId, FunctionId, Op, Program, Step};
use std::cell::OnceCell;

/// How the names of files begin that are not the user's.
const OTHERS: [&str; 2] = [MODEL, SYSTEM_HEADERS];
/// How the names of files begin in which Cairn models the library.
const MODEL: &str = "<prelude>/";

/// The name of a file with a call that is made up.
pub const HARNESS_FILE: &str = "<harness>";

/// A place in the user's text.
pub struct TextPosition {
    /// Where; the place itself when nothing of the user's text leads there.
    pub span: Span,
    /// The function of the library that is called there; `None` when the place itself is the user's.
    pub function: Option<String>,
    /// The function of the program that the place is in, where it is known.
    pub caller: Option<FunctionId>,
}

/// Whether a place is in the user's text; one without text is not.
pub fn is_users(program: &Program, span: Span) -> bool {
    let file = program.sources.locate(span).map(|location| location.file);
    file.is_some_and(|file| OTHERS.iter().all(|others| !file.starts_with(others)))
}

/// Whether a place is in Cairn's model of the library.
pub fn is_model(program: &Program, span: Span) -> bool {
    program.sources.locate(span).is_some_and(|location| location.file.starts_with(MODEL))
}

/// Finds places in the user's text.
pub struct Places<'p> {
    program: &'p Program,
    calls: OnceCell<CallGraph>,
}

impl<'p> Places<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, calls: OnceCell::new() }
    }

    /// The place in the user's text that leads to a place: that place, or a call through which it is reached.
    pub fn of(&self, span: Span) -> TextPosition {
        let program = self.program;
        if is_users(program, span) {
            return TextPosition { span, function: None, caller: None };
        }
        let edges = program.edges.iter().filter(|edge| edge.span == span);
        let mut inside: Vec<FunctionId> = edges.map(|edge| program.nodes[edge.source].function).collect();
        inside.extend(program.functions.iter_ids().filter(|(_, function)| function.span == span).map(|(id, _)| id));
        self.calling(inside, span)
    }

    /// The same of a place in a function: where it is in a model that has a body for each call, it is that call.
    pub fn of_function(&self, function: FunctionId, span: Span) -> TextPosition {
        if is_users(self.program, span) {
            return TextPosition { span, function: None, caller: Some(function) };
        }
        self.calling(vec![function], span)
    }

    /// The nearest call in the user's text that leads to one of these functions.
    fn calling(&self, mut work: Vec<FunctionId>, span: Span) -> TextPosition {
        let program = self.program;
        let calls = self.calls.get_or_init(|| CallGraph::new(program));
        let mut seen: FastSet<FunctionId> = work.iter().copied().collect();
        let mut next = 0;
        while let Some(&function) = work.get(next) {
            next += 1;
            for &site in calls.calls_of(function) {
                let Some(edge) = calls.edge_of(site) else { continue };
                let edge = &program.edges[edge];
                let caller = program.nodes[edge.source].function;
                if is_users(program, edge.span) {
                    let function = called(program, function, edge.span);
                    return TextPosition { span: edge.span, function, caller: Some(caller) };
                }
                if seen.insert(caller) {
                    work.push(caller);
                }
            }
        }
        TextPosition { span, function: None, caller: None }
    }
}

/// The same on a path, for the last of its steps: the call that is open there.
pub fn users_place_on(program: &Program, steps: impl Iterator<Item = Step>, span: Span) -> TextPosition {
    if is_users(program, span) {
        return TextPosition { span, function: None, caller: None };
    }
    let mut open: Vec<CallSiteId> = Vec::new();
    for step in steps {
        match step {
            Step::Enter(call, _) => open.push(call),
            Step::Leave(..) => _ = open.pop(),
            _ => {}
        }
    }
    for call in open.into_iter().rev() {
        let edge = program.edges.iter().find(|edge| matches!(edge.op, Op::Call(site) if site == call));
        let (Some(at), Some(callee)) = (edge.map(|edge| edge.span), program.calls[call].callee) else { continue };
        if is_users(program, at) {
            return TextPosition { span: at, function: called(program, callee, at), caller: None };
        }
    }
    TextPosition { span, function: None, caller: None }
}

/// The name by which a function is called at a place: the text may name another than the one that models it.
fn called(program: &Program, function: FunctionId, at: Span) -> Option<String> {
    let name = name(program, function);
    if !name.starts_with("__cairn_") {
        return Some(name);
    }
    let (written, _) = program.sources.snippet(at).split_once('(')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let written = written.rsplit(|c| !is_name(c)).next()?;
    (!written.is_empty()).then(|| written.to_owned())
}

/// The name by which a user calls a function.
pub fn name(program: &Program, function: FunctionId) -> String {
    let name = &program.functions[function].name;
    name.strip_suffix(OF_LIBRARY).unwrap_or(name).to_owned()
}
