//! Asks a solver about SMT-LIB 2 files: `cargo run --release --example solve -- bits|z3|both FILE...`. One line a file: the
//! answer, the wall time and the work.
#![allow(clippy::print_stdout)] // A program for measuring.

use cairn_smt::{Answer, BitFirst, BitSolver, Solver, SolverLimits, Z3Solver, work};
use cairn_term::{Scope, Terms};
use std::time::Instant;

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let which = args.next().unwrap_or_default();
    for file in args {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
        let mut terms = Terms::new();
        let assertions = Scope::new().read_script(&mut terms, &text).map_err(|error| format!("{file}: {error:?}"))?;
        let mut solver: Box<dyn Solver> = match which.as_str() {
            "bits" => Box::new(BitSolver::new()),
            "both" => Box::new(BitFirst::new()),
            _ => Box::new(Z3Solver::new().map_err(|error| error.to_string())?),
        };
        let start = Instant::now();
        let failed = |error: cairn_smt::SolverError| error.to_string();
        solver.push().map_err(failed)?;
        for assertion in assertions {
            solver.assert(&terms, assertion).map_err(failed)?;
        }
        let answer = solver.check(&terms, &[], &SolverLimits::work(work::UNROLLING)).map_err(failed)?;
        let answer = match answer {
            Answer::Sat => "sat".to_string(),
            Answer::Unsat => "unsat".to_string(),
            Answer::Unknown(why) => why.to_string(),
        };
        println!("{file} {answer} {:.2} s work {}", start.elapsed().as_secs_f64(), solver.statistics().work);
    }
    Ok(())
}
