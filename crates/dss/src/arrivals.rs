//! Handling of states that arrive at an entry: the operator *combine* (DCPA 3.7.3, figure 3; the fast worker of 4.1.6), and the
//! analysis's own merge.
//!
//! - States that wait at one place when one of them is taken are combined, first those that came first. Where the analysis keeps
//!   two states apart, each is explored by itself. What is no news is left out before, or it would be in the combined state.
//! - An analysis that merges states does so with those that were explored before, where the block lies in a cycle: its widening
//!   ends loops over several blocks. In all other blocks only so many states arrive.
//!
//! Invariant: the state that is explored is above all that it stands for, and its link names them ([`Link::parts`]).

use crate::log::MessageOutcome;
use crate::mailbox::Mailbox;
use crate::message::{Link, Message, MessageBody, StateBytes, entry_place};
use crate::worker::Worker;
use cairn_cpa::distribute::{Distribute, payload_of};
use cairn_cpa::{PathChecker, Res};
use std::sync::Arc;
use std::time::Instant;

/// A state, and the links whose states it is made of.
type Group<S> = (S, Vec<Arc<Link>>);

impl<C: Distribute, K: PathChecker, B: Mailbox<K::Counterexample>> Worker<'_, '_, '_, C, K, B> {
    /// A state is at the entry of a block, and others may wait there.
    pub(crate) fn arrived(&mut self, link: &Arc<Link>, thread: usize) -> Res<MessageOutcome> {
        let beside = self.board.beside(link);
        if beside.is_empty() {
            return self.postcondition(link);
        }
        self.counters.add("dss-messages", beside.len() as u64);
        let outcome = self.together(link, &beside)?;
        for message in &beside {
            if let Some(recorder) = self.board.recorder() {
                recorder.handled(message.number, thread, MessageOutcome::Combined, 0);
            }
            self.board.handled(message);
        }
        Ok(outcome)
    }

    fn together(&mut self, link: &Arc<Link>, beside: &[Message]) -> Res<MessageOutcome> {
        let known = self.board.entries(link);
        let mut groups: Vec<Group<C::State>> = Vec::new();
        let others = beside.iter().filter_map(|message| match &message.what {
            MessageBody::BlockPostcondition(link) => Some(link),
            MessageBody::ErrorCondition(..) | MessageBody::Precondition(_) => None,
        });
        for link in std::iter::once(link).chain(others) {
            if self.board.is_void(&self.board.known(), self.epoch, link) {
                self.counters.add("dss-outdated", 1);
                continue;
            }
            // What is no news must not be in the combined state.
            if (known.states.contains(&link.state) || !self.is_news(link, &known.states)?)
                && self.board.cover(link, &known)
            {
                self.counters.add("dss-no-news", 1);
                continue;
            }
            let state = self.state(&link.state, &link.place)?;
            self.join_group(state, link, &mut groups)?;
        }
        let mut outcome = MessageOutcome::NoNews;
        for (state, links) in groups {
            let made = match links.len() {
                1 => None,
                _ => self.made_of(&state, &links)?,
            };
            match made {
                Some(link) => {
                    self.counters.add("dss-combined", links.len() as u64 - 1);
                    outcome = self.postcondition(&link)?;
                }
                None => {
                    for link in &links {
                        outcome = self.postcondition(link)?;
                    }
                }
            }
        }
        Ok(outcome)
    }

    /// Puts a state to the first group that it can be combined with.
    fn join_group(&mut self, state: C::State, link: &Arc<Link>, groups: &mut Vec<Group<C::State>>) -> Res<()> {
        let cpa = self.exploration.cpa();
        for (old, links) in groups.iter_mut() {
            let begun = Instant::now();
            let both = cpa.combine(&state, old, &mut self.exploration.context())?;
            self.spent("dss-combine-microseconds", begun);
            if let Some(both) = both {
                *old = both;
                links.push(link.clone());
                return Ok(());
            }
        }
        groups.push((state, vec![link.clone()]));
        Ok(())
    }

    /// A link with a state that is made of those of others; `None` when it cannot be said.
    fn made_of(&mut self, state: &C::State, links: &[Arc<Link>]) -> Res<Option<Arc<Link>>> {
        let Some(first) = links.first() else { return Ok(None) };
        let (block, place, number) = (first.block, first.place.clone(), first.number);
        let (cpa, at) = (self.exploration.cpa(), entry_place(&place));
        let bytes = payload_of(cpa, state, at, self.names, &mut self.exploration.context())?;
        Ok(bytes.map(|bytes| Arc::new(Link::new(None, block, place, Some(bytes.into()), number, links.to_vec()))))
    }

    /// The state of a link merged with those that were explored at its place; `None` when it stays as it is.
    pub(crate) fn merged(&mut self, link: &Arc<Link>, known: &[StateBytes]) -> Res<Option<Arc<Link>>> {
        let cpa = self.exploration.cpa();
        if !cpa.merges() || !self.order.is_cyclic(link.block) {
            return Ok(None);
        }
        let mut merged = self.state(&link.state, &link.place)?;
        if self.board.known().is_separate(link.block) {
            let unmerged = cpa.unmerged(&merged, entry_place(&link.place), &mut self.exploration.context())?;
            let Some(unmerged) = unmerged else { return Ok(None) };
            let made = self.made_of(&unmerged, std::slice::from_ref(link))?;
            return Ok(made.filter(|made| made.state != link.state));
        }
        // The last is above most of the others.
        for old in known.iter().rev() {
            let old = self.state(old, &link.place)?;
            let cx = &mut self.exploration.context();
            if let Some(both) = cpa.merge(&merged, &old, &self.precision, cx)?
                && !cpa.leq(&old, &merged, cx)?
            {
                merged = both;
            }
        }
        let made = self.made_of(&merged, std::slice::from_ref(link))?;
        Ok(made.filter(|made| made.state != link.state))
    }
}
