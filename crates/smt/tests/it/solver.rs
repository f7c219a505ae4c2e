//! The solver's interface: levels, assumptions, models, cores, limits.

use cairn_base::ledger::Expired;
use cairn_base::{Budget, CancelToken, Ledger, QueryKind, Work};
use cairn_smt::{Answer, Solver, SolverLimits, Unknown, Z3Solver, work};
use cairn_term::{Sort, TermId, Terms};
use std::time::Duration;

/// `x * y = k` with factors that are hard to find.
pub fn factoring(terms: &mut Terms, width: u32, k: u128) -> TermId {
    let (x, y) = (terms.symbol("x", Sort::BitVec(width)), terms.symbol("y", Sort::BitVec(width)));
    let (wide_x, wide_y) = (terms.zero_extend(x, 2 * width), terms.zero_extend(y, 2 * width));
    let product = terms.bv_mul(wide_x, wide_y);
    let k = terms.bits(2 * width, k);
    let one = terms.bits(width, 1);
    let (one_x, one_y) = (terms.bv_ult(one, x), terms.bv_ult(one, y));
    let equal = terms.eq(product, k);
    terms.and(&[equal, one_x, one_y])
}

/// A prime of 92 bits: that it has no factors cannot be shown, nor guessed, in any time that a test waits.
const HARD: u128 = 3_486_179_852_917_082_565_381_873_889;

#[test]
fn the_library_is_the_one_that_was_fetched() {
    assert!(cairn_smt::version().starts_with("5.4."), "{}", cairn_smt::version());
}

#[test]
fn assumptions_levels_models_and_cores() {
    let mut terms = Terms::new();
    let mut solver = Z3Solver::new().unwrap();
    let x = terms.symbol("x", Sort::BitVec(32));
    let (five, nine) = (terms.bits(32, 5), terms.bits(32, 9));
    let (below_nine, above_five) = (terms.bv_ult(x, nine), terms.bv_ult(five, x));
    let is_five = terms.eq(x, five);
    solver.assert(&terms, below_nine).unwrap();
    solver.push().unwrap();
    solver.assert(&terms, above_five).unwrap();
    assert_eq!(solver.check(&terms, &[], &SolverLimits::default()).unwrap(), Answer::Sat);
    let value = solver.model(&terms, &[x]).unwrap()[0].bits().unwrap();
    assert!(5 < value && value < 9);
    let even = {
        let bit = terms.extract(x, 0, 0);
        let zero = terms.bits(1, 0);
        terms.eq(bit, zero)
    };
    assert_eq!(solver.check(&terms, &[even, is_five], &SolverLimits::default()).unwrap(), Answer::Unsat);
    assert!(solver.core().unwrap().contains(&is_five));
    assert!(solver.model(&terms, &[x]).is_err());
    solver.pop(1).unwrap();
    assert_eq!(solver.check(&terms, &[is_five], &SolverLimits::default()).unwrap(), Answer::Sat);
    assert_eq!(solver.model(&terms, &[x]).unwrap()[0].bits(), Some(5));
    assert!(solver.pop(1).is_err());
    assert!(solver.assert(&terms, x).is_err());
}

#[test]
fn a_small_product_is_factored() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms, 12, 3967 * 3989);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&terms, goal).unwrap();
    assert_eq!(solver.check(&terms, &[], &SolverLimits::default()).unwrap(), Answer::Sat);
}

#[test]
fn time_is_respected() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms, 48, HARD);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&terms, goal).unwrap();
    // Without the limit this does not end while a test waits.
    let limits = SolverLimits { time: Some(Duration::from_millis(400)), ..SolverLimits::default() };
    assert_eq!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unknown(Unknown::Timeout));
}

#[test]
fn work_is_respected() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms, 48, HARD);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&terms, goal).unwrap();
    let limits = SolverLimits { work: Some(Work::thousands(100)), ..SolverLimits::default() };
    assert_eq!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unknown(Unknown::WorkLimit));
}

/// As often as it is asked, and also after other questions: work is counted from the start of each check.
#[test]
fn a_question_is_given_up_after_the_same_work() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms, 48, HARD);
    let spent = || {
        let ledger = Ledger::default();
        let limits = SolverLimits { ledger: Some(ledger.clone()), ..SolverLimits::work(Work::thousands(300)) };
        let mut solver = Z3Solver::new().unwrap();
        solver.assert(&terms, goal).unwrap();
        assert_eq!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unknown(Unknown::WorkLimit));
        assert_eq!(solver.statistics().work, ledger.spent());
        assert_eq!(ledger.expired(), None);
        ledger.spent()
    };
    let first = spent();
    // Both stages together, and what it takes to notice.
    assert!(first >= Work::thousands(300) && first < Work::thousands(320), "{first}");
    assert_eq!(first, spent());
}

#[test]
fn time_that_ends_a_check_ends_the_budget() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms, 48, HARD);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&terms, goal).unwrap();
    let budget = Budget::unlimited(CancelToken::new()).with_processor_time(Some(Duration::from_millis(100)));
    let limits = SolverLimits::of(&budget, QueryKind::PathFeasibility.limit(work::PATH.times(100)));
    assert_eq!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unknown(Unknown::Timeout));
    assert_eq!(budget.ledger().expired(), Some(Expired::Time));
    assert!(budget.look().is_err());
}

#[test]
fn the_flag_stops_a_check() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms, 48, HARD);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&terms, goal).unwrap();
    let cancel = CancelToken::new();
    let limits = SolverLimits { cancel: Some(cancel.clone()), ..SolverLimits::default() };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            cancel.cancel();
        });
        assert_eq!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unknown(Unknown::Interrupted));
    });
}

#[test]
fn a_deep_term_is_no_problem() {
    let mut terms = Terms::new();
    let x = terms.symbol("x", Sort::BitVec(32));
    let mut sum = x;
    let depth: u32 = std::env::var("DEPTH").ok().and_then(|d| d.parse().ok()).unwrap_or(300);
    for i in 0..depth {
        let y = terms.symbol("y", Sort::BitVec(32));
        sum = if i % 2 == 0 { terms.bv_add(sum, y) } else { terms.bv_xor(sum, y) };
    }
    let k = terms.bits(32, 77);
    let goal = terms.eq(sum, k);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&terms, goal).unwrap();
    let limits = SolverLimits { time: Some(Duration::from_secs(20)), ..SolverLimits::default() };
    assert_ne!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unsat);
}

#[test]
fn memory_is_respected() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms, 48, HARD);
    let mut solver = Z3Solver::new().unwrap();
    solver.assert(&terms, goal).unwrap();
    let limits = SolverLimits { memory: Some(1), ..SolverLimits::default() };
    assert_eq!(solver.check(&terms, &[], &limits).unwrap(), Answer::Unknown(Unknown::MemoryLimit));
}
