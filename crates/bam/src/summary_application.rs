//! The application of a block's summary at a block call: expand at the end of a block, rebuild where a function returns
//! (BAM 2.4.5, 3.3.3), each result put below the block call once.
//!
//! Summaries may be applied to a call many times: results that were read before are there already, and those of a later
//! round, or of an end that a merge has weakened, are added. What is below a call goes only when the call, or a state
//! before it, is cut.

use crate::engine::Engine;
use crate::memo::{Application, EntryId, ReadEnd};
use cairn_cpa::graph::LeftOut;
use cairn_cpa::{ArgId, ControlId, Failure, Move, Reduce, ReductionScope, Res};
use std::collections::BTreeMap;

impl<C: Reduce> Engine<'_, '_, '_, C> {
    /// Applies the summary of an entry: puts what its results mean outside below a block call. Those that were read before
    /// are there already.
    pub(crate) fn apply(&mut self, parent: EntryId, call: ArgId, source: EntryId, settled: bool) -> Res<()> {
        self.suspend();
        let arg = self.entries[parent].graph.arg();
        // For a call that waits this is done when its turn comes.
        let Some(state) = arg.state(call).filter(|_| !arg.is_waiting(call)).cloned() else { return Ok(()) };
        let (serial, precision, control) = (arg.serial(call), arg.precision(call), arg.control(call));
        let new = Application { serial, state: state.clone(), precision, source, settled, read: BTreeMap::new() };
        let mut application = self.entries[parent].applications.remove(&call).unwrap_or(new.clone());
        if application.serial != serial || application.state != state || application.precision != precision {
            application = new;
        }
        let arg = self.entries[parent].graph.arg();
        application.read.retain(|_, reads| {
            reads.retain(|read| read.child.is_none_or(|(id, serial)| arg.is_alive(id) && arg.serial(id) == serial));
            !reads.is_empty()
        });
        (application.source, application.settled) = (source, settled);
        let result = self.read(parent, call, &state, control, &mut application);
        self.entries[parent].applications.insert(call, application);
        result
    }

    /// Reads the ends of an entry that were not read.
    fn read(
        &mut self,
        parent: EntryId,
        call: ArgId,
        state: &C::State,
        control: ControlId,
        application: &mut Application<C::State>,
    ) -> Res<()> {
        let source = application.source;
        let graph = &self.entries[source].graph;
        let mut ends: Vec<(ArgId, u32, C::State, ControlId)> = Vec::new();
        for end in graph.ends() {
            let (arg, serial) = (graph.arg(), graph.arg().serial(end));
            if let Some(out) = arg.state(end)
                && !application.has_read(source, serial, out)
            {
                ends.push((end, serial, out.clone(), arg.control(end)));
            }
        }
        let (partition, block) = (self.partition.clone(), self.entries[source].block);
        let depth = self.exploration.controls().depth(control);
        let scope = Self::scope(self.exploration.program, &partition, block, depth);
        self.activate(parent);
        for (end, serial, out, at) in ends {
            self.exploration.budget.tick()?;
            let widened = self.widened_result(application, (serial, at), &out)?;
            let child = match self.outside(call, state, control, widened.as_ref().unwrap_or(&out), &scope) {
                Ok(Some(state)) => {
                    let at = self.exploration.controls().get(at);
                    let to = self.exploration.controls_mut().beside(control, at.node, at.specification);
                    let child = self.exploration.add_behind(call, state, to)?;
                    if !self.exploration.arg().is_alive(call) || self.exploration.arg().is_waiting(call) {
                        // A merge sent the call back or removed it: it will be looked at again.
                        return Ok(());
                    }
                    child.map(|id| (id, self.exploration.arg().serial(id)))
                }
                Ok(None) => None,
                Err(Failure::Unsupported { what, span }) => {
                    self.exploration.leave_out(call, LeftOut { what, span });
                    None
                }
                Err(failure) => return Err(failure),
            };
            application.read.entry((source, serial)).or_default().push(ReadEnd { end, at, state: out, widened, child });
        }
        Ok(())
    }

    /// Meaning of a state at the end of a block outside: expand, and rebuild where a function returns.
    fn outside(
        &mut self,
        call: ArgId,
        entry: &C::State,
        control: ControlId,
        out: &C::State,
        scope: &ReductionScope<'_>,
    ) -> Res<Option<C::State>> {
        let expanded = self.cpa.expand(entry, out, scope, &mut self.exploration.context())?;
        if !scope.part.is_function {
            return Ok(Some(expanded));
        }
        let arg = self.exploration.arg();
        let before = arg.parent(call).and_then(|id| Some((id, arg.state(id)?.clone(), arg.step(call)?)));
        let Some((caller, before_call, step)) = before else {
            return Err(Failure::Internal(format!("{call} enters a function, and nothing calls it")));
        };
        let from = arg.control(caller);
        let precision = self.exploration.precision(arg.precision(caller)).clone();
        let controls = self.exploration.controls();
        let (source, target) = (controls.get(from).node, controls.get(control).node);
        let (depth, is_target) = (controls.depth(from), controls.is_target(control));
        let at = Move { program: self.exploration.program, step, source, target, depth, from, to: control, is_target };
        self.cpa.rebuild(&before_call, entry, expanded, &precision, &at, &mut self.exploration.context())
    }
}
