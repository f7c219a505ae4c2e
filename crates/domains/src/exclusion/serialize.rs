//! The operators serialize and deserialize. As long as no path is excluded, a state says whether the execution has made a
//! choice; that, and a precision without paths, mean the same everywhere. A node of the tree and its paths are about this
//! run's program as a whole: refused.

use super::{Exclusions, PathExclusion, Position};
use cairn_cpa::{Cx, Reader, Res, Serialize, Writer};
use std::sync::Arc;

impl Serialize for PathExclusion {
    fn write_state(&self, state: &Position, out: &mut Writer<'_>, _cx: &mut Cx<'_>) -> Res<()> {
        match state {
            Position::Outside => out.put(&false),
            Position::At(0) => out.put(&true),
            Position::At(_) => out.refuse(),
        }
        Ok(())
    }

    fn read_state(&self, input: &mut Reader<'_>, _cx: &mut Cx<'_>) -> Res<Option<Position>> {
        Ok(input.take().map(|at_root| if at_root { Position::At(0) } else { Position::Outside }))
    }

    fn write_precision(&self, precision: &Arc<Exclusions>, out: &mut Writer<'_>, _cx: &mut Cx<'_>) -> Res<()> {
        if **precision != Exclusions::default() {
            out.refuse();
        }
        Ok(())
    }

    fn read_precision(&self, _input: &mut Reader<'_>, _cx: &mut Cx<'_>) -> Res<Option<Arc<Exclusions>>> {
        Ok(Some(Arc::default()))
    }
}
