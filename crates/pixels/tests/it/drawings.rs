//! A small tree as SVG, PNG and JSON; several in one scale; what is too large is drawn smaller and keeps its targets.

use cairn_base::levels::{Levels, VertexStatus};
use cairn_pixels::{LevelTree, file, image, svg};

fn small() -> LevelTree {
    let rows = vec![
        vec![(VertexStatus::Plain, 1)],
        vec![(VertexStatus::Plain, 2), (VertexStatus::Covered, 1)],
        vec![(VertexStatus::Merged, 1), (VertexStatus::Target, 1)],
    ];
    LevelTree { name: "value <1>".to_owned(), levels: Levels { rows } }
}

fn pixels(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("an image");
    let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut buffer).expect("a frame");
    (info.width, info.height, buffer.chunks(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect())
}

#[test]
fn lines_are_centred_and_marks_have_colours() {
    let drawing = svg::draw(&[small()]);
    assert!(drawing.contains("<title>value &lt;1&gt;: 6 in 3 levels</title>"), "{drawing}");
    // Three units of eight pixels; the root in their middle, the two on the last level centred.
    for rectangle in [
        "<rect x=\"8\" y=\"12\" width=\"8\" height=\"8\" fill=\"#333333\"/>",
        "<rect x=\"16\" y=\"20\" width=\"8\" height=\"8\" fill=\"#2ea043\"/>",
        "<rect x=\"4\" y=\"28\" width=\"8\" height=\"8\" fill=\"#e3b341\"/>",
        "<rect x=\"12\" y=\"28\" width=\"8\" height=\"8\" fill=\"#d73a49\"/>",
    ] {
        assert!(drawing.contains(rectangle), "{rectangle}\n{drawing}");
    }
}

#[test]
fn a_file_gives_back_its_tree() {
    let tree = small();
    assert_eq!(file::read(&file::write(&tree)), Ok(tree));
    for wrong in ["", "{}", "{\"format\":\"x\",\"version\":1,\"name\":\"\",\"levels\":[]}"] {
        assert!(file::read(wrong).is_err(), "{wrong}");
    }
    assert!(file::read(&file::write(&small()).replace("covered", "hovered")).is_err());
}

#[test]
fn several_stand_side_by_side() {
    let wide = LevelTree { name: "wide".to_owned(), levels: Levels { rows: vec![vec![(VertexStatus::Plain, 100)]] } };
    let drawing = svg::draw(&[wide, small()]);
    // A unit is as large in both: 100, a gap of 9, 3.
    assert!(drawing.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"896\""), "{drawing}");
    assert!(drawing.contains("<rect x=\"880\" y=\"12\" width=\"8\""), "{drawing}");
}

#[test]
fn an_image_has_the_colours() {
    let (width, height, found) = pixels(&image::draw(&[small()]).expect("an image"));
    assert_eq!((width, height), (24, 24));
    let at = |x: usize, y: usize| found[y * 24 + x];
    assert_eq!([at(12, 1), at(20, 12), at(1, 1)], [[0x33; 3], [0x2e, 0xa0, 0x43], [0xff; 3]]);
}

#[test]
fn one_target_among_a_million_is_seen() {
    let row = vec![(VertexStatus::Plain, 700_000), (VertexStatus::Target, 1), (VertexStatus::Plain, 300_000)];
    let tree = LevelTree { name: "large".to_owned(), levels: Levels { rows: vec![row] } };
    let (width, _, found) = pixels(&image::draw(&[tree]).expect("an image"));
    assert!(width <= 4_096);
    assert_eq!(found.iter().filter(|pixel| **pixel == [0xd7, 0x3a, 0x49]).count(), 1);
}
