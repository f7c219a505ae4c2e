//! The five phases of a run: read, instrument, prepare, decide, conclude.
//!
//! | phase | what it does | what it leaves |
//! |---|---|---|
//! | [`crate::read`] | has the front end of the language compile the inputs | the program |
//! | [`crate::instrument`] | puts in the checks of the property that ranges do not prove | the program with its targets |
//! | [`crate::prepare`] | replaces what depends on where objects are in memory | the program that engines take |
//! | [`crate::decide`] | plans stages and runs them until one has a verdict | a [`crate::run::StageResults`] |
//! | [`crate::conclude`] | explains the outcome | the report |

use crate::check::Checker;
use crate::conclude::Findings;
use crate::decide::Subject;
use crate::figures::{Figure, Figures};
use crate::panic_guard::{self, Broken};
use crate::report::Report;
use crate::request::Request;
use crate::summaries::Summaries;
use crate::{conclude, decide, instrument, narrative, prepare, read, termination};
use cairn_cpa::{Observer, Specification};
use cairn_front_c::CompileError;
use cairn_ir::Program;
use cairn_ir::behaviour::Check;
use cairn_options::values::TraceLength;
use std::time::{Duration, Instant};

/// Decides whether the program can violate the property.
///
/// # Errors
/// The program is no valid C, or has no entry function.
pub fn verify(request: &Request, observer: &mut (dyn Observer + Send)) -> Result<Report, CompileError> {
    match panic_guard::run(|| run(request, observer)) {
        Ok(decided) => decided,
        Err(Broken::Bug(panic)) => Ok(Report::broken(&request.property.name, &panic)),
        Err(Broken::OutOfMemory) => Ok(Report::out_of_memory(&request.property.name)),
    }
}

/// The same of a program that was read before, perhaps changed since; of the request the texts do not count.
pub fn verify_program(program: Program, request: &Request, observer: &mut (dyn Observer + Send)) -> Report {
    match panic_guard::run(|| run_program(program, request, Figures::default(), Duration::ZERO, observer)) {
        Ok(report) => report,
        Err(Broken::Bug(panic)) => Report::broken(&request.property.name, &panic),
        Err(Broken::OutOfMemory) => Report::out_of_memory(&request.property.name),
    }
}

fn run(request: &Request, observer: &mut (dyn Observer + Send)) -> Result<Report, CompileError> {
    let started = Instant::now();
    let mut figures = Figures::default();
    let mut program = read::program(request)?;
    instrument::instrument(&mut program, request, &mut figures);
    prepare::prepare(&mut program, request, &mut figures);
    Ok(run_program(program, request, figures, started.elapsed(), observer))
}

/// The last two phases.
fn run_program(
    program: Program,
    request: &Request,
    mut figures: Figures,
    compiling: Duration,
    observer: &mut (dyn Observer + Send),
) -> Report {
    if request.property.terminates {
        return termination::decide(program, request, figures, compiling, observer);
    }
    let specification = specification(&request.property);
    let mut checker = Checker::new(&program, &specification);
    let mut summaries = Summaries::open(request, &program);
    let unseen = read::unseen_labels(request);
    let (run, costs) = match decide::refused(request, unseen.is_everything) {
        Some(run) => (run, None),
        None => {
            let subject = Subject { request, program: &program, specification: &specification };
            decide::decide(subject, &mut checker, &mut summaries, &mut figures, observer)
        }
    };
    conclude::count(&run, &mut figures);
    let warnings = summaries.map_or(Vec::new(), |summaries| summaries.close(&run.verdict, &checker));
    match costs {
        Some(costs) => figures.extend(costs),
        None => checker.figures(&mut figures),
    }
    figures.add("Resources", "compiling", Figure::Time(compiling));
    let findings = Findings::new(run, request, &program);
    let mut report = conclude::report(findings, request, program, figures, warnings);
    if let (TraceLength::Relevant, Some(violation), Some(program)) =
        (request.configuration.trace, &mut report.violation, &report.program)
        && let Err(why) = narrative::leave_out_irrelevant(program, violation)
    {
        report.warnings.push(format!("no steps of the execution are left out: {why}"));
    }
    report.without_labels(&unseen.labels).about_calls_only(unseen.is_default)
}

/// The automaton of a property.
pub fn specification(property: &cairn_task::Property) -> Specification {
    let functions = property.functions.iter().map(String::as_str);
    let unreachable = Specification::unreachable(&property.name, functions, property.labels.iter().map(String::as_str));
    // A clause is an assertion; what its frame does not allow is marked as a check.
    let clauses = property.functions.iter().any(|function| function == "__assert_fail");
    unreachable.and_checks(&[&property.checks[..], if clauses { &[Check::Assigns] } else { &[] }].concat())
}
