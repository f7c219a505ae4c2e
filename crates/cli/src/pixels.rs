//! Pixel trees: `--pixel-tree FILE` of several commands, and `cairn pixel-tree`, which draws those of several runs together.

use crate::arguments::PixelTree;
use crate::exit::{CommandEnd, Exit, InputError};
use cairn_base::levels::Levels;
use cairn_pixels::{LevelTree, file, image, svg};
use std::path::Path;

/// Draws the trees of some files side by side.
pub fn run(arguments: &PixelTree) -> CommandEnd {
    let mut trees = Vec::new();
    for path in &arguments.files {
        let text = std::fs::read_to_string(path)
            .map_err(|error| InputError::new(format!("cannot read {}: {error}", path.display())))?;
        trees.push(file::read(&text).map_err(|why| InputError::new(format!("{}: {why}", path.display())))?);
    }
    write(&arguments.output, &trees)?;
    Ok(Exit::Done)
}

/// Writes the pixel tree of a graph, which has the file's name without its ending.
///
/// # Errors
/// A sentence for the user.
pub fn of(path: &Path, levels: Levels) -> Result<(), InputError> {
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    write(path, &[LevelTree { name, levels }])
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
