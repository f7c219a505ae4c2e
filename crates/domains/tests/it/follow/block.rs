//! Follows the interpreter with an analysis, block by block: calls and loops become blocks at random, nested too. At the
//! entry the state is reduced, at the end it is expanded with what it was outside, and in between the abstract steps run
//! in the block's own frames.

use super::{Source, place};
use cairn_base::Budget;
use cairn_base::id::Id;
use cairn_blocks::ProgramPart;
use cairn_cpa::{ControlId, Cpa, Cx, Move, Reduce, ReductionScope, Refine, Statistics, Successors};
use cairn_interp::Interpreter;
use cairn_ir::{CallGraph, FunctionId, LoopId, Loops, NodeId, Program, Step};
use cairn_test_support::Random;

/// The blocks of a program.
pub struct Blocks<'p> {
    pub program: &'p Program,
    loops: Loops,
    calls: CallGraph,
}

impl<'p> Blocks<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, loops: Loops::new(program), calls: CallGraph::new(program) }
    }
    /// A function; none when there is nothing in it.
    fn function(&self, function: FunctionId) -> Option<ProgramPart> {
        ProgramPart::function(self.program, &self.calls, function)
    }
    /// A loop that is entered at a head.
    fn of_loop(&self, id: LoopId, head: NodeId) -> ProgramPart {
        ProgramPart::of_nodes(self.program, &self.calls, head, self.loops.body(id))
    }
}

/// A block that is open.
pub struct Open<C: Reduce> {
    part: ProgramPart,
    of_loop: Option<LoopId>,
    pub depth: u32,
    entry: C::State,
    precision: C::Precision,
    pub frame: usize,
}

impl<C: Reduce> Open<C> {
    fn scope<'a>(&'a self, program: &'a Program) -> ReductionScope<'a> {
        ReductionScope { program, part: &self.part, depth: self.depth }
    }
}

type StateOf<F> = <<F as Follow>::Analysis as Cpa>::State;
type PrecisionOf<F> = <<F as Follow>::Analysis as Cpa>::Precision;

/// What differs from analysis to analysis.
pub trait Follow {
    type Analysis: Reduce;
    /// A state above another.
    fn weakened(&mut self, state: &StateOf<Self>, random: &mut Random) -> StateOf<Self>;
    /// A precision that is used in a block beside the reduced one.
    fn other_precision(&mut self, program: &Program, random: &mut Random) -> Option<PrecisionOf<Self>>;
    /// Compares a state with the memory; the frame at depth 0 of the state is `ground`.
    fn check(&mut self, state: &StateOf<Self>, interpreter: &Interpreter<'_, '_>, ground: usize) -> Result<(), String>;
    /// A block has ended.
    fn left(&mut self, block: &Open<Self::Analysis>, out: &StateOf<Self>, expanded: &StateOf<Self>) {
        let _ = (block, out, expanded);
    }
}

/// A run of the interpreter with a state beside it.
pub struct Run<'a, 'p, F: Follow> {
    blocks: &'a Blocks<'p>,
    program: &'p Program,
    cpa: &'a F::Analysis,
    budget: &'a Budget,
    statistics: Statistics,
    pub follow: F,
    pub state: StateOf<F>,
    precision: PrecisionOf<F>,
    open: Vec<Open<F::Analysis>>,
    /// For each function's calls the reduced states.
    pub entries: Vec<(FunctionId, StateOf<F>)>,
    /// Loops that became blocks.
    pub loops: usize,
    /// Whether loops become blocks, and blocks may begin in other states than the reduced ones.
    pub varies: bool,
}

impl<'a, 'p, F: Follow> Run<'a, 'p, F> {
    pub fn new(
        blocks: &'a Blocks<'p>,
        cpa: &'a F::Analysis,
        budget: &'a Budget,
        state: StateOf<F>,
        precision: PrecisionOf<F>,
        follow: F,
    ) -> Self {
        let statistics = Statistics::default();
        let (open, entries) = (Vec::new(), Vec::new());
        let program = blocks.program;
        Self {
            blocks,
            program,
            cpa,
            budget,
            statistics,
            follow,
            state,
            precision,
            open,
            entries,
            loops: 0,
            varies: true,
        }
    }
    fn cx(&mut self) -> Cx<'_> {
        Cx { program: self.program, budget: self.budget, statistics: &mut self.statistics }
    }
    fn ground(&self) -> usize {
        self.open.last().map_or(0, |block| block.frame)
    }

    fn enter(&mut self, part: ProgramPart, of_loop: Option<LoopId>, frame: usize, random: &mut Random) {
        let depth = (frame - self.ground()) as u32;
        let (entry, precision) = (self.state.clone(), self.precision.clone());
        let block: Open<F::Analysis> = Open { part, of_loop, depth, entry, precision, frame };
        let (program, cpa) = (self.program, self.cpa);
        let reduced = cpa.reduce(&block.entry, &block.scope(program), &mut self.cx()).unwrap();
        let back = cpa.expand(&block.entry, &reduced, &block.scope(program), &mut self.cx()).unwrap();
        let is_above = cpa.leq(&block.entry, &back, &mut self.cx()).unwrap();
        assert!(is_above, "{:?}\n{reduced:?}\n{back:?}", block.entry);
        let mut own = block.precision.clone();
        self.state = reduced.clone();
        if self.varies {
            if random.below(3) == 0 {
                self.state = self.follow.weakened(&reduced, random);
            }
            if let (0, Some(other)) = (random.below(4), self.follow.other_precision(program, random)) {
                own = cpa.join_precision(&own, &other);
            }
        }
        let (state, scope) = (self.state.clone(), block.scope(program));
        assert!(cpa.leq(&reduced, &state, &mut self.cx()).unwrap(), "{reduced:?}\n{state:?}");
        self.precision = cpa.reduce_precision(&own, &scope);
        match of_loop {
            None => self.entries.push((block.part.function, reduced)),
            Some(_) => self.loops += 1,
        }
        self.open.push(block);
    }

    fn leave(&mut self) {
        let block = self.open.pop().unwrap();
        let (program, cpa, out) = (self.program, self.cpa, self.state.clone());
        self.state = cpa.expand(&block.entry, &out, &block.scope(program), &mut self.cx()).unwrap();
        self.precision = block.precision.clone();
        self.follow.left(&block, &out, &self.state);
    }

    /// Follows one step of the interpreter; one in `odds` blocks is opened. `None` at the end of the run.
    pub fn step(
        &mut self,
        interpreter: &mut Interpreter<'p, 'p>,
        source: &mut Source<'_>,
        odds: u64,
    ) -> Result<Option<Step>, String> {
        let program = self.program;
        let (top, node) = (interpreter.top(), interpreter.node());
        while self.open.last().is_some_and(|b| b.of_loop.is_some() && b.frame == top && !b.part.has(node)) {
            self.leave();
        }
        let loops = &self.blocks.loops;
        let around = loops.innermost(node).filter(|id| loops.loops[*id].heads.contains(&node));
        if let Some(id) = around
            && self.varies
            && !self.open.iter().any(|block| block.of_loop == Some(id) && block.frame == top)
            && source.random.below(odds) == 0
        {
            self.enter(self.blocks.of_loop(id, node), Some(id), top, source.random);
        }
        let Ok(step) = interpreter.step(source) else { return Ok(None) };
        if matches!(step, Step::Leave(..)) && self.open.last().is_some_and(|b| b.of_loop.is_none() && b.frame == top) {
            self.leave();
        }
        let (depth, here) = ((top - self.ground()) as u32, ControlId::from_index(0));
        let target = interpreter.node();
        let at = Move { program, step, source: node, target, depth, from: here, to: here, is_target: false };
        let (cpa, state, precision) = (self.cpa, self.state.clone(), self.precision.clone());
        let mut out = Successors::new();
        cpa.post(&state, &precision, &at, &mut self.cx(), &mut out).map_err(|e| e.to_string())?;
        self.state = out.pop().ok_or_else(|| format!("no successor at {}", place(program, step)))?;
        let function = interpreter.function(interpreter.top());
        if let (Step::Enter(..), Some(function), 0) = (step, function, source.random.below(odds))
            && let Some(part) = self.blocks.function(function)
        {
            self.enter(part, None, interpreter.top(), source.random);
        }
        let ground = self.ground();
        self.follow.check(&self.state, interpreter, ground).map_err(|wrong| {
            let open: Vec<_> = self.open.iter().map(|b| (b.frame, b.of_loop)).collect();
            format!("{wrong}\nafter {} in the blocks {open:?}\n{:?}", place(program, step), self.state)
        })?;
        Ok(Some(step))
    }
}
