//! The arguments of `cairn slice` and `cairn dependence-graph`.

use super::ProgramArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const SLICE_HELP: &str = "\
The slice has all operations that may change what the criterion reads, or decide whether it runs. In the source, a line
with such an operation is marked with |, and the criterion's with >.

Examples:
  cairn slice --line 12 program.c
  cairn slice --property valid-deref program.c
  cairn slice --check division,overflow program.c
  cairn slice --calls reach_error --format cfa program.c
  cairn slice --line 12 --format dot program.c | dot -Tsvg";

/// How a slice is printed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceFormat {
    /// The source with the lines of the slice marked
    Source,
    /// The program in C without the statements outside the slice
    C,
    /// The automata without the operations outside the slice
    Cfa,
    /// The dependences in the slice, for Graphviz
    Dot,
    /// All dependences of the program with the slice filled, for Graphviz
    WholeDot,
    /// The dependences in the slice, for other programs
    Json,
}

/// How a dependence graph is printed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// For Graphviz
    Dot,
    /// For other programs
    Json,
}

/// `cairn slice`.
#[derive(Args, Debug)]
#[command(after_help = SLICE_HELP)]
pub struct SliceCommand {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The criterion: the operations that begin on this line of the first file
    #[arg(long, value_name = "NUMBER", conflicts_with = "calls")]
    pub line: Option<u32>,
    /// The criterion: all calls of this function
    #[arg(long, value_name = "FUNCTION")]
    pub calls: Option<String>,
    /// The criterion: where this property may be violated: a file or a name as for `cairn verify` [default: calls and labels]
    #[arg(long, visible_alias = "spec", value_name = "FILE.prp", value_hint = clap::ValueHint::FilePath, conflicts_with_all = ["line", "calls"])]
    pub property: Option<PathBuf>,
    /// The form
    #[arg(long, value_enum, default_value = "source")]
    pub format: SliceFormat,
}

/// `cairn dependence-graph`.
#[derive(Args, Debug)]
pub struct DependenceGraph {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The form
    #[arg(long, value_enum, default_value = "dot")]
    pub format: GraphFormat,
    /// Draws the levels of the graph instead: .svg, .png, or .json for `cairn pixel-tree`
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub pixel_tree: Option<PathBuf>,
}
