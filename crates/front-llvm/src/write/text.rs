//! Text with linemarkers, so that what is made of an instruction has the line and column of its source.
//!
//! A marker stands only where the line is not the one that follows anyway. Columns are made by blanks in front.

use crate::model::{DebugLocation, Module};
use std::fmt::Write;

/// The widest column that blanks are written for.
const WIDEST: u32 = 250;

pub(super) struct Text {
    text: String,
    name: String,
    /// The file and line that the next line of the text has.
    at: Option<(u32, u32)>,
    /// Where the next statement comes from.
    place: Option<DebugLocation>,
}

impl Text {
    pub fn new(name: &str) -> Self {
        Self { text: String::new(), name: name.to_owned(), at: None, place: None }
    }

    /// What follows comes from here; with nothing, from where the last came from.
    pub fn set_place(&mut self, place: Option<DebugLocation>) {
        if place.is_some() {
            self.place = place;
        }
    }

    /// What follows concerns the module as a whole.
    pub fn set_top(&mut self) {
        self.place = None;
        self.at = None;
        let _ = writeln!(self.text, "# 1 \"{}\"", self.name.replace('\\', "\\\\").replace('"', "\\\""));
    }

    pub fn line(&mut self, module: &Module, line: &str) {
        let mut column = 1;
        if let Some(place) = self.place {
            if self.at != Some((place.file, place.line)) {
                let file = module.files.get(place.file as usize).map_or("", String::as_str);
                let file = if file.is_empty() { &self.name } else { file };
                let file = file.replace('\\', "\\\\").replace('"', "\\\"");
                let _ = writeln!(self.text, "# {} \"{file}\"", place.line);
                self.at = Some((place.file, place.line));
            }
            column = place.column.clamp(1, WIDEST);
        }
        for _ in 1..column {
            self.text.push(' ');
        }
        self.text.push_str(line);
        self.text.push('\n');
        if let Some((_, line)) = &mut self.at {
            *line += 1;
        }
    }

    /// Text made elsewhere, with markers of its own.
    pub fn append(&mut self, other: Text) {
        self.text.push_str(&other.text);
        self.at = other.at;
    }

    pub fn finish(self) -> String {
        self.text
    }
}
