//! Which objects each operation may write by pointers, and which it may free.
//!
//! What a write leaves as it is whose pointer an interpretation of memory does not know, or a call that it does not follow.
//!
//! **Why it over-approximates.** A pointer goes into its points-to set, with all objects that escaped where it may go anywhere. One without a target,
//! null or not initialised, is taken for any object. Who uses this asks of each access whether it is inside the object that its pointer was made from.

use super::{NamedObject, PointsTo, Targets};
use cairn_base::{FastSet, IdVec};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{EdgeId, ExprKind, Intrinsic, Op, PlaceId, PlaceKind, Program};
use std::rc::Rc;

/// Objects, or any.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ObjectSet {
    /// None at all.
    #[default]
    Nothing,
    /// These.
    Of(Rc<FastSet<NamedObject>>),
    /// Any object.
    Anything,
}

impl ObjectSet {
    /// One object.
    pub fn one(object: NamedObject) -> Self {
        ObjectSet::Of(Rc::new(std::iter::once(object).collect()))
    }

    fn of(targets: &Targets, (escaped, strings): (&[NamedObject], &Targets)) -> Self {
        if targets.is_empty() {
            return ObjectSet::Anything;
        }
        let mut objects: FastSet<NamedObject> = targets.iter().map(|(object, _)| object).collect();
        if targets.contains(NamedObject::Any) {
            objects.extend(escaped);
        }
        if objects.iter().any(|object| strings.contains(*object)) {
            objects.insert(NamedObject::Any);
        }
        ObjectSet::Of(Rc::new(objects))
    }

    /// Whether an object is one of them; [`NamedObject::Any`] stands for what has no name, also for further arguments of `main` where some
    /// are among them.
    pub fn contains(&self, object: NamedObject) -> bool {
        match self {
            ObjectSet::Nothing => false,
            ObjectSet::Of(objects) => objects.contains(&object),
            ObjectSet::Anything => true,
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        matches!(self, ObjectSet::Nothing)
    }

    /// Adds those of another set.
    pub fn extend(&mut self, other: &ObjectSet) {
        match (&mut *self, other) {
            (ObjectSet::Anything, _) | (_, ObjectSet::Nothing) => {}
            (ObjectSet::Nothing, _) | (_, ObjectSet::Anything) => *self = other.clone(),
            (ObjectSet::Of(own), ObjectSet::Of(more)) => {
                if !more.is_subset(own) {
                    Rc::make_mut(own).extend(more.iter().copied());
                }
            }
        }
    }
}

/// Effects of an operation on objects that it reaches by pointers.
#[derive(Clone, Debug, Default)]
pub struct ObjectEffect {
    /// What it may write.
    pub writes: ObjectSet,
    /// What it may free.
    pub frees: ObjectSet,
    /// What it may read, and where pointers lead that it computes with; also what it may write or free.
    pub touches: ObjectSet,
}

impl ObjectEffect {
    /// Any object.
    pub const ANYTHING: Self =
        Self { writes: ObjectSet::Anything, frees: ObjectSet::Anything, touches: ObjectSet::Anything };

    /// Adds those of another operation.
    pub fn extend(&mut self, other: &Self) {
        self.writes.extend(&other.writes);
        self.frees.extend(&other.frees);
        self.touches.extend(&other.touches);
    }
}

/// Effects of each operation.
#[derive(Debug)]
pub struct ObjectEffects {
    of: IdVec<EdgeId, ObjectEffect>,
}

impl ObjectEffects {
    /// Those of a program.
    pub fn new(program: &Program) -> Self {
        let edges: Vec<EdgeId> = program.edges.ids().collect();
        let objects = PointsTo::of(program, &edges);
        let escaped = objects.escaped();
        let strings = strings(program, &objects);
        let set = |targets: &Targets| ObjectSet::of(targets, (&escaped, &strings));
        let reached = |at: Where| match at {
            _ if at.variable(program).is_some() => ObjectSet::Nothing,
            Where::Place(place) => set(&objects.place(program, place)),
            Where::Behind(pointer) => set(&objects.value(program, pointer)),
            // What a pointer leads to has escaped.
            Where::Reachable(_) | Where::Variable(_) => set(&Targets::any()),
        };
        let of = program.edges.iter().map(|edge| {
            let mut found = ObjectEffect::default();
            for effect in effects::all(program, &edge.op) {
                match effect {
                    Effect::Writes { at, .. } => found.writes.extend(&reached(at)),
                    Effect::Reads(at) => found.touches.extend(&reached(at)),
                    Effect::Frees(pointer, _) => found.frees.extend(&reached(Where::Behind(pointer))),
                    Effect::Follows(pointer) => found.touches.extend(&reached(Where::Behind(pointer))),
                    Effect::AsksForLifetimes | Effect::Exposes(_) => found.touches = ObjectSet::Anything,
                    Effect::Names(_)
                    | Effect::TakesAddress(_)
                    | Effect::TakesFunction(_)
                    | Effect::Begins { .. }
                    | Effect::Ends(_)
                    | Effect::Allocates(_) => {}
                }
            }
            for part in program.parts_of(&edge.op) {
                if let ExprOrPlace::Expr(expr) = part
                    && let ExprKind::Binary(_, pointer, _) = program.exprs[expr].kind
                    && program.types.is_pointer(program.exprs[pointer].ty)
                {
                    found.touches.extend(&reached(Where::Behind(pointer)));
                }
            }
            let (writes, frees) = (found.writes.clone(), found.frees.clone());
            [writes, frees].iter().for_each(|set| found.touches.extend(set));
            found
        });
        Self { of: of.collect() }
    }

    /// Those of an operation.
    pub fn of(&self, edge: EdgeId) -> &ObjectEffect {
        &self.of[edge]
    }
}

/// The strings of the vectors that `main` is called with.
fn strings(program: &Program, objects: &PointsTo) -> Targets {
    let is_vector = |place: PlaceId| {
        let vectors = &program.outside.vectors;
        matches!(program.exprs[place].kind, PlaceKind::Var(var) if vectors.iter().any(|vector| vector.var == var))
    };
    let made = program.edges.iter_ids().filter(|(_, edge)| {
        matches!(edge.op, Op::Intrinsic { which: Intrinsic::Alloca, result: Some(place), .. } if is_vector(place))
    });
    let contents = made.filter_map(|(id, _)| objects.contents.get(&NamedObject::Allocated(id)));
    contents.fold(Targets::default(), |all, strings| all.with(strings))
}
