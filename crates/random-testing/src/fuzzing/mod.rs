//! Fuzzing of whole programs: hosted runs with command lines, inputs, environments and files that are made up, guided by coverage
//! (docs/design/fuzzing.md).
//!
//! Invariant: an execution is determined by what it is given ([`TestCase`]), so whoever runs it again sees the same. It
//! under-approximates: nothing is ever proved here.
//!
//! Why beside [`crate::run`], which makes up inputs too: there an input is an answer to each question of a model of the library
//! (any line, any length), and the models ask hundreds of them for one line of text. Here it is the text.

mod comparisons;
mod concolic;
mod corpus;
mod dictionary;
mod execution;
mod minimise;
mod mutate;
mod search;

pub use execution::{Choices, Finding, FoundExecution, TestCase};
pub use search::{Fuzzer, PathEnd};
