//! `cairn options`: the table of all options, and that of the default strategy.

use crate::console;
use crate::exit::{CommandEnd, Exit};
use cairn_options::TABLE;
use cairn_verify::strategy::ROWS;

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
        [row.round.to_string(), row.share.phrase(), row.condition.phrase().to_owned(), pairs.join(" ")]
    });
    columns(["ROUND", "TIME", "PROGRAMS", "OPTIONS"], rows.collect())
}

/// Rows below their titles, each column as wide as its widest cell.
fn columns(titles: [&str; 4], rows: Vec<[String; 4]>) -> String {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).chain([titles[column].len()]).max().unwrap_or(0)
    };
    let [a, b, c] = [0, 1, 2].map(width);
    let line = |[w, x, y, z]: [&str; 4]| format!("{w:a$}  {x:b$}  {y:c$}  {z}\n");
    let rows = rows.iter().map(|row| line([0, 1, 2, 3].map(|column| row[column].as_str())));
    [line(titles)].into_iter().chain(rows).collect()
}
