//! Generated programs, 20 a run: no two analyses contradict each other, none contradicts an execution. Each program
//! goes to a few of the configurations in turn; the nightly command (`cargo xtask fuzz`) takes all for each.

use cairn_base::Work;
use cairn_differential::comparison::{ExecutionVerdict, compare};
use cairn_differential::configurations::{CheckedProperty, RunAllowance, in_turn};
use cairn_differential::grammar::{Class, classes};
use cairn_differential::seeded::program;
use cairn_options::variants::variants;
use cairn_verify::ReportedVerdict;

/// Programs in a run; a run that takes all parts has eighteen times as many.
const PROGRAMS: u64 = 20;
const EFFORT: RunAllowance =
    RunAllowance { steps: 1_000, deadline: None, work: Some(Work::thousands(500)), asked: CheckedProperty::Assertions };
/// Configurations for each program.
const AT_ONCE: usize = 5;

#[test]
fn generated_programs_have_one_answer() {
    let from: Vec<&'static Class> = classes().into_iter().filter(|class| class.excluded.is_none()).collect();
    let halves = std::thread::scope(|scope| {
        let half = |first: usize| {
            let from = &from;
            move || cairn_tools::seeds(PROGRAMS).skip(first).step_by(2).map(|seed| one(seed, from)).collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..2)
            .map(|first| std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, half(first)).unwrap())
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let wrong: Vec<&String> = halves.iter().filter_map(|(_, why)| why.as_ref()).collect();
    assert!(wrong.is_empty(), "{} programs, the first: {}", wrong.len(), wrong[0]);
    // Programs that nobody decides compare nothing.
    let count = |of: fn(&[u64; 3]) -> bool| halves.iter().filter(|(counts, _)| of(counts)).count();
    let (safe, violated) =
        (count(|c| c[ReportedVerdict::True as usize] > 0), count(|c| c[ReportedVerdict::False as usize] > 0));
    let count = halves.len() as u64;
    let are_rates = safe as u64 >= count / 5 && violated as u64 >= count / 5;
    assert!(cairn_tools::has_rates(count, are_rates), "{safe} TRUE and {violated} FALSE of {count}");
}

fn one(seed: u64, from: &[&'static Class]) -> ([u64; 3], Option<String>) {
    let mut counts = [0; 3];
    let found = match program(seed, from) {
        Ok(found) => found,
        Err(why) => return (counts, Some(format!("seed {seed} does not compile: {why}"))),
    };
    let variants = variants();
    let configurations = in_turn(seed, AT_ONCE, &variants);
    let text = found.tree.text();
    let comparison = compare(&text, found.model, &configurations, EFFORT);
    for (_, answer) in &comparison.answers {
        counts[*answer as usize] += 1;
    }
    if comparison.shown == ExecutionVerdict::Violation {
        counts[ReportedVerdict::False as usize] += 1;
    }
    (counts, comparison.failure.map(|why| format!("seed {seed} ({:?}): {why}\n{text}", found.model)))
}
