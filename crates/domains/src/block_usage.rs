//! The cells that a block may use: the variables that its text and that of its callees mentions, the edges it may allocate
//! on, and whether it goes through pointers at all. What `reduce` of each analysis decides by (BAM 4.4.2: "x used in B").
//!
//! Mentioning is all that counts, reading or writing: a variable whose address is taken in the block is mentioned there
//! too. What a block reaches through pointers is not in here: that depends on the state, see the analysis. Each function
//! is looked through once, each block's union is made once.

use cairn_base::{FastMap, FastSet, IdVec};
use cairn_cpa::ReductionScope;
use cairn_ir::effects::{self, Effect};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{EdgeId, FunctionId, NodeId, Op, Program, VarId};
use std::sync::{Arc, Mutex, PoisonError};

/// Usage of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    vars: Vec<VarId>,
    sites: Vec<EdgeId>,
    pointers: bool,
}

impl Usage {
    /// True when the text mentions a variable.
    pub fn mentions(&self, var: VarId) -> bool {
        self.vars.binary_search(&var).is_ok()
    }
    /// True when an edge of the block, or of a callee, allocates or otherwise is a primitive.
    pub fn has_site(&self, edge: EdgeId) -> bool {
        self.sites.binary_search(&edge).is_ok()
    }
    /// True when something is read, written or freed through a pointer.
    pub fn follows_pointers(&self) -> bool {
        self.pointers
    }
    /// True when the block may get at a variable in whatever way.
    pub fn may_use(&self, var: VarId, program: &Program) -> bool {
        self.mentions(var) || self.pointers && program.vars[var].address_taken
    }

    /// Usage by the edges that leave some locations.
    fn of(program: &Program, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        let mut usage = Self::default();
        let mut seen: FastSet<ExprOrPlace> = FastSet::default();
        for node in nodes {
            for (edge, what) in program.leaving(node) {
                usage.sites.extend(matches!(what.op, Op::Intrinsic { .. }).then_some(edge));
                effects::each(program, &what.op, &mut |part| seen.insert(part), &mut |effect| {
                    usage.vars.extend(effect.named());
                    usage.pointers |= matches!(effect, Effect::Follows(_) | Effect::Exposes(_));
                });
            }
        }
        usage.sorted()
    }

    fn add(&mut self, other: &Self) {
        self.vars.extend_from_slice(&other.vars);
        self.sites.extend_from_slice(&other.sites);
        self.pointers |= other.pointers;
    }

    fn sorted(mut self) -> Self {
        self.vars.sort_unstable();
        self.vars.dedup();
        self.sites.sort_unstable();
        self.sites.dedup();
        self
    }
}

/// A block as it was asked about, with its usage. It is compared on each look-up: an engine may have any blocks.
#[derive(Debug)]
struct Known {
    part: cairn_blocks::ProgramPart,
    usage: Arc<Usage>,
}

#[derive(Debug, Default)]
struct Table {
    /// The locations of each function, once they were asked for.
    nodes: IdVec<FunctionId, Vec<NodeId>>,
    functions: FastMap<FunctionId, Arc<Usage>>,
    blocks: FastMap<FunctionId, Vec<Known>>,
}

/// The usages of the blocks of one program. Cloning shares them.
#[derive(Clone, Debug, Default)]
pub struct Usages(Arc<Mutex<Table>>);

impl Usages {
    /// Usage of a block.
    pub fn of(&self, scope: &ReductionScope<'_>) -> Arc<Usage> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Table { nodes, functions, blocks } = &mut *table;
        let known = blocks.entry(scope.part.function).or_default();
        if let Some(known) = known.iter().find(|known| known.part == *scope.part) {
            return Arc::clone(&known.usage);
        }
        let mut usage = Usage::of(scope.program, scope.part.nodes.iter().copied());
        for callee in &scope.part.callees {
            if nodes.is_empty() {
                *nodes = scope.program.nodes_by_function();
            }
            let make = || Arc::new(Usage::of(scope.program, nodes[*callee].iter().copied()));
            usage.add(functions.entry(*callee).or_insert_with(make));
        }
        let usage = Arc::new(usage.sorted());
        known.push(Known { part: scope.part.clone(), usage: Arc::clone(&usage) });
        usage
    }
}
