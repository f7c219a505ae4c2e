//! The operators serialize and deserialize (the paper's distributed analyses).
//!
//! A state is written where a block ends: as its location, its abstraction, and whether entry cells are bound (where a
//! function's analysis begins). The abstraction is a decision diagram over predicates in the order of their texts
//! ([`diagram`]); a predicate is a term whose symbols are named ([`cells`]). What came before, the history, is not written,
//! nor is the path formula, which nothing has happened on yet. So a state that is read is equal to the written one in what
//! it stands for, and has no past: it is of use where a block's result is expanded, not to reconstruct a path.
//!
//! A state inside a block of the encoding is refused.
//!
//! **Precisions** are hints: what they track at places that are not there, or about variables that are not, is left out.
//!
//! What the results of a program's block rest on beside its text is in [`context`].

mod cells;
mod context;
mod diagram;

use super::PredicateAnalysis;
use super::frames::Literal;
use super::history::{AbstractionId, BlockId};
use super::precision::{Place, PredicatePrecision};
use super::predicates::PredicateId;
use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_base::FastMap;
use cairn_cpa::{Cx, Names, Reader, Res, Scope, Serialize, Writer};
use cairn_formula::PathFormula;
use cairn_ir::{FunctionId, NodeId, Program};
use std::sync::Arc;

/// What was written and read so far.
#[derive(Default)]
pub struct Portable {
    regions: Option<cells::RegionNames>,
    /// A predicate as text, and whether the text means the predicate or its negation; `None` when it cannot be said.
    texts: FastMap<PredicateId, Option<(Arc<str>, bool)>>,
    literals: FastMap<String, Option<Literal>>,
    contexts: FastMap<FunctionId, String>,
}

impl Serialize for PredicateAnalysis {
    fn write_state(&self, state: &PredicateState, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.with(cx, |workspace, cx| workspace.write_state(state, out, cx.program))
    }

    fn read_state(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<PredicateState>> {
        self.with(cx, |workspace, cx| workspace.read_state(input, cx.program))
    }

    fn write_precision(&self, precision: &PredicatePrecision, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.with(cx, |workspace, cx| {
            workspace.write_precision(precision, out, cx.program);
            Ok(())
        })
    }

    fn read_precision(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<PredicatePrecision>> {
        self.with(cx, |workspace, cx| Ok(workspace.read_precision(input, cx.program)))
    }

    fn write_context(&self, scope: &Scope<'_>, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.with(cx, |workspace, _| {
            workspace.write_context(scope, out);
            Ok(())
        })
    }
}

impl Workspace {
    fn write_state(&mut self, state: &PredicateState, out: &mut Writer<'_>, program: &Program) -> Res<()> {
        let node = self.history.get_block(state.block).map(|block| block.node);
        let Some(node) = node.filter(|_| state.at_end && state.edges == 0) else {
            out.refuse();
            return Ok(());
        };
        let binds = !state.path.values.is_empty();
        if self.empty_path(node, binds, program) != state.path {
            out.refuse();
            return Ok(());
        }
        out.node(node);
        out.put(&binds);
        self.write_abstraction(state.abstraction, out, program)
    }

    fn read_state(&mut self, input: &mut Reader<'_>, program: &Program) -> Res<Option<PredicateState>> {
        let (Some(node), Some(binds)) = (input.node(), input.take::<bool>()) else { return Ok(None) };
        let Some(abstraction) = self.read_abstraction(input, program)? else { return Ok(None) };
        let path = self.empty_path(node, binds, program);
        let block = self.root_of(abstraction, node, binds, &path);
        let text = self.history.get(abstraction).map(|known| known.text.clone()).unwrap_or_default();
        Ok(Some(PredicateState { block, abstraction, start: path.condition, path, edges: 0, at_end: true, text }))
    }

    /// What a state has before its first step at a location, in a frame at depth 0.
    fn empty_path(&mut self, node: NodeId, binds: bool, program: &Program) -> PathFormula {
        let start = self.starts.at(node, 0, self.ends.calls(), &mut self.encoder, program);
        match binds {
            true => self.encoder.remembering(program, &start, program.nodes[node].function, 0),
            false => start,
        }
    }

    /// The block without a past that ends at a location with an abstraction.
    fn root_of(&mut self, abstraction: AbstractionId, node: NodeId, binds: bool, path: &PathFormula) -> BlockId {
        let history = &mut self.history;
        *self.frames.roots.entry((abstraction, node, binds)).or_insert_with(|| history.root(path.clone(), node))
    }

    fn write_precision(&mut self, precision: &PredicatePrecision, out: &mut Writer<'_>, program: &Program) {
        let names = out.names();
        out.put(&precision.is_formulas_only());
        let mut written: Vec<(Place, Vec<Arc<str>>)> = Vec::new();
        for (place, predicates) in precision.all() {
            // A predicate and its negation are one.
            let texts = predicates.iter().filter_map(|predicate| self.text_of(*predicate, names, program));
            let mut texts: Vec<Arc<str>> = texts.map(|(text, _)| text).collect();
            texts.sort_unstable();
            texts.dedup();
            written.push((*place, texts));
        }
        written.sort_unstable_by_key(|(place, _)| match place {
            Place::Program => (0, "", 0),
            Place::Function(function) => (1, names.function_text(*function), 0),
            Place::Node(node) => {
                let (function, at) = names.node_place(*node);
                (2, names.function_text(function), at)
            }
        });
        out.count(written.len());
        for (place, texts) in written {
            match place {
                Place::Program => out.put(&0u8),
                Place::Function(function) => {
                    out.put(&1u8);
                    out.function(function);
                }
                Place::Node(node) => {
                    out.put(&2u8);
                    out.node(node);
                }
            }
            out.count(texts.len());
            texts.iter().for_each(|text| out.text(text));
        }
    }

    fn read_precision(&mut self, input: &mut Reader<'_>, program: &Program) -> Option<PredicatePrecision> {
        let names = input.names();
        let mut precision = if input.take()? { PredicatePrecision::formulas_only() } else { PredicatePrecision::new() };
        for _ in 0..input.count()? {
            let place = match input.take::<u8>()? {
                0 => Some(Place::Program),
                1 => names.function(input.text()?).map(Place::Function),
                2 => {
                    let (function, at) = (names.function(input.text()?), input.take()?);
                    function.and_then(|function| names.node(function, at)).map(Place::Node)
                }
                _ => return None,
            };
            for _ in 0..input.count()? {
                let literal = self.literal_of(input.text()?, names, program);
                if let (Some(place), Some((predicate, _))) = (place, literal) {
                    precision.add(place, predicate);
                }
            }
        }
        Some(precision)
    }
}

impl Workspace {
    /// A predicate as a text that means the same in every process, and whether the text is the predicate or its negation:
    /// of the two the lesser, because which of them came first is chance.
    fn text_of(&mut self, predicate: PredicateId, names: &Names<'_>, program: &Program) -> Option<(Arc<str>, bool)> {
        if let Some(known) = self.portable.texts.get(&predicate) {
            return known.clone();
        }
        let text = self.make_text(predicate, names, program);
        self.portable.texts.insert(predicate, text.clone());
        text
    }

    fn make_text(&mut self, predicate: PredicateId, names: &Names<'_>, program: &Program) -> Option<(Arc<str>, bool)> {
        let term = self.predicates.term(predicate)?;
        let negation = self.encoder.terms.not(term);
        let symbols = self.symbol_names(term, names, program)?;
        let positive = cells::ordered(&self.encoder.terms, term, &symbols)?;
        let negative = cells::ordered(&self.encoder.terms, negation, &symbols)?;
        let is_less = (positive.len(), &positive) <= (negative.len(), &negative);
        Some(if is_less { (positive.into(), true) } else { (negative.into(), false) })
    }

    /// The predicate that a text is, and whether it means the predicate or its negation.
    fn literal_of(&mut self, text: &str, names: &Names<'_>, program: &Program) -> Option<Literal> {
        if let Some(known) = self.portable.literals.get(text) {
            return *known;
        }
        let literal = self.term_of(text, names, program).and_then(|term| {
            let (_, positive) = super::predicates::canonical(&mut self.encoder, term);
            self.predicates.add(&mut self.encoder, term).map(|predicate| (predicate, positive))
        });
        self.portable.literals.insert(text.to_owned(), literal);
        literal
    }
}
