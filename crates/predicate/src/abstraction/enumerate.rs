//! Which truth values a few terms have together, in all models of what the solver's current levels assert: model-guided
//! splitting into a decision diagram (DESIGN's measurement: eight times as fast as blocking clauses).
//!
//! A model gives one combination. Every other combination differs from it first in some position `i`, so what is left
//! is, for each `i`, the space in which the terms before `i` have the model's values and term `i` has the other. Each is one
//! question under assumptions; its answer is a new model, which splits the space again, or a core, which rules out more
//! than this space and is remembered. Every combination is found once. After too many questions the rest is taken as
//! possible: coarser, and sound.

use crate::workspace::Workspace;
use crate::workspace::decision_diagram::PredicateRegion;
use crate::workspace::oracle::Possible;
use cairn_base::QueryLimit;
use cairn_cpa::{Cx, Res};
use cairn_term::TermId;

/// More questions are not asked for one block.
const MOST_QUERIES: u32 = 3_000;

/// A term, with the regions that stand for its being false and true.
pub type Literal = (TermId, [PredicateRegion; 2]);

pub struct CubeEnumeration<'w> {
    workspace: &'w mut Workspace,
    literals: Vec<Literal>,
    terms: Vec<TermId>,
    negations: Vec<TermId>,
    found: PredicateRegion,
    impossible: PredicateRegion,
    queries: u32,
    most: QueryLimit,
}

/// A space: the first terms have these values, and a model has all of these.
struct Space {
    fixed: usize,
    model: Vec<bool>,
}

impl<'w> CubeEnumeration<'w> {
    /// An enumeration over some terms; each question may take `most`.
    pub fn new(workspace: &'w mut Workspace, literals: Vec<Literal>, most: QueryLimit) -> Self {
        let terms: Vec<TermId> = literals.iter().map(|(term, _)| *term).collect();
        let negations = terms.iter().map(|term| workspace.encoder.terms.not(*term)).collect();
        let (found, impossible) = (workspace.regions.constant(false), workspace.regions.constant(false));
        Self { workspace, literals, terms, negations, found, impossible, queries: 0, most }
    }

    pub fn run(mut self, cx: &mut Cx<'_>) -> Res<PredicateRegion> {
        let mut spaces = Vec::new();
        spaces.extend(self.ask(&[], cx)?.map(|model| Space { fixed: 0, model }));
        while let Some(space) = spaces.pop() {
            let cube = self.cube(&space.model)?;
            self.found = self.workspace.regions.or(&self.found, &cube)?;
            for position in (space.fixed..self.terms.len()).rev() {
                let mut values = space.model[..=position].to_vec();
                values[position] = !values[position];
                if self.closed(&values)? {
                    continue;
                }
                if let Some(model) = self.ask(&values, cx)? {
                    spaces.push(Space { fixed: position + 1, model });
                }
            }
        }
        cx.statistics.at_least("predicate-most-questions-a-block", u64::from(self.queries));
        Ok(self.found)
    }

    /// A model in which the first terms have these values. Without an answer the whole space counts as found.
    fn ask(&mut self, values: &[bool], cx: &mut Cx<'_>) -> Res<Option<Vec<bool>>> {
        let literal =
            |position: usize, value: bool| if value { self.terms[position] } else { self.negations[position] };
        let assumptions: Vec<TermId> = values.iter().enumerate().map(|(i, value)| literal(i, *value)).collect();
        self.queries += 1;
        let answer = if self.queries > MOST_QUERIES {
            cx.statistics.add("predicate-combinations-guessed", 1);
            Possible::Unknown
        } else {
            self.workspace.oracle.check(&self.workspace.encoder.terms, &assumptions, self.most, cx)?
        };
        match answer {
            Possible::Yes => self.workspace.oracle.truth(&self.workspace.encoder.terms, &self.terms).map(Some),
            Possible::Unknown => {
                let cube = self.cube(values)?;
                self.found = self.workspace.regions.or(&self.found, &cube)?;
                Ok(None)
            }
            Possible::No => {
                let core = self.workspace.oracle.core()?;
                let mut cube = self.workspace.regions.constant(true);
                for (position, value) in values.iter().enumerate() {
                    if core.contains(&assumptions[position]) {
                        cube = self.workspace.regions.and(&cube, &self.literals[position].1[usize::from(*value)])?;
                    }
                }
                self.impossible = self.workspace.regions.or(&self.impossible, &cube)?;
                Ok(None)
            }
        }
    }

    /// The combinations that begin with these values.
    fn cube(&self, values: &[bool]) -> Res<PredicateRegion> {
        let mut cube = self.workspace.regions.constant(true);
        for (value, (_, pair)) in values.iter().zip(&self.literals) {
            cube = self.workspace.regions.and(&cube, &pair[usize::from(*value)])?;
        }
        Ok(cube)
    }

    /// True when nothing can begin with these values.
    fn closed(&self, values: &[bool]) -> Res<bool> {
        self.workspace.regions.implies(&self.cube(values)?, &self.impossible)
    }
}
