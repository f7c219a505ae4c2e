//! The machines that programs are for: what gcc makes of C's types is what Cairn proves, for ARM and with the flags that change
//! types; machines that Cairn does not have are refused by name.
//!
//! A program is a list of claims. Each is a `_Static_assert`, which gcc checks, and a condition, which Cairn proves.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use cairn_tools::{Tool, needs};
use std::process::Command;

const BEGINNING: &str = "\
void reach_error(void) {}
#ifdef STATIC
#define CLAIM(e) _Static_assert(e, #e)
#define RUN(e)
#else
#define CLAIM(e) if (!(e)) reach_error()
#define RUN(e) CLAIM(e)
#endif
#define SAME(e, type) __builtin_types_compatible_p(__typeof__(e), type)
char __VERIFIER_nondet_char(void);
";

/// What a bare ARM makes of C.
const ARM: &str = "\
enum one { A, B = 255 };
enum two { C = 256 };
enum signed_one { D = -1, E = 127 };
enum signed_two { F = -1, G = 128 };
enum four { H = 70000 };
struct l { char a; long long b; };
struct d { char a; double b; };
struct e { char a; long double b; };
struct bits { char a; int : 3; };
struct zero { char a; int : 0; };
struct field { char a : 3; enum one b : 8; };
struct __attribute__((aligned)) most { char a; };
static double sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  double all = __builtin_va_arg(list, int);
  all += __builtin_va_arg(list, double);
  all += __builtin_va_arg(list, long long);
  all += __builtin_va_arg(list, long double);
  __builtin_va_end(list);
  return all;
}
int main(void) {
  CLAIM(sizeof(int) == 4 && sizeof(long) == 4 && sizeof(void *) == 4);
  CLAIM(sizeof(long double) == 8 && _Alignof(long double) == 8);
  CLAIM(_Alignof(long long) == 8 && _Alignof(double) == 8);
  CLAIM(__builtin_offsetof(struct l, b) == 8 && __builtin_offsetof(struct d, b) == 8);
  CLAIM(__builtin_offsetof(struct e, b) == 8 && sizeof(struct e) == 16);
  CLAIM((char)-1 == 255 && '\\xff' == 255 && SAME('a', int));
  CLAIM(sizeof(enum one) == 1 && sizeof(enum two) == 2 && sizeof(enum four) == 4);
  CLAIM(sizeof(enum signed_one) == 1 && sizeof(enum signed_two) == 2);
  CLAIM((enum one)-1 == 255 && (enum signed_one)-1 == -1 && (enum two)-1 == 65535);
  CLAIM(sizeof(struct bits) == 4 && sizeof(struct zero) == 4 && sizeof(struct field) == 2);
  CLAIM(sizeof(struct most) == 8);
  CLAIM(sizeof(__builtin_va_list) == 4);
  CLAIM(SAME(L'a', unsigned int) && L'\\xffffffff' == 0xffffffffU);
  CLAIM(SAME(u'a', unsigned short) && SAME(U'a', unsigned long));
  CLAIM(SAME(sizeof 0, unsigned int) && SAME((char *)0 - (char *)0, int));
  RUN(__VERIFIER_nondet_char() >= 0);
  long double third = 1.0L;
  third /= 3;
  RUN((double)third == third && third == 1.0 / 3);
  RUN(sum(4, 1, 2.0, 3LL, 4.0L) == 10.0);
  struct field field = { 7, B };
  RUN(field.a == 7 && field.b == B);
  return 0;
}
";

fn run(folder: &Folder, line: &str) -> Ended {
    cairn(folder, &line.split_whitespace().collect::<Vec<_>>(), &[])
}

fn claims(text: &str) -> Folder {
    Folder::new(&[("claims.c", format!("{BEGINNING}{text}").as_bytes())])
}

#[track_caller]
fn compiles(folder: &Folder, compiler: &str, flags: &[&str]) {
    let mut gcc = Command::new(compiler);
    gcc.args(["-std=gnu11", "-fsyntax-only", "-w", "-DSTATIC"]).args(flags).arg(folder.path("claims.c"));
    let said = gcc.output().unwrap_or_else(|why| panic!("{compiler}: {why}"));
    assert!(said.status.success(), "{compiler} {flags:?}: {}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn a_compiler_for_arm_is_followed() {
    if !needs(Tool::GccArm) {
        return;
    }
    let folder = claims(ARM);
    compiles(&folder, "arm-none-eabi-gcc", &[]);
    for property in ["", "--property valid-memsafety "] {
        let proved = run(&folder, &format!("verify --cc arm-none-eabi-gcc {property}claims.c"));
        assert_eq!(proved.code, 0, "{property}: {proved:?}");
    }
    let also = run(&folder, "verify --cc arm-none-eabi-gcc -DSTATIC claims.c");
    assert_eq!(also.code, 0, "{also:?}");
    let other = run(&folder, "verify claims.c");
    assert_eq!(other.code, 1, "the claims hold of x86-64 too: {other:?}");
    let changed = run(&folder, "verify --cc arm-none-eabi-gcc -fsigned-char claims.c");
    assert_eq!(changed.code, 1, "{changed:?}");
    let enums = claims("enum one { A };\nint main(void) { CLAIM(sizeof(enum one) == 4); return 0; }\n");
    compiles(&enums, "arm-none-eabi-gcc", &["-fno-short-enums"]);
    let enums = run(&enums, "verify --cc arm-none-eabi-gcc -fno-short-enums claims.c");
    assert_eq!(enums.code, 0, "{enums:?}");
    let witness = run(&folder, "verify --cc arm-none-eabi-gcc --witness w.yml claims.c");
    assert_eq!(witness.code, 0, "{witness:?}");
    assert!(std::fs::read_to_string(folder.path("w.yml")).unwrap().contains("data_model: ILP32"));
}

#[test]
fn what_does_not_follow_arm_says_so() {
    if !needs(Tool::GccArm) {
        return;
    }
    let folder = claims("int main(void) { CLAIM(sizeof(long) == 8); return 0; }\n");
    for (line, said) in [
        ("run --arg x --cc arm-none-eabi-gcc claims.c", "not for ARM32"),
        ("run --arg x -fshort-wchar claims.c", "not for LP64+short-wchar"),
        ("test-suite --cc arm-none-eabi-gcc claims.c", "not for ARM32"),
        ("verify --option machine-model=ARM32 claims.c", "name its compiler with --cc"),
        ("verify --32 --cc gcc claims.c", "__SIZEOF_POINTER__ 8, not 4; leave out --32"),
        ("verify --64 --cc arm-none-eabi-gcc claims.c", "__SIZEOF_POINTER__ 4, not 8; give --32"),
    ] {
        let ended = run(&folder, line);
        assert!(ended.code != 0 && ended.err.contains(said), "{line}: {ended:?}");
    }
    let violated = run(&folder, "verify --cc arm-none-eabi-gcc --harness h.c claims.c");
    assert!(violated.code == 1 && violated.err.contains("no harness is written"), "{violated:?}");
    assert!(!folder.path("h.c").exists());
}

#[test]
fn code_of_llvm_is_read_for_plain_models_only() {
    let folder = Folder::new(&[("a.ll", b"define i32 @main() {\n  ret i32 0\n}\n")]);
    let refused = run(&folder, "verify --option machine-model=LP64+unsigned-char a.ll");
    assert!(refused.code == 2 && refused.err.contains("not for LP64+unsigned-char"), "{refused:?}");
}

#[test]
fn flags_that_change_types_are_followed() {
    let unsigned_char = "\
int main(void) {
  CLAIM((char)-1 > 0 && '\\xff' == 255 && (char)200 + 0 == 200);
  RUN(__VERIFIER_nondet_char() >= 0);
  char c = 127;
  c++;
  RUN(c == 128 && *\"\\x80\" == 128);
  return 0;
}
";
    let short_enums = "\
enum one { A, B = 255 };
enum two { C = -1, D = 128 };
struct s { char a; enum one b; enum two c; };
int main(void) {
  CLAIM(sizeof(enum one) == 1 && sizeof(enum two) == 2 && sizeof(struct s) == 4 && sizeof(A) == 4);
  enum one e = B;
  e++;
  RUN(e == 0);
  return 0;
}
";
    let short_wchar = "\
int main(void) {
  CLAIM(sizeof(L'a') == 2 && SAME(L'a', unsigned short) && L'\\xffff' == 65535 && sizeof(L\"ab\") == 6);
  RUN(L\"ab\"[1] == L'b' && L\"ab\"[2] == 0);
  return 0;
}
";
    let flagged = [
        ("-funsigned-char", unsigned_char),
        ("-fno-signed-char", unsigned_char),
        ("-fshort-enums", short_enums),
        ("-fshort-wchar", short_wchar),
    ];
    for (flag, text) in flagged {
        let folder = claims(text);
        let gcc = ["-m64", flag];
        compiles(&folder, "gcc", &gcc);
        for line in [format!("verify {flag} claims.c"), format!("verify --cc gcc {flag} claims.c")] {
            let proved = run(&folder, &line);
            assert_eq!(proved.code, 0, "{line}: {proved:?}");
        }
        let without = run(&folder, "verify claims.c");
        assert_eq!(without.code, 1, "{flag}: {without:?}");
    }
    let folder = claims(unsigned_char);
    let by_option = run(&folder, "verify --option machine-model=LP64+unsigned-char claims.c");
    assert_eq!(by_option.code, 0, "{by_option:?}");
    let last = run(&folder, "verify -funsigned-char -fsigned-char claims.c");
    assert_eq!(last.code, 1, "{last:?}");
    for wide in [
        "__WCHAR_TYPE__ a[] = L\"\u{1F600}\"; int main(void) { return 0; }\n",
        "int main(void) { return sizeof L\"\u{1F600}\"; }\n",
    ] {
        let refused = run(&claims(wide), "verify -fshort-wchar claims.c");
        assert!(refused.code == 2 && refused.err.contains("above U+FFFF"), "{refused:?}");
    }
    let wide = claims(
        "typedef __WCHAR_TYPE__ w;\nint wcscmp(const w *, const w *);\nint main(void) { return wcscmp(L\"a\", L\"b\"); }\n",
    );
    let wide = run(&wide, "verify -fshort-wchar claims.c");
    assert!(wide.code > 1 && format!("{wide:?}").contains("wcscmp"), "{wide:?}");
}

#[test]
fn a_violation_of_a_program_with_unsigned_char_is_shown_with_its_flag() {
    let folder = claims("int main(void) { if (__VERIFIER_nondet_char() == 200) reach_error(); return 0; }\n");
    let violated = run(&folder, "verify -funsigned-char --harness h.c claims.c");
    assert_eq!(violated.code, 1, "{violated:?}");
    let harness = std::fs::read_to_string(folder.path("h.c")).unwrap();
    assert!(harness.contains(" -funsigned-char "), "{harness}");
    let signed = run(&folder, "verify claims.c");
    assert_eq!(signed.code, 0, "{signed:?}");
}

#[test]
fn a_project_with_such_flags_is_followed_where_all_files_have_them() {
    let list = |of_b: &str| {
        format!(
            "[{{\"directory\": \".\", \"file\": \"a.c\", \"command\": \"cc -c -funsigned-char a.c\"}},\n\
             {{\"directory\": \".\", \"file\": \"b.c\", \"command\": \"cc -c {of_b} b.c\"}}]"
        )
    };
    let a = "void reach_error(void);\nint b(void);\nint main(void) { if ((char)b() < 0) reach_error(); return 0; }\n";
    let b = "int b(void) { return -1; }\n";
    let folder = Folder::new(&[("a.c", a.as_bytes()), ("b.c", b.as_bytes())]);
    std::fs::write(folder.path("compile_commands.json"), list("-funsigned-char")).unwrap();
    let same = run(&folder, "verify -p . a.c");
    assert_eq!(same.code, 0, "{same:?}");
    std::fs::write(folder.path("compile_commands.json"), list("")).unwrap();
    let different = run(&folder, "verify -p . a.c");
    assert!(different.code > 1 && different.err.contains("-funsigned-char"), "{different:?}");
    let all = run(&folder, "verify -p . -funsigned-char a.c");
    assert_eq!(all.code, 0, "{all:?}");
}

/// A stand-in for a compiler, which says of itself what another machine's says.
fn refused(macros: &str, more: &str, said: &str) {
    let define = |line: &str| format!("echo '#define {line}'\n");
    let script: String = macros.split(", ").map(define).collect();
    let script = format!("case \"$*\" in\n*-fsyntax-only*) {more};;\n*) {script};;\nesac\n");
    let folder = Folder::new(&[("claims.c", b"int main(void) { return 0; }\n"), ("other.sh", script.as_bytes())]);
    let ended = cairn(&folder, &["verify", "--cc", "sh other.sh", "claims.c"], &[]);
    assert!(ended.code > 1 && ended.err.contains(said), "{macros}: {ended:?}");
}

#[test]
fn machines_that_cairn_does_not_have_are_refused_by_the_macro() {
    refused("__SIZEOF_POINTER__ 2, __SIZEOF_INT__ 2", "", "__SIZEOF_POINTER__ 2");
    refused("__SIZEOF_POINTER__ 4, __SIZEOF_LONG__ 4, __SIZEOF_INT__ 2", "", "__SIZEOF_INT__ 2, not 4");
    refused("__SIZEOF_POINTER__ 4, __SIZEOF_LONG__ 4, __BYTE_ORDER__ __ORDER_BIG_ENDIAN__", "", "__ORDER_BIG_ENDIAN__");
    refused("__SIZEOF_POINTER__ 8, __SIZEOF_LONG__ 8, __LDBL_MANT_DIG__ 113", "", "__LDBL_MANT_DIG__ 113");
    let fails = "echo \"size of array 'cairn_size_of_va_list' is negative\" >&2; exit 1";
    let like_arm = "__SIZEOF_POINTER__ 4, __SIZEOF_LONG__ 4, __LDBL_MANT_DIG__ 53, __WCHAR_TYPE__ unsigned int";
    refused(like_arm, fails, "another size of va list than 4");
}

const REGISTERS: &str = "\
struct port { unsigned mode; unsigned out[4]; };
#define PORT ((struct port *)0x40000000)
#define STATUS (*(unsigned *)0x40000ffc)
int main(void) {
  PORT->mode = 5;
  PORT->out[2] |= 1;
  STATUS = 7;
#ifdef BEHIND
  *(unsigned *)0x40000ffe = 1;
#endif
#ifdef WRITTEN
  if (STATUS != 7) reach_error();
  if (PORT->mode != 5) reach_error();
#endif
  return 0;
}
";

#[test]
fn registers_at_named_addresses_are_the_environments() {
    let folder = claims(REGISTERS);
    let safe =
        "verify --32 --option analysis=predicate --check null-dereference,valid-deref --mmio 0x40000000-0x40001000";
    let proved = run(&folder, &format!("{safe} claims.c"));
    assert_eq!(proved.code, 0, "{proved:?}");
    let without = run(&folder, "verify --32 --option analysis=predicate --check null-dereference,valid-deref claims.c");
    assert_ne!(without.code, 0, "{without:?}");
    let behind = run(&folder, &format!("{safe} -DBEHIND claims.c"));
    assert_ne!(behind.code, 0, "an access that ends behind the range: {behind:?}");
    let two = run(
        &folder,
        "verify --32 --option analysis=predicate --check valid-deref --mmio 0x40000000-0x40000014 --mmio 0x40000ffc-0x40001000 claims.c",
    );
    assert_eq!(two.code, 0, "{two:?}");
    let read = run(&folder, "verify --32 --mmio 0x40000000-0x40001000 -DWRITTEN claims.c");
    assert_eq!(read.code, 1, "what was written is not what is read: {read:?}");
    let wrong = run(&folder, "verify --mmio 0x40001000-0x40000000 claims.c");
    assert!(wrong.code > 1 && wrong.err.contains("is no range of addresses"), "{wrong:?}");
}
