//! Interpolants of small paths: found, and of the form that a model checker can use.

use cairn_smt::interpolation::{
    Cuts, InterpolationOutcome, InterpolationRequest, Method, Relevant, interpolate, relevant, uniform,
};
use cairn_smt::{SolverLimits, work};
use cairn_term::{Smtlib, Sort, TermId, TermOp, Terms};

fn limits() -> SolverLimits {
    SolverLimits::work(work::INTERPOLATION)
}

/// `x = y = 0; (x++; y++;)ⁿ assert(x == y)` over 32 bits, with a counter beside that does not matter.
fn lockstep(terms: &mut Terms, rounds: usize) -> Vec<TermId> {
    let sort = Sort::BitVec(32);
    let mut at = |name: &str, i: usize| terms.symbol(format!("{name}@{i}"), sort);
    let states: Vec<[TermId; 3]> = (0..=rounds).map(|i| [at("x", i), at("y", i), at("z", i)]).collect();
    let (zero, one) = (terms.bits(32, 0), terms.bits(32, 1));
    let init: Vec<TermId> = states[0].iter().map(|s| terms.eq(*s, zero)).collect();
    let mut groups = vec![terms.and(&init)];
    for pair in states.windows(2) {
        let step: Vec<TermId> = (0..3)
            .map(|v| {
                let next = terms.bv_add(pair[0][v], one);
                terms.eq(pair[1][v], next)
            })
            .collect();
        groups.push(terms.and(&step));
    }
    let last = states[rounds];
    let same = terms.eq(last[0], last[1]);
    groups.push(terms.not(same));
    groups
}

#[test]
fn each_method_interpolates_a_sequence() {
    for method in Method::ALL {
        let mut terms = Terms::new();
        let groups = lockstep(&mut terms, 5);
        let request = InterpolationRequest { order: &[method], ..InterpolationRequest::sequence(&groups, limits()) };
        let outcome = interpolate(&mut terms, &request).expect("no error");
        let InterpolationOutcome::Interpolants(found) = outcome else { panic!("{method}: {outcome:?}") };
        assert_eq!(found.terms.len(), groups.len() - 1, "{method}");
        assert_eq!(found.method, method);
    }
}

#[test]
fn preconditions_find_the_invariant_of_a_loop() {
    let mut terms = Terms::new();
    let groups = lockstep(&mut terms, 4);
    let outcome = interpolate(&mut terms, &InterpolationRequest::sequence(&groups, limits())).expect("no error");
    let InterpolationOutcome::Interpolants(found) = outcome else { panic!("{outcome:?}") };
    for interpolant in found.terms {
        let symbols: Vec<&str> = terms.symbols_of(&[interpolant]).iter().map(|s| terms.symbol_name(*s)).collect();
        assert_eq!(symbols.len(), 2, "{symbols:?}");
        assert!(terms.get(interpolant).args.iter().all(|arg| terms.get(*arg).args.is_empty()), "x = y at every cut");
    }
}

#[test]
fn the_core_says_what_matters() {
    let mut terms = Terms::new();
    let groups = lockstep(&mut terms, 2);
    let Relevant::Core(core) = relevant(&mut terms, &groups, &limits()).expect("no error") else { panic!("no core") };
    assert_eq!(core.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2, 1]);
}

#[test]
fn satisfiable_groups_have_no_interpolants() {
    let mut terms = Terms::new();
    let mut groups = lockstep(&mut terms, 2);
    groups.pop();
    let outcome = interpolate(&mut terms, &InterpolationRequest::sequence(&groups, limits())).expect("no error");
    assert!(matches!(outcome, InterpolationOutcome::Satisfiable), "{outcome:?}");
}

#[test]
fn ill_formed_requests_are_errors() {
    let mut terms = Terms::new();
    let groups = lockstep(&mut terms, 1);
    assert!(interpolate(&mut terms, &InterpolationRequest::sequence(&[], limits())).is_err());
    for parents in [vec![None, None, None], vec![Some(1), Some(1), None], vec![Some(1), Some(2)]] {
        assert!(
            interpolate(&mut terms, &InterpolationRequest::tree(&groups, &parents, limits())).is_err(),
            "{parents:?}"
        );
    }
}

/// A loop over integers that keeps `x <= 2 * y` with `y` bounded, a choice of steps in each round, and a local.
fn choices(terms: &mut Terms, rounds: usize) -> Vec<TermId> {
    let mut at = |name: &str, i: usize| terms.symbol(format!("{name}@{i}"), Sort::Int);
    let states: Vec<[TermId; 3]> = (0..=rounds).map(|i| [at("x", i), at("y", i), at("in", i)]).collect();
    let (zero, one, two) = (terms.int(0), terms.int(1), terms.int(2));
    let init = [terms.eq(states[0][0], zero), terms.eq(states[0][1], zero)];
    let mut groups = vec![terms.and(&init)];
    for pair in states.windows(2) {
        let (before, after) = (pair[0], pair[1]);
        let choice = terms.lt(zero, before[2]);
        let amount = terms.ite(choice, two, one);
        let (x, y) = (terms.add(before[0], amount), terms.add(before[1], one));
        let step = [terms.eq(after[0], x), terms.eq(after[1], y)];
        groups.push(terms.and(&step));
    }
    let last = states[rounds];
    let twice = terms.add(last[1], last[1]);
    groups.push(terms.lt(twice, last[0]));
    groups
}

#[test]
fn projection_finds_the_bound_of_a_loop_with_choices() {
    for method in [Method::Spacer, Method::WeakestPrecondition] {
        let mut terms = Terms::new();
        let groups = choices(&mut terms, 6);
        let request = InterpolationRequest { order: &[method], ..InterpolationRequest::sequence(&groups, limits()) };
        let outcome = interpolate(&mut terms, &request).expect("no error");
        let InterpolationOutcome::Interpolants(found) = outcome else { panic!("{method}: {outcome:?}") };
        // x - 2 * y <= 0 at each cut.
        for interpolant in found.terms {
            let text = Smtlib { terms: &terms, assertions: &[interpolant] }.to_string();
            assert_eq!(terms.op(interpolant), TermOp::Le, "{method}: {text}");
            assert_eq!(terms.symbols_of(&[interpolant]).len(), 2, "{method}: {text}");
            assert_eq!(terms.as_int(terms.arg(interpolant, 1)), Some(0), "{method}: {text}");
        }
    }
}

/// `x = 0; y >= 0; (x += y)ⁿ assert(x >= 0)`: the symbols of each cut, and the groups.
fn drift(terms: &mut Terms, rounds: usize) -> (Vec<[TermId; 2]>, Vec<TermId>) {
    let states: Vec<[TermId; 2]> = (0..=rounds)
        .map(|i| [terms.symbol(format!("x@{i}"), Sort::Int), terms.symbol(format!("y@{i}"), Sort::Int)])
        .collect();
    let zero = terms.int(0);
    let init = [terms.eq(states[0][0], zero), terms.le(zero, states[0][1])];
    let mut groups = vec![terms.and(&init)];
    for pair in states.windows(2) {
        let sum = terms.add(pair[0][0], pair[0][1]);
        let step = [terms.eq(pair[1][0], sum), terms.eq(pair[1][1], pair[0][1])];
        groups.push(terms.and(&step));
    }
    groups.push(terms.lt(states[rounds][0], zero));
    (states, groups)
}

#[test]
fn predicates_that_drift_are_made_uniform() {
    let mut terms = Terms::new();
    let (states, groups) = drift(&mut terms, 6);
    let InterpolationOutcome::Interpolants(found) =
        interpolate(&mut terms, &InterpolationRequest::sequence(&groups, limits())).expect("no error")
    else {
        panic!("not solved")
    };
    let plain = [terms.symbol("x", Sort::Int), terms.symbol("y", Sort::Int)];
    let map = |from: &[TermId; 2], to: &[TermId; 2]| from.iter().copied().zip(to.iter().copied()).collect();
    let cuts = Cuts {
        plain: &|terms, cut, term| terms.substitute(term, &map(&states[cut], &plain)),
        at: &|terms, cut, term| terms.substitute(term, &map(&plain, &states[cut])),
    };
    let uniform = uniform(&mut terms, &groups, &found.terms, &cuts, &limits()).expect("no error").expect("found");
    let zero = terms.int(0);
    let parts = [terms.le(zero, plain[0]), terms.le(zero, plain[1])];
    let both = terms.and(&parts);
    for (cut, interpolant) in uniform.into_iter().enumerate() {
        let seen = (cuts.plain)(&mut terms, cut, interpolant);
        // The last group does not speak about y.
        let expected = if cut == states.len() - 1 { parts[0] } else { both };
        assert_eq!(seen, expected, "at cut {cut}");
    }
}

#[test]
fn what_the_property_asks_for_refutes_a_path_that_leaves_a_loop_early() {
    let mut terms = Terms::new();
    let x: Vec<TermId> = (0..6).map(|i| terms.symbol(format!("x@{i}"), Sort::Int)).collect();
    let (zero, two) = (terms.int(0), terms.int(2));
    let mut groups = vec![terms.eq(x[0], zero)];
    for pair in x.windows(2) {
        let next = terms.add(pair[0], two);
        groups.push(terms.eq(pair[1], next));
    }
    // The loop runs to 60; the path leaves it at 10, and claims that x is odd.
    let (sixty, rest) = (terms.int(60), terms.int_mod(x[5], two));
    let even = terms.eq(rest, zero);
    let parts = [terms.le(sixty, x[5]), terms.not(even)];
    groups.push(terms.and(&parts));
    let plain = terms.symbol("x", Sort::Int);
    let cuts = Cuts {
        plain: &|terms, cut, term| terms.substitute(term, &[(x[cut], plain)].into_iter().collect()),
        at: &|terms, cut, term| terms.substitute(term, &[(plain, x[cut])].into_iter().collect()),
    };
    let request = InterpolationRequest { cuts: Some(&cuts), ..InterpolationRequest::sequence(&groups, limits()) };
    let InterpolationOutcome::Interpolants(found) = interpolate(&mut terms, &request).expect("no error") else {
        panic!("not solved")
    };
    let rest = terms.int_mod(plain, two);
    let even = terms.eq(rest, zero);
    for (cut, interpolant) in found.terms.into_iter().enumerate() {
        assert_eq!((cuts.plain)(&mut terms, cut, interpolant), even, "at cut {cut}");
    }
}
