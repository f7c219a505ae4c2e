//! The lexer: tokens one at a time, straight from the text.

pub mod keyword;
pub mod token;
