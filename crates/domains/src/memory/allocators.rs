//! Allocators of the program's own: small functions that return what they allocate (`xmalloc`).
//!
//! An object is named by where it is allocated, and by nothing else all that a program allocates by `xmalloc` would be objects of one site, of which
//! only the most recent ones are told apart. So what is allocated in such a function is named by its call as well (heap cloning;
//! Nystrom, Kim, Hwu, "Importance of heap specialization in pointer analysis", PASTE 2004).
//!
//! **Why it over-approximates.** A name stands for objects that are allocated at its site during its call, whatever else is: there are only more names.
//! The calls of such a function are kept apart by their context, since its result names it.

use super::callee::CalleeEffects;
use cairn_base::FastSet;
use cairn_ir::behaviour::is_of_library;
use cairn_ir::effects::{self, AllocationKind, Effect};
use cairn_ir::{CallGraph, EdgeId, FunctionId, Program};
use std::collections::BTreeMap;

/// The call that an allocator was entered by, with that of its caller, where this is an allocator too; 0 elsewhere.
pub(super) type AllocationContext = u32;

/// More contexts are not told apart.
const MOST: usize = 1 << 12;

/// The allocators of a program, and the contexts of calls so far.
pub(super) struct Allocators {
    functions: FastSet<FunctionId>,
    contexts: BTreeMap<(AllocationContext, EdgeId), AllocationContext>,
}

impl Allocators {
    pub(super) fn new(program: &Program, calls: &CallGraph, effects: &[CalleeEffects]) -> Self {
        let nodes = program.nodes_by_function();
        let mut functions = FastSet::default();
        for (function, data) in program.functions.iter_ids() {
            let gives_pointer = data.result.is_some_and(|result| program.types.is_pointer(program.vars[result].ty));
            let is_small = || effects[calls.component_of(function)].is_small();
            let mut ops = nodes[function].iter().flat_map(|node| program.leaving(*node)).map(|(_, edge)| &edge.op);
            let allocates = |effect: Effect| matches!(effect, Effect::Allocates(AllocationKind::Heap));
            let mut is_direct = || ops.any(|op| effects::all(program, op).into_iter().any(allocates));
            if gives_pointer && !is_of_library(program, data) && is_small() && is_direct() {
                functions.insert(function);
            }
        }
        Self { functions, contexts: BTreeMap::new() }
    }

    /// The context of a call from one in another context.
    pub(super) fn context(&mut self, caller: AllocationContext, site: EdgeId, callee: FunctionId) -> AllocationContext {
        if !self.functions.contains(&callee) {
            return 0;
        }
        let next = self.contexts.len() + 1;
        match self.contexts.get(&(caller, site)) {
            Some(known) => *known,
            None if next >= MOST => 0,
            None => *self.contexts.entry((caller, site)).or_insert(next as AllocationContext),
        }
    }
}
