//! Pixel trees: `--pixel-tree FILE` of several commands, and `cairn pixel-tree`, which draws those of several runs together.

use crate::arguments::PixelTree;
use crate::exit::{CommandEnd, Exit, InputError};
use cairn_base::levels::{Levels, VertexStatus};
use cairn_pixels::{LevelTree, file, image, svg};
use serde_json::Value;
use std::path::Path;

/// Draws the trees of some files side by side.
pub fn run(arguments: &PixelTree) -> CommandEnd {
    let mut trees = Vec::new();
    for path in &arguments.files {
        let text = std::fs::read_to_string(path)
            .map_err(|error| InputError::new(format!("cannot read {}: {error}", path.display())))?;
        let tree = match of_messages(path, &text) {
            Some(tree) => Ok(tree),
            None => file::read(&text),
        };
        let mut tree = tree.map_err(|why| InputError::new(format!("{}: {why}", path.display())))?;
        tree.levels.rows.truncate(arguments.levels.unwrap_or(usize::MAX));
        trees.push(tree);
    }
    write(&arguments.output, &trees)?;
    Ok(Exit::Done)
}

/// The messages of a log (`--message-log`), each below the one that caused it; none for a text that is no log.
fn of_messages(path: &Path, text: &str) -> Option<LevelTree> {
    let log: Value = serde_json::from_str(text).ok()?;
    let events = log.get("events")?.as_array()?;
    let (mut roots, mut caused) = (Vec::new(), vec![Vec::new(); events.len()]);
    for (at, event) in events.iter().enumerate() {
        let Some(sent) = event.get("sent") else { continue };
        let cause = sent["cause"].as_u64().and_then(|cause| usize::try_from(cause).ok());
        match cause.and_then(|cause| caused.get_mut(cause)) {
            Some(of) => of.push(at),
            None => roots.push(at),
        }
    }
    let levels = Levels::of(roots, |message, to| {
        caused[message].iter().for_each(|next| to(*next));
        VertexStatus::Plain
    });
    Some(LevelTree { name: name(path), levels })
}

fn name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Writes the pixel tree of a graph, which has the file's name without its ending.
///
/// # Errors
/// A sentence for the user.
pub fn of(path: &Path, levels: Levels) -> Result<(), InputError> {
    write(path, &[LevelTree { name: name(path), levels }])
}

/// Looks at the ending of a file's name, before the run.
///
/// # Errors
/// It is none of a pixel tree, as a sentence.
pub fn check_form(path: &Path) -> Result<(), InputError> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg" | "png" | "json") => Ok(()),
        _ => Err(InputError::new(format!("{}: a pixel tree is .svg, .png or .json", path.display()))),
    }
}

fn write(path: &Path, trees: &[LevelTree]) -> Result<(), InputError> {
    check_form(path)?;
    let bytes = match (path.extension().and_then(|ending| ending.to_str()), trees) {
        (Some("svg"), _) => svg::draw(trees).into_bytes(),
        (Some("png"), _) => image::draw(trees).map_err(InputError::new)?,
        (_, [tree]) => file::write(tree).into_bytes(),
        _ => return Err(InputError::new("a JSON file holds one pixel tree: name it .svg or .png")),
    };
    std::fs::write(path, bytes).map_err(|error| InputError::new(format!("cannot write {}: {error}", path.display())))
}
