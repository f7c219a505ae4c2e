//! The limits of the parser: what is deep ends in a clear error, what is only long is read, and neither overflows the
//! stack: not the parser's, and not that of dropping the tree. Test threads have 2 MiB of stack.

use cairn_base::SourceMap;
use cairn_front_c::ast::{ExternalDeclaration, TranslationUnit};
use cairn_front_c::parse::{NESTING_LIMIT, parse};
use cairn_front_c::symbols::Symbols;

fn read(text: String) -> Result<TranslationUnit, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("t.c", text.into()).unwrap();
    parse(&mut sources, file, &mut Symbols::new()).map_err(|diagnostic| diagnostic.message)
}

fn too_deep() -> String {
    format!("nesting deeper than {NESTING_LIMIT} levels")
}

#[test]
fn deep_nesting_is_refused() {
    let many = 100_000;
    for (before, piece) in [
        ("", "("),
        ("int x = ", "("),
        ("int x = ", "({"),
        ("int x = ", "- "),
        ("int x = ", "sizeof "),
        ("int x = ", "(int)"),
        ("int x = ", "f("),
        ("int x = ", "a["),
        ("int x = ", "a ? "),
        ("int x = ", "a = "),
        ("int x = ", "__extension__ "),
        ("int x = ", "_Generic("),
        ("int x = ", "__builtin_choose_expr("),
        ("int x = ", "__builtin_va_arg("),
        ("int x = ", "__builtin_offsetof(struct s, a["),
        ("int x = ", "(int[]) {"),
        ("int x = ", "(struct { int x["),
        ("int x = ", "&(struct s) { .a = "),
        ("int x[] = ", "{"),
        ("int x[] = ", "{ [1] {"),
        ("int x[", "a["),
        ("int ", "("),
        ("int f(", "int (*)("),
        ("", "struct { "),
        ("struct { int x : ", "sizeof(struct { int x : "),
        ("", "enum { A = sizeof(enum { B = sizeof("),
        ("", "typeof("),
        ("", "_Atomic("),
        ("_Alignas(", "sizeof(struct { _Alignas("),
        ("", "__attribute__((a(typeof("),
    ] {
        let text = format!("{before}{}", piece.repeat(many));
        assert_eq!(read(text).unwrap_err(), too_deep(), "{before}{piece}");
    }
    for statement in
        ["{", "if (x) ", "while (x) ", "for (;;) ", "do ", "switch (x) ", "if (x) ; else {", "a: {", "int f(void) {"]
    {
        let text = format!("void f(void) {{ {} ; }}", statement.repeat(10_000));
        assert_eq!(read(text).unwrap_err(), too_deep(), "{statement}");
    }
}

#[test]
fn nesting_below_the_limit_is_read_and_dropped() {
    let many = NESTING_LIMIT as usize - 100;
    for (before, open, close, after) in [
        ("int x = ", "(", ")", ";"),
        ("int x = ", "-", "", ";"),
        ("int x = ", "f(", ")", ";"),
        ("int x = ", "a = ", "", ";"),
        ("int x[] = ", "{", "}", ";"),
        ("", "struct { int a; ", "} a;", ""),
        ("typeof(", "typeof(", ")", ") x;"),
        ("int f(", "int (*)(", ")", ");"),
        ("int ", "(", ")", ";"),
        ("void f(void) ", "{", "}", ""),
        ("void f(void) {", "if (x) ", "", "; }"),
    ] {
        let middle = if open.starts_with('s') || before.starts_with("void") {
            ""
        } else if open.starts_with("typeof") || open.contains('*') {
            "int"
        } else {
            "y"
        };
        // Some pieces count twice.
        for many in [many, many / 2] {
            let text = format!("{before}{}{middle}{}{after}", open.repeat(many), close.repeat(many));
            match read(text) {
                Ok(unit) => assert_eq!(unit.items.len(), 1),
                Err(message) => {
                    assert!(message == too_deep() && many > NESTING_LIMIT as usize / 2, "{open}: {message}")
                }
            }
        }
    }
}

#[test]
fn long_chains_are_read_and_dropped() {
    let many = 20_000;
    let chains = [
        format!("int x = 1{};", " + a".repeat(many)),
        format!("int x = 1{};", " + a * b".repeat(many)),
        format!("int x = 1{};", " && a || b".repeat(many)),
        format!("int x = (1{});", ", a".repeat(many)),
        format!("int x = {}0;", "a ? b : ".repeat(many)),
        format!("int x = {}0;", "a ?: ".repeat(many)),
        format!("int x = a{};", ".b->c[1](2)++".repeat(many)),
        format!("void f(void) {{ {} ; }}", "if (a) b(); else ".repeat(many)),
        format!("void f(void) {{ {} ; }}", "case 1: ".repeat(many)),
        format!("void f(void) {{ {} }}", "a: ".repeat(many)),
        format!("void f(void) {{ {} }}", "a; ".repeat(many)),
        format!("int x[] = {{ {} }};", "1, ".repeat(100_000)),
        format!("int {}x;", "*".repeat(many)),
        format!("int x{};", "[1]".repeat(many)),
        format!("char *s = {};", "\"abc\" ".repeat(many)),
        format!("int x{};", ", y".repeat(many)),
        format!("{}int x;", "__extension__ ".repeat(many)),
        format!("void f(void) {{ {}int x; }}", "__extension__ ".repeat(many)),
    ];
    for text in chains {
        let unit = read(text.clone()).unwrap_or_else(|message| panic!("{message}: {}", &text[..60]));
        assert!(matches!(
            unit.items.as_slice(),
            [ExternalDeclaration::Declaration(_) | ExternalDeclaration::Function(_)]
        ));
    }
}

#[test]
fn a_chain_without_end_is_refused() {
    let message = read(format!("int x = 1{};", "+1".repeat(1_000_000))).unwrap_err();
    assert_eq!(message, "more than 200000 links in one chain");
}

/// Any bytes: an error or a tree, never a panic.
#[test]
fn noise_never_panics() {
    let seeds = [
        "int f(int a, char *b) { if (a) { return b[0] ? 1 : (int)sizeof(struct s { int x : 3; }); } for (;;) ; }",
        "typedef struct { int a; } T; T x = { .a = 1, [2 ... 3] = 4 }; int g(T *, ...); char s[] = \"a\\n\" L'x';",
        "# 1 \"a.c\"\n#pragma pack(1)\nvoid h(void) { asm goto (\"\" : \"=r\"(x) :: \"cc\" : l); l: switch (x) { case 1 ... 2: ; } }",
        "int x = ({ __auto_type y = _Generic(1, int: 2, default: 3); y; }) + __builtin_offsetof(struct s, a.b[1]);",
    ];
    let alphabet: Vec<char> = "(){}[];,:=+-*&\"'\\#%<>. \n0aZ_é\u{fffd}\u{0}".chars().collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for round in 0..20_000 {
        let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
        for _ in 0..=random(4) {
            let at = random(text.len());
            match random(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, alphabet[random(alphabet.len())]),
                2 => text[at] = alphabet[random(alphabet.len())],
                _ => text.truncate(at + 1),
            }
            if text.is_empty() {
                text.push(' ');
            }
        }
        let text: String = text.into_iter().collect();
        let mut sources = SourceMap::new();
        let file = sources.add("t.c", text.into()).unwrap();
        if let Err(diagnostic) = parse(&mut sources, file, &mut Symbols::new()) {
            assert!(!diagnostic.render(&sources).is_empty());
        }
    }
}
