//! Control: program location × call stack × state of the specification (BAM 4.2, 4.3; SLICE 2.6.4, 2.6.5), interned.
//!
//! Two states of an analysis are compared, merged and covered only when their [`ControlId`]s are equal, so the reached
//! set is a map from it. Call stacks are hash-consed lists: equality is equality of ids.

use crate::context::{Failure, Res};
use crate::specification::{Specification, SpecificationState};
use cairn_base::define_id;
use cairn_base::id::{Id, Interner};
use cairn_ir::{CallSiteId, EdgeId, NodeId, Op, PassedValues, Program, Step};

define_id!(
    /// A control state.
    pub ControlId, "c"
);
define_id!(
    /// A call stack.
    pub StackId, "k"
);

/// A call stack: the edge of the last call on top of the rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// The stack below.
    pub below: StackId,
    /// The call.
    pub call: CallSiteId,
    /// The call's edge: where it returns to is its target.
    pub edge: EdgeId,
    /// Number of frames below this one's, so 1 for the first call.
    pub depth: u32,
    /// How often the most frequent call is in this stack: 1 without recursion.
    pub recursion: u32,
    /// How often this frame's call is in this stack.
    occurrence: u32,
}

/// A control state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Control {
    /// The location.
    pub node: NodeId,
    /// The calls that led here.
    pub stack: StackId,
    /// The specification's state.
    pub specification: SpecificationState,
}

/// A control state in plain terms, which mean the same wherever the program and the specification are the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PortableControl {
    /// The location.
    pub node: NodeId,
    /// The calls that led here, the outermost first.
    pub calls: Vec<(CallSiteId, EdgeId)>,
    /// The specification's state.
    pub specification: SpecificationState,
}

/// All control states seen so far, and how control moves.
pub struct Controls<'p> {
    program: &'p Program,
    specification: &'p Specification,
    stacks: Interner<StackId, Option<Frame>>,
    controls: Interner<ControlId, Control>,
    /// For each control state the range of its moves in `moves`, or [`UNKNOWN`].
    ranges: Vec<(u32, u32)>,
    moves: Vec<(Step, ControlId)>,
}

/// The range of moves of a control state whose moves were not asked for.
const UNKNOWN: (u32, u32) = (u32::MAX, u32::MAX);

impl<'p> Controls<'p> {
    /// Only the initial control state.
    pub fn new(program: &'p Program, specification: &'p Specification) -> Self {
        let mut controls = Self {
            program,
            specification,
            stacks: Interner::new(),
            controls: Interner::new(),
            ranges: Vec::new(),
            moves: Vec::new(),
        };
        let stack = controls.stacks.intern(None);
        let initial = Control { node: program.entry(), stack, specification: specification.initial() };
        controls.controls.intern(initial);
        controls
    }
    /// The control state at the program's entry.
    pub fn initial(&self) -> ControlId {
        Id::from_index(0)
    }
    /// The control state at a location with the stack of another.
    pub fn beside(&mut self, of: ControlId, node: NodeId, specification: SpecificationState) -> ControlId {
        let stack = self.controls[of].stack;
        self.controls.intern(Control { node, stack, specification })
    }
    /// The control state at a location without calls below: where the exploration of a part of a program begins.
    pub fn without_calls(&mut self, node: NodeId, specification: SpecificationState) -> ControlId {
        self.beside(self.initial(), node, specification)
    }
    /// A control state in plain terms.
    pub fn place(&self, id: ControlId) -> PortableControl {
        let Control { node, stack, specification } = self.controls[id];
        let frames = std::iter::successors(self.stacks[stack], |frame| self.stacks[frame.below]);
        let mut calls: Vec<(CallSiteId, EdgeId)> = frames.map(|frame| (frame.call, frame.edge)).collect();
        calls.reverse();
        PortableControl { node, calls, specification }
    }
    /// The control state that is meant.
    pub fn at(&mut self, place: &PortableControl) -> ControlId {
        let mut stack = self.controls[self.initial()].stack;
        for (call, edge) in &place.calls {
            stack = self.push(stack, *call, *edge);
        }
        self.controls.intern(Control { node: place.node, stack, specification: place.specification })
    }
    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }
    /// The control state behind an id.
    pub fn get(&self, id: ControlId) -> Control {
        self.controls[id]
    }
    /// The top frame of a stack; `None` for the empty stack.
    pub fn frame(&self, stack: StackId) -> Option<Frame> {
        self.stacks[stack]
    }
    /// Number of frames below the current one.
    pub fn depth(&self, id: ControlId) -> u32 {
        self.stacks[self.controls[id].stack].map_or(0, |frame| frame.depth)
    }
    /// How often the most frequent call is in the current call stack: 1 without recursion, 0 without calls.
    pub fn recursion(&self, id: ControlId) -> u32 {
        self.stacks[self.controls[id].stack].map_or(0, |frame| frame.recursion)
    }
    /// True when the specification is violated here.
    pub fn is_target(&self, id: ControlId) -> bool {
        self.specification.is_violated(self.controls[id].specification)
    }
    /// All of them.
    pub fn ids(&self) -> impl Iterator<Item = ControlId> + use<> {
        (0..self.len()).map(cairn_base::id::Id::from_index)
    }
    /// Number of distinct control states.
    pub fn len(&self) -> usize {
        self.controls.len()
    }
    /// Never true: the initial one is always there.
    pub fn is_empty(&self) -> bool {
        self.controls.is_empty()
    }

    /// The moves of control from a state, in the order of the source; computed once for each control state. Edges that
    /// end the program ([`Op::Halt`]) and those that Cairn does not model ([`Op::Unsupported`]) are moves too: the engine
    /// treats their targets.
    ///
    /// # Errors
    /// The program is not well-formed: a call of a function without body, or through a pointer.
    pub fn moves(&mut self, id: ControlId, out: &mut Vec<(Step, ControlId)>) -> Res<()> {
        out.clear();
        if self.ranges.len() <= id.index() {
            self.ranges.resize(id.index() + 1, UNKNOWN);
        }
        if self.ranges[id.index()] == UNKNOWN {
            self.find_moves(id, out)?;
            let start = self.moves.len();
            self.moves.extend_from_slice(out);
            let range = u32::try_from(start).ok().zip(u32::try_from(self.moves.len()).ok());
            self.ranges[id.index()] = range.ok_or_else(|| Failure::Internal("too many moves of control".to_owned()))?;
            return Ok(());
        }
        let (start, end) = self.ranges[id.index()];
        out.extend_from_slice(&self.moves[start as usize..end as usize]);
        Ok(())
    }

    fn find_moves(&mut self, id: ControlId, out: &mut Vec<(Step, ControlId)>) -> Res<()> {
        let control = self.controls[id];
        let program = self.program;
        let function = program.nodes[control.node].function;
        if program.functions[function].body.is_some_and(|body| body.exit == control.node) {
            if let Some(frame) = self.stacks[control.stack] {
                let step = Step::Leave(frame.call, PassedValues::ALL);
                let target = program.edges[frame.edge].target;
                out.push((step, self.go(control, step, target, frame.below)));
            }
            return Ok(());
        }
        for (edge_id, edge) in program.leaving(control.node) {
            let (step, node, stack) = match &edge.op {
                Op::Call(call) => {
                    let callee = program.calls[*call].callee.and_then(|f| program.functions[f].body);
                    let Some(body) = callee else {
                        return Err(Failure::Internal(format!("{call}, on edge {edge_id}, has no callee with a body")));
                    };
                    (Step::Enter(*call, PassedValues::ALL), body.entry, self.push(control.stack, *call, edge_id))
                }
                Op::CallPointer { site, .. } => {
                    return Err(Failure::Internal(format!("{site}, on edge {edge_id}, is an unresolved call")));
                }
                _ => (Step::Edge(edge_id), edge.target, control.stack),
            };
            out.push((step, self.go(control, step, node, stack)));
        }
        Ok(())
    }

    fn push(&mut self, below: StackId, call: CallSiteId, edge: EdgeId) -> StackId {
        let top = self.stacks[below];
        let mut frames = std::iter::successors(top, |frame| self.stacks[frame.below]);
        let occurrence = frames.find(|frame| frame.call == call).map_or(0, |frame| frame.occurrence) + 1;
        let depth = top.map_or(0, |frame| frame.depth) + 1;
        let recursion = occurrence.max(top.map_or(0, |frame| frame.recursion));
        self.stacks.intern(Some(Frame { below, call, edge, depth, recursion, occurrence }))
    }

    fn go(&mut self, from: Control, step: Step, node: NodeId, stack: StackId) -> ControlId {
        let specification = self.specification.next(from.specification, step, self.program);
        self.controls.intern(Control { node, stack, specification })
    }

    /// True for a control state at which nothing joins or parts: inside a basic block. One move leaves it, at most one
    /// edge enters its location, and no call, return, loop head or target is here. Every cycle of control has a state
    /// that is not plain.
    pub fn is_plain(&self, id: ControlId) -> bool {
        let control = self.controls[id];
        let node = &self.program.nodes[control.node];
        if node.loop_head || node.entering.len() != 1 || node.leaving.len() != 1 {
            return false;
        }
        let calls = |edge: EdgeId| matches!(self.program.edges[edge].op, Op::Call(_));
        !calls(node.leaving[0]) && !calls(node.entering[0]) && !self.is_target(id)
    }
}
