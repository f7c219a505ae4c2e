//! Which pointers may hold an address that the program made up: computed from an address by arithmetic of integers, or put
//! together in memory from parts.
//!
//! Formulas follow one object of the heap, and take an address in the heap that does not belong to it for that of another
//! (`crate::access`). That is right for a pointer that came from an allocation by steps which are checked themselves. One that
//! was made up, or is a number that the program names, may be the address of no object at all, so its accesses are taken to be unknown.
//!
//! Told for a node of the points-to graph as a whole, since pointers into one node are not told apart: too many.

use super::constraints::{Constraints, PointeeObject};
use super::graph::GraphId;
use cairn_base::FastSet;
use cairn_ir::primitive::{ByteSource, WrittenBytes};
use cairn_ir::types::Scalar;
use cairn_ir::{ExprId, ExprKind, Op, PlaceId, PlaceKind, Type};

impl Constraints<'_> {
    /// The nodes that pointers which were made up may point into, once the graph is finished.
    pub(super) fn made_up(&self) -> FastSet<GraphId> {
        let program = self.program;
        let mut found: FastSet<GraphId> = self.at_constants.iter().map(|spot| self.graph.find_in(*spot).node).collect();
        for (expr, target) in self.values.iter_ids() {
            let Some(target) = target.flatten() else { continue };
            if let ExprKind::Cast(number) = program.exprs[expr].kind
                && self.program.types.is_pointer(program.exprs[expr].ty)
                && !self.is_intact(number)
            {
                found.insert(self.graph.find_in(target.spot).node);
            }
        }
        let word = self.pointer_bytes;
        let is_part = |size: i64| size < word as i64;
        for edge in program.edges.iter() {
            match &edge.op {
                Op::Assign { place, value } => {
                    let is_whole = program.types.size_of(program.exprs[*place].ty) == Some(word);
                    if !is_whole || !self.is_intact(*value) {
                        self.changed_in(*place, &mut found);
                    }
                }
                Op::Havoc { place, .. } => self.changed_in(*place, &mut found),
                Op::Intrinsic { which, args, .. } => {
                    let Some(WrittenBytes { to, size, source: ByteSource::Repeated(byte) }) = which.row().written()
                    else {
                        continue;
                    };
                    let [Some(&to), Some(&byte), Some(&size)] = [to, byte, size].map(|at| args.get(at)) else {
                        continue;
                    };
                    let is_null = self.constant(byte) == Some(0) && !self.constant(size).is_some_and(&is_part);
                    let to = self.values[to].flatten().filter(|_| !is_null);
                    self.pointers_of(to.map(|to| self.graph.find_in(to.spot).node), &mut found);
                }
                _ => {}
            }
        }
        for copy in self.copies.iter().filter(|copy| copy.size.is_some_and(|size| is_part(size as i64))) {
            self.pointers_of(Some(self.graph.find_in(copy.to).node), &mut found);
        }
        found
    }

    /// Whether a value is an address as it was got, or none.
    fn is_intact(&self, mut value: ExprId) -> bool {
        let program = self.program;
        loop {
            let ty = program.exprs[value].ty;
            if self.program.types.is_pointer(ty) || program.types.scalar(ty).is_none() {
                return true;
            }
            match program.exprs[value].kind {
                ExprKind::Cast(inner) if program.types.size_of(ty) == Some(self.pointer_bytes) => value = inner,
                // Those that may be an address are found by themselves.
                ExprKind::Constant(_) => return true,
                _ => return false,
            }
        }
    }

    /// A place that is no pointer takes a value: what it holds of pointers is made up.
    fn changed_in(&self, place: PlaceId, found: &mut FastSet<GraphId>) {
        let ty = self.program.exprs[place].ty;
        let is_number =
            matches!(self.program.types.scalar(ty), Some(Scalar::Int { .. } | Scalar::Float(_) | Scalar::Bool));
        if !is_number || !self.holds_pointer(place) {
            return;
        }
        let Some(reach) = self.places[place] else { return };
        self.pointers_of(Some(self.graph.find_in(reach.spot).node), found);
    }

    /// The nodes that pointers in a node point into.
    fn pointers_of(&self, node: Option<GraphId>, found: &mut FastSet<GraphId>) {
        let Some(node) = node else { return };
        let pointers = self.graph.links(node).filter(|(_, link)| link.pointer);
        found.extend(pointers.map(|(_, link)| self.graph.find_in(link.to).node));
    }

    /// Whether some access to the bytes of a place is to a pointer to an object.
    pub(super) fn holds_pointer(&self, place: PlaceId) -> bool {
        let Some(reach) = self.places[place] else { return false };
        // Where the graph tells offsets no more apart than that, all members of records look like pointers: then only a
        // union, an array or a pointer tells of an access to another's bytes.
        let period = self.graph.period(self.graph.find_in(reach.spot).node);
        if period != 0
            && period <= self.pointer_bytes
            && let PlaceKind::Field(record, _) = self.program.exprs[place].kind
            && !self.is_union(record)
        {
            return false;
        }
        let at = self.graph.find_in(reach.spot.plus(self.unit(place).0));
        let named = |number: u32| {
            self.objects.get_index(number as usize).is_some_and(|object| *object != PointeeObject::Absolute)
        };
        self.graph.links(at.node).any(|(first, link)| {
            let inside = at.offset >= first && at.offset < first.saturating_add_unsigned(link.size.max(1));
            let to = self.graph.find_in(link.to).node;
            inside && link.pointer && self.graph.objects(to).iter().any(|(number, _)| named(*number))
        })
    }

    /// A union, or a member of one.
    fn is_union(&self, mut place: PlaceId) -> bool {
        loop {
            if let Type::Record(record) = self.program.types.get(self.program.exprs[place].ty)
                && self.program.types.records[*record].is_union
            {
                return true;
            }
            match self.program.exprs[place].kind {
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
                _ => return false,
            }
        }
    }
}
