//! Who disagrees about a program.

use crate::configurations::{Asked, Effort, Named, verify};
use crate::execution::{Ended, constants, execute};
use crate::random::Random;
use crate::seeded::compile_checked;
use cairn_interp::Code;
use cairn_interp::layout::Arrangement;
use cairn_ir::MachineModel;
use cairn_verify::{Answer, Figures};

/// Executions of each program.
const EXECUTIONS: usize = 200;

/// What executions show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// One violates the property.
    Violation,
    /// The program has no inputs, and its execution ends without a violation.
    Safe,
    /// Neither.
    Open,
}

/// What a program was said to be.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// By executions.
    pub shown: Shown,
    /// By each configuration.
    pub answers: Vec<(&'static str, Answer)>,
    /// A disagreement, as a sentence.
    pub failure: Option<String>,
}

/// Runs a program by the configurations and by the interpreter.
pub fn judge(text: &str, model: MachineModel, configurations: &[&'static Named], effort: Effort) -> Judgement {
    let mut judgement = Judgement { shown: Shown::Open, answers: Vec::new(), failure: None };
    judgement.shown = match shown(text, model, effort.asked) {
        Ok(shown) => shown,
        Err(why) => {
            judgement.failure = Some(format!("it does not compile: {why}"));
            return judgement;
        }
    };
    for named in configurations {
        match verify(named, text, model, effort) {
            Ok(answer) => judgement.answers.push((named.name, answer)),
            Err(why) => judgement.failure = Some(format!("{}: {why}", named.name)),
        }
    }
    let said = |answer: Answer| judgement.answers.iter().find(|(_, a)| *a == answer).map(|(name, _)| *name);
    let all = |answer: Answer| {
        let names: Vec<&str> = judgement.answers.iter().filter(|(_, a)| *a == answer).map(|(name, _)| *name).collect();
        names.join(", ")
    };
    judgement.failure = match (said(Answer::True), said(Answer::False), judgement.shown) {
        (Some(_), _, Shown::Violation) => {
            Some(format!("TRUE by {}, but an execution violates the property", all(Answer::True)))
        }
        (Some(_), Some(_), _) => Some(format!("TRUE by {}, FALSE by {}", all(Answer::True), all(Answer::False))),
        (_, Some(_), Shown::Safe) => Some(format!("FALSE by {}, but the only execution is safe", all(Answer::False))),
        _ => judgement.failure.take(),
    };
    judgement
}

fn shown(text: &str, model: MachineModel, asked: Asked) -> Result<Shown, String> {
    let property = asked.property();
    let mut program = compile_checked(text, model, &property.checks)?;
    cairn_verify::check(&property, &mut program, &mut Figures::default());
    // C does not say where objects are: what holds in one arrangement only is not proved. But only the first has gaps
    // between objects, which tell to which one a pointer belongs.
    let arrangements = if asked == Asked::Memory { &[Arrangement::Plain][..] } else { &Arrangement::ALL };
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
                Ended::Violation => return Ok(Shown::Violation),
                Ended::Done { asked: here } => has_inputs |= here,
                Ended::Cut => {
                    has_inputs = true;
                    break;
                }
            }
        }
        if !has_inputs {
            return Ok(Shown::Safe);
        }
    }
    Ok(Shown::Open)
}
