//! The graphs of a run, asked together: a drawing, with how blocks were entered and left, levels, invariants.

use crate::outcome::{Graphs, used};
use cairn_base::FastMap;
use cairn_base::levels::Levels;
use cairn_blocks::Partition;
use cairn_cpa::invariants::{self, Invariant};
use cairn_cpa::{Camera, Facts, Graph, Reduce, Snapshot, dot};
use cairn_ir::Program;
use cairn_ir::dot::quoted;
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
            let _ = writeln!(out, "  subgraph cluster_{id} {{\n  label={};", quoted(&label));
            let prefix = format!("{id}_");
            let _ = dot::write_graph(entry.graph.arg(), &self.controls, program, &prefix, &mut out);
            out.push_str("  }\n");
        }
        for (id, entry) in self.entries.iter_ids() {
            for (call, application) in entry.valid_applications() {
                let source = application.source;
                if let Some(root) = self.entries[source].graph.arg().root() {
                    let style = if application.settled { "solid" } else { "dotted" };
                    let style = format!("[color=darkgreen, style={style}, label=\"reduce\"]");
                    let _ = writeln!(out, "  {id}_{call} -> {source}_{root} {style};");
                }
                let reads =
                    application.read.iter().flat_map(|((source, _), reads)| reads.iter().map(move |r| (source, r)));
                for (source, read) in reads {
                    let Some((child, _)) = read.child else { continue };
                    let end = read.end;
                    let _ = writeln!(out, "  {source}_{end} -> {id}_{child} [color=red, label=\"expand\"];");
                    let _ = writeln!(out, "  {id}_{call} -> {id}_{child} [style=bold, label=\"block\"];");
                }
            }
        }
        out.push_str("}\n");
        Some(out)
    }

    /// A block's graph hangs where it was first entered.
    fn levels(&self) -> Option<Levels> {
        let first = self.entries.ids().next()?;
        let calls: FastMap<_, _> = self
            .entries
            .iter_ids()
            .flat_map(|(id, entry)| entry.valid_applications().map(move |(call, to)| ((id, call), to.source)))
            .collect();
        let root = |id| self.entries[id].graph.arg().root().map(|root| (id, root));
        Some(Levels::of(root(first), |(id, state), to| {
            let arg = self.entries[id].graph.arg();
            arg.children(state).for_each(|child| to((id, child)));
            calls.get(&(id, state)).and_then(|source| root(*source)).into_iter().for_each(to);
            arg.mark(state)
        }))
    }

    /// The graphs one after the other, in the order in which their blocks were first entered. Of results of an earlier run the
    /// states between are gone, so where there are some nothing is said of edges.
    fn snapshot(&self, program: &Program, most: usize) -> Option<Snapshot> {
        // A run that was stopped before its first block has none.
        self.entries.ids().next()?;
        let (used, mut camera) = (used(&self.entries), Camera::new(program, most));
        for id in &used {
            camera.take(self.entries[*id].graph.arg(), &self.controls);
        }
        let mut snapshot = camera.develop();
        if used.iter().any(|id| self.entries[*id].kept.is_some()) {
            snapshot.reached.clear();
        }
        Some(snapshot)
    }

    /// An execution that is in a block is in a state of a graph of that block. States are reduced there, so they know less. Of
    /// results of an earlier run the states between are gone, and what is known without them would not hold for all.
    fn invariants(&self, program: &Program) -> Vec<Invariant> {
        let used = used(&self.entries);
        if used.iter().any(|id| self.entries[*id].kept.is_some()) {
            return Vec::new();
        }
        invariants::of(used.iter().map(|id| self.entries[*id].graph.arg()), &self.controls, program)
    }
}
