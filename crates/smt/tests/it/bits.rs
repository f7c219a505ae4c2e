//! Circuits against Z3 and against the meaning of terms: values of terms, answers of random questions under levels and
//! assumptions, cores, models; and the laws of a solver that the module docs claim.

use cairn_base::Work;
use cairn_smt::{Answer, BitFirst, BitSolver, Solver, SolverLimits, Unknown, Z3Solver};
use cairn_term::{Sort, TermId, TermOp, Terms};
use cairn_test_support::Random;
use cairn_test_support::terms::Pool;
use cairn_test_support::terms::Theory;

/// Fixes every symbol, and compares the value of each term that has a circuit. Says how many there were.
fn values(theory: Theory, seeds: std::ops::Range<u64>, steps: usize) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let (mut pool, mut random) = Pool::new(seed, theory, steps);
        let assignment = pool.assignment(&mut random);
        let mut solver = BitSolver::new();
        for symbol in pool.symbols.clone() {
            let term = pool.terms.symbol_term(symbol);
            let sort = pool.terms.sort(term);
            let value = pool.terms.of_value(assignment.get(symbol).unwrap(), sort).unwrap();
            let equal = pool.terms.intern(TermOp::Eq, &[term, value], Sort::Bool);
            solver.assert(&pool.terms, equal).unwrap();
        }
        assert_eq!(solver.check(&pool.terms, &[], &SolverLimits::default()).unwrap(), Answer::Sat, "seed {seed}");
        let scalar = |t: &TermId| !matches!(pool.terms.sort(*t), Sort::Array(_));
        let all: Vec<TermId> = pool.twins.iter().flat_map(|t| [t.plain, t.simple]).filter(scalar).collect();
        let ours = pool.terms.evaluate_all(&all, &assignment);
        for (term, value) in all.into_iter().zip(ours) {
            let (Some(value), Ok(theirs)) = (value, solver.model(&pool.terms, &[term])) else { continue };
            let text = || cairn_term::Smtlib { terms: &pool.terms, assertions: &[term] }.to_string();
            assert_eq!(theirs, [value], "seed {seed}: {}", text());
            compared += 1;
        }
    }
    compared
}

#[test]
fn values_of_bit_vectors() {
    assert!(values(Theory::BitVectors, 0..150, 60) > 5_000);
}

#[test]
fn values_of_arrays() {
    assert!(values(Theory::Arrays, 0..150, 60) > 5_000);
}

#[test]
fn values_of_floats() {
    assert!(values(Theory::Floats, 0..60, 60) > 2_000);
}

fn some(pool: &Pool, random: &mut Random, count: usize) -> Vec<TermId> {
    let booleans: Vec<TermId> =
        pool.twins.iter().map(|twin| twin.plain).filter(|term| pool.terms.sort(*term) == Sort::Bool).collect();
    (0..count).map(|_| booleans[random.below(booleans.len())]).collect()
}

/// Whether Z3 finds assertions to be possible. `None` where it takes too long.
fn possible(terms: &Terms, asserted: &[TermId]) -> Option<bool> {
    let mut z3 = Z3Solver::new().unwrap();
    for term in asserted {
        z3.assert(terms, *term).unwrap();
    }
    match z3.check(terms, &[], &SolverLimits::work(Work::thousands(2_000))).unwrap() {
        Answer::Sat => Some(true),
        Answer::Unsat => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// Questions to one solver, with levels that come and go; each answer is compared with that of a fresh Z3, each core and
/// each model is shown to be one. Says how many were satisfiable and how many not.
fn queries(
    theory: Theory,
    seeds: std::ops::Range<u64>,
    steps: usize,
    new: &dyn Fn() -> Box<dyn Solver>,
) -> (usize, usize) {
    let limits = SolverLimits::work(Work::thousands(4_000));
    let (mut satisfiable, mut not) = (0, 0);
    for seed in seeds {
        let (mut pool, mut random) = Pool::new(seed, theory, steps);
        let mut solver = new();
        let mut asserted: Vec<Vec<TermId>> = vec![Vec::new()];
        for _ in 0..8 {
            match random.below(3) {
                0 if asserted.len() > 1 => {
                    solver.pop(1).unwrap();
                    asserted.pop();
                }
                1 | 0 => {
                    solver.push().unwrap();
                    asserted.push(Vec::new());
                }
                _ => {}
            }
            for term in some(&pool, &mut random, 1) {
                let term = if random.below(2) == 0 { term } else { pool.terms.not(term) };
                solver.assert(&pool.terms, term).unwrap();
                asserted.last_mut().unwrap().push(term);
            }
            let assumed = some(&pool, &mut random, 1);
            let held: Vec<TermId> = asserted.iter().flatten().copied().collect();
            let all: Vec<TermId> = held.iter().chain(&assumed).copied().collect();
            let answer = solver.check(&pool.terms, &assumed, &limits).unwrap();
            let Some(expected) = possible(&pool.terms, &all) else { continue };
            let text = |terms: &Terms| cairn_term::Smtlib { terms, assertions: &all }.to_string();
            match answer {
                Answer::Unsat => {
                    assert!(!expected, "seed {seed}: {}", text(&pool.terms));
                    not += 1;
                    let mut enough = held.clone();
                    let core = solver.core().unwrap();
                    assert!(core.iter().all(|term| assumed.contains(term)));
                    enough.extend(core);
                    assert_ne!(
                        possible(&pool.terms, &enough),
                        Some(true),
                        "seed {seed}: no core\n{}",
                        text(&pool.terms)
                    );
                }
                Answer::Sat => {
                    assert!(expected, "seed {seed}: {}", text(&pool.terms));
                    satisfiable += 1;
                    let mut fixed = all.clone();
                    let scalars: Vec<TermId> = pool.symbols.iter().map(|s| pool.terms.symbol_term(*s)).collect();
                    for symbol in scalars {
                        let sort = pool.terms.sort(symbol);
                        if matches!(sort, Sort::Array(_)) {
                            continue;
                        }
                        let value = solver.model(&pool.terms, &[symbol]).unwrap().remove(0);
                        let value = pool.terms.of_value(&value, sort).unwrap();
                        fixed.push(pool.terms.eq(symbol, value));
                    }
                    assert_ne!(
                        possible(&pool.terms, &fixed),
                        Some(false),
                        "seed {seed}: no model\n{}",
                        text(&pool.terms)
                    );
                }
                Answer::Unknown(_) => {}
            }
        }
    }
    (satisfiable, not)
}

#[test]
fn questions_about_bit_vectors() {
    let (satisfiable, not) = queries(Theory::BitVectors, 0..50, 40, &|| Box::new(BitSolver::new()));
    assert!(satisfiable > 50 && not > 50, "{satisfiable} {not}");
}

#[test]
fn questions_about_arrays() {
    let (satisfiable, not) = queries(Theory::Arrays, 0..60, 40, &|| Box::new(BitSolver::new()));
    assert!(satisfiable > 50 && not > 50, "{satisfiable} {not}");
}

/// Where no remainder of floats is asked about, which is left to Z3.
#[test]
fn questions_about_floats() {
    let (satisfiable, not) = queries(Theory::Floats, 10..16, 20, &|| Box::new(BitSolver::new()));
    assert!(satisfiable > 5 && not > 3, "{satisfiable} {not}");
}

#[test]
fn questions_that_only_some_of_are_about_bits() {
    for theory in [Theory::Floats, Theory::Numbers, Theory::Arrays] {
        let (satisfiable, not) =
            queries(theory, 0..if cairn_tools::is_nightly() { 10 } else { 4 }, 30, &|| Box::new(BitFirst::new()));
        assert!(satisfiable > 5 && not > 5, "{satisfiable} {not}");
    }
}

/// Reads at equal indices are equal, also when the equality is found late; a store elsewhere changes nothing.
#[test]
fn reads_agree() {
    let mut terms = Terms::new();
    let (byte, word) = (Sort::BitVec(8), Sort::BitVec(32));
    let array = terms.array_sort(word, byte);
    let a = terms.symbol("a", array);
    let (i, j) = (terms.symbol("i", word), terms.symbol("j", word));
    let (at_i, at_j) = (terms.select(a, i), terms.select(a, j));
    let equal = terms.eq(at_i, at_j);
    let differ = terms.not(equal);
    let mut solver = BitSolver::new();
    solver.assert(&terms, differ).unwrap();
    assert_eq!(solver.check(&terms, &[], &SolverLimits::default()).unwrap(), Answer::Sat);
    let values = solver.model(&terms, &[i, j]).unwrap();
    assert_ne!(values[0], values[1]);
    let same = terms.eq(i, j);
    assert_eq!(solver.check(&terms, &[same], &SolverLimits::default()).unwrap(), Answer::Unsat);
    assert_eq!(solver.core().unwrap(), [same]);
}

/// A defined array is read where its name is, through other names too; a name that is defined twice, or by itself, is no
/// question about circuits.
#[test]
fn definitions_hold_where_names_are_read() {
    let mut terms = Terms::new();
    let (byte, word) = (Sort::BitVec(8), Sort::BitVec(32));
    let array = terms.array_sort(word, byte);
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, array));
    let i = terms.symbol("i", word);
    let (seven, five) = (terms.bits(byte.width(), 7), terms.bits(word.width(), 5));
    let stored = terms.store(a, five, seven);
    let b_is = terms.intern(TermOp::Eq, &[stored, b], Sort::Bool);
    let c_is = terms.intern(TermOp::Eq, &[b, c], Sort::Bool);
    let mut solver = BitSolver::new();
    solver.push().unwrap();
    solver.assert(&terms, b_is).unwrap();
    solver.assert(&terms, c_is).unwrap();
    let at = terms.select(c, i);
    let (is_five, is_seven) = (terms.eq(i, five), terms.eq(at, seven));
    let not_seven = terms.not(is_seven);
    assert_eq!(solver.check(&terms, &[is_five, not_seven], &SolverLimits::default()).unwrap(), Answer::Unsat);
    assert_eq!(solver.check(&terms, &[not_seven], &SolverLimits::default()).unwrap(), Answer::Sat);
    // A read that the question did not have.
    let fifth = terms.select(b, five);
    assert_eq!(solver.model(&terms, &[fifth]).unwrap()[0].bits(), Some(7));
    solver.pop(1).unwrap();
    assert_eq!(solver.check(&terms, &[is_five, not_seven], &SolverLimits::default()).unwrap(), Answer::Sat);
    let zero = terms.bits(word.width(), 0);
    let around = terms.store(c, zero, seven);
    let around = terms.intern(TermOp::Eq, &[around, c], Sort::Bool);
    solver.assert(&terms, around).unwrap();
    assert!(matches!(
        solver.check(&terms, &[], &SolverLimits::default()).unwrap(),
        Answer::Unknown(Unknown::Incomplete(_))
    ));
}

/// What is stored last at an index counts, also where the index of the read is not known.
#[test]
fn the_latest_store_counts() {
    let mut terms = Terms::new();
    let (byte, word) = (Sort::BitVec(8), Sort::BitVec(32));
    let sort = terms.array_sort(word, byte);
    let (array, i) = (terms.symbol("a", sort), terms.symbol("i", word));
    let (x, y, z) = (terms.symbol("x", byte), terms.symbol("y", byte), terms.symbol("z", byte));
    let (three, five) = (terms.bits(32, 3), terms.bits(32, 5));
    // As it stands, since the constructor would leave out the store that does not count.
    let mut stored = array;
    for (index, value) in [(three, x), (five, z), (three, y)] {
        stored = terms.intern(TermOp::Store, &[stored, index, value], sort);
    }
    let read = terms.intern(TermOp::Select, &[stored, i], byte);
    let mut solver = BitSolver::new();
    let (is_three, is_y) = (terms.eq(i, three), terms.eq(read, y));
    let not_y = terms.not(is_y);
    assert_eq!(solver.check(&terms, &[is_three, not_y], &SolverLimits::default()).unwrap(), Answer::Unsat);
    assert_eq!(solver.check(&terms, &[not_y], &SolverLimits::default()).unwrap(), Answer::Sat);
}

/// A name with two definitions that differ has no array, which circuits do not find out.
#[test]
fn two_definitions_are_refused() {
    let mut terms = Terms::new();
    let (byte, word) = (Sort::BitVec(8), Sort::BitVec(32));
    let sort = terms.array_sort(word, byte);
    let [a, b] = ["a", "b"].map(|name| terms.symbol(name, sort));
    let index = terms.bits(32, 5);
    let mut solver = BitSolver::new();
    for value in [1, 2] {
        let value = terms.bits(8, value);
        let stored = terms.store(a, index, value);
        let is = terms.intern(TermOp::Eq, &[stored, b], Sort::Bool);
        solver.assert(&terms, is).unwrap();
    }
    let read = terms.select(b, index);
    let one = terms.bits(8, 1);
    let is_one = terms.eq(read, one);
    let answer = solver.check(&terms, &[is_one], &SolverLimits::default()).unwrap();
    assert!(matches!(answer, Answer::Unknown(Unknown::Incomplete(_))), "{answer:?}");
    let mut both = BitFirst::new();
    for value in [1, 2] {
        let value = terms.bits(8, value);
        let stored = terms.store(a, index, value);
        let is = terms.intern(TermOp::Eq, &[stored, b], Sort::Bool);
        both.assert(&terms, is).unwrap();
    }
    assert_eq!(both.check(&terms, &[], &SolverLimits::default()).unwrap(), Answer::Unsat);
}

/// The same question takes the same work; a limit of work ends it.
#[test]
fn work_is_counted() {
    let mut terms = Terms::new();
    let sort = Sort::BitVec(64);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let (product, turned) = (terms.bv_mul(x, y), terms.bv_mul(y, x));
    let (low, high) = (terms.bits(64, 3), terms.bv_add(turned, x));
    let sum = terms.bv_mul(high, low);
    let other = terms.bv_mul(product, low);
    let claim = terms.bv_ult(sum, other);
    let mut run = |most| {
        let mut solver = BitSolver::new();
        solver.assert(&terms, claim).unwrap();
        let odd = terms.eq(product, low);
        solver.assert(&terms, odd).unwrap();
        let answer = solver.check(&terms, &[], &SolverLimits::work(Work::units(most))).unwrap();
        (answer, solver.statistics().work)
    };
    let (first, second) = (run(30_000), run(30_000));
    assert_eq!(first, second);
    // A circuit that is begun is made.
    assert!(first.1 <= Work::units(130_000), "{first:?}");
    assert_eq!(run(3_000).0, Answer::Unknown(Unknown::WorkLimit));
}
