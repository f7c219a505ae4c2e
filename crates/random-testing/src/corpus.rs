//! The inputs of executions that covered something new: what further inputs are made from.

use cairn_interp::RecordedInput;
use fastrand::Rng;

/// More are not kept: the oldest go.
const MOST: usize = 256;
/// More inputs than these are not kept in all sequences together: one takes some 50 bytes.
const MOST_INPUTS: usize = 4_000_000;

/// Input sequences, the newest last.
#[derive(Default)]
pub struct Corpus(Vec<Vec<RecordedInput>>);

/// What an execution repeats of an earlier one: all inputs but those that are made up anew.
pub struct Base {
    pub inputs: Vec<RecordedInput>,
    /// The first that is made up.
    pub from: usize,
    /// The first after it that is repeated again.
    pub until: usize,
}

impl Corpus {
    pub fn keep(&mut self, inputs: Vec<RecordedInput>) {
        let mut together = inputs.len() + self.0.iter().map(Vec::len).sum::<usize>();
        while self.0.len() >= MOST || (together > MOST_INPUTS && !self.0.is_empty()) {
            together -= self.0.remove(0).len();
        }
        self.0.push(inputs);
    }

    /// Something to start from; the newest most often, for it stands where least has been tried.
    pub fn pick(&self, rng: &mut Rng) -> Option<Base> {
        let age = rng.usize(..=self.0.len()).min(rng.usize(..=self.0.len()));
        let inputs = self.0.iter().rev().nth(age).filter(|inputs| !inputs.is_empty())?.clone();
        let from = rng.usize(..=inputs.len());
        let until = if rng.bool() { from + 1 } else { usize::MAX };
        Some(Base { inputs, from, until })
    }
}
