//! The property that every execution ends: [`cairn_termination`] with the analyses of safety behind it, and the report of what it finds.
//!
//! Each task of safety is a run of its own ([`crate::pipeline::verify_program`]) with a label as its property and a slice of the time, so a
//! ranking function is proved by whatever stage can, and its violation was replayed by the interpreter.

use crate::conclude::{self, Findings};
use crate::figures::{Figure, Figures};
use crate::instrument;
use crate::library::{self, Places};
use crate::narrative;
use crate::pipeline;
use crate::report::{Assumed, RankedCycle, Report, ReportedVerdict};
use crate::request::{Request, RunLimits};
use crate::run::StageResults;
use crate::unknown_cause::{self, Cause, Explanation};
use crate::violation::{Endless, Violation};
use crate::waiting::WAITING;
use cairn_base::Span;
use cairn_cpa::{Observer, Verdict};
use cairn_interp::{Code, Interpreter, InterpreterOptions, RecordedInputs, RunEnd};
use cairn_ir::behaviour::Check;
use cairn_ir::{Assumption, FunctionId, NondetSource, Op, Program, Step, thread_mark};
use cairn_options::Analysis;
use cairn_task::Property;
use cairn_termination::{
    CycleAnswer, CycleState, EndlessExecution, Safety, SafetyAnswer, SafetyTask, TerminationAnswer, TerminationScope,
    Undefinedness,
};
use std::time::{Duration, Instant};

/// Undefined behaviour that an execution without end must not have.
fn undefined_checks() -> Vec<Check> {
    Check::ALL.into_iter().filter(|check| check.is_undefined() && *check != Check::DataRace).collect()
}

/// Decides whether every execution of a prepared program ends.
pub(crate) fn decide(
    program: Program,
    request: &Request,
    mut figures: Figures,
    compiling: Duration,
    observer: &mut (dyn Observer + Send),
) -> Report {
    let Answered { answer, refused, internal, tasks } = cycles(&program, TerminationScope::Verdict, request, observer);
    figures.count("Termination", "safety-tasks", tasks.len());
    for (at, task) in tasks.into_iter().enumerate() {
        figures.add("Termination", format!("task/{}", at + 1), Figure::Word(task));
    }
    figures.add("Resources", "compiling", Figure::Time(compiling));
    report(answer, refused.or(internal), request, program, figures)
}

/// Answers for the cycles of a program.
pub(crate) struct Answered {
    pub answer: TerminationAnswer,
    /// Why none of them was looked at.
    pub refused: Option<Explanation>,
    pub internal: Option<Explanation>,
    /// The tasks of safety, and what each came to.
    pub tasks: Vec<String>,
}

impl Answered {
    /// None was looked at, for what the program has at a place.
    fn refused(span: Span, text: impl Into<String>, next: &str) -> Self {
        let refused = Explanation { span, ..Explanation::new(Cause::NotModelled, text, next) };
        Self { answer: TerminationAnswer::default(), refused: Some(refused), internal: None, tasks: Vec::new() }
    }
}

/// Decides the cycles of a prepared program.
pub(crate) fn cycles(
    program: &Program,
    wanted: TerminationScope,
    request: &Request,
    observer: &mut (dyn Observer + Send),
) -> Answered {
    let is_interrupt =
        |op: &Op| matches!(op, Op::Havoc { source: NondetSource::Other(what), .. } if what == "interrupt");
    if let Some(edge) = program.edges.iter().find(|edge| is_interrupt(&edge.op)) {
        // A handler may run as often as it likes, and the program not go on.
        let next = "ask without --interrupt";
        let text = "whether a program with handlers of interrupts or signals ends is not supported";
        return Answered::refused(edge.span, text, next);
    }
    if let Some(choice) = program.edges.iter().find(|edge| thread_mark::chooses_thread(&edge.op)) {
        // A thread that waits for ever is an execution that is not followed.
        let next = "ask for the threads one by one, each in a program of its own";
        let text = "whether a program with threads ends is not supported";
        return Answered::refused(choice.span, text, next);
    }
    let waits = |op: &Op| op.marked_call().is_some_and(|name| WAITING.contains(&name));
    if let Some(edge) = program.edges.iter().find(|edge| waits(&edge.op)) {
        let name = edge.op.marked_call().unwrap_or_default();
        let next = "take it out of the program";
        let text = format!("whether a program ends that calls '{name}' is not supported");
        return Answered::refused(edge.span, text, next);
    }
    let mut safety = BySafety { request, observer, tasks: Vec::new(), internal: None };
    let mut answer = cairn_termination::decide(program, wanted, &mut safety);
    let is_undefined = |endless: &EndlessExecution| has_undefined(program, endless);
    answer.endless = answer.endless.take().filter(|endless| !is_undefined(endless));
    for cycle in &mut answer.cycles {
        if matches!(&cycle.state, CycleState::Endless(endless) if is_undefined(endless)) {
            let why = "an execution stays in it that does what C leaves undefined";
            cycle.state = CycleState::Open(why.to_owned());
        }
    }
    if wanted == TerminationScope::Verdict
        && answer.endless().is_none()
        && let Some(refused) = safety.unmodelled(program)
    {
        return Answered { answer, refused: Some(refused), internal: None, tasks: safety.tasks };
    }
    Answered { answer, refused: None, internal: safety.internal.take(), tasks: safety.tasks }
}

/// The analyses of safety, as the search for ranking functions sees them.
struct BySafety<'a> {
    request: &'a Request,
    observer: &'a mut (dyn Observer + Send),
    tasks: Vec<String>,
    /// Internal failure, if there was one.
    internal: Option<Explanation>,
}

impl BySafety<'_> {
    /// A run of its own with some time.
    fn run(&mut self, program: Program, property: Property, analysis: Option<Analysis>, time: Duration) -> Report {
        let time = self.left().map_or(time, |left| left.min(time));
        let limits = RunLimits { start: Instant::now(), time: Some(time), ..self.request.limits };
        let mut request = self.request.within(property, limits);
        if let Some(analysis) = analysis {
            request.configuration.analysis = analysis;
        }
        pipeline::verify_program(program, &request, self.observer)
    }
}

impl BySafety<'_> {
    /// The unmodelled operation, if an execution may come there.
    fn unmodelled(&mut self, program: &Program) -> Option<Explanation> {
        let is_unmodelled = |op: &Op| matches!(op, Op::Unsupported(_));
        let (_, edge) = program.edges.iter_ids().find(|(_, edge)| is_unmodelled(&edge.op))?;
        let Op::Unsupported(what) = &edge.op else { return None };
        let reason = unknown_cause::not_modelled(what, edge.span, program);
        let mut marked = program.clone();
        let edges: Vec<_> =
            marked.edges.iter_ids().filter(|(_, edge)| is_unmodelled(&edge.op)).map(|(id, _)| id).collect();
        edges.into_iter().for_each(|edge| marked.edges[edge].op = Op::Label(NOT_MODELLED.to_owned()));
        let about = "what is not modelled is not reached".to_owned();
        let (label, undefined) = (NOT_MODELLED, Undefinedness::Ignored);
        let task = SafetyTask { about, program: marked, label, undefined };
        let answer = self.decide(task, Duration::from_secs(2));
        (!matches!(answer, SafetyAnswer::Holds)).then_some(reason)
    }
}

/// The label that is passed where something is not modelled.
const NOT_MODELLED: &str = "what is not modelled";

impl Safety for BySafety<'_> {
    fn decide(&mut self, task: SafetyTask<'_>, time: Duration) -> SafetyAnswer {
        let SafetyTask { about, mut program, label, undefined } = task;
        let mut property = Property::default_reachability();
        property.functions.clear();
        property.labels = vec![label.to_owned()];
        if undefined == Undefinedness::Counts {
            property.checks = undefined_checks();
            instrument::put(&property, &mut program, &mut Figures::default());
        }
        let report = self.run(program, property, None, time);
        let found = match (report.answer, report.reasons.first()) {
            (ReportedVerdict::True, _) => "proved".to_owned(),
            (ReportedVerdict::False, _) => "refuted".to_owned(),
            (ReportedVerdict::Unknown, reason) => reason.map_or("unknown".to_owned(), |reason| reason.text.clone()),
        };
        self.tasks.push(format!("{about}: {found}"));
        match report.answer {
            ReportedVerdict::True => SafetyAnswer::Holds,
            ReportedVerdict::False => {
                SafetyAnswer::Violated(report.violation.map(|violation| violation.recorded).unwrap_or_default())
            }
            ReportedVerdict::Unknown => {
                if let Some(broken) = report.reasons.iter().find(|reason| reason.cause == Cause::Internal) {
                    self.internal.get_or_insert(broken.clone());
                }
                SafetyAnswer::Unknown(report.reasons.first().map(|reason| reason.text.clone()).unwrap_or_default())
            }
        }
    }

    fn ends_as_its_only_execution(&mut self, program: &Program, time: Duration) -> bool {
        let mut property = Property::default_reachability();
        property.functions.clear();
        property.labels = vec!["no label of the program".to_owned()];
        let report = self.run(program.clone(), property, Some(Analysis::RandomTesting), time);
        report.answer == ReportedVerdict::True
    }

    fn is_taken_to_end(&self, program: &Program, function: FunctionId) -> bool {
        library::is_model(program, program.functions[function].span)
    }

    fn ending_at_overflow(&mut self, program: &Program) -> Program {
        let mut program = program.clone();
        // The marks are passed by no property: an execution ends there.
        let property = Property { checks: vec![Check::Overflow], ..Property::default_reachability() };
        instrument::put_all(&property, &mut program);
        cairn_termination::overflow::end_at_address_overflow(&mut program);
        program
    }

    fn left(&self) -> Option<Duration> {
        let limits = &self.request.limits;
        limits.time.map(|time| time.saturating_sub(limits.start.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.request.cancel.is_cancelled() || self.left().is_some_and(|left| left.is_zero())
    }
}

fn report(
    answer: TerminationAnswer,
    internal: Option<Explanation>,
    request: &Request,
    program: Program,
    figures: Figures,
) -> Report {
    let mut run = StageResults::new();
    let mut reasons: Vec<Explanation> = Vec::new();
    match answer.endless().map(|endless| violation(&program, endless)) {
        Some(Some(violation)) => run.verdict = Verdict::False(violation),
        Some(None) => reasons.push(Explanation::internal("an execution without end is not repeated by its inputs")),
        None if answer.ends() && internal.is_none() => run.verdict = Verdict::True,
        None => reasons.extend(answer.cycles.iter().filter_map(|cycle| explained(&program, cycle))),
    }
    reasons.extend(internal.filter(|_| run.verdict == Verdict::Unknown));
    if request.cancel.is_cancelled() && run.verdict == Verdict::Unknown {
        reasons.push(Explanation::interrupted());
    }
    let ranked: Vec<RankedCycle> = answer.cycles.iter().filter_map(ranked).collect();
    let mut assumed: Vec<Assumed> = Vec::new();
    if run.verdict == Verdict::True {
        assumed.extend(library_functions_end(&program));
        assumed.extend(ranked.iter().any(|ranked| ranked.assumes_no_overflow).then(overflow_ends));
    }
    let findings = Findings::new(run, request, &program);
    let mut report = conclude::report(findings, request, program, figures, Vec::new());
    report.ranked = ranked;
    report.assumptions.extend(assumed);
    reasons.sort_by_key(|reason| reason.cause);
    if report.answer == ReportedVerdict::Unknown {
        report.reasons = reasons;
    }
    report
}

/// Assumption of a ranking that becomes smaller only where nothing overflows.
pub(crate) fn overflow_ends() -> Assumed {
    Assumed { what: Assumption::OverflowEnds, names: Vec::new() }
}

/// The functions of the library that have cycles which are not looked at.
pub(crate) fn library_functions_end(program: &Program) -> Option<Assumed> {
    let mut names: Vec<String> = Vec::new();
    for cycle in cairn_termination::cycle::cycles(program) {
        let of = cycle.functions.iter().map(|function| &program.functions[*function]);
        names.extend(of.filter(|of| library::is_model(program, of.span)).map(|of| of.name.clone()));
    }
    names.retain(|name| !name.starts_with("__cairn"));
    names.sort_unstable();
    names.dedup();
    (!names.is_empty()).then_some(Assumed { what: Assumption::LibraryFunctionsEnd, names })
}

/// A cycle with its ranking, if it has one.
fn ranked(cycle: &CycleAnswer) -> Option<RankedCycle> {
    let CycleState::Ranked(found) = &cycle.state else { return None };
    Some(RankedCycle {
        span: cycle.span,
        function: cycle.function.clone(),
        is_loop: cycle.is_loop,
        ranking: found.text.clone(),
        assumes_no_overflow: found.assumes_no_overflow,
    })
}

/// A cycle that is open, for a person.
pub(crate) fn explained(program: &Program, cycle: &CycleAnswer) -> Option<Explanation> {
    let CycleState::Open(why) = &cycle.state else { return None };
    let function = &cycle.function;
    let what = if cycle.is_loop { format!("the loop in {function}") } else { format!("the recursion of {function}") };
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    let next = "allow more with --time-limit, or bound what it depends on with __VERIFIER_assume";
    let text = format!("it is not known whether {what} ends{why}");
    let span = Places::new(program).of(cycle.span).span;
    Some(Explanation { span, ..Explanation::new(Cause::Imprecise, text, next) })
}

/// Whether an execution, with every check in the program, violates one.
fn has_undefined(program: &Program, endless: &EndlessExecution) -> bool {
    let mut checked = program.clone();
    let property = Property { checks: undefined_checks(), ..Property::default_reachability() };
    instrument::put_all(&property, &mut checked);
    let code = Code::new(&checked);
    // A check is a few moves of control before an operation.
    let steps = endless.steps.saturating_mul(12) + 1_000;
    let mut run = Interpreter::new(&code, InterpreterOptions { steps, ..Default::default() });
    let mut inputs = endless.inputs.clone();
    loop {
        match run.step(&mut inputs) {
            Ok(Step::Edge(edge)) if checked.edges[edge].op.marked_check().is_some() => return true,
            Ok(_) => {}
            Err(RunEnd::Undefined { .. }) => return true,
            Err(_) => return false,
        }
    }
}

/// The execution, as far as it is told.
pub(crate) fn violation(program: &Program, endless: &EndlessExecution) -> Option<Violation> {
    let code = Code::new(program);
    let options = InterpreterOptions { steps: endless.steps, trace: true, null_is_memory: true, ..Default::default() };
    let mut run = Interpreter::new(&code, options);
    let mut inputs: RecordedInputs = endless.inputs.clone();
    while run.steps() < endless.steps {
        run.step(&mut inputs).ok()?;
    }
    let trace = run.into_trace();
    let mut violation = narrative::tell(program, &trace);
    violation.steps = endless.steps;
    violation.trace = trace;
    violation.recorded = endless.inputs.clone();
    violation.endless = Some(Endless { span: endless.span, repeats: endless.repeats });
    Some(violation)
}
