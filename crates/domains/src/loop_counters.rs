//! Loop counters: variables that a loop, or a recursion, gives a value made of the one before (`i = i + 1`, `walk(depth - 1)`).
//!
//! What a loop calls is repeated with it: a global that a called function counts is a loop counter too.
//! An analysis of values that tracks one unrolls its loop. So of several refutations of a path, one that rests on none is
//! taken (refinement selection: Beyer, Löwe and Wendler, SPIN 2015). A heuristic: it only says which refutation is tried first.

use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{CallGraph, ExprId, ExprKind, FunctionId, Loops, Op, Program, VarId};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The loop counters of one program, found when they are asked for. Cloning shares them.
#[derive(Clone, Debug, Default)]
pub struct LoopCounters(Arc<OnceLock<BTreeSet<VarId>>>);

impl LoopCounters {
    pub fn of(&self, program: &Program) -> &BTreeSet<VarId> {
        self.0.get_or_init(|| find(program))
    }
}

fn find(program: &Program) -> BTreeSet<VarId> {
    let (loops, calls) = (Loops::new(program), CallGraph::new(program));
    let repeated = repeated_functions(program, &loops, &calls);
    let mut counters = BTreeSet::new();
    for edge in program.edges.iter() {
        if loops.depth(edge.source) == 0 && !repeated.contains(&program.nodes[edge.source].function) {
            continue;
        }
        match edge.op {
            Op::Assign { place, value } => {
                counters.extend(program.exprs.root_variable(place).filter(|var| reads(program, value, *var)));
            }
            Op::Call(site) => {
                let call = &program.calls[site];
                let params = call.callee.map_or(&[][..], |callee| &program.functions[callee].params);
                let passed = params.iter().zip(&call.args);
                counters.extend(passed.filter(|(param, arg)| reads(program, **arg, **param)).map(|(param, _)| *param));
            }
            _ => {}
        }
    }
    counters
}

/// The functions that may run more than once in one turn of their caller: recursive ones, those that a loop calls, and what
/// these call.
fn repeated_functions(program: &Program, loops: &Loops, calls: &CallGraph) -> BTreeSet<FunctionId> {
    let mut repeated = BTreeSet::new();
    // Callers come last in the order of the components.
    for function in calls.components().iter().rev().flatten().copied() {
        let is_called_repeatedly = calls.calls_of(function).iter().any(|site| {
            calls.edge_of(*site).is_some_and(|edge| {
                let source = program.edges[edge].source;
                loops.depth(source) > 0 || repeated.contains(&program.nodes[source].function)
            })
        });
        if calls.is_recursive(function) || is_called_repeatedly {
            repeated.insert(function);
        }
    }
    repeated
}

/// Whether an expression reads a variable.
fn reads(program: &Program, root: ExprId, var: VarId) -> bool {
    program.exprs.all_parts([root.into()]).into_iter().any(|part| match part {
        ExprOrPlace::Expr(expr) => {
            matches!(program.exprs[expr].kind, ExprKind::Load(place) if program.exprs.root_variable(place) == Some(var))
        }
        ExprOrPlace::Place(_) => false,
    })
}
