//! `--output-dir`: what a run leaves behind for later reading.

use crate::arguments::ReportFormat;
use crate::report::trace::Telling;
use crate::report::{json, text, trace};
use cairn_options::values::TraceLength;
use cairn_verify::{Report, ReportedVerdict};
use std::fs;
use std::path::Path;

/// Writes `report.txt`, `report.json`, `statistics.txt`, `statistics.json`, `warnings.txt`, `ARG.dot`, `cfa.dot`, for TRUE
/// `invariants.txt`, and for FALSE `counterexample.txt` and `counterexample.json`.
///
/// # Errors
/// A sentence for the user.
pub fn write(folder: &Path, report: &Report) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    put("report.txt", &text::render(report, &text::Style::of(ReportFormat::Full)))?;
    put("report.json", &json::render(report))?;
    put("statistics.txt", &report.figures.text())?;
    put("statistics.json", &format!("{:#}\n", report.figures.json()))?;
    if let Some(arg) = &report.arg {
        put("ARG.dot", arg)?;
    }
    let Some(program) = &report.program else { return Ok(()) };
    let warnings: String = program.diagnostics.iter().map(|warning| warning.render(&program.sources)).collect();
    put("warnings.txt", &warnings)?;
    put("cfa.dot", &cairn_ir::dot::dot(program))?;
    if report.answer == ReportedVerdict::True {
        put("invariants.txt", &text::invariants(report, &program.sources))?;
    }
    if let Some(violation) = &report.violation {
        put("counterexample.txt", &trace::render(violation, &program.sources, &Telling::of(TraceLength::Full)))?;
        let value = json::counterexample(violation, Some(&program.sources));
        put("counterexample.json", &format!("{value:#}\n"))?;
    }
    Ok(())
}
