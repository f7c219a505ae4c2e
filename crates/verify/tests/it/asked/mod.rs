//! Asking the library what the command line would.
#![allow(dead_code)] // Each test file uses its part.

use cairn_base::Work;
use cairn_cpa::NoObserver;
use cairn_front_c::Input;
use cairn_options::Configuration;
use cairn_task::Property;
use cairn_verify::{Figure, Report, ReportedVerdict, Request, RunLimits};
use std::path::Path;
use std::time::{Duration, Instant};

/// Verifies a text under a name, with options.
pub fn verify(name: &str, text: &str, options: &[(&str, &str)], summaries: Option<&Path>) -> Report {
    run(request(name, text, options, summaries))
}

/// The same with a graph of what was explored, and little work for solvers.
pub fn drawn(name: &str, text: &str, options: &[(&str, &str)]) -> Report {
    let mut request = request(name, text, options, None);
    request.drawings = true;
    request.limits.steps = Some(2_000);
    request.limits.work = Some(Work::thousands(400));
    run(request)
}

/// The same with the invariants that a proof rests on.
pub fn proof(name: &str, text: &str, options: &[(&str, &str)]) -> Report {
    let mut request = request(name, text, options, None);
    request.invariants = true;
    run(request)
}

/// Whether an execution that random testing makes up violates the property: by the interpreter alone, whatever analyses say.
pub fn is_violated(name: &str, text: &str) -> bool {
    let mut request = request(name, text, &[("analysis", "random-testing")], None);
    request.limits.steps = Some(20_000);
    run(request).answer == ReportedVerdict::False
}

/// Verifies a text within little time; calls of `functions` are the violation, if there are any.
pub fn ask(name: &str, text: &str, options: &[(&str, &str)], functions: &[&str]) -> Report {
    ask_and_check(name, text, options, functions, &[])
}

/// The same with checks of undefined behaviour.
pub fn ask_and_check(name: &str, text: &str, options: &[(&str, &str)], functions: &[&str], checks: &[&str]) -> Report {
    let mut request = asking(name, text, options, functions, checks);
    // A limit is only there so that the test ends.
    request.limits.time = Some(Duration::from_secs(120));
    // Of the verdicts that ten times the steps and no limit of work give, less than one in a hundred is lost.
    request.limits.steps = Some(6_000);
    request.limits.work = Some(Work::thousands(1_000));
    if options.iter().all(|(name, _)| *name != "analysis") {
        // All stages share the steps; the default must come to its answer.
        request.limits.steps = None;
        request.limits.work = None;
    }
    run(request)
}

fn asking(name: &str, text: &str, options: &[(&str, &str)], functions: &[&str], checks: &[&str]) -> Request {
    let mut request = request(name, text, options, None);
    if !functions.is_empty() {
        request.property.functions = functions.iter().map(|name| (*name).to_owned()).collect();
        request.property.labels.clear();
    }
    request.property = request.property.and_checks(checks.iter().copied()).unwrap();
    request
}

/// The same within little work, also by the default: for programs of which UNKNOWN is right.
pub fn ask_little(name: &str, text: &str, options: &[(&str, &str)], functions: &[&str], checks: &[&str]) -> Report {
    let mut request = asking(name, text, options, functions, checks);
    request.limits.steps = Some(20_000);
    request.limits.work = Some(Work::thousands(1_000));
    run(request)
}

/// Verifies a text against a property within some steps and work of solvers, by the default.
pub fn ask_property(name: &str, text: &str, property: Property, steps: u64, work: Work) -> Report {
    let mut request = request(name, text, &[], None);
    request.property = property;
    (request.limits.steps, request.limits.work) = (Some(steps), Some(work));
    run(request)
}

fn run(request: Request) -> Report {
    cairn_verify::verify(&request, &mut NoObserver).unwrap_or_else(|error| panic!("{:?}", error.diagnostics))
}

fn request(name: &str, text: &str, options: &[(&str, &str)], summaries: Option<&Path>) -> Request {
    let mut configuration = Configuration::defaults().unwrap();
    for (name, value) in options {
        (cairn_options::table::row(name).unwrap().set)(&mut configuration, value).unwrap();
    }
    let inputs = vec![Input { name: name.to_owned(), text: text.into() }];
    let limits =
        RunLimits { start: Instant::now(), time: None, processor: None, memory: None, steps: Some(60_000), work: None };
    let cancel = cairn_base::CancelToken::new();
    let request = Request::new(inputs, Property::default_reachability(), configuration, limits, cancel);
    Request { summaries: summaries.map(Path::to_owned), ..request }
}

/// A count of a report; 0 when it has none.
pub fn count(report: &Report, name: &str) -> u64 {
    match report.figures.get(name) {
        Some(Figure::Count(count)) => *count,
        _ => 0,
    }
}
