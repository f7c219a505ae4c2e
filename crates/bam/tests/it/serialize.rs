//! The operators serialize and deserialize of all analyses, on the states that functions of programs begin and end in:
//! the laws hold, and the bytes are those that another process would write, for a program in which other things were put
//! before everything. What is not there any more, or is of another type, is not read.

use cairn_bam::run;
use cairn_base::id::Id;
use cairn_blocks::{Blocks, ProgramPart};
use cairn_cpa::serialize::laws::{check_context, check_precision, check_state};
use cairn_cpa::serialize::{precision_bytes, precision_of_bytes, state_of_bytes};
use cairn_cpa::{
    AnyCpa, Composite, ControlId, Controls, Cpa, Cx, EngineOptions, Move, Names, NoObserver, Reduce, ReductionScope,
    Serialize, Specification, Statistics, Successors,
};
use cairn_domains::interval::{IntervalAnalysis, Thresholds};
use cairn_domains::value::{Refining, ValueAnalysis};
use cairn_ir::types::Scalar;
use cairn_ir::{CallGraph, FunctionId, NodeId, Op, Program, Step, VarKind, Variable};
use cairn_predicate::precision::TrackingScope;
use cairn_predicate::predicates::PredicateId;
use cairn_predicate::{Encoding, PredicateAnalysis, PredicateOptions, PredicatePrecision};
use cairn_test_support::Random;
use cairn_test_support::{ReplayChecker, budget, program};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// What was written: for each function the states it began in and those it ended in, what they rest on, and how often a
/// state was refused.
#[derive(Default, Debug)]
struct Written {
    entries: BTreeMap<String, BTreeSet<Vec<u8>>>,
    ends: BTreeMap<String, BTreeSet<Vec<u8>>>,
    contexts: BTreeMap<String, Vec<u8>>,
    refused: usize,
}

impl Written {
    fn states(&self) -> usize {
        self.entries.values().chain(self.ends.values()).map(BTreeSet::len).sum()
    }
}

/// Explores functions one by one, and looks at what is reduced where calls are met.
struct Walk<'a, 'p, C: Reduce + Serialize> {
    cpa: &'a C,
    names: &'a Names<'p>,
    program: &'p Program,
    controls: Controls<'p>,
    cx: Cx<'a>,
    written: Written,
    /// Functions to explore, from what.
    open: VecDeque<(FunctionId, C::State)>,
}

impl<C: Reduce + Serialize> Walk<'_, '_, C> {
    fn note(&mut self, function: FunctionId, state: &C::State, is_end: bool) -> bool {
        let name = self.program.functions[function].name.clone();
        match check_state(self.cpa, state, self.names, &mut self.cx) {
            Ok(Some(bytes)) => {
                let all = if is_end { &mut self.written.ends } else { &mut self.written.entries };
                all.entry(name).or_default().insert(bytes)
            }
            Ok(None) => {
                self.written.refused += 1;
                false
            }
            Err(wrong) => panic!("{}: {name}: {wrong}", self.cpa.name()),
        }
    }

    /// Follows a function from a state at its entry, calls included, for so many moves.
    fn follow(&mut self, function: FunctionId, state: C::State, precision: &C::Precision, moves: usize) {
        let program = self.program;
        let Some(body) = program.functions[function].body else { return };
        let start = self.controls.without_calls(body.entry, Specification::default_reachability().initial());
        let mut queue = VecDeque::from([(state, start)]);
        let mut left = moves;
        let mut out = Vec::new();
        while let Some((state, control)) = queue.pop_front() {
            let source = self.controls.get(control).node;
            let depth = self.controls.depth(control);
            if source == body.exit && depth == 0 {
                self.note(function, &state, true);
            }
            self.controls.moves(control, &mut out).unwrap();
            for (step, to) in out.clone() {
                if left == 0 {
                    return;
                }
                left -= 1;
                if let Step::Edge(edge) = step
                    && matches!(program.edges[edge].op, Op::Halt | Op::Unsupported(_))
                {
                    continue;
                }
                let target = self.controls.get(to).node;
                let at = Move { program, step, source, target, depth, from: control, to, is_target: false };
                let mut next = Successors::new();
                if self.cpa.post(&state, precision, &at, &mut self.cx, &mut next).is_err() {
                    continue;
                }
                for state in next {
                    if let Step::Enter(..) = step {
                        self.enter(target, &state, depth + 1, precision);
                    }
                    queue.push_back((state, to));
                }
            }
        }
    }

    fn enter(&mut self, entry: NodeId, state: &C::State, depth: u32, precision: &C::Precision) {
        let program = self.program;
        let function = program.nodes[entry].function;
        let Some(part) = ProgramPart::function(program, &CallGraph::new(program), function) else { return };
        let scope = ReductionScope { program, part: &part, depth };
        let Ok(reduced) = self.cpa.reduce(state, &scope, &mut self.cx) else { return };
        let context = check_context(self.cpa, &scope, self.names, &mut self.cx).unwrap().unwrap();
        self.written.contexts.insert(program.functions[function].name.clone(), context);
        let own = self.cpa.reduce_precision(precision, &scope);
        check_precision(self.cpa, &own, self.names, &mut self.cx).unwrap();
        if self.note(function, &reduced, false) {
            self.open.push_back((function, reduced));
        }
    }
}

/// All that is written of a program: its functions are explored for so many moves each time.
fn written<C: Reduce + Serialize>(cpa: &C, precision: &C::Precision, program: &Program, moves: usize) -> Written {
    let (names, specification, budget) = (Names::new(program), Specification::default_reachability(), budget(60));
    assert_eq!(program.vars.ids().map(|var| names.var_text(var)).collect::<BTreeSet<_>>().len(), program.vars.len());
    let mut statistics = Statistics::default();
    let mut cx = Cx { program, budget: &budget, statistics: &mut statistics };
    let (initial, _) = cpa.initial(&mut cx).unwrap();
    check_state(cpa, &initial, &names, &mut cx).unwrap();
    check_precision(cpa, precision, &names, &mut cx).unwrap();
    let controls = Controls::new(program, &specification);
    let written = Written::default();
    // Those that were put into an edited program come on top.
    let is_edited = program.function_named("unrelated").is_some();
    let functions = if is_edited { 50 } else { 40 };
    let mut walk = Walk { cpa, names: &names, program, controls, cx, written, open: VecDeque::new() };
    walk.follow(program.start, initial, precision, moves);
    for _ in 0..functions {
        let Some((function, state)) = walk.open.pop_front() else { break };
        walk.follow(function, state, precision, moves);
    }
    walk.written
}

/// The program with other things before everything: types, a global, a string, functions that `main` calls first. Its own
/// globals are declared in another order.
fn edited(text: &str) -> String {
    let first = program("first.c", text);
    let is_int = |var: &Variable| {
        let int = Scalar::Int { bits: 32, signed: true };
        var.kind == VarKind::Static && var.function.is_none() && first.types.scalar(var.ty) == Some(int)
    };
    let mut own: Vec<String> =
        first.vars.iter().filter(|var| is_int(var)).map(|var| format!("extern int {};\n", var.name)).collect();
    own.reverse();
    let own = if text.contains("static") { String::new() } else { own.concat() };
    let before = "struct unrelated { char *text; int number; };
        struct unrelated unrelated_one; int unrelated_count;
        int unrelated_twice(int n) { int here = n; return here + unrelated_count; }
        int unrelated(void) { static int calls; struct unrelated *p = &unrelated_one;
          p->text = \"nothing\"; calls++; return unrelated_twice(calls) + p->number; }\n";
    let main = text.find("main(").unwrap();
    let body = main + text[main..].find('{').unwrap() + 1;
    format!("{own}{before}{}unrelated(); {}", &text[..body], &text[body..])
}

fn files(folder: &str) -> Vec<(String, String)> {
    let programs = cairn_tools::programs_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    programs.into_iter().map(|program| (program.name, program.text)).collect()
}

/// The same functions, entered in the same states, ended in the same: in both programs.
fn assert_same(name: &str, one: &Written, other: &Written) {
    for (what, a, b) in [("entries", &one.entries, &other.entries), ("ends", &one.ends, &other.ends)] {
        for (function, states) in a.iter().filter(|(function, _)| *function != "main") {
            let others = b.get(function).cloned().unwrap_or_default();
            let missing = states.difference(&others).count();
            assert!(
                missing == 0,
                "{name}: {missing} of {} {what} of {function} are written in another way",
                states.len()
            );
        }
    }
}

#[test]
fn values() {
    let (mut states, mut refused) = (0, 0);
    let mut all = files("../domains/tests/programs");
    all.extend(
        (0..12).map(|seed| (format!("seed {seed}"), cairn_test_support::c_programs::program(&mut Random::new(seed)))),
    );
    for (name, text) in all {
        let (first, second) = (program(&name, &text), program(&name, &edited(&text)));
        let precision = cairn_domains::value::ValuePrecision::Full;
        let of = |program, moves| written(&ValueAnalysis::new(Refining::None), &precision, program, moves);
        let (one, other) = (of(&first, 1_000), of(&second, 1_200));
        assert_same(&name, &one, &other);
        states += one.states();
        refused += one.refused;
    }
    assert!(states > 300 && refused == 0, "{states} {refused}");
}

#[test]
fn intervals() {
    let mut states = 0;
    for (name, text) in files("../domains/tests/programs").into_iter().chain(files("tests/programs")) {
        let (first, second) = (program(&name, &text), program(&name, &edited(&text)));
        let of = |program, moves| written(&IntervalAnalysis::new(), &Thresholds::of(program), program, moves);
        let (one, other) = (of(&first, 1_000), of(&second, 1_200));
        assert_same(&name, &one, &other);
        states += one.states();
    }
    assert!(states > 100, "{states}");
}

/// The predicates that a run finds last, tracked everywhere; they mostly are the ones that decide.
fn found(cpa: &PredicateAnalysis, program: &Program) -> PredicatePrecision {
    let specification = Specification::default_reachability();
    let (options, mut checker) = (EngineOptions::default(), ReplayChecker::new(program, &specification));
    let budget = budget(1);
    let outcome =
        run(cpa, program, &specification, &Blocks::Functions, &options, &mut checker, &budget, &mut NoObserver);
    let found = outcome.unwrap().counters.get("predicate-predicates") as usize;
    let mut precision = PredicatePrecision::new();
    for predicate in found.saturating_sub(5)..found {
        let predicate: PredicateId = Id::from_index(predicate);
        program.functions.ids().for_each(|function| precision.add(TrackingScope::Function(function), predicate));
    }
    // Some are those of other frames, which no precision of a run tracks.
    let (names, mut statistics) = (Names::new(program), Statistics::default());
    let mut cx = Cx { program, budget: &budget, statistics: &mut statistics };
    let bytes = precision_bytes(cpa, &precision, &names, &mut cx).unwrap().unwrap();
    precision_of_bytes(cpa, &bytes, &names, &mut cx).unwrap().unwrap()
}

#[test]
fn predicates() {
    let (mut states, mut ends, mut same, mut contexts) = (0, 0, 0, 0);
    for (encoding, first) in [(Encoding::Integer, 0), (Encoding::BitVector, 1)] {
        for (name, text) in files("tests/predicates").into_iter().skip(first).step_by(5) {
            let (first, second) = (program(&name, &text), program(&name, &edited(&text)));
            let analysis = || {
                PredicateAnalysis::new(PredicateOptions {
                    modular: true,
                    encoding,
                    invariants: None,
                    ..PredicateOptions::default()
                })
            };
            let (cpa, other) = (analysis(), analysis());
            let precision = found(&cpa, &first);
            let one = written(&cpa, &precision, &first, 150);
            // What the other process is to track comes to it as bytes.
            let (budget, mut statistics) = (budget(60), Statistics::default());
            let mut cx = Cx { program: &first, budget: &budget, statistics: &mut statistics };
            let bytes = precision_bytes(&cpa, &precision, &Names::new(&first), &mut cx).unwrap().unwrap();
            let mut cx = Cx { program: &second, budget: &budget, statistics: &mut statistics };
            let read = precision_of_bytes(&other, &bytes, &Names::new(&second), &mut cx).unwrap().unwrap();
            // Far more, for where the walk ends depends on the order of predicates.
            let two = written(&other, &read, &second, 3000);
            states += one.states();
            ends += one.ends.values().map(BTreeSet::len).sum::<usize>();
            for (function, context) in one.contexts.iter().filter(|(function, _)| *function != "main") {
                contexts += 1;
                // Memory has moved; where none is used, all results are of use in both programs.
                let has_memory =
                    first.vars.iter().any(|var| var.address_taken || first.types.element(var.ty).is_some());
                if two.contexts.get(function) == Some(context) && !has_memory {
                    same += 1;
                    let of = |all: &BTreeMap<String, BTreeSet<Vec<u8>>>| all.get(function).cloned().unwrap_or_default();
                    let both = [(of(&one.entries), of(&two.entries)), (of(&one.ends), of(&two.ends))];
                    for (a, b) in both {
                        assert!(a.is_subset(&b), "{name}: {function} is written in another way");
                    }
                }
            }
        }
    }
    assert!(states > 50 && ends > 20 && same > 5, "{states} {ends} {same} of {contexts}");
}

#[test]
fn a_composite_is_its_parts_and_refuses_with_one() {
    let text = "int g; int f(int n) { g += n; return g; } int main(void) { return f(1) + f(2); }";
    let program = program("parts.c", text);
    let build = |last: AnyCpa| Composite::new(vec![AnyCpa::serializable(ValueAnalysis::new(Refining::None)), last]);
    let (budget, mut statistics) = (budget(10), Statistics::default());
    let mut cx = Cx { program: &program, budget: &budget, statistics: &mut statistics };
    let whole = build(AnyCpa::serializable(IntervalAnalysis::new()));
    let (_, precision) = whole.initial(&mut cx).unwrap();
    let one = written(&whole, &precision, &program, 200);
    assert!(whole.serializes() && one.refused == 0 && one.states() == 6, "{one:?}");
    let part = build(AnyCpa::reducible(IntervalAnalysis::new()));
    let (_, precision) = part.initial(&mut cx).unwrap();
    let names = Names::new(&program);
    assert!(!part.serializes());
    assert_eq!(precision_bytes(&part, &precision, &names, &mut cx).unwrap(), None);
}

/// The states that `f` begins and ends in, read for another program: how many are understood.
fn understood(text: &str, other: &str) -> (usize, usize) {
    let (first, second) = (program("first.c", text), program("second.c", other));
    let cpa = ValueAnalysis::new(Refining::None);
    let one = written(&cpa, &cairn_domains::value::ValuePrecision::Full, &first, 300);
    let (budget, mut statistics) = (budget(10), Statistics::default());
    let mut cx = Cx { program: &second, budget: &budget, statistics: &mut statistics };
    let names = Names::new(&second);
    let all: Vec<&Vec<u8>> = one.entries["f"].iter().chain(&one.ends["f"]).collect();
    let read = all.iter().filter(|bytes| state_of_bytes(&cpa, bytes, &names, &mut cx).unwrap().is_some());
    (read.count(), all.len())
}

#[test]
fn what_is_gone_or_of_another_type_is_not_read() {
    let program = |global: &str, main: &str| {
        format!("{global} int f(int n) {{ g += n; return 0; }} int main(void) {{ {main} g = 3; return f(1); }}")
    };
    let text = program("int g;", "");
    assert_eq!(understood(&text, &program("int h; int g;", "h = 1;")), (2, 2));
    assert_eq!(understood(&text, &program("long g;", "")), (0, 2));
    assert_eq!(understood(&text, &program("unsigned g;", "")), (0, 2));
    // Whether a pointer may reach it is part of what a variable is.
    assert_eq!(understood(&text, &program("int g; int *p;", "p = &g;")), (0, 2));
    assert_eq!(understood(&text, &text.replace('g', "k")), (0, 2));
    assert_eq!(understood(&text, &text.replace("int f(", "int f2(").replace("f(1)", "f2(1)")), (0, 2));
}

#[test]
fn control_states_are_named() {
    let text = "int f(int n) { while (n > 0) n--; return n; } int main(void) { return f(3); }";
    let (first, second) = (program("first.c", text), program("second.c", &edited(text)));
    let specification = Specification::default_reachability();
    let (names, others) = (Names::new(&first), Names::new(&second));
    let (mut here, mut there) = (Controls::new(&first, &specification), Controls::new(&second, &specification));
    let head = |program: &Program| {
        let f = program.function_named("f").unwrap();
        program.nodes.iter_ids().find(|(_, node)| node.function == f && node.loop_head).unwrap().0
    };
    let control: ControlId = here.without_calls(head(&first), specification.initial());
    let mut out = cairn_cpa::Writer::new(&names);
    cairn_cpa::serialize::control::write_control(here.get(control), &mut out);
    let bytes = out.finish().unwrap();
    let read = |names: &Names<'_>, controls: &mut Controls<'_>| {
        cairn_cpa::serialize::control::read_control(&mut cairn_cpa::Reader::new(&bytes, names), controls)
    };
    assert_eq!(read(&names, &mut here), Some(control));
    let found = read(&others, &mut there).unwrap();
    assert_eq!(there.get(found).node, head(&second));
    assert_ne!(head(&first), head(&second));
}

#[test]
fn a_name_tells_what_a_declaration_does() {
    let text = |before: &str| {
        let main = "int main(void) { return next(0) != 0; }";
        program("names.c", &format!("{before} struct s *next(struct s *p) {{ return p + 1; }} {main}"))
    };
    let name =
        |program: &Program| Names::new(program).function_text(program.function_named("next").unwrap()).to_owned();
    let one = name(&text("struct s { int v; };"));
    assert_eq!(one, name(&text("int g; struct s { int v; };")));
    // Pointer arithmetic counts in the size of what is pointed to.
    assert_ne!(one, name(&text("struct s { int v, w; };")));
    // The layout of all that is in a variable counts, and a record of records of records has a short name.
    let mut records = "struct r0 { int v; };".to_owned();
    (1..40).for_each(|n| records += &format!("struct r{n} {{ struct r{} a, *b; }};", n - 1));
    let of_var = |records: &str| {
        let program = program("names.c", &format!("{records} struct r39 g; int main(void) {{ return g.b != 0; }}"));
        let global = program.vars.iter_ids().find(|(_, var)| var.name == "g").unwrap().0;
        Names::new(&program).var_text(global).to_owned()
    };
    let (deep, other) = (of_var(&records), of_var(&records.replace("int v", "unsigned v")));
    assert!(deep.len() < 100 && deep != other, "{deep} {other}");
}
