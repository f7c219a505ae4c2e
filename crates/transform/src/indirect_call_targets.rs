//! Which functions a pointer may lead to whose type does not fit them.
//!
//! Calling a function through a pointer of another type is undefined in C and does something on the machine, and which
//! functions a program may so call should be known before a pointer is taken to be none of its functions. The address of a
//! function keeps its type from where it is taken to where it is called, unless
//!
//! - it is cast, itself or as a value of its type: to another type of function, to a pointer to data, to a number;
//! - the memory that it is stored in is seen as another type: through a pointer that is cast, in a union, as an argument
//!   beyond the parameters. Then it may be read as a function of any type that such memory holds at the same offset, and as
//!   data that is cast to a function.
//!
//! All of this is told from types alone, for the whole program, and errs on the side of too many.

use cairn_base::{FastMap, FastSet};
use cairn_ir::expr::{ExprId, ExprKind, PlaceId, PlaceKind};
use cairn_ir::ids::FunctionId;
use cairn_ir::mark_reachable;
use cairn_ir::op::Op;
use cairn_ir::program::Program;
use cairn_ir::types::{Type, TypeId};
use cairn_ir::walk::ExprOrPlace;

/// Uses of the types of functions by a program.
#[derive(Default)]
pub(crate) struct IndirectCallTargets {
    /// Functions whose address is cast where it is taken.
    functions: FastSet<FunctionId>,
    /// Types of functions of which a pointer is cast to something else.
    cast: FastSet<TypeId>,
    /// Types of functions to which a pointer to data, or a number, is cast.
    made_of_data: FastSet<TypeId>,
    /// Where pointers to functions lie in memory that is seen as several types, by the type of the function.
    stored: FastMap<TypeId, FastSet<TypedOffset>>,
    /// Types that have been looked at, each with where it begins.
    seen: FastSet<(TypeId, TypedOffset)>,
}

/// A place in memory: the type that it is seen as, and the offset in bytes there, unless that varies.
type TypedOffset = (TypeId, Option<u64>);

impl IndirectCallTargets {
    pub fn of(program: &Program) -> Self {
        let mut found = IndirectCallTargets::default();
        let mut seen: FastSet<ExprOrPlace> = FastSet::default();
        for edge in program.edges.iter() {
            let mut roots = Vec::new();
            edge.op.roots(&program.calls, &mut roots);
            if let Op::Call(site) | Op::CallPointer { site, .. } = edge.op {
                found.variadic_arguments(program, site);
            }
            let is_new = |part| seen.insert(part);
            mark_reachable(roots, is_new, |part, open| match part {
                ExprOrPlace::Expr(expr) => found.expression(program, expr, open),
                ExprOrPlace::Place(place) => {
                    found.place(program, place);
                    open.extend(program.exprs.parts(part));
                }
            });
        }
        found
    }

    /// Whether a pointer of a type that does not fit a function may lead to it all the same.
    pub fn may_be(&self, program: &Program, function: FunctionId, pointer: ExprId) -> bool {
        let own = program.functions[function].ty;
        if self.functions.contains(&function) || self.cast.contains(&own) {
            return true;
        }
        let (Some(stored), Some(called)) = (self.stored.get(&own), program.types.pointee(program.exprs[pointer].ty))
        else {
            return false;
        };
        let meets = |(one, at): &TypedOffset, (other, there): &TypedOffset| {
            one != other && (at.is_none() || there.is_none() || at == there)
        };
        let read = self.stored.get(&called);
        self.made_of_data.contains(&called)
            || read.is_some_and(|read| stored.iter().any(|one| read.iter().any(|other| meets(one, other))))
    }

    fn expression(&mut self, program: &Program, expr: ExprId, open: &mut Vec<ExprOrPlace>) {
        match program.exprs[expr].kind {
            // To compare is not to keep.
            ExprKind::Binary(op, x, y) if op.is_comparison() => {
                for side in [x, y] {
                    let function = |inner: ExprId| function_behind(program, program.exprs[inner].ty).is_some();
                    match program.exprs[side].kind {
                        ExprKind::Cast(inner) if function(inner) => open.push(inner.into()),
                        _ => open.push(side.into()),
                    }
                }
            }
            ExprKind::Cast(inner) => {
                self.is_cast(program, inner, program.exprs[expr].ty);
                open.push(inner.into());
            }
            _ => open.extend(program.exprs.parts(expr)),
        }
    }

    fn is_cast(&mut self, program: &Program, inner: ExprId, to: TypeId) {
        let from = program.exprs[inner].ty;
        if from == to || matches!(program.exprs[inner].kind, ExprKind::Constant(_)) {
            return;
        }
        match (function_behind(program, from), function_behind(program, to)) {
            (Some(own), other) if Some(own) != other => match program.exprs[inner].kind {
                ExprKind::FunctionAddress(function) => {
                    self.functions.insert(function);
                }
                _ => {
                    self.cast.insert(own);
                }
            },
            (Some(_), _) => {}
            (None, Some(made)) => {
                self.made_of_data.insert(made);
            }
            (None, None) => {
                self.memory(program, from);
                self.memory(program, to);
            }
        }
    }

    fn place(&mut self, program: &Program, place: PlaceId) {
        if let PlaceKind::Field(base, _) = program.exprs[place].kind
            && let Type::Record(record) = *program.types.get(program.exprs[base].ty)
            && program.types.records[record].is_union
        {
            let ty = program.exprs[base].ty;
            self.inside(program, ty, (ty, Some(0)));
        }
    }

    /// What is passed beyond the parameters is read as any type.
    fn variadic_arguments(&mut self, program: &Program, site: cairn_ir::CallSiteId) {
        let site = &program.calls[site];
        let params = site.callee.map_or(0, |callee| program.functions[callee].params.len());
        for arg in site.args.iter().skip(params) {
            let ty = program.exprs[*arg].ty;
            self.inside(program, ty, (ty, None));
        }
    }

    /// What a pointer goes to is seen as several types.
    fn memory(&mut self, program: &Program, pointer: TypeId) {
        if let Some(to) = program.types.pointee(pointer) {
            self.inside(program, to, (to, Some(0)));
        }
    }

    fn inside(&mut self, program: &Program, ty: TypeId, at: TypedOffset) {
        let types = &program.types;
        let is_new = |seen| self.seen.insert(seen);
        mark_reachable([(ty, at)], is_new, |(ty, at), open| {
            match types.get(ty) {
                Type::Pointer(to) => match types.get(to.ty) {
                    // A pointer to such a pointer may walk.
                    Type::Function(_) => {
                        let spot = if at.0 == ty { (ty, None) } else { at };
                        self.stored.entry(to.ty).or_default().insert(spot);
                    }
                    _ => open.push((to.ty, (to.ty, Some(0)))),
                },
                Type::Array(of, _) => open.push((of.ty, (at.0, None))),
                Type::Record(record) => {
                    let is_union = types.records[*record].is_union;
                    for field in types.fields(ty).unwrap_or(&[]) {
                        let offset = at.1.map(|at| at.saturating_add(field.offset));
                        let root = if is_union { field.ty } else { at.0 };
                        open.push((field.ty, (root, offset)));
                    }
                }
                _ => {}
            }
        });
    }
}

fn function_behind(program: &Program, ty: TypeId) -> Option<TypeId> {
    let to = program.types.pointee(ty)?;
    matches!(program.types.get(to), Type::Function(_)).then_some(to)
}
