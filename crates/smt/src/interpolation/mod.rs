//! Craig interpolants of an unsatisfiable sequence or tree of groups, by a portfolio of methods.
//!
//! Z3 has no interpolation, so it is ours. Each method may fail: it may not know a theory, run out of its share of the
//! time, or produce something that is no interpolant. What leaves this module went through [`check`]: it speaks about
//! shared symbols only, and a solver confirmed the implication at each node. A failure falls to the next method; when all
//! fail, the answer is [`InterpolationOutcome::Unknown`] with the reasons, and the caller may mine predicates from [`relevant`], which
//! is sound because any predicate is.
//!
//! All methods get only an unsatisfiable core of the conjuncts: its interpolants are interpolants of the whole, there is
//! less to do, and what is irrelevant cannot get into them.
//!
//! For a sequence `G₀ … Gₙ` the interpolants are inductive: `I₀` follows from `G₀`, `Iₖ ∧ Gₖ₊₁ ⊨ Iₖ₊₁`, and `Iₙ₋₁ ∧ Gₙ` is
//! unsatisfiable. In a tree, the interpolants of the children and the group of a node imply the node's interpolant.

mod bits;
mod case_elimination;
mod check;
mod eliminate;
mod equation_solving;
mod fourier;
mod integers;
mod newton;
mod number;
mod oracle;
mod problem;
mod simplify;
mod spacer;
mod trees;
mod uniform_predicates;
mod weakest;

use crate::solver::{SolverError, SolverLimits};
use crate::work::{INTERPOLATION, SECOND_OPINION};
use cairn_base::Work;
use cairn_term::{Sort, TermId, TermOp, Terms};
use oracle::{Failure, Meter, Oracle};
use problem::Problem;
use std::fmt;

pub use trees::{Strategy, interpolate_tree};
pub use uniform_predicates::{Cuts, uniform};

cairn_base::choice! {
    /// Which method is tried first.
    pub enum FirstMethod {
        /// By the theories in the path.
        Auto = "auto",
        /// [`Method::Newton`].
        Newton = "newton",
        /// [`Method::Postcondition`].
        Postcondition = "postcondition",
        /// [`Method::Spacer`].
        Spacer = "spacer",
        /// [`Method::WeakestPrecondition`].
        WeakestPrecondition = "weakest-precondition",
    }
}

impl FirstMethod {
    /// All methods, this one first; none where the theories are to say.
    pub fn methods(self) -> Vec<Method> {
        let first = match self {
            FirstMethod::Auto => return Vec::new(),
            FirstMethod::Newton => Method::Newton,
            FirstMethod::Postcondition => Method::Postcondition,
            FirstMethod::Spacer => Method::Spacer,
            FirstMethod::WeakestPrecondition => Method::WeakestPrecondition,
        };
        let others = Method::ALL.into_iter().filter(|method| *method != first);
        std::iter::once(first).chain(others).collect()
    }
}

/// How to interpolate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// Weakest preconditions over the core, locals eliminated by their equations.
    Newton,
    /// Strongest postconditions over the core, locals eliminated by their equations.
    Postcondition,
    /// Horn clauses by Z3's Spacer.
    Spacer,
    /// Weakest preconditions, lazily, by model-based projection.
    WeakestPrecondition,
    /// Bit-vectors as whole numbers, by Spacer.
    Integers,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 5] =
        [Method::Newton, Method::Postcondition, Method::Spacer, Method::WeakestPrecondition, Method::Integers];

    /// Whether it finds out by itself what is irrelevant. Then all that the groups say about the symbols of the core is
    /// better than the core, because it leaves more to choose from: ranges that no refutation needs keep the simplest
    /// invariant of a wrapping loop inductive.
    fn generalises(self) -> bool {
        matches!(self, Method::Spacer | Method::Integers)
    }

    /// Its name in tables and reports.
    pub fn name(self) -> &'static str {
        match self {
            Method::Newton => "newton",
            Method::Postcondition => "postcondition",
            Method::Spacer => "spacer",
            Method::WeakestPrecondition => "weakest precondition",
            Method::Integers => "integers",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Problem to be interpolated.
#[derive(Clone, Debug)]
pub struct InterpolationRequest<'a> {
    /// The groups; together unsatisfiable, or so one thinks.
    pub groups: &'a [TermId],
    /// The parent of each node of a tree: greater than the node, `None` for the last. `None`: a sequence.
    pub parents: Option<&'a [Option<usize>]>,
    /// Which methods in which order; empty: as the theories suggest.
    pub order: &'a [Method],
    /// Names of the symbols of a cut elsewhere: given, interpolants of a sequence that drift are made [`uniform`] where
    /// possible.
    pub cuts: Option<&'a Cuts<'a>>,
    /// Limits of all of it together.
    pub limits: SolverLimits,
}

impl<'a> InterpolationRequest<'a> {
    /// A sequence, with the methods that its theories suggest.
    pub fn sequence(groups: &'a [TermId], limits: SolverLimits) -> Self {
        InterpolationRequest { groups, parents: None, order: &[], cuts: None, limits }
    }
    /// A tree, with the methods that its theories suggest.
    pub fn tree(groups: &'a [TermId], parents: &'a [Option<usize>], limits: SolverLimits) -> Self {
        InterpolationRequest { groups, parents: Some(parents), order: &[], cuts: None, limits }
    }
}

/// A method that was tried in vain.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The method.
    pub method: Method,
    /// Its cost.
    pub work: Work,
    /// Why it has no interpolants.
    pub failure: String,
}

/// Interpolants that were checked.
#[derive(Clone, Debug)]
pub struct Interpolants {
    /// One a node but the root: for a sequence, term `k` separates groups `0..=k` from the others.
    pub terms: Vec<TermId>,
    /// Who found them.
    pub method: Method,
    /// Who did not.
    pub attempts: Vec<Attempt>,
    /// They drifted from cut to cut and were replaced by the same few predicates at all of them.
    pub uniform: bool,
}

/// The answer to a [`InterpolationRequest`].
#[derive(Clone, Debug)]
pub enum InterpolationOutcome {
    /// Here they are.
    Interpolants(Interpolants),
    /// There are none: the groups have a model.
    Satisfiable,
    /// None were found; why.
    Unknown(String),
}

/// Contradictory part of the groups.
#[derive(Clone, Debug)]
pub enum Relevant {
    /// The conjuncts of each group that are in a small unsatisfiable core.
    Core(Vec<Vec<TermId>>),
    /// Nothing does.
    Satisfiable,
    /// Not known; why.
    Unknown(String),
}

/// The core of the groups is made smaller with so many questions at most.
const TRIES: usize = 24;
/// Interpolants with more atoms a cut than this are kept, but the next methods are asked for smaller ones.
const ATOMS: usize = 3;

/// Interpolants of a sequence or tree.
///
/// # Errors
/// When the request is ill-formed, or the solver fails before any method is tried.
pub fn interpolate(terms: &mut Terms, request: &InterpolationRequest<'_>) -> Result<InterpolationOutcome, SolverError> {
    let meter = Meter::new(&request.limits);
    let begin = meter.spent();
    let whole = Problem::new(terms, request.groups, request.parents)?;
    let broad = match reduce(terms, &whole, 0, &meter)? {
        Reduced::Core(problem) => problem,
        Reduced::Satisfiable => return Ok(InterpolationOutcome::Satisfiable),
        Reduced::Unknown(reason) => return Ok(InterpolationOutcome::Unknown(reason)),
    };
    let mut small = None;
    let around = whole.about(terms, &broad);
    let suggested = suggested_order(terms, &broad);
    let order = if request.order.is_empty() { suggested } else { request.order };
    let mut attempts = Vec::new();
    let mut bulky: Option<(Method, Vec<TermId>, usize)> = None;
    for (position, method) in order.iter().enumerate() {
        let start = meter.spent();
        let part = if position + 1 == order.len() { 1 } else { 2 };
        let most = if bulky.is_some() { SECOND_OPINION.plus(start.minus(begin)) } else { INTERPOLATION };
        let problem = if method.generalises() {
            &around
        } else {
            small.get_or_insert_with(|| match reduce(terms, &broad, TRIES, &meter.part(5, INTERPOLATION)) {
                Ok(Reduced::Core(problem)) => problem,
                _ => broad.clone(),
            })
        };
        match attempt(terms, problem, *method, &meter.part(part, most)) {
            Ok(found) => {
                let atoms = atoms(terms, &found);
                if bulky.as_ref().is_none_or(|(_, _, before)| atoms < *before) {
                    bulky = Some((*method, found, atoms));
                }
                if atoms <= ATOMS * whole.len() {
                    break;
                }
            }
            Err(Failure(failure)) => {
                attempts.push(Attempt { method: *method, work: meter.spent().minus(start), failure })
            }
        }
    }
    if let Some((method, found, _)) = bulky {
        let other = match (request.cuts, request.parents) {
            (Some(cuts), None) => uniform(terms, request.groups, &found, cuts, &meter.limits())?,
            _ => None,
        };
        let is_uniform = other.is_some();
        let terms = other.unwrap_or(found);
        return Ok(InterpolationOutcome::Interpolants(Interpolants { terms, method, attempts, uniform: is_uniform }));
    }
    let reasons: Vec<String> =
        attempts.iter().map(|attempt| format!("{}: {}", attempt.method, attempt.failure)).collect();
    Ok(InterpolationOutcome::Unknown(format!("no interpolants ({})", reasons.join("; "))))
}

/// The conjuncts of each group that a small unsatisfiable core has: what predicates may be mined from.
///
/// # Errors
/// When there is no group, or the solver fails.
pub fn relevant(terms: &mut Terms, groups: &[TermId], limits: &SolverLimits) -> Result<Relevant, SolverError> {
    let whole = Problem::new(terms, groups, None)?;
    Ok(match reduce(terms, &whole, TRIES, &Meter::new(limits))? {
        Reduced::Core(problem) => Relevant::Core(problem.parts),
        Reduced::Satisfiable => Relevant::Satisfiable,
        Reduced::Unknown(reason) => Relevant::Unknown(reason),
    })
}

enum Reduced {
    Core(Problem),
    Satisfiable,
    Unknown(String),
}

/// The problem with the conjuncts of a small core only.
fn reduce(terms: &Terms, whole: &Problem, tries: usize, meter: &Meter) -> Result<Reduced, SolverError> {
    let mut oracle = match Oracle::new(meter.clone()) {
        Ok(oracle) => oracle,
        Err(Failure(reason)) => return Err(SolverError(reason)),
    };
    Ok(match oracle.small_core(terms, &whole.all(), tries) {
        Ok(Some(core)) => Reduced::Core(whole.restricted(terms, &core)),
        Ok(None) => Reduced::Satisfiable,
        Err(Failure(reason)) => Reduced::Unknown(reason),
    })
}

/// One method, its result made smaller and checked.
fn attempt(terms: &mut Terms, problem: &Problem, method: Method, meter: &Meter) -> Result<Vec<TermId>, Failure> {
    let mut found = match method {
        Method::Newton => newton::backward(terms, problem, meter)?,
        Method::Postcondition => newton::forward(terms, problem, meter)?,
        Method::Spacer => spacer::interpolants(terms, problem, meter)?,
        Method::WeakestPrecondition => weakest::interpolants(terms, problem, meter)?,
        Method::Integers => integers::interpolants(terms, problem, meter)?,
    };
    let mut oracle = Oracle::new(meter.clone())?;
    check::check(terms, problem, &found, &mut oracle)?;
    oracle.meter = meter.part(2, INTERPOLATION);
    simplify::simplify(terms, problem, &mut found, &mut oracle);
    Ok(found)
}

/// The number of atoms of interpolants: each becomes a predicate.
fn atoms(terms: &Terms, found: &[TermId]) -> usize {
    found.iter().map(|interpolant| terms.atoms(*interpolant).len()).sum()
}

/// Which methods suit the theories of a problem, the best first.
fn suggested_order(terms: &Terms, problem: &Problem) -> &'static [Method] {
    use Method::{Integers, Newton, Postcondition, Spacer, WeakestPrecondition};
    let below = terms.below(&problem.all());
    let has = |wanted: &dyn Fn(TermId) -> bool| below.iter().any(|term| wanted(*term));
    if has(&|term| matches!(terms.sort(term), Sort::Array(_)) || matches!(terms.op(term), TermOp::Call(_))) {
        &[Newton, Postcondition, Spacer, WeakestPrecondition]
    } else if has(&|term| matches!(terms.sort(term), Sort::BitVec(_) | Sort::Float(_))) {
        &[Newton, Integers, WeakestPrecondition, Postcondition, Spacer]
    } else {
        &[Spacer, WeakestPrecondition, Newton, Postcondition]
    }
}
