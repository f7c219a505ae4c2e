//! Types in C's declarator syntax, built from the inside out: `int (*f[3])(char)`.

use crate::types::{FloatKind, IntKind, Qualified, Type, TypeId, Types};

/// A type as C writes it without a name: `int (*)(char)`.
pub fn format_type(types: &Types, ty: TypeId) -> String {
    format_declaration(types, ty, "")
}

/// The declaration of a name of this type, without the semicolon: `int (*f)(char)`.
pub fn format_declaration(types: &Types, ty: TypeId, name: &str) -> String {
    // A type of pointers to functions that take pointers to functions ... is as deep as the source wants.
    stacker::maybe_grow(64 << 10, 1 << 20, || declaration(types, ty.into(), name))
}

fn declaration(types: &Types, of: Qualified, name: &str) -> String {
    let mut of = of;
    let mut text = name.to_string();
    loop {
        match types.get(of.ty) {
            Type::Pointer(to) => {
                let gap = if of.is_const || of.is_volatile { " " } else { "" };
                let gap = if text.is_empty() { "" } else { gap };
                text = format!("*{}{gap}{text}", qualifiers(of).trim_end());
                of = *to;
            }
            Type::Array(element, length) => {
                parenthesise(&mut text);
                match length {
                    Some(length) => text.push_str(&format!("[{length}]")),
                    None => text.push_str("[]"),
                }
                of = *element;
            }
            Type::VariableArray(element, _) => {
                parenthesise(&mut text);
                text.push_str("[*]");
                of = *element;
            }
            Type::Function(function) => {
                parenthesise(&mut text);
                let mut params: Vec<String> = function.params.iter().map(|p| format_type(types, *p)).collect();
                if function.variadic {
                    params.push("...".into());
                }
                if params.is_empty() && function.prototype {
                    params.push("void".into());
                }
                text.push_str(&format!("({})", params.join(", ")));
                of = function.result.into();
            }
            base => {
                let base = base_name(types, base);
                let gap = if text.is_empty() || text.starts_with('[') { "" } else { " " };
                return format!("{}{base}{gap}{text}", qualifiers(of));
            }
        }
    }
}

/// What follows binds tighter than a pointer's star.
fn parenthesise(text: &mut String) {
    if text.starts_with('*') {
        *text = format!("({text})");
    }
}

fn qualifiers(of: Qualified) -> &'static str {
    match (of.is_const, of.is_volatile) {
        (true, true) => "const volatile ",
        (true, false) => "const ",
        (false, true) => "volatile ",
        (false, false) => "",
    }
}

fn base_name(types: &Types, ty: &Type) -> String {
    match ty {
        Type::Void => "void".into(),
        Type::Int(kind) => int_name(*kind).into(),
        Type::Float(kind) => float_name(*kind).into(),
        Type::Enum(id) => format!("enum {}", types.enums[*id].tag),
        Type::Record(id) => {
            let record = &types.records[*id];
            format!("{} {}", if record.is_union { "union" } else { "struct" }, record.tag)
        }
        // The derived types do not get here.
        Type::Pointer(_) | Type::Array(..) | Type::VariableArray(..) | Type::Function(_) => String::new(),
    }
}

const fn int_name(kind: IntKind) -> &'static str {
    match kind {
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
}

const fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "__float128",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MachineModel, types::FunctionType};

    #[test]
    fn declarators() {
        let mut t = Types::new(MachineModel::Lp64);
        let int = t.int(IntKind::Int);
        let char = t.int(IntKind::Char);
        let void = t.void();
        let const_char = Qualified { ty: char, is_const: true, is_volatile: false };
        let string = t.pointer(const_char);
        assert_eq!(format_type(&t, string), "const char *");
        assert_eq!(format_declaration(&t, string, "s"), "const char *s");
        let f = FunctionType { result: int, params: vec![string, int], variadic: true, prototype: true };
        let f = t.intern(Type::Function(f));
        let pf = t.pointer(f);
        assert_eq!(format_declaration(&t, f, "f"), "int f(const char *, int, ...)");
        assert_eq!(format_declaration(&t, pf, "f"), "int (*f)(const char *, int, ...)");
        let table = t.array(pf, Some(3));
        assert_eq!(format_declaration(&t, table, "f"), "int (*f[3])(const char *, int, ...)");
        let old =
            t.intern(Type::Function(FunctionType { result: pf, params: vec![], variadic: false, prototype: false }));
        assert_eq!(format_declaration(&t, old, "g"), "int (*g())(const char *, int, ...)");
        let none =
            t.intern(Type::Function(FunctionType { result: void, params: vec![], variadic: false, prototype: true }));
        assert_eq!(format_type(&t, none), "void (void)");
        let row = t.array(int, Some(4));
        let matrix = t.array(row, None);
        let to_row = t.pointer(row);
        assert_eq!(format_type(&t, matrix), "int[][4]");
        assert_eq!(format_declaration(&t, to_row, "r"), "int (*r)[4]");
        let const_pointer = Qualified { ty: string, is_const: true, is_volatile: true };
        let pp = t.pointer(const_pointer);
        assert_eq!(format_declaration(&t, pp, "p"), "const char *const volatile *p");
    }

    #[test]
    fn deep_types_do_not_overflow_the_stack() {
        let mut t = Types::new(MachineModel::Lp64);
        let mut ty = t.int(IntKind::Int);
        let int = ty;
        for _ in 0..10_000 {
            let f = FunctionType { result: int, params: vec![ty], variadic: false, prototype: true };
            let f = t.intern(Type::Function(f));
            ty = t.pointer(f);
        }
        assert_eq!(format_type(&t, ty).matches("(*)").count(), 10_000);
    }
}
