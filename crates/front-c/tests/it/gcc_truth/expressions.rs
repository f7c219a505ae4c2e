//! Random expressions whose types and constant values are compared.

use cairn_test_support::Random;

/// Something of every type to make expressions of.
pub const VARIABLES: &str = "\
enum unsigned_enum { U0, U1 };
enum signed_enum { S0 = -1, S1 };
enum __attribute__((packed)) packed_enum { P0, P1 };
enum wide_enum { W0 = 0x100000000 };
struct bits { int a : 3; unsigned b : 3; unsigned c : 31; unsigned d : 32; long long e : 20; unsigned long long f : 40; _Bool g : 1; };
struct pair { int x; const double y; char z[5]; struct pair *next; } ;
union both { int i; float f; };
_Bool bo; char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l;
unsigned long ul; long long ll; unsigned long long ull; float f; double d; long double ld;
enum unsigned_enum ue; enum signed_enum se; enum packed_enum pe; enum wide_enum we;
const int ci = 1; volatile short vs; const char *ccp; char *const cpc; void *vp; const void *cvp;
int *ip; const int *cip; int **ipp; int ai[4]; const char ac[3]; int aai[2][3]; int (*pai)[3];
struct bits bits, *pbits; struct pair pair, *ppair; const struct pair cpair; union both both;
int fn(int, char *); double gn(); int (*pfn)(int, char *); void nothing(void);
";

/// Constants of enumerations to make constant expressions of.
pub const ENUMS: &str = "\
enum unsigned_enum { U0, U1 = 7, U2 = 0x7fffffff };
enum signed_enum { S0 = -5, S1, S2 = 100 };
enum wide_enum { W0 = 0x100000000, W1 };
struct some { char a; int b[5]; double c; };
";

const ARITHMETIC: [&str; 46] = [
    "bo",
    "c",
    "sc",
    "uc",
    "s",
    "us",
    "i",
    "u",
    "l",
    "ul",
    "ll",
    "ull",
    "f",
    "d",
    "ld",
    "ue",
    "se",
    "pe",
    "we",
    "ci",
    "vs",
    "bits.a",
    "bits.b",
    "bits.c",
    "bits.d",
    "bits.e",
    "bits.g",
    "pbits->c",
    "pair.x",
    "cpair.y",
    "both.f",
    "*ip",
    "ai[1]",
    "ac[0]",
    "aai[1][2]",
    "U1",
    "S0",
    "W0",
    "1",
    "2U",
    "3L",
    "4ULL",
    "0x80000000",
    "'a'",
    "1.5f",
    "2.5",
];
/// What can be written. No bit-field: what is assigned to one has a type that no name of C denotes.
const LVALUES: [&str; 24] = [
    "bo", "c", "sc", "uc", "s", "us", "i", "u", "l", "ul", "ll", "ull", "f", "d", "ld", "ue", "se", "pe", "we", "vs",
    "pair.x", "both.f", "*ip", "ai[1]",
];
const LITERALS: [&str; 12] = [
    "2147483648",
    "0xffffffffff",
    "1LL",
    "0777UL",
    "1.0L",
    "L'x'",
    "u'x'",
    "U'x'",
    "\"text\"",
    "L\"wide\"",
    "u8\"t\"",
    "0b101",
];
const POINTERS: [&str; 17] = [
    "ccp",
    "cpc",
    "vp",
    "cvp",
    "ip",
    "cip",
    "ipp",
    "*ipp",
    "ai",
    "pai",
    "aai",
    "&pair",
    "ppair->next",
    "&ai",
    "&i",
    "&ci",
    "cpair.z",
];
const BINARY: [&str; 18] =
    ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"];
const CASTS: [&str; 12] = [
    "char",
    "unsigned char",
    "short",
    "unsigned",
    "long",
    "unsigned long long",
    "float",
    "_Bool",
    "enum signed_enum",
    "enum packed_enum",
    "const int",
    "long double",
];

/// Expressions of all kinds; gcc is to say which are C.
pub fn generate_typed(random: &mut Random, count: usize) -> Vec<String> {
    (0..count).map(|_| typed(random, 3)).collect()
}

fn typed(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return match random.below(5) {
            0 => random.pick(&POINTERS).to_string(),
            1 => random.pick(&LITERALS).to_string(),
            _ => random.pick(&ARITHMETIC).to_string(),
        };
    }
    let sub = |random: &mut Random| typed(random, depth - 1);
    match random.below(20) {
        0..=6 => {
            let (x, y) = (sub(random), sub(random));
            format!("({x} {} {y})", random.pick(&BINARY))
        }
        7 | 8 => format!("{}({})", random.pick(&["-", "~", "+", "!"]), sub(random)),
        9 | 10 => format!("({})({})", random.pick(&CASTS), sub(random)),
        11 => format!("({} ? {} : {})", sub(random), sub(random), sub(random)),
        12 => format!("({}, {})", sub(random), sub(random)),
        13 => format!("sizeof({})", sub(random)),
        14 => {
            let (p, n) = (random.pick(&POINTERS), sub(random));
            format!("({p} {} {n})", random.pick(&["+", "-", "=="]))
        }
        15 => format!("({} ? {} : {})", sub(random), random.pick(&POINTERS), random.pick(&POINTERS)),
        16 => {
            let op = random.pick(&["=", "+=", "*=", "<<=", "-=", "|="]);
            format!("({} {op} {})", random.pick(&LVALUES), sub(random))
        }
        17 => format!("{}{}", random.pick(&["*", "&", "++", "!"]), random.pick(&POINTERS)),
        18 => format!("({}{})", random.pick(&LVALUES), random.pick(&["++", "--"])),
        _ => random
            .pick(&[
                "fn(i, cpc)",
                "gn()",
                "pfn(1, cpc)",
                "(*pfn)(1, cpc)",
                "&fn",
                "pfn",
                "(vp ? vp : ip)",
                "(1 ? ip : 0)",
                "(1 ? ip : (void *)0)",
                "(0 ? cip : vp)",
                "({ i; l; })",
                "(struct pair){ 1 }",
                "(int[]){ 1, 2 }",
                "pair",
                "cpair",
                "*ppair",
                "(&ai[3] - ai)",
                "_Alignof(int)",
                "__builtin_offsetof(struct pair, z)",
                "(i ?: l)",
                "_Generic(c, int: 1, char: 2L)",
                "sizeof(struct pair)",
                "(0 ? ccp : cpc)",
                "__builtin_choose_expr(1, c, d)",
                "__builtin_expect(c, 1)",
                "&*ip",
                "&aai[1]",
                "*aai",
                "**aai",
                "pai[0]",
                "*\"abc\"",
                "&\"abc\"",
                "(ip == cip)",
                "cpair.next",
                "&cpair.y",
                "&cpair.z",
                "+bits.c",
                "+bits.d",
                "(i ? bits.c : bits.a)",
                "-bits.g",
                "(bits.c++ + 0)",
                "((unsigned)bits.c + 0)",
                "((unsigned)bits.b - 5)",
                "((bits.b, bits.b) + 0)",
                "((bits.b = 1) + 0)",
                "(--bits.a + 0)",
                "bits.e + 0",
            ])
            .to_string(),
    }
}

/// Constant expressions of integer type; gcc is to say which have a value.
pub fn generate_constant(random: &mut Random, count: usize) -> Vec<String> {
    (0..count).map(|_| constant(random, 4)).collect()
}

const CONSTANTS: [&str; 34] = [
    "0",
    "1",
    "2",
    "7",
    "-1",
    "255",
    "256",
    "65535",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295U",
    "2147483648",
    "1L",
    "3UL",
    "-7LL",
    "9ULL",
    "18446744073709551615ULL",
    "'a'",
    "'\\377'",
    "'\\0'",
    "L'\\xffff'",
    "U0",
    "U1",
    "U2",
    "S0",
    "S1",
    "S2",
    "W0",
    "W1",
    "sizeof(struct some)",
    "__builtin_offsetof(struct some, b[3])",
    "_Alignof(double)",
    "(int)3.99",
    "(int)-2.5f",
];
const INTEGER_CASTS: [&str; 14] = [
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
    "enum signed_enum",
    "enum wide_enum",
];

fn constant(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random.pick(&CONSTANTS).to_string();
    }
    let sub = |random: &mut Random| constant(random, depth - 1);
    match random.below(12) {
        0..=4 => {
            let (x, y) = (sub(random), sub(random));
            format!("({x} {} {y})", random.pick(&BINARY))
        }
        5 => format!("({} {} {})", sub(random), random.pick(&["<<", ">>"]), random.below(20)),
        6 => format!("{}({})", random.pick(&["-", "~", "!", "+"]), sub(random)),
        7 | 8 => format!("({})({})", random.pick(&INTEGER_CASTS), sub(random)),
        9 => format!("({} ? {} : {})", sub(random), sub(random), sub(random)),
        10 => format!("sizeof({})", sub(random)),
        _ => random.pick(&CONSTANTS).to_string(),
    }
}
