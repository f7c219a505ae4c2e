//! Blocks: what an edge of a summarised automaton does, as a term of sequences and choices over single steps.
//!
//! Rule 1 gives the operation before a branch to both edges behind it, so parts are shared: blocks are the nodes of a
//! directed graph without cycles, and a chain of `n` branches is a block of size `n` that stands for 2ⁿ paths. Nothing
//! in here recurses in the length of a block.

use cairn_base::define_id;
use cairn_base::id::IdVec;
use cairn_ir::step::Step;

define_id!(
    /// A block of a summary.
    pub BlockId, "b"
);

/// Operation on an edge of a summarised automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    /// Nothing: the entry of a function that is a block's end.
    Nothing,
    /// One step of the program.
    Step(Step),
    /// `op₁ ; op₂` (Rule 1).
    Sequence(BlockId, BlockId),
    /// `op₁ ∥ op₂` (Rule 2).
    Choice(BlockId, BlockId),
}

/// The blocks of a summary; the parts of one come before it.
#[derive(Clone, Debug, Default)]
pub struct SummaryBlocks {
    pub(super) blocks: IdVec<BlockId, Block>,
}

/// A part of a block that is being followed.
enum Part {
    Block(BlockId),
    /// Take back so many steps to here.
    Back(usize),
}

impl SummaryBlocks {
    /// The block behind an id.
    pub fn get(&self, id: BlockId) -> Block {
        self.blocks[id]
    }
    /// The number of blocks: the size of all terms together, shared parts counted once.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }
    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(super) fn nothing(&mut self) -> BlockId {
        self.blocks.push(Block::Nothing)
    }
    pub(super) fn step(&mut self, step: Step) -> BlockId {
        self.blocks.push(Block::Step(step))
    }
    pub(super) fn sequence(&mut self, first: BlockId, second: BlockId) -> BlockId {
        match (self.blocks[first], self.blocks[second]) {
            (Block::Nothing, _) => second,
            (_, Block::Nothing) => first,
            _ => self.blocks.push(Block::Sequence(first, second)),
        }
    }
    pub(super) fn choice(&mut self, first: BlockId, second: BlockId) -> BlockId {
        self.blocks.push(Block::Choice(first, second))
    }

    /// The members of a sequence, the first first; a block that is none is its only member.
    pub fn members(&self, block: BlockId) -> Vec<BlockId> {
        self.flat(block, |block| match block {
            Block::Sequence(first, second) => Some((first, second)),
            _ => None,
        })
    }
    /// The alternatives of a choice, in order; a block that is none is its only alternative.
    pub fn alternatives(&self, block: BlockId) -> Vec<BlockId> {
        self.flat(block, |block| match block {
            Block::Choice(first, second) => Some((first, second)),
            _ => None,
        })
    }
    fn flat(&self, block: BlockId, split: impl Fn(Block) -> Option<(BlockId, BlockId)>) -> Vec<BlockId> {
        let (mut found, mut stack) = (Vec::new(), vec![block]);
        while let Some(block) = stack.pop() {
            match split(self.blocks[block]) {
                Some((first, second)) => stack.extend([second, first]),
                None => found.push(block),
            }
        }
        found
    }

    /// The number of paths that a block stands for, and of the steps on a shortest and a longest one; at most
    /// `u128::MAX` and `u64::MAX`. For all blocks at once, because they share parts.
    pub fn measures(&self) -> IdVec<BlockId, Measure> {
        let mut measures: IdVec<BlockId, Measure> = IdVec::new();
        for block in self.blocks.iter() {
            let measure = match *block {
                Block::Nothing => Measure { paths: 1, shortest: 0, longest: 0 },
                Block::Step(_) => Measure { paths: 1, shortest: 1, longest: 1 },
                Block::Sequence(first, second) => {
                    let (a, b) = (measures[first], measures[second]);
                    Measure {
                        paths: a.paths.saturating_mul(b.paths),
                        shortest: a.shortest.saturating_add(b.shortest),
                        longest: a.longest.saturating_add(b.longest),
                    }
                }
                Block::Choice(first, second) => {
                    let (a, b) = (measures[first], measures[second]);
                    Measure {
                        paths: a.paths.saturating_add(b.paths),
                        shortest: a.shortest.min(b.shortest),
                        longest: a.longest.max(b.longest),
                    }
                }
            };
            measures.push(measure);
        }
        measures
    }

    /// The paths that a block stands for, in order, as far as `each` wants them (it answers `false` to end). A path is
    /// left out from the step on at which `fits`, given the steps so far, says no.
    pub fn paths(&self, block: BlockId, fits: impl Fn(&[Step]) -> bool, mut each: impl FnMut(&[Step]) -> bool) {
        // What is still to be done, as a stack; alternatives that are still to be tried, with that stack as it was.
        let mut steps: Vec<Step> = Vec::new();
        let mut open: Vec<(Vec<BlockId>, Part)> = vec![(Vec::new(), Part::Block(block))];
        while let Some((mut rest, part)) = open.pop() {
            let mut next = match part {
                Part::Back(length) => {
                    steps.truncate(length);
                    continue;
                }
                Part::Block(block) => Some(block),
            };
            let before = steps.len();
            open.push((Vec::new(), Part::Back(before)));
            let done = loop {
                let Some(block) = next.or_else(|| rest.pop()) else { break true };
                next = None;
                match self.blocks[block] {
                    Block::Nothing => {}
                    Block::Step(step) => {
                        steps.push(step);
                        if !fits(&steps) {
                            break false;
                        }
                    }
                    Block::Sequence(first, second) => {
                        rest.push(second);
                        next = Some(first);
                    }
                    Block::Choice(first, second) => {
                        open.push((rest.clone(), Part::Block(second)));
                        open.push((Vec::new(), Part::Back(steps.len())));
                        next = Some(first);
                    }
                }
            };
            if done && !each(&steps) {
                return;
            }
        }
    }
}

/// How large the set of paths is that a block stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// How many.
    pub paths: u128,
    /// Steps on a shortest one.
    pub shortest: u64,
    /// Steps on a longest one.
    pub longest: u64,
}
