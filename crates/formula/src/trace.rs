//! The steps that a path formula stands for: a list that branches where formulas were joined. Shared between formulas,
//! and as long as a path, so it is dropped without recursion.

use cairn_ir::Step;
use cairn_term::TermId;
use std::sync::Arc;

/// The steps of the paths that a formula stands for, the last first.
#[derive(Clone, Default)]
pub struct FormulaTrace(Option<Arc<Node>>);

enum Node {
    /// `inputs`: how many there were before the step.
    Step {
        step: Step,
        inputs: u32,
        before: FormulaTrace,
    },
    Join {
        guard: TermId,
        then: FormulaTrace,
        otherwise: FormulaTrace,
    },
}

impl FormulaTrace {
    /// No step.
    pub const fn new() -> Self {
        Self(None)
    }
    /// One step more, after so many inputs.
    pub fn then(&self, step: Step, inputs: u32) -> Self {
        Self(Some(Arc::new(Node::Step { step, inputs, before: self.clone() })))
    }
    /// One of two, decided by a guard over the terms of the formula.
    pub fn join(guard: TermId, then: &FormulaTrace, otherwise: &FormulaTrace) -> Self {
        Self(Some(Arc::new(Node::Join { guard, then: then.clone(), otherwise: otherwise.clone() })))
    }
    /// The same choice between the steps of other paths; `None` when this is no choice.
    pub(crate) fn choosing(&self, then: &FormulaTrace, otherwise: &FormulaTrace) -> Option<Self> {
        match self.0.as_deref()? {
            Node::Join { guard, .. } => Some(Self::join(*guard, then, otherwise)),
            Node::Step { .. } => None,
        }
    }

    /// The steps, first to last, of the path that the guards' values choose; an unknown guard is taken as false.
    pub fn steps(&self, guard_holds: &dyn Fn(TermId) -> Option<bool>) -> Vec<Step> {
        self.steps_with_inputs(guard_holds).into_iter().map(|(step, _)| step).collect()
    }

    /// The same, each step with the number of the first input that it made, if it made one ([`crate::Encoder::inputs`]).
    pub fn steps_with_inputs(&self, guard_holds: &dyn Fn(TermId) -> Option<bool>) -> Vec<(Step, u32)> {
        let mut steps = Vec::new();
        let mut at = self;
        while let Some(node) = &at.0 {
            match &**node {
                Node::Step { step, inputs, before } => {
                    steps.push((*step, *inputs));
                    at = before;
                }
                Node::Join { guard, then, otherwise } => {
                    at = if guard_holds(*guard) == Some(true) { then } else { otherwise };
                }
            }
        }
        steps.reverse();
        steps
    }

    /// All guards, so that a solver can be asked for their values.
    pub fn guards(&self) -> Vec<TermId> {
        let mut seen = cairn_base::FastSet::default();
        let mut guards = cairn_base::FastIndexSet::default();
        let mut stack = vec![self];
        while let Some(trace) = stack.pop() {
            let mut at = trace;
            while let Some(node) = &at.0 {
                if !seen.insert(Arc::as_ptr(node)) {
                    break;
                }
                match &**node {
                    Node::Step { before, .. } => at = before,
                    Node::Join { guard, then, otherwise } => {
                        guards.insert(*guard);
                        stack.push(otherwise);
                        at = then;
                    }
                }
            }
        }
        guards.into_iter().collect()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        let take = |node: &mut Node, waiting: &mut Vec<Arc<Node>>| match node {
            Node::Step { before, .. } => waiting.extend(before.0.take()),
            Node::Join { then, otherwise, .. } => {
                waiting.extend(then.0.take());
                waiting.extend(otherwise.0.take());
            }
        };
        take(self, &mut waiting);
        while let Some(node) = waiting.pop() {
            if let Some(mut node) = Arc::into_inner(node) {
                take(&mut node, &mut waiting);
            }
        }
    }
}

impl std::fmt::Debug for FormulaTrace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Trace")
    }
}
