//! The trees of post-dominators that control dependences are found with, as a drawing for Graphviz (SLICE 2.4.1, figure 9).
//!
//! An arrow goes from a location to those of which it is the nearest post-dominator. A location without one, behind which
//! control may end in several ways, hangs under the end of its function, which is drawn once.

use cairn_ir::{CallGraph, Dominators, Ending, Program};
use std::fmt::Write;

/// The trees of all functions, one cluster each.
pub fn post_dominator_trees(program: &Program) -> String {
    let ending = Ending::new(program, &CallGraph::new(program));
    let mut out = String::from("digraph post_dominators {\n");
    for (function, of) in program.functions.iter_ids().filter(|(_, of)| of.body.is_some()) {
        let tree = Dominators::backwards_where(program, function, |edge| ending.at(program, edge));
        let name = of.name.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(
            out,
            "  subgraph cluster_{function} {{\n    label=\"{name}\";\n    end_{function} [label=\"end\"];"
        );
        let mut nodes = tree.nodes().to_vec();
        nodes.sort_unstable();
        for node in nodes {
            let _ = match tree.immediate(node) {
                Some(parent) => writeln!(out, "    {parent} -> {node};"),
                None => writeln!(out, "    end_{function} -> {node};"),
            };
        }
        out.push_str("  }\n");
    }
    out + "}\n"
}
