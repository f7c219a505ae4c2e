//! `cairn blocks`: how a program is cut into blocks for workers.

use crate::arguments::{BlocksCommand, GraphFormat};
use crate::console;
use crate::exit::{CommandEnd, Exit};
use crate::inputs;
use cairn_blocks::{BlockGraph, graph_dot, graph_json};

/// Prints the block graph of a program.
pub fn run(arguments: &BlocksCommand) -> CommandEnd {
    let program = inputs::compile(&inputs::wanted(&arguments.program, None, &[])?)?;
    let decomposition = arguments.decomposition.of_size(arguments.size);
    let graph = BlockGraph::new(&program, decomposition);
    console::out(&match arguments.format {
        GraphFormat::Dot => graph_dot(&program, &graph),
        GraphFormat::Json => graph_json(&program, &graph),
    });
    console::err(&format!("{} blocks of {} operations\n", graph.len(), graph.hops.len()));
    Ok(Exit::Done)
}
