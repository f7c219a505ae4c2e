//! Questions of workers that take turns: they wait for the next turn, or are interrupted and asked again, and have their
//! answer in the end.

use crate::solver::factoring;
use cairn_base::turns::{self, Member};
use cairn_base::{Budget, CancelToken, QueryKind};
use cairn_smt::{Answer, BitSolver, Solver, SolverLimits, Z3Solver, work};
use cairn_term::Terms;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The answer of a solver that shares the processor with a worker that has always something to do, and that no budget was
/// found used up.
fn answer_by_turns(width: u32, product: u128, solver: impl Fn() -> Box<dyn Solver> + Sync) -> (Answer, bool) {
    let is_done = AtomicBool::new(false);
    let mut found = None;
    let work = |place: usize, turn: &turns::Turn| {
        let budget = Budget::unlimited(CancelToken::new()).with_turn(Some(turn.clone()));
        if place == 1 {
            while !is_done.load(Ordering::Relaxed) {
                budget.look().unwrap();
            }
            return None;
        }
        let mut terms = Terms::new();
        let goal = factoring(&mut terms, width, product);
        let mut solver = solver();
        solver.assert(&terms, goal).unwrap();
        let answer = solver
            .check(&terms, &[], &SolverLimits::of(&budget, QueryKind::PathFeasibility.limit(work::PATH.times(100))))
            .unwrap();
        is_done.store(true, Ordering::Relaxed);
        Some((answer, budget.ledger().expired().is_none()))
    };
    let member = Member { weight: 1, later: 1, from_round: 1 };
    turns::run(
        &[member, member],
        Duration::from_millis(1),
        1,
        None,
        work,
        |_| {},
        |_, answer| {
            found = found.take().or(answer);
            None
        },
    );
    found.unwrap()
}

#[test]
fn a_question_to_z3_is_asked_again_in_the_next_turn() {
    assert_eq!(answer_by_turns(16, 65_519 * 65_521, || Box::new(Z3Solver::new().unwrap())), (Answer::Sat, true));
}

#[test]
fn the_sat_solver_waits_for_its_turn() {
    assert_eq!(answer_by_turns(20, 999_983 * 1_048_573, || Box::new(BitSolver::new())), (Answer::Sat, true));
}
