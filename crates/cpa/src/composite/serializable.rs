//! The results of a composite, kept: those of its components, one after the other. A state that one component refuses is
//! refused.

use super::{Composite, CompositePrecision, CompositeState};
use crate::context::{Cx, Res};
use crate::reduce::ReductionScope;
use crate::serialize::{Reader, Serialize, Writer};

impl Composite {
    /// True when results for blocks can be kept: those of all components can.
    pub fn serializes(&self) -> bool {
        self.components.iter().all(|component| component.serializes())
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Serialize for Composite {
    fn write_state(&self, state: &CompositeState, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        for (component, part) in self.components.iter().zip(state.0.iter()) {
            component.write_state(part, out, cx)?;
        }
        Ok(())
    }

    fn read_state(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<CompositeState>> {
        let mut parts = Vec::with_capacity(self.components.len());
        for component in &self.components {
            let Some(part) = component.read_state(input, cx)? else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(CompositeState(parts.into())))
    }

    fn write_precision(&self, precision: &CompositePrecision, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        for (component, part) in self.components.iter().zip(precision.0.iter()) {
            component.write_precision(part, out, cx)?;
        }
        Ok(())
    }

    fn read_precision(&self, input: &mut Reader<'_>, cx: &mut Cx<'_>) -> Res<Option<CompositePrecision>> {
        let mut parts = Vec::with_capacity(self.components.len());
        for component in &self.components {
            let Some(part) = component.read_precision(input, cx)? else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(CompositePrecision(parts.into())))
    }

    fn write_context(&self, scope: &ReductionScope<'_>, out: &mut Writer<'_>, cx: &mut Cx<'_>) -> Res<()> {
        for component in &self.components {
            component.write_context(scope, out, cx)?;
        }
        Ok(())
    }
}
