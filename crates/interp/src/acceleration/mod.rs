//! Loop acceleration in a concrete execution: rounds of a loop that are certain to take the same path are skipped, and their
//! effect is computed in closed form.
//!
//! A loop `while (x < 0x0fffffff) x += 2;` takes 2^27 rounds, each of which does the same thing. When the last steps of the
//! execution have been one path twice, from a node back to it in the same frame, the path is looked at once more
//! ([`round`]): every variable that a round reads before it writes it must change by a constant from round to round, and each
//! condition must be linear in the number of the round. From this follows exactly for how many rounds all conditions go the same way
//! and nothing overflows or wraps around. All of these rounds but the last are skipped. The last one is executed, so that whatever
//! a round writes before it reads it (variables of the loop's body, frames of functions that it calls, the lives of both) is
//! written by execution.
//!
//! Invariant: the state after a jump and one more round is the state that executing all rounds gives: bytes, lives, the
//! numbers of objects, the number of steps. Whatever is not understood is executed. A path on which an input is asked for, memory is
//! allocated or a library primitive is run is never skipped.
//!
//! No notion of loops of the program is needed: the period of the sequence of steps is what counts. So inner loops with a constant
//! number of rounds are part of the path of the outer loop, and calls are part of it as well.
//!
//! Why no summaries of nested loops: the rounds of an outer loop whose inner loop has a growing number of rounds do not take
//! the same path.

mod linear;
mod round;

use crate::run::Interpreter;
use cairn_ir::Step;

/// Steps that are remembered: twice the length of the longest path of a round.
const REMEMBERED: usize = 2048;
/// Steps between two looks, at first and at most.
const GAP: (u64, u64) = (2048, 1 << 16);
/// Periods that are tried at one look: the inner loop's, the outer loop's.
const PERIODS: usize = 4;
/// A jump over fewer steps is not worth the look.
const WORTHWHILE: u64 = 4 * REMEMBERED as u64;

/// A step, the frame that it ends in, and how many objects it has made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moved {
    step: Step,
    base: u64,
    objects: u64,
}

/// Skipper of rounds of one execution. It is told of each step.
#[derive(Clone, Debug)]
pub struct Accelerator {
    recent: Vec<Moved>,
    gap: u64,
    wait: u64,
    objects: u64,
    skipped: u64,
    /// The next look was put off, until a frame was left.
    is_moved: bool,
}

impl Default for Accelerator {
    fn default() -> Self {
        Self { recent: Vec::new(), gap: GAP.0, wait: GAP.0, objects: 0, skipped: 0, is_moved: false }
    }
}

impl Accelerator {
    /// How many steps were skipped so far.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The interpreter has taken a step: skips rounds where it can. `repeats` says whether its caller is in the same state
    /// after a path as before it; only then is the path skipped. True when rounds were skipped.
    #[inline]
    pub fn after(
        &mut self,
        interpreter: &mut Interpreter<'_, '_>,
        step: Step,
        repeats: impl FnMut(&[Step]) -> bool,
    ) -> bool {
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        let machine = &interpreter.machine;
        let made = machine.memory.objects.next;
        let objects = made.wrapping_sub(std::mem::replace(&mut self.objects, made));
        self.recent.push(Moved { step, base: machine.base, objects });
        if self.recent.len() < REMEMBERED {
            return false;
        }
        self.look(interpreter, repeats)
    }

    fn look(&mut self, interpreter: &mut Interpreter<'_, '_>, mut repeats: impl FnMut(&[Step]) -> bool) -> bool {
        let recent = std::mem::take(&mut self.recent);
        let mut skipped = 0;
        let most = interpreter.most_skipped();
        let mut of_periods = periods(&recent).into_iter().take(PERIODS);
        while skipped == 0 && most >= WORTHWHILE {
            let Some(period) = of_periods.next() else { break };
            let path = &recent[recent.len() - period..];
            if let Some(lowest) = leaves_frame(path) {
                // The path is that of a loop in a frame below: the next look is where that frame is executed.
                self.is_moved = !self.is_moved;
                if self.is_moved {
                    self.recent = recent[lowest + 1..].to_vec();
                    self.objects = interpreter.machine.memory.objects.next;
                    return false;
                }
                continue;
            }
            let steps: Vec<Step> = path.iter().map(|moved| moved.step).collect();
            if repeats(&steps) {
                skipped = jump(interpreter, path, most).unwrap_or(0);
            }
        }
        self.skipped = self.skipped.saturating_add(skipped);
        if skipped > 0 {
            (self.gap, self.wait) = (GAP.0, 0);
        } else {
            (self.gap, self.wait) = ((2 * self.gap).min(GAP.1), self.gap);
        }
        self.is_moved = false;
        skipped > 0
    }
}

impl Interpreter<'_, '_> {
    /// How many steps may be skipped from here: no step that has an entry in the trace.
    fn most_skipped(&self) -> u64 {
        let left = self.options.steps.min(self.most_skipped).saturating_sub(self.steps);
        match self.options.omits {
            _ if self.host.is_some() => 0,
            _ if !self.options.trace => left,
            Some((first, last)) if first <= self.steps + 1 => left.min(last.saturating_sub(self.steps)),
            _ => 0,
        }
    }
}

/// Skips rounds of a path that was taken twice by now; how many steps these are.
fn jump(interpreter: &mut Interpreter<'_, '_>, path: &[Moved], most: u64) -> Option<u64> {
    let round = round::of(&interpreter.machine, path)?;
    let length = path.len() as u64;
    // The last of the rounds is executed.
    let rounds = u64::try_from(round.rounds? - 1).ok()?.min(most / length);
    let made = path.iter().map(|moved| moved.objects).sum::<u64>();
    let (steps, objects) = (rounds.checked_mul(length)?, rounds.checked_mul(made)?);
    if steps < WORTHWHILE {
        return None;
    }
    let next = interpreter.machine.memory.objects.next.checked_add(objects)?;
    let mut written = Vec::new();
    for (address, size, number) in round.after(i128::from(rounds))? {
        written.push((address, number.to_le_bytes(), usize::from(size)));
    }
    for (address, bytes, size) in written {
        interpreter.machine.memory.replace(address, &bytes[..size]);
    }
    interpreter.machine.memory.objects.next = next;
    interpreter.steps += steps;
    if interpreter.options.trace {
        interpreter.trace.omit_steps(steps);
    }
    Some(steps)
}

/// Where a path is in the lowest frame, if that is one below the frame in which it begins.
fn leaves_frame(path: &[Moved]) -> Option<usize> {
    let (mut depth, mut lowest, mut found) = (0_i64, 0, None);
    for (at, moved) in path.iter().enumerate() {
        match moved.step {
            Step::Enter(..) => depth += 1,
            Step::Leave(..) => depth -= 1,
            Step::Edge(_) | Step::Hidden(_) => {}
        }
        if depth < lowest {
            (lowest, found) = (depth, Some(at));
        }
    }
    found
}

/// The lengths with which the end of a sequence repeats itself at least twice, each the shortest one of some part: those of
/// an inner loop, then of the loop around it.
fn periods(recent: &[Moved]) -> Vec<usize> {
    // The failure function of Knuth, Morris and Pratt is about prefixes, so the sequence is read from its end. For each
    // length of a prefix it gives the shortest period of that prefix.
    let length = recent.len();
    let at = |index: usize| &recent[length - 1 - index];
    let mut failure = vec![0_usize; length];
    let mut found: Vec<usize> = Vec::new();
    for index in 1..length {
        let mut border = failure[index - 1];
        while border > 0 && at(index) != at(border) {
            border = failure[border - 1];
        }
        if at(index) == at(border) {
            border += 1;
        }
        failure[index] = border;
        let prefix = index + 1;
        let period = prefix - border;
        if 2 * period <= prefix && !found.contains(&period) {
            found.push(period);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Moved, periods};
    use cairn_base::id::Id;
    use cairn_ir::{EdgeId, Step};

    #[test]
    fn periods_of_the_end_are_found() {
        let found = |text: &str| {
            let moved = |of: u8| Moved { step: Step::Edge(EdgeId::from_index(of as usize)), base: 0, objects: 0 };
            periods(&text.bytes().map(moved).collect::<Vec<_>>())
        };
        assert_eq!(found("xyabcabc"), [3]);
        assert_eq!(found("aaaa"), [1]);
        assert_eq!(found("abcd"), [0_usize; 0]);
        // The inner loop, then the outer loop.
        assert_eq!(found("oiioiioii"), [1, 3]);
        // The outer one may be a multiple of the inner one.
        assert_eq!(found("oiiioiiioiii"), [1, 4]);
        assert_eq!(found("opababopababopabab"), [2, 6]);
    }
}
