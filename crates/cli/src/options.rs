//! `cairn options`: the table of all options, and that of the default strategy.

use crate::console;
use crate::exit::{CommandEnd, Exit};
use cairn_options::TABLE;
use cairn_verify::strategy::ROWS;

/// No column is made narrower.
const NARROWEST: usize = 21;
/// As wide the last column is, where the others can give so much.
const MEANING: usize = 40;

/// Prints the table: a row and its meaning an option, or with `strategy` a row a stage of `--analysis auto`.
pub fn run(strategy: bool) -> CommandEnd {
    console::out(&if strategy { stages() } else { options() });
    Ok(Exit::Done)
}

fn options() -> String {
    let rows = TABLE.iter().map(|row| [row.name, row.kind, row.default, row.meaning].map(str::to_owned));
    columns(["NAME", "TYPE", "DEFAULT", "MEANING"], rows.collect())
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
