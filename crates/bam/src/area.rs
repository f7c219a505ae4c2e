//! What the exploration of one block sees of the program: where it is left, and where nested blocks begin.
//!
//! Asked for every control state that is expanded, so a location at which neither can be answers from one bit.

use crate::partition::{BlockId, Partition};
use cairn_base::id::IdVec;
use cairn_cpa::Control;
use cairn_cpa::nested::{Area, Role};
use cairn_ir::{NodeId, Program};
use std::rc::Rc;

/// The part of a program that one block is.
pub(crate) struct BlockArea {
    partition: Rc<Partition>,
    block: BlockId,
    exit: Option<NodeId>,
    /// Where a block of the partition is entered.
    entries: Rc<IdVec<NodeId, bool>>,
}

impl BlockArea {
    pub(crate) fn new(
        partition: &Rc<Partition>,
        block: BlockId,
        program: &Program,
        entries: &Rc<IdVec<NodeId, bool>>,
    ) -> Self {
        let exit = program.functions[partition.get(block).function].body.map(|body| body.exit);
        Self { partition: partition.clone(), block, exit, entries: entries.clone() }
    }
}

impl Area for BlockArea {
    fn role(&self, control: &Control, depth: u32) -> Role {
        let block = self.partition.get(self.block);
        if depth == 0 && block.is_left_at(control.node, self.exit) {
            return Role::Border;
        }
        if !self.entries[control.node] {
            return Role::Inside;
        }
        match self.partition.entered(self.block, control.node, depth) {
            Some(nested) => Role::Gate { lone: self.partition.get(nested).is_function },
            None => Role::Inside,
        }
    }
}
