//! Reduce, expand and rebuild of the predicate analysis lose no execution: beside each step of the interpreter goes the
//! abstract step, calls become blocks at random, nested too, and there is always a successor.
//!
//! All predicates that a run of the engine finds are tracked at all locations, in scope or not, for an empty precision
//! finds few contradictions.

use cairn_bam::run;
use cairn_base::id::Id;
use cairn_blocks::{Blocks, ProgramPart};
use cairn_cpa::{
    ControlId, Cpa, Cx, EngineOptions, Move, NoObserver, Reduce, ReductionScope, Specification, Statistics, Successors,
};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions as RunOptions, ObjectOrdinal};
use cairn_ir::{CallGraph, NodeId, Op, Program, Step, Value};
use cairn_predicate::precision::TrackingScope;
use cairn_predicate::predicates::PredicateId;
use cairn_predicate::{PredicateAnalysis, PredicateOptions, PredicatePrecision, PredicateState};
use cairn_test_support::Random;
use cairn_test_support::{ReplayChecker, budget, program};
use cairn_tools::TestProgram;
use std::path::Path;

/// Not more predicates are tracked at once.
const TRACKED: usize = 7;

/// Inputs of an execution that is made up.
struct MadeUp<'r>(&'r mut Random);

impl Inputs for MadeUp<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let bits = if self.0.chance(20) { self.0.word() } else { self.0.below(5_u64) };
        Value::truncated(u128::from(bits), request.scalar.map_or(64, |s| s.bits()))
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(3_u8)
    }
}

/// A call that is a block.
struct Open {
    part: ProgramPart,
    depth: u32,
    call: PredicateState,
    entry: PredicateState,
    /// The step that entered it, from where to where.
    entered: (Step, NodeId, NodeId),
}

impl Open {
    fn scope<'a>(&'a self, program: &'a Program) -> ReductionScope<'a> {
        ReductionScope { program, part: &self.part, depth: self.depth }
    }
}

/// A move; control states are of no interest to the predicate analysis but as names.
fn at(program: &Program, step: Step, source: NodeId, target: NodeId, depth: u32) -> Move<'_> {
    let control = |node: NodeId| ControlId::from_index(node.index());
    Move { program, step, source, target, depth, from: control(source), to: control(target), is_target: false }
}

/// Follows a run; the numbers of steps and of blocks that were left again.
fn follow(
    program: &Program,
    cpa: &PredicateAnalysis,
    precision: &PredicatePrecision,
    random: &mut Random,
) -> Result<(usize, usize), String> {
    let (budget, mut statistics) = (budget(60), Statistics::default());
    let mut cx = Cx { program, budget: &budget, statistics: &mut statistics };
    let (mut state, _) = cpa.initial(&mut cx).map_err(|e| e.to_string())?;
    let code = Code::new(program);
    let mut interpreter = Interpreter::new(&code, RunOptions { steps: 200, ..RunOptions::default() });
    // For each frame of the interpreter the block that it opened, if any, and how deep it is in the block around it.
    let mut frames: Vec<(Option<Open>, u32)> = vec![(None, 0)];
    let (mut out, mut steps, mut left) = (Successors::new(), 0, 0);
    loop {
        let source = interpreter.node();
        let Ok(step) = interpreter.step(&mut MadeUp(random)) else { return Ok((steps, left)) };
        if let Step::Edge(edge) = step
            && matches!(program.edges[edge].op, Op::Halt | Op::Unsupported(_))
        {
            return Ok((steps, left));
        }
        let target = interpreter.node();
        let mut depth = frames.last().map_or(0, |(_, depth)| *depth);
        if let (Step::Leave(..), Some((Some(block), _))) = (step, frames.last()) {
            // The exit of a block: what it means outside.
            let scope = block.scope(program);
            let expanded = cpa.expand(&block.entry, &state, &scope, &mut cx).map_err(|e| e.to_string())?;
            let (enter, from, to) = block.entered;
            let entered = at(program, enter, from, to, block.depth - 1);
            let rebuilt = cpa.rebuild(&block.call, &block.entry, expanded, precision, &entered, &mut cx);
            let rebuilt = rebuilt.map_err(|e| e.to_string())?;
            state = rebuilt
                .ok_or_else(|| format!("nothing comes back from {:?}", program.functions[block.part.function].name))?;
            depth = block.depth;
            left += 1;
        }
        out.clear();
        let call = state.clone();
        let moved = at(program, step, source, target, depth);
        cpa.post(&state, precision, &moved, &mut cx, &mut out).map_err(|e| e.to_string())?;
        state = out.pop().ok_or_else(|| format!("no successor of {state:?} by {step:?}"))?;
        steps += 1;
        match step {
            Step::Enter(..) if random.below(3) > 0 => {
                let function = program.nodes[target].function;
                let Some(part) = ProgramPart::function(program, &CallGraph::new(program), function) else {
                    frames.push((None, depth + 1));
                    continue;
                };
                let block =
                    Open { part, depth: depth + 1, call, entry: state.clone(), entered: (step, source, target) };
                let scope = block.scope(program);
                let reduced = cpa.reduce(&block.entry, &scope, &mut cx).map_err(|e| e.to_string())?;
                let back = cpa.expand(&block.entry, &reduced, &scope, &mut cx).map_err(|e| e.to_string())?;
                let again = cpa.reduce(&back, &scope, &mut cx).map_err(|e| e.to_string())?;
                if !cpa
                    .leq(&PredicateState { path: back.path.clone(), ..block.entry.clone() }, &back, &mut cx)
                    .unwrap_or(false)
                {
                    return Err(format!("{:?} is not below {back:?}", block.entry));
                }
                if again != reduced || cpa.memo_key(&again) != cpa.memo_key(&reduced) {
                    return Err(format!("{reduced:?} becomes {again:?}"));
                }
                state = reduced;
                frames.push((Some(block), 0));
            }
            Step::Enter(..) => frames.push((None, depth + 1)),
            Step::Leave(..) => drop(frames.pop()),
            Step::Edge(_) | Step::Hidden(_) => {}
        }
    }
}

#[test]
fn no_execution_is_lost() {
    let programs = cairn_tools::programs_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/predicates"));
    let mut random = Random::new(1);
    let (mut steps, mut left, mut tracked) = (0, 0, 0);
    for TestProgram { name, text, .. } in programs {
        let program = program(&name, &text);
        let specification = Specification::default_reachability();
        let cpa = PredicateAnalysis::new(PredicateOptions { modular: true, ..PredicateOptions::default() });
        let (options, mut checker) = (EngineOptions::default(), ReplayChecker::new(&program, &specification));
        let budget = budget(1);
        let outcome =
            run(&cpa, &program, &specification, &Blocks::Functions, &options, &mut checker, &budget, &mut NoObserver);
        let found = outcome.unwrap().counters.get("predicate-predicates") as usize;
        let mut precision = PredicatePrecision::new();
        // The last ones found are mostly the ones that decide.
        for predicate in found.saturating_sub(TRACKED)..found {
            let predicate: PredicateId = Id::from_index(predicate);
            program.functions.ids().for_each(|function| precision.add(TrackingScope::Function(function), predicate));
            tracked += 1;
        }
        for _ in 0..2 {
            let followed = follow(&program, &cpa, &precision, &mut random);
            let (more, blocks) = followed.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
            steps += more;
            left += blocks;
        }
    }
    assert!(steps > 1_000 && left > 100 && tracked > 50, "{steps} {left} {tracked}");
}
