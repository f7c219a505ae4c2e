//! A toy analysis: the constant values of some of the variables, refined by the smallest set of variables that refutes a
//! path. Its checker tries all small inputs.

use cairn_cpa::{AbstractPath, Cpa, Cx, Facts, Move, PathChecker, PathVerdict, Refine, Refinement, Res, Successors};
use cairn_ir::{BinaryOp, ExprId, ExprKind, Op, PlaceId, PlaceKind, Program, Step, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Known values. All other variables have any.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Known(pub BTreeMap<VarId, i32>);

impl Facts for Known {
    fn summary(&self, program: &Program) -> String {
        let show = |(var, value): (&VarId, &i32)| format!("{}={value}", program.vars[*var].name);
        self.0.iter().map(show).collect::<Vec<_>>().join(" ")
    }
}

/// The analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct Constants {
    /// Merge-join instead of merge-sep.
    pub join: bool,
    /// Track everything from the start.
    pub full: bool,
    /// Names shapes and keys for the reached set.
    pub indexed: bool,
    /// Refines at the target of a path, behind which nothing is explored.
    pub late: bool,
}

/// The variable that a place is.
pub fn var_of(place: PlaceId, program: &Program) -> VarId {
    match program.exprs[place].kind {
        PlaceKind::Var(var) => var,
        _ => panic!("only variables"),
    }
}

/// The value of an expression where variables have these.
pub fn value(expr: ExprId, state: &BTreeMap<VarId, i32>, program: &Program) -> Option<i32> {
    match &program.exprs[expr].kind {
        ExprKind::Constant(bits) => Some(*bits as u32 as i32),
        ExprKind::Load(place) => state.get(&var_of(*place, program)).copied(),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (value(*a, state, program)?, value(*b, state, program)?);
            Some(match op {
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Sub => a.wrapping_sub(b),
                BinaryOp::Eq => i32::from(a == b),
                BinaryOp::Ne => i32::from(a != b),
                BinaryOp::Lt => i32::from(a < b),
                _ => panic!("no such operator"),
            })
        }
        _ => panic!("no such expression"),
    }
}

/// The state after a step; `None` when no execution goes there.
pub fn after(
    state: &BTreeMap<VarId, i32>,
    step: Step,
    tracks: &dyn Fn(VarId) -> bool,
    program: &Program,
) -> Option<BTreeMap<VarId, i32>> {
    let mut next = state.clone();
    let Step::Edge(edge) = step else { return Some(next) };
    match &program.edges[edge].op {
        Op::Assume { cond, truth } if value(*cond, state, program).is_some_and(|value| (value != 0) != *truth) => {
            return None;
        }
        Op::Assign { place, value: expr } => {
            let var = var_of(*place, program);
            match value(*expr, state, program).filter(|_| tracks(var)) {
                Some(value) => next.insert(var, value),
                None => next.remove(&var),
            };
        }
        Op::Havoc { place, .. } => {
            next.remove(&var_of(*place, program));
        }
        _ => {}
    }
    Some(next)
}

/// All variables, or these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tracked {
    /// All variables.
    All,
    /// These.
    Only(BTreeSet<VarId>),
}
impl Tracked {
    fn has(&self, var: VarId) -> bool {
        match self {
            Tracked::All => true,
            Tracked::Only(set) => set.contains(&var),
        }
    }
}

fn hash(items: impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    BuildHasherDefault::<DefaultHasher>::default().hash_one(items)
}

impl Cpa for Constants {
    type State = Known;
    type Precision = Tracked;

    fn name(&self) -> &'static str {
        "constants"
    }
    fn initial(&self, _: &mut Cx<'_>) -> Res<(Known, Tracked)> {
        let precision = if self.full { Tracked::All } else { Tracked::Only(BTreeSet::new()) };
        Ok((Known::default(), precision))
    }
    fn leq(&self, a: &Known, b: &Known, _: &mut Cx<'_>) -> Res<bool> {
        Ok(b.0.iter().all(|(var, value)| a.0.get(var) == Some(value)))
    }
    fn post(
        &self,
        state: &Known,
        precision: &Tracked,
        at: &Move<'_>,
        _: &mut Cx<'_>,
        out: &mut Successors<Known>,
    ) -> Res<()> {
        out.extend(after(&state.0, at.step, &|var| precision.has(var), at.program).map(Known));
        Ok(())
    }
    fn merges(&self) -> bool {
        self.join
    }
    fn merge(&self, new: &Known, old: &Known, _: &Tracked, _: &mut Cx<'_>) -> Res<Option<Known>> {
        let common = old.0.iter().filter(|(var, value)| new.0.get(var) == Some(value));
        Ok(self.join.then(|| Known(common.map(|(var, value)| (*var, *value)).collect())))
    }
    fn shape(&self, state: &Known) -> u64 {
        if self.indexed { hash(state.0.keys().collect::<Vec<_>>()) } else { 0 }
    }
    fn key(&self, state: &Known, like: &Known) -> Option<u64> {
        if !self.indexed {
            return Some(0);
        }
        let values: Option<Vec<i32>> = like.0.keys().map(|var| state.0.get(var).copied()).collect();
        values.map(hash)
    }
}

impl Refine for Constants {
    fn refine(
        &self,
        path: &AbstractPath<Known, Tracked>,
        _: Option<usize>,
        cx: &mut Cx<'_>,
    ) -> Res<Refinement<Tracked>> {
        let refutes = |vars: &BTreeSet<VarId>| {
            let steps = path.iter().filter_map(|at| at.step);
            let mut state = Some(BTreeMap::new());
            for step in steps {
                state = state.and_then(|state| after(&state, step, &|var| vars.contains(&var), cx.program));
            }
            state.is_none()
        };
        let mut vars: BTreeSet<VarId> = cx.program.vars.ids().collect();
        if !refutes(&vars) {
            return Ok(Refinement::Exhausted("the path depends on relations between variables".to_owned()));
        }
        for var in vars.clone() {
            vars.remove(&var);
            if !refutes(&vars) {
                vars.insert(var);
            }
        }
        let assigns = |step: Option<Step>| match step {
            Some(Step::Edge(edge)) => match &cx.program.edges[edge].op {
                Op::Assign { place, .. } => vars.contains(&var_of(*place, cx.program)),
                _ => false,
            },
            _ => false,
        };
        let earliest = path.iter().position(|at| assigns(at.step)).unwrap_or(1);
        let first = if self.late { path.len() } else { earliest };
        Ok(Refinement::Refined(vec![(first - 1, Tracked::Only(vars))]))
    }
    fn join_precision(&self, a: &Tracked, b: &Tracked) -> Tracked {
        match (a, b) {
            (Tracked::Only(a), Tracked::Only(b)) => Tracked::Only(a.union(b).copied().collect()),
            _ => Tracked::All,
        }
    }
    fn precision_size(&self, precision: &Tracked) -> usize {
        match precision {
            Tracked::All => usize::MAX,
            Tracked::Only(set) => set.len(),
        }
    }
}

/// Tries all inputs from a small range.
pub struct Enumerate;

impl PathChecker for Enumerate {
    type Counterexample = Vec<i32>;
    fn check(&mut self, steps: &[Step], cx: &mut Cx<'_>) -> Res<PathVerdict<Vec<i32>>> {
        type Failed = BTreeSet<(usize, BTreeMap<VarId, i32>)>;
        fn go(
            steps: &[Step],
            mut state: BTreeMap<VarId, i32>,
            inputs: &mut Vec<i32>,
            failed: &mut Failed,
            program: &Program,
        ) -> bool {
            for (index, step) in steps.iter().enumerate() {
                if let Step::Edge(edge) = step
                    && let Op::Havoc { place, .. } = &program.edges[*edge].op
                {
                    for input in -1..=3 {
                        state.insert(var_of(*place, program), input);
                        let rest = &steps[index + 1..];
                        if failed.contains(&(rest.len(), state.clone())) {
                            continue;
                        }
                        inputs.push(input);
                        if go(rest, state.clone(), inputs, failed, program) {
                            return true;
                        }
                        inputs.pop();
                        failed.insert((rest.len(), state.clone()));
                    }
                    return false;
                }
                match after(&state, *step, &|_| true, program) {
                    Some(next) => state = next,
                    None => return false,
                }
            }
            true
        }
        let zeros = cx.program.vars.ids().map(|var| (var, 0)).collect();
        let mut inputs = Vec::new();
        Ok(match go(steps, zeros, &mut inputs, &mut Failed::new(), cx.program) {
            true => PathVerdict::Violation(inputs),
            false => PathVerdict::Infeasible { prefix: None },
        })
    }
}
