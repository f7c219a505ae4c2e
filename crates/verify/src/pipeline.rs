//! Compile, analyse, explain.

use crate::check::Checker;
use crate::engine;
use crate::figures::{Figure, Figures};
use crate::guard::{self, Broken};
use crate::report::{Answer, Assumed, Explanation, Report};
use crate::request::Request;
use crate::strategy;
use crate::summaries::Summaries;
use cairn_base::{Diagnostic, Severity, Span, Stop, Work, budget};
use cairn_cpa::{Observer, Reason, Specification, Verdict};
use cairn_front_c::{CompileError, Options};
use cairn_ir::Program;
use cairn_task::{Configuration, Property};
use std::time::Instant;

/// Decides whether the program can violate the property.
///
/// # Errors
/// The program is no valid C, or has no entry function.
pub fn verify(request: &Request, observer: &mut (dyn Observer + Send)) -> Result<Report, CompileError> {
    match guard::run(|| decide(request, observer)) {
        Ok(decided) => decided,
        Err(Broken::Bug(panic)) => Ok(Report::broken(&request.property.name, panic)),
        Err(Broken::OutOfMemory) => Ok(Report::out_of_memory(&request.property.name)),
    }
}

fn decide(request: &Request, observer: &mut dyn Observer) -> Result<Report, CompileError> {
    let started = Instant::now();
    let front = Options { watched: request.property.functions.clone(), ..request.front.clone() };
    let mut program = cairn_front_c::compile(&request.inputs, &front)?;
    warn_of_unseen(&request.property, &mut program);
    let hidden = cairn_formula::prepare(&mut program);
    let mut figures = Figures::default();
    describe(&program, request, &mut figures);
    figures.count("Program", "layout-observations", hidden);
    let compiling = started.elapsed();

    let specification = specification(&request.property);
    let mut checker = Checker::new(&program, &specification);
    let mut reasons = Vec::new();
    let (mut verdict, mut arg) = (Verdict::Unknown, None);
    // What ended by itself without a verdict would do so again.
    let mut gave_up: Vec<Configuration> = Vec::new();
    let mut summaries = Summaries::open(request, &program);
    let known = summaries.as_ref().map(|summaries| summaries.verdict(&mut checker, &strategy::whole_budget(request)));
    let stages = match known {
        Some(Ok(Some(known))) => {
            figures.add("Summaries", "verdict", Figure::Word("known".to_owned()));
            verdict = known;
            Vec::new()
        }
        _ => strategy::stages(&request.configuration, &program, summaries.is_some()),
    };
    for (index, stage) in stages.iter().enumerate() {
        if gave_up.contains(&stage.configuration) {
            continue;
        }
        let is_last = stages[index + 1..].iter().all(|later| gave_up.contains(&later.configuration));
        let budget = stage.budget(request, is_last);
        let work = engine::Stage {
            configuration: &stage.configuration,
            program: &program,
            specification: &specification,
            checker: &mut checker,
            budget: &budget,
            drawings: request.drawings,
            summaries: summaries.as_mut(),
        };
        let outcome = engine::run(work, observer);
        let is_over = is_last || outcome.verdict != Verdict::Unknown || must_end(&outcome.reasons);
        explored(stage, &outcome, (index, is_over, budget.work()), &mut figures);
        arg = outcome.drawing.or(arg);
        verdict = outcome.verdict;
        if is_over {
            reasons.extend(outcome.reasons);
            break;
        }
        if !outcome.reasons.iter().any(|reason| matches!(reason, Reason::Stopped(_))) {
            gave_up.push(stage.configuration.clone());
        }
        // That a stage used up its share, or could prove nothing anyway, is no reason: the next one goes on.
        let is_a_reason = |reason: &Reason| !matches!(reason, Reason::Stopped(_) | Reason::Sampled(_));
        reasons.extend(outcome.reasons.into_iter().filter(is_a_reason));
    }
    let warnings = summaries.map_or(Vec::new(), |summaries| summaries.close(&verdict, &checker));
    checker.figures(&mut figures);
    figures.add("Resources", "compiling", Figure::Time(compiling));
    figures.add("Resources", "wall-time", Figure::Time(request.limits.start.elapsed()));
    if let Some(bytes) = budget::peak_resident_bytes() {
        figures.add("Resources", "peak-memory", Figure::Bytes(bytes));
    }
    let (answer, violation) = match verdict {
        Verdict::True => (Answer::True, None),
        Verdict::False(violation) => (Answer::False, Some(violation)),
        Verdict::Unknown => (Answer::Unknown, None),
    };
    let mut explained: Vec<Explanation> = Vec::new();
    for explanation in reasons.iter().map(Explanation::from) {
        // TRUE stands on the stage that proved it, whatever stood in the way of those before.
        if answer != Answer::True && !explained.contains(&explanation) {
            explained.push(explanation);
        }
    }
    let property = request.property.name.clone();
    let assumptions = if answer == Answer::True { Assumed::of(&program) } else { Vec::new() };
    let program = Some(program);
    Ok(Report { answer, property, reasons: explained, violation, figures, program, arg, assumptions, warnings })
}

/// Warns of functions of the property that the program does not name: a slip in the name makes any program safe.
fn warn_of_unseen(property: &Property, program: &mut Program) {
    if *property == Property::default_reachability() {
        return;
    }
    for (name, named) in &program.outside.watched {
        if !named {
            let message = format!("the property is about calls of '{name}', which the program does not name");
            program.diagnostics.push(Diagnostic::warning(message, Span::NONE));
        }
    }
}

/// True when no further stage makes sense: the user interrupted, or an invariant does not hold.
fn must_end(reasons: &[Reason]) -> bool {
    let ends = |reason: &Reason| match reason {
        Reason::Internal(_) | Reason::Refused(_) => true,
        Reason::Stopped(stop) => matches!(stop, Stop::Cancelled | Stop::TickLimit(_) | Stop::WorkLimit(_)),
        _ => false,
    };
    reasons.iter().any(ends)
}

/// The figures of one stage: those of the last under a heading of their own, which programs that read them rely on.
fn explored(
    stage: &strategy::Stage,
    ended: &engine::Ended,
    (index, is_over, work): (usize, bool, Work),
    figures: &mut Figures,
) {
    let heading = if is_over { "Exploration".to_owned() } else { format!("Stage {}", index + 1) };
    figures.add(heading.clone(), "analysis", Figure::Word(stage.name()));
    for (name, count) in ended.run.counts() {
        if name != "time-us" {
            figures.add(heading.clone(), name, Figure::Count(count));
        }
    }
    for (name, count) in ended.counters.iter() {
        figures.add(heading.clone(), name, Figure::Count(count));
    }
    figures.add(heading.clone(), "solver-work", Figure::Count(work.get()));
    for (name, time) in ended.run.times() {
        figures.add(heading.clone(), name, Figure::Time(time));
    }
}

pub(crate) fn specification(property: &cairn_task::Property) -> Specification {
    let functions = property.functions.iter().map(String::as_str);
    Specification::unreachable(&property.name, functions, property.labels.iter().map(String::as_str))
}

fn describe(program: &Program, request: &Request, figures: &mut Figures) {
    let heading = "Program";
    figures.count(heading, "source-bytes", request.inputs.iter().map(|input| input.text.len()).sum());
    figures.count(heading, "functions", program.functions.iter().filter(|function| function.body.is_some()).count());
    figures.count(heading, "variables", program.vars.len());
    figures.count(heading, "locations", program.nodes.len());
    figures.count(heading, "edges", program.edges.len());
    figures.count(heading, "loop-heads", program.nodes.iter().filter(|node| node.loop_head).count());
    let warnings = program.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning);
    figures.count(heading, "warnings", warnings.count());
}
