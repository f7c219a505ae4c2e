//! The operators combine and proceed (DCPA 4.2.2), and the conditions of blocks ([`crate::precondition`]).
//!
//! States that arrive where a block is entered are abstractions. Combined they are the disjunction. What is below a known one
//! is no news, as for `stop`. The top has the abstraction *true*.

use super::PredicateAnalysis;
use super::precision::{PredicatePrecision, TrackingScope};
use super::predicates::PredicateId;
use super::state::PredicateState;
use super::workspace;
use crate::precondition::precondition;
use crate::refine::path::Path;
use crate::serialize::portable;
use cairn_cpa::distribute::{BlockPrecondition, EntryPlace};
use cairn_cpa::{Cx, Distribute, Names, Res};
use cairn_ir::{NodeId, Program};

impl Distribute for PredicateAnalysis {
    fn combine(&self, new: &PredicateState, old: &PredicateState, cx: &mut Cx<'_>) -> Res<Option<PredicateState>> {
        // What is assumed beside the abstraction is the place's, and the same for both.
        if !new.at_end || !old.at_end || new.path != old.path || new.edges != old.edges {
            return Ok(None);
        }
        self.with(cx, |owned, cx| {
            let workspace = &mut owned.workspace;
            let Some(node) = workspace.history.get_block(old.block).map(|block| block.node) else { return Ok(None) };
            let (a, b) = (workspace.region(new.abstraction)?, workspace.region(old.abstraction)?);
            let both = workspace.regions.or(&a, &b)?;
            let abstraction = workspace.abstraction_of(both, cx.program);
            let block = workspace.history.root_at(abstraction, node, false, &old.path);
            Ok(Some(PredicateState::at_end_of(workspace, block, abstraction, old.path.clone(), cx.program)))
        })
    }

    fn top(&self, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<PredicateState>> {
        self.with(cx, |owned, cx| Ok(Some(portable::top(&mut owned.workspace, at, cx.program))))
    }

    /// Only paths within a block are merged, and none of them is a state of a block's entry.
    fn unmerged(&self, state: &PredicateState, _: EntryPlace, _: &mut Cx<'_>) -> Res<Option<PredicateState>> {
        Ok(Some(state.clone()))
    }

    fn precondition(
        &self,
        path: &Path,
        condition: Option<&[u8]>,
        names: &Names<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<BlockPrecondition<PredicatePrecision>> {
        self.with(cx, |owned, cx| precondition(owned, path, condition, names, cx))
    }

    fn matters(
        &self,
        precision: &PredicatePrecision,
        nodes: &mut dyn Iterator<Item = NodeId>,
        program: &Program,
    ) -> bool {
        for node in nodes {
            if !precision.at(node, program).is_empty() {
                return true;
            }
        }
        false
    }

    fn tracked(&self, precision: &PredicatePrecision, cx: &mut Cx<'_>) -> Res<Vec<String>> {
        self.with(cx, |owned, cx| {
            let workspace = &owned.workspace;
            let said = |predicate: &PredicateId| {
                let term = workspace.predicates.term(*predicate);
                term.map_or_else(String::new, |term| workspace::text::of(&workspace.encoder.terms, term))
            };
            let lines = precision.all().map(|(place, predicates)| {
                let place = match place {
                    TrackingScope::Program => "everywhere".to_owned(),
                    TrackingScope::Function(function) => format!("in {}", cx.program.functions[*function].name),
                    TrackingScope::Node(node) => {
                        let function = &cx.program.functions[cx.program.nodes[*node].function].name;
                        let leaving = cx.program.leaving(*node).map(|(_, edge)| edge.span).next();
                        let line = leaving.and_then(|span| cx.program.sources.locate(span)).map(|place| place.line);
                        line.map_or_else(|| format!("at {node} of {function}"), |line| format!("at {function}:{line}"))
                    }
                };
                format!("{place}: {}", predicates.iter().map(said).collect::<Vec<_>>().join("; "))
            });
            Ok(lines.collect())
        })
    }
}
