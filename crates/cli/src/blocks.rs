//! `cairn blocks`: how a program is cut into blocks for workers.

use crate::arguments::{BlocksCommand, GraphFormat};
use crate::console;
use crate::exit::{CommandEnd, Exit};
use crate::inputs;
use cairn_blocks::{BlockGraph, graph_dot, graph_json};

/// Prints the block graph of a program.
pub fn run(arguments: &BlocksCommand) -> CommandEnd {
    let wanted = inputs::select(&arguments.program, None, &[])?;
    let program = inputs::compile(&wanted)?;
    let decomposition = arguments.decomposition.unwrap_or(wanted.configuration.distributed_decomposition);
    let blocks = usize::try_from(wanted.configuration.distributed_blocks).unwrap_or(usize::MAX);
    let decomposition = decomposition.of_size(arguments.size.unwrap_or(blocks));
    let graph = BlockGraph::new(&program, decomposition);
    console::out(&match arguments.format {
        GraphFormat::Dot => graph_dot(&program, &graph),
        GraphFormat::Json => graph_json(&program, &graph),
    });
    console::err(&format!("{} blocks of {} operations\n", graph.len(), graph.supergraph.len()));
    Ok(Exit::Done)
}
