//! The statements of an error trace: what of it may be wrong, and what is given.
//!
//! A statement of the source is one soft constraint however often the trace executes it, because who mends a line mends all
//! its executions. The paper has a soft constraint an execution and maps what it finds to lines. The smallest sets are the
//! same: taking away all executions of some statements makes the trace formula satisfiable exactly when some set of
//! executions of these statements does, so the minimal sets of statements are the minimal ones among the projections.
//!
//! **The post-condition** (DCPA 4.3.1: "the condition leading to the error"; 4.3.2: the assume edge closest to the error
//! location) is the last branch before the target. A branch on several conditions (`a && b || c`) is several assumptions:
//! all those of one condition of the source are the post-condition together. When a function does nothing but look at what
//! it is given (an assertion function), its call belongs to the post-condition too: it says what is checked.

use crate::control::{ControllingDecisions, without_those_of};
use cairn_base::{FastIndexMap, Span};
use cairn_interp::Trace;
use cairn_ir::print::{format_expr, format_place};
use cairn_ir::{CallSiteId, Op, PlaceKind, Program, Step, VarKind};

/// Kind of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum TraceStatementKind {
    /// Writes a value.
    Assign,
    /// Decides where control goes.
    Decide,
    /// Passes arguments to a function.
    Pass,
    /// Takes a function's result.
    Return,
}

/// A statement of the source that the trace executes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStatement {
    /// Its kind.
    pub kind: TraceStatementKind,
    /// Where it is.
    pub span: Span,
    /// It as a person reads it, on one line.
    pub text: String,
    /// The steps of the trace that execute it, in order.
    pub steps: Vec<usize>,
}

/// Role of a step of the trace in localization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepRole {
    /// It is as it is: declarations, allocations, inputs.
    Hard,
    /// An execution of this statement.
    Soft(usize),
    /// A part of the post-condition.
    Post,
}

/// The steps of a trace up to its post-condition.
#[derive(Clone, Debug)]
pub struct Split {
    /// For each step what it is. What follows the post-condition is left out.
    pub roles: Vec<StepRole>,
    /// The statements, in the order of their first execution.
    pub statements: Vec<TraceStatement>,
    /// The conditions of the post-condition, in order.
    pub post: Vec<Span>,
    /// For each step the last decision, as a step, that may have left it out.
    pub control: ControllingDecisions,
}

/// Divides a trace; `None` when no branch leads to the target: then nothing but the absence of the target would help. With
/// `skipping`, decisions may leave out what they led to.
pub fn split(program: &Program, trace: &Trace, skipping: bool) -> Option<Split> {
    let steps: Vec<Step> = trace.entries.iter().map(|entry| entry.step).collect();
    let is_decision = |at: usize| decision(program, steps[at]).is_some();
    let last = (0..steps.len()).rev().find(|at| is_decision(*at))?;
    let first = first_of_condition(program, &steps, last);
    let call = asserting_call(program, &steps, first);
    let calls = call_spans(program);
    let mut found: FastIndexMap<(TraceStatementKind, Span), TraceStatement> = FastIndexMap::default();
    let mut roles = Vec::with_capacity(last + 1);
    for (at, step) in steps[..=last].iter().enumerate() {
        if (first..=last).contains(&at) {
            roles.push(if is_decision(at) { StepRole::Post } else { StepRole::Hard });
            continue;
        }
        let of = statement(program, *step, &calls).filter(|_| call.is_none_or(|call| at < call));
        roles.push(match of {
            None => StepRole::Hard,
            Some((kind, span, text)) => {
                let entry = found.entry((kind, span));
                let index = entry.index();
                entry.or_insert_with(|| TraceStatement { kind, span, text, steps: Vec::new() }).steps.push(at);
                StepRole::Soft(index)
            }
        });
    }
    let post = (first..=last).filter_map(|at| decision(program, steps[at])).collect();
    let mut control = vec![None; last + 1];
    if skipping {
        control = crate::control::control(program, &steps[..=last]);
        without_those_of(&mut control, first);
        // What a function returns when this is left out is not on the trace.
        for (of, step) in control.iter_mut().zip(&steps) {
            if is_return(program, *step) {
                *of = None;
            }
        }
    }
    Some(Split { roles, statements: found.into_values().collect(), post, control })
}

/// The span of an assumption that has an alternative, or is stated.
fn decision(program: &Program, step: Step) -> Option<Span> {
    let Step::Edge(edge) = step else { return None };
    let edge = &program.edges[edge];
    matches!(edge.op, Op::Assume { .. }).then_some(edge.span)
}

/// True for a step that changes nothing.
fn is_idle(program: &Program, step: Step) -> bool {
    let Step::Edge(edge) = step else { return false };
    matches!(program.edges[edge].op, Op::Skip | Op::Label(_))
}

/// True for a step that sets the result of a function.
fn is_return(program: &Program, step: Step) -> bool {
    let Step::Edge(edge) = step else { return false };
    let Op::Assign { place, .. } = program.edges[edge].op else { return false };
    matches!(program.exprs[place].kind, PlaceKind::Var(var) if program.vars[var].kind == VarKind::Return)
}

/// Where the condition begins that the decision at `last` ends.
fn first_of_condition(program: &Program, steps: &[Step], last: usize) -> usize {
    let mut first = last;
    let Some(mut later) = decision(program, steps[last]) else { return last };
    for at in (0..last).rev() {
        match decision(program, steps[at]) {
            Some(span) if are_one_condition(program, span, later) => (first, later) = (at, span),
            None if is_idle(program, steps[at]) => {}
            _ => break,
        }
    }
    first
}

/// Whether two conditions are parts of one in the source: no statement ends or begins between them.
fn are_one_condition(program: &Program, earlier: Span, later: Span) -> bool {
    if earlier.is_none() || later.is_none() || earlier.start >= later.start {
        return false;
    }
    let between = program.sources.snippet(Span::new(earlier.end.min(later.start), later.start));
    let ends = between.contains([';', '{', '}', '?', ':']);
    let words = between.split(|c: char| !c.is_alphanumeric() && c != '_');
    !ends && !words.into_iter().any(|word| matches!(word, "if" | "while" | "for" | "else" | "switch" | "return" | "do"))
}

/// The call of the function that does nothing but look at its parameters before the condition that begins at `first`.
fn asserting_call(program: &Program, steps: &[Step], first: usize) -> Option<usize> {
    for at in (0..first).rev() {
        match steps[at] {
            Step::Enter(..) => return (!is_entry(program, steps[at])).then_some(at),
            Step::Edge(edge) => match program.edges[edge].op {
                Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_) => {}
                _ => return None,
            },
            Step::Leave(..) | Step::Hidden(_) => return None,
        }
    }
    None
}

/// The call of the program's entry by what the front end made up.
fn is_entry(program: &Program, step: Step) -> bool {
    let Step::Enter(call, _) = step else { return false };
    program.edges.iter().any(|edge| {
        matches!(edge.op, Op::Call(site) if site == call) && program.nodes[edge.source].function == program.start
    })
}

fn call_spans(program: &Program) -> FastIndexMap<CallSiteId, Span> {
    let calls = program.edges.iter().filter(|edge| program.nodes[edge.source].function != program.start);
    calls.filter_map(|edge| if let Op::Call(site) = edge.op { Some((site, edge.span)) } else { None }).collect()
}

/// The statement that a step executes; `None` for what is given.
fn statement(
    program: &Program,
    step: Step,
    calls: &FastIndexMap<CallSiteId, Span>,
) -> Option<(TraceStatementKind, Span, String)> {
    let text = |span| one_line(program.sources.snippet(span));
    let (kind, span, text) = match step {
        Step::Edge(edge) => {
            let edge = &program.edges[edge];
            match &edge.op {
                Op::Assume { cond, .. } => {
                    let shown = text(edge.span);
                    let shown = if shown.is_empty() { format_expr(program, *cond) } else { shown };
                    (TraceStatementKind::Decide, edge.span, shown)
                }
                Op::Assign { place, .. } => {
                    let shown = text(edge.span);
                    // Of an initialiser the text has only the value.
                    let is_whole = shown.contains('=') || shown.ends_with("++") || shown.ends_with("--");
                    let is_whole = is_whole || shown.starts_with("++") || shown.starts_with("--");
                    let place = format_place(program, *place);
                    let is_whole = is_whole || shown.starts_with("return") || place.starts_with(['#', '<']);
                    (TraceStatementKind::Assign, edge.span, if is_whole { shown } else { format!("{place} = {shown}") })
                }
                Op::Intrinsic { which, .. } if which.row().written().is_some() => {
                    (TraceStatementKind::Assign, edge.span, text(edge.span))
                }
                _ => return None,
            }
        }
        Step::Enter(call, _) if !program.calls[call].args.is_empty() => {
            let span = *calls.get(&call)?;
            (TraceStatementKind::Pass, span, text(span))
        }
        Step::Leave(call, _) if program.calls[call].result.is_some() => {
            let span = *calls.get(&call)?;
            (TraceStatementKind::Return, span, text(span))
        }
        Step::Enter(..) | Step::Leave(..) | Step::Hidden(_) => return None,
    };
    (!span.is_none()).then_some((kind, span, text))
}

/// A text with its blanks and line ends as single blanks, without a semicolon at its end.
fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.trim_end_matches(';').to_owned()
}
