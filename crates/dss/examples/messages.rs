//! `cargo xtask fuzz-messages --seconds 600`: messages of runs, changed at random, for so long.

#[path = "../tests/it/mutated/mod.rs"]
mod mutated;

use std::time::{Duration, Instant};

const PROGRAMS: [&str; 3] = [
    include_str!("../tests/programs/state_machine_safe.c"),
    include_str!("../tests/programs/two_loops_safe.c"),
    include_str!("../tests/programs/recursion_safe.c"),
];

#[allow(clippy::print_stdout)] // It talks to the person who runs it.
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let seconds = words.iter().position(|word| word == "--seconds").and_then(|at| words.get(at + 1)?.parse().ok());
    let each = Duration::from_secs(seconds.unwrap_or(60)) / PROGRAMS.len() as u32;
    for (seed, text) in PROGRAMS.iter().enumerate() {
        let start = Instant::now();
        let counts = mutated::run(text, seed as u64 + 100, |_| start.elapsed() < each);
        println!("{} messages: {} read, {} states and predicates", counts.messages, counts.read, counts.meant);
    }
}
