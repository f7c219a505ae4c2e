//! Shared parts of the engines' tests: a tiny language, a toy analysis with its checker, and a run of both.

pub mod assemble;
pub mod constants;
pub mod search;

pub use assemble::assemble;
pub use constants::{Constants, Enumerate};

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{EngineOptions, Explored, NoObserver, Order, Outcome, Refine, RefineFrom, Sharing, Specification, run};
use cairn_ir::Program;

/// Every combination of options.
pub fn all_options() -> Vec<EngineOptions> {
    let mut all = Vec::new();
    let orders = [Order::BreadthFirst, Order::DepthFirst, Order::ReversePostOrder, Order::CallStackFirst, Order::Turns];
    for order in orders {
        for basic_blocks in [false, true] {
            for refine_from in [RefineFrom::Cut, RefineFrom::Root] {
                for sharing in [Sharing::Subtree, Sharing::Waitlist] {
                    let default = EngineOptions::default();
                    all.push(EngineOptions { order, basic_blocks, refine_from, sharing, ..default });
                }
            }
        }
    }
    all
}

/// Runs an analysis of a toy program within some ticks.
pub fn run_toy<'p, C: Refine>(
    cpa: &C,
    program: &'p Program,
    specification: &'p Specification,
    options: &EngineOptions,
    ticks: u64,
) -> Outcome<Vec<i32>, Explored<'p, C::State>> {
    let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(ticks));
    run(cpa, program, specification, options, &mut Enumerate, &budget, &mut NoObserver)
}
