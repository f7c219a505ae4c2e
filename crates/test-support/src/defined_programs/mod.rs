//! Random C programs whose behaviour is defined (but for signed overflow, which wraps) and the same for every compiler:
//! divisors are never zero, shift amounts and indices are in range, loops end, nothing is read before it is written, and
//! no expression depends on an order that C leaves open. Any seed gives the same text for ever.

mod expression;
mod statement;

use crate::random::Random;
use cairn_ir::MachineModel;
use std::fmt::Write;

/// A variable that expressions may use.
#[derive(Clone)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) ty: &'static str,
}

/// Names in scope while a function is written.
pub(crate) struct Writer {
    pub(crate) random: Random,
    pub(crate) model: MachineModel,
    pub(crate) out: String,
    indent: usize,
    pub(crate) ints: Vec<Var>,
    /// Integer objects that are read like variables but not pointed to: members, bit-fields, loop counters.
    pub(crate) parts: Vec<String>,
    /// Of those, the ones that may be written.
    pub(crate) writable: Vec<String>,
    pub(crate) floats: Vec<Var>,
    pub(crate) pointers: Vec<Var>,
    pub(crate) arrays: Vec<Var>,
    /// Structures of type `struct r<n>`.
    pub(crate) records: Vec<(String, u64)>,
    /// Members of each `struct r<n>` that are integers.
    pub(crate) members: Vec<Vec<String>>,
    /// Functions written so far: `long long f<n>(int, unsigned char, struct r0)`.
    pub(crate) functions: u32,
    fresh: u32,
    /// Statements that may still be written.
    pub(crate) room: i32,
    /// A counter that one expression of a statement may change; `None` once it has.
    pub(crate) counter: Option<String>,
    pub(crate) counter_name: String,
    /// Whether `break` and `continue` are inside a loop.
    pub(crate) in_loop: bool,
}

const INT_TYPES: [&str; 13] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "int",
];
const FLOAT_TYPES: [&str; 3] = ["float", "double", "long double"];

/// Functions that every file has: variadic, with records as results, over strings and tables of two dimensions.
const FIXED: &str = r#"static long long total(const char *kinds, ...) {
    __builtin_va_list list, copy;
    long long sum = 0;
    __builtin_va_start(list, kinds);
    __builtin_va_copy(copy, list);
    for (const char *k = kinds; *k; k++) {
        switch (*k) {
        case 'i': sum = sum * 3 + __builtin_va_arg(list, int); break;
        case 'u': sum = sum * 5 + __builtin_va_arg(list, unsigned); break;
        case 'l': sum = sum * 7 + __builtin_va_arg(list, long); break;
        case 'q': sum = sum * 9 + __builtin_va_arg(list, long long); break;
        case 'd': sum += whole(__builtin_va_arg(list, double)); break;
        case 'D': sum += whole(__builtin_va_arg(list, long double)); break;
        case 'r': { struct r1 r = __builtin_va_arg(list, struct r1); sum += sizeof r; break; }
        }
    }
    if (*kinds == 'i') sum ^= __builtin_va_arg(copy, int);
    __builtin_va_end(copy);
    __builtin_va_end(list);
    return sum;
}
static struct r1 made(int seed) {
    struct r1 r = g1;
    unsigned char *p = (unsigned char *)&r;
    for (unsigned i = 0; i < sizeof r; i++) p[i] = 0;
    __builtin_memset(&r, seed & 0, sizeof r);
    return r;
}
static const char text[] = "a\377b\0c\x7f\"z";
static short grid[4][4] = {{1, -2, 3}, {-4}, [3] = {[2] = 300, -5}};
struct node { struct node *next; struct { char tag; long long value; } in[2]; };
static struct node nodes[3] = {{&nodes[1], {{'a', -1}, {'b', 2}}}, {&nodes[2], {{'c', 3000000000}}}, {nodes, {[1] = {'d', 7}}}};
#define KIND(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6, default: 7)
"#;

/// The text of a file with so many programs.
pub fn file(seed: u64, programs: u32, model: MachineModel) -> String {
    let mut w = Writer {
        random: Random::new(seed),
        model,
        out: String::new(),
        indent: 0,
        ints: vec![],
        parts: vec![],
        writable: vec![],
        floats: vec![],
        pointers: vec![],
        arrays: vec![],
        records: vec![],
        members: vec![],
        functions: 0,
        fresh: 0,
        room: 0,
        counter: None,
        counter_name: String::new(),
        in_loop: false,
    };
    w.out.push_str(
        "void emit(unsigned long long value);\n\
         static int fuel;\n\
         static long long whole(double x) { return x > -1e9 && x < 1e9 ? (long long)x : 77; }\n\
         static unsigned long long bits(double x) {\n    unsigned long long u;\n    if (x != x) return 1234567;\n    \
         __builtin_memcpy(&u, &x, sizeof u);\n    return u;\n}\n",
    );
    for n in 0..3 {
        w.record(n);
    }
    w.line(FIXED);
    for n in 0..programs {
        w.program(n);
    }
    w.line("int main(void) {");
    for n in 0..programs {
        let _ = writeln!(w.out, "    fuel = 40;\n    emit(program{n}());");
    }
    w.line("    return 0;\n}");
    w.out
}

impl Writer {
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.out, "{}{}", "    ".repeat(self.indent), text.as_ref());
    }
    pub(crate) fn fresh(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }
    pub(crate) fn int_type(&mut self) -> &'static str {
        if self.model == MachineModel::Lp64 && self.random.chance(4) {
            return if self.random.chance(50) { "__int128" } else { "unsigned __int128" };
        }
        INT_TYPES[self.random.below(INT_TYPES.len() as u64) as usize]
    }
    pub(crate) fn float_type(&mut self) -> &'static str {
        FLOAT_TYPES[self.random.below(3) as usize]
    }

    /// A structure with members of all kinds: bit-fields, arrays, unions. No bit-field is wider than int: the type of such a
    /// one is nothing that `_Generic` could name, and `KIND` would show that.
    fn record(&mut self, n: usize) {
        let mut members = Vec::new();
        self.line(format!("struct r{n} {{"));
        for m in 0..3 + self.random.below(5) {
            match self.random.below(6) {
                0 | 1 => {
                    let (ty, limit) = *self.random.pick(&[
                        ("int", 32),
                        ("unsigned", 32),
                        ("signed char", 8),
                        ("unsigned short", 16),
                        ("long long", 32),
                        ("_Bool", 1),
                    ]);
                    let width = 1 + self.random.below(limit);
                    self.line(format!("    {ty} m{m} : {width};"));
                    members.push(format!("m{m}"));
                }
                2 => {
                    self.line(format!("    union {{ unsigned u{m}; short h{m}[2]; unsigned char b{m}[4]; }};"));
                    members.extend([format!("u{m}"), format!("h{m}[1]"), format!("b{m}[2]")]);
                }
                3 => {
                    let ty = self.int_type();
                    self.line(format!("    {ty} a{m}[4];"));
                    members.extend([format!("a{m}[0]"), format!("a{m}[3]")]);
                }
                _ => {
                    let ty = self.int_type();
                    self.line(format!("    {ty} m{m};"));
                    members.push(format!("m{m}"));
                }
            }
        }
        self.line("};");
        self.line(format!("static struct r{n} g{n};"));
        self.members.push(members);
    }

    /// A function that later programs may call, and a program that emits a value.
    fn program(&mut self, n: u32) {
        let with_function = n < 8 || self.random.chance(30);
        if with_function {
            let f = self.functions;
            self.line(format!("static long long f{f}(int p, unsigned char q, struct r0 s) {{"));
            self.line("    if (fuel-- <= 0) return p;");
            self.scope();
            self.ints.push(Var { name: "p".into(), ty: "int" });
            self.ints.push(Var { name: "q".into(), ty: "unsigned char" });
            self.records.push(("s".into(), 0));
            // It may call itself.
            self.functions += 1;
            self.body(7);
            self.line("}");
        }
        self.line(format!("static unsigned long long program{n}(void) {{"));
        self.scope();
        self.body(12);
        self.line("}");
    }

    fn scope(&mut self) {
        self.ints.clear();
        self.parts.clear();
        self.writable.clear();
        self.floats.clear();
        self.pointers.clear();
        self.arrays.clear();
        self.records.clear();
        self.counter = None;
    }

    fn body(&mut self, room: i32) {
        self.indent = 1;
        self.room = room;
        self.declare();
        while self.room > 0 {
            self.statement(0);
        }
        self.checksum();
        self.indent = 0;
    }
}
