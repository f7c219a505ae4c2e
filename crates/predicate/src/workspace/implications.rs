//! Whether one abstraction implies another (LBE II-C: coverage): by the diagrams, by what models say, else by the solver.
//!
//! A state is compared with each that was reached at its place, and mostly with none in vain but the first: the model in which the
//! first is not implied tells which predicates hold in a state of the abstraction, and where the diagram of another is false under
//! these, that is not implied either. So a state that nothing covers costs a question or two, and not one for each other state.
//!
//! Invariant: *implied* is said by a diagram or by the solver alone. A model may contradict a fact that another question would add, so
//! that less is implied than could be: then a state is explored that another one covers.

use super::Workspace;
use super::decision_diagram::{DecisionNode, PredicateRegion};
use super::history::AbstractionId;
use super::oracle::Possible;
use crate::predicates::PredicateId;
use cairn_base::FastMap;
use cairn_cpa::{Cx, Res};
use cairn_smt::work::IMPLICATION;
use cairn_term::TermId;

/// So many models of an abstraction are kept, the last ones.
const MODELS: usize = 8;

/// The truth of predicates in a state.
type Valuation = FastMap<PredicateId, bool>;

/// What is known of implications.
#[derive(Default)]
pub struct Implications {
    known: FastMap<(AbstractionId, AbstractionId), bool>,
    models: FastMap<AbstractionId, Vec<Valuation>>,
}

impl Workspace {
    /// True when every state of one abstraction is one of another.
    pub fn implies(&mut self, a: AbstractionId, b: AbstractionId, cx: &mut Cx<'_>) -> Res<bool> {
        if a == b {
            return Ok(true);
        }
        if let Some(known) = self.implications.known.get(&(a, b)) {
            return Ok(*known);
        }
        let (region_a, region_b) = (self.region(a)?, self.region(b)?);
        let implied = if self.regions.implies(&region_a, &region_b)? {
            true
        } else if self.is_contradicted(a, &region_b) {
            cx.statistics.add("predicate-coverage-by-model", 1);
            false
        } else {
            cx.statistics.add("predicate-coverage-by-solver", 1);
            self.implies_semantically((a, &region_a), (b, &region_b), cx)?
        };
        self.implications.known.insert((a, b), implied);
        Ok(implied)
    }

    /// Whether a known state of an abstraction is none of a region.
    fn is_contradicted(&self, a: AbstractionId, b: &PredicateRegion) -> bool {
        let models = self.implications.models.get(&a);
        models.into_iter().flatten().rev().any(|model| self.holds(b, model) == Some(false))
    }

    /// The value of a region; `None` when a predicate has none.
    fn holds(&self, region: &PredicateRegion, model: &Valuation) -> Option<bool> {
        let mut region = region.clone();
        loop {
            match self.regions.view(&region) {
                DecisionNode::Constant(value) => return Some(value),
                DecisionNode::Choice(predicate, then, otherwise) => {
                    region = if *model.get(&predicate)? { then } else { otherwise };
                }
            }
        }
    }

    fn implies_semantically(
        &mut self,
        (a, region_a): (AbstractionId, &PredicateRegion),
        (b, region_b): (AbstractionId, &PredicateRegion),
        cx: &mut Cx<'_>,
    ) -> Res<bool> {
        let (formula_a, formula_b) = (self.formula(a)?, self.formula(b)?);
        let not_b = self.encoder.terms.not(formula_b);
        let mut asked = Vec::new();
        for region in [region_a, region_b] {
            self.regions.fold(region, &mut |_| (), &mut |predicate, (), ()| asked.push(predicate));
        }
        asked.sort_unstable();
        asked.dedup();
        let (predicates, terms): (Vec<PredicateId>, Vec<TermId>) =
            asked.into_iter().filter_map(|predicate| Some((predicate, self.predicates.term(predicate)?))).unzip();
        let (answer, truth) = self.possible_with(&[formula_a, not_b], &terms, IMPLICATION, cx)?;
        if let Some(truth) = truth {
            let models = self.implications.models.entry(a).or_default();
            if models.len() == MODELS {
                models.remove(0);
            }
            models.push(predicates.into_iter().zip(truth).collect());
        }
        Ok(answer == Possible::No)
    }
}
