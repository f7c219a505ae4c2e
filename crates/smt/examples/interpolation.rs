//! Success and time of each interpolation method on the corpus: `cargo run --release -p cairn-smt --example
//! interpolation [--portfolio] [words that the row must contain]`. Times are processor time in seconds;
//! each method gets 10 s of wall time, the portfolio 60 s.
#![allow(clippy::print_stdout)] // A program for measuring.

#[path = "../tests/it/corpus/mod.rs"]
mod corpus;

use cairn_base::{CancelToken, FastMap};
use cairn_smt::SolverLimits;
use cairn_smt::interpolation::{InterpolationOutcome, InterpolationRequest, Method, interpolate};
use cairn_term::{TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The distinct atoms when `x@3` is read as `x`: what a model checker would track.
fn predicates(terms: &mut Terms, found: &[TermId]) -> usize {
    let mut plain: BTreeMap<String, TermId> = BTreeMap::new();
    let mut replace = FastMap::default();
    for symbol in terms.symbols_of(found) {
        let sort = terms.symbol_sort(symbol);
        let name = terms.symbol_name(symbol).split('@').next().unwrap_or_default().to_string();
        let to = *plain.entry(name.clone()).or_insert_with(|| terms.symbol(name, sort));
        replace.insert(terms.symbol_term(symbol), to);
    }
    let all: Vec<TermId> = found.iter().map(|interpolant| terms.substitute(*interpolant, &replace)).collect();
    let atoms: BTreeSet<TermId> = all.iter().flat_map(|interpolant| terms.atoms(*interpolant)).collect();
    atoms.len()
}

/// Time that this thread has had a processor: other work on the machine does not count. Where the system does not say,
/// everything takes no time.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or_default())
}

#[derive(Default)]
struct Counts {
    solved: usize,
    quickly: usize,
    time: f64,
    atoms: usize,
    predicates: usize,
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let only = words.iter().any(|word| word == "--portfolio");
    words.retain(|word| word != "--portfolio");
    let mut table: BTreeMap<(String, String), Counts> = BTreeMap::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for problem in corpus::problems() {
        if !words.iter().all(|word| problem.name.contains(word.as_str())) {
            continue;
        }
        let kind = if problem.name.starts_with("fill")
            || problem.name.starts_with("swap")
            || problem.name.starts_with("cells")
        {
            format!("arrays over {}", problem.theory)
        } else if problem.name.starts_with("function") || problem.name.starts_with("congruence") {
            format!("functions over {}", problem.theory)
        } else if problem.name.starts_with("path") {
            "int, paths of programs".to_string()
        } else if problem.parents.is_some() {
            format!("{} trees", problem.theory)
        } else {
            problem.theory.clone()
        };
        *counts.entry(kind.clone()).or_default() += 1;
        print!("{:22}", problem.name);
        let single = Method::ALL.iter().filter(|_| !only).map(|method| (method.name(), vec![*method]));
        for (name, order) in single.chain([("portfolio", Vec::new())]) {
            let mut terms = problem.terms.clone();
            // As a model checker asks: with a flag that is watched.
            let (time, cancel) = (Duration::from_secs(if order.is_empty() { 60 } else { 10 }), CancelToken::new());
            let limits = SolverLimits { time: Some(time), cancel: Some(cancel), ..SolverLimits::default() };
            let parents = problem.parents.as_deref();
            let start = processor_time();
            let outcome = interpolate(
                &mut terms,
                &InterpolationRequest {
                    parents,
                    order: &order,
                    ..InterpolationRequest::sequence(&problem.groups, limits)
                },
            );
            let time = (processor_time() - start).as_secs_f64();
            let row = table.entry((kind.clone(), name.to_string())).or_default();
            row.time += time;
            match outcome {
                Ok(InterpolationOutcome::Interpolants(found)) => {
                    let all = terms.and(&found.terms);
                    let atoms = terms.atoms(all).len();
                    let predicates = predicates(&mut terms, &found.terms);
                    row.predicates += predicates;
                    row.solved += 1;
                    row.quickly += usize::from(time <= 2.0);
                    row.atoms += atoms;
                    print!("  {name} {time:.2} s {atoms} atoms {predicates} predicates");
                    if order.is_empty() {
                        print!(" by {}", found.method);
                    }
                }
                other => print!("  {name} {time:.2} s FAILED {other:?}"),
            }
        }
        println!();
    }
    println!(
        "\n| theory | method | solved | within 2 s | time, s | atoms | predicates |\n|---|---|---|---|---|---|---|"
    );
    for ((kind, method), row) in table {
        let Counts { solved, quickly, time, atoms, predicates } = row;
        println!("| {kind} | {method} | {solved}/{} | {quickly} | {time:.1} | {atoms} | {predicates} |", counts[&kind]);
    }
}
