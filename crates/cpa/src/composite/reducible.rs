//! A composite run block by block: each component does its part of reduce, expand and rebuild.
//!
//! Invariant: a composite can only when all its components can ([`Composite::irreducible`] names one that cannot).

use super::{Composite, CompositePrecision, CompositeState};
use crate::algebra::{Cpa, Move};
use crate::context::{Cx, Res};
use crate::reduce::{Reduce, ReductionScope};
use crate::type_erasure::AnyState;

impl Composite {
    /// The first component that cannot be run block by block, by name; `None` when all can.
    pub fn irreducible(&self) -> Option<&'static str> {
        self.components.iter().find(|component| !component.reduces()).map(Cpa::name)
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Reduce for Composite {
    fn reduce(&self, entry: &CompositeState, scope: &ReductionScope<'_>, cx: &mut Cx<'_>) -> Res<CompositeState> {
        let pairs = self.components.iter().zip(entry.0.iter());
        let parts: Res<Vec<AnyState>> = pairs.map(|(component, part)| component.reduce(part, scope, cx)).collect();
        Ok(CompositeState(parts?.into()))
    }

    fn reduce_precision(&self, precision: &CompositePrecision, scope: &ReductionScope<'_>) -> CompositePrecision {
        let pairs = self.components.iter().zip(precision.0.iter());
        CompositePrecision(pairs.map(|(component, part)| component.reduce_precision(part, scope)).collect())
    }

    fn expand(
        &self,
        entry: &CompositeState,
        out: &CompositeState,
        scope: &ReductionScope<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<CompositeState> {
        let parts = self.components.iter().zip(entry.0.iter().zip(out.0.iter()));
        let parts: Res<Vec<AnyState>> =
            parts.map(|(component, (entry, out))| component.expand(entry, out, scope, cx)).collect();
        Ok(CompositeState(parts?.into()))
    }

    fn rebuild(
        &self,
        call: &CompositeState,
        entry: &CompositeState,
        expanded: CompositeState,
        precision: &CompositePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<CompositeState>> {
        let mut parts = Vec::with_capacity(self.components.len());
        for (index, component) in self.components.iter().enumerate() {
            let (call, entry, expanded) = (&call.0[index], &entry.0[index], expanded.0[index].clone());
            match component.rebuild(call, entry, expanded, &precision.0[index], at, cx)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(CompositeState(parts.into())))
    }

    /// As many as all of them want: a call is apart in each part of its state or in none.
    fn context_depth(&self) -> usize {
        self.components.iter().map(Reduce::context_depth).min().unwrap_or(0)
    }

    fn widens(&self) -> bool {
        self.components.iter().any(Reduce::widens)
    }

    fn widen(
        &self,
        older: &CompositeState,
        newer: CompositeState,
        precision: &CompositePrecision,
        cx: &mut Cx<'_>,
    ) -> Res<CompositeState> {
        let mut parts = newer.0.to_vec();
        for (index, component) in self.components.iter().enumerate().filter(|(_, component)| component.widens()) {
            parts[index] = component.widen(&older.0[index], parts[index].clone(), &precision.0[index], cx)?;
        }
        Ok(CompositeState(parts.into()))
    }

    fn forget_differences(&self, older: &CompositeState, newer: &CompositeState) -> Res<Option<CompositeState>> {
        let (mut parts, mut is_other) = (newer.0.to_vec(), false);
        for (index, component) in self.components.iter().enumerate() {
            if let Some(part) = component.forget_differences(&older.0[index], &newer.0[index])? {
                (parts[index], is_other) = (part, true);
            }
        }
        Ok(is_other.then(|| CompositeState(parts.into())))
    }

    fn memo_key(&self, reduced: &CompositeState) -> u64 {
        self.mix(self.components.iter().zip(reduced.0.iter()).map(|(component, part)| component.memo_key(part)))
    }

    fn replayed(&self, own: &CompositePrecision) -> CompositePrecision {
        let pairs = self.components.iter().zip(own.0.iter());
        CompositePrecision(pairs.map(|(component, own)| component.replayed(own)).collect())
    }

    fn replayed_whole(&self, own: &CompositePrecision) -> CompositePrecision {
        let pairs = self.components.iter().zip(own.0.iter());
        CompositePrecision(pairs.map(|(component, own)| component.replayed_whole(own)).collect())
    }
}
