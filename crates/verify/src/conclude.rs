//! The last phase of a run, concluding: from what a run leaves behind to the report that is printed, written and drawn.

use crate::coverage;
use crate::equalities;
use crate::explored;
use crate::figures::{Figure, Figures};
use crate::library;
use crate::report::{Assumed, BoundedProof, ExplorationReport, Placed, Report, ReportedVerdict, Stage};
use crate::request::Request;
use crate::run::{StageResults, StageRun};
use crate::unknown_cause;
use crate::violation::Violation;
use cairn_base::levels::Levels;
use cairn_base::{Span, resident_memory};
use cairn_cpa::{Invariant, Reason, Verdict};
use cairn_dss::Recorder;
use cairn_ir::assumption::Assumption;
use cairn_ir::{EdgeId, Program};
use cairn_options::Configuration;
use cairn_predicate::Encoding;
use std::collections::BTreeSet;

/// The figures of a run's stages: those of the last under a heading of their own, which programs that read them rely on.
pub fn count(run: &StageResults<'_>, figures: &mut Figures) {
    if run.was_known {
        figures.add("Summaries", "verdict", Figure::Word("known".to_owned()));
    }
    for stage in &run.stages {
        count_stage(stage, figures);
    }
}

fn count_stage(stage: &StageRun<'_>, figures: &mut Figures) {
    let heading = if stage.is_over { "Exploration".to_owned() } else { format!("Stage {}", stage.number) };
    figures.add(heading.clone(), "analysis", Figure::Word(stage.name.clone()));
    for (name, count) in stage.statistics.counts() {
        if name != "time-us" {
            figures.add(heading.clone(), name, Figure::Count(count));
        }
    }
    for (name, count) in stage.counters.iter() {
        figures.add(heading.clone(), name, Figure::Count(count));
        if let ("slice-edges", Some(Figure::Count(edges @ 1..))) = (name, figures.get("edges")) {
            figures.add(heading.clone(), "slice-percent", Figure::Count(100 * count / *edges));
        }
    }
    figures.add(heading.clone(), "solver-work", Figure::Count(stage.work.get()));
    for (kind, cost) in stage.queries.iter() {
        figures.add(heading.clone(), format!("solver-queries/{kind}"), Figure::Count(cost.queries));
        figures.add(heading.clone(), format!("solver-time/{kind}"), Figure::Time(cost.time));
        figures.add(heading.clone(), format!("solver-work/{kind}"), Figure::Count(cost.work.get()));
    }
    for (name, time) in stage.statistics.times() {
        figures.add(heading.clone(), name, Figure::Time(time));
    }
}

/// The levels of the last graph of a run.
fn levels(run: &StageResults<'_>) -> Option<Levels> {
    run.stages.iter().rev().find_map(|stage| stage.graph.as_ref()?.levels())
}

/// The stages of a run, without their graphs.
fn stages(run: &StageResults<'_>) -> Vec<Stage> {
    let one = |stage: &StageRun<'_>| Stage {
        name: stage.name.clone(),
        number: stage.number,
        began: stage.course.began,
        took: stage.course.took,
        found: stage.found.clone(),
        states: stage.statistics.states,
        refinements: stage.statistics.refinements,
        work: stage.work.get(),
    };
    run.stages.iter().map(one).collect()
}

/// The log of the last stage with workers.
fn messages(run: &StageResults<'_>) -> Option<Recorder> {
    run.stages.iter().rev().find_map(|stage| stage.messages.clone())
}

/// The last graph of a run in DOT, of a stage whose engine has one to show.
fn draw(run: &StageResults<'_>, program: &Program) -> Option<String> {
    run.stages.iter().rev().find_map(|stage| stage.graph.as_ref()?.dot(program))
}

/// Invariants with the places of their locations.
fn placed(invariants: Vec<Invariant>, program: &Program) -> Vec<Placed> {
    let one = |Invariant { node, holds }: Invariant| {
        let at = &program.nodes[node];
        let function = &program.functions[at.function];
        let is_entry = program.is_entry(node);
        let span = match is_entry {
            true => function.span,
            false => at.leaving.first().map_or(Span::NONE, |edge| program.edges[*edge].span),
        };
        let text = equalities::summed_up(&cairn_ir::assertion::text::of(&holds, program));
        Placed { node, function: function.name.clone(), is_entry, span, text, holds }
    };
    invariants.into_iter().map(one).collect()
}

/// Up to where a run found no violation, with the places of the loops.
fn bounded(run: &StageResults<'_>, program: &Program) -> Option<BoundedProof> {
    let found = run.bounded.as_ref().filter(|_| run.verdict == Verdict::Unknown)?;
    let (places, mut loops) = (library::Places::new(program), Vec::<Span>::new());
    for node in &found.going_on {
        let head = program.nodes[*node].leaving.iter().map(|edge| program.edges[*edge].span);
        let Some(span) = head.into_iter().find(|span| !span.is_none()) else { continue };
        let place = places.of(span).span;
        if !place.is_none() && !loops.contains(&place) {
            loops.push(place);
        }
    }
    Some(BoundedProof { iterations: found.bound, loops })
}

/// Results of a run that outlive the program.
pub struct Findings {
    verdict: Verdict<Violation>,
    reasons: Vec<Reason>,
    invariants: Vec<Placed>,
    bounded: Option<BoundedProof>,
    proved: BTreeSet<EdgeId>,
    arg: Option<String>,
    levels: Option<Levels>,
    explored: Option<ExplorationReport>,
    stages: Vec<Stage>,
    messages: Option<Recorder>,
}

impl Findings {
    /// Those of a run; of its graphs, what the request asks for.
    pub fn new(run: StageResults<'_>, request: &Request, program: &Program) -> Self {
        let arg = request.drawings.then(|| draw(&run, program)).flatten();
        let levels = request.levels.then(|| levels(&run)).flatten();
        let explored = request.explored.then(|| explored::of(&run, program)).flatten();
        let (stages, messages, bounded) = (stages(&run), messages(&run), bounded(&run, program));
        let proved = run.proved.clone();
        let (verdict, reasons, invariants) = run.into_verdict();
        let invariants = placed(invariants, program);
        Self { verdict, reasons, invariants, bounded, proved, arg, levels, explored, stages, messages }
    }
}

/// The report. `warnings` say what could not be done beside the verdict.
pub fn report(
    findings: Findings,
    request: &Request,
    program: Program,
    mut figures: Figures,
    mut warnings: Vec<String>,
) -> Report {
    let Findings { verdict, reasons, invariants, bounded, proved, arg, levels, explored, stages, messages } = findings;
    figures.add("Resources", "wall-time", Figure::Time(request.limits.start.elapsed()));
    if let Some(bytes) = resident_memory::peak_resident_bytes() {
        figures.add("Resources", "peak-memory", Figure::Bytes(bytes));
    }
    let (answer, violation) = match verdict {
        Verdict::True => (ReportedVerdict::True, None),
        Verdict::False(violation) => (ReportedVerdict::False, Some(violation)),
        Verdict::Unknown => (ReportedVerdict::Unknown, None),
    };
    let of_encoding = of_encoding(&request.configuration);
    // TRUE stands on the stage that proved it, whatever stood in the way of those before.
    let reasons = if answer == ReportedVerdict::True { Vec::new() } else { unknown_cause::explain(&reasons, &program) };
    let property = request.property.name.clone();
    let violated = violation.as_ref().map(|violation| request.property.part(violation.check()).to_owned());
    if answer == ReportedVerdict::True {
        warnings.extend(coverage::vacuous(&program, &request.cancel));
    }
    // What holds where integers never wrap is no invariant of the program.
    let invariants = if of_encoding.is_some() { Vec::new() } else { invariants };
    let assumptions = match answer {
        ReportedVerdict::True => Assumed::of(&program).into_iter().chain(of_encoding).collect(),
        _ => Vec::new(),
    };
    Report {
        answer,
        property,
        violated,
        reasons,
        bounded,
        proved,
        violation,
        figures,
        program: Some(program),
        arg,
        levels,
        explored,
        stages,
        messages,
        assumptions,
        invariants,
        ranked: Vec::new(),
        proof_check: None,
        warnings,
    }
}

/// Assumptions of the encoding of integers.
fn of_encoding(configuration: &Configuration) -> Option<Assumed> {
    let assumes = configuration.encoding == Encoding::NeverWrapping;
    assumes.then(|| Assumed { what: Assumption::IntegersNeverWrap, names: Vec::new() })
}
