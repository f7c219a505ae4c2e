//! Queries to a SAT solver: whether some paths lead from a frame into a cube, and why not.
//!
//! Each head has a solver with the paths from there and with its lemmas, each lemma under a symbol of its frame. So a query is a
//! list of assumptions: symbols of frames, a condition of paths, literals after them. The core of a refutation says which of
//! those literals are needed.
//!
//! Invariant: what is asserted of a head are only its lemmas, under their frames; so an answer without assumed frames is one
//! about all states.

use super::frames::Lemma;
use super::literals::{Cube, HeadAtoms, Literal, RANKS};
use crate::ground::flow::{Edge, Flow};
use cairn_base::{Budget, FastMap, FastSet, QueryKind, QueryLimit};
use cairn_cpa::{Failure, Reason, Res};
use cairn_smt::work::PROPERTY_DIRECTED;
use cairn_smt::{Answer, BitSolver, Solver, SolverError, SolverLimits, Unknown};
use cairn_term::{Sort, TermId, TermValue, Terms};

/// After so many queries a solver is made anew: what it has learnt of earlier ones slows it down.
const QUERIES_PER_SOLVER: u32 = 2_000;
/// So often the core of a core is asked for.
const CORES: usize = 3;
const QUERY: QueryLimit = QueryKind::InductionStep.limit(PROPERTY_DIRECTED);

/// Result of a query about some paths.
pub(super) enum Step {
    /// None of them leads there; the literals that suffice for that.
    Blocked(Cube),
    /// One does, from this state of the variables, with these inputs.
    Taken {
        /// All literals of the state where it begins.
        from: Cube,
        /// The values that the paths read beside it.
        inputs: Vec<(TermId, TermValue)>,
    },
}

/// Why a search ends without an answer.
pub(super) enum NoAnswer {
    Failed(Failure),
    Unknown(Reason),
}

impl From<Failure> for NoAnswer {
    fn from(failure: Failure) -> Self {
        NoAnswer::Failed(failure)
    }
}

impl From<SolverError> for NoAnswer {
    fn from(SolverError(why): SolverError) -> Self {
        NoAnswer::Unknown(Reason::Unchecked { why, count: 1 })
    }
}

/// The paths of the program with their solvers.
pub(super) struct Queries<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) flow: &'a Flow,
    pub(super) heads: &'a [HeadAtoms],
    budget: &'a Budget,
    /// The atoms of the head where each edge ends, as they are then.
    after: Vec<Vec<TermId>>,
    /// Inputs of each edge that are no variables of its head.
    inputs: Vec<Vec<TermId>>,
    /// Under which the lemmas of each frame hold.
    frames: Vec<TermId>,
    /// By head, and last the entry.
    solvers: Vec<SourceSolver>,
    /// The same for generalizing states, without lemmas.
    lifting: Vec<SourceSolver>,
    pub(super) asked: u64,
}

#[derive(Default)]
struct SourceSolver {
    solver: Option<BitSolver>,
    queries: u32,
}

impl<'a> Queries<'a> {
    pub(super) fn new(terms: &'a mut Terms, flow: &'a Flow, heads: &'a [HeadAtoms], budget: &'a Budget) -> Res<Self> {
        let (mut after, mut inputs) = (Vec::new(), Vec::new());
        for edge in &flow.edges {
            budget.look()?;
            let values: FastMap<TermId, TermId> = edge.values.iter().map(|(plain, value)| (*plain, *value)).collect();
            after.push(edge.to.map_or(Vec::new(), |to| heads[to].after(terms, &values)));
            inputs.push(inputs_of(terms, edge, heads));
        }
        let sources = flow.symbols.len() + 1;
        let solvers = || (0..sources).map(|_| SourceSolver::default()).collect();
        Ok(Self {
            terms,
            flow,
            heads,
            budget,
            after,
            inputs,
            frames: Vec::new(),
            solvers: solvers(),
            lifting: solvers(),
            asked: 0,
        })
    }

    pub(super) fn look(&self) -> Res<()> {
        Ok(self.budget.look()?)
    }

    /// Whether the paths of an edge lead from a frame into a cube, and if so, from where.
    pub(super) fn step(
        &mut self,
        edge: usize,
        frames: Option<(&[Lemma], usize)>,
        outside: Option<&Cube>,
        into: &Cube,
    ) -> Result<Step, NoAnswer> {
        if let Some(core) = self.blocked(edge, frames, outside, into)? {
            return Ok(Step::Blocked(core));
        }
        let paths = &self.flow.edges[edge];
        let head = paths.from.map(|from| &self.heads[from]);
        let mut asked: Vec<TermId> = head.iter().flat_map(|head| head.asked()).collect();
        let of_state = asked.len();
        asked.extend(&self.inputs[edge]);
        let source = paths.from.unwrap_or(self.flow.symbols.len());
        let Some(solver) = &mut self.solvers[source].solver else { return Err(no_solver()) };
        let mut values = solver.model(self.terms, &asked)?;
        let of_inputs = values.split_off(of_state);
        let from = head.and_then(|head| head.state(self.terms, &values));
        let inputs = self.inputs[edge].iter().copied().zip(of_inputs).collect();
        Ok(Step::Taken { from: from.unwrap_or_default(), inputs })
    }

    /// Whether no path of an edge leads from a frame into a cube: the literals that suffice for that. `frames` are the lemmas of the head where it begins and the first
    /// frame of them that is assumed; `outside` is a cube in which the paths do not begin.
    pub(super) fn blocked(
        &mut self,
        edge: usize,
        frames: Option<(&[Lemma], usize)>,
        outside: Option<&Cube>,
        into: &Cube,
    ) -> Result<Option<Cube>, NoAnswer> {
        let paths = &self.flow.edges[edge];
        let mut assumptions = Vec::new();
        if let Some((lemmas, first)) = frames {
            let last = lemmas.iter().map(|lemma| lemma.frame).max().unwrap_or(0);
            assumptions.extend((first..=last).map(|frame| self.frame(frame)));
        }
        if let (Some(cube), Some(from)) = (outside, paths.from) {
            let atoms = &self.heads[from].atoms;
            let inside: Vec<TermId> = cube.iter().map(|literal| HeadAtoms::term(self.terms, atoms, *literal)).collect();
            let inside = self.terms.and(&inside);
            assumptions.push(self.terms.not(inside));
        }
        assumptions.push(paths.condition);
        let mut literals: FastMap<TermId, Literal> = FastMap::default();
        for literal in into {
            let term = HeadAtoms::term(self.terms, &self.after[edge], *literal);
            literals.insert(term, *literal);
            assumptions.push(term);
        }
        let source = paths.from.unwrap_or(self.flow.symbols.len());
        let lemmas = frames.map_or(&[][..], |(lemmas, _)| lemmas);
        self.renew(source, lemmas)?;
        let limits = SolverLimits::of(self.budget, QUERY);
        self.asked += 1;
        let Some(solver) = &mut self.solvers[source].solver else { return Err(no_solver()) };
        match solver.check(self.terms, &assumptions, &limits)? {
            Answer::Unsat => Ok(Some(core_of(solver, &literals)?)),
            Answer::Sat => Ok(None),
            Answer::Unknown(why) => Err(self.stopped(why)),
        }
    }

    /// Literals of a state that suffice for the paths of an edge, with some inputs, to lead into a cube.
    ///
    /// What is known where the paths begin is assumed: a cube has no literals for that.
    pub(super) fn lift(
        &mut self,
        edge: usize,
        state: Cube,
        inputs: &[(TermId, TermValue)],
        into: &Cube,
    ) -> Result<Cube, NoAnswer> {
        let paths = &self.flow.edges[edge];
        let Some(from) = paths.from else { return Ok(state) };
        let mut led = vec![paths.taken];
        led.extend(into.iter().map(|literal| HeadAtoms::term(self.terms, &self.after[edge], *literal)));
        let led = self.terms.and(&led);
        let known: Vec<TermId> = self.terms.conjuncts(paths.condition);
        let taken: FastSet<TermId> = self.terms.conjuncts(paths.taken).into_iter().collect();
        let mut assumptions: Vec<TermId> = known.into_iter().filter(|part| !taken.contains(part)).collect();
        assumptions.push(self.terms.not(led));
        for (input, value) in inputs {
            if let Some(value) = self.terms.of_value(value, self.terms.sort(*input)) {
                assumptions.push(self.terms.eq(*input, value));
            }
        }
        for rank in 0..RANKS {
            let literals = state.iter().copied().filter(|literal| self.heads[from].ranks[literal.atom()] <= rank);
            let Some(mut core) = self.excludes(from, &assumptions, literals.collect())? else { continue };
            // The literals of a core that are not in that of the core itself are not needed.
            for _ in 0..CORES {
                let again: Cube = core.iter().rev().copied().collect();
                match self.excludes(from, &assumptions, again)? {
                    Some(smaller) if smaller.len() < core.len() => core = smaller,
                    _ => break,
                }
            }
            return Ok(core);
        }
        // Something else decides, too: a cell of an array.
        Ok(state)
    }

    /// Whether some literals of a head exclude what is assumed: those that suffice for that.
    fn excludes(&mut self, head: usize, assumptions: &[TermId], literals: Cube) -> Result<Option<Cube>, NoAnswer> {
        let mut asked = assumptions.to_vec();
        let mut meant: FastMap<TermId, Literal> = FastMap::default();
        for literal in literals {
            let term = HeadAtoms::term(self.terms, &self.heads[head].atoms, literal);
            meant.insert(term, literal);
            asked.push(term);
        }
        let source = &mut self.lifting[head];
        if source.queries >= QUERIES_PER_SOLVER {
            *source = SourceSolver::default();
        }
        source.queries += 1;
        self.asked += 1;
        let solver = source.solver.get_or_insert_with(BitSolver::for_assumptions);
        let limits = SolverLimits::of(self.budget, QUERY);
        match solver.check(self.terms, &asked, &limits)? {
            Answer::Unsat => Ok(Some(core_of(solver, &meant)?)),
            Answer::Sat => Ok(None),
            Answer::Unknown(why) => Err(self.stopped(why)),
        }
    }

    /// Tells the solver of a head about a lemma.
    pub(super) fn add(&mut self, head: usize, lemma: &Lemma) -> Result<(), NoAnswer> {
        let clause = self.clause(head, lemma);
        if let Some(solver) = &mut self.solvers[head].solver {
            solver.assert(self.terms, clause)?;
        }
        Ok(())
    }

    /// Makes the solver of a head where there is none, or after many queries.
    fn renew(&mut self, source: usize, lemmas: &[Lemma]) -> Result<(), NoAnswer> {
        let here = &mut self.solvers[source];
        here.queries += 1;
        if here.solver.is_some() && here.queries < QUERIES_PER_SOLVER {
            return Ok(());
        }
        here.queries = 0;
        let mut solver = BitSolver::for_assumptions();
        for lemma in lemmas {
            let clause = self.clause(source, lemma);
            solver.assert(self.terms, clause)?;
        }
        self.solvers[source].solver = Some(solver);
        Ok(())
    }

    /// Clause of a lemma under its frame.
    fn clause(&mut self, head: usize, lemma: &Lemma) -> TermId {
        let frame = self.frame(lemma.frame);
        let mut clause = vec![self.terms.not(frame)];
        for literal in &lemma.cube {
            let term = HeadAtoms::term(self.terms, &self.heads[head].atoms, *literal);
            clause.push(self.terms.not(term));
        }
        self.terms.or(&clause)
    }

    /// Under which the lemmas of a frame hold.
    fn frame(&mut self, frame: usize) -> TermId {
        while self.frames.len() <= frame {
            let name = format!("frame {}", self.frames.len());
            self.frames.push(self.terms.symbol(name, Sort::Bool));
        }
        self.frames[frame]
    }

    fn stopped(&self, why: Unknown) -> NoAnswer {
        match self.budget.look() {
            Err(stop) => NoAnswer::Failed(stop.into()),
            Ok(()) => NoAnswer::Unknown(Reason::Unchecked { why: why.to_string(), count: 1 }),
        }
    }
}

/// The literals that the last refutation needs.
fn core_of(solver: &mut BitSolver, literals: &FastMap<TermId, Literal>) -> Result<Cube, SolverError> {
    let mut core: Cube = solver.core()?.iter().filter_map(|term| literals.get(term).copied()).collect();
    core.sort_unstable();
    core.dedup();
    Ok(core)
}

fn no_solver() -> NoAnswer {
    NoAnswer::Failed(Failure::Internal("no solver for a head".to_owned()))
}

/// The scalars that an edge reads and that are no variables of the head where it begins.
fn inputs_of(terms: &mut Terms, edge: &Edge, heads: &[HeadAtoms]) -> Vec<TermId> {
    let mut roots: Vec<TermId> = edge.values.values().copied().collect();
    roots.push(edge.condition);
    let read = terms.symbols_of(&roots);
    let variables = edge.from.map_or(&[][..], |from| &heads[from].variables);
    let mut inputs = Vec::new();
    for symbol in read {
        let term = terms.symbol_term(symbol);
        if matches!(terms.sort(term), Sort::Bool | Sort::BitVec(_) | Sort::Float(_)) && !variables.contains(&term) {
            inputs.push(term);
        }
    }
    inputs
}
