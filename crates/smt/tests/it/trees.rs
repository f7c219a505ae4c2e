//! Strategies for trees of formulas, and recursive clauses: `f(n) = n <= 0 ? 0 : f(n - 1) + 1`, unwound twice and for ever.

use cairn_smt::clauses::{Clause, Solution, solve};
use cairn_smt::interpolation::{InterpolationOutcome, InterpolationRequest, Strategy, interpolate_tree};
use cairn_smt::{SolverLimits, work};
use cairn_term::{Sort, TermId, Terms};

fn limits() -> SolverLimits {
    SolverLimits::work(work::INTERPOLATION)
}

/// `result = argument + 1` where the inner call has them one less.
fn around(terms: &mut Terms, [n, r]: [TermId; 2], [inner_n, inner_r]: [TermId; 2]) -> TermId {
    let (zero, one) = (terms.int(0), terms.int(1));
    let base = terms.le(n, zero);
    let less = terms.sub(n, one);
    let more = terms.add(inner_r, one);
    let (passes, returns, goes_on) = (terms.eq(inner_n, less), terms.eq(r, more), terms.not(base));
    terms.and(&[goes_on, passes, returns])
}

fn base(terms: &mut Terms, [n, r]: [TermId; 2]) -> TermId {
    let zero = terms.int(0);
    let (small, none) = (terms.le(n, zero), terms.eq(r, zero));
    terms.and(&[small, none])
}

/// The caller's blocks around a call: before, argument and result, after; and the calls inside.
fn tree(terms: &mut Terms) -> (Vec<TermId>, Vec<Option<usize>>, Vec<Vec<&'static str>>) {
    let symbols: Vec<TermId> =
        ["x", "y", "n1", "r1", "n2", "r2", "n3", "r3"].iter().map(|name| terms.symbol(*name, Sort::Int)).collect();
    let [x, y, n1, r1, n2, r2, n3, r3] = symbols[..] else { unreachable!() };
    let zero = terms.int(0);
    let before = terms.le(zero, x);
    let inner = base(terms, [n3, r3]);
    let middle = around(terms, [n2, r2], [n3, r3]);
    let outer = around(terms, [n1, r1], [n2, r2]);
    let (passes, returns) = (terms.eq(n1, x), terms.eq(y, r1));
    let call = terms.and(&[passes, returns]);
    let same = terms.eq(x, y);
    let after = terms.not(same);
    let groups = vec![before, inner, middle, outer, call, after];
    let parents = vec![Some(4), Some(2), Some(3), Some(4), Some(5), None];
    let vocabulary =
        [vec!["x"], vec!["n3", "r3"], vec!["n2", "r2"], vec!["n1", "r1"], vec!["x", "y"]].into_iter().collect();
    (groups, parents, vocabulary)
}

#[test]
fn every_strategy_keeps_to_the_frames() {
    for strategy in [Strategy::Tree, Strategy::Binary, Strategy::WellScoped, Strategy::Nested] {
        let mut terms = Terms::new();
        let (groups, parents, vocabulary) = tree(&mut terms);
        let request = InterpolationRequest::tree(&groups, &parents, limits());
        let outcome = interpolate_tree(&mut terms, &request, strategy).expect("the request is well-formed");
        let InterpolationOutcome::Interpolants(found) = outcome else { panic!("{strategy:?}: {outcome:?}") };
        for (interpolant, allowed) in found.terms.iter().zip(&vocabulary) {
            for symbol in terms.symbols_of(&[*interpolant]) {
                let name = terms.symbol_name(symbol);
                assert!(allowed.contains(&name), "{strategy:?} speaks of {name} where {allowed:?} are in scope");
            }
        }
        // The summary of the outermost call does not go without both its number and its result.
        assert_eq!(terms.symbols_of(&[found.terms[3]]).len(), 2, "{strategy:?}");
    }
}

#[test]
fn a_tree_with_a_model_has_no_interpolants() {
    for strategy in [Strategy::Tree, Strategy::Binary, Strategy::WellScoped, Strategy::Nested] {
        let mut terms = Terms::new();
        let (mut groups, parents, _) = tree(&mut terms);
        groups[5] = terms.bool(true);
        let request = InterpolationRequest::tree(&groups, &parents, limits());
        let outcome = interpolate_tree(&mut terms, &request, strategy).expect("the request is well-formed");
        assert!(matches!(outcome, InterpolationOutcome::Satisfiable), "{strategy:?}: {outcome:?}");
    }
}

/// Clauses for all unwindings; the error is that the result is not the argument.
fn for_ever(terms: &mut Terms, right: bool) -> (Vec<Vec<TermId>>, Vec<Clause>) {
    let symbols: Vec<TermId> = ["n", "r", "m", "s"].iter().map(|name| terms.symbol(*name, Sort::Int)).collect();
    let [n, r, m, s] = symbols[..] else { unreachable!() };
    let (outer, inner) = ((0, vec![n, r]), (0, vec![m, s]));
    let zero = terms.int(0);
    let (positive, same) = (terms.le(zero, n), terms.eq(n, r));
    let wrong = if right { terms.not(same) } else { same };
    let five = terms.int(5);
    let large = terms.le(five, n);
    let wrong = terms.and(&[positive, wrong, large]);
    let clauses = vec![
        Clause { body: Vec::new(), constraint: base(terms, [n, r]), head: Some(outer.clone()) },
        Clause { body: vec![inner], constraint: around(terms, [n, r], [m, s]), head: Some(outer.clone()) },
        Clause { body: vec![outer], constraint: wrong, head: None },
    ];
    (vec![vec![n, r]], clauses)
}

#[test]
fn recursive_clauses_have_one_solution_for_all_unwindings() {
    let mut terms = Terms::new();
    let (relations, clauses) = for_ever(&mut terms, true);
    let found = solve(&mut terms, &relations, &clauses, &limits()).expect("the solver works");
    let Solution::Invariants(found) = found else { panic!("{found:?}") };
    assert_eq!(terms.symbols_of(&found).len(), 2);
    let (relations, clauses) = for_ever(&mut terms, false);
    assert!(matches!(solve(&mut terms, &relations, &clauses, &limits()), Ok(Solution::Fires)));
}
