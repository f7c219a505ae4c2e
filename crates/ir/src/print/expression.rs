//! Expressions and places as C, with a parenthesis only where C's precedence needs one.
//!
//! What C writes shorter is written shorter: the address of an array's first element is the array, `*(p + i)` is
//! `p[i]`, `(*p).f` is `p->f`, members of anonymous members belong to the record. What C has no operator for is written
//! as the library function or builtin that computes it.

use super::{Printer, format_type};
use crate::eval::format_value;
use crate::expr::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
use crate::operator::Notation;
use crate::types::{FloatKind, IntKind, Scalar, Type, TypeId};
use crate::value::Value;

/// How tightly an operator binds; an operand that binds less is put in parentheses.
type Level = u8;
const CONDITIONAL: Level = 3;
const UNARY: Level = 14;
const POSTFIX: Level = 15;

impl Printer<'_> {
    /// An expression as C.
    pub fn expr(&self, expr: ExprId) -> String {
        let mut out = String::new();
        self.write_expr(&mut out, expr, 0);
        out
    }

    /// A place as C.
    pub fn place(&self, place: PlaceId) -> String {
        let mut out = String::new();
        self.write_place(&mut out, place, 0);
        out
    }

    fn write_expr(&self, out: &mut String, expr: ExprId, context: Level) {
        // As deep as the source has it: a sum of 100,000 terms.
        stacker::maybe_grow(64 << 10, 1 << 20, || self.write_expr_here(out, expr, context));
    }

    fn write_expr_here(&self, out: &mut String, expr: ExprId, context: Level) {
        let ty = self.program.exprs[expr].ty;
        match self.program.exprs[expr].kind {
            ExprKind::Constant(bits) => {
                let text = self.constant(bits, ty);
                let level = if text.starts_with(['-', '(']) { UNARY } else { POSTFIX };
                self.wrapped(out, level, context, |out| out.push_str(&text));
            }
            ExprKind::Load(place) => self.write_place(out, place, context),
            ExprKind::AddressOf(place) => self.write_address(out, place, context),
            ExprKind::FunctionAddress(function) => self.wrapped(out, UNARY, context, |out| {
                out.push('&');
                out.push_str(&self.program.functions[function].name);
            }),
            ExprKind::Cast(inner) => self.wrapped(out, UNARY, context, |out| {
                out.push('(');
                out.push_str(&format_type(&self.program.types, ty));
                out.push(')');
                self.write_expr(out, inner, UNARY);
            }),
            ExprKind::Unary(op, x) => match op.row().notation {
                Notation::Sign(sign, level) => self.wrapped(out, level, context, |out| {
                    out.push_str(sign);
                    let start = out.len();
                    self.write_expr(out, x, level);
                    if out[start..].starts_with(sign) && sign == "-" {
                        out.insert(start, ' ');
                    }
                }),
                Notation::Call(name) => self.write_call(out, name, &[x]),
            },
            ExprKind::Binary(op, x, y) => match op.row().notation {
                Notation::Sign(symbol, level) => self.wrapped(out, level, context, |out| {
                    self.write_expr(out, x, level);
                    out.push(' ');
                    out.push_str(symbol);
                    out.push(' ');
                    match op {
                        BinaryOp::PtrAdd => self.write_index(out, y, level + 1),
                        _ => self.write_expr(out, y, level + 1),
                    }
                }),
                Notation::Call(name) => self.write_call(out, name, &[x, y]),
            },
            ExprKind::Conditional(c, x, y) => self.wrapped(out, CONDITIONAL, context, |out| {
                self.write_expr(out, c, CONDITIONAL + 1);
                out.push_str(" ? ");
                self.write_expr(out, x, 0);
                out.push_str(" : ");
                self.write_expr(out, y, CONDITIONAL);
            }),
        }
    }

    fn wrapped(&self, out: &mut String, level: Level, context: Level, write: impl FnOnce(&mut String)) {
        if level < context {
            out.push('(');
            write(out);
            out.push(')');
        } else {
            write(out);
        }
    }

    fn write_call(&self, out: &mut String, name: &str, args: &[ExprId]) {
        out.push_str(name);
        out.push('(');
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_expr(out, *arg, 0);
        }
        out.push(')');
    }

    /// An index, whose type is always the same: a constant is written without its suffix.
    fn write_index(&self, out: &mut String, index: ExprId, context: Level) {
        let expr = &self.program.exprs[index];
        match (&expr.kind, self.program.types.scalar(expr.ty)) {
            (ExprKind::Constant(bits), Some(scalar)) => out.push_str(&format_value(Value(*bits), scalar)),
            _ => self.write_expr(out, index, context),
        }
    }

    fn write_address(&self, out: &mut String, place: PlaceId, context: Level) {
        let exprs = &self.program.exprs;
        match exprs[place].kind {
            // An array decays to the address of its first element.
            PlaceKind::Index(base, index) if matches!(exprs[index].kind, ExprKind::Constant(0)) => {
                self.write_place(out, base, context);
            }
            PlaceKind::Deref(pointer) => self.write_expr(out, pointer, context),
            _ => self.wrapped(out, UNARY, context, |out| {
                out.push('&');
                self.write_place(out, place, UNARY);
            }),
        }
    }

    fn write_place(&self, out: &mut String, place: PlaceId, context: Level) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.write_place_here(out, place, context));
    }

    fn write_place_here(&self, out: &mut String, place: PlaceId, context: Level) {
        let exprs = &self.program.exprs;
        match exprs[place].kind {
            PlaceKind::Var(var) => out.push_str(self.name(var)),
            PlaceKind::Deref(pointer) => {
                if let ExprKind::Binary(BinaryOp::PtrAdd, base, index) = exprs[pointer].kind
                    && self.program.types.pointee(exprs[base].ty) == Some(exprs[place].ty)
                {
                    self.write_expr(out, base, POSTFIX);
                    out.push('[');
                    self.write_index(out, index, 0);
                    out.push(']');
                    return;
                }
                self.wrapped(out, UNARY, context, |out| {
                    out.push('*');
                    self.write_expr(out, pointer, UNARY);
                });
            }
            PlaceKind::Field(base, index) => {
                let field = self.program.types.fields(exprs[base].ty).and_then(|f| f.get(index as usize));
                let name = field.map_or("<no such member>", |f| f.name.as_str());
                if name.is_empty() {
                    return self.write_place(out, base, context);
                }
                match self.through_anonymous(base) {
                    Some(pointer) => {
                        self.write_expr(out, pointer, POSTFIX);
                        out.push_str("->");
                    }
                    None => {
                        self.write_place(out, base, POSTFIX);
                        out.push('.');
                    }
                }
                out.push_str(name);
            }
            PlaceKind::Index(base, index) => {
                self.write_place(out, base, POSTFIX);
                out.push('[');
                self.write_index(out, index, 0);
                out.push(']');
            }
        }
    }

    /// The pointer, when a place is what it points to, perhaps by way of anonymous members.
    fn through_anonymous(&self, mut place: PlaceId) -> Option<ExprId> {
        let exprs = &self.program.exprs;
        loop {
            match exprs[place].kind {
                PlaceKind::Deref(pointer) => {
                    // `p[i].f` reads better than `(p + i)->f`.
                    return match exprs[pointer].kind {
                        ExprKind::Binary(BinaryOp::PtrAdd, ..) => None,
                        _ => Some(pointer),
                    };
                }
                PlaceKind::Field(base, index) => {
                    let field = self.program.types.fields(exprs[base].ty)?.get(index as usize)?;
                    if !field.name.is_empty() {
                        return None;
                    }
                    place = base;
                }
                PlaceKind::Var(_) | PlaceKind::Index(..) => return None,
            }
        }
    }

    fn constant(&self, bits: u128, ty: TypeId) -> String {
        let Some(scalar) = self.program.types.scalar(ty) else { return format!("{bits:#x}") };
        let text = format_value(Value(bits), scalar);
        match (self.program.types.get(ty), scalar) {
            (Type::Pointer(_), _) if bits == 0 => "NULL".into(),
            (Type::Pointer(_), _) => format!("({}){text}", format_type(&self.program.types, ty)),
            (Type::Int(kind), Scalar::Int { .. }) => text + int_suffix(*kind),
            (_, Scalar::Float(kind)) => text + float_suffix(kind),
            _ => text,
        }
    }
}

const fn int_suffix(kind: IntKind) -> &'static str {
    match kind {
        IntKind::UInt => "U",
        IntKind::Long => "L",
        IntKind::ULong => "UL",
        IntKind::LongLong => "LL",
        IntKind::ULongLong => "ULL",
        _ => "",
    }
}

const fn float_suffix(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "f",
        FloatKind::Double => "",
        FloatKind::LongDouble => "L",
        FloatKind::Float128 => "Q",
    }
}
