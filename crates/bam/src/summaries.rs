//! Results of earlier runs: finished entries of the memo that another process has explored, for a program whose text may
//! have changed elsewhere.
//!
//! A record is found by what the results of a block rest on: what the block and its callees say ([`crate::digest`]), what
//! the analysis knows of the program as a whole, the states of analysis and specification in which it is entered, and the
//! options, which the caller answers for ([`StoreLocation::base`]). It holds the states at the block's end. The precision is not in
//! the key: the states are all there are, however they were found. When they turn out to be too coarse, because an error
//! path leads through them, the block is explored as if nothing had been kept; so no verdict is lost either. And when
//! a run that has used something comes to no verdict by itself, it is repeated without: what was learnt for another text
//! may lead elsewhere.
//!
//! What refinements have learnt is kept as well, by the block's name: any precision is sound, and the one that was enough
//! for the text before is the best guess for the text now.
//!
//! Invariant: only what is finished is kept, in which nothing was left out or given up, and that rests on nothing else.

use crate::digest::{BlockDigests, block_name};
use crate::engine::Engine;
use crate::memo::{EntryId, Status};
use crate::result_store::{End, ResultStore};
use cairn_base::id::IdVec;
use cairn_base::{Budget, CancelToken, FastSet};
use cairn_blocks::{BlockId, Partition};
use cairn_cpa::names::Names;
use cairn_cpa::serialize::{
    Reader, Serialize, Writer, context_bytes, precision_bytes, precision_of_bytes, state_bytes,
};
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{ArgId, Cx, Failure, Reduce, ReductionScope, Res, Statistics};
use cairn_ir::reachable;
use cairn_summaries::{Key, Store};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where results are kept, and what they are kept for.
pub struct StoreLocation<'s> {
    /// The records.
    pub store: &'s mut Store,
    /// A digest of all that decides what an analysis finds out beside the program: the property, the machine, the options.
    pub base: [u8; 32],
}

/// Most bytes that a run writes; a recursion of depth 100,000 has as many entries.
const MOST_BYTES: usize = 32 << 20;
/// The same for a run that has used up what it may use.
const MOST_BYTES_WHEN_STOPPED: usize = 2 << 20;
const MOST_TICKS: u64 = 10_000_000;

/// Keeps results of an analysis that can say them.
pub(crate) struct SummaryStore<'s, C> {
    cpa: &'s C,
    names: &'s Names<'s>,
    partition: Rc<Partition>,
    contents: BlockDigests,
    /// Context of the results of each block; not asked for yet, or nothing when it cannot be said.
    contexts: IdVec<BlockId, Option<Option<Vec<u8>>>>,
    forgotten: FastSet<Vec<u8>>,
    /// Whether the engine gets what is kept, and whether it has got something.
    gives: bool,
    given: bool,
    kept: StoreLocation<'s>,
}

impl<'s, C: Reduce + Serialize> SummaryStore<'s, C> {
    pub(crate) fn new(cpa: &'s C, names: &'s Names<'s>, partition: Rc<Partition>, kept: StoreLocation<'s>) -> Self {
        let contents = BlockDigests::new(names, &partition);
        let (contexts, forgotten) = (partition.iter().map(|_| None).collect(), FastSet::default());
        let this = Self { cpa, names, partition, contents, contexts, forgotten, gives: true, given: false, kept };
        let blocks: Vec<BlockId> = this.partition.iter().map(|(id, _)| id).collect();
        let prefixes = blocks.into_iter().flat_map(|block| [this.block_key(block), this.precision_key(block)]);
        let prefixes: Vec<Vec<u8>> = prefixes.collect();
        this.kept.store.fetch(&prefixes);
        this
    }

    /// Whether something that was kept has been used.
    pub(crate) fn has_given(&self) -> bool {
        self.given
    }
    /// From now on only keeps.
    pub(crate) fn give_no_more(&mut self) {
        self.gives = false;
    }

    /// Prefix of all keys of a block.
    fn block_key(&self, block: BlockId) -> Vec<u8> {
        Key::new("block").with(&self.kept.base).with(self.contents.of(block)).digest().to_vec()
    }

    fn precision_key(&self, block: BlockId) -> Vec<u8> {
        let name = block_name(self.partition.get(block), self.names);
        Key::new("precision").with(&self.kept.base).with(&name).digest().to_vec()
    }

    fn context(&mut self, block: BlockId, cx: &mut Cx<'_>) -> Res<Option<&[u8]>> {
        if self.contexts[block].is_none() {
            let scope = ReductionScope { program: self.names.program(), part: self.partition.get(block), depth: 0 };
            self.contexts[block] = Some(context_bytes(self.cpa, &scope, self.names, cx)?);
        }
        Ok(self.contexts[block].as_ref().and_then(|context| context.as_deref()))
    }
}

impl<C: Reduce + Serialize> ResultStore<C> for SummaryStore<'_, C> {
    fn key(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        state: Option<&C::State>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Vec<u8>>> {
        let state = match state {
            Some(state) => serializable(state_bytes(self.cpa, state, self.names, cx))?,
            None => Some(Vec::new()),
        };
        let Some(state) = state else { return Ok(None) };
        let Some(context) = serializable(self.context(block, cx))? else { return Ok(None) };
        let entry = Key::part("entry").with(context).with(&specification.0.to_le_bytes()).with(&state);
        let mut key = self.block_key(block);
        key.extend(entry.digest());
        Ok(Some(key))
    }

    fn find(&mut self, key: &[u8], cx: &mut Cx<'_>) -> Res<Option<Vec<End<C::State>>>> {
        if !self.gives || self.forgotten.contains(key) {
            return Ok(None);
        }
        let Some(bytes) = self.kept.store.get(key) else { return Ok(None) };
        let found = serializable(read_ends(self.cpa, &mut Reader::new(bytes, self.names), cx))?;
        self.given |= found.is_some();
        Ok(found)
    }

    fn forget(&mut self, key: &[u8]) {
        self.forgotten.insert(key.to_vec());
    }

    fn keep(&mut self, key: Vec<u8>, precision: &C::Precision, ends: &[End<C::State>], cx: &mut Cx<'_>) -> Res<usize> {
        // A precision that speaks of paths of this program only has left out what others may take.
        if serializable(precision_bytes(self.cpa, precision, self.names, cx))?.is_none() {
            return Ok(0);
        }
        let mut out = Writer::new(self.names);
        out.count(ends.len());
        for (state, node, specification) in ends {
            out.node(*node);
            out.put(&specification.0);
            if serializable(self.cpa.write_state(state, &mut out, cx).map(Some))?.is_none() {
                return Ok(0);
            }
        }
        let Some(bytes) = out.finish() else { return Ok(0) };
        let size = key.len() + bytes.len();
        Ok(if self.kept.store.put(key, bytes) { size } else { 0 })
    }

    fn precision(&mut self, block: BlockId, cx: &mut Cx<'_>) -> Res<Option<C::Precision>> {
        let key = self.precision_key(block);
        let Some(bytes) = self.kept.store.get(&key).filter(|_| self.gives) else { return Ok(None) };
        let found = serializable(precision_of_bytes(self.cpa, bytes, self.names, cx))?;
        self.given |= found.is_some();
        Ok(found)
    }

    fn keep_precision(&mut self, block: BlockId, precision: &C::Precision, cx: &mut Cx<'_>) -> Res<()> {
        if let Some(bytes) = serializable(precision_bytes(self.cpa, precision, self.names, cx))? {
            let key = self.precision_key(block);
            self.kept.store.put(key, bytes);
        }
        Ok(())
    }
}

fn read_ends<C: Serialize>(cpa: &C, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<Vec<End<C::State>>>> {
    let Some(count) = input.count() else { return Ok(None) };
    let mut ends = Vec::new();
    for _ in 0..count {
        let (Some(node), Some(specification)) = (input.node(), input.take()) else { return Ok(None) };
        let Some(state) = cpa.read_state(input, cx)? else { return Ok(None) };
        ends.push((state, node, SpecificationState(specification)));
    }
    Ok(Some(ends).filter(|_| input.is_at_end()))
}

/// What an analysis cannot do here is as if nothing were kept.
fn serializable<T>(result: Res<Option<T>>) -> Res<Option<T>> {
    match result {
        Err(stop @ Failure::Stopped(_)) => Err(stop),
        Err(_) => Ok(None),
        done => done,
    }
}

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// Precisions of the blocks by earlier runs.
    pub(crate) fn recall_precisions(&mut self) -> Res<()> {
        let Some(store) = &mut self.store else { return Ok(()) };
        for (block, _) in self.partition.iter() {
            self.learnt[block] = store.precision(block, &mut self.exploration.context())?;
        }
        Ok(())
    }

    /// The results of an earlier run, as a finished entry whose graph has a beginning and ends, and nothing between.
    pub(crate) fn recall(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        state: &C::State,
        precision: &C::Precision,
    ) -> Res<Option<EntryId>> {
        let Some(store) = &mut self.store else { return Ok(None) };
        let outermost = block == self.partition.outermost();
        let key = store.key(block, specification, (!outermost).then_some(state), &mut self.exploration.context())?;
        let Some(key) = key else { return Ok(None) };
        let Some(ends) = store.find(&key, &mut self.exploration.context())? else { return Ok(None) };
        let at = self.partition.get(block).clone();
        let fits = |(_, node, _): &End<C::State>| at.is_left_at(*node);
        if !ends.iter().all(fits) {
            return Ok(None);
        }
        self.figures.recalled += 1;
        let id = self.new_entry(block, specification, state.clone(), precision.clone());
        self.activate(id);
        let control = self.control_at_entry(block, specification);
        let precision = self.exploration.add_precision(precision.clone());
        let controls = self.exploration.controls_mut();
        let at = |(state, node, specification)| (state, controls.without_calls(node, specification));
        let ends = ends.into_iter().map(at).collect();
        self.exploration.add_known(state.clone(), control, precision, ends);
        self.suspend();
        self.entries[id].kept = Some(key);
        self.complete(id);
        Ok(Some(id))
    }

    /// An error path leads through results of an earlier run: from now on their block is explored as any other.
    pub(crate) fn discard(&mut self, id: EntryId) {
        let entry = &mut self.entries[id];
        if let (Some(key), Some(store)) = (&entry.kept, &mut self.store) {
            store.forget(key);
        }
        if !std::mem::replace(&mut entry.is_replaced, true) {
            self.replaced += 1;
            self.figures.discarded += 1;
            let key = (entry.block, entry.specification, self.cpa.memo_key(&entry.state));
            if let Some(list) = self.memo.get_mut(&key) {
                list.retain(|other| *other != id);
            }
        }
    }

    /// Keeps the results of this run, and what was learnt when it came to a verdict.
    pub(crate) fn keep_results(&mut self, is_decided: bool, is_stopped: bool) {
        let Some(store) = self.store.take() else { return };
        self.suspend();
        let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(MOST_TICKS));
        let mut statistics = Statistics::default();
        let mut cx = Cx { program: self.exploration.program, budget: &budget, statistics: &mut statistics };
        // At the end of its ticks, whatever is written is written.
        let most = if is_stopped { MOST_BYTES_WHEN_STOPPED } else { MOST_BYTES };
        let _ = self.keep_entries(store, most, &mut cx);
        if is_decided {
            for (block, learnt) in self.learnt.iter_ids() {
                let Some(learnt) = learnt else { continue };
                if store.keep_precision(block, learnt, &mut cx).is_err() {
                    return;
                }
            }
        }
    }

    fn keep_entries(&mut self, store: &mut dyn ResultStore<C>, most: usize, cx: &mut Cx<'_>) -> Res<()> {
        let clean = self.clean();
        let outermost = self.partition.outermost();
        let mut written = 0;
        for (id, _) in clean.iter_ids().filter(|(_, clean)| **clean) {
            let entry = &self.entries[id];
            if entry.kept.is_some() || entry.is_replaced {
                continue;
            }
            let state = (entry.block != outermost).then_some(&entry.state);
            let Some(key) = store.key(entry.block, entry.specification, state, cx)? else { continue };
            let arg = entry.graph.arg();
            let end = |id: ArgId| {
                let control = self.exploration.controls().get(arg.control(id));
                arg.state(id).map(|state| (state.clone(), control.node, control.specification))
            };
            let ends: Vec<_> = entry.graph.ends().filter_map(end).collect();
            let size = store.keep(key, &entry.precision, &ends, cx)?;
            self.figures.kept += u64::from(size > 0);
            written += size;
            if written > most {
                break;
            }
        }
        Ok(())
    }

    /// Which entries are finished, without anything that was not followed, and rest on such only.
    fn clean(&self) -> IdVec<EntryId, bool> {
        let mut clean: IdVec<EntryId, bool> = IdVec::new();
        let mut readers: BTreeMap<EntryId, Vec<EntryId>> = BTreeMap::new();
        for (id, entry) in self.entries.iter_ids() {
            let graph = &entry.graph;
            let is_whole = graph.left_out().next().is_none() && graph.given_up().is_empty();
            let has_target = graph.arg().ids().any(|id| graph.arg().is_target(id));
            let is_settled = entry.valid_applications().all(|(_, application)| application.settled);
            clean.push(
                entry.status == Status::Complete
                    && is_whole
                    && !has_target
                    && is_settled
                    && graph.arg().root().is_some(),
            );
            for (_, application) in entry.valid_applications() {
                readers.entry(application.source).or_default().push(id);
            }
        }
        let unclean = clean.iter_ids().filter(|(_, clean)| !**clean).map(|(id, _)| id);
        for id in reachable(unclean, |id, open| open.extend(readers.get(&id).into_iter().flatten())) {
            clean[id] = false;
        }
        clean
    }
}
