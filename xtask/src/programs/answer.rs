//! What the verifier says of a program, read from its report (docs/report-json.md), and whether the real program agrees.
//!
//! A violation is confirmed when the program, compiled by gcc with sanitizers and the harness of the execution, ends with a
//! complaint of theirs that names the line. That it does not is no proof of a mistake: no sanitizer sees a conversion, and
//! a harness may say that it cannot give all. It is what a person has to look at.

use serde_json::Value;

/// Whether the real program agrees with a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// A sanitizer complains at that line.
    Yes,
    /// None does.
    No,
    /// The harness says that it cannot give all that the execution needs, or there is none.
    Open,
}

/// The answer for one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing that was asked about can happen.
    Proved,
    /// It can: which check, and where.
    Violated(String, String, Confirmed),
    /// Nobody knows, for this reason.
    Unknown(String),
    /// The program is refused, or the verifier failed.
    Refused(String),
}

/// The answer in a report.
pub fn of(report: &str, confirmed: impl FnOnce(&str) -> Confirmed) -> Answer {
    let Ok(report) = serde_json::from_str::<Value>(report) else {
        return Answer::Refused("no report".to_owned());
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match report["verdict"].as_str() {
        Some("TRUE") => Answer::Proved,
        Some("FALSE") => {
            let last = report["counterexample"]["execution"].as_array().and_then(|all| all.last());
            let at = last.map_or(&Value::Null, |last| &last["at"]);
            let place = format!("{}:{}", text(&at["file"]), at["line"]);
            let confirmed = confirmed(&place);
            Answer::Violated(text(&report["violated"]), place, confirmed)
        }
        Some("UNKNOWN") => {
            let first = report["reasons"].as_array().and_then(|all| all.first());
            Answer::Unknown(first.map_or("no reason".to_owned(), |reason| text(&reason["text"])))
        }
        _ => Answer::Refused(text(&report["error"]["text"]).lines().next().unwrap_or("no verdict").to_owned()),
    }
}

/// A reason without what only this program has: places, names in quotes, numbers.
pub fn kind(reason: &str) -> String {
    let mut kind = String::new();
    for word in reason.split_whitespace() {
        let is_place = word.matches(':').count() >= 2 && word.contains(".c:") || word.contains(".h:");
        let word: String = match word {
            _ if is_place => "…".to_owned(),
            _ if word.starts_with('\'') && word.trim_end_matches([',', '.']).ends_with('\'') => word.to_owned(),
            _ if word.chars().any(|c| c.is_ascii_digit()) => "#".to_owned(),
            _ => word.to_owned(),
        };
        if !kind.is_empty() {
            kind.push(' ');
        }
        kind += &word;
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_and_where() {
        let report = r#"{"verdict":"FALSE","violated":"valid-deref",
            "counterexample":{"execution":[{"at":{"file":"a.c","line":3}}]}}"#;
        let asked = |place: &str| {
            assert_eq!(place, "a.c:3");
            Confirmed::Yes
        };
        assert_eq!(of(report, asked), Answer::Violated("valid-deref".to_owned(), "a.c:3".to_owned(), Confirmed::Yes));
        let report = r#"{"verdict":"UNKNOWN","reasons":[{"text":"time limit of 60 s reached"}]}"#;
        assert_eq!(of(report, |_| Confirmed::No), Answer::Unknown("time limit of 60 s reached".to_owned()));
        assert_eq!(of("panic", |_| Confirmed::No), Answer::Refused("no report".to_owned()));
    }

    #[test]
    fn reasons_of_one_kind_are_one() {
        assert_eq!(kind("a.c:3:4: a call of 'poll' is not supported"), "… a call of 'poll' is not supported");
        assert_eq!(kind("time limit of 60 s reached"), kind("time limit of 20 s reached"));
    }
}
