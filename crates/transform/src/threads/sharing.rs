//! Which operations of an instance meet another: one of the two writes what the other reads or writes, both threads may
//! run then, and no lock is held at both. What meets no other instance commutes with all that others may do beside it.
//!
//! What is touched is said by name, parts of a variable apart, or by the objects that a pointer may go to ([`objects`](super::objects));
//! what may run at once is said by [`order`](super::order). Both over-approximate, and so does this.

use super::copies::Copies;
use super::kept::note_kept;
use super::objects::{Object, Objects, Set};
use super::order::Order;
use cairn_base::{FastMap, FastSet};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::{Program, VarKind};

/// A step from an object to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Field(u32),
    /// An element; any one where the subscript is not constant.
    Element(Option<u128>),
    /// Some part: of a union, a bit-field, or what a pointer goes to.
    Some,
}

/// A part of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub var: VarId,
    pub path: Vec<Part>,
}

impl Name {
    pub fn of(program: &Program, place: PlaceId) -> Option<Name> {
        match program.exprs[place].kind {
            PlaceKind::Var(var) => Some(Name { var, path: Vec::new() }),
            PlaceKind::Field(base, at) => {
                let mut name = Name::of(program, base)?;
                let record = match program.types.get(program.exprs[base].ty) {
                    cairn_ir::types::Type::Record(record) => program.types.records[*record].fields.as_ref(),
                    _ => None,
                };
                let is_disjoint = record.is_some_and(|fields| {
                    fields.get(at as usize).is_some_and(|own| {
                        let size = program.types.size_of(own.ty).unwrap_or(u64::MAX);
                        own.bits.is_none()
                            && fields.iter().enumerate().all(|(other, field)| {
                                other == at as usize
                                    || field.offset >= own.offset.saturating_add(size)
                                    || field.offset + program.types.size_of(field.ty).unwrap_or(0) <= own.offset
                                    || field.bits.is_some() && field.offset != own.offset
                            })
                    })
                });
                name.path.push(if is_disjoint { Part::Field(at) } else { Part::Some });
                Some(name)
            }
            PlaceKind::Index(base, index) => {
                let mut name = Name::of(program, base)?;
                name.path.push(Part::Element(match program.exprs[index].kind {
                    ExprKind::Constant(at) => Some(at),
                    _ => None,
                }));
                Some(name)
            }
            PlaceKind::Deref(pointer) => Name::behind(program, pointer).map(|mut name| {
                let is_whole = matches!(program.exprs[pointer].kind, ExprKind::AddressOf(of)
                    if program.exprs[of].ty == program.exprs[place].ty);
                if !is_whole {
                    // As of another type it may be larger.
                    name.path = vec![Part::Some];
                }
                name
            }),
        }
    }

    /// What a pointer certainly goes to.
    pub fn behind(program: &Program, pointer: ExprId) -> Option<Name> {
        match program.exprs[pointer].kind {
            ExprKind::AddressOf(place) => Name::of(program, place),
            ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => Name::behind(program, inner),
            ExprKind::Binary(BinaryOp::PtrAdd, base, _) => {
                let mut name = Name::behind(program, base)?;
                // Elements of an array are stepped over.
                name.path.pop();
                name.path.push(Part::Some);
                Some(name)
            }
            _ => None,
        }
    }

    /// Whether it is one object only, and always the same.
    pub fn is_exact(&self) -> bool {
        self.path.iter().all(|part| matches!(part, Part::Field(_) | Part::Element(Some(_))))
    }
}

/// Whether two parts of variables may have bytes in common.
pub(super) fn overlap(a: &Name, b: &Name) -> bool {
    if a.var != b.var {
        return false;
    }
    for pair in a.path.iter().zip(&b.path) {
        match pair {
            (Part::Field(x), Part::Field(y)) if x != y => return false,
            (Part::Element(Some(x)), Part::Element(Some(y))) if x != y => return false,
            (Part::Field(_), Part::Field(_)) | (Part::Element(_), Part::Element(_)) => {}
            _ => return true,
        }
    }
    true
}

/// What an operation reads or writes.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// A part of a variable, where it is one.
    pub name: Option<Name>,
    /// The objects otherwise.
    objects: Set,
    pub writes: bool,
    /// The place, where the operation names one.
    pub place: Option<PlaceId>,
    /// The variable, where all of one is meant.
    pub variable: Option<VarId>,
    /// It is of an atomic object.
    atomic: bool,
    /// The lifetime of a variable, of which C says otherwise what may be done beside it.
    pub lifetime: bool,
}

/// An access and where it is.
struct Known {
    access: Access,
    instance: usize,
    node: NodeId,
    /// It is in an atomic block, or of an atomic object.
    atomic: bool,
    library: bool,
}

/// What all instances touch while several may run.
pub(super) struct Sharing {
    known: Vec<Known>,
    /// Those of a variable by name or of an object that a pointer may go to.
    by_object: FastMap<Object, Vec<usize>>,
    /// Variables whose address is kept.
    kept: FastSet<VarId>,
    /// What the functions touch that are called and not copied, with their callees.
    called: FastMap<FunctionId, Vec<Access>>,
    objects: Objects,
    pub order: Option<Order>,
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
        let objects = Objects::of(program, &edges);
        let mut this = Self {
            known: Vec::new(),
            by_object: FastMap::default(),
            kept,
            called: FastMap::default(),
            objects,
            order: None,
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
            found.iter_mut().for_each(|access| (access.place, access.variable) = (None, None));
            this.called.insert(callee, found);
        }
        let mut all: Vec<(Name, bool)> = Vec::new();
        let mut behind_pointers = Set::default();
        for edge in &copies.edges {
            let edge = &program.edges[*edge];
            let Some(node) = copies.nodes.get(&edge.source) else { continue };
            for access in this.all(program, &edge.op) {
                let counts = node.started && !(node.library && node.atomic);
                match &access.name {
                    Some(name) if access.writes && !access.lifetime => all.push((name.clone(), counts)),
                    None if access.writes && counts => behind_pointers.extend(access.objects.iter().copied()),
                    _ => {}
                }
                if !node.started || access.name.as_ref().is_some_and(|name| this.is_private(program, name.var)) {
                    continue;
                }
                let at = this.known.len();
                match &access.name {
                    Some(name) => this.by_object.entry(Object::Variable(name.var)).or_default().push(at),
                    None => access.objects.iter().for_each(|object| {
                        this.by_object.entry(*object).or_default().push(at);
                    }),
                }
                let (atomic, library) = (node.atomic || access.atomic, node.is_library());
                this.known.push(Known { access, instance: node.instance, node: edge.source, atomic, library });
            }
        }
        let loses = this.objects.loses();
        if is_whole && !loses && firsts.len() < 32 {
            let once = |name: &Name| {
                !this.kept.contains(&name.var) && all.iter().filter(|(other, _)| overlap(other, name)).count() == 1
            };
            let is_changed = |name: &Name| {
                this.goes_to(&behind_pointers, name.var)
                    || all.iter().any(|(other, counts)| *counts && overlap(other, name))
            };
            let may_be = |pointer: ExprId, name: &Name| {
                let of = this.of_pointer(program, pointer, true);
                match &of.name {
                    Some(other) => overlap(other, name),
                    None => this.goes_to(&of.objects, name.var),
                }
            };
            this.order = Some(Order::of(copies, firsts, parents, once, is_changed, may_be));
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
        let objects = if name.is_some() { Set::default() } else { self.found(self.objects.place(program, place)) };
        Access { name, objects, writes, place: Some(place), variable: None, atomic, lifetime: false }
    }

    fn of_pointer(&self, program: &Program, pointer: ExprId, writes: bool) -> Access {
        let mut name = Name::behind(program, pointer);
        if let Some(name) = &mut name {
            name.path = vec![Part::Some];
        }
        let objects = if name.is_some() { Set::default() } else { self.found(self.objects.value(program, pointer)) };
        Access { name, objects, writes, place: None, variable: None, atomic: false, lifetime: false }
    }

    /// A pointer that goes nowhere as far as is known comes from where nothing is known.
    fn found(&self, objects: Set) -> Set {
        match objects.is_empty() || self.objects.loses() {
            true => std::iter::once(Object::Any).collect(),
            false => objects,
        }
    }

    /// What an operation itself touches.
    fn own(&self, program: &Program, op: &Op) -> Vec<Access> {
        let mut found = Vec::new();
        let at = |at: Where, writes: bool| match at {
            Where::Variable(var) => {
                let atomic = program.outside.atomics.contains(&var);
                let name = Some(Name { var, path: Vec::new() });
                Access {
                    name,
                    objects: Set::default(),
                    writes,
                    place: None,
                    variable: Some(var),
                    atomic,
                    lifetime: false,
                }
            }
            Where::Place(place) => self.of_place(program, place, writes),
            Where::Behind(pointer) => self.of_pointer(program, pointer, writes),
            Where::Reachable(_) => Access {
                name: None,
                objects: std::iter::once(Object::Any).collect(),
                writes,
                place: None,
                variable: None,
                atomic: false,
                lifetime: false,
            },
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
                Effect::Frees(pointer) => found.push(self.of_pointer(program, pointer, true)),
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
    pub fn meet(&self, at: (usize, NodeId), a: &Access, bt: (usize, NodeId), b: &Access) -> bool {
        let by_order = self.order.as_ref().is_none_or(|order| order.together(at, bt));
        at.0 != bt.0 && (a.writes || b.writes) && by_order && self.touch(a, b)
    }

    fn others<'a>(
        &'a self,
        program: &Program,
        at: (usize, NodeId),
        access: &'a Access,
    ) -> impl Iterator<Item = &'a Known> + 'a {
        let is_private = access.name.as_ref().is_some_and(|name| self.is_private(program, name.var));
        let mut found: Vec<usize> = Vec::new();
        let is_any = access.objects.contains(&Object::Any);
        if is_any {
            found.extend(0..self.known.len());
        } else {
            let own = access.name.iter().map(|name| Object::Variable(name.var));
            for object in own.chain(access.objects.iter().copied()).chain([Object::Any]) {
                found.extend(self.by_object.get(&object).into_iter().flatten());
            }
        }
        found.retain(|_| !is_private);
        found
            .into_iter()
            .map(|other| &self.known[other])
            .filter(move |other| self.meet(at, access, (other.instance, other.node), &other.access))
    }

    fn touch(&self, a: &Access, b: &Access) -> bool {
        match (&a.name, &b.name) {
            (Some(x), Some(y)) => overlap(x, y),
            (Some(name), None) => self.goes_to(&b.objects, name.var),
            (None, Some(name)) => self.goes_to(&a.objects, name.var),
            (None, None) => {
                let any = |set: &Set| set.contains(&Object::Any);
                let is_kept = |set: &Set| set.iter().any(|object| self.is_kept(*object));
                a.objects.iter().any(|object| b.objects.contains(object))
                    || any(&a.objects) && is_kept(&b.objects)
                    || any(&b.objects) && is_kept(&a.objects)
            }
        }
    }

    fn is_private(&self, program: &Program, var: VarId) -> bool {
        let kind = program.vars[var].kind;
        kind == VarKind::StringLiteral || program.outside.constants.contains(&var) || self.passed.contains(&var)
    }

    fn is_kept(&self, object: Object) -> bool {
        !matches!(object, Object::Variable(var) if !self.kept.contains(&var))
    }

    fn goes_to(&self, objects: &Set, var: VarId) -> bool {
        objects.contains(&Object::Variable(var)) || objects.contains(&Object::Any) && self.kept.contains(&var)
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
