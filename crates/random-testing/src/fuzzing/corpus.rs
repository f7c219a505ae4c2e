//! The executions that covered something new: what further ones are made from.

use super::execution::TestCase;
use cairn_interp::Missing;
use fastrand::Rng;

/// More are not kept: of those that covered no new edge, the oldest go.
const MOST: usize = 1024;
/// So many are looked at for the next base.
const CANDIDATES: usize = 6;
/// Steps that cost as much as being picked once more.
const SHORT: u64 = 500;

/// An execution that covered something new.
#[derive(Clone, Debug)]
pub struct CorpusEntry {
    pub case: TestCase,
    pub compared: Vec<(i128, i128)>,
    /// Missing things that it asked for.
    pub missing: Missing,
    pub steps: u64,
    /// It took an edge for the first time, and not only another number of times.
    pub has_new_edge: bool,
    /// How often it was a base.
    pub picked: u32,
    /// How often it was asked how it could leave its path: as it is, and then with longer numbers.
    pub followed: u8,
}

impl CorpusEntry {
    /// The less, the sooner it is a base: what was picked seldom, is short, and stands where nothing stood before.
    fn cost(&self) -> u64 {
        let cost = u64::from(self.picked + 1) * (self.steps / SHORT + 1);
        if self.has_new_edge { cost } else { cost * 4 }
    }
}

/// Executions, the newest last.
#[derive(Debug, Default)]
pub struct Corpus(Vec<CorpusEntry>);

impl Corpus {
    /// Keeps one.
    pub fn keep(&mut self, entry: CorpusEntry) {
        if self.0.len() >= MOST {
            let oldest = self.0.iter().position(|entry| !entry.has_new_edge).unwrap_or(0);
            self.0.remove(oldest);
        }
        self.0.push(entry);
    }

    /// The next one to follow: where something was new, and short.
    pub fn unfollowed(&mut self) -> Option<&mut CorpusEntry> {
        let open = self.0.iter_mut().filter(|entry| entry.followed < 2);
        open.min_by_key(|entry| (!entry.has_new_edge, entry.followed, entry.steps))
    }

    /// One to start from, and another one, of which parts may be taken.
    pub fn pick(&mut self, rng: &mut Rng) -> Option<(&CorpusEntry, &CorpusEntry)> {
        if self.0.is_empty() {
            return None;
        }
        let candidates = (0..CANDIDATES).map(|_| rng.usize(..self.0.len()));
        let at = candidates.min_by_key(|at| self.0[*at].cost())?;
        self.0[at].picked += 1;
        Some((&self.0[at], &self.0[rng.usize(..self.0.len())]))
    }
}
