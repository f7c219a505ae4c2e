//! `cairn cfa`: the control-flow automata of a program.

use crate::arguments::{Cfa, CfaFormat};
use crate::console;
use crate::exit::{Ended, Exit};
use crate::inputs;

/// Prints the automata.
pub fn run(arguments: &Cfa) -> Ended {
    let wanted = inputs::wanted(&arguments.program, None, &[])?;
    let program = inputs::compile(&wanted)?;
    console::out(&match arguments.format {
        CfaFormat::Dot => cairn_ir::dot::dot(&program),
        CfaFormat::Json => cairn_ir::json::json(&program),
        CfaFormat::Text => cairn_ir::print::text(&program),
    });
    Ok(Exit::Done)
}
