//! Witnesses of verdicts, in the competition's format 2.0 and 2.1 (Ayaziová et al.: *Software Verification Witnesses 2.0*,
//! SPIN 2024): the values on the way to a violation, or invariants of a proof.
//!
//! - [`model`]: the format, read and written as YAML.
//! - [`source`]: places in the text of a program: comments and strings apart, brackets that match. [`lines`]: its lines
//!   as line markers name them.
//! - [`violation`]: the witness of an execution. [`invariants`]: the witness of a proof, with [`expression`]s in C.
//! - [`graphml`]: a violation in format 1.0.
//! - [`condition`]: what of another tool's condition is accepted. [`instrument`]: a program that says what a witness says.
//!
//! Invariant: a witness is a claim and never a reason. What is read from one only narrows a search or adds conditions to be
//! proved; the verdict is that of a verification of the program.

pub mod condition;
pub mod expression;
pub mod graphml;
pub mod instrument;
pub mod invariants;
pub mod lines;
pub mod model;
pub mod source;
pub mod violation;
