//! The table of all programs and the totals, as Markdown.
//!
//! The idea: a row can be read alone: which program, how large, what is said of it and why. The invariant: each program is
//! in exactly one total, so the totals add up to the number of programs. Those that are unknown because something is not
//! supported are a part of the unknown ones, and are named beside them.

use super::confirm::Confirmed;
use super::report::Outcome;
use std::fmt::Write as _;

/// What came of one program.
pub struct Row {
    /// The name of the program.
    pub program: String,
    /// The name of its source package.
    pub package: String,
    /// Lines of its C files.
    pub lines: usize,
    /// What came out.
    pub outcome: Outcome,
    /// For a violation: whether the real program agrees.
    pub confirmed: Option<Confirmed>,
    /// Wall time of the verifier.
    pub seconds: f64,
}

impl Row {
    /// What is wrong with the row or the verifier, if anything: no program may be refused by gcc or end without a report.
    pub fn failure(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Refused(why) | Outcome::Lost(why) => {
                Some(format!("{} {}: {}: {why}", self.package, self.program, self.outcome.word()))
            }
            _ => None,
        }
    }

    /// What is violated, or why nothing is known: a line.
    fn why(&self) -> String {
        match &self.outcome {
            Outcome::Proved => String::new(),
            Outcome::Violated(check, place) => {
                let confirmed = self.confirmed.map_or("", Confirmed::word);
                format!("{check}, {place}, {confirmed}")
            }
            Outcome::Unknown(reasons) => reasons.first().map_or_else(String::new, |reason| reason.line.clone()),
            Outcome::Unsupported(why) | Outcome::Refused(why) | Outcome::Lost(why) => why.clone(),
        }
    }
}

/// One line for each program.
pub fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| program | package | lines | verdict | violated, or why not known | seconds |\n|---|---|---:|---|---|---:|\n",
    );
    for row in rows {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {:.1} |",
            row.program,
            row.package,
            row.lines,
            row.outcome.word(),
            cell(&row.why()),
            row.seconds
        );
    }
    text
}

/// How many programs had which outcome.
pub fn totals(rows: &[Row]) -> String {
    let count = |is: &dyn Fn(&Outcome) -> bool| rows.iter().filter(|row| is(&row.outcome)).count();
    let names = |outcome: &Outcome| match outcome {
        Outcome::Unknown(reasons) => reasons.iter().any(|reason| reason.text.contains("not supported")),
        _ => false,
    };
    let mut text = format!(
        "\n{} programs: {} proved, {} violated ({} confirmed), {} unknown (of these, {} for something that is not supported), \
         {} refused \
         by the front end",
        rows.len(),
        count(&|outcome| matches!(outcome, Outcome::Proved)),
        count(&|outcome| matches!(outcome, Outcome::Violated(..))),
        rows.iter().filter(|row| row.confirmed == Some(Confirmed::Yes)).count(),
        count(&|outcome| matches!(outcome, Outcome::Unknown(_))),
        count(&names),
        count(&|outcome| matches!(outcome, Outcome::Unsupported(_))),
    );
    let failures = rows.iter().filter(|row| row.failure().is_some()).count();
    if failures > 0 {
        let _ = write!(text, ", {failures} not built or without a report");
    }
    text.push('\n');
    text
}

/// A text as a cell of a table: one line, in which `|` and `<` mean nothing.
pub fn cell(text: &str) -> String {
    text.lines().next().unwrap_or("").replace('|', "\\|").replace('<', "\\<")
}

#[cfg(test)]
mod tests {
    use super::super::report::Reason;
    use super::*;

    fn row(outcome: Outcome) -> Row {
        Row {
            program: "q".to_owned(),
            package: "p".to_owned(),
            lines: 12,
            outcome,
            confirmed: Some(Confirmed::No),
            seconds: 0.25,
        }
    }

    #[test]
    fn each_program_is_in_one_total() {
        let reason = Reason { text: "x is not supported".to_owned(), line: "a.c:1:1: x is not supported".to_owned() };
        let rows = [
            row(Outcome::Proved),
            row(Outcome::Violated("overflow".to_owned(), "a.c:3".to_owned())),
            row(Outcome::Unknown(vec![reason])),
            row(Outcome::Unknown(Vec::new())),
            row(Outcome::Lost("signal: 9".to_owned())),
        ];
        let expected = "\n5 programs: 1 proved, 1 violated (0 confirmed), 2 unknown (of these, 1 for something that is not supported), \
                        0 refused by the front end, 1 not built or without a report\n";
        assert_eq!(totals(&rows), expected);
        assert_eq!(rows[4].failure().as_deref(), Some("p q: no report: signal: 9"));
    }

    #[test]
    fn a_row_shows_its_reason_in_one_line() {
        let rows = [row(Outcome::Unsupported("a | b\nc".to_owned()))];
        assert!(table(&rows).ends_with("| q | p | 12 | not supported | a \\| b | 0.2 |\n"));
    }
}
