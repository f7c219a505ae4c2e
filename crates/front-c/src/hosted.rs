//! Running a program as a system starts it.

/// What a system gives a program that it starts: see docs/design/running-programs.md.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hosted {
    /// `argv`, the name of the program first. No byte is 0.
    pub arguments: Vec<Vec<u8>>,
    /// The environment, each entry `NAME=VALUE`.
    pub environment: Vec<Vec<u8>>,
}
