//! The specification, an automaton over the moves of control (the papers' observer automata; SLICE 2.2.2).
//!
//! A transition matches a step by what the program text says (a call of a function by name, a label); the automaton
//! never blocks: a step that matches nothing leaves the state as it is.

use cairn_ir::behaviour::Check;
use cairn_ir::{EdgeId, Op, PassedValues, Program, Step};

/// A state of a specification automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct SpecificationState(pub u32);

/// Pattern of a transition for a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Entering a function of this name, or passing a call of it that is not entered ([`Op::mark_call`]).
    Call(String),
    /// Passing a label of this name.
    Label(String),
    /// Undefined behaviour ([`Op::mark_check`]).
    Check(Check),
    /// Where it is not known whether there is some ([`Op::mark_doubt`]): a target that no checker confirms.
    Doubt,
}

/// A transition: in state `from`, a step that matches goes to state `to`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// Before.
    pub from: SpecificationState,
    /// The pattern.
    pub pattern: Pattern,
    /// After.
    pub to: SpecificationState,
}

/// A specification: an automaton, one of whose states is the violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    /// Its name as in the property file: `unreach-call`.
    pub name: String,
    /// Its transitions; the first that matches is taken.
    pub transitions: Vec<Transition>,
    /// Where it starts.
    pub start: SpecificationState,
    /// The violation.
    pub violation: SpecificationState,
}

impl Specification {
    /// "No function of these names is called, and no label of these names is passed."
    pub fn unreachable<'a>(
        name: &str,
        functions: impl IntoIterator<Item = &'a str>,
        labels: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let (start, violation) = (SpecificationState(0), SpecificationState(1));
        let calls = functions.into_iter().map(|f| Pattern::Call(f.to_owned()));
        let labels = labels.into_iter().map(|l| Pattern::Label(l.to_owned()));
        let transitions =
            calls.chain(labels).map(|pattern| Transition { from: start, pattern, to: violation }).collect();
        Self { name: name.to_owned(), transitions, start, violation }
    }

    /// The same, and none of these checks is violated, nor a place passed of which it is not known ([`Op::mark_doubt`]): that
    /// is a target, so that a path which gets there in the abstract only is refuted.
    #[must_use]
    pub fn and_checks(mut self, checks: &[Check]) -> Self {
        let (from, to) = (self.start, self.violation);
        let patterns = checks.iter().map(|check| Pattern::Check(*check)).chain([Pattern::Doubt]);
        self.transitions.extend(patterns.map(|pattern| Transition { from, pattern, to }));
        self
    }

    /// The default property: no call of `reach_error`, `__VERIFIER_error`, `__assert_fail` and their kin, no label
    /// `ERROR`.
    pub fn default_reachability() -> Self {
        let functions = [
            "reach_error",
            "__VERIFIER_error",
            "__assert_fail",
            "__assert",
            "__assert_rtn",
            "__assert_func",
            "__assert_perror_fail",
            "_assert",
        ];
        Self::unreachable("unreach-call", functions, ["ERROR"])
    }

    /// The state before the program's first step.
    pub fn initial(&self) -> SpecificationState {
        self.start
    }
    /// True for the violation.
    pub fn is_violated(&self, state: SpecificationState) -> bool {
        state == self.violation
    }
    /// The state after a step.
    pub fn next(&self, state: SpecificationState, step: Step, program: &Program) -> SpecificationState {
        if let Step::Edge(edge) = step
            && !matches!(program.edges[edge].op, Op::Label(_))
        {
            return state;
        }
        let found = self.transitions.iter().find(|t| t.from == state && t.pattern.matches(step, program));
        found.map_or(state, |t| t.to)
    }
    /// Whether no step of a path leads from a state to another one.
    pub fn is_unmoved(&self, state: SpecificationState, path: &[Step], program: &Program) -> bool {
        path.iter().all(|step| self.next(state, *step, program) == state)
    }

    /// The checks whose violation is one of the specification.
    pub fn checks(&self) -> Vec<Check> {
        let of = |transition: &Transition| match transition.pattern {
            Pattern::Check(check) if transition.to == self.violation => Some(check),
            _ => None,
        };
        self.transitions.iter().filter_map(of).collect()
    }

    /// The edges that violate the specification, in some state of it, where control passes them; in order.
    pub fn targets(&self, program: &Program) -> Vec<EdgeId> {
        let last = |pattern: &Pattern| self.transitions.iter().any(|t| t.to == self.violation && t.pattern == *pattern);
        let patterns: Vec<&Pattern> = self.transitions.iter().map(|t| &t.pattern).filter(|p| last(p)).collect();
        let step = |edge: EdgeId| match program.edges[edge].op {
            Op::Call(site) => Step::Enter(site, PassedValues::ALL),
            _ => Step::Edge(edge),
        };
        program.edges.ids().filter(|edge| patterns.iter().any(|p| p.matches(step(*edge), program))).collect()
    }
}

impl Pattern {
    fn matches(&self, step: Step, program: &Program) -> bool {
        match (self, step) {
            (Pattern::Call(name), Step::Enter(call, _)) => {
                program.calls[call].callee.is_some_and(|f| program.functions[f].name == *name)
            }
            (Pattern::Call(name), Step::Edge(edge)) => program.edges[edge].op.marked_call() == Some(name),
            (Pattern::Label(name), Step::Edge(edge)) => {
                matches!(&program.edges[edge].op, Op::Label(label) if label == name)
            }
            (Pattern::Check(check), Step::Edge(edge)) => program.edges[edge].op.marked_check() == Some(*check),
            (Pattern::Doubt, Step::Edge(edge)) => program.edges[edge].op.marked_doubt().is_some(),
            _ => false,
        }
    }
}
