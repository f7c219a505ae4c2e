//! The region of predicates of an abstraction as an assertion about variables, for who reads results of the analysis.
//!
//! Each predicate means what its formula does ([`AssertionTranslation`]); one that is not said, or a combination that is too
//! large, weakens: what is left still holds.

use super::decision_diagram::{PredicateRegion, Regions};
use crate::predicates::Predicates;
use cairn_formula::AssertionTranslation;
use cairn_ir::Assertion;

/// An abstraction of more comparisons is not said.
const LARGEST: usize = 500;

/// Assertion of a Boolean combination of predicates, or something weaker.
pub fn of_region(
    translation: &AssertionTranslation<'_>,
    region: &PredicateRegion,
    regions: &Regions,
    predicates: &Predicates,
) -> Assertion {
    regions.fold(region, &mut Assertion::Constant, &mut |predicate, yes, no| {
        if yes == no {
            return yes;
        }
        let [holds, fails] = [true, false].map(|positive| {
            let term = predicates.term(predicate);
            term.map_or(Assertion::TRUE, |term| translation.of_formula(term, positive))
        });
        // `p || (!p && no)` is `p || no`, and so for the other arm.
        let yes = if no.is_true() { yes } else { Assertion::all([holds.clone(), yes]) };
        let no = if yes == holds { no } else { Assertion::all([fails, no]) };
        let either = Assertion::any([yes, no]);
        if either.size() > LARGEST { Assertion::TRUE } else { either }
    })
}
