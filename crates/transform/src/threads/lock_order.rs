//! The order of locks (Coffman, Elphick, Shoshani, "System deadlocks", 1971; statically Engler and Ashcraft, "RacerX", SOSP
//! 2003): where what is held while another thing is waited for makes no cycle, nobody waits for ever.
//!
//! The graph has a node for each lock with a constant place and one for the end of each instance. An instance holds its own end from its begin on, and to
//! join it is to wait for that. An edge leads from all that an instance may hold to what it waits for.
//!
//! Over-approximates: what may be held is all that was taken on some way and not given up since; who has ended holds nothing; and each
//! wait is for a lock or an end. Where one of these is not known (a condition, a semaphore, a lock behind a pointer),
//! nothing is said, and the checks of [`waits`](super::waits) decide. The text of all threads of a loop is the same, so the graph is that of any
//! number of them.

use super::copies::Copies;
use super::events::Event;
use super::sharing::Sharing;
use cairn_base::FastMap;
use cairn_ir::ids::NodeId;

/// The functions of the library that wait for a lock or an end.
const KNOWN: [&str; 7] = [
    "pthread_mutex_lock",
    "mtx_lock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_spin_lock",
    "pthread_join",
    "thrd_join",
];

/// Whether all is known that is waited for, and nothing is waited for in a circle.
pub(super) fn is_acyclic(copies: &Copies<'_>, sharing: &Sharing, firsts: &[NodeId]) -> bool {
    let Some(order) = sharing.order.as_ref().filter(|order| order.are_sure) else { return false };
    let program = &*copies.program;
    let is_known = |callee: &str| callee.strip_prefix("__cairn_t_").is_some_and(|callee| KNOWN.contains(&callee));
    // Main that has gone holds nothing.
    if !copies.waits.iter().all(|wait| wait.callee.as_deref().is_none_or(is_known)) {
        return false;
    }
    let locks = order.locked.len();
    let end = |instance: usize| locks + instance;
    let knows_itself = ["__cairn_t_pthread_self", "__cairn_t_thrd_current"].iter().any(|name| copies.runs(name));
    let mut follows: Vec<Vec<usize>> = vec![Vec::new(); locks + firsts.len()];
    for (instance, first) in firsts.iter().enumerate() {
        let mut held: FastMap<NodeId, u64> = FastMap::default();
        held.insert(*first, 0);
        let mut open = vec![*first];
        while let Some(node) = open.pop() {
            for edge in &program.nodes[node].leaving {
                let before = held[&node];
                let mut after = before;
                let mut wanted = Vec::new();
                match copies.events.get(edge) {
                    Some(Event::Acquires { lock, .. }) => match order.locks.get(lock) {
                        Some(lock) => {
                            wanted.push(*lock);
                            after |= 1 << *lock;
                        }
                        None => return false,
                    },
                    // One that is held may be taken once more, and is held when it was given up once.
                    Some(Event::Tries(lock)) => match order.locks.get(lock) {
                        Some(lock) if before & 1 << *lock == 0 => after |= 1 << *lock,
                        _ => return false,
                    },
                    Some(Event::Releases(lock)) => match order.locks.get(lock) {
                        Some(lock) => after &= !(1 << *lock),
                        None => return false,
                    },
                    Some(Event::Joins(id)) => match order.joined(program, *id) {
                        Some(child) => wanted.push(end(child)),
                        // Any thread that was started; main where a thread may know its own number.
                        None => wanted.extend((usize::from(!knows_itself)..firsts.len()).map(end)),
                    },
                    Some(Event::Starts(_)) | None => {}
                }
                for to in wanted {
                    follows[end(instance)].push(to);
                    (0..locks).filter(|lock| before & 1 << lock != 0).for_each(|lock| follows[lock].push(to));
                }
                let target = program.edges[*edge].target;
                let known = held.get(&target).copied();
                let all = after | known.unwrap_or(0);
                if known != Some(all) {
                    held.insert(target, all);
                    open.push(target);
                }
            }
        }
        let keeps = |(node, of, returned): &(NodeId, usize, bool)| {
            *of == instance && (instance, *returned) != (0, true) && held.get(node).is_some_and(|held| *held != 0)
        };
        if copies.ends.iter().any(keeps) {
            return false;
        }
    }
    !has_cycle(&follows)
}

/// Whether a node follows itself.
fn has_cycle(follows: &[Vec<usize>]) -> bool {
    (0..follows.len()).any(|from| {
        let (mut seen, mut open) = (vec![false; follows.len()], follows[from].clone());
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(&follows[node]);
            }
        }
        seen[from]
    })
}
