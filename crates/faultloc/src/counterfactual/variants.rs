//! Expressions and places with one part changed: the operators of mutation testing ([`super::change`]).

use super::change::{ChangeKind, ChangeSource};
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, UnaryOp, Value, VarId, VarKind};
use std::collections::BTreeSet;

/// Parts of an expression that lie deeper are not changed.
const DEEPEST: u32 = 24;
/// So many other variables are tried in place of one.
const MOST_VARIABLES: usize = 8;
/// So many constants of the program are tried in place of one.
const MOST_CONSTANTS: usize = 8;

impl ChangeSource<'_> {
    /// Other subscripts and other members of a place.
    pub(super) fn place_variants(&mut self, place: PlaceId, function: FunctionId) -> Vec<(ChangeKind, PlaceId)> {
        let ty = self.program.exprs[place].ty;
        let mut found = Vec::new();
        match self.program.exprs[place].kind {
            PlaceKind::Var(var) => {
                for other in self.others(var, function) {
                    found.push((ChangeKind::Slip, self.program.exprs.place(PlaceKind::Var(other), ty)));
                }
            }
            PlaceKind::Deref(pointer) => {
                for (kind, new) in self.variants(pointer, function) {
                    found.push((kind, self.program.exprs.place(PlaceKind::Deref(new), ty)));
                }
            }
            PlaceKind::Field(base, field) => {
                for (kind, new) in self.place_variants(base, function) {
                    found.push((kind, self.program.exprs.place(PlaceKind::Field(new, field), ty)));
                }
                let fields = self.program.types.fields(self.program.exprs[base].ty).map_or(Vec::new(), |f| f.to_vec());
                for (index, other) in fields.iter().enumerate() {
                    if index != field as usize && other.ty == ty && other.bits == fields[field as usize].bits {
                        let new = self.program.exprs.place(PlaceKind::Field(base, index as u32), ty);
                        found.push((ChangeKind::Slip, new));
                    }
                }
            }
            PlaceKind::Index(base, index) => {
                if let Some(new) = self.other_order(base, index, ty) {
                    found.push((ChangeKind::Slip, new));
                }
                for (kind, new) in self.variants(index, function) {
                    found.push((kind, self.program.exprs.place(PlaceKind::Index(base, new), ty)));
                }
                for (kind, new) in self.place_variants(base, function) {
                    found.push((kind, self.program.exprs.place(PlaceKind::Index(new, index), ty)));
                }
            }
        }
        found
    }

    /// An element of an element, with the two subscripts exchanged.
    fn other_order(&mut self, base: PlaceId, index: ExprId, ty: cairn_ir::TypeId) -> Option<PlaceId> {
        let row = self.program.exprs[base].ty;
        let (new, other) = match self.program.exprs[base].kind {
            PlaceKind::Index(outer, other) => (PlaceKind::Index(outer, index), other),
            PlaceKind::Deref(pointer) => {
                let ExprKind::Binary(BinaryOp::PtrAdd, array, other) = self.program.exprs[pointer].kind else {
                    return None;
                };
                let to = self.program.exprs[pointer].ty;
                let moved = self.program.exprs.expr(ExprKind::Binary(BinaryOp::PtrAdd, array, index), to);
                (PlaceKind::Deref(moved), other)
            }
            PlaceKind::Var(_) | PlaceKind::Field(..) => return None,
        };
        if other == index || self.program.exprs[other].ty != self.program.exprs[index].ty {
            return None;
        }
        let new = self.program.exprs.place(new, row);
        Some(self.program.exprs.place(PlaceKind::Index(new, other), ty))
    }

    /// Integer variables of the function in place of a constant, converted to its type.
    fn variables_for(&mut self, ty: cairn_ir::TypeId, function: FunctionId) -> Vec<ExprId> {
        let program = &*self.program;
        let is_meant = |other: &cairn_ir::Variable| {
            matches!(other.kind, VarKind::Param(_) | VarKind::Local)
                && other.function == Some(function)
                && !other.span.is_none()
                && matches!(program.types.scalar(other.ty), Some(Scalar::Int { .. }))
        };
        let found: Vec<(VarId, cairn_ir::TypeId)> = (program.vars.iter_ids())
            .filter(|(_, other)| is_meant(other))
            .map(|(id, other)| (id, other.ty))
            .take(MOST_VARIABLES)
            .collect();
        let mut load = |(var, of): (VarId, cairn_ir::TypeId)| {
            let exprs = &mut self.program.exprs;
            let place = exprs.place(PlaceKind::Var(var), of);
            let load = exprs.expr(ExprKind::Load(place), of);
            if of == ty { load } else { exprs.expr(ExprKind::Cast(load), ty) }
        };
        found.into_iter().map(&mut load).collect()
    }

    /// Variables of the same type that a line of a function may mean in place of one, the function's own first.
    fn others(&self, var: VarId, function: FunctionId) -> Vec<VarId> {
        let program = &*self.program;
        let mut found: Vec<(bool, VarId)> = (program.vars.iter_ids())
            .filter(|(id, other)| {
                let in_reach = match other.kind {
                    VarKind::Static => other.function.is_none_or(|of| of == function),
                    VarKind::Param(_) | VarKind::Local => other.function == Some(function),
                    VarKind::Temp | VarKind::Return | VarKind::StringLiteral => false,
                };
                let is_written = !other.name.is_empty() && !other.span.is_none();
                *id != var && in_reach && is_written && other.ty == program.vars[var].ty
            })
            .map(|(id, other)| (other.kind == VarKind::Static, id))
            .collect();
        found.sort();
        found.truncate(MOST_VARIABLES);
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// An expression with one part changed, for each part and change.
    pub(super) fn variants(&mut self, root: ExprId, function: FunctionId) -> Vec<(ChangeKind, ExprId)> {
        if self.depth == DEEPEST {
            return Vec::new();
        }
        self.depth += 1;
        let mut found = self.own_variants(root, function);
        let kind = self.program.exprs[root].kind.clone();
        let ty = self.program.exprs[root].ty;
        match kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
            ExprKind::Load(place) => {
                for (change, new) in self.place_variants(place, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Load(new), ty)));
                }
            }
            ExprKind::AddressOf(place) => {
                for (change, new) in self.place_variants(place, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::AddressOf(new), ty)));
                }
            }
            ExprKind::Unary(op, x) => {
                for (change, new) in self.variants(x, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Unary(op, new), ty)));
                }
            }
            ExprKind::Cast(x) => {
                for (change, new) in self.variants(x, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Cast(new), ty)));
                }
            }
            ExprKind::Binary(op, x, y) => {
                for (change, new) in self.variants(x, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Binary(op, new, y), ty)));
                }
                for (change, new) in self.variants(y, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Binary(op, x, new), ty)));
                }
            }
            ExprKind::Conditional(c, x, y) => {
                for (change, new) in self.variants(c, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Conditional(new, x, y), ty)));
                }
                for (change, new) in self.variants(x, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Conditional(c, new, y), ty)));
                }
                for (change, new) in self.variants(y, function) {
                    found.push((change, self.program.exprs.expr(ExprKind::Conditional(c, x, new), ty)));
                }
            }
        }
        self.depth -= 1;
        found
    }

    /// An expression itself in place of which another stands.
    fn own_variants(&mut self, root: ExprId, function: FunctionId) -> Vec<(ChangeKind, ExprId)> {
        use ChangeKind::{Operator, Slip};
        let (kind, ty) = (self.program.exprs[root].kind.clone(), self.program.exprs[root].ty);
        let mut found = Vec::new();
        match kind {
            ExprKind::Constant(bits) => {
                let Some(Scalar::Int { bits: width, signed }) = self.program.types.scalar(ty) else { return found };
                let value = Value(bits);
                let number = if signed { value.as_signed(width) } else { value.as_unsigned() as i128 };
                let near = [number - 1, number + 1];
                found.extend(near.into_iter().filter_map(|new| Some((Slip, self.constant(new, ty)?))));
                let mut far: Vec<i128> = [0, 1, -number, number * 2, number * 10]
                    .into_iter()
                    .chain(self.constants.iter().copied())
                    .collect();
                let mut known = BTreeSet::from([number, near[0], near[1]]);
                far.retain(|new| known.insert(*new));
                far.truncate(MOST_CONSTANTS);
                found.extend(far.into_iter().filter_map(|new| Some((Operator, self.constant(new, ty)?))));
                found.extend(self.variables_for(ty, function).into_iter().map(|new| (Operator, new)));
            }
            ExprKind::Load(place) => {
                // What the front end made up stands for an expression that the text has elsewhere.
                let is_made_up = self
                    .program
                    .exprs
                    .root_variable(place)
                    .is_some_and(|var| matches!(self.program.vars[var].kind, VarKind::Temp));
                let by_one = if is_made_up { Operator } else { Slip };
                if let Some(one) = self.constant(1, ty) {
                    for op in [BinaryOp::Add, BinaryOp::Sub] {
                        found.push((by_one, self.program.exprs.expr(ExprKind::Binary(op, root, one), ty)));
                    }
                    found.push((Operator, self.program.exprs.expr(ExprKind::Unary(UnaryOp::Neg, root), ty)));
                    found.push((Operator, one));
                    found.extend(self.constant(0, ty).map(|zero| (Operator, zero)));
                }
            }
            ExprKind::Unary(_, x) if self.program.exprs[x].ty == ty => found.push((Slip, x)),
            ExprKind::Binary(op, x, y) => {
                for (change, new) in other_operators(op) {
                    found.push((change, self.program.exprs.expr(ExprKind::Binary(new, x, y), ty)));
                }
                let swaps = matches!(op, BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem);
                if swaps && self.program.exprs[x].ty == self.program.exprs[y].ty && x != y {
                    found.push((Slip, self.program.exprs.expr(ExprKind::Binary(op, y, x), ty)));
                }
                for part in [x, y] {
                    if self.program.exprs[part].ty == ty && !op.is_comparison() {
                        found.push((Operator, part));
                    }
                }
            }
            ExprKind::Conditional(c, x, y) => {
                found.push((Slip, self.program.exprs.expr(ExprKind::Conditional(c, y, x), ty)));
            }
            _ => {}
        }
        found
    }
}

/// The operators that are written for one by mistake.
fn other_operators(op: BinaryOp) -> Vec<(ChangeKind, BinaryOp)> {
    use BinaryOp::*;
    use ChangeKind::{Operator, Slip};
    let near: &[BinaryOp] = match op {
        Lt => &[Le],
        Le => &[Lt],
        Gt => &[Ge],
        Ge => &[Gt],
        Eq => &[Ne],
        Ne => &[Eq],
        Add => &[Sub],
        Sub => &[Add],
        Mul => &[Div],
        Div => &[Mul, Rem],
        Rem => &[Div],
        And => &[Or],
        Or => &[And],
        Shl => &[Shr],
        Shr => &[Shl],
        _ => &[],
    };
    let far: &[BinaryOp] = match op {
        Lt | Le => &[Gt, Ge, Eq, Ne],
        Gt | Ge => &[Lt, Le, Eq, Ne],
        Eq | Ne => &[Lt, Le, Gt, Ge],
        Add | Sub => &[Mul],
        Mul => &[Add, Sub],
        And | Or => &[Xor],
        Xor => &[And, Or],
        _ => &[],
    };
    let near = near.iter().map(|new| (Slip, *new));
    near.chain(far.iter().map(|new| (Operator, *new))).collect()
}
