//! The result store as an engine sees it, without knowing how an analysis writes its states: an object, since
//! not every analysis can.

use cairn_blocks::BlockId;
use cairn_cpa::specification::SpecificationState;
use cairn_cpa::{Cx, Reduce, Res};
use cairn_ir::NodeId;

/// A state at the end of a block, with location and state of the specification.
pub(crate) type End<S> = (S, NodeId, SpecificationState);

/// Store of an engine's results: a [`crate::summaries::SummaryStore`], of whatever analysis.
pub(crate) trait ResultStore<C: Reduce> {
    /// The key of a block's results; nothing when it cannot be said. The outermost block has no state.
    fn key(
        &mut self,
        block: BlockId,
        specification: SpecificationState,
        state: Option<&C::State>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Vec<u8>>>;
    /// The results of a key, unless they were forgotten.
    fn find(&mut self, key: &[u8], cx: &mut Cx<'_>) -> Res<Option<Vec<End<C::State>>>>;
    /// Lets a key's results not be found any more, in this run.
    fn forget(&mut self, key: &[u8]);
    /// Keeps results: the number of bytes, none when they cannot be said or are known.
    fn keep(&mut self, key: Vec<u8>, precision: &C::Precision, ends: &[End<C::State>], cx: &mut Cx<'_>) -> Res<usize>;
    /// Precision learnt about a block.
    fn precision(&mut self, block: BlockId, cx: &mut Cx<'_>) -> Res<Option<C::Precision>>;
    /// Keeps what was learnt about a block.
    fn keep_precision(&mut self, block: BlockId, precision: &C::Precision, cx: &mut Cx<'_>) -> Res<()>;
}
