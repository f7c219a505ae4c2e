//! The report of a run, pages for a browser: each one file, which needs no network and no other file.
//!
//! - [`run`]: a run, whatever its verdict: the source with the violating execution, invariants, what was explored, what it cost.
//! - [`messages`]: the block graph and the message log of a distributed analysis.
//! - [`serve`]: the same while the run goes on, on this machine only.
//!
//! A page is a template of this crate and a typed value as JSON beside it. The page's script builds all text from that
//! value as text, never as markup: what a program's source says is shown and not obeyed.

pub mod layout;
pub mod messages;
pub mod run;
pub mod serve;
pub mod template;
