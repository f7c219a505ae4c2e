//! Where control is, as the key of a block's analysis has it: a location and the specification's state. The calls below are
//! not the block's business.
//!
//! A specification's states are numbered by its text, so a number means the same wherever the specification is the same;
//! that it is, the key of what is kept must say.

use super::bytes::{Reader, Writer};
use crate::control::{Control, ControlId, Controls};
use crate::specification::SpecificationState;

/// Writes a location and a state of the specification.
pub fn write_control(control: Control, out: &mut Writer<'_>) {
    out.node(control.node);
    out.put(&control.specification.0);
}

/// Reads a control state without calls below.
pub fn read_control(input: &mut Reader<'_>, controls: &mut Controls<'_>) -> Option<ControlId> {
    let node = input.node()?;
    let specification = SpecificationState(input.take()?);
    Some(controls.without_calls(node, specification))
}
