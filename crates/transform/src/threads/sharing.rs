//! Which operations of an instance meet another: one of the two writes what the other reads or writes.
//!
//! What an instance touches is said by its text, by variables. A pointer may go to every object whose address is kept
//! somewhere, and to every object that no variable names. The address of a variable that is followed at once (`*&x`) is
//! not kept.

use super::copies::Copies;
use cairn_base::{FastMap, FastSet};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::{Program, VarKind};

/// What is read or written: a variable or a part of it, or what some pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub var: Option<VarId>,
    pub writes: bool,
}

/// What one instance touches.
#[derive(Default, Clone)]
struct Touched {
    reads: FastSet<VarId>,
    writes: FastSet<VarId>,
    reads_behind: bool,
    writes_behind: bool,
}

impl Touched {
    fn add(&mut self, access: Access) {
        match (access.var, access.writes) {
            (Some(var), true) => drop(self.writes.insert(var)),
            (Some(var), false) => drop(self.reads.insert(var)),
            (None, true) => self.writes_behind = true,
            (None, false) => self.reads_behind = true,
        }
    }
}

/// What all instances touch while several may run.
pub(super) struct Sharing {
    instances: Vec<Touched>,
    /// Variables whose address is kept.
    kept: FastSet<VarId>,
    /// What the functions touch that are called and not copied, with their callees.
    called: FastMap<FunctionId, Vec<Access>>,
}

impl Sharing {
    pub fn of(copies: &Copies<'_>, instances: usize) -> Self {
        let program = &*copies.program;
        let mut this = Self {
            instances: vec![Touched::default(); instances],
            kept: FastSet::default(),
            called: FastMap::default(),
        };
        let by_function = edges_by_function(program);
        let mut callees = FastSet::default();
        for edge in &copies.edges {
            note_kept(program, &program.edges[*edge].op, &mut this.kept);
            if let Op::Call(site) = program.edges[*edge].op {
                callees.extend(program.calls[site].callee);
            }
        }
        for callee in callees {
            let mut found = Vec::new();
            for function in &copies.functions.callees[callee] {
                for edge in by_function.get(function).into_iter().flatten() {
                    found.extend(accesses(program, &program.edges[*edge].op));
                    note_kept(program, &program.edges[*edge].op, &mut this.kept);
                }
            }
            // A frame is that of one call.
            found.retain(|access: &Access| access.var.is_none_or(|var| program.vars[var].frame().is_none()));
            this.called.insert(callee, found);
        }
        // Initialisers of the start function keep addresses too.
        for edge in by_function.get(&program.start).into_iter().flatten() {
            note_kept(program, &program.edges[*edge].op, &mut this.kept);
        }
        for edge in &copies.edges {
            let edge = &program.edges[*edge];
            let Some(node) = copies.nodes.get(&edge.source).filter(|node| node.started) else { continue };
            for access in this.all(program, &edge.op) {
                this.instances[node.instance].add(access);
            }
        }
        this
    }

    /// All that an operation touches, with what it calls.
    pub fn all(&self, program: &Program, op: &Op) -> Vec<Access> {
        let mut found = accesses(program, op);
        if let Op::Call(site) = op
            && let Some(inside) = program.calls[*site].callee.and_then(|callee| self.called.get(&callee))
        {
            found.extend(inside);
        }
        found
    }

    /// Whether an access of an instance meets another instance.
    pub fn meets(&self, program: &Program, instance: usize, access: Access) -> bool {
        if access.var.is_some_and(|var| is_private(program, var)) {
            return false;
        }
        let others = self.instances.iter().enumerate().filter(|(other, _)| *other != instance);
        others.map(|(_, touched)| touched).any(|other| match access.var {
            Some(var) => {
                let by_name = other.writes.contains(&var) || access.writes && other.reads.contains(&var);
                let behind = other.writes_behind || access.writes && other.reads_behind;
                by_name || behind && self.kept.contains(&var)
            }
            None => {
                let is_kept = |vars: &FastSet<VarId>| vars.iter().any(|var| self.kept.contains(var));
                other.writes_behind
                    || is_kept(&other.writes)
                    || access.writes && (other.reads_behind || is_kept(&other.reads))
            }
        })
    }
}

fn is_private(program: &Program, var: VarId) -> bool {
    program.vars[var].kind == VarKind::StringLiteral || program.outside.constants.contains(&var)
}

fn edges_by_function(program: &Program) -> FastMap<FunctionId, Vec<EdgeId>> {
    let mut by_function: FastMap<FunctionId, Vec<EdgeId>> = FastMap::default();
    for (id, edge) in program.edges.iter_ids() {
        by_function.entry(program.nodes[edge.source].function).or_default().push(id);
    }
    by_function
}

/// The variable that a place is a part of, through addresses that are followed at once.
pub(super) fn root(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.exprs[place].kind {
        PlaceKind::Var(var) => Some(var),
        PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => root(program, base),
        PlaceKind::Deref(pointer) => pointee(program, pointer),
    }
}

/// The variable that a pointer certainly points into.
fn pointee(program: &Program, pointer: ExprId) -> Option<VarId> {
    match program.exprs[pointer].kind {
        ExprKind::AddressOf(place) => root(program, place),
        ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => pointee(program, inner),
        ExprKind::Binary(BinaryOp::PtrAdd, base, _) => pointee(program, base),
        _ => None,
    }
}

/// What an operation itself touches.
pub(super) fn accesses(program: &Program, op: &Op) -> Vec<Access> {
    let mut found = Vec::new();
    for effect in effects::all(program, op) {
        let var = |at: Where| match at {
            Where::Variable(var) => Some(var),
            Where::Place(place) => root(program, place),
            Where::Behind(pointer) | Where::Reachable(pointer) => pointee(program, pointer),
        };
        match effect {
            Effect::Reads(at) => found.push(Access { var: var(at), writes: false }),
            Effect::Writes { at, .. } => {
                found.push(Access { var: var(at), writes: true });
                if matches!(at, Where::Reachable(_)) {
                    found.push(Access { var: None, writes: true });
                }
            }
            Effect::Frees(_) => found.push(Access { var: None, writes: true }),
            Effect::Begins { var, .. } | Effect::Ends(var) => found.push(Access { var: Some(var), writes: true }),
            _ => {}
        }
    }
    found
}

/// Notes the variables whose address an operation makes a value that is kept.
fn note_kept(program: &Program, op: &Op, kept: &mut FastSet<VarId>) {
    let mut roots = Vec::new();
    op.roots(&program.calls, &mut roots);
    let (mut exprs, mut places) = (Vec::new(), Vec::new());
    for part in roots {
        match part {
            cairn_ir::walk::ExprOrPlace::Expr(expr) => exprs.push(expr),
            cairn_ir::walk::ExprOrPlace::Place(place) => places.push(place),
        }
    }
    let mut seen = FastSet::default();
    loop {
        if let Some(place) = places.pop() {
            match program.exprs[place].kind {
                PlaceKind::Var(_) => {}
                PlaceKind::Field(base, _) => places.push(base),
                PlaceKind::Index(base, index) => {
                    places.push(base);
                    exprs.push(index);
                }
                PlaceKind::Deref(pointer) => followed(program, pointer, &mut exprs, &mut places),
            }
        } else if let Some(expr) = exprs.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match program.exprs[expr].kind {
                ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
                ExprKind::Load(place) => places.push(place),
                ExprKind::AddressOf(place) => {
                    kept.extend(root(program, place));
                    places.push(place);
                }
                ExprKind::Unary(_, x) | ExprKind::Cast(x) => exprs.push(x),
                ExprKind::Binary(_, x, y) => exprs.extend([x, y]),
                ExprKind::Conditional(c, x, y) => exprs.extend([c, x, y]),
            }
        } else {
            return;
        }
    }
}

/// A pointer that is followed: the address that it is made of is not kept.
fn followed(program: &Program, pointer: ExprId, exprs: &mut Vec<ExprId>, places: &mut Vec<PlaceId>) {
    match program.exprs[pointer].kind {
        ExprKind::AddressOf(place) => places.push(place),
        ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => {
            followed(program, inner, exprs, places);
        }
        ExprKind::Binary(BinaryOp::PtrAdd, base, by) => {
            followed(program, base, exprs, places);
            exprs.push(by);
        }
        _ => exprs.push(pointer),
    }
}
