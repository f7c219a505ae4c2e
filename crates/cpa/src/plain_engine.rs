//! The plain engine: CEGAR over the part "everything", explored as one graph.
//!
//! Refinement is lazy: the ARG is cut at the first state of the path whose precision changes and the rest stays. What the
//! cut part covered is explored after all. The state at the cut gets its old precision joined with all increments and
//! with the precisions of the removed states, so that nothing learnt below is lost and precisions only grow. A refinement
//! that changes no precision there is tried once more from the root.

use crate::arg::Arg;
use crate::cegar::{self, AbstractModel, ErrorPath, StatesOf};
use crate::context::{Failure, Res, Statistics};
use crate::control::Controls;
use crate::dot::write_dot;
use crate::explore::{Exploration, Pause};
use crate::facts::Facts;
use crate::invariants::{self, Invariant};
use crate::options::{EngineOptions, RefineFrom, Sharing};
use crate::outcome::{Conclusion, Graph, Outcome};
use crate::path::ArgPath;
use crate::path_checker::{Observer, PathChecker};
use crate::refinement::Refine;
use crate::result::{Reason, RunStatistics};
use crate::snapshot::{Camera, Snapshot};
use crate::specification::Specification;
use cairn_base::Budget;
use cairn_base::levels::Levels;
use cairn_ir::Program;

/// Up to so many states the invariants are checked between phases, in debug builds.
const CHECKED: usize = 10_000;

/// The abstract reachability graph as it was at the end of a run, with the control states that its nodes name.
pub struct Explored<'p, S> {
    /// The graph.
    pub arg: Arg<S>,
    /// The control states.
    pub controls: Controls<'p>,
}

impl<S: Facts> Graph for Explored<'_, S> {
    fn dot(&self, program: &Program) -> Option<String> {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = write_dot(&self.arg, &self.controls, program, &mut text);
        Some(text)
    }
    fn levels(&self) -> Option<Levels> {
        Some(Levels::of(self.arg.root(), |id, to| {
            self.arg.children(id).for_each(to);
            self.arg.mark(id)
        }))
    }
    fn snapshot(&self, program: &Program, most: usize) -> Option<Snapshot> {
        let mut camera = Camera::new(program, most);
        camera.take(&self.arg, &self.controls);
        Some(camera.develop())
    }
    fn invariants(&self, program: &Program) -> Vec<Invariant> {
        invariants::of([&self.arg], &self.controls, program)
    }
}

/// Explores a program with an analysis, checks each error path and refines: see [`cegar::run`].
pub fn run<'p, C: Refine, K: PathChecker + ?Sized>(
    cpa: &C,
    program: &'p Program,
    specification: &'p Specification,
    options: &EngineOptions,
    checker: &mut K,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcome<K::Counterexample, Explored<'p, C::State>> {
    cegar::run(Exploration::new(cpa, program, specification, options, budget), checker, observer)
}

impl<'a, 'p, C: Refine> AbstractModel<'a, 'p> for Exploration<'a, 'p, C> {
    type Cpa = C;
    type Path = ArgPath<C>;
    type Graph = Explored<'p, C::State>;

    const LONG: usize = usize::MAX;

    fn exploration(&mut self) -> &mut Exploration<'a, 'p, C> {
        self
    }

    fn next_path(&mut self, observer: &mut dyn Observer) -> Res<Option<ErrorPath<ArgPath<C>>>> {
        loop {
            if let Some(target) = self.next_target() {
                let (path, steps) = self.path_to(target)?;
                return Ok(Some(ErrorPath::New(path, steps)));
            }
            let pause = self.explore(observer)?;
            if cfg!(debug_assertions) && self.graph.arg.len() <= CHECKED {
                self.graph.check().map_err(Failure::Internal)?;
            }
            if pause == Pause::Done {
                return Ok(None);
            }
        }
    }

    fn states<'s>(&mut self, path: &'s mut ArgPath<C>) -> Res<&'s StatesOf<C>> {
        let states = self.states_to(path.target())?;
        Ok(path.states.insert(states))
    }

    fn give_up(&mut self, path: &ArgPath<C>, reason: Reason) -> Res<()> {
        self.give_up_target(path.target(), reason)
    }

    fn cut(&mut self, path: &ArgPath<C>, first: usize, increment: &C::Precision) -> Res<bool> {
        let root = path.stored[0];
        let from = if self.options.refine_from == RefineFrom::Root { root } else { path.stored[first] };
        for at in [from, root] {
            let old = &self.precisions[self.graph.arg.precision(at)];
            let new = self.cpa.join_precision(old, increment);
            if new != **old {
                self.cut_at(at, new)?;
                self.run.restarts += u64::from(at == root);
                if self.options.sharing == Sharing::Waitlist {
                    self.share(increment, |_| true);
                }
                self.wait_target(path.target());
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn end<X>(mut self, conclusion: &mut Conclusion<X>) -> (RunStatistics, Statistics, Explored<'p, C::State>) {
        conclusion.against_graph(&self.graph);
        let states = self.graph.arg.len();
        let arg = std::mem::take(&mut self.graph.arg);
        let (statistics, counters, controls) = self.into_costs(states);
        (statistics, counters, Explored { arg, controls })
    }
}
