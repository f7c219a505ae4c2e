//! The liveness-to-safety reduction (Biere, Artho and Schuppan, FMICS 2002): where control comes to the head of a loop, the integers of
//! the frame and the static ones may be kept once; where it comes again with the same values, a label is passed.
//!
//! It is a search for candidates: what is in memory is not compared here, but by the interpreter afterwards ([`crate::lasso::confirm`]). So it need
//! not keep all, and nothing rests on it.

use crate::cycle::{Cycle, CycleKind};
use crate::lasso::Lasso;
use crate::splice::split;
use cairn_base::Span;
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions, RecordedInput, RecordedInputs};
use cairn_ir::program::{Body, VarKind};
use cairn_ir::types::{IntKind, Scalar};
use cairn_ir::{BinaryOp, EdgeId, ExprKind, NodeId, NondetSource, Op, Program, Value, VarId};

/// The label that is passed where a state comes again.
pub const LABEL: &str = "a state that comes again";
/// Who asks whether the state is to be kept.
const KEEP: &str = "whether this state comes again";

/// Puts the search into a program, for one loop. False where there is nothing to compare or the cycle is no loop.
pub fn put(program: &mut Program, cycle: &Cycle) -> bool {
    let CycleKind::Loop { repeats, begins, .. } = &cycle.kind else { return false };
    let function = cycle.function();
    let declared = cycle.edges.iter().filter_map(|edge| match program.edges[*edge].op {
        Op::Declare { var, .. } => Some(var),
        _ => None,
    });
    let declared: Vec<VarId> = declared.collect();
    let is_kept = |(id, var): &(VarId, &cairn_ir::program::Variable)| {
        let is_scalar =
            matches!(program.types.scalar(var.ty), Some(Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer { .. }));
        let here = var.frame() == Some(function) || var.kind == VarKind::Static;
        is_scalar && here && !declared.contains(id) && var.kind != VarKind::Return
    };
    let written = written(program, cycle);
    let vars: Vec<VarId> = program
        .vars
        .iter_ids()
        .filter(is_kept)
        .map(|(id, _)| id)
        .filter(|var| written.contains(var))
        .take(60)
        .collect();
    let bool_ = program.types.int(IntKind::Bool);
    let int = program.types.int(IntKind::Int);
    let kept: Vec<VarId> = vars
        .iter()
        .map(|var| {
            let ty = program.vars[*var].ty;
            program.add_var("kept", ty, VarKind::Temp, Some(function))
        })
        .collect();
    let has = program.add_var("a state is kept", bool_, VarKind::Temp, Some(function));
    let wanted = program.add_var("keep this state", bool_, VarKind::Temp, Some(function));
    let Some(body) = program.functions[function].body else { return false };
    let zero = program.exprs.expr(ExprKind::Constant(0), bool_);
    let one = program.exprs.expr(ExprKind::Constant(1), bool_);
    let (has_place, wanted_place) = (program.var_place(has), program.var_place(wanted));
    let entry = program.add_node(function);
    program.add_edge(entry, body.entry, Op::Assign { place: has_place, value: zero }, Span::NONE);
    program.functions[function].body = Some(Body { entry, ..body });
    for edge in begins.iter().chain(repeats) {
        let (first, target) = split(program, *edge);
        let has_value = program.var_value(has);
        let (compare, ask) = (program.add_node(function), program.add_node(function));
        program.add_branch(first, has_value, compare, ask, Span::NONE);
        // Kept: is everything as it was?
        let mut at = compare;
        for (var, kept) in vars.iter().zip(&kept) {
            let (now, then) = (program.var_value(*var), program.var_value(*kept));
            let same = program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, now, then), int);
            let next = program.add_node(function);
            program.add_branch(at, same, next, target, Span::NONE);
            at = next;
        }
        let [passed, end] = [(); 2].map(|()| program.add_node(function));
        program.add_edge(at, passed, Op::Label(LABEL.to_owned()), program.edges[*edge].span);
        program.add_edge(passed, end, Op::Halt, Span::NONE);
        // Not kept: keep it now?
        let asked = program.add_node(function);
        let source = NondetSource::Other(KEEP.to_owned());
        program.add_edge(ask, asked, Op::Havoc { place: wanted_place, source }, Span::NONE);
        let mut at = program.add_node(function);
        let wants = program.var_value(wanted);
        program.add_branch(asked, wants, at, target, Span::NONE);
        for (var, kept) in vars.iter().zip(&kept) {
            let (value, place) = (program.var_value(*var), program.var_place(*kept));
            let next = program.add_node(function);
            program.add_edge(at, next, Op::Assign { place, value }, Span::NONE);
            at = next;
        }
        program.add_edge(at, target, Op::Assign { place: has_place, value: one }, Span::NONE);
    }
    cairn_transform::rebuild_changed(program);
    true
}

/// The variables that a loop may change, as far as its text says.
fn written(program: &Program, cycle: &Cycle) -> Vec<VarId> {
    let mut written = Vec::new();
    let mut calls = false;
    for edge in &cycle.edges {
        match &program.edges[*edge].op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => written.extend(program.exprs.root_variable(*place)),
            Op::Call(site) => {
                calls = true;
                written.extend(program.calls[*site].result);
            }
            _ => {}
        }
    }
    let others = program.vars.iter_ids().filter(|(_, var)| var.address_taken || calls && var.frame().is_none());
    written.extend(others.map(|(id, _)| id));
    written
}

/// Inputs of the program with the search, divided where the state was kept.
struct Divided {
    from: RecordedInputs,
    sequence: Vec<Value>,
    kept_at: Option<usize>,
}

impl Inputs for Divided {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let value = self.from.havoc(request);
        match request.source {
            NondetSource::Other(what) if what == KEEP => {
                if value.0 & 1 == 1 {
                    self.kept_at.get_or_insert(self.sequence.len());
                }
            }
            _ => self.sequence.push(value),
        }
        value
    }
    fn memory_byte(&mut self, object: cairn_interp::ObjectOrdinal, offset: u64) -> u8 {
        self.from.memory_byte(object, offset)
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        self.from.wild_byte(address)
    }
}

/// A candidate, from the inputs with which the label is passed: `code` and `program` are with the search, `plain` is without it. What it is worth is for
/// [`crate::lasso::confirm`] to say.
pub fn candidate(
    code: &Code<'_>,
    inputs: RecordedInputs,
    plain: &Code<'_>,
    heads: &dyn Fn(NodeId) -> bool,
) -> Option<Lasso> {
    let mut divided = Divided { from: inputs, sequence: Vec::new(), kept_at: None };
    let options = InterpreterOptions { steps: 2_000_000, null_is_memory: true, ..InterpreterOptions::default() };
    let program = code.program;
    let mut run = Interpreter::new(code, options);
    let is_label = |edge: EdgeId| matches!(&program.edges[edge].op, Op::Label(text) if text == LABEL);
    loop {
        match run.step(&mut divided).ok()? {
            cairn_ir::Step::Edge(edge) if is_label(edge) => break,
            _ => {}
        }
    }
    let kept_at = divided.kept_at?;
    let (prefix, cycle) = divided.sequence.split_at(kept_at);
    // Where the state is, the plain program shows: the first arrival with so many inputs used, and a later one with all.
    let prefix = RecordedInputs::of(prefix.iter().copied());
    let prefix = RecordedInputs { memory: divided.from.memory.clone(), wild: divided.from.wild.clone(), ..prefix };
    let mut all = RecordedInputs { used: 0, ..prefix.clone() };
    for _ in 0..3 {
        all.sequence.extend(cycle.iter().map(|value| RecordedInput::Scalar(*value)));
    }
    let mut run = Interpreter::new(plain, InterpreterOptions { steps: 2_000_000, ..InterpreterOptions::default() });
    let mut states: Vec<(Interpreter<'_, '_>, usize)> = Vec::new();
    let end = kept_at + cycle.len();
    while run.step(&mut all).is_ok() {
        if !heads(run.node()) || all.used < kept_at {
            continue;
        }
        if all.used > end + cycle.len() || states.len() > 400 {
            break;
        }
        for (state, used) in &states {
            if all.used - used == cycle.len() && run.is_in_same_state(state) {
                let before = state.steps();
                let sequence = all.sequence[..*used].to_vec();
                let prefix = RecordedInputs { sequence, used: 0, ..prefix.clone() };
                let cycle = all.sequence[*used..all.used].iter().map(|input| match input {
                    RecordedInput::Scalar(value) => *value,
                    RecordedInput::Bytes(_) => Value(0),
                });
                let cycle = cycle.collect();
                return Some(Lasso { prefix, cycle, node: run.node(), before, length: run.steps() - before });
            }
        }
        states.push((run.clone(), all.used));
    }
    None
}
