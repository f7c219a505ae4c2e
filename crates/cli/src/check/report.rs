//! The report of `cairn check`, without the program: each obligation as all outputs show it.
//!
//! This is what `--format json` prints (`docs/schema/check.schema.json`), so that what another process found out, or an earlier run,
//! is shown as what this one did. Why not the [`Obligations`] themselves: they are places in a program that only one process has.

use super::coverage::CheckCoverage;
use super::translated::{RowTexts, function_name, with_function_names};
use crate::report::command_line;
use crate::report::json::counterexample;
use crate::report::text::located;
use crate::report::trace::{self, Telling};
use cairn_base::{SourceMap, Span};
use cairn_options::values::TraceLength;
use cairn_verify::obligations::{LineRange, Obligation, ObligationState, Obligations};
use cairn_verify::{Cause, Explanation, MEND};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    Violated,
    Unknown,
    /// Callers must ensure something, with which it is proved.
    Needs,
    /// No execution comes to its place.
    Unreachable,
    /// The author allows it, with a reason.
    Suppressed,
    Proved,
}

impl CheckState {
    /// All, in the order of tables.
    pub const ALL: [CheckState; 6] = [
        CheckState::Proved,
        CheckState::Violated,
        CheckState::Needs,
        CheckState::Unknown,
        CheckState::Unreachable,
        CheckState::Suppressed,
    ];

    /// All, in the order in which a reader needs them.
    pub const BY_NEED: [CheckState; 6] = [
        CheckState::Violated,
        CheckState::Needs,
        CheckState::Unknown,
        CheckState::Suppressed,
        CheckState::Unreachable,
        CheckState::Proved,
    ];

    /// Whether tables have it only where there is such a row.
    pub const fn is_rare(self) -> bool {
        matches!(self, CheckState::Needs | CheckState::Suppressed)
    }

    pub const fn word(self) -> &'static str {
        match self {
            CheckState::Violated => "violated",
            CheckState::Unknown => "unknown",
            CheckState::Needs => "needs",
            CheckState::Unreachable => "unreachable",
            CheckState::Suppressed => "suppressed",
            CheckState::Proved => "proved",
        }
    }
}

/// A place in a file; lines and columns begin at 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CheckedPlace {
    /// The file, as it was named.
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl CheckedPlace {
    /// Of a place in a program.
    pub fn of(span: Span, sources: &SourceMap) -> Option<Self> {
        let at = sources.locate(span)?;
        Some(Self { file: at.file.to_string(), line: at.line, column: at.column })
    }
}

impl std::fmt::Display for CheckedPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckReason {
    /// A sentence without a full stop.
    pub text: String,
    pub at: Option<CheckedPlace>,
    /// Next step, a sentence without a full stop.
    pub next: String,
    pub line: String,
}

impl CheckReason {
    pub fn new(text: &str, next: &str) -> Self {
        Self { text: text.to_owned(), at: None, next: next.to_owned(), line: text.to_owned() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckAssumption {
    pub what: String,
    /// A sentence without a full stop.
    pub text: String,
    pub names: Vec<String>,
}

/// Precondition of a function for callers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckedNeed {
    /// The entry: the file and the function.
    pub of: String,
    /// The clause, to be pasted behind the declarator; nothing where none was found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clause: String,
    /// Without a clause: the call that violates it, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub not_call: String,
    /// The functions of the file on which the proof rests besides: what only they leave in static variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
}

impl CheckedNeed {
    /// What callers of a function must do, by how it is called.
    pub fn of_callers(&self, of: &str) -> String {
        match self.clause.is_empty() {
            true => format!("callers of {of} must not make the call {}", self.not_call),
            false => format!("callers of {of} must ensure {}", self.sentence()),
        }
    }

    /// The clause, and what it is not enough without.
    pub fn sentence(&self) -> String {
        match self.beside.is_empty() {
            true => self.clause.clone(),
            false => format!(
                "{} (and static variables hold only what calls of {} leave)",
                self.clause,
                self.beside.join(", ")
            ),
        }
    }
}

/// Why a row does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suppression {
    pub reason: String,
    /// The file and line that say so, or the configuration file.
    pub by: String,
    pub state: CheckState,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheckedObligation {
    /// The same from run to run, wherever the line moves.
    pub id: String,
    pub kind: String,
    /// The function that it is in.
    pub function: String,
    pub at: Option<CheckedPlace>,
    /// The text there, on one line.
    pub text: String,
    pub state: CheckState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Of a function by itself that violates it: whoever calls does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every_caller: bool,
    /// Of a function by itself: up to how many elements of what its pointers go to it is proved; without, however many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_elements: Option<u64>,
    /// Why it is unknown; the first is what a user must know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<CheckReason>,
    /// Facts about the values that it asks about, where it is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Value>,
    /// The same for people, in short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<String>,
    /// The inputs of the execution for people, a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<String>,
    /// The execution as a line of a shell, where it is one of a whole program as a system runs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_line: Option<String>,
    /// Preconditions for callers of the functions that it was checked from; with that it is proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<CheckedNeed>,
    /// Of a project: from where it was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Why it does not count, of what the author allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Suppression>,
}

/// Range of an integer on a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ShownRange {
    pub file: String,
    /// From 1.
    pub line: u32,
    pub variable: String,
    /// Its values: `7`, or `0 to 7`.
    pub values: String,
}

impl ShownRange {
    fn of(one: &LineRange) -> Self {
        let (low, high) = one.range;
        let values = if low == high { low.to_string() } else { format!("{low} to {high}") };
        Self { file: one.file.clone(), line: one.line, variable: one.variable.clone(), values }
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CheckReport {
    /// In the order of the text.
    pub obligations: Vec<CheckedObligation>,
    pub assumptions: Vec<CheckAssumption>,
    pub queries: usize,
    /// How often the memory of the program was interpreted.
    #[serde(default)]
    pub memory_interpretations: usize,
    /// How much of the program executions come to.
    #[serde(default)]
    pub coverage: CheckCoverage,
    /// Ranges of integers on each line, where an editor asks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line_ranges: Vec<ShownRange>,
    /// Mistakes of suppressions, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suppression_warnings: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_interrupted: bool,
    /// An invariant of Cairn did not hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_broken: bool,
}

impl CheckReport {
    /// Report of a program's obligations; what is open is unknown.
    pub fn of(known: &Obligations) -> Self {
        let has = |cause: Cause| {
            known.all.iter().any(|one| match &one.state {
                ObligationState::Unknown(reasons) => reasons.iter().any(|reason| reason.cause == cause),
                _ => false,
            })
        };
        let assumption = |assumed: &cairn_verify::Assumed| CheckAssumption {
            what: assumed.what.word().to_owned(),
            text: assumed.what.sentence().to_owned(),
            names: assumed.names.clone(),
        };
        let texts = RowTexts::new(&known.program.sources);
        let mut obligations: Vec<_> = known.all.iter().map(|one| obligation(one, known, &texts)).collect();
        mend_what_fails(&mut obligations);
        Self {
            obligations,
            assumptions: known.assumptions.iter().map(assumption).collect(),
            queries: known.queries,
            memory_interpretations: known.interpretations,
            coverage: CheckCoverage::of(known),
            line_ranges: known.line_ranges.iter().map(ShownRange::of).collect(),
            suppression_warnings: Vec::new(),
            is_interrupted: has(Cause::Interrupted),
            is_broken: has(Cause::Internal),
        }
    }

    pub fn count(&self, state: CheckState) -> usize {
        self.obligations.iter().filter(|one| one.state == state).count()
    }

    /// How many have each state, by something that they have in common.
    pub fn counts<'r>(
        &'r self,
        of: impl Fn(&'r CheckedObligation) -> &'r str,
    ) -> BTreeMap<&'r str, BTreeMap<CheckState, usize>> {
        let mut rows: BTreeMap<&str, BTreeMap<CheckState, usize>> = BTreeMap::new();
        for one in &self.obligations {
            *rows.entry(of(one)).or_default().entry(one.state).or_default() += 1;
        }
        rows
    }
}

/// How many of some obligations have a state.
pub fn count(all: &[&CheckedObligation], state: CheckState) -> usize {
    all.iter().filter(|one| one.state == state).count()
}

impl CheckedObligation {
    /// Whether it counts for who compares with an earlier run: it is new or was better, or nothing is compared.
    pub fn is_worse(&self) -> bool {
        self.change.as_deref().is_none_or(|change| ["new", "worse"].contains(&change))
    }

    /// Preconditions for callers, in a sentence.
    pub fn needs_sentence(&self) -> String {
        let all = self.needs.iter().map(|need| need.of_callers(&need.of)).collect::<Vec<_>>().join("; ");
        match self.needs.iter().all(|need| need.not_call.is_empty()) {
            true => format!("proved where this holds: {all}"),
            false => format!("no caller is known that violates it, but one may: {all}"),
        }
    }

    /// A row for an entry of a project that could not be checked.
    pub fn unchecked(entry: &str, why: CheckReason) -> Self {
        Self {
            id: format!("{entry}/not-checked"),
            kind: "not-checked".to_owned(),
            function: entry.rsplit(": ").next().unwrap_or_default().to_owned(),
            at: None,
            text: entry.to_owned(),
            state: CheckState::Unknown,
            by: None,
            every_caller: false,
            up_to_elements: None,
            reasons: vec![why],
            known: Vec::new(),
            counterexample: None,
            steps: None,
            inputs: None,
            command_line: None,
            needs: Vec::new(),
            entry: Some(entry.to_owned()),
            change: None,
            suppressed: None,
        }
    }
}

fn obligation(one: &Obligation, known: &Obligations, texts: &RowTexts<'_>) -> CheckedObligation {
    let sources = &known.program.sources;
    let mut row = CheckedObligation {
        id: one.id.clone(),
        kind: one.kind.clone(),
        function: function_name(&one.function),
        at: CheckedPlace::of(one.span, sources),
        text: texts.text(&one.text, one.span),
        state: CheckState::Unknown,
        by: None,
        every_caller: false,
        up_to_elements: None,
        reasons: Vec::new(),
        known: Vec::new(),
        counterexample: None,
        steps: None,
        inputs: None,
        command_line: None,
        needs: Vec::new(),
        entry: None,
        change: None,
        suppressed: None,
    };
    match &one.state {
        ObligationState::Proved { by } => {
            row.state = CheckState::Proved;
            row.by = Some(by.clone());
        }
        ObligationState::Unreachable => row.state = CheckState::Unreachable,
        ObligationState::Violated(violation) => {
            row.state = CheckState::Violated;
            row.counterexample = Some(counterexample(violation, Some(sources)));
            let steps = trace::render(violation, sources, &Telling::of(TraceLength::Short));
            row.steps = Some(with_function_names(&steps));
            row.command_line = violation.given.as_ref().map(|given| {
                let rests = violation.assumptions.iter().map(|assumed| format!(" # {assumed}")).collect::<String>();
                command_line::line(given) + &rests
            });
            let inputs = trace::inputs(violation).trim_end().to_owned();
            row.inputs = (!inputs.is_empty()).then_some(inputs);
        }
        ObligationState::Unknown(reasons) => {
            row.known = one.known.clone();
            row.reasons = reasons.iter().map(|reason| reason_row(reason, sources)).collect();
        }
        ObligationState::Open => {
            row.known = one.known.clone();
            row.reasons.push(CheckReason::new("the run ended before it was decided", "allow more with --time-limit"));
        }
    }
    row
}

/// Nobody is told to mend a place of which everything is proved: the path that does something undefined there is no execution.
fn mend_what_fails(rows: &mut [CheckedObligation]) {
    let places = rows
        .iter()
        .filter_map(|one| Some((format!("{}:{}:", one.at.as_ref()?.file, one.at.as_ref()?.line), one.state)));
    let mut is_proved: BTreeMap<String, bool> = BTreeMap::new();
    for (place, state) in places {
        *is_proved.entry(place).or_insert(true) &= state == CheckState::Proved;
    }
    let is_meant = |reason: &&mut CheckReason| {
        let place = || is_proved.iter().find(|(place, _)| reason.text.contains(&format!(" {place}")));
        reason.next == MEND && place().is_some_and(|(_, is_proved)| *is_proved)
    };
    for reason in rows.iter_mut().flat_map(|one| &mut one.reasons).filter(is_meant) {
        reason.next = "allow more with --each-limit: what is undefined there is proved not to happen".to_owned();
    }
}

fn reason_row(reason: &Explanation, sources: &SourceMap) -> CheckReason {
    CheckReason {
        text: reason.text.clone(),
        at: CheckedPlace::of(reason.span, sources),
        next: reason.next.clone(),
        line: located(reason, Some(sources)),
    }
}
