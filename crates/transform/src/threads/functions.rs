//! Effects of the functions of the text that matter to threads, as they are before anything is copied: which must be
//! copied into the thread that runs them, and which may stay functions that are called.

use super::events::{releases, tries};
use cairn_base::FastSet;
use cairn_base::id::IdVec;
use cairn_ir::effects::{self, AllocationKind, Effect, Where};
use cairn_ir::ids::{FunctionId, VarId};
use cairn_ir::op::{CallSiteId, Op};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::reachable;
use cairn_ir::thread_mark::{THREAD_BLOCKED, THREAD_RUN, THREAD_SELF};

/// The functions by what they and those that they call do.
pub(super) struct Functions {
    pub spawns: IdVec<FunctionId, bool>,
    /// Waits, or takes or gives up a lock.
    pub waits: IdVec<FunctionId, bool>,
    /// Has a mark, or asks which thread it is: is copied wherever others run.
    pub marked: IdVec<FunctionId, bool>,
    /// May do what others see, or end the program, or not end: is copied unless nothing can come between.
    pub visible: IdVec<FunctionId, bool>,
    /// Those that are called, themselves included, in order.
    pub callees: IdVec<FunctionId, Vec<FunctionId>>,
    /// Variables that are written, or whose address is a value: no parameter of these is known by its argument.
    pub changed: FastSet<VarId>,
    /// The variable that says which thread reads it.
    pub this_thread: Option<VarId>,
}

impl Functions {
    pub fn of(program: &Program) -> Self {
        let none = || program.functions.iter().map(|_| false).collect::<IdVec<FunctionId, bool>>();
        let this_thread = program.vars.iter_ids().find(|(_, var)| var.name == THREAD_SELF).map(|(id, _)| id);
        let (mut spawns, mut marked, mut visible, mut waits) = (none(), none(), none(), none());
        let mut changed = FastSet::default();
        let mut called: IdVec<FunctionId, Vec<FunctionId>> = program.functions.iter().map(|_| Vec::new()).collect();
        for edge in program.edges.iter() {
            let function = program.nodes[edge.source].function;
            marked[function] |= edge.op.marked_thread().is_some();
            visible[function] |= edge.op == Op::Halt || program.nodes[edge.target].loop_head;
            if let Op::Call(site) = edge.op
                && let Some(callee) = program.calls[site].callee
            {
                waits[function] |= is_blocked(program, site);
                match is_run(program, callee) {
                    true => spawns[function] = true,
                    false => called[function].push(callee),
                }
            }
            for effect in effects::all(program, &edge.op) {
                match effect {
                    Effect::Reads(at) => visible[function] |= outlives(program, at),
                    Effect::Writes { at, .. } => {
                        visible[function] |= outlives(program, at);
                        changed.extend(at.variable(program));
                    }
                    Effect::Frees(_, AllocationKind::Heap) => visible[function] = true,
                    Effect::TakesAddress(place) => changed.extend(program.exprs.root_variable(place)),
                    Effect::Names(var) => {
                        marked[function] |= Some(var) == this_thread || is_thread_local(program, var);
                    }
                    _ => {}
                }
            }
        }
        for (id, function) in program.functions.iter_ids() {
            waits[id] |= tries(&function.name) || releases(&function.name);
        }
        let callees: IdVec<FunctionId, Vec<FunctionId>> =
            program.functions.ids().map(|function| closure(&called, function)).collect();
        let any = |of: &IdVec<FunctionId, bool>| -> IdVec<FunctionId, bool> {
            callees.iter().map(|all| all.iter().any(|function| of[*function])).collect()
        };
        let (spawns, marked, visible, waits) = (any(&spawns), any(&marked), any(&visible), any(&waits));
        Self { spawns, waits, marked, visible, callees, changed, this_thread }
    }
}

/// Whether each thread has a variable for itself.
pub(super) fn is_thread_local(program: &Program, var: VarId) -> bool {
    program.outside.thread_locals.contains(&var) || program.outside.errno == Some(var)
}

/// Whether a thread says that it waits.
pub(super) fn is_blocked(program: &Program, site: CallSiteId) -> bool {
    program.calls[site].callee.is_some_and(|callee| program.functions[callee].name == THREAD_BLOCKED)
}

/// Whether a function is what a thread runs: its call starts one.
pub(crate) fn is_run(program: &Program, function: FunctionId) -> bool {
    program.functions[function].name.starts_with(THREAD_RUN)
}

fn closure(called: &IdVec<FunctionId, Vec<FunctionId>>, from: FunctionId) -> Vec<FunctionId> {
    let mut all = reachable([from], |function, open| open.extend(called[function].iter().copied()));
    all.sort_unstable();
    all.into_iter().collect()
}

/// Whether what is touched is not the frame's alone, as far as the name tells.
fn outlives(program: &Program, at: Where) -> bool {
    match at.variable(program) {
        Some(var) => {
            let variable = &program.vars[var];
            match variable.kind {
                VarKind::StringLiteral => false,
                VarKind::Static => !program.outside.constants.contains(&var),
                _ => variable.address_taken,
            }
        }
        None => true,
    }
}
