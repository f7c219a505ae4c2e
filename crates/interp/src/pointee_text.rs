//! The target of a pointer, as C would write it: `&b[3]`, `&list.head`, an allocation by its number.
//!
//! Only for a person: where two names fit (`b`, `&b[0]`, `&b[0].first`), the pointer's type chooses.

use crate::layout::AddressRange;
use crate::machine::Machine;
use crate::object::ObjectKind;
use cairn_ir::types::{Scalar, Type};
use cairn_ir::{Program, TypeId, Value, VarKind};

/// Characters of a string that are shown.
const MOST_CHARACTERS: u64 = 24;

impl Machine<'_, '_> {
    /// Target of a value, if its type is a pointer and it does point to something that has a name.
    pub(crate) fn points_to(&self, value: Option<Value>, ty: TypeId) -> Option<String> {
        let program = self.code.program;
        let (address, Type::Pointer(to)) = (u64::try_from(value?.0).ok()?, program.types.get(ty)) else { return None };
        let to = to.ty;
        let ranges = self.code.layout.ranges;
        if ranges.classify(address) == AddressRange::Function {
            let function = program.functions.iter_ids().find(|(id, _)| ranges.function(*id) == address);
            return function.map(|(_, function)| function.name.clone());
        }
        // One past the end is a place of the object, too.
        let object = self.memory.objects.holding(address).or_else(|| self.memory.objects.below(address))?;
        let offset = address.checked_sub(object.address).filter(|offset| *offset <= object.size)?;
        let name = match object.kind {
            ObjectKind::Variable(var) if program.vars[var].kind == VarKind::StringLiteral => {
                return (program.types.size_of(to) == Some(1)).then(|| self.literal(address));
            }
            ObjectKind::Variable(var) => {
                let var = &program.vars[var];
                let part = part(program, var.ty, offset, to);
                match (&*part, program.types.get(var.ty)) {
                    // An array's name is a pointer to its first element.
                    ("[0]", Type::Array(..)) => var.name.clone(),
                    _ => format!("&{}{part}", var.name),
                }
            }
            ObjectKind::Heap | ObjectKind::Alloca => {
                let same =
                    |other: &&crate::object::Object| other.kind == object.kind && other.ordinal <= object.ordinal;
                let number = self.memory.objects.global.iter().filter(same).count().max(1);
                let what = if object.kind == ObjectKind::Heap { "allocation" } else { "alloca" };
                let size = program.types.size_of(to).filter(|size| *size > 0);
                match (offset, size) {
                    (0, _) => format!("{what} {number}"),
                    (_, Some(size)) if offset % size == 0 => format!("&({what} {number})[{}]", offset / size),
                    _ => format!("{what} {number} + {offset} bytes"),
                }
            }
        };
        Some(if object.live { name } else { format!("{name}, which has ended") })
    }

    /// The text of a string from an address on.
    fn literal(&self, address: u64) -> String {
        let mut text = String::from("\"");
        for at in address..address.saturating_add(MOST_CHARACTERS) {
            match self.memory.peek(at) {
                None | Some(0) => return text + "\"",
                Some(byte) => text.extend(byte.escape_ascii().map(char::from)),
            }
        }
        text + "…\""
    }
}

/// The part of a type at an offset that a pointer to `to` points to.
fn part(program: &Program, ty: TypeId, offset: u64, to: TypeId) -> String {
    let types = &program.types;
    let size = types.size_of(to);
    if offset == 0 && (ty == to || !matches!(types.get(ty), Type::Array(..) | Type::Record(_))) {
        return String::new();
    }
    match types.get(ty) {
        Type::Array(of, _) => {
            let Some(each) = types.size_of(of.ty).filter(|each| *each > 0) else { return format!(" + {offset} bytes") };
            let (index, rest) = (offset / each, offset % each);
            let inner = if rest == 0 && size == Some(each) { String::new() } else { part(program, of.ty, rest, to) };
            format!("[{index}]{inner}")
        }
        Type::Record(_) => {
            let fields = types.fields(ty).unwrap_or_default();
            let holds = |field: &&cairn_ir::types::Field| {
                let end = types.size_of(field.ty).map_or(u64::MAX, |size| field.offset + size);
                field.bits.is_none() && field.offset <= offset && offset < end
            };
            match fields.iter().find(holds) {
                // A pointer to bytes of the record's beginning is one to the record.
                Some(_) if offset == 0 && types.scalar(to).is_none_or(|of| of.bits() <= 8) => String::new(),
                Some(field) if field.name.is_empty() => part(program, field.ty, offset - field.offset, to),
                Some(field) => format!(".{}{}", field.name, part(program, field.ty, offset - field.offset, to)),
                None => format!(" + {offset} bytes"),
            }
        }
        _ => format!(" + {offset} bytes"),
    }
}

/// A scalar as a person reads it who does not know what it stands for: a character beside its number, hexadecimal digits
/// beside a large unsigned number.
pub(crate) fn readable(value: Value, of: Scalar) -> Option<String> {
    let plain = cairn_ir::eval::format_value(value, of);
    match of {
        Scalar::Int { bits: 8, .. } => {
            let byte = u8::try_from(value.0 & 0xff).ok()?;
            let is_shown = byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
            is_shown.then(|| format!("{plain} '{}'", byte.escape_ascii()))
        }
        Scalar::Int { signed: false, .. } if value.0 >= 256 => Some(format!("{plain} ({:#x})", value.0)),
        _ => None,
    }
}
