//! The run that is moved: to any step of the execution, forward or backward.
//!
//! The idea: copies of the run are kept on the way, and a step backward is a run from the last copy before it. There are a few dozen copies at
//! most: where there would be more, every other one is dropped and the distance is doubled. Invariant: at step `k` exactly `k`
//! steps were executed from the beginning. Why not undoing steps: what each step overwrites would have to be kept.

use super::stops::{StopPoint, Stops};
use cairn_base::Span;
use cairn_interp::{Code, Interpreter, Printed};
use cairn_ir::behaviour::is_check;
use cairn_ir::{EdgeId, FunctionId, Op, Program, Step};
use cairn_verify::is_users;
use cairn_verify::obligations::{Replay, ReplayInputs};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Copies of the run that are kept at most.
const COPIES: usize = 24;
/// Steps between two copies, at first.
const BETWEEN: u64 = 4096;

pub type Line = (Arc<str>, u32);

/// A run at a step, with what it is given from there on.
#[derive(Clone)]
struct RunAt<'c, 'p> {
    run: Interpreter<'c, 'p>,
    inputs: ReplayInputs,
    step: u64,
}

impl RunAt<'_, '_> {
    fn step(&mut self) -> Option<Step> {
        let step = self.run.step(&mut self.inputs).ok()?;
        self.step += 1;
        Some(step)
    }
}

pub struct PlayedCall {
    /// Its number, 0 being the start function's.
    pub number: usize,
    pub function: FunctionId,
    pub span: Span,
}

/// An execution that can be moved.
pub struct Player<'c, 'p> {
    program: &'p Program,
    now: RunAt<'c, 'p>,
    copies: Vec<RunAt<'c, 'p>>,
    pub stops: Stops,
    lines: Vec<Line>,
    end: Span,
    /// The stop at which the run stands.
    pub at: usize,
    /// How far the program's output was shown.
    shown: u64,
}

/// The line of each edge: a number from 2 on; 1 where nothing is to be seen; 0 where it is not known yet.
struct LinesOfEdges<'p> {
    program: &'p Program,
    of: Vec<u32>,
    numbers: BTreeMap<Line, u32>,
    lines: Vec<Line>,
}

impl LinesOfEdges<'_> {
    fn number(&mut self, span: Span) -> Option<u32> {
        let at = self.program.sources.locate(span)?;
        let next = self.lines.len() as u32;
        let line = (at.file, at.line);
        let number = *self.numbers.entry(line.clone()).or_insert(next);
        if number == next {
            self.lines.push(line);
        }
        Some(number)
    }

    fn of(&mut self, edge: EdgeId) -> Option<u32> {
        let index = cairn_base::id::Id::index(edge);
        if self.of[index] == 0 {
            let found = if is_shown(self.program, edge) { self.number(self.program.edges[edge].span) } else { None };
            self.of[index] = found.map_or(1, |line| line + 2);
        }
        self.of[index].checked_sub(2)
    }
}

/// Whether an edge is an operation of the user's text.
pub fn is_shown(program: &Program, edge: EdgeId) -> bool {
    let data = &program.edges[edge];
    let is_operation = match &data.op {
        Op::Assume { .. } => !is_check(program, data.source),
        Op::Intrinsic { which, .. } => !which.only_asks(),
        Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_) => false,
        _ => true,
    };
    is_operation && program.nodes[data.source].function != program.start && is_users(program, data.span)
}

impl<'c, 'p> Player<'c, 'p> {
    /// Runs the execution once, and stands at its first stop.
    pub fn new(replay: &'p Replay, code: &'c Code<'p>) -> Self {
        let program = &replay.program;
        let start = RunAt { run: replay.start(code), inputs: replay.inputs(), step: 0 };
        let mut copies = vec![start.clone()];
        let (mut now, mut between, mut stops) = (start.clone(), BETWEEN, Stops::default());
        let of = vec![0; program.edges.len()];
        let mut lines = LinesOfEdges { program, of, numbers: BTreeMap::new(), lines: Vec::new() };
        let is_own: Vec<bool> = program.functions.iter().map(|of| is_users(program, of.span)).collect();
        // A loop begins anew, and no line of it was noted since.
        let (mut end, mut is_head) = (Span::NONE, false);
        for step in 0..replay.violation.steps {
            let (node, depth) = (now.run.node(), now.run.depth());
            if let [first, ..] = program.nodes[node].leaving[..] {
                end = program.edges[first].span;
            }
            let at = &program.nodes[node];
            is_head |= at.loop_head && is_own[cairn_base::id::Id::index(at.function)];
            let is_last = step + 1 == replay.violation.steps;
            if is_last {
                break;
            }
            if step > 0 && step.is_multiple_of(between) {
                now.inputs.printed.clear();
                copies.push(now.clone());
                if copies.len() > COPIES {
                    between *= 2;
                    copies.retain(|copy| copy.step.is_multiple_of(between));
                }
            }
            let edge = match now.step() {
                Some(Step::Edge(edge)) => edge,
                Some(Step::Enter(..)) => {
                    let edge = now.run.calls().next_back().map(|(_, edge)| edge);
                    let Some(edge) = edge else { continue };
                    edge
                }
                Some(Step::Leave(..) | Step::Hidden(_)) => continue,
                None => break,
            };
            if let Some(line) = lines.of(edge) {
                stops.note(step, depth as u32, line, std::mem::take(&mut is_head));
            }
            if now.run.depth() > depth {
                stops.enter(now.run.depth() as u32);
            }
        }
        let mut this = Self { program, now, copies, stops, lines: Vec::new(), end, at: 0, shown: 0 };
        // What goes wrong in the library, its caller has asked for.
        let frames = this.frames();
        this.end = frames.first().map_or(end, |frame| frame.span);
        let depth = frames.first().map_or(0, |frame| frame.number + 1);
        let line = lines.number(this.end).unwrap_or(0);
        this.stops.end(this.now.step, depth as u32, line);
        this.lines = lines.lines;
        this.now = start;
        this.go(0);
        this
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The run where it stands.
    pub fn run(&self) -> &Interpreter<'c, 'p> {
        &self.now.run
    }

    pub fn stop(&self) -> Option<&StopPoint> {
        self.stops.all().get(self.at)
    }

    /// Whether it stands at the violation.
    pub fn is_at_end(&self) -> bool {
        self.at == self.stops.last()
    }

    /// The numbers of a line of a file, by what the file is called.
    pub fn lines_of(&self, is_file: impl Fn(&str) -> bool, line: u32) -> Vec<u32> {
        let all = self.lines.iter().enumerate();
        all.filter(|(_, (file, of))| *of == line && is_file(file)).map(|(number, _)| number as u32).collect()
    }

    /// Moves to a stop. What the program prints on the way, if it is shown for the first time.
    pub fn go(&mut self, at: usize) -> Vec<(Printed, Vec<u8>)> {
        self.at = at;
        let Some(step) = self.stop().map(|stop| stop.step) else { return Vec::new() };
        if step < self.now.step {
            let before = self.copies.iter().rev().find(|copy| copy.step <= step);
            self.now = before.or(self.copies.first()).unwrap_or(&self.now).clone();
        }
        let mut printed = Vec::new();
        while self.now.step < step && self.now.step().is_some() {
            let new = std::mem::take(&mut self.now.inputs.printed);
            if self.now.step > self.shown {
                printed.extend(new);
            }
        }
        self.shown = self.shown.max(step);
        printed
    }

    /// The calls of the user's functions, the innermost first.
    pub fn frames(&self) -> Vec<PlayedCall> {
        let run = &self.now.run;
        let calls: Vec<EdgeId> = run.calls().map(|(_, edge)| edge).collect();
        let here =
            self.program.nodes[run.node()].leaving.first().map_or(self.end, |edge| self.program.edges[*edge].span);
        // The start function has no call, each other frame has the one that entered it.
        let of = |number: usize| {
            let function = run.function(number)?;
            let span = calls.get(number).map_or(here, |edge| self.program.edges[*edge].span);
            let data = &self.program.functions[function];
            (function != self.program.start && is_users(self.program, data.span)).then_some(PlayedCall {
                number,
                function,
                span,
            })
        };
        (0..run.depth()).rev().filter_map(of).collect()
    }
}
