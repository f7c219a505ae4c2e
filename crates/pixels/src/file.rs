//! Pixel trees as JSON, so that those of several runs can be drawn together.

use crate::LevelTree;
use cairn_base::levels::{Levels, VertexStatus};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

const FORMAT: &str = "cairn-pixel-tree";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    name: String,
    /// For each level its runs: a mark and how many neighbours have it.
    levels: Vec<Vec<(Cow<'static, str>, u64)>>,
}

/// The text of a file.
pub fn write(tree: &LevelTree) -> String {
    let name = |mark: VertexStatus| {
        VertexStatus::ALL.iter().find(|(of, _)| *of == mark).map_or("plain", |(_, name)| name).into()
    };
    let levels = tree.levels.rows.iter().map(|row| row.iter().map(|(mark, count)| (name(*mark), *count)).collect());
    let file = File { format: FORMAT.to_owned(), version: VERSION, name: tree.name.clone(), levels: levels.collect() };
    // Texts and numbers always have a JSON.
    let mut text = serde_json::to_string(&file).unwrap_or_default();
    text.push('\n');
    text
}

/// The tree in the text of a file.
///
/// # Errors
/// It is no pixel tree, as a sentence.
pub fn read(text: &str) -> Result<LevelTree, String> {
    let file: File = serde_json::from_str(text).map_err(|error| format!("this is no pixel tree: {error}"))?;
    if (file.format.as_str(), file.version) != (FORMAT, VERSION) {
        return Err(format!(
            "this is '{}', version {}, and not {FORMAT}, version {VERSION}",
            file.format, file.version
        ));
    }
    let mark = |name: &str| VertexStatus::ALL.iter().find(|(_, known)| *known == name).map(|(mark, _)| *mark);
    let run = |(name, count): (Cow<'static, str>, u64)| {
        mark(&name).map(|mark| (mark, count)).ok_or_else(|| format!("'{name}' is no mark of a pixel tree"))
    };
    let row = |row: Vec<(Cow<'static, str>, u64)>| row.into_iter().map(run).collect::<Result<Vec<_>, _>>();
    let rows = file.levels.into_iter().map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(LevelTree { name: file.name, levels: Levels { rows } })
}
