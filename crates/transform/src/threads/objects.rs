//! Which objects a pointer may go to, for the analysis of races: by inclusion (Andersen), without fields and without order, over
//! the copies of all instances and what they call. Each instance has variables and places of allocation of its own, so the
//! objects of one are told from those of another.
//!
//! Over-approximates executions in which pointers are made of other pointers. A number that is made a pointer, or an input that is one, may go anywhere.

use cairn_base::{FastMap, FastSet};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::{EdgeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::Program;
use cairn_ir::types::{Scalar, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Object {
    Variable(VarId),
    /// What an operation allocates.
    Allocated(EdgeId),
    /// Whatever has its address kept.
    Any,
}

pub(super) type Set = FastSet<Object>;

/// What is kept in each object, as far as it points to some.
#[derive(Default)]
pub(super) struct Objects {
    contents: FastMap<Object, Set>,
    changed: bool,
}

impl Objects {
    pub fn of(program: &Program, edges: &[EdgeId]) -> Self {
        let mut this = Self::default();
        loop {
            this.changed = false;
            for edge in edges {
                this.edge(program, *edge);
            }
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
                    self.put_at(program, *place, &std::iter::once(Object::Any).collect());
                }
            }
            Op::Call(site) => {
                let passed: Vec<_> = effects::passed(program, *site).collect();
                for (param, arg) in passed {
                    if let Some(arg) = arg {
                        let value = self.value(program, arg);
                        self.put(Object::Variable(param), &value);
                    }
                }
                if let Some((to, from)) = effects::returned(program, *site) {
                    let value = self.inside(Object::Variable(from));
                    self.put(Object::Variable(to), &value);
                }
            }
            Op::CallPointer { .. } => {}
            Op::Intrinsic { args, result, .. } => {
                let mut all = Set::default();
                args.iter().for_each(|arg| all.extend(self.value(program, *arg)));
                let (mut allocates, mut writes) = (false, false);
                for effect in effects::own(program, &program.edges[id].op) {
                    allocates |= matches!(effect, Effect::Allocates(_));
                    writes |= matches!(effect, Effect::Writes { at: Where::Behind(_) | Where::Reachable(_), .. });
                }
                if allocates {
                    all.insert(Object::Allocated(id));
                }
                if allocates || writes {
                    let mut inside = all.clone();
                    all.iter().for_each(|object| inside.extend(self.inside(*object)));
                    inside.retain(|object| !all.contains(object) || self.holds(&all, *object));
                    all.iter().copied().collect::<Vec<_>>().into_iter().for_each(|to| self.put(to, &inside));
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

    /// Whether one of some objects holds the address of another.
    fn holds(&self, of: &Set, object: Object) -> bool {
        of.iter().any(|one| self.contents.get(one).is_some_and(|inside| inside.contains(&object)))
    }

    fn inside(&self, object: Object) -> Set {
        match object {
            Object::Any => std::iter::once(Object::Any).collect(),
            _ => self.contents.get(&object).cloned().unwrap_or_default(),
        }
    }

    fn put(&mut self, to: Object, value: &Set) {
        if value.is_empty() {
            return;
        }
        let inside = self.contents.entry(to).or_default();
        let before = inside.len();
        inside.extend(value.iter().copied());
        self.changed |= inside.len() != before;
    }

    fn put_at(&mut self, program: &Program, place: PlaceId, value: &Set) {
        for object in self.place(program, place) {
            // What is kept in no known object may be found behind every pointer: such a program is not followed here.
            self.put(object, value);
        }
    }

    /// Whether an address is kept where nothing is known of the place.
    pub fn loses(&self) -> bool {
        self.contents.get(&Object::Any).is_some_and(|inside| !inside.is_empty())
    }

    pub fn value(&self, program: &Program, expr: ExprId) -> Set {
        match program.exprs[expr].kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => Set::default(),
            ExprKind::AddressOf(place) => self.place(program, place),
            ExprKind::Load(place) => {
                let mut all = Set::default();
                self.place(program, place).into_iter().for_each(|object| all.extend(self.inside(object)));
                all
            }
            // A number may be the address of whatever has its address kept.
            ExprKind::Cast(x) => {
                let mut all = self.value(program, x);
                let is_null = matches!(program.exprs[x].kind, ExprKind::Constant(0));
                if !is_null
                    && program.types.is_pointer(program.exprs[expr].ty)
                    && !may_hold_pointer(program, program.exprs[x].ty)
                {
                    all.insert(Object::Any);
                }
                all
            }
            ExprKind::Unary(_, x) | ExprKind::Binary(BinaryOp::PtrAdd, x, _) => self.value(program, x),
            ExprKind::Binary(_, x, y) => {
                let mut all = self.value(program, x);
                all.extend(self.value(program, y));
                all
            }
            ExprKind::Conditional(_, x, y) => {
                let mut all = self.value(program, x);
                all.extend(self.value(program, y));
                all
            }
        }
    }

    /// The objects that a place may be a part of.
    pub fn place(&self, program: &Program, place: PlaceId) -> Set {
        match program.exprs[place].kind {
            PlaceKind::Var(var) => std::iter::once(Object::Variable(var)).collect(),
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => self.place(program, base),
            PlaceKind::Deref(pointer) => self.value(program, pointer),
        }
    }
}

fn may_hold_pointer(program: &Program, ty: TypeId) -> bool {
    program.types.scalar(ty).is_none_or(|of| matches!(of, Scalar::Pointer { .. }))
}
