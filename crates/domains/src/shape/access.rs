//! The queries of the checks of memory safety: whether an access is inside of an object that is there, whether an address
//! may be freed, and whether all is freed.
//!
//! Over-approximates: an answer is given only where the graph has the object, which it has as long as that lives; pointers
//! to what ended are unknown. That all is freed is said only where the graph never lost sight of an object.

use super::machine::{GraphSpot, ShapeMachine, Unfolded};
use super::unfold::Unfolding;
use super::value::ShapeValue;
use cairn_ir::behaviour::{Access, How};
use cairn_ir::{Intrinsic, Op, Program};

fn asks(program: &Program, which: Intrinsic) -> bool {
    program.edges.iter().any(|edge| matches!(&edge.op, Op::Intrinsic { which: of, .. } if *of == which))
}

/// Whether the program asks if all is freed.
pub(super) fn asks_for_leaks(program: &Program) -> bool {
    asks(program, Intrinsic::Unfreed)
}

/// Whether the program asks if accesses are allowed.
pub(super) fn asks_for_accesses(program: &Program) -> bool {
    asks(program, Intrinsic::Access) || asks(program, Intrinsic::Freeable)
}

impl ShapeMachine<'_> {
    /// The answer to a check; unknown where both are possible.
    pub(super) fn answer(&self, which: Intrinsic, values: &[ShapeValue]) -> Unfolded<ShapeValue> {
        let answer = match (which, values) {
            (Intrinsic::Access, [from, to, ShapeValue::Bits(size), ShapeValue::Bits(how)]) => {
                self.access(*from, *to, *size, How::of(*how))?
            }
            (Intrinsic::Freeable, [pointer]) => self.freeable(*pointer)?,
            (Intrinsic::Unfreed, []) => return self.unfreed(),
            _ => None,
        };
        Ok(answer.map_or(ShapeValue::Unknown, |answer| ShapeValue::Bits(answer as u128)))
    }

    fn access(&self, from: ShapeValue, to: ShapeValue, size: u128, how: How) -> Unfolded<Option<Access>> {
        if from == ShapeValue::Bits(0) && size > 0 {
            return Ok(Some(Access::No));
        }
        let (near, at) = (self.spot(from)?, self.spot(to)?);
        let (GraphSpot::At { object: near, .. }, GraphSpot::At { object, bit, .. }) = (near, at) else {
            return Ok(None);
        };
        let is_there = match object.var() {
            // Memory of a frame may be gone where the pointer is not.
            Some(var) => !(how.dangles || how.writes && self.program.is_constant(var)),
            None => self.state.get(object).is_some_and(|node| !how.dangles || node.frame.is_none()),
        };
        let width = u64::try_from(size).ok().and_then(|size| size.checked_mul(8));
        let (Some(width), true, Some(_)) = (width, is_there && near == object, self.size(object)) else {
            return Ok(None);
        };
        Ok(self.checked(object, bit, width).map(|_| Access::Yes))
    }

    fn freeable(&self, pointer: ShapeValue) -> Unfolded<Option<Access>> {
        Ok(match self.spot(pointer)? {
            GraphSpot::Number(0) => Some(Access::Yes),
            GraphSpot::At { object, bit: 0, .. } if object.var().is_none() => {
                self.state.get(object).filter(|node| node.frame.is_none()).map(|_| Access::Yes)
            }
            _ => None,
        })
    }

    fn unfreed(&self) -> Unfolded<ShapeValue> {
        if !self.state.has_all() {
            return Ok(ShapeValue::Unknown);
        }
        match self.state.heap().map(|(object, node)| (object, node.least())).min_by_key(|(_, least)| *least) {
            None => Ok(ShapeValue::Bits(0)),
            Some((object, 0)) => Err(Unfolding::Emptiness(object)),
            Some(_) => Ok(ShapeValue::Unknown),
        }
    }
}
