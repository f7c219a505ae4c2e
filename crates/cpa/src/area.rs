//! What the exploration of one block sees of the program: where it is left, and where nested blocks begin.

use crate::control::Control;
use cairn_blocks::{BlockId, Partition};
use std::rc::Rc;

/// What a control state is for the part of a program that is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Its successors are computed as everywhere.
    Inside,
    /// The part is left there.
    Border,
    /// A block begins there that is explored on its own.
    BlockCall {
        /// Nothing covers the state or is merged with it. So it must be where the state before matters after the block
        /// too, as it does at a call.
        lone: bool,
    },
}

/// A block of a partition, while it is explored by itself.
#[derive(Clone, Debug)]
pub struct Area {
    partition: Rc<Partition>,
    block: BlockId,
}

impl Area {
    /// A block of a partition.
    pub fn new(partition: &Rc<Partition>, block: BlockId) -> Self {
        Self { partition: partition.clone(), block }
    }

    /// What a control state is; `depth` is the number of frames below the current one.
    pub(crate) fn role(&self, control: &Control, depth: u32) -> Role {
        if depth == 0 && self.partition.get(self.block).is_left_at(control.node) {
            return Role::Border;
        }
        match self.partition.entered(self.block, control.node, depth) {
            Some(nested) => Role::BlockCall { lone: self.partition.get(nested).is_function },
            None => Role::Inside,
        }
    }
}
