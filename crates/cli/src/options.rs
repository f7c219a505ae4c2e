//! `cairn options`: the table of all options.

use crate::console;
use crate::exit::{CommandEnd, Exit};
use cairn_task::options::TABLE;

/// Prints the table, a row and its meaning an option.
pub fn run() -> CommandEnd {
    console::out(&text());
    Ok(Exit::Done)
}

fn text() -> String {
    let width = |column: fn(&cairn_task::options::Row) -> &str, title: &str| {
        TABLE.iter().map(|row| column(row).len()).max().unwrap_or(0).max(title.len())
    };
    let (names, kinds) = (width(|row| row.name, "NAME"), width(|row| row.kind, "TYPE"));
    let defaults = width(|row| row.default, "DEFAULT");
    let mut text = format!("{:names$}  {:kinds$}  {:defaults$}  MEANING\n", "NAME", "TYPE", "DEFAULT");
    for row in TABLE {
        text += &format!("{:names$}  {:kinds$}  {:defaults$}  {}\n", row.name, row.kind, row.default, row.meaning);
    }
    text
}
