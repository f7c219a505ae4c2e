//! Which pointers to volatile lead out of the program: whose target may be an object of the environment.
//!
//! Decided from the whole program, without regard to the order of statements: a pointer has a set of sources, which are
//! constants, the outside (inputs, functions without a body, extern objects), and objects of the program. Variables whose
//! address is not taken have sets of their own; all other memory shares one. A read through a pointer with another source
//! than objects may have any value, and the interpreter asks where it leads; a write through a pointer that can only be a
//! constant goes to a device, and nothing of the program sees it.
//!
//! The alternative, to take every such read for any value, gives up programs that use `volatile` on their own memory.

use crate::lower::Lower;
use cairn_base::FastMap;
use cairn_ir::types::Type;
use cairn_ir::{BinaryOp, ExprId, ExprKind, NondetSource, Op, PlaceId, PlaceKind, Program, TypeId, VarId};

pub(super) type Sources = u8;
/// A number written in the program.
pub(super) const CONSTANT: Sources = 1;
/// Unnamed values.
const OUTSIDE: Sources = 2;
/// An object or function of the program.
const OBJECT: Sources = 4;
const ANY: Sources = CONSTANT | OUTSIDE | OBJECT;

pub(super) struct Flow<'p> {
    program: &'p Program,
    /// True for extern objects that no file defines.
    undefined: &'p [VarId],
    vars: FastMap<VarId, Sources>,
    memory: Sources,
    changed: bool,
}

impl Lower<'_> {
    /// Turns the noted accesses into what they mean.
    pub fn resolve_volatile(&mut self) {
        let accesses = std::mem::take(&mut self.volatile_accesses);
        if accesses.is_empty() {
            return;
        }
        let undefined: Vec<VarId> = self.undefined_vars.iter().map(|(var, _)| *var).collect();
        let flow = Flow::whole(&self.program, &undefined);
        let mut changes = Vec::new();
        for edge in accesses {
            let Op::Assign { place, value } = self.program.edges[edge].op else { continue };
            let read = match self.program.exprs[value].kind {
                ExprKind::Load(of) => flow.through(of),
                _ => None,
            };
            match (read, flow.through(place)) {
                (Some(CONSTANT), _) => {
                    let source = NondetSource::Other("volatile object at a constant address".into());
                    changes.push((edge, Op::Havoc { place, source }));
                }
                (Some(sources), _) if sources & (CONSTANT | OUTSIDE) != 0 => {
                    changes.push((edge, Op::Havoc { place, source: NondetSource::Volatile(value) }));
                }
                (_, Some(CONSTANT)) => changes.push((edge, Op::Skip)),
                _ => {}
            }
        }
        for (edge, op) in changes {
            self.program.edges[edge].op = op;
        }
    }
}

impl<'p> Flow<'p> {
    /// Where all pointers of the program come from.
    pub(super) fn whole(program: &'p Program, undefined: &'p [VarId]) -> Self {
        let mut flow = Flow { program, undefined, vars: FastMap::default(), memory: 0, changed: true };
        while std::mem::take(&mut flow.changed) {
            flow.round();
        }
        flow
    }

    fn round(&mut self) {
        for edge in self.program.edges.iter() {
            match &edge.op {
                Op::Assign { place, value } => self.take(*place, self.value(*value)),
                Op::Havoc { place, .. } if self.holds_pointers(self.program.exprs[*place].ty, 0) => {
                    self.take(*place, OUTSIDE);
                }
                Op::Intrinsic { result: Some(place), .. } => self.take(*place, OBJECT),
                Op::Declare { var, .. } => {
                    let variable = &self.program.vars[*var];
                    if self.undefined.contains(var) {
                        self.add(*var, OUTSIDE);
                    }
                    if variable.data.is_some() && self.holds_pointers(variable.ty, 0) {
                        self.add(*var, CONSTANT);
                    }
                }
                Op::Call(site) => {
                    let call = &self.program.calls[*site];
                    let Some(callee) = call.callee.map(|callee| &self.program.functions[callee]) else { continue };
                    for (param, arg) in callee.params.iter().zip(&call.args) {
                        self.add(*param, self.value(*arg));
                    }
                    for arg in call.args.iter().skip(callee.params.len()) {
                        self.remember(self.value(*arg));
                    }
                    if let Some(result) = call.result {
                        let sources = callee.result.map_or(OUTSIDE, |from| self.of(from));
                        self.add(result, sources);
                    }
                }
                Op::CallPointer { site, .. } => {
                    let call = &self.program.calls[*site];
                    let given = call.args.iter().fold(0, |all, arg| all | self.value(*arg));
                    let mut returned = OUTSIDE;
                    for function in self.program.functions.iter().filter(|function| function.address_taken) {
                        function.params.iter().for_each(|param| self.add(*param, given));
                        returned |= function.result.map_or(0, |from| self.of(from));
                    }
                    self.remember(given);
                    if let Some(result) = call.result {
                        self.add(result, returned);
                    }
                }
                _ => {}
            }
        }
    }

    /// The sources of what a place is reached through; `None` for a variable by name.
    pub(super) fn through(&self, mut place: PlaceId) -> Option<Sources> {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Field(outer, _) | PlaceKind::Index(outer, _) => place = outer,
                PlaceKind::Deref(pointer) => return Some(self.value(pointer)),
            }
        }
    }

    pub(super) fn value(&self, expr: ExprId) -> Sources {
        let program = self.program;
        let of = &program.exprs[expr];
        match of.kind {
            ExprKind::Constant(0) => 0,
            ExprKind::Constant(_) if program.types.pointee(of.ty).is_some() => CONSTANT,
            ExprKind::Load(place) if self.holds_pointers(of.ty, 0) => {
                self.program.exprs.root_variable(place).map_or(self.memory, |var| self.of(var))
            }
            ExprKind::AddressOf(place) => match self.program.exprs.root_variable(place) {
                Some(var) if self.undefined.contains(&var) => OUTSIDE,
                Some(_) => OBJECT,
                None => self.through(place).unwrap_or(ANY),
            },
            ExprKind::FunctionAddress(_) => OBJECT,
            ExprKind::Binary(BinaryOp::PtrAdd, pointer, _) => self.value(pointer),
            ExprKind::Conditional(_, yes, no) => self.value(yes) | self.value(no),
            ExprKind::Cast(inner) => {
                let pointer = |ty| program.types.pointee(ty).is_some();
                match (pointer(program.exprs[inner].ty), pointer(of.ty)) {
                    (true, _) => self.value(inner),
                    (false, true) => self.number(inner, 0),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// The sources of a pointer that is made of a number.
    fn number(&self, expr: ExprId, depth: u32) -> Sources {
        let program = self.program;
        match program.exprs[expr].kind {
            _ if depth > 100 => ANY,
            ExprKind::Constant(0) => 0,
            ExprKind::Constant(_) => CONSTANT,
            ExprKind::Cast(inner) if program.types.pointee(program.exprs[inner].ty).is_some() => self.value(inner),
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => self.number(inner, depth + 1),
            ExprKind::Binary(_, a, b) => self.number(a, depth + 1) | self.number(b, depth + 1),
            _ => ANY,
        }
    }

    fn of(&self, var: VarId) -> Sources {
        let own = self.vars.get(&var).copied().unwrap_or(0);
        if self.program.vars[var].address_taken { self.memory | own } else { own }
    }

    fn add(&mut self, var: VarId, sources: Sources) {
        if self.program.vars[var].address_taken {
            self.remember(sources);
        }
        let known = self.vars.entry(var).or_insert(0);
        self.changed |= *known | sources != *known;
        *known |= sources;
    }

    fn remember(&mut self, sources: Sources) {
        self.changed |= self.memory | sources != self.memory;
        self.memory |= sources;
    }

    fn take(&mut self, place: PlaceId, mut sources: Sources) {
        // What is no pointer becomes one in a union, or where memory is looked at with another type.
        if !self.holds_pointers(self.program.exprs[place].ty, 0) {
            if !self.is_in_union(place) && !self.is_pointer_seen_as_number(place) {
                return;
            }
            sources = ANY;
        }
        match self.program.exprs.root_variable(place) {
            Some(var) => self.add(var, sources),
            None => self.remember(sources),
        }
    }

    /// `*(uintptr_t *)&pointer`.
    fn is_pointer_seen_as_number(&self, place: PlaceId) -> bool {
        let PlaceKind::Deref(pointer) = self.program.exprs[place].kind else { return false };
        let ExprKind::Cast(inner) = self.program.exprs[pointer].kind else { return false };
        let to = self.program.types.pointee(self.program.exprs[inner].ty);
        to.is_some_and(|to| self.holds_pointers(to, 0))
    }

    fn is_in_union(&self, mut place: PlaceId) -> bool {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(_) | PlaceKind::Deref(_) => return false,
                PlaceKind::Index(outer, _) => place = outer,
                PlaceKind::Field(outer, _) => {
                    let ty = self.program.exprs[outer].ty;
                    if let Type::Record(record) = *self.program.types.get(ty)
                        && self.program.types.records[record].is_union
                        && self.holds_pointers(ty, 0)
                    {
                        return true;
                    }
                    place = outer;
                }
            }
        }
    }

    fn holds_pointers(&self, ty: TypeId, depth: u32) -> bool {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Pointer(_) => true,
            Type::Array(of, _) => self.holds_pointers(of.ty, depth + 1),
            Type::Record(_) if depth > 32 => true,
            Type::Record(record) => {
                types.records[*record].fields.iter().flatten().any(|f| self.holds_pointers(f.ty, depth + 1))
            }
            _ => false,
        }
    }
}
