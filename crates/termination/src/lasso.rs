//! Executions that come to the same state again.
//!
//! Where equal inputs follow equal states, everything repeats. Inputs are given by the place that asks (always the same), or repeat a
//! recorded cycle. Brent's algorithm (BIT 1980) finds the repetition with one kept state: an arrival is compared with it, and it is
//! replaced after 1, 2, 4, … arrivals.
//!
//! Invariant: an execution that is returned has no undefined behaviour up to the second time of the state, used no input that no
//! execution may choose, and its cycle was run twice.

use crate::samples::{GivenInputs, InputSource};
use cairn_base::FastSet;
use cairn_interp::{Code, Interpreter, InterpreterOptions, RecordedInput, RecordedInputs};
use cairn_ir::behaviour;
use cairn_ir::{EdgeId, NodeId, NondetSource, Op, Step, Value};

/// An execution that repeats.
#[derive(Clone, Debug)]
pub struct Lasso {
    /// The inputs before the state that comes again.
    pub prefix: RecordedInputs,
    /// Those until it comes again.
    pub cycle: Vec<Value>,
    /// Where the state is.
    pub node: NodeId,
    /// Moves of control until it is there first.
    pub before: u64,
    /// Moves of control until it comes again.
    pub length: u64,
}

/// How a run for repetition is made: undefined arithmetic ends it, and null is no memory.
fn options(steps: u64) -> InterpreterOptions {
    let plain = InterpreterOptions::default();
    InterpreterOptions { strict: true, steps, memory: 1 << 26, depth: 20_000, watches_addresses: true, ..plain }
}

/// A state that comes again within so many moves of control, in a run with the inputs of a source by place; adds the moves to `made`.
pub fn by_place(
    code: &Code<'_>,
    is_head: &dyn Fn(NodeId) -> bool,
    source: InputSource,
    steps: u64,
    doubts: &FastSet<EdgeId>,
    made: &mut u64,
) -> Option<Lasso> {
    let mut given = GivenInputs::new(source, &[]);
    let mut run = Interpreter::new(code, options(steps));
    let mut kept: Option<(Interpreter<'_, '_>, usize, u64)> = None;
    let (mut arrivals, mut power) = (0_u64, 1_u64);
    loop {
        let step = run.step(&mut given).ok()?;
        *made += 1;
        if let Step::Edge(edge) = step
            && doubts.contains(&edge)
        {
            return None;
        }
        if given.is_spoiled {
            return None;
        }
        if !is_head(run.node()) {
            continue;
        }
        if let Some((state, count, before)) = &kept
            && run.is_in_same_state(state)
        {
            let (prefix, cycle) = given.sequence.split_at(*count);
            let prefix = RecordedInputs::of(prefix.iter().map(|(_, value)| *value));
            let cycle: Vec<Value> = cycle.iter().map(|(_, value)| *value).collect();
            let lasso = Lasso { prefix, cycle, node: run.node(), before: *before, length: run.steps() - before };
            return confirm(code, lasso, doubts);
        }
        arrivals += 1;
        if arrivals == power {
            power *= 2;
            kept = Some((run.clone(), given.sequence.len(), run.steps()));
        }
    }
}

/// Runs a candidate: its prefix, and its cycle twice; none unless the state is the same three times.
pub fn confirm(code: &Code<'_>, lasso: Lasso, doubts: &FastSet<EdgeId>) -> Option<Lasso> {
    let mut inputs = repeated(&lasso, 2);
    let mut run = Interpreter::new(code, options(lasso.before + 2 * lasso.length));
    let mut states: Vec<Interpreter<'_, '_>> = Vec::new();
    let mut used = Vec::new();
    loop {
        if [lasso.before, lasso.before + lasso.length, lasso.before + 2 * lasso.length].contains(&run.steps()) {
            states.push(run.clone());
            used.push(inputs.used);
            if states.len() == 3 {
                break;
            }
        }
        match run.step(&mut inputs) {
            Ok(Step::Edge(edge)) if doubts.contains(&edge) => return None,
            Ok(_) => {}
            Err(_) => return None,
        }
    }
    let same = states[0].is_in_same_state(&states[1]) && states[1].is_in_same_state(&states[2]);
    let count = lasso.cycle.len();
    let first = lasso.prefix.sequence.len();
    let is_sure = states.iter().all(|state| state.left_object().is_none() && !state.chose_edge());
    (same && is_sure && lasso.length > 0 && used == [first, first + count, first + 2 * count]).then_some(lasso)
}

/// The inputs of a lasso with its cycle so many times.
pub fn repeated(lasso: &Lasso, times: usize) -> RecordedInputs {
    let mut inputs = RecordedInputs { used: 0, ..lasso.prefix.clone() };
    for _ in 0..times {
        inputs.sequence.extend(lasso.cycle.iter().map(|value| RecordedInput::Scalar(*value)));
    }
    inputs
}

/// The edges of a program whose passing shows nothing: what is behind them is not what C says, or depends on where objects are.
pub fn doubts(program: &cairn_ir::Program) -> FastSet<EdgeId> {
    let is_doubtful = |edge: &EdgeId| {
        behaviour::doubt(program, Step::Edge(*edge)).is_some()
            || matches!(program.edges[*edge].op, Op::Havoc { source: NondetSource::Layout, .. })
    };
    program.edges.ids().filter(is_doubtful).collect()
}
