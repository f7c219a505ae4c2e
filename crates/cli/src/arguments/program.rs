//! The arguments about which program is meant, and about what it means.

use clap::Args;
use std::path::PathBuf;

/// What program is meant.
#[derive(Args, Debug, Default)]
pub struct ProgramArguments {
    /// C files, preprocessed or not, or one task definition (.yml); - is the standard input
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// The program runs on a 32-bit machine (ILP32)
    #[arg(long = "32", help_heading = "Program")]
    pub bits32: bool,
    /// The program runs on a 64-bit machine (LP64); the default
    #[arg(long = "64", help_heading = "Program")]
    pub bits64: bool,
    /// The function where the program starts [default: main]
    #[arg(long, visible_alias = "entryfunction", value_name = "FUNCTION", help_heading = "Program")]
    pub entry: Option<String>,
    /// A folder of header files, for programs that must be preprocessed
    #[arg(short = 'I', value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Program")]
    pub include: Vec<PathBuf>,
    /// Defines a macro, for programs that must be preprocessed
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Program")]
    pub define: Vec<String>,
    /// A list of compile commands, or the folder with one: files are preprocessed with their flags there, and linked with
    /// those others of the list that they need
    #[arg(short = 'p', long = "compile-commands", value_name = "DIR", value_hint = clap::ValueHint::AnyPath, help_heading = "Program")]
    pub project: Option<PathBuf>,
    /// The compiler that preprocesses, a cross compiler too [default: $CC, cc, gcc or clang]
    #[arg(long, value_name = "COMMAND", help_heading = "Program")]
    pub cc: Option<String>,
    /// A flag of the compiler: -std=c99, -U NAME, -isystem DIR, -include FILE, -fwrapv and the like can be given as they are
    #[arg(long, hide = true, allow_hyphen_values = true, value_name = "FLAG")]
    pub compiler_flag: Vec<String>,
    /// Flags for the compiler that preprocesses, as they are
    #[arg(last = true, value_name = "COMPILER FLAGS")]
    pub compiler: Vec<String>,
    /// What must not happen either: overflow, division, shift, float-conversion, builtin, uninitialised, call-type,
    /// array-index, vla-length, alignment, null-dereference, valid-deref, valid-free, library (all of these: all);
    /// conversion, valid-memtrack, valid-memcleanup, resources, pointer-arithmetic, pointer-comparison, data-race, deadlock; several with commas
    #[arg(long, value_name = "CHECK", value_delimiter = ',', help_heading = "What must hold")]
    pub check: Vec<String>,
    /// A function without parameters that may run at any point between two statements, any number of times or at most TIMES:
    /// an interrupt handler; several may be given
    #[arg(long, value_name = "FUNCTION[=TIMES]", help_heading = "Program")]
    pub interrupt: Vec<String>,
    /// Registers of devices are at these addresses, the last one left out: what is read there has any value each
    /// time, and what is written there is gone; several may be given
    #[arg(long, value_name = "FIRST-END", help_heading = "Program")]
    pub mmio: Vec<String>,
    /// Follows the conventions of the software verification competition: sets undefined-functions=pure
    #[arg(long, help_heading = "Analysis")]
    pub competition: bool,
    /// Sets an option; `cairn options` lists them
    #[arg(long = "option", value_name = "NAME=VALUE", help_heading = "Analysis")]
    pub options: Vec<String>,
    /// Reads options from a TOML file, as `cairn.toml`, which is found upwards from the first file where this is not given; flags win
    /// over it
    #[arg(long, value_name = "FILE.toml", value_hint = clap::ValueHint::FilePath, help_heading = "Analysis")]
    pub config: Option<PathBuf>,
}
