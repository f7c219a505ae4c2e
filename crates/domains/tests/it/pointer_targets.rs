//! Where pointers go, beside executions of the interpreter: whenever control is at a location, the bytes that a pointer is said to have
//! around it are of one object, and its address is as aligned as is said.

use cairn_base::{Budget, CancelToken};
use cairn_domains::interval::cell::KeyedCell;
use cairn_domains::interval::invariants;
use cairn_domains::pointer_targets::{PointerTargets, targets};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, Pointee};
use cairn_ir::{NodeId, Op, Program, Step, Value};
use cairn_test_support::{Random, program};

const TEXT: &str = include_str!("../interval/pointer_targets.c");

struct Source<'r>(&'r mut Random);

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let width = request.scalar.map_or(64, |scalar| scalar.bits());
        Value::truncated(u128::from(self.0.below(12_u64)), width)
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(2) as u8
    }
}

/// Compares what is said of a location with the memory; the number of facts compared.
fn compare(
    known: &PointerTargets<'_>,
    node: NodeId,
    at: &Interpreter<'_, '_>,
    program: &Program,
) -> Result<usize, String> {
    let Some(facts) = known.at(node) else { return Err("no execution comes here".to_owned()) };
    for (key, target) in facts {
        let KeyedCell { var, depth, bit } = KeyedCell::from_key(*key);
        let frame = if depth.is_some() { at.top() } else { 0 };
        let name = &program.vars[var].name;
        let Some(base) = at.address_of(frame, var) else { continue };
        let pointer = (0..8)
            .rev()
            .try_fold(0u64, |sum, index| Some(sum << 8 | u64::from(at.byte_at(base + u64::from(bit / 8) + index)?)));
        let Some(pointer) = pointer else { continue };
        if pointer % target.align.min(1 << 20) != 0 {
            return Err(format!("{name} is {pointer:#x}, not aligned to {}", target.align));
        }
        let first = i128::from(pointer) - target.low;
        let end = i128::from(pointer) + i128::from(target.size) - target.high;
        if first >= end {
            continue;
        }
        let object = match at.pointee(u64::try_from(first).map_err(|why| format!("{name}: {why}"))?) {
            Pointee::Object(object) => object,
            other => return Err(format!("{name} is {pointer:#x}, which is {other:?}: {target:?}")),
        };
        let has = i128::from(object.address) <= first && end <= i128::from(object.end());
        // That an object of a frame lives is not said.
        if !has || (target.heap && !object.live) || (object.read_only && !target.constant) {
            return Err(format!("{name} is {pointer:#x}: {target:?}, but {object:?}"));
        }
    }
    Ok(facts.len())
}

fn run(program: &Program, known: &PointerTargets<'_>, random: &mut Random) -> Result<usize, String> {
    let code = Code::new(program);
    let options = InterpreterOptions { steps: 4000, memory: 1 << 24, depth: 200, ..InterpreterOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let (mut calls, mut node, mut compared) = (Vec::new(), program.entry(), 0);
    loop {
        let Ok(step) = interpreter.step(&mut Source(random)) else { return Ok(compared) };
        node = match step {
            Step::Edge(edge) | Step::Hidden(edge) => program.edges[edge].target,
            Step::Enter(call, _) => {
                let edge = program.leaving(node).find(|(_, e)| matches!(e.op, Op::Call(c) if c == call));
                calls.push(edge.expect("a call's edge").1.target);
                program.functions[program.calls[call].callee.expect("resolved")].body.expect("a body").entry
            }
            Step::Leave(..) => calls.pop().expect("a call"),
        };
        let line = program.leaving(node).next().and_then(|(_, edge)| program.sources.locate(edge.span));
        let place = line.map_or(String::new(), |line| line.to_string());
        compared += compare(known, node, &interpreter, program).map_err(|wrong| format!("{place}: {wrong}"))?;
    }
}

/// Several executions of a program; the number of facts compared.
fn runs(name: &str, text: &str, count: usize, random: &mut Random) -> usize {
    let program = program(name, text);
    let budget = Budget::unlimited(CancelToken::new());
    let ranges = invariants(&program, &budget).unwrap();
    let known = targets(&program, &ranges, &budget).unwrap();
    let one = |_| run(&program, &known, random).unwrap_or_else(|wrong| panic!("{name}: {wrong}\n{text}"));
    (0..count).map(one).sum()
}

#[test]
fn pointers_are_where_they_are_said_to_be() {
    let compared = runs("pointer_targets.c", TEXT, 40, &mut Random::new(5));
    assert!(compared > 3000, "only {compared} facts");
}

#[test]
fn pointers_of_generated_programs_are_where_they_are_said_to_be() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let text = cairn_test_support::c_programs::program(&mut random);
        compared += runs(&format!("seed-{seed}.c"), &text, 2, &mut random);
    }
    assert!(compared > 3000, "only {compared} facts");
}
