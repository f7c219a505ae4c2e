//! A plain search through all executions with small inputs, and the numbers that random programs are made from.

use super::constants::{after, var_of};
use cairn_cpa::Specification;
use cairn_ir::{Op, Program, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Inputs of an execution of at most `steps` steps that passes the label ERROR; variables begin at 0.
pub fn search(program: &Program, steps: usize) -> Option<Vec<i32>> {
    let specification = Specification::default_reachability();
    let mut controls = cairn_cpa::Controls::new(program, &specification);
    let zeros: BTreeMap<_, _> = program.vars.ids().map(|var| (var, 0)).collect();
    let mut states = vec![(controls.initial(), zeros, Vec::new())];
    let mut seen = BTreeSet::new();
    let mut moves = Vec::new();
    for _ in 0..steps {
        let mut next = Vec::new();
        for (control, state, inputs) in states {
            if controls.is_target(control) {
                return Some(inputs);
            }
            controls.moves(control, &mut moves).expect("the program is well-formed");
            for (step, to) in moves.iter().copied() {
                if let Step::Edge(edge) = step {
                    match &program.edges[edge].op {
                        Op::Halt => continue,
                        Op::Havoc { place, .. } => {
                            for input in -1..=3 {
                                let mut state = state.clone();
                                state.insert(var_of(*place, program), input);
                                let inputs: Vec<i32> = inputs.iter().copied().chain([input]).collect();
                                if seen.insert((to, state.clone())) {
                                    next.push((to, state, inputs));
                                }
                            }
                            continue;
                        }
                        _ => {}
                    }
                }
                if let Some(state) = after(&state, step, &|_| true, program)
                    && seen.insert((to, state.clone()))
                {
                    next.push((to, state, inputs.clone()));
                }
            }
        }
        states = next;
    }
    None
}
