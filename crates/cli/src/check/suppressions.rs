//! Findings that the author has looked at and allows: a comment at the line, `// cairn: allow(overflow) the counter may wrap`, or a table
//! `[[allow]]` of `cairn.toml`.
//!
//! Each has a reason, which outputs show. A row that is violated, open or needs something becomes *suppressed*: it does not fail the run. What is proved of
//! others still holds only as long as it is not violated, where the author means that executions go on: so it stays in all outputs, and with it as an
//! assumption that all proofs stand on. What suppresses nothing is a warning: it would hide the next
//! fault at its line.
//!
//! Why not by the preprocessor: a comment is no longer there when the program is parsed, and the rows of a project come from many processes. So
//! the files are read once more, where the report is complete.

use super::report::{CheckAssumption, CheckReport, CheckState, CheckedObligation, Suppression};
use crate::allowed_finding::AllowedFinding;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const MARK: &str = "cairn: allow(";

/// Whether an obligation is one that is allowed.
fn is_about(allowed: &AllowedFinding, one: &CheckedObligation) -> bool {
    let at = one.at.as_ref();
    let is_file = allowed.file.is_empty() || at.is_some_and(|at| is_file(&at.file, &allowed.file));
    is_file
        && (allowed.kinds.is_empty() || allowed.kinds.contains(&one.kind))
        && allowed.line.is_none_or(|line| at.is_some_and(|at| at.line == line))
        && allowed.function.as_ref().is_none_or(|function| *function == one.function)
        && allowed.id.as_ref().is_none_or(|id| *id == one.id)
}

/// Whether a path ends in these components.
fn is_file(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// The comments of a text, each about its line, or about the next one with code where it stands by itself; and what is wrong with others.
fn comments(file: &str, text: &str) -> (Vec<AllowedFinding>, Vec<String>) {
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let Some((before, after)) = line.split_once(MARK) else { continue };
        let Some(start) = before.rfind("//").or_else(|| before.rfind("/*")) else { continue };
        let by = format!("{file}:{}", index + 1);
        let Some((kinds, reason)) = after.split_once(')') else {
            warnings.push(format!("{by}: a suppression is written // cairn: allow(CHECK) REASON"));
            continue;
        };
        let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with("//");
        let own = before[..start].trim().is_empty();
        let next =
            lines.iter().skip(index + 1).position(|line| !is_comment(line)).map_or(index, |next| index + 1 + next);
        let allowed = AllowedFinding {
            kinds: kinds.split(',').map(|kind| kind.trim().to_owned()).collect(),
            file: file.to_owned(),
            line: u32::try_from(if own { next } else { index } + 1).ok(),
            reason: reason.trim().trim_end_matches("*/").trim().to_owned(),
            by,
            ..AllowedFinding::default()
        };
        match allowed.unknown_kind() {
            Some(kind) => warnings.push(format!("{}: no check is called '{kind}'", allowed.by)),
            None if allowed.reason.is_empty() => warnings.push(format!("{}: a suppression has a reason", allowed.by)),
            None => found.push(allowed),
        }
    }
    (found, warnings)
}

/// Suppresses what comments and the configuration allow, and notes what suppresses nothing. `read` gives the text of a file.
pub fn apply(report: &mut CheckReport, configured: &[AllowedFinding], read: impl Fn(&str) -> Option<String>) {
    let of_rows = report.obligations.iter().filter_map(|one| one.at.as_ref()).map(|at| at.file.clone());
    let files: BTreeSet<String> = of_rows.filter(|file| !file.starts_with('<')).collect();
    let mut allowed = configured.to_vec();
    for file in files {
        let Some(text) = read(&file).filter(|text| text.contains(MARK)) else { continue };
        let (found, warnings) = comments(&file, &text);
        allowed.extend(found);
        report.suppression_warnings.extend(warnings);
    }
    let mut is_used = vec![false; allowed.len()];
    for one in &mut report.obligations {
        if matches!(one.state, CheckState::Proved | CheckState::Unreachable | CheckState::Suppressed) {
            continue;
        }
        let Some(number) = allowed.iter().position(|allowed| is_about(allowed, one)) else { continue };
        is_used[number] = true;
        let (reason, by) = (allowed[number].reason.clone(), allowed[number].by.clone());
        one.suppressed = Some(Suppression { reason, by, state: one.state });
        one.state = CheckState::Suppressed;
    }
    let assumed = behind(report);
    report.assumptions.extend(assumed);
    // Of a check that was not asked about, nothing is known.
    let asked: BTreeSet<String> = report.obligations.iter().map(|one| one.kind.clone()).collect();
    for (allowed, _) in allowed.iter().zip(is_used).filter(|(_, is_used)| !is_used) {
        if allowed.kinds.iter().any(|kind| asked.contains(kind)) {
            let kinds = allowed.kinds.join(", ");
            report.suppression_warnings.push(format!("{}: allow({kinds}) suppresses nothing; remove it", allowed.by));
        }
    }
}

/// What is proved or unreachable where rows are suppressed; nothing where none is either.
fn behind(report: &CheckReport) -> Option<CheckAssumption> {
    report.obligations.iter().find(|one| matches!(one.state, CheckState::Proved | CheckState::Unreachable))?;
    let suppressed = report.obligations.iter().filter(|one| one.suppressed.is_some());
    let name = |one: &CheckedObligation| match &one.at {
        Some(at) => (at.file.clone(), at.line, format!("{}:{}", at.file, at.line)),
        None => (String::new(), 0, one.id.clone()),
    };
    let names: BTreeSet<_> = suppressed.map(name).collect();
    let text = "rows behind a suppressed finding are proved or unreachable for executions that do not violate it";
    (!names.is_empty()).then(|| CheckAssumption {
        what: "suppressed".to_owned(),
        text: text.to_owned(),
        names: names.into_iter().map(|(_, _, name)| name).collect(),
    })
}

/// Mistakes of suppressions, for people.
pub fn warnings(report: &CheckReport) -> String {
    report.suppression_warnings.iter().map(|warning| format!("Warning: {warning}.\n")).collect()
}

pub fn list(report: &CheckReport) -> String {
    let mut out = String::new();
    for one in &report.obligations {
        if let Some(suppressed) = &one.suppressed {
            let place = one.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
            let (kind, function, state) = (&one.kind, &one.function, suppressed.state.word());
            let _ = writeln!(out, "{place}suppressed ({state}): {kind} in {function}: {}", one.text);
            let _ = writeln!(out, "  Reason: {} ({}).", suppressed.reason, suppressed.by);
        }
    }
    out
}

/// How many rows each reason suppresses, in the order of the reasons.
pub fn reasons(report: &CheckReport) -> BTreeMap<(&str, &str), usize> {
    let mut reasons = BTreeMap::new();
    for suppressed in report.obligations.iter().filter_map(|one| one.suppressed.as_ref()) {
        *reasons.entry((suppressed.by.as_str(), suppressed.reason.as_str())).or_default() += 1;
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::{comments, is_file};

    #[test]
    fn a_comment_is_about_its_line_or_the_next() {
        let text = "int f(int x) {\n  // cairn: allow(overflow, shift) it may wrap\n  // really\n\n  x++;\n  x--; /* cairn: allow(overflow) so may this */\n}\n";
        let (found, warnings) = comments("f.c", text);
        let shown: Vec<_> = found.iter().map(|one| (one.kinds.join(" "), one.line, one.reason.as_str())).collect();
        assert_eq!(
            shown,
            [("overflow shift".to_owned(), Some(5), "it may wrap"), ("overflow".to_owned(), Some(6), "so may this")]
        );
        assert!(warnings.is_empty());
    }

    #[test]
    fn without_a_reason_or_a_check_nothing_is_allowed() {
        let text = "x++; // cairn: allow(overflow)\ny++; // cairn: allow(overflo) typo\nputs(\"cairn: allow(shift) no comment\");\n";
        let (found, warnings) = comments("f.c", text);
        assert!(found.is_empty());
        assert_eq!(warnings, ["f.c:1: a suppression has a reason", "f.c:2: no check is called 'overflo'"]);
    }

    #[test]
    fn a_file_is_named_by_the_end_of_its_path() {
        assert!(
            is_file("src/parse.c", "parse.c") && is_file("parse.c", "parse.c") && !is_file("src/reparse.c", "parse.c")
        );
    }
}
