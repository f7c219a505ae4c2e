//! Which object a pointer goes to, as far as one function's text says: `p` and `p + n` go to the same, `end` as well after
//! `end = p + n`. A forward analysis without a lattice of numbers: each pointer variable has a *root*, the thing that its
//! value was computed from by arithmetic within an object, or none. Two pointers with one root go to one object, whichever
//! it is.
//!
//! Invariant: all variables with one [`Root::Value`] hold pointers computed from the value of the edge's *last* execution;
//! whoever held one of an earlier execution loses its root.

use cairn_base::{FastMap, FastSet};
use cairn_ir::dataflow::{Direction, Worklist, iterate_to_fixpoint};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::{
    BinaryOp, EdgeId, ExprId, ExprKind, FunctionId, NodeId, Op, PlaceId, PlaceKind, Program, VarId, VarKind,
};

/// Root of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Root {
    /// The address of a variable: the current one, where it is local.
    Object(VarId),
    /// Value of a parameter at the entry.
    Param(VarId),
    /// Value by an edge when it was last taken.
    Value(EdgeId),
    /// What an expression reads: the same for another expression only in the same operation.
    Read(ExprId),
}

type Roots = FastMap<VarId, Root>;

/// The roots at the nodes of the functions that were asked for.
pub(super) struct Instances<'p> {
    program: &'p Program,
    at: FastMap<NodeId, Roots>,
}

impl<'p> Instances<'p> {
    pub fn new(program: &'p Program, functions: &FastSet<FunctionId>) -> Self {
        let mut new = Self { program, at: FastMap::default() };
        for function in program.functions.ids().filter(|function| functions.contains(function)) {
            new.function(function);
        }
        new
    }

    fn function(&mut self, function: FunctionId) {
        let Some(body) = self.program.functions[function].body else { return };
        let params = &self.program.functions[function].params;
        let entry = params.iter().filter(|var| self.is_tracked(**var)).map(|var| (*var, Root::Param(*var))).collect();
        let after = |edge: EdgeId, roots: &Roots| Some(self.after(edge, &self.program.edges[edge].op, roots.clone()));
        let start = [(body.entry, entry)];
        let found = iterate_to_fixpoint(self.program, Direction::Forward, Worklist::ReversePostorder, start, after);
        self.at.extend(found);
    }

    /// Whether only its name leads to a variable of the frame.
    fn is_tracked(&self, var: VarId) -> bool {
        let variable = &self.program.vars[var];
        let local = matches!(variable.kind, VarKind::Local | VarKind::Temp | VarKind::Param(_) | VarKind::Return);
        local && !variable.address_taken && self.program.types.scalar(variable.ty).is_some()
    }

    fn after(&self, edge: EdgeId, op: &Op, mut roots: Roots) -> Roots {
        for effect in effects::own(self.program, op) {
            match effect {
                Effect::Writes { at: Where::Variable(var), value } if self.is_tracked(var) => {
                    let root = match value.and_then(|value| self.root_in(value, &roots)) {
                        None | Some(Root::Read(_)) => Root::Value(edge),
                        Some(root) => root,
                    };
                    define(&mut roots, var, root, edge);
                }
                Effect::Begins { var, .. } | Effect::Ends(var) => {
                    roots.remove(&var);
                    roots.retain(|_, root| *root != Root::Object(var));
                }
                _ => {}
            }
        }
        roots
    }

    /// Root of a pointer, at a node.
    pub fn root(&self, node: NodeId, pointer: ExprId) -> Option<Root> {
        let none = Roots::default();
        self.root_in(pointer, self.at.get(&node).unwrap_or(&none))
    }

    fn root_in(&self, mut pointer: ExprId, roots: &Roots) -> Option<Root> {
        let exprs = &self.program.exprs;
        let is_constant = |expr: ExprId| matches!(exprs[expr].kind, ExprKind::Constant(_));
        loop {
            match exprs[pointer].kind {
                ExprKind::Cast(x) => pointer = x,
                ExprKind::Binary(BinaryOp::PtrAdd, x, _) if !is_constant(x) => pointer = x,
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, x, y) if is_constant(y) => pointer = x,
                ExprKind::Load(place) => {
                    return match exprs[place].kind {
                        PlaceKind::Var(var) if self.is_tracked(var) => roots.get(&var).copied(),
                        _ => Some(Root::Read(pointer)),
                    };
                }
                ExprKind::AddressOf(place) => match self.base(place) {
                    // Two equal literals share their variable, and need not share their object.
                    Ok(var) if self.program.vars[var].kind == VarKind::StringLiteral => return None,
                    Ok(var) => return Some(Root::Object(var)),
                    Err(inner) => pointer = inner,
                },
                _ => return None,
            }
        }
    }

    /// The variable that a place is in, or the pointer that leads there.
    fn base(&self, mut place: PlaceId) -> Result<VarId, ExprId> {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(var) => return Ok(var),
                PlaceKind::Deref(pointer) => return Err(pointer),
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
            }
        }
    }
}

fn define(roots: &mut Roots, var: VarId, root: Root, edge: EdgeId) {
    if root == Root::Value(edge) {
        roots.retain(|_, root| *root != Root::Value(edge));
    }
    roots.insert(var, root);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::id::Id;

    #[test]
    fn a_new_value_of_an_edge_is_another_root() {
        let (a, b) = (VarId::from_index(0), VarId::from_index(1));
        let edge = EdgeId::from_index(7);
        let mut roots = Roots::default();
        define(&mut roots, a, Root::Value(edge), edge);
        let root = roots[&a];
        define(&mut roots, b, root, EdgeId::from_index(8));
        assert_eq!(roots.get(&a), roots.get(&b));
        define(&mut roots, a, Root::Value(edge), edge);
        assert_eq!(roots.get(&b), None);
    }
}
