//! The values of memory as a debugger shows them: an object of a type at an address, as a text and as parts.
//!
//! Invariant: only bytes that the execution has there are shown; what has no value yet, or lies in no living object, says so. Nothing is asked
//! of the inputs, so looking changes nothing.

use cairn_interp::{Interpreter, ObjectKind, Pointee};
use cairn_ir::types::{Scalar, Type};
use cairn_ir::{Program, TypeId, Value, format_type};

/// Parts that are shown where the client does not say which.
pub const PARTS: u64 = 100;
/// Elements of an array or members of a record in its text.
const IN_TEXT: usize = 6;
/// Characters of a string in its text.
const CHARACTERS: u64 = 60;

/// An object of a type at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Located {
    /// Its first byte.
    pub address: u64,
    pub ty: TypeId,
    /// For a bit-field: its lowest bit in the byte at the address, and its width.
    pub bits: Option<(u32, u32)>,
}

pub struct Looking<'r, 'c, 'p> {
    pub run: &'r Interpreter<'c, 'p>,
    pub program: &'p Program,
}

impl Looking<'_, '_, '_> {
    /// The type, as C writes it.
    pub fn type_text(&self, ty: TypeId) -> String {
        format_type(&self.program.types, ty)
    }

    /// The value of a scalar; `None` for another type, and where it has none.
    pub fn scalar(&self, at: Located) -> Option<Value> {
        let of = self.program.types.scalar(at.ty)?;
        match at.bits {
            None => self.run.scalar_at(at.address, of),
            Some((first, width)) => {
                let count = (u64::from(first) + u64::from(width)).div_ceil(8);
                if count > 16 {
                    return None;
                }
                let byte = |i: u64| Some(u128::from(self.run.byte_at(at.address.checked_add(i)?)?) << (8 * i));
                let bits = (0..count).map(byte).sum::<Option<u128>>()? >> first;
                let field = Value::truncated(bits, width);
                // As wide as its type, with the sign of the field.
                let is_signed = matches!(of, Scalar::Int { signed: true, .. });
                let wide = if is_signed { field.as_signed(width) as u128 } else { field.0 };
                Some(Value::truncated(wide, of.bits()))
            }
        }
    }

    pub fn text(&self, at: Located) -> String {
        self.short(at, 2)
    }

    fn short(&self, at: Located, depth: u32) -> String {
        let types = &self.program.types;
        if types.scalar(at.ty).is_some() {
            return match self.scalar(at) {
                Some(value) => self.scalar_text(value, at.ty),
                None if self.is_in_object(at.address) => "no value yet".to_owned(),
                None => "in no living object".to_owned(),
            };
        }
        if let Some(text) = self.string(at) {
            return text;
        }
        let parts = self.parts(at, 0, IN_TEXT as u64);
        if depth == 0 || parts.is_empty() {
            return "{…}".to_owned();
        }
        let is_array = matches!(types.get(at.ty), Type::Array(..));
        let more = if self.count(at) > IN_TEXT as u64 { ", …" } else { "" };
        let one = |(name, part): &(String, Located)| {
            let value = self.short(*part, depth - 1);
            if is_array { value } else { format!("{name} = {value}") }
        };
        format!("{{{}{more}}}", parts.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    fn is_in_object(&self, address: u64) -> bool {
        matches!(self.run.pointee(address), Pointee::Object(object) if object.live && address < object.end())
    }

    fn scalar_text(&self, value: Value, ty: TypeId) -> String {
        if !self.program.types.is_pointer(ty) {
            return self.run.readable(value, ty);
        }
        let Ok(address) = u64::try_from(value.0) else { return String::new() };
        match self.run.pointee(address) {
            Pointee::Null if address == 0 => "NULL".to_owned(),
            Pointee::Object(object) => {
                let readable = self.run.readable(value, ty);
                let is_text = self.program.types.pointee(ty).is_some_and(|of| self.is_character(of)) && object.live;
                let text = if is_text { self.string_at(address, object.end().saturating_sub(address)) } else { None };
                match text.filter(|_| !readable.starts_with('"')) {
                    Some(text) => format!("{readable} {text}"),
                    None => readable,
                }
            }
            Pointee::Function(_) => self.run.readable(value, ty),
            _ => format!("{address:#x}, which points to nothing"),
        }
    }

    /// A string up to its end; of a character array without an end, nothing.
    fn string(&self, at: Located) -> Option<String> {
        let (of, length) = self.program.types.element(at.ty)?;
        self.is_character(of).then(|| self.string_at(at.address, length?))?
    }

    fn is_character(&self, ty: TypeId) -> bool {
        matches!(self.program.types.scalar(ty), Some(Scalar::Int { bits: 8, .. }))
    }

    /// The string at an address, if it ends before so many bytes.
    fn string_at(&self, address: u64, most: u64) -> Option<String> {
        let mut text = String::from("\"");
        for i in 0..most {
            match self.run.byte_at(address.checked_add(i)?)? {
                0 => return Some(text + "\""),
                _ if i == CHARACTERS => return Some(text + "…\""),
                byte => text.extend(byte.escape_ascii().map(char::from)),
            }
        }
        None
    }

    pub fn count(&self, at: Located) -> u64 {
        let types = &self.program.types;
        match types.get(at.ty) {
            Type::Array(_, length) => length.unwrap_or(0),
            Type::Record(_) => types.fields(at.ty).map_or(0, |fields| fields.len() as u64),
            Type::Pointer(_) => self.pointed(at).map_or(0, |(_, count)| count),
            _ => 0,
        }
    }

    pub fn is_indexed(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Array(..))
    }

    /// Some of the parts: elements, members, or what is pointed to.
    pub fn parts(&self, at: Located, from: u64, most: u64) -> Vec<(String, Located)> {
        let types = &self.program.types;
        match types.get(at.ty) {
            Type::Array(of, length) => {
                let Some(size) = types.size_of(of.ty) else { return Vec::new() };
                let until = length.unwrap_or(0).min(from.saturating_add(most));
                let one = |i: u64| {
                    let address = at.address.checked_add(i.checked_mul(size)?)?;
                    Some((format!("[{i}]"), Located { address, ty: of.ty, bits: None }))
                };
                (from..until).map_while(one).collect()
            }
            Type::Record(_) => {
                let fields = types.fields(at.ty).unwrap_or_default().iter();
                let (from, most) = (from.min(usize::MAX as u64) as usize, most.min(usize::MAX as u64) as usize);
                let one = |field: &cairn_ir::types::Field| {
                    let address = at.address.checked_add(field.offset)?;
                    let bits = field.bits.map(|bits| (bits.first, bits.width));
                    let name = if field.name.is_empty() { "(unnamed)".to_owned() } else { field.name.clone() };
                    Some((name, Located { address, ty: field.ty, bits }))
                };
                fields.skip(from).take(most).filter_map(one).collect()
            }
            Type::Pointer(_) => match self.pointed(at) {
                Some((part, 1)) if from == 0 && most > 0 => vec![("*".to_owned(), part)],
                Some((first, count)) if count > 1 => {
                    let size = types.size_of(first.ty).unwrap_or(1);
                    let one = |i: u64| {
                        let address = first.address.checked_add(i.checked_mul(size)?)?;
                        Some((format!("[{i}]"), Located { address, ..first }))
                    };
                    (from..count.min(from.saturating_add(most))).map_while(one).collect()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Target of a pointer, if it lies in a living object, and how many of it are in allocated memory from there on.
    fn pointed(&self, at: Located) -> Option<(Located, u64)> {
        let types = &self.program.types;
        let (Type::Pointer(to), Some(value)) = (types.get(at.ty), self.scalar(at)) else { return None };
        let (address, ty) = (u64::try_from(value.0).ok()?, to.ty);
        let size = types.size_of(ty).filter(|size| *size > 0 && !matches!(types.get(ty), Type::Void))?;
        let Pointee::Object(object) = self.run.pointee(address) else { return None };
        let count = object.end().saturating_sub(address) / size;
        let is_variable = matches!(object.kind, ObjectKind::Variable(_));
        let count = if is_variable { count.min(1) } else { count };
        (object.live && count > 0).then_some((Located { address, ty, bits: None }, count))
    }
}
