//! The erased form of [`Serialize`]: an analysis has it when it was erased by [`AnyCpa::serializable`]. One that has not
//! refuses to be written and reads nothing, so that its results are not kept.

use super::{AnyCpa, AnyPrecision, AnyState, Erased, erase_precision, erase_state};
use crate::context::{Cx, Res};
use crate::reduce::{Reduce, ReductionScope};
use crate::refinement::Refine;
use crate::serialize::{Reader, Serialize, Writer};
use std::sync::Arc;

/// Such an analysis as an object.
pub(super) type Object = dyn Serialize<State = AnyState, Precision = AnyPrecision>;

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Refine + Serialize> Serialize for Erased<C>
where
    C::State: Send + Sync + 'static,
    C::Precision: Send + Sync + 'static,
{
    fn write_state(&self, state: &AnyState, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.0.write_state(self.state(state)?, out, cx)
    }
    fn read_state(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        Ok(self.0.read_state(input, cx)?.map(erase_state))
    }
    fn write_precision(&self, precision: &AnyPrecision, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.0.write_precision(self.precision(precision)?, out, cx)
    }
    fn read_precision(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<AnyPrecision>> {
        Ok(self.0.read_precision(input, cx)?.map(erase_precision))
    }
    fn write_context(&self, scope: &ReductionScope<'_>, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.0.write_context(scope, out, cx)
    }
}

impl AnyCpa {
    /// Erases an analysis that can refine and be run block by block, and whose results for blocks can be kept.
    pub fn serializable<C: Reduce + Serialize + 'static>(cpa: C) -> Self
    where
        C::State: Send + Sync + 'static,
        C::Precision: Send + Sync + 'static,
    {
        let erased = Arc::new(Erased(cpa));
        Self { cpa: erased.clone(), reduce: Some(erased.clone()), serialize: Some(erased), distribute: None }
    }

    /// True when results for blocks can be kept: the analysis was erased by [`AnyCpa::serializable`].
    pub fn serializes(&self) -> bool {
        self.serialize.is_some()
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Serialize for AnyCpa {
    fn write_state(&self, state: &AnyState, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        match &self.serialize {
            Some(serialize) => serialize.write_state(state, out, cx),
            None => refused(out),
        }
    }
    fn read_state(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        self.serialize.as_ref().map_or(Ok(None), |serialize| serialize.read_state(input, cx))
    }
    fn write_precision(&self, precision: &AnyPrecision, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        match &self.serialize {
            Some(serialize) => serialize.write_precision(precision, out, cx),
            None => refused(out),
        }
    }
    fn read_precision(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<AnyPrecision>> {
        self.serialize.as_ref().map_or(Ok(None), |serialize| serialize.read_precision(input, cx))
    }
    fn write_context(&self, scope: &ReductionScope<'_>, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        match &self.serialize {
            Some(serialize) => serialize.write_context(scope, out, cx),
            None => refused(out),
        }
    }
}

fn refused(out: &mut Writer<'_>) -> Res<()> {
    out.refuse();
    Ok(())
}
