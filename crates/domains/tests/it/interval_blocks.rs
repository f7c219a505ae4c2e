//! Reduce and expand of the interval analysis over-approximate the interpreter: along real executions, with calls and
//! loops as blocks at random, every range of the state is compared with the memory. A block may also begin in a state
//! above the reduced one.

use crate::follow;

use cairn_base::{Budget, CancelToken};
use cairn_domains::interval::cell::KeyedCell;
use cairn_domains::interval::{IntervalAnalysis, IntervalState, Thresholds};
use cairn_interp::{Code, Interpreter, InterpreterOptions as RunOptions};
use cairn_ir::{MachineModel, Program};
use cairn_test_support::Random;
use follow::block::{Blocks, Follow, Open, Run};
use follow::{Source, program, ranges};

#[derive(Default, Debug)]
struct Figures {
    compared: usize,
    calls: usize,
    loops: usize,
    /// Ranges of frames outside, after a block.
    kept: usize,
}

struct Ranges<'f, 'p> {
    program: &'p Program,
    figures: &'f mut Figures,
}

impl Follow for Ranges<'_, '_> {
    type Analysis = IntervalAnalysis;

    fn weakened(&mut self, state: &IntervalState, random: &mut Random) -> IntervalState {
        let mut weak = state.clone();
        for (key, known) in state.cells(0..=u64::MAX) {
            match random.below(4) {
                0 => weak.forget(key..=key),
                1 => {
                    let mut wider = known.interval();
                    wider.high += i128::from(random.below(5));
                    weak.set(key, wider, known.shape());
                }
                _ => {}
            }
        }
        weak
    }
    fn other_precision(&mut self, _: &Program, _: &mut Random) -> Option<Thresholds> {
        None
    }
    fn check(&mut self, state: &IntervalState, interpreter: &Interpreter<'_, '_>, ground: usize) -> Result<(), String> {
        self.figures.compared += ranges::compare(state, |depth| ground as u32 + depth, interpreter, self.program)?;
        Ok(())
    }
    fn left(&mut self, block: &Open<IntervalAnalysis>, _: &IntervalState, expanded: &IntervalState) {
        expanded.for_each(|KeyedCell { depth, .. }, _| {
            self.figures.kept += usize::from(depth.is_some_and(|depth| depth < block.depth));
        });
    }
}

fn all_runs(name: &str, text: &str, runs: usize, random: &mut Random) -> Figures {
    let mut figures = Figures::default();
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let program = program(name, text, model);
        let (blocks, code, precision) = (Blocks::new(&program), Code::new(&program), Thresholds::of(&program));
        let budget = Budget::unlimited(CancelToken::new());
        for _ in 0..runs {
            let options = RunOptions { steps: 2000, memory: 1 << 24, depth: 200, ..RunOptions::default() };
            let mut interpreter = Interpreter::new(&code, options);
            let cpa = IntervalAnalysis::new();
            let follow = Ranges { program: &program, figures: &mut figures };
            let mut run = Run::new(&blocks, &cpa, &budget, IntervalState::new(), precision.clone(), follow);
            let odds = [1, 3, 10][random.below(3) as usize];
            let mut source = Source { random, wild: false };
            loop {
                match run.step(&mut interpreter, &mut source, odds) {
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    Err(wrong) => panic!("{name} on {model:?}: {wrong}\n{text}"),
                }
            }
            let (calls, loops) = (run.entries.len(), run.loops);
            figures.calls += calls;
            figures.loops += loops;
        }
    }
    figures
}

#[test]
fn programs_from_files() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<_> = ["programs", "interval"]
        .iter()
        .flat_map(|name| std::fs::read_dir(folder.join(name)).unwrap().map(|e| e.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().display().to_string();
        let figures = all_runs(&name, &text, 25, &mut Random::new(1));
        if name == "recursion.c" {
            let is_enough = figures.calls > 250 && figures.loops > 60 && figures.kept > 700;
            assert!(is_enough && figures.compared > 5000, "{figures:?}");
        }
    }
}

#[test]
fn generated_programs() {
    let mut figures = Figures::default();
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let text = cairn_test_support::c_programs::program(&mut random);
        let more = all_runs(&format!("seed-{seed}.c"), &text, 2, &mut random);
        figures.compared += more.compared;
        figures.kept += more.kept;
    }
    assert!(figures.compared > 5_000 && figures.kept > 100, "{figures:?}");
}
