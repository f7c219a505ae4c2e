//! Measures what a pixel tree of a million states costs, step by step, for graphs of several shapes, in milliseconds of processor
//! time.
#![allow(clippy::print_stdout)] // It is a program that prints.

use cairn_base::clock::thread_time;
use cairn_base::levels::{Levels, VertexStatus};
use cairn_pixels::{LevelTree, file, image, svg};

const STATES: u64 = 1_000_000;

/// A graph's successors by their numbers, and how its marks change.
struct Shape {
    name: &'static str,
    successors: fn(u64) -> [u64; 2],
    /// So many neighbours are alike.
    alike: u64,
}

const SHAPES: [Shape; 4] = [
    Shape { name: "binary tree", successors: |v| [2 * v + 1, 2 * v + 2], alike: 7 },
    Shape { name: "binary tree, no two neighbours alike", successors: |v| [2 * v + 1, 2 * v + 2], alike: 1 },
    Shape { name: "one path", successors: |v| [v + 1, v], alike: 50 },
    Shape {
        name: "a thousand paths",
        successors: |v| if v < 1_000 { [v + 1, v + 1_000] } else { [v + 1_000, v] },
        alike: 3,
    },
];

fn milliseconds<T>(what: impl FnOnce() -> T) -> (T, f64) {
    let start = thread_time();
    let result = what();
    (result, (thread_time() - start).as_secs_f64() * 1e3)
}

fn main() {
    println!("{:<40} {:>8} {:>8} {:>8} {:>8} {:>8}", "shape", "states", "levels", "svg", "png", "json");
    for shape in SHAPES {
        let (levels, levels_ms) = milliseconds(|| {
            Levels::of([0u64], |vertex, to| {
                (shape.successors)(vertex).into_iter().filter(|next| *next < STATES).for_each(to);
                VertexStatus::ALL[(vertex / shape.alike % 4) as usize].0
            })
        });
        let trees = [LevelTree { name: shape.name.to_owned(), levels }];
        let (svg, svg_ms) = milliseconds(|| svg::draw(&trees));
        let (png, png_ms) = milliseconds(|| image::draw(&trees).expect("an image"));
        let (json, json_ms) = milliseconds(|| file::write(&trees[0]));
        let states = trees[0].levels.total();
        println!("{:<40} {states:>8} {levels_ms:>8.0} {svg_ms:>8.0} {png_ms:>8.0} {json_ms:>8.0}", shape.name);
        assert!(!svg.is_empty() && !png.is_empty() && !json.is_empty());
    }
}
