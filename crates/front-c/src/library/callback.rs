//! Functions that are called back by the library, at times of its own choosing.
//!
//! Which comparisons `qsort` makes is not specified, and the prelude's sort makes those of its own. For a comparison
//! without effects that shows nowhere. Where one has an effect, a branch that is not modelled stands beside the sort: a
//! violation that is found is one, but there is no proof.

use crate::lower::Lower;
use cairn_base::id::Id;
use cairn_base::{FastSet, Span};
use cairn_ir::any_reachable;
use cairn_ir::{EdgeId, FunctionId, NodeId, NondetSource, Op, PlaceId, PlaceKind, VarKind};

impl Lower<'_> {
    /// Marks where calls begin of which the program does not know which there are.
    pub(super) fn unspecified_calls(&mut self, span: Span) {
        if self.dead() {
            return;
        }
        let first = EdgeId::from_index(self.program.edges.len());
        let name = self.program.functions[self.fun.id].name.clone();
        let other = self.any_of(self.basic.bool_, NondetSource::Undefined(name.clone()), span);
        let (yes, no) = (self.node(), self.node());
        self.branch(other, yes, no, span);
        self.resume(yes);
        self.unsupported(format!("which comparisons '{name}' makes, of those that have effects"), span);
        self.resume(no);
        self.environment.unspecified_calls.push(first);
    }

    /// Takes the marks away where nothing that may be called has an effect.
    pub fn settle_unspecified_calls(&mut self) {
        let marks = std::mem::take(&mut self.environment.unspecified_calls);
        if marks.is_empty() {
            return;
        }
        let arguments: FastSet<usize> = marks.iter().flat_map(|mark| self.calls_back(*mark)).collect();
        // A cast lets a function be called with more arguments than it takes.
        let may_be_called =
            self.program.functions.iter_ids().filter(|(_, function)| {
                function.address_taken && arguments.iter().any(|n| function.params.len() <= *n)
            });
        let mut seen = FastSet::default();
        let roots: Vec<FunctionId> = may_be_called.map(|(id, _)| id).collect();
        if roots.into_iter().any(|function| self.has_effects(function, &mut seen)) {
            return;
        }
        for mark in marks {
            // The choice, and the branch on it.
            let choice = self.program.edges[mark].target;
            self.program.edges[mark].op = Op::Skip;
            let never = self.int_constant(0, self.basic.int);
            for edge in self.program.nodes[choice].leaving.clone() {
                let Op::Assume { truth, .. } = self.program.edges[edge].op else { continue };
                self.program.edges[edge].op = if truth { Op::Assume { cond: never, truth: true } } else { Op::Skip };
            }
        }
    }

    /// Numbers of arguments of the calls through pointers in the function of an edge.
    fn calls_back(&self, edge: EdgeId) -> Vec<usize> {
        let function = self.program.nodes[self.program.edges[edge].source].function;
        let of_function = |node: NodeId| self.program.nodes[node].function == function;
        let edges = self.program.edges.iter().filter(|edge| of_function(edge.source));
        let calls = edges.filter_map(|edge| match edge.op {
            Op::CallPointer { site, .. } => Some(self.program.calls[site].args.len()),
            _ => None,
        });
        calls.collect()
    }

    /// True when a call of a function may show elsewhere than in its result.
    fn has_effects(&self, function: FunctionId, seen: &mut FastSet<FunctionId>) -> bool {
        if !seen.insert(function) {
            return false;
        }
        let Some(body) = self.program.functions[function].body else { return true };
        any_reachable([body.entry], |node, open| {
            for edge in &self.program.nodes[node].leaving {
                let edge = &self.program.edges[*edge];
                open.push(edge.target);
                let effect = match &edge.op {
                    Op::Skip | Op::Declare { .. } | Op::EndScope(_) | Op::Assume { .. } => false,
                    Op::Assign { place, .. } | Op::Havoc { place, .. } => !self.is_own(*place),
                    Op::Call(site) => match self.program.calls[*site].callee {
                        Some(callee) => self.has_effects(callee, seen),
                        None => true,
                    },
                    // Labels are what some properties ask for.
                    Op::Label(_) | Op::CallPointer { .. } | Op::Intrinsic { .. } | Op::Halt | Op::Unsupported(_) => {
                        true
                    }
                };
                if effect {
                    return true;
                }
            }
            false
        })
    }

    /// True when a place is in a variable of the function's own.
    fn is_own(&self, mut place: PlaceId) -> bool {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(var) => {
                    return !matches!(self.program.vars[var].kind, VarKind::Static | VarKind::StringLiteral);
                }
                PlaceKind::Deref(_) => return false,
                PlaceKind::Field(of, _) | PlaceKind::Index(of, _) => place = of,
            }
        }
    }
}
