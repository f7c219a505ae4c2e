//! Who disagrees about a program.

use crate::configurations::{CheckedProperty, RunAllowance, verify};
use crate::execution::{ExecutionEnd, constants, execute};
use crate::seeded::compile_checked;
use cairn_interp::Code;
use cairn_interp::layout::Arrangement;
use cairn_ir::MachineModel;
use cairn_options::variants::Variant;
use cairn_test_support::Random;
use cairn_verify::{Figures, ReportedVerdict};

const EXECUTIONS: usize = 200;

/// Verdict by executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExecutionVerdict {
    /// One violates the property.
    Violation,
    /// The program has no inputs, and its execution ends without a violation.
    Safe,
    /// Neither.
    Open,
}

/// Verdicts on a program.
#[derive(Clone, Debug)]
pub struct EngineComparison {
    /// By executions.
    pub shown: ExecutionVerdict,
    /// By each configuration.
    pub answers: Vec<(String, ReportedVerdict)>,
    /// A disagreement, as a sentence.
    pub failure: Option<String>,
}

/// Runs a program by the configurations and by the interpreter.
pub fn compare(text: &str, model: MachineModel, variants: &[&Variant], effort: RunAllowance) -> EngineComparison {
    let mut comparison = EngineComparison { shown: ExecutionVerdict::Open, answers: Vec::new(), failure: None };
    comparison.shown = match shown(text, model, effort.asked) {
        Ok(shown) => shown,
        Err(why) => {
            comparison.failure = Some(format!("it does not compile: {why}"));
            return comparison;
        }
    };
    for variant in variants {
        match verify(variant, text, model, effort) {
            Ok(answer) => comparison.answers.push((variant.name(), answer)),
            Err(why) => comparison.failure = Some(format!("{}: {why}", variant.name())),
        }
    }
    let said = |answer: ReportedVerdict| comparison.answers.iter().find(|(_, a)| *a == answer);
    let all = |answer: ReportedVerdict| {
        let of = comparison.answers.iter().filter(|(_, a)| *a == answer);
        of.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    };
    comparison.failure = match (said(ReportedVerdict::True), said(ReportedVerdict::False), comparison.shown) {
        (Some(_), _, ExecutionVerdict::Violation) => {
            Some(format!("TRUE by {}, but an execution violates the property", all(ReportedVerdict::True)))
        }
        (Some(_), Some(_), _) => {
            Some(format!("TRUE by {}, FALSE by {}", all(ReportedVerdict::True), all(ReportedVerdict::False)))
        }
        (_, Some(_), ExecutionVerdict::Safe) => {
            Some(format!("FALSE by {}, but the only execution is safe", all(ReportedVerdict::False)))
        }
        _ => comparison.failure.take(),
    };
    comparison
}

fn shown(text: &str, model: MachineModel, asked: CheckedProperty) -> Result<ExecutionVerdict, String> {
    let property = asked.property();
    let mut program = compile_checked(text, model, &property.checks)?;
    cairn_verify::check(&property, &mut program, &mut Figures::default());
    // C does not say where objects are: what holds in one arrangement only is not proved. But only the first has gaps
    // between objects, which tell to which one a pointer belongs.
    let arrangements = if asked == CheckedProperty::Memory { &[Arrangement::Plain][..] } else { &Arrangement::ALL };
    let codes: Vec<Code<'_>> = arrangements.iter().map(|at| Code::arranged(&program, *at)).collect();
    let constants = constants(&program);
    // The executions follow from the text, so that a reduced program is judged like a generated one.
    let mut random = Random::new(text.len() as u64);
    for _ in 0..EXECUTIONS {
        let before = random.clone();
        let mut has_inputs = false;
        for code in &codes {
            // With the same choices. Only the first arrangement shows what leaves an object: the others have no gaps.
            random = before.clone();
            match execute(&program, code, &constants, &mut random, asked, |_, _| ()) {
                ExecutionEnd::Violation => return Ok(ExecutionVerdict::Violation),
                ExecutionEnd::Done { asked: here } => has_inputs |= here,
                ExecutionEnd::Cut => {
                    has_inputs = true;
                    break;
                }
            }
        }
        if !has_inputs {
            return Ok(ExecutionVerdict::Safe);
        }
    }
    Ok(ExecutionVerdict::Open)
}
