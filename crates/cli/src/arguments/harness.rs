//! The arguments about a harness.

use super::ProgramArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const HELP: &str = "\
The harness includes the file of the function and calls it once: numbers have any value, a pointer points to objects of its
own, structures are filled. It is a beginning to be edited: its comments say what is assumed, and where to add what callers
ensure and what the function promises. It compiles as it is, and -DHARNESS_ELEMENTS=8 changes its sizes.

Examples:
  cairn harness parse_header parse.c -o harness.c
  cairn verify --check all harness.c
  cairn harness -p build --globals any --elements 8 step -o harness.c
  cairn verify -p build --check all harness.c";

/// The values with which objects of the file start.
#[derive(Clone, Copy, ValueEnum, Debug, PartialEq, Eq)]
pub enum Globals {
    /// Those that the program gives them
    Initial,
    /// Any
    Any,
}

/// `cairn harness`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct Harness {
    /// The function
    #[arg(value_name = "FUNCTION")]
    pub function: String,
    /// The file that defines it, and others that it needs [default: those of the project]
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// A list of compile commands, or the folder with one
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR", value_hint = clap::ValueHint::AnyPath)]
    pub project: Option<PathBuf>,
    /// How many objects a pointer points to
    #[arg(long, default_value_t = 4, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub elements: u64,
    /// Through how many pointers structures are filled
    #[arg(long, default_value_t = 2, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=8))]
    pub depth: u32,
    /// The values with which objects of the file start
    #[arg(long, value_enum, default_value = "initial")]
    pub globals: Globals,
    /// Allocates what pointers point to, so that the function may free it
    #[arg(long)]
    pub heap: bool,
    /// Any caller, as `cairn check -p` has it: a pointer is null, or goes to any number of allocated elements up to --elements, or where
    /// another goes; no length is assumed because of its name
    #[arg(long, conflicts_with = "heap")]
    pub any_caller: bool,
    /// Writes the harness into this file [default: standard output]
    #[arg(long, short, value_name = "FILE.c", value_hint = clap::ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// The function is for a 32-bit machine
    #[arg(long = "32")]
    pub bits32: bool,
    /// A folder of header files
    #[arg(short = 'I', value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub include: Vec<PathBuf>,
    /// Defines a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// The compiler that preprocesses, a cross compiler too [default: $CC, cc, gcc or clang]
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
    /// A flag of the compiler
    #[arg(long, hide = true, allow_hyphen_values = true, value_name = "FLAG")]
    pub compiler_flag: Vec<String>,
    /// Flags for the compiler that preprocesses, as they are
    #[arg(last = true, value_name = "COMPILER FLAGS")]
    pub compiler: Vec<String>,
}

impl Harness {
    /// The program from the function on.
    pub fn program(&self, files: Vec<PathBuf>) -> ProgramArguments {
        ProgramArguments {
            files,
            bits32: self.bits32,
            entry: Some(self.function.clone()),
            include: self.include.clone(),
            define: self.define.clone(),
            project: self.project.clone(),
            cc: self.cc.clone(),
            compiler_flag: self.compiler_flag.clone(),
            compiler: self.compiler.clone(),
            ..ProgramArguments::default()
        }
    }
}
