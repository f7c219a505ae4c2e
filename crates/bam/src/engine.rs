//! The transfer of block-abstraction memoization (BAM 2.4.6, 3.3): explore a block; at the entry of a nested one, find its
//! results in the memo or explore it first; put what the results mean outside below the call.
//!
//! The paper's engine calls itself for a nested block. Here a stack of frames does the same, so that the depth of the
//! analysed program's recursion costs memory only. The graphs of all entries take turns in one [`Exploration`].
//!
//! Invariant: the frame at position `i + 1` explores the entry that the block call of frame `i` waits for.

use crate::active_entries::ActiveEntries;
use crate::figures::BlockStatistics;
use crate::memo::{Entry, EntryId, NOTHING, Status};
use crate::result_store::ResultStore;
use cairn_base::id::IdVec;
use cairn_base::{Budget, FastMap};
use cairn_blocks::{BlockId, Partition};
use cairn_cpa::block_context::Area;
use cairn_cpa::graph::LeftOut;
use cairn_cpa::graph::PartGraph;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{ArgId, ControlId, EngineOptions, Exploration, Failure, Reduce, ReductionScope, Res, Specification};
use cairn_ir::Program;
use smallvec::SmallVec;
use std::rc::Rc;

/// A block that is being explored.
pub(crate) struct Frame {
    pub(crate) entry: EntryId,
    /// The block call, in the graph of the frame below, that waits for the results; the outermost frame has none.
    pub(crate) call: Option<ArgId>,
    /// How many provisional entries there were when the frame began.
    pub(crate) pending: usize,
    /// A summary was applied that has not all results, and that no frame of the stack explores: see
    /// [`crate::provisional`].
    pub(crate) sees_provisional: bool,
}

/// Which entry holds the results for a block call.
enum Found {
    Complete(EntryId),
    /// Not finished; its results rest on the frame at a position of the stack.
    Partial(EntryId, usize),
    /// Not finished; its results so far are to be used for now.
    Shown(EntryId),
    /// To be explored first.
    Waiting(EntryId),
}

type Key = (BlockId, SpecificationState, u64);

pub(crate) struct Engine<'r, 'a, 'p, C: Reduce> {
    pub(crate) exploration: Exploration<'a, 'p, C>,
    pub(crate) cpa: &'a C,
    pub(crate) partition: Rc<Partition>,
    pub(crate) entries: IdVec<EntryId, Box<Entry<C>>>,
    pub(crate) memo: FastMap<Key, SmallVec<[EntryId; 1]>>,
    /// Precisions of refinements for each block: new entries begin with it.
    pub(crate) learnt: IdVec<BlockId, Option<C::Precision>>,
    pub(crate) frames: Vec<Frame>,
    /// Provisional entries, in the order in which they were explored.
    pub(crate) pending: Vec<EntryId>,
    pub(crate) running: ActiveEntries<C::State>,
    active: Option<EntryId>,
    /// Targets of finished blocks that were given up, by block call and entry, to be looked at again; the next one last.
    pub(crate) again: Vec<(ArgId, EntryId, ArgId)>,
    /// How often the outermost frame has sent unfinished blocks on: see [`crate::provisional`].
    pub(crate) turn: u64,
    /// Entries that copies have replaced since the last time that those were looked through.
    pub(crate) replaced: usize,
    /// Where results of earlier runs come from, and those of this one go: see [`crate::summaries`].
    pub(crate) store: Option<&'r mut dyn ResultStore<C>>,
    pub(crate) figures: BlockStatistics,
}

impl<'r, 'a, 'p, C: Reduce> Engine<'r, 'a, 'p, C> {
    pub(crate) fn new(
        cpa: &'a C,
        program: &'p Program,
        specification: &'p Specification,
        partition: Rc<Partition>,
        options: &EngineOptions,
        budget: &'a Budget,
        store: Option<&'r mut dyn ResultStore<C>>,
    ) -> Self {
        let exploration = Exploration::new(cpa, program, specification, options, budget);
        let learnt = partition.iter().map(|_| None).collect();
        let figures = BlockStatistics { blocks: partition.len() as u64, ..BlockStatistics::default() };
        Self {
            exploration,
            cpa,
            partition,
            entries: IdVec::new(),
            memo: FastMap::default(),
            learnt,
            frames: Vec::new(),
            pending: Vec::new(),
            running: ActiveEntries::new(),
            active: None,
            again: Vec::new(),
            turn: 0,
            replaced: 0,
            store,
            figures,
        }
    }

    /// The outermost block: it starts in the analysis' initial state, whole.
    pub(crate) fn begin(&mut self) -> Res<()> {
        self.recall_precisions()?;
        let (state, mut precision) = self.cpa.initial(&mut self.exploration.context())?;
        let (block, control) = (self.partition.outermost(), self.exploration.controls().initial());
        let specification = self.exploration.controls().get(control).specification;
        if self.recall(block, specification, &state, &precision)?.is_some() {
            return Ok(());
        }
        if let Some(learnt) = &self.learnt[block] {
            precision = self.cpa.join_precision(&precision, learnt);
        }
        let id = self.add_entry(block, specification, state, precision);
        self.push_frame(id, None);
        Ok(())
    }

    /// Lets the exploration work on the graph of an entry.
    pub(crate) fn activate(&mut self, id: EntryId) {
        if self.active == Some(id) {
            return;
        }
        self.suspend();
        let entry = &mut self.entries[id];
        self.exploration.exchange(&mut entry.graph);
        self.exploration.set_area(Some(Area::new(&self.partition, entry.block)));
        self.active = Some(id);
    }

    /// Gives the graph that is being explored back to its entry.
    pub(crate) fn suspend(&mut self) {
        if let Some(id) = self.active.take() {
            self.exploration.exchange(&mut self.entries[id].graph);
        }
    }

    /// A new entry, whose graph has its root.
    fn add_entry(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        state: C::State,
        precision: C::Precision,
    ) -> EntryId {
        let id = self.new_entry(block, specification, state.clone(), precision.clone());
        self.activate(id);
        let control = self.control_at_entry(block, specification);
        let precision = self.exploration.add_precision(precision);
        self.exploration.add_root(state, control, precision);
        id
    }

    /// A new entry with an empty graph.
    pub(crate) fn new_entry(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        state: C::State,
        precision: C::Precision,
    ) -> EntryId {
        self.figures.entries += 1;
        let graph = PartGraph::new(self.exploration.options.order);
        self.entries.push(Box::new(Entry::new(block, specification, state, precision, graph)))
    }

    /// The control state in which the exploration of a block begins.
    pub(crate) fn control_at_entry(&mut self, block: BlockId, specification: SpecificationState) -> ControlId {
        let (outermost, node) = (block == self.partition.outermost(), self.partition.get(block).entry);
        let controls = self.exploration.controls_mut();
        if outermost { controls.initial() } else { controls.without_calls(node, specification) }
    }

    fn push_frame(&mut self, id: EntryId, call: Option<ArgId>) {
        let position = self.frames.len();
        self.frames.push(Frame { entry: id, call, pending: self.pending.len(), sees_provisional: false });
        self.figures.deepest = self.figures.deepest.max(position as u64 + 1);
        let entry = &mut self.entries[id];
        entry.status = Status::ActiveEntries(position);
        if call.is_some() {
            self.running.insert(self.cpa, entry.block, entry.specification, &entry.state, id);
        }
    }

    pub(crate) fn pop_frame(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        let entry = &self.entries[frame.entry];
        self.running.remove(self.cpa, entry.block, entry.specification, &entry.state, frame.entry);
        Some(frame)
    }

    /// Scope of a block that is called, for the analysis.
    pub(crate) fn scope<'s>(
        program: &'s Program,
        partition: &'s Partition,
        block: BlockId,
        depth: u32,
    ) -> ReductionScope<'s> {
        ReductionScope { program, part: partition.get(block), depth }
    }

    /// A precision's part for a block.
    pub(crate) fn precision_for(&self, block: BlockId, precision: &C::Precision) -> C::Precision {
        if block == self.partition.outermost() {
            return precision.clone();
        }
        self.cpa.reduce_precision(precision, &Self::scope(self.exploration.program, &self.partition, block, 0))
    }

    /// At a block call of the frame on top: the block's results are found, or the block becomes the frame on top.
    pub(crate) fn enter(&mut self, call: ArgId) -> Res<()> {
        self.exploration.budget.tick()?;
        let Some(parent) = self.frames.last().map(|frame| frame.entry) else { return Ok(()) };
        let arg = self.exploration.arg();
        let Some(state) = arg.state(call).cloned() else { return Ok(()) };
        let (control, precision) = (arg.control(call), arg.precision(call));
        let (at, depth) = (self.exploration.controls().get(control), self.exploration.controls().depth(control));
        let Some(block) = self.partition.entered(self.entries[parent].block, at.node, depth) else {
            return Err(Failure::Internal(format!("no block begins at {}", at.node)));
        };
        let partition = self.partition.clone();
        let scope = Self::scope(self.exploration.program, &partition, block, depth);
        let reduced = match self.cpa.reduce(&state, &scope, &mut self.exploration.context()) {
            Ok(reduced) => reduced,
            Err(Failure::Unsupported { what, span }) => {
                self.exploration.leave_out(call, LeftOut { what, span });
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        let asked = self.cpa.reduce_precision(self.exploration.precision(precision), &scope);
        let reduced = self.widened_entry(block, at.specification, reduced, &asked)?;
        let found = self.look_up(block, at.specification, reduced, asked)?;
        match found {
            Found::Complete(source) => {
                self.apply(parent, call, source, true)?;
                // On a path through this call its targets that were given up may be real violations.
                self.again = self.entries[source].graph.given_up().keys().rev().map(|id| (call, source, *id)).collect();
            }
            Found::Partial(source, low) => {
                let entry = &mut self.entries[parent];
                entry.low = entry.low.min(low);
                self.apply(parent, call, source, false)?;
            }
            Found::Shown(source) => self.apply_provisional(call, source)?,
            Found::Waiting(source) => self.push_frame(source, Some(call)),
        }
        Ok(())
    }

    fn look_up(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        reduced: C::State,
        asked: C::Precision,
    ) -> Res<Found> {
        let key = (block, specification, self.cpa.memo_key(&reduced));
        let mut waiting = None;
        let mut partial = None;
        for id in self.memo.get(&key).into_iter().flatten().copied() {
            let entry = &self.entries[id];
            if entry.state != reduced || self.cpa.join_precision(&entry.precision, &asked) != entry.precision {
                continue;
            }
            match entry.status {
                Status::Complete => {
                    self.figures.hits += 1;
                    return Ok(Found::Complete(id));
                }
                Status::ActiveEntries(position) => partial = Some((id, position)),
                Status::Provisional => partial = partial.or(Some((id, entry.low))),
                Status::Waiting => waiting = waiting.or(Some(id)),
            }
        }
        if partial.is_none() && self.running.nested(block, specification).len() >= self.cpa.context_depth() {
            partial = self.covering(block, specification, &reduced)?;
        }
        if let Some((id, low)) = partial {
            self.figures.partial += 1;
            return Ok(Found::Partial(id, low));
        }
        if let Some(id) = waiting.filter(|id| self.has_shown(*id)) {
            self.figures.partial += 1;
            return Ok(Found::Shown(id));
        }
        if let Some(id) = waiting {
            self.figures.resumed += 1;
            return Ok(Found::Waiting(id));
        }
        let precision = match &self.learnt[block] {
            Some(learnt) => self.cpa.join_precision(&asked, learnt),
            None => asked,
        };
        if let Some(id) = self.recall(block, specification, &reduced, &precision)? {
            self.memo.entry(key).or_default().push(id);
            return Ok(Found::Complete(id));
        }
        self.figures.misses += 1;
        let id = self.add_entry(block, specification, reduced, precision);
        self.memo.entry(key).or_default().push(id);
        Ok(Found::Waiting(id))
    }

    /// A running entry whose state is above one (BAM 3.3.1), with its position.
    fn covering(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        state: &C::State,
    ) -> Res<Option<(EntryId, usize)>> {
        for id in self.running.above(self.cpa, block, specification, state) {
            let entry = &self.entries[id];
            let Status::ActiveEntries(position) = entry.status else { continue };
            if self.cpa.leq(state, &entry.state, &mut self.exploration.context())? {
                return Ok(Some((id, position)));
            }
        }
        Ok(None)
    }

    /// The frame on top has nothing left to explore.
    pub(crate) fn leave(&mut self) -> Res<()> {
        let position = self.frames.len() - 1;
        let id = self.frames[position].entry;
        let low = self.entries[id].low;
        self.suspend();
        if self.frames[position].sees_provisional {
            return self.show();
        }
        if low == position && !self.is_stable(position)? {
            self.figures.rounds += 1;
            return if self.is_due(id) { self.show() } else { Ok(()) };
        }
        if low > position && self.entries[id].valid_applications().any(|(_, application)| !application.settled) {
            let name = &self.partition.get(self.entries[id].block).name;
            return Err(Failure::Internal(format!("{name} would be finished on results that are not all")));
        }
        let Some(frame) = self.pop_frame() else { return Ok(()) };
        let is_provisional = low < position;
        if is_provisional {
            let entry = &mut self.entries[id];
            entry.status = Status::Provisional;
            if !std::mem::replace(&mut entry.is_pending, true) {
                self.pending.push(id);
            }
            // The frame that they rest on may be this one, and its position is soon another entry's: what is on the stack
            // above the head of a component belongs to the component, as in Tarjan's algorithm.
            for member in &self.pending[frame.pending..] {
                let member = &mut self.entries[*member];
                member.low = member.low.min(low);
            }
        } else {
            self.complete(id);
        }
        let (Some(call), Some(parent)) = (frame.call, self.frames.last().map(|frame| frame.entry)) else {
            return Ok(());
        };
        if is_provisional {
            let entry = &mut self.entries[parent];
            entry.low = entry.low.min(low);
        }
        self.apply(parent, call, id, !is_provisional)
    }

    pub(crate) fn complete(&mut self, id: EntryId) {
        let order = self.exploration.options.order;
        let entry = &mut self.entries[id];
        (entry.status, entry.low, entry.is_pending) = (Status::Complete, NOTHING, false);
        entry.graph.close(order);
        for application in entry.applications.values_mut() {
            application.settled = true;
        }
    }

    /// An entry that may be explored further: itself, or for a finished one a copy that takes its place.
    pub(crate) fn reopen(&mut self, id: EntryId) -> EntryId {
        self.suspend();
        let entry = &self.entries[id];
        if entry.status != Status::Complete {
            return id;
        }
        let graph = entry.graph.copy(self.cpa, self.exploration.options.order);
        let mut copy =
            Entry::new(entry.block, entry.specification, entry.state.clone(), entry.precision.clone(), graph);
        copy.applications = entry.applications.clone();
        let key = (copy.block, copy.specification, self.cpa.memo_key(&copy.state));
        let new = self.entries.push(Box::new(copy));
        self.figures.copies += 1;
        self.entries[id].is_replaced = true;
        self.replaced += 1;
        if let Some(list) = self.memo.get_mut(&key) {
            list.iter_mut().filter(|other| **other == id).for_each(|other| *other = new);
        }
        new
    }
}
