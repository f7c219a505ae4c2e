//! Deciding the obligations of a program: ranges first, then all that is open together, then parts of it.
//!
//! Invariant: an obligation is proved only by an analysis of a program that has all its edges, and in which no edge but those of
//! other obligations was changed.

use super::beside;
use super::counting::Counting;
use super::cycles;
use super::doubt;
use super::find::{NOT_MODELLED, obligations, unseen_labels, violated};
use super::fuzz::{Fuzzing, WholeProgram};
use super::line_ranges;
use super::query_program::{behind, only};
use super::{Obligation, ObligationLimits, ObligationState, Obligations};
use crate::coverage::{self, ReachedLines};
use crate::facts::KnownFacts;
use crate::figures::Figures;
use crate::library::HARNESS_FILE;
use crate::report::{Assumed, Report, ReportedVerdict};
use crate::request::Request;
use crate::unknown_cause::{Cause, Explanation};
use crate::{instrument, pipeline, prepare, read};
use cairn_base::budget::seconds;
use cairn_base::{Budget, FastSet, Span};
use cairn_cpa::Observer;
use cairn_domains::memory::{self, UndefinedAccess};
use cairn_front_c::CompileError;
use cairn_ir::behaviour::Check;
use cairn_ir::{EdgeId, Op, Program};
use cairn_options::values::CommandLines;
use cairn_transform::instrumentation::is_about_check;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

const MEMORY: &str = "memory";
/// Reason where a query was ended by its own limit.
const TIME_BY_ITSELF: &str = "it was not decided in the time that it had by itself";
/// How a reason begins that is a limit of time.
const TIME: &str = "time limit of ";
/// The label behind an assumption. No label of a program has a blank in it.
pub(super) const PASSED: &str = "past an assumption";

/// Decides all obligations of a request's program. `tell` hears of each change: the first time
/// of what ranges prove before checks are in the program.
///
/// # Errors
/// The program is no valid C, or has no entry function.
pub fn decide(
    request: &Request,
    limits: ObligationLimits,
    observer: &mut (dyn Observer + Send),
    tell: &mut dyn FnMut(&Obligations),
) -> Result<Obligations, CompileError> {
    let (of_cycles, of_overflow) = match request.property.terminates {
        true => cycles::rows(request, observer)?,
        false => Default::default(),
    };
    let terminates = request.property.terminates;
    let mut request = request.clone();
    request.property.terminates = false;
    let request = &request;
    let mut program = read::program(request)?;
    let mut figures = Figures::default();
    let answers = instrument::instrument_for_obligations(&mut program, request, &mut figures);
    prepare::prepare(&mut program, request, &mut figures);
    let specification = pipeline::specification(&request.property);
    let mut all = obligations(&program, &specification, &answers);
    leave_out_harness(&mut program, &mut all);
    all.extend(of_cycles);
    let known = Obligations { figures, ..Obligations::new(all, program) };
    let (ended, before, beside) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (whole, code);
    let mut run = Run {
        request,
        limits,
        known,
        ended,
        before,
        beside,
        observer,
        tell,
        fuzzing: None,
        facts: None,
        in_queries: Duration::ZERO,
        in_fuzzing: Duration::ZERO,
    };
    (run.tell)(&run.known);
    run.known.interpretations = usize::from(!request.property.checks.is_empty());
    // Memory that was not done in its part of the time is not done with more checks in the program.
    match answers.is_late {
        true => run.facts = Some(KnownFacts::new(None)),
        false => run.by_ranges(),
    }
    run.beside_threads();
    (run.tell)(&run.known);
    if !limits.only_memory {
        run.unmodelled();
        // Rows are gone, so others have their numbers.
        run.beside_threads();
    }
    run.not_looked_at();
    run.behind_unmodelled();
    (run.tell)(&run.known);
    if limits.only_memory {
        run.known.give_up(&Explanation::new(
            Cause::Limit,
            "only the analysis of memory was asked",
            "wait for the others",
        ));
        return Ok(run.known);
    }
    // No execution of one thread shows a race or a deadlock.
    let of_threads = [Check::DataRace, Check::Deadlock].map(Check::word);
    if run.open().iter().any(|row| !of_threads.contains(&run.known.all[*row].kind.as_str())) {
        whole = WholeProgram::of(request);
        if let Some(whole) = &whole {
            code = whole.code();
            run.fuzzing = Some(Fuzzing::new(whole, &code, request.configuration.testing_seed));
        }
    }
    if run.by_executions(request.configuration.testing_command_lines == CommandLines::Only) {
        run.by_queries();
    }
    run.behind_assumptions();
    run.advise();
    run.known.all.extend(unseen_labels(request));
    if terminates {
        run.known.assume(of_overflow);
        run.known.in_order();
    }
    Ok(run.known)
}

/// Nobody asks about the text of a call that is made up: an execution that violates something there is none.
fn leave_out_harness(program: &mut Program, all: &mut Vec<Obligation>) {
    let is_harness = |one: &Obligation, program: &Program| {
        program.sources.locate(one.span).is_some_and(|at| &*at.file == HARNESS_FILE)
    };
    let (made_up, users): (Vec<_>, Vec<_>) = std::mem::take(all).into_iter().partition(|one| is_harness(one, program));
    *all = users;
    for edge in made_up.iter().flat_map(|one| &one.edges) {
        if !doubt::pass(program, *edge) {
            program.edges[*edge].op = Op::Halt;
        }
    }
}

pub(super) struct Run<'r> {
    pub(super) request: &'r Request,
    pub(super) limits: ObligationLimits,
    pub(super) known: Obligations,
    /// Obligations whose query of this round a limit ended, and the reasons.
    pub(super) ended: BTreeMap<usize, Vec<Explanation>>,
    /// The same of the round before.
    pub(super) before: BTreeMap<usize, Vec<Explanation>>,
    /// Obligations that are not proved, since a thread may run beside them.
    beside: BTreeMap<usize, Explanation>,
    observer: &'r mut (dyn Observer + Send),
    pub(super) tell: &'r mut dyn FnMut(&Obligations),
    /// Executions of the whole program, where there can be some.
    pub(super) fuzzing: Option<Fuzzing<'r>>,
    /// Facts about the program past all marks, and so of each query.
    facts: Option<KnownFacts>,
    /// How long queries took since the last turn of the fuzzer, and its last turn.
    pub(super) in_queries: Duration,
    pub(super) in_fuzzing: Duration,
}

impl Run<'_> {
    /// Rows of what is not modelled, of which no execution comes to the place: there the program is known, and they are no rows.
    fn unmodelled(&mut self) {
        let program = &self.known.program;
        let is_asked = |one: &Obligation| {
            one.kind == NOT_MODELLED && !one.edges.iter().any(|edge| beside::is_start(&program.edges[*edge].op))
        };
        let rows: Vec<usize> = (0..self.known.all.len()).filter(|index| is_asked(&self.known.all[*index])).collect();
        let singles = rows.iter().filter(|_| rows.len() > 1).map(|row| vec![*row]);
        let groups: Vec<Vec<usize>> = [rows.clone()].into_iter().chain(singles).collect();
        let (start, mut gone) = (Instant::now(), FastSet::default());
        for group in groups {
            if group.is_empty() || self.is_over().is_some() || start.elapsed() > self.limits.each {
                break;
            }
            let edges = group.iter().flat_map(|row| self.known.all[*row].edges.iter().copied());
            let mut program = only(&self.known.program, &self.known.all, &[]);
            edges.for_each(|edge| program.edges[edge].op = Op::Label(PASSED.to_owned()));
            let request = self.about_labels(self.limits.each / 2);
            if pipeline::verify_program(program, &request, self.observer).answer == ReportedVerdict::True {
                gone.extend(group);
            }
            if gone.len() == rows.len() {
                break;
            }
        }
        let mut index = 0;
        self.known.all.retain(|_| {
            index += 1;
            !gone.contains(&(index - 1))
        });
    }

    /// The request of a query whether the label [`PASSED`] is reached.
    fn about_labels(&self, time: Duration) -> Request {
        let mut request = self.request.clone();
        request.limits.start = Instant::now();
        request.limits.time = Some(self.left().map_or(time, |left| left.min(time)));
        request.cancel = self.request.cancel.below();
        request.property.functions.clear();
        request.property.checks.clear();
        request.property.labels = vec![PASSED.to_owned()];
        // Executions go on behind the labels, so what is known past all marks need not hold there; and memory does not exclude them.
        request.facts = Some(KnownFacts::new(None));
        request
    }

    /// What a thread may run beside is not proved: only some schedules are in the program.
    fn beside_threads(&mut self) {
        self.beside = beside::obligations(&self.known.program, &self.known.all, NOT_MODELLED);
        for (index, reason) in &self.beside {
            let state = &mut self.known.all[*index].state;
            if matches!(state, ObligationState::Proved { .. }) {
                *state = ObligationState::Unknown(vec![reason.clone()]);
            }
        }
    }

    /// Proofs by ranges of integers over the whole program, with the checks in it.
    fn by_ranges(&mut self) {
        let mut program = Program::clone(&self.known.program);
        let marks = self.known.all.iter().flat_map(|one| one.edges.iter().copied());
        marks.for_each(|edge| doubt::pass_and_keep(&mut program, edge));
        let program = &program;
        let budget = Budget::unlimited(self.request.cancel.clone()).with_time(self.request.limits.start, self.left());
        self.known.interpretations += 1;
        let Ok(ranges) = memory::invariants(program, UndefinedAccess::of(&self.request.property.checks), &budget)
        else {
            self.facts = Some(KnownFacts::new(None));
            return;
        };
        self.known.coverage = Some(ReachedLines::new(program, &ranges));
        if self.limits.keeps_ranges {
            self.known.line_ranges = line_ranges::of(program, &ranges);
        }
        let is_reached = |edge: &EdgeId| ranges.at(program.edges[*edge].source).is_some();
        // The branch on what is violated stands before the edge.
        let is_place_reached = |edge: &EdgeId| {
            let before = &program.nodes[program.edges[*edge].source].entering;
            before.iter().any(|entering| ranges.at(program.edges[*entering].source).is_some())
        };
        let at_reached: FastSet<Span> =
            program.edges.iter().filter(|edge| ranges.at(edge.source).is_some()).map(|edge| edge.span).collect();
        self.known.all.retain(|one| one.kind != NOT_MODELLED || one.edges.iter().any(is_reached));
        for one in self.known.all.iter_mut().filter(|one| is_open(one)) {
            if one.edges.iter().any(is_reached) {
                continue;
            }
            // Of a call of the library, the call itself.
            one.state = match one.edges.iter().any(is_place_reached) || at_reached.contains(&one.span) {
                true => ObligationState::Proved { by: MEMORY.to_owned() },
                false => ObligationState::Unreachable,
            };
        }
        self.facts = Some(KnownFacts::new(Some(Arc::new(ranges))));
        // A proof names what it stands on, whoever made it.
        self.known.assume(Assumed::of(program));
    }

    /// How much of the program stands only behind what is not modelled.
    fn not_looked_at(&mut self) {
        // A doubt about a check is no end of executions: most programs have one, and are not compiled a second time for it.
        let ends = |op: &Op| matches!(op, Op::Unsupported(why) if !is_about_check(why));
        let is_modelled = |program: &Program| !program.edges.iter().any(|edge| ends(&edge.op));
        if is_modelled(&self.known.program) {
            return;
        }
        if let Ok(going_on) = read::program_going_on(self.request) {
            self.known.not_looked_at = coverage::not_looked_at(&self.known.program, &going_on);
        }
    }

    /// Behind what is not modelled there may be executions to a place that ranges do not reach.
    fn behind_unmodelled(&mut self) {
        let is_there = |one: &&Obligation| one.kind == NOT_MODELLED;
        let found = self.known.all.iter().find(is_there).map(|one| &one.state);
        let Some(ObligationState::Unknown(reasons)) = found else {
            return;
        };
        let next = reasons.first().map_or(String::new(), |reason| reason.next.clone());
        let text = "no execution comes here before one that comes to what is not modelled";
        let reason = Explanation::new(Cause::NotModelled, text, next);
        for one in self.known.all.iter_mut().filter(|one| matches!(one.state, ObligationState::Unreachable)) {
            one.state = ObligationState::Unknown(vec![reason.clone()]);
        }
    }

    /// Assumptions that no execution gets past, although ranges do not say so: what is proved behind them says nothing.
    fn behind_assumptions(&mut self) {
        let mut open = coverage::assumptions(&self.known.program);
        let Some(found) = &self.known.coverage else { return };
        let program = &self.known.program;
        open.retain(|edge| {
            let after = &program.nodes[program.edges[*edge].target];
            !found.blocked.contains(&program.edges[*edge].span)
                && after.entering.len() == 1
                && !after.leaving.is_empty()
        });
        let start = Instant::now();
        while !open.is_empty() && self.is_over().is_none() && start.elapsed() < self.limits.each {
            let request = self.about_labels(self.limits.each);
            let program = behind(only(&self.known.program, &self.known.all, &[]), &open);
            let is_assumption = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Assume { .. });
            let kept: Vec<EdgeId> = open.iter().copied().filter(is_assumption).collect();
            let report = pipeline::verify_program(program, &request, self.observer);
            match (report.answer, report.violation) {
                (ReportedVerdict::True, _) => {
                    let spans = open.iter().map(|edge| self.known.program.edges[*edge].span);
                    if let Some(found) = &mut self.known.coverage {
                        found.blocked.extend(spans);
                    }
                    return;
                }
                (ReportedVerdict::False, Some(violation)) => {
                    let before = open.len();
                    let passed: Vec<_> = violation.trace.entries.iter().map(|entry| entry.step).collect();
                    open.retain(|edge| !(kept.contains(edge) && passed.contains(&cairn_ir::Step::Edge(*edge))));
                    if open.len() == before {
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    /// Where time of the run is left, more of it does not help a query that was ended by its own limit.
    fn advise(&mut self) {
        if self.is_over().is_some() || self.left().is_none() {
            return;
        }
        let reasons = self.known.all.iter_mut().filter_map(|one| match &mut one.state {
            ObligationState::Unknown(reasons) => Some(reasons),
            _ => None,
        });
        for reason in reasons.flatten().filter(|reason| reason.text == TIME_BY_ITSELF) {
            reason.next = "allow more with --each-limit".to_owned();
        }
    }

    pub(super) fn open(&self) -> Vec<usize> {
        (0..self.known.all.len()).filter(|index| is_open(&self.known.all[*index])).collect()
    }

    /// Remaining time.
    pub(super) fn left(&self) -> Option<Duration> {
        let limits = self.request.limits;
        limits.time.map(|time| time.saturating_sub(limits.start.elapsed()))
    }

    pub(super) fn is_over(&self) -> Option<Explanation> {
        if self.request.cancel.is_cancelled() {
            return Some(Explanation::new(Cause::Interrupted, "interrupted", "run it again"));
        }
        let time = self.request.limits.time?;
        let is_over = self.left().is_some_and(|left| left.is_zero());
        let text = format!("{TIME}{} s reached", seconds(time));
        is_over.then(|| Explanation::new(Cause::Limit, text, "allow more with --time-limit"))
    }

    /// Asks whether any of a group can be violated.
    pub(super) fn ask(&mut self, group: &[usize], round: u32) -> Report {
        self.known.queries += 1;
        let program = only(&self.known.program, &self.known.all, group);
        let mut request = self.request.clone();
        request.limits.start = Instant::now();
        request.limits.time = self.share(group, round);
        request.cancel = self.request.cancel.below();
        request.each_target = group.len() > 1;
        request.facts.clone_from(&self.facts);
        let open = format!("{} of {} open", self.open().len(), self.known.all.len());
        let report = pipeline::verify_program(program, &request, &mut Counting { inner: self.observer, open });
        self.known.interpretations += report.stages.iter().filter(|stage| stage.name == MEMORY).count();
        report
    }

    /// Notes what a query found; whether the rest of the group is to be asked again.
    pub(super) fn learn(&mut self, group: &[usize], report: Report) -> bool {
        match report.answer {
            ReportedVerdict::True => {
                let by = report.stages.last().map_or_else(|| MEMORY.to_owned(), |stage| stage.name.clone());
                group.iter().for_each(|index| self.prove(*index, &by));
                self.known.assume(report.assumptions);
                false
            }
            ReportedVerdict::False => {
                let violation = report.violation.unwrap_or_default();
                let last = violation.trace.entries.last().map(|entry| entry.step);
                let found = last.and_then(|last| violated(&self.known.program, &self.known.all, last));
                match (found.filter(|found| group.contains(found)), group) {
                    (Some(found), _) => {
                        let violation = self.repeated(found, violation);
                        self.known.all[found].state = ObligationState::Violated(Arc::new(violation));
                        return true;
                    }
                    (None, [single]) => {
                        let why = Explanation::internal("an execution violates none of the obligations asked about");
                        self.known.all[*single].state = ObligationState::Unknown(vec![why]);
                    }
                    (None, _) => {}
                }
                false
            }
            ReportedVerdict::Unknown => {
                let is_proved = |index: &&usize| {
                    let edges = &self.known.all[**index].edges;
                    !edges.is_empty() && edges.iter().all(|edge| report.proved.contains(edge))
                };
                let proved: Vec<usize> = group.iter().filter(is_proved).copied().collect();
                if !proved.is_empty() {
                    self.known.assume(Assumed::of(&self.known.program.clone()));
                }
                proved.into_iter().for_each(|index| self.prove(index, "k-induction"));
                if let [single] = group {
                    let mut reasons = report.reasons;
                    // The limit of the query is not one that the user has given.
                    let is_limit =
                        |reason: &&mut Explanation| reason.cause == Cause::Limit && reason.text.starts_with(TIME);
                    let mut is_late = false;
                    for reason in reasons.iter_mut().filter(is_limit) {
                        is_late = true;
                        *reason = Explanation::new(Cause::Limit, TIME_BY_ITSELF, "allow more with --time-limit");
                    }
                    // What steps or work of solvers ended within its time ends there again.
                    let limits = self.request.limits;
                    let is_same_again = (limits.steps.is_some() || limits.work.is_some()) && !is_late;
                    if reasons.iter().any(|reason| reason.cause == Cause::Limit) && !is_same_again {
                        self.ended.insert(*single, reasons.clone());
                    }
                    self.known.all[*single].state = ObligationState::Unknown(reasons);
                }
                false
            }
        }
    }

    /// What an analysis proved is, but where a thread may run beside it.
    fn prove(&mut self, index: usize, by: &str) {
        self.known.all[index].state = match self.beside.get(&index) {
            Some(reason) => ObligationState::Unknown(vec![reason.clone()]),
            None => ObligationState::Proved { by: by.to_owned() },
        };
    }
}

pub(super) fn is_open(one: &Obligation) -> bool {
    matches!(one.state, ObligationState::Open)
}
