//! Function types in a few letters: `result:parameters`, with `.` for `...`.
//!
//! `v` void, `b` _Bool, `c` char, `h` unsigned char, `w` short, `W` unsigned short, `i` int, `u` unsigned, `l` long,
//! `L` unsigned long, `q` long long, `Q` unsigned long long, `x` __int128, `X` unsigned __int128, `z` size_t,
//! `t` ptrdiff_t, `f` float, `d` double, `e` long double, `p` void *, `P` const void *, `S` char *, `s` const char *.
//! An empty string is an unprototyped function that returns int. What is no letter is a mark, which says what is required of
//! the argument before it: see [`super::requirement`].

use super::Known;
use crate::lower::Lower;
use cairn_ir::TypeId;
use cairn_ir::types::{FloatKind, FunctionType, IntKind, Qualified, Scalar};

/// The signature of `__VERIFIER_nondet_…` by its suffix.
pub(super) fn of_nondet(suffix: &str) -> &'static str {
    match suffix {
        "bool" | "_Bool" => "b:",
        "char" | "S8" | "s8" => "c:",
        "schar" => "c:",
        "uchar" | "unsigned_char" | "U8" | "u8" | "uint8" => "h:",
        "short" | "S16" | "s16" => "w:",
        "ushort" | "unsigned_short" | "U16" | "u16" | "uint16" => "W:",
        "uint" | "unsigned" | "unsigned_int" | "U32" | "u32" | "uint32" => "u:",
        "long" | "loff_t" | "off_t" | "ssize_t" => "l:",
        "ulong" | "unsigned_long" | "sector_t" => "L:",
        "longlong" | "S64" | "s64" => "q:",
        "ulonglong" | "U64" | "u64" => "Q:",
        "int128" => "x:",
        "uint128" => "X:",
        "size_t" => "z:",
        "ptrdiff_t" => "t:",
        "float" => "f:",
        "double" => "d:",
        "long_double" | "longdouble" => "e:",
        "pointer" | "charp" | "const_char_pointer" | "pchar" => "p:",
        _ => "i:",
    }
}

impl Lower<'_> {
    /// The type of a known function; of `declared`, the result stands.
    pub fn known_type(&mut self, known: &Known, declared: Option<&FunctionType>) -> FunctionType {
        let mut letters = known.signature.chars();
        let Some(result) = letters.next() else {
            let result = declared.map_or(self.basic.int, |d| d.result);
            return FunctionType { result, params: Vec::new(), variadic: true, prototype: false };
        };
        let result = self.letter(result);
        let mut params = Vec::new();
        let mut variadic = false;
        for letter in letters {
            match letter {
                '.' => variadic = true,
                letter if letter.is_ascii_alphabetic() => params.push(self.letter(letter)),
                _ => {}
            }
        }
        let result = match declared {
            Some(declared) if declared.prototype => declared.result,
            _ => result,
        };
        FunctionType { result, params, variadic, prototype: true }
    }

    /// True when a declaration may be that of a known function: as many parameters, each of the same class. Another is a
    /// function of the program's own that happens to have the name.
    pub fn is_declared_as(&mut self, known: &Known, declared: &FunctionType) -> bool {
        use super::Action;
        let lenient = matches!(
            known.action,
            Action::Error
                | Action::Halt
                | Action::Exit { .. }
                | Action::Nondet
                | Action::Assume
                | Action::Assert
                | Action::KernelAlloc { .. }
        );
        if lenient || known.signature.is_empty() || !declared.prototype {
            return true;
        }
        let own = self.known_type(known, None);
        let void = self.basic.void;
        let same_class = |a: TypeId, b: TypeId| match (self.program.types.scalar(a), self.program.types.scalar(b)) {
            (Some(Scalar::Pointer { .. }), Some(Scalar::Pointer { .. })) => true,
            (Some(Scalar::Bool | Scalar::Int { .. }), Some(Scalar::Bool | Scalar::Int { .. })) => true,
            (Some(Scalar::Float(a)), Some(Scalar::Float(b))) => a == b,
            // Transparent unions of the headers stand for the pointers in them.
            (None, Some(Scalar::Pointer { .. })) => self.is_record(a),
            _ => false,
        };
        let result = declared.result == void || own.result == void || same_class(declared.result, own.result);
        let count = match own.variadic {
            true => declared.params.len() >= own.params.len(),
            false => declared.params.len() == own.params.len(),
        };
        result && count && declared.params.iter().zip(&own.params).all(|(a, b)| same_class(*a, *b))
    }

    fn letter(&mut self, letter: char) -> TypeId {
        let types = &mut self.program.types;
        let kind = match letter {
            'v' => return self.basic.void,
            'z' => return self.basic.size_t,
            't' => return self.basic.ptrdiff,
            'f' => return types.float(FloatKind::Float),
            'd' => return types.float(FloatKind::Double),
            'e' => return types.float(FloatKind::LongDouble),
            'g' => return types.float(FloatKind::Float128),
            'p' => return self.basic.void_ptr,
            'S' => return self.basic.char_ptr,
            'P' => {
                return types.pointer(Qualified { ty: self.basic.void, is_const: true, is_volatile: false });
            }
            's' => {
                return types.pointer(Qualified { ty: self.basic.char_, is_const: true, is_volatile: false });
            }
            'b' => IntKind::Bool,
            'c' => IntKind::Char,
            'h' => IntKind::UChar,
            'w' => IntKind::Short,
            'W' => IntKind::UShort,
            'u' => IntKind::UInt,
            'l' => IntKind::Long,
            'L' => IntKind::ULong,
            'q' => IntKind::LongLong,
            'Q' => IntKind::ULongLong,
            'x' => IntKind::Int128,
            'X' => IntKind::UInt128,
            _ => IntKind::Int,
        };
        types.int(kind)
    }
}
