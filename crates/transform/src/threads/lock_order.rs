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
use cairn_ir::dataflow::{Direction, Worklist, iterate_to_fixpoint};
use cairn_ir::ids::EdgeId;
use cairn_ir::ids::NodeId;
use cairn_ir::reachable;

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
        let mut has_unknown = false;
        let transfer = |edge: EdgeId, before: &u64| {
            let (mut after, mut wanted) = (*before, Vec::new());
            if let Some(Event::Acquires { lock, .. } | Event::Tries(lock) | Event::Releases(lock)) =
                copies.events.get(&edge)
            {
                has_unknown |= !order.locks.contains_key(lock);
            }
            match copies.events.get(&edge) {
                Some(Event::Acquires { lock, .. }) => {
                    let lock = *order.locks.get(lock)?;
                    wanted.push(lock);
                    after |= 1 << lock;
                }
                // One that is held may be taken once more, and is held when it was given up once.
                Some(Event::Tries(lock)) => {
                    let lock = *order.locks.get(lock)?;
                    has_unknown |= before & 1 << lock != 0;
                    after |= 1 << lock;
                }
                Some(Event::Releases(lock)) => after &= !(1 << *order.locks.get(lock)?),
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
            Some(after)
        };
        let start = [(*first, 0)];
        let held = iterate_to_fixpoint(program, Direction::Forward, Worklist::LastFirst, start, transfer);
        if has_unknown {
            return false;
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

fn has_cycle(follows: &[Vec<usize>]) -> bool {
    let behind = |from: usize| reachable(follows[from].iter().copied(), |node, open| open.extend(&follows[node]));
    (0..follows.len()).any(|from| behind(from).contains(&from))
}
