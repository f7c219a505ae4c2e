//! Executions of a program and of its changed versions: whether they violate the specification, which lines they pass, and what
//! the check sees.
//!
//! Invariant: an execution is determined by its inputs, and ends where it asks for more. So the program and a changed version of it
//! are compared under the same inputs, which is what makes the comparison counterfactual.

use super::check::CheckCode;
use cairn_base::{Budget, Stop};
use cairn_cpa::Specification;
use cairn_interp::{Code, Interpreter, InterpreterOptions, RecordedInputs, RunEnd};
use cairn_ir::{EdgeId, Op, PlaceKind, Program, Step, Value, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckedEnd {
    /// The specification was violated.
    Violated,
    /// The program came to its end.
    Finished,
    /// It asked for more inputs than there are: what it does with others nobody knows.
    Exhausted,
    /// Anything else: undefined behaviour, an assumption that does not hold, too many steps.
    Other,
}

/// One execution.
#[derive(Clone, Debug)]
pub struct CheckedExecution {
    /// How it ended.
    pub ending: CheckedEnd,
    /// Its steps.
    pub steps: u64,
    /// How often the check was made.
    pub checks: u64,
    /// The values that the check could look at, in order, one check after the other.
    pub observed: Vec<Option<Value>>,
    /// The edges that were passed, where they are asked for.
    pub passed: BTreeSet<EdgeId>,
    /// The values that each variable took, where they are asked for.
    pub values: BTreeMap<VarId, BTreeSet<i128>>,
}

/// How executions are made.
#[derive(Clone, Copy)]
pub struct ExecutionOptions {
    /// Steps at most.
    pub steps: u64,
    /// Whether passed edges and values are kept.
    pub keeps: bool,
}

/// Bytes of memory of an execution at most.
pub(super) const MEMORY: u64 = 64 << 20;
/// So many values that the check could look at are kept.
const MOST_OBSERVED: usize = 256;
/// So many values of one variable are kept.
const MOST_VALUES: usize = 6;
/// So many steps are one tick of the budget.
const STEPS_PER_TICK: u64 = 64;

/// Executes the program with inputs.
///
/// # Errors
/// The budget is used up.
pub fn execute(
    code: &Code<'_>,
    program: &Program,
    specification: &Specification,
    check: &CheckCode,
    inputs: &RecordedInputs,
    options: ExecutionOptions,
    budget: &Budget,
) -> Result<CheckedExecution, Stop> {
    let limits = InterpreterOptions {
        steps: options.steps,
        memory: MEMORY,
        null_is_memory: true,
        ..InterpreterOptions::default()
    };
    let mut inputs = RecordedInputs { used: 0, ..inputs.clone() };
    let mut interpreter = Interpreter::new(code, limits);
    let mut state = specification.initial();
    let mut found = CheckedExecution {
        ending: CheckedEnd::Other,
        steps: 0,
        checks: 0,
        observed: Vec::new(),
        passed: BTreeSet::new(),
        values: BTreeMap::new(),
    };
    loop {
        if interpreter.steps().is_multiple_of(STEPS_PER_TICK) {
            budget.tick()?;
        }
        if check.begins_at(interpreter.node()) {
            found.checks += 1;
            if found.observed.len() < MOST_OBSERVED {
                let top = interpreter.top();
                found.observed.extend(check.visible().iter().map(|var| interpreter.variable(top, *var)));
            }
        }
        match interpreter.step(&mut inputs) {
            Ok(step) => {
                state = specification.next(state, step, program);
                if options.keeps {
                    match step {
                        Step::Edge(edge) => {
                            found.passed.insert(edge);
                            keep_value(&interpreter, program, edge, &mut found.values);
                        }
                        Step::Enter(call, _) => found.passed.extend(check.calls.edge_of(call)),
                        Step::Leave(..) | Step::Hidden(_) => {}
                    }
                }
                if specification.is_violated(state) {
                    found.ending = CheckedEnd::Violated;
                    break;
                }
                if inputs.used > inputs.sequence.len() {
                    found.ending = CheckedEnd::Exhausted;
                    break;
                }
            }
            Err(end) => {
                if matches!(end, RunEnd::Halted { .. } | RunEnd::Returned(_)) {
                    found.ending = CheckedEnd::Finished;
                }
                break;
            }
        }
    }
    found.steps = interpreter.steps();
    Ok(found)
}

/// Notes the value that an edge wrote to a variable.
fn keep_value(
    interpreter: &Interpreter<'_, '_>,
    program: &Program,
    edge: EdgeId,
    values: &mut BTreeMap<VarId, BTreeSet<i128>>,
) {
    let (Op::Assign { place, .. } | Op::Havoc { place, .. }) = program.edges[edge].op else { return };
    let PlaceKind::Var(var) = program.exprs[place].kind else { return };
    let Some(cairn_ir::types::Scalar::Int { bits, signed }) = program.types.scalar(program.vars[var].ty) else {
        return;
    };
    let Some(value) = interpreter.variable(interpreter.top(), var) else { return };
    let of = values.entry(var).or_default();
    if of.len() < MOST_VALUES {
        of.insert(if signed { value.as_signed(bits) } else { value.as_unsigned() as i128 });
    }
}
