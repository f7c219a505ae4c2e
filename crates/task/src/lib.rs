//! The verification task: input files ([`input`]), property files ([`property`]), task definitions ([`definition`]).
//!
//! Invariant: nothing in here knows a programming language or an analysis, but for the names of the checks.

pub mod definition;
pub mod input;
pub mod property;

pub use definition::Definition;
pub use property::Property;
