//! The interface of every engine: a search for a violation of a specification that ends in one [`Outcome`].
//!
//! The engine of this crate explores a configurable program analysis; others unroll the program, solve clauses, execute it.
//! What they have in common is this trait, so whoever runs them (a strategy, a turn, a worker) has one call, and an engine
//! is one line of a table (`How to add an engine` in CONTRIBUTING.md).
//!
//! Invariant: an engine never fails. What goes wrong in it is a reason of UNKNOWN ([`crate::Conclusion`]), TRUE is what is
//! left when there is none, and FALSE needs the checker's counterexample. Why a box is consumed: an engine runs once, with
//! what it was made of (options, results of earlier runs).

use crate::outcome::{Graph, Outcome};
use crate::path_checker::{Observer, PathChecker};
use crate::specification::Specification;
use cairn_base::Budget;
use cairn_ir::Program;

/// Task of an engine, whatever engine it is.
pub struct EngineTask<'t, 'p, K: PathChecker + ?Sized> {
    /// The program.
    pub program: &'p Program,
    /// The specification.
    pub specification: &'p Specification,
    /// Confirms violations.
    pub checker: &'t mut K,
    /// The budget.
    pub budget: &'t Budget,
    /// Who is told of progress.
    pub observer: &'t mut dyn Observer,
}

/// An outcome, whatever its graph is.
pub type EngineOutcome<'p, X> = Outcome<X, Box<dyn Graph + 'p>>;

/// A search for a violation. `K` is the checker that it needs: most engines take any.
pub trait Engine<K: PathChecker + ?Sized> {
    /// Searches until there is a verdict, or the budget is used up.
    fn run<'p>(self: Box<Self>, task: EngineTask<'_, 'p, K>) -> EngineOutcome<'p, K::Counterexample>;
}

impl<X, G> Outcome<X, G> {
    /// The same with another graph.
    pub fn with_graph<H>(self, graph: impl FnOnce(G) -> H) -> Outcome<X, H> {
        let Outcome { verdict, reasons, error_path, statistics, counters, graph: old } = self;
        Outcome { verdict, reasons, error_path, statistics, counters, graph: graph(old) }
    }
    /// The same, whatever the graph is.
    pub fn erased<'p>(self) -> EngineOutcome<'p, X>
    where
        G: Graph + 'p,
    {
        self.with_graph(|graph| Box::new(graph) as Box<dyn Graph + 'p>)
    }
}
