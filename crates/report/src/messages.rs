//! The message log as a page, and as JSON.
//!
//! The template (`messages.html`, with its style and script) has two places for what depends on the run: the title, which is
//! escaped as HTML, and the log, which is JSON without a `<`, so that nothing in it can end the element that it is in.

use crate::template::{self, embedded};
use cairn_base::markup::escaped;
use cairn_dss::MessageLog;

const TEMPLATE: &str = include_str!("messages.html");
const STYLE: &str = include_str!("messages.css");
const SCRIPT: &str = include_str!("messages.js");

/// Whether more is to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageSource {
    /// The page has all.
    File,
    /// The page asks its server for what happens after.
    Live,
}

/// The log as one HTML page.
pub fn page(log: &MessageLog, source: MessageSource) -> String {
    let live = if source == MessageSource::Live { "true" } else { "false" };
    template::fill(TEMPLATE, |name, page| match name {
        "style" => page.push_str(STYLE),
        "script" => page.push_str(SCRIPT),
        "live" => page.push_str(live),
        "title" => page.push_str(&escaped(&log.program.join(", "))),
        _ => page.push_str(&embedded(&json(log))),
    })
}

/// The log as JSON.
pub fn json(log: &MessageLog) -> String {
    // A log has only what JSON has: text, numbers, and lists.
    serde_json::to_string(log).unwrap_or_default()
}

/// The log as JSON, with the events after the first so many.
pub fn json_from(log: &MessageLog, first: usize) -> String {
    let events = log.events.get(first..).unwrap_or_default().to_vec();
    json(&MessageLog {
        program: log.program.clone(),
        blocks: log.blocks.clone(),
        events,
        left_out: log.left_out,
        verdict: log.verdict.clone(),
        reasons: log.reasons.clone(),
    })
}
