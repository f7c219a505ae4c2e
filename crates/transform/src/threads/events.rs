//! Effects of functions of the library of threads that the analysis of races asks about.

use cairn_ir::expr::ExprId;

/// Event on an edge of the copies that the analysis of races asks about.
#[derive(Clone, Copy)]
pub(super) enum Event {
    Acquires { lock: ExprId, writes: bool },
    Tries(ExprId),
    Releases(ExprId),
    Starts(usize),
    Joins(ExprId),
}

/// Event of a function of the library of threads behind its end.
pub(super) fn behind_end(name: &str, arg: ExprId) -> Option<Event> {
    match name.strip_prefix("__cairn_t_")? {
        "pthread_mutex_lock" | "pthread_rwlock_wrlock" | "pthread_spin_lock" => {
            Some(Event::Acquires { lock: arg, writes: true })
        }
        "pthread_rwlock_rdlock" => Some(Event::Acquires { lock: arg, writes: false }),
        "pthread_join" | "thrd_join" => Some(Event::Joins(arg)),
        _ if tries(name) => Some(Event::Tries(arg)),
        _ => None,
    }
}

/// Whether a function takes a lock if it can.
pub(super) fn tries(name: &str) -> bool {
    matches!(
        name.strip_prefix("__cairn_t_"),
        Some(
            "pthread_mutex_trylock"
                | "pthread_mutex_timedlock"
                | "mtx_timedlock"
                | "pthread_rwlock_tryrdlock"
                | "pthread_rwlock_trywrlock"
                | "pthread_spin_trylock"
        )
    )
}

/// Whether a function gives up a lock, from its begin on.
pub(super) fn releases(name: &str) -> bool {
    matches!(
        name.strip_prefix("__cairn_t_"),
        Some("pthread_mutex_unlock" | "pthread_rwlock_unlock" | "pthread_spin_unlock")
    )
}

/// Whether a function of the library writes what the program has for what it gives.
pub(super) fn gives(name: &str) -> bool {
    matches!(
        name.strip_prefix("__cairn_t_"),
        Some("pthread_create" | "thrd_create" | "pthread_join" | "thrd_join" | "pthread_key_create" | "sem_getvalue")
    )
}
