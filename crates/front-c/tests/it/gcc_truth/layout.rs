//! From Cairn's type tables to assertions and programs for gcc.

use cairn_ir::Program;
use cairn_ir::types::{BitField, EnumId, Record, Type, TypeId};

/// A member as C names it from the record, anonymous members seen through.
struct Member {
    name: String,
    ty: TypeId,
    offset: u64,
    bits: Option<BitField>,
}

fn members(program: &Program, record: &Record, base: u64, out: &mut Vec<Member>) {
    for field in record.fields.iter().flatten() {
        let offset = base + field.offset;
        match program.types.get(field.ty) {
            Type::Record(inner) if field.name.is_empty() => {
                members(program, &program.types.records[*inner], offset, out);
            }
            _ => out.push(Member { name: field.name.clone(), ty: field.ty, offset, bits: field.bits }),
        }
    }
}

/// The records that C can name at file scope, with their names.
fn named(program: &Program) -> impl Iterator<Item = (String, &Record)> {
    program.types.records.iter().filter(|r| r.fields.is_some() && !r.tag.starts_with(['<', '_'])).map(|r| {
        let word = if r.is_union { "union" } else { "struct" };
        (format!("{word} {}", r.tag), r)
    })
}

/// What Cairn holds of sizes, alignments and offsets; one assertion an item, each with one ` ==`.
pub fn asserts(program: &Program) -> Vec<String> {
    let mut out = Vec::new();
    let mut add = |what: String, value: u64| {
        out.push(format!("_Static_assert({what} == {value}, \"{what} is not {value}\");"));
    };
    for (name, record) in named(program) {
        add(format!("sizeof({name})"), record.size);
        add(format!("_Alignof({name})"), record.align);
        let mut all = Vec::new();
        members(program, record, 0, &mut all);
        for member in all.iter().filter(|m| m.bits.is_none()) {
            add(format!("__builtin_offsetof({name}, {})", member.name), member.offset);
            if let Some(size) = program.types.size_of(member.ty) {
                add(format!("sizeof((({name} *)0)->{})", member.name), size);
            }
        }
    }
    for (i, of) in program.types.enums.iter().enumerate().filter(|(_, e)| !e.tag.starts_with(['<', '_'])) {
        let id: EnumId = cairn_base::id::Id::from_index(i);
        let Some(kind) = program.types.enums[id].underlying else { continue };
        let name = format!("enum {}", of.tag);
        add(format!("sizeof({name})"), u64::from(kind.bits(program.types.model()) / 8));
        add(format!("((({name})-1) < 0)"), u64::from(kind.is_signed(program.types.model())));
    }
    out
}

/// A bit-field, from the start of its record.
pub struct Bits {
    record: String,
    name: String,
    size: u64,
    first: u64,
    width: u64,
}

/// All bit-fields of the records that C can name.
pub fn bit_fields(program: &Program) -> Vec<Bits> {
    let mut out = Vec::new();
    for (record, of) in named(program) {
        let mut all = Vec::new();
        members(program, of, 0, &mut all);
        for member in all {
            let Some(bits) = member.bits else { continue };
            out.push(Bits {
                record: record.clone(),
                name: member.name,
                size: of.size,
                first: 8 * member.offset + u64::from(bits.first),
                width: u64::from(bits.width),
            });
        }
    }
    out
}

/// A program that prints a line for each field: its name, and the record's bytes with only that field filled.
pub fn dump_program(text: &str, fields: &[Bits]) -> String {
    let mut out = format!(
        "int printf(const char *, ...);\nvoid *memset(void *, int, __SIZE_TYPE__);\n{text}\n\
         static void dump(const char *name, const unsigned char *bytes, int size) {{\n\
         printf(\"%s\", name);\nfor (int i = 0; i < size; i++) printf(\" %02x\", bytes[i]);\nprintf(\"\\n\");\n}}\n\
         int main(void) {{\n"
    );
    for field in fields {
        let Bits { record, name, .. } = field;
        out.push_str(&format!(
            "{{ {record} x; memset(&x, 0, sizeof x); x.{name} = -1; \
             dump(\"{record}.{name}\", (void *)&x, sizeof x); }}\n"
        ));
    }
    out.push_str("return 0;\n}\n");
    out
}

/// What Cairn expects the program to print for a field.
pub fn expected_dump(field: &Bits) -> String {
    let mut bytes = vec![0u8; field.size as usize];
    for bit in field.first..field.first + field.width {
        bytes[bit as usize / 8] |= 1 << (bit % 8);
    }
    let bytes: String = bytes.iter().map(|b| format!(" {b:02x}")).collect();
    format!("{}.{}{bytes}", field.record, field.name)
}
