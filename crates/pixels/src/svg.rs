//! Pixel trees as SVG: a rectangle for each run of equal neighbours, so that a drawing is as large as its levels and not as
//! its graph.

use crate::{LevelTree, colour, placed};
use cairn_base::levels::VertexStatus;
use cairn_base::markup::escaped;
use std::fmt::Write;

/// Pixels of the longer side when the file is opened as it is.
const SIDE: u64 = 1_200;
/// Units above the trees for their names, of a drawing of that height.
const HEADING: u64 = 12;

/// The drawing.
pub fn draw(trees: &[LevelTree]) -> String {
    let (middles, width) = placed(trees);
    let height = trees.iter().map(|tree| tree.levels.rows.len() as u64).max().unwrap_or(0).max(1);
    // Units are square where there is room for it.
    let unit = (SIDE / width.max(height)).clamp(1, 8);
    let (wide, high) = (width * unit, height * unit + HEADING);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let endings = VertexStatus::ALL.map(|(mark, _)| {
        let [r, g, b] = colour(mark);
        format!("\" height=\"{unit}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>\n")
    });
    let mut digits = itoa::Buffer::new();
    for (tree, middle) in trees.iter().zip(middles) {
        let name = escaped(&tree.name);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<g><title>{name}: {} in {} levels</title>\n<text x=\"{}\" y=\"9\" font-family=\"sans-serif\" font-size=\"9\" \
             text-anchor=\"middle\">{name}</text>",
            tree.levels.total(),
            tree.levels.rows.len(),
            half(middle * unit),
        );
        for (y, row) in tree.levels.rows.iter().enumerate() {
            let mut left = middle.saturating_sub(cairn_base::levels::Levels::width(row));
            for (mark, count) in row {
                // Not by `write!`: there may be as many rectangles as vertices.
                let twice = left * unit;
                out.push_str("<rect x=\"");
                out.push_str(digits.format(twice / 2));
                out.push_str(if twice.is_multiple_of(2) { "\" y=\"" } else { ".5\" y=\"" });
                out.push_str(digits.format(y as u64 * unit + HEADING));
                out.push_str("\" width=\"");
                out.push_str(digits.format(count * unit));
                out.push_str(&endings[*mark as usize]);
                left += 2 * count;
            }
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn half(twice: u64) -> String {
    if twice.is_multiple_of(2) { (twice / 2).to_string() } else { format!("{}.5", twice / 2) }
}
