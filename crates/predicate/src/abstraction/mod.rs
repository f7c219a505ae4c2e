//! Predicate abstraction of a block (LBE II-B): the strongest conjunction (Cartesian) or Boolean combination (Boolean)
//! of the predicates that holds after all paths of the block, from all states of the abstraction at its start; or, between the two, the
//! conjunction of the combinations of clusters of predicates. That is above the Boolean one: each model has a combination in each cluster.
//!
//! No predicate needs new symbols: a predicate *after* the block is, by substitution, a formula over the block's *start*
//! (its image). So much is decided without a solver: an image that folds to a constant, an image that is itself a
//! predicate whose truth the abstraction at the start fixes. What is left is asked in three rounds on one incremental
//! solver: is the block feasible at all; which images have one value only (Cartesian); which combinations of the others
//! occur ([`images`], [`enumerate`]). A model answers for all images that it gives another value than the models before. For
//! Boolean abstraction, models are first forbidden one by one: mostly there are few, and then nothing else is asked.
//!
//! Results are remembered by (abstraction, path formula, predicates).

pub mod enumerate;
pub mod images;

use super::predicates::{PredicateId, canonical};
use super::state::PredicateState;
use super::workspace::Workspace;
use super::workspace::decision_diagram::PredicateRegion;
use super::workspace::history::{AbstractionId, PathId};
use cairn_base::FastMap;
use cairn_cpa::{Cx, Res};
use cairn_formula::PathFormula;
use cairn_term::{Sort, TermId};
use images::Image;

/// The question that a block's abstraction answers: where from, whether anything is assumed, along which paths, in which
/// predicates.
type BlockKey = (AbstractionId, bool, PathId, Vec<PredicateId>);

/// The abstractions of blocks found so far.
#[derive(Default)]
pub struct Abstractions {
    known: FastMap<BlockKey, Option<AbstractionId>>,
    /// Boolean symbols that stand for images of predicates within one abstraction.
    stand_ins: Vec<TermId>,
}

impl Abstractions {
    /// The abstraction of a block; `None` when no execution goes through it.
    pub fn of_block(
        &mut self,
        workspace: &mut Workspace,
        start: &PredicateState,
        path: &PathFormula,
        predicates: Vec<PredicateId>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<AbstractionId>> {
        // A block that assumes nothing more than was known where it starts has an execution, as its start has one.
        let assumes = path.condition != start.start;
        let key = (start.abstraction, assumes, workspace.history.path(path), predicates);
        if let Some(known) = self.known.get(&key) {
            cx.statistics.add("predicate-abstractions-cached", 1);
            return Ok(*known);
        }
        cx.statistics.add("predicate-abstractions", 1);
        let region = self.region_after(workspace, start.abstraction, path, assumes, &key.3, cx)?;
        let result = region.map(|region| workspace.abstraction_of(region, cx.program));
        self.known.insert(key, result);
        Ok(result)
    }

    fn region_after(
        &mut self,
        workspace: &mut Workspace,
        start: AbstractionId,
        path: &PathFormula,
        assumes: bool,
        predicates: &[PredicateId],
        cx: &mut Cx<'_>,
    ) -> Res<Option<PredicateRegion>> {
        let before = workspace.region(start)?;
        let mut result = workspace.regions.constant(true);
        let mut images: Vec<Image> = Vec::new();
        for predicate in predicates.iter().copied() {
            let Some(term) = workspace.predicates.term(predicate) else { continue };
            let image = workspace.encoder.apply(term, path);
            if let Some(value) = decided(workspace, image, &before)? {
                let literal = workspace.regions.literal(predicate, value)?;
                result = workspace.regions.and(&result, &literal)?;
                continue;
            }
            let (term, positive) = canonical(&mut workspace.encoder, image);
            match images.iter_mut().find(|image| image.means == term) {
                Some(image) => image.predicates.push((predicate, positive)),
                None => {
                    images.push(Image {
                        term: self.stand_in(workspace, images.len()),
                        means: term,
                        predicates: vec![(predicate, positive)],
                        seen: [false; 2],
                        loose: false,
                    });
                }
            }
        }
        if images.is_empty() && !assumes {
            return Ok(Some(result));
        }
        let formula = workspace.formula(start)?;
        let mut roots = vec![formula, path.condition];
        roots.extend(images.iter().map(|image| image.means));
        let facts = workspace.encoder.facts(&roots);
        workspace.oracle.push()?;
        for term in [formula, path.condition, facts] {
            workspace.oracle.assert(&workspace.encoder.terms, term)?;
        }
        for image in &images {
            let definition = workspace.encoder.terms.eq(image.term, image.means);
            workspace.oracle.assert(&workspace.encoder.terms, definition)?;
        }
        let after = images::combined(workspace, result, &mut images, cx)?;
        workspace.oracle.pop()?;
        Ok(after)
    }

    /// A Boolean symbol for the image with a number. Questions about combinations of images are asked in these: a solver
    /// simplifies what is asserted again and again, and reads a symbol's value without evaluating a term.
    fn stand_in(&mut self, workspace: &mut Workspace, number: usize) -> TermId {
        while self.stand_ins.len() <= number {
            let name = format!("image {}", self.stand_ins.len());
            self.stand_ins.push(workspace.encoder.terms.symbol(name, Sort::Bool));
        }
        self.stand_ins[number]
    }
}

/// The value of an image that needs no solver.
fn decided(workspace: &mut Workspace, image: TermId, before: &PredicateRegion) -> Res<Option<bool>> {
    if let Some(value) = workspace.encoder.terms.as_bool(image) {
        return Ok(Some(value));
    }
    let (term, positive) = canonical(&mut workspace.encoder, image);
    let Some(predicate) = workspace.predicates.find(term) else { return Ok(None) };
    for value in [true, false] {
        let literal = workspace.regions.literal(predicate, value)?;
        if workspace.regions.implies(before, &literal)? {
            return Ok(Some(value == positive));
        }
    }
    Ok(None)
}
