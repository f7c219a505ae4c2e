//! The corpus of interpolation problems: a table of rows (`corpus.txt`), each a family, a theory and a size, and the
//! families, or the number of a script in `paths`: path formulas that the model checker made of small programs, with one
//! assertion a block. A row always gives the same problem.

mod families;
mod number;

use cairn_term::{Scope, TermId, Terms};
use number::Number;

/// A problem of the corpus.
#[allow(dead_code)] // The test and the program for measuring look at different parts.
pub struct Problem {
    /// Its row.
    pub name: String,
    /// The second word of its row.
    pub theory: String,
    /// The continuous-integration test runs it.
    pub quick: bool,
    /// The terms.
    pub terms: Terms,
    /// The groups.
    pub groups: Vec<TermId>,
    /// The tree, unless it is a sequence.
    pub parents: Option<Vec<Option<usize>>>,
}

/// All problems, in the order of the table.
pub fn problems() -> Vec<Problem> {
    let rows = include_str!("../../corpus/corpus.txt").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| problem(row).unwrap_or_else(|| panic!("ill-formed row '{row}'"))).collect()
}

fn problem(row: &str) -> Option<Problem> {
    let mut words = row.split_whitespace();
    let (family, theory, size) = (words.next()?, words.next()?, words.next()?.parse::<usize>().ok()?);
    let quick = words.next() != Some("slow");
    let mut terms = Terms::new();
    let (groups, parents) = match family {
        "path" => (path(&mut terms, theory, size), None),
        _ => families::build(&mut terms, family, Number::of(theory)?, size)?,
    };
    let name = format!("{family} {theory} {size}");
    Some(Problem { name, theory: theory.into(), quick, terms, groups, parents })
}

/// The path formulas of a small program: a script with one assertion a block, its number the row's size.
fn path(terms: &mut Terms, theory: &str, number: usize) -> Vec<TermId> {
    let name = format!("{}/tests/corpus/paths/{theory}-{number}.smt2", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&name).unwrap_or_else(|why| panic!("{name}: {why}"));
    Scope::new().read_script(terms, &text).unwrap_or_else(|why| panic!("{name}: {why:?}"))
}
