//! Moves of control in the whole program, and which of what they do is shown.
//!
//! An adapter (slicing, SLICE 3.2) hides from the analysis below it what cannot matter. An edge is hidden as a whole: an
//! assumption says nothing then, and what the operation overwrites by name is unknown ([`effects::overwritten`]). The paper
//! leaves it as it was. An old value would contradict what analyses of the whole program know of the variable (ranges), and
//! a contradiction reads like "no execution comes here". What a hidden operation writes elsewhere stays as it was, since an
//! unknown address would make all memory unknown; of that memory no analysis assumes more than its own states say.
//!
//! Of a call each parameter is hidden by itself, and so is the result, so that a slice need not have all arguments of a call because it
//! has one. The frame is opened and closed all the same. The alternative, an edge for each parameter, needs an operation over
//! two frames, or a variable between them, which costs every engine a store for each argument.
//!
//! A hidden parameter holds any value, and so does the variable that takes a hidden result.

use crate::effects;
use crate::expr::ExprId;
use crate::ids::{EdgeId, VarId};
use crate::op::{CallSiteId, Op};
use crate::program::Program;

/// One move of control in the whole program: what a path, an execution and an abstract successor are made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Step {
    /// An edge inside a function, never a [`crate::Op::Call`].
    Edge(EdgeId),
    /// From a call's edge into the entry of the callee: parameters take the arguments, as far as they are shown.
    Enter(CallSiteId, PassedValues),
    /// From the exit of the callee to the target of the call's edge: the callee's frame is gone, then the caller's
    /// result variable takes the callee's, where the result is shown.
    Leave(CallSiteId, PassedValues),
    /// Along an edge inside a function without its operation: an adapter has hidden that from the analysis below it, because
    /// it cannot matter (slicing). An assumption says nothing, what is overwritten by name is unknown, and nothing else
    /// changes. Never on a path that is checked or executed.
    Hidden(EdgeId),
}

impl Step {
    /// The same move with all that it does to values hidden. Frames and lifetimes stay in order: a call opens a frame and a
    /// return closes it, whatever they pass, and a variable begins and ends, which reads nothing.
    pub fn hidden(self, program: &Program) -> Self {
        self.showing(PassedValues::NOTHING, program)
    }

    /// The same move with what it passes reduced to what is shown; the operation of an edge is hidden as a whole.
    pub fn showing(self, shown: PassedValues, program: &Program) -> Self {
        match self {
            Step::Edge(edge) if shown == PassedValues::NOTHING => match program.edges[edge].op {
                Op::Declare { .. } | Op::EndScope(_) => self,
                _ => Step::Hidden(edge),
            },
            Step::Enter(call, _) => Step::Enter(call, shown),
            Step::Leave(call, _) => Step::Leave(call, shown),
            other => other,
        }
    }
}

/// The parameters, or the result, that a call or a return passes as it should. What is not shown is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PassedValues(u64);

impl PassedValues {
    /// Everything.
    pub const ALL: PassedValues = PassedValues(u64::MAX);
    /// Nothing.
    pub const NOTHING: PassedValues = PassedValues(0);

    /// Some parameters, by whether each is shown. The last bit stands for all from the 64th on: they are shown together, or
    /// hidden together.
    pub fn parameters(shown: impl IntoIterator<Item = bool>) -> Self {
        let mut bits = u64::MAX;
        for (at, shown) in shown.into_iter().enumerate() {
            if !shown {
                bits &= !Self::bit(at);
            }
        }
        PassedValues(bits)
    }

    fn bit(at: usize) -> u64 {
        1 << at.min(63)
    }

    /// Whether a parameter is shown, by its position.
    pub fn shows(self, at: usize) -> bool {
        self.0 & Self::bit(at) != 0
    }

    /// True for a return whose result is shown.
    pub fn result(self) -> bool {
        self != PassedValues::NOTHING
    }

    /// The parameters of the callee, each with the caller's expression that it takes: none where it is hidden, or where too
    /// few are given, and then the parameter holds anything.
    pub fn passed(self, program: &Program, call: CallSiteId) -> impl Iterator<Item = (VarId, Option<ExprId>)> + '_ {
        let all = effects::passed(program, call).enumerate();
        all.map(move |(at, (param, arg))| (param, arg.filter(|_| self.shows(at))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::id::Id;

    #[test]
    fn many_parameters_are_hidden_together() {
        let shown = PassedValues::parameters((0..70).map(|at| at != 2 && at != 68));
        let seen: Vec<usize> = (0..70).filter(|at| !shown.shows(*at)).collect();
        assert_eq!(seen, [2, 63, 64, 65, 66, 67, 68, 69]);
        assert_eq!(PassedValues::parameters([true, true]), PassedValues::ALL);
        assert_eq!(PassedValues::parameters((0..70).map(|_| false)), PassedValues::NOTHING);
    }

    #[test]
    fn an_edge_is_hidden_as_a_whole_and_frames_and_lifetimes_stay() {
        use crate::{IntKind, MachineModel, VarKind};
        let mut program = Program::empty(MachineModel::Lp64);
        let int = program.types.int(IntKind::Int);
        let main = program.add_function("main", int);
        let body = program.add_body(main);
        let x = program.add_var("x", int, VarKind::Local, Some(main));
        let begins =
            program.add_edge(body.entry, body.exit, Op::Declare { var: x, zeroed: false }, cairn_base::Span::NONE);
        let skips = program.add_edge(body.entry, body.exit, Op::Skip, cairn_base::Span::NONE);
        assert_eq!(Step::Edge(begins).hidden(&program), Step::Edge(begins));
        assert_eq!(Step::Edge(skips).hidden(&program), Step::Hidden(skips));
        let call = CallSiteId::from_index(0);
        assert_eq!(Step::Enter(call, PassedValues::ALL).hidden(&program), Step::Enter(call, PassedValues::NOTHING));
        let one = PassedValues::parameters([true, false]);
        assert_eq!(Step::Edge(skips).showing(one, &program), Step::Edge(skips));
        assert_eq!(Step::Leave(call, PassedValues::ALL).showing(one, &program), Step::Leave(call, one));
    }
}
