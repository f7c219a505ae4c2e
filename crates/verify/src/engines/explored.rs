//! The engine of configurable program analyses, and that of blocks where the options ask for blocks.

use super::refused;
use crate::analysis;
use crate::summaries::Summaries;
use cairn_cpa::{Composite, Engine, EngineOutcome, EngineTask, PathChecker};
use cairn_options::Configuration;

pub(crate) struct ExploredAnalysis<'s> {
    pub cpa: Composite,
    pub configuration: &'s Configuration,
    /// Where results of blocks are kept from run to run.
    pub summaries: Option<&'s mut Summaries>,
}

impl<K: PathChecker> Engine<K> for ExploredAnalysis<'_> {
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample> {
        let EngineTask { program, specification, checker, budget, observer } = task;
        let Self { cpa, configuration, summaries } = *self;
        let options = analysis::engine(configuration);
        let blocks = match analysis::blocks(&configuration.bam_blocks) {
            Ok(Some(blocks)) => blocks,
            Ok(None) => {
                return cairn_cpa::run(&cpa, program, specification, &options, checker, budget, observer).erased();
            }
            Err(why) => return refused(why),
        };
        if let Some(name) = cpa.irreducible() {
            return refused(format!("the {name} analysis cannot explore blocks by themselves: bam.blocks must be off"));
        }
        let kept = summaries.map(|summaries| summaries.blocks(configuration));
        cairn_bam::run_keeping(&cpa, program, specification, &blocks, &options, checker, budget, observer, kept)
            .map_or_else(refused, |outcome| outcome.erased())
    }
}
