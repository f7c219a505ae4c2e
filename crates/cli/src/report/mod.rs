//! How a [`Report`] is shown: on the terminal ([`text`]), as JSON ([`json`]), as files ([`files`], and its slowest queries to solvers: [`slow_queries`]), as a page ([`page`]), for
//! code hosts ([`sarif`], [`github`]; a violation in one sentence is a [`finding`]), as C that fails ([`failing`]); an
//! execution as a
//! person reads it ([`trace`], with repetitions summed up by [`rounds`]).

pub mod command_line;
pub mod files;
pub mod finding;
pub mod github;
pub mod json;
pub mod page;
pub mod repetitions;
pub mod sarif;
pub mod slow_queries;
pub mod text;
pub mod trace;
pub mod unexpanded_lines;
pub mod violation_harness;
pub mod witness;

#[cfg(doc)]
use cairn_verify::Report;
