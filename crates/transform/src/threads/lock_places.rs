//! Locks with one place for the whole run: a part of a variable, or of an object that is allocated once. A pointer that can go to
//! one such place only is that lock, however it came there.

use super::access::Known;
use super::copies::Copies;
use super::names::{Name, overlap};
use super::order::{Accesses, LockPlace};
use super::sharing::Sharing;
use crate::inclusion::{NamedObject, Targets};
use cairn_base::{FastMap, FastSet};
use cairn_ir::expr::{ExprId, ExprKind};
use cairn_ir::ids::{EdgeId, NodeId, VarId};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::reachable;
use std::cell::RefCell;

pub(super) struct LockPlaces<'a, 'p> {
    copies: &'a Copies<'p>,
    sharing: &'a Sharing,
    /// All writes, and whether each is one of the program's while threads run.
    written: Vec<(Known, bool)>,
    /// Whether each allocation is run once at most.
    once: RefCell<FastMap<EdgeId, bool>>,
}

impl<'a, 'p> LockPlaces<'a, 'p> {
    pub fn new(copies: &'a Copies<'p>, sharing: &'a Sharing, written: Vec<(Known, bool)>) -> Self {
        Self { copies, sharing, written, once: RefCell::default() }
    }

    pub fn of(&self, pointer: ExprId) -> Option<LockPlace> {
        let program = &*self.copies.program;
        let (object, at) = self.targets(pointer).only()?;
        let is_one = match object {
            NamedObject::Variable(_) => true,
            NamedObject::Allocated(edge) => self.is_once(edge),
            NamedObject::Any => false,
        };
        at.exact().filter(|_| is_one).map(|at| LockPlace { object, at, size: size(program, pointer) })
    }

    /// Variables that are not written while threads run.
    pub fn fixed(&self) -> FastSet<VarId> {
        let program = &*self.copies.program;
        let is_static = |var: &VarId| program.vars[*var].kind == VarKind::Static;
        let mut all: FastSet<VarId> = program.vars.ids().filter(is_static).collect();
        let is_any = |known: &Known| known.access.targets.contains(NamedObject::Any);
        if self.written.iter().any(|(known, counts)| *counts && is_any(known)) {
            all.retain(|var| !self.sharing.kept.contains(var));
        }
        for (known, _) in self.written.iter().filter(|(_, counts)| *counts) {
            for (object, _) in known.access.targets.iter() {
                if let NamedObject::Variable(var) = object {
                    all.remove(&var);
                }
            }
        }
        all
    }

    /// Whether a lock that is told by its text may be written as no lock is.
    pub fn may_be_overwritten(&self, pointer: ExprId) -> bool {
        let program = &*self.copies.program;
        self.is_written(&self.targets(pointer), size(program, pointer))
    }

    fn targets(&self, pointer: ExprId) -> Targets {
        self.sharing.objects.value(self.copies.program, pointer)
    }

    /// Whether the program writes some bytes while threads run. To free an object is no write: who comes to it behind that races with it.
    fn is_written(&self, targets: &Targets, size: u64) -> bool {
        let is_any = targets.is_empty() || targets.contains(NamedObject::Any);
        let is_kept = targets.iter().any(|(object, _)| self.sharing.is_kept(object));
        self.written.iter().any(|(known, counts)| {
            let of = &known.access;
            let meets = || {
                is_any
                    || of.targets.contains(NamedObject::Any) && is_kept
                    || targets
                        .iter()
                        .any(|(object, at)| of.targets.at(object).is_some_and(|bt| at.overlaps(size, bt, of.size)))
            };
            *counts && !of.frees && meets()
        })
    }

    fn is_once(&self, edge: EdgeId) -> bool {
        if let Some(known) = self.once.borrow().get(&edge) {
            return *known;
        }
        let program = &*self.copies.program;
        let is_once = self.copies.nodes.contains_key(&program.edges[edge].source) && {
            let edge = &program.edges[edge];
            !reachable([edge.target], |node, open| open.extend(program.successors(node))).contains(&edge.source)
        };
        self.once.borrow_mut().insert(edge, is_once);
        is_once
    }
}

impl Accesses for LockPlaces<'_, '_> {
    fn is_written_once(&self, name: &Name) -> bool {
        let of = self.written.iter().filter_map(|(known, _)| known.access.name.as_ref());
        !self.sharing.kept.contains(&name.var) && of.filter(|other| overlap(other, name)).count() == 1
    }

    fn lock(&self, pointer: ExprId) -> Option<LockPlace> {
        self.of(pointer)
    }

    fn is_overwritten(&self, lock: &LockPlace) -> bool {
        self.is_written(&Targets::at_place(lock.object, lock.at), lock.size)
    }

    fn frees(&self, lock: &LockPlace) -> Vec<(usize, NodeId)> {
        let of_lock = |known: &Known| {
            let targets = &known.access.targets;
            known.access.frees && (targets.contains(lock.object) || targets.contains(NamedObject::Any))
        };
        (self.written.iter())
            .filter(|(known, counts)| *counts && of_lock(known))
            .map(|(known, _)| (known.instance, known.node))
            .collect()
    }

    fn may_be(&self, pointer: ExprId, lock: &LockPlace) -> bool {
        let targets = self.targets(pointer);
        let place = Targets::at_place(lock.object, lock.at);
        targets.is_empty()
            || targets.contains(NamedObject::Any) && self.sharing.is_kept(lock.object)
            || targets.iter().any(|(object, at)| place.at(object).is_some_and(|bt| at.overlaps(1, bt, 1)))
    }
}

/// The bytes of the lock that a pointer goes to.
fn size(program: &Program, pointer: ExprId) -> u64 {
    let mut pointer = pointer;
    let mut most = 0;
    loop {
        let of = program.types.pointee(program.exprs[pointer].ty).and_then(|of| program.types.size_of(of));
        most = most.max(of.unwrap_or(0));
        match program.exprs[pointer].kind {
            ExprKind::Cast(inner) if program.types.is_pointer(program.exprs[inner].ty) => pointer = inner,
            _ => return most,
        }
    }
}
