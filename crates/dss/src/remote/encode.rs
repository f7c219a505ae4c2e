//! From what is known here to what is said in a log, and back.
//!
//! Invariant: what comes back names locations, edges and blocks that are there: entries were checked before.

use cairn_base::id::Id;
use cairn_base::{Span, Stop, Work};
use cairn_blocks::CodeBlockId;
use cairn_cpa::control::PortableControl;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{Failure, Reason};
use cairn_ir::{CallSiteId, EdgeId, NodeId, PassedValues, Program, Step};
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
pub fn state(
    epoch: usize,
    block: CodeBlockId,
    place: &PortableControl,
    state: Option<&[u8]>,
    before: Option<u64>,
) -> Entry {
    let calls = place.calls.iter().map(|(site, edge)| (small(*site), small(*edge))).collect();
    let place = entry::ControlPosition { node: small(place.node), calls, specification: place.specification.0 };
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
pub fn place(place: &entry::ControlPosition) -> PortableControl {
    let calls = place.calls.iter().map(|(site, edge)| (id::<CallSiteId>(*site), id::<EdgeId>(*edge))).collect();
    PortableControl { node: id::<NodeId>(place.node), calls, specification: SpecificationState(place.specification) }
}

/// The steps of a path; `None` when one of them hides something.
pub fn path(steps: &[Step]) -> Option<Vec<entry::WireStep>> {
    let one = |step: &Step| match step {
        Step::Edge(edge) => Some(entry::WireStep::Edge(small(*edge))),
        Step::Enter(site, PassedValues::ALL) => Some(entry::WireStep::Enter(small(*site))),
        Step::Leave(site, PassedValues::ALL) => Some(entry::WireStep::Leave(small(*site))),
        _ => None,
    };
    steps.iter().map(one).collect()
}

/// A path of the program.
///
/// # Errors
/// It is none, as a sentence: a step does not follow on the one before, or on the program's entry.
pub fn steps(path: &[entry::WireStep], program: &Program) -> Result<Vec<Step>, String> {
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
    step: &entry::WireStep,
    at: NodeId,
    calls: &mut Vec<(CallSiteId, EdgeId)>,
    program: &Program,
) -> Option<(Step, NodeId)> {
    match step {
        entry::WireStep::Edge(edge) => {
            let edge: EdgeId = id(*edge);
            let found = &program.edges[edge];
            let is_there = found.source == at && !matches!(found.op, cairn_ir::Op::Call(_));
            is_there.then_some((Step::Edge(edge), found.target))
        }
        entry::WireStep::Enter(site) => {
            let site: CallSiteId = id(*site);
            let (edge, target) = enters(program, site, at)?;
            calls.push((site, edge));
            Some((Step::Enter(site, PassedValues::ALL), target))
        }
        entry::WireStep::Leave(site) => {
            let site: CallSiteId = id(*site);
            let (called, edge) = calls.pop()?;
            let callee = program.nodes[at].function;
            let is_there = called == site && at == program.functions[callee].body.as_ref()?.exit;
            is_there.then(|| (Step::Leave(site, PassedValues::ALL), program.edges[edge].target))
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
pub fn reason(reason: &Reason) -> entry::WireReason {
    match reason {
        Reason::Stopped(stop) => match stop {
            Stop::Cancelled => entry::WireReason::Cancelled,
            Stop::TimeLimit(time) => entry::WireReason::TimeLimit(u64::try_from(time.as_micros()).unwrap_or(u64::MAX)),
            Stop::MemoryLimit(bytes) => entry::WireReason::MemoryLimit(*bytes),
            Stop::TickLimit(ticks) => entry::WireReason::TickLimit(*ticks),
            Stop::WorkLimit(work) => entry::WireReason::WorkLimit(work.get()),
        },
        Reason::LeftOut { what, span, count } => {
            entry::WireReason::LeftOut(what.clone(), (span.start, span.end), *count)
        }
        Reason::Unrefuted { why, count } => entry::WireReason::Unrefuted(why.clone(), *count),
        Reason::Unchecked { why, count } => entry::WireReason::Unchecked(why.clone(), *count),
        Reason::UnrefutedLimit(limit) => entry::WireReason::UnrefutedLimit(large(*limit)),
        Reason::RefinementLimit(limit) => entry::WireReason::RefinementLimit(large(*limit)),
        Reason::Sampled(count) => entry::WireReason::Sampled(*count),
        Reason::Refused(why) => entry::WireReason::Refused(why.clone()),
        Reason::Internal(what) => entry::WireReason::Internal(what.clone()),
        Reason::Lost(why) => entry::WireReason::Lost(why.clone()),
    }
}

/// Why TRUE is gone, as another has said.
pub fn decode_reason(reason: entry::WireReason) -> Reason {
    match reason {
        entry::WireReason::Cancelled => Reason::Stopped(Stop::Cancelled),
        entry::WireReason::TimeLimit(micros) => Reason::Stopped(Stop::TimeLimit(Duration::from_micros(micros))),
        entry::WireReason::MemoryLimit(bytes) => Reason::Stopped(Stop::MemoryLimit(bytes)),
        entry::WireReason::TickLimit(ticks) => Reason::Stopped(Stop::TickLimit(ticks)),
        entry::WireReason::WorkLimit(units) => Reason::Stopped(Stop::WorkLimit(Work::units(units))),
        entry::WireReason::LeftOut(what, (start, end), count) => {
            Reason::LeftOut { what, span: Span { start, end }, count }
        }
        entry::WireReason::Unrefuted(why, count) => Reason::Unrefuted { why, count },
        entry::WireReason::Unchecked(why, count) => Reason::Unchecked { why, count },
        entry::WireReason::UnrefutedLimit(limit) => Reason::UnrefutedLimit(count(limit)),
        entry::WireReason::RefinementLimit(limit) => Reason::RefinementLimit(count(limit)),
        entry::WireReason::Sampled(count) => Reason::Sampled(count),
        entry::WireReason::Refused(why) => Reason::Refused(why),
        entry::WireReason::Internal(what) => Reason::Internal(what),
        entry::WireReason::Lost(why) => Reason::Lost(why),
    }
}

/// Failure of another, as it has said.
pub fn failure(reason: entry::WireReason) -> Failure {
    match decode_reason(reason) {
        Reason::Stopped(stop) => Failure::Stopped(stop),
        Reason::LeftOut { what, span, .. } => Failure::Unsupported { what, span },
        other => Failure::Internal(other.to_string()),
    }
}
