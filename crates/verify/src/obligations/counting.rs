//! Progress of a run over obligations: the stage of a query, behind how many obligations are open.

use cairn_cpa::{Observer, Progress};

/// Tells how many obligations are open with the stage.
pub(super) struct Counting<'o> {
    pub inner: &'o mut (dyn Observer + Send),
    pub open: String,
}

impl Observer for Counting<'_> {
    fn progress(&mut self, progress: Progress) {
        self.inner.progress(progress);
    }
    fn stage(&mut self, name: &str, number: usize, of: usize) {
        self.inner.stage(&format!("{}: {name}", self.open), number, of);
    }
}
