//! From what is known here to what is said in a log, and back.
//!
//! Invariant: what comes back names locations, edges and blocks that are there: entries were checked before.

use cairn_base::id::Id;
use cairn_base::{Span, Stop, Work};
use cairn_blocks::CodeBlockId;
use cairn_cpa::control::Place;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{Failure, Reason};
use cairn_ir::{CallSiteId, EdgeId, NodeId, Program, Shown, Step};
use cairn_wire::Entry;
use cairn_wire::entry::{self, State};
use std::time::Duration;

/// Ids are at most 32 bits wide.
fn small(id: impl Id) -> u32 {
    u32::try_from(id.index()).unwrap_or(u32::MAX)
}
fn large(number: usize) -> u64 {
    number as u64
}
fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
fn id<I: Id>(number: u32) -> I {
    I::from_index(number as usize)
}

/// A state at the entry of a block.
pub fn state(epoch: usize, block: CodeBlockId, place: &Place, state: Option<&[u8]>, before: Option<u64>) -> Entry {
    let calls = place.calls.iter().map(|(site, edge)| (small(*site), small(*edge))).collect();
    let place = entry::Place { node: small(place.node), calls, specification: place.specification.0 };
    let (block, state) = (small(block), state.map(<[u8]>::to_vec));
    Entry::State(State { epoch: large(epoch), block, place, state, before })
}

/// A block.
pub fn block(number: u32) -> CodeBlockId {
    id(number)
}

/// Blocks.
pub fn numbers(blocks: impl Iterator<Item = CodeBlockId>) -> Vec<u32> {
    blocks.map(small).collect()
}

/// Where control is.
pub fn place(place: &entry::Place) -> Place {
    let calls = place.calls.iter().map(|(site, edge)| (id::<CallSiteId>(*site), id::<EdgeId>(*edge))).collect();
    Place { node: id::<NodeId>(place.node), calls, specification: SpecificationState(place.specification) }
}

/// The steps of a path; `None` when one of them hides something.
pub fn path(steps: &[Step]) -> Option<Vec<entry::Step>> {
    let one = |step: &Step| match step {
        Step::Edge(edge) => Some(entry::Step::Edge(small(*edge))),
        Step::Enter(site, Shown::ALL) => Some(entry::Step::Enter(small(*site))),
        Step::Leave(site, Shown::ALL) => Some(entry::Step::Leave(small(*site))),
        _ => None,
    };
    steps.iter().map(one).collect()
}

/// A path of the program.
///
/// # Errors
/// It is none, as a sentence: a step does not follow on the one before, or on the program's entry.
pub fn steps(path: &[entry::Step], program: &Program) -> Result<Vec<Step>, String> {
    let (mut at, mut calls) = (program.entry(), Vec::new());
    let mut steps = Vec::with_capacity(path.len());
    for (index, step) in path.iter().enumerate() {
        let Some((step, target)) = follow(step, at, &mut calls, program) else {
            return Err(format!("it is no path of the program: step {index}, {step:?}, does not go on from {at}"));
        };
        at = target;
        steps.push(step);
    }
    Ok(steps)
}

/// The step that leads on from a location, and where to; `None` when it does not.
fn follow(
    step: &entry::Step,
    at: NodeId,
    calls: &mut Vec<(CallSiteId, EdgeId)>,
    program: &Program,
) -> Option<(Step, NodeId)> {
    match step {
        entry::Step::Edge(edge) => {
            let edge: EdgeId = id(*edge);
            let found = &program.edges[edge];
            let is_there = found.source == at && !matches!(found.op, cairn_ir::Op::Call(_));
            is_there.then_some((Step::Edge(edge), found.target))
        }
        entry::Step::Enter(site) => {
            let site: CallSiteId = id(*site);
            let (edge, target) = enters(program, site, at)?;
            calls.push((site, edge));
            Some((Step::Enter(site, Shown::ALL), target))
        }
        entry::Step::Leave(site) => {
            let site: CallSiteId = id(*site);
            let (called, edge) = calls.pop()?;
            let callee = program.nodes[at].function;
            let is_there = called == site && at == program.functions[callee].body.as_ref()?.exit;
            is_there.then(|| (Step::Leave(site, Shown::ALL), program.edges[edge].target))
        }
    }
}

/// The edge of a call that control can take at a location, and where the callee begins.
fn enters(program: &Program, site: CallSiteId, at: NodeId) -> Option<(EdgeId, NodeId)> {
    let is_call = |op: &cairn_ir::Op| matches!(op, cairn_ir::Op::Call(call) if *call == site);
    let edge = program.leaving(at).find(|(_, edge)| is_call(&edge.op)).map(|(id, _)| id)?;
    Some((edge, program.functions[program.calls[site].callee?].body.as_ref()?.entry))
}

/// Why TRUE is gone, for others.
pub fn reason(reason: &Reason) -> entry::Reason {
    match reason {
        Reason::Stopped(stop) => match stop {
            Stop::Cancelled => entry::Reason::Cancelled,
            Stop::TimeLimit(time) => entry::Reason::TimeLimit(u64::try_from(time.as_micros()).unwrap_or(u64::MAX)),
            Stop::MemoryLimit(bytes) => entry::Reason::MemoryLimit(*bytes),
            Stop::TickLimit(ticks) => entry::Reason::TickLimit(*ticks),
            Stop::WorkLimit(work) => entry::Reason::WorkLimit(work.get()),
        },
        Reason::LeftOut { what, span, count } => entry::Reason::LeftOut(what.clone(), (span.start, span.end), *count),
        Reason::Unrefuted { why, count } => entry::Reason::Unrefuted(why.clone(), *count),
        Reason::Unchecked { why, count } => entry::Reason::Unchecked(why.clone(), *count),
        Reason::UnrefutedLimit(limit) => entry::Reason::UnrefutedLimit(large(*limit)),
        Reason::RefinementLimit(limit) => entry::Reason::RefinementLimit(large(*limit)),
        Reason::Sampled(count) => entry::Reason::Sampled(*count),
        Reason::Refused(why) => entry::Reason::Refused(why.clone()),
        Reason::Internal(what) => entry::Reason::Internal(what.clone()),
    }
}

/// Why TRUE is gone, as another has said.
pub fn heard(reason: entry::Reason) -> Reason {
    match reason {
        entry::Reason::Cancelled => Reason::Stopped(Stop::Cancelled),
        entry::Reason::TimeLimit(micros) => Reason::Stopped(Stop::TimeLimit(Duration::from_micros(micros))),
        entry::Reason::MemoryLimit(bytes) => Reason::Stopped(Stop::MemoryLimit(bytes)),
        entry::Reason::TickLimit(ticks) => Reason::Stopped(Stop::TickLimit(ticks)),
        entry::Reason::WorkLimit(units) => Reason::Stopped(Stop::WorkLimit(Work::units(units))),
        entry::Reason::LeftOut(what, (start, end), count) => Reason::LeftOut { what, span: Span { start, end }, count },
        entry::Reason::Unrefuted(why, count) => Reason::Unrefuted { why, count },
        entry::Reason::Unchecked(why, count) => Reason::Unchecked { why, count },
        entry::Reason::UnrefutedLimit(limit) => Reason::UnrefutedLimit(count(limit)),
        entry::Reason::RefinementLimit(limit) => Reason::RefinementLimit(count(limit)),
        entry::Reason::Sampled(count) => Reason::Sampled(count),
        entry::Reason::Refused(why) => Reason::Refused(why),
        entry::Reason::Internal(what) => Reason::Internal(what),
    }
}

/// What has failed, as another has said.
pub fn failure(reason: entry::Reason) -> Failure {
    match heard(reason) {
        Reason::Stopped(stop) => Failure::Stopped(stop),
        Reason::LeftOut { what, span, .. } => Failure::Unsupported { what, span },
        other => Failure::Internal(other.to_string()),
    }
}
