//! How a program is cut into blocks (BAM 2.4.1, 3.2): functions, loops, both, or a list of the user's.
//!
//! A block has one location where it is entered; it is left at the first location outside. The blocks of one function
//! are nested or disjoint. The outermost block is the program's start function, whatever the partitioning: it is there
//! so that every location is in a block, and nobody enters it.
//!
//! Invariants: a block that is a function has all locations of the function and is entered by calls only; any other has
//! locations of one function only, its own entry among them, and control comes to them from outside of the block through
//! the entry only. A function whose entry is its exit is no block: nothing would tell the states before and after.

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
    /// Those of a list: see [`crate::list`].
    Listed(Vec<crate::list::Listed>),
}

impl Blocks {
    /// Whether no function is a block, so that all calls are followed.
    pub fn follow_calls(&self) -> bool {
        match self {
            Self::Functions | Self::FunctionsAndLoops => false,
            Self::Loops => true,
            Self::Listed(list) => !list.iter().any(|listed| matches!(listed.what, crate::list::What::Function(_))),
        }
    }
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// A name for people: `f`, or `f:12` for a loop whose head is in line 12.
    pub name: String,
    /// The function whose locations it has.
    pub function: FunctionId,
    /// True when it is the whole function.
    pub is_function: bool,
    /// Where it is entered.
    pub entry: NodeId,
    /// Its locations, in order.
    pub nodes: Vec<NodeId>,
    /// The functions that may run while it runs, in order.
    pub callees: Vec<FunctionId>,
}

impl Block {
    /// Whether a location is one of the block's own.
    pub fn has(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok()
    }
    /// Whether the block is left where control comes to a location, with no calls open.
    pub fn is_left_at(&self, node: NodeId, exit: Option<NodeId>) -> bool {
        exit == Some(node) || (!self.is_function && !self.has(node))
    }
}

/// The blocks of a program.
#[derive(Clone, Debug)]
pub struct Partition {
    blocks: IdVec<BlockId, Rc<Block>>,
    /// The blocks entered at a location, the largest first; the outermost block is not among them.
    at: FastMap<NodeId, Vec<BlockId>>,
}

impl Partition {
    /// Cuts a program into blocks.
    ///
    /// # Errors
    /// A list of blocks does not fit the program, as a sentence.
    pub fn new(program: &Program, blocks: &Blocks) -> Result<Self, String> {
        let calls = CallGraph::new(program);
        let mut this = Self { blocks: IdVec::new(), at: FastMap::default() };
        let mut found = vec![function(program, program.start)];
        match blocks {
            Blocks::Functions => found.extend(functions(program)),
            Blocks::Loops => found.extend(loops(program)),
            Blocks::FunctionsAndLoops => {
                found.extend(functions(program));
                found.extend(loops(program));
            }
            Blocks::Listed(list) => found.extend(crate::list::resolve(list, program)?),
        }
        for block in found.into_iter().flatten() {
            this.add(block, program, &calls);
        }
        for list in this.at.values_mut() {
            list.sort_by_key(|id| std::cmp::Reverse((this.blocks[*id].nodes.len(), this.blocks[*id].is_function)));
        }
        Ok(this)
    }

    fn add(&mut self, mut block: Block, program: &Program, calls: &CallGraph) {
        block.callees = callees(&block, program, calls);
        let (entry, outermost) = (block.entry, self.blocks.is_empty());
        let id = self.blocks.push(Rc::new(block));
        if !outermost {
            self.at.entry(entry).or_default().push(id);
        }
    }

    /// The outermost block.
    pub fn outermost(&self) -> BlockId {
        use cairn_base::id::Id;
        BlockId::from_index(0)
    }
    /// A block.
    pub fn get(&self, id: BlockId) -> &Rc<Block> {
        &self.blocks[id]
    }
    /// The blocks with their ids, the outermost first.
    pub fn iter(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        self.blocks.iter_ids().map(|(id, block)| (id, &**block))
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
        let around = &self.blocks[current];
        let inner = |id: &&BlockId| {
            let block = &self.blocks[**id];
            // Inside of the same frame only what is nested; a function's body is entered by a call.
            if depth == 0 { !block.is_function && **id != current && within(block, around) } else { true }
        };
        self.at.get(&node)?.iter().find(inner).copied()
    }
}

/// Whether the locations of a block, which are fewer unless `around` is a function, are among those of another.
fn within(block: &Block, around: &Block) -> bool {
    block.function == around.function
        && (block.nodes.len() < around.nodes.len() || around.is_function)
        && block.nodes.iter().all(|node| around.has(*node))
}

/// The whole of a function; nothing without a body, or when nothing is between entry and exit.
pub(crate) fn function(program: &Program, id: FunctionId) -> Option<Block> {
    let body = program.functions[id].body.filter(|body| body.entry != body.exit)?;
    let nodes = program.nodes.iter_ids().filter(|(_, node)| node.function == id).map(|(id, _)| id).collect();
    let name = program.functions[id].name.clone();
    Some(Block { name, function: id, is_function: true, entry: body.entry, nodes, callees: Vec::new() })
}

fn functions(program: &Program) -> Vec<Option<Block>> {
    let mut nodes_of: IdVec<FunctionId, Vec<NodeId>> = program.functions.iter().map(|_| Vec::new()).collect();
    for (id, node) in program.nodes.iter_ids() {
        nodes_of[node.function].push(id);
    }
    let ids = program.functions.iter_ids().filter(|(id, _)| *id != program.start);
    let block = |(id, function): (FunctionId, &cairn_ir::Function)| {
        let body = function.body.filter(|body| body.entry != body.exit)?;
        let (name, nodes) = (function.name.clone(), std::mem::take(&mut nodes_of[id]));
        Some(Block { name, function: id, is_function: true, entry: body.entry, nodes, callees: Vec::new() })
    };
    ids.map(block).collect()
}

/// The loops with one head. One with several heads has no single entry and stays a part of what is around it.
fn loops(program: &Program) -> Vec<Option<Block>> {
    let loops = Loops::new(program);
    let natural = loops.loops.iter_ids().filter(|(_, each)| each.is_natural());
    natural.map(|(id, each)| Some(part(program, each.heads[0], loops.body(id)))).collect()
}

/// A block that is not a whole function.
pub(crate) fn part(program: &Program, entry: NodeId, nodes: Vec<NodeId>) -> Block {
    let function = program.nodes[entry].function;
    let span = program.leaving(entry).map(|(_, edge)| edge.span).next();
    let line = span.and_then(|span| program.sources.locate(span)).map(|place| place.line);
    let name = &program.functions[function].name;
    let name = line.map_or_else(|| format!("{name}:{entry}"), |line| format!("{name}:{line}"));
    Block { name, function, is_function: false, entry, nodes, callees: Vec::new() }
}

/// The functions that a block's locations call, and those that they call.
fn callees(block: &Block, program: &Program, calls: &CallGraph) -> Vec<FunctionId> {
    let called = |function: FunctionId| calls.calls_in(function).iter().copied();
    let own = called(block.function)
        .filter(|site| calls.edge_of(*site).is_some_and(|edge| block.has(program.edges[edge].source)));
    let mut open: Vec<FunctionId> = own.filter_map(|site| program.calls[site].callee).collect();
    let mut seen: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    let mut found = Vec::new();
    while let Some(function) = open.pop() {
        if !std::mem::replace(&mut seen[function], true) {
            found.push(function);
            open.extend(called(function).filter_map(|site| program.calls[site].callee));
        }
    }
    found.sort_unstable();
    found
}
