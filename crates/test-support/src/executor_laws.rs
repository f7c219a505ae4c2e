//! The law of the executor's machines (docs/design/semantics.md): along every execution, what a machine says is so.
//!
//! The interpreter is the reference, gcc judges it, and a machine goes beside it step by step. Before a step each
//! expression that the step's operation evaluates has a value in the execution, which the machine must allow; so a
//! mistake in one operator is seen where it is made and not only where its result is stored. After the step all that the
//! state claims is compared with memory. A machine that excludes the step that was taken is wrong, too.
//!
//! Why one harness: what differs between machines is what they say and how that is compared; the walk along the execution,
//! the choice of expressions and the words of a complaint do not.

use crate::random::Random;
use cairn_interp::{Inputs, Interpreter};
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, ExprKind, Op, Program, Step, Value, format_expr};
use std::collections::BTreeSet;

/// A machine beside an execution.
pub trait FollowedMachine {
    /// Takes the step that the execution takes in the frame at `depth`.
    ///
    /// # Errors
    /// The machine says that no execution takes it.
    fn take(&mut self, step: Step, depth: u32) -> Result<(), String>;
    /// Whether an expression may have a value where the execution stands.
    ///
    /// # Errors
    /// It may not; what the machine says of it.
    fn allows(&mut self, expr: ExprId, value: Value, run: &Interpreter<'_, '_>) -> Result<(), String>;
    /// Compares what is known of memory with the memory of the execution; how many facts.
    ///
    /// # Errors
    /// One that is not so.
    fn compare(&mut self, run: &Interpreter<'_, '_>) -> Result<usize, String>;
}

/// Comparisons along an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Steps taken.
    pub steps: usize,
    /// Values of expressions.
    pub values: usize,
    /// Facts about memory.
    pub facts: usize,
}

/// Follows an execution to its end, or to the end of its limits.
///
/// # Errors
/// What the machine says that is not so, and where.
pub fn follow(
    program: &Program,
    run: &mut Interpreter<'_, '_>,
    inputs: &mut dyn Inputs,
    machine: &mut impl FollowedMachine,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    loop {
        for expr in evaluated(program, run) {
            let Some(value) = run.value_of(expr, inputs) else { continue };
            let with = |says: String| format!("{} is {value:?}, not {says}", format_expr(program, expr));
            machine.allows(expr, value, run).map_err(with)?;
            compared.values += 1;
        }
        let depth = u32::try_from(run.top()).unwrap_or(u32::MAX);
        let Ok(step) = run.step(inputs) else { return Ok(compared) };
        let with = |wrong: String| format!("{wrong}\nafter {}", place(program, step));
        machine.take(step, depth).map_err(with)?;
        compared.facts += machine.compare(run).map_err(with)?;
        compared.steps += 1;
    }
}

/// The scalar expressions that the operation at hand evaluates, whichever way it goes on: the arms of `?:` are not among
/// them, since one of them is not evaluated.
fn evaluated(program: &Program, run: &Interpreter<'_, '_>) -> BTreeSet<ExprId> {
    let mut open = Vec::new();
    for (_, edge) in program.leaving(run.node()) {
        edge.op.roots(&program.calls, &mut open);
    }
    let mut found = BTreeSet::new();
    while let Some(part) = open.pop() {
        match part {
            ExprOrPlace::Expr(expr) => {
                if program.types.scalar(program.type_of(expr)).is_some() && !found.insert(expr) {
                    continue;
                }
                match program.exprs[expr].kind {
                    ExprKind::Conditional(cond, ..) => open.push(ExprOrPlace::Expr(cond)),
                    _ => open.extend(program.exprs.parts(part)),
                }
            }
            ExprOrPlace::Place(_) => open.extend(program.exprs.parts(part)),
        }
    }
    found
}

/// Makes some of the values that are assigned choices between themselves and a constant, by themselves: `v ? 7 : v`, `v ? v : 7`.
/// The front end makes branches of the `?:` of a program, so that generated programs have no such expressions otherwise.
pub fn add_choices(program: &mut Program, random: &mut Random) {
    for edge in program.edges.ids().collect::<Vec<_>>() {
        let Op::Assign { place, value } = program.edges[edge].op else { continue };
        let ty = program.type_of(value);
        if random.below(2) == 0 || !matches!(program.types.scalar(ty), Some(Scalar::Int { .. })) {
            continue;
        }
        let seven = program.exprs.expr(ExprKind::Constant(7), ty);
        let (yes, no) = if random.below(2) == 0 { (seven, value) } else { (value, seven) };
        let value = program.exprs.expr(ExprKind::Conditional(value, yes, no), ty);
        program.edges[edge].op = Op::Assign { place, value };
    }
}

/// Where a step is in the source, and what it does.
pub fn place(program: &Program, step: Step) -> String {
    match step {
        Step::Edge(edge) => {
            let edge = &program.edges[edge];
            let line = program.sources.locate(edge.span).map_or(String::new(), |l| l.to_string());
            format!("{line}: {:?}", edge.op)
        }
        other => format!("{other:?}"),
    }
}
