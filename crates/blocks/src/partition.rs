//! How a program is cut into blocks (BAM 2.4.1, 3.2): functions, loops, both, or a list of the user's.
//!
//! A block is a [`ProgramPart`] of a partition. The blocks of one function are nested or disjoint. The outermost block is the
//! program's start function, whatever the partition: it is there so that every location is in a block, and no call enters
//! it.

use crate::part::ProgramPart;
use cairn_base::id::IdVec;
use cairn_base::{FastMap, define_id};
use cairn_ir::{CallGraph, FunctionId, Loops, NodeId, Program};
use std::rc::Rc;

define_id!(
    /// A block.
    pub BlockId, "b"
);

/// Which blocks a program is cut into.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Blocks {
    /// Each function.
    #[default]
    Functions,
    /// Each loop that has one head; calls are followed.
    Loops,
    /// Each function, and each loop that has one head.
    FunctionsAndLoops,
    /// Each function that loops, is recursive, or calls such a one; calls of the others are followed.
    LoopingFunctions,
    /// Those of a list: see [`crate::block_list`].
    Listed(Vec<crate::block_list::Listed>),
}

impl Blocks {
    /// Whether no function is a block, so that all calls are followed.
    pub fn follow_calls(&self) -> bool {
        match self {
            Self::Functions | Self::FunctionsAndLoops | Self::LoopingFunctions => false,
            Self::Loops => true,
            Self::Listed(list) => {
                !list.iter().any(|listed| matches!(listed.what, crate::block_list::ListedPart::Function(_)))
            }
        }
    }
}

/// The blocks of a program.
#[derive(Clone, Debug)]
pub struct Partition {
    blocks: IdVec<BlockId, Rc<ProgramPart>>,
    /// The blocks entered at a location, the largest first; the outermost block is not among them.
    at: FastMap<NodeId, Vec<BlockId>>,
    /// Whether there is such a block: asked of every location that control comes to.
    is_entry: IdVec<NodeId, bool>,
}

impl Partition {
    /// Cuts a program into blocks.
    ///
    /// # Errors
    /// A list of blocks does not fit the program, as a sentence.
    pub fn new(program: &Program, blocks: &Blocks) -> Result<Self, String> {
        let calls = CallGraph::new(program);
        let outermost = ProgramPart::function(program, &calls, program.start);
        let inner = match blocks {
            Blocks::Functions => functions(program, &calls),
            Blocks::Loops => loops(program, &calls),
            Blocks::FunctionsAndLoops => {
                let mut found = functions(program, &calls);
                found.extend(loops(program, &calls));
                found
            }
            Blocks::LoopingFunctions => {
                let looping = looping(program, &calls);
                functions(program, &calls).into_iter().filter(|part| looping[part.function]).collect()
            }
            Blocks::Listed(list) => crate::block_list::resolve(list, program, &calls)?,
        };
        let is_entry = program.nodes.iter().map(|_| false).collect();
        let mut this = Self { blocks: IdVec::new(), at: FastMap::default(), is_entry };
        for part in outermost.into_iter().chain(inner) {
            this.add(part);
        }
        for list in this.at.values_mut() {
            list.sort_by_key(|id| std::cmp::Reverse((this.blocks[*id].nodes.len(), this.blocks[*id].is_function)));
        }
        Ok(this)
    }

    fn add(&mut self, part: ProgramPart) {
        let (entry, is_outermost) = (part.entry, self.blocks.is_empty());
        let id = self.blocks.push(Rc::new(part));
        if !is_outermost {
            self.at.entry(entry).or_default().push(id);
            self.is_entry[entry] = true;
        }
    }

    /// The outermost block.
    pub fn outermost(&self) -> BlockId {
        use cairn_base::id::Id;
        BlockId::from_index(0)
    }
    /// A block.
    pub fn get(&self, id: BlockId) -> &Rc<ProgramPart> {
        &self.blocks[id]
    }
    /// The blocks with their ids, the outermost first.
    pub fn iter(&self) -> impl Iterator<Item = (BlockId, &ProgramPart)> {
        self.blocks.iter_ids().map(|(id, block)| (id, &**block))
    }
    /// The functions that are no blocks, in order: calls of them are followed.
    pub fn followed(&self, program: &Program) -> Vec<FunctionId> {
        let mut is_block: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
        for part in self.blocks.iter().filter(|part| part.is_function) {
            is_block[part.function] = true;
        }
        program.functions.ids().filter(|function| !is_block[*function]).collect()
    }
    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }
    /// Never true: the outermost is always there.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The block that control enters when it comes to a location while `current` is explored; `depth` is the number of
    /// calls that were followed since `current` was entered.
    pub fn entered(&self, current: BlockId, node: NodeId, depth: u32) -> Option<BlockId> {
        if !self.is_entry[node] {
            return None;
        }
        let around = &self.blocks[current];
        let inner = |id: &&BlockId| {
            let block = &self.blocks[**id];
            // Inside of the same frame only what is nested; a function's body is entered by a call.
            depth > 0 || (!block.is_function && **id != current && block.is_within(around))
        };
        self.at.get(&node)?.iter().find(inner).copied()
    }
}

/// All functions but the one where the program starts.
fn functions(program: &Program, calls: &CallGraph) -> Vec<ProgramPart> {
    let mut nodes = program.nodes_by_function();
    let functions = program.functions.ids().filter(|id| *id != program.start);
    functions.filter_map(|id| ProgramPart::of_function(program, calls, id, std::mem::take(&mut nodes[id]))).collect()
}

/// The functions whose executions may be longer than their text: they have a loop, are recursive, or call such ones.
fn looping(program: &Program, calls: &CallGraph) -> IdVec<FunctionId, bool> {
    let mut looping: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    for each in Loops::new(program).loops.iter() {
        looping[program.nodes[each.heads[0]].function] = true;
    }
    // Callees come before their callers.
    for component in calls.components() {
        for id in component {
            let mut callees = calls.callees(program, *id);
            looping[*id] |= calls.is_recursive(*id) || callees.any(|callee| looping[callee]);
        }
    }
    looping
}

/// The loops with one head. One with several heads has no single entry and stays a part of what is around it.
fn loops(program: &Program, calls: &CallGraph) -> Vec<ProgramPart> {
    let loops = Loops::new(program);
    let natural = loops.loops.iter_ids().filter(|(_, each)| each.is_natural());
    natural.map(|(id, each)| ProgramPart::of_nodes(program, calls, each.heads[0], loops.body(id))).collect()
}
