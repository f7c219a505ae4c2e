//! A run from beginning to end, and what it found out: as [`cairn_cpa::run`], with the blocks' figures and graphs.
//!
//! TRUE needs that nothing was left out and no target given up in any graph that the outermost one rests on, directly or
//! through others; graphs that nothing rests on any more do not count.

use crate::engine::Engine;
use crate::figures::BlockStatistics;
use crate::memo::{Entry, EntryId, Status};
use crate::summaries::{StoreLocation, SummaryStore};
use cairn_base::Budget;
use cairn_base::id::{Id, IdVec};
use cairn_blocks::{Blocks, Partition};
use cairn_cpa::names::Names;
use cairn_cpa::serialize::Serialize;
use cairn_cpa::{
    Conclusion, Controls, EngineOptions, Observer, Outcome, PathChecker, Reason, Reduce, RunStatistics, Specification,
    Statistics, Verdict, cegar,
};
use cairn_ir::Program;
use cairn_ir::reachable;
use std::collections::BTreeSet;
use std::rc::Rc;

/// All graphs of a run with the blocks that they explore.
pub struct Graphs<'p, C: Reduce> {
    /// Statistics of memoization.
    pub figures: BlockStatistics,
    pub(crate) partition: Rc<Partition>,
    pub(crate) entries: IdVec<EntryId, Box<Entry<C>>>,
    pub(crate) controls: Controls<'p>,
}

impl<C: Reduce> Graphs<'_, C> {
    /// Checks the invariants of all graphs; linear, for tests.
    ///
    /// # Errors
    /// The first that does not hold, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        self.entries
            .iter_ids()
            .try_for_each(|(id, entry)| entry.graph.arg().check().map_err(|why| format!("{id}: {why}")))
    }
}

/// Explores a program block by block with an analysis, checks each error path and refines, until there is a verdict or
/// the budget is used up. Never fails but for blocks that do not fit the program: all else is a [`Reason`].
///
/// # Errors
/// The user's list of blocks does not fit the program, as a sentence.
#[expect(clippy::too_many_arguments, reason = "those of cairn_cpa::run and the blocks")]
pub fn run<'p, C: Reduce, K: PathChecker + ?Sized>(
    cpa: &C,
    program: &'p Program,
    specification: &'p Specification,
    blocks: &Blocks,
    options: &EngineOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Outcome<K::Counterexample, Graphs<'p, C>>, String> {
    let partition = Rc::new(Partition::new(program, blocks)?);
    let engine = Engine::new(cpa, program, specification, partition, options, budget, None);
    Ok(cegar::run(engine, checker, observer))
}

/// As [`run`], with the results of earlier runs, and keeping those of this one, if there is where.
///
/// # Errors
/// As [`run`].
#[expect(clippy::too_many_arguments, reason = "those of `run` and where results are kept")]
pub fn run_keeping<'p, C: Reduce + Serialize, K: PathChecker + ?Sized>(
    cpa: &C,
    program: &'p Program,
    specification: &'p Specification,
    blocks: &Blocks,
    options: &EngineOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
    kept: Option<StoreLocation<'_>>,
) -> Result<Outcome<K::Counterexample, Graphs<'p, C>>, String> {
    let Some(kept) = kept else {
        return run(cpa, program, specification, blocks, options, checker, budget, observer);
    };
    let partition = Rc::new(Partition::new(program, blocks)?);
    let names = Names::new(program);
    let mut store = SummaryStore::new(cpa, &names, partition.clone(), kept);
    let blocks = partition.clone();
    let engine = Engine::new(cpa, program, specification, blocks, options, budget, Some(&mut store));
    let outcome = cegar::run(engine, checker, observer);
    let has_ended = !outcome.reasons.iter().any(|reason| matches!(reason, Reason::Stopped(_) | Reason::Internal(_)));
    if matches!(outcome.verdict, Verdict::Unknown) && has_ended && store.has_given() {
        // It may be what was learnt for another text that has led here.
        store.give_no_more();
        let engine = Engine::new(cpa, program, specification, partition, options, budget, Some(&mut store));
        return Ok(cegar::run(engine, checker, observer));
    }
    Ok(outcome)
}

impl<'p, C: Reduce> Engine<'_, '_, 'p, C> {
    /// Ends a run, with the reasons of incompleteness.
    pub(crate) fn conclude<X>(mut self, conclusion: &mut Conclusion<X>) -> (RunStatistics, Statistics, Graphs<'p, C>) {
        self.suspend();
        let all = conclusion.is_explored();
        self.keep_results(all || conclusion.is_violation(), conclusion.is_failed());
        let Engine { exploration, entries, partition, figures, .. } = self;
        let used = if all { used(&entries) } else { entries.ids().collect() };
        for entry in used.iter().map(|id| &entries[*id]) {
            conclusion.against_graph(&entry.graph);
            if all
                && (entry.status != Status::Complete
                    || entry.valid_applications().any(|(_, application)| !application.settled))
            {
                let name = &partition.get(entry.block).name;
                conclusion.against(Reason::Internal(format!("results of {name} were used that are not all of them")));
            }
        }
        let states = entries.iter().map(|entry| entry.graph.arg().len()).sum();
        let (statistics, mut counters, controls) = exploration.into_costs(states);
        for (name, count) in figures.counts() {
            counters.add(name, count);
        }
        (statistics, counters, Graphs { figures, partition, entries, controls })
    }
}

/// The entries that the outermost one rests on, itself included.
pub(crate) fn used<C: Reduce>(entries: &IdVec<EntryId, Box<Entry<C>>>) -> BTreeSet<EntryId> {
    let used = reachable([EntryId::from_index(0)], |id, open| {
        open.extend(entries[id].valid_applications().map(|(_, application)| application.source));
    });
    used.into_iter().collect()
}
