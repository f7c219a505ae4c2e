//! Reaching definitions: the definitions at a label, as the programs in `reaching/` say; the laws of an analysis; along
//! executions, whatever changes a variable is among its definitions; and what the analysis makes of whole programs.

use cairn_base::id::Id;
use cairn_cpa::{AnyCpa, EngineOptions, Fixed, Move, NoObserver, Specification, laws, run};
use cairn_domains::reaching::{DefinedObject, Exposed, ReachingDefinitions, ReachingState, transfer};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, InterpreterOptions as RunOptions, ObjectOrdinal};
use cairn_ir::{EdgeId, NodeId, Op, Program, Step, Value, VarId};
use cairn_test_support::Random;
use cairn_test_support::{ReplayChecker, analyse, budget, program, word};
use std::collections::{BTreeMap, BTreeSet};

const FILES: [(&str, &str); 4] = [
    ("branches.c", include_str!("../reaching/branches.c")),
    ("pointers.c", include_str!("../reaching/pointers.c")),
    ("calls.c", include_str!("../reaching/calls.c")),
    ("memory.c", include_str!("../reaching/memory.c")),
];

fn line(program: &Program, edge: EdgeId) -> u32 {
    program.sources.locate(program.edges[edge].span).map_or(0, |location| location.line)
}

/// The lines of the definitions of each name in all states at the label `HERE`.
fn found(name: &str, text: &str) -> BTreeMap<String, BTreeSet<u32>> {
    let program = program(name, text);
    let specification = Specification::default_reachability();
    let mut checker = ReplayChecker::new(&program, &specification);
    let options = EngineOptions { basic_blocks: false, ..EngineOptions::default() };
    let cpa = Fixed(ReachingDefinitions);
    let outcome = run(&cpa, &program, &specification, &options, &mut checker, &budget(1), &mut NoObserver);
    let here = program.edges.iter().find(|e| matches!(&e.op, Op::Label(l) if l == "HERE")).expect("a label").source;
    let mut lines: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    let (arg, controls) = (&outcome.graph.arg, &outcome.graph.controls);
    for id in arg.ids().filter(|id| controls.get(arg.control(*id)).node == here) {
        let Some(state) = arg.state(id) else { continue };
        for spot in state.spots() {
            let name = spot.variable().map_or("memory", |var| &program.vars[var].name).to_owned();
            lines.entry(name).or_default().extend(state.of(spot).map(|edge| line(&program, edge)));
        }
    }
    lines
}

#[test]
fn definitions_reach_where_the_files_say() {
    for (name, text) in FILES {
        let found = found(name, text);
        let mut compared = 0;
        for row in text.lines().map_while(|line| line.strip_prefix("// ")) {
            let (variable, lines) = row.split_once(": ").expect("a name and lines");
            let expected: BTreeSet<u32> = lines.split(' ').map(|line| line.parse().expect("a line")).collect();
            assert_eq!(found.get(variable), Some(&expected), "{name}: {variable}");
            compared += 1;
        }
        assert!(compared > 0, "{name} says nothing");
    }
}

#[test]
fn the_laws_hold() {
    let specification = Specification::default_reachability();
    let (mut ordered, mut monotone, mut merged) = (0, 0, 0);
    for (name, text) in FILES {
        let (program, budget) = (program(name, text), budget(5));
        let (cpa, precision) = (ReachingDefinitions, Exposed::of(&program));
        let (controls, samples) =
            laws::sample(&cpa, &precision, &program, &specification, &budget, 400).expect("samples");
        let figures = laws::check(&cpa, &precision, &program, &controls, &samples, &budget).expect("laws");
        ordered += figures.ordered;
        monotone += figures.monotone;
        merged += figures.merged;
    }
    assert!(ordered > 50 && monotone > 50 && merged > 100, "{ordered} {monotone} {merged}");
}

struct Source<'r>(&'r mut Random);

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        Value::truncated(u128::from(self.0.below(9_u8)), request.scalar.map_or(64, |s| s.bits()))
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, _: u64) -> u8 {
        self.0.below(2) as u8
    }
}

/// The values of all scalar variables that live.
fn values(program: &Program, interpreter: &Interpreter<'_, '_>) -> BTreeMap<DefinedObject, Option<Value>> {
    let mut values = BTreeMap::new();
    let mut note = |var: VarId, frame: usize| {
        values.insert(DefinedObject::of(var, frame as u32, program), interpreter.variable(frame, var));
    };
    for frame in 0..interpreter.depth() {
        let function = &program.functions[interpreter.function(frame).expect("a frame")];
        function.params.iter().chain(&function.locals).for_each(|var| note(*var, frame));
    }
    program.vars.iter_ids().filter(|(_, var)| var.frame().is_none()).for_each(|(var, _)| note(var, 0));
    values
}

/// Runs a program beside its abstraction: an edge that changes a variable is one of its definitions from then on. The
/// number of changes.
fn follow(program: &Program, random: &mut Random) -> Result<usize, String> {
    let code = Code::new(program);
    let options = RunOptions { steps: 600, memory: 1 << 24, depth: 100, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let (exposed, mut state) = (Exposed::of(program), ReachingState::default());
    let (mut calls, mut node, mut compared): (Vec<EdgeId>, NodeId, usize) = (Vec::new(), program.entry(), 0);
    let mut known = values(program, &interpreter);
    let control = cairn_cpa::ControlId::from_index(0);
    loop {
        let depth = interpreter.top() as u32;
        let Ok(step) = interpreter.step(&mut Source(random)) else { return Ok(compared) };
        let (by, target) = match step {
            Step::Edge(edge) | Step::Hidden(edge) => (edge, program.edges[edge].target),
            Step::Enter(call, _) => {
                let is_it = |(_, edge): &(EdgeId, &cairn_ir::Edge)| edge.op == Op::Call(call);
                calls.push(program.leaving(node).find(is_it).expect("a call's edge").0);
                let callee = program.calls[call].callee.expect("resolved");
                (*calls.last().expect("pushed"), program.functions[callee].body.expect("a body").entry)
            }
            Step::Leave(..) => {
                let edge = calls.pop().expect("a call");
                (edge, program.edges[edge].target)
            }
        };
        let (from, to) = (control, control);
        let at = Move { program, step, source: node, target, depth, from, to, is_target: false };
        state = transfer::step(&state, &exposed, &at).map_err(|failure| failure.to_string())?;
        node = target;
        let new = values(program, &interpreter);
        for (spot, value) in &new {
            // An indeterminate value becomes a value when it is read: nobody wrote it.
            let changed = value.is_some() && known.get(spot).is_none_or(|old| old.is_some() && old != value);
            if changed && !state.of(*spot).any(|edge| edge == by) {
                let name = spot.variable().map(|var| program.vars[var].name.clone());
                return Err(format!("{name:?} of {spot:?} changes on line {}: {step:?}", line(program, by)));
            }
            compared += usize::from(changed);
        }
        known = new;
    }
}

#[test]
fn what_changes_a_variable_is_among_its_definitions() {
    let mut compared = 0;
    let mut all = |name: &str, text: &str, random: &mut Random| {
        let program = program(name, text);
        for _ in 0..4 {
            match follow(&program, random) {
                Ok(more) => compared += more,
                Err(wrong) => panic!("{name}: {wrong}\n{text}"),
            }
        }
    };
    let mut random = Random::new(11);
    FILES.into_iter().for_each(|(name, text)| all(name, text, &mut random));
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let text = cairn_test_support::c_programs::program(&mut random);
        all(&format!("seed-{seed}.c"), &text, &mut random);
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn it_refutes_no_path() {
    let specification = Specification::default_reachability();
    for (expected, text) in [
        ("true", "void error(void) { ERROR: ; } int main(void) { int x = 1; while (x) x++; return 0; }"),
        ("unknown", "int main(void) { int x = 1; if (x != 1) { ERROR: ; } return 0; }"),
        // The path is confirmed by the checker, not by the analysis.
        ("false", "int main(void) { int x = 1; if (x == 1) { ERROR: ; } return 0; }"),
    ] {
        let program = program("here.c", text);
        let outcome = analyse(vec![AnyCpa::fixed(ReachingDefinitions)], &program, &specification, &budget(5));
        assert_eq!(word(&outcome.verdict), expected, "{text}: {:?}", outcome.reasons);
    }
}
