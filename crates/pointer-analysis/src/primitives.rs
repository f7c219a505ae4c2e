//! The primitives of the memory model: allocation and copies.

use super::constraints::{Constraints, Copy, PointeeObject, Target};
use super::graph::NodeOffset;
use cairn_ir::primitive::{ByteSource, PrimitiveAct, WrittenBytes};
use cairn_ir::{EdgeId, ExprId, Intrinsic, PlaceId};

impl Constraints<'_> {
    fn result(&mut self, place: PlaceId, target: NodeOffset) {
        self.access(place);
        let link = self.content(place);
        self.graph.join(link, target);
    }

    /// Effects of the primitives on pointers.
    pub(super) fn intrinsic(&mut self, edge: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) {
        let values: Vec<Option<Target>> = args.iter().map(|arg| self.value(*arg)).collect();
        let value = |i: usize| values.get(i).copied().flatten().map(|t: Target| t.spot);
        if let Some(place) = result
            && self.program.types.scalar(self.program.exprs[place].ty).is_some()
        {
            self.access(place);
        }
        let row = which.row();
        for act in row.acts {
            match *act {
                PrimitiveAct::Allocates(_) => {
                    let object = self.object(PointeeObject::Allocation(edge));
                    // What is moved may point to what the old object pointed to, and the place may be the same.
                    if let Some(old) = row.frees().and_then(value) {
                        self.graph.join(object, old);
                    }
                    if let Some(place) = result {
                        self.result(place, object);
                    }
                }
                PrimitiveAct::Exposes(_) => {
                    let spots = values.iter().flatten().map(|target| target.spot);
                    self.known.extend(spots);
                }
                PrimitiveAct::WritesReachable(_) => {
                    for (i, pointer) in args.iter().enumerate() {
                        value(i).into_iter().for_each(|spot| self.clobber(spot, *pointer));
                    }
                }
                PrimitiveAct::Writes(written) => self.writes_bytes(written, args, value),
                PrimitiveAct::Frees(..)
                | PrimitiveAct::ReadsObject(_)
                | PrimitiveAct::LeadsOutside(_)
                | PrimitiveAct::AsksForLifetimes => {}
            }
        }
    }

    fn writes_bytes(&mut self, written: WrittenBytes, args: &[ExprId], value: impl Fn(usize) -> Option<NodeOffset>) {
        let read = match written.source {
            ByteSource::CopyOf(from) => Some(from),
            ByteSource::Repeated(_) => None,
        };
        for at in [Some(written.to), read].into_iter().flatten() {
            let Some(pointer) = args.get(at) else { continue };
            let ty = self.pointee(*pointer);
            self.bulk.extend(value(at).map(|spot| (spot, ty)));
        }
        let Some(to) = value(written.to) else { return };
        self.written.push(to);
        match written.source {
            ByteSource::CopyOf(from) => {
                let size = args.get(written.size).and_then(|size| self.constant(*size));
                let size = size.and_then(|size| u64::try_from(size).ok());
                self.copies.extend(value(from).map(|from| Copy { to, from, size }));
            }
            ByteSource::Repeated(byte) => {
                if args.get(byte).and_then(|byte| self.constant(*byte)) != Some(0) {
                    self.filled.insert(to);
                }
            }
        }
    }
}
