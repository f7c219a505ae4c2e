//! The cut of a graph at a refinement (BAM 2.3, SLICE 2.5): what is below a state is removed and explored anew with a finer
//! precision; a target that cannot be refuted is given up.

use crate::arg::{ArgId, PrecisionId};
use crate::context::Res;
use crate::explore::Exploration;
use crate::refinement::Refine;
use crate::result::Reason;
use std::collections::BTreeMap;
use std::rc::Rc;

impl<C: Refine> Exploration<'_, '_, C> {
    /// Removes what is below a state, and lets the state be expanded again with a precision: the given one joined with
    /// those of the removed states, so that nothing learnt below is lost and precisions only grow.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn cut_at(&mut self, at: ArgId, precision: C::Precision) -> Res<()> {
        let mut new = precision;
        // Orphans of the cut are placed with the precisions they have; only then may waiting states get finer ones.
        for removed in self.cut_below(at)? {
            new = self.cpa.join_precision(&new, &self.precisions[removed]);
        }
        self.run.precision_size = self.run.precision_size.max(self.cpa.precision_size(&new) as u64);
        let id = self.add_precision(new);
        self.graph.arg.set_precision(at, id);
        self.graph.left_out.remove(&at);
        self.wait(at);
        Ok(())
    }

    /// Joins an increment to the precisions of the states that wait and are wanted.
    pub fn share(&mut self, increment: &C::Precision, is_wanted: impl Fn(ArgId) -> bool) {
        let mut finer: BTreeMap<PrecisionId, PrecisionId> = BTreeMap::new();
        for id in self.graph.waitlist.ids(&self.graph.arg).into_iter().filter(|id| is_wanted(*id)) {
            let old = self.graph.arg.precision(id);
            let precisions = &mut self.precisions;
            let new = *finer.entry(old).or_insert_with(|| {
                let joined = self.cpa.join_precision(&precisions[old], increment);
                if joined == *precisions[old] { old } else { precisions.push(Rc::new(joined)) }
            });
            self.graph.arg.set_precision(id, new);
        }
    }

    /// Lets a target be looked at again that a cut has not removed.
    pub fn wait_target(&mut self, id: ArgId) {
        let arg = &self.graph.arg;
        let is_open = arg.is_alive(id) && arg.is_target(id) && !arg.is_given_up(id);
        if is_open && !self.graph.targets.contains(&id) {
            self.graph.targets.insert(0, id);
        }
    }

    /// Leaves a target as it is, with the reason why TRUE is gone. What is on the path to it covers nothing any more.
    ///
    /// # Errors
    /// Those of the analysis.
    pub fn give_up_target(&mut self, target: ArgId, reason: Reason) -> Res<()> {
        self.isolate_path(target)?;
        self.graph.arg.give_up(target);
        self.graph.given_up.insert(target, reason);
        Ok(())
    }
}
