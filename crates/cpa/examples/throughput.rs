//! Measures what the engine costs: a loop of ten steps is unrolled a million steps by an analysis that only counts, alone
//! and erased in a composite, with one state a step and one a basic block. Prints nanoseconds a transfer and bytes a step.
#![allow(clippy::print_stdout)] // It is a program that prints.

use cairn_base::resident_memory::resident_bytes;
use cairn_base::{Budget, CancelToken, Span};
use cairn_cpa::{
    AnyCpa, Composite, Cpa, Cx, EngineOptions, Facts, Fixed, Move, NoObserver, Order, PathChecker, PathVerdict, Refine,
    Res, Specification, Successors, run,
};
use cairn_ir::{MachineModel, Op, Program, Step, reverse_postorder};
use std::time::Instant;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Count(u64);
impl Facts for Count {}

/// Counts steps; a state covers only its equals, and the last value has no successor.
#[derive(Clone, Copy)]
struct Counter(u64);

impl Cpa for Counter {
    type State = Count;
    type Precision = ();
    fn name(&self) -> &'static str {
        "counter"
    }
    fn initial(&self, _: &mut Cx<'_>) -> Res<(Count, ())> {
        Ok((Count(0), ()))
    }
    fn leq(&self, a: &Count, b: &Count, _: &mut Cx<'_>) -> Res<bool> {
        Ok(a == b)
    }
    fn post(&self, state: &Count, _: &(), _: &Move<'_>, _: &mut Cx<'_>, out: &mut Successors<Count>) -> Res<()> {
        out.extend((state.0 < self.0).then_some(Count(state.0 + 1)));
        Ok(())
    }
    fn key(&self, state: &Count, _: &Count) -> Option<u64> {
        Some(state.0)
    }
}

struct Never;
impl PathChecker for Never {
    type Counterexample = ();
    fn check(&mut self, _: &[Step], _: &mut Cx<'_>) -> Res<PathVerdict<()>> {
        Ok(PathVerdict::Unknown("there is no target".to_owned()))
    }
}

fn ring() -> Program {
    let mut program = Program::empty(MachineModel::Lp64);
    let void = program.types.void();
    let main = program.add_function("main", void);
    let entry = program.add_body(main).entry;
    let head = program.add_node(main);
    program.add_edge(entry, head, Op::Skip, Span::NONE);
    let mut at = head;
    for _ in 0..9 {
        let next = program.add_node(main);
        program.add_edge(at, next, Op::Skip, Span::NONE);
        at = next;
    }
    program.add_edge(at, head, Op::Skip, Span::NONE);
    reverse_postorder::set_order(&mut program);
    program
}

fn measure<C: Refine>(name: &str, cpa: &C, program: &Program) {
    let specification = Specification::default_reachability();
    for order in [Order::CallStackFirst, Order::BreadthFirst] {
        for basic_blocks in [false, true] {
            let options = EngineOptions { order, basic_blocks, ..EngineOptions::default() };
            let budget = Budget::unlimited(CancelToken::new());
            let (before, start) = (resident_bytes().unwrap_or(0), Instant::now());
            let outcome = run(cpa, program, &specification, &options, &mut Never, &budget, &mut NoObserver);
            let time = start.elapsed();
            let bytes = resident_bytes().unwrap_or(0).saturating_sub(before);
            let steps = outcome.statistics.transfers;
            println!(
                "{name:10} {order:?} blocks={basic_blocks:5}: {} ns/transfer, {} states, {} bytes/transfer",
                time.as_nanos() / u128::from(steps.max(1)),
                outcome.statistics.states,
                bytes / steps.max(1)
            );
        }
    }
}

fn main() {
    let program = ring();
    let counter = Counter(1_000_000);
    measure("alone", &Fixed(counter), &program);
    measure("composite", &Composite::new(vec![AnyCpa::fixed(counter)]), &program);
    measure("two", &Composite::new(vec![AnyCpa::fixed(counter), AnyCpa::fixed(counter)]), &program);
}
