//! The arguments of a call of a function without a body: pointers to what may change, pointers to what stays, functions.

use cairn_ir::any_reachable;
use cairn_ir::expr::{ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use cairn_ir::program::{Program, VarKind};
use cairn_ir::types::{Type, TypeId};

/// Elements of an array of pointers that an argument may hold.
const MOST_ELEMENTS: u64 = 64;

#[derive(Default)]
pub(super) struct Given {
    pub pointers: Vec<ExprId>,
    /// Pointers to what stays: the function may still give their addresses back.
    pub shown: Vec<ExprId>,
    pub functions: Vec<ExprId>,
    /// Records that are passed by value, in whose characters an address may lie.
    pub copied: Vec<ExprId>,
    /// Memory that may hold addresses of functions.
    pub tables: bool,
    pub too_much: bool,
}

impl Given {
    pub fn argument(&mut self, program: &mut Program, arg: ExprId) {
        let ty = program.exprs[arg].ty;
        match program.types.get(ty) {
            Type::Pointer(to) => {
                let to = *to;
                if matches!(program.types.get(to.ty), Type::Function(_)) {
                    self.functions.push(arg);
                } else {
                    self.pointer(program, arg, !to.is_const);
                }
            }
            Type::Record(_) => {
                if let ExprKind::Load(place) = program.exprs[arg].kind {
                    self.members(program, place);
                    if holds_bytes(program, ty) {
                        self.copied.push(arg);
                    }
                }
            }
            _ => self.number(program, arg),
        }
    }

    /// An address that travels as a number, with a mark in its low bits, say.
    fn number(&mut self, program: &mut Program, number: ExprId) {
        if program.types.pointee(program.exprs[number].ty).is_some() {
            return self.argument(program, number);
        }
        match program.exprs[number].kind {
            ExprKind::Cast(of) | ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, of) => self.number(program, of),
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                self.number(program, a);
                self.number(program, b);
            }
            ExprKind::Conditional(_, a, b) => {
                self.number(program, a);
                self.number(program, b);
            }
            _ => {}
        }
    }

    /// Effects behind a pointer; what is not `const` may change.
    fn pointer(&mut self, program: &mut Program, arg: ExprId, changes: bool) {
        let mut inner = arg;
        loop {
            if let Some(to) = program.types.pointee(program.exprs[inner].ty) {
                if matches!(program.types.get(to), Type::Function(_)) {
                    return self.functions.push(inner);
                }
                self.tables |= leads_to_function(program, to);
            }
            match program.exprs[inner].kind {
                ExprKind::Cast(of) => inner = of,
                ExprKind::Constant(_) => return,
                ExprKind::AddressOf(place) => {
                    if let Some(var) = program.exprs.root_variable(place) {
                        let variable = &program.vars[var];
                        if variable.kind == VarKind::StringLiteral {
                            return;
                        }
                        self.tables |= leads_to_function(program, variable.ty);
                    }
                    break;
                }
                _ => break,
            }
        }
        let known = if changes { &mut self.pointers } else { &mut self.shown };
        if !known.contains(&arg) {
            known.push(arg);
        }
    }

    /// The pointers in a record that is passed by value.
    fn members(&mut self, program: &mut Program, place: PlaceId) {
        let ty = program.exprs[place].ty;
        match program.types.get(ty).clone() {
            Type::Record(_) => {
                let fields = program.types.fields(ty).unwrap_or(&[]).to_vec();
                for (index, field) in fields.iter().enumerate().filter(|(_, field)| field.bits.is_none()) {
                    let member = program.exprs.place(PlaceKind::Field(place, index as u32), field.ty);
                    self.members(program, member);
                }
            }
            Type::Array(of, length) if holds_pointer(program, of.ty) => {
                let length = length.unwrap_or(0);
                self.too_much |= length > MOST_ELEMENTS;
                let index_type = program.types.ptrdiff_t();
                for index in 0..length.min(MOST_ELEMENTS) {
                    let index = program.exprs.expr(ExprKind::Constant(u128::from(index)), index_type);
                    let element = program.exprs.place(PlaceKind::Index(place, index), of.ty);
                    self.members(program, element);
                }
            }
            Type::Pointer(_) => {
                let value = program.exprs.expr(ExprKind::Load(place), ty);
                self.argument(program, value);
            }
            _ => {}
        }
    }
}

/// Whether a value of a type has pointers in it.
pub(super) fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array(of, _) => holds_pointer(program, of.ty),
        Type::Record(_) => program.types.fields(ty).unwrap_or(&[]).iter().any(|field| holds_pointer(program, field.ty)),
        _ => false,
    }
}

/// Whether a value of a type has room for the bytes of an address among its characters.
fn holds_bytes(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Array(of, length) => {
            let characters = program.types.size_of(of.ty) == Some(1);
            let room = length.is_some_and(|length| length >= program.types.model().pointer_bytes());
            characters && room || holds_bytes(program, of.ty)
        }
        Type::Record(_) => program.types.fields(ty).unwrap_or(&[]).iter().any(|field| holds_bytes(program, field.ty)),
        _ => false,
    }
}

/// Whether a pointer may be stored in an object of a type, as far as is known of it.
pub(super) fn may_take_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Void => true,
        Type::Record(_) if program.types.fields(ty).is_none() => true,
        _ => holds_pointer(program, ty),
    }
}

/// Whether a function that is given, by its type, may give others: as its result, or behind a pointer that it is given.
pub(super) fn gives_function(program: &Program, pointer: ExprId) -> bool {
    let to = program.types.pointee(program.exprs[pointer].ty);
    let Some(Type::Function(ty)) = to.map(|to| program.types.get(to)) else { return true };
    let behind = |param: &TypeId| program.types.pointee(*param).is_some_and(|to| leads_to_function(program, to));
    leads_to_function(program, ty.result) || ty.params.iter().any(behind)
}

/// Whether the address of a function may be found in memory of a type, or behind pointers in it.
pub(super) fn leads_to_function(program: &Program, ty: TypeId) -> bool {
    any_reachable([ty], |ty, open| {
        match program.types.get(ty) {
            Type::Function(_) => return true,
            Type::Pointer(to) => {
                // What is behind `void *`, or a type that is not known here, may be anything.
                if matches!(program.types.get(to.ty), Type::Void) {
                    return true;
                }
                open.push(to.ty);
            }
            Type::Array(of, _) => open.push(of.ty),
            Type::Record(_) => match program.types.fields(ty) {
                Some(fields) => open.extend(fields.iter().map(|field| field.ty)),
                None => return true,
            },
            _ => {}
        }
        false
    })
}
