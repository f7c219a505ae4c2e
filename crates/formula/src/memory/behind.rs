//! Pointers behind the end of their object, where another object may begin.

use super::graph::Spot;
use super::observed::Search;
use cairn_ir::{BinaryOp, ExprId, ExprKind, Op, PlaceKind, VarId};

impl Search<'_, '_> {
    /// One may point behind the end of its object, where the other's may begin.
    pub(super) fn may_touch(&self, (x, a): (ExprId, Spot), (y, b): (ExprId, Spot)) -> bool {
        if a.node == b.node && self.is_single(a.node) {
            return false;
        }
        self.may_be_behind(x, a) || self.may_be_behind(y, b)
    }

    fn may_be_behind(&self, x: ExprId, at: Spot) -> bool {
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
                ExprKind::Load(place) => return self.home(place).is_some_and(|home| self.walked.contains(&home)),
                ExprKind::Conditional(_, a, b) => return self.goes_on(a) || self.goes_on(b),
                _ => return false,
            }
        }
    }

    pub(super) fn find_walked(&mut self) {
        let mut flows: Vec<(Option<Spot>, ExprId)> = Vec::new();
        let mut results: Vec<(Spot, Spot)> = Vec::new();
        let variable = |var: VarId| self.from.graph.find_in(self.from.vars[var]);
        for edge in self.program.edges.iter() {
            match &edge.op {
                Op::Assign { place, value } if self.is_address(*value) => flows.push((self.home(*place), *value)),
                Op::Call(site) => {
                    let call = &self.program.calls[*site];
                    let params = call.callee.map_or(&[][..], |callee| &self.program.functions[callee].params);
                    flows.extend(params.iter().zip(&call.args).map(|(param, arg)| (Some(variable(*param)), *arg)));
                    let given = call.callee.and_then(|callee| self.program.functions[callee].result);
                    results.extend(call.result.zip(given).map(|(to, given)| (variable(to), variable(given))));
                }
                _ => {}
            }
        }
        loop {
            let before = self.walked.len();
            for (to, value) in &flows {
                if let Some(to) = to
                    && self.goes_on(*value)
                {
                    self.walked.insert(*to);
                }
            }
            for (to, given) in &results {
                if self.walked.contains(given) {
                    self.walked.insert(*to);
                }
            }
            if self.walked.len() == before {
                break;
            }
        }
    }
}
