//! Who has the next turn, and for how long: the arithmetic of [`crate::turns`], without threads and clocks.
//!
//! Invariant: after a round, each member of weight `w` that takes part has been granted `w` times the same time, and this
//! is less than twice what the round alone granted (but for the change of weights in one round). So what one member decides with so much of its time is decided when all
//! have had about twice as much, times their weights.

use std::time::Duration;

/// From this round on slices grow no more: ten milliseconds are four months there.
const LAST_DOUBLING: u32 = 30;

/// The slice of a member of weight one in the first round. Less is used up by the building of an analysis.
pub const FIRST_SLICE: Duration = Duration::from_millis(10);

/// From this round on the weights are the later ones.
pub const LATER: u32 = 4;

/// One that takes turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// How many times as long as those of weight one its slices are.
    pub weight: u32,
    /// The same from round [`LATER`] on: who decides soon or never needs less then, and who goes on deciding gets more.
    pub later: u32,
    /// Its first round, from 1 on.
    pub from_round: u32,
}

/// Current state of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It waits for a turn, and has used so much of the processor so far.
    Waits {
        /// Its own processor time.
        used: Duration,
    },
    /// It has a turn.
    Runs,
    /// It takes no more turns.
    Ended,
}

/// The rounds.
#[derive(Clone, Debug)]
pub struct Schedule {
    members: Vec<Member>,
    first_slice: Duration,
    round: u32,
    next: usize,
    /// The sum of the slices of each.
    granted: Vec<Duration>,
}

impl Schedule {
    /// Before the first turn.
    pub fn new(members: &[Member], first_slice: Duration) -> Self {
        let granted = vec![Duration::ZERO; members.len()];
        Self { members: members.to_vec(), first_slice, round: 1, next: 0, granted }
    }

    /// A member's slice in this round.
    pub fn slice(&self, place: usize) -> Duration {
        let doubled = 1 << (self.round - 1).min(LAST_DOUBLING);
        let Member { weight, later, .. } = self.members[place];
        self.first_slice.saturating_mul(doubled).saturating_mul(if self.round < LATER { weight } else { later })
    }

    /// Who is next, and up to which sum of its time; the last one has no end. `None` where nobody waits.
    pub fn next(&mut self, standing: impl Fn(usize) -> Standing) -> Option<(usize, Option<Duration>)> {
        let places = 0..self.members.len();
        let waits = |place: &usize| matches!(standing(*place), Standing::Waits { .. });
        let only = places.clone().find(waits)?;
        if places.filter(|place| standing(*place) != Standing::Ended).count() == 1 {
            return Some((only, None));
        }
        loop {
            let place = self.next;
            let takes_part = self.round >= self.members[place].from_round && standing(place) != Standing::Ended;
            let slice = self.slice(place);
            if takes_part {
                self.granted[place] = self.granted[place].saturating_add(slice);
            }
            self.next += 1;
            if self.next == self.members.len() {
                (self.next, self.round) = (0, self.round.saturating_add(1));
            }
            // Slices of nothing are used up at once; nobody is behind then.
            if takes_part
                && let Standing::Waits { used } = standing(place)
                && (used < self.granted[place] || slice == Duration::ZERO)
            {
                return Some((place, Some(self.granted[place])));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn member(weight: u32, from_round: u32) -> Member {
        Member { weight, later: weight, from_round }
    }
    const MS: Duration = Duration::from_millis(1);

    /// The turns of members that use up each of them, but for what they use beyond it.
    fn turns(members: &[Member], overrun: &[Duration], count: usize) -> Vec<(usize, u128)> {
        let (mut schedule, mut used) = (Schedule::new(members, MS), vec![Duration::ZERO; members.len()]);
        let mut taken = Vec::new();
        for _ in 0..count {
            let (place, until) = schedule.next(|place| Standing::Waits { used: used[place] }).unwrap();
            taken.push((place, (until.unwrap() - used[place]).as_millis()));
            used[place] = until.unwrap() + overrun[place];
        }
        taken
    }

    #[test]
    fn slices_double_and_weights_multiply_them() {
        let taken = turns(&[member(2, 1), member(1, 1), member(1, 3)], &[Duration::ZERO; 3], 7);
        assert_eq!(taken, [(0, 2), (1, 1), (0, 4), (1, 2), (0, 8), (1, 4), (2, 4)]);
    }

    #[test]
    fn weights_change_once() {
        let member = |weight, later| Member { weight, later, from_round: 1 };
        let taken = turns(&[member(3, 1), member(1, 2)], &[Duration::ZERO; 2], 10);
        assert_eq!(taken[4..], [(0, 12), (1, 4), (0, 8), (1, 16), (0, 16), (1, 32)]);
    }

    #[test]
    fn who_used_more_than_its_slices_is_left_out_until_it_has_not() {
        // Beyond its first slice of 1 ms it uses 6 ms more: so much it has been granted in the third round.
        let taken = turns(&[member(1, 1), member(1, 1)], &[6 * MS, Duration::ZERO], 6);
        assert_eq!(taken, [(0, 1), (1, 1), (1, 2), (1, 4), (0, 8), (1, 8)]);
    }

    #[test]
    fn the_last_one_has_no_end_and_nobody_waits_for_the_ended() {
        let mut schedule = Schedule::new(&[member(1, 1), member(1, 9)], MS);
        let waits = Standing::Waits { used: Duration::ZERO };
        let of = |first, second| move |place| if place == 0 { first } else { second };
        assert_eq!(schedule.next(of(Standing::Runs, Standing::Ended)), None);
        assert_eq!(schedule.next(of(waits, Standing::Ended)), Some((0, None)));
        // One that joins later is there.
        assert_eq!(schedule.next(of(waits, waits)), Some((0, Some(MS))));
        // Where nobody else waits, the round in which it joins comes at once.
        assert_eq!(schedule.next(of(Standing::Runs, waits)).map(|(place, _)| place), Some(1));
    }
}
