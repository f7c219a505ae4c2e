//! Values that stand for themselves: equal ones are one, which is never freed. A datum is a few words that are copied, so what is
//! larger in it is such a value. There are no more of them than the joins of the programs make that a process looks at.

use cairn_base::FastSet;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The values of a type that there are.
pub(super) type Pool<T> = LazyLock<Mutex<FastSet<&'static T>>>;

/// The one that is equal to a value.
pub(super) fn interned<T: Eq + Hash>(pool: &Pool<T>, value: T) -> &'static T {
    let mut values = pool.lock().unwrap_or_else(PoisonError::into_inner);
    match values.get(&value) {
        Some(known) => known,
        None => {
            let value: &'static T = Box::leak(Box::new(value));
            values.insert(value);
            value
        }
    }
}
