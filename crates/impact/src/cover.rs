//! Covering (McMillan section 3.1, COVER and CLOSE; section 4.1, forced covering).
//!
//! A vertex is covered by an older one at the same control state whose label its own implies. When it does not, covering
//! may be *forced*: if the path from their nearest common ancestor shows that the candidate's label holds at the vertex as
//! well, the labels along that path are strengthened by interpolants until it does. For a path of one block no
//! interpolation is needed.
//!
//! Older vertices may also cover *together*: what the label allows, one of theirs does, and whichever it is, what is behind
//! it is in the unwinding. With large blocks labels are disjunctive, and later visits of a loop head are covered by the
//! union of the earlier ones long before by one (interpolation sequences of Vizel and Grumberg, FMCAD 2009).
//!
//! Order: only older vertices cover, so that two never uncover each other in turn for ever.

use crate::labels::LabelId;
use crate::options::Covering;
use crate::search::Search;
use crate::unwinding::VertexId;
use cairn_cpa::{PathChecker, Res};
use cairn_smt::Truth;

/// So many vertices at most cover another together.
const TOGETHER: usize = 16;

impl<K: PathChecker + ?Sized> Search<'_, '_, K> {
    pub(crate) fn close(&mut self, vertex: VertexId) -> Res<bool> {
        let start = std::time::Instant::now();
        let covered = self.try_to_close(vertex);
        self.run.stop += start.elapsed();
        covered
    }

    fn try_to_close(&mut self, vertex: VertexId) -> Res<bool> {
        if self.unwinding.is_excluded(vertex) {
            return Ok(true);
        }
        // The youngest of each label is as good as all.
        let candidates = self.candidates(vertex);
        let label = self.unwinding.get(vertex).label;
        for (by, other) in &candidates {
            if self.implies(label, *other)? {
                self.cover(vertex, &[*by]);
                return Ok(true);
            }
        }
        if self.options.together && candidates.len() > 1 {
            let all: Vec<VertexId> = candidates.iter().take(TOGETHER).map(|(by, _)| *by).collect();
            let labels: Vec<LabelId> = candidates.iter().take(TOGETHER).map(|(_, label)| *label).collect();
            if self.implies_one_of(label, labels)? {
                self.counters.add("impact-covered-together", 1);
                self.cover(vertex, &all);
                return Ok(true);
            }
        }
        let Covering::Forced(most) = self.options.covering else { return Ok(false) };
        for (by, other) in candidates.into_iter().take(most) {
            if self.force(vertex, by, other)? {
                self.cover(vertex, &[by]);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Vertices that may cover this one, the youngest first, one for each label.
    fn candidates(&self, vertex: VertexId) -> Vec<(VertexId, LabelId)> {
        let mut seen = cairn_base::FastSet::default();
        let mut found = Vec::new();
        let older = self.unwinding.at(self.unwinding.get(vertex).control).iter().rev().filter(|by| **by < vertex);
        for by in older {
            let candidate = self.unwinding.get(*by);
            if !candidate.lone && !self.unwinding.is_excluded(*by) && seen.insert(candidate.label) {
                found.push((*by, candidate.label));
            }
        }
        found
    }

    fn cover(&mut self, vertex: VertexId, by: &[VertexId]) {
        self.run.covered += 1;
        let orphans = self.unwinding.cover(vertex, by);
        self.reopen(&orphans);
    }

    /// Whether a covered vertex still implies what covers it.
    pub(crate) fn stands_for(&mut self, vertex: VertexId) -> Res<bool> {
        let at = self.unwinding.get(vertex);
        let labels: Vec<LabelId> = at.covered_by.iter().map(|by| self.unwinding.get(*by).label).collect();
        self.implies_one_of(at.label, labels)
    }

    /// Whether whatever a label allows is allowed by one of some others.
    fn implies_one_of(&mut self, label: LabelId, mut others: Vec<LabelId>) -> Res<bool> {
        if let [other] = others[..] {
            return self.implies(label, other);
        }
        others.sort_unstable();
        others.dedup();
        let key = (label, others);
        if let Some(known) = self.disjunctions.get(&key) {
            return Ok(*known);
        }
        let mut formulas = self.labels.conjuncts(label).to_vec();
        for other in &key.1 {
            let other = self.labels.formula(&mut self.encoder.terms, *other);
            formulas.push(self.encoder.terms.not(other));
        }
        let truth = self.queries.satisfiable(&mut self.encoder, &formulas, self.budget, self.options.cover_query())?;
        let implies = truth == Truth::Unsatisfiable;
        self.disjunctions.insert(key, implies);
        Ok(implies)
    }

    /// Whether a label implies another: by their conjuncts, then by the solver.
    pub(crate) fn implies(&mut self, label: LabelId, other: LabelId) -> Res<bool> {
        if label == other || label == self.labels.contradiction() {
            return Ok(true);
        }
        let missing = self.labels.difference(other, label);
        if missing.is_empty() {
            return Ok(true);
        }
        if label == self.labels.tautology() && other == self.labels.contradiction() {
            return Ok(false);
        }
        if let Some(known) = self.implications.get(&(label, other)) {
            return Ok(*known);
        }
        let mut formulas = self.labels.conjuncts(label).to_vec();
        let missing = self.encoder.terms.and(&missing);
        formulas.push(self.encoder.terms.not(missing));
        self.counters.add("impact-implications", 1);
        let truth = self.queries.satisfiable(&mut self.encoder, &formulas, self.budget, self.options.cover_query())?;
        let implies = truth == Truth::Unsatisfiable;
        self.implications.insert((label, other), implies);
        Ok(implies)
    }

    /// Strengthens labels so that `vertex` has the label of `by`, if the path to it allows that.
    fn force(&mut self, vertex: VertexId, by: VertexId, label: LabelId) -> Res<bool> {
        let ancestor = self.unwinding.common_ancestor(vertex, by);
        let path: Vec<VertexId> = self.unwinding.path(vertex).into_iter().skip_while(|at| *at != ancestor).collect();
        // What holds behind one block was pushed already.
        let least = if self.options.pushing { 3 } else { 2 };
        let (Some(first), true) = (path.first(), path.len() >= least) else { return Ok(false) };
        self.counters.add("impact-forced-attempts", 1);
        let from = self.unwinding.get(*first).label;
        let forced =
            if path.len() == 2 { self.holds_behind(from, vertex, label)? } else { self.force_along(&path, label)? };
        if forced {
            self.counters.add("impact-forced", 1);
            let formula = self.labels.formula(&mut self.encoder.terms, label);
            self.strengthen_by(vertex, formula)?;
        }
        Ok(forced)
    }

    /// Whether a label holds at a vertex whenever another one holds at its parent.
    fn holds_behind(&mut self, from: LabelId, vertex: VertexId, label: LabelId) -> Res<bool> {
        let Some(end) = self.unwinding.get(vertex).end else { return Ok(false) };
        let wanted = self.labels.formula(&mut self.encoder.terms, label);
        let block = &self.blocks.end(end).formula;
        let before = self.encoder.apply(wanted, block);
        let mut formulas = self.labels.conjuncts(from).to_vec();
        formulas.push(block.condition);
        formulas.push(self.encoder.terms.not(before));
        let truth = self.queries.satisfiable(&mut self.encoder, &formulas, self.budget, self.options.cover_query())?;
        Ok(truth == Truth::Unsatisfiable)
    }

    fn force_along(&mut self, path: &[VertexId], label: LabelId) -> Res<bool> {
        let block_path = self.block_path(path);
        let cuts = path.len() - 1;
        let terms = &mut self.encoder.terms;
        let wanted = self.labels.formula(terms, label);
        let wanted = block_path.instantiate(terms, cuts, wanted);
        let goal = terms.not(wanted);
        let start = self.labels.formula(terms, self.unwinding.get(path[0]).label);
        let start = block_path.instantiate(terms, 0, start);
        let mut groups = block_path.formulas.clone();
        groups[0] = terms.and(&[start, groups[0]]);
        groups.push(goal);
        let truth = self.queries.satisfiable(&mut self.encoder, &groups, self.budget, self.options.cover_query())?;
        if truth != Truth::Unsatisfiable {
            return Ok(false);
        }
        let Ok(interpolants) = self.interpolate(&groups, None, self.options.cover_work)? else {
            return Ok(false);
        };
        // The last one is implied at the vertex itself, but its label is to be the candidate's.
        for (cut, interpolant) in interpolants.into_iter().enumerate().take(cuts - 1) {
            let plain = block_path.generalize(&mut self.encoder.terms, cut + 1, interpolant);
            self.strengthen_by(path[cut + 1], plain)?;
        }
        Ok(true)
    }
}
