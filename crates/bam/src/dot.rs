//! Drawings: the automata with their blocks, and all graphs of a run with how blocks were entered and left.

use crate::outcome::Graphs;
use crate::partition::{BlockId, Partition};
use cairn_cpa::{Facts, Graph, Reduce, dot};
use cairn_ir::{NodeId, Program, format_op};
use std::fmt::Write;

impl<C: Reduce> Graphs<'_, C> {
    /// The blocks of the program.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }
}

impl<C: Reduce> Graph for Graphs<'_, C> {
    /// All graphs: a cluster for each entry of the memo; green where a block is entered in a reduced state, red
    /// where a state at its end is expanded, dotted when it was read before it was known to be all.
    fn dot(&self, program: &Program) -> Option<String> {
        let mut out =
            String::from("digraph arg {\n  compound=true;\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
        out.push_str("  edge [fontname=\"monospace\", fontsize=9];\n");
        for (id, entry) in self.entries.iter_ids() {
            let block = self.partition.get(entry.block);
            let label = format!("{id}: {}, {:?}\n{}", block.name, entry.status, entry.state.summary(program));
            // Writing to a string does not fail.
            let _ = writeln!(out, "  subgraph cluster_{id} {{\n  label=\"{}\";", dot::escape(&label));
            let prefix = format!("{id}_");
            let _ = dot::write_graph(entry.graph.arg(), &self.controls, program, &prefix, &mut out);
            out.push_str("  }\n");
        }
        for (id, entry) in self.entries.iter_ids() {
            for (gate, passage) in entry.valid_passages() {
                let source = passage.source;
                if let Some(root) = self.entries[source].graph.arg().root() {
                    let style = if passage.settled { "solid" } else { "dotted" };
                    let style = format!("[color=darkgreen, style={style}, label=\"reduce\"]");
                    let _ = writeln!(out, "  {id}_{gate} -> {source}_{root} {style};");
                }
                let reads = passage.read.iter().flat_map(|((source, _), reads)| reads.iter().map(move |r| (source, r)));
                for (source, read) in reads {
                    let Some((child, _)) = read.child else { continue };
                    let end = read.end;
                    let _ = writeln!(out, "  {source}_{end} -> {id}_{child} [color=red, label=\"expand\"];");
                    let _ = writeln!(out, "  {id}_{gate} -> {id}_{child} [style=bold, label=\"block\"];");
                }
            }
        }
        out.push_str("}\n");
        Some(out)
    }
}

/// The automata of a program in DOT, each block a cluster in the block around it; the entry of a block is double.
pub fn blocks_dot(program: &Program, partition: &Partition) -> String {
    let mut out = String::from("digraph blocks {\n  node [shape=circle, fontname=\"monospace\", fontsize=10];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=9];\n");
    let blocks: Vec<BlockId> = partition.iter().map(|(id, _)| id).collect();
    // The smallest block around each location, and around each block.
    let smallest = |is_around: &dyn Fn(BlockId) -> bool| {
        let around = blocks.iter().copied().filter(|id| is_around(*id));
        around.min_by_key(|id| (partition.get(*id).nodes.len(), *id))
    };
    let home = |node: NodeId| smallest(&|id| partition.get(id).has(node));
    let parent = |inner: BlockId| {
        let own = partition.get(inner);
        smallest(&|id| {
            let around = partition.get(id);
            let larger = around.nodes.len() > own.nodes.len() || (around.is_function && !own.is_function);
            id != inner && around.function == own.function && larger && own.nodes.iter().all(|node| around.has(*node))
        })
    };
    let parents: Vec<Option<BlockId>> = blocks.iter().map(|id| parent(*id)).collect();
    let homes: Vec<Option<BlockId>> = program.nodes.ids().map(home).collect();
    let tops: Vec<BlockId> = blocks.iter().copied().filter(|id| parents[position(&blocks, *id)].is_none()).collect();
    let mut open: Vec<(BlockId, bool)> = tops.into_iter().rev().map(|id| (id, false)).collect();
    while let Some((id, is_done)) = open.pop() {
        if is_done {
            out.push_str("  }\n");
            continue;
        }
        let block = partition.get(id);
        let _ = writeln!(out, "  subgraph cluster_{id} {{\n  label=\"{}\";", dot::escape(&block.name));
        for (node, home) in program.nodes.ids().zip(&homes).filter(|(_, home)| **home == Some(id)) {
            let _ = home;
            let style = if block.entry == node { " [peripheries=2]" } else { "" };
            let _ = writeln!(out, "  {node}{style};");
        }
        open.push((id, true));
        let inner = blocks.iter().copied().filter(|inner| parents[position(&blocks, *inner)] == Some(id));
        open.extend(inner.map(|inner| (inner, false)).collect::<Vec<_>>().into_iter().rev());
    }
    for edge in program.edges.iter() {
        let label = dot::escape(&format_op(program, &edge.op));
        let _ = writeln!(out, "  {} -> {} [label=\"{label}\"];", edge.source, edge.target);
    }
    out.push_str("}\n");
    out
}

fn position(blocks: &[BlockId], id: BlockId) -> usize {
    blocks.binary_search(&id).unwrap_or_default()
}
