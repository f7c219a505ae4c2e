//! Whether a program is what [`crate::program`] promises: for tests and debug builds, so that an error of the front end
//! or of a pass shows where it is made, not as a wrong verdict.
//!
//! Two halves: the shape of the automata (here) and the types of everything on their edges (`types`). The first
//! violation is reported with the id and text of the culprit.

mod types;

use crate::ids::{EdgeId, NodeId};
use crate::op::Op;
use crate::program::Program;
use crate::{print, reverse_postorder};
use cairn_base::id::Id;

impl Program {
    /// Checks all invariants of a finished program.
    ///
    /// # Errors
    /// The first violation, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        self.check_functions()?;
        self.check_edges()?;
        self.check_nodes()?;
        self.check_order()?;
        types::check(self)
    }

    fn check_functions(&self) -> Result<(), String> {
        let start = self.functions.get(self.start).ok_or("the start function does not exist")?;
        if start.body.is_none() {
            return Err("the start function has no body".into());
        }
        for (id, function) in self.functions.iter_ids() {
            let Some(body) = function.body else { continue };
            for node in [body.entry, body.exit] {
                let node = self.nodes.get(node).ok_or_else(|| format!("{}: {node} does not exist", function.name))?;
                if node.function != id {
                    return Err(format!("{}: entry or exit belong to another function", function.name));
                }
            }
            if let Some(edge) = self.nodes[body.exit].leaving.first() {
                return Err(format!("{}: the exit is left by {}", function.name, self.describe(*edge)));
            }
            for (i, param) in function.params.iter().enumerate() {
                let kind = self.vars.get(*param).map(|v| v.kind);
                if kind != Some(crate::VarKind::Param(i as u32)) {
                    return Err(format!("{}: parameter {i} is a variable of kind {kind:?}", function.name));
                }
            }
            for var in function.params.iter().chain(&function.locals).chain(&function.result) {
                if self.vars.get(*var).is_none_or(|v| v.function != Some(id)) {
                    return Err(format!("{}: {var} is not of this function", function.name));
                }
            }
        }
        Ok(())
    }

    fn check_edges(&self) -> Result<(), String> {
        let mut used = vec![false; self.calls.len()];
        for (id, edge) in self.edges.iter_ids() {
            let (Some(source), Some(target)) = (self.nodes.get(edge.source), self.nodes.get(edge.target)) else {
                return Err(format!("{id} joins nodes that do not exist"));
            };
            if source.function != target.function {
                return Err(format!("{} joins two functions", self.describe(id)));
            }
            let entered = target.entering.iter().filter(|e| **e == id).count();
            let left = source.leaving.iter().filter(|e| **e == id).count();
            if entered != 1 || left != 1 {
                return Err(format!("{} is {left} and {entered} times in the lists of its nodes", self.describe(id)));
            }
            match edge.op {
                Op::CallPointer { .. } => return Err(format!("{} is not resolved", self.describe(id))),
                Op::Call(site) => {
                    let Some(call) = self.calls.get(site) else {
                        return Err(format!("{id}: {site} does not exist"));
                    };
                    if std::mem::replace(&mut used[site.index()], true) {
                        return Err(format!("{}: {site} is on another edge as well", self.describe(id)));
                    }
                    let hosted = call.callee.is_some_and(|f| self.outside.hosted.contains(&f));
                    if !hosted && call.callee.and_then(|f| self.functions.get(f)).is_none_or(|f| f.body.is_none()) {
                        return Err(format!("{}: the callee has no body", self.describe(id)));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_nodes(&self) -> Result<(), String> {
        for (id, node) in self.nodes.iter_ids() {
            let known = |list: &[EdgeId]| list.iter().all(|e| self.edges.get(*e).is_some());
            if !known(&node.leaving) || !known(&node.entering) {
                return Err(format!("{id} lists an edge that does not exist"));
            }
            if node.leaving.iter().any(|e| self.edges[*e].source != id)
                || node.entering.iter().any(|e| self.edges[*e].target != id)
            {
                return Err(format!("{id} lists an edge that is elsewhere"));
            }
            let ops: Vec<&Op> = node.leaving.iter().map(|e| &self.edges[*e].op).collect();
            match *ops.as_slice() {
                [] => {
                    let is_exit = self.functions[node.function].body.is_some_and(|b| b.exit == id);
                    let ended = node.entering.iter().all(|e| self.edges[*e].op.ends_path());
                    if !is_exit && !ended {
                        return Err(self.at(id, "control falls off"));
                    }
                }
                [_] => {}
                [Op::Assume { cond, truth: true }, Op::Assume { cond: other, truth: false }] if cond == other => {}
                _ => return Err(self.at(id, "a branch is not two assumptions on one condition, the true one first")),
            }
            if node.entering.iter().any(|e| self.edges[*e].op.ends_path()) && !node.leaving.is_empty() {
                return Err(self.at(id, "control goes on after an end"));
            }
        }
        Ok(())
    }

    fn check_order(&self) -> Result<(), String> {
        let mut seen = vec![false; self.nodes.len()];
        for function in self.functions.iter() {
            let Some(body) = function.body else { continue };
            for (position, node) in reverse_postorder::search(self, body.entry, &mut seen).into_iter().enumerate() {
                if self.nodes[node].order as usize != position {
                    return Err(self.at(node, "the order is out of date"));
                }
            }
            seen[body.exit.index()] = true;
        }
        if let Some(node) = self.nodes.ids().find(|n| !seen[n.index()]) {
            return Err(self.at(node, "the node is not reachable"));
        }
        for node in self.nodes.ids() {
            let closes = self.nodes[node].entering.iter().any(|e| {
                let source = self.edges[*e].source;
                self.nodes[source].order >= self.nodes[node].order
            });
            if closes != self.nodes[node].loop_head {
                return Err(self.at(node, "the mark of the loop head is out of date"));
            }
        }
        Ok(())
    }

    /// An edge as an error message names it.
    pub(crate) fn describe(&self, edge: EdgeId) -> String {
        let Some(found) = self.edges.get(edge) else { return format!("{edge} (which does not exist)") };
        let place = self.sources.locate(found.span).map(|l| format!(" at {l}")).unwrap_or_default();
        // Ids on an edge that is itself the error may be wrong: only name what exists.
        let text = match &found.op {
            Op::Call(site) | Op::CallPointer { site, .. } if self.calls.get(*site).is_none() => "a call".into(),
            op => print::format_op(self, op),
        };
        format!("{edge} `{text}`{place}")
    }

    fn at(&self, node: NodeId, what: &str) -> String {
        let name = self.functions.get(self.nodes[node].function).map_or("?", |f| f.name.as_str());
        let near = self.nodes[node].leaving.first().or(self.nodes[node].entering.first());
        let near = near.map(|e| format!(", near {}", self.describe(*e))).unwrap_or_default();
        format!("{node} of {name}: {what}{near}")
    }
}
