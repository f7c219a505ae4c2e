//! The part of the program that the exploration of one block sees: where it is left, and where nested blocks begin.

use crate::context::{Failure, Res};
use crate::control::Control;
use cairn_blocks::{BlockGraph, BlockId, CodeBlockId, Partition};
use cairn_ir::Step;
use std::rc::Rc;
use std::sync::Arc;

/// Role of a control state for the part of a program that is explored.
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

/// A block, while it is explored by itself.
#[derive(Clone, Debug)]
pub struct Area(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Part {
        partition: Rc<Partition>,
        block: BlockId,
    },
    /// A block of a block graph.
    CodeBlock {
        graph: Arc<BlockGraph>,
        block: CodeBlockId,
    },
}

impl Area {
    /// A block of a partition.
    pub fn new(partition: &Rc<Partition>, block: BlockId) -> Self {
        Self(Kind::Part { partition: partition.clone(), block })
    }
    /// A block of a block graph, with whatever call stack. States at its borders are apart: nothing covers one or is merged
    /// with it, for each is sent elsewhere.
    pub fn of_block(graph: &Arc<BlockGraph>, block: CodeBlockId) -> Self {
        Self(Kind::CodeBlock { graph: graph.clone(), block })
    }

    /// Role of a control state; `depth` is the number of frames below the current one.
    pub(crate) fn role(&self, control: &Control, depth: u32) -> Role {
        match &self.0 {
            Kind::Part { partition, block } => {
                if depth == 0 && partition.get(*block).is_left_at(control.node) {
                    return Role::Border;
                }
                match partition.entered(*block, control.node, depth) {
                    Some(nested) => Role::BlockCall { lone: partition.get(nested).is_function },
                    None => Role::Inside,
                }
            }
            Kind::CodeBlock { graph, block } => {
                let block = graph.get(*block);
                let is_border = control.node == block.entry || block.ends.binary_search(&control.node).is_ok();
                if is_border { Role::Border } else { Role::Inside }
            }
        }
    }

    /// Whether a state of this role is kept apart from all others.
    pub(crate) fn is_lone(&self, role: Role) -> bool {
        match self.0 {
            Kind::Part { .. } => role == Role::BlockCall { lone: true },
            Kind::CodeBlock { .. } => role == Role::Border,
        }
    }

    /// Whether the exploration goes on from its root, though that is at a border.
    pub(crate) fn begins_at_border(&self) -> bool {
        matches!(self.0, Kind::CodeBlock { .. })
    }

    /// Whether a step is followed. Where several blocks are entered, each has its own steps; elsewhere all are the block's.
    pub(crate) fn follows(&self, step: Step, at_root: bool) -> Res<bool> {
        let Kind::CodeBlock { graph, block } = &self.0 else { return Ok(true) };
        match graph.block_of(step) {
            Some(of) if of == *block => Ok(true),
            Some(_) if at_root => Ok(false),
            of => Err(Failure::Internal(format!("{step:?} is a step from inside of {block}, and belongs to {of:?}"))),
        }
    }
}
