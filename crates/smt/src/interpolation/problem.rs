//! The problem that all methods solve: a tree of groups of conjuncts, and which symbols each cut may speak about.
//!
//! Uninterpreted functions are shared everywhere, as the operations of a theory are: they stand for operations of the
//! program that are not modelled, and a predicate over them is as good as any.
//!
//! A sequence is the tree in which each node has one child. So there is one form of every method, of the check and of the
//! minimisation, and binary interpolation is the sequence of two. Children have smaller indices than their parents; the
//! last node is the root. The interpolant of a node stands for its subtree.

use crate::solver::SolverError;
use cairn_base::FastSet;
use cairn_term::{SymbolId, TermId, TermOp, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// A tree of groups. Invariant: `parent[i] > i` but for the last node, which has none.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) parts: Vec<Vec<TermId>>,
    pub(super) parent: Vec<Option<usize>>,
    /// The children of each node, ascending.
    pub(super) children: Vec<Vec<usize>>,
    /// Symbols of the interpolant of a node: names of its subtree that also occur outside it.
    pub(super) shared: Vec<BTreeSet<SymbolId>>,
}

impl Problem {
    /// The problem of some groups; `parents` as in [`super::InterpolationRequest`].
    pub(super) fn new(
        terms: &Terms,
        groups: &[TermId],
        parents: Option<&[Option<usize>]>,
    ) -> Result<Problem, SolverError> {
        let last = groups.len().checked_sub(1).ok_or_else(|| SolverError("interpolation of no group".into()))?;
        let parent: Vec<Option<usize>> = match parents {
            Some(parents) => parents.to_vec(),
            None => (0..=last).map(|node| (node < last).then_some(node + 1)).collect(),
        };
        let tree = parent.len() == groups.len()
            && parent.iter().enumerate().all(|(node, parent)| match parent {
                Some(parent) => *parent > node && *parent <= last,
                None => node == last,
            });
        if !tree {
            return Err(SolverError("interpolation over what is no tree with its root last".into()));
        }
        let parts = groups.iter().map(|group| conjuncts(terms, *group)).collect();
        Ok(Problem::of(terms, parts, parent))
    }

    fn of(terms: &Terms, parts: Vec<Vec<TermId>>, parent: Vec<Option<usize>>) -> Problem {
        let mut children = vec![Vec::new(); parts.len()];
        for (node, parent) in parent.iter().enumerate() {
            if let Some(parent) = parent {
                children[*parent].push(node);
            }
        }
        let mut problem = Problem { parts, parent, children, shared: Vec::new() };
        problem.shared = problem.vocabularies(terms);
        problem
    }

    /// The same tree with fewer conjuncts.
    pub(super) fn restricted(&self, terms: &Terms, kept: &[TermId]) -> Problem {
        let kept: FastSet<TermId> = kept.iter().copied().collect();
        let filter = |part: &Vec<TermId>| part.iter().copied().filter(|term| kept.contains(term)).collect();
        Problem::of(terms, self.parts.iter().map(filter).collect(), self.parent.clone())
    }

    /// The conjuncts that speak only about what those of `core`, a restriction of this, speak about.
    pub(super) fn about(&self, terms: &Terms, core: &Problem) -> Problem {
        let known = names(terms, &core.all());
        let filter =
            |part: &Vec<TermId>| part.iter().copied().filter(|term| names(terms, &[*term]).is_subset(&known)).collect();
        Problem::of(terms, self.parts.iter().map(filter).collect(), self.parent.clone())
    }

    fn vocabularies(&self, terms: &Terms) -> Vec<BTreeSet<SymbolId>> {
        let own: Vec<BTreeSet<SymbolId>> = self.parts.iter().map(|part| names(terms, part)).collect();
        let mut everywhere: BTreeMap<SymbolId, usize> = BTreeMap::new();
        for name in own.iter().flatten() {
            *everywhere.entry(*name).or_default() += 1;
        }
        // In how many nodes of the subtree a name occurs: children come first.
        let mut below: Vec<BTreeMap<SymbolId, usize>> = Vec::new();
        for (node, own) in own.iter().enumerate() {
            let mut counts: BTreeMap<SymbolId, usize> = own.iter().map(|name| (*name, 1)).collect();
            for child in &self.children[node] {
                for (name, count) in &below[*child] {
                    *counts.entry(*name).or_default() += count;
                }
            }
            below.push(counts);
        }
        below
            .into_iter()
            .map(|counts| counts.into_iter().filter(|(name, n)| everywhere[name] > *n).map(|(name, _)| name).collect())
            .collect()
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn root(&self) -> usize {
        self.parts.len() - 1
    }

    /// The nodes of the subtree of a node, itself included, ascending.
    pub(super) fn subtree(&self, node: usize) -> Vec<usize> {
        let mut inside = vec![node];
        let mut at = 0;
        while at < inside.len() {
            inside.extend_from_slice(&self.children[inside[at]]);
            at += 1;
        }
        inside.sort_unstable();
        inside
    }

    pub(super) fn all(&self) -> Vec<TermId> {
        let mut all: Vec<TermId> = self.parts.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

pub(super) fn names(terms: &Terms, roots: &[TermId]) -> BTreeSet<SymbolId> {
    terms.symbols_of(roots).into_iter().collect()
}

/// The conjuncts of a term. Unlike `Terms::conjuncts` this leaves negated disjunctions alone, so it makes no terms.
pub(super) fn conjuncts(terms: &Terms, root: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen: FastSet<TermId> = FastSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            TermOp::And => stack.extend(terms.get(term).args.iter().rev()),
            TermOp::Bool(true) => {}
            _ => found.push(term),
        }
    }
    found
}
