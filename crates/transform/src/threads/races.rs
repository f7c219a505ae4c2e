//! Checks of races: an instance that comes to an access while another stands before one to the same bytes.
//!
//! Each access that may race ([`Sharing::races`]) has a switch point before it, so a state in which two threads are both about
//! to access is one in which one of them stands at the place of its access, as its variable says, and the other is
//! chosen: no other state is needed. Where it goes on, it is asked of each place of another instance that may race
//! whether that stands there, and whether the addresses are the same; what they are computed from is the other's own, or kept in variables of
//! its own since it is shared ([`steps`](super::steps)). What is in an atomic block is asked about there, and stands nowhere.
//!
//! Of all pairs one of both asks. What cannot be compared so is a doubt, and never proved.

use super::copies::Copies;
use super::sharing::{Access, Sharing};
use cairn_base::{FastMap, Span};
use cairn_ir::behaviour::Check;
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{NodeId, VarId};
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::{Field, IntKind, Type, TypeId};
use cairn_ir::walk::ExprOrPlace;

/// Why nobody knows whether two accesses race.
const NOT_COMPARED: &str = "accesses of two threads whose addresses are not compared";

/// What comes to an access that may race.
struct Stop {
    /// Where the text has it.
    origin: NodeId,
    instance: usize,
    accesses: Vec<Access>,
    /// It may be no access that the program does.
    unsure: bool,
    atomic: bool,
    /// Where its operation leaves, and the number of the place that stands there.
    at: NodeId,
    number: Option<usize>,
}

#[derive(Default)]
pub(super) struct Races {
    stops: Vec<Stop>,
    by_point: FastMap<NodeId, usize>,
}

/// The accesses of what leaves a node that may race.
pub(super) fn racy(copies: &Copies<'_>, sharing: &Sharing, node: NodeId) -> Vec<Access> {
    let program = &*copies.program;
    let like = copies.nodes[&node];
    let mut found = Vec::new();
    for edge in program.nodes[node].leaving.iter().take(1) {
        for access in sharing.all(program, &program.edges[*edge].op) {
            if like.started && sharing.races(program, (like.instance, node), &access, like.atomic, like.is_library()) {
                found.push(access);
            }
        }
    }
    found
}

impl Races {
    pub fn is_at(&self, point: NodeId) -> bool {
        self.by_point.contains_key(&point)
    }

    /// Notes a step of an operation of which some accesses may race.
    pub fn add(
        &mut self,
        copies: &Copies<'_>,
        sharing: &Sharing,
        origin: NodeId,
        point: NodeId,
        arm: Option<bool>,
        racy: &[Access],
    ) {
        if racy.is_empty() {
            return;
        }
        let program = &*copies.program;
        let like = copies.nodes[&origin];
        let Some(edge) = program.nodes[point].leaving.first() else { return };
        let op = &program.edges[*edge].op;
        let mut accesses = sharing.all(program, op);
        // What is read through a variable of the step's own was of the operation.
        accesses.retain(|access| {
            sharing.races(program, (like.instance, origin), access, like.atomic, like.is_library())
                && racy.iter().any(|of| of.writes == access.writes && type_of(program, of) == type_of(program, access))
        });
        if accesses.is_empty() {
            return;
        }
        // Whether the number of a thread is written before the thread runs is not said.
        let unsure = like.for_program || arm.unwrap_or_else(|| has_conditional(program, op));
        self.by_point.insert(point, self.stops.len());
        let instance = like.instance;
        self.stops.push(Stop { origin, instance, accesses, unsure, atomic: false, at: point, number: None });
    }

    /// Notes what is in atomic blocks; whether there is any.
    pub fn add_atomic(&mut self, copies: &Copies<'_>, sharing: &Sharing) -> bool {
        let mut nodes: Vec<NodeId> =
            copies.nodes.iter().filter(|(_, like)| like.started && like.atomic).map(|(node, _)| *node).collect();
        nodes.sort();
        let before = self.stops.len();
        for node in nodes {
            let accesses = racy(copies, sharing, node);
            if accesses.is_empty() {
                continue;
            }
            let edge = copies.program.nodes[node].leaving[0];
            let unsure = has_conditional(copies.program, &copies.program.edges[edge].op);
            let instance = copies.nodes[&node].instance;
            self.stops.push(Stop { origin: node, instance, accesses, unsure, atomic: true, at: node, number: None });
        }
        self.stops.len() > before
    }

    /// Notes where an instance stands before a step.
    pub fn stands(&mut self, point: NodeId, place: NodeId, number: usize) {
        if let Some(at) = self.by_point.get(&point) {
            self.stops[*at].at = place;
            self.stops[*at].number = Some(number);
        }
    }

    /// Puts the checks in.
    pub fn check(&self, copies: &mut Copies<'_>, sharing: &Sharing, counters: &[VarId]) {
        for one in &self.stops {
            let mut asked = Vec::new();
            for other in &self.stops {
                let Some(number) = other.number.filter(|_| other.instance != one.instance) else { continue };
                if !one.atomic && other.instance < one.instance {
                    continue;
                }
                let mut found: Vec<Overlap> = Vec::new();
                for a in &one.accesses {
                    for b in &other.accesses {
                        let atomic = (one.atomic || Sharing::is_atomic(a)) && Sharing::is_atomic(b);
                        let (at, bt) = ((one.instance, one.origin), (other.instance, other.origin));
                        if atomic || !sharing.meet(copies.program, at, a, bt, b) {
                            continue;
                        }
                        let overlap = match one.unsure || other.unsure {
                            true => Overlap::Unknown,
                            false => overlap(copies.program, a, b),
                        };
                        let all = match overlap {
                            Overlap::Any(all) => all,
                            Overlap::Never => continue,
                            one => vec![one],
                        };
                        for overlap in all {
                            if !found.contains(&overlap) {
                                found.push(overlap);
                            }
                        }
                    }
                }
                // What is certain is asked first.
                found.sort_by_key(|overlap| match overlap {
                    Overlap::Always => 0,
                    Overlap::Unknown => 2,
                    _ => 1,
                });
                if !found.is_empty() {
                    asked.push((other.instance, number, found));
                }
            }
            put(copies, one.at, &asked, counters);
        }
    }
}

/// Puts the checks of one step before what leaves a node.
fn put(copies: &mut Copies<'_>, at: NodeId, asked: &[(usize, usize, Vec<Overlap>)], counters: &[VarId]) {
    if asked.is_empty() {
        return;
    }
    let home = copies.home;
    let leaving = std::mem::take(&mut copies.program.nodes[at].leaving);
    let span = leaving.first().map_or(Span::NONE, |edge| copies.program.edges[*edge].span);
    let mut from = at;
    for (instance, number, overlaps) in asked {
        let int = copies.program.types.int(IntKind::Int);
        let (value, number) = (copies.program.var_value(counters[*instance]), copies.number(*number));
        let stands = copies.program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, value, number), int);
        let (mut yes, next) = (copies.program.add_node(home), copies.program.add_node(home));
        copies.program.add_branch(from, stands, yes, next, span);
        let mut goes_on = true;
        for overlap in overlaps {
            let ends = match overlap {
                Overlap::Unknown => vec![Op::mark_doubt(NOT_COMPARED), Op::Unsupported(NOT_COMPARED.to_owned())],
                _ => vec![Op::mark_check(Check::DataRace), Op::Halt],
            };
            let mut then = yes;
            let mut conds = match overlap {
                Overlap::Where(conds) | Overlap::Bytes { some: conds, .. } => conds.clone(),
                _ => Vec::new(),
            };
            goes_on = !matches!(overlap, Overlap::Always | Overlap::Unknown);
            let otherwise = copies.program.add_node(home);
            if let Overlap::Bytes { areas, .. } = overlap {
                let answer = copies.program.add_var("whether bytes are shared", int, VarKind::Temp, Some(home));
                let result = Some(copies.program.var_place(answer));
                let asked = copies.program.add_node(home);
                let op = Op::Intrinsic { which: Intrinsic::Overlaps, args: areas.to_vec(), result };
                copies.program.add_edge(then, asked, op, span);
                (then, conds) = (asked, [&conds[..], &[copies.program.var_value(answer)]].concat());
            }
            for cond in conds {
                let inside = copies.program.add_node(home);
                copies.program.add_branch(then, cond, inside, otherwise, span);
                then = inside;
            }
            yes = otherwise;
            for op in ends {
                let after = copies.program.add_node(home);
                copies.program.add_edge(then, after, op, span);
                then = after;
            }
            if !goes_on {
                break;
            }
        }
        if goes_on {
            copies.program.add_edge(yes, next, Op::Skip, span);
        }
        from = next;
    }
    for edge in &leaving {
        copies.program.edges[*edge].source = from;
    }
    copies.program.nodes[from].leaving = leaving;
}

/// Whether two accesses are to the same bytes.
#[derive(PartialEq, Eq)]
enum Overlap {
    Always,
    Never,
    /// Where one of these does.
    Any(Vec<Overlap>),
    /// Where all of these hold.
    Where(Vec<ExprId>),
    /// Where the areas share bytes, and all sizes are not 0.
    Bytes {
        areas: [ExprId; 4],
        some: Vec<ExprId>,
    },
    Unknown,
}

fn overlap(program: &mut Program, a: &Access, b: &Access) -> Overlap {
    // Of parts of variables, and of what pointers go to, it is not known whether they are atomic.
    let is_whole = |program: &Program, access: &Access| match access.place {
        Some(place) => matches!(program.exprs[place].kind, PlaceKind::Var(_)),
        None => access.variable.is_some(),
    };
    if program.outside.atomic_elsewhere && !(is_whole(program, a) && is_whole(program, b)) {
        return Overlap::Unknown;
    }
    let places = place(program, a).zip(place(program, b));
    match places.map_or(Overlap::Unknown, |(p, q)| of_places(program, p, q)) {
        Overlap::Unknown => of_bytes(program, a, b),
        known => known,
    }
}

fn place(program: &mut Program, access: &Access) -> Option<PlaceId> {
    access.place.or_else(|| access.variable.map(|var| program.var_place(var)))
}

/// By the areas of memory, whatever the types and the alignment are.
fn of_bytes(program: &mut Program, a: &Access, b: &Access) -> Overlap {
    let (Some((p, x)), Some((q, y))) = (area(program, a), area(program, b)) else { return Overlap::Unknown };
    let is_some = |size: &ExprId| !matches!(program.exprs[*size].kind, ExprKind::Constant(number) if number != 0);
    let sizes: Vec<ExprId> = [x, y].into_iter().filter(is_some).collect();
    let int = program.types.int(IntKind::Int);
    let not_zero = |program: &mut Program, size: ExprId| {
        let zero = program.exprs.expr(ExprKind::Constant(0), program.exprs[size].ty);
        program.exprs.expr(ExprKind::Binary(BinaryOp::Ne, size, zero), int)
    };
    let some = sizes.into_iter().map(|size| not_zero(program, size)).collect();
    Overlap::Bytes { areas: [p, q, x, y], some }
}

/// Where an access begins, and its size.
fn area(program: &mut Program, access: &Access) -> Option<(ExprId, ExprId)> {
    let size_t = program.types.size_t();
    let (from, size) = match (place(program, access), access.pointer) {
        (Some(place), _) if !bits(program, place) => {
            let size = program.types.size_of(program.exprs[place].ty)?;
            (address(program, place)?, program.exprs.expr(ExprKind::Constant(u128::from(size)), size_t))
        }
        (None, Some(pointer)) => (pointer, access.bytes?),
        _ => return None,
    };
    let void = program.types.void();
    let void = program.types.pointer(void);
    Some((program.exprs.expr(ExprKind::Cast(from), void), size))
}

fn of_places(program: &mut Program, p: PlaceId, q: PlaceId) -> Overlap {
    let (pt, qt) = (program.exprs[p].ty, program.exprs[q].ty);
    let mut conds = Vec::new();
    let is_alike = match (bits(program, p), bits(program, q)) {
        (true, true) => true,
        (false, false) => pt == qt,
        _ => return Overlap::Unknown,
    };
    if is_alike && is_same(program, p, q, &mut conds) {
        let certain = conds.is_empty();
        return if certain { Overlap::Always } else { if_aligned(program, pt, Overlap::Where(conds)) };
    }
    if bits(program, p) {
        return Overlap::Unknown;
    }
    let sizes = (program.types.size_of(pt), program.types.size_of(qt));
    let ((Some(size), Some(other)), Some(from)) = (sizes, program.exprs.root_variable(p)) else {
        return by_address(program, p, q);
    };
    // Parts of one variable.
    match (offset(program, p), offset(program, q)) {
        (Some(x), Some(y)) if program.exprs.root_variable(q) == Some(from) => {
            if x < y + other && y < x + size {
                Overlap::Always
            } else {
                Overlap::Never
            }
        }
        _ => by_address(program, p, q),
    }
}

/// Where a place begins in its variable, as far as that is constant.
fn offset(program: &Program, place: PlaceId) -> Option<u64> {
    match program.exprs[place].kind {
        PlaceKind::Var(_) => Some(0),
        PlaceKind::Field(base, at) => {
            let fields = program.types.fields(program.exprs[base].ty)?;
            Some(offset(program, base)? + fields.get(at as usize)?.offset)
        }
        PlaceKind::Index(base, index) => {
            let ExprKind::Constant(at) = program.exprs[index].kind else { return None };
            let size = program.types.size_of(program.exprs[place].ty)?;
            offset(program, base)?.checked_add(u64::try_from(at).ok()?.checked_mul(size)?)
        }
        PlaceKind::Deref(_) => None,
    }
}

/// By the addresses: the smaller of two scalars is at one of the places in the larger where it is aligned.
fn by_address(program: &mut Program, p: PlaceId, q: PlaceId) -> Overlap {
    let size = |place: PlaceId| {
        let ty = program.exprs[place].ty;
        program.types.scalar(ty).and_then(|_| program.types.size_of(ty))
    };
    let (Some(x), Some(y)) = (size(p), size(q)) else { return Overlap::Unknown };
    let ((large, most), (small, least)) = if x < y { ((q, y), (p, x)) } else { ((p, x), (q, y)) };
    if least == 0 || most % least != 0 || most / least > 8 {
        return Overlap::Unknown;
    }
    let (Some(from), Some(at)) = (address(program, large), address(program, small)) else { return Overlap::Unknown };
    if most == least {
        let same = equal(program, from, at);
        return if_aligned(program, program.exprs[small].ty, Overlap::Where(vec![same]));
    }
    let all = (0..most / least)
        .map(|element| {
            let pointer = program.exprs[at].ty;
            let from = program.exprs.expr(ExprKind::Cast(from), pointer);
            let ptrdiff = program.types.ptrdiff_t();
            let by = program.exprs.expr(ExprKind::Constant(u128::from(element)), ptrdiff);
            let part = program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, from, by), pointer);
            Overlap::Where(vec![equal(program, part, at)])
        })
        .collect();
    if_aligned(program, program.exprs[large].ty, Overlap::Any(all))
}

/// Whether the program may access what is not aligned: by an attribute, in what is packed, or behind what was a pointer to
/// characters.
fn may_be_misaligned(program: &Program) -> bool {
    let align = |ty: TypeId| program.types.align_of(ty).unwrap_or(1);
    let is_packed = program.types.records.iter().any(|record| {
        let plain = |field: &Field| field.bits.is_some() || field.offset.is_multiple_of(align(field.ty).max(1));
        !record.fields.iter().flatten().all(plain)
    });
    program.outside.underaligned
        || is_packed
        || program.exprs.exprs().any(|(_, expr)| {
            let ExprKind::Cast(inner) = expr.kind else { return false };
            let to = program.types.pointee(expr.ty).filter(|to| program.types.size_of(*to).is_some());
            let from = program.types.pointee(program.exprs[inner].ty).filter(|of| program.types.scalar(*of).is_some());
            let is_made = matches!(program.exprs[inner].kind, ExprKind::Load(_) | ExprKind::Binary(..));
            is_made && to.zip(from).is_some_and(|(to, from)| align(to) > align(from))
        })
}

/// What is not at a multiple of its size may be the same in part.
fn if_aligned(program: &Program, ty: TypeId, overlap: Overlap) -> Overlap {
    if program.types.size_of(ty) != Some(1) && may_be_misaligned(program) { Overlap::Unknown } else { overlap }
}

/// Whether a place is a bit-field.
fn bits(program: &Program, place: PlaceId) -> bool {
    matches!(program.exprs[place].kind, PlaceKind::Field(base, at) if is_bits(program, base, at))
}

fn is_bits(program: &Program, base: PlaceId, at: u32) -> bool {
    let Type::Record(record) = program.types.get(program.exprs[base].ty) else { return false };
    let fields = program.types.records[*record].fields.as_ref();
    fields.and_then(|fields| fields.get(at as usize)).is_some_and(|field| field.bits.is_some())
}

/// Whether two bit-fields are one place in memory for certain (C17 3.14): nothing is between them, not even a field of no bits.
fn is_one_unit(program: &Program, record: TypeId, i: u32, j: u32) -> bool {
    let Some(fields) = program.types.fields(record) else { return false };
    let between = fields.get(i.min(j) as usize..=i.max(j) as usize).unwrap_or(&[]);
    let place = |at: usize| {
        let field: &Field = between.get(at)?;
        let bits = field.bits?;
        let first = field.offset * 8 + u64::from(bits.first);
        Some((first, first + u64::from(bits.width)))
    };
    !between.is_empty()
        && (1..between.len()).all(|at| {
            let (Some((_, end)), Some((begin, _))) = (place(at - 1), place(at)) else { return false };
            end == begin && begin % 8 != 0
        })
}

/// Whether two places are made alike; the conditions under which they are one then.
fn is_same(program: &mut Program, p: PlaceId, q: PlaceId, conds: &mut Vec<ExprId>) -> bool {
    match (program.exprs[p].kind.clone(), program.exprs[q].kind.clone()) {
        (PlaceKind::Var(x), PlaceKind::Var(y)) => x == y,
        (PlaceKind::Field(x, i), PlaceKind::Field(y, j)) => {
            let (of, other) = (program.exprs[x].ty, program.exprs[y].ty);
            of == other && (i == j || is_one_unit(program, of, i, j)) && is_same(program, x, y, conds)
        }
        (PlaceKind::Index(x, i), PlaceKind::Index(y, j)) => {
            // Behind a pointer the arrays may overlap otherwise.
            if program.exprs.root_variable(p).is_none() || program.exprs[x].ty != program.exprs[y].ty {
                return false;
            }
            if i != j || !matches!(program.exprs[i].kind, ExprKind::Constant(_)) {
                conds.push(equal(program, i, j));
            }
            is_same(program, x, y, conds)
        }
        (PlaceKind::Deref(x), PlaceKind::Deref(y)) if program.exprs[p].ty == program.exprs[q].ty => {
            conds.push(equal(program, x, y));
            true
        }
        _ => false,
    }
}

/// Whether two numbers or two pointers are equal.
fn equal(program: &mut Program, x: ExprId, y: ExprId) -> ExprId {
    let (xt, yt) = (program.exprs[x].ty, program.exprs[y].ty);
    let common = match program.types.is_pointer(xt) {
        true => xt,
        false => program.types.int(IntKind::LongLong),
    };
    let cast = |program: &mut Program, of: ExprId, ty| match ty == common {
        true => of,
        false => program.exprs.expr(ExprKind::Cast(of), common),
    };
    let (x, y) = (cast(program, x, xt), cast(program, y, yt));
    let int = program.types.int(IntKind::Int);
    program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, x, y), int)
}

/// The address of a place; none of a variable that has none.
fn address(program: &mut Program, place: PlaceId) -> Option<ExprId> {
    if let PlaceKind::Deref(pointer) = program.exprs[place].kind {
        return Some(pointer);
    }
    if program.exprs.root_variable(place).is_some_and(|var| !program.vars[var].address_taken) {
        return None;
    }
    let ty = program.types.pointer(program.exprs[place].ty);
    Some(program.exprs.expr(ExprKind::AddressOf(place), ty))
}

fn type_of(program: &Program, access: &Access) -> Option<TypeId> {
    let by_place = access.place.map(|place| program.exprs[place].ty);
    by_place.or_else(|| access.variable.map(|var| program.vars[var].ty))
}

/// Whether what an operation does depends on a condition within it.
fn has_conditional(program: &Program, op: &Op) -> bool {
    let mut open = Vec::new();
    op.roots(&program.calls, &mut open);
    let mut seen = cairn_base::FastSet::default();
    while let Some(part) = open.pop() {
        if !seen.insert(part) {
            continue;
        }
        if let ExprOrPlace::Expr(expr) = part
            && matches!(program.exprs[expr].kind, ExprKind::Conditional(..))
        {
            return true;
        }
        open.extend(program.exprs.parts(part));
    }
    false
}
