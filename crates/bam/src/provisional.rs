//! Results that are not all, shown to the caller: what a recursive block returns may have no end (`id(n)` returns 0, 1,
//! 2, … when nothing is known of `n`), and a violation behind the thousandth result is met only by a caller that sees it.
//!
//! After some rounds of a fixpoint (BAM 3.3.2) the frame of the head ends and the results so far are applied to its block
//! call: a *provisional* application, as those inside the component are. The caller goes on with them; what it finds
//! is checked as any path is. A caller that has nothing left to explore shows its own results in the same way, down to
//! the outermost frame, which begins the next *turn*: all calls with provisional applications wait again, and the blocks
//! behind them are taken up where they were left. Each turn has twice as many rounds as the one before, so a fixpoint
//! that ends after `n` rounds is interrupted `log n` times.
//!
//! Within a turn an entry that has shown its results is not explored further, else two calls in a row would send each
//! other on for ever while their caller waits.
//!
//! Invariants: a frame that was shown something provisional is never finished in that turn; an entry that rests on
//! something provisional is never finished at all, so TRUE still needs all results.

use crate::engine::Engine;
use crate::memo::{EntryId, Status};
use cairn_cpa::{ArgId, Reduce, Res};

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// Whether an entry has shown its results in this turn, and was not changed since.
    pub(crate) fn has_shown(&self, id: EntryId) -> bool {
        let entry = &self.entries[id];
        entry.status == Status::Waiting && entry.shown_in == Some(self.turn)
    }

    /// A round of the fixpoint of an entry is done; true when it is time to show its results.
    pub(crate) fn is_due(&mut self, id: EntryId) -> bool {
        let entry = &mut self.entries[id];
        entry.rounds += 1;
        let due = entry.rounds >= entry.rounds_to_show;
        if due {
            (entry.rounds, entry.rounds_to_show) = (0, entry.rounds_to_show.saturating_mul(2));
        }
        due
    }

    /// Ends the frame on top and shows its results to the frame below; the outermost one begins the next turn.
    pub(crate) fn show(&mut self) -> Res<()> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.sees_provisional = false;
        let (id, call) = (frame.entry, frame.call);
        for pending in self.pending.split_off(frame.pending.min(self.pending.len())) {
            self.entries[pending].is_pending = false;
            self.abandon(pending);
        }
        self.abandon(id);
        let Some(call) = call else {
            self.turn += 1;
            self.entries[id].status = Status::ActiveEntries(0);
            return Ok(());
        };
        self.pop_frame();
        self.entries[id].shown_in = Some(self.turn);
        self.figures.shown += 1;
        self.apply_provisional(call, id)
    }

    /// Applies the results so far of an entry that has shown them to a block call of the frame on top.
    pub(crate) fn apply_provisional(&mut self, call: ArgId, source: EntryId) -> Res<()> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.sees_provisional = true;
        let parent = frame.entry;
        self.apply(parent, call, source, false)
    }
}
