//! The abstract state (SLICE 3.2: "the abstract domain of the slicing CPA is that of the wrapped CPA"), with one thing more.
//!
//! A function may be in the slice because of one call of it, while another call is outside. All that happens below that
//! other call is hidden, so the state remembers in which frame that began. The paper hides edges wherever they are
//! executed, and would execute the body of the function for a call whose arguments it has hidden.

use cairn_cpa::Facts;
use cairn_ir::Program;

/// A state of the analysis below, and where hiding began.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SliceState<S> {
    /// The state of the analysis below.
    pub inner: S,
    /// The frame from which on, inwards, everything is hidden: that of a call outside the slice.
    pub hidden_from: Option<u32>,
}

impl<S: Facts> Facts for SliceState<S> {
    fn summary(&self, program: &Program) -> String {
        let inner = self.inner.summary(program);
        match self.hidden_from {
            Some(_) if inner.is_empty() => "hidden".to_owned(),
            Some(_) => format!("hidden, {inner}"),
            None => inner,
        }
    }
}
