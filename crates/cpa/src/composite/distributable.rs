//! A composite run by workers (DCPA 5.2.2): a message has a part for each component, and a part that is not there is the
//! component's top.
//!
//! States are combined where all components combine theirs: with one part of each state the composite would be below none of
//! the two. Where a component keeps its states apart, those with *equal* parts are combined all the same, since nothing is lost
//! there. (The paper takes the top in that case, which forgets what the component knew.)

use super::{Composite, CompositePrecision, CompositeState, part_of};
use crate::algebra::Cpa;
use crate::context::{Cx, Res};
use crate::distribute::{BlockPrecondition, Distribute, EntryPlace};
use crate::names::Names;
use crate::refinement::AbstractPath;
use crate::serialize::{Reader, Writer};
use cairn_ir::{NodeId, Program};

/// Part of a message about one component's state.
type Part = Option<Vec<u8>>;

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Distribute for Composite {
    fn combine(&self, new: &CompositeState, old: &CompositeState, cx: &mut Cx<'_>) -> Res<Option<CompositeState>> {
        let mut parts = Vec::with_capacity(self.components.len());
        for (component, (new, old)) in self.components.iter().zip(new.0.iter().zip(old.0.iter())) {
            let both = if new == old { Some(old.clone()) } else { component.combine(new, old, cx)? };
            let Some(both) = both else { return Ok(None) };
            parts.push(both);
        }
        Ok(Some(CompositeState(parts.into())))
    }

    fn proceeds(
        &self,
        new: &CompositeState,
        known: &mut dyn Iterator<Item = &CompositeState>,
        cx: &mut Cx<'_>,
    ) -> Res<bool> {
        Ok(self.stop(new, known, cx)?.is_none())
    }

    fn top(&self, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<CompositeState>> {
        let mut parts = Vec::with_capacity(self.components.len());
        for component in &self.components {
            let Some(part) = component.top(at, cx)? else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(CompositeState(parts.into())))
    }

    fn unmerged(&self, state: &CompositeState, at: EntryPlace, cx: &mut Cx<'_>) -> Res<Option<CompositeState>> {
        let mut parts = Vec::with_capacity(self.components.len());
        for (component, part) in self.components.iter().zip(state.0.iter()) {
            let Some(part) = component.unmerged(part, at, cx)? else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(CompositeState(parts.into())))
    }

    fn write_payload(&self, state: &CompositeState, at: EntryPlace, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        for (component, part) in self.components.iter().zip(state.0.iter()) {
            let mut own = Writer::new(out.names());
            component.write_payload(part, at, &mut own, cx)?;
            let bytes: Part = own.finish();
            if bytes.is_none() && component.top(at, cx)?.is_none() {
                out.refuse();
                return Ok(());
            }
            out.put(&bytes);
        }
        Ok(())
    }

    fn read_payload(&self, at: EntryPlace, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<CompositeState>> {
        let mut parts = Vec::with_capacity(self.components.len());
        for component in &self.components {
            let part = match input.take::<Part>() {
                None => None,
                Some(None) => component.top(at, cx)?,
                Some(Some(bytes)) => {
                    let mut own = Reader::new(&bytes, input.names());
                    component.read_payload(at, &mut own, cx)?.filter(|_| own.is_at_end())
                }
            };
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(CompositeState(parts.into())))
    }

    /// The first component that says one has the conditions of the whole way: its number is their first byte.
    fn precondition(
        &self,
        path: &AbstractPath<CompositeState, CompositePrecision>,
        condition: Option<&[u8]>,
        names: &Names<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<BlockPrecondition<CompositePrecision>> {
        let (asked, condition) = match condition.map(<[u8]>::split_first) {
            None => (0..self.components.len(), None),
            Some(Some((at, condition))) => {
                let at = usize::from(*at);
                (at..(at + 1).min(self.components.len()), Some(condition))
            }
            Some(None) => return Ok(BlockPrecondition::Unknown),
        };
        for at in asked {
            let Ok(number) = u8::try_from(at) else { break };
            match self.components[at].precondition(&part_of(path, at), condition, names, cx)? {
                BlockPrecondition::Refuted(increments) => {
                    return Ok(BlockPrecondition::Refuted(self.lifted(at, increments, path)?.0));
                }
                BlockPrecondition::Possible { condition, words } => {
                    let condition = std::iter::once(number).chain(condition).collect();
                    return Ok(BlockPrecondition::Possible { condition, words });
                }
                BlockPrecondition::Unknown => {}
            }
        }
        Ok(BlockPrecondition::Unknown)
    }

    fn matters(
        &self,
        precision: &CompositePrecision,
        nodes: &mut dyn Iterator<Item = NodeId>,
        program: &Program,
    ) -> bool {
        let nodes: Vec<NodeId> = nodes.collect();
        let mut parts = self.components.iter().zip(precision.0.iter());
        parts.any(|(component, part)| component.matters(part, &mut nodes.iter().copied(), program))
    }

    fn tracked(&self, precision: &CompositePrecision, cx: &mut Cx<'_>) -> Res<Vec<String>> {
        let mut lines = Vec::new();
        for (component, part) in self.components.iter().zip(precision.0.iter()) {
            lines.extend(component.tracked(part, cx)?);
        }
        Ok(lines)
    }
}
