//! From a seed to a program whose checks are close calls.
//!
//! A check compares an expression with a constant. Constants drawn blindly are never hit, or always; so the program is
//! run first, and the constant is one of the values seen, or just beside them: a value that every run had (mostly TRUE,
//! and tight), one that few had (a rare violation), the least and the greatest.

use crate::configurations::CheckedProperty;
use crate::execution::{ExecutionEnd, constants, execute};
use crate::grammar::{self, Class};
use crate::tree::ProgramTree;
use cairn_front_c::{FrontEndOptions, Input};
use cairn_interp::Code;
use cairn_ir::behaviour::Check;
use cairn_ir::{MachineModel, Program};
use cairn_test_support::Random;
use std::collections::BTreeMap;

/// Executions that the constants of the checks come from.
const LOOKS: usize = 24;

/// A generated program.
#[derive(Clone, Debug)]
pub struct Seeded {
    /// The seed.
    pub seed: u64,
    /// The machine that it is for.
    pub model: MachineModel,
    /// The program.
    pub tree: ProgramTree,
}

/// Compiles a text.
///
/// # Errors
/// What the front end says.
pub fn compile(text: &str, model: MachineModel) -> Result<Program, String> {
    compile_checked(text, model, &[])
}

/// Compiles a text that checks are put into.
///
/// # Errors
/// What the front end says.
pub fn compile_checked(text: &str, model: MachineModel, checks: &[Check]) -> Result<Program, String> {
    let input = Input { name: "generated.c".to_owned(), text: text.into() };
    cairn_front_c::compile(&[input], &FrontEndOptions { model, checks: checks.to_vec(), ..FrontEndOptions::default() })
        .map_err(|error| error.diagnostics.iter().map(|d| d.render(&error.sources)).collect())
}

/// The program of a seed, from the classes given.
///
/// # Errors
/// The program does not compile: a mistake of the grammar or of the front end.
pub fn program(seed: u64, classes: &[&'static Class]) -> Result<Seeded, String> {
    let mut random = Random::new(seed);
    let model = if random.chance(25) { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let mut tree = grammar::program(&mut random, classes);
    let text = tree.text();
    let program = compile(&text, model).map_err(|why| format!("{why}{text}"))?;
    let code = Code::new(&program);
    let constants = constants(&program);
    let mut seen: BTreeMap<usize, BTreeMap<i128, u32>> = BTreeMap::new();
    for _ in 0..LOOKS {
        let ended = execute(&program, &code, &constants, &mut random, CheckedProperty::Assertions, |number, value| {
            *seen.entry(number).or_default().entry(value).or_default() += 1;
        });
        if ended == (ExecutionEnd::Done { asked: false }) {
            break;
        }
    }
    tree.decide(&mut |number| error(&mut random, seen.get(&number)));
    Ok(Seeded { seed, model, tree })
}

fn error(random: &mut Random, seen: Option<&BTreeMap<i128, u32>>) -> String {
    // Nothing was seen: it may be that nothing gets there.
    let Some(seen) = seen else { return "1".to_owned() };
    let (least, most) = (seen.keys().next().copied().unwrap_or(0), seen.keys().last().copied().unwrap_or(0));
    let rare = seen.iter().min_by_key(|(_, count)| **count).map_or(0, |(value, _)| *value);
    match random.below(10) {
        0 | 1 => format!("@ == {}", literal(rare)),
        2 => format!("@ == {}", literal(most + 1)),
        3 => format!("@ == {}", literal(random.below(20) as i128 - 4)),
        _ if seen.len() == 1 => format!("@ != {}", literal(least)),
        4 | 5 => format!("@ < {}", literal(least)),
        6 | 7 => format!("@ > {}", literal(most)),
        _ => format!("@ < {} || @ > {}", literal(least), literal(most)),
    }
}

fn literal(value: i128) -> String {
    match value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) {
        least if least == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        value if value < 0 => format!("({value}LL)"),
        value => format!("{value}LL"),
    }
}
