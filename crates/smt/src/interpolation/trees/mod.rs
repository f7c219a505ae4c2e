//! Interpolants of a tree by interpolation of sequences (BAM 2.6.3): for methods that know no trees, and to compare with
//! those that do.
//!
//! Each strategy asks for sequences, which go through the whole portfolio with its checks. The result is checked as a
//! tree again: nothing but [`well_scoped`] can fail there, of which the paper says so ("no guarantee").

mod binary;
mod nested;
mod well_scoped;

use super::check::check;
use super::oracle::{Failure, Meter, Oracle};
use super::problem::Problem;
use super::{Interpolants, InterpolationOutcome, InterpolationRequest, Method, Reduced, interpolate, reduce};
use crate::solver::SolverError;
use crate::work::INTERPOLATION;
use cairn_term::{TermId, Terms};

/// How the interpolants of a tree are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strategy {
    /// All at once.
    Tree,
    /// One by one from the leaves to the root, with those found before (algorithm 7).
    Binary,
    /// One by one, each of a subtree against the rest (algorithm 6).
    WellScoped,
    /// One sequence a branch, the outermost first.
    Nested,
}

/// Interpolants of a tree.
///
/// # Errors
/// When the request is ill-formed, or the solver fails.
pub fn interpolate_tree(
    terms: &mut Terms,
    request: &InterpolationRequest<'_>,
    strategy: Strategy,
) -> Result<InterpolationOutcome, SolverError> {
    if strategy == Strategy::Tree {
        return interpolate(terms, request);
    }
    let meter = Meter::new(&request.limits);
    let whole = Problem::new(terms, request.groups, request.parents)?;
    // One core for all of it: the paper's one proof.
    let tree = match reduce(terms, &whole, super::TRIES, &meter.part(5, INTERPOLATION))? {
        Reduced::Core(problem) => problem,
        Reduced::Satisfiable => return Ok(InterpolationOutcome::Satisfiable),
        Reduced::Unknown(reason) => return Ok(InterpolationOutcome::Unknown(reason)),
    };
    let labels: Vec<TermId> = tree.parts.iter().map(|part| terms.and(part)).collect();
    let mut sequences = Sequences { terms, order: request.order, meter: &meter, method: None };
    let found = match strategy {
        Strategy::Binary => binary::interpolants(&mut sequences, &tree, &labels),
        Strategy::WellScoped => well_scoped::interpolants(&mut sequences, &tree, &labels),
        Strategy::Tree | Strategy::Nested => nested::interpolants(&mut sequences, &tree, &labels),
    };
    let method = sequences.method.unwrap_or(Method::Newton);
    let checked = found.and_then(|found| {
        let mut oracle = Oracle::new(meter.clone())?;
        check(terms, &tree, &found, &mut oracle).map(|()| found)
    });
    Ok(match checked {
        Ok(terms) => {
            InterpolationOutcome::Interpolants(Interpolants { terms, method, attempts: Vec::new(), uniform: false })
        }
        Err(Failure(why)) => InterpolationOutcome::Unknown(why),
    })
}

/// Sequences are asked for through this.
struct Sequences<'t, 'r> {
    terms: &'t mut Terms,
    order: &'r [Method],
    meter: &'r Meter,
    /// Who found the last ones.
    method: Option<Method>,
}

impl Sequences<'_, '_> {
    fn of(&mut self, groups: &[TermId]) -> Result<Vec<TermId>, Failure> {
        let request =
            InterpolationRequest { order: self.order, ..InterpolationRequest::sequence(groups, self.meter.limits()) };
        match interpolate(self.terms, &request) {
            Ok(InterpolationOutcome::Interpolants(found)) => {
                self.method = Some(found.method);
                Ok(found.terms)
            }
            Ok(InterpolationOutcome::Satisfiable) => Err(Failure("a part of the tree has a model".into())),
            Ok(InterpolationOutcome::Unknown(why)) => Err(Failure(why)),
            Err(SolverError(why)) => Err(Failure(why)),
        }
    }
    fn between(&mut self, inside: TermId, outside: TermId) -> Result<TermId, Failure> {
        let found = self.of(&[inside, outside])?;
        found.first().copied().ok_or_else(|| Failure("no interpolant between two groups".into()))
    }
}
