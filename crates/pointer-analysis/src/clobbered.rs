//! The objects that a function without a body may change: the object that a pointer goes to, and what pointers found there
//! go to.
//!
//! Such a change is an access, as of any other kind: where the pointer is from outside, it meets the objects that it may
//! be the address of ([`super::external_pointers`]), though the program itself never follows it. The same holds of the pointers that
//! the type of the object has, and of those behind them. Each gets a node of its own, but where a type comes again on the
//! way: a list has one node for all that follows.
//!
//! Not looked for: pointers in memory without a type (`void *`) that the program does not read as pointers.

use super::constraints::{Constraints, scalars_in};
use super::graph::NodeOffset;
use cairn_base::FastMap;
use cairn_ir::types::Type;
use cairn_ir::{ExprId, TypeId};

/// Nodes for one pointer, before those of one type become one.
const MOST_NODES: usize = 100;

/// Nodes that were made for one pointer.
#[derive(Default)]
struct Reached {
    /// The types on the way to here.
    way: Vec<(TypeId, NodeOffset)>,
    first: FastMap<TypeId, NodeOffset>,
    count: usize,
}

impl Constraints<'_> {
    /// A function without a body is given this pointer.
    pub(super) fn clobber(&mut self, spot: NodeOffset, pointer: ExprId) {
        self.clobbered.push(spot);
        self.changes(spot, self.pointee(pointer), &mut Reached::default());
    }

    fn changes(&mut self, spot: NodeOffset, ty: TypeId, reached: &mut Reached) {
        let on_the_way = reached.way.iter().find(|(known, _)| *known == ty).map(|(_, spot)| *spot);
        let too_many = || reached.first.get(&ty).filter(|_| reached.count > MOST_NODES).copied();
        if let Some(known) = on_the_way.or_else(too_many) {
            return self.graph.join(spot, known);
        }
        reached.count += 1;
        reached.first.entry(ty).or_insert(spot);
        self.bulk.push((spot, ty));
        self.written.push(spot);
        reached.way.push((ty, spot));
        for (scalar, at, span) in scalars_in(&self.program.types, ty) {
            let to = self.program.types.pointee(scalar);
            if let Some(to) = to.filter(|to| !matches!(self.program.types.get(*to), Type::Function(_))) {
                let link = self.graph.link(spot.plus(at as i64), self.pointer_bytes.saturating_add(span), true);
                self.changes(link, to, reached);
            }
        }
        reached.way.pop();
    }
}
