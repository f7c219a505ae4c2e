//! Predicate abstraction of a block (LBE II-B): the strongest conjunction (Cartesian) or Boolean combination (Boolean)
//! of the predicates that holds after all paths of the block, from all states of the abstraction at its start.
//!
//! No predicate needs new symbols: a predicate *after* the block is, by substitution, a formula over the block's *start*
//! (its image). So much is decided without a solver: an image that folds to a constant, an image that is itself a
//! predicate whose truth the abstraction at the start fixes. What is left is asked in three rounds on one incremental
//! solver: is the block feasible at all; which images have one value only (Cartesian); which combinations of the others
//! occur ([`super::enumerate`]). A model answers for all images that it gives another value than the models before. For
//! Boolean abstraction, models are first forbidden one by one: mostly there are few, and then nothing else is asked.
//!
//! Results are remembered by (abstraction, path formula, predicates).

use super::enumerate::{Enumeration, Literal};
use super::history::AbstractionId;
use super::options::Kind;
use super::oracle::Possible;
use super::predicates::{PredicateId, canonical};
use super::region::Region;
use super::state::PredicateState;
use super::workspace::Workspace;
use cairn_cpa::{Cx, Res};
use cairn_formula::PathFormula;
use cairn_smt::work::{ABSTRACTION, BLOCK};
use cairn_term::{Sort, TermId};

/// So many combinations count as few.
const FEW: usize = 1_500;

/// An image that is not decided yet, with the predicates that it is the image of, up to negation.
struct Image {
    /// A Boolean symbol that stands for it in the solver's questions.
    term: TermId,
    /// What it is.
    means: TermId,
    predicates: Vec<(PredicateId, bool)>,
    seen: [bool; 2],
    /// The solver did not know.
    loose: bool,
}

impl Workspace {
    /// The abstraction of a block; `None` when no execution goes through it.
    pub(super) fn abstract_block(
        &mut self,
        start: &PredicateState,
        path: &PathFormula,
        predicates: Vec<PredicateId>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<AbstractionId>> {
        // A block that assumes nothing more than was known where it starts has an execution, as its start has one.
        let assumes = path.condition != start.start;
        let key = (start.abstraction, assumes, self.history.path(path), predicates);
        if let Some(known) = self.abstractions.get(&key) {
            cx.statistics.add("predicate-abstractions-cached", 1);
            return Ok(*known);
        }
        cx.statistics.add("predicate-abstractions", 1);
        let region = self.region_after(start.abstraction, path, assumes, &key.3, cx)?;
        let result = region.map(|region| self.abstraction_of(region));
        self.abstractions.insert(key, result);
        Ok(result)
    }

    fn region_after(
        &mut self,
        start: AbstractionId,
        path: &PathFormula,
        assumes: bool,
        predicates: &[PredicateId],
        cx: &mut Cx<'_>,
    ) -> Res<Option<Region>> {
        let before = self.region(start)?;
        let mut result = self.regions.constant(true);
        let mut images: Vec<Image> = Vec::new();
        for predicate in predicates.iter().copied() {
            let Some(term) = self.predicates.term(predicate) else { continue };
            let image = self.encoder.apply(term, path);
            if let Some(value) = self.decided(image, &before)? {
                let literal = self.regions.literal(predicate, value)?;
                result = self.regions.and(&result, &literal)?;
                continue;
            }
            let (term, positive) = canonical(&mut self.encoder, image);
            match images.iter_mut().find(|image| image.means == term) {
                Some(image) => image.predicates.push((predicate, positive)),
                None => {
                    images.push(Image {
                        term: self.stand_in(images.len()),
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
        let formula = self.formula(start)?;
        let mut roots = vec![formula, path.condition];
        roots.extend(images.iter().map(|image| image.means));
        let facts = self.encoder.facts(&roots);
        self.oracle.push()?;
        for term in [formula, path.condition, facts] {
            self.oracle.assert(&self.encoder.terms, term)?;
        }
        for image in &images {
            let definition = self.encoder.terms.eq(image.term, image.means);
            self.oracle.assert(&self.encoder.terms, definition)?;
        }
        let after = self.combine(result, &mut images, cx)?;
        self.oracle.pop()?;
        Ok(after)
    }

    /// A Boolean symbol for the image with a number. Questions about combinations of images are asked in these: a solver
    /// simplifies what is asserted again and again, and reads a symbol's value without evaluating a term.
    fn stand_in(&mut self, number: usize) -> TermId {
        while self.stand_ins.len() <= number {
            let name = format!("image {}", self.stand_ins.len());
            self.stand_ins.push(self.encoder.terms.symbol(name, Sort::Bool));
        }
        self.stand_ins[number]
    }

    /// The value of an image that needs no solver.
    fn decided(&mut self, image: TermId, before: &Region) -> Res<Option<bool>> {
        if let Some(value) = self.encoder.terms.as_bool(image) {
            return Ok(Some(value));
        }
        let (term, positive) = canonical(&mut self.encoder, image);
        let Some(predicate) = self.predicates.find(term) else { return Ok(None) };
        for value in [true, false] {
            let literal = self.regions.literal(predicate, value)?;
            if self.regions.implies(before, &literal)? {
                return Ok(Some(value == positive));
            }
        }
        Ok(None)
    }

    /// The three rounds, with the block asserted.
    fn combine(&mut self, mut result: Region, images: &mut Vec<Image>, cx: &mut Cx<'_>) -> Res<Option<Region>> {
        let terms: Vec<TermId> = images.iter().map(|image| image.term).collect();
        match self.oracle.check(&self.encoder.terms, &[], BLOCK, cx)? {
            Possible::No => return Ok(None),
            Possible::Yes => note(images, &self.oracle.truth(&self.encoder.terms, &terms)?),
            Possible::Unknown => {}
        }
        if self.options.abstraction == Kind::Boolean
            && images.iter().any(|image| image.seen != [false; 2])
            && let Some(all) = self.few_combinations(images, cx)?
        {
            return self.regions.and(&result, &all).map(Some);
        }
        for index in 0..images.len() {
            result = self.decide(index, images, &terms, result, cx)?;
        }
        images.retain(|image| !image.loose && image.seen == [true; 2]);
        if self.options.abstraction == Kind::Cartesian || images.len() < 2 {
            return Ok(Some(result));
        }
        let most = self.options.most_combined;
        if images.len() > most {
            cx.statistics.add("predicate-combinations-cut", 1);
            images.truncate(most);
        }
        let combined = self.combinations(images, cx)?;
        let result = self.regions.and(&result, &combined)?;
        Ok((result != self.regions.constant(false)).then_some(result))
    }

    /// Whether an image has one value only.
    fn decide(
        &mut self,
        index: usize,
        images: &mut [Image],
        terms: &[TermId],
        mut result: Region,
        cx: &mut Cx<'_>,
    ) -> Res<Region> {
        for value in [true, false] {
            if images[index].seen[usize::from(value)] || images[index].loose {
                continue;
            }
            let literal = if value { terms[index] } else { self.encoder.terms.not(terms[index]) };
            match self.oracle.check(&self.encoder.terms, &[literal], ABSTRACTION, cx)? {
                Possible::Yes => note(images, &self.oracle.truth(&self.encoder.terms, terms)?),
                Possible::Unknown => images[index].loose = true,
                Possible::No => {
                    // The other value it is, in all models; say so, which helps the questions to come.
                    let negation = self.encoder.terms.not(literal);
                    self.oracle.assert(&self.encoder.terms, negation)?;
                    for (predicate, positive) in images[index].predicates.clone() {
                        let literal = self.regions.literal(predicate, positive != value)?;
                        result = self.regions.and(&result, &literal)?;
                    }
                    images[index].loose = true;
                }
            }
        }
        Ok(result)
    }

    /// All combinations, when they are few: each model is forbidden, until there is none.
    fn few_combinations(&mut self, images: &[Image], cx: &mut Cx<'_>) -> Res<Option<Region>> {
        let literals = self.literals(images)?;
        let terms: Vec<TermId> = images.iter().map(|image| image.term).collect();
        let mut found = self.regions.constant(false);
        // The last question was answered with the first model.
        let mut model: Vec<bool> = images.iter().map(|image| image.seen[1]).collect();
        self.oracle.push()?;
        let mut complete = false;
        for _ in 0..FEW {
            let (mut cube, mut differs) = (self.regions.constant(true), Vec::new());
            for (value, (term, pair)) in model.iter().zip(&literals) {
                cube = self.regions.and(&cube, &pair[usize::from(*value)])?;
                differs.push(if *value { self.encoder.terms.not(*term) } else { *term });
            }
            found = self.regions.or(&found, &cube)?;
            let other = self.encoder.terms.or(&differs);
            self.oracle.assert(&self.encoder.terms, other)?;
            match self.oracle.check(&self.encoder.terms, &[], ABSTRACTION, cx)? {
                Possible::Yes => model = self.oracle.truth(&self.encoder.terms, &terms)?,
                Possible::No => {
                    complete = true;
                    break;
                }
                Possible::Unknown => break,
            }
        }
        self.oracle.pop()?;
        Ok(complete.then_some(found))
    }

    /// Which combinations of the images occur.
    fn combinations(&mut self, images: &[Image], cx: &mut Cx<'_>) -> Res<Region> {
        let literals = self.literals(images)?;
        Enumeration::new(self, literals, ABSTRACTION).run(cx)
    }

    /// For each image what its being false and true says of the predicates.
    fn literals(&mut self, images: &[Image]) -> Res<Vec<Literal>> {
        let mut literals = Vec::new();
        for image in images {
            let mut pair = [self.regions.constant(true), self.regions.constant(true)];
            for (predicate, positive) in &image.predicates {
                for value in [false, true] {
                    let literal = self.regions.literal(*predicate, *positive == value)?;
                    pair[usize::from(value)] = self.regions.and(&pair[usize::from(value)], &literal)?;
                }
            }
            literals.push((image.term, pair));
        }
        Ok(literals)
    }
}

/// Notes the values that a model gives to the images.
fn note(images: &mut [Image], truth: &[bool]) {
    for (image, value) in images.iter_mut().zip(truth) {
        image.seen[usize::from(*value)] = true;
    }
}
