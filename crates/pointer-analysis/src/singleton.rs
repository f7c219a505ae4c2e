//! Regions with one position.
//!
//! Where all accesses of a region are to the same bytes, an array from addresses to values is a scalar in disguise, and an
//! expensive one: interpolants over arrays are hard to come by. `int x; f(&x);` and the fields of one record behind one
//! pointer are such.

use super::constraints::{Constraints, PointeeObject};
use super::graph::GraphId;
use super::origins::Origins;
use super::partition::{Layout, Position};
use super::shape::AccessShape;
use cairn_base::FastSet;

pub(super) struct Singletons<'a, 'p> {
    from: &'a Constraints<'p>,
    origins: &'a Origins,
    /// Nodes that are accessed by way of pointers.
    followed: FastSet<GraphId>,
}

impl<'a, 'p> Singletons<'a, 'p> {
    pub fn new(from: &'a Constraints<'p>, origins: &'a Origins) -> Self {
        let followed = from.accesses.iter().filter(|a| a.reach.through);
        let followed = followed.map(|a| from.graph.find_in(a.reach.spot).node).collect();
        Singletons { from, origins, followed }
    }

    /// The position of a group of accesses of a node, when it is one, and whether all pointers are sure to go there.
    pub fn of(&self, node: GraphId, group: &[AccessShape], layout: Layout) -> Option<(Position, bool)> {
        let graph = &self.from.graph;
        let [shape] = group else { return None };
        if graph.period(node) != 0 || shape.span != 0 || layout == Layout::Bytes {
            return None;
        }
        let sure = !self.followed.contains(&node) || !self.origins.loose.contains(&node);
        match graph.objects(node) {
            [(number, base)] => match *self.from.objects.get_index(*number as usize)? {
                PointeeObject::Variable(var) => {
                    if !self.origins.plain_frame[var] {
                        return None;
                    }
                    let size = self.from.program.types.size_of(self.from.program.vars[var].ty)?;
                    let offset = u64::try_from(shape.offset.checked_sub(*base)?).ok();
                    match offset.filter(|o| o.checked_add(shape.size).is_some_and(|end| end <= size)) {
                        Some(offset) => Some((Position::Variable(var, offset), sure)),
                        // Memory behind a variable: nothing else is there.
                        None => sure.then_some((Position::Fixed, true)),
                    }
                }
                PointeeObject::Absolute => {
                    let address = u64::try_from(shape.offset.checked_sub(*base)?).ok()?;
                    Some((Position::Address(address), sure))
                }
                PointeeObject::Allocation(_) => self.fixed(node),
            },
            [] => self.fixed(node),
            _ => None,
        }
    }

    fn fixed(&self, node: GraphId) -> Option<(Position, bool)> {
        self.origins.is_single(self.from, node).then_some((Position::Fixed, true))
    }
}
