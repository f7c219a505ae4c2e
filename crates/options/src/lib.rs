//! Options: every one is a row of a table ([`table::TABLE`]), and whoever sets it (a flag, `--option`, a configuration file, a
//! task definition, a property file) goes through [`Settings`], which refuses contradictions.
//!
//! Invariant: the type of an option is defined by the crate that reads it; here are only those that no other crate has
//! ([`analysis`], [`values`], [`quantity`]). A new option is one row, and the place that reads it.

pub mod analysis;
pub mod capability;
pub mod competition;
pub mod quantity;
pub mod settings;
pub mod table;
pub mod values;
pub mod variants;

pub use analysis::{Analysis, BlockAnalysis};
pub use capability::Capability;
pub use settings::{Origin, Settings};
pub use table::{Configuration, OptionRow, TABLE};
