//! Calls through pointers: null, and functions of another type than the pointer says (C17 6.5.2.2p9).
//!
//! Such a call is a chain of comparisons with functions by now ([`crate::resolve`]). The questions are put before the first
//! one: whether the pointer is null, and for each function whose type is not compatible with the pointer's whether it is
//! that one. A function whose address is never seen as another type cannot be ([`crate::indirect_call_targets`]), and is not asked about.

use super::condition::Conditions;
use super::find::{CheckMode, Walk};
use crate::resolve::{compare, constant_function};
use cairn_ir::behaviour::Check;
use cairn_ir::expr::ExprKind;
use cairn_ir::ids::FunctionId;
use cairn_ir::program::PointerCall;
use cairn_ir::types::{FloatKind, FunctionType, IntKind, Scalar, Type, TypeId, Types};

/// Deeper than this, types are taken for compatible.
const DEEPEST: u32 = 50;

impl Walk<'_> {
    /// Checks where a call through a pointer begins.
    pub(super) fn called(&mut self, call: &PointerCall) {
        let constant = constant_function(self.program, call.pointer);
        let null = [Check::NullDereference, Check::ValidDeref].into_iter().find(|check| self.wanted.contains(check));
        if let (Some(check), None) = (null, constant) {
            let mut conditions = Conditions { program: self.program, made: Vec::new() };
            conditions.null(call.pointer);
            for made in conditions.made {
                self.note(check, CheckMode::Condition(made));
            }
        }
        if !self.wanted.contains(&Check::CallType) {
            return;
        }
        let Some(to) = self.program.types.pointee(self.program.exprs[call.pointer].ty) else { return };
        let candidates: Vec<FunctionId> = match constant {
            Some(function) => vec![function],
            None => {
                let taken = |function: &FunctionId| self.program.functions[*function].address_taken;
                let may_be = |function: &FunctionId| self.call_targets.may_be(self.program, *function, call.pointer);
                self.program.functions.ids().filter(taken).filter(may_be).collect()
            }
        };
        for function in candidates {
            if self.is_compatible(to, function) {
                continue;
            }
            let is_it = match constant {
                Some(_) => {
                    let int = self.program.types.int(IntKind::Int);
                    self.program.exprs.expr(ExprKind::Constant(1), int)
                }
                None => compare(self.program, call.pointer, function),
            };
            self.note(Check::CallType, CheckMode::Condition(is_it));
        }
    }

    /// Whether a function may be called as one of this type.
    fn is_compatible(&self, to: TypeId, function: FunctionId) -> bool {
        let (types, callee) = (&self.program.types, &self.program.functions[function]);
        let (Type::Function(called), Type::Function(own)) = (types.get(to), types.get(callee.ty)) else { return true };
        // The parameters of a definition in the old style are not part of its type.
        let mut own = own.clone();
        if !own.prototype && callee.body.is_some() {
            own.params = callee.params.iter().map(|param| self.program.vars[*param].ty).collect();
            own.prototype = called.prototype;
            if !called.prototype {
                return compatible(types, called.result, own.result, 0);
            }
        }
        compatible_functions(types, called, &own, 0)
    }
}

/// Types of functions (6.7.6.3p15).
fn compatible_functions(types: &Types, a: &FunctionType, b: &FunctionType, depth: u32) -> bool {
    if !compatible(types, a.result, b.result, depth + 1) {
        return false;
    }
    match (a.prototype, b.prototype) {
        (true, true) => {
            let same = |(a, b): (&TypeId, &TypeId)| compatible(types, *a, *b, depth + 1);
            a.variadic == b.variadic && a.params.len() == b.params.len() && a.params.iter().zip(&b.params).all(same)
        }
        (false, false) => true,
        // Each parameter must be of a type that an argument without a prototype can have.
        (true, false) => !a.variadic && a.params.iter().all(|param| is_promoted(types, *param)),
        (false, true) => !b.variadic && b.params.iter().all(|param| is_promoted(types, *param)),
    }
}

fn is_promoted(types: &Types, ty: TypeId) -> bool {
    match (types.get(ty), types.scalar(ty)) {
        (Type::Int(_), Some(Scalar::Int { bits, .. })) => bits >= 32,
        (Type::Int(_), _) => false,
        (Type::Float(kind), _) => *kind != FloatKind::Float,
        _ => true,
    }
}

/// Compatible types (6.2.7), qualifiers of the types themselves left aside. Records of different files are compatible where they
/// have one tag.
fn compatible(types: &Types, a: TypeId, b: TypeId, depth: u32) -> bool {
    if a == b || depth > DEEPEST {
        return true;
    }
    match (types.get(a), types.get(b)) {
        (Type::Pointer(x), Type::Pointer(y)) => {
            x.is_const == y.is_const && x.is_volatile == y.is_volatile && compatible(types, x.ty, y.ty, depth + 1)
        }
        (Type::Array(x, n), Type::Array(y, m)) => {
            (n == m || n.is_none() || m.is_none()) && compatible(types, x.ty, y.ty, depth + 1)
        }
        (Type::VariableArray(x, _), Type::Array(y, _) | Type::VariableArray(y, _))
        | (Type::Array(x, _), Type::VariableArray(y, _)) => compatible(types, x.ty, y.ty, depth + 1),
        (Type::Enum(_), Type::Int(_)) | (Type::Int(_), Type::Enum(_)) | (Type::Enum(_), Type::Enum(_)) => {
            types.scalar(a) == types.scalar(b)
        }
        (Type::Function(x), Type::Function(y)) => compatible_functions(types, x, y, depth + 1),
        (Type::Record(x), Type::Record(y)) => {
            let (x, y) = (&types.records[*x], &types.records[*y]);
            x.tag == y.tag && x.is_union == y.is_union
        }
        _ => false,
    }
}
