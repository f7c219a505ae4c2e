//! Order of threads and the locks that they hold, at each node of the copies.
//!
//! *Order*: forward from where an instance begins, the threads that may run: one runs from its start on, with all that it may
//! start itself, until it is joined by the very variable that its start wrote, which nothing else writes; never so where it
//! is started in a loop. *Locks*: forward, those that are held for certain, of those with one place. A lock that a thread may give up that does not hold it, or
//! that is written otherwise, is none. See Mine (VMCAI 2014), Voung et al. (RELAY, FSE 2007). Others: [`symbolic_locks`](super::symbolic_locks).
//!
//! Over-approximates: more threads may run and fewer locks are held than in any execution.

use super::copies::Copies;
use super::events::Event;
use super::names::{Name, overlap};
use super::symbolic_locks::SymbolicLocks;
use crate::inclusion::NamedObject;
use cairn_base::{FastMap, FastSet};
use cairn_ir::expr::{ExprId, ExprKind};
use cairn_ir::ids::NodeId;
use cairn_ir::program::Program;

/// Locks that are told apart, at most.
const MOST_LOCKS: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    /// By one who may write.
    exclusive: u32,
    shared: u32,
}

/// A lock with one place, for the whole run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LockPlace {
    pub object: NamedObject,
    pub at: i64,
    pub size: u64,
}

impl LockPlace {
    /// Whether it is the lock, whatever it is taken to be.
    fn is(&self, other: &Self) -> bool {
        (self.object, self.at) == (other.object, other.at)
    }

    fn overlaps(&self, other: &Self) -> bool {
        let ends = |of: &Self| i128::from(of.at) + i128::from(of.size);
        self.object == other.object && i128::from(self.at) < ends(other) && i128::from(other.at) < ends(self)
    }
}

/// Questions of the order about the program's accesses.
pub(super) trait Accesses {
    /// Whether a name is written at one place only.
    fn is_written_once(&self, name: &Name) -> bool;
    /// The place of a lock that the library is given, where it is constant.
    fn lock(&self, pointer: ExprId) -> Option<LockPlace>;
    /// Whether a lock is written as no lock is.
    fn is_overwritten(&self, lock: &LockPlace) -> bool;
    /// The instances and nodes that free the object of a lock.
    fn frees(&self, lock: &LockPlace) -> Vec<(usize, NodeId)>;
    /// Whether a pointer may go to a lock.
    fn may_be(&self, pointer: ExprId, lock: &LockPlace) -> bool;
}

pub(super) struct Order {
    pub locked: Vec<LockPlace>,
    /// The number of each lock in `locked`, by what the library was given.
    pub locks: FastMap<ExprId, usize>,
    /// Whether each lock is taken and given up by who holds it, and written by the library only.
    pub are_sure: bool,
    /// Whether a lock may be given up that is not held.
    pub is_loose: bool,
    /// Place of the number of each thread but main, where nothing else is.
    kept: Vec<Option<Name>>,
    /// Threads that may run beside an instance at a node, among those that it starts.
    below: FastMap<NodeId, u32>,
    held: FastMap<NodeId, Held>,
    /// Threads that may run beside each instance at some time, among those that it does not start.
    beside: Vec<u32>,
}

/// All that is started by an instance, with itself.
fn family(parents: &[(usize, usize, bool)], of: usize) -> u32 {
    let mut all = 1 << of;
    for (at, (parent, ..)) in parents.iter().enumerate() {
        if all & (1 << parent) != 0 {
            all |= 1 << (at + 1);
        }
    }
    all
}

impl Order {
    pub fn of(
        copies: &Copies<'_>,
        firsts: &[NodeId],
        parents: &[(usize, usize, bool)],
        accesses: &impl Accesses,
        symbolic: &SymbolicLocks,
    ) -> Self {
        let program = &*copies.program;
        let mut locked: Vec<LockPlace> = Vec::new();
        let mut locks: FastMap<ExprId, usize> = FastMap::default();
        for event in copies.events.values() {
            let (Event::Acquires { lock, .. } | Event::Tries(lock) | Event::Releases(lock)) = event else { continue };
            let Some(place) = accesses.lock(*lock) else { continue };
            let at = locked.iter().position(|known| known.is(&place)).unwrap_or_else(|| {
                locked.push(place);
                locked.len() - 1
            });
            locked[at].size = locked[at].size.max(place.size);
            locks.insert(*lock, at);
        }
        let bit = |lock| locks.get(&lock).filter(|at| **at < MOST_LOCKS).map(|at| 1u32 << *at);
        // Locks that one is which has no constant place.
        let mut others: FastMap<ExprId, u32> = FastMap::default();
        for event in copies.events.values() {
            if let Event::Releases(lock) = event
                && bit(*lock).is_none()
            {
                let of = locked.iter().enumerate().take(MOST_LOCKS);
                let all = of.filter(|(_, place)| accesses.may_be(*lock, place)).fold(0, |all, (at, _)| all | 1 << at);
                others.insert(*lock, all);
            }
        }
        // What each thread's number is kept in.
        let kept: Vec<Option<Name>> = (parents.iter())
            .map(|(_, spawn, in_loop)| {
                let id = copies.spawns[*spawn].id.filter(|_| !in_loop)?;
                Name::behind(program, id).filter(|name| name.is_exact() && accesses.is_written_once(name))
            })
            .collect();
        // The first start of a loop is one of its own here: two that write one variable are not told apart.
        let ids: Vec<Option<Name>> = copies.spawns.iter().map(|spawn| Name::behind(program, spawn.id?)).collect();
        let kept: Vec<Option<Name>> = (kept.into_iter())
            .map(|name| name.filter(|name| ids.iter().flatten().filter(|id| overlap(id, name)).count() == 1))
            .collect();
        let mut this = Self {
            locked: Vec::new(),
            locks: FastMap::default(),
            are_sure: false,
            is_loose: false,
            kept,
            below: FastMap::default(),
            held: FastMap::default(),
            beside: vec![0; firsts.len()],
        };
        let mut left = vec![0u32; firsts.len()];
        let mut unsure = 0u32;
        // Children have greater numbers: they are done first.
        for instance in (0..firsts.len()).rev() {
            let mut open = vec![firsts[instance]];
            this.below.insert(firsts[instance], 0);
            this.held.insert(firsts[instance], Held { exclusive: 0, shared: 0 });
            let mut inside: FastSet<NodeId> = FastSet::default();
            while let Some(node) = open.pop() {
                inside.insert(node);
                for edge in &program.nodes[node].leaving {
                    let (mut below, mut held) = (this.below[&node], this.held[&node]);
                    match copies.events.get(edge) {
                        Some(Event::Starts(child)) => below |= family(parents, *child),
                        Some(Event::Joins(id)) => {
                            if let Some(child) = this.joined(program, *id) {
                                below &= !family(parents, child) | left[child];
                            }
                        }
                        Some(Event::Acquires { lock, writes }) => match (bit(*lock), writes) {
                            (Some(bit), true) => held.exclusive |= bit,
                            (Some(bit), false) => held.shared |= bit,
                            _ => {}
                        },
                        Some(Event::Releases(lock)) => match bit(*lock) {
                            Some(bit) => {
                                held.exclusive &= !bit;
                                held.shared &= !bit;
                            }
                            None => {
                                held.exclusive &= !others[lock];
                                held.shared &= !others[lock];
                            }
                        },
                        Some(Event::Tries(_)) | None => {}
                    }
                    let target = program.edges[*edge].target;
                    let (old, was) = (this.below.get(&target).copied(), this.held.get(&target).copied());
                    let new = below | old.unwrap_or(0);
                    let now = was.map_or(held, |was| Held {
                        exclusive: was.exclusive & held.exclusive,
                        shared: was.shared & held.shared,
                    });
                    if old != Some(new) || was != Some(now) {
                        this.below.insert(target, new);
                        this.held.insert(target, now);
                        open.push(target);
                    }
                }
            }
            for node in &inside {
                let leaving = &program.nodes[*node].leaving;
                for edge in leaving {
                    // The instance ends there: all of them come to one node then.
                    if program.nodes[program.edges[*edge].target].leaving.is_empty() {
                        left[instance] |= this.below[node];
                    }
                    if let Some(Event::Releases(lock)) = copies.events.get(edge) {
                        let held = this.held[node];
                        match bit(*lock) {
                            Some(bit) if (held.exclusive | held.shared) & bit == 0 => unsure |= bit,
                            None if !symbolic.is_given_up(*edge) => unsure |= others[lock],
                            _ => {}
                        }
                    }
                }
            }
            // Threads of a loop may be more than are copied, and run beside each other.
            for (child, (parent, ..)) in parents.iter().enumerate().filter(|(_, (parent, ..))| *parent == instance) {
                debug_assert_eq!(*parent, instance);
                let own = family(parents, child + 1);
                for node in &inside {
                    if this.below[node] & own != 0 {
                        this.beside[child + 1] |= this.below[node] & !own;
                    }
                }
                this.beside[child + 1] |= 1 << instance;
            }
        }
        for child in 1..firsts.len() {
            let (parent, ..) = parents[child - 1];
            this.beside[child] |= this.beside[parent];
        }
        this.is_loose = unsure != 0;
        for (at, lock) in locked.iter().enumerate().take(MOST_LOCKS) {
            if accesses.is_overwritten(lock)
                || this.is_freed_early(copies, &locks, at, &accesses.frees(lock))
                || locked.iter().enumerate().any(|(other, of)| other != at && of.overlaps(lock))
            {
                unsure |= 1 << at;
            }
        }
        for held in this.held.values_mut() {
            held.exclusive &= !unsure;
            held.shared &= !unsure;
        }
        this.are_sure = unsure == 0 && locked.len() <= MOST_LOCKS;
        (this.locked, this.locks) = (locked, locks);
        this
    }

    /// Whether the object of a lock may be freed where another instance may still take the lock or give it up.
    fn is_freed_early(
        &self,
        copies: &Copies<'_>,
        locks: &FastMap<ExprId, usize>,
        lock: usize,
        frees: &[(usize, NodeId)],
    ) -> bool {
        !frees.is_empty()
            && copies.events.iter().any(|(edge, event)| {
                let (Event::Acquires { lock: of, .. } | Event::Tries(of) | Event::Releases(of)) = event else {
                    return false;
                };
                let node = copies.program.edges[*edge].source;
                let instance = copies.nodes[&node].instance;
                locks.get(of) == Some(&lock)
                    && frees.iter().any(|free| free.0 != instance && self.run_together((instance, node), *free))
            })
    }

    /// The thread whose number an expression is for certain.
    pub fn joined(&self, program: &Program, id: ExprId) -> Option<usize> {
        let mut id = id;
        while let ExprKind::Cast(inner) = program.exprs[id].kind {
            id = inner;
        }
        let ExprKind::Load(place) = program.exprs[id].kind else { return None };
        let name = Name::of(program, place)?;
        self.kept.iter().position(|known| known.as_ref() == Some(&name)).map(|at| at + 1)
    }

    /// Whether two instances may run at two nodes, whatever locks they hold.
    fn run_together(&self, (a, at): (usize, NodeId), (b, bt): (usize, NodeId)) -> bool {
        let runs = |one: usize, node: NodeId, other: usize| {
            let all = self.beside[one] | self.below.get(&node).copied().unwrap_or(u32::MAX);
            all & (1 << other) != 0
        };
        runs(a, at, b) && runs(b, bt, a)
    }

    /// Whether two instances may be at two nodes at once.
    pub fn together(&self, (a, at): (usize, NodeId), (b, bt): (usize, NodeId)) -> bool {
        if !self.run_together((a, at), (b, bt)) {
            return false;
        }
        match (self.held.get(&at), self.held.get(&bt)) {
            (Some(x), Some(y)) => ((x.exclusive & (y.exclusive | y.shared)) | (x.shared & y.exclusive)) == 0,
            _ => true,
        }
    }
}
