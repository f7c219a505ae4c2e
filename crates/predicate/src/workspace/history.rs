//! The values that states refer to by id: abstractions, blocks with the blocks before them, and path formulas with what is
//! below what. All are interned, so that an id depends on what it stands for only.
//!
//! A block's id names the whole sequence of blocks that led to it: which formulas, with which abstractions and control
//! states at their ends. Two states of one block id therefore have the same past, whatever their place in the ARG, and their path
//! formulas may be joined (LBE merges only what one abstract state leads to). The steps that a formula stands for are not
//! part of its identity: equal formulas between equal control states may be exchanged.

use super::decision_diagram::PredicateRegion;
use cairn_base::{FastIndexMap, FastIndexSet, FastMap, define_id, id::Id};
use cairn_cpa::ControlId;
use cairn_formula::PathFormula;
use cairn_ir::any_reachable;
use cairn_ir::{Assertion, NodeId};
use cairn_term::TermId;
use std::sync::Arc;

define_id!(
    /// A Boolean combination of predicates.
    pub AbstractionId, "A"
);
define_id!(
    /// A block that ended, and the blocks before it.
    pub BlockId, "B"
);
define_id!(
    /// A path formula.
    pub PathId, "F"
);

/// An abstraction.
#[derive(Clone, Debug)]
pub struct Abstraction {
    /// As a formula over plain symbols.
    pub formula: TermId,
    /// As it is told outside of the analysis.
    pub meaning: Arc<Meaning>,
}

/// Meaning of an abstraction outside of the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// For a person.
    pub text: String,
    /// In variables of the program; true where that was not asked for.
    pub assertion: Assertion,
}

impl Meaning {
    /// Nothing is known.
    pub const fn nothing() -> Self {
        Self { text: String::new(), assertion: Assertion::TRUE }
    }
}

/// A block.
#[derive(Clone, Debug)]
pub struct HistoryBlock {
    /// The one before; `None` for the program's entry, which is no block.
    pub before: Option<BlockId>,
    /// Formula of its paths.
    pub formula: PathFormula,
    /// Where it ends.
    pub node: NodeId,
    /// How many blocks led here, this one included.
    pub length: u32,
}

/// The tables.
#[derive(Default)]
pub struct History {
    abstractions: FastIndexMap<PredicateRegion, Abstraction>,
    keys: FastMap<(BlockId, PathId, AbstractionId, ControlId), BlockId>,
    blocks: Vec<HistoryBlock>,
    paths: FastIndexSet<PathFormula>,
    /// For a joined formula the two that it was made of.
    below: FastMap<PathId, Vec<PathId>>,
    /// Where the analyses of functions and loops by themselves start.
    roots: FastMap<(AbstractionId, NodeId, bool), BlockId>,
    /// Blocks of a nested analysis as blocks of the one outside.
    expanded: FastMap<(BlockId, BlockId), BlockId>,
    /// Blocks that go through a call by one of its summaries.
    rebuilt: FastMap<(BlockId, BlockId), BlockId>,
}

impl History {
    /// The id of a region; `describe` makes formula and text of a new one.
    pub fn abstraction(
        &mut self,
        region: PredicateRegion,
        describe: impl FnOnce(&PredicateRegion) -> Abstraction,
    ) -> AbstractionId {
        if let Some(index) = self.abstractions.get_index_of(&region) {
            return AbstractionId::from_index(index);
        }
        let described = describe(&region);
        let (index, _) = self.abstractions.insert_full(region, described);
        AbstractionId::from_index(index)
    }
    /// The region of an abstraction.
    pub fn region(&self, id: AbstractionId) -> Option<&PredicateRegion> {
        self.abstractions.get_index(id.index()).map(|(region, _)| region)
    }
    /// The abstraction behind an id.
    pub fn get(&self, id: AbstractionId) -> Option<&Abstraction> {
        self.abstractions.get_index(id.index()).map(|(_, abstraction)| abstraction)
    }

    /// The start of all histories.
    pub fn root(&mut self, formula: PathFormula, node: NodeId) -> BlockId {
        let id = BlockId::from_index(self.blocks.len());
        self.blocks.push(HistoryBlock { before: None, formula, node, length: 0 });
        id
    }
    /// The id of a block that follows another.
    pub fn block(
        &mut self,
        before: BlockId,
        formula: &PathFormula,
        abstraction: AbstractionId,
        control: ControlId,
        node: NodeId,
    ) -> BlockId {
        let path = self.path(formula);
        let next = BlockId::from_index(self.blocks.len());
        let id = *self.keys.entry((before, path, abstraction, control)).or_insert(next);
        if id == next {
            let length = self.blocks[before.index()].length + 1;
            self.blocks.push(HistoryBlock { before: Some(before), formula: formula.clone(), node, length });
        }
        id
    }
    /// A block.
    pub fn get_block(&self, id: BlockId) -> Option<&HistoryBlock> {
        self.blocks.get(id.index())
    }
    /// The block without a past that ends at a location with an abstraction; `binds`: its path binds what a frame was
    /// entered with.
    pub fn root_at(&mut self, abstraction: AbstractionId, node: NodeId, binds: bool, path: &PathFormula) -> BlockId {
        let key = (abstraction, node, binds);
        if let Some(known) = self.roots.get(&key) {
            return *known;
        }
        let root = self.root(path.clone(), node);
        self.roots.insert(key, root);
        root
    }
    /// A block of a nested analysis, for an entry, as a block of the one outside.
    pub fn expanded(&mut self, entry: BlockId, out: BlockId) -> Option<BlockId> {
        if let Some(known) = self.expanded.get(&(entry, out)) {
            return Some(*known);
        }
        let copy = self.copy_of(out)?;
        self.expanded.insert((entry, out), copy);
        Some(copy)
    }
    /// The block of a call that goes on by one summary. Paths by different summaries do not exclude each other, so they
    /// must not be joined, and each has a block of its own.
    pub fn rebuilt(&mut self, call: BlockId, summary: BlockId) -> Option<BlockId> {
        if let Some(known) = self.rebuilt.get(&(call, summary)) {
            return Some(*known);
        }
        let copy = self.copy_of(call)?;
        self.rebuilt.insert((call, summary), copy);
        Some(copy)
    }
    /// A block that ends where another does, with nothing known of what came before.
    fn copy_of(&mut self, other: BlockId) -> Option<BlockId> {
        let (formula, node) = self.blocks.get(other.index()).map(|block| (block.formula.clone(), block.node))?;
        Some(self.root(formula, node))
    }
    /// The blocks from the program's entry to a block, first to last.
    pub fn blocks_to(&self, last: BlockId) -> Vec<&HistoryBlock> {
        let mut blocks = Vec::new();
        let mut at = self.blocks.get(last.index());
        while let Some(block) = at {
            let Some(before) = block.before else { break };
            blocks.push(block);
            at = self.blocks.get(before.index());
        }
        blocks.reverse();
        blocks
    }

    /// The id of a path formula.
    pub fn path(&mut self, formula: &PathFormula) -> PathId {
        if let Some(index) = self.paths.get_index_of(formula) {
            return PathId::from_index(index);
        }
        let (index, _) = self.paths.insert_full(formula.clone());
        PathId::from_index(index)
    }
    /// Notes that a formula is the join of others.
    pub fn note_join(&mut self, join: PathId, parts: [PathId; 2]) {
        let below = self.below.entry(join).or_default();
        for part in parts {
            if part != join && !below.contains(&part) {
                below.push(part);
            }
        }
    }
    /// True when `a` is known to be a part of `b`, by the joins made so far.
    pub fn is_part(&self, a: PathId, b: PathId) -> bool {
        any_reachable([b], |at, open| {
            open.extend(self.below.get(&at).into_iter().flatten());
            at == a
        })
    }
}
