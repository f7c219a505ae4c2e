//! Pixel trees (SLICE 3.5): a graph as lines, one for each level, centred, a unit for each vertex. Covered states are green,
//! targets red, merged states yellow.
//!
//! Several trees stand side by side in one scale, so that what one analysis explores can be compared with what another
//! does. A tree is kept as JSON ([`file`]) and drawn as SVG ([`svg`]) or PNG ([`image`]).

pub mod file;
pub mod image;
pub mod svg;

use cairn_base::levels::{Levels, VertexStatus};

/// A graph's levels, with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelTree {
    /// Its subject, for the reader.
    pub name: String,
    /// Its levels.
    pub levels: Levels,
}

pub(crate) fn gap(trees: &[LevelTree]) -> u64 {
    trees.iter().map(|tree| tree.levels.widest()).max().unwrap_or(0) / 20 + 4
}

/// Where each tree has its middle, in half units, and how wide all are, in units.
pub(crate) fn placed(trees: &[LevelTree]) -> (Vec<u64>, u64) {
    let (gap, mut left, mut middles) = (gap(trees), 0, Vec::new());
    for tree in trees {
        if !middles.is_empty() {
            left += gap;
        }
        let width = tree.levels.widest().max(1);
        middles.push(2 * left + width);
        left += width;
    }
    (middles, left.max(1))
}

pub(crate) fn colour(mark: VertexStatus) -> [u8; 3] {
    match mark {
        VertexStatus::Plain => [0x33, 0x33, 0x33],
        VertexStatus::Covered => [0x2e, 0xa0, 0x43],
        VertexStatus::Merged => [0xe3, 0xb3, 0x41],
        VertexStatus::Target => [0xd7, 0x3a, 0x49],
    }
}
