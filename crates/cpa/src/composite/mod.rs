//! The composite analysis (SLICE 2.6.3): several erased analyses run side by side, each learning what the others know.
//!
//! The transfer is the product of the components' successors, each strengthened with its peers' facts (the operator ↓);
//! merge is merge-agree; stop is componentwise on one reached state; a precision is a tuple. Invariant: a state has one
//! part for each component, in their order. The control state is no component: it is the engine's key.

mod distributable;
mod reducible;
mod serializable;

use crate::algebra::{Cpa, Move, Successors};
use crate::context::{Cx, Failure, Res};
use crate::facts::Facts;
use crate::refinement::{AbstractPath, Candidate, PathState, Refine, Refinement};
use crate::type_erasure::{AnyCpa, AnyPrecision, AnyState};
use cairn_ir::{Assertion, ExprId, FunctionId, Program, Value};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A tuple of states.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CompositeState(Arc<[AnyState]>);

impl CompositeState {
    /// The parts, in the order of the components.
    pub fn parts(&self) -> &[AnyState] {
        &self.0
    }
}

impl Facts for CompositeState {
    fn value_of(&self, expr: ExprId, depth: u32, program: &Program) -> Option<Value> {
        self.0.iter().find_map(|part| part.value_of(expr, depth, program))
    }
    fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        Assertion::all(self.0.iter().map(|part| part.invariant(function, depth, program)))
    }
    fn constraint(&self, program: &Program) -> Assertion {
        Assertion::all(self.0.iter().map(|part| part.constraint(program)))
    }
    fn summary(&self, program: &Program) -> String {
        let parts: Vec<String> = self.0.iter().map(|p| p.summary(program)).filter(|s| !s.is_empty()).collect();
        parts.join(" | ")
    }
}

/// A tuple of precisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompositePrecision(Arc<[AnyPrecision]>);

impl CompositePrecision {
    /// The parts, in the order of the components.
    pub fn parts(&self) -> &[AnyPrecision] {
        &self.0
    }
}

/// Several analyses in parallel.
#[derive(Clone)]
pub struct Composite {
    components: Vec<AnyCpa>,
}

impl Composite {
    /// The composite of some analyses. The order matters for speed (the first to have no successor spares the others)
    /// and for refinement (the first that can refute a path does).
    pub fn new(components: Vec<AnyCpa>) -> Self {
        Self { components }
    }
    /// Its components.
    pub fn components(&self) -> &[AnyCpa] {
        &self.components
    }

    fn mix(&self, hashes: impl Iterator<Item = u64>) -> u64 {
        let mut hasher = FxHasher::default();
        hashes.for_each(|hash| hash.hash(&mut hasher));
        hasher.finish()
    }

    /// Strengthens all parts with their peers, the earlier ones already strengthened. `None`: no concrete state is left.
    fn strengthen_all(
        &self,
        mut parts: Vec<AnyState>,
        precision: &CompositePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<CompositeState>> {
        if parts.len() > 1 {
            for index in 0..parts.len() {
                let mut part = parts[index].clone();
                let possible = {
                    let others = parts.iter().enumerate().filter(|(other, _)| *other != index);
                    let peers: SmallVec<[&dyn Facts; 4]> = others.map(|(_, peer)| peer.facts()).collect();
                    self.components[index].strengthen(&mut part, &precision.0[index], &peers, at, cx)?
                };
                if !possible {
                    return Ok(None);
                }
                parts[index] = part;
            }
        }
        Ok(Some(CompositeState(parts.into())))
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Cpa for Composite {
    type State = CompositeState;
    type Precision = CompositePrecision;

    fn name(&self) -> &'static str {
        match &self.components[..] {
            [only] => only.name(),
            _ => "composite",
        }
    }

    fn initial(&self, cx: &mut Cx<'_>) -> Res<(CompositeState, CompositePrecision)> {
        let (mut states, mut precisions) = (Vec::new(), Vec::new());
        for component in &self.components {
            let (state, precision) = component.initial(cx)?;
            states.push(state);
            precisions.push(precision);
        }
        Ok((CompositeState(states.into()), CompositePrecision(precisions.into())))
    }

    fn leq(&self, a: &CompositeState, b: &CompositeState, cx: &mut Cx<'_>) -> Res<bool> {
        for (component, (a, b)) in self.components.iter().zip(a.0.iter().zip(b.0.iter())) {
            if !component.leq(a, b, cx)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn post(
        &self,
        state: &CompositeState,
        precision: &CompositePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<CompositeState>,
    ) -> Res<()> {
        let mut products: SmallVec<[Vec<AnyState>; 1]> = smallvec::smallvec![Vec::with_capacity(self.components.len())];
        for (index, component) in self.components.iter().enumerate() {
            let mut successors = Successors::new();
            component.post(&state.0[index], &precision.0[index], at, cx, &mut successors)?;
            match &mut successors[..] {
                [] => return Ok(()),
                [only] => products.iter_mut().for_each(|product| product.push(only.clone())),
                several => {
                    let extend = |product: Vec<AnyState>| {
                        let with = move |next: &AnyState| product.iter().chain([next]).cloned().collect::<Vec<_>>();
                        several.iter().map(with).collect::<Vec<_>>()
                    };
                    products = products.into_iter().flat_map(extend).collect();
                }
            }
        }
        for product in products {
            out.extend(self.strengthen_all(product, precision, at, cx)?);
        }
        Ok(())
    }

    /// The components have strengthened each other in [`Cpa::post`]. Peers of the composite as a whole are not asked, which
    /// only loses precision.
    fn strengthen(
        &self,
        _: &mut CompositeState,
        _: &CompositePrecision,
        _: &[&dyn Facts],
        _: &Move<'_>,
        _: &mut Cx<'_>,
    ) -> Res<bool> {
        Ok(true)
    }

    fn merge(
        &self,
        new: &CompositeState,
        old: &CompositeState,
        precision: &CompositePrecision,
        cx: &mut Cx<'_>,
    ) -> Res<Option<CompositeState>> {
        let mut merged = Vec::with_capacity(self.components.len());
        let mut changed = false;
        for (index, component) in self.components.iter().enumerate() {
            let (new, old) = (&new.0[index], &old.0[index]);
            let part = if component.merges() { component.merge(new, old, &precision.0[index], cx)? } else { None };
            let part = part.unwrap_or_else(|| old.clone());
            // Agreement: each part must be above both, or the composite state would not be.
            if !component.leq(new, &part, cx)? || !component.leq(old, &part, cx)? {
                return Ok(None);
            }
            changed |= part != *old;
            merged.push(part);
        }
        Ok(changed.then(|| CompositeState(merged.into())))
    }

    fn stop(
        &self,
        state: &CompositeState,
        reached: &mut dyn Iterator<Item = &CompositeState>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<usize>> {
        for (index, other) in reached.enumerate() {
            let mut covered = true;
            for (component, (a, b)) in self.components.iter().zip(state.0.iter().zip(other.0.iter())) {
                if component.stop(a, &mut std::iter::once(b), cx)?.is_none() {
                    covered = false;
                    break;
                }
            }
            if covered {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn partition(&self, state: &CompositeState) -> u64 {
        self.mix(self.components.iter().zip(state.0.iter()).map(|(component, part)| component.partition(part)))
    }

    fn merges(&self) -> bool {
        self.components.iter().any(Cpa::merges)
    }

    fn shape(&self, state: &CompositeState) -> u64 {
        self.mix(self.components.iter().zip(state.0.iter()).map(|(component, part)| component.shape(part)))
    }

    fn key(&self, state: &CompositeState, like: &CompositeState) -> Option<u64> {
        let parts = self.components.iter().zip(state.0.iter().zip(like.0.iter()));
        let mut hasher = FxHasher::default();
        for (component, (state, like)) in parts {
            component.key(state, like)?.hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    fn adjust(
        &self,
        state: CompositeState,
        precision: &CompositePrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<CompositeState> {
        let mut parts: SmallVec<[AnyState; 4]> = SmallVec::new();
        for (index, component) in self.components.iter().enumerate() {
            parts.push(component.adjust(state.0[index].clone(), &precision.0[index], at, cx)?);
        }
        Ok(if parts[..] == state.0[..] { state } else { CompositeState(parts.into_vec().into()) })
    }
}

/// View of one component on a path.
fn part_of(
    path: &AbstractPath<CompositeState, CompositePrecision>,
    component: usize,
) -> AbstractPath<AnyState, AnyPrecision> {
    let part = |at: &PathState<CompositeState, CompositePrecision>| PathState {
        step: at.step,
        node: at.node,
        control: at.control,
        depth: at.depth,
        state: at.state.0[component].clone(),
        precision: at.precision.0[component].clone(),
    };
    path.iter().map(part).collect()
}

impl Composite {
    /// Addition of a component to its precision, as the composite's, and whether that is more than there is.
    fn lifted(
        &self,
        component: usize,
        increments: Vec<(usize, AnyPrecision)>,
        path: &AbstractPath<CompositeState, CompositePrecision>,
    ) -> Res<(Vec<(usize, CompositePrecision)>, bool)> {
        let (mut lifted, mut is_finer) = (Vec::with_capacity(increments.len()), false);
        for (index, increment) in increments {
            let Some(at) = path.get(index) else {
                return Err(Failure::Internal(format!("{} refines state {index} of {}", self.name(), path.len())));
            };
            let old = &at.precision.0[component];
            is_finer |= self.components[component].join_precision(old, &increment) != *old;
            // The other components keep what they have there.
            let mut parts = at.precision.0.to_vec();
            parts[component] = increment;
            lifted.push((index, CompositePrecision(parts.into())));
        }
        Ok((lifted, is_finer))
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Refine for Composite {
    fn proposes(&self) -> bool {
        self.components.iter().any(Refine::proposes)
    }

    /// The first opinion counts: each component's states stand for all executions, so what one finds infeasible is.
    fn candidate(
        &self,
        path: &AbstractPath<CompositeState, CompositePrecision>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<Candidate>> {
        for (index, component) in self.components.iter().enumerate().filter(|(_, component)| component.proposes()) {
            if let Some(candidate) = component.candidate(&part_of(path, index), cx)? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    fn refine(
        &self,
        path: &AbstractPath<CompositeState, CompositePrecision>,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<CompositePrecision>> {
        let mut whys = Vec::new();
        for (component_index, component) in self.components.iter().enumerate() {
            let own = part_of(path, component_index);
            let increments = match component.refine(&own, infeasible_prefix, cx)? {
                Refinement::Exhausted(why) => {
                    whys.push(why);
                    continue;
                }
                Refinement::Refined(increments) => increments,
            };
            let (lifted, finer) = self.lifted(component_index, increments, path)?;
            if finer {
                return Ok(Refinement::Refined(lifted));
            }
            whys.push(format!("the {} analysis finds no finer precision", component.name()));
        }
        Ok(Refinement::Exhausted(whys.join("; ")))
    }

    fn join_precision(&self, a: &CompositePrecision, b: &CompositePrecision) -> CompositePrecision {
        let pairs = self.components.iter().zip(a.0.iter().zip(b.0.iter()));
        CompositePrecision(pairs.map(|(component, (a, b))| component.join_precision(a, b)).collect())
    }

    fn precision_size(&self, precision: &CompositePrecision) -> usize {
        // "Everything" is the greatest number, and stays it.
        let parts = self.components.iter().zip(precision.0.iter());
        parts.map(|(component, part)| component.precision_size(part)).fold(0, usize::saturating_add)
    }
}
