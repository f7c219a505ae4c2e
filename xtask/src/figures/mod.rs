//! `cargo xtask figures PAPER FILE.csv`: the figures of a paper, drawn from the rows that `cargo xtask bench PAPER --csv` wrote.
//!
//! [`runs`] reads the rows, [`slice`] knows what the thesis on slicing shows of them, and [`crate::plot`] draws.

mod runs;
mod slice;

use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// Whose figures.
#[derive(Clone, Copy, ValueEnum)]
enum Paper {
    /// Abstraction Refinement for Model Checking: Program Slicing + CEGAR, figures 25 and 27 to 31
    Slice,
}

/// What is drawn.
#[derive(Args)]
pub struct Figures {
    /// The paper
    paper: Paper,
    /// What `cargo xtask bench PAPER --csv FILE.csv` wrote
    #[arg(value_name = "FILE.csv")]
    table: PathBuf,
    /// The folder for the pictures, which is made
    #[arg(long, value_name = "DIR", default_value = "figures")]
    output_dir: PathBuf,
}

/// Reads the table, writes the pictures, and prints what they show as numbers.
pub fn run(arguments: &Figures) -> Result<(), String> {
    let (table, folder) = (&arguments.table, &arguments.output_dir);
    let text = std::fs::read_to_string(table).map_err(|error| format!("cannot read {}: {error}", table.display()))?;
    let rows = runs::read(&text).map_err(|why| format!("{}: {why}", table.display()))?;
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let (pictures, totals) = match arguments.paper {
        Paper::Slice => (slice::pictures(&rows), slice::totals(&rows)),
    };
    for (name, svg) in &pictures {
        let file = folder.join(name).with_extension("svg");
        std::fs::write(&file, svg).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    let said = format!("{totals}\n{} figures in {}\n", pictures.len(), folder.display());
    std::io::stdout().write_all(said.as_bytes()).map_err(|error| error.to_string())
}
