//! The counters of block-abstraction memoization. A figure is a field and a name in [`BlockStatistics::counts`], nothing else.

/// Cost and savings of memoization and the fixpoint. All counts are deterministic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockStatistics {
    /// Blocks of the program.
    pub blocks: u64,
    /// Entries of the memo that were made.
    pub entries: u64,
    /// Entries that were copied because a refinement lay in a finished one.
    pub copies: u64,
    /// Replaced entries that nothing rested on any more.
    pub forgotten: u64,
    /// Block calls whose results were in the memo, finished.
    pub hits: u64,
    /// Block calls that read the results so far of an entry that is not finished.
    pub partial: u64,
    /// Block calls whose entry was there, but had to be explored further.
    pub resumed: u64,
    /// Block calls that had to make an entry.
    pub misses: u64,
    /// Rounds of the fixpoint after which something was read again.
    pub rounds: u64,
    /// Times that results were shown before they were all.
    pub shown: u64,
    /// The most frames at once.
    pub deepest: u64,
    /// The most graphs on one error path.
    pub graphs: u64,
    /// Error paths that were void because what they rest on was cut meanwhile.
    pub stale: u64,
    /// Entries that an earlier run has explored.
    pub recalled: u64,
    /// Those of them that were explored again because an error path leads through them.
    pub discarded: u64,
    /// Entries that were kept for later runs.
    pub kept: u64,
}

impl BlockStatistics {
    /// The counts by name, in a fixed order.
    pub fn counts(&self) -> [(&'static str, u64); 16] {
        [
            ("bam-blocks", self.blocks),
            ("bam-entries", self.entries),
            ("bam-copied-entries", self.copies),
            ("bam-forgotten-entries", self.forgotten),
            ("bam-hits", self.hits),
            ("bam-partial-hits", self.partial),
            ("bam-resumed", self.resumed),
            ("bam-misses", self.misses),
            ("bam-fixpoint-rounds", self.rounds),
            ("bam-unsettled-results", self.shown),
            ("bam-deepest-nesting", self.deepest),
            ("bam-graphs-on-error-path", self.graphs),
            ("bam-stale-paths", self.stale),
            ("summaries-read", self.recalled),
            ("summaries-discarded", self.discarded),
            ("summaries-written", self.kept),
        ]
    }
}
