//! The nightly command: `cargo xtask fuzz --programs 20000`. Prints the seed and the reduced text of each failure.
#![allow(clippy::print_stdout)] // It talks to the person who runs it.

use cairn_differential::comparison::{EngineComparison, ExecutionVerdict, compare};
use cairn_differential::configurations::{CheckedProperty, RunAllowance, in_turn};
use cairn_differential::grammar::{Class, classes};
use cairn_differential::reduce::reduce;
use cairn_differential::seeded::{Seeded, program};
use cairn_options::variants::{Variant, variants};
use clap::Parser;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(Parser)]
#[command(about = "Generated programs on which all analyses and the interpreter must agree")]
struct Arguments {
    /// How many programs
    #[arg(long, default_value_t = 20_000)]
    programs: u64,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Steps of each analysis
    #[arg(long, default_value_t = 3_000)]
    steps: u64,
    /// Milliseconds of wall time after which an analysis is given up, for single questions that a solver does not answer
    #[arg(long, default_value_t = 5_000)]
    deadline: u64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Only these configurations: an analysis, or one with options as the table at the end names it
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// So many of the configurations for each program, in turn [default: all]
    #[arg(long, value_name = "COUNT")]
    in_turn: Option<usize>,
    /// Only these classes of the grammar, excluded ones too
    #[arg(long, value_delimiter = ',')]
    classes: Vec<String>,
    /// Asks whether memory is used as C allows, instead of whether assertions fail
    #[arg(long)]
    memory: bool,
    /// Ends at so many failures
    #[arg(long, default_value_t = 20)]
    failures: u64,
    /// Prints the programs instead of judging them
    #[arg(long)]
    print: bool,
    /// Does not make failing programs small
    #[arg(long)]
    whole: bool,
}

fn small(found: &Seeded, configurations: &[&Variant], effort: RunAllowance) -> (String, EngineComparison) {
    let kind = |comparison: &EngineComparison| {
        comparison.failure.as_ref().map(|why| why.split([' ', ':']).next().unwrap_or("").to_owned())
    };
    let of = |text: &str| compare(text, found.model, configurations, effort);
    let before = kind(&of(&found.tree.text()));
    let tree = reduce(&found.tree, &mut |tree| kind(&of(&tree.text())) == before);
    let text = tree.text();
    let comparison = of(&text);
    (text, comparison)
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let from: Vec<&'static Class> = classes()
        .into_iter()
        .filter(|class| {
            if arguments.classes.is_empty() {
                class.excluded.is_none()
            } else {
                arguments.classes.iter().any(|c| c == class.name)
            }
        })
        .collect();
    let is_meant =
        |one: &Variant| arguments.only.iter().any(|only| *only == one.name() || *only == one.analysis.word());
    let configurations: Vec<Variant> =
        variants().into_iter().filter(|one| arguments.only.is_empty() || is_meant(one)).collect();
    let asked = if arguments.memory { CheckedProperty::Memory } else { CheckedProperty::Assertions };
    let effort = RunAllowance {
        steps: arguments.steps,
        deadline: Some(Duration::from_millis(arguments.deadline)),
        work: None,
        asked,
    };
    let (next, failures) = (AtomicU64::new(arguments.seed), AtomicU64::new(0));
    let counts: Mutex<BTreeMap<String, [u64; 3]>> = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= arguments.seed + arguments.programs || failures.load(Ordering::Relaxed) >= arguments.failures {
                return;
            }
            let found = match program(seed, &from) {
                Ok(found) => found,
                Err(why) => {
                    failures.fetch_add(1, Ordering::Relaxed);
                    println!("seed {seed} does not compile: {why}");
                    continue;
                }
            };
            if arguments.print {
                println!("// seed {seed}, {:?}\n{}", found.model, found.tree.text());
                continue;
            }
            let configurations = in_turn(seed, arguments.in_turn.unwrap_or(configurations.len()), &configurations);
            let comparison = compare(&found.tree.text(), found.model, &configurations, effort);
            let mut counts = counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for (name, answer) in &comparison.answers {
                counts.entry(name.clone()).or_default()[*answer as usize] += 1;
            }
            let at = match comparison.shown {
                ExecutionVerdict::Safe => 0,
                ExecutionVerdict::Violation => 1,
                ExecutionVerdict::Open => 2,
            };
            counts.entry("(executions)".to_owned()).or_default()[at] += 1;
            drop(counts);
            if let Some(why) = &comparison.failure {
                failures.fetch_add(1, Ordering::Relaxed);
                println!("seed {seed} ({:?}): {why}", found.model);
                let (text, after) = if arguments.whole {
                    (found.tree.text(), comparison)
                } else {
                    small(&found, &configurations, effort)
                };
                println!("seed {seed} reduced: {}\n{text}", after.failure.unwrap_or_default());
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            // Generated expressions and their formulas nest deeper than a thread's usual stack.
            let _ = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
        }
    });
    println!("{:60} {:>7} {:>7} {:>7}", "", "TRUE", "FALSE", "UNKNOWN");
    for (name, [yes, no, unknown]) in counts.into_inner().unwrap_or_default() {
        println!("{name:60} {yes:7} {no:7} {unknown:7}");
    }
    if failures.load(Ordering::Relaxed) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
