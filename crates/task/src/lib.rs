//! What is to be verified and how: input files ([`input`]), property files ([`property`]), task definitions
//! ([`definition`]), options ([`options`], [`settings`], [`quantity`], [`choice`]).
//!
//! Invariants: an option exists only as a row of one table ([`options::TABLE`]); whoever sets it (a flag, `--option`, a
//! configuration file, a task definition, a property file) goes through [`settings::Settings`], which refuses
//! contradictions. Nothing in here knows a programming language or an analysis.

pub mod choice;
pub mod competition;
pub mod definition;
pub mod input;
pub mod options;
pub mod property;
pub mod quantity;
pub mod settings;

pub use definition::Definition;
pub use options::{Configuration, DataModel, UndefinedFunctions, VolatileReads};
pub use property::Property;
pub use settings::{Origin, Settings};
