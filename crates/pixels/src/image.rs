//! Pixel trees as PNG, without names. What is larger than the image is drawn smaller: a pixel then shows the most special of
//! what it stands for, so that a single target is seen.

use crate::{LevelTree, colour, placed};
use cairn_base::levels::{Levels, VertexStatus};

/// Pixels of the longer side at most.
const SIDE: u64 = 4_096;
/// Pixels of a vertex at most.
const LARGEST: u64 = 8;

/// The bytes of the image.
///
/// # Errors
/// Those of the encoder, as a sentence.
pub fn draw(trees: &[LevelTree]) -> Result<Vec<u8>, String> {
    let (middles, width) = placed(trees);
    let height = trees.iter().map(|tree| tree.levels.rows.len() as u64).max().unwrap_or(0).max(1);
    let shrink = width.max(height).div_ceil(SIDE);
    let grow = (SIDE / 4 / width.max(height)).clamp(1, LARGEST);
    let (columns, lines) = (width.div_ceil(shrink), height.div_ceil(shrink));
    let mut marks: Vec<Option<VertexStatus>> = vec![None; usize::try_from(columns * lines).map_err(|_| "too large")?];
    for (tree, middle) in trees.iter().zip(middles) {
        for (y, row) in tree.levels.rows.iter().enumerate() {
            let line = (y as u64 / shrink) * columns;
            let mut left = middle.saturating_sub(Levels::width(row)) / 2;
            for (mark, count) in row {
                let end = (left + count).div_ceil(shrink).min(columns);
                for x in left / shrink..end {
                    let pixel = &mut marks[(line + x) as usize];
                    *pixel = (*pixel).max(Some(*mark));
                }
                left += count;
            }
        }
    }
    let mut pixels = Vec::with_capacity((columns * lines * grow * grow * 3) as usize);
    for line in marks.chunks(columns as usize) {
        let one: Vec<u8> = line.iter().flat_map(|mark| mark.map_or([0xff; 3], colour).repeat(grow as usize)).collect();
        (0..grow).for_each(|_| pixels.extend_from_slice(&one));
    }
    encoded(columns * grow, lines * grow, &pixels)
}

fn encoded(width: u64, height: u64, pixels: &[u8]) -> Result<Vec<u8>, String> {
    let side = |side: u64| u32::try_from(side).map_err(|_| "the image is too large".to_owned());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side(width)?, side(height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(pixels).map_err(|error| error.to_string())?;
    drop(writer);
    Ok(bytes)
}
