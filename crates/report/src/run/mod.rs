//! A run as one page, whatever its verdict: [`page`].
//!
//! The page has the verdict and what it stands on, the program's text with the violating execution in steps, invariants and
//! what was reached beside the lines, the automata, the states that were explored, the block graph, the stages on a time axis, and the
//! figures. All of it is read from one [`Report`]; nothing is decided here, and no file is opened.
//!
//! Layouts are computed here and not in the browser, so that the page opens at once. What would be too large is left out, and the
//! page says so and names the command that shows it.

mod blocks;
mod flow;
mod graph;
mod sources;
mod states;
mod steps;
mod verdict;

use crate::template::{embedded, fill, shown};
use cairn_base::Span;
use cairn_base::levels::Levels;
use cairn_base::markup::escaped;
use cairn_ir::Program;
use cairn_pixels::LevelTree;
use cairn_verify::{Placed, Report};
use serde_json::{Value, json};
use sources::Sources;
use std::collections::BTreeMap;

const TEMPLATE: &str = include_str!("../run.html");
const STYLE: &str = include_str!("../run.css");
const SCRIPTS: [&str; 3] = [include_str!("source.js"), include_str!("graphs.js"), include_str!("../run/page.js")];

/// Pixel trees of more rectangles than this are an image.
const MOST_RECTANGLES: usize = 3_000;
/// Characters of an invariant that are shown.
const LONGEST_INVARIANT: usize = 2_000;

/// Facts that a report lacks about its run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// Subject of the page, for its title: the names of the files.
    pub title: String,
    /// The command line that gives the report again.
    pub command: String,
    /// The options that were set, each with its value.
    pub options: Vec<(String, String)>,
    /// The version of Cairn.
    pub version: String,
    /// The user's files as they are before preprocessing, by the names that places in the program have.
    pub originals: BTreeMap<String, String>,
}

/// The page.
pub fn page(report: &Report, about: &About) -> String {
    let json = shown(&model(report, about).to_string());
    let pixels = pixels(report);
    fill(TEMPLATE, |name, page| match name {
        "style" => page.push_str(STYLE),
        "script" => SCRIPTS.iter().for_each(|script| page.push_str(script)),
        "title" => page.push_str(&escaped(&shown(&about.title))),
        "verdict" => page.push_str(report.answer.word()),
        "pixels" => page.push_str(&pixels),
        _ => page.push_str(&embedded(&json)),
    })
}

/// Content of the page, as JSON.
fn model(report: &Report, about: &About) -> Value {
    let program = report.program.as_ref();
    let mut sources = match program {
        Some(program) => Sources::of(program, &about.originals),
        None => Sources::unread(&about.originals),
    };
    let steps =
        report.violation.as_ref().zip(program).map(|(violation, program)| steps::json(violation, program, &sources));
    let reached = program.map(|program| sources.reached(report, program)).unwrap_or_default();
    let invariant = |known: &Placed| {
        let text = cut(&known.text, LONGEST_INVARIANT);
        json!({ "at": sources.place(known.span), "function": known.function, "entry": known.is_entry, "holds": text,
                "before": !known.is_entry && program.is_some_and(|program| !is_in_head(known.span, program)) })
    };
    let stage = |stage: &cairn_verify::Stage| {
        json!({ "name": stage.name, "number": stage.number, "began": stage.began.as_secs_f64(), "found": stage.found,
                "took": stage.took.as_secs_f64(), "states": stage.states, "refinements": stage.refinements,
                "work": stage.work })
    };
    json!({
        "about": { "title": about.title, "command": about.command, "options": about.options, "version": about.version },
        "verdict": verdict::json(report, &sources),
        "invariants": report.invariants.iter().map(invariant).collect::<Vec<_>>(),
        "steps": steps,
        "functions": sources.functions,
        "stages": report.stages.iter().map(stage).collect::<Vec<_>>(),
        "statistics": report.figures.json(),
        "flow": program.map(|program| flow::json(program, report.explored.as_ref(), &sources)),
        "states": program.zip(report.explored.as_ref()).map(|(program, violation)| states::json(violation, program, &sources)),
        "blocks": program.map(|program| blocks::json(program, &sources)),
        "reached": reached,
        "files": sources.files(),
    })
}

/// Whether a place is within the brackets of `while (…)` or `for (…)`; else a loop begins with a statement of its body there.
fn is_in_head(span: Span, program: &Program) -> bool {
    let column = program.sources.locate(span).map_or(0, |at| at.column as usize - 1);
    let before = program.sources.line_text(span).get(..column).unwrap_or("");
    before.matches('(').count() > before.matches(')').count()
}

/// The pixel tree of the last graph, as markup: this crate's own, and the name in it is escaped.
fn pixels(report: &Report) -> String {
    let Some(levels) = &report.levels else { return String::new() };
    let name = report.explored.as_ref().map_or("", |explored| &explored.stage).to_owned();
    let trees = [LevelTree { name, levels: levels.clone() }];
    if rectangles(levels) <= MOST_RECTANGLES {
        return cairn_pixels::svg::draw(&trees);
    }
    let image = cairn_pixels::image::draw(&trees).unwrap_or_default();
    let data = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, image);
    format!("<img alt=\"Pixel tree\" src=\"data:image/png;base64,{data}\">")
}

fn rectangles(levels: &Levels) -> usize {
    levels.rows.iter().map(Vec::len).sum()
}

/// At most so many characters of a text.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text on one line, at most so many characters.
fn one_line(text: &str, most: usize) -> String {
    // Nobody reads the end of a very long text, and it need not be gone through.
    cut(&cut(text, 8 * most).split_whitespace().collect::<Vec<_>>().join(" "), most)
}

/// Texts that are written once and named by their numbers.
#[derive(Default)]
struct Texts {
    numbers: BTreeMap<String, usize>,
    all: Vec<String>,
}

impl Texts {
    fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        self.all.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}
