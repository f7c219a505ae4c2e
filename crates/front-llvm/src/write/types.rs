//! Types in C for the types of LLVM: what a value is ([`Rep`]), and what is in memory ([`CType`]).
//!
//! Integers of LLVM have no sign; that of the source is taken from the debug metadata where they have it, since the
//! analyses read `x < 0` more easily than its unsigned spelling. Nothing depends on it: an operation converts its operands
//! to the sign that it needs. A record has the layout that LLVM gives it: natural where C's is the same, packed with
//! padding spelled out where it is not.

use super::Res;
use super::names::{fresh, identifier};
use crate::model::{DebugId, DebugType, Module, TypeId, TypeKind};
use cairn_base::id::Interner;
use cairn_base::{FastMap, FastSet, define_id};
use cairn_ir::MachineModel;
use std::fmt::Write;

define_id!(
    /// A type in memory.
    pub(super) CType, "ct"
);

/// Kind of a type in memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum CKind {
    Void,
    Bool,
    Int {
        bits: u32,
        signed: bool,
    },
    Float,
    Double,
    LongDouble,
    Quad,
    Pointer,
    Array(CType, u64),
    /// By index in the table of records.
    Record(usize),
}

/// Representation of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rep {
    /// `i1`: an expression that is 0 or 1.
    Bool,
    /// In the next wider type of C. Where `width` is that type's, `signed` says which of both; a width that C lacks is
    /// unsigned, with zeros above.
    Int {
        width: u32,
        signed: bool,
    },
    /// A `void *`.
    Pointer,
    Float,
    Double,
    LongDouble,
    Quad,
    /// A record: a structure of LLVM, or a vector.
    Record(CType),
}

/// A record in C.
pub(super) struct Record {
    tag: String,
    text: String,
    /// The names of the fields; of a vector, of its one array.
    pub fields: Vec<String>,
    pub types: Vec<CType>,
    size: u64,
    align: u64,
}

/// The types of a module in C.
pub(super) struct Types<'a> {
    module: &'a Module,
    pub model: MachineModel,
    kinds: Interner<CType, CKind>,
    pub records: Vec<Record>,
    by_type: FastMap<TypeId, CType>,
    tags: FastSet<String>,
    /// Records of the source by name; `None` where two have it.
    described: FastMap<&'a str, Option<DebugId>>,
}

/// The width of C's type that holds an integer; `None` for too wide a one.
pub(super) fn container(width: u32) -> Option<u32> {
    [8, 16, 32, 64, 128].into_iter().find(|bits| width <= *bits)
}

/// True for a width that no type of C has.
pub(super) fn is_odd(width: u32) -> bool {
    container(width) != Some(width)
}

/// The name of an integer type of C.
pub(super) fn int_name(model: MachineModel, width: u32, signed: bool) -> &'static str {
    match (container(width), signed) {
        (Some(8), true) => "char",
        (Some(8), false) => "unsigned char",
        (Some(16), true) => "short",
        (Some(16), false) => "unsigned short",
        (Some(32), true) => "int",
        (Some(32), false) => "unsigned int",
        (Some(64), true) if model == MachineModel::Lp64 => "long",
        (Some(64), false) if model == MachineModel::Lp64 => "unsigned long",
        (Some(64), true) => "long long",
        (Some(64), false) => "unsigned long long",
        (_, true) => "__int128",
        (_, false) => "unsigned __int128",
    }
}

impl<'a> Types<'a> {
    pub fn new(module: &'a Module, model: MachineModel) -> Self {
        let mut described = FastMap::default();
        for (id, debug) in module.debug.iter_ids() {
            if let DebugType::Record { name, members } = debug
                && !name.is_empty()
                && !members.is_empty()
            {
                described.entry(name.as_str()).and_modify(|known| *known = None).or_insert(Some(id));
            }
        }
        Self {
            module,
            model,
            kinds: Interner::new(),
            records: Vec::new(),
            by_type: FastMap::default(),
            tags: FastSet::default(),
            described,
        }
    }

    pub fn intern(&mut self, kind: CKind) -> CType {
        self.kinds.intern(kind)
    }

    pub fn kind(&self, ty: CType) -> &CKind {
        &self.kinds[ty]
    }

    /// The type of a value.
    pub fn rep(&mut self, ty: TypeId) -> Res<Rep> {
        Ok(match &self.module.types[ty].kind {
            TypeKind::Integer(1) => Rep::Bool,
            TypeKind::Integer(width) if *width <= 128 => Rep::Int { width: *width, signed: !is_odd(*width) },
            TypeKind::Pointer => Rep::Pointer,
            TypeKind::Float => Rep::Float,
            TypeKind::Double => Rep::Double,
            TypeKind::LongDouble => Rep::LongDouble,
            TypeKind::Quad => Rep::Quad,
            TypeKind::Struct { fields: Some(_), .. } | TypeKind::Vector { .. } | TypeKind::Array { .. } => {
                Rep::Record(self.value_record(ty)?)
            }
            other => return Err(unsupported_type(other)),
        })
    }

    /// The type of a variable that holds a value.
    pub fn of_rep(&mut self, rep: Rep) -> CType {
        self.kinds.intern(match rep {
            Rep::Bool => CKind::Bool,
            Rep::Int { width, signed } => CKind::Int { bits: container(width).unwrap_or(128), signed },
            Rep::Pointer => CKind::Pointer,
            Rep::Float => CKind::Float,
            Rep::Double => CKind::Double,
            Rep::LongDouble => CKind::LongDouble,
            Rep::Quad => CKind::Quad,
            Rep::Record(record) => return record,
        })
    }

    /// The value that is read from memory of a type.
    pub fn rep_of(&self, ty: CType) -> Option<Rep> {
        Some(match self.kinds[ty] {
            CKind::Bool => Rep::Bool,
            CKind::Int { bits, signed } => Rep::Int { width: bits, signed },
            CKind::Pointer => Rep::Pointer,
            CKind::Float => Rep::Float,
            CKind::Double => Rep::Double,
            CKind::LongDouble => Rep::LongDouble,
            CKind::Quad => Rep::Quad,
            CKind::Record(_) => Rep::Record(ty),
            CKind::Void | CKind::Array(..) => return None,
        })
    }

    /// The type of an object in memory.
    pub fn in_memory(&mut self, ty: TypeId, debug: Option<DebugId>) -> Res<CType> {
        let described = debug.map(|debug| &self.module.debug[debug]);
        let kind = match &self.module.types[ty].kind {
            TypeKind::Void => CKind::Void,
            TypeKind::Integer(1) => CKind::Bool,
            TypeKind::Integer(width) if *width <= 128 && !is_odd(*width) => {
                let unsigned = matches!(described, Some(DebugType::Integer { unsigned: true, bits }) if *bits == u64::from(*width));
                CKind::Int { bits: *width, signed: !unsigned }
            }
            TypeKind::Integer(width) if *width <= 128 => {
                let byte = self.kinds.intern(CKind::Int { bits: 8, signed: false });
                CKind::Array(byte, self.module.types[ty].size)
            }
            TypeKind::Float => CKind::Float,
            TypeKind::Double => CKind::Double,
            TypeKind::LongDouble => CKind::LongDouble,
            TypeKind::Quad => CKind::Quad,
            TypeKind::Pointer => CKind::Pointer,
            TypeKind::Array { of, length } => {
                let (of, length) = (*of, *length);
                let element = match described {
                    Some(DebugType::Array(element)) => *element,
                    _ => debug,
                };
                CKind::Array(self.in_memory(of, element)?, length)
            }
            TypeKind::Struct { fields: Some(_), .. } => return self.record(ty),
            TypeKind::Vector { .. } => return self.value_record(ty),
            other => return Err(unsupported_type(other)),
        };
        Ok(self.kinds.intern(kind))
    }

    /// The record that a structure, array or vector is as a value.
    fn value_record(&mut self, ty: TypeId) -> Res<CType> {
        let (of, length) = match self.module.types[ty].kind {
            TypeKind::Vector { of, length } => (of, u64::from(length)),
            TypeKind::Array { of, length } => (of, length),
            _ => return self.record(ty),
        };
        if let Some(known) = self.by_type.get(&ty) {
            return Ok(*known);
        }
        let element = match self.module.types[of].kind {
            TypeKind::Integer(1) => self.kinds.intern(CKind::Bool),
            _ => self.in_memory(of, None)?,
        };
        let array = self.kinds.intern(CKind::Array(element, length));
        let tag = fresh("lanes", &mut self.tags);
        let (size, align) = self.layout(array, true);
        let text = format!("struct {tag} {{ {}; }};\n", self.declare(array, "e"));
        let record = Record {
            text,
            fields: vec!["e".to_owned()],
            types: vec![array],
            size,
            align,
            tag: format!("struct {tag}"),
        };
        Ok(self.add(ty, record))
    }

    fn add(&mut self, ty: TypeId, record: Record) -> CType {
        self.records.push(record);
        let id = self.kinds.intern(CKind::Record(self.records.len() - 1));
        self.by_type.insert(ty, id);
        id
    }

    /// The record of a structure.
    fn record(&mut self, ty: TypeId) -> Res<CType> {
        if let Some(known) = self.by_type.get(&ty) {
            return Ok(*known);
        }
        let of = &self.module.types[ty];
        let TypeKind::Struct { name, fields: Some(fields), packed } = &of.kind else {
            return Err(unsupported_type(&of.kind));
        };
        let described = name.as_deref().and_then(|name| self.description(name));
        let mut names = FastSet::default();
        let (mut types, mut texts, mut list) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (field, offset)) in fields.iter().enumerate() {
            let member = described.and_then(|members| {
                let bits = self.module.types[*field].size * 8;
                members.iter().find(|member| member.offset == offset * 8 && member.bits == bits)
            });
            let ct = self.in_memory(*field, member.and_then(|member| member.ty))?;
            let wanted = member.map(|member| identifier(&member.name)).filter(|name| !name.is_empty());
            let wanted = wanted.unwrap_or_else(|| format!("f{index}"));
            let name = fresh(&wanted, &mut names);
            types.push(ct);
            texts.push(self.declare(ct, &name));
            list.push(name);
        }
        let natural = !packed && self.is_natural(&types, fields, of.size, of.align);
        let mut text = String::new();
        let tag = name.as_deref().map_or("anonymous", |name| name.strip_prefix("struct.").unwrap_or(name));
        let tag = format!("struct {}", fresh(&identifier(tag), &mut self.tags));
        let _ = write!(text, "{tag} {{ ");
        let mut end = 0;
        let mut pads = 0;
        let mut pad = |text: &mut String, from: u64, to: u64| {
            if !natural && to > from {
                let _ = write!(text, "char {}[{}]; ", fresh(&format!("pad{pads}"), &mut names), to - from);
                pads += 1;
            }
        };
        for (((field, offset), ct), declaration) in fields.iter().zip(&types).zip(&texts) {
            pad(&mut text, end, *offset);
            let _ = write!(text, "{declaration}; ");
            end = offset + self.layout(*ct, true).0.min(self.module.types[*field].size);
        }
        pad(&mut text, end, of.size);
        match natural {
            true => text.push_str("};\n"),
            false => {
                let _ = writeln!(text, "}} __attribute__((packed, aligned({})));", of.align.max(1));
            }
        }
        let _ = writeln!(text, "_Static_assert(sizeof({tag}) == {}, \"size\");", of.size);
        for ((_, offset), name) in fields.iter().zip(&list) {
            let _ = writeln!(text, "_Static_assert(__builtin_offsetof({tag}, {name}) == {offset}, \"offset\");");
        }
        let record = Record { tag, text, fields: list, types, size: of.size, align: of.align };
        Ok(self.add(ty, record))
    }

    fn description(&self, name: &str) -> Option<&'a [crate::model::RecordMember]> {
        let plain = name.strip_prefix("struct.")?;
        // A module that was linked has numbers behind names that occur twice.
        let stem = plain.rsplit_once('.').filter(|(_, tail)| tail.chars().all(|c| c.is_ascii_digit()));
        let id = self.described.get(plain).or_else(|| self.described.get(stem?.0)).copied().flatten()?;
        match &self.module.debug[id] {
            DebugType::Record { members, .. } => Some(members),
            _ => None,
        }
    }

    /// True when C gives the fields the offsets that they have.
    fn is_natural(&self, types: &[CType], fields: &[(TypeId, u64)], size: u64, align: u64) -> bool {
        let (mut end, mut most) = (0u64, 1);
        for (ct, (_, offset)) in types.iter().zip(fields) {
            let (bytes, align) = self.layout(*ct, true);
            most = most.max(align);
            if end.next_multiple_of(align) != *offset {
                return false;
            }
            end = offset + bytes;
        }
        end.next_multiple_of(most) == size && most == align.max(1)
    }

    /// Size and alignment in C; the latter in a record or outside.
    pub fn layout(&self, ty: CType, in_record: bool) -> (u64, u64) {
        let small = self.model == MachineModel::Ilp32;
        match &self.kinds[ty] {
            CKind::Void | CKind::Bool => (1, 1),
            CKind::Int { bits: 64, .. } | CKind::Double => (8, if small && in_record { 4 } else { 8 }),
            CKind::Int { bits, .. } => (u64::from(bits / 8), u64::from(bits / 8)),
            CKind::Float => (4, 4),
            CKind::LongDouble if small => (12, 4),
            CKind::LongDouble | CKind::Quad => (16, 16),
            CKind::Pointer => (self.model.pointer_bytes(), self.model.pointer_bytes()),
            CKind::Array(of, length) => {
                let (size, align) = self.layout(*of, in_record);
                (size.saturating_mul(*length), align)
            }
            CKind::Record(record) => (self.records[*record].size, self.records[*record].align.max(1)),
        }
    }

    /// `int x[3]`; a name without a type for an empty name.
    pub fn declare(&self, ty: CType, name: &str) -> String {
        let base = match &self.kinds[ty] {
            CKind::Void => "void".to_owned(),
            CKind::Bool => "_Bool".to_owned(),
            CKind::Int { bits, signed } => int_name(self.model, *bits, *signed).to_owned(),
            CKind::Float => "float".to_owned(),
            CKind::Double => "double".to_owned(),
            CKind::LongDouble => "long double".to_owned(),
            CKind::Quad => "__float128".to_owned(),
            CKind::Pointer => return format!("void *{name}"),
            CKind::Array(of, length) => return self.declare(*of, &format!("{name}[{length}]")),
            CKind::Record(record) => self.records[*record].tag.clone(),
        };
        if name.is_empty() { base } else { format!("{base} {name}") }
    }

    /// A pointer to a type, in a conversion.
    pub fn pointer_to(&self, ty: CType) -> String {
        match self.kinds[ty] {
            CKind::Array(..) => self.declare(ty, "(*)"),
            _ => format!("{} *", self.declare(ty, "")),
        }
    }

    /// The definitions of the records, each behind those that it contains.
    pub fn declarations(&self) -> String {
        self.records.iter().map(|record| record.text.as_str()).collect()
    }
}

fn unsupported_type(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Integer(width) => format!("the integer type i{width}"),
        TypeKind::Other(name) => format!("the type {name}"),
        TypeKind::Struct { name: Some(name), .. } => format!("a value of the type %{name}"),
        _ => "a value of such a type".to_owned(),
    }
}
