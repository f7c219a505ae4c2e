//! A program with its cycles and what executions showed of them.

use crate::component::{self, Atoms};
use crate::cycle::{Cycle, cycles};
use crate::samples::{self, CycleWatch, InputSource, Mix, Samples};
use cairn_base::FastMap;
use cairn_interp::{Code, RunEnd};
use cairn_ir::{EdgeId, FunctionId, Program, Value};
use fastrand::Rng;

/// The program as it is, or as it ends at overflows, with its cycles and what executions showed of them.
pub struct SampledProgram {
    pub program: Program,
    pub cycles: Vec<(Cycle, Atoms)>,
    pub samples: Vec<Samples>,
    pub constants: Vec<i128>,
}

impl SampledProgram {
    /// Without samples. Cycles of functions that are taken to end are left out; a recursion goes on through one of others.
    pub fn new(mut program: Program, is_taken_to_end: &dyn Fn(&Program, FunctionId) -> bool) -> Self {
        let mut found = cycles(&program);
        found.retain(|cycle| !cycle.functions.iter().all(|function| is_taken_to_end(&program, *function)));
        let cycles: Vec<(Cycle, Atoms)> = found
            .into_iter()
            .map(|cycle| {
                let atoms = component::atoms(&mut program, &cycle);
                (cycle, atoms)
            })
            .collect();
        let samples = vec![Samples::default(); cycles.len()];
        let constants = cairn_random_testing::constants::of(&program);
        Self { program, cycles, samples, constants }
    }

    /// Executes it with the inputs of a source.
    pub fn execute(&mut self, code: &Code<'_>, source: InputSource, steps: u64) -> SampledExecution {
        let watch = CycleWatch::new(&self.program, &self.cycles);
        let watched = samples::execute(code, &watch, &mut self.samples, source, &self.constants, steps);
        let is_only = watched.given.sequence.is_empty() && !watched.given.read_memory;
        let (by_place, steps) = (watched.given.by_place(), watched.steps);
        SampledExecution { is_only, last: watched.last, by_place, end: watched.end, steps }
    }

    /// Executions with inputs made up, of so many moves of control in all. Those that were cut off.
    pub fn sample(&mut self, moves: u64, seed: u64) -> Vec<SampledExecution> {
        let program = self.program.clone();
        let code = Code::new(&program);
        let (mut made, mut cut) = (0, Vec::new());
        let mut rng = Rng::with_seed(seed);
        for round in 0..400_u64 {
            let mix = [Mix::Small, Mix::Mixed, Mix::Constants, Mix::Bits][(round % 4) as usize];
            let source = InputSource::Any(rng.fork(), mix);
            let execution = self.execute(&code, source, 30_000);
            let is_only = execution.is_only;
            made += execution.steps;
            if matches!(execution.end, Some(RunEnd::LimitReached(_)) | None) {
                cut.push(execution);
            }
            if is_only || made > moves {
                break;
            }
        }
        cut
    }
}

pub struct SampledExecution {
    pub is_only: bool,
    /// The cycle that came round last.
    pub last: Option<usize>,
    /// Its last input at each place.
    pub by_place: FastMap<EdgeId, Value>,
    pub end: Option<RunEnd>,
    steps: u64,
}
