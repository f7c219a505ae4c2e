//! The value analysis over-approximates the interpreter: along real executions, whatever a state claims is so.
//!
//! Each program (the files in `programs/` and generated ones) is run with random inputs. Beside each step of the
//! interpreter goes the abstract step, with everything tracked, with nothing but constants of some variables, and with
//! nothing at all; after each, every cell, range, pointer and default of the state is compared with the memory.

use crate::follow::{Comparison, Source, precisions, program};
use crate::shape_memory::{checked, safety_program};

use cairn_domains::value::memory::Memory;
use cairn_domains::value::{ValuePrecision, ValueState, transfer};
use cairn_interp::{Code, Interpreter, InterpreterOptions as RunOptions};
use cairn_ir::{ExprId, MachineModel, Program, Step, Value};
use cairn_test_support::Random;
use cairn_test_support::executor_laws::{FollowedMachine, add_choices, follow};

/// The value analysis beside an execution.
struct Values<'a> {
    program: &'a Program,
    precision: &'a ValuePrecision,
    state: ValueState,
}

impl FollowedMachine for Values<'_> {
    fn take(&mut self, step: Step, depth: u32) -> Result<(), String> {
        let next = transfer::step(&self.state, self.precision, step, depth, self.program, None);
        self.state = next.map_err(|error| error.to_string())?.ok_or("no successor")?;
        Ok(())
    }
    fn allows(&mut self, expr: ExprId, value: Value, run: &Interpreter<'_, '_>) -> Result<(), String> {
        let depth = run.top() as u32;
        let datum = Memory::new(self.state.clone(), depth, self.program, self.precision).value(expr);
        let width = self.program.types.scalar(self.program.type_of(expr)).map_or(0, |of| of.bits());
        Comparison::new(run, self.program, 0).allows(&self.state, datum, value, width)
    }
    fn compare(&mut self, run: &Interpreter<'_, '_>) -> Result<usize, String> {
        let mut comparison = Comparison::new(run, self.program, 0);
        comparison.check(&self.state)?;
        Ok(comparison.facts)
    }
}

/// Runs a program beside its abstraction; the number of facts compared.
fn run(program: &Program, precision: &ValuePrecision, random: &mut Random, wild: bool) -> Result<usize, String> {
    let code = Code::new(program);
    let options = RunOptions { steps: 3000, memory: 1 << 24, depth: 200, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let mut values = Values { program, precision, state: ValueState::initial() };
    let compared = follow(program, &mut interpreter, &mut Source { random, wild }, &mut values)?;
    Ok(compared.facts)
}

fn all_runs(name: &str, text: &str, runs: usize, random: &mut Random) -> usize {
    let mut facts = 0;
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let mut program = program(name, text, model);
        add_choices(&mut program, random);
        let wild = name.contains("unnamed");
        for _ in 0..runs {
            for precision in precisions(&program, random) {
                match run(&program, &precision, random, wild) {
                    Ok(compared) => facts += compared,
                    Err(wrong) => panic!("{name} on {model:?} with {precision:?}: {wrong}\n{text}"),
                }
            }
        }
    }
    facts
}

#[test]
fn programs_from_files() {
    let mut random = Random::new(1);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")) {
        let text = std::fs::read_to_string(file).unwrap();
        let facts = all_runs(&file.display().to_string(), &text, 4, &mut random);
        assert!(facts > 20, "{}: only {facts} facts compared", file.display());
    }
}

#[test]
fn generated_programs() {
    let mut facts = 0;
    let seeds = cairn_tools::seeds(13);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = cairn_test_support::c_programs::program(&mut random);
        facts += all_runs(&format!("seed-{seed}.c"), &text, 2, &mut random);
        let text = cairn_test_support::c_programs::conversions(&mut random);
        facts += all_runs(&format!("conversions-{seed}.c"), &text, 2, &mut random);
    }
    assert!(cairn_tools::has_rates(count, facts > 10_000), "{facts}");
}

/// Checks ask what lives: a state says that an object does only where it does, whatever is known of the pointers that are
/// freed.
#[test]
fn generated_programs_that_free() {
    let mut facts = 0;
    let seeds = cairn_tools::seeds(40);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = safety_program(&mut random);
        let program = checked(&format!("seed-{seed}.c"), &text);
        for _ in 0..3 {
            for precision in precisions(&program, &mut random) {
                match run(&program, &precision, &mut random, false) {
                    Ok(compared) => facts += compared,
                    Err(wrong) => panic!("seed {seed} with {precision:?}: {wrong}\n{text}"),
                }
            }
        }
    }
    assert!(cairn_tools::has_rates(count, facts > 10_000), "{facts}");
}
