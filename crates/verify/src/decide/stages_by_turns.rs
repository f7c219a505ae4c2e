//! The stages that take turns, run by turns until one has a verdict.
//!
//! Each stage has a thread of its own, and with it its own analysis, solver and checker of paths; the program is shared.
//! A stage runs while it has a turn ([`cairn_base::turns`]): one at a time, or as many as there are jobs. The first verdict
//! ends the others, and is sound by itself, as each is. A stage that ends by itself without a verdict takes no more turns.
//!
//! Invariant: two verdicts never contradict each other. If they did, the answer would be UNKNOWN with an internal error.

use super::Subject;
use super::stages_in_sequence::{is_a_reason, must_end};
use crate::check::Checker;
use crate::engine;
use crate::explored;
use crate::figures::Figures;
use crate::request::Request;
use crate::run::{self, Course, StageResults, StageRun};
use crate::strategy::{self, Stage};
use crate::violation::Violation;
use cairn_base::clock::thread_time;
use cairn_base::levels::Levels;
use cairn_base::turns::{self, FIRST_SLICE, Member, Turn};
use cairn_base::{CancelToken, QueryCosts, Stop};
use cairn_cpa::{
    Bounded, Graph, Invariant, Observer, Outcome, Progress, Reason, RunStatistics, Snapshot, Statistics, Verdict,
};
use cairn_ir::{EdgeId, Program};
use cairn_options::Analysis;
use std::sync::Mutex;
use std::time::Instant;

/// Results of a stage, in a form that goes from thread to thread.
struct Finished {
    index: usize,
    name: String,
    verdict: Verdict<Violation>,
    reasons: Vec<Reason>,
    /// Others meet the same reasons, and say more of them.
    others_say_more: bool,
    invariants: Vec<Invariant>,
    bounded: Option<Bounded>,
    proved: Vec<EdgeId>,
    statistics: RunStatistics,
    counters: Statistics,
    work: cairn_base::Work,
    queries: QueryCosts,
    drawn: Option<Drawn>,
    course: Course,
    figures: Figures,
}

/// Drawings of a graph.
struct Drawn {
    dot: Option<String>,
    levels: Option<Levels>,
    snapshot: Option<Snapshot>,
}

impl Graph for Drawn {
    fn dot(&self, _: &Program) -> Option<String> {
        self.dot.clone()
    }
    fn levels(&self) -> Option<Levels> {
        self.levels.clone()
    }
    fn snapshot(&self, _: &Program, _: usize) -> Option<Snapshot> {
        self.snapshot.clone()
    }
}

struct Portfolio<'r, 'p> {
    plan: &'r [Stage],
    subject: Subject<'r, 'p>,
    /// How many stages ran before these.
    before: usize,
    /// Raised when all are to stop.
    over: CancelToken,
}

/// Passes on what a thread tells.
struct ForwardingObserver<'t, 'o>(&'t Mutex<&'o mut (dyn Observer + Send)>);

impl Observer for ForwardingObserver<'_, '_> {
    fn progress(&mut self, progress: Progress) {
        // Another thread may tell at this moment; a missed note does no harm.
        if let Ok(mut observer) = self.0.try_lock() {
            observer.progress(progress);
        }
    }
    fn stage(&mut self, name: &str, number: usize, of: usize) {
        if let Ok(mut observer) = self.0.lock() {
            observer.stage(name, number, of);
        }
    }
}

/// Runs stages by turns until there is a verdict or none is left, as many at once as there are jobs. `before` of the plan ran
/// before. Beside the run, what the path checks of its last stage cost.
pub fn run<'p>(
    plan: &[Stage],
    before: usize,
    subject: Subject<'_, 'p>,
    observer: &mut (dyn Observer + Send),
) -> (StageResults<'p>, Figures) {
    let request = subject.request;
    let jobs = usize::try_from(request.configuration.jobs).unwrap_or(usize::MAX);
    let work = Portfolio { plan, subject, before, over: request.cancel.below() };
    let observer = Mutex::new(observer);
    let members: Vec<Member> =
        plan.iter().map(|stage| stage.turns.unwrap_or(Member { weight: 1, later: 1, from_round: 1 })).collect();
    let mut finished = Vec::new();
    turns::run(
        &members,
        FIRST_SLICE,
        jobs,
        request.limits.memory,
        |index, turn| work.stage(index, turn, &mut ForwardingObserver(&observer)),
        |index| ForwardingObserver(&observer).stage(&plan[index].name(), before + index + 1, before + plan.len()),
        |_, stage: Finished| {
            let stop = end_of_all(&stage);
            if stop.is_some() {
                work.over.cancel();
            }
            finished.push(stage);
            stop
        },
    );
    together(finished, request)
}

/// Why no other stage goes on after this one: it has a verdict, or what stopped it stops all.
fn end_of_all(stage: &Finished) -> Option<Stop> {
    if stage.verdict != Verdict::Unknown {
        return Some(Stop::Cancelled);
    }
    let of_all = stage.reasons.iter().find_map(|reason| match reason {
        // No stage has a time of its own.
        Reason::Stopped(stop @ Stop::TimeLimit(_)) => Some(stop.clone()),
        _ => None,
    });
    let of_one = stage.reasons.iter().find_map(|reason| match reason {
        Reason::Stopped(stop) => Some(stop.clone()),
        _ => None,
    });
    of_all.or_else(|| must_end(&stage.reasons).then(|| of_one.unwrap_or(Stop::Cancelled)))
}

impl Portfolio<'_, '_> {
    fn stage(&self, index: usize, turn: &Turn, observer: &mut dyn Observer) -> Finished {
        let stage = &self.plan[index];
        let Subject { request, program, specification } = self.subject;
        let (began, used) = (Instant::now(), thread_time());
        let budget = strategy::whole_budget_until(request, self.over.clone()).with_turn(Some(turn.clone()));
        let budget = budget.with_book(request.book(stage.name()));
        let mut checker = Checker::new(program, specification);
        let work = engine::Stage {
            configuration: &stage.configuration,
            known: &stage.known,
            program,
            specification,
            checker: &mut checker,
            budget: &budget,
            summaries: None,
            invariants: request.invariants,
            // Workers are an analysis by themselves, and none of the strategy's.
            messages: None,
            machines: None,
            each_target: request.each_target,
        };
        let (found, invariants) = engine::run(work, observer);
        let course = Course { took: thread_time().saturating_sub(used), ..Course::since(began, request.limits.start) };
        let Outcome { verdict, reasons, statistics, counters, graph, .. } = found;
        let (bounded, proved) = (graph.bounded(), graph.proved().to_vec());
        let drawn = request.keeps_graphs().then(|| Drawn {
            dot: request.drawings.then(|| graph.dot(program)).flatten(),
            levels: request.levels.then(|| graph.levels()).flatten(),
            snapshot: request.explored.then(|| graph.snapshot(program, explored::STATES)).flatten(),
        });
        let mut figures = Figures::default();
        checker.figures(&mut figures);
        let (name, work, queries) = (stage.name(), budget.work(), budget.ledger().book().costs());
        Finished {
            index: self.before + index,
            name,
            verdict,
            reasons,
            others_say_more: stage.configuration.analysis == Analysis::Memory,
            invariants,
            bounded,
            proved,
            statistics,
            counters,
            work,
            queries,
            drawn,
            course,
            figures,
        }
    }
}

/// One run of what the stages left behind, given in the order in which they ended. The stage with the verdict is the last, of
/// several the first of the plan; without a verdict the one that ended last, for what ended it ended the run.
fn together<'p>(mut finished: Vec<Finished>, request: &Request) -> (StageResults<'p>, Figures) {
    let has_verdict = |stage: &Finished| stage.verdict != Verdict::Unknown;
    let winner = finished.iter().filter(|stage| has_verdict(stage)).map(|stage| stage.index).min();
    let last = winner.or(finished.last().map(|stage| stage.index));
    finished.sort_by_key(|stage| (Some(stage.index) == last, stage.index));
    let of = |is_wanted: fn(&Verdict<Violation>) -> bool| finished.iter().any(|stage| is_wanted(&stage.verdict));
    let contradict = of(|verdict| *verdict == Verdict::True) && of(|verdict| matches!(verdict, Verdict::False(_)));
    let (count, was_cancelled) = (finished.len(), request.cancel.is_cancelled());
    let (mut run, mut costs) = (StageResults::new(), Figures::default());
    for (place, stage) in finished.into_iter().enumerate() {
        let Finished { index, name, verdict, reasons, others_say_more, .. } = stage;
        let Finished { invariants, bounded, proved, statistics, counters, work, drawn, .. } = stage;
        let (course, figures, queries) = (stage.course, stage.figures, stage.queries);
        let found = run::outcome(&verdict, &reasons);
        run.add_bounded(bounded);
        run.proved.extend(proved);
        let is_over = place + 1 == count;
        // A stage that another has ended has nothing to say; one that a limit has ended only where it was the last.
        let ends_run = |reason: &Reason| matches!(reason, Reason::Stopped(_)) && is_over && winner.is_none();
        let is_said = |reason: &Reason| match reason {
            Reason::LeftOut { .. } | Reason::Unrefuted { .. } if others_say_more => false,
            _ => is_a_reason(reason) || ends_run(reason) || was_cancelled,
        };
        run.reasons.extend(reasons.into_iter().filter(is_said));
        if is_over && !contradict {
            (run.verdict, run.invariants, costs) = (verdict, invariants, figures);
        }
        let graph = drawn.map(|drawn| Box::new(drawn) as Box<dyn Graph + 'p>);
        let number = index + 1;
        run.stages.push(StageRun {
            name,
            number,
            is_over,
            course,
            found,
            statistics,
            counters,
            work,
            queries,
            graph,
            messages: None,
        });
    }
    if contradict {
        run.reasons.push(Reason::Internal("two analyses contradict each other".to_owned()));
    }
    (run, costs)
}
