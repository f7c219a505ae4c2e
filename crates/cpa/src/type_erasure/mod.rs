//! The one module that erases types: any analysis becomes an [`AnyCpa`], so that combinations are built at run time from
//! a configuration.
//!
//! Authors write `impl Cpa` with concrete types. A static product of analyses would cost a copy of the engine for each
//! combination (measured on a sketch: 1 s of build time and 20 kB each); erased, an analysis costs one allocation and a
//! few indirect calls a successor. An erased state is an `Arc`, so the ARG shares it. Invariant: a value of one analysis
//! given to another is an internal error, never a wrong cast.

mod distributable;
mod reducible;
mod serializable;

use crate::algebra::{Cpa, Move, Successors};
use crate::context::{Cx, Failure, Res};
use crate::delegate::delegate_cpa;
use crate::facts::Facts;
use crate::refinement::{AbstractPath, Candidate, PathState, Refine, Refinement};
use cairn_ir::{Assertion, ExprId, FunctionId, Program, Value};
use std::any::Any;
use std::cell::Cell;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

trait StateObject: Facts + Debug + Any + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn as_any(&self) -> &dyn Any;
}
impl<S: Facts + Debug + Eq + Hash + Any + Send + Sync> StateObject for S {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<S>().is_some_and(|other| self == other)
    }
    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A state of some analysis.
#[derive(Clone)]
pub struct AnyState(Arc<dyn StateObject>);

impl AnyState {
    /// The state, when it is of this type.
    pub fn downcast<S: 'static>(&self) -> Option<&S> {
        self.0.as_any().downcast_ref()
    }
    /// Its facts for its peers.
    pub fn facts(&self) -> &dyn Facts {
        &*self.0
    }
}
impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(other.0.as_any())
    }
}
impl Eq for AnyState {}
impl Hash for AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}
impl Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl Facts for AnyState {
    fn value_of(&self, expr: ExprId, depth: u32, program: &Program) -> Option<Value> {
        self.0.value_of(expr, depth, program)
    }
    fn invariant(&self, function: FunctionId, depth: u32, program: &Program) -> Assertion {
        self.0.invariant(function, depth, program)
    }
    fn constraint(&self, program: &Program) -> Assertion {
        self.0.constraint(program)
    }
    fn summary(&self, program: &Program) -> String {
        self.0.summary(program)
    }
}

trait PrecisionObject: Debug + Any + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
    fn as_any(&self) -> &dyn Any;
}
impl<P: Debug + Eq + Any + Send + Sync> PrecisionObject for P {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>().is_some_and(|other| self == other)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A precision of some analysis.
#[derive(Clone)]
pub struct AnyPrecision(Arc<dyn PrecisionObject>);

impl AnyPrecision {
    /// The precision, when it is of this type.
    pub fn downcast<P: 'static>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }
}
impl PartialEq for AnyPrecision {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(other.0.as_any())
    }
}
impl Eq for AnyPrecision {}
impl Debug for AnyPrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An analysis over erased states and precisions: what the traits of the algebra are as objects.
type Object = dyn Refine<State = AnyState, Precision = AnyPrecision>;

struct Erased<C>(C);

impl<C: Refine> Erased<C>
where
    C::State: Send + Sync + 'static,
    C::Precision: Send + Sync + 'static,
{
    fn foreign(&self) -> Failure {
        Failure::Internal(format!("{} was given a state or precision of another analysis", self.0.name()))
    }
    fn state<'a>(&self, state: &'a AnyState) -> Res<&'a C::State> {
        state.downcast().ok_or_else(|| self.foreign())
    }
    fn precision<'a>(&self, precision: &'a AnyPrecision) -> Res<&'a C::Precision> {
        precision.downcast().ok_or_else(|| self.foreign())
    }
    fn path(&self, path: &AbstractPath<AnyState, AnyPrecision>) -> Res<AbstractPath<C::State, C::Precision>> {
        let own = path.iter().map(|at| {
            let (state, precision) = (self.state(&at.state)?.clone(), self.precision(&at.precision)?.clone());
            let (step, node, control, depth) = (at.step, at.node, at.control, at.depth);
            Ok(PathState { step, node, control, depth, state, precision })
        });
        own.collect()
    }
}

fn erase_state<S: Facts + Debug + Eq + Hash + Send + Sync + 'static>(state: S) -> AnyState {
    AnyState(Arc::new(state))
}
fn erase_precision<P: Debug + Eq + Send + Sync + 'static>(precision: P) -> AnyPrecision {
    AnyPrecision(Arc::new(precision))
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Refine> Cpa for Erased<C>
where
    C::State: Send + Sync + 'static,
    C::Precision: Send + Sync + 'static,
{
    type State = AnyState;
    type Precision = AnyPrecision;

    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn initial(&self, cx: &mut Cx<'_>) -> Res<(AnyState, AnyPrecision)> {
        let (state, precision) = self.0.initial(cx)?;
        Ok((erase_state(state), erase_precision(precision)))
    }
    fn leq(&self, a: &AnyState, b: &AnyState, cx: &mut Cx<'_>) -> Res<bool> {
        self.0.leq(self.state(a)?, self.state(b)?, cx)
    }
    fn post(
        &self,
        state: &AnyState,
        precision: &AnyPrecision,
        at: &Move<'_>,
        cx: &mut Cx<'_>,
        out: &mut Successors<AnyState>,
    ) -> Res<()> {
        let mut successors = Successors::new();
        self.0.post(self.state(state)?, self.precision(precision)?, at, cx, &mut successors)?;
        out.extend(successors.into_iter().map(erase_state));
        Ok(())
    }
    fn strengthen(
        &self,
        state: &mut AnyState,
        precision: &AnyPrecision,
        peers: &[&dyn Facts],
        at: &Move<'_>,
        cx: &mut Cx<'_>,
    ) -> Res<bool> {
        let old = self.state(state)?;
        let mut new = old.clone();
        let possible = self.0.strengthen(&mut new, self.precision(precision)?, peers, at, cx)?;
        if possible && new != *old {
            *state = erase_state(new);
        }
        Ok(possible)
    }
    fn merge(
        &self,
        new: &AnyState,
        old: &AnyState,
        precision: &AnyPrecision,
        cx: &mut Cx<'_>,
    ) -> Res<Option<AnyState>> {
        let merged = self.0.merge(self.state(new)?, self.state(old)?, self.precision(precision)?, cx)?;
        Ok(merged.map(erase_state))
    }
    fn stop(
        &self,
        state: &AnyState,
        reached: &mut dyn Iterator<Item = &AnyState>,
        cx: &mut Cx<'_>,
    ) -> Res<Option<usize>> {
        let foreign = Cell::new(false);
        let mut states = reached.map_while(|other| {
            let other = other.downcast();
            foreign.set(foreign.get() || other.is_none());
            other
        });
        let result = self.0.stop(self.state(state)?, &mut states, cx)?;
        if foreign.get() { Err(self.foreign()) } else { Ok(result) }
    }
    fn partition(&self, state: &AnyState) -> u64 {
        state.downcast().map_or(0, |state| self.0.partition(state))
    }
    fn merges(&self) -> bool {
        self.0.merges()
    }
    fn shape(&self, state: &AnyState) -> u64 {
        state.downcast().map_or(0, |state| self.0.shape(state))
    }
    fn key(&self, state: &AnyState, like: &AnyState) -> Option<u64> {
        self.0.key(state.downcast()?, like.downcast()?)
    }
    fn adjust(&self, state: AnyState, precision: &AnyPrecision, at: &Move<'_>, cx: &mut Cx<'_>) -> Res<AnyState> {
        let old = self.state(&state)?;
        let new = self.0.adjust(old.clone(), self.precision(precision)?, at, cx)?;
        Ok(if new == *old { state } else { erase_state(new) })
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl<C: Refine> Refine for Erased<C>
where
    C::State: Send + Sync + 'static,
    C::Precision: Send + Sync + 'static,
{
    fn proposes(&self) -> bool {
        self.0.proposes()
    }
    fn candidate(&self, path: &AbstractPath<AnyState, AnyPrecision>, cx: &mut Cx<'_>) -> Res<Option<Candidate>> {
        self.0.candidate(&self.path(path)?, cx)
    }
    fn refine(
        &self,
        path: &AbstractPath<AnyState, AnyPrecision>,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<AnyPrecision>> {
        Ok(match self.0.refine(&self.path(path)?, infeasible_prefix, cx)? {
            Refinement::Refined(list) => {
                Refinement::Refined(list.into_iter().map(|(index, p)| (index, erase_precision(p))).collect())
            }
            Refinement::Exhausted(why) => Refinement::Exhausted(why),
        })
    }
    fn join_precision(&self, a: &AnyPrecision, b: &AnyPrecision) -> AnyPrecision {
        // Precisions reach the engine through this analysis only, so both downcasts succeed; if they did not, the next
        // use of the result would be an internal error.
        match (a.downcast(), b.downcast()) {
            (Some(a), Some(b)) => erase_precision(self.0.join_precision(a, b)),
            _ => a.clone(),
        }
    }
    fn precision_size(&self, precision: &AnyPrecision) -> usize {
        precision.downcast().map_or(0, |precision| self.0.precision_size(precision))
    }
}

/// An analysis whose types are erased. Cloning shares it.
#[derive(Clone)]
pub struct AnyCpa {
    cpa: Arc<Object>,
    /// The capability of [`crate::Reduce`], when it has it.
    reduce: Option<Arc<reducible::Object>>,
    /// The capability of [`crate::Serialize`], when it has it.
    serialize: Option<Arc<serializable::Object>>,
    /// The capability of [`crate::Distribute`], when it has it.
    distribute: Option<Arc<distributable::Object>>,
}

impl AnyCpa {
    /// Erases an analysis that can refine.
    pub fn new<C: Refine + 'static>(cpa: C) -> Self
    where
        C::State: Send + Sync + 'static,
        C::Precision: Send + Sync + 'static,
    {
        Self { cpa: Arc::new(Erased(cpa)), reduce: None, serialize: None, distribute: None }
    }

    /// Erases an analysis whose precision never changes.
    pub fn fixed<C: Cpa + 'static>(cpa: C) -> Self
    where
        C::State: Send + Sync + 'static,
        C::Precision: Send + Sync + 'static,
    {
        Self::new(crate::refinement::Fixed(cpa))
    }
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Cpa for AnyCpa {
    type State = AnyState;
    type Precision = AnyPrecision;

    delegate_cpa!(any => any.cpa);
}

#[warn(clippy::missing_trait_methods, reason = "an operator that an adapter forgets is the default's, silently")]
impl Refine for AnyCpa {
    fn proposes(&self) -> bool {
        self.cpa.proposes()
    }
    fn candidate(&self, path: &AbstractPath<AnyState, AnyPrecision>, cx: &mut Cx<'_>) -> Res<Option<Candidate>> {
        self.cpa.candidate(path, cx)
    }
    fn refine(
        &self,
        path: &AbstractPath<AnyState, AnyPrecision>,
        infeasible_prefix: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<AnyPrecision>> {
        self.cpa.refine(path, infeasible_prefix, cx)
    }
    fn join_precision(&self, a: &AnyPrecision, b: &AnyPrecision) -> AnyPrecision {
        self.cpa.join_precision(a, b)
    }
    fn precision_size(&self, precision: &AnyPrecision) -> usize {
        self.cpa.precision_size(precision)
    }
}
