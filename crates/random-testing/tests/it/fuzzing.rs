//! Branches that no made-up text takes by luck, and that comparisons do not lead to: only following the execution with terms does.

use cairn_base::{Budget, CancelToken};
use cairn_cpa::Specification;
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::Code;
use cairn_ir::MachineModel;
use cairn_random_testing::fuzzing::Fuzzer;

const STEPS: u64 = 30_000_000;

/// The first finding in a program that calls `reach_error`: the command line, the input and the environment.
fn found(body: &str) -> Option<String> {
    let text = format!("extern void reach_error(void);\n{body}");
    let input = Input { name: "tested.c".to_owned(), text: text.into() };
    let options = FrontEndOptions { hosted: true, ..FrontEndOptions::new(MachineModel::Lp64, "main") };
    let program = match compile(&[input], &options) {
        Ok(program) => program,
        Err(error) => panic!("{}", error.diagnostics.iter().map(|d| d.render(&error.sources)).collect::<String>()),
    };
    let (code, specification) = (Code::new(&program), Specification::default_reachability());
    let mut fuzzer = Fuzzer::new(&program, &code, &specification, b"./tested", 1);
    let mut found = Vec::new();
    let turn = fuzzer.turn(STEPS, &Budget::unlimited(CancelToken::new()), true, &mut found);
    assert!(turn.is_ok());
    let given = &found.first()?.case.given;
    assert!(fuzzer.ends_with(&code, &found[0].case).is_some(), "it ends so again");
    let shown = |texts: &[Vec<u8>]| texts.iter().map(|text| format!("{} ", text.escape_ascii())).collect::<String>();
    let files: String = given.files.values().map(|text| format!("< {}", text.escape_ascii())).collect();
    Some(format!(
        "{}| {}| {}{files}",
        shown(&given.arguments[1..]),
        given.input.escape_ascii(),
        shown(&given.environment)
    ))
}

/// The letters of a word that has this hash are nowhere in the program.
const HASH: &str = "static unsigned hash(const char *s, int n) {
  unsigned h = 7;
  for (int i = 0; i < n; i++) h = h * 31 + (unsigned char)s[i];
  return h;
}
";

#[test]
fn two_numbers_that_fit_together() {
    let said = found(
        "int atoi(const char *);
         int main(int argc, char **argv) {
           if (argc < 3) return 1;
           int a = atoi(argv[1]), b = atoi(argv[2]);
           if (a > 1000 && b > 1000 && a < 5000 && b < 5000 && 3 * a + b == 13331 && b - a == 11) reach_error();
           return 0;
         }",
    );
    assert!(said.as_ref().is_some_and(|said| said.contains("3330 ") && said.contains("3341 ")), "{said:?}");
}

#[test]
fn a_word_by_its_hash() {
    let said = found(&format!(
        "{HASH}unsigned long strlen(const char *);
         int main(int argc, char **argv) {{
           if (argc == 2 && strlen(argv[1]) == 5 && hash(argv[1], 5) == 0x125412ccu) reach_error();
           return 0;
         }}"
    ));
    assert!(said.is_some());
}

#[test]
fn a_line_in_a_copy_that_has_grown() {
    let said = found(&format!(
        "{HASH}typedef struct _IO_FILE FILE; extern FILE *stdin;
         char *fgets(char *, int, FILE *); void *malloc(unsigned long); void *realloc(void *, unsigned long);
         void *memcpy(void *, const void *, unsigned long); void *memmove(void *, const void *, unsigned long);
         struct record {{ int used; char text[8]; }};
         static struct record kept(struct record r) {{ r.used = 1; return r; }}
         int main(void) {{
           char line[8];
           struct record r = {{0}}, s;
           if (!fgets(line, 8, stdin)) return 0;
           char *copy = malloc(8);
           if (!copy) return 0;
           memcpy(copy, line, 8);
           char *more = realloc(copy, 16);
           if (!more) return 0;
           memmove(more + 1, more, 8);
           memcpy(r.text, more + 1, 8);
           s = kept(r);
           if (line[6] == 0 && line[5] != 0 && hash(s.text, 5) == 0x124f1166u) reach_error();
           return 0;
         }}"
    ));
    assert!(said.is_some());
}

#[test]
fn single_bytes_of_the_input_and_of_a_file() {
    let said = found(
        "typedef struct _IO_FILE FILE; extern FILE *stdin;
         int getchar(void); int fgetc(FILE *); FILE *fopen(const char *, const char *);
         int main(int argc, char **argv) {
           FILE *in = argc > 1 ? fopen(argv[1], \"r\") : 0;
           if (!in) return 1;
           int a = getchar(), b = fgetc(in), c = fgetc(in);
           if (a < 0 || b < 0 || c < 0) return 1;
           if (((a << 16 | b << 8 | c) * 2654435761u) >> 12 == 0x7abcdu) reach_error();
           return 0;
         }",
    );
    assert!(said.is_some());
}

#[test]
fn a_variable_of_the_environment() {
    let said = found(&format!(
        "{HASH}char *getenv(const char *); unsigned long strlen(const char *);
         int main(void) {{
           char *at = getenv(\"MODE\");
           if (at && strlen(at) == 5 && hash(at, 5) == 0x102bc9f6u) reach_error();
           return 0;
         }}"
    ));
    assert!(said.is_some_and(|said| said.contains("MODE=")));
}

#[test]
fn numbers_that_a_format_reads() {
    let said = found(
        "int scanf(const char *, ...); int sscanf(const char *, const char *, ...);
         int main(int argc, char **argv) {
           int a; unsigned char b;
           if (argc < 2 || sscanf(argv[1], \"%hhu\", &b) != 1 || scanf(\"%d\", &a) != 1) return 1;
           if (a * 2654435761u == 0x80d3f6c7u + b && b > 100) reach_error();
           return 0;
         }",
    );
    assert!(said.is_some());
}

#[test]
fn what_nothing_reaches_is_not_found() {
    let said = found(
        "int atoi(const char *);
         int main(int argc, char **argv) {
           if (argc < 2) return 1;
           unsigned a = atoi(argv[1]);
           if (a * a % 4 == 2) reach_error();
           return 0;
         }",
    );
    assert_eq!(said, None);
}
