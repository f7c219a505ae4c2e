//! The arguments of pixel trees.

use clap::Args;
use std::path::PathBuf;

const PIXEL_HELP: &str = "\
A pixel tree is a graph as lines, one for each level, centred; a unit is a state. Covered states are green, targets red,
merged states yellow. All trees of a drawing have one scale.

Examples:
  cairn verify --analysis value --pixel-tree value.json program.c
  cairn verify --analysis value --option slicing=target-path --pixel-tree sliced.json program.c
  cairn pixel-tree value.json sliced.json --output both.svg";

/// `cairn pixel-tree`.
#[derive(Args, Debug)]
#[command(after_help = PIXEL_HELP)]
pub struct PixelTree {
    /// Pixel trees, written by --pixel-tree FILE.json, or logs of messages, written by --message-log FILE.json: each message below
    /// its cause
    #[arg(required = true, value_name = "FILE.json", value_hint = clap::ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// The drawing: .svg or .png
    #[arg(long, short, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub output: PathBuf,
    /// Draws this many levels at most of each tree
    #[arg(long, value_name = "NUMBER")]
    pub levels: Option<usize>,
}
