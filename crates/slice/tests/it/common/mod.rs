//! A program and its slice, executed on the same inputs.

#![allow(dead_code)]

use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, ObjectOrdinal, RunEnd};
use cairn_ir::types::Scalar;
use cairn_ir::{CallSiteId, EdgeId, Op, Program, Step, Value};
use cairn_slice::{Criterion, Dependences, Slice, apply};
use cairn_test_support::Random;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Answers that depend on who asks and how often he asked, and not on what else was asked.
struct Same {
    seed: u64,
    asked: BTreeMap<EdgeId, u64>,
}

impl Same {
    fn number(&mut self, edge: EdgeId) -> Random {
        let count = self.asked.entry(edge).or_default();
        *count += 1;
        let mut random = Random::new(self.seed ^ (*count << 32));
        let name: u64 = edge.to_string()[1..].parse().expect("a number");
        Random::new(random.word() ^ name)
    }
}

impl Inputs for Same {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let mut random = self.number(request.edge);
        match request.scalar {
            Some(Scalar::Pointer { .. }) => Value(0),
            Some(of) => Value::from_i128([0, 1, 2, 3, -1, 7, 200][random.below(7)], of.bits()),
            None => Value(0),
        }
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, offset: u64) -> u8 {
        (offset % 3) as u8
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        (address % 5) as u8
    }
}

/// What a call passes, each time that it is made, and whether the program came to its end.
fn observed(program: &Program, site: CallSiteId, seed: u64) -> (Vec<Vec<Option<Value>>>, RunEnd) {
    let code = Code::new(program);
    let options = InterpreterOptions { steps: 20_000, memory: 1 << 24, depth: 200, ..InterpreterOptions::default() };
    let mut run = Interpreter::new(&code, options);
    let mut inputs = Same { seed, asked: BTreeMap::new() };
    let mut seen = Vec::new();
    loop {
        match run.step(&mut inputs) {
            Ok(Step::Enter(call, _)) if call == site => {
                let callee = program.calls[call].callee.expect("resolved");
                let params = program.functions[callee].params.iter();
                seen.push(params.map(|param| run.variable(run.top(), *param)).collect());
            }
            Ok(_) => {}
            Err(end) => return (seen, end),
        }
    }
}

/// Figures of a comparison.
#[derive(Default, Debug)]
pub struct Figures {
    pub values: usize,
    pub ended: usize,
    pub edges: usize,
    pub kept: usize,
}

/// Compares what a call passes in the program and in the slice of the call.
pub fn compare(text: &str, program: &Program, site: CallSiteId, seeds: u64, figures: &mut Figures) {
    let edge = program.edges.iter_ids().find(|(_, edge)| edge.op == Op::Call(site)).expect("an edge").0;
    let slice = Slice::new(&mut Dependences::new(&Arc::new(program.clone())), &Criterion::edges(program, [edge]));
    let sliced = apply(program, &slice);
    sliced.check().expect("a sliced program is a program");
    figures.edges += program.edges.len();
    figures.kept += slice.edges().count();
    for seed in 0..seeds {
        let (whole, ended) = observed(program, site, seed);
        let ended = matches!(ended, RunEnd::Halted { .. } | RunEnd::Returned(_));
        let (part, end) = observed(&sliced, site, seed);
        let is_same = if ended { whole == part } else { part.starts_with(&whole) };
        assert!(
            is_same,
            "inputs {seed}, {site}, ended {ended}: {whole:?}\nsliced, {end:?}: {part:?}\n{text}\n{}",
            cairn_ir::print::text(&sliced)
        );
        figures.values += whole.len();
        figures.ended += usize::from(ended);
    }
}

/// The calls of `watch`.
pub fn watches(program: &Program) -> Vec<CallSiteId> {
    let watch = program.function_named("watch").expect("a function to watch");
    let call = |edge: &cairn_ir::Edge| match edge.op {
        Op::Call(site) if program.calls[site].callee == Some(watch) => Some(site),
        _ => None,
    };
    program.edges.iter().filter_map(call).collect()
}
