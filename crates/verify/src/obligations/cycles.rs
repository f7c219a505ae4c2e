//! Obligations of termination: each loop and each recursion of the program's own text, with its own answer.
//!
//! They are decided before all others, in the program without checks, for a part of the time. So a row says what
//! `cairn verify --property termination` says of its cycle.
//!
//! Invariant: a row is not open for queries. These look for executions that come to an edge, and a cycle has none.

use super::find::{shown_name, text};
use super::{Obligation, ObligationState};
use crate::figures::Figures;
use crate::library::Places;
use crate::report::Assumed;
use crate::request::Request;
use crate::termination::{self, Answered};
use crate::unknown_cause::{Cause, Explanation};
use crate::{prepare, read};
use cairn_base::{FastMap, Span};
use cairn_cpa::Observer;
use cairn_front_c::CompileError;
use cairn_ir::Program;
use cairn_termination::{CycleAnswer, CycleState, TerminationScope};
use std::sync::Arc;

const TERMINATION: &str = "termination";
/// They get at most this part of what is left of the time.
const PART: u32 = 3;

/// The rows of a request, and what they stand on.
///
/// # Errors
/// The program is no valid C, or has no entry function.
pub(super) fn rows(
    request: &Request,
    observer: &mut (dyn Observer + Send),
) -> Result<(Vec<Obligation>, Vec<Assumed>), CompileError> {
    let mut plain = request.clone();
    plain.property.checks.clear();
    plain.property.functions.clear();
    plain.property.labels.clear();
    let used = request.limits.start.elapsed();
    plain.limits.time = request.limits.time.map(|time| used + time.saturating_sub(used) / PART);
    plain.cancel = request.cancel.below();
    let mut program = read::program(&plain)?;
    prepare::prepare(&mut program, &plain, &mut Figures::default());
    let Answered { answer, refused, internal, tasks: _ } =
        termination::cycles(&program, TerminationScope::EachCycle, &plain, observer);
    let places = Places::new(&program);
    let library = termination::library_functions_end(&program).filter(|_| !answer.cycles.is_empty());
    let mut times: FastMap<String, usize> = FastMap::default();
    let (mut rows, mut assumptions) = (Vec::new(), Vec::new());
    for cycle in &answer.cycles {
        if matches!(&cycle.state, CycleState::Ranked(found) if found.assumes_no_overflow) {
            assumptions.push(termination::overflow_ends());
        }
        rows.push(row(&program, cycle, places.of(cycle.span).span, &mut times));
    }
    if let Some(reason) = refused.or(internal) {
        let function = shown_name(&program, program.start);
        let id = format!("/{function}/{TERMINATION}");
        let state = ObligationState::Unknown(vec![reason.clone()]);
        let (kind, text) = (TERMINATION.to_owned(), "threads".to_owned());
        let (edges, known) = (Vec::new(), Vec::new());
        rows.push(Obligation { id, kind, function, span: reason.span, text, edges, known, state });
    }
    assumptions.extend(library);
    Ok((rows, assumptions))
}

fn row(program: &Program, cycle: &CycleAnswer, span: Span, times: &mut FastMap<String, usize>) -> Obligation {
    let mut known = Vec::new();
    let state = match &cycle.state {
        CycleState::Executed => ObligationState::Proved { by: "its only execution".to_owned() },
        CycleState::Ranked(found) => {
            known.push(format!("smaller each time: {}", found.text));
            ObligationState::Proved { by: "a ranking function".to_owned() }
        }
        CycleState::Endless(endless) => match termination::violation(program, endless) {
            Some(violation) => ObligationState::Violated(Arc::new(violation)),
            None => ObligationState::Unknown(vec![Explanation::internal("an execution is not repeated by its inputs")]),
        },
        CycleState::Open(_) => {
            let otherwise = || Explanation::new(Cause::Imprecise, "it is not known whether it ends", "allow more time");
            ObligationState::Unknown(vec![termination::explained(program, cycle).unwrap_or_else(otherwise)])
        }
    };
    let text = text(program, span);
    let file = program.sources.locate(span).map_or(String::new(), |at| at.file.to_string());
    let id = format!("{file}/{}/{TERMINATION}/{text}", cycle.function);
    let time = times.entry(id.clone()).or_insert(0);
    *time += 1;
    let id = if *time == 1 { id } else { format!("{id}#{time}") };
    let (kind, function) = (TERMINATION.to_owned(), cycle.function.clone());
    Obligation { id, kind, function, span, text, edges: Vec::new(), known, state }
}
