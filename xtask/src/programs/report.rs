//! A report of the verifier (docs/report-json.md), reduced to what the table shows.
//!
//! The idea: members are only ever added to the report, so what is not known here is passed over. The place of a violation
//! is the last step of the execution that is in the program: a step inside the model of a function of the library has a
//! line that nobody finds in the program's files. The invariant: what is no report has no outcome, so that an end without a
//! report is never taken for UNKNOWN.

use serde_json::Value;

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No violation is possible.
    Proved,
    /// The check, and the place in the program.
    Violated(String, String),
    /// Each reason with its place in front, the cause first.
    Unknown(Vec<Reason>),
    /// The front end cannot use the program, with what it says.
    Unsupported(String),
    /// gcc refuses the program, with what it says.
    Refused(String),
    /// The verifier ended without a report.
    Lost(String),
}

/// Why a verdict is UNKNOWN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Without its place.
    pub text: String,
    /// With its place.
    pub line: String,
}

impl Outcome {
    /// The verdict as the table shows it.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Proved => "TRUE",
            Outcome::Violated(..) => "FALSE",
            Outcome::Unknown(_) => "UNKNOWN",
            Outcome::Unsupported(_) => "not supported",
            Outcome::Refused(_) => "not built",
            Outcome::Lost(_) => "no report",
        }
    }
}

/// The outcome that a report tells; nothing where the text is no report.
pub fn outcome(text: &str) -> Option<Outcome> {
    let report: Value = serde_json::from_str(text).ok()?;
    match report["verdict"].as_str()? {
        "TRUE" => Some(Outcome::Proved),
        "FALSE" => {
            let check = report["violated"].as_str().or_else(|| report["property"].as_str()).unwrap_or("?");
            Some(Outcome::Violated(check.to_owned(), place(&report["counterexample"]["execution"])))
        }
        "UNKNOWN" => {
            let member = |reason: &Value, name: &str| reason[name].as_str().unwrap_or("").to_owned();
            let reason = |r: &Value| Reason { text: member(r, "text"), line: member(r, "line") };
            Some(Outcome::Unknown(report["reasons"].as_array()?.iter().map(reason).collect()))
        }
        "ERROR" => {
            let said = report["error"]["text"].as_str()?;
            let line = said.lines().find(|line| line.contains("error: ")).or_else(|| said.lines().next());
            Some(Outcome::Unsupported(line.unwrap_or("no message").to_owned()))
        }
        _ => None,
    }
}

/// The last step in the program, with the function of the library that it is in, if any.
fn place(execution: &Value) -> String {
    let steps = execution.as_array().map_or(&[][..], Vec::as_slice);
    let own = |step: &&Value| step["library"] == false && step["at"]["line"].is_u64();
    let Some(step) = steps.iter().rfind(own) else { return "?".to_owned() };
    let at = &step["at"];
    let place = format!("{}:{}", at["file"].as_str().unwrap_or("?"), at["line"]);
    match steps.last() {
        Some(last) if last["library"] == true => format!("{place} in {}", last["function"].as_str().unwrap_or("?")),
        _ => place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        assert_eq!(outcome(r#"{"verdict":"TRUE"}"#), Some(Outcome::Proved));
        let unknown = r#"{"verdict":"UNKNOWN","reasons":[{"text":"t","line":"a.c:1:2: t"}]}"#;
        let reason = Reason { text: "t".to_owned(), line: "a.c:1:2: t".to_owned() };
        assert_eq!(outcome(unknown), Some(Outcome::Unknown(vec![reason])));
        let error = r#"{"verdict":"ERROR","error":{"text":"note: x\nerror: y\n"}}"#;
        assert_eq!(outcome(error), Some(Outcome::Unsupported("error: y".to_owned())));
        assert_eq!(outcome("killed"), None);
        assert_eq!(outcome(r#"{"verdict":"PERHAPS"}"#), None);
    }

    #[test]
    fn a_violation_has_its_place_in_the_program() {
        let report = |rest: &str| {
            format!(
                r#"{{"verdict":"FALSE","property":"unreach-call, all","violated":"valid-deref","counterexample":
                {{"execution":[{{"library":false,"function":"main","at":{{"file":"a.c","line":7}}}}{rest}]}}}}"#
            )
        };
        let violated = |place: &str| Some(Outcome::Violated("valid-deref".to_owned(), place.to_owned()));
        assert_eq!(outcome(&report("")), violated("a.c:7"));
        let library = r#",{"library":true,"function":"strcpy","at":{"file":"string.c","line":21}}"#;
        assert_eq!(outcome(&report(library)), violated("a.c:7 in strcpy"));
    }
}
