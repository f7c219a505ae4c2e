//! A graph with its layout, as the page draws it: boxes with lines of text, and the ways between them.

use crate::layout::{self, Drawing};
use serde_json::{Value, json};

/// Width of a character, and height of a line, of the page's font in drawings.
const CHARACTER: f32 = 6.7;
const LINE: f32 = 15.0;
/// Around the text of a box.
const PADDING: f32 = 8.0;
/// The width and height of a location.
const LOCATION: f32 = 16.0;

#[derive(Default)]
pub struct DrawnVertex {
    /// `o`: a location, `l`: the head of a loop, `b`: a box, `c`: a condition.
    pub kind: &'static str,
    pub lines: Vec<String>,
    pub at: Option<(usize, u32)>,
    /// Whether it was reached, where that is known.
    pub reached: Option<bool>,
}

impl DrawnVertex {
    fn size(&self) -> (f32, f32) {
        if matches!(self.kind, "o" | "l") {
            return (LOCATION, LOCATION);
        }
        let longest = self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        (longest as f32 * CHARACTER + 2.0 * PADDING, self.lines.len() as f32 * LINE + PADDING)
    }
}

/// The graph with places, rounded to pixels.
pub fn json(vertices: &[DrawnVertex], edges: &[(usize, usize)]) -> Value {
    let sizes = vertices.iter().map(DrawnVertex::size).collect();
    let Drawing { middles, ways, size } = layout::draw(&layout::DrawnGraph { sizes, edges: edges.to_vec() });
    let whole = |point: f32| point.round() as i64;
    let boxes = vertices.iter().zip(middles).map(|(vertex, (x, y))| {
        let (width, height) = vertex.size();
        let reached = vertex.reached.map_or(-1, i8::from);
        json!([vertex.kind, whole(x), whole(y), whole(width), whole(height), vertex.lines, vertex.at, reached])
    });
    let ways = ways.iter().map(|way| way.iter().flat_map(|(x, y)| [whole(*x), whole(*y)]).collect::<Vec<_>>());
    json!({ "boxes": boxes.collect::<Vec<_>>(), "ways": ways.collect::<Vec<_>>(), "size": [whole(size.0), whole(size.1)] })
}
