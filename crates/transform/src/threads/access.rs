//! An access of an operation: which bytes, as far as it is known, and how.

use super::names::Name;
use crate::inclusion::Targets;
use cairn_ir::behaviour::How;
use cairn_ir::expr::{ExprId, ExprKind, PlaceId};
use cairn_ir::ids::{NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::primitive::{ByteSource, PrimitiveAct};
use cairn_ir::program::Program;

/// Access of an operation.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// A part of a variable, where it is one.
    pub name: Option<Name>,
    /// The objects, and where in them it begins.
    pub targets: Targets,
    /// The number of bytes, as far as it is known.
    pub size: u64,
    /// The same, as the operation says it of what is behind a pointer.
    pub bytes: Option<ExprId>,
    pub writes: bool,
    pub frees: bool,
    /// The place, where the operation names one.
    pub place: Option<PlaceId>,
    /// The pointer, where it is of what is behind one.
    pub pointer: Option<ExprId>,
    /// The variable, where all of one is meant.
    pub variable: Option<VarId>,
    /// It is of an atomic object.
    pub atomic: bool,
    /// The lifetime of a variable, of which C says otherwise what may be done beside it.
    pub lifetime: bool,
}

impl Access {
    /// Of all bytes of a variable.
    pub fn of_variable(program: &Program, var: VarId, writes: bool) -> Self {
        Self {
            name: Some(Name { var, path: Vec::new() }),
            variable: Some(var),
            atomic: program.outside.atomics.contains(&var),
            size: program.types.size_of(program.vars[var].ty).unwrap_or(u64::MAX),
            ..Self::of_targets(Targets::begin_of(var), writes)
        }
    }

    /// Of some bytes.
    pub fn of_targets(targets: Targets, writes: bool) -> Self {
        Self {
            name: None,
            targets,
            size: u64::MAX,
            bytes: None,
            writes,
            frees: false,
            place: None,
            pointer: None,
            variable: None,
            atomic: false,
            lifetime: false,
        }
    }
}

/// An access and where it is.
#[derive(Clone)]
pub(super) struct Known {
    pub access: Access,
    pub instance: usize,
    pub node: NodeId,
    /// It is in an atomic block, or of an atomic object.
    pub atomic: bool,
    pub library: bool,
}

/// Whether the known objects of two accesses have bytes in common.
pub(super) fn overlaps(a: &Access, b: &Access) -> bool {
    a.targets.iter().any(|(object, at)| b.targets.at(object).is_some_and(|bt| at.overlaps(a.size, bt, b.size)))
}

/// How many bytes behind a pointer an operation reads or writes, as it is told.
pub(super) fn bytes_behind(program: &Program, op: &Op, pointer: ExprId) -> Option<ExprId> {
    if let Some((_, bytes, how)) = op.marked_access() {
        return (!How::of_mark(program, how).some).then_some(bytes);
    }
    let Op::Intrinsic { which, args, .. } = op else { return None };
    which.row().acts.iter().find_map(|act| match act {
        PrimitiveAct::Writes(written) => {
            let from = if let ByteSource::CopyOf(from) = written.source { Some(from) } else { None };
            let is_of = |at: usize| args.get(at) == Some(&pointer);
            args.get(written.size).copied().filter(|_| is_of(written.to) || from.is_some_and(is_of))
        }
        _ => None,
    })
}

pub(super) fn constant(program: &Program, expr: ExprId) -> Option<u64> {
    match program.exprs[expr].kind {
        ExprKind::Constant(number) => u64::try_from(number).ok(),
        _ => None,
    }
}
