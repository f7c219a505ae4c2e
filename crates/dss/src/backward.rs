//! Violation conditions that go back block by block (DCPA 3.4.9, 4.1.5 and 4.1.6: the analysis worker, backward).
//!
//! The actor of the block before a condition explores its block from the state that it was sent, and asks the analysis
//! ([`Distribute::precondition`]): the block refutes the condition, and what refutes it begins a new epoch; or the condition at the block's entry goes to
//! the block before that. Where the program begins, and where the analysis cannot say a condition, the whole chain is looked at as
//! [`crate::violation_path`] does: only that confirms a violation or gives a target up.
//!
//! Invariant: what a block refutes, the whole chain refutes, since it goes through the block. So this changes which predicates are
//! found and by whom, and no verdict. A condition goes along one chain of messages, which is finite, loops included: there is no
//! abstraction that ends it.

use crate::log::MessageOutcome;
use crate::mailbox::Mailbox;
use crate::message::{Link, ViolationCondition};
use crate::violation_path::Chain;
use crate::worker::{Conditions, Worker};
use cairn_cpa::distribute::{BlockPrecondition, Distribute};
use cairn_cpa::{Cpa, Failure, NoObserver, PathChecker, Refine, Res};
use std::sync::Arc;

impl<C: Distribute, K: PathChecker, B: Mailbox<K::Counterexample>> Worker<'_, '_, '_, C, K, B> {
    /// A target was met in the block of a link, after so many that were given up.
    pub(crate) fn target(&mut self, link: &Arc<Link>, passed: usize, number: u64) -> Res<MessageOutcome> {
        let target = ViolationCondition { target: link.clone(), passed, link: link.clone(), behind: None };
        // A state that was made of several was sent along several chains.
        match self.conditions {
            Conditions::Blocks if link.made_of_several().is_empty() => self.back(&target, number),
            _ => self.condition(link, passed, number),
        }
    }

    /// A condition is at the end of the block of a link.
    pub(crate) fn back(&mut self, condition: &ViolationCondition, number: u64) -> Res<MessageOutcome> {
        self.counters.add("dss-preconditions", 1);
        let ViolationCondition { target, passed, link, behind } = condition;
        if let Some(outdated) = self.board.outdated(target) {
            self.board.explore_again(&outdated, number);
            return Ok(MessageOutcome::Outdated);
        }
        match self.precondition(condition)? {
            BlockPrecondition::Refuted(increments) => {
                // What is tracked at the block's entry concerns the end of the block before.
                let is_entry = increments.iter().any(|(index, _)| *index == 0);
                let pivot = link.before.as_ref().filter(|_| is_entry).unwrap_or(link);
                let cpa = self.exploration.cpa();
                let increments = increments.into_iter().map(|(_, increment)| increment);
                let increment: Option<<C as Cpa>::Precision> =
                    increments.reduce(|all, more| Refine::join_precision(cpa, &all, &more));
                if let Some(increment) = increment
                    && self.refine(&increment, (pivot, link.block), number)?
                {
                    self.counters.add("dss-refuted-by-block", u64::from(behind.is_some()));
                    return Ok(MessageOutcome::Refuted);
                }
            }
            BlockPrecondition::Possible { condition, words } => {
                if let Some(before) = &link.before {
                    let behind = Some((link.clone(), condition.into()));
                    let condition =
                        ViolationCondition { target: target.clone(), passed: *passed, link: before.clone(), behind };
                    if self.board.send_back(self.epoch, &Arc::new(condition), (&words, number)) {
                        return Ok(MessageOutcome::SentBack);
                    }
                }
            }
            BlockPrecondition::Unknown => {
                self.counters.add("dss-conditions-unsaid", 1);
            }
        }
        self.condition(target, *passed, number)
    }

    fn precondition(&mut self, condition: &ViolationCondition) -> Res<BlockPrecondition<C::Precision>> {
        let ViolationCondition { target, passed, link, behind } = condition;
        let state = self.state(&link.state, &link.place)?;
        let mut chain = Chain {
            names: self.names,
            graph: self.board.graph(),
            last: Some(target.clone()),
            passed: *passed,
            precision: self.precision_id,
            separate: Vec::new(),
            links: Vec::new(),
            lesson: None,
            given_up: None,
            exploration: &mut self.exploration,
        };
        let next = behind.as_ref().map(|(next, _)| next);
        let path = match chain.through(state, link, next, &mut NoObserver) {
            Ok((path, _)) => path,
            Err(Failure::Unsupported { .. }) => return Ok(BlockPrecondition::Unknown),
            Err(failure) => return Err(failure),
        };
        let condition = behind.as_ref().map(|(_, condition)| &**condition);
        let cpa = self.exploration.cpa();
        cpa.precondition(&path, condition, self.names, &mut self.exploration.context())
    }
}
