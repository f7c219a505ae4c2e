//! Running the stages of a plan side by side, until one has a verdict.
//!
//! Threads take the stages in their order: who has finished one takes the next. Each stage has its own analysis, solver and
//! checker of paths; the program is shared. The first verdict ends the others, and is sound by itself, as each is.
//!
//! Invariant: two verdicts never contradict each other. If they did, the answer would be UNKNOWN with an internal error.
//!
//! **Memory** is the process's, so who passes the limit cannot be told. Threads have different limits: where memory runs
//! short, the last thread's stage gives way first, and the first thread's may use what is left.

use crate::check::Checker;
use crate::engine;
use crate::explored;
use crate::figures::Figures;
use crate::request::Request;
use crate::run::{self, Course, StageResults, StageRun};
use crate::stages::{is_a_reason, must_end, was_stopped};
use crate::strategy::Stage;
use crate::violation::Violation;
use cairn_base::CancelToken;
use cairn_base::levels::Levels;
use cairn_base::threads::side_by_side;
use cairn_cpa::{
    Bounded, Graph, Invariant, Observer, Outcome, Progress, Reason, RunStatistics, Snapshot, Specification, Statistics,
    Verdict,
};
use cairn_ir::Program;
use cairn_options::Configuration;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What a stage left behind, in a form that goes from thread to thread.
struct Finished {
    index: usize,
    name: String,
    verdict: Verdict<Violation>,
    reasons: Vec<Reason>,
    invariants: Vec<Invariant>,
    bounded: Option<Bounded>,
    statistics: RunStatistics,
    counters: Statistics,
    work: cairn_base::Work,
    drawn: Option<Drawn>,
    course: Course,
    figures: Figures,
}

/// What was to be seen of a graph.
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

/// Which stages are taken, and what came of them.
#[derive(Default)]
struct Board {
    next: usize,
    gave_up: Vec<Configuration>,
    finished: Vec<Finished>,
    is_over: bool,
}

struct Race<'r, 'p> {
    plan: &'r [Stage],
    request: &'r Request,
    program: &'p Program,
    specification: &'p Specification,
    board: Mutex<Board>,
    /// Raised when the others are to stop.
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

/// Runs stages in so many threads until there is a verdict or none is left. Beside the run, what the path checks of its
/// last stage cost.
pub fn run<'p>(
    plan: &[Stage],
    request: &Request,
    jobs: usize,
    program: &'p Program,
    specification: &'p Specification,
    observer: &mut (dyn Observer + Send),
) -> (StageResults<'p>, Figures) {
    let over = request.cancel.below();
    let race = Race { plan, request, program, specification, board: Mutex::default(), over };
    let observer = Mutex::new(observer);
    let work = |number: usize, jobs: usize| race.work(number, jobs, &mut ForwardingObserver(&observer));
    // Whoever waits for the others would wait for long.
    side_by_side("stage", jobs, work, || race.over.cancel());
    let board = race.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    together(board.finished, request)
}

impl Race<'_, '_> {
    fn board(&self) -> std::sync::MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next stage that is worth running, and whether it is the last.
    fn take(&self) -> Option<(usize, bool)> {
        let mut board = self.board();
        while !board.is_over && board.next < self.plan.len() {
            let index = board.next;
            board.next += 1;
            if !board.gave_up.contains(&self.plan[index].configuration) {
                let later = &self.plan[index + 1..];
                return Some((index, later.iter().all(|later| board.gave_up.contains(&later.configuration))));
            }
        }
        None
    }

    /// Takes stages until the race is over.
    fn work(&self, number: usize, jobs: usize, observer: &mut dyn Observer) {
        while let Some((index, is_last)) = self.take() {
            let finished = self.stage(index, is_last, number, jobs, observer);
            let mut board = self.board();
            if finished.verdict != Verdict::Unknown || (must_end(&finished.reasons) && !board.is_over) {
                board.is_over = true;
                self.over.cancel();
            }
            if !was_stopped(&finished.reasons) {
                board.gave_up.push(self.plan[index].configuration.clone());
            }
            board.finished.push(finished);
        }
    }

    fn stage(&self, index: usize, is_last: bool, number: usize, jobs: usize, observer: &mut dyn Observer) -> Finished {
        let stage = &self.plan[index];
        observer.stage(&stage.name(), index + 1, self.plan.len());
        let budget = stage.budget_beside(self.request, is_last, number, jobs, self.over.clone());
        let mut checker = Checker::new(self.program, self.specification);
        let work = engine::Stage {
            configuration: &stage.configuration,
            program: self.program,
            specification: self.specification,
            checker: &mut checker,
            budget: &budget,
            summaries: None,
            invariants: self.request.invariants,
            // Workers are an analysis by themselves, and none of the strategy's.
            messages: None,
            machines: None,
        };
        let began = Instant::now();
        let (found, invariants) = engine::run(work, observer);
        let course = Course::since(began, self.request.limits.start);
        let Outcome { verdict, reasons, statistics, counters, graph, .. } = found;
        let bounded = graph.bounded();
        let drawn = self.request.keeps_graphs().then(|| Drawn {
            dot: self.request.drawings.then(|| graph.dot(self.program)).flatten(),
            levels: self.request.levels.then(|| graph.levels()).flatten(),
            snapshot: self.request.explored.then(|| graph.snapshot(self.program, explored::STATES)).flatten(),
        });
        let mut figures = Figures::default();
        checker.figures(&mut figures);
        let (name, work) = (stage.name(), budget.work());
        Finished {
            index,
            name,
            verdict,
            reasons,
            invariants,
            bounded,
            statistics,
            counters,
            work,
            drawn,
            course,
            figures,
        }
    }
}

/// One run of what the stages left behind. The stage with the verdict is the last; of several the first of the plan.
fn together<'p>(mut finished: Vec<Finished>, request: &Request) -> (StageResults<'p>, Figures) {
    let has_verdict = |stage: &Finished| stage.verdict != Verdict::Unknown;
    let winner = finished.iter().filter(|stage| has_verdict(stage)).map(|stage| stage.index).min();
    finished.sort_by_key(|stage| (Some(stage.index) == winner, stage.index));
    let of = |is_wanted: fn(&Verdict<Violation>) -> bool| finished.iter().any(|stage| is_wanted(&stage.verdict));
    let contradict = of(|verdict| *verdict == Verdict::True) && of(|verdict| matches!(verdict, Verdict::False(_)));
    let (count, was_cancelled) = (finished.len(), request.cancel.is_cancelled());
    let (mut run, mut costs) = (StageResults::new(), Figures::default());
    for (place, stage) in finished.into_iter().enumerate() {
        let Finished { index, name, verdict, reasons, invariants, bounded, statistics, counters, work, drawn, .. } =
            stage;
        let (course, figures, found) = (stage.course, stage.figures, run::outcome(&verdict, &reasons));
        run.add_bounded(bounded);
        let is_over = place + 1 == count;
        // A stage that another has ended has nothing to say; one that a limit has ended only where it was the last.
        let ends_run = |reason: &Reason| matches!(reason, Reason::Stopped(_)) && is_over && winner.is_none();
        let is_said = |reason: &Reason| is_a_reason(reason) || ends_run(reason) || was_cancelled;
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
            graph,
            messages: None,
        });
    }
    if contradict {
        run.reasons.push(Reason::Internal("two analyses contradict each other".to_owned()));
    }
    (run, costs)
}
