//! Locks that are told by the text only: `&p->lock`, `&locks[i]`. What such a lock protects is in the same record, or has the same
//! subscript (symbolic locksets: Vojdani et al., ASE 2016; relative ones: Voung et al., RELAY, FSE 2007).
//!
//! Forward, at each node: the locks that are held, as sums ([`Address`]) of what is known there ([`KnownValues`]). Of two accesses
//! under such locks, two threads have the same lock if the bytes are the same ([`SymbolicLocks::protects`]):
//! the addresses differ by a multiple of a size that both accesses fit in, so they begin at one place, from which both locks are equally far.
//!
//! Invariant: each lock that an instance gives up is one that it holds, of all instances, or no lock here protects anything.
//! Under-approximates the locks that are held.

use super::addresses::{Address, Begin, Subscript};
use super::copies::Copies;
use super::events::Event;
use super::known_values::{KnownValues, written};
use crate::inclusion::{NamedObject, PointsTo, Targets};
use cairn_base::{FastMap, FastSet};
use cairn_ir::dataflow::{Direction, Worklist, iterate_to_fixpoint};
use cairn_ir::expr::{ExprId, PlaceId};
use cairn_ir::ids::{EdgeId, NodeId};
use cairn_ir::program::Program;

#[derive(Clone, PartialEq)]
struct Lock {
    address: Address,
    /// Expression given to the library.
    text: ExprId,
    /// By one who may write.
    exclusive: bool,
}

pub(super) struct SymbolicLocks {
    held: FastMap<NodeId, Vec<Lock>>,
    values: KnownValues,
    /// Those that hold at the edges that give them up.
    given_up: FastSet<EdgeId>,
    is_sure: bool,
}

impl SymbolicLocks {
    /// `has_place`: whether what the library is given is a lock with a constant place.
    pub fn of(copies: &Copies<'_>, firsts: &[NodeId], values: KnownValues, has_place: impl Fn(ExprId) -> bool) -> Self {
        let program = &*copies.program;
        let (mut all, mut given_up) = (FastMap::default(), FastSet::default());
        let mut is_sure = true;
        let may_fail = copies.runs("__cairn_t_pthread_mutexattr_settype");
        for first in firsts {
            let of = |node: NodeId, pointer: ExprId| values.pointer(program, node, pointer);
            let transfer = |edge: EdgeId, held: &Vec<Lock>| {
                let node = program.edges[edge].source;
                let mut new = held.clone();
                written(program, &program.edges[edge].op, |var| new.retain(|lock| !lock.address.reads(var)));
                let started = copies.nodes.get(&node).is_some_and(|node| node.started);
                match copies.events.get(&edge).filter(|_| started) {
                    Some(Event::Acquires { lock, writes }) if !has_place(*lock) => {
                        if let Some(address) = of(node, *lock)
                            && !new.iter().any(|held| held.address == address)
                        {
                            new.push(Lock { address, text: *lock, exclusive: *writes });
                        }
                    }
                    Some(Event::Releases(lock)) if !has_place(*lock) => {
                        let address = of(node, *lock);
                        let known = |of: &Address| new.iter().position(|held| held.address.is_like(of));
                        match address.as_ref().and_then(known) {
                            // Another is not the same, or was taken twice and is held on; but where taking it again may fail.
                            Some(at) if new.len() == 1 || !may_fail => drop(new.remove(at)),
                            _ => new.clear(),
                        }
                    }
                    _ => {}
                }
                Some(new)
            };
            let start = [(*first, Vec::new())];
            let found = iterate_to_fixpoint(program, Direction::Forward, Worklist::LastFirst, start, transfer);
            for (node, held) in &found {
                for edge in &program.nodes[*node].leaving {
                    let Some(Event::Releases(lock)) = copies.events.get(edge).filter(|_| copies.nodes[node].started)
                    else {
                        continue;
                    };
                    if has_place(*lock) {
                        continue;
                    }
                    let address = of(*node, *lock);
                    match address.is_some_and(|of| held.iter().any(|held| held.address.is_like(&of))) {
                        true => drop(given_up.insert(*edge)),
                        false => is_sure = false,
                    }
                }
            }
            all.extend(found.into_iter().filter(|(_, held)| !held.is_empty()));
        }
        Self { held: all, values, given_up, is_sure }
    }

    /// Whether the lock that is given up there is held for certain.
    pub fn is_given_up(&self, edge: EdgeId) -> bool {
        self.given_up.contains(&edge)
    }

    /// Expressions given to the library for the locks that are held somewhere.
    pub fn texts(&self) -> Vec<ExprId> {
        let mut all: Vec<ExprId> = self.held.values().flatten().map(|lock| lock.text).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Takes away those that are no locks; `all` of them if some lock is given up that is not held.
    pub fn remove(&mut self, all: bool, texts: &[ExprId]) {
        if all || !self.is_sure {
            self.held.clear();
        }
        for held in self.held.values_mut() {
            held.retain(|lock| !texts.contains(&lock.text));
        }
    }

    /// Whether two places that two threads access at two nodes have no byte in common, whatever their locks are.
    pub fn are_disjoint(&self, program: &Program, (a, x): (NodeId, PlaceId), (b, y): (NodeId, PlaceId)) -> bool {
        let size = |place: PlaceId| program.types.size_of(program.exprs[place].ty);
        let (Some(xs), Some(ys)) = (size(x), size(y)) else { return false };
        let places = self.values.place(program, a, x).zip(self.values.place(program, b, y));
        places.is_some_and(|(p, q)| p.is_disjoint_from(xs, &q, ys))
    }

    /// Whether two threads that access two places at two nodes at once have one lock, one of both to write, if the bytes are the same.
    pub fn protects(
        &self,
        program: &Program,
        objects: &PointsTo,
        (a, x): (NodeId, PlaceId),
        (b, y): (NodeId, PlaceId),
    ) -> bool {
        let (Some(one), Some(other)) = (self.held.get(&a), self.held.get(&b)) else { return false };
        let size =
            |place: PlaceId| program.types.size_of(program.exprs[place].ty).and_then(|size| i64::try_from(size).ok());
        let (p, q) = (self.values.place(program, a, x), self.values.place(program, b, y));
        one.iter().any(|k| {
            other.iter().filter(|l| k.exclusive || l.exclusive).any(|l| {
                if k.address.is_fixed() && k.address.is_like(&l.address) {
                    return true;
                }
                let (Some(p), Some(q), Some(ps), Some(qs)) = (&p, &q, size(x), size(y)) else { return false };
                in_one_record(program, objects, (k, p, ps), (l, q, qs)) || of_one_number((k, p, ps), (l, q, qs))
            })
        })
    }
}

/// The bytes of an access from where a lock's address without its constant is; none where the lock counts from elsewhere.
fn bytes_beside(lock: &Address, access: &Address, size: i64) -> Option<(i64, i64)> {
    let common = lock.subscripts.len();
    if !lock.begin.is_like(&access.begin) || access.subscripts.get(..common)? != lock.subscripts {
        return None;
    }
    let more = access.subscripts[common..].iter().try_fold(0i64, |all, one| {
        let all_but_one = one.length?.checked_sub(1)?;
        all.checked_add(i64::try_from(one.size.checked_mul(all_but_one)?).ok()?)
    })?;
    Some((access.constant, access.constant.checked_add(size)?.checked_add(more)?))
}

/// The objects that an address without its constant may be in.
fn targets(program: &Program, objects: &PointsTo, of: &Address) -> Targets {
    let begin = match of.begin {
        Begin::Variable(var) => Targets::begin_of(var),
        Begin::Pointer(_, text) => objects.value(program, text),
    };
    of.subscripts.iter().fold(begin, |at, subscript| at.repeated(subscript.size))
}

type Held<'a> = (&'a Lock, &'a Address, i64);

/// The locks and what is accessed are in one record: if the accesses meet, the records are one.
fn in_one_record(program: &Program, objects: &PointsTo, (k, p, ps): Held<'_>, (l, q, qs): Held<'_>) -> bool {
    let (Some(one), Some(other)) = (bytes_beside(&k.address, p, ps), bytes_beside(&l.address, q, qs)) else {
        return false;
    };
    if k.address.constant != l.address.constant {
        return false;
    }
    let (a, b) = (targets(program, objects, &k.address), targets(program, objects, &l.address));
    let all = one.1.max(other.1).checked_sub(one.0.min(other.0)).and_then(|all| u64::try_from(all).ok());
    let fits = |step: u64| step == 0 || all.is_some_and(|all| all <= step);
    !a.is_empty()
        && !b.is_empty()
        && !a.contains(NamedObject::Any)
        && !b.contains(NamedObject::Any)
        && a.iter().all(|(object, at)| b.at(object).is_none_or(|bt| fits(at.difference(bt))))
}

/// The locks and what is accessed have one subscript: if the accesses meet, it is the same number.
fn of_one_number((k, p, ps): Held<'_>, (l, q, qs): Held<'_>) -> bool {
    let ([a], [b]) = (&k.address.subscripts[..], &l.address.subscripts[..]) else { return false };
    let is_one_lock = k.address.begin.is_fixed() && k.address.begin.is_like(&l.address.begin) && a.size == b.size;
    if !is_one_lock || k.address.constant != l.address.constant || !p.begin.is_fixed() || !p.begin.is_like(&q.begin) {
        return false;
    }
    let (Some((x, one)), Some((y, other))) = (in_element(a, p, ps), in_element(b, q, qs)) else { return false };
    let all = one.1.max(other.1).checked_sub(one.0.min(other.0));
    x == y && all.and_then(|all| u64::try_from(all).ok()).is_some_and(|all| all <= x)
}

/// The size of the elements that an address is in one of by a subscript, and the bytes of the element that are accessed.
fn in_element(by: &Subscript, access: &Address, size: i64) -> Option<(u64, (i64, i64))> {
    let (of, more) = access.subscripts.split_first()?;
    let element = Address { begin: access.begin.clone(), subscripts: Vec::new(), constant: 0 };
    let inside = Address { subscripts: more.to_vec(), constant: access.constant, ..element.clone() };
    let bytes = bytes_beside(&element, &inside, size)?;
    (by.value == of.value).then_some((of.size, bytes))
}
