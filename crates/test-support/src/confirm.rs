//! Shared parts of the tests under CEGAR: compiling a text, and the checker that confirms a violation by replay.

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{
    AnyCpa, Composite, Cpa, Cx, EngineOptions, Explored, NoObserver, Outcome, PathChecker, PathVerdict, Reason, Res,
    Specification, Verdict,
};
use cairn_feasibility::{Confirmation, confirm};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::Code;
use cairn_ir::{MachineModel, Program, Step};

/// The program of a text, linked and resolved, with what a pointer from outside may reach. Panics where it does not compile.
pub fn program(name: &str, text: &str) -> Program {
    let input = Input { name: name.to_owned(), text: text.into() };
    match compile(&[input], &FrontEndOptions::new(MachineModel::Lp64, "main")) {
        Ok(mut program) => {
            cairn_pointer_analysis::MemoryPartition::find_exposure(&mut program);
            program
        }
        Err(error) => {
            let rendered: String = error.diagnostics.iter().map(|d| d.render(&error.sources)).collect();
            panic!("{name}: {rendered}\n{text}")
        }
    }
}

/// Confirms by path formula and replay, as the front door does.
pub struct ReplayChecker<'p> {
    program: &'p Program,
    specification: &'p Specification,
    code: Code<'p>,
}

impl<'p> ReplayChecker<'p> {
    /// For a program and its property.
    pub fn new(program: &'p Program, specification: &'p Specification) -> Self {
        Self { program, specification, code: Code::new(program) }
    }
}

impl PathChecker for ReplayChecker<'_> {
    type Counterexample = ();

    fn check(&mut self, steps: &[Step], cx: &mut Cx<'_>) -> Res<PathVerdict<()>> {
        let mut state = self.specification.initial();
        let (confirmation, _) = confirm(&self.code, steps, cx.budget, |_, step| {
            state = self.specification.next(state, step, self.program);
            self.specification.is_violated(state)
        })?;
        Ok(match confirmation {
            Confirmation::Confirmed(_) => PathVerdict::Violation(()),
            Confirmation::Spurious { prefix } => PathVerdict::Infeasible { prefix: Some(prefix) },
            Confirmation::Unconfirmed(why, _) => PathVerdict::Unknown(why),
        })
    }
}

/// Steps, and work of solvers as for so many seconds, so that what is decided does not depend on the machine.
pub fn budget(seconds: u64) -> Budget {
    let budget = Budget::unlimited(CancelToken::new()).with_ticks(Some(seconds * TICKS_A_SECOND));
    budget.with_work(Some(cairn_smt::work::SECOND.times(seconds)))
}

/// An analysis that asks no solver takes some such number of steps in a second.
const TICKS_A_SECOND: u64 = 50_000;

/// Runs analyses side by side under CEGAR with the default options of the engine. They are erased, as in the tool, so that the
/// engine is compiled once, and not again in the tests of each analysis.
pub fn analyse<'p>(
    analyses: Vec<AnyCpa>,
    program: &'p Program,
    specification: &'p Specification,
    budget: &Budget,
) -> Outcome<(), Explored<'p, <Composite as Cpa>::State>> {
    let analysis = Composite::new(analyses);
    let (options, mut checker) = (EngineOptions::default(), ReplayChecker::new(program, specification));
    cairn_cpa::run(&analysis, program, specification, &options, &mut checker, budget, &mut NoObserver)
}

/// A verdict as the tables of expected verdicts have it.
pub fn word(verdict: &Verdict<()>) -> &'static str {
    match verdict {
        Verdict::True => "true",
        Verdict::False(()) => "false",
        Verdict::Unknown => "unknown",
    }
}

/// An invariant of Cairn that does not hold is a failure whatever the verdict.
pub fn internal(reasons: &[Reason]) -> Option<&str> {
    reasons.iter().find_map(|reason| match reason {
        Reason::Internal(what) => Some(what.as_str()),
        _ => None,
    })
}
