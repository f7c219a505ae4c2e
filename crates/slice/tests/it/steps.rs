//! The steps that the last one depends on, against executions: with other values for all inputs but those of these steps, the
//! last step sees the same.

use crate::common::watches;
use cairn_base::FastMap;
use cairn_differential::grammar::{self, classes};
use cairn_differential::seeded::compile;
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, RunEnd};
use cairn_ir::types::Scalar;
use cairn_ir::{CallSiteId, EdgeId, MachineModel, Program, Step, Value};
use cairn_slice::steps_of_last;
use cairn_test_support::Random;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Answers that depend on who asks and how often he asked; those that are fixed are what they were.
#[derive(Default)]
struct Answers {
    seed: u64,
    fixed: FastMap<(EdgeId, u64), Value>,
    asked: BTreeMap<EdgeId, u64>,
    /// What was answered since the last step.
    new: Vec<((EdgeId, u64), Value)>,
}

impl Inputs for Answers {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let count = self.asked.entry(request.edge).or_default();
        *count += 1;
        let name: u64 = request.edge.to_string()[1..].parse().expect("a number");
        let mut random = Random::new(Random::new(self.seed ^ *count << 32).word() ^ name);
        let value = match request.scalar {
            Some(Scalar::Pointer { .. }) | None => Value(0),
            Some(of) => Value::from_i128([0, 1, 2, 3, -1, 7, 200][random.below(7)], of.bits()),
        };
        let value = *self.fixed.get(&(request.edge, *count)).unwrap_or(&value);
        self.new.push(((request.edge, *count), value));
        value
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, offset: u64) -> u8 {
        (offset % 3) as u8
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        (address % 5) as u8
    }
}

type Seen = Vec<Option<Value>>;

/// Runs to the end, or to the first call; what is passed in each call, and what `each` step asked.
fn run(
    program: &Program,
    site: CallSiteId,
    inputs: &mut Answers,
    only_first: bool,
    mut each: impl FnMut(Step, Vec<((EdgeId, u64), Value)>),
) -> (Vec<Seen>, Option<RunEnd>) {
    let code = Code::new(program);
    let options = InterpreterOptions { steps: 20_000, memory: 1 << 24, depth: 200, ..InterpreterOptions::default() };
    let mut run = Interpreter::new(&code, options);
    let mut seen = Vec::new();
    loop {
        let step = match run.step(inputs) {
            Ok(step) => step,
            Err(end) => return (seen, Some(end)),
        };
        each(step, std::mem::take(&mut inputs.new));
        if matches!(step, Step::Enter(call, _) if call == site) {
            let callee = program.calls[site].callee.expect("resolved");
            let params = program.functions[callee].params.iter();
            seen.push(params.map(|param| run.variable(run.top(), *param)).collect());
            if only_first {
                return (seen, None);
            }
        }
    }
}

#[derive(Default, Debug)]
struct Compared {
    runs: usize,
    steps: usize,
    kept: usize,
    changed_inputs: usize,
}

/// The first call of a site, then runs with other values for the inputs that it does not depend on.
fn compare(text: &str, program: &Arc<Program>, site: CallSiteId, seed: u64, compared: &mut Compared) {
    let (mut steps, mut asked) = (Vec::new(), Vec::new());
    let mut inputs = Answers { seed, ..Answers::default() };
    let (seen, end) = run(program, site, &mut inputs, true, |step, new| {
        steps.push(step);
        asked.push(new);
    });
    if end.is_some() {
        return;
    }
    let relevant = steps_of_last(program, &steps).expect("steps of an execution");
    compared.steps += steps.len();
    compared.kept += relevant.iter().filter(|is| **is).count();
    let of_relevant = asked.iter().zip(&relevant).filter(|(_, is)| **is);
    let fixed: FastMap<_, _> = of_relevant.flat_map(|(asked, _)| asked.iter().copied()).collect();
    compared.changed_inputs += asked.iter().flatten().count() - fixed.len();
    for other in 1..5 {
        let mut inputs = Answers { seed: seed + 1000 * other, fixed: fixed.clone(), ..Answers::default() };
        let (again, end) = run(program, site, &mut inputs, false, |_, _| {});
        let ended = matches!(end, Some(RunEnd::Halted { .. } | RunEnd::Returned(_)));
        assert!(!ended || again.contains(&seen[0]), "seed {seed}, {site}: {seen:?}, then {again:?}\n{text}");
        compared.runs += usize::from(ended);
    }
}

#[test]
fn other_inputs_elsewhere_do_not_change_what_the_last_step_sees() {
    let classes = classes();
    let mut compared = Compared::default();
    for seed in 0..800 {
        let mut random = Random::new(seed);
        let chosen = [*random.pick(&classes), *random.pick(&classes)];
        let text = grammar::program(&mut random, &chosen).text();
        let program = Arc::new(compile(&text, MachineModel::Lp64).unwrap_or_else(|why| panic!("{why}{text}")));
        for site in watches(&program).into_iter().take(3) {
            compare(&text, &program, site, seed, &mut compared);
        }
    }
    let is_small = compared.kept * 10 < compared.steps * 6;
    assert!(compared.runs > 1000 && compared.changed_inputs > 100 && is_small, "{compared:?}");
}

#[test]
fn inputs_that_decide_what_is_not_written_count() {
    let bodies = [
        // A branch that is not taken.
        "int x = 3, c = input(); if (c == 7) x = c; watch(x);",
        // A loop that is not entered.
        "int x = 3, c = input(); while (c == 7) { x = x + 1; c = input(); } watch(x);",
        // Another element.
        "int a[4] = {1, 2, 3, 4}; int i = input() & 3; a[i] = 9; watch(a[2]);",
        // Another call.
        "int c = input(); if (c == 7) set(); watch(global);",
        // A call that did not end the program.
        "int c = input(); check(c); int unused = input(); watch(unused > 300);",
        // What a loop ends by.
        "int s = 0, n = input() & 7; for (int i = 0; i < n; i++) s += i; watch(s);",
        // Through a pointer, and in recursion.
        "int x = 1, y = 2, *p = &x; if (input() == 7) p = &y; *p = 5; watch(y);",
        "watch(down(input() & 3));",
    ];
    let mut compared = Compared::default();
    for body in bodies {
        let text = format!(
            "extern int __VERIFIER_nondet_int(void); extern void abort(void); int global; void watch(int x) {{}}\n\
             void set(void) {{ global = 4; }}\n\
             void check(int x) {{ if (x == 7) abort(); }}\n\
             int down(int n) {{ if (n == 0) return input(); int before = n; return down(n - 1) + before; }}\n\
             int main(void) {{ int other = input(); {body} return other; }}\n"
        )
        .replace("input()", "__VERIFIER_nondet_int()");
        let program = Arc::new(compile(&text, MachineModel::Lp64).unwrap_or_else(|why| panic!("{why}{text}")));
        for seed in 0..60 {
            compare(&text, &program, watches(&program)[0], seed, &mut compared);
        }
    }
    assert!(compared.runs > 1000 && compared.changed_inputs > 300, "{compared:?}");
}
