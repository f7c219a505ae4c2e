//! The arguments of `cairn build`.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

const BUILD_HELP: &str = "\
The command is run as it is, and each call of a C compiler that it finds in its PATH is noted. `cairn check` without a file then checks what was
compiled. Files that were compiled earlier and not this time stay in the list.

Examples:
  cairn build -- make
  cairn build -- make -B -j8           (all is built anew)
  cairn build -- cc -O2 -o tool main.c list.c -lm
  cairn build -- sh -c './configure && make'
  cairn build -- cmake --build build   (CMake's own list, or ninja's)";

/// `cairn build`.
#[derive(Args, Debug)]
#[command(after_help = BUILD_HELP)]
pub struct BuildCommand {
    /// The list that is written
    #[arg(long, short, value_name = "FILE", default_value = "compile_commands.json", value_hint = clap::ValueHint::FilePath)]
    pub output: PathBuf,
    /// The command that builds, behind --
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}
