//! Where an execution can stop: before the first operation of a line, and at the violation.
//!
//! The idea: all stops are noted in one run, so that stepping, in either direction, is a search in a list. A line begins where another line was
//! before, in the same call, or where a loop that is on one line begins anew. A stop resumes its line where a call has returned into it: stepping over
//! calls passes it by.
//!
//! Invariant: stops are in the order of the execution, and the last one is the violation. Why not a stop for each step: a line of C has a dozen.
//! Of an execution with too many stops the earliest are forgotten, since what explains a violation is mostly near it.

const MOST: usize = 1 << 23;

/// A moment at which an execution can stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StopPoint {
    pub step: u64,
    /// Frames on the stack, up to the one that the line is in.
    pub depth: u32,
    /// The line, by its number in the table of lines.
    pub line: u32,
    /// A call has returned into the line.
    pub resumes: bool,
}

#[derive(Debug, Default)]
pub struct Stops {
    all: Vec<StopPoint>,
    /// The line that each open call is at.
    lines: Vec<Option<u32>>,
    /// Where a stop was noted last: its depth and its line.
    last: Option<(u32, u32)>,
    /// The head of a loop was met since then.
    is_at_head: bool,
    forgotten: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// To the next line, into calls.
    Into,
    /// To the next line, over calls.
    Over,
    Out,
}

impl Stops {
    /// An operation is about to be executed, on a line, with so many frames.
    pub fn note(&mut self, step: u64, depth: u32, line: u32, is_head: bool) {
        if self.last == Some((depth, line)) && !(is_head && self.is_at_head) {
            self.is_at_head |= is_head;
            return;
        }
        self.is_at_head = is_head;
        let deepest = depth as usize + 1;
        let resumes = self.lines.get(depth as usize) == Some(&Some(line)) && self.lines.len() > deepest && !is_head;
        self.lines.resize(deepest, None);
        self.lines[depth as usize] = Some(line);
        self.last = Some((depth, line));
        self.put(StopPoint { step, depth, line, resumes });
    }

    /// A call begins, with so many frames now.
    pub fn enter(&mut self, depth: u32) {
        self.lines.resize(depth as usize, None);
        self.lines.push(None);
    }

    pub fn end(&mut self, step: u64, depth: u32, line: u32) {
        self.put(StopPoint { step, depth, line, resumes: false });
    }

    fn put(&mut self, stop: StopPoint) {
        if self.all.len() >= MOST {
            self.all.drain(..MOST / 2);
            self.forgotten = true;
        }
        self.all.push(stop);
    }

    pub fn are_forgotten(&self) -> bool {
        self.forgotten
    }

    pub fn all(&self) -> &[StopPoint] {
        &self.all
    }

    /// The number of the last one.
    pub fn last(&self) -> usize {
        self.all.len().saturating_sub(1)
    }

    /// The stop after one; the last where there is none.
    pub fn after(&self, at: usize, stride: Stride) -> usize {
        let Some(here) = self.all.get(at) else { return self.last() };
        let found = (at + 1..self.all.len()).find(|next| is_reached(here, &self.all[*next], stride));
        found.unwrap_or(self.last())
    }

    /// The stop before one; the first where there is none.
    pub fn before(&self, at: usize, stride: Stride) -> usize {
        let Some(here) = self.all.get(at) else { return 0 };
        (0..at).rev().find(|earlier| is_reached(here, &self.all[*earlier], stride)).unwrap_or(0)
    }

    /// The next stop after one, or before it, on one of some lines.
    pub fn on_line(&self, at: usize, forward: bool, lines: &[u32]) -> Option<usize> {
        let is_there = |index: &usize| !self.all[*index].resumes && lines.contains(&self.all[*index].line);
        match forward {
            true => (at + 1..self.last()).find(is_there),
            false => (0..at.min(self.last())).rev().find(is_there),
        }
    }
}

fn is_reached(from: &StopPoint, to: &StopPoint, stride: Stride) -> bool {
    match stride {
        Stride::Into => true,
        Stride::Over => to.depth < from.depth || to.depth == from.depth && !to.resumes,
        Stride::Out => to.depth < from.depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line 1 calls a function with lines 7 and 8, and goes on; then comes line 2.
    fn with_call() -> Stops {
        let mut stops = Stops::default();
        stops.note(0, 2, 1, false);
        stops.note(1, 2, 1, false);
        stops.enter(3);
        stops.note(3, 3, 7, false);
        stops.note(4, 3, 8, false);
        stops.note(6, 2, 1, false);
        stops.note(7, 2, 2, false);
        stops.end(8, 2, 2);
        stops
    }

    #[test]
    fn a_call_is_stepped_over_into_and_out_of() {
        let stops = with_call();
        assert_eq!(stops.all().iter().map(|stop| stop.step).collect::<Vec<_>>(), [0, 3, 4, 6, 7, 8]);
        assert_eq!(
            (stops.after(0, Stride::Over), stops.after(0, Stride::Into), stops.after(1, Stride::Out)),
            (4, 1, 3)
        );
        assert_eq!(
            (stops.before(4, Stride::Over), stops.before(4, Stride::Into), stops.before(2, Stride::Out)),
            (0, 3, 0)
        );
        assert_eq!((stops.after(5, Stride::Over), stops.before(0, Stride::Into)), (5, 0));
    }

    #[test]
    fn a_breakpoint_is_met_once_for_each_time_that_its_line_begins() {
        let stops = with_call();
        assert_eq!((stops.on_line(0, true, &[1]), stops.on_line(5, false, &[1])), (None, Some(0)));
        assert_eq!((stops.on_line(0, true, &[2]), stops.on_line(4, true, &[2])), (Some(4), None));
        let mut looping = Stops::default();
        (0..3).for_each(|turn| looping.note(turn, 2, 1, true));
        looping.end(3, 2, 1);
        // The step of a loop and its condition, between the lines of its body.
        let mut body = Stops::default();
        let steps = [(1, false), (1, true), (2, false), (1, false), (1, true), (2, false)];
        (0..).zip(steps).for_each(|(step, (line, is_head))| body.note(step, 2, line, is_head));
        assert_eq!(body.all().iter().map(|stop| stop.line).collect::<Vec<_>>(), [1, 2, 1, 2]);
        assert_eq!((looping.on_line(0, true, &[1]), looping.on_line(2, false, &[1])), (Some(1), Some(1)));
    }
}
