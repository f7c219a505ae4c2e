//! The erased form of [`Distribute`]: an analysis has it when it was erased by [`AnyCpa::distributable`]. One that has not has
//! no top and no payload, so that no worker gets a state of it.

use super::{AnyCpa, AnyPrecision, AnyState, Erased, erase_precision, erase_state};
use crate::context::{Cx, Failure, Res};
use crate::distribute::{BlockPrecondition, Distribute, EntryPlace};
use crate::names::Names;
use crate::refinement::AbstractPath;
use crate::serialize::{Reader, Writer};
use cairn_ir::{NodeId, Program};
use std::cell::Cell;
use std::sync::Arc;

/// Such an analysis as an object.
pub(super) type Object = dyn Distribute<State = AnyState, Precision = AnyPrecision>;

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Distribute> Distribute for Erased<C>
where
    C::State: Send + Sync + 'static,
    C::Precision: Send + Sync + 'static,
{
    fn combine(&self, new: &AnyState, old: &AnyState, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        Ok(self.0.combine(self.state(new)?, self.state(old)?, cx)?.map(erase_state))
    }
    fn proceeds(&self, new: &AnyState, known: &mut dyn Iterator<Item = &AnyState>, cx: &mut Cx<'_>) -> Res<bool> {
        let foreign = Cell::new(false);
        let mut states = known.map_while(|other| {
            let other = other.downcast();
            foreign.set(foreign.get() || other.is_none());
            other
        });
        let result = self.0.proceeds(self.state(new)?, &mut states, cx)?;
        if foreign.get() { Err(self.foreign()) } else { Ok(result) }
    }
    fn top(&self, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        Ok(self.0.top(at, cx)?.map(erase_state))
    }
    fn unmerged(&self, state: &AnyState, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        Ok(self.0.unmerged(self.state(state)?, at, cx)?.map(erase_state))
    }
    fn write_payload(&self, state: &AnyState, at: EntryPlace, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.0.write_payload(self.state(state)?, at, out, cx)
    }
    fn read_payload(&self, at: EntryPlace, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        Ok(self.0.read_payload(at, input, cx)?.map(erase_state))
    }
    fn precondition(
        &self,
        path: &AbstractPath<AnyState, AnyPrecision>,
        condition: Option<&[u8]>,
        names: &Names<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<BlockPrecondition<AnyPrecision>> {
        Ok(match self.0.precondition(&self.path(path)?, condition, names, cx)? {
            BlockPrecondition::Refuted(list) => {
                BlockPrecondition::Refuted(list.into_iter().map(|(index, p)| (index, erase_precision(p))).collect())
            }
            BlockPrecondition::Possible { condition, words } => BlockPrecondition::Possible { condition, words },
            BlockPrecondition::Unknown => BlockPrecondition::Unknown,
        })
    }
    fn matters(&self, precision: &AnyPrecision, nodes: &mut dyn Iterator<Item = NodeId>, program: &Program) -> bool {
        precision.downcast().is_none_or(|precision| self.0.matters(precision, nodes, program))
    }
    fn tracked(&self, precision: &AnyPrecision, cx: &mut Cx<'_>) -> Res<Vec<String>> {
        self.0.tracked(self.precision(precision)?, cx)
    }
}

impl AnyCpa {
    /// Erases an analysis that can refine, and whose states can be sent from worker to worker.
    pub fn distributable<C: Distribute + 'static>(cpa: C) -> Self
    where
        C::State: Send + Sync + 'static,
        C::Precision: Send + Sync + 'static,
    {
        let erased = Arc::new(Erased(cpa));
        Self { cpa: erased.clone(), reduce: None, serialize: Some(erased.clone()), distribute: Some(erased) }
    }

    fn distributed(&self) -> Res<&Object> {
        let missing = || Failure::Internal(format!("{} cannot be run by workers", self.cpa.name()));
        self.distribute.as_deref().ok_or_else(missing)
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Distribute for AnyCpa {
    fn combine(&self, new: &AnyState, old: &AnyState, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        self.distributed()?.combine(new, old, cx)
    }
    fn proceeds(&self, new: &AnyState, known: &mut dyn Iterator<Item = &AnyState>, cx: &mut Cx<'_>) -> Res<bool> {
        self.distributed()?.proceeds(new, known, cx)
    }
    fn top(&self, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        self.distributed()?.top(at, cx)
    }
    fn unmerged(&self, state: &AnyState, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        self.distributed()?.unmerged(state, at, cx)
    }
    fn write_payload(&self, state: &AnyState, at: EntryPlace, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        self.distributed()?.write_payload(state, at, out, cx)
    }
    fn read_payload(&self, at: EntryPlace, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<AnyState>> {
        self.distributed()?.read_payload(at, input, cx)
    }
    fn precondition(
        &self,
        path: &AbstractPath<AnyState, AnyPrecision>,
        condition: Option<&[u8]>,
        names: &Names<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<BlockPrecondition<AnyPrecision>> {
        self.distributed()?.precondition(path, condition, names, cx)
    }
    fn matters(&self, precision: &AnyPrecision, nodes: &mut dyn Iterator<Item = NodeId>, program: &Program) -> bool {
        self.distribute.as_ref().is_none_or(|distribute| distribute.matters(precision, nodes, program))
    }
    fn tracked(&self, precision: &AnyPrecision, cx: &mut Cx<'_>) -> Res<Vec<String>> {
        self.distributed()?.tracked(precision, cx)
    }
}
