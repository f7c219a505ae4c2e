//! Success and time of each interpolation method on the corpus: `cargo run --release -p cairn-smt --example
//! interpolation [--portfolio] [words that the row must contain]`. Times are in seconds; each method gets 10 s.
#![allow(clippy::print_stdout)] // A program for measuring.

#[path = "../tests/corpus/mod.rs"]
mod corpus;

use cairn_smt::Limits;
use cairn_smt::interpolation::{Method, Outcome, Request, interpolate};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Tally {
    solved: usize,
    quickly: usize,
    time: f64,
    atoms: usize,
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let only = words.iter().any(|word| word == "--portfolio");
    words.retain(|word| word != "--portfolio");
    let mut table: BTreeMap<(String, String), Tally> = BTreeMap::new();
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
            let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
            let parents = problem.parents.as_deref();
            let start = Instant::now();
            let outcome = interpolate(&mut terms, &Request { groups: &problem.groups, parents, order: &order, limits });
            let time = start.elapsed().as_secs_f64();
            let tally = table.entry((kind.clone(), name.to_string())).or_default();
            tally.time += time;
            match outcome {
                Ok(Outcome::Interpolants(found)) => {
                    let all = terms.and(&found.terms);
                    let atoms = terms.atoms(all).len();
                    tally.solved += 1;
                    tally.quickly += usize::from(time <= 2.0);
                    tally.atoms += atoms;
                    print!("  {name} {time:.2} s {atoms} atoms");
                    if order.is_empty() {
                        print!(" by {}", found.method);
                    }
                }
                other => print!("  {name} {time:.2} s FAILED {other:?}"),
            }
        }
        println!();
    }
    println!("\n| theory | method | solved | within 2 s | time, s | atoms |\n|---|---|---|---|---|---|");
    for ((kind, method), tally) in table {
        let Tally { solved, quickly, time, atoms } = tally;
        println!("| {kind} | {method} | {solved}/{} | {quickly} | {time:.1} | {atoms} |", counts[&kind]);
    }
}
