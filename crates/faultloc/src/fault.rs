//! Faults: sets of statements as sets of source lines, ranked, with the reason in plain words.
//!
//! Ranking is the paper's: the fewer lines a set has the better (DCPA 4.3.1 takes the largest satisfiable subset, which leaves
//! the smallest to blame), and sets of one size share a rank. Within a rank the set comes first whose last execution is
//! nearest to the violation. Statements on one line are one suspect, and a set is left out when the lines of another are
//! among its own: who mends those needs no more.

use crate::statement::{Split, TraceStatement, TraceStatementKind};
use cairn_base::{FastIndexMap, Location, Span};
use cairn_ir::Program;

/// A line of the source that may be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspect {
    /// Where its first statement begins.
    pub at: Location,
    /// The line, without blanks around it.
    pub source: String,
    /// The statements on it that are meant.
    pub statements: Vec<String>,
    /// How often the trace executes them at most.
    pub executions: usize,
}

/// Lines to which the violation is due together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultLines {
    /// From 1 on; faults that are as likely share it.
    pub rank: usize,
    /// The lines, in the order of the source.
    pub lines: Vec<Suspect>,
    /// Why, as a sentence.
    pub reason: String,
    /// A change of the line that avoids the violation, where one was looked for.
    pub change: Option<ProposedChange>,
}

/// A change of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProposedChange {
    /// The change, in words.
    pub text: String,
    /// Whether it is proved that no inputs violate the property when the line is changed.
    pub is_proved: bool,
}

/// One set of lines, before it is ranked.
struct Candidate {
    /// The lines with the statements on them.
    lines: FastIndexMap<(std::sync::Arc<str>, u32), Vec<usize>>,
    /// The last step that executes one of its statements.
    last: usize,
}

/// Says in words why some statements, on some lines, are a fault.
pub type FaultReason<'a> = dyn Fn(&[&TraceStatement], &[u32]) -> String + 'a;

/// Faults of sets of statements, ranked.
pub fn faults(program: &Program, split: &Split, sets: &[Vec<usize>], reason: &FaultReason<'_>) -> Vec<FaultLines> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for set in sets {
        let new = candidate(program, split, set);
        let within = |a: &Candidate, b: &Candidate| a.lines.keys().all(|line| b.lines.contains_key(line));
        match candidates.iter_mut().find(|old| within(old, &new)) {
            // The same lines by other statements: all of them are meant.
            Some(old) if within(&new, old) => {
                old.last = old.last.max(new.last);
                for (line, statements) in new.lines {
                    let all = old.lines.entry(line).or_default();
                    all.extend(statements);
                    all.sort_unstable();
                    all.dedup();
                }
            }
            Some(_) => {}
            None => {
                candidates.retain(|old| !within(&new, old));
                candidates.push(new);
            }
        }
    }
    candidates.sort_by_key(|one| (one.lines.len(), std::cmp::Reverse(one.last)));
    let mut ranked = Vec::with_capacity(candidates.len());
    let mut rank = 0;
    let mut size = 0;
    for (position, one) in candidates.iter().enumerate() {
        if one.lines.len() != size {
            (rank, size) = (position + 1, one.lines.len());
        }
        let statements: Vec<&TraceStatement> =
            one.lines.values().flatten().map(|number| &split.statements[*number]).collect();
        let mut numbers: Vec<u32> = one.lines.keys().map(|(_, line)| *line).collect();
        numbers.sort_unstable();
        let mut lines: Vec<Suspect> = one.lines.values().filter_map(|on| suspect(program, split, on)).collect();
        lines.sort_by(|a, b| (&a.at.file, a.at.line).cmp(&(&b.at.file, b.at.line)));
        ranked.push(FaultLines { rank, lines, reason: reason(&statements, &numbers), change: None });
    }
    ranked
}

/// The single lines of the first, then the second without these lines, each with a rank of its own.
pub fn merged(first: Vec<FaultLines>, second: Vec<FaultLines>) -> Vec<FaultLines> {
    let mut all: Vec<FaultLines> = first.into_iter().filter(|fault| fault.lines.len() == 1).collect();
    for fault in second {
        let place =
            |of: &FaultLines| of.lines.iter().map(|suspect| (suspect.at.file.clone(), suspect.at.line)).collect();
        let at: Vec<_> = place(&fault);
        if !all.iter().any(|known| place(known) == at) {
            all.push(fault);
        }
    }
    for (rank, fault) in (1..).zip(&mut all) {
        fault.rank = rank;
    }
    all
}

fn candidate(program: &Program, split: &Split, set: &[usize]) -> Candidate {
    let mut lines: FastIndexMap<_, Vec<usize>> = FastIndexMap::default();
    let mut last = 0;
    for number in set {
        let statement = &split.statements[*number];
        let Some(at) = program.sources.locate(statement.span) else { continue };
        lines.entry((at.file, at.line)).or_default().push(*number);
        last = last.max(statement.steps.last().copied().unwrap_or(0));
    }
    Candidate { lines, last }
}

fn suspect(program: &Program, split: &Split, statements: &[usize]) -> Option<Suspect> {
    let of = |number: &usize| &split.statements[*number];
    let first = statements.iter().map(of).min_by_key(|statement| statement.span.start)?;
    Some(Suspect {
        at: program.sources.locate(first.span)?,
        source: program.sources.line_text(first.span).trim().to_owned(),
        statements: statements.iter().map(|number| said(of(number))).collect(),
        executions: statements.iter().map(|number| of(number).steps.len()).max().unwrap_or(0),
    })
}

/// A statement with what of it is meant.
pub fn said(statement: &TraceStatement) -> String {
    match statement.kind {
        TraceStatementKind::Assign => format!("`{}`", statement.text),
        TraceStatementKind::Decide => format!("the condition `{}`", statement.text),
        TraceStatementKind::Pass => format!("what `{}` passes", statement.text),
        TraceStatementKind::Return => format!("the result of `{}`", statement.text),
    }
}

/// The line of a place; 0 where it has none.
pub fn line(program: &Program, span: Span) -> u32 {
    program.sources.locate(span).map_or(0, |at| at.line)
}

/// Things in a row: "a", "a and b", "a, b and c".
pub fn list(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
