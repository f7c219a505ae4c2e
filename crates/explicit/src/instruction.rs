//! The instructions of the register machine, and the code of a program.
//!
//! Registers are variables' cells, constants and temporaries in one array of numbers. A number is the value of a scalar of
//! at most 64 bits: sign-extended for signed integers, zero-extended bits for all others, so that equal values are
//! equal numbers.

use crate::operation::{IntOp, Operation};
use crate::set::Set;
use cairn_base::Span;
use cairn_ir::operator::Comparison;

pub(crate) type Reg = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    Jump(u32),
    /// Goes on behind when the comparison holds, and elsewhere when not.
    Unless {
        op: Comparison,
        x: Reg,
        y: Reg,
        to: u32,
    },
    Move {
        to: Reg,
        x: Reg,
    },
    /// Integers of `64 - shift` bits.
    Int {
        op: IntOp,
        shift: u8,
        signed: bool,
        to: Reg,
        x: Reg,
        y: Reg,
    },
    /// 1 or 0.
    Comparison {
        op: Comparison,
        to: Reg,
        x: Reg,
        y: Reg,
    },
    /// Any other operation, by its number; `y` is not read by those of one operand.
    Operation {
        op: u32,
        to: Reg,
        x: Reg,
        y: Reg,
    },
    /// `to = add + x * stride`, where `x` is at least 0 and below `count`; else the path is given up.
    Offset {
        to: Reg,
        add: Reg,
        x: Reg,
        count: u32,
        stride: u32,
    },
    /// Reads one of `span` cells.
    LoadAt {
        to: Reg,
        base: Reg,
        offset: Reg,
        span: u32,
    },
    /// Writes one of `span` cells.
    StoreAt {
        base: Reg,
        offset: Reg,
        x: Reg,
        span: u32,
    },
    /// The next input: any of a set, by its number.
    Input {
        to: Reg,
        set: u32,
    },
    /// Nobody knows what is there: any of a set.
    Indeterminate {
        to: Reg,
        set: u32,
    },
    /// A loop head, by its number.
    Head(u32),
    End,
    /// The path is not followed any further, for a reason.
    GiveUp(u32),
    Violation,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub pc: u32,
    /// The cells whose values may be read from here on, in order.
    pub live: Vec<Reg>,
}

/// A program made ready to run.
#[derive(Default)]
pub(crate) struct Code {
    pub instructions: Vec<Instruction>,
    /// The registers at the start: constants are there, all else is 0.
    pub registers: Vec<i64>,
    /// Which registers are cells of variables.
    pub is_cell: Vec<bool>,
    pub sets: Vec<Set>,
    pub operations: Vec<Operation>,
    pub heads: Vec<Head>,
    /// Why paths are given up, and where.
    pub reasons: Vec<(String, Span)>,
}

impl Instruction {
    /// The register that it writes as a whole.
    pub fn written(&self) -> Option<Reg> {
        use Instruction::{Comparison, Indeterminate, Input, Int, LoadAt, Move, Offset, Operation};
        match *self {
            Move { to, .. }
            | Int { to, .. }
            | Comparison { to, .. }
            | Operation { to, .. }
            | Offset { to, .. }
            | LoadAt { to, .. }
            | Input { to, .. }
            | Indeterminate { to, .. } => Some(to),
            _ => None,
        }
    }
    /// Calls for each register that it reads.
    pub fn reads(&self, mut each: impl FnMut(Reg)) {
        use Instruction::{Comparison, Int, LoadAt, Move, Offset, Operation, StoreAt, Unless};
        match *self {
            Unless { x, y, .. } | Int { x, y, .. } | Comparison { x, y, .. } | Operation { x, y, .. } => {
                each(x);
                each(y);
            }
            Move { x, .. } => each(x),
            Offset { add, x, .. } => {
                each(add);
                each(x);
            }
            LoadAt { base, offset, span, .. } => {
                each(offset);
                (base..base + span).for_each(each);
            }
            StoreAt { offset, x, .. } => {
                each(offset);
                each(x);
            }
            _ => {}
        }
    }
}
