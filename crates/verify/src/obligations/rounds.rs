//! The order of queries: all that is open together, then parts of it, then single obligations in rounds.
//!
//! Each round gives a query twice the time of the one before. Invariant: what only a limit ended keeps its reasons when the rounds end, whatever
//! ends them. Why rounds end before the time does: on 24 tools of 40 to 140 lines rounds behind the first took half of the time of all
//! queries, and decided none of 430 rows.

use super::ObligationState;
use super::decide::{Run, is_open};
use super::executions::stopped_at_first;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

/// The first query about a single obligation has this part of the time that the user allows for one.
const FIRST_PART: u32 = 8;
/// The first query, about all, has at most this part of what is left.
const PART_FOR_ALL: u32 = 4;
/// Rounds go on for this part of the time, whatever they decide.
const PART_OF_ROUNDS: u32 = 4;
/// A turn of the fuzzer comes when queries took so many times as long as the last one.
const QUERIES_PER_FUZZING: u32 = 1;

impl Run<'_> {
    /// Answers of the analyses: all that is open together, parts of it, and single ones, again and again with more time each, as long as
    /// that decides something.
    pub(super) fn by_queries(&mut self) {
        let mut groups = VecDeque::from([self.open()]);
        let (mut round, mut decided) = (0, self.decided());
        while let Some(group) = groups.pop_front() {
            if self.in_queries > self.in_fuzzing * QUERIES_PER_FUZZING && !self.by_executions(false) {
                break;
            }
            let group: Vec<usize> = group.into_iter().filter(|index| is_open(&self.known.all[*index])).collect();
            if !group.is_empty() {
                if let Some(reason) = self.is_over() {
                    self.known.give_up(&reason);
                    break;
                }
                let start = Instant::now();
                let report = self.ask(&group, round);
                self.in_queries += start.elapsed();
                let is_found = self.learn(&group, report);
                (self.tell)(&self.known);
                if is_found && self.limits.stop_at_first {
                    self.known.give_up(&stopped_at_first());
                    break;
                }
                match is_found {
                    true => groups.push_front(group),
                    false => groups.extend(self.parts(&group)),
                }
                groups.make_contiguous().sort_by_key(Vec::len);
            }
            if groups.is_empty() {
                let before = std::mem::replace(&mut decided, self.decided());
                if before == decided && self.is_late() {
                    break;
                }
                // What only a limit ended is asked again, each by itself.
                round += 1;
                let ended = std::mem::take(&mut self.ended);
                for index in ended.keys() {
                    let state = &mut self.known.all[*index].state;
                    if matches!(state, ObligationState::Unknown(_)) {
                        *state = ObligationState::Open;
                    }
                }
                groups.extend(ended.keys().map(|index| vec![*index]));
                self.before = ended;
            }
        }
        for (index, reasons) in std::mem::take(&mut self.before).into_iter().chain(std::mem::take(&mut self.ended)) {
            let state = &mut self.known.all[index].state;
            if matches!(state, ObligationState::Unknown(_) | ObligationState::Open) {
                *state = ObligationState::Unknown(reasons);
            }
        }
        (self.tell)(&self.known);
    }

    /// How many have an answer that stays.
    fn decided(&self) -> usize {
        ["proved", "violated", "unreachable"].iter().map(|state| self.known.count(state)).sum()
    }

    /// Whether a round that decided nothing is the last one: one more, with twice the time for each, rarely decides anything either.
    fn is_late(&self) -> bool {
        let limits = self.request.limits;
        limits.time.is_some_and(|time| limits.start.elapsed() >= time / PART_OF_ROUNDS)
    }

    /// How long a query may take: for one obligation an eighth of what the user allows, and twice that in each round; for the obligations
    /// of a function half; for all together three times that, but no more than a part of what is left.
    pub(super) fn share(&self, group: &[usize], round: u32) -> Option<Duration> {
        let each = self.limits.each;
        let left = self.left();
        let share = match group {
            [_] => each / FIRST_PART * 2_u32.saturating_pow(round),
            _ if self.known.queries > 1 => each / 2,
            _ => (each * 3).min(left.map_or(Duration::MAX, |left| left / PART_FOR_ALL)),
        };
        Some(share.min(left.unwrap_or(share)))
    }

    /// Smaller groups of one that was not decided: by functions, and then one by one. Halves are not worth their time: one that is hard
    /// is enough for a group to stay open.
    fn parts(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let group: Vec<usize> = group.iter().copied().filter(|index| is_open(&self.known.all[*index])).collect();
        if group.len() < 2 {
            return Vec::new();
        }
        let mut functions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for index in &group {
            functions.entry(&self.known.all[*index].function).or_default().push(*index);
        }
        match functions.len() {
            1 => group.into_iter().map(|index| vec![index]).collect(),
            _ => functions.into_values().collect(),
        }
    }
}
