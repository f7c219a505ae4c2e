//! The integration tests of this crate as one binary: each module is one subject (docs/design/builds-and-tests.md).

mod answers;
mod bad_input;
mod blocks;
mod build;
mod cairn;
mod callers;
mod check;
mod check_distributed;
mod check_output;
mod check_pages;
mod check_project;
mod commands;
#[cfg(feature = "net")]
mod compose;
mod configurations;
mod contracts;
#[cfg(feature = "net")]
mod credentials;
mod dap;
#[cfg(feature = "net")]
mod distributed;
mod documented;
mod exchange;
mod found;
mod frames;
mod harness;
mod integrations;
mod jobs;
mod library_reads;
mod linking;
mod llvm;
mod localize;
mod lsp;
mod machine;
mod memory;
mod messages;
mod nats;
mod options;
mod other_languages;
mod outputs;
mod papers;
#[cfg(feature = "net")]
mod partition;
mod pixels;
mod project;
mod project_file;
mod report_page;
mod reproduce;
mod running;
mod schema;
mod sizes;
mod slice;
mod sliced_text;
mod slow_queries;
mod solver_program;
mod test_suite;
mod verdicts;
mod verify_all;
mod vscode;
mod whole;
mod witness;
