//! The coverage of executions: each edge, with how often it was taken in one execution; large numbers by their order of
//! magnitude, so that each step of a short sequence counts as new, and the hundred and first round of a loop does not.

use cairn_base::IdVec;
use cairn_ir::{EdgeId, Program};

/// Coverage of all executions together, and that of the running one.
pub struct Coverage {
    /// A bit for each class of [`class`].
    seen: IdVec<EdgeId, u64>,
    taken: IdVec<EdgeId, u32>,
    touched: Vec<EdgeId>,
    counts: Counts,
    edges: usize,
}

/// Which numbers of times are different.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Up to 32 all: a sequence of inputs gets further one by one.
    Exact,
    /// 1, 2, 3, and then orders of magnitude (as AFL has it): of a text, most letters are like another.
    Magnitudes,
}

impl Coverage {
    pub fn new(program: &Program, counts: Counts) -> Self {
        let seen = program.edges.ids().map(|_| 0).collect();
        let taken = program.edges.ids().map(|_| 0).collect();
        Self { seen, taken, touched: Vec::new(), counts, edges: 0 }
    }

    /// The running execution takes an edge.
    #[inline]
    pub fn take(&mut self, edge: EdgeId) {
        let taken = &mut self.taken[edge];
        if *taken == 0 {
            self.touched.push(edge);
        }
        *taken = taken.saturating_add(1);
    }

    /// The execution is over: true when it covered something new.
    pub fn finish(&mut self) -> bool {
        let mut is_new = false;
        for edge in self.touched.drain(..) {
            let class = 1 << self.counts.class(std::mem::take(&mut self.taken[edge]));
            is_new |= self.seen[edge] & class == 0;
            self.edges += usize::from(self.seen[edge] == 0);
            self.seen[edge] |= class;
        }
        is_new
    }

    /// Whether some execution took an edge.
    pub fn has(&self, edge: EdgeId) -> bool {
        self.seen[edge] != 0
    }

    /// How many edges were taken by some execution.
    pub fn edges(&self) -> usize {
        self.edges
    }
}

/// Numbers above 0 by themselves up to this, then by their order of magnitude: below 64 in all.
const EXACT: u32 = 32;

impl Counts {
    fn class(self, taken: u32) -> u32 {
        match self {
            Counts::Exact if taken <= EXACT => taken - 1,
            Counts::Exact => EXACT - 5 + taken.ilog2(),
            Counts::Magnitudes if taken <= 3 => taken - 1,
            Counts::Magnitudes => 1 + taken.ilog2(),
        }
    }
}
