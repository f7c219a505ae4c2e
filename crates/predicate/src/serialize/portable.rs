//! States and precisions as bytes.

use super::cells::ordered;
use super::context::Contexts;
use super::diagram::{read_abstraction, write_abstraction};
use super::texts::Texts;
use crate::precision::{PredicatePrecision, TrackingScope};
use crate::state::PredicateState;
use crate::workspace::Workspace;
use cairn_cpa::distribute::EntryPlace;
use cairn_cpa::{Names, Reader, ReductionScope, Res, Writer};
use cairn_formula::PathFormula;
use cairn_ir::{NodeId, Program};
use cairn_term::TermId;
use std::sync::Arc;

/// State of writing and reading so far.
#[derive(Default)]
pub struct Portable {
    texts: Texts,
    contexts: Contexts,
}

impl Portable {
    /// Writes what a block's results rest on beside its text.
    pub fn write_context(&mut self, workspace: &mut Workspace, scope: &ReductionScope<'_>, out: &mut Writer<'_>) {
        self.contexts.write(workspace, &mut self.texts.cells, scope, out);
    }

    pub fn write_state(
        &mut self,
        workspace: &mut Workspace,
        state: &PredicateState,
        out: &mut Writer<'_>,
        program: &Program,
    ) -> Res<()> {
        let node = workspace.history.get_block(state.block).map(|block| block.node);
        let Some(node) = node.filter(|_| state.at_end && state.edges == 0) else {
            out.refuse();
            return Ok(());
        };
        // Where functions are not analysed by themselves, a start has values of what is constant, and binds nothing.
        let binds = workspace.options.modular && !state.path.values.is_empty();
        // The frame matters in recursive functions only: elsewhere all depths have one path, which is written as depth 0.
        let depth = match empty_path(workspace, node, 0, binds, program) == state.path {
            true => Some(0),
            false if workspace.options.modular => None,
            false => workspace.starts.depth_of(node, &state.path),
        };
        let Some(depth) = depth else {
            out.refuse();
            return Ok(());
        };
        out.node(node);
        out.put(&depth);
        out.put(&binds);
        write_abstraction(workspace, &mut self.texts, state.abstraction, out, program)
    }

    /// Reads a state; `None` when the bytes are none, or one about what is not there.
    pub fn read_state(
        &mut self,
        workspace: &mut Workspace,
        input: &mut Reader<'_>,
        program: &Program,
    ) -> Res<Option<PredicateState>> {
        let Some(node) = input.node() else { return Ok(None) };
        let (Some(depth), Some(binds)) = (input.take::<u32>(), input.take::<bool>()) else { return Ok(None) };
        let Some(abstraction) = read_abstraction(workspace, &mut self.texts, input, program)? else { return Ok(None) };
        let path = empty_path(workspace, node, depth, binds, program);
        let block = workspace.history.root_at(abstraction, node, binds, &path);
        Ok(Some(PredicateState::at_end_of(workspace, block, abstraction, path, program)))
    }

    /// A condition as bytes; `None` when it cannot be said.
    pub fn condition_bytes(
        &mut self,
        workspace: &Workspace,
        condition: TermId,
        names: &Names<'_>,
        program: &Program,
    ) -> Option<Vec<u8>> {
        let named = self.texts.cells.condition_names(workspace, condition, names, program)?;
        Some(ordered(&workspace.encoder.terms, condition, &named)?.into_bytes())
    }

    /// The condition of bytes.
    pub fn condition_of(
        &mut self,
        workspace: &mut Workspace,
        bytes: &[u8],
        names: &Names<'_>,
        program: &Program,
    ) -> Option<TermId> {
        self.texts.cells.term_of(workspace, std::str::from_utf8(bytes).ok()?, names, program)
    }

    pub fn write_precision(
        &mut self,
        workspace: &mut Workspace,
        precision: &PredicatePrecision,
        out: &mut Writer<'_>,
        program: &Program,
    ) {
        let names = out.names();
        out.put(&precision.is_formulas_only());
        let mut written: Vec<(TrackingScope, Vec<Arc<str>>)> = Vec::new();
        for (place, predicates) in precision.all() {
            // A predicate and its negation are one.
            let texts =
                predicates.iter().filter_map(|predicate| self.texts.text_of(workspace, *predicate, names, program));
            let mut texts: Vec<Arc<str>> = texts.map(|(text, _)| text).collect();
            texts.sort_unstable();
            texts.dedup();
            written.push((*place, texts));
        }
        written.sort_unstable_by_key(|(place, _)| match place {
            TrackingScope::Program => (0, "", 0),
            TrackingScope::Function(function) => (1, names.function_text(*function), 0),
            TrackingScope::Node(node) => {
                let (function, at) = names.node_place(*node);
                (2, names.function_text(function), at)
            }
        });
        out.count(written.len());
        for (place, texts) in written {
            match place {
                TrackingScope::Program => out.put(&0u8),
                TrackingScope::Function(function) => {
                    out.put(&1u8);
                    out.function(function);
                }
                TrackingScope::Node(node) => {
                    out.put(&2u8);
                    out.node(node);
                }
            }
            out.count(texts.len());
            texts.iter().for_each(|text| out.text(text));
        }
    }

    /// Reads what there is of a precision.
    pub fn read_precision(
        &mut self,
        workspace: &mut Workspace,
        input: &mut Reader<'_>,
        program: &Program,
    ) -> Option<PredicatePrecision> {
        let names = input.names();
        let mut precision = if input.take()? { PredicatePrecision::formulas_only() } else { PredicatePrecision::new() };
        for _ in 0..input.count()? {
            let place = match input.take::<u8>()? {
                0 => Some(TrackingScope::Program),
                1 => names.function(input.text()?).map(TrackingScope::Function),
                2 => {
                    let (function, at) = (names.function(input.text()?), input.take()?);
                    function.and_then(|function| names.node(function, at)).map(TrackingScope::Node)
                }
                _ => return None,
            };
            for _ in 0..input.count()? {
                let literal = self.texts.literal_of(workspace, input.text()?, names, program);
                if let (Some(place), Some((predicate, _))) = (place, literal) {
                    precision.add(place, predicate);
                }
            }
        }
        Some(precision)
    }
}

/// The state that says nothing at a place, where functions are not analysed by themselves.
pub fn top(workspace: &mut Workspace, at: EntryPlace, program: &Program) -> PredicateState {
    let path = empty_path(workspace, at.node, at.depth, false, program);
    let everything = workspace.everything;
    let block = workspace.history.root_at(everything, at.node, false, &path);
    PredicateState::at_end_of(workspace, block, everything, path, program)
}

/// Path formula before the first step at a location, in a frame at a depth.
fn empty_path(workspace: &mut Workspace, node: NodeId, depth: u32, binds: bool, program: &Program) -> PathFormula {
    let start = workspace.starts.at(node, depth, workspace.ends.calls(), &mut workspace.encoder, program);
    match binds {
        true => workspace.encoder.remembering(program, &start, program.nodes[node].function, 0),
        false => start,
    }
}
