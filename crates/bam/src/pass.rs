//! What the results of a block mean outside: expand at the end of a block, rebuild where a function returns (BAM 2.4.5,
//! 3.3.3), each result put behind the gate once.
//!
//! A gate may be passed many times: results that were read before are there already, and those of a later round, or of
//! an end that a merge has weakened, are added. What is behind a gate goes only when the gate, or a state before it, is
//! cut.

use crate::engine::Engine;
use crate::memo::{EntryId, Passage, Read};
use cairn_cpa::explore::LeftOut;
use cairn_cpa::{ArgId, ControlId, Failure, Move, PathChecker, Reduce, Res, Scope};
use smallvec::SmallVec;
use std::collections::BTreeMap;

impl<C: Reduce, K: PathChecker + ?Sized> Engine<'_, '_, '_, C, K> {
    /// Puts what the results of an entry mean outside behind a gate; those that were read before are there already.
    pub(crate) fn pass(&mut self, parent: EntryId, gate: ArgId, source: EntryId, settled: bool) -> Res<()> {
        self.put_aside();
        let arg = self.entries[parent].graph.arg();
        // A gate that waits is passed when its turn comes.
        let Some(state) = arg.state(gate).filter(|_| !arg.is_waiting(gate)).cloned() else { return Ok(()) };
        let (serial, precision, control) = (arg.serial(gate), arg.precision(gate), arg.control(gate));
        let new = Passage { serial, state: state.clone(), precision, source, settled, read: BTreeMap::new() };
        let mut passage = self.entries[parent].passages.remove(&gate).unwrap_or(new.clone());
        if passage.serial != serial || passage.state != state || passage.precision != precision {
            passage = new;
        }
        let arg = self.entries[parent].graph.arg();
        passage.read.retain(|_, reads| {
            reads.retain(|read| read.child.is_none_or(|(id, serial)| arg.is_alive(id) && arg.serial(id) == serial));
            !reads.is_empty()
        });
        (passage.source, passage.settled) = (source, settled);
        let result = self.read(parent, gate, &state, control, &mut passage);
        self.entries[parent].passages.insert(gate, passage);
        result
    }

    /// Reads the ends of an entry that were not read.
    fn read(
        &mut self,
        parent: EntryId,
        gate: ArgId,
        state: &C::State,
        control: ControlId,
        passage: &mut Passage<C::State>,
    ) -> Res<()> {
        let source = passage.source;
        let graph = &self.entries[source].graph;
        let mut ends: Vec<(ArgId, u32, C::State, ControlId)> = Vec::new();
        for end in graph.ends() {
            let (arg, serial) = (graph.arg(), graph.arg().serial(end));
            if let Some(out) = arg.state(end)
                && !passage.has_read(source, serial, out)
            {
                ends.push((end, serial, out.clone(), arg.control(end)));
            }
        }
        let (partition, block) = (self.partition.clone(), self.entries[source].block);
        let depth = self.exploration.controls().depth(control);
        let scope = Self::scope(self.program, &partition, block, depth);
        self.activate(parent);
        for (end, serial, out, at) in ends {
            self.budget.tick()?;
            let reads = passage.read.get(&(source, serial)).map(SmallVec::as_slice);
            let widened = self.widened_result(reads, &out, passage.precision)?;
            let child = match self.outside(gate, state, control, widened.as_ref().unwrap_or(&out), &scope) {
                Ok(Some(state)) => {
                    let at = self.exploration.controls().get(at);
                    let to = self.exploration.controls_mut().beside(control, at.node, at.specification);
                    let child = self.exploration.pass(gate, state, to)?;
                    if !self.exploration.arg().is_alive(gate) || self.exploration.arg().is_waiting(gate) {
                        // A merge sent the gate back or removed it: it will be passed anew.
                        return Ok(());
                    }
                    child.map(|id| (id, self.exploration.arg().serial(id)))
                }
                Ok(None) => None,
                Err(Failure::Unsupported { what, span }) => {
                    self.exploration.leave_out_at(gate, LeftOut { what, span });
                    None
                }
                Err(failure) => return Err(failure),
            };
            passage.read.entry((source, serial)).or_default().push(Read { end, state: out, widened, child });
        }
        Ok(())
    }

    /// What a state at the end of a block means outside: expand, and rebuild where a function returns.
    fn outside(
        &mut self,
        gate: ArgId,
        entry: &C::State,
        control: ControlId,
        out: &C::State,
        scope: &Scope<'_>,
    ) -> Res<Option<C::State>> {
        let expanded = self.cpa.expand(entry, out, scope, &mut self.exploration.context())?;
        if !scope.part.is_function {
            return Ok(Some(expanded));
        }
        let arg = self.exploration.arg();
        let before = arg.parent(gate).and_then(|id| Some((id, arg.state(id)?.clone(), arg.step(gate)?)));
        let Some((caller, call, step)) = before else {
            return Err(Failure::Internal(format!("{gate} enters a function, and nothing calls it")));
        };
        let from = arg.control(caller);
        let precision = self.exploration.precision(arg.precision(caller)).clone();
        let controls = self.exploration.controls();
        let (source, target) = (controls.get(from).node, controls.get(control).node);
        let (depth, is_target) = (controls.depth(from), controls.is_target(control));
        let at = Move { program: self.program, step, source, target, depth, from, to: control, is_target };
        self.cpa.rebuild(&call, entry, expanded, &precision, &at, &mut self.exploration.context())
    }
}
