//! Which values the images of predicates have together, in all models of a block.
//!
//! The block is asserted already. The rounds are those of [`super`]: feasible at all, one value only, combinations.

use super::enumerate::{CubeEnumeration, Literal};
use crate::options::AbstractionKind;
use crate::predicates::PredicateId;
use crate::workspace::Workspace;
use crate::workspace::decision_diagram::PredicateRegion;
use crate::workspace::oracle::Possible;
use cairn_cpa::{Cx, Res};
use cairn_smt::work::{ABSTRACTION, BLOCK};
use cairn_term::{SymbolId, TermId};

/// So many combinations count as few.
const FEW: usize = 1_500;

/// An image that is not decided yet, with the predicates that it is the image of, up to negation.
pub struct Image {
    /// A Boolean symbol that stands for it in the solver's questions.
    pub term: TermId,
    pub means: TermId,
    /// The predicates, each with whether the image is its own or its negation's.
    pub predicates: Vec<(PredicateId, bool)>,
    /// Whether a model had it false, and true.
    pub seen: [bool; 2],
    /// The solver did not know.
    pub loose: bool,
}

/// The three rounds, with the block asserted.
pub fn combined(
    workspace: &mut Workspace,
    mut result: PredicateRegion,
    images: &mut Vec<Image>,
    cx: &mut Cx<'_>,
) -> Res<Option<PredicateRegion>> {
    let terms: Vec<TermId> = images.iter().map(|image| image.term).collect();
    let mut first = None;
    match workspace.oracle.check(&workspace.encoder.terms, &[], BLOCK, cx)? {
        Possible::No => return Ok(None),
        Possible::Yes => {
            let truth = workspace.oracle.truth(&workspace.encoder.terms, &terms)?;
            note(images, &truth);
            first = Some(truth);
        }
        Possible::Unknown => {}
    }
    for cluster in clusters(workspace, images) {
        let Some(first) = &first else { break };
        if let Some(all) = few_combinations(workspace, images, &cluster, first, cx)? {
            result = workspace.regions.and(&result, &all)?;
            cluster.iter().for_each(|index| images[*index].loose = true);
        }
    }
    for index in 0..images.len() {
        result = decide(workspace, index, images, &terms, result, cx)?;
    }
    images.retain(|image| !image.loose && image.seen == [true; 2]);
    if workspace.options.abstraction != AbstractionKind::Boolean || images.len() < 2 {
        return Ok(Some(result));
    }
    let most = workspace.options.most_combined;
    if images.len() > most {
        cx.statistics.add("predicate-combinations-cut", 1);
        images.truncate(most);
    }
    let combined = combinations(workspace, images, cx)?;
    let result = workspace.regions.and(&result, &combined)?;
    Ok((result != workspace.regions.constant(false)).then_some(result))
}

/// Whether an image has one value only.
fn decide(
    workspace: &mut Workspace,
    index: usize,
    images: &mut [Image],
    terms: &[TermId],
    mut result: PredicateRegion,
    cx: &mut Cx<'_>,
) -> Res<PredicateRegion> {
    for value in [true, false] {
        if images[index].seen[usize::from(value)] || images[index].loose {
            continue;
        }
        let literal = if value { terms[index] } else { workspace.encoder.terms.not(terms[index]) };
        match workspace.oracle.check(&workspace.encoder.terms, &[literal], ABSTRACTION, cx)? {
            Possible::Yes => note(images, &workspace.oracle.truth(&workspace.encoder.terms, terms)?),
            Possible::Unknown => images[index].loose = true,
            Possible::No => {
                // The other value it is, in all models; say so, which helps the questions to come.
                let negation = workspace.encoder.terms.not(literal);
                workspace.oracle.assert(&workspace.encoder.terms, negation)?;
                for (predicate, positive) in images[index].predicates.clone() {
                    let literal = workspace.regions.literal(predicate, positive != value)?;
                    result = workspace.regions.and(&result, &literal)?;
                }
                images[index].loose = true;
            }
        }
    }
    Ok(result)
}

/// Which images are combined with which, by number: each with all others, or with those that speak of symbols that it speaks of, by way of
/// others too. Cartesian abstraction combines none.
fn clusters(workspace: &Workspace, images: &[Image]) -> Vec<Vec<usize>> {
    match workspace.options.abstraction {
        AbstractionKind::Cartesian => Vec::new(),
        AbstractionKind::Boolean if images.is_empty() => Vec::new(),
        AbstractionKind::Boolean => vec![(0..images.len()).collect()],
        AbstractionKind::Clusters => {
            let mut clusters: Vec<(Vec<SymbolId>, Vec<usize>)> = Vec::new();
            for (index, image) in images.iter().enumerate() {
                let (mut symbols, mut cluster) = (workspace.encoder.terms.symbols_of(&[image.means]), vec![index]);
                clusters.retain_mut(|(others, numbers)| {
                    let is_common = others.iter().any(|other| symbols.contains(other));
                    if is_common {
                        symbols.append(others);
                        cluster.append(numbers);
                    }
                    !is_common
                });
                cluster.sort_unstable();
                clusters.push((symbols, cluster));
            }
            clusters.into_iter().map(|(_, cluster)| cluster).collect()
        }
    }
}

/// All combinations of some images, when they are few: each model is forbidden, until there is none. `first`: a model of all images.
fn few_combinations(
    workspace: &mut Workspace,
    images: &[Image],
    cluster: &[usize],
    first: &[bool],
    cx: &mut Cx<'_>,
) -> Res<Option<PredicateRegion>> {
    let literals = literals(workspace, cluster.iter().map(|index| &images[*index]))?;
    let terms: Vec<TermId> = cluster.iter().map(|index| images[*index].term).collect();
    let mut found = workspace.regions.constant(false);
    let mut model: Vec<bool> = cluster.iter().map(|index| first[*index]).collect();
    workspace.oracle.push()?;
    let mut complete = false;
    for _ in 0..FEW {
        let (mut cube, mut differs) = (workspace.regions.constant(true), Vec::new());
        for (value, (term, pair)) in model.iter().zip(&literals) {
            cube = workspace.regions.and(&cube, &pair[usize::from(*value)])?;
            differs.push(if *value { workspace.encoder.terms.not(*term) } else { *term });
        }
        found = workspace.regions.or(&found, &cube)?;
        let other = workspace.encoder.terms.or(&differs);
        workspace.oracle.assert(&workspace.encoder.terms, other)?;
        match workspace.oracle.check(&workspace.encoder.terms, &[], ABSTRACTION, cx)? {
            Possible::Yes => model = workspace.oracle.truth(&workspace.encoder.terms, &terms)?,
            Possible::No => {
                complete = true;
                break;
            }
            Possible::Unknown => break,
        }
    }
    workspace.oracle.pop()?;
    Ok(complete.then_some(found))
}

/// Which combinations of the images occur.
fn combinations(workspace: &mut Workspace, images: &[Image], cx: &mut Cx<'_>) -> Res<PredicateRegion> {
    let literals = literals(workspace, images.iter())?;
    CubeEnumeration::new(workspace, literals, ABSTRACTION).run(cx)
}

/// For each image what its being false and true says of the predicates.
fn literals<'i>(workspace: &mut Workspace, images: impl Iterator<Item = &'i Image>) -> Res<Vec<Literal>> {
    let mut literals = Vec::new();
    for image in images {
        let mut pair = [workspace.regions.constant(true), workspace.regions.constant(true)];
        for (predicate, positive) in &image.predicates {
            for value in [false, true] {
                let literal = workspace.regions.literal(*predicate, *positive == value)?;
                pair[usize::from(value)] = workspace.regions.and(&pair[usize::from(value)], &literal)?;
            }
        }
        literals.push((image.term, pair));
    }
    Ok(literals)
}

/// Notes the values that a model gives to the images.
fn note(images: &mut [Image], truth: &[bool]) {
    for (image, value) in images.iter_mut().zip(truth) {
        image.seen[usize::from(*value)] = true;
    }
}
