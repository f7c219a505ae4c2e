//! The inputs that a system gives a program: its command line, its input, its environment and its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Inputs of a program when it is started.
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
    /// Folders there, by their names: what cannot be opened as a file.
    pub folders: BTreeSet<Vec<u8>>,
    /// The folder in which it runs; no other is there.
    pub root: Option<PathBuf>,
    /// From what follows, where it is given, what the system answers a call that the host does not have, as far as the library's model lets it:
    /// always 0 for 0. Without it such a call ends the run.
    pub answers: Option<u32>,
    /// Without `root`, it runs in a folder that has only `files` and `folders`; else in none.
    pub has_folder: bool,
}

/// Where a call of the host read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TransferSource {
    /// From this byte of the standard input on.
    Input(usize),
    /// From this byte of a file on.
    File(Vec<u8>, usize),
    /// From this address on.
    Memory(u64),
}

/// Read of a call of the host in one piece, and what it made of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// From where.
    pub from: TransferSource,
    /// How many bytes.
    pub count: usize,
    /// Where it put them; `None`: the result is the byte.
    pub to: Option<u64>,
    /// They are the digits of a decimal number, perhaps with a sign before them, and what was put there is an integer of so many bytes.
    pub number: Option<u64>,
}

/// Requests or results of a program: what another run may give it, or not let it make.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Missing {
    /// Names of files that it opened to read.
    pub files: BTreeSet<Vec<u8>>,
    /// Names of files that it made.
    pub made: BTreeSet<Vec<u8>>,
    /// Names of variables of the environment.
    pub variables: BTreeSet<Vec<u8>>,
    /// It read the standard input, of which there may be more.
    pub input: bool,
}
