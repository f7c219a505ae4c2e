//! The four phases of a run: read the program, plan the stages, run them, conclude.
//!
//! | phase | where | what it leaves |
//! |---|---|---|
//! | read | [`crate::frontend`] | the program |
//! | plan | [`crate::strategy`], or the verdict of an earlier run ([`crate::summaries`]) | stages |
//! | run | [`crate::stages`], then [`crate::stages_by_turns`], each stage by its engine ([`crate::engine`]) | a [`StageResults`] |
//! | conclude | [`crate::conclude`] | the report |

use crate::check::Checker;
use crate::figures::{Figure, Figures};
use crate::panic_guard::{self, Broken};
use crate::report::Report;
use crate::request::Request;
use crate::run::StageResults;
use crate::summaries::Summaries;
use crate::{conclude, explored, frontend, stages, stages_by_turns, strategy};
use cairn_cpa::{Observer, Reason, Specification};
use cairn_front_c::CompileError;
use cairn_ir::Program;
use cairn_ir::behaviour::Check;
use std::time::{Duration, Instant};

/// Decides whether the program can violate the property.
///
/// # Errors
/// The program is no valid C, or has no entry function.
pub fn verify(request: &Request, observer: &mut (dyn Observer + Send)) -> Result<Report, CompileError> {
    match panic_guard::run(|| decide(request, observer)) {
        Ok(decided) => decided,
        Err(Broken::Bug(panic)) => Ok(Report::broken(&request.property.name, &panic)),
        Err(Broken::OutOfMemory) => Ok(Report::out_of_memory(&request.property.name)),
    }
}

/// The same of a program that was read before, perhaps changed since; of the request the texts do not count.
pub fn verify_program(program: Program, request: &Request, observer: &mut (dyn Observer + Send)) -> Report {
    match panic_guard::run(|| decide_program(program, request, Figures::default(), Duration::ZERO, observer)) {
        Ok(report) => report,
        Err(Broken::Bug(panic)) => Report::broken(&request.property.name, &panic),
        Err(Broken::OutOfMemory) => Report::out_of_memory(&request.property.name),
    }
}

fn decide(request: &Request, observer: &mut (dyn Observer + Send)) -> Result<Report, CompileError> {
    let started = Instant::now();
    let mut figures = Figures::default();
    let program = frontend::read(request, &mut figures)?;
    Ok(decide_program(program, request, figures, started.elapsed(), observer))
}

fn decide_program(
    program: Program,
    request: &Request,
    mut figures: Figures,
    compiling: Duration,
    observer: &mut (dyn Observer + Send),
) -> Report {
    let specification = specification(&request.property);
    let mut checker = Checker::new(&program, &specification);
    let mut summaries = Summaries::open(request, &program);
    let unseen = frontend::unseen_labels(request);
    let refusal = cairn_options::table::refusal(&request.configuration).map(Reason::Refused);
    let is_settled = refusal.is_some() || unseen.is_everything;
    let known = summaries.as_ref().filter(|_| !is_settled);
    let known = known.map(|summaries| summaries.verdict(&mut checker, &strategy::whole_budget(request)));
    let (run, costs) = match known {
        _ if is_settled => (StageResults { reasons: refusal.into_iter().collect(), ..StageResults::new() }, None),
        Some(Ok(Some(verdict))) => (StageResults { verdict, was_known: true, ..StageResults::new() }, None),
        _ => {
            let plan = strategy::stages(&request.configuration, &program, summaries.is_some());
            for row in plan.iter().filter_map(|stage| stage.row) {
                figures.add("Strategy", format!("row/{}", row.name), Figure::Word(row.options_text()));
            }
            let (first, by_turns) = plan.split_at(plan.iter().take_while(|stage| stage.turns.is_none()).count());
            let run = stages::run(
                first,
                by_turns.len(),
                request,
                &program,
                &specification,
                &mut checker,
                &mut summaries,
                observer,
            );
            if by_turns.is_empty() || run.stages.last().is_some_and(|last| last.is_over) {
                (run, None)
            } else {
                let jobs = usize::try_from(request.configuration.jobs).unwrap_or(usize::MAX);
                let (rest, costs) =
                    stages_by_turns::run(by_turns, first.len(), request, jobs, &program, &specification, observer);
                (run.and_then(rest), Some(costs))
            }
        }
    };

    conclude::count(&run, &mut figures);
    let warnings = summaries.map_or(Vec::new(), |summaries| summaries.close(&run.verdict, &checker));
    match costs {
        Some(costs) => figures.extend(costs),
        None => checker.figures(&mut figures),
    }
    figures.add("Resources", "compiling", Figure::Time(compiling));
    let drawing = request.drawings.then(|| conclude::draw(&run, &program)).flatten();
    let levels = request.levels.then(|| conclude::levels(&run)).flatten();
    let explored = request.explored.then(|| explored::of(&run, &program)).flatten();
    let stages = conclude::stages(&run);
    let messages = conclude::messages(&run);
    let bounded = conclude::bounded(&run, &program);
    let proved = run.proved.clone();
    let (verdict, reasons, invariants) = run.into_verdict();
    let invariants = conclude::placed(invariants, &program);
    let report = Report {
        invariants,
        bounded,
        proved,
        levels,
        explored,
        stages,
        messages,
        ..conclude::report(verdict, &reasons, request, program, figures, drawing, warnings)
    };
    report.without_labels(&unseen.labels)
}

/// The automaton of a property.
pub fn specification(property: &cairn_task::Property) -> Specification {
    let functions = property.functions.iter().map(String::as_str);
    let unreachable = Specification::unreachable(&property.name, functions, property.labels.iter().map(String::as_str));
    // A clause is an assertion; what its frame does not allow is marked as a check.
    let clauses = property.functions.iter().any(|function| function == "__assert_fail");
    unreachable.and_checks(&[&property.checks[..], if clauses { &[Check::Assigns] } else { &[] }].concat())
}
