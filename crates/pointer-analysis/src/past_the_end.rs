//! Pointers behind the end of their object, where another object may begin.

use super::flows::Flow;
use super::graph::NodeOffset;
use super::layout_dependence::Search;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceKind};

impl Search<'_, '_> {
    /// One may point behind the end of its object, where the other's may begin.
    pub(super) fn may_touch(&self, (x, a): (ExprId, NodeOffset), (y, b): (ExprId, NodeOffset)) -> bool {
        if a.node == b.node && self.is_single(a.node) {
            return false;
        }
        self.may_be_behind(x, a) || self.may_be_behind(y, b)
    }

    fn may_be_behind(&self, x: ExprId, at: NodeOffset) -> bool {
        if self.from.graph.period(at.node) != 0 {
            return self.goes_on(x);
        }
        self.objects(at.node).any(|(object, start)| {
            let offset = at.offset.wrapping_sub(start);
            offset != 0 && self.size(object).is_none_or(|size| offset < 0 || offset as u64 >= size)
        })
    }

    /// Whether a pointer was computed by going on in an object, here or before it was kept.
    fn goes_on(&self, mut x: ExprId) -> bool {
        loop {
            match self.program.exprs[x].kind {
                ExprKind::Cast(inner) => x = inner,
                ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::Add | BinaryOp::Sub, ..) => return true,
                ExprKind::AddressOf(place) => match self.program.exprs[place].kind {
                    PlaceKind::Index(array, index) => {
                        let length =
                            self.program.types.element(self.program.exprs[array].ty).and_then(|(_, length)| length);
                        let inside =
                            self.constant(index).zip(length).is_some_and(|(index, length)| index < u128::from(length));
                        return !inside;
                    }
                    PlaceKind::Deref(pointer) => x = pointer,
                    PlaceKind::Field(..) | PlaceKind::Var(_) => return false,
                },
                ExprKind::Load(place) => return self.cell(place).is_some_and(|cell| self.walked.contains(&cell)),
                ExprKind::Conditional(_, a, b) => return self.goes_on(a) || self.goes_on(b),
                _ => return false,
            }
        }
    }

    /// Finds the cells that hold pointers which were computed by going on in an object.
    pub(super) fn find_walked(&mut self) {
        let from = self.from;
        let flows = self.flows(|value| self.is_address(value));
        loop {
            let before = self.walked.len();
            for flow in &flows {
                match *flow {
                    Flow::Value { to, value, .. } => {
                        if self.goes_on(value) {
                            self.walked.insert(to);
                        }
                    }
                    Flow::Result { .. } | Flow::Copy { .. } => flow.carry(&from.graph, &mut self.walked),
                }
            }
            if self.walked.len() == before {
                break;
            }
        }
    }
}
