//! The property that every execution ends: [`cairn_termination`] with the analyses of safety behind it, and the report of what it finds.
//!
//! Each task of safety is a run of its own ([`crate::pipeline::verify_program`]) with a label as its property and a slice of the time, so a
//! ranking function is proved by whatever stage can, and its violation was replayed by the interpreter.

use crate::conclude::{self, Findings};
use crate::figures::{Figure, Figures};
use crate::instrument;
use crate::library::Places;
use crate::narrative;
use crate::pipeline;
use crate::report::{Report, ReportedVerdict};
use crate::request::{Request, RunLimits};
use crate::run::StageResults;
use crate::unknown_cause::{Cause, Explanation};
use crate::violation::{Endless, Violation};
use cairn_cpa::{Observer, Verdict};
use cairn_interp::{Code, Interpreter, InterpreterOptions, RecordedInputs};
use cairn_ir::behaviour::Check;
use cairn_ir::{Assumption, Program, thread_mark};
use cairn_options::Analysis;
use cairn_task::Property;
use cairn_termination::{EndlessExecution, OpenCycle, Safety, SafetyAnswer, Settled, Undefinedness};
use std::time::{Duration, Instant};

/// Undefined behaviour that an execution without end must not have.
const UNDEFINED: [Check; 8] = [
    Check::Overflow,
    Check::Division,
    Check::Shift,
    Check::FloatConversion,
    Check::Builtin,
    Check::VlaLength,
    Check::NullDereference,
    Check::ValidDeref,
];

/// Decides whether every execution of a prepared program ends.
pub(crate) fn decide(
    program: Program,
    request: &Request,
    mut figures: Figures,
    compiling: Duration,
    observer: &mut (dyn Observer + Send),
) -> Report {
    if let Some(choice) = program.edges.iter().find(|edge| thread_mark::chooses_thread(&edge.op)) {
        // A thread that waits for ever is an execution that is not followed.
        let next = "ask for the threads one by one, each in a program of its own";
        let text = "whether a program with threads ends is not supported";
        let reason = Explanation { span: choice.span, ..Explanation::new(Cause::NotModelled, text, next) };
        return report(Settled::Open(Vec::new(), Vec::new()), Some(reason), request, program, figures);
    }
    let mut safety = BySafety { request, observer, tasks: 0, internal: None };
    let settled = cairn_termination::decide(&program, &mut safety);
    figures.add("Termination", "safety-tasks", Figure::Count(safety.tasks));
    figures.add("Resources", "compiling", Figure::Time(compiling));
    let internal = safety.internal.take();
    report(settled, internal, request, program, figures)
}

/// The analyses of safety, as the search for ranking functions sees them.
struct BySafety<'a> {
    request: &'a Request,
    observer: &'a mut (dyn Observer + Send),
    tasks: u64,
    /// What broke down, if anything did.
    internal: Option<Explanation>,
}

impl BySafety<'_> {
    /// A run of its own with some time.
    fn run(&mut self, program: Program, property: Property, analysis: Option<Analysis>, time: Duration) -> Report {
        self.tasks += 1;
        let time = self.left().map_or(time, |left| left.min(time));
        let mut request = Request {
            inputs: Vec::new(),
            property,
            limits: RunLimits { start: Instant::now(), time: Some(time), ..self.request.limits },
            cancel: self.request.cancel.below(),
            drawings: false,
            slowest: None,
            levels: false,
            explored: false,
            invariants: false,
            messages: None,
            machines: None,
            each_target: false,
            summaries: None,
            ..self.request.clone()
        };
        if let Some(analysis) = analysis {
            request.configuration.analysis = analysis;
        }
        pipeline::verify_program(program, &request, self.observer)
    }
}

impl Safety for BySafety<'_> {
    fn decide(&mut self, mut program: Program, label: &str, undefined: Undefinedness, time: Duration) -> SafetyAnswer {
        let mut property = Property::default_reachability();
        property.functions.clear();
        property.labels = vec![label.to_owned()];
        if undefined == Undefinedness::Counts {
            property.checks = UNDEFINED.to_vec();
            instrument::put(&property, &mut program, &mut Figures::default());
        }
        let report = self.run(program, property, None, time);
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
    settled: Settled,
    internal: Option<Explanation>,
    request: &Request,
    program: Program,
    figures: Figures,
) -> Report {
    let mut run = StageResults::new();
    let (mut reasons, mut ranked) = (Vec::new(), Vec::new());
    match settled {
        Settled::Ends(found) => {
            run.verdict = Verdict::True;
            ranked = found;
        }
        Settled::Endless(endless) => match violation(&program, *endless) {
            Some(violation) => run.verdict = Verdict::False(violation),
            None => reasons.push(Explanation::internal("an execution without end is not repeated by its inputs")),
        },
        Settled::Open(open, found) => {
            ranked = found;
            reasons.extend(open.into_iter().map(|cycle| explained(&program, cycle)));
        }
    }
    reasons.extend(internal.filter(|_| run.verdict == Verdict::Unknown));
    if request.cancel.is_cancelled() && run.verdict == Verdict::Unknown {
        reasons.push(Explanation::new(Cause::Interrupted, "interrupted", "run it again"));
    }
    let findings = Findings::new(run, request, &program);
    let mut report = conclude::report(findings, request, program, figures, Vec::new());
    if report.answer == ReportedVerdict::True && ranked.iter().any(|ranked| ranked.assumes_no_overflow) {
        report.assumptions.push(crate::report::Assumed { what: Assumption::OverflowEnds, names: Vec::new() });
    }
    reasons.sort_by_key(|reason| reason.cause);
    if report.answer == ReportedVerdict::Unknown {
        report.reasons = reasons;
    }
    report.ranked = ranked;
    report
}

/// A cycle that is open, for a person.
fn explained(program: &Program, cycle: OpenCycle) -> Explanation {
    let OpenCycle { span, function, is_loop, why } = cycle;
    let what = if is_loop { format!("the loop in {function}") } else { format!("the recursion of {function}") };
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    let next = "allow more with --time-limit, or bound what it depends on with __VERIFIER_assume";
    let text = format!("it is not known whether {what} ends{why}");
    Explanation { span: Places::new(program).of(span).span, ..Explanation::new(Cause::Imprecise, text, next) }
}

/// The execution, as far as it is told.
fn violation(program: &Program, endless: EndlessExecution) -> Option<Violation> {
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
    violation.recorded = endless.inputs;
    violation.endless = Some(Endless { span: endless.span, repeats: endless.repeats });
    Some(violation)
}
