//! Our evaluation of terms against Z3's.

use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver};
use cairn_term::{Sort, TermId, TermOp, TermValue};
use cairn_test_support::terms::Pool;
use cairn_test_support::terms::Theory;

/// Fixes every symbol and lets Z3 evaluate every term, both as said and as simplified.
fn same_values(theory: Theory, seeds: std::ops::Range<u64>, steps: usize) {
    for seed in seeds {
        let (mut pool, mut random) = Pool::new(seed, theory, steps);
        let assignment = pool.assignment(&mut random);
        let mut solver = Z3Solver::new().unwrap();
        for symbol in pool.symbols.clone() {
            let term = pool.terms.symbol_term(symbol);
            let sort = pool.terms.sort(term);
            let value = pool.terms.of_value(assignment.get(symbol).unwrap(), sort).unwrap();
            let equal = pool.terms.intern(TermOp::Eq, &[term, value], Sort::Bool);
            solver.assert(&pool.terms, equal).unwrap();
        }
        // A function has the values that ours has where it is called.
        for term in pool.terms.below(&pool.twins.iter().flat_map(|t| [t.plain, t.simple]).collect::<Vec<_>>()) {
            if !matches!(pool.terms.op(term), TermOp::Call(_)) {
                continue;
            }
            if let Some(value) = pool.terms.evaluate(term, &assignment) {
                let value = pool.terms.of_value(&value, pool.terms.sort(term)).unwrap();
                let equal = pool.terms.intern(TermOp::Eq, &[term, value], Sort::Bool);
                solver.assert(&pool.terms, equal).unwrap();
            }
        }
        assert_eq!(solver.check(&pool.terms, &[], &SolverLimits::default()).unwrap(), Answer::Sat, "seed {seed}");
        let scalar = |t: &TermId| !matches!(pool.terms.sort(*t), Sort::Array(_));
        let all: Vec<TermId> = pool.twins.iter().flat_map(|t| [t.plain, t.simple]).filter(scalar).collect();
        // What SMT-LIB leaves open, and what does not fit, has no value here.
        let ours = pool.terms.evaluate_all(&all, &assignment);
        let defined: Vec<(TermId, TermValue)> = all.into_iter().zip(ours).filter_map(|(t, v)| Some((t, v?))).collect();
        let theirs = solver.model(&pool.terms, &defined.iter().map(|(t, _)| *t).collect::<Vec<_>>()).unwrap();
        for ((term, ours), theirs) in defined.into_iter().zip(theirs) {
            let text = || cairn_term::Smtlib { terms: &pool.terms, assertions: &[term] }.to_string();
            assert_eq!(ours, theirs, "seed {seed}: {}", text());
        }
    }
}

#[test]
fn bit_vectors() {
    same_values(Theory::BitVectors, 0..150, 60);
}

#[test]
fn floats() {
    same_values(Theory::Floats, 0..40, 40);
}

#[test]
fn numbers() {
    same_values(Theory::Numbers, 0..100, 60);
}

#[test]
fn arrays() {
    same_values(Theory::Arrays, 0..100, 60);
}
