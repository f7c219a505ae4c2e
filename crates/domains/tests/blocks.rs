//! Reduce and expand of the value analysis over-approximate the interpreter: along real executions, with blocks opened
//! and closed on the way, whatever a state claims is so.
//!
//! Calls and loops become blocks at random, nested too: at the entry the state is reduced, at the end it is expanded with
//! what it was outside, and in between the abstract steps run in the block's own frames. A block may also begin in a state
//! above the reduced one, as a recursive call does that uses the result of an earlier one, and with a precision of its
//! own. After each step the state is compared with the memory, as in `over_approximation.rs`; objects older than the block
//! are found by the pointers to them, and no two names may be one object.

mod follow;
mod generate;

use cairn_base::{Budget, CancelToken};
use cairn_cpa::{Cpa, Cx, Facts, Reduce, Scope, Statistics};
use cairn_domains::value::content::{Content, Rest};
use cairn_domains::value::{Datum, Object, Refining, ValueAnalysis, ValuePrecision, ValueState, transfer};
use cairn_interp::{Code, Interpreter, Options as RunOptions};
use cairn_ir::{CallGraph, FunctionId, LoopId, Loops, MachineModel, NodeId, Op, Program, Step};
use follow::{Comparison, Source, place, precisions, program};
use generate::Random;
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

/// The blocks of a program.
struct Blocks<'p> {
    program: &'p Program,
    loops: Loops,
    callees: Vec<Vec<FunctionId>>,
}

impl<'p> Blocks<'p> {
    fn new(program: &'p Program) -> Self {
        let graph = CallGraph::new(program);
        let callees = program.functions.ids().map(|function| {
            let mut found = BTreeSet::new();
            let mut open = vec![function];
            while let Some(caller) = open.pop() {
                let callees = graph.calls_in(caller).iter().filter_map(|call| program.calls[*call].callee);
                open.extend(callees.filter(|callee| found.insert(*callee)));
            }
            found.into_iter().collect()
        });
        Self { program, loops: Loops::new(program), callees: callees.collect() }
    }
    fn body(&self, function: FunctionId) -> Vec<NodeId> {
        self.program.nodes.iter_ids().filter(|(_, node)| node.function == function).map(|(id, _)| id).collect()
    }
}

/// A block that is open.
struct Open {
    function: FunctionId,
    of_loop: Option<LoopId>,
    nodes: Vec<NodeId>,
    callees: Vec<FunctionId>,
    depth: u32,
    entry: ValueState,
    precision: ValuePrecision,
    frame: usize,
}

impl Open {
    fn scope<'a>(&'a self, program: &'a Program) -> Scope<'a> {
        Scope {
            program,
            function: self.function,
            is_function: self.of_loop.is_none(),
            nodes: &self.nodes,
            callees: &self.callees,
            depth: self.depth,
        }
    }
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
        let mut less = Content { size: content.size, ..Content::new(Rest::Unknown) };
        content.cells.for_each(|at, cell| {
            if random.below(2) == 0 {
                less.write(at, cell.width, cell.datum);
            }
        });
        weak.set_content(object, less);
    }
    weak
}

struct Run<'a, 'p> {
    blocks: &'a Blocks<'p>,
    program: &'p Program,
    cpa: &'a ValueAnalysis,
    budget: &'a Budget,
    statistics: Statistics,
    state: ValueState,
    precision: ValuePrecision,
    open: Vec<Open>,
    figures: Figures,
    /// For each function's calls the reduced states.
    entries: Vec<(FunctionId, ValueState)>,
    /// Whether blocks may begin in other states than the reduced ones.
    varies: bool,
}

impl Run<'_, '_> {
    fn cx(&mut self) -> Cx<'_> {
        Cx { program: self.program, budget: self.budget, statistics: &mut self.statistics }
    }
    fn ground(&self) -> usize {
        self.open.last().map_or(0, |block| block.frame)
    }

    fn enter(&mut self, function: FunctionId, of_loop: Option<LoopId>, frame: usize, random: &mut Random) {
        let nodes = of_loop.map_or_else(|| self.blocks.body(function), |id| self.blocks.loops.body(id));
        let callees = self.blocks.callees[cairn_base::id::Id::index(function)].clone();
        let depth = (frame - self.ground()) as u32;
        let (entry, precision) = (self.state.clone(), self.precision.clone());
        let block = Open { function, of_loop, nodes, callees, depth, entry, precision, frame };
        let (program, cpa) = (self.program, self.cpa);
        let reduced = cpa.reduce(&block.entry, &block.scope(program), &mut self.cx()).unwrap();
        let back = cpa.expand(&block.entry, &reduced, &block.scope(program), &mut self.cx()).unwrap();
        assert!(cpa.leq(&block.entry, &back, &mut self.cx()).unwrap(), "{:?}\n{reduced:?}\n{back:?}", block.entry);
        if of_loop.is_none() {
            self.entries.push((function, reduced.clone()));
        }
        let varies = self.varies;
        self.state = if varies && random.below(3) == 0 { weakened(&reduced, random) } else { reduced.clone() };
        assert!(reduced.is_below(&self.state), "{reduced:?}\n{:?}", self.state);
        let others = precisions(program, random);
        let own =
            if varies && random.below(4) == 0 { block.precision.join(&others[1]) } else { block.precision.clone() };
        self.precision = cpa.reduce_precision(&own, &block.scope(program));
        match of_loop {
            None => self.figures.functions += 1,
            Some(_) => self.figures.loops += 1,
        }
        self.open.push(block);
    }

    fn leave(&mut self) {
        let block = self.open.pop().unwrap();
        let (program, cpa, out) = (self.program, self.cpa, self.state.clone());
        self.state = cpa.expand(&block.entry, &out, &block.scope(program), &mut self.cx()).unwrap();
        self.precision = block.precision.clone();
        self.figures.wild += usize::from(!out.is_tame());
        self.state.for_each(|object: Object, _| {
            let outside = object.frame().is_some_and(|frame| i64::from(frame) < i64::from(block.depth));
            self.figures.kept += usize::from(outside);
        });
    }
}

impl<'a, 'p> Run<'a, 'p> {
    fn new(blocks: &'a Blocks<'p>, cpa: &'a ValueAnalysis, budget: &'a Budget, precision: &ValuePrecision) -> Self {
        Self {
            blocks,
            program: blocks.program,
            cpa,
            budget,
            statistics: Statistics::default(),
            state: ValueState::initial(),
            precision: precision.clone(),
            open: Vec::new(),
            figures: Figures::default(),
            entries: Vec::new(),
            varies: true,
        }
    }

    /// Follows one step of the interpreter; one in `odds` blocks is opened. False at the end of the run.
    fn step(
        &mut self,
        interpreter: &mut Interpreter<'p, 'p>,
        source: &mut Source<'_>,
        odds: u64,
    ) -> Result<Option<Step>, String> {
        let program = self.program;
        let (top, node) = (interpreter.top(), interpreter.node());
        while self.open.last().is_some_and(|b| b.of_loop.is_some() && b.frame == top && !b.nodes.contains(&node)) {
            self.leave();
        }
        let loops = &self.blocks.loops;
        let around = loops.innermost(node).filter(|id| loops.loops[*id].heads.contains(&node));
        if let Some(id) = around
            && self.varies
            && !self.open.iter().any(|block| block.of_loop == Some(id) && block.frame == top)
            && source.random.below(odds) == 0
        {
            self.enter(program.nodes[node].function, Some(id), top, source.random);
        }
        let Ok(step) = interpreter.step(source) else { return Ok(None) };
        if matches!(step, Step::Leave(_)) && self.open.last().is_some_and(|b| b.of_loop.is_none() && b.frame == top) {
            self.leave();
        }
        let depth = (top - self.ground()) as u32;
        let next = transfer::step(&self.state, &self.precision, step, depth, program, None).map_err(|e| e.to_string());
        self.state = next?.ok_or_else(|| format!("no successor at {}", place(program, step)))?;
        let function = interpreter.function(interpreter.top());
        if let (Step::Enter(_), Some(function), 0) = (step, function, source.random.below(odds)) {
            self.enter(function, None, interpreter.top(), source.random);
        }
        let mut comparison = Comparison::new(interpreter, program, self.ground());
        comparison.check(&self.state).map_err(|wrong| {
            let open: Vec<_> = self.open.iter().map(|b| (b.frame, b.of_loop)).collect();
            format!("{wrong}\nafter {} in the blocks {open:?}\n{:?}", place(program, step), self.state)
        })?;
        self.figures.facts += comparison.facts;
        self.figures.older += comparison.older;
        Ok(Some(step))
    }
}

/// Runs a program beside its abstraction block by block.
fn run(blocks: &Blocks<'_>, precision: &ValuePrecision, random: &mut Random, wild: bool) -> Result<Figures, String> {
    let code = Code::new(blocks.program);
    let options = RunOptions { steps: 2000, memory: 1 << 24, depth: 200, ..RunOptions::default() };
    let mut interpreter = Interpreter::new(&code, options);
    let budget = Budget::unlimited(CancelToken::new());
    let cpa = ValueAnalysis::new(Refining::None);
    let mut at = Run::new(blocks, &cpa, &budget, precision);
    // Some runs have few blocks, some nearly all.
    let odds = [1, 3, 10][random.below(3) as usize];
    let mut source = Source { random, wild };
    while at.step(&mut interpreter, &mut source, odds)?.is_some() {}
    Ok(at.figures)
}

fn all_runs(name: &str, text: &str, runs: usize, random: &mut Random, figures: &mut Figures) {
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let program = program(name, text, model);
        let blocks = Blocks::new(&program);
        let wild = name.contains("unnamed");
        for _ in 0..runs {
            for precision in precisions(&program, random) {
                match run(&blocks, &precision, random, wild) {
                    Ok(more) => {
                        figures.facts += more.facts;
                        figures.older += more.older;
                        figures.functions += more.functions;
                        figures.loops += more.loops;
                        figures.kept += more.kept;
                        figures.wild += more.wild;
                    }
                    Err(wrong) => panic!("{name} on {model:?} with {precision:?}: {wrong}\n{text}"),
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
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c")) {
        let text = std::fs::read_to_string(file).unwrap();
        let (name, mut figures) = (file.file_name().unwrap().display().to_string(), Figures::default());
        all_runs(&name, &text, 12, &mut random, &mut figures);
        if name.starts_with("block-") {
            let is_enough = figures.older > 15 && figures.kept > 400 && figures.functions > 200 && figures.wild > 100;
            assert!(is_enough, "{name}: {figures:?}");
        }
    }
}

#[test]
fn generated_programs() {
    let mut figures = Figures::default();
    let count = std::env::var("CAIRN_GENERATED").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let text = generate::program(&mut random);
        all_runs(&format!("seed-{seed}.c"), &text, 3, &mut random, &mut figures);
    }
    assert!(figures.older > 5_000 && figures.wild > 100 && figures.loops > 100, "{figures:?}");
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
    let mut at = Run::new(&blocks, &cpa, &budget, &ValuePrecision::Full);
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
    let text = "int g; void lose(int *p, int *q) { int *mine; *p = 6; p = q; *mine = 8; g = *mine; }
        int main(void) { int *a, *b, x = 1; *a = 3; *b = 4; lose(a, &x); HERE: return 0; }";
    let (known, _) = known_here(text, "lose");
    assert_known(&known, &["unnamed#0=6", "unnamed#1=4", "g=8", "x=1"]);
}
