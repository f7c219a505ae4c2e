//! Where pointers from outside meet: each other, and the objects of the program that are exposed.
//!
//! What such a pointer is, and what it may be the address of, is said in [`cairn_ir::external_pointers`]. In the graph it points
//! to a node without objects, for nothing that the program does makes its value. This module makes nodes one where two
//! such pointers, or such a pointer and an object, may be at one byte: where both are accessed as one [`AliasKind`], or the
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
//! Assumed: characters that are only read through a pointer from outside are none that the program writes as something
//! else (the text of an environment variable is no counter of the program's).
//!
//! Why by kinds: a pointer that may point anywhere at all would make one region of all memory, and no property of a
//! program that follows an input would ever be shown.

use super::constraints::{Constraints, PointeeObject};
use super::graph::{GraphId, NodeOffset};
use super::origins::Origins;
use cairn_base::{FastIndexMap, FastMap, FastSet};
use cairn_ir::external_pointers::{AliasKind, Exposure};
use cairn_ir::reachable;
use cairn_ir::{ExprId, ExprKind, PlaceKind, TypeId, VarKind};

/// Where memory is accessed as one kind.
type Views = FastIndexMap<AliasKind, Vec<(NodeOffset, TypeId)>>;

impl Constraints<'_> {
    /// Makes nodes one where pointers from outside meet.
    pub(super) fn meet_outside(&mut self, origins: &Origins) {
        let entries = self.entries();
        let strange: FastSet<GraphId> = entries.iter().map(|spot| spot.node).collect();
        let is_bare = |node: &GraphId| self.graph.objects(*node).is_empty() && !strange.contains(node);
        let from_variable = |node: &&GraphId| is_bare(node) && origins.comes_from_variable(self, **node);
        let unmade = reachable(origins.loose.iter().filter(from_variable).copied(), |node, open| {
            let behind = self.graph.links(node).map(|(_, link)| self.graph.find_in(link.to).node);
            open.extend(behind.filter(is_bare));
        });
        if strange.is_empty() && unmade.is_empty() {
            return;
        }
        let known = self.known_outside(&strange, true);
        let of_strange = self.views_of_strange(&entries, &strange);
        let of_unmade = self.views(|at| unmade.contains(&at.node));
        self.join_kinds(&of_strange, &of_unmade);
        self.join_parts(&of_strange);
        self.join_variables(&of_strange, &of_unmade, &known);
        self.join_allocations(&of_strange);
        for (a, b) in self.compared.clone() {
            let is_strange = |spot: NodeOffset| strange.contains(&self.graph.find_in(spot).node);
            if is_strange(a) || is_strange(b) {
                self.graph.join(a, b);
            }
        }
        self.join_bytes(&of_strange);
    }

    /// Where inputs point to, as pointers or as numbers that are made pointers, and where pointers found there point to.
    /// What is accessed elsewhere in the same nodes is a part of what these point to.
    pub(super) fn entries(&self) -> FastSet<NodeOffset> {
        let node = |spot: &NodeOffset| self.graph.find_in(*spot).node;
        let mut numbers: FastSet<GraphId> = self.numbers.iter().map(node).collect();
        loop {
            self.follow_numbers(&mut numbers);
            let of_numbers = self.doubtful.iter().chain(&self.numbers).map(|spot| self.graph.find_in(*spot));
            let of_numbers = of_numbers.filter(|at| numbers.contains(&at.node));
            let outside = self.outside.iter().map(|spot| self.graph.find_in(*spot));
            let mut open: Vec<NodeOffset> = outside.chain(of_numbers).collect();
            let mut seen: FastSet<GraphId> = FastSet::default();
            let mut entries = FastSet::default();
            let before = numbers.len();
            while let Some(at) = open.pop() {
                entries.insert(at);
                if seen.insert(at.node) {
                    for (_, link) in self.graph.links(at.node) {
                        let to = self.graph.find_in(link.to);
                        if link.pointer {
                            open.push(to);
                        } else {
                            numbers.insert(to.node);
                        }
                    }
                }
            }
            if numbers.len() == before {
                return entries;
            }
        }
    }

    /// Targets of integers from outside, where these flow.
    fn follow_numbers(&self, numbers: &mut FastSet<GraphId>) {
        let node = |spot: &NodeOffset| self.graph.find_in(*spot).node;
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
    }

    /// The nodes whose objects code outside knows of: by their names, because it was given them, because they are on the
    /// heap, or because their addresses were stored where it looks.
    fn known_outside(&self, strange: &FastSet<GraphId>, heap_too: bool) -> FastSet<GraphId> {
        let is_heap = |node: &GraphId| self.graph.objects(*node).iter().any(|(number, _)| self.is_heap(*number));
        let heap = self
            .graph
            .representatives()
            .filter(|node| heap_too && is_heap(node))
            .map(|node| NodeOffset { node, offset: 0 });
        let stored = strange.iter().flat_map(|node| self.graph.links(*node).map(|(_, link)| link.to));
        self.graph.behind(self.known.iter().copied().chain(heap).chain(stored)).into_iter().collect()
    }

    /// Exposed objects for analyses, once the graph is finished.
    pub(super) fn exposure(&self, origins: &Origins) -> Exposure {
        let used_as = super::void_pointers::used_as(self.program);
        let mut facts = Exposure { is_known: true, used_as, ..Exposure::default() };
        for (place, reach) in self.places.iter_ids() {
            let Some(reach) = reach else { continue };
            if !self.program.types.is_pointer(self.program.exprs[place].ty) {
                continue;
            }
            let Some(to) = self.graph.link_at(reach.spot) else { continue };
            let node = self.graph.find_in(to).node;
            if self.graph.objects(node).is_empty() && origins.is_single(self, node) {
                facts.unaliased.insert(place);
            }
        }
        let node = |spot: &NodeOffset| self.graph.find_in(*spot).node;
        let compared = || self.compared.iter().flat_map(|(a, b)| [a, b]);
        let at_all_times: FastSet<GraphId> = self.as_integers.iter().chain(compared()).map(node).collect();
        let mut escaped: FastSet<GraphId> = self.exposed.iter().chain(compared()).map(node).collect();
        let strange: FastSet<GraphId> = self.entries().iter().map(|spot| spot.node).collect();
        // No violation rests on what only lies on the heap, which the program may keep to itself.
        escaped.extend(self.known_outside(&strange, false));
        for node in &strange {
            for (number, _) in self.graph.objects(*node) {
                match self.objects.get_index(*number as usize) {
                    Some(PointeeObject::Variable(var)) => {
                        let of = &self.program.vars[*var];
                        if of.kind != VarKind::StringLiteral && escaped.contains(node) {
                            facts.vars.push(*var);
                            if !of.external && !at_all_times.contains(node) {
                                facts.escaped.insert(*var);
                            }
                        }
                    }
                    Some(PointeeObject::Allocation(_)) => facts.heap = true,
                    _ => {}
                }
            }
        }
        let holds_address = |node: GraphId| {
            let is_address = |to: NodeOffset| !self.graph.objects(self.graph.find_in(to).node).is_empty();
            self.graph.links(node).any(|(_, link)| link.pointer || is_address(link.to))
        };
        let nodes = self.vars.iter_ids().map(|(var, spot)| (var, self.graph.find_in(*spot).node));
        facts.plain = nodes.filter(|(_, node)| !holds_address(*node)).map(|(var, _)| var).collect();
        facts.vars.sort_unstable();
        facts
    }

    /// As what kinds nodes are accessed through pointers, and where.
    fn views(&self, is_meant: impl Fn(NodeOffset) -> bool) -> Views {
        let mut views = Views::default();
        for (at, ty) in self.accessed_through_pointers().filter(|(at, _)| is_meant(*at)) {
            self.see(&mut views, at, ty);
        }
        views
    }

    /// The same of what pointers from outside go to: as what these are declared, and accesses elsewhere that are to no part
    /// of that: behind it (`p[3]`), before it, or as something else.
    fn views_of_strange(&self, entries: &FastSet<NodeOffset>, strange: &FastSet<GraphId>) -> Views {
        let mut views = self.views(|at| entries.contains(&at));
        let mut parts: FastMap<GraphId, FastSet<(i64, AliasKind)>> = FastMap::default();
        for (at, ty) in views.values().flatten() {
            let known = parts.entry(at.node).or_default();
            let of = AliasKind::parts(&self.program.types, *ty).unwrap_or_default();
            let place = |offset: u64| self.graph.find_in(at.plus(offset as i64)).offset;
            known.extend(of.into_iter().map(|(kind, offset)| (place(offset), kind)));
        }
        for (at, ty) in self.accessed_through_pointers().filter(|(at, _)| strange.contains(&at.node)) {
            let kind = AliasKind::of(&self.program.types, ty);
            if !entries.contains(&at) && !parts.get(&at.node).is_some_and(|known| known.contains(&(at.offset, kind))) {
                self.see(&mut views, at, ty);
            }
        }
        views
    }

    /// Where memory is accessed through pointers, and as what.
    fn accessed_through_pointers(&self) -> impl Iterator<Item = (NodeOffset, TypeId)> + '_ {
        let places = self.places.iter_ids().filter_map(|(place, reach)| {
            let of = &self.program.exprs[place];
            let at = reach.filter(|_| matches!(of.kind, PlaceKind::Deref(_)))?.spot;
            Some((self.graph.find_in(at), of.ty))
        });
        let bulk = self.bulk.iter().map(|(spot, ty)| (self.graph.find_in(*spot), *ty));
        places.chain(bulk)
    }

    /// Notes an access; to an array, as to its first two elements, which say where all others are.
    fn see(&self, views: &mut Views, at: NodeOffset, ty: TypeId) {
        let types = &self.program.types;
        let seen = views.entry(AliasKind::of(types, ty)).or_default();
        if !seen.contains(&(at, ty)) {
            seen.push((at, ty));
        }
        if let Some((element, Some(2..))) = types.element(ty) {
            let size = types.size_of(element).unwrap_or(0);
            self.see(views, self.graph.find_in(at.plus(size as i64)), element);
        }
    }

    /// Target type of a pointer before casts to `void *`.
    pub(super) fn pointee(&self, mut pointer: ExprId) -> TypeId {
        let exprs = &self.program.exprs;
        let types = &self.program.types;
        let of = |pointer: ExprId| types.pointee(exprs[pointer].ty);
        while let ExprKind::Cast(inner) = exprs[pointer].kind
            && of(inner).is_some()
            && of(pointer).is_some_and(|to| AliasKind::of(types, to) == AliasKind::Bytes)
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
            if !matches!(kind, AliasKind::Record(_)) {
                continue;
            }
            for (spot, ty) in seen {
                for (part, offset) in AliasKind::parts(&self.program.types, *ty).unwrap_or_default() {
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
        let Some(bytes) = of_strange.get(&AliasKind::Bytes) else { return };
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
    fn join_variables(&mut self, of_strange: &Views, of_unmade: &Views, known: &FastSet<GraphId>) {
        let node = |of: &Self, spot: NodeOffset| of.graph.find_in(spot).node;
        let escaped: FastSet<GraphId> = self.exposed.iter().map(|spot| node(self, *spot)).collect();
        let written: FastSet<GraphId> = self.written.iter().map(|spot| node(self, *spot)).collect();
        for var in self.program.vars.ids() {
            let spot = self.vars[var];
            let has_escaped = escaped.contains(&node(self, spot));
            if !has_escaped && !known.contains(&node(self, spot)) {
                continue;
            }
            let parts = AliasKind::parts(&self.program.types, self.program.vars[var].ty);
            let unmade = of_unmade.iter().filter(|_| has_escaped);
            for (kind, seen) in of_strange.iter().chain(unmade) {
                let Some((other, _)) = seen.first() else { continue };
                // Characters that are only read are none of a variable that is something else.
                let is_written = || seen.iter().any(|(spot, _)| written.contains(&node(self, *spot)));
                if !has_escaped && *kind == AliasKind::Bytes && !is_written() {
                    continue;
                }
                let offsets: Vec<u64> = match &parts {
                    _ if *kind == AliasKind::Bytes => vec![0],
                    Some(parts) => parts.iter().filter(|(part, _)| part == kind).map(|(_, at)| *at).collect(),
                    None => vec![0],
                };
                for offset in &offsets {
                    self.graph.join(spot.plus(*offset as i64), *other);
                }
                if !offsets.is_empty() {
                    // From now on the pointer may be the address of an object all the same.
                    self.outside.insert(*other);
                    self.taken[var] = true;
                    if *kind == AliasKind::Bytes || parts.is_none() {
                        self.graph.repeat(spot, 1);
                    }
                }
            }
        }
    }

    fn is_heap(&self, number: u32) -> bool {
        matches!(self.objects.get_index(number as usize), Some(PointeeObject::Allocation(_)))
    }

    /// Objects on the heap: accessed as the kinds that the program accesses them as.
    fn join_allocations(&mut self, of_strange: &Views) {
        let nodes = self.graph.representatives();
        let heap: FastSet<GraphId> =
            nodes.filter(|node| self.graph.objects(*node).iter().any(|(number, _)| self.is_heap(*number))).collect();
        if heap.is_empty() || of_strange.is_empty() {
            return;
        }
        let mut joins = Vec::new();
        let seen = self.views(|at| heap.contains(&at.node));
        for (spot, ty) in seen.values().flatten() {
            for (part, offset) in AliasKind::parts(&self.program.types, *ty).unwrap_or_default() {
                if let Some((other, _)) = of_strange.get(&part).and_then(|seen| seen.first()) {
                    joins.push((spot.plus(offset as i64), *other));
                }
            }
            if let Some((other, _)) = of_strange.get(&AliasKind::Bytes).and_then(|seen| seen.first()) {
                joins.push((*spot, *other));
            }
        }
        joins.into_iter().for_each(|(a, b)| self.graph.join(a, b));
    }
}
