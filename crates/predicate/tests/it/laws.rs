//! The predicate analysis keeps the laws of an analysis, and loses no execution: beside each step of the interpreter goes
//! the abstract step, and there is always a successor.
//!
//! Both are tried with the precision that CEGAR ends with, for an empty one finds few contradictions.

use cairn_cpa::{
    AbstractPath, Candidate, Cpa, Cx, EngineOptions, Move, NoObserver, Refine, Refinement, Res, Specification,
    Statistics, Successors, laws,
};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions as RunOptions, ObjectOrdinal};
use cairn_ir::{Op, Program, Value};
use cairn_predicate::{
    AbstractionKind, BlockBoundaries, Encoding, PredicateAnalysis, PredicateOptions, PredicatePrecision, PredicateState,
};
use cairn_test_support::Random;
use cairn_test_support::{ReplayChecker, budget, internal, program, word};
use std::sync::Mutex;

/// The analysis, with the join of all precisions that it ever found.
struct Recording(PredicateAnalysis, Mutex<PredicatePrecision>);

impl Cpa for Recording {
    type State = PredicateState;
    type Precision = PredicatePrecision;
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn initial(&self, cx: &mut Cx<'_>) -> Res<(PredicateState, PredicatePrecision)> {
        self.0.initial(cx)
    }
    fn leq(&self, a: &PredicateState, b: &PredicateState, cx: &mut Cx<'_>) -> Res<bool> {
        self.0.leq(a, b, cx)
    }
    fn post(
        &self,
        state: &PredicateState,
        precision: &PredicatePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<PredicateState>,
    ) -> Res<()> {
        self.0.post(state, precision, at, cx, out)
    }
    fn merge(
        &self,
        new: &PredicateState,
        old: &PredicateState,
        precision: &PredicatePrecision,
        cx: &mut Cx<'_>,
    ) -> Res<Option<PredicateState>> {
        self.0.merge(new, old, precision, cx)
    }
    fn merges(&self) -> bool {
        self.0.merges()
    }
    fn stop(
        &self,
        state: &PredicateState,
        reached: &mut dyn Iterator<Item = &PredicateState>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<usize>> {
        self.0.stop(state, reached, cx)
    }
    fn partition(&self, state: &PredicateState) -> u64 {
        self.0.partition(state)
    }
}

impl Refine for Recording {
    fn proposes(&self) -> bool {
        true
    }
    fn candidate(
        &self,
        path: &AbstractPath<PredicateState, PredicatePrecision>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Candidate>> {
        self.0.candidate(path, cx)
    }
    fn refine(
        &self,
        path: &AbstractPath<PredicateState, PredicatePrecision>,
        prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<PredicatePrecision>> {
        let refined = self.0.refine(path, prefix, cx)?;
        if let Refinement::Refined(increments) = &refined {
            let mut all = self.1.lock().unwrap();
            for (_, increment) in increments {
                *all = all.join(increment);
            }
        }
        Ok(refined)
    }
    fn join_precision(&self, a: &PredicatePrecision, b: &PredicatePrecision) -> PredicatePrecision {
        self.0.join_precision(a, b)
    }
    fn precision_size(&self, precision: &PredicatePrecision) -> usize {
        self.0.precision_size(precision)
    }
}

fn configurations() -> Vec<(&'static str, PredicateOptions)> {
    let default = PredicateOptions::default;
    let sbe = BlockBoundaries { every_edge: true, ..BlockBoundaries::default() };
    let mixed = BlockBoundaries { edges: Some(4), calls: true, ..BlockBoundaries::default() };
    vec![
        ("lbe-boolean", default()),
        ("lbe-cartesian", PredicateOptions { abstraction: AbstractionKind::Cartesian, ..default() }),
        ("lbe-clusters", PredicateOptions { abstraction: AbstractionKind::Clusters, ..default() }),
        ("sbe-cartesian", PredicateOptions { blocks: sbe, abstraction: AbstractionKind::Cartesian, ..default() }),
        ("mixed", PredicateOptions { blocks: mixed, ..default() }),
        ("bits", PredicateOptions { encoding: Encoding::BitVector, ..default() }),
    ]
}

/// Every program of `predicate/` with every configuration, after CEGAR has run on it.
fn for_all(mut test: impl FnMut(&str, &Program, &Specification, &Recording, &PredicatePrecision)) {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for (index, file) in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")).enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let program = program(&file.to_string_lossy(), &text);
        let specification = Specification::default_reachability();
        let all = configurations();
        // Each program with two configurations, so that the test takes seconds.
        for (name, options) in [&all[index % all.len()], &all[(index + 2) % all.len()]] {
            let name = format!("{}, {name}", file.file_stem().unwrap().to_string_lossy());
            let analysis = Recording(PredicateAnalysis::new(options.clone()), Mutex::default());
            let (options, budget) = (EngineOptions::default(), budget(2).with_ticks(Some(5_000)));
            let mut checker = ReplayChecker::new(&program, &specification);
            // Not erased: its recording is read below.
            let outcome =
                cairn_cpa::run(&analysis, &program, &specification, &options, &mut checker, &budget, &mut NoObserver);
            assert_eq!(internal(&outcome.reasons), None, "{name}: {}", word(&outcome.verdict));
            let precision = analysis.1.lock().unwrap().clone();
            test(&name, &program, &specification, &analysis, &precision);
        }
    }
}

#[test]
fn laws_hold() {
    let (mut ordered, mut merged, mut monotone) = (0, 0, 0);
    for_all(|name, program, specification, analysis, precision| {
        let budget = budget(60);
        let checked = laws::sample(analysis, precision, program, specification, &budget, 60)
            .and_then(|(controls, samples)| laws::check(analysis, precision, program, &controls, &samples, &budget));
        let figures = checked.unwrap_or_else(|broken| panic!("{name}: {broken}"));
        ordered += figures.ordered;
        merged += figures.merged;
        monotone += figures.monotone;
    });
    assert!(ordered > 20 && merged > 20 && monotone > 20, "{ordered} {merged} {monotone}");
}

struct Source<'r>(&'r mut Random);

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let bits = if self.0.below(4) == 0 { self.0.word() } else { self.0.below(4) };
        Value::truncated(u128::from(bits), request.scalar.map_or(64, |s| s.bits()))
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(3) as u8
    }
}

/// Follows a run; the number of steps.
fn follow(
    program: &Program,
    specification: &Specification,
    analysis: &Recording,
    precision: &PredicatePrecision,
    random: &mut Random,
) -> Result<usize, String> {
    let (budget, mut statistics) = (budget(60), Statistics::default());
    let mut cx = Cx { program, budget: &budget, statistics: &mut statistics };
    let mut controls = cairn_cpa::Controls::new(program, specification);
    let (mut state, _) = analysis.initial(&mut cx).map_err(|e| e.to_string())?;
    let mut control = controls.initial();
    let code = Code::new(program);
    let mut interpreter = Interpreter::new(&code, RunOptions { steps: 150, ..RunOptions::default() });
    let (mut moves, mut out, mut steps) = (Vec::new(), Successors::new(), 0);
    while let Ok(step) = interpreter.step(&mut Source(random)) {
        if let cairn_ir::Step::Edge(edge) = step
            && matches!(program.edges[edge].op, Op::Halt | Op::Unsupported(_))
        {
            break;
        }
        controls.moves(control, &mut moves).map_err(|e| e.to_string())?;
        let to = moves.iter().find(|(other, _)| *other == step).map(|(_, to)| *to).ok_or("no such move")?;
        let (source, target) = (controls.get(control).node, controls.get(to).node);
        let (depth, is_target) = (controls.depth(control), controls.is_target(to));
        let at = Move { program, step, source, target, depth, from: control, to, is_target };
        out.clear();
        analysis.post(&state, precision, &at, &mut cx, &mut out).map_err(|e| e.to_string())?;
        let Some(next) = out.pop() else { return Err(format!("no successor of {state:?} by {step:?}")) };
        (state, control) = (next, to);
        steps += 1;
    }
    Ok(steps)
}

#[test]
fn no_execution_is_lost() {
    let mut random = Random::new(5);
    let mut steps = 0;
    for_all(|name, program, specification, analysis, precision| {
        for _ in 0..4 {
            let followed = follow(program, specification, analysis, precision, &mut random);
            steps += followed.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        }
    });
    assert!(steps > 2_000, "{steps}");
}
