//! The steps of a path: operations, calls and returns. Operands first, then the place that is written.

use crate::evaluate::{locate, value};
use crate::leaf::leaf;
use crate::machine::{Evaluation, Machine, PassedValue};
use cairn_ir::{CallSiteId, EdgeId, ExprId, ExprKind, Op, PassedValues, PlaceId, Step, effects};

/// One step; false when no execution goes on.
///
/// # Errors
/// The machine cannot go on.
pub fn step<'p, M: Machine<'p>>(machine: &mut M, step: Step) -> Result<bool, M::Error> {
    match step {
        Step::Edge(edge) => return execute(machine, edge),
        Step::Hidden(edge) => {
            let program = machine.program();
            if let Some(place) = effects::overwritten(program, &program.edges[edge].op) {
                machine.havoc(place, None)?;
            }
        }
        Step::Enter(call, shown) => enter(machine, call, shown)?,
        Step::Leave(call, shown) => leave(machine, call, shown)?,
    }
    Ok(true)
}

/// The operation of an edge; false when no execution goes on.
///
/// # Errors
/// The machine cannot go on.
pub fn execute<'p, M: Machine<'p>>(machine: &mut M, edge: EdgeId) -> Result<bool, M::Error> {
    let program = machine.program();
    match &program.edges[edge].op {
        Op::Skip | Op::Label(_) | Op::Halt => Ok(()),
        Op::Declare { var, zeroed } => machine.declare(*var, *zeroed),
        Op::EndScope(var) => machine.end_scope(*var),
        Op::Assume { cond, truth } => return machine.assume(*cond, *truth),
        Op::Assign { place, value } => assign(machine, *place, *value),
        Op::Havoc { place, source } => machine.havoc(*place, Some(source)),
        Op::Intrinsic { which, args, result } => machine.primitive(edge, *which, args, *result),
        Op::Call(_) | Op::CallPointer { .. } => machine.no_step("a call as a plain step"),
        Op::Unsupported(what) => machine.no_step(what),
    }?;
    Ok(true)
}

fn assign<'p, M: Machine<'p>>(machine: &mut M, place: PlaceId, from: ExprId) -> Result<(), M::Error> {
    let program = machine.program();
    if let Some(leaf) = leaf(program, place) {
        let value = value(machine, from)?;
        let at = machine.target(place)?;
        return machine.store(place, at, leaf, value);
    }
    let (Some(size), ExprKind::Load(source)) =
        (program.types.size_of(program.exprs[place].ty), &program.exprs[from].kind)
    else {
        machine.no_step("an assignment of what is no object")?;
        return machine.havoc(place, None);
    };
    let at = locate(machine, *source)?;
    let bytes = machine.read(*source, at, size)?;
    let at = machine.target(place)?;
    machine.write(place, at, size, bytes)
}

type PassedOf<'p, M> = PassedValue<<M as Evaluation<'p>>::Value, <M as Machine<'p>>::Bytes>;

/// Value of an argument; `None` where it has no meaning.
fn pass<'p, M: Machine<'p>>(machine: &mut M, arg: ExprId) -> Result<Option<PassedOf<'p, M>>, M::Error> {
    let program = machine.program();
    let ty = program.exprs[arg].ty;
    if let Some(of) = program.types.scalar(ty) {
        return Ok(Some(PassedValue::Scalar(value(machine, arg)?, of)));
    }
    let (Some(size), ExprKind::Load(source)) = (program.types.size_of(ty), &program.exprs[arg].kind) else {
        machine.no_step("an argument that is no object")?;
        return Ok(None);
    };
    let at = locate(machine, *source)?;
    Ok(Some(PassedValue::Record(machine.read(*source, at, size)?, ty)))
}

fn enter<'p, M: Machine<'p>>(machine: &mut M, call: CallSiteId, shown: PassedValues) -> Result<(), M::Error> {
    let program = machine.program();
    let site = &program.calls[call];
    let Some(callee) = site.callee else { return machine.no_step("a call without callee") };
    // All arguments are evaluated in the caller's frame; what takes none holds anything.
    let mut passed = Vec::with_capacity(site.args.len());
    for (param, arg) in shown.passed(program, call) {
        let arg = match arg {
            Some(arg) => pass(machine, arg)?,
            None => None,
        };
        passed.push((param, arg));
    }
    if shown == PassedValues::ALL {
        for further in site.args.iter().skip(passed.len()) {
            pass(machine, *further)?;
        }
    }
    machine.open_frame(callee)?;
    for (param, arg) in passed {
        machine.bind(param, arg)?;
    }
    Ok(())
}

fn leave<'p, M: Machine<'p>>(machine: &mut M, call: CallSiteId, shown: PassedValues) -> Result<(), M::Error> {
    let program = machine.program();
    let site = &program.calls[call];
    let Some(callee) = site.callee else { return machine.no_step("a return from nothing") };
    let result = match (program.functions[callee].result, site.result) {
        (Some(var), Some(_)) if shown.result() => Some(machine.returned(var)?),
        _ => None,
    };
    machine.close_frame(callee)?;
    match site.result {
        Some(var) => machine.bind(var, result),
        None => Ok(()),
    }
}
