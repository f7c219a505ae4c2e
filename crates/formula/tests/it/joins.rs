//! Joins: the formula of all paths through a program without loops has, for the inputs of a run, the run's path and no
//! other, and the run's result.

use crate::follow;

use cairn_base::FastMap;
use cairn_formula::{Cell, Encoder, Encoding, PathFormula};
use cairn_interp::{Code, Interpreter};
use cairn_ir::{CallSiteId, EdgeId, NodeId, Op, PassedValues, Program, Step};
use cairn_smt::{Answer, Solver, SolverLimits, Z3Solver};
use cairn_term::TermId;
use follow::{Dice, ENCODINGS, MODELS, programs, term_of};
use std::collections::BTreeMap;

type Stack = Vec<(CallSiteId, EdgeId)>;

/// The formula of all paths to the end of `main`, and how many joins that took.
fn all_paths(program: &Program, encoder: &mut Encoder) -> (PathFormula, u32) {
    // Deeper stacks first, then by the order of the nodes: whatever leads to a location comes before it.
    let mut waiting: BTreeMap<(usize, Stack, u32, NodeId), PathFormula> = BTreeMap::new();
    let key = |stack: &Stack, node: NodeId| (usize::MAX - stack.len(), stack.clone(), program.nodes[node].order, node);
    waiting.insert(key(&Vec::new(), program.entry()), encoder.entry());
    let (mut ends, mut joins) = (Vec::new(), 0);
    while let Some(((_, stack, _, node), formula)) = waiting.pop_first() {
        let depth = stack.len() as u32;
        let exit = program.functions[program.nodes[node].function].body.map(|body| body.exit);
        let mut moves: Vec<(Step, Stack, NodeId)> = Vec::new();
        if exit == Some(node)
            && let Some((call, edge)) = stack.last()
        {
            moves.push((
                Step::Leave(*call, PassedValues::ALL),
                stack[..stack.len() - 1].to_vec(),
                program.edges[*edge].target,
            ));
        }
        for (id, edge) in program.leaving(node) {
            match edge.op {
                Op::Call(call) => {
                    let callee = program.calls[call].callee.unwrap();
                    let mut inner = stack.clone();
                    inner.push((call, id));
                    moves.push((
                        Step::Enter(call, PassedValues::ALL),
                        inner,
                        program.functions[callee].body.unwrap().entry,
                    ));
                }
                Op::Halt => ends.push(formula.clone()),
                _ => moves.push((Step::Edge(id), stack.clone(), edge.target)),
            }
        }
        for (step, stack, target) in moves {
            let new = encoder.step(program, &formula, step, depth).unwrap();
            if encoder.terms.as_bool(new.condition) == Some(false) {
                continue;
            }
            let at = key(&stack, target);
            let new = match waiting.remove(&at) {
                Some(old) => {
                    joins += 1;
                    encoder.join(&old, &new)
                }
                None => new,
            };
            waiting.insert(at, new);
        }
    }
    let end = ends.into_iter().reduce(|a, b| encoder.join(&a, &b)).unwrap();
    (end, joins)
}

#[test]
fn all_paths_at_once() {
    let mut checked = 0;
    for model in MODELS {
        for (name, program) in programs(model, &["tests/joined"]) {
            let code = Code::new(&program);
            for encoding in ENCODINGS {
                let mut encoder = Encoder::new(&program, encoding);
                let (all, joins) = all_paths(&program, &mut encoder);
                assert!(joins > 10, "{name}: {joins} joins");
                for (cell, term) in &all.values {
                    let is_choice = encoder.terms.op(*term) == cairn_term::TermOp::Ite;
                    let is_array = matches!(encoder.terms.sort(*term), cairn_term::Sort::Array(_));
                    assert!(!(is_array && is_choice), "{name}: {:?} is chosen as a whole", encoder.cell(*cell));
                }
                for seed in 0..25 {
                    let mut dice = Dice::new(seed, &code);
                    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions::default());
                    let followed = follow::follow(&program, &mut encoder, &mut run, &mut dice, 10_000);
                    let what = format!("{name} {model:?} {encoding:?} seed {seed}");
                    assert_eq!(followed.unmodelled, None, "{what}");
                    let path = encoder.path(&[&all]);
                    let mut parts = vec![path.formulas[0]];
                    for (term, value, of) in &followed.inputs {
                        let value = term_of(&mut encoder, *term, *value, *of);
                        parts.push(encoder.terms.eq(*term, value));
                    }
                    let guards = path.guards();
                    let mut solver = Z3Solver::new().unwrap();
                    for part in &parts {
                        solver.assert(&encoder.terms, *part).unwrap();
                    }
                    let limits = SolverLimits::work(cairn_smt::work::SECOND.times(10));
                    assert_eq!(solver.check(&encoder.terms, &[], &limits).unwrap(), Answer::Sat, "{what}");
                    // The last step of the run ends the program.
                    let mut taken = followed.steps.clone();
                    let is_halt = |step: &Step| matches!(step, Step::Edge(e) if program.edges[*e].op == Op::Halt);
                    taken.retain(|step| !is_halt(step));
                    if encoding == Encoding::BitVector {
                        let values = solver.model(&encoder.terms, &guards).unwrap();
                        let values: FastMap<TermId, bool> =
                            guards.iter().zip(values).map(|(g, v)| (*g, v.as_bool().unwrap())).collect();
                        assert_eq!(path.steps(&|guard| values.get(&guard).copied()), taken, "{what}");
                    }
                    // The values of the run are possible, and in the exact encoding nothing else is.
                    let mut equal = Vec::new();
                    for (cell, term) in &all.values {
                        let Some(Cell::Scalar { var, .. }) = encoder.cell(*cell) else { continue };
                        let of = program.types.scalar(program.vars[var].ty);
                        let (Some(of), None) = (of, program.vars[var].frame()) else { continue };
                        let Some(value) = run.variable(run.top(), var) else { continue };
                        let expected = term_of(&mut encoder, *term, value, of);
                        equal.push(encoder.terms.eq(*term, expected));
                    }
                    let equal = encoder.terms.and(&equal);
                    solver.push().unwrap();
                    solver.assert(&encoder.terms, equal).unwrap();
                    assert_eq!(solver.check(&encoder.terms, &[], &limits).unwrap(), Answer::Sat, "{what}: values");
                    solver.pop(1).unwrap();
                    let other = encoder.terms.not(equal);
                    if encoding == Encoding::BitVector {
                        solver.assert(&encoder.terms, other).unwrap();
                        assert_eq!(solver.check(&encoder.terms, &[], &limits).unwrap(), Answer::Unsat, "{what}: other");
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked >= 200);
}
