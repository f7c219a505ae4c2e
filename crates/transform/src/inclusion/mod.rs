//! Which objects a pointer may go to, and where in them: by inclusion (Andersen, 1994), over the operations of a program or of some instances
//! of threads. Where in an object a pointer goes is kept ([`Offsets`]), so `p->data` is told from `q->next` whatever the types are; what is kept
//! in an object is one set, whatever the order of operations.
//!
//! Over-approximates executions in which pointers are made of other pointers. A number that is made a pointer, an input that is one, and what a
//! function without a body leaves in memory go to [`NamedObject::Any`]: to memory that the program does not name, and to all objects that *escaped*, whose
//! address is a number where pointers are made of numbers, was given to such a function, or is kept where such a pointer goes.

mod object_effects;
mod offsets;

pub use object_effects::{ObjectEffect, ObjectEffects, ObjectSet};
pub use offsets::Offsets;

use cairn_base::FastMap;
use cairn_base::id::Id;
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::Program;
use cairn_ir::types::{Scalar, TypeId};
use cairn_ir::value::Value;

/// An object, by its name in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NamedObject {
    /// A variable or a string literal, in all frames of its function.
    Variable(VarId),
    /// Everything allocated by an edge.
    Allocated(EdgeId),
    /// Memory that the program does not name, and all objects that escaped.
    Any,
}

/// Objects that something may be in, and where.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Targets(FastMap<NamedObject, Offsets>);

impl Targets {
    /// A part of one object.
    pub fn one(object: NamedObject, at: Offsets) -> Self {
        Self(std::iter::once((object, at)).collect())
    }

    /// [`NamedObject::Any`].
    pub fn any() -> Self {
        Self::one(NamedObject::Any, Offsets::ANY)
    }

    /// One byte of an object.
    pub fn at_place(object: NamedObject, at: i64) -> Self {
        Self::one(object, Offsets::BEGIN.plus(at))
    }

    /// The first byte of a variable.
    pub fn begin_of(var: VarId) -> Self {
        Self::one(NamedObject::Variable(var), Offsets::BEGIN)
    }

    /// The same objects, any number of elements further.
    pub fn repeated(self, size: u64) -> Self {
        self.map(|at| at.repeated(size))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an object is one of them.
    pub fn contains(&self, object: NamedObject) -> bool {
        self.0.contains_key(&object)
    }

    /// Where in an object.
    pub fn at(&self, object: NamedObject) -> Option<Offsets> {
        self.0.get(&object).copied()
    }

    /// All objects, and where in them.
    pub fn iter(&self) -> impl Iterator<Item = (NamedObject, Offsets)> + '_ {
        self.0.iter().map(|(object, at)| (*object, *at))
    }

    /// The only object, where there is one.
    pub fn only(&self) -> Option<(NamedObject, Offsets)> {
        self.iter().next().filter(|_| self.0.len() == 1)
    }

    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (object, at) in other.iter() {
            match self.0.entry(object) {
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(at);
                    changed = true;
                }
                std::collections::hash_map::Entry::Occupied(mut entry) => {
                    let joined = entry.get().join(at);
                    changed |= joined != *entry.get();
                    entry.insert(joined);
                }
            }
        }
        changed
    }

    fn with(mut self, other: &Self) -> Self {
        self.join(other);
        self
    }

    fn map(mut self, of: impl Fn(Offsets) -> Offsets) -> Self {
        self.0.values_mut().for_each(|at| *at = of(*at));
        self
    }

    /// The same objects, anywhere in them.
    pub fn anywhere(self) -> Self {
        self.map(|_| Offsets::ANY)
    }
}

/// Content of each object, as far as it points to some.
#[derive(Default)]
pub struct PointsTo {
    contents: FastMap<NamedObject, Targets>,
    /// An address is kept where nothing is known of the place.
    loses: bool,
    changed: bool,
}

impl PointsTo {
    /// The points-to sets of so many operations.
    pub fn of(program: &Program, edges: &[EdgeId]) -> Self {
        let mut this = Self::default();
        let all = || (0..program.exprs.expr_count()).map(ExprId::from_index);
        let are_made = all().any(|expr| is_made_of_number(program, expr));
        let numbers: Vec<ExprId> = all().filter(|_| are_made).filter_map(|expr| made_number(program, expr)).collect();
        loop {
            this.changed = false;
            for pointer in &numbers {
                let value = this.value(program, *pointer);
                this.put(NamedObject::Any, &value);
            }
            for edge in edges {
                this.edge(program, *edge);
            }
            this.escape();
            if !this.changed {
                return this;
            }
        }
    }

    fn edge(&mut self, program: &Program, id: EdgeId) {
        match &program.edges[id].op {
            Op::Assign { place, value } => {
                let value = self.value(program, *value);
                self.put_at(program, *place, &value);
            }
            Op::Havoc { place, .. } => {
                if may_hold_pointer(program, program.exprs[*place].ty) {
                    self.put_at(program, *place, &Targets::any());
                }
            }
            Op::Call(site) => {
                let passed: Vec<_> = effects::passed(program, *site).collect();
                for (param, arg) in passed {
                    if let Some(arg) = arg {
                        let value = self.value(program, arg);
                        self.put(NamedObject::Variable(param), &value);
                    }
                }
                if let Some((to, from)) = effects::returned(program, *site) {
                    let value = self.inside(NamedObject::Variable(from));
                    self.put(NamedObject::Variable(to), &value);
                }
            }
            Op::CallPointer { .. } => {}
            Op::Intrinsic { args, result, .. } => {
                let mut all = Targets::default();
                args.iter().for_each(|arg| {
                    all.join(&self.value(program, *arg).anywhere());
                });
                let (mut allocates, mut writes) = (false, false);
                for effect in effects::own(program, &program.edges[id].op) {
                    allocates |= matches!(effect, Effect::Allocates(_));
                    writes |= matches!(effect, Effect::Writes { at: Where::Behind(_), .. });
                    if let Effect::Writes { at: Where::Reachable(from), .. } = effect {
                        let from = self.value(program, from);
                        self.put(NamedObject::Any, &from);
                    }
                }
                if allocates || writes {
                    // What is copied from one to the other.
                    let mut inside = Targets::default();
                    all.iter().for_each(|(object, _)| {
                        inside.join(&self.inside(object));
                    });
                    all.iter().for_each(|(to, _)| self.put(to, &inside));
                    if allocates {
                        self.put(NamedObject::Allocated(id), &inside);
                    }
                }
                if allocates {
                    all.join(&Targets::one(NamedObject::Allocated(id), Offsets::BEGIN));
                }
                if let Some(place) = result {
                    self.put_at(program, *place, &all);
                }
            }
            Op::Skip
            | Op::Label(_)
            | Op::Assume { .. }
            | Op::Declare { .. }
            | Op::EndScope(_)
            | Op::Halt
            | Op::Unsupported(_) => {}
        }
    }

    fn inside(&self, object: NamedObject) -> Targets {
        match object {
            NamedObject::Any => self.contents.get(&object).cloned().unwrap_or_default().with(&Targets::any()),
            _ => self.contents.get(&object).cloned().unwrap_or_default(),
        }
    }

    fn put(&mut self, to: NamedObject, value: &Targets) {
        if !value.is_empty() {
            self.changed |= self.contents.entry(to).or_default().join(value);
        }
    }

    /// What escaped holds any pointer, and all that it holds escapes.
    fn escape(&mut self) {
        for object in self.escaped() {
            let inside = self.inside(object);
            self.put(NamedObject::Any, &inside);
            let outside = self.contents.get(&NamedObject::Any).cloned().unwrap_or_default();
            self.put(object, &outside.with(&Targets::any()));
        }
    }

    /// The objects that escaped.
    pub fn escaped(&self) -> Vec<NamedObject> {
        let outside = self.contents.get(&NamedObject::Any).into_iter().flat_map(Targets::iter);
        outside.map(|(object, _)| object).filter(|object| *object != NamedObject::Any).collect()
    }

    fn put_at(&mut self, program: &Program, place: PlaceId, value: &Targets) {
        for (object, _) in self.place(program, place).iter() {
            // What is kept in no known object may be found behind every pointer: such a program is not followed here.
            self.loses |= object == NamedObject::Any && !value.is_empty();
            self.put(object, value);
        }
    }

    /// Whether an address is kept where nothing is known of the place.
    pub fn loses(&self) -> bool {
        self.loses
    }

    /// The objects that a value may be the address of a part of.
    pub fn value(&self, program: &Program, expr: ExprId) -> Targets {
        let is_pointer = |expr: ExprId| program.types.is_pointer(program.exprs[expr].ty);
        match program.exprs[expr].kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => Targets::default(),
            ExprKind::AddressOf(place) => self.place(program, place),
            ExprKind::Load(place) => {
                let mut all = Targets::default();
                self.place(program, place).iter().for_each(|(object, _)| {
                    all.join(&self.inside(object));
                });
                all
            }
            ExprKind::Cast(x) => {
                let all = self.value(program, x);
                let is_null = matches!(program.exprs[x].kind, ExprKind::Constant(0));
                match (is_pointer(x), is_pointer(expr)) {
                    // A number may be the address of whatever has its address kept.
                    (false, true) if !is_null && !may_hold_pointer(program, program.exprs[x].ty) => {
                        all.with(&Targets::any())
                    }
                    (false, false) => all.anywhere(),
                    _ => all,
                }
            }
            ExprKind::Binary(BinaryOp::PtrAdd, x, by) => {
                let size = program.types.pointee(program.exprs[expr].ty).and_then(|of| program.types.size_of(of));
                let all = self.value(program, x);
                all.map(|at| further(program, at, by, size))
            }
            ExprKind::Unary(_, x) => self.value(program, x).anywhere(),
            ExprKind::Binary(_, x, y) => self.value(program, x).with(&self.value(program, y)).anywhere(),
            ExprKind::Conditional(_, x, y) => self.value(program, x).with(&self.value(program, y)),
        }
    }

    /// The objects that a place may be a part of, and where in them it begins.
    pub fn place(&self, program: &Program, place: PlaceId) -> Targets {
        match program.exprs[place].kind {
            PlaceKind::Var(var) => Targets::begin_of(var),
            PlaceKind::Field(base, at) => {
                let field = program.types.fields(program.exprs[base].ty).and_then(|fields| fields.get(at as usize));
                let by = field.filter(|field| field.bits.is_none()).and_then(|field| i64::try_from(field.offset).ok());
                self.place(program, base).map(|at| by.map_or(Offsets::ANY, |by| at.plus(by)))
            }
            PlaceKind::Index(base, index) => {
                let size = program.types.size_of(program.exprs[place].ty);
                self.place(program, base).map(|at| further(program, at, index, size))
            }
            PlaceKind::Deref(pointer) => self.value(program, pointer),
        }
    }
}

/// So many elements of a size further.
fn further(program: &Program, at: Offsets, elements: ExprId, size: Option<u64>) -> Offsets {
    let Some(size) = size else { return Offsets::ANY };
    let bits = program.types.scalar(program.exprs[elements].ty).map(|of| (of.bits(), of.is_signed()));
    match (&program.exprs[elements].kind, bits) {
        (ExprKind::Constant(number), Some((bits, is_signed))) => {
            // As an offset, 0xfffffffffffffff8 is -8.
            let signed = is_signed || u64::from(bits) == 8 * program.types.model().pointer_bytes();
            let by = if signed { Value(*number).as_signed(bits) } else { *number as i128 };
            at.plus((by as i64).wrapping_mul(size as i64))
        }
        _ => at.repeated(size),
    }
}

/// Whether an expression makes a pointer of a number that is no address by the text.
fn is_made_of_number(program: &Program, expr: ExprId) -> bool {
    let ExprKind::Cast(number) = program.exprs[expr].kind else { return false };
    program.types.is_pointer(program.exprs[expr].ty)
        && matches!(program.types.scalar(program.exprs[number].ty), Some(Scalar::Int { .. }))
        && !matches!(program.exprs[number].kind, ExprKind::Constant(_))
        && made_number(program, number).is_none()
}

/// The pointer that an expression makes a number of.
fn made_number(program: &Program, expr: ExprId) -> Option<ExprId> {
    let ExprKind::Cast(pointer) = program.exprs[expr].kind else { return None };
    let is_pointer = program.types.is_pointer(program.exprs[pointer].ty);
    let is_number = matches!(program.types.scalar(program.exprs[expr].ty), Some(Scalar::Int { .. }));
    (is_pointer && is_number).then_some(pointer)
}

fn may_hold_pointer(program: &Program, ty: TypeId) -> bool {
    program.types.scalar(ty).is_none_or(|of| matches!(of, Scalar::Pointer { .. }))
}
