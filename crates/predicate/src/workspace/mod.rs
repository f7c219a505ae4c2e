//! The ground that the operators of the predicate analysis stand on: the encoder with its terms, a solver, decision
//! diagrams, the predicates found, and the tables that ids in states refer to.
//!
//! Invariant: nothing in this folder knows an operator. An operator takes the workspace, and what it remembers beside it is
//! its own.
//!
//! Everything in here is interned (ids name what they stand for) or remembered (results of functions), so operations that
//! use it are functions of their arguments.

mod abstraction_assertions;
pub mod block;
pub mod block_invariants;
pub mod decision_diagram;
pub mod frames;
pub mod history;
mod implications;
pub mod oracle;
pub mod text;

use super::options::PredicateOptions;
use super::predicates::{Literal, PredicateId, Predicates};
use block::BlockEnds;
use block_invariants::Starts;
use cairn_base::{FastMap, QueryLimit};
use cairn_cpa::{Cx, Failure, Res};
use cairn_formula::{AssertionTranslation, Encoder, PathFormula};
use cairn_ir::{Assertion, FunctionId, Program};

use cairn_term::TermId;
use decision_diagram::{PredicateRegion, Regions};
use history::{Abstraction, AbstractionId, BlockId, History, Meaning, PathId};
use implications::Implications;
use oracle::{Possible, PredicateOracle};
use std::sync::Arc;

/// So many facts a query is told before what ranges of memory hold at unknown indices is left open.
const FACTS: usize = 500;

/// See the module.
pub struct Workspace {
    pub(super) options: PredicateOptions,
    pub(super) encoder: Encoder,
    pub(super) ends: BlockEnds,
    pub(super) oracle: PredicateOracle,
    pub(super) regions: Regions,
    pub(super) predicates: Predicates,
    pub(super) history: History,
    pub(super) starts: Starts,
    /// The abstraction that all states are in.
    pub(super) everything: AbstractionId,
    /// The start of the program, where no block has ended yet.
    pub(super) entry: BlockId,
    meanings: FastMap<(AbstractionId, TermId), Arc<Meaning>>,
    joins: FastMap<(PathId, PathId), PathFormula>,
    implications: Implications,
    /// A predicate of a function at one depth, at another, or its negation; `None` when it speaks of other frames.
    moved: FastMap<(PredicateId, FunctionId, u32, u32), Option<Literal>>,
    /// Which program this is about: numbers of nodes, edges and expressions.
    fingerprint: [usize; 3],
}

fn fingerprint(program: &Program) -> [usize; 3] {
    [program.nodes.len(), program.edges.len(), program.exprs.expr_count()]
}

impl Workspace {
    /// Nothing has been found about a program.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn new(options: &PredicateOptions, cx: &mut Cx<'_>) -> Res<Self> {
        let program = cx.program;
        let shared = options.invariants.as_ref().filter(|_| options.encoding.is_integer());
        let invariants = shared.map(|shared| shared.of(program, cx.budget)).transpose()?;
        let mut encoder = Encoder::new(program, options.encoding);
        let ends = match options.modular {
            true => {
                encoder.relative_frames(program);
                BlockEnds::modular(program, options.blocks, options.followed.clone())
            }
            false => BlockEnds::new(program, options.blocks),
        };
        let ends = ends.with(options.ends.clone());
        encoder.limit_facts(FACTS);
        let regions = Regions::new();
        let mut history = History::default();
        let path = encoder.entry();
        let formula = encoder.terms.bool(true);
        let everything = history
            .abstraction(regions.constant(true), |_| Abstraction { formula, meaning: Arc::new(Meaning::nothing()) });
        let entry = history.root(path, program.entry());
        Ok(Self {
            options: options.clone(),
            encoder,
            ends,
            oracle: PredicateOracle::new(options.solver.clone()),
            regions,
            predicates: Predicates::default(),
            history,
            everything,
            entry,
            meanings: FastMap::default(),
            joins: FastMap::default(),
            implications: Implications::default(),
            moved: FastMap::default(),
            starts: Starts::new(invariants).with_constants(!options.modular),
            fingerprint: fingerprint(program),
        })
    }

    /// Whether a function calls itself, directly or through others.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.ends.calls().is_recursive(function)
    }

    /// True when it was made for this program.
    pub fn is_about(&self, program: &Program) -> bool {
        self.fingerprint == fingerprint(program)
    }

    /// The id of a region.
    pub fn abstraction_of(&mut self, region: PredicateRegion, program: &Program) -> AbstractionId {
        let (encoder, predicates, regions) = (&mut self.encoder, &self.predicates, &self.regions);
        let (described, calls) = (self.options.described, self.ends.calls());
        self.history.abstraction(region, |region| {
            let terms = &mut encoder.terms;
            let (yes, no) = (terms.bool(true), terms.bool(false));
            let formula = regions.fold(region, &mut |value| if value { yes } else { no }, &mut |predicate, a, b| {
                let Some(condition) = predicates.term(predicate) else { return yes };
                if b == no {
                    return terms.and(&[condition, a]);
                }
                let negation = terms.not(condition);
                if a == no { terms.and(&[negation, b]) } else { terms.ite(condition, a, b) }
            });
            let text = text::of(&encoder.terms, formula);
            let assertion = match described {
                true => abstraction_assertions::of_region(
                    &AssertionTranslation::new(encoder, calls, program),
                    region,
                    regions,
                    predicates,
                ),
                false => Assertion::TRUE,
            };
            Abstraction { formula, meaning: Arc::new(Meaning { text, assertion }) }
        })
    }

    /// Meaning of an abstraction outside of the analysis. `start`: what is assumed beside it where a block ends,
    /// because it holds in every execution.
    pub fn meaning(&mut self, id: AbstractionId, start: TermId, program: &Program) -> Arc<Meaning> {
        let known = self.history.get(id).map(|abstraction| abstraction.meaning.clone());
        let known = known.unwrap_or_else(|| Arc::new(Meaning::nothing()));
        if !self.options.described {
            return known;
        }
        let (encoder, calls) = (&self.encoder, self.ends.calls());
        let whole = self.meanings.entry((id, start)).or_insert_with(|| {
            let assumed = AssertionTranslation::new(encoder, calls, program).of_conjunction(start);
            let assertion = Assertion::all([assumed, known.assertion.clone()]);
            Arc::new(Meaning { text: known.text.clone(), assertion })
        });
        whole.clone()
    }
    /// The formula of an abstraction.
    pub fn formula(&self, id: AbstractionId) -> Res<TermId> {
        self.history.get(id).map(|abstraction| abstraction.formula).ok_or_else(|| unknown(id))
    }
    /// The region of an abstraction.
    pub fn region(&self, id: AbstractionId) -> Res<PredicateRegion> {
        self.history.region(id).cloned().ok_or_else(|| unknown(id))
    }

    /// Is there a state in which all this holds?
    pub fn possible(&mut self, all: &[TermId], most: QueryLimit, cx: &mut Cx<'_>) -> Res<Possible> {
        Ok(self.possible_with(all, &[], most, cx)?.0)
    }

    /// Is there a state in which all this holds; and the truth of some terms in the one that was found, if any.
    fn possible_with(
        &mut self,
        all: &[TermId],
        terms: &[TermId],
        most: QueryLimit,
        cx: &mut Cx<'_>,
    ) -> Res<(Possible, Option<Vec<bool>>)> {
        let facts = self.encoder.facts(all);
        let mut query = all.to_vec();
        query.push(facts);
        let whole = self.encoder.terms.and(&query);
        if let Some(known) = self.encoder.terms.as_bool(whole) {
            return Ok((if known { Possible::Yes } else { Possible::No }, None));
        }
        self.oracle.push()?;
        self.oracle.assert(&self.encoder.terms, whole)?;
        let answer = self.oracle.check(&self.encoder.terms, &[], most, cx)?;
        let is_asked = answer == Possible::Yes && !terms.is_empty();
        let truth = is_asked.then(|| self.oracle.truth(&self.encoder.terms, terms)).transpose()?;
        self.oracle.pop()?;
        Ok((answer, truth))
    }

    /// The join of two path formulas of one block start. Equal formulas are joined at many places, and each time the join has the
    /// paths of those that are joined now: the ones of an earlier place may lack steps that change nothing, or be elsewhere.
    pub fn join(&mut self, a: &PathFormula, b: &PathFormula) -> PathFormula {
        let (first, second) = (self.history.path(a), self.history.path(b));
        // With one that no path takes the join is the other, with the choices that were made for it: there is none to make here.
        let is_choice = [a, b].iter().all(|part| self.encoder.terms.as_bool(part.condition) != Some(false));
        let known = self.joins.get(&(first, second)).filter(|_| is_choice);
        if let Some(known) = known.and_then(|known| known.join_of(a, b)) {
            return known;
        }
        let joined = self.encoder.join(a, b);
        let id = self.history.path(&joined);
        self.history.note_join(id, [first, second]);
        self.joins.insert((first, second), joined.clone());
        joined
    }
}

fn unknown(id: AbstractionId) -> Failure {
    Failure::Internal(format!("{id} is no abstraction of this analysis"))
}
