//! Conversions: promotions, usual arithmetic conversions, conversion as if by assignment, compatibility of types
//! (C11 6.3.1, 6.3.2, 6.2.7).
//!
//! gcc warns where pointers and integers are mixed and goes on; so does this, without the warning.

use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::{FloatKind, IntKind, Qualified, Type};
use cairn_ir::{ExprId, ExprKind, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    Int(IntKind),
    Float(FloatKind),
}

impl Lower<'_> {
    pub fn type_of(&self, expr: ExprId) -> TypeId {
        self.program.exprs[expr].ty
    }

    pub fn arithmetic(&self, ty: TypeId) -> Option<Arithmetic> {
        match self.program.types.get(ty) {
            Type::Int(kind) => Some(Arithmetic::Int(*kind)),
            Type::Enum(id) => Some(Arithmetic::Int(self.program.types.enums[*id].underlying.unwrap_or(IntKind::UInt))),
            Type::Float(kind) => Some(Arithmetic::Float(*kind)),
            _ => None,
        }
    }

    pub fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match self.arithmetic(ty) {
            Some(Arithmetic::Int(kind)) => Some(kind),
            _ => None,
        }
    }

    pub fn is_integer(&self, ty: TypeId) -> bool {
        self.int_kind(ty).is_some()
    }

    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Pointer(_))
    }

    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_pointer(ty) || self.arithmetic(ty).is_some()
    }

    pub fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Record(_))
    }

    /// Promoted type of an integer value; `width` is that of a bit-field.
    pub fn promoted(&mut self, ty: TypeId, width: Option<u32>) -> TypeId {
        let Some(kind) = self.int_kind(ty) else { return ty };
        let int_bits = 32;
        if let Some(width) = width {
            let signed = kind.is_signed(self.model());
            if kind == IntKind::Bool || width < int_bits || (width == int_bits && signed) {
                return self.basic.int;
            }
            if width == int_bits {
                return self.basic.uint;
            }
        }
        if kind.rank() < IntKind::Int.rank() {
            return self.basic.int;
        }
        self.program.types.int(kind)
    }

    /// The integer promotion of a value.
    pub fn promote(&mut self, value: ExprId) -> ExprId {
        let to = self.promoted_value_type(value);
        self.cast(value, to)
    }

    /// The default argument promotion of a value.
    pub fn promote_argument(&mut self, value: ExprId) -> ExprId {
        let ty = self.type_of(value);
        if self.arithmetic(ty) == Some(Arithmetic::Float(FloatKind::Float)) {
            return self.cast(value, self.basic.double);
        }
        self.promote(value)
    }

    /// The type that a parameter in K&R style has for its caller.
    pub fn promoted_param(&mut self, ty: TypeId) -> TypeId {
        if self.arithmetic(ty) == Some(Arithmetic::Float(FloatKind::Float)) {
            return self.basic.double;
        }
        self.promoted(ty, None)
    }

    /// The common type of the usual arithmetic conversions of two promoted types.
    pub fn common(&mut self, a: TypeId, b: TypeId) -> Option<TypeId> {
        let (a, b) = (self.arithmetic(a)?, self.arithmetic(b)?);
        let common = match (a, b) {
            (Arithmetic::Float(a), Arithmetic::Float(b)) => {
                let rank = |kind| match kind {
                    FloatKind::Float => 0,
                    FloatKind::Double => 1,
                    FloatKind::LongDouble => 2,
                    FloatKind::Float128 => 3,
                };
                Arithmetic::Float(if rank(a) >= rank(b) { a } else { b })
            }
            (float @ Arithmetic::Float(_), _) | (_, float @ Arithmetic::Float(_)) => float,
            (Arithmetic::Int(a), Arithmetic::Int(b)) => Arithmetic::Int(self.common_int(a, b)),
        };
        Some(match common {
            Arithmetic::Int(kind) => self.program.types.int(kind),
            Arithmetic::Float(kind) => self.program.types.float(kind),
        })
    }

    fn common_int(&self, a: IntKind, b: IntKind) -> IntKind {
        let model = self.model();
        if a == b {
            return a;
        }
        if a.is_signed(model) == b.is_signed(model) {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if a.is_signed(model) { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if signed.bits(model) > unsigned.bits(model) {
            signed
        } else {
            match signed {
                IntKind::Int => IntKind::UInt,
                IntKind::Long => IntKind::ULong,
                IntKind::LongLong => IntKind::ULongLong,
                _ => IntKind::UInt128,
            }
        }
    }

    /// Conversion as if by assignment, of a scalar or of a whole record.
    pub fn convert(&mut self, value: ExprId, to: TypeId, span: Span) -> Res<ExprId> {
        let from = self.type_of(value);
        if from == to {
            return Ok(value);
        }
        if self.is_scalar(from) && self.is_scalar(to) {
            let float_to_pointer = self.is_pointer(to) && matches!(self.arithmetic(from), Some(Arithmetic::Float(_)));
            let pointer_to_float = self.is_pointer(from) && matches!(self.arithmetic(to), Some(Arithmetic::Float(_)));
            if !float_to_pointer && !pointer_to_float {
                return Ok(self.cast(value, to));
            }
        }
        if self.compatible(from, to)
            && let ExprKind::Load(place) = self.program.exprs[value].kind
        {
            return Ok(self.program.exprs.expr(ExprKind::Load(place), to));
        }
        let (from, to) = (self.type_name(from), self.type_name(to));
        self.error(format!("a value of type '{from}' cannot be converted to '{to}'"), span)
    }

    /// True when the value is a null pointer constant.
    pub fn is_null(&self, value: ExprId) -> bool {
        let expr = &self.program.exprs[value];
        let plain = match self.program.types.get(expr.ty) {
            Type::Int(_) | Type::Enum(_) => true,
            Type::Pointer(to) => to.ty == self.basic.void && !to.is_const && !to.is_volatile,
            _ => false,
        };
        plain && matches!(expr.kind, ExprKind::Constant(0))
    }

    /// Compatible types (C11 6.2.7), as `__builtin_types_compatible_p` and `_Generic` have them.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        self.compatible_to(a, b, 0)
    }

    fn compatible_to(&self, a: TypeId, b: TypeId, depth: u32) -> bool {
        if a == b || depth > 64 {
            return true;
        }
        let same = |a: &Qualified, b: &Qualified| {
            a.is_const == b.is_const && a.is_volatile == b.is_volatile && self.compatible_to(a.ty, b.ty, depth + 1)
        };
        let types = &self.program.types;
        match (types.get(a), types.get(b)) {
            (Type::Enum(e), Type::Int(kind)) | (Type::Int(kind), Type::Enum(e)) => {
                types.enums[*e].underlying == Some(*kind)
            }
            // Enumerations of two translation units: the same tag or none, and the same type of integers.
            (Type::Enum(x), Type::Enum(y)) if !self.enums_of_one_unit(*x, *y) => {
                let (x, y) = (&types.enums[*x], &types.enums[*y]);
                same_tag(&x.tag, &y.tag) && x.underlying == y.underlying
            }
            (Type::Pointer(x), Type::Pointer(y)) => same(x, y),
            (Type::Array(x, n), Type::Array(y, m)) => (n.is_none() || m.is_none() || n == m) && same(x, y),
            (Type::VariableArray(x, _), Type::Array(y, _) | Type::VariableArray(y, _))
            | (Type::Array(x, _), Type::VariableArray(y, _)) => same(x, y),
            (Type::Function(x), Type::Function(y)) => {
                if !self.compatible_to(x.result, y.result, depth + 1) {
                    return false;
                }
                if !x.prototype || !y.prototype {
                    return true;
                }
                x.variadic == y.variadic
                    && x.params.len() == y.params.len()
                    && x.params.iter().zip(&y.params).all(|(x, y)| self.compatible_to(*x, *y, depth + 1))
            }
            // Records of two translation units: the same tag or none, and members of the same names at the same places.
            (Type::Record(x), Type::Record(y)) if !self.records_of_one_unit(*x, *y) => {
                let (x, y) = (&types.records[*x], &types.records[*y]);
                x.is_union == y.is_union
                    && same_tag(&x.tag, &y.tag)
                    && (x.fields.is_none() || y.fields.is_none() || self.same_members(x, y, depth))
            }
            _ => false,
        }
    }

    fn same_members(&self, x: &cairn_ir::Record, y: &cairn_ir::Record, depth: u32) -> bool {
        let (Some(xs), Some(ys)) = (&x.fields, &y.fields) else { return false };
        x.size == y.size
            && xs.len() == ys.len()
            && xs.iter().zip(ys).all(|(x, y)| {
                x.name == y.name
                    && x.offset == y.offset
                    && x.bits == y.bits
                    && self.compatible_to(x.ty, y.ty, depth + 8)
            })
    }

    /// A type as a person writes it, roughly.
    pub fn type_name(&self, ty: TypeId) -> String {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => "void".into(),
            Type::Int(kind) => match kind {
                IntKind::Bool => "_Bool",
                IntKind::Char => "char",
                IntKind::SChar => "signed char",
                IntKind::UChar => "unsigned char",
                IntKind::Short => "short",
                IntKind::UShort => "unsigned short",
                IntKind::Int => "int",
                IntKind::UInt => "unsigned int",
                IntKind::Long => "long",
                IntKind::ULong => "unsigned long",
                IntKind::LongLong => "long long",
                IntKind::ULongLong => "unsigned long long",
                IntKind::Int128 => "__int128",
                IntKind::UInt128 => "unsigned __int128",
            }
            .into(),
            Type::Enum(id) => format!("enum {}", types.enums[*id].tag),
            Type::Float(kind) => match kind {
                FloatKind::Float => "float",
                FloatKind::Double => "double",
                FloatKind::LongDouble => "long double",
                FloatKind::Float128 => "__float128",
            }
            .into(),
            Type::Pointer(to) => format!("{} *", self.type_name(to.ty)),
            Type::Array(of, Some(n)) => format!("{} [{n}]", self.type_name(of.ty)),
            Type::Array(of, None) | Type::VariableArray(of, _) => format!("{} []", self.type_name(of.ty)),
            Type::Record(id) => {
                let record = &types.records[*id];
                format!("{} {}", if record.is_union { "union" } else { "struct" }, record.tag)
            }
            Type::Function(function) => format!("{} (…)", self.type_name(function.result)),
        }
    }
}

/// The same tag; the made-up ones of records and enumerations without a tag are the same.
pub(crate) fn same_tag(a: &str, b: &str) -> bool {
    a == b || (a.starts_with('<') && b.starts_with('<'))
}
