//! Contracts that say nothing: where no execution gets past what a contract requires, any clause of it holds.
//!
//! Where a body is proved against its contract ([`contracts::proof_name`]), what is required is assumed. Which assumptions no execution gets past is
//! known of each program (`coverage`), as far as there was time; here one of those becomes an obligation that is violated, so that nobody takes what is
//! proved behind it for something.

use super::super::coverage::BlockedPlace;
use super::super::report::{CheckReason, CheckReport, CheckState, CheckedObligation, CheckedPlace};
use super::entries::HARNESS_FILE;
use cairn_base::Span;
use cairn_front_c::contracts::{own_name, proof_name};
use cairn_ir::program::VarKind;
use cairn_ir::types::Scalar;
use cairn_ir::{FunctionId, Op, Program, VarId};
use cairn_verify::is_users;
use cairn_verify::obligations::Obligations;

/// The kind of such an obligation.
const KIND: &str = "requires";

/// A row at the first clause of what is required that nothing satisfies.
pub(super) fn say(known: &Obligations, report: &mut CheckReport) {
    let program = &known.program;
    let Some(coverage) = &known.coverage else { return };
    let mut found: Option<(Span, FunctionId)> = None;
    for span in &coverage.blocked {
        let Some(function) = proof_at(program, *span) else { continue };
        let place = BlockedPlace::of(*span, &program.sources);
        report.coverage.blocked.retain(|blocked| *blocked != place);
        if found.is_none_or(|(first, _)| span.start < first.start) {
            found = Some((*span, function));
        }
    }
    let Some((span, function)) = found else { return };
    let own = own_name(&program.functions[function].name);
    let is_limited = has_pointers(program, function);
    let why = match is_limited {
        false => "nothing satisfies what is required up to here, so all clauses of the contract hold of nothing",
        true => {
            "no arguments of the harness satisfy what is required up to here: either none do, or larger objects are needed"
        }
    };
    let at = CheckedPlace::of(span, &program.sources);
    let file = at.as_ref().map_or("", |at| at.file.as_str());
    let text = BlockedPlace::of(span, &program.sources).text;
    let next = "correct the clause, or say with __CPROVER_is_fresh what pointers go to";
    let mut row = CheckedObligation::unchecked(own, CheckReason::new(why, next));
    row.id = format!("{file}/{own}/{KIND}/{text}");
    row.kind = KIND.to_owned();
    row.state = if is_limited { CheckState::Unknown } else { CheckState::Violated };
    row.text = text;
    row.entry = None;
    row.at = at;
    // What stands behind it is proved of nothing.
    let is_behind = |one: &CheckedObligation| {
        let before = one.at.as_ref().zip(row.at.as_ref()).is_some_and(|(one, clause)| one.line <= clause.line);
        one.function != own || !before
    };
    for one in report.obligations.iter_mut().filter(|one| one.state == CheckState::Proved && is_behind(one)) {
        (one.state, one.by) = (CheckState::Unreachable, None);
    }
    report.obligations.push(row);
}

/// Where each call that a harness makes fails before its end, what stands behind the failures is not checked: it is unreachable of calls that are made
/// up only.
pub(super) fn unchecked(known: &Obligations, report: &mut CheckReport) {
    let Some(coverage) = &known.coverage else { return };
    let last = coverage.lines.get(HARNESS_FILE).and_then(|lines| lines.last_key_value());
    let mut violated = report.obligations.iter().filter(|one| one.state == CheckState::Violated);
    let (Some((_, false)), Some(first)) = (last, violated.next()) else { return };
    let at = first.at.as_ref().map_or_else(String::new, |at| format!(" ({}:{})", at.line, at.column));
    let why = format!("not checked: each call that Cairn makes up fails before it, at {}{at}", first.text);
    let reason =
        CheckReason::new(&why, "say with a contract what callers pass, or check it from a program that calls it");
    for one in report.obligations.iter_mut().filter(|one| one.state == CheckState::Unreachable) {
        one.state = CheckState::Unknown;
        one.reasons = vec![reason.clone()];
    }
}

/// The function in whose proof something is assumed.
fn proof_at(program: &Program, span: Span) -> Option<FunctionId> {
    let edge = program.edges.iter().find(|edge| {
        let function = program.functions[program.nodes[edge.source].function].name.as_str();
        edge.span == span && matches!(edge.op, Op::Assume { .. }) && function == proof_name(own_name(function))
    })?;
    Some(program.nodes[edge.source].function)
}

/// Whether what is required may be about objects that pointers go to: a harness has only some of those.
fn has_pointers(program: &Program, function: FunctionId) -> bool {
    let is_number = |var: VarId| {
        let scalar = program.types.scalar(program.vars[var].ty);
        matches!(scalar, Some(Scalar::Int { .. } | Scalar::Bool | Scalar::Float(_)))
    };
    let is_reported = |var: &VarId| {
        let variable = &program.vars[*var];
        let file = program.sources.locate(variable.span).map(|at| at.file);
        variable.kind == VarKind::Static
            && file.is_some_and(|file| &*file != HARNESS_FILE && is_users(program, variable.span))
    };
    let mut all = program.functions[function].params.iter().copied().chain(program.vars.ids().filter(is_reported));
    !all.all(is_number)
}
