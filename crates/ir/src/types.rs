//! C types, hash-consed, and their layout as gcc lays them out on i386 (ILP32) and x86-64 (LP64) Linux and on bare ARM.
//!
//! The table keeps what `_Generic` and `__builtin_types_compatible_p` can tell apart (`int` and `long` on ILP32,
//! qualifiers below a pointer), so that one type table serves the front end and the analyses; an analysis asks
//! [`Types::scalar`] and sees only width and signedness. Top-level qualifiers are not part of a [`TypeId`].

use cairn_base::id::{IdVec, Interner};
use cairn_base::{Span, define_id};

define_id!(
    /// A type. Equal ids are the same type; compatible types of C may have different ids.
    pub TypeId, "t"
);
define_id!(
    /// A `struct` or `union`.
    pub RecordId, "record"
);
define_id!(
    /// An `enum`.
    pub EnumId, "enum"
);

pub use crate::machine::MachineModel;

/// The integer types. Plain `char` is a type of its own, signed or not as the machine has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// Width in bits; 8 for `_Bool`, whose value is 0 or 1 all the same.
    pub const fn bits(self, model: MachineModel) -> u32 {
        match self {
            IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong => model.pointer_bits(),
            IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }
    /// True for the types with negative values.
    pub const fn is_signed(self, model: MachineModel) -> bool {
        match self {
            IntKind::Char => model.char_is_signed(),
            IntKind::SChar | IntKind::Short | IntKind::Int | IntKind::Long | IntKind::LongLong | IntKind::Int128 => {
                true
            }
            _ => false,
        }
    }
    /// Conversion rank (C11 6.3.1.1), comparable.
    pub const fn rank(self) -> u8 {
        match self {
            IntKind::Bool => 0,
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }
}

/// The floating types. Arithmetic is IEEE 754 in the type's own format (`FLT_EVAL_METHOD` 0) on all machines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatKind {
    /// binary32.
    Float,
    /// binary64.
    Double,
    /// x87 extended: 80 bits, stored in 12 bytes (ILP32) or 16 (LP64). As a type of C it is `long double`, which may have
    /// another format: see [`MachineModel::format`].
    LongDouble,
    /// binary128 (`__float128`).
    Float128,
}

impl FloatKind {
    /// Bits of the format: 32, 64, 80 or 128.
    pub const fn bits(self) -> u32 {
        match self {
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::LongDouble => 80,
            FloatKind::Float128 => 128,
        }
    }
}

/// A type with its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Qualified {
    /// The unqualified type.
    pub ty: TypeId,
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub is_volatile: bool,
}

impl From<TypeId> for Qualified {
    fn from(ty: TypeId) -> Self {
        Qualified { ty, is_const: false, is_volatile: false }
    }
}

/// A function's type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// Its result.
    pub result: TypeId,
    /// Parameter types after adjustment (arrays and functions are pointers).
    pub params: Vec<TypeId>,
    /// Ends in `...`.
    pub variadic: bool,
    /// False for `f()` before C23: nothing is known of the parameters.
    pub prototype: bool,
}

/// A C type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`; size 1 in gcc's pointer arithmetic.
    Void,
    /// An integer type, `_Bool` included.
    Int(IntKind),
    /// An enumeration; its integer type is [`EnumType::underlying`].
    Enum(EnumId),
    /// A floating type.
    Float(FloatKind),
    /// A pointer.
    Pointer(Qualified),
    /// An array; `None` for an incomplete one, or a flexible array member.
    Array(Qualified, Option<u64>),
    /// An array whose length is known at run time only, told apart by a number. It stands below pointers and in
    /// functions' types only: no variable, place or [`crate::ExprKind::Load`] of a finished program has it, and pointer
    /// arithmetic over it is lowered to bytes.
    VariableArray(Qualified, u32),
    /// A `struct` or `union`.
    Record(RecordId),
    /// A function.
    Function(FunctionType),
}

/// One member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name; empty for an anonymous `struct` or `union` member.
    pub name: String,
    /// Its declared type.
    pub ty: TypeId,
    /// `const`: it is not assigned to.
    pub is_const: bool,
    /// `volatile`: each read of it may have another value where the program's environment owns the object.
    pub is_volatile: bool,
    /// First byte, from the start of the record. For a bit-field: the byte that holds its lowest bit.
    pub offset: u64,
    /// For a bit-field: position of its lowest bit within the byte at `offset` (0..8), and its width in bits (> 0).
    /// The bits of a record are numbered little-endian, so the field is bits `8*offset+first .. +width`.
    pub bits: Option<BitField>,
}

/// Where a bit-field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct BitField {
    /// Lowest bit, within the byte at the field's offset: 0 to 7.
    pub first: u32,
    /// Width in bits.
    pub width: u32,
}

/// A `struct` or `union`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tag; made up (`<anonymous 3>`) when there is none.
    pub tag: String,
    /// True for `union`.
    pub is_union: bool,
    /// The members in order; `None` while the type is incomplete. Unnamed bit-fields are layout only, not members.
    pub fields: Option<Vec<Field>>,
    /// Size in bytes (0 while incomplete).
    pub size: u64,
    /// Alignment in bytes (1 while incomplete).
    pub align: u64,
    /// Where it is declared.
    pub span: Span,
}

/// An `enum`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumType {
    /// The tag; made up when there is none.
    pub tag: String,
    /// The integer type that it is compatible with: `unsigned int` unless a constant is negative, as gcc has it; wider
    /// where a constant needs it; narrower when packed. `None` while incomplete.
    pub underlying: Option<IntKind>,
}

/// Scalar type for an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer of so many bits.
    Int {
        /// Width in bits.
        bits: u32,
        /// Has negative values.
        signed: bool,
    },
    /// `_Bool`: stored in 8 bits, holds 0 or 1, converts by comparison with zero.
    Bool,
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer, of so many bits.
    Pointer {
        /// Width in bits.
        bits: u32,
    },
}

impl Scalar {
    /// Bits of a value: the width of the integer or pointer, 8 for `_Bool`, the format of the float.
    pub const fn bits(self) -> u32 {
        match self {
            Scalar::Int { bits, .. } | Scalar::Pointer { bits } => bits,
            Scalar::Bool => 8,
            Scalar::Float(kind) => kind.bits(),
        }
    }
    /// True for integers with negative values.
    pub const fn is_signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }
}

/// All types of a program, and the machine model that gives them sizes.
#[derive(Clone, Debug)]
pub struct Types {
    model: MachineModel,
    types: Interner<TypeId, Type>,
    /// Records by id.
    pub records: IdVec<RecordId, Record>,
    /// Enumerations by id.
    pub enums: IdVec<EnumId, EnumType>,
}

impl Types {
    /// An empty table for a machine.
    pub fn new(model: MachineModel) -> Self {
        Self { model, types: Interner::new(), records: IdVec::new(), enums: IdVec::new() }
    }
    /// The machine.
    pub fn model(&self) -> MachineModel {
        self.model
    }
    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        self.types.intern(ty)
    }
    /// The type behind an id.
    pub fn get(&self, ty: TypeId) -> &Type {
        &self.types[ty]
    }
    /// `void`.
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }
    /// An integer type.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }
    /// A floating type.
    pub fn float(&mut self, kind: FloatKind) -> TypeId {
        self.intern(Type::Float(kind))
    }
    /// A pointer to an unqualified or qualified type.
    pub fn pointer(&mut self, to: impl Into<Qualified>) -> TypeId {
        self.intern(Type::Pointer(to.into()))
    }
    /// An array.
    pub fn array(&mut self, of: impl Into<Qualified>, length: Option<u64>) -> TypeId {
        self.intern(Type::Array(of.into(), length))
    }
    /// `size_t`.
    pub fn size_t(&mut self) -> TypeId {
        self.int(self.model.row().size_t)
    }
    /// `ptrdiff_t`.
    pub fn ptrdiff_t(&mut self) -> TypeId {
        self.int(self.model.row().ptrdiff_t)
    }

    /// Scalar type for an analysis; `None` for `void`, arrays, records, functions and incomplete enumerations.
    pub fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        let of_int = |kind: IntKind| match kind {
            IntKind::Bool => Scalar::Bool,
            _ => Scalar::Int { bits: kind.bits(self.model), signed: kind.is_signed(self.model) },
        };
        match self.get(ty) {
            Type::Int(kind) => Some(of_int(*kind)),
            Type::Enum(id) => self.enums[*id].underlying.map(of_int),
            Type::Float(kind) => Some(Scalar::Float(self.model.format(*kind))),
            Type::Pointer(_) => Some(Scalar::Pointer { bits: self.model.pointer_bits() }),
            Type::Void | Type::Array(..) | Type::VariableArray(..) | Type::Record(_) | Type::Function(_) => None,
        }
    }

    /// Size in bytes; `None` for functions and incomplete types. `void` has 1, as in gcc's pointer arithmetic.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match self.get(ty) {
            Type::Void => Some(1),
            Type::Int(kind) => Some(u64::from(kind.bits(self.model) / 8)),
            Type::Enum(id) => self.enums[*id].underlying.map(|k| u64::from(k.bits(self.model) / 8)),
            Type::Float(FloatKind::Float) => Some(4),
            Type::Float(FloatKind::Double) => Some(8),
            Type::Float(FloatKind::LongDouble) => Some(self.model.row().long_double_layout.0),
            Type::Float(FloatKind::Float128) => Some(16),
            Type::Pointer(_) => Some(self.model.pointer_bytes()),
            Type::Array(of, length) => length.and_then(|n| self.size_of(of.ty)?.checked_mul(n)),
            Type::Record(id) => self.records[*id].fields.as_ref().map(|_| self.records[*id].size),
            Type::Function(_) | Type::VariableArray(..) => None,
        }
    }

    /// Alignment in bytes, as `_Alignof` gives it.  On ILP32 `long long` and `double` have 8 outside and 4 inside a
    /// record: see [`Types::align_in_record`]. `None` as for [`Types::size_of`].
    pub fn align_of(&self, ty: TypeId) -> Option<u64> {
        match self.get(ty) {
            Type::Array(of, _) | Type::VariableArray(of, _) => self.align_of(of.ty),
            Type::Record(id) => self.records[*id].fields.as_ref().map(|_| self.records[*id].align),
            Type::Float(FloatKind::LongDouble) => Some(self.model.row().long_double_layout.1),
            _ => self.size_of(ty),
        }
    }

    /// Alignment of a member of this type in a record.
    pub fn align_in_record(&self, ty: TypeId) -> Option<u64> {
        let align = self.align_of(ty)?;
        match self.get(ty) {
            Type::Array(of, _) => self.align_in_record(of.ty),
            Type::Int(_) | Type::Enum(_) | Type::Float(FloatKind::Double) if align == 8 => {
                Some(self.model.row().member_of_8.min(align))
            }
            _ => Some(align),
        }
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.get(ty) {
            Type::Pointer(to) => Some(to.ty),
            _ => None,
        }
    }

    /// Whether a type is a pointer.
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        self.pointee(ty).is_some()
    }

    /// Whether a pointer is somewhere in a value of a type.
    pub fn has_pointers(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Pointer(_) => true,
            Type::Array(of, _) => self.has_pointers(of.ty),
            Type::Record(_) => self.fields(ty).is_some_and(|all| all.iter().any(|field| self.has_pointers(field.ty))),
            _ => false,
        }
    }

    /// The members of a complete record type.
    pub fn fields(&self, ty: TypeId) -> Option<&[Field]> {
        match self.get(ty) {
            Type::Record(id) => self.records[*id].fields.as_deref(),
            _ => None,
        }
    }

    /// Element type and length of an array type.
    pub fn element(&self, ty: TypeId) -> Option<(TypeId, Option<u64>)> {
        match self.get(ty) {
            Type::Array(of, length) => Some((of.ty, *length)),
            _ => None,
        }
    }

    /// All types, in the order of their making.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len()).map(cairn_base::id::Id::from_index)
    }
    /// Number of distinct types.
    pub fn len(&self) -> usize {
        self.types.len()
    }
    /// True for a table without types.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}
