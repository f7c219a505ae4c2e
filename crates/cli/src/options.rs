//! `cairn options`: the table of all options, that of the default strategy, and that of the analyses.

use crate::console;
use crate::exit::{CommandEnd, Exit};
use cairn_options::{Analysis, Capability, OptionRow, TABLE};
use cairn_verify::strategy::ROWS;

/// No column is made narrower.
const NARROWEST: usize = 21;
/// As wide the last column is, where the others can give so much.
const MEANING: usize = 40;

/// Which table is meant: that of the options where neither is.
#[derive(clap::Args, Debug)]
pub struct Tables {
    /// List the options as well that only the experiments of papers need, in a second table
    #[arg(long, conflicts_with_all = ["strategy", "analyses"])]
    all: bool,
    /// List the stages of the default strategy instead: round, time, for which programs, options
    #[arg(long)]
    strategy: bool,
    /// List the analyses instead: what each gives, of which programs, and what else it can do
    #[arg(long, conflicts_with = "strategy")]
    analyses: bool,
}

/// Prints the table: a row and its meaning an option, with `all` in two tables; with `strategy` a row a stage of `--analysis auto`; with `analyses` a
/// row an analysis.
pub fn run(asked: &Tables) -> CommandEnd {
    let table = match (asked.strategy, asked.analyses) {
        (true, _) => stages(),
        (_, true) => capabilities(),
        _ => options(asked.all),
    };
    console::out(&table);
    Ok(Exit::Done)
}

/// The rows of capabilities: what the analysis gives, what programs may have, and what else it can do.
fn capabilities() -> String {
    const GIVES: [Capability; 3] = [Capability::Proofs, Capability::Violations, Capability::Invariants];
    const PROGRAMS: [Capability; 4] = [Capability::Loops, Capability::Recursion, Capability::Heap, Capability::Floats];
    let rows = Analysis::ALL.iter().map(|analysis| {
        let words = |is_meant: &dyn Fn(&Capability) -> bool| {
            let all = analysis.capabilities().iter().filter(|one| is_meant(one));
            all.map(|one| one.word()).collect::<Vec<_>>().join(", ")
        };
        let others = words(&|one| !GIVES.contains(one) && !PROGRAMS.contains(one));
        [analysis.word().to_owned(), words(&|one| GIVES.contains(one)), words(&|one| PROGRAMS.contains(one)), others]
    });
    let meanings = Capability::ALL.iter().map(|one| format!("{:14}  {}\n", one.word(), one.meaning()));
    let meanings: String = meanings.collect();
    format!("{}\n{meanings}", columns(["ANALYSIS", "GIVES", "PROGRAMS", "ALSO"], rows.collect()))
}

/// Options for everybody, and what the experiments of papers need beside it: a second table, or how many there are.
fn options(all: bool) -> String {
    let table = |rows: &[&OptionRow]| {
        let rows = rows.iter().map(|row| [row.name, row.kind, row.default, row.meaning].map(str::to_owned));
        columns(["NAME", "TYPE", "DEFAULT", "MEANING"], rows.collect())
    };
    let (experiments, others): (Vec<&OptionRow>, Vec<&OptionRow>) = TABLE.iter().partition(|row| row.is_experiment());
    let rest = if all {
        format!("Only the experiments of papers need these:\n\n{}", table(&experiments))
    } else {
        format!("{} more, which only the experiments of papers need: cairn options --all\n", experiments.len())
    };
    format!("{}\n{rest}", table(&others))
}

fn stages() -> String {
    let rows = ROWS.iter().map(|row| {
        let pairs: Vec<String> = row.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let [from, weight] = row.when.phrases();
        [from, weight, row.condition.phrase().to_owned(), pairs.join(" ")]
    });
    columns(["FROM", "WEIGHT", "PROGRAMS", "OPTIONS"], rows.collect())
}

/// Rows below their titles, each column as wide as its widest cell; of the last one as many lines as the terminal's width asks for.
fn columns(titles: [&str; 4], rows: Vec<[String; 4]>) -> String {
    wrapped(titles, rows, console::width())
}

fn wrapped(titles: [&str; 4], rows: Vec<[String; 4]>, width: usize) -> String {
    let widest = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).chain([titles[column].len()]).max().unwrap_or(0)
    };
    let [a, mut b, mut c] = [0, 1, 2].map(widest);
    // The types and the defaults give what the last column needs; names stay whole.
    while a + b + c + 6 + MEANING > width && b.max(c) > NARROWEST {
        let column = if b >= c { &mut b } else { &mut c };
        *column -= 1;
    }
    let d = width.saturating_sub(a + b + c + 6).max(NARROWEST);
    let line = |cells: [&str; 4]| {
        let cells =
            [(cells[0], a), (cells[1], b), (cells[2], c), (cells[3], d)].map(|(cell, width)| pieces(cell, width));
        let count = cells.iter().map(Vec::len).max().unwrap_or(0);
        let of = |cell: &Vec<String>, number: usize| cell.get(number).cloned().unwrap_or_default();
        let one = |number: usize| {
            let [w, x, y, z] = [0, 1, 2, 3].map(|column| of(&cells[column], number));
            format!("{}\n", format!("{w:a$}  {x:b$}  {y:c$}  {z}").trim_end())
        };
        (0..count).map(one).collect::<String>()
    };
    let rows = rows.iter().map(|row| line([0, 1, 2, 3].map(|column| row[column].as_str())));
    [line(titles)].into_iter().chain(rows).collect()
}

/// A text in lines of at most so many characters, cut behind blanks and bars; what is longer without one is cut within.
fn pieces(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', '|']) {
        for letters in word.chars().collect::<Vec<_>>().chunks(width) {
            let (last, piece) = (lines.last_mut(), letters.iter().collect::<String>());
            match last.filter(|line| line.chars().count() + piece.trim_end().chars().count() <= width) {
                Some(line) => line.push_str(&piece),
                None => lines.push(piece),
            }
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_wide_as_it_may_be() {
        let row = [
            "a".to_owned(),
            "yes|no".to_owned(),
            "x".repeat(30),
            "One, two, three, four, five, six, seven.".to_owned(),
        ];
        let text = wrapped(["NAME", "TYPE", "DEFAULT", "MEANING"], vec![row], 60);
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
        assert!(text.contains("One, two,") && text.contains("seven."), "{text}");
        assert_eq!(pieces("ab cd efghij kl|mno|p", 5), ["ab cd", "efghi", "j kl|", "mno|p"]);
    }
}
