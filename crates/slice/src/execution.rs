//! The steps of an execution that its last one depends on: a dynamic slice (Korel and Laski 1988: "Dynamic program slicing").
//!
//! A step depends on the steps that wrote what it reads, on the decision that it was executed because of, and on the call
//! that it is below. That is not enough: a branch that was not taken may have written something else. So a decision counts as a
//! write of all that its other way may write ("potential dependences", Gyimóthy, Beszédes and Forgács 1999: "An efficient
//! relevant slicing method for debugging").
//!
//! What is one memory says the points-to partition, and not the addresses of the execution: with another index, a
//! write to one element is a write to another, and then what computes the index counts.
//!
//! As for static slices, a step that is left out may still fail, or not end, where its values are others.

use crate::control::Control;
use crate::memory::Memory;
use crate::vertex::DefinedCell;
use cairn_base::FastMap;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{CallGraph, CallSiteId, Dominators, EdgeId, FunctionId, NodeId, Op, Program, Step};
use cairn_ir::{effects, mark_reachable, reachable};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// For each step of an execution from the program's start whether the last one depends on it. `None` for an execution that
/// has a step which none has, of a program whose calls are resolved.
pub fn steps_of_last(program: &Arc<Program>, steps: &[Step]) -> Option<Vec<bool>> {
    let graph = CallGraph::new(program);
    let mut recorder = Recorder {
        program,
        memory: Memory::new(program, &graph),
        control: Control::new(program, &graph),
        graph,
        trees: FastMap::default(),
        otherwise: FastMap::default(),
        heads: FastMap::default(),
        writes: Vec::new(),
        parts: Vec::new(),
        steps: Vec::with_capacity(steps.len()),
        frames: vec![Frame { activation: 0, function: program.start, entered: None, last: FastMap::default() }],
        activations: 1,
    };
    for step in steps {
        recorder.step(*step)?;
    }
    Some(recorder.slice())
}

/// A function that is running.
struct Frame {
    activation: usize,
    function: FunctionId,
    /// The step that entered it.
    entered: Option<usize>,
    /// When each of its edges was executed last.
    last: FastMap<EdgeId, usize>,
}

/// What one step computes: of a call, each value that is passed is by itself.
struct Part {
    step: usize,
    /// The last writes of what it reads.
    reads: Vec<usize>,
    /// Where the lifetimes begin of what it takes the addresses of.
    begins: Vec<usize>,
}

/// A write, and the ones before it that may have left something.
struct Write {
    part: usize,
    before: Option<usize>,
}

/// One step.
struct Executed {
    /// The step that decided that it is executed.
    decided_by: Option<usize>,
    /// The step that entered its function.
    entered: Option<usize>,
    /// Of leaving a function: the step that decided that control came to its end, and the step that entered it.
    left: Option<(Option<usize>, usize)>,
    parts: Range<usize>,
}

/// What is left to mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Needed {
    /// That a step is executed.
    Executed(usize),
    /// That control goes on behind a step.
    Decided(usize),
    Part(usize),
    Write(usize),
}

struct Recorder<'p> {
    program: &'p Program,
    graph: CallGraph,
    memory: Memory,
    control: Control,
    trees: FastMap<FunctionId, Dominators>,
    /// What may be written where a branch is not taken.
    otherwise: FastMap<EdgeId, Arc<[DefinedCell]>>,
    /// The last write of each cell; a private one has its activation.
    heads: FastMap<(DefinedCell, usize), usize>,
    writes: Vec<Write>,
    parts: Vec<Part>,
    steps: Vec<Executed>,
    frames: Vec<Frame>,
    activations: usize,
}

impl Recorder<'_> {
    fn step(&mut self, step: Step) -> Option<()> {
        match step {
            Step::Edge(edge) => self.edge(edge),
            Step::Enter(site, _) => self.enter(site),
            Step::Leave(site, _) => self.leave(site),
            Step::Hidden(_) => None,
        }
    }

    fn edge(&mut self, edge: EdgeId) -> Option<()> {
        let of = &self.program.edges[edge];
        if matches!(of.op, Op::Call(_) | Op::CallPointer { .. }) {
            return None;
        }
        let (at, first) = self.executed(of.source)?;
        let part = self.part(self.memory.reads(edge), edge)?;
        for definition in self.memory.definitions(edge) {
            self.write(definition.cell, part, definition.kills)?;
        }
        if matches!(of.op, Op::Assume { .. }) {
            for cell in self.otherwise(edge).iter() {
                self.write(*cell, part, false)?;
            }
        }
        self.steps[at].parts = first..self.parts.len();
        self.frames.last_mut()?.last.insert(edge, at);
        Some(())
    }

    fn enter(&mut self, site: CallSiteId) -> Option<()> {
        let (edge, function) = (self.graph.edge_of(site)?, self.program.calls[site].callee?);
        let (at, first) = self.executed(self.program.edges[edge].source)?;
        let passed: Vec<_> = effects::passed(self.program, site).collect();
        let mut taken = Vec::with_capacity(passed.len());
        for (param, value) in passed {
            let reads = self.memory.read_by(value.map(ExprOrPlace::Expr).into_iter().collect());
            taken.push((param, self.part(reads, edge)?));
        }
        self.steps[at].parts = first..self.parts.len();
        let activation = self.activations;
        self.activations += 1;
        self.frames.push(Frame { activation, function, entered: Some(at), last: FastMap::default() });
        for (param, part) in taken {
            for cell in self.memory.of_variable(param) {
                self.write(cell, part, self.memory.is_one(cell, Some(param)))?;
            }
        }
        Some(())
    }

    fn leave(&mut self, site: CallSiteId) -> Option<()> {
        let edge = self.graph.edge_of(site)?;
        let callee = self.frames.last()?.function;
        let decided_by = self.decider(self.program.functions[callee].body.as_ref()?.exit)?;
        let (to, from) = effects::returned(self.program, site).unzip();
        let reads = from.map_or(Vec::new(), |from| self.memory.of_variable(from));
        let reads = self.last_writes(reads)?;
        let left = self.frames.pop()?;
        let (at, first) = self.executed(self.program.edges[edge].source)?;
        if let Some(to) = to {
            let part = self.parts.len();
            self.parts.push(Part { step: at, reads, begins: Vec::new() });
            for cell in self.memory.of_variable(to) {
                self.write(cell, part, self.memory.is_one(cell, Some(to)))?;
            }
        }
        self.steps[at].left = Some((decided_by, left.entered?));
        self.steps[at].parts = first..self.parts.len();
        self.frames.last_mut()?.last.insert(edge, at);
        Some(())
    }

    /// A new step of the current frame, and its first part.
    fn executed(&mut self, node: NodeId) -> Option<(usize, usize)> {
        let (decided_by, first) = (self.decider(node)?, self.parts.len());
        let entered = self.frames.last()?.entered;
        self.steps.push(Executed { decided_by, entered, left: None, parts: first..first });
        Some((self.steps.len() - 1, first))
    }

    /// The last of the decisions in this frame because of which control is at a location. Those before decided about that one, or
    /// about nothing that is still open.
    fn decider(&mut self, node: NodeId) -> Option<Option<usize>> {
        let last = &self.frames.last()?.last;
        Some(self.control.on(self.program, node).iter().filter_map(|edge| last.get(edge)).max().copied())
    }

    /// What the last step computes from these cells, and from the addresses in the operation of an edge.
    fn part(&mut self, cells: Vec<DefinedCell>, edge: EdgeId) -> Option<usize> {
        let reads = self.last_writes(cells)?;
        let begins = self.memory.begins_of_addresses(edge);
        let (first, here) = (self.frames.first()?, self.frames.last()?);
        let begins = begins.iter().filter_map(|begin| here.last.get(begin).or_else(|| first.last.get(begin)).copied());
        self.parts.push(Part { step: self.steps.len() - 1, reads, begins: begins.collect() });
        Some(self.parts.len() - 1)
    }

    /// A cell of the current frame.
    fn here(&self, cell: DefinedCell) -> Option<(DefinedCell, usize)> {
        Some((cell, if self.memory.is_private(cell) { self.frames.last()?.activation } else { 0 }))
    }

    fn last_writes(&self, cells: Vec<DefinedCell>) -> Option<Vec<usize>> {
        let mut found = Vec::with_capacity(cells.len());
        for cell in cells {
            found.extend(self.heads.get(&self.here(cell)?));
        }
        Some(found)
    }

    fn write(&mut self, cell: DefinedCell, part: usize, kills: bool) -> Option<()> {
        let at = self.here(cell)?;
        let before = if kills { None } else { self.heads.get(&at).copied() };
        self.heads.insert(at, self.writes.len());
        self.writes.push(Write { part, before });
        Some(())
    }

    /// What may be written where the other branches are taken, up to where all ways meet.
    fn otherwise(&mut self, edge: EdgeId) -> Arc<[DefinedCell]> {
        if let Some(known) = self.otherwise.get(&edge) {
            return Arc::clone(known);
        }
        let (program, memory) = (self.program, &self.memory);
        let node = program.edges[edge].source;
        let function = program.nodes[node].function;
        let tree = self.trees.entry(function).or_insert_with(|| Dominators::backwards(program, function));
        let meet = tree.immediate(node);
        let goes_on = |node: &NodeId| Some(*node) != meet;
        let others = program.leaving(node).filter(|(other, _)| *other != edge).map(|(_, other)| other.target);
        let mut cells = BTreeSet::new();
        reachable(others.filter(goes_on), |node, open| {
            for (id, leaving) in program.leaving(node) {
                cells.extend(memory.definitions(id).into_iter().map(|definition| definition.cell));
                if let Op::Call(site) = leaving.op {
                    cells.extend(program.calls[site].callee.into_iter().flat_map(|callee| memory.defined_in(callee)));
                    cells.extend(program.calls[site].result.into_iter().flat_map(|result| memory.of_variable(result)));
                }
                open.extend(Some(leaving.target).filter(goes_on));
            }
        });
        let cells: Arc<[DefinedCell]> = cells.into_iter().collect();
        self.otherwise.insert(edge, Arc::clone(&cells));
        cells
    }

    fn slice(&self) -> Vec<bool> {
        let mut relevant = vec![false; self.steps.len()];
        let Some(last) = self.steps.len().checked_sub(1) else { return relevant };
        let mut met = cairn_base::FastSet::default();
        mark_reachable(
            [Needed::Decided(last)],
            |needed| met.insert(needed),
            |needed, open| match needed {
                Needed::Executed(step) => {
                    relevant[step] = true;
                    let of = &self.steps[step];
                    open.extend(of.decided_by.map(Needed::Decided));
                    open.extend(of.entered.map(Needed::Executed));
                    open.extend(of.left.map(|(_, entered)| Needed::Executed(entered)));
                }
                Needed::Decided(step) => {
                    open.push(Needed::Executed(step));
                    let of = &self.steps[step];
                    match of.left {
                        Some((decided_by, _)) if step != last => open.extend(decided_by.map(Needed::Decided)),
                        left => {
                            open.extend(left.and_then(|(decided_by, _)| decided_by).map(Needed::Decided));
                            open.extend(of.parts.clone().map(Needed::Part));
                        }
                    }
                }
                Needed::Part(part) => {
                    let of = &self.parts[part];
                    open.push(Needed::Executed(of.step));
                    open.extend(of.reads.iter().copied().map(Needed::Write));
                    open.extend(of.begins.iter().copied().map(Needed::Decided));
                }
                Needed::Write(write) => {
                    let of = &self.writes[write];
                    open.push(Needed::Part(of.part));
                    open.extend(of.before.map(Needed::Write));
                }
            },
        );
        // A function that is entered is left.
        for (at, of) in self.steps.iter().enumerate() {
            relevant[at] |= of.left.is_some_and(|(_, entered)| relevant[entered]);
        }
        relevant
    }
}
