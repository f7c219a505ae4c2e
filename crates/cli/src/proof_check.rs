//! `cairn verify --check-proof`: is TRUE right?
//!
//! The invariants of the proof become conditions of the program's text, as a validator has them (`cairn_witness::instrument`),
//! and k-induction proves them and the property once more, whatever engine the proof is of. What the proof rests on is then one
//! inductive argument of an engine that explores no abstract states (Beyer, Dangl, Dietsch, Heizmann and Stahlbauer, "Witness
//! validation and stepwise testification across software verifiers", FSE 2015).
//!
//! Invariant: an invariant that does not hold makes the answer UNKNOWN and an internal error, since TRUE rested on it. A check that
//! comes to no end in its time says so, and leaves the answer: it is no second opinion.

use crate::inputs::InputSelection;
use crate::preprocess::preprocessed;
use crate::progress::ProgressBoard;
use crate::report::{finding, witness};
use crate::requests;
use cairn_base::CancelToken;
use cairn_front_c::Input;
use cairn_options::quantity::Limit;
use cairn_options::{Analysis, Configuration};
use cairn_task::Property;
use cairn_verify::{Report, ReportedVerdict, front_options};
use cairn_witness::instrument;
use cairn_witness::model::{WitnessContent, WitnessInvariant};
use cairn_witness::source::Source;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The check has at least so much time; otherwise as much as the proof took.
const LEAST: Duration = Duration::from_secs(2);

/// The proof to be checked, as the user named it.
pub struct ProofCheck {
    files: Vec<PathBuf>,
    property: Property,
    configuration: Configuration,
    cc: Option<String>,
    preprocessor: Vec<String>,
}

impl ProofCheck {
    /// The check of what the user wants to have shown.
    pub fn of(wanted: &InputSelection) -> Self {
        Self {
            files: wanted.files.clone(),
            property: wanted.property.clone(),
            configuration: wanted.configuration.clone(),
            cc: wanted.cc.clone(),
            preprocessor: wanted.preprocessor.clone(),
        }
    }

    /// Checks a proof that took so long, and says in the report what came of it.
    pub fn check(&self, report: Report, took: Duration, cancel: &CancelToken) -> Report {
        if report.answer != ReportedVerdict::True {
            return report;
        }
        match self.checked(&report, took, cancel) {
            Ok(Ok(what)) => Report { proof_check: Some(format!("checked by k-induction: {what}")), ..report },
            Ok(Err(broken)) => Report::broken(&report.property, &format!("the check of the proof: {broken}")),
            Err(why) => Report { proof_check: Some(format!("not checked: {why}")), ..report },
        }
    }

    /// Result of the second proof, or which invariant of the proof does not hold; an error where neither was shown.
    fn checked(&self, report: &Report, took: Duration, cancel: &CancelToken) -> Result<Result<String, String>, String> {
        let ([file], Some(program)) = (&self.files[..], &report.program) else {
            return Err("only the proof of a program of one file of C is".to_owned());
        };
        if witness::assumes_no_wrapping(report) {
            return Err("TRUE assumes that integers never wrap, and k-induction does not".to_owned());
        }
        let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let content = witness::proof(report, program, file, &bytes);
        let invariants: Vec<WitnessInvariant> = content.into_iter().filter_map(invariant).collect();
        let all: Vec<&WitnessInvariant> = invariants.iter().collect();
        let source = Source::new(String::from_utf8_lossy(&bytes).into_owned());
        let name = file.display().to_string();
        let text = instrument::invariants(&source, &name, &all).map_err(|(_, why)| why)?;
        let mut property = self.property.clone();
        property.functions.extend((0..all.len()).map(instrument::broken));
        let configuration = Configuration {
            analysis: Analysis::KInduction,
            time_limit: Limit::At(took.max(LEAST)),
            ..self.configuration.clone()
        };
        let model = front_options(&configuration).model;
        let text = preprocessed(file, text, model, self.cc.as_deref(), &self.preprocessor)
            .map_err(|error| error.text().to_owned())?;
        let inputs = vec![Input { name, text: text.into() }];
        let request = requests::asked(inputs, property, configuration, Instant::now(), cancel);
        let answered = cairn_verify::verify(&request, &mut ProgressBoard::default());
        let again = answered.map_err(|_| "the text with the invariants in it is not C that is read".to_owned())?;
        match (again.answer, &again.violation) {
            (ReportedVerdict::True, _) => Ok(Ok(match all.len() {
                0 => "the property holds, without invariants".to_owned(),
                1 => "the property and the invariant hold".to_owned(),
                count => format!("the property and {count} invariants hold"),
            })),
            (ReportedVerdict::False, Some(violation)) => {
                Ok(Err(finding::sentence(violation, &again.property).trim_end_matches('.').to_owned()))
            }
            _ => Err(again.reasons.first().map_or("no reason is known".to_owned(), |reason| reason.text.clone())),
        }
    }
}

fn invariant(content: WitnessContent) -> Option<WitnessInvariant> {
    match content {
        WitnessContent::Invariant { invariant } => Some(invariant),
        WitnessContent::Segment { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::Assertion;

    const PROGRAM: &str = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n\
        int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i = 0;\n  if (n > 1000)\n    return 0;\n  \
        while (i < n)\n    i++;\n  if (i > 1000)\n    reach_error();\n  return 0;\n}\n";

    /// A proof of the program, as a run has it, and its check.
    fn proof(file: &std::path::Path) -> (ProofCheck, Report) {
        std::fs::write(file, PROGRAM).expect("a file");
        let configuration =
            Configuration { analysis: Analysis::Predicate, ..Configuration::defaults().expect("defaults") };
        let property = Property::default_reachability();
        let inputs = vec![Input { name: file.display().to_string(), text: PROGRAM.into() }];
        let cancel = CancelToken::new();
        let request = requests::asked(inputs, property.clone(), configuration.clone(), Instant::now(), &cancel);
        let request = cairn_verify::Request { invariants: true, ..request };
        let Ok(report) = cairn_verify::verify(&request, &mut ProgressBoard::default()) else { panic!("it is C") };
        let files = vec![file.to_owned()];
        (ProofCheck { files, property, configuration, cc: None, preprocessor: Vec::new() }, report)
    }

    #[test]
    fn a_proof_is_shown_once_more_and_a_wrong_one_is_none() {
        let file = std::env::temp_dir().join(format!("cairn-proof-check-{}.c", std::process::id()));
        let (check, report) = proof(&file);
        assert!(!report.invariants.is_empty());
        let long = Duration::from_secs(60);
        let checked = check.check(report, long, &CancelToken::new());
        assert_eq!(checked.answer, ReportedVerdict::True);
        assert!(checked.proof_check.is_some_and(|text| text.starts_with("checked by k-induction")));

        let (check, mut report) = proof(&file);
        for placed in &mut report.invariants {
            placed.holds = Assertion::any([]);
        }
        let refuted = check.check(report, long, &CancelToken::new());
        assert_eq!(refuted.answer, ReportedVerdict::Unknown);
        assert!(refuted.ended(cairn_verify::Cause::Internal));
        std::fs::remove_file(file).expect("it is there");
    }
}
