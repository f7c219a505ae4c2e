//! Compile, analyse, explain.

use crate::analysis;
use crate::check::Checker;
use crate::figures::{Figure, Figures};
use crate::guard;
use crate::report::{Answer, Explanation, Report};
use crate::request::Request;
use cairn_base::{Severity, budget};
use cairn_cpa::{Observer, Specification, Verdict};
use cairn_front_c::CompileError;
use cairn_ir::Program;
use std::time::Instant;

/// Decides whether the program can violate the property.
///
/// # Errors
/// The program is no valid C, or has no entry function.
pub fn verify(request: &Request, observer: &mut (dyn Observer + Send)) -> Result<Report, CompileError> {
    match guard::run(|| decide(request, observer)) {
        Ok(decided) => decided,
        Err(panic) => Ok(Report::broken(&request.property.name, panic)),
    }
}

fn decide(request: &Request, observer: &mut dyn Observer) -> Result<Report, CompileError> {
    let started = Instant::now();
    let program = cairn_front_c::compile(&request.inputs, &request.front)?;
    let mut figures = Figures::default();
    describe(&program, request, &mut figures);
    let compiling = started.elapsed();

    let specification = specification(&request.property);
    let cpa = analysis::build(&request.configuration);
    let options = analysis::engine(&request.configuration);
    let budget = request.budget();
    let mut checker = Checker::new(&program, &specification);
    let outcome = cairn_cpa::run(&cpa, &program, &specification, &options, &mut checker, &budget, observer);

    for (name, count) in outcome.statistics.counts() {
        if name != "time-us" {
            figures.add("Exploration", name, Figure::Count(count));
        }
    }
    for (name, count) in outcome.counters.iter() {
        figures.add("Analyses", name, Figure::Count(count));
    }
    checker.figures(&mut figures);
    figures.add("Resources", "compiling", Figure::Time(compiling));
    for (name, time) in outcome.statistics.times() {
        figures.add("Resources", name, Figure::Time(time));
    }
    figures.add("Resources", "wall-time", Figure::Time(request.limits.start.elapsed()));
    if let Some(bytes) = budget::peak_resident_bytes() {
        figures.add("Resources", "peak-memory", Figure::Bytes(bytes));
    }
    let arg = request.drawings.then(|| {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = cairn_cpa::write_dot(&outcome.arg, &outcome.controls, &program, &mut text);
        text
    });
    let (answer, violation) = match outcome.verdict {
        Verdict::True => (Answer::True, None),
        Verdict::False(violation) => (Answer::False, Some(violation)),
        Verdict::Unknown => (Answer::Unknown, None),
    };
    let reasons = outcome.reasons.iter().map(Explanation::from).collect();
    drop((outcome.arg, outcome.controls));
    let property = request.property.name.clone();
    Ok(Report { answer, property, reasons, violation, figures, program: Some(program), arg })
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
