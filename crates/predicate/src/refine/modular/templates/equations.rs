//! The first step: linear equations that hold of each relation, as the affine hull of its points.

use super::{Guess, Templates};
use crate::refine::modular::affine::AffineHull;
use crate::workspace::Workspace;
use cairn_cpa::{Cx, Res};
use cairn_smt::clauses::Clause;
use cairn_term::{Rational, Sort, TermId, TermValue};
use std::collections::VecDeque;

/// Points are looked for so near to the first one.
const NEAR: i128 = 1 << 13;

impl Templates<'_> {
    /// The linear equations that hold of each relation.
    pub fn equations(&mut self, workspace: &mut Workspace, cx: &mut Cx<'_>) -> Res<Option<Guess>> {
        let mut hulls: Vec<AffineHull> = self.relations.iter().map(|_| AffineHull::default()).collect();
        let mut guess: Guess = self.relations.iter().map(|_| Vec::new()).collect();
        let mut open: VecDeque<usize> = (0..self.clauses.len()).collect();
        while let Some(at) = open.pop_front() {
            let clause = &self.clauses[at];
            let Some(head) = &clause.head else { continue };
            if clause.body.iter().any(|(relation, _)| hulls[*relation].is_empty()) {
                continue;
            }
            let numbers: Vec<TermId> =
                self.numbers[head.0].clone().into_iter().map(|number| self.at(workspace, head, number)).collect();
            let mut grew = false;
            loop {
                let mut query = self.premises(workspace, clause, &guess);
                if !hulls[head.0].is_empty() {
                    let known: Vec<TermId> =
                        guess[head.0].clone().into_iter().map(|formula| self.at(workspace, head, formula)).collect();
                    let terms = &mut workspace.encoder.terms;
                    let all = terms.and(&known);
                    query.push(terms.not(all));
                }
                let read = |workspace: &mut Workspace| workspace.oracle.values(&workspace.encoder.terms, &numbers);
                // A point near the first one, if there is one: numbers stay small.
                let near = self.near(workspace, &hulls[head.0], &numbers);
                let mut values = None;
                if !near.is_empty() {
                    let query: Vec<TermId> = query.iter().chain(&near).copied().collect();
                    values = self.model(workspace, &query, cx, read)?.flatten();
                }
                if values.is_none() {
                    let Some(any) = self.model(workspace, &query, cx, read)? else { return Ok(None) };
                    values = any;
                }
                let Some(values) = values else { break };
                let point: Option<Vec<Rational>> = (values.iter())
                    .map(|value| match value {
                        TermValue::Int(number) => Some(Rational::from(*number)),
                        _ => None,
                    })
                    .collect();
                let Some(()) = point.and_then(|point| hulls[head.0].add(&point)) else { return Ok(None) };
                let Some(formulas) = self.formulas(workspace, head.0, &hulls[head.0]) else { return Ok(None) };
                guess[head.0] = formulas;
                grew = true;
            }
            if grew {
                let uses = |clause: &Clause| clause.body.iter().any(|(relation, _)| *relation == head.0);
                let again = (0..self.clauses.len()).filter(|other| uses(&self.clauses[*other]));
                for other in again.collect::<Vec<_>>() {
                    if !open.contains(&other) {
                        open.push_back(other);
                    }
                }
            }
        }
        Ok(Some(guess))
    }

    /// That numbers are near a hull's first point.
    fn near(&self, workspace: &mut Workspace, hull: &AffineHull, numbers: &[TermId]) -> Vec<TermId> {
        let terms = &mut workspace.encoder.terms;
        let mut near = Vec::new();
        for (number, first) in numbers.iter().zip(hull.origin().unwrap_or_default()) {
            let Some(first) = first.whole() else { continue };
            let (low, high) = (terms.int(first - NEAR), terms.int(first + NEAR));
            near.extend([terms.le(low, *number), terms.le(*number, high)]);
        }
        near
    }

    fn formulas(&self, workspace: &mut Workspace, relation: usize, hull: &AffineHull) -> Option<Vec<TermId>> {
        let terms = &mut workspace.encoder.terms;
        let mut formulas = Vec::new();
        for (factors, constant) in hull.equations()? {
            let mut sum = terms.number(constant, Sort::Int);
            for (factor, number) in factors.iter().zip(&self.numbers[relation]) {
                if !factor.is_zero() {
                    let product = terms.multiple(*factor, *number);
                    sum = terms.add(sum, product);
                }
            }
            let zero = terms.int(0);
            formulas.push(terms.eq(sum, zero));
        }
        Some(formulas)
    }
}
