//! Entries that copies have replaced, and on which no graph rests any more, are emptied.
//!
//! A refinement that lies deep in a finished recursion copies an entry a call. What was copied is still needed when
//! another graph has read it: a path may lead through it. So all that can be reached from the memo and the stack is
//! marked now and then, as a garbage collector does, when as many were replaced as would be looked through.

use crate::engine::Engine;
use cairn_cpa::Reduce;
use cairn_cpa::graph::PartGraph;
use cairn_ir::reachable;

/// Fewer are not worth a look.
const FEW: usize = 64;

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// Forgets the graphs of replaced entries that nothing rests on, when enough were replaced. No path may be in use.
    pub(crate) fn collect_replaced(&mut self) {
        if self.replaced < FEW.max(self.entries.len() / 4) {
            return;
        }
        self.replaced = 0;
        self.suspend();
        let current = self.entries.iter_ids().filter(|(_, entry)| !entry.is_replaced).map(|(id, _)| id);
        let needed = reachable(current, |id, open| {
            for (_, application) in self.entries[id].valid_applications() {
                open.extend(application.read.keys().map(|(source, _)| *source));
                open.push(application.source);
            }
        });
        for id in self.entries.ids().filter(|id| !needed.contains(id)) {
            let entry = &mut self.entries[id];
            if !entry.graph.arg().is_empty() {
                entry.graph = PartGraph::new(self.exploration.options.order);
                entry.applications.clear();
                self.figures.forgotten += 1;
            }
        }
    }
}
