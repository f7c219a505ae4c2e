//! Where pointers from outside meet: each other, and the objects of the program that are exposed.
//!
//! What such a pointer is, and what it may be the address of, is said in [`cairn_ir::exposure`]. In the graph it points
//! to a node without objects, for nothing that the program does makes its value. This module makes nodes one where two
//! such pointers, or such a pointer and an object, may be at one byte: where both are accessed as one [`Kind`], or the
//! one as a part of the other. After it, the invariant of the partition holds for these pointers too: what may be one
//! byte is in one region.
//!
//! Two grades. A pointer is *strange* when its value is an input, or was made of one; it meets whatever it may. A node to
//! which only values point that are neither addresses nor inputs is *unmade*: an indeterminate pointer (`SSL *s;` that
//! nobody assigns), a number put together from constants in branches. It meets the nodes of other pointers of its kind
//! that are no addresses, and the objects of its kind whose addresses became integers. Pointers that are read from objects
//! of the program which nobody has written there are apart from those read elsewhere: the programs of the LBE paper are
//! full of records without a content.
//!
//! Assumed: what is only read through a pointer from outside is no variable whose address the program keeps to itself,
//! and characters that are only read are none that it writes as something else (a driver reads the kernel's
//! `*KeNumberProcessors`, and no other file points that to a counter of the driver's).
//!
//! Why by kinds: a pointer that may point anywhere at all would make one region of all memory, and no property of a
//! program that follows an input would ever be shown.

use super::constraints::{Constraints, Object};
use super::graph::{GraphId, Spot};
use super::origins::Origins;
use cairn_base::{FastIndexMap, FastSet};
use cairn_ir::exposure::{Exposure, Kind};
use cairn_ir::{ExprId, ExprKind, PlaceKind, Treatment, TypeId, VarKind};

/// Where memory is accessed as one kind.
type Views = FastIndexMap<Kind, Vec<(Spot, TypeId)>>;

impl Constraints<'_> {
    /// Makes nodes one where pointers from outside meet.
    pub(super) fn meet_outside(&mut self, origins: &Origins) {
        let entries = self.entries();
        let strange: FastSet<GraphId> = entries.iter().map(|spot| spot.node).collect();
        let is_bare = |node: &GraphId| self.graph.objects(*node).is_empty() && !strange.contains(node);
        let from_variable = |node: &&GraphId| is_bare(node) && origins.comes_from_variable(self, **node);
        let mut open: Vec<GraphId> = origins.loose.iter().filter(from_variable).copied().collect();
        let mut unmade: FastSet<GraphId> = FastSet::default();
        while let Some(node) = open.pop() {
            if unmade.insert(node) {
                let behind = self.graph.links(node).map(|(_, link)| self.graph.find_in(link.to).node);
                open.extend(behind.filter(is_bare));
            }
        }
        if strange.is_empty() && unmade.is_empty() {
            return;
        }
        let of_strange = self.views(|at| entries.contains(&at));
        let of_unmade = self.views(|at| unmade.contains(&at.node));
        self.join_kinds(&of_strange, &of_unmade);
        self.join_parts(&of_strange);
        self.join_variables(&of_strange, &of_unmade);
        self.join_allocations(&of_strange);
        for (a, b) in self.compared.clone() {
            let is_strange = |spot: Spot| strange.contains(&self.graph.find_in(spot).node);
            if is_strange(a) || is_strange(b) {
                self.graph.join(a, b);
            }
        }
        self.join_bytes(&of_strange);
    }

    /// Where inputs point to, as pointers or as numbers that are made pointers, and where pointers found there point to.
    /// What is accessed elsewhere in the same nodes is a part of what these point to.
    fn entries(&self) -> FastSet<Spot> {
        let node = |spot: &Spot| self.graph.find_in(*spot).node;
        let mut numbers: FastSet<GraphId> = self.numbers.iter().map(node).collect();
        loop {
            let before = numbers.len();
            for (to, from, by_arithmetic) in self.graph.waiting_flows() {
                // An input that is added to the address of an object is an index.
                let is_index = by_arithmetic && !self.graph.objects(node(&to)).is_empty();
                if numbers.contains(&node(&from)) && !is_index {
                    numbers.insert(node(&to));
                }
            }
            if numbers.len() == before {
                break;
            }
        }
        let of_numbers = self.doubtful.iter().chain(&self.numbers).map(|spot| self.graph.find_in(*spot));
        let of_numbers = of_numbers.filter(|at| numbers.contains(&at.node));
        let mut open: Vec<Spot> = self.outside.iter().map(|spot| self.graph.find_in(*spot)).chain(of_numbers).collect();
        let mut seen: FastSet<GraphId> = FastSet::default();
        let mut entries = FastSet::default();
        while let Some(at) = open.pop() {
            entries.insert(at);
            if seen.insert(at.node) {
                let pointers = self.graph.links(at.node).filter(|(_, link)| link.pointer);
                open.extend(pointers.map(|(_, link)| self.graph.find_in(link.to)));
            }
        }
        entries
    }

    /// What analyses are told, once the graph is finished.
    pub(super) fn exposure(&self, origins: &Origins) -> Exposure {
        let mut facts = Exposure::default();
        for (place, reach) in self.places.iter_ids() {
            let Some(reach) = reach else { continue };
            if !self.is_pointer(self.program.exprs[place].ty) {
                continue;
            }
            let Some(to) = self.graph.link_at(reach.spot) else { continue };
            let node = self.graph.find_in(to).node;
            if self.graph.objects(node).is_empty() && origins.is_single(self, node) {
                facts.alone.insert(place);
            }
        }
        let node = |spot: &Spot| self.graph.find_in(*spot).node;
        let compared = self.compared.iter().flat_map(|(a, b)| [a, b]);
        let escaped: FastSet<GraphId> = self.exposed.iter().chain(compared).map(node).collect();
        let strange: FastSet<GraphId> = self.entries().iter().map(|spot| spot.node).collect();
        for node in strange {
            for (number, _) in self.graph.objects(node) {
                match self.objects.get_index(*number as usize) {
                    Some(Object::Variable(var)) => {
                        let of = &self.program.vars[*var];
                        if of.kind != VarKind::StringLiteral && (of.external || escaped.contains(&node)) {
                            facts.vars.push(*var);
                        }
                    }
                    Some(Object::Allocation(edge)) => facts.sites.push(*edge),
                    _ => {}
                }
            }
        }
        facts.vars.sort_unstable();
        facts.sites.sort_unstable();
        facts
    }

    /// As what kinds nodes are accessed through pointers, and where.
    fn views(&self, is_meant: impl Fn(Spot) -> bool) -> Views {
        let mut views = Views::default();
        let types = &self.program.types;
        let mut see = |spot: Spot, ty: TypeId| {
            let at = self.graph.find_in(spot);
            if is_meant(at) {
                let seen = views.entry(Kind::of(types, ty)).or_insert_with(Vec::new);
                if !seen.contains(&(at, ty)) {
                    seen.push((at, ty));
                }
            }
        };
        for (place, reach) in self.places.iter_ids() {
            let of = &self.program.exprs[place];
            if let (Some(reach), PlaceKind::Deref(_)) = (reach, &of.kind) {
                see(reach.spot, of.ty);
            }
        }
        for (spot, pointer) in &self.bulk {
            see(*spot, self.pointee(*pointer));
        }
        views
    }

    /// What a pointer points to before casts to `void *`.
    fn pointee(&self, mut pointer: ExprId) -> TypeId {
        let exprs = &self.program.exprs;
        let types = &self.program.types;
        let of = |pointer: ExprId| types.pointee(exprs[pointer].ty);
        while let ExprKind::Cast(inner) = exprs[pointer].kind
            && of(inner).is_some()
            && of(pointer).is_some_and(|to| Kind::of(types, to) == Kind::Bytes)
        {
            pointer = inner;
        }
        of(pointer).unwrap_or(exprs[pointer].ty)
    }

    /// Pointers of one kind.
    fn join_kinds(&mut self, of_strange: &Views, of_unmade: &Views) {
        for views in [of_strange, of_unmade] {
            for (kind, seen) in views {
                let others = of_unmade.get(kind).map_or(&[][..], Vec::as_slice);
                if let Some(((first, _), rest)) = seen.split_first() {
                    for (other, _) in rest.iter().chain(others) {
                        self.graph.join(*first, *other);
                    }
                }
            }
        }
    }

    /// A pointer to a part of what another one points to.
    fn join_parts(&mut self, views: &Views) {
        let mut joins = Vec::new();
        for (kind, seen) in views {
            if !matches!(kind, Kind::Record(_)) {
                continue;
            }
            for (spot, ty) in seen {
                for (part, offset) in Kind::parts(&self.program.types, *ty).unwrap_or_default() {
                    if part != *kind
                        && let Some((other, _)) = views.get(&part).and_then(|seen| seen.first())
                    {
                        joins.push((spot.plus(offset as i64), *other));
                    }
                }
            }
        }
        joins.into_iter().for_each(|(a, b)| self.graph.join(a, b));
    }

    /// Bytes, which are parts of everything, where they are written.
    fn join_bytes(&mut self, of_strange: &Views) {
        let Some(bytes) = of_strange.get(&Kind::Bytes) else { return };
        let written: FastSet<GraphId> = self.written.iter().map(|spot| self.graph.find_in(*spot).node).collect();
        let Some((first, _)) = bytes.iter().find(|(at, _)| written.contains(&self.graph.find_in(*at).node)) else {
            return;
        };
        for (spot, _) in of_strange.values().flatten() {
            self.graph.join(*first, *spot);
        }
        self.graph.repeat(*first, 1);
    }

    /// Variables that code outside the program may know of.
    fn join_variables(&mut self, of_strange: &Views, of_unmade: &Views) {
        let node = |of: &Self, spot: Spot| of.graph.find_in(spot).node;
        let escaped: FastSet<GraphId> = self.exposed.iter().map(|spot| node(self, *spot)).collect();
        let written: FastSet<GraphId> = self.written.iter().map(|spot| node(self, *spot)).collect();
        // Functions outside that know nothing of the program know none of its variables by their names.
        let is_known = self.program.outside.treatment != Treatment::Pure;
        for var in self.program.vars.ids() {
            let spot = self.vars[var];
            let has_escaped = escaped.contains(&node(self, spot));
            let external = is_known && self.program.vars[var].external;
            if !has_escaped && !external {
                continue;
            }
            let parts = Kind::parts(&self.program.types, self.program.vars[var].ty);
            let unmade = of_unmade.iter().filter(|_| has_escaped);
            for (kind, seen) in of_strange.iter().chain(unmade) {
                let Some((other, _)) = seen.first() else { continue };
                if !has_escaped && !seen.iter().any(|(spot, _)| written.contains(&node(self, *spot))) {
                    continue;
                }
                let offsets: Vec<u64> = match &parts {
                    _ if *kind == Kind::Bytes => vec![0],
                    Some(parts) => parts.iter().filter(|(part, _)| part == kind).map(|(_, at)| *at).collect(),
                    None => vec![0],
                };
                for offset in &offsets {
                    self.graph.join(spot.plus(*offset as i64), *other);
                }
                if !offsets.is_empty() {
                    // From now on the pointer may be the address of an object all the same.
                    self.outside.push(*other);
                    self.taken[var] = true;
                    if *kind == Kind::Bytes || parts.is_none() {
                        self.graph.repeat(spot, 1);
                    }
                }
            }
        }
    }

    /// Objects on the heap: accessed as the kinds that the program accesses them as.
    fn join_allocations(&mut self, of_strange: &Views) {
        let is_heap = |number: u32| matches!(self.objects.get_index(number as usize), Some(Object::Allocation(_)));
        let nodes = self.graph.representatives();
        let heap: FastSet<GraphId> =
            nodes.filter(|node| self.graph.objects(*node).iter().any(|(number, _)| is_heap(*number))).collect();
        if heap.is_empty() || of_strange.is_empty() {
            return;
        }
        let mut joins = Vec::new();
        let seen = self.views(|at| heap.contains(&at.node));
        for (spot, ty) in seen.values().flatten() {
            for (part, offset) in Kind::parts(&self.program.types, *ty).unwrap_or_default() {
                if let Some((other, _)) = of_strange.get(&part).and_then(|seen| seen.first()) {
                    joins.push((spot.plus(offset as i64), *other));
                }
            }
            if let Some((other, _)) = of_strange.get(&Kind::Bytes).and_then(|seen| seen.first()) {
                joins.push((*spot, *other));
            }
        }
        joins.into_iter().for_each(|(a, b)| self.graph.join(a, b));
    }
}
