//! Paths of real executions are feasible, and what the formula says of other paths is true.
//!
//! Programs run with random inputs on the interpreter; the path of such a run must be feasible, and the model's replay
//! must take the very same path. Then the last branch of a prefix is turned round: where the formula gives inputs, the
//! replay must take the turned path; where it says infeasible, no run that was seen may have taken it.

use crate::build;

use build::steps_of;
use cairn_base::{Budget, CancelToken, FastMap};
use cairn_feasibility::{Feasibility, check};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, ObjectOrdinal};
use cairn_ir::types::{MachineModel, Scalar};
use cairn_ir::{Op, Program, Step, Value};
use cairn_test_support::Random;
use cairn_test_support::terms::RandomNumbers;
use std::path::Path;

/// Inputs made up as they are asked for.
struct Dice {
    random: Random,
    wild: u64,
    /// Whether indeterminate memory holds pointers, as far as the program is concerned.
    pointers: bool,
    bytes: FastMap<(u64, u64), u8>,
}

impl Inputs for Dice {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        match request.scalar {
            Some(Scalar::Pointer { .. }) => match self.random.below(3) {
                0 => Value(0),
                n => Value(u128::from(self.wild + 0x1_0000 * n as u64)),
            },
            Some(of) if self.random.below(2) == 0 => Value(self.random.bits(of.bits())),
            _ => Value(u128::from(self.random.word() % 32)),
        }
    }
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        let random = if self.random.below(2) == 0 { 0 } else { (self.random.word() & 0xff) as u8 };
        let word = if self.wild > u64::from(u32::MAX) { 8 } else { 4 };
        let byte = match (self.pointers, offset % word) {
            (false, _) => random,
            // Null, or the start of an object that the program does not name.
            (true, _) if object.0.is_multiple_of(3) => 0,
            (true, 2) => (self.wild >> 16) as u8,
            (true, 3) if word == 4 => (self.wild >> 24) as u8,
            (true, 6) => (self.wild >> 48) as u8,
            (true, _) => 0,
        };
        *self.bytes.entry((object.0, offset)).or_insert(byte)
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.memory_byte(ObjectOrdinal(1), address)
    }
}

fn programs(model: MachineModel) -> Vec<(String, Program)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut programs = Vec::new();
    for file in files.iter().filter(|file| file.to_string_lossy().contains(&only)) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).unwrap();
        let input = Input { name: name.clone(), text: text.into() };
        match compile(&[input], &FrontEndOptions::new(model, "main")) {
            Ok(program) => programs.push((name, program)),
            Err(error) => {
                let text: String = error.diagnostics.iter().map(|d| d.render(&error.sources)).collect();
                panic!("{text}");
            }
        }
    }
    programs
}

/// The steps of a run with random inputs, as far as `most`.
fn random_path(code: &Code<'_>, name: &str, seed: u64, most: usize) -> Vec<Step> {
    let wild = code.layout.ranges.wild() + 0x10_0000;
    let pointers = name.contains("pointer");
    let mut dice = Dice { random: Random::new(seed), wild, pointers, bytes: FastMap::default() };
    let mut run = Interpreter::new(code, cairn_interp::InterpreterOptions::default());
    let mut steps = Vec::new();
    while steps.len() < most {
        match run.step(&mut dice) {
            Ok(step) => steps.push(step),
            Err(_) => break,
        }
    }
    steps
}

/// The prefix up to the `at`th branch, turned round there.
fn turned(program: &Program, path: &[Step], at: usize) -> Option<Vec<Step>> {
    let branch = |step: &Step| match step {
        Step::Edge(edge) => {
            let of = &program.edges[*edge];
            let other = program.nodes[of.source].leaving.iter().find(|e| *e != edge)?;
            matches!(of.op, Op::Assume { .. }).then_some(*other)
        }
        _ => None,
    };
    let branches: Vec<(usize, cairn_ir::EdgeId)> =
        path.iter().enumerate().filter_map(|(i, step)| Some((i, branch(step)?))).collect();
    let (position, other) = branches.get(at % branches.len().max(1))?;
    let mut turned = path[..*position].to_vec();
    turned.push(Step::Edge(*other));
    Some(turned)
}

/// What was seen to be possible and what is said to be impossible.
#[derive(Default)]
struct Seen {
    feasible: usize,
    infeasible: usize,
    unknown: Vec<String>,
}

fn follow(model: MachineModel) {
    let budget = Budget::unlimited(CancelToken::new());
    let mut total = Seen::default();
    for (name, program) in programs(model) {
        let code = Code::new(&program);
        let mut seen = Seen::default();
        let mut refuted: Vec<Vec<Step>> = Vec::new();
        let mut paths: Vec<Vec<Step>> = Vec::new();
        for seed in 0..4 {
            let path = random_path(&code, &name, seed, 2000);
            match check(&code, &path, &budget).unwrap().0 {
                Feasibility::Feasible { mut inputs, .. } => {
                    let (steps, end) = steps_of(&code, &mut inputs);
                    let common = steps.iter().zip(&path).take_while(|(a, b)| a == b).count();
                    assert_eq!(common, path.len(), "{name} {seed}: {end:?} after {}", steps.len());
                    seen.feasible += 1;
                }
                Feasibility::Infeasible { prefix } => panic!("{name} {seed}: {prefix} of {} steps", path.len()),
                Feasibility::Unknown(why, span) => {
                    let at = program.sources.locate(span).map(|l| l.to_string()).unwrap_or_default();
                    seen.unknown.push(format!("{name} {at}: {why}"));
                }
            }
            for at in 0..2 {
                let Some(other) = turned(&program, &path, at * 7 + seed as usize) else { continue };
                match check(&code, &other, &budget).unwrap().0 {
                    Feasibility::Feasible { mut inputs, .. } => {
                        let (steps, end) = steps_of(&code, &mut inputs);
                        let common = steps.iter().zip(&other).take_while(|(a, b)| a == b).count();
                        assert_eq!(common, other.len(), "{name} {seed} turned: {end:?} after {}", steps.len());
                        seen.feasible += 1;
                    }
                    Feasibility::Infeasible { prefix } => {
                        assert!(prefix <= other.len());
                        seen.infeasible += 1;
                        refuted.push(other[..prefix].to_vec());
                    }
                    Feasibility::Unknown(why, span) => {
                        let at = program.sources.locate(span).map(|l| l.to_string()).unwrap_or_default();
                        seen.unknown.push(format!("{name} {at}: {why}"));
                    }
                }
            }
            paths.push(path);
        }
        paths.extend((100..250).map(|seed| random_path(&code, &name, seed, 2000)));
        for prefix in &refuted {
            let taken = paths.iter().any(|path| path.starts_with(prefix));
            assert!(!taken, "{name}: a path of {} steps that was refuted is taken", prefix.len());
        }
        total.feasible += seen.feasible;
        total.infeasible += seen.infeasible;
        total.unknown.extend(seen.unknown);
    }
    let all = total.feasible + total.infeasible + total.unknown.len();
    let few = total.unknown.len() * 20 <= all;
    assert!(few, "{} of {all} unknown: {:#?}", total.unknown.len(), total.unknown);
    if std::env::var_os("ONLY").is_none() {
        assert!(total.infeasible >= 10 && total.feasible >= 60, "{} {}", total.feasible, total.infeasible);
    }
}

#[test]
fn paths_on_ilp32() {
    follow(MachineModel::Ilp32);
}

#[test]
fn paths_on_lp64() {
    follow(MachineModel::Lp64);
}
