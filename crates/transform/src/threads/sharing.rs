//! Which operations of an instance meet another: one of the two writes what the other reads or writes, both threads may
//! run then, and no lock is held at both. What meets no other instance commutes with all that others may do beside it.
//!
//! What is touched is said by name, parts of a variable apart, and by the bytes that a pointer may go to ([`objects`](super::objects));
//! what may run at once is said by [`order`](super::order). Both over-approximate, and so does this. Objects that no other thread
//! can find yet meet nobody ([`fresh_objects`](super::fresh_objects)), nor do parts of objects whose own lock is held ([`symbolic_locks`](super::symbolic_locks)).

use super::access::{Access, Known, bytes_behind, constant, overlaps};
use super::copies::Copies;
use super::fresh_objects::FreshObjects;
use super::kept::note_kept;
use super::known_values::KnownValues;
use super::lock_places::LockPlaces;
use super::names::{Name, Part, overlap};
use super::order::Order;
use super::private_variables::PrivateVariables;
use super::symbolic_locks::SymbolicLocks;
use crate::inclusion::{NamedObject, PointsTo, Targets};
use cairn_base::{FastMap, FastSet};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::{ExprId, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::{Program, VarKind};
/// Accesses of all instances while several may run.
pub(super) struct Sharing {
    known: Vec<Known>,
    /// Those of a variable by name or of an object that a pointer may go to.
    by_object: FastMap<NamedObject, Vec<usize>>,
    pub kept: FastSet<VarId>,
    /// Accesses of the functions that are called and not copied, with their callees.
    called: FastMap<FunctionId, Vec<Access>>,
    pub objects: PointsTo,
    pub order: Option<Order>,
    fresh: FreshObjects,
    symbolic: Option<SymbolicLocks>,
    passed: FastSet<VarId>,
}

impl Sharing {
    pub fn of(copies: &Copies<'_>, firsts: &[NodeId], parents: &[(usize, usize, bool)], is_whole: bool) -> Self {
        let program = &*copies.program;
        let by_function = edges_by_function(program);
        let mut edges = copies.edges.clone();
        let mut callees = FastSet::default();
        for edge in &copies.edges {
            if let Op::Call(site) = program.edges[*edge].op {
                callees.extend(program.calls[site].callee);
            }
        }
        let mut functions: FastSet<FunctionId> = std::iter::once(program.start).collect();
        // Initialisers of the start function, and what it calls before, keep addresses too.
        for edge in by_function.get(&program.start).into_iter().flatten() {
            if let Op::Call(site) = program.edges[*edge].op
                && let Some(callee) = program.calls[site].callee.filter(|callee| *callee != copies.home)
            {
                functions.extend(copies.functions.callees[callee].iter().copied());
            }
        }
        callees.iter().for_each(|callee| functions.extend(copies.functions.callees[*callee].iter().copied()));
        let mut functions: Vec<FunctionId> = functions.into_iter().collect();
        functions.sort();
        functions.iter().for_each(|function| edges.extend(by_function.get(function).into_iter().flatten()));
        let mut kept = FastSet::default();
        let read = read(program, &edges);
        // What is copied for nobody is kept by nobody.
        let is_dead = |op: &Op| match op {
            Op::Assign { place, .. } => matches!(program.exprs[*place].kind, PlaceKind::Var(var)
                if program.vars[var].kind == VarKind::Temp && !program.vars[var].address_taken && !read.contains(&var)),
            _ => false,
        };
        for op in edges.iter().map(|edge| &program.edges[*edge].op).filter(|op| !is_dead(op)) {
            note_kept(program, op, &mut kept);
        }
        let objects = PointsTo::of(program, &edges);
        let private = PrivateVariables::of(copies);
        let fresh = FreshObjects::of(copies, firsts, &private);
        let mut this = Self {
            known: Vec::new(),
            by_object: FastMap::default(),
            kept,
            called: FastMap::default(),
            objects,
            order: None,
            fresh,
            symbolic: None,
            passed: copies.passed.clone(),
        };
        let mut sorted: Vec<FunctionId> = callees.into_iter().collect();
        sorted.sort();
        for callee in sorted {
            let mut found = Vec::new();
            for function in &copies.functions.callees[callee] {
                for edge in by_function.get(function).into_iter().flatten() {
                    found.extend(this.own(program, &program.edges[*edge].op));
                }
            }
            // A frame is that of one call.
            found.retain(|access: &Access| {
                access.name.as_ref().is_none_or(|name| program.vars[name.var].frame().is_none())
            });
            found.iter_mut().for_each(|access| {
                (access.place, access.pointer, access.variable) = (None, None, None);
            });
            this.called.insert(callee, found);
        }
        let mut written: Vec<(Known, bool)> = Vec::new();
        for edge in &copies.edges {
            let edge = &program.edges[*edge];
            let Some(node) = copies.nodes.get(&edge.source) else { continue };
            for access in this.all(program, &edge.op) {
                let counts = node.started && !(node.library && node.atomic);
                let (atomic, library) = (node.atomic || access.atomic, node.is_library());
                let known = Known { access, instance: node.instance, node: edge.source, atomic, library };
                if known.access.writes && !known.access.lifetime {
                    written.push((known.clone(), counts));
                }
                if !node.started || this.is_own(program, edge.source, &known.access) {
                    continue;
                }
                let at = this.known.len();
                known.access.targets.iter().for_each(|(object, _)| {
                    this.by_object.entry(object).or_default().push(at);
                });
                this.known.push(known);
            }
        }
        let loses = this.objects.loses();
        if is_whole && !loses && firsts.len() < 32 {
            let places = LockPlaces::new(copies, &this, written);
            let has_place = |pointer: ExprId| places.of(pointer).is_some();
            let accessed = this.known.iter().filter_map(|known| known.access.place);
            let values = KnownValues::of(copies, firsts, private, places.fixed(), accessed);
            let mut symbolic = SymbolicLocks::of(copies, firsts, values, has_place);
            let order = Order::of(copies, firsts, parents, &places, &symbolic);
            let overwritten: Vec<ExprId> =
                symbolic.texts().into_iter().filter(|text| places.may_be_overwritten(*text)).collect();
            symbolic.remove(order.is_loose, &overwritten);
            (this.order, this.symbolic) = (Some(order), Some(symbolic));
        }
        this
    }

    /// All that an operation touches, with what it calls.
    pub fn all(&self, program: &Program, op: &Op) -> Vec<Access> {
        let mut found = self.own(program, op);
        if let Op::Call(site) = op
            && let Some(inside) = program.calls[*site].callee.and_then(|callee| self.called.get(&callee))
        {
            found.extend(inside.iter().cloned());
        }
        found
    }

    /// A read or a write of a place.
    pub fn of_place(&self, program: &Program, place: PlaceId, writes: bool) -> Access {
        let name = Name::of(program, place);
        let outside = &program.outside;
        let atomic = program.exprs.root_variable(place).is_some_and(|var| outside.atomics.contains(&var));
        let targets = self.found(&name, self.objects.place(program, place));
        let is_bits = matches!(program.exprs[place].kind, PlaceKind::Field(base, at)
            if program.types.fields(program.exprs[base].ty).is_none_or(|fields| fields[at as usize].bits.is_some()));
        // What is beside a bit-field is written with it, perhaps.
        let size = program.types.size_of(program.exprs[place].ty).filter(|_| !is_bits).unwrap_or(u64::MAX);
        Access { name, place: Some(place), atomic, size, ..Access::of_targets(targets, writes) }
    }

    fn of_pointer(&self, program: &Program, pointer: ExprId, writes: bool) -> Access {
        let mut name = Name::behind(program, pointer);
        if let Some(name) = &mut name {
            name.path = vec![Part::Some];
        }
        let targets = self.found(&name, self.objects.value(program, pointer));
        Access { name, pointer: Some(pointer), ..Access::of_targets(targets, writes) }
    }

    /// A pointer that goes nowhere as far as is known comes from where nothing is known.
    fn found(&self, name: &Option<Name>, targets: Targets) -> Targets {
        match name.is_none() && (targets.is_empty() || self.objects.loses()) {
            true => Targets::any(),
            false => targets,
        }
    }

    fn own(&self, program: &Program, op: &Op) -> Vec<Access> {
        let mut found = Vec::new();
        let at = |at: Where, writes: bool| match at {
            Where::Variable(var) => Access::of_variable(program, var, writes),
            Where::Place(place) => self.of_place(program, place, writes),
            Where::Behind(pointer) => {
                let bytes = bytes_behind(program, op, pointer);
                let size = bytes.and_then(|bytes| constant(program, bytes)).unwrap_or(u64::MAX);
                Access { bytes, size, ..self.of_pointer(program, pointer, writes) }
            }
            Where::Reachable(_) => Access::of_targets(Targets::any(), writes),
        };
        for effect in effects::all(program, op) {
            match effect {
                Effect::Reads(from) => found.push(at(from, false)),
                Effect::Writes { at: to, .. } => {
                    found.push(at(to, true));
                    if let Where::Reachable(pointer) = to {
                        found.push(self.of_pointer(program, pointer, true));
                    }
                }
                Effect::Frees(pointer, _) => {
                    let whole = self.of_pointer(program, pointer, true);
                    found.push(Access { frees: true, targets: whole.targets.clone().anywhere(), ..whole });
                }
                Effect::Begins { var, .. } | Effect::Ends(var) => {
                    found.push(Access { lifetime: true, ..at(Where::Variable(var), true) });
                }
                _ => {}
            }
        }
        found
    }

    /// Whether an access at a node meets another instance.
    pub fn meets(&self, program: &Program, at: (usize, NodeId), access: &Access) -> bool {
        self.others(program, at, access).next().is_some()
    }

    /// Whether it may race with one of another instance: one of both is not atomic.
    pub fn races(&self, program: &Program, at: (usize, NodeId), access: &Access, atomic: bool, library: bool) -> bool {
        let atomic = atomic || access.atomic;
        !library
            && !access.lifetime
            && self
                .others(program, at, access)
                .any(|other| !(other.library || other.access.lifetime || atomic && other.atomic))
    }

    pub fn is_atomic(access: &Access) -> bool {
        access.atomic
    }

    /// Whether two accesses may be to the same bytes at once.
    pub fn meet(&self, program: &Program, at: (usize, NodeId), a: &Access, bt: (usize, NodeId), b: &Access) -> bool {
        at.0 != bt.0
            && (a.writes || b.writes)
            && self.order.as_ref().is_none_or(|order| order.together(at, bt))
            && self.touch(a, b)
            && !self.is_protected(program, (at.1, a), (bt.1, b))
    }

    /// Whether the places are certainly not the same, or a lock that is told by the text only is held at both.
    fn is_protected(&self, program: &Program, (at, a): (NodeId, &Access), (bt, b): (NodeId, &Access)) -> bool {
        let Some(symbolic) = &self.symbolic else { return false };
        let Some((p, q)) = a.place.zip(b.place) else { return false };
        a.size != u64::MAX
            && b.size != u64::MAX
            && (symbolic.are_disjoint(program, (at, p), (bt, q))
                || symbolic.protects(program, &self.objects, (at, p), (bt, q)))
    }

    fn others<'a>(
        &'a self,
        program: &'a Program,
        at: (usize, NodeId),
        access: &'a Access,
    ) -> impl Iterator<Item = &'a Known> + 'a {
        let mut found: Vec<usize> = Vec::new();
        if access.targets.contains(NamedObject::Any) {
            found.extend(0..self.known.len());
        } else {
            for object in access.targets.iter().map(|(object, _)| object).chain([NamedObject::Any]) {
                found.extend(self.by_object.get(&object).into_iter().flatten());
            }
        }
        if self.is_own(program, at.1, access) {
            found.clear();
        }
        found
            .into_iter()
            .map(|other| &self.known[other])
            .filter(move |other| self.meet(program, at, access, (other.instance, other.node), &other.access))
    }

    fn touch(&self, a: &Access, b: &Access) -> bool {
        let is_kept = |of: &Access| of.targets.iter().any(|(object, _)| self.is_kept(object));
        let is_any = |of: &Access| of.targets.contains(NamedObject::Any);
        if let (Some(x), Some(y)) = (&a.name, &b.name)
            && !overlap(x, y)
        {
            return false;
        }
        is_any(a) && is_kept(b) || is_any(b) && is_kept(a) || overlaps(a, b)
    }

    /// Whether no other thread can come to what an access at a node is of.
    fn is_own(&self, program: &Program, node: NodeId, access: &Access) -> bool {
        access.name.as_ref().is_some_and(|name| self.is_private(program, name.var))
            || access.place.is_some_and(|place| self.fresh.is_in(program, node, place))
            || access.pointer.is_some_and(|pointer| self.fresh.is_behind(program, node, pointer))
    }

    fn is_private(&self, program: &Program, var: VarId) -> bool {
        let kind = program.vars[var].kind;
        kind == VarKind::StringLiteral || program.outside.constants.contains(&var) || self.passed.contains(&var)
    }

    pub fn is_kept(&self, object: NamedObject) -> bool {
        !matches!(object, NamedObject::Variable(var) if !self.kept.contains(&var))
    }
}

/// The variables that some operation reads.
fn read(program: &Program, edges: &[EdgeId]) -> FastSet<VarId> {
    let all = edges.iter().flat_map(|edge| effects::all(program, &program.edges[*edge].op));
    let of = all.filter_map(|effect| match effect {
        Effect::Reads(at) => at.variable(program),
        _ => None,
    });
    of.collect()
}

fn edges_by_function(program: &Program) -> FastMap<FunctionId, Vec<EdgeId>> {
    let mut by_function: FastMap<FunctionId, Vec<EdgeId>> = FastMap::default();
    for (id, edge) in program.edges.iter_ids() {
        by_function.entry(program.nodes[edge.source].function).or_default().push(id);
    }
    by_function
}
