//! The way of a violation: the blocks from the program's entry to a target, as a model with one path for the CEGAR loop.
//!
//! Messages have states without a history. So the blocks of the chain are explored again, each from the state at the end of
//! the one before: in one term store, so that the path has all states with their history, as in the engine that
//! explores the whole program. Confirming, refuting and refining are then what they are there.
//!
//! A state that was made of several has no history either: the chain goes on from one of them, and the first chain counts that
//! leads to the target again. Where none of the first [`MOST_WAYS`] does, there is no path: what was made of several is kept
//! separate ([`crate::worker`]).
//!
//! Another thread's analysis may have found another state at an end than this one finds, where a solver did not know. Then an end
//! of the same place is taken; if there is none, the path is given up.

use crate::message::{Link, entry_place};
use cairn_base::{Span, id::Id};
use cairn_blocks::BlockGraph;
use cairn_cpa::block_context::Area;
use cairn_cpa::distribute::{Distribute, payload_of, state_of_payload};
use cairn_cpa::explore::Pause;
use cairn_cpa::graph::PartGraph;
use cairn_cpa::{
    AbstractModel, ArgId, Conclusion, Cpa, ErrorPath, Exploration, Failure, Names, Observer, PrecisionId, Reason,
    Refine, Res, RunStatistics, StatesOf, Statistics,
};
use cairn_ir::Step;
use std::sync::Arc;

/// See the module.
pub struct Chain<'r, 'a, 'p, C: Refine> {
    /// The thread's exploration.
    pub exploration: &'r mut Exploration<'a, 'p, C>,
    /// The program's names.
    pub names: &'r Names<'p>,
    /// The blocks.
    pub graph: &'r Arc<BlockGraph>,
    /// The last link; nothing once the path was asked for.
    pub last: Option<Arc<Link>>,
    /// So many targets of the last block were given up: the path leads to the next.
    pub passed: usize,
    /// The precision of all states.
    pub precision: PrecisionId,
    /// For each block whether its states are kept apart, without what the analysis merges.
    pub separate: Vec<bool>,
    /// The links of the path, each with the number of its first state.
    pub links: Vec<(Arc<Link>, usize)>,
    /// Increment of the precision, and the first link whose block is to be explored with it.
    pub lesson: Option<(C::Precision, Arc<Link>)>,
    /// Why the target was given up.
    pub given_up: Option<Reason>,
}

/// So many chains are tried where states were made of several.
const MOST_WAYS: usize = 8;

fn gone() -> Failure {
    let what = "an error path of one worker that another does not find again";
    Failure::Unsupported { what: what.to_owned(), span: Span::NONE }
}

impl<'p, C: Distribute> Chain<'_, '_, 'p, C> {
    /// Explores the blocks one behind the other; the states from the program's entry to the target.
    fn walk(&mut self, links: &[Arc<Link>], observer: &mut dyn Observer) -> Res<StatesOf<C>> {
        let initial = self.exploration.cpa().initial(&mut self.exploration.context())?;
        let (mut state, mut path) = (initial.0, StatesOf::<C>::new());
        self.links.clear();
        for (index, link) in links.iter().enumerate() {
            self.links.push((link.clone(), path.len().saturating_sub(1)));
            if index > 0 && self.separate.get(link.block.index()) == Some(&true) {
                let (cpa, at) = (self.exploration.cpa(), entry_place(&link.place));
                state = cpa.unmerged(&state, at, &mut self.exploration.context())?.unwrap_or(state);
            }
            let next = links.get(index + 1);
            let (more, end) = self.through(state, link, next, observer)?;
            path.extend(more.into_iter().skip(usize::from(index > 0)));
            state = end;
        }
        Ok(path)
    }

    /// The states through one block, to the end where the next link begins or to the target, and the last of them.
    pub(crate) fn through(
        &mut self,
        state: C::State,
        link: &Link,
        next: Option<&Arc<Link>>,
        observer: &mut dyn Observer,
    ) -> Res<(StatesOf<C>, C::State)> {
        let mut graph = PartGraph::new(self.exploration.options.order);
        self.exploration.exchange(&mut graph);
        let walked = self.block(state, link, next, observer);
        self.exploration.exchange(&mut graph);
        self.exploration.set_area(None);
        walked
    }

    fn block(
        &mut self,
        state: C::State,
        link: &Link,
        next: Option<&Arc<Link>>,
        observer: &mut dyn Observer,
    ) -> Res<(StatesOf<C>, C::State)> {
        let control = self.exploration.controls_mut().at(&link.place);
        self.exploration.set_area(Some(Area::of_block(self.graph, link.block)));
        self.exploration.add_root(state, control, self.precision);
        let mut met = 0;
        loop {
            let pause = self.exploration.explore(observer)?;
            while let Some(target) = self.exploration.next_target() {
                if next.is_none() && met == self.passed {
                    return self.states(target);
                }
                met += 1;
            }
            if pause == Pause::Done {
                break;
            }
        }
        let end = match next {
            Some(next) => self.end(next)?,
            None => None,
        };
        self.states(end.ok_or_else(gone)?)
    }

    /// The end of the block in which the next link begins.
    fn end(&mut self, next: &Link) -> Res<Option<ArgId>> {
        let wanted = self.exploration.controls_mut().at(&next.place);
        let ends: Vec<ArgId> = self.exploration.part().ends().collect();
        let there = ends.into_iter().filter(|end| self.exploration.arg().control(*end) == wanted);
        let there: Vec<ArgId> = there.collect();
        let at = entry_place(&next.place);
        for end in &there {
            let Some(state) = self.exploration.arg().state(*end).cloned() else { continue };
            let cpa = self.exploration.cpa();
            let bytes = payload_of(cpa, &state, at, self.names, &mut self.exploration.context())?;
            if bytes.as_deref() == next.state.as_deref() {
                return Ok(Some(*end));
            }
        }
        // Behind a state that was made of several, one that is below.
        let Some(bytes) = next.state.as_ref().filter(|_| there.len() > 1) else { return Ok(there.first().copied()) };
        let cpa = self.exploration.cpa();
        if let Some(above) = state_of_payload(cpa, bytes, at, self.names, &mut self.exploration.context())? {
            for end in &there {
                let Some(state) = self.exploration.arg().state(*end).cloned() else { continue };
                if cpa.leq(&state, &above, &mut self.exploration.context())? {
                    return Ok(Some(*end));
                }
            }
        }
        Ok(there.first().copied())
    }

    fn states(&mut self, id: ArgId) -> Res<(StatesOf<C>, C::State)> {
        let states = self.exploration.states_to(id)?;
        let last = states.last().map(|last| last.state.clone()).ok_or_else(gone)?;
        Ok((states, last))
    }
}

impl<'a, 'p, C: Distribute> AbstractModel<'a, 'p> for Chain<'_, 'a, 'p, C> {
    type Cpa = C;
    type Path = StatesOf<C>;
    type Graph = Option<(C::Precision, Arc<Link>)>;

    const LONG: usize = usize::MAX;

    fn exploration(&mut self) -> &mut Exploration<'a, 'p, C> {
        self.exploration
    }

    fn next_path(&mut self, observer: &mut dyn Observer) -> Res<Option<ErrorPath<StatesOf<C>>>> {
        let Some(last) = self.last.take() else { return Ok(None) };
        let ways = last.ways(MOST_WAYS);
        let mut found = None;
        for choice in 0..ways {
            match self.walk(&last.chain(choice), observer) {
                Ok(path) => {
                    found = Some(path);
                    break;
                }
                Err(Failure::Unsupported { .. }) if ways > 1 || !last.made_of_several().is_empty() => {}
                Err(failure) => return Err(failure),
            }
        }
        let Some(path) = found else { return Ok(None) };
        let steps: Vec<Step> = path.iter().filter_map(|state| state.step).collect();
        Ok(Some(ErrorPath::New(path, steps)))
    }

    fn states<'s>(&mut self, path: &'s mut StatesOf<C>) -> Res<&'s StatesOf<C>> {
        Ok(path)
    }

    fn give_up(&mut self, _: &StatesOf<C>, reason: Reason) -> Res<()> {
        self.given_up = Some(reason);
        Ok(())
    }

    fn cut(&mut self, _: &StatesOf<C>, first: usize, increment: &<C as Cpa>::Precision) -> Res<bool> {
        let old = self.exploration.precision(self.precision);
        let is_more = self.exploration.cpa().join_precision(old, increment) != *old;
        // A state at the entry of a block is made by the block before.
        let before = self.links.iter().rev().find(|(_, start)| *start < first).or(self.links.first());
        self.lesson = before.filter(|_| is_more).map(|(link, _)| (increment.clone(), link.clone()));
        Ok(is_more)
    }

    fn end<X>(self, conclusion: &mut Conclusion<X>) -> (RunStatistics, Statistics, Self::Graph) {
        self.given_up.into_iter().for_each(|reason| conclusion.against(reason));
        (RunStatistics::default(), Statistics::default(), self.lesson)
    }
}
