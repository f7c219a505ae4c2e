//! Distributed analysis (DCPA; distributed summary synthesis): an actor for each block of a program, which explores its block
//! for each state that arrives at the block's entry, and sends the states at its ends to the actors behind it. The actors'
//! work is done by a few threads, each with its own analysis and term store.
//!
//! `docs/design/distributed.md` says what differs from the paper, and why.
//!
//! - [`message`]: what actors send each other.
//! - [`waiting`]: which state is next, and which wait together.
//! - [`termination_detection`]: when nobody has anything left to do.
//! - [`shared_knowledge`]: what all threads know: the epoch, what was learnt, who was sent what, results of blocks.
//! - [`reached_states`]: the states that were explored, and what a refinement removes of them.
//! - [`shared_state`]: the board of a process, with that and the queues of messages.
//! - [`worker`]: a thread, which handles the messages of any actor; `arrivals`: what it makes of states that arrive together.
//! - `backward`: error conditions that go back block by block.
//! - [`log`]: what was sent, for those who look on.
//! - [`mailbox`]: what a worker needs of a board.
//! - [`remote`]: a board that processes on many machines share.
//! - [`violation_path`]: the way of a violation back through the blocks, as a model for the CEGAR loop that all engines share.
//!
//! Invariant: TRUE only when no message is left in an epoch in which no target was met and nothing was left out. FALSE only
//! what the path checker has confirmed.

mod arrivals;
mod backward;
mod block_order;
mod entry_invariants;
pub mod log;
pub mod mailbox;
pub mod message;
pub mod reached_states;
pub mod remote;
pub mod run;
pub mod shared_knowledge;
pub mod shared_state;
pub mod termination_detection;
pub mod violation_path;
pub mod waiting;
pub mod worker;

pub use log::{MessageLog, Recorder};
pub use run::{DistributedOptions, Workshop, run};
pub use shared_knowledge::Combine;
pub use waiting::Proceed;
pub use worker::Conditions;
