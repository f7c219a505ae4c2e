//! The primitives of the memory model: allocation and copies.

use super::constraints::{Constraints, Copy, PointeeObject, Target};
use super::graph::Spot;
use cairn_ir::{EdgeId, ExprId, Intrinsic, PlaceId};

impl Constraints<'_> {
    fn result(&mut self, place: PlaceId, target: Spot) {
        self.access(place);
        let link = self.content(place);
        self.graph.join(link, target);
    }

    /// What the primitives do to pointers.
    pub(super) fn intrinsic(&mut self, edge: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) {
        let values: Vec<Option<Target>> = args.iter().map(|arg| self.value(*arg)).collect();
        let value = |i: usize| values.get(i).copied().flatten().map(|t: Target| t.spot);
        if let Some(place) = result
            && self.program.types.scalar(self.program.exprs[place].ty).is_some()
        {
            self.access(place);
        }
        match which {
            Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Alloca | Intrinsic::Realloc => {
                let object = self.object(PointeeObject::Allocation(edge));
                if let (Intrinsic::Realloc, Some(old)) = (which, value(0)) {
                    self.graph.join(object, old);
                }
                if let Some(place) = result {
                    self.result(place, object);
                }
            }
            Intrinsic::Free | Intrinsic::ExternalCallee => {}
            Intrinsic::Access | Intrinsic::Freeable | Intrinsic::Unfreed | Intrinsic::Overlaps => {}
            Intrinsic::Escape => {
                let spots = values.iter().flatten().map(|target| target.spot);
                self.known.extend(spots);
            }
            Intrinsic::Clobber => {
                for (i, pointer) in args.iter().enumerate() {
                    value(i).into_iter().for_each(|spot| self.clobber(spot, *pointer));
                }
            }
            Intrinsic::MemCopy | Intrinsic::MemSet => {
                let pointers = if which == Intrinsic::MemCopy { 2 } else { 1 };
                for (i, pointer) in args.iter().enumerate().take(pointers) {
                    let ty = self.pointee(*pointer);
                    self.bulk.extend(value(i).map(|spot| (spot, ty)));
                }
                self.written.extend(value(0));
                let size = args.get(2).and_then(|size| self.constant(*size)).and_then(|s| u64::try_from(s).ok());
                if let (Intrinsic::MemCopy, Some(to), Some(from)) = (which, value(0), value(1)) {
                    self.copies.push(Copy { to, from, size });
                }
                let zero = args.get(1).and_then(|byte| self.constant(*byte)) == Some(0);
                if let (Intrinsic::MemSet, Some(to), false) = (which, value(0), zero) {
                    self.filled.insert(to);
                }
                if let (Some(place), Some(to)) = (result, value(0)) {
                    self.result(place, to);
                }
            }
        }
    }
}
