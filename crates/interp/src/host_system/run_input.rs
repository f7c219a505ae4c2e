//! What a system gives a program: its command line, its input, its environment and its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What a program is given when it is started.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RunInput {
    /// `argv`, the name of the program first. No byte is 0.
    pub arguments: Vec<Vec<u8>>,
    /// The standard input.
    pub input: Vec<u8>,
    /// The environment, each entry `NAME=VALUE`. No byte is 0.
    pub environment: Vec<Vec<u8>>,
    /// Files of the folder in which it runs, by their names, beside those of `root`.
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The folder in which it runs; no other is there. Without one and without `files` there is no folder.
    pub root: Option<PathBuf>,
}

/// What a program asked for that the system does not have: what another run may give it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Missing {
    /// Names of files that it opened to read.
    pub files: BTreeSet<Vec<u8>>,
    /// Names of variables of the environment.
    pub variables: BTreeSet<Vec<u8>>,
    /// It read the standard input, of which there may be more.
    pub input: bool,
}
