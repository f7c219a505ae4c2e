//! Opaque handles: what a parameter goes to where the text says it with a cast, and the declared type does not.
//!
//! `long length(HANDLE *handle) { struct file *f = (struct file *)handle; return f->length; }` is called with what a function of the library made, a
//! `struct file`. An object of the declared type has no such member: each execution fails there, and nothing behind it is looked at. So the
//! harness makes the structure that the parameter is cast to, in the function or in one that it hands it on to; of several the largest.
//!
//! Only where the declared type says nothing: `void`, a structure that is not complete, or one that is smaller. Why not bytes: what a `char *` is
//! cast to is read from a buffer, and whether the buffer is large enough is what is asked.

use cairn_base::FastMap;
use cairn_base::id::IdVec;
use cairn_ir::types::{Type, TypeId};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, ExprKind, FunctionId, NodeId, Op, PlaceKind, Program, VarId};

/// Through so many calls a parameter is followed.
const DEEPEST: usize = 4;

/// Types of pointers that parameters of a function are cast to.
pub(crate) struct Handles<'p> {
    program: &'p Program,
    nodes: IdVec<FunctionId, Vec<NodeId>>,
}

impl<'p> Handles<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, nodes: program.nodes_by_function() }
    }

    /// Those of a function, by parameter.
    pub(crate) fn of(&self, function: FunctionId) -> FastMap<VarId, TypeId> {
        let params = self.program.functions[function].params.iter();
        let meant = params.filter(|param| self.says_nothing(**param));
        meant.filter_map(|param| Some((*param, self.cast(function, *param, *param, 0)?))).collect()
    }

    /// Whether the declared type of a parameter is one of what may be anything.
    fn says_nothing(&self, param: VarId) -> bool {
        let types = &self.program.types;
        let of = types.pointee(self.program.vars[param].ty);
        of.is_some_and(|of| matches!(types.get(of), Type::Void | Type::Record(_)))
    }

    /// The largest type that the value of a parameter is cast to, which is larger than what `declared` goes to.
    fn cast(&self, function: FunctionId, param: VarId, declared: VarId, depth: usize) -> Option<TypeId> {
        let program = self.program;
        let size =
            |pointer: TypeId| program.types.pointee(pointer).and_then(|of| program.types.size_of(of)).unwrap_or(0);
        let least = size(program.vars[declared].ty);
        let mut found: Vec<TypeId> = Vec::new();
        for edge in self.nodes[function].iter().flat_map(|node| program.leaving(*node)).map(|(_, edge)| edge) {
            for part in program.parts_of(&edge.op) {
                let ExprOrPlace::Expr(expr) = part else { continue };
                let ty = program.type_of(expr);
                let is_structure =
                    program.types.pointee(ty).is_some_and(|of| matches!(program.types.get(of), Type::Record(_)));
                if is_structure && size(ty) > least && self.is_value_of(expr, param) {
                    found.push(ty);
                }
            }
            let Op::Call(site) = edge.op else { continue };
            let Some(callee) = program.calls[site].callee.filter(|_| depth < DEEPEST) else { continue };
            for (arg, taken) in program.calls[site].args.iter().zip(&program.functions[callee].params) {
                if self.is_value_of(*arg, param) {
                    let of_type = program.vars[*taken].ty;
                    let is_larger = self.says_nothing(*taken) && size(of_type) > least;
                    found.extend(is_larger.then_some(of_type));
                    found.extend(self.cast(callee, *taken, declared, depth + 1));
                }
            }
        }
        // The first of the largest.
        found.into_iter().rev().max_by_key(|ty| size(*ty))
    }

    fn is_value_of(&self, mut expr: ExprId, param: VarId) -> bool {
        let exprs = &self.program.exprs;
        while let ExprKind::Cast(inner) = exprs[expr].kind {
            expr = inner;
        }
        matches!(exprs[expr].kind, ExprKind::Load(place) if exprs[place].kind == PlaceKind::Var(param))
    }
}
