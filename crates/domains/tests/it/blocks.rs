//! Reduce and expand of the value analysis over-approximate the interpreter: along real executions, with blocks opened
//! and closed on the way, whatever a state claims is so.
//!
//! A block may also begin in a state above the reduced one, as a recursive call does that uses the result of an earlier
//! one, and with a precision of its own. After each step the state is compared with the memory, as in
//! `over_approximation.rs`; objects older than the block are found by the pointers to them, and no two names may be one
//! object.

use crate::follow;
use crate::shape_memory::{checked, safety_program};

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{Facts, Reduce};
use cairn_domains::value::object_content::{ObjectContent, Rest};
use cairn_domains::value::{AbstractObject, Datum, Refining, ValueAnalysis, ValuePrecision, ValueState};
use cairn_interp::{Code, Interpreter, InterpreterOptions as RunOptions};
use cairn_ir::{MachineModel, Op, Program, Step};
use cairn_test_support::Random;
use follow::block::{Blocks, Follow, Open, Run};
use follow::{Comparison, Source, precisions, program};
use std::collections::BTreeSet;

/// What is compared.
#[derive(Default, Debug)]
struct Figures {
    facts: usize,
    older: usize,
    functions: usize,
    loops: usize,
    /// Facts about frames outside, after a block: what expand kept.
    kept: usize,
    /// Blocks after which something was not kept.
    wild: usize,
}

/// A state above another.
fn weakened(state: &ValueState, random: &mut Random) -> ValueState {
    let mut weak = state.clone();
    for object in state.objects() {
        if random.below(3) > 0 {
            continue;
        }
        let Some(content) = weak.content(object).cloned() else { continue };
        if object.var().is_some() && random.below(2) == 0 {
            weak.remove(object);
            continue;
        }
        if object.is_on_heap() && random.below(2) == 0 {
            // An object that nothing is known to point to.
            for other in weak.objects() {
                let Some(mut content) = weak.content(other).cloned() else { continue };
                let mut pointers = Vec::new();
                content.cells.for_each(|at, cell| {
                    if cell.datum.object() == Some(object) {
                        pointers.push((at, cell.width));
                    }
                });
                pointers.into_iter().for_each(|(at, width)| content.write(at, width, Datum::Unknown));
                weak.set_content(other, content);
            }
            weak.remove(object);
            continue;
        }
        let mut less = ObjectContent { size: content.size, ..ObjectContent::new(Rest::Unknown) };
        content.cells.for_each(|at, cell| {
            if random.below(2) == 0 {
                less.write(at, cell.width, cell.datum);
            }
        });
        weak.set_content(object, less);
    }
    weak
}

struct Values<'f, 'p> {
    program: &'p Program,
    figures: &'f mut Figures,
}

impl Follow for Values<'_, '_> {
    type Analysis = ValueAnalysis;

    fn weakened(&mut self, state: &ValueState, random: &mut Random) -> ValueState {
        weakened(state, random)
    }
    fn other_precision(&mut self, program: &Program, random: &mut Random) -> Option<ValuePrecision> {
        precisions(program, random).into_iter().nth(1)
    }
    fn check(&mut self, state: &ValueState, interpreter: &Interpreter<'_, '_>, ground: usize) -> Result<(), String> {
        let mut comparison = Comparison::new(interpreter, self.program, ground);
        comparison.check(state)?;
        self.figures.facts += comparison.facts;
        self.figures.older += comparison.older;
        Ok(())
    }
    fn left(&mut self, block: &Open<ValueAnalysis>, out: &ValueState, expanded: &ValueState) {
        self.figures.wild += usize::from(!out.is_tame());
        expanded.for_each(|object: AbstractObject, _| {
            let outside = object.frame().is_some_and(|frame| i64::from(frame) < i64::from(block.depth));
            self.figures.kept += usize::from(outside);
        });
    }
}

/// Runs a program beside its abstraction block by block.
fn run(
    blocks: &Blocks<'_>,
    precision: &ValuePrecision,
    source: &mut Source<'_>,
    figures: &mut Figures,
) -> Result<(), String> {
    let code = Code::new(blocks.program);
    let options = RunOptions { steps: 2000, memory: 1 << 24, depth: 200, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let budget = Budget::unlimited(CancelToken::new());
    let cpa = ValueAnalysis::new(Refining::None);
    let values = Values { program: blocks.program, figures };
    let mut run = Run::new(blocks, &cpa, &budget, ValueState::initial(), precision.clone(), values);
    // Some runs have few blocks, some nearly all.
    let odds = [1, 3, 10][source.random.below(3) as usize];
    while run.step(&mut interpreter, source, odds)?.is_some() {}
    let (functions, loops) = (run.entries.len(), run.loops);
    figures.functions += functions;
    figures.loops += loops;
    Ok(())
}

fn all_runs(name: &str, text: &str, runs: usize, random: &mut Random, figures: &mut Figures) {
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let program = program(name, text, model);
        let blocks = Blocks::new(&program);
        let wild = name.contains("unnamed");
        for _ in 0..runs {
            for precision in precisions(&program, random) {
                if let Err(wrong) = run(&blocks, &precision, &mut Source { random, wild }, figures) {
                    panic!("{name} on {model:?} with {precision:?}: {wrong}\n{text}");
                }
            }
        }
    }
}

#[test]
fn programs_from_files() {
    let mut random = Random::new(1);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut older = 0;
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")) {
        let text = std::fs::read_to_string(file).unwrap();
        let (name, mut figures) = (file.file_name().unwrap().display().to_string(), Figures::default());
        all_runs(&name, &text, 12, &mut random, &mut figures);
        if name.starts_with("block-") {
            older += figures.older;
            let is_enough = figures.kept > 400 && figures.functions > 200 && figures.wild > 100;
            assert!(is_enough, "{name}: {figures:?}");
        }
    }
    assert!(older > 15, "{older} older objects");
}

#[test]
fn generated_programs() {
    let mut figures = Figures::default();
    let seeds = cairn_tools::seeds(13);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = cairn_test_support::c_programs::program(&mut random);
        all_runs(&format!("seed-{seed}.c"), &text, 3, &mut random, &mut figures);
    }
    let are_rates = figures.older > 5_000 && figures.wild > 100 && figures.loops > 100;
    assert!(cairn_tools::has_rates(count, are_rates), "{figures:?}");
}

/// A block that frees through a pointer that it does not know ends what stayed behind.
#[test]
fn generated_programs_that_free() {
    let mut figures = Figures::default();
    for seed in cairn_tools::seeds(20) {
        let mut random = Random::new(seed);
        let text = safety_program(&mut random);
        let program = checked(&format!("seed-{seed}.c"), &text);
        let blocks = Blocks::new(&program);
        for precision in precisions(&program, &mut random) {
            let mut source = Source { random: &mut random, wild: false };
            if let Err(wrong) = run(&blocks, &precision, &mut source, &mut figures) {
                panic!("seed {seed} with {precision:?}: {wrong}\n{text}");
            }
        }
    }
    assert!(figures.loops > 0, "{figures:?}");
}

/// Runs a program with every call as a block and everything tracked, up to its label `HERE`: what is known there, and how
/// many different states the calls of `function` began in.
fn known_here(text: &str, function: &str) -> (String, usize) {
    let program = program("here.c", text, MachineModel::Lp64);
    let blocks = Blocks::new(&program);
    let code = Code::new(&program);
    let mut interpreter = Interpreter::new(&code, RunOptions::default());
    let budget = Budget::unlimited(CancelToken::new());
    let cpa = ValueAnalysis::new(Refining::None);
    let mut figures = Figures::default();
    let values = Values { program: &program, figures: &mut figures };
    let mut at = Run::new(&blocks, &cpa, &budget, ValueState::initial(), ValuePrecision::Full, values);
    at.varies = false;
    let mut random = Random::new(0);
    let mut source = Source { random: &mut random, wild: true };
    while let Some(step) = at.step(&mut interpreter, &mut source, 1).unwrap_or_else(|wrong| panic!("{wrong}")) {
        let is_here = |op: &Op| matches!(op, Op::Label(label) if label == "HERE");
        if matches!(step, Step::Edge(edge) if is_here(&program.edges[edge].op)) {
            let function = program.function_named(function).unwrap();
            let mut entries: Vec<_> = at.entries.iter().filter(|(f, _)| *f == function).map(|(_, s)| s).collect();
            let keys: BTreeSet<u64> = entries.iter().map(|state| cpa.memo_key(state)).collect();
            entries.sort_by_key(|state| cpa.memo_key(state));
            entries.dedup();
            assert_eq!(keys.len(), entries.len());
            return (at.state.summary(&program), entries.len());
        }
    }
    panic!("HERE is not reached");
}

fn assert_known(known: &str, facts: &[&str]) {
    for fact in facts {
        assert!(known.split(", ").any(|known| known == *fact), "{fact} in {known}");
    }
}

#[test]
fn callers_locals_change_through_pointers_and_nothing_else_does() {
    let text = "int g; void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
        int main(void) { int x = 1, y = 2, z = 3, *p = &z, i; g = 5; swap(&x, &y);
          for (i = 0; i < 4; i++) swap(&x, &x); HERE: return 0; }";
    let (known, entries) = known_here(text, "swap");
    assert_known(&known, &["x=2", "y=1", "z=3", "p=&z", "g=5"]);
    assert_eq!(entries, 2);
}

#[test]
fn a_call_is_the_same_call_at_every_depth() {
    let text = "int g; void down(int *p, int n) { int own = 3; if (n > 0) { down(p, n - 1); down(&own, 0); } *p = 7; }
        int main(void) { int x = 1, y = 2; down(&x, 0); down(&y, 5); HERE: return 0; }";
    let (known, entries) = known_here(text, "down");
    assert_known(&known, &["x=7", "y=7"]);
    // One for x, one for y and each n, one for `own` in whatever frame.
    assert_eq!(entries, 1 + 6 + 1, "{known}");
}

#[test]
fn a_call_is_the_same_call_whatever_the_number_of_its_memory() {
    let text = "void *malloc(unsigned long); struct n { int v; struct n *next; };
        struct n *make(struct n *next) { struct n *n = malloc(sizeof *n); n->v = 1; n->next = next; return n; }
        void bump(struct n *n) { n->v++; }
        int main(void) { struct n *a = make(0), *b = make(a), *c = make(0), *d; int *wild; bump(a); bump(c); *wild = 4;
          d = make(0); bump(d); c = make(d); HERE: return 0; }";
    let (known, entries) = known_here(text, "bump");
    assert_eq!(entries, 1, "{known}");
    assert_known(&known, &["allocated@2#0=2", "allocated@2#1=1", "allocated@2#3=2", "unnamed#0=4"]);
}

#[test]
fn memory_that_only_the_caller_still_points_to_is_kept() {
    let text = "int g; void lose(int *p) { short *mine; *p = 6; p = 0; *mine = 8; g = *mine; }
        int main(void) { int *a, x = 1; long *b; *a = 3; *b = 4; lose(a); HERE: return 0; }";
    let (known, _) = known_here(text, "lose");
    assert_known(&known, &["unnamed#0=6", "unnamed#1=4", "g=8", "x=1"]);
}
