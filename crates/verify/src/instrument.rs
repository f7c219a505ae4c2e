//! The second phase of a run, instrumenting: the checks of a property are put into a program before any engine sees it; those that hold
//! by what is known of ranges of integers are left out.
//!
//! A check is left out where its condition is zero for all values in the ranges that the interval analysis of the whole
//! program finds at its location, which every execution is in, or where the abstract interpretation of memory says so
//! ([`cairn_domains::memory`]). So what is left out is violated by none.

use crate::alarms::{self, Alarm};
use crate::figures::Figures;
use crate::holds;
use crate::library;
use crate::obligations::doubt;
use crate::request::Request;
use cairn_base::{Budget, CancelToken, Span};
use cairn_domains::memory::{self, MemoryInvariants, UndefinedAccess};
use cairn_ir::behaviour::Check;
use cairn_ir::program::Edge;
use cairn_ir::{EdgeId, ExprId, FunctionId, Intrinsic, NodeId, Op, Program, VarId};
use cairn_pointer_analysis::{Dangling, MemoryPartition, PointeeObject};
use cairn_task::Property;
use cairn_transform::instrumentation::{self, Checked};
use cairn_transform::{library_calls, resolve};
use std::time::Duration;

/// A check that ranges showed to hold, so that it is not in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvedCheck {
    pub check: Check,
    /// The function that it is in.
    pub function: FunctionId,
    pub span: Span,
    /// An execution may come there, as far as ranges tell.
    pub is_reached: bool,
}

/// Puts the checks of a request into its program.
pub(crate) fn instrument(program: &mut Program, request: &Request, figures: &mut Figures) {
    let _ = put_unproved(&request.property, program, figures, AlarmMode::Unwanted, &first_look(request, 1.0));
    watch_memory(program, request);
}

/// The same with a body for each call of a library function, so that what is checked in it belongs to the call; and the checks
/// that ranges proved, which are not in the program.
pub(crate) fn instrument_for_obligations(
    program: &mut Program,
    request: &Request,
    figures: &mut Figures,
) -> FirstAnswers {
    // A row asks whether executions come to what is not modelled.
    resolve::take_doubts_off(program);
    let is_model = program.functions.iter().map(|function| !library::is_users(program, function.span)).collect();
    library_calls::separate(program, &is_model);
    let answers = put_unproved(&request.property, program, figures, AlarmMode::Wanted, &first_look(request, PART));
    watch_memory(program, request);
    answers
}

/// The part of the time of a check that memory has: where that is not enough, executions find violations in the rest.
const PART: f64 = 0.8;

/// Budget of the look at a program before any engine: a part of the time of the request, and some seconds where that is less, so that there is
/// always a table.
fn first_look(request: &Request, part: f64) -> Budget {
    const LEAST: Duration = Duration::from_secs(5);
    let time = request.limits.time.map(|time| time.mul_f64(part).max(LEAST));
    Budget::unlimited(request.cancel.clone()).with_time(request.limits.start, time)
}

/// Puts the checks of a property into a program, but for those that ranges show to hold.
pub fn put(property: &Property, program: &mut Program, figures: &mut Figures) {
    let budget = Budget::unlimited(CancelToken::new());
    let _ = put_unproved(property, program, figures, AlarmMode::Unwanted, &budget);
}

/// Puts all checks of a property into a program, whatever is known of it: for who executes it. Executions go on where it is not known
/// whether a check of memory is violated, but at their end, where memory can be looked at.
pub(crate) fn put_all(property: &Property, program: &mut Program) {
    let flags = match property.checks.contains(&Check::Uninitialised) {
        true => instrumentation::track(program),
        false => Default::default(),
    };
    let dangling = property.checks.contains(&Check::ValidDeref).then(|| Dangling::new(program));
    let dangles = |pointer| dangling.as_ref().is_some_and(|dangling| dangling.may_be(pointer));
    let all = instrumentation::find(program, &property.checks, &dangles, &flags);
    instrumentation::splice(program, &all);
    let is_passed = |op: &Op| op.marked_doubt().is_some_and(|why| why != instrumentation::UNFREED);
    let doubts: Vec<EdgeId> =
        program.edges.iter_ids().filter(|(_, edge)| is_passed(&edge.op)).map(|(id, _)| id).collect();
    doubts.into_iter().for_each(|edge| _ = doubt::pass(program, edge));
}

/// Whether somebody reads why checks are open: that costs a walk for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AlarmMode {
    Wanted,
    /// For one verdict.
    Unwanted,
}

/// Answers to checks before any engine runs.
#[derive(Default)]
pub(crate) struct FirstAnswers {
    /// Those that are shown to hold.
    pub proved: Vec<ProvedCheck>,
    /// Alarms where the others are.
    pub alarms: Vec<Alarm>,
    /// There was not enough time for memory.
    pub is_late: bool,
}

/// The same as [`put`]; what is known of all checks. Where the budget ends before anything is known, all are put in.
fn put_unproved(
    property: &Property,
    program: &mut Program,
    figures: &mut Figures,
    wanted: AlarmMode,
    budget: &Budget,
) -> FirstAnswers {
    let asks = |edge: &Edge| matches!(edge.op, Op::Intrinsic { which: Intrinsic::Access, result: Some(_), .. });
    let asks = program.edges.iter().any(asks);
    if property.checks.is_empty() && !asks {
        return FirstAnswers::default();
    }
    let flags = match property.checks.contains(&Check::Uninitialised) {
        true => instrumentation::track(program),
        false => Default::default(),
    };
    let dangling = (asks || property.checks.contains(&Check::ValidDeref)).then(|| Dangling::new(program));
    let dangles = |pointer| dangling.as_ref().is_some_and(|dangling| dangling.may_be(pointer));
    let all = instrumentation::find(program, &property.checks, &dangles, &flags);
    let memory =
        memory::interpret(program, memory::STEPS, UndefinedAccess::of(&property.checks), budget).ok().flatten();
    let known = memory::with_memory(memory.as_ref(), program, budget).ok();
    let holds = |check: &Checked| {
        let by_ranges = known.as_ref().is_some_and(|known| holds::by_ranges(check, known, program));
        by_ranges || memory.as_ref().is_some_and(|memory| holds::by_memory(check, memory, program))
    };
    count_losses(memory.as_ref(), program, figures);
    let one_object = memory.as_ref().map(|memory| memory.of_one_object(program));
    let (proved, left): (Vec<Checked>, Vec<Checked>) = all.iter().cloned().partition(holds);
    figures.count("Program", "checks", all.len());
    figures.count("Program", "checks-proved-by-ranges", all.len() - left.len());
    let comes_to = |node| {
        known.as_ref().is_none_or(|known| known.at(node).is_some())
            && memory.as_ref().is_none_or(|memory| memory.is_reached(node))
    };
    // What a call asks of the library is asked where the library is called, wherever in its model that stands.
    let is_reached = |node: NodeId| {
        let function = &program.functions[program.nodes[node].function];
        let entry = function.body.filter(|_| !library::is_users(program, function.span)).map(|body| body.entry);
        comes_to(node) || entry.is_some_and(comes_to)
    };
    let proved = proved.iter().map(|check| {
        let edge = program.nodes[check.node].leaving.first();
        let span = edge.map_or(Span::NONE, |edge| program.edges[*edge].span);
        let (check, function, is_reached) = (check.check, program.nodes[check.node].function, is_reached(check.node));
        ProvedCheck { check, function, span, is_reached }
    });
    let proved = proved.collect();
    let alarms = match &memory {
        Some(memory) if wanted == AlarmMode::Wanted => {
            left.iter().filter_map(|check| alarms::alarm(check, memory, program)).collect()
        }
        _ => Vec::new(),
    };
    let fits = |edge: &Edge| match &edge.op {
        Op::Intrinsic { which: Intrinsic::Access, args, result: Some(_) } => {
            memory.as_ref().is_some_and(|memory| memory.allow(edge.source, Intrinsic::Access, args, program))
        }
        _ => false,
    };
    let fitting: Vec<EdgeId> = program.edges.iter_ids().filter(|(_, edge)| fits(edge)).map(|(id, _)| id).collect();
    fitting.into_iter().for_each(|edge| instrumentation::answer_yes(program, edge));
    program.facts.one_object = one_object.unwrap_or_default();
    instrumentation::splice(program, &left);
    FirstAnswers { proved, alarms, is_late: memory.is_none() && budget.look().is_err() }
}

/// The operations after which memory knows less by most objects, each time that they were looked at added up.
fn count_losses(memory: Option<&MemoryInvariants>, program: &Program, figures: &mut Figures) {
    const SHOWN: usize = 10;
    for (edge, objects) in memory.map(|memory| memory.losses(SHOWN)).unwrap_or_default() {
        let edge = &program.edges[edge];
        let place = program.sources.locate(edge.span).map(|at| at.to_string()).unwrap_or_default();
        let what = match edge.op {
            Op::Call(call) => {
                program.calls[call].callee.map(|callee| format!("call of {}", program.functions[callee].name))
            }
            _ => None,
        };
        let what = what.unwrap_or_else(|| program.functions[program.nodes[edge.source].function].name.clone());
        figures.count("Objects that memory forgot", format!("{place}: {what}"), objects as usize);
    }
}

/// Asks whether memory has a value where it decides something, where that is wanted.
fn watch_memory(program: &mut Program, request: &Request) {
    if !request.configuration.memory_uninitialised || !request.property.checks.contains(&Check::Uninitialised) {
        return;
    }
    let partition = MemoryPartition::new(program);
    instrumentation::watch(program, &|pointer| points(&partition, pointer));
}

/// The variables and the allocations that a pointer may point to; nothing where it may be any address.
fn points(partition: &MemoryPartition, pointer: ExprId) -> Option<(Vec<VarId>, Vec<EdgeId>)> {
    let objects = partition.pointees(pointer);
    if objects.is_empty() || partition.may_be_made_up(pointer) {
        return None;
    }
    let (mut vars, mut edges) = (Vec::new(), Vec::new());
    for object in objects {
        match object {
            PointeeObject::Variable(var) => vars.push(var),
            PointeeObject::Allocation(edge) => edges.push(edge),
            PointeeObject::Absolute => {}
        }
    }
    Some((vars, edges))
}
