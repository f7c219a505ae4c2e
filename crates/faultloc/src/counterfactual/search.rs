//! The search: changes are tried on all executions, the best are verified, and what remains is put in order.

use super::change::{self, Change, ChangeKind, ChangeSource, Site, exchange};
use super::check::{CheckCode, is_entry};
use super::execution::{self, CheckedEnd, CheckedExecution, ExecutionOptions, execute};
use super::rank::{Evidence, ochiai};
use super::{ChangeVerdict, ChangeVerifier, Counterfactual, CounterfactualFaults};
use crate::fault::{FaultLines, ProposedChange, Suspect};
use cairn_base::{Budget, FastMap, Location, Span, Stop};
use cairn_interp::{Code, RecordedInputs};
use cairn_ir::{ExprKind, Op, Program, Step, Value};
use cairn_random_testing::{GenerationOptions, generate};
use std::collections::BTreeSet;

/// So many executions that violate, and that do not, are compared with.
const MOST_VIOLATING: usize = 12;
const MOST_PASSING: usize = 40;
/// So many executions are made with generated inputs.
const GENERATED: u32 = 400;
/// So many changed programs are verified.
const MOST_VERIFIED: usize = 8;
/// Steps of all executions of changed programs together.
const ALL_STEPS: u64 = 200_000_000;

/// Facts about a statement, whatever the change.
#[derive(Clone, Copy)]
struct Place {
    is_harness: bool,
    spectrum: f64,
    last: usize,
}

/// A change that avoids the violation, with what is known of it.
struct Found {
    change: Change,
    evidence: Evidence,
    is_verified: bool,
}

pub struct Search<'a, 'j> {
    given: &'a Counterfactual<'a>,
    check: CheckCode,
    verifier: &'j mut dyn ChangeVerifier,
    budget: &'a Budget,
    /// Steps of one execution at most.
    most_steps: u64,
    pub violating: Vec<(RecordedInputs, CheckedExecution)>,
    passing: Vec<(RecordedInputs, CheckedExecution)>,
    changed: Program,
    found: Vec<Found>,
    tried: u64,
    pub steps_left: u64,
}

impl<'a, 'j> Search<'a, 'j> {
    pub fn new(
        given: &'a Counterfactual<'a>,
        check: CheckCode,
        verifier: &'j mut dyn ChangeVerifier,
        budget: &'a Budget,
        most_steps: u64,
    ) -> Self {
        let mut changed = given.program.clone();
        // What was found out about the program as it is may not hold of a changed one.
        changed.facts = Default::default();
        Search {
            given,
            check,
            verifier,
            budget,
            most_steps,
            violating: Vec::new(),
            passing: Vec::new(),
            changed,
            found: Vec::new(),
            tried: 0,
            steps_left: ALL_STEPS,
        }
    }

    /// Executes the program with generated inputs.
    pub fn add_executions(&mut self, code: &Code<'_>) -> Result<(), Stop> {
        let options = ExecutionOptions { steps: self.most_steps, keeps: true };
        let generation = GenerationOptions {
            seed: 1,
            executions: GENERATED,
            steps: self.most_steps,
            memory_bytes: execution::MEMORY,
        };
        for inputs in generate(self.given.program, code, self.given.inputs, generation, self.budget)? {
            let full = (self.violating.len() >= MOST_VIOLATING, self.passing.len() >= MOST_PASSING);
            if full == (true, true) {
                break;
            }
            let (program, specification) = (self.given.program, self.given.specification);
            let one = execute(code, program, specification, &self.check, &inputs, options, self.budget)?;
            match one.ending {
                CheckedEnd::Violated if !full.0 => self.violating.push((inputs, one)),
                // An execution that does not come to the check says nothing about what it checks.
                CheckedEnd::Finished if !full.1 && one.checks > 0 => self.passing.push((inputs, one)),
                _ => {}
            }
        }
        Ok(())
    }

    /// The statements of the execution that violates, in the order of the program.
    pub fn sites(&self) -> Vec<(Site, Span)> {
        let program = self.given.program;
        let mut sites = BTreeSet::new();
        for &edge in &self.violating[0].1.passed {
            if self.check.has(program, edge) {
                continue;
            }
            let of = &program.edges[edge];
            let site = match of.op {
                Op::Assign { .. } => Site::Assignment(edge),
                Op::Assume { .. } if program.nodes[of.source].leaving.len() == 2 => Site::Branch(of.source),
                Op::Call(call) if !program.calls[call].args.is_empty() => Site::Call(edge, call),
                Op::Declare { zeroed: false, .. } => Site::Declaration(edge),
                _ => continue,
            };
            sites.insert(site);
        }
        let spans = sites.into_iter().map(|site| (site, change::span(program, site)));
        spans.filter(|(_, span)| !span.is_none() && self.verifier.is_users(*span)).collect()
    }

    /// Whether the entry function calls what is checked.
    pub fn has_harness(&self) -> bool {
        let program = self.given.program;
        self.given.trace.entries.iter().any(|entry| match entry.step {
            Step::Enter(call, _) => program.calls[call].callee.is_some_and(|callee| {
                !is_entry(program, callee)
                    && self.verifier.is_users(program.functions[callee].span)
                    && !self.check.is_check_function(callee)
            }),
            _ => false,
        })
    }

    pub fn try_changes(&mut self, sites: &[(Site, Span)], has_harness: bool) -> Result<(), Stop> {
        let constants = constants(self.given.program, sites);
        for (site, span) in sites {
            let function = match site {
                Site::Branch(node) => self.given.program.nodes[*node].function,
                Site::Assignment(edge) | Site::Call(edge, _) | Site::Declaration(edge) => {
                    self.given.program.nodes[self.given.program.edges[*edge].source].function
                }
            };
            let is_harness = has_harness && is_entry(self.given.program, function) || self.is_data(*site);
            let last = self.last(*site);
            let values = &self.violating[0].1.values;
            let variables = change::variables(self.given.program, *site);
            let seen: BTreeSet<i128> = variables.iter().filter_map(|var| values.get(var)).flatten().copied().collect();
            let mut source = ChangeSource { program: &mut self.changed, constants: &constants, depth: 0 };
            let changes = source.changes(*site, &seen);
            let spectrum = self.spectrum(*span);
            let mut known: BTreeSet<String> = BTreeSet::new();
            for change in changes {
                if known.insert(change.text.clone()) {
                    self.attempt(change, Place { is_harness, spectrum, last })?;
                }
            }
        }
        Ok(())
    }

    /// Whether a statement gives a variable its first value, a constant, in a program without inputs: it stands for an input.
    fn is_data(&self, site: Site) -> bool {
        let Site::Assignment(edge) = site else { return false };
        let program = self.given.program;
        let Op::Assign { place, value } = program.edges[edge].op else { return false };
        let declares = |edge: &cairn_ir::EdgeId| match program.edges[*edge].op {
            Op::Declare { var, .. } => program.exprs.root_variable(place) == Some(var),
            // The elements of an array, one after the other.
            Op::Assign { place: other, .. } => {
                program.exprs.root_variable(place) == program.exprs.root_variable(other) && other != place
            }
            _ => false,
        };
        let has_inputs = !self.given.inputs.sequence.is_empty();
        let is_constant = matches!(program.exprs[value].kind, ExprKind::Constant(_));
        !has_inputs && is_constant && program.nodes[program.edges[edge].source].entering.iter().all(declares)
    }

    /// The last step of the violating execution that executes a statement.
    fn last(&self, site: Site) -> usize {
        let program = self.given.program;
        let is_there = |step: &Step| match (site, step) {
            (Site::Branch(node), Step::Edge(edge)) => program.edges[*edge].source == node,
            (Site::Assignment(at) | Site::Declaration(at), Step::Edge(edge)) => at == *edge,
            (Site::Call(_, call), Step::Enter(entered, _)) => call == *entered,
            _ => false,
        };
        self.given.trace.entries.iter().rposition(|entry| is_there(&entry.step)).unwrap_or(0)
    }

    /// How much oftener violating executions pass a line than others.
    fn spectrum(&self, span: Span) -> f64 {
        let program = self.given.program;
        let passes = |one: &&(RecordedInputs, CheckedExecution)| {
            one.1.passed.iter().any(|edge| program.edges[*edge].span == span)
        };
        let violating = self.violating.iter().filter(passes).count();
        ochiai(violating, self.passing.iter().filter(passes).count(), self.violating.len())
    }

    /// Does a change, and keeps it when the violation is gone.
    fn attempt(&mut self, change: Change, place: Place) -> Result<(), Stop> {
        self.tried += 1;
        let back = change.apply(&mut self.changed);
        let evidence = self.evidence(&change, place);
        exchange(&mut self.changed, &back);
        if let Some(evidence) = evidence? {
            self.found.push(Found { change, evidence, is_verified: false });
        }
        Ok(())
    }

    /// Evidence of executions of the changed program; `None` when the violation is still there.
    fn evidence(&mut self, change: &Change, place: Place) -> Result<Option<Evidence>, Stop> {
        if self.steps_left == 0 {
            return Ok(None);
        }
        let code = Code::new(&self.changed);
        let options = ExecutionOptions { steps: self.most_steps, keeps: false };
        let mut left = self.steps_left;
        let mut run = |inputs: &RecordedInputs| {
            let (specification, budget) = (self.given.specification, self.budget);
            let one = execute(&code, &self.changed, specification, &self.check, inputs, options, budget)?;
            left = left.saturating_sub(one.steps);
            Ok::<CheckedExecution, Stop>(one)
        };
        let (mut avoided, mut is_checked) = (0, true);
        for (position, (inputs, old)) in self.violating.iter().enumerate() {
            let new = run(inputs)?;
            // A program that reads on has passed the check at which it was violated.
            let reads_on = new.ending == CheckedEnd::Exhausted && new.checks >= old.checks;
            if new.ending == CheckedEnd::Finished || reads_on {
                avoided += 1;
                is_checked &= new.checks > 0 || old.checks == 0;
            } else if position == 0 {
                self.steps_left = left;
                return Ok(None);
            }
        }
        let (mut kept, mut same) = (0, 0);
        for (inputs, old) in &self.passing {
            let new = run(inputs)?;
            if matches!(new.ending, CheckedEnd::Finished | CheckedEnd::Exhausted) && new.checks > 0 {
                kept += 1;
                same += usize::from(new.observed == old.observed);
            }
        }
        self.steps_left = left;
        let mends_all = avoided == self.violating.len() && kept == self.passing.len();
        Ok(Some(Evidence {
            mends_all,
            verdict: None,
            is_harness: place.is_harness,
            is_checked,
            last: place.last,
            kind: change.kind,
            avoided: share(avoided, self.violating.len()),
            kept: share(kept, self.passing.len()),
            same: share(same, self.passing.len()),
            spectrum: place.spectrum,
        }))
    }

    /// Verifies the changed programs that look best, until the best of each line is known. Inputs that violate one are one more
    /// execution for the others.
    pub fn verify_best(&mut self) -> Result<(), Stop> {
        self.found.sort_by(|a, b| a.evidence.order(&b.evidence));
        let mut mended: BTreeSet<u32> = BTreeSet::new();
        for _ in 0..MOST_VERIFIED {
            let program = self.given.program;
            let next = self.found.iter().position(|one| {
                let is_open = one.evidence.mends_all && !one.is_verified && one.evidence.kind <= ChangeKind::Case;
                is_open && !mended.contains(&crate::fault::line(program, one.change.span))
            });
            let Some(next) = next else { break };
            self.budget.tick()?;
            let one = &mut self.found[next];
            one.is_verified = true;
            let back = one.change.apply(&mut self.changed);
            let verdict = self.verifier.verify(&self.changed);
            exchange(&mut self.changed, &back);
            let one = &mut self.found[next];
            match verdict {
                ChangeVerdict::Mended => {
                    one.evidence.verdict = Some(true);
                    mended.insert(crate::fault::line(program, one.change.span));
                }
                ChangeVerdict::Unknown => {}
                ChangeVerdict::Violated(inputs) => {
                    one.evidence.verdict = Some(false);
                    one.evidence.mends_all = false;
                    self.refute_with(&inputs)?;
                }
            }
        }
        self.found.sort_by(|a, b| a.evidence.order(&b.evidence));
        Ok(())
    }

    /// Takes inputs as one more execution: changes that violate with them do not mend.
    fn refute_with(&mut self, inputs: &RecordedInputs) -> Result<(), Stop> {
        let options = ExecutionOptions { steps: self.most_steps, keeps: false };
        for at in 0..self.found.len() {
            if !self.found[at].evidence.mends_all || self.steps_left == 0 {
                continue;
            }
            let back = self.found[at].change.apply(&mut self.changed);
            let code = Code::new(&self.changed);
            let (specification, budget) = (self.given.specification, self.budget);
            let new = execute(&code, &self.changed, specification, &self.check, inputs, options, budget);
            drop(code);
            exchange(&mut self.changed, &back);
            let new = new?;
            self.steps_left = self.steps_left.saturating_sub(new.steps);
            if new.ending == CheckedEnd::Violated {
                self.found[at].evidence.mends_all = false;
                self.found[at].evidence.verdict = Some(false);
            }
        }
        Ok(())
    }

    pub fn conclude(self, statements: usize, incomplete: Option<String>) -> CounterfactualFaults {
        let program = self.given.program;
        let mut lines: Vec<(Location, Vec<&Found>)> = Vec::new();
        let mut known: FastMap<(std::sync::Arc<str>, u32), usize> = FastMap::default();
        for one in &self.found {
            let Some(at) = program.sources.locate(one.change.span) else { continue };
            let position = *known.entry((at.file.clone(), at.line)).or_insert(lines.len());
            if position == lines.len() {
                lines.push((at, Vec::new()));
            }
            lines[position].1.push(one);
        }
        let executions = |edge_span: Span| {
            let is_there = |step: &Step| match step {
                Step::Edge(edge) => program.edges[*edge].span == edge_span,
                _ => false,
            };
            self.given.trace.entries.iter().filter(|entry| is_there(&entry.step)).count()
        };
        let faults = (1..).zip(&lines).map(|(rank, (at, found))| {
            let best = found[0];
            let mut statements: Vec<String> = Vec::new();
            for one in found {
                let text = format!("`{}`", one_line(program.sources.snippet(one.change.span)));
                if !statements.contains(&text) {
                    statements.push(text);
                }
            }
            let source = program.sources.line_text(best.change.span).trim().to_owned();
            let suspect =
                Suspect { at: at.clone(), source, statements, executions: executions(best.change.span).max(1) };
            let change = ProposedChange { text: best.change.text.clone(), is_proved: best.evidence.is_proved() };
            FaultLines { rank, lines: vec![suspect], reason: best.evidence.reason(&change.text), change: Some(change) }
        });
        CounterfactualFaults {
            is_mended: self.found.iter().any(|one| one.evidence.mends_all),
            faults: faults.collect(),
            statements,
            changes: self.tried,
            executions: (self.violating.len(), self.passing.len()),
            incomplete,
        }
    }
}

/// A text with its blanks and line ends as single blanks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How much of a whole; all of nothing.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

fn constants(program: &Program, sites: &[(Site, Span)]) -> BTreeSet<i128> {
    let mut roots = Vec::new();
    for (site, _) in sites {
        match site {
            Site::Assignment(edge) | Site::Call(edge, _) | Site::Declaration(edge) => {
                program.edges[*edge].op.roots(&program.calls, &mut roots);
            }
            Site::Branch(node) => {
                program.leaving(*node).take(1).for_each(|(_, edge)| edge.op.roots(&program.calls, &mut roots));
            }
        }
    }
    let mut found = BTreeSet::new();
    for part in program.exprs.all_parts(roots) {
        if let cairn_ir::walk::ExprOrPlace::Expr(expr) = part
            && let ExprKind::Constant(bits) = program.exprs[expr].kind
            && let Some(cairn_ir::types::Scalar::Int { bits: width, signed }) =
                program.types.scalar(program.exprs[expr].ty)
        {
            let value = Value(bits);
            found.insert(if signed { value.as_signed(width) } else { value.as_unsigned() as i128 });
        }
    }
    found
}
