//! Variables that each thread has for itself: main has the program's own, and each other instance some of its own.

use super::copies::Copies;
use super::expressions::Substitution;
use cairn_base::Span;
use cairn_ir::ids::{EdgeId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::VarKind;

impl Copies<'_> {
    fn all_thread_locals(&self) -> Vec<VarId> {
        let outside = &self.program.outside;
        outside.thread_locals.iter().copied().chain(outside.errno).collect()
    }

    pub(super) fn substitute_thread_locals(&mut self, instance: usize, substitution: &mut Substitution) {
        for var in self.all_thread_locals().into_iter().filter(|_| instance > 0) {
            let own = match self.own_of_threads.get(&(instance, var)) {
                Some(own) => *own,
                None => {
                    let variable = self.program.vars[var].clone();
                    let own = self.program.add_var(&variable.name, variable.ty, VarKind::Local, Some(self.home));
                    let made = &mut self.program.vars[own];
                    (made.address_taken, made.align, made.data, made.span) =
                        (variable.address_taken, variable.align, variable.data, variable.span);
                    self.own_of_threads.insert((instance, var), own);
                    own
                }
            };
            substitution.vars.insert(var, own);
        }
    }

    /// The first values of what an instance has for itself, as the program begins with them; where they begin.
    pub(super) fn thread_locals(&mut self, instance: usize, first: NodeId) -> NodeId {
        let like = self.nodes[&first];
        let mut substitution = self.substitution(instance);
        let mut at = first;
        for var in self.all_thread_locals() {
            let own = substitution.var(var);
            let mut ops = vec![Op::Declare { var: own, zeroed: true }];
            let inits: Vec<EdgeId> = (self.program.edges.iter_ids())
                .filter(|(_, edge)| self.program.nodes[edge.source].function == self.program.start)
                .map(|(edge, _)| edge)
                .collect();
            for edge in inits {
                match self.program.edges[edge].op.clone() {
                    op @ (Op::Assign { place, .. } | Op::Havoc { place, .. })
                        if self.program.exprs.root_variable(place) == Some(var) =>
                    {
                        ops.push(match op {
                            Op::Assign { .. } => substitution.op(self.program, &op),
                            _ => Op::Unsupported("a variable of each thread that another file defines".to_owned()),
                        });
                    }
                    _ => {}
                }
            }
            // The object goes with its thread: who follows a pointer to it then is not found.
            if self.program.vars[var].address_taken
                && self.program.outside.thread_locals.contains(&var)
                && !self.program.outside.only_threads
            {
                ops = vec![Op::Unsupported("the address of a variable that each thread has for itself".to_owned())];
            }
            for op in ops.into_iter().rev() {
                let before = self.between(like);
                self.edge(before, at, op, Span::NONE);
                at = before;
            }
        }
        at
    }
}
