//! The search: from state to state until none is left, a violation is confirmed, or the budget is used up.
//!
//! Three orders take turns over one table: see [`crate::queue`].

use crate::compile::compile;
use crate::encode::{START, decode, encode};
use crate::instruction::Code;
use crate::path::Path;
use crate::projection::Projection;
use crate::queue::Queue;
use crate::step::{Machine, Rest};
use crate::table::{NONE, StateId, Table};
use cairn_base::{Budget, Stop};
use cairn_cpa::{Conclusion, Ended, Failure, Outcome, Reason, RunStatistics, Specification, Statistics};
use cairn_interp::RecordedInputs;
use cairn_ir::Program;

/// Options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplicitOptions {
    /// So many states are expanded in one order before it is the other's turn.
    pub turn: u32,
    /// The depth in loop heads beyond which states wait until no others are left.
    pub depth: u32,
    /// Moves of control of a violation at most.
    pub most_steps: u64,
    /// So many violations may be refused by whoever replays them.
    pub unconfirmed_limit: usize,
}

impl Default for ExplicitOptions {
    fn default() -> Self {
        Self { turn: 2_000, depth: 1_000, most_steps: 5_120_000, unconfirmed_limit: 20 }
    }
}

/// Replays inputs, with so many moves of control at most; what it returns is the violation that it saw.
pub type Confirm<'a, X> = dyn FnMut(RecordedInputs, u64) -> Result<Option<X>, Stop> + 'a;

struct Search<'c, 'a, X> {
    machine: Machine<'c>,
    table: Table,
    options: ExplicitOptions,
    budget: &'a Budget,
    confirm: &'a mut Confirm<'a, X>,
    queue: Queue,
    projection: Projection,
    /// How often each reason for giving up a path was met.
    given_up: Vec<u64>,
    without_result: u64,
    unconfirmed: usize,
    transitions: u64,
}

/// Enumerates the states of a program.
pub fn run<'a, X>(
    program: &Program,
    specification: &Specification,
    options: ExplicitOptions,
    budget: &'a Budget,
    confirm: &'a mut Confirm<'a, X>,
) -> Outcome<X, ()> {
    let code = match compile(program, specification, budget) {
        Ok(code) => code,
        Err(failure) => {
            let conclusion = Conclusion::of(Err(failure));
            return conclusion.outcome(RunStatistics::default(), Statistics::default(), ());
        }
    };
    let mut search = Search {
        machine: Machine::new(&code),
        table: Table::new(),
        options,
        budget,
        confirm,
        queue: Queue::new(options.turn),
        projection: Projection::new(&code),
        given_up: vec![0; code.reasons.len()],
        without_result: 0,
        unconfirmed: 0,
        transitions: 0,
    };
    let ended = search.all();
    let mut counters = Statistics::default();
    counters.add("explicit-states", search.table.len() as u64);
    counters.add("explicit-transitions", search.transitions);
    counters.add("explicit-instructions", search.machine.instructions);
    let mut conclusion = Conclusion::of(match ended {
        Ok(Some(violation)) => Ok(Ended::Violation(violation, Vec::new())),
        Ok(None) => Ok(Ended::Explored),
        Err(stop) => Err(Failure::Stopped(stop)),
    });
    if conclusion.is_violation() {
        return conclusion.outcome(RunStatistics::default(), counters, ());
    }
    let mut left_out = |what: &str, span, count| {
        if count > 0 {
            conclusion.against(Reason::LeftOut { what: what.to_owned(), span, count });
        }
    };
    for ((what, span), count) in code.reasons.iter().zip(&search.given_up) {
        left_out(what, *span, *count);
    }
    let start = program.functions[program.start].span;
    left_out("an operation without a result, or a subscript out of bounds,", start, search.without_result);
    left_out("an input with this many values", start, u64::from(search.machine.is_sampled));
    left_out("a number of states of this size", start, u64::from(search.table.is_full));
    left_out("a violation that its replay does not confirm", start, search.unconfirmed as u64);
    conclusion.outcome(RunStatistics::default(), counters, ())
}

impl<X> Search<'_, '_, X> {
    fn all(&mut self) -> Result<Option<X>, Stop> {
        let first = self.table.insert(&START.to_le_bytes(), NONE);
        if let Some(first) = first {
            self.queue.push(first, 0);
        }
        while let Some(state) = self.queue.pop() {
            if let Some(found) = self.expand(state)? {
                return Ok(Some(found));
            }
            if self.unconfirmed >= self.options.unconfirmed_limit {
                break;
            }
        }
        Ok(None)
    }

    fn expand(&mut self, state: StateId) -> Result<Option<X>, Stop> {
        let mut path = self.machine.spare.pop().unwrap_or_default();
        decode(self.table.bytes(state), self.machine.code, &mut path);
        self.machine.begin(u64::from(state));
        self.machine.waiting.push(path);
        let mut bytes = Vec::new();
        let mut is_violated = false;
        while let Some(mut path) = self.machine.waiting.pop() {
            self.budget.tick()?;
            self.transitions += 1;
            match self.machine.run(&mut path) {
                Rest::Head(head) => {
                    encode(&path, head, self.machine.code, &mut bytes);
                    if let Some(new) = self.table.insert(&bytes, state) {
                        let alike = self.projection.note(&path, head, self.machine.code);
                        if self.table.depth(new) > self.options.depth {
                            self.queue.push_later(new);
                        } else if self.machine.splits == 0 && self.machine.waiting.is_empty() {
                            self.queue.push_only(new);
                        } else {
                            self.queue.push(new, alike);
                        }
                    }
                }
                Rest::End => {}
                Rest::GivenUp(reason) => self.given_up[reason as usize] += 1,
                Rest::NoResult => self.without_result += 1,
                Rest::Violation => is_violated = true,
            }
            self.machine.spare.push(path);
        }
        if is_violated { self.violation(state) } else { Ok(None) }
    }

    /// A step from a state violates the specification: the whole path again, from the start.
    fn violation(&mut self, last: StateId) -> Result<Option<X>, Stop> {
        let parents = |state: &StateId| Some(self.table.parent(*state)).filter(|parent| *parent != NONE);
        let mut states: Vec<StateId> = std::iter::successors(Some(last), parents).collect();
        states.reverse();
        let mut path = Path::default();
        path.restart(self.machine.code);
        for (at, state) in states.iter().enumerate() {
            self.budget.tick()?;
            let Some(next) = self.follow(path, *state, states.get(at + 1).copied()) else { break };
            path = next;
            if at + 1 == states.len() {
                let found = (self.confirm)(path.recorded(), self.options.most_steps)?;
                if found.is_some() {
                    return Ok(found);
                }
                break;
            }
        }
        self.unconfirmed += 1;
        Ok(None)
    }

    /// The path of a step from one state to another, or to a violation.
    fn follow(&mut self, from: Path, state: StateId, to: Option<StateId>) -> Option<Path> {
        self.machine.begin(u64::from(state));
        self.machine.waiting.clear();
        self.machine.waiting.push(from);
        let mut bytes = Vec::new();
        let code: &Code = self.machine.code;
        while let Some(mut path) = self.machine.waiting.pop() {
            let is_meant = match (self.machine.run(&mut path), to) {
                (Rest::Head(head), Some(to)) => {
                    encode(&path, head, code, &mut bytes);
                    let is_meant = self.table.bytes(to) == bytes;
                    if is_meant {
                        path.keep_only(&code.heads[head as usize].live, code);
                        path.pc += 1;
                    }
                    is_meant
                }
                (Rest::Violation, None) => true,
                _ => false,
            };
            if is_meant {
                self.machine.waiting.clear();
                return Some(path);
            }
            self.machine.spare.push(path);
        }
        None
    }
}
