//! Asking the library what the command line would.

use cairn_cpa::NoObserver;
use cairn_front_c::{Input, Options};
use cairn_ir::MachineModel;
use cairn_task::{Configuration, Property};
use cairn_verify::{Figure, Limits, Report, Request};
use std::path::Path;
use std::time::Instant;

/// Verifies a text under a name, with options.
pub fn verify(name: &str, text: &str, options: &[(&str, &str)], summaries: Option<&Path>) -> Report {
    let mut configuration = Configuration::defaults().unwrap();
    for (name, value) in options {
        (cairn_task::options::row(name).unwrap().set)(&mut configuration, value).unwrap();
    }
    let request = Request {
        inputs: vec![Input { name: name.to_owned(), text: text.into() }],
        front: Options { model: MachineModel::Lp64, entry: "main".to_owned() },
        property: Property::default_reachability(),
        configuration,
        limits: Limits { start: Instant::now(), time: None, processor: None, memory: None, steps: Some(60_000) },
        cancel: cairn_base::CancelToken::new(),
        drawings: false,
        summaries: summaries.map(Path::to_owned),
    };
    cairn_verify::verify(&request, &mut NoObserver).unwrap_or_else(|error| panic!("{:?}\n{text}", error.diagnostics))
}

/// A count of a report; 0 when it has none.
pub fn count(report: &Report, name: &str) -> u64 {
    match report.figures.get(name) {
        Some(Figure::Count(count)) => *count,
        _ => 0,
    }
}
