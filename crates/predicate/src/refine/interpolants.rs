//! The interpolants of a sequence of blocks, and the predicates that they are (LBE II-C: at the ends of blocks).

use super::atoms::atoms;
use super::constants_of_interpolants::complete_domains;
use super::path::{RefinedFormulas, Refutation};
use crate::options::Form;
use crate::workspace::Workspace;
use cairn_base::QueryKind;
use cairn_cpa::{Cx, Res};
use cairn_smt::SolverLimits;
use cairn_smt::interpolation::{Interpolants, InterpolationOutcome, InterpolationRequest, Method, interpolate};
use cairn_smt::work::INTERPOLATION;
use std::time::Instant;

/// Interpolants at the ends of all blocks but the last, or why there are none.
pub fn interpolants(
    workspace: &mut Workspace,
    refutation: &Refutation<'_>,
    order: &[Method],
    cx: &mut Cx<'_>,
) -> Res<Result<Interpolants, String>> {
    let groups = refutation.groups(&mut workspace.encoder.terms);
    if groups.len() < 2 {
        return Ok(Err("no block ends before the path becomes infeasible".to_owned()));
    }
    cx.budget.look()?;
    let limits =
        SolverLimits::of_search(cx.budget, QueryKind::Interpolation.limit(INTERPOLATION)).by(&workspace.options.solver);
    let request = InterpolationRequest { order, ..InterpolationRequest::sequence(&groups, limits) };
    let start = Instant::now();
    let outcome = interpolate(&mut workspace.encoder.terms, &request);
    let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(0);
    cx.statistics.add("predicate-interpolation-microseconds", micros);
    cx.budget.look()?;
    Ok(found(outcome))
}

/// The formulas that interpolants are where blocks end, as wholes or their atoms.
pub fn predicates_of(
    workspace: &mut Workspace,
    refutation: &Refutation<'_>,
    found: &Interpolants,
    form: Form,
) -> RefinedFormulas {
    let mut formulas = Vec::new();
    for (position, interpolant) in found.terms.iter().enumerate() {
        let block = refutation.window.start + position;
        let plain = refutation.blocks.generalize(&mut workspace.encoder.terms, block + 1, *interpolant);
        match form {
            Form::Whole => formulas.push((block, plain)),
            Form::Atoms => {
                formulas.extend(atoms(&mut workspace.encoder.terms, plain).into_iter().map(|atom| (block, atom)))
            }
        }
    }
    if form == Form::Atoms {
        complete_domains(workspace, refutation, &mut formulas);
    }
    formulas
}

/// The name under which statistics count what a method found.
pub const fn counter(method: Method) -> &'static str {
    match method {
        Method::Newton => "predicate-interpolated-by-newton",
        Method::Postcondition => "predicate-interpolated-by-postcondition",
        Method::Spacer => "predicate-interpolated-by-spacer",
        #[allow(unreachable_patterns)]
        _ => "predicate-interpolated-otherwise",
    }
}

/// The interpolants, or why there are none.
pub fn found(outcome: Result<InterpolationOutcome, impl ToString>) -> Result<Interpolants, String> {
    match outcome {
        Ok(InterpolationOutcome::Interpolants(found)) => Ok(found),
        Ok(InterpolationOutcome::Satisfiable) => Err("the formulas of the path have a model after all".to_owned()),
        Ok(InterpolationOutcome::Unknown(why)) => Err(why),
        Err(error) => Err(error.to_string()),
    }
}
