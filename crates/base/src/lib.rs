//! The parts that every crate of Cairn shares and that know nothing of programs: typed ids and arenas ([`id`]), source
//! positions ([`source`]), source bytes as text ([`text`]), diagnostics that quote the source ([`diagnostic`]), budgets
//! and cancellation ([`budget`]), values of options ([`mod@choice`]), the processor time of a thread ([`clock`]), recursion
//! over programs that nest deeply ([`mod@deep`]), the work of a solver ([`solver_work`]) and its
//! sum in a budget ([`ledger`]), what queries to it are for ([`query_kind`]), what they cost by kind ([`queries`]) and which were the slowest ([`slowest`]),
//! threads that share work ([`threads`]), threads that take turns ([`turns`]), the arithmetic of turns ([`schedule`]) and its
//! weights as text ([`weights`]).
//!
//! Invariant: nothing in here touches a socket or the terminal, writes a file, or reads one but those of `/proc/self` that say
//! how much memory the process has ([`resident_memory`]).

pub mod budget;
pub mod choice;
pub mod clock;
pub mod deep;
pub mod diagnostic;
pub mod id;
pub mod ledger;
pub mod levels;
pub mod markup;
pub mod queries;
pub mod query_kind;
pub mod resident_memory;
pub mod schedule;
pub mod slowest;
pub mod solver_work;
pub mod source;
pub mod text;
pub mod threads;
pub mod turns;
pub mod weights;

pub use budget::{Budget, CancelToken, Stop};
pub use deep::deep;
pub use diagnostic::{Diagnostic, Severity};
pub use id::{IdVec, Interner};
pub use ledger::Ledger;
pub use queries::{QueryBook, QueryCosts};
pub use query_kind::{QueryKind, QueryLimit};
pub use slowest::{SlowQuery, SlowestQueries};
pub use solver_work::Work;
pub use source::{FileId, Location, SourceMap, Span};
pub use turns::Turn;

/// Hash map with a fast, fixed-seed hash. Never iterate one where the order shows: use [`FastIndexMap`].
pub type FastMap<K, V> = rustc_hash::FxHashMap<K, V>;
/// Hash set with a fast, fixed-seed hash. Never iterate one where the order shows: use [`FastIndexSet`].
pub type FastSet<K> = rustc_hash::FxHashSet<K>;
/// Hash map that iterates in insertion order.
pub type FastIndexMap<K, V> = indexmap::IndexMap<K, V, rustc_hash::FxBuildHasher>;
/// Hash set that iterates in insertion order.
pub type FastIndexSet<K> = indexmap::IndexSet<K, rustc_hash::FxBuildHasher>;
