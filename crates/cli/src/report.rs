//! How a [`Report`] is shown: on the terminal ([`text`]), as JSON ([`json`]), as files ([`files`]), as a page
//! ([`page`]); an execution as a
//! person reads it ([`trace`], with repetitions summed up by [`rounds`]).

pub mod files;
pub mod json;
pub mod original;
pub mod page;
pub mod rounds;
pub mod text;
pub mod trace;

#[cfg(doc)]
use cairn_verify::Report;
