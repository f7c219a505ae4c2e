//! Values of private variables at each node of an instance, in terms of others: forward, copies of values. A variable that is
//! written ends what was made of it. A thread begins with what it is given, where that is the same for all.
//!
//! Only variables are followed that the addresses of locks and of accesses are made of ([`relevant`]): others would make the state grow with
//! the length of a function. Where these are too many still, nothing is known.
//!
//! Under-approximates: what is known holds in each execution that comes to the node.

use super::addresses::{Address, Addresses, Copied, Known};
use super::copies::Copies;
use super::events::Event;
use super::private_variables::PrivateVariables;
use cairn_base::{FastMap, FastSet};
use cairn_ir::dataflow::{Direction, Worklist, iterate_to_fixpoint};
use cairn_ir::effects::{self, Effect};
use cairn_ir::expr::{ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::Program;
use cairn_ir::reachable;
use cairn_ir::walk::ExprOrPlace;

/// Variables at nodes, at most.
const MOST_KNOWN: usize = 500_000;
/// Copies of copies that are followed.
const DEEPEST: u32 = 8;
static NOTHING: Copied = Copied::new();

pub(super) struct KnownValues {
    at: FastMap<NodeId, (usize, Copied)>,
    private: PrivateVariables,
    /// Variables that are not written while threads run.
    fixed: FastSet<VarId>,
    followed: FastSet<VarId>,
}

impl KnownValues {
    /// `accessed` are the places that threads access.
    pub fn of(
        copies: &Copies<'_>,
        firsts: &[NodeId],
        private: PrivateVariables,
        fixed: FastSet<VarId>,
        accessed: impl Iterator<Item = PlaceId>,
    ) -> Self {
        let program = &*copies.program;
        let followed = relevant(copies, accessed);
        let mut this = Self { at: FastMap::default(), private, fixed, followed };
        if this.followed.len().saturating_mul(copies.nodes.len()) > MOST_KNOWN {
            return this;
        }
        let given = this.given(copies);
        for (instance, first) in firsts.iter().enumerate() {
            let begin = if instance == 0 { Copied::new() } else { given.clone() };
            let step =
                |edge: EdgeId, copied: &Copied| Some(this.after(program, instance, &program.edges[edge].op, copied));
            let found = iterate_to_fixpoint(program, Direction::Forward, Worklist::LastFirst, [(*first, begin)], step);
            this.at.extend(found.into_iter().map(|(node, copied)| (node, (instance, copied))));
        }
        this
    }

    /// The parameters of what threads run that are given one value, written nowhere else.
    fn given(&self, copies: &Copies<'_>) -> Copied {
        let program = &*copies.program;
        let mut values: FastMap<VarId, Option<Known>> = FastMap::default();
        for edge in &copies.edges {
            let op = &program.edges[*edge].op;
            written(program, op, |var| {
                if !copies.passed.contains(&var) || !self.followed.contains(&var) {
                    return;
                }
                let is_first = !values.contains_key(&var);
                let known = match op {
                    Op::Assign { value, .. } if is_first => self.value(program, 0, *value),
                    _ => None,
                };
                values.insert(var, known.filter(Known::is_fixed));
            });
        }
        values.into_iter().filter_map(|(var, known)| Some((var, known?))).collect()
    }

    fn after(&self, program: &Program, instance: usize, op: &Op, before: &Copied) -> Copied {
        let mut copied = before.clone();
        written(program, op, |var| copied.retain(|of, known| *of != var && !known.reads(var)));
        if let Op::Assign { place, value } = op
            && let PlaceKind::Var(var) = program.exprs[*place].kind
            && self.followed.contains(&var)
            && self.private.is_of(var, instance)
            && program.vars[var].ty == program.exprs[*value].ty
        {
            // What is made of its own value before says nothing.
            let known = self.value(program, instance, *value).filter(|known| !known.reads(var));
            copied.extend(known.map(|known| (var, known)));
        }
        copied
    }

    /// A value, in terms of the variables that it is made of.
    fn value(&self, program: &Program, instance: usize, value: ExprId) -> Option<Known> {
        let of = self.addresses(program, instance, &NOTHING);
        let ty = program.exprs[value].ty;
        program.types.scalar(ty)?;
        let address = program.types.is_pointer(ty).then(|| of.pointer(value)).flatten();
        address.map(Known::Address).or_else(|| of.number(value).map(Known::Number))
    }

    fn addresses<'a>(&'a self, program: &'a Program, instance: usize, copied: &'a Copied) -> Addresses<'a> {
        Addresses { program, private: &self.private, fixed: &self.fixed, instance, copied, depth: DEEPEST }
    }

    pub fn place(&self, program: &Program, node: NodeId, place: PlaceId) -> Option<Address> {
        let (instance, copied) = self.at.get(&node)?;
        self.addresses(program, *instance, copied).place(place)
    }

    pub fn pointer(&self, program: &Program, node: NodeId, pointer: ExprId) -> Option<Address> {
        let (instance, copied) = self.at.get(&node)?;
        self.addresses(program, *instance, copied).pointer(pointer)
    }
}

/// The variables whose values the addresses of locks and of accessed places are made of.
fn relevant(copies: &Copies<'_>, accessed: impl Iterator<Item = PlaceId>) -> FastSet<VarId> {
    let program = &*copies.program;
    let mut given: FastMap<VarId, Vec<ExprId>> = FastMap::default();
    for edge in &copies.edges {
        if let Op::Assign { place, value } = program.edges[*edge].op
            && let PlaceKind::Var(var) = program.exprs[place].kind
        {
            given.entry(var).or_default().push(value);
        }
    }
    let locks = copies.events.values().filter_map(|event| match event {
        Event::Acquires { lock, .. } | Event::Tries(lock) | Event::Releases(lock) => Some(ExprOrPlace::Expr(*lock)),
        Event::Starts(_) | Event::Joins(_) => None,
    });
    let mut found = FastSet::default();
    reachable(accessed.map(ExprOrPlace::Place).chain(locks), |part, open| {
        open.extend(program.exprs.parts(part));
        if let ExprOrPlace::Expr(expr) = part
            && let ExprKind::Load(place) = program.exprs[expr].kind
            && let Some(var) = program.exprs.root_variable(place)
            && found.insert(var)
        {
            open.extend(given.get(&var).into_iter().flatten().map(|value| ExprOrPlace::Expr(*value)));
        }
    });
    found
}

/// The variables that an operation writes.
pub(super) fn written(program: &Program, op: &Op, mut visit: impl FnMut(VarId)) {
    for effect in effects::own(program, op) {
        let var = match effect {
            Effect::Writes { at, .. } => at.variable(program),
            Effect::Begins { var, .. } | Effect::Ends(var) => Some(var),
            _ => None,
        };
        var.into_iter().for_each(&mut visit);
    }
}
