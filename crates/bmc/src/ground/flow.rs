//! The segments of a program with what is needed of them: conditions and values without names, and the integer variables
//! at each head.
//!
//! Names that the encoder gave to deep values are written out, so that a condition speaks of the state at its start and of
//! inputs only. The variables of a head are those in the cone of influence: read by a condition from there, or by the
//! value of such a variable where a segment ends.
//!
//! Invariant: an edge's condition holds for every execution of its paths, with what the encoder knows of its symbols; a name
//! is replaced by what it is defined as, never by less.

use super::houdini::TransitionEnds;
use super::inductive::Transitions;
use super::segments::Segment;
use crate::obligation::Claim;
use crate::unroll::Unroller;
use cairn_base::{FastMap, FastSet};
use cairn_cpa::{ControlId, Res};
use cairn_formula::{Cell, Encoder, PathFormula};
use cairn_ir::Program;
use cairn_term::{Sort, TermId, TermOp, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// An integer variable at a head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HeadVariable {
    pub(crate) plain: TermId,
    /// Whether its type has negative values: how it is widened.
    pub(crate) signed: bool,
}

/// All paths from one head to another, or to a violation.
#[derive(Clone)]
pub(crate) struct Edge {
    /// The head where they begin; `None` at the entry.
    pub(crate) from: Option<usize>,
    /// The head where they end; `None` for what must not happen.
    pub(crate) to: Option<usize>,
    pub(crate) condition: TermId,
    /// The part of the condition that is not known anyway where they begin.
    pub(crate) taken: TermId,
    /// Values of the needed cells that change at the end, by the symbol of what they held at the start.
    pub(crate) values: BTreeMap<TermId, TermId>,
    /// The paths as they were encoded, in which deep values have names.
    pub(crate) paths: PathFormula,
    /// Claim about their end, where that is no violation.
    pub(crate) not_modelled: Option<Claim>,
}

/// A program as edges between heads.
pub(crate) struct Flow {
    /// The variables of each head, those that equations of the property read first.
    pub(crate) heads: Vec<Vec<HeadVariable>>,
    /// The symbols of all cells that matter at each head, the integer variables among them.
    pub(crate) symbols: Vec<Vec<TermId>>,
    /// The symbols of the arrays among them.
    pub(crate) arrays: Vec<Vec<TermId>>,
    pub(crate) edges: Vec<Edge>,
    /// The control states of the heads.
    pub(crate) controls: Vec<ControlId>,
}

impl Flow {
    pub(crate) fn new(unroller: &mut Unroller<'_, '_>, segments: &[Segment]) -> Res<Self> {
        let needed = needed(unroller, segments)?;
        let numbers: BTreeMap<ControlId, usize> =
            needed.keys().enumerate().map(|(at, control)| (*control, at)).collect();
        let mut edges = Vec::new();
        for segment in segments {
            let from = segment.from.map(|control| numbers[&control]);
            for (to, formula) in &segment.heads {
                let mut values = BTreeMap::new();
                for (cell, value) in &formula.values {
                    if let Some(plain) = unroller.encoder.plain(*cell).filter(|plain| needed[to].contains(plain)) {
                        values.insert(plain, *value);
                    }
                }
                let ends = (from, Some(numbers[to]));
                edges.push(written_out(&mut unroller.encoder, ends, (formula, &segment.assumed), values, None));
            }
            for obligation in &segment.obligations {
                let claim = Some(obligation.claim.clone()).filter(|claim| *claim != Claim::Violation);
                let (ends, paths) = ((from, None), (&obligation.formula, &segment.assumed));
                edges.push(written_out(&mut unroller.encoder, ends, paths, BTreeMap::new(), claim));
            }
            unroller.budget.look()?;
        }
        let compared = compared(&unroller.encoder, &edges);
        let (mut heads, mut arrays) = (Vec::new(), Vec::new());
        for symbols in needed.values() {
            let is_array = |plain: &TermId| matches!(unroller.encoder.terms.sort(*plain), Sort::Array(_));
            arrays.push(symbols.iter().copied().filter(is_array).collect());
            let mut variables: Vec<HeadVariable> =
                symbols.iter().filter_map(|plain| variable(&unroller.encoder, unroller.program, *plain)).collect();
            variables.sort_by_key(|variable| !compared.contains(&variable.plain));
            heads.push(variables);
        }
        let controls = needed.keys().copied().collect();
        let symbols = needed.into_values().map(|symbols| symbols.into_iter().collect()).collect();
        Ok(Self { heads, symbols, arrays, edges, controls })
    }
}

impl Flow {
    /// Each head twice: as it is reached from elsewhere, and as it is reached from itself. What holds only once a loop was passed
    /// (`n <= a + 1` where `n` began with 0 and `a` is any number) is so an invariant of one of the two.
    pub(crate) fn with_first_visits(self) -> Self {
        let (mut heads, mut arrays) = (Vec::new(), Vec::new());
        for (variables, held) in self.heads.into_iter().zip(self.arrays) {
            heads.extend([variables.clone(), variables]);
            arrays.extend([held.clone(), held]);
        }
        let mut edges = Vec::new();
        for edge in self.edges {
            let is_loop = edge.from.is_some() && edge.from == edge.to;
            let to = edge.to.map(|to| 2 * to + usize::from(is_loop));
            match edge.from {
                None => edges.push(Edge { to, ..edge }),
                Some(from) => {
                    edges.push(Edge { from: Some(2 * from), to, ..edge.clone() });
                    edges.push(Edge { from: Some(2 * from + 1), to, ..edge });
                }
            }
        }
        let symbols = self.symbols.into_iter().flat_map(|symbols| [symbols.clone(), symbols]).collect();
        let controls = self.controls.into_iter().flat_map(|control| [control; 2]).collect();
        Self { heads, symbols, arrays, edges, controls }
    }
}

impl Transitions for Flow {
    fn ends(&self) -> Vec<TransitionEnds> {
        self.edges.iter().map(|edge| TransitionEnds { from: edge.from, to: edge.to }).collect()
    }

    fn assumed(&self, _: &mut Terms, number: usize, known: &[TermId]) -> Vec<TermId> {
        known.iter().copied().chain([self.edges[number].condition]).collect()
    }

    fn claimed(&self, terms: &mut Terms, number: usize, formulas: &[TermId]) -> Vec<TermId> {
        let values = &self.edges[number].values;
        terms.substitute_all(formulas, &values.iter().map(|(plain, value)| (*plain, *value)).collect())
    }
}

/// A symbol that is a whole integer variable.
fn variable(encoder: &Encoder, program: &Program, plain: TermId) -> Option<HeadVariable> {
    let TermOp::Symbol(symbol) = encoder.terms.op(plain) else { return None };
    let Cell::Scalar { var, bits, .. } = encoder.cell(encoder.cell_of(symbol)?)? else { return None };
    let scalar = program.types.scalar(program.vars[var].ty);
    let width = encoder.terms.width(plain);
    let signed = scalar.is_some_and(|scalar| scalar.bits() == bits && scalar.is_signed());
    (encoder.terms.sort(plain) == Sort::BitVec(width) && (8..=64).contains(&width))
        .then_some(HeadVariable { plain, signed })
}

/// The symbols in equations on the way to violations.
fn compared(encoder: &Encoder, edges: &[Edge]) -> BTreeSet<TermId> {
    let terms = &encoder.terms;
    let ends = edges.iter().filter(|edge| edge.to.is_none());
    let equations = ends.flat_map(|edge| terms.atoms(edge.condition)).filter(|atom| terms.op(*atom) == TermOp::Eq);
    terms
        .below(&equations.collect::<Vec<_>>())
        .into_iter()
        .filter(|t| matches!(terms.op(*t), TermOp::Symbol(_)))
        .collect()
}

/// The symbols of the cells that matter at each head.
fn needed(unroller: &mut Unroller<'_, '_>, segments: &[Segment]) -> Res<BTreeMap<ControlId, BTreeSet<TermId>>> {
    let mut needed: BTreeMap<ControlId, BTreeSet<TermId>> = BTreeMap::new();
    for segment in segments {
        for control in segment.from.iter().chain(segment.heads.keys()) {
            needed.entry(*control).or_default();
        }
    }
    loop {
        let mut changed = false;
        for segment in segments {
            let Some(from) = segment.from else { continue };
            unroller.budget.tick()?;
            let encoder = &mut unroller.encoder;
            let mut roots = Vec::new();
            let mut found: BTreeSet<TermId> = BTreeSet::new();
            let mut conditions: Vec<TermId> = segment.obligations.iter().map(|each| each.formula.condition).collect();
            for (to, formula) in &segment.heads {
                conditions.push(formula.condition);
                for plain in &needed[to] {
                    let TermOp::Symbol(symbol) = encoder.terms.op(*plain) else { continue };
                    match encoder.cell_of(symbol).and_then(|cell| formula.values.get(&cell)) {
                        Some(value) => roots.push(*value),
                        None => drop(found.insert(*plain)),
                    }
                }
            }
            for condition in conditions {
                let parts = encoder.terms.conjuncts(condition);
                roots.extend(parts.into_iter().filter(|part| !segment.assumed.contains(part)));
            }
            roots.push(encoder.facts(&roots));
            for symbol in encoder.terms.symbols_of(&roots) {
                if encoder.cell_of(symbol).is_some() {
                    found.insert(encoder.terms.symbol_term(symbol));
                }
            }
            let known = needed.entry(from).or_default();
            let before = known.len();
            known.extend(found);
            changed |= known.len() > before;
        }
        if !changed {
            return Ok(needed);
        }
    }
}

/// An edge in which no name is left.
fn written_out(
    encoder: &mut Encoder,
    (from, to): (Option<usize>, Option<usize>),
    (paths, assumed): (&PathFormula, &FastSet<TermId>),
    values: BTreeMap<TermId, TermId>,
    not_modelled: Option<Claim>,
) -> Edge {
    let condition = paths.condition;
    let mut roots: Vec<TermId> = values.values().copied().collect();
    roots.push(condition);
    let facts = encoder.facts(&roots);
    let condition = encoder.terms.and(&[condition, facts]);
    let mut names: Vec<(TermId, TermId)> = encoder.terms.definitions_in(&[condition]).into_iter().collect();
    // A definition has only symbols that were made before.
    names.sort_unstable();
    let mut written: FastMap<TermId, TermId> = FastMap::default();
    for (name, value) in names {
        let is_cell = matches!(encoder.terms.op(name), TermOp::Symbol(symbol) if encoder.cell_of(symbol).is_some());
        if !is_cell {
            let value = encoder.terms.substitute(value, &written);
            written.insert(name, value);
        }
    }
    let mut taken = encoder.terms.conjuncts(paths.condition);
    taken.retain(|part| !assumed.contains(part));
    roots.pop();
    roots.push(condition);
    roots.push(encoder.terms.and(&taken));
    let mut written = encoder.terms.substitute_all(&roots, &written);
    let taken = written.pop().unwrap_or(condition);
    let condition = written.pop().unwrap_or(condition);
    let values = values.into_keys().zip(written).collect();
    Edge { from, to, condition, taken, values, paths: paths.clone(), not_modelled }
}
