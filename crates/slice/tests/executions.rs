//! Slices against executions: the program and its slice, on the same inputs, show the criterion the same values, as long
//! as the program runs.

use cairn_differential::grammar::{self, classes};
use cairn_differential::random::Random;
use cairn_differential::seeded::compile;
use cairn_interp::{Code, End, Inputs, Interpreter, ObjectOrdinal, Options, Request};
use cairn_ir::types::Scalar;
use cairn_ir::{CallSiteId, EdgeId, MachineModel, Op, Program, Step, Value};
use cairn_slice::{Criterion, Dependences, Slice, apply};
use std::collections::BTreeMap;

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
        Random::new(random.bits() ^ name)
    }
}

impl Inputs for Same {
    fn havoc(&mut self, request: &Request<'_>) -> Value {
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
fn observed(program: &Program, site: CallSiteId, seed: u64) -> (Vec<Vec<Option<Value>>>, End) {
    let code = Code::new(program);
    let options = Options { steps: 20_000, memory: 1 << 24, depth: 200, ..Options::default() };
    let mut run = Interpreter::new(&code, options);
    let mut inputs = Same { seed, asked: BTreeMap::new() };
    let mut seen = Vec::new();
    loop {
        match run.step(&mut inputs) {
            Ok(Step::Enter(call)) if call == site => {
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
struct Figures {
    values: usize,
    ended: usize,
    edges: usize,
    kept: usize,
}

fn compare(text: &str, program: &Program, site: CallSiteId, seeds: u64, figures: &mut Figures) {
    let edge = program.edges.iter_ids().find(|(_, edge)| edge.op == Op::Call(site)).expect("an edge").0;
    let slice = Slice::new(&mut Dependences::new(program), &Criterion::edges(program, [edge]));
    let sliced = apply(program, &slice);
    sliced.check().expect("a sliced program is a program");
    figures.edges += program.edges.len();
    figures.kept += slice.edges().count();
    for seed in 0..seeds {
        let (whole, ended) = observed(program, site, seed);
        let ended = matches!(ended, End::Halted { .. } | End::Returned(_));
        let (part, end) = observed(&sliced, site, seed);
        let is_same = if ended { whole == part } else { part.starts_with(&whole) };
        assert!(is_same, "inputs {seed}, {site}, ended {ended}: {whole:?}\nsliced, {end:?}: {part:?}\n{text}\n{}", cairn_ir::print::text(&sliced));
        figures.values += whole.len();
        figures.ended += usize::from(ended);
    }
}

fn watches(program: &Program) -> Vec<CallSiteId> {
    let watch = program.function_named("watch").expect("a function to watch");
    let call = |edge: &cairn_ir::Edge| match edge.op {
        Op::Call(site) if program.calls[site].callee == Some(watch) => Some(site),
        _ => None,
    };
    program.edges.iter().filter_map(call).collect()
}

#[test]
fn generated_programs_and_their_slices_show_the_same() {
    let classes = classes();
    let mut figures = Figures::default();
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let model = if random.chance(25) { MachineModel::Ilp32 } else { MachineModel::Lp64 };
        let chosen = [*random.pick(&classes), *random.pick(&classes)];
        let text = grammar::program(&mut random, &chosen).text();
        let program = compile(&text, model).unwrap_or_else(|why| panic!("{why}{text}"));
        for site in watches(&program).into_iter().take(3) {
            compare(&format!("seed {seed}\n{text}"), &program, site, 6, &mut figures);
        }
    }
    assert!(figures.values > 500 && figures.ended > 300 && figures.kept * 3 < figures.edges * 2, "{figures:?}");
}
