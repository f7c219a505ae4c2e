//! `cairn blocks`: how a program is cut into blocks for workers.

use crate::arguments::{BlocksCommand, Cut, GraphFormat};
use crate::console;
use crate::exit::{CommandEnd, Exit};
use crate::inputs;
use cairn_blocks::{BlockGraph, Decomposition, graph_dot, graph_json};

/// Prints the block graph of a program.
pub fn run(arguments: &BlocksCommand) -> CommandEnd {
    let program = inputs::compile(&inputs::wanted(&arguments.program, None, &[])?)?;
    let decomposition = match arguments.decomposition {
        Cut::Single => Decomposition::Single,
        Cut::Linear => Decomposition::Linear,
        Cut::GivenSize => Decomposition::GivenSize(arguments.size),
        Cut::FunctionsLoops => Decomposition::FunctionsAndLoops,
        Cut::Loops => Decomposition::Loops,
    };
    let graph = BlockGraph::new(&program, decomposition);
    console::out(&match arguments.format {
        GraphFormat::Dot => graph_dot(&program, &graph),
        GraphFormat::Json => graph_json(&program, &graph),
    });
    console::err(&format!("{} blocks of {} operations\n", graph.len(), graph.hops.len()));
    Ok(Exit::Done)
}
