//! The log of a run on a NATS server with JetStream (`docs/design/many-machines.md`).
//!
//! - [`server`]: the connection, who one is for the server, and which runs there are.
//! - [`stream`]: the log of one run: a stream, with a consumer for each lane of work.
//! - `presence`: which workers are there.
//! - [`split_entries`]: entries larger than the server lets messages be.
//!
//! The only crate that knows NATS and `tokio`. All that it offers waits for the answer: those who use it are threads.

mod consumers;
mod participation;
mod presence;
pub mod server;
pub mod split_entries;
pub mod stream;

pub use server::{Credentials, Server};
pub use stream::StreamLog;
