//! A partition as a drawing for Graphviz: the automata, with a cluster for each block.

use crate::partition::{BlockId, Partition};
use cairn_ir::dot::quoted;
use cairn_ir::{NodeId, Program, format_op};
use std::fmt::Write;

/// The automata of a program in DOT, each block a cluster in the block around it; the entry of a block is double.
pub fn dot(program: &Program, partition: &Partition) -> String {
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
        smallest(&|id| id != inner && own.is_within(partition.get(id)))
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
        let _ = writeln!(out, "  subgraph cluster_{id} {{\n  label={};", quoted(&block.name));
        for (node, _) in program.nodes.ids().zip(&homes).filter(|(_, home)| **home == Some(id)) {
            let style = if block.entry == node { " [peripheries=2]" } else { "" };
            let _ = writeln!(out, "  {node}{style};");
        }
        open.push((id, true));
        let inner = blocks.iter().copied().filter(|inner| parents[position(&blocks, *inner)] == Some(id));
        open.extend(inner.map(|inner| (inner, false)).collect::<Vec<_>>().into_iter().rev());
    }
    for edge in program.edges.iter() {
        let label = quoted(&format_op(program, &edge.op));
        let _ = writeln!(out, "  {} -> {} [label={label}];", edge.source, edge.target);
    }
    out.push_str("}\n");
    out
}

fn position(blocks: &[BlockId], id: BlockId) -> usize {
    blocks.binary_search(&id).unwrap_or_default()
}
