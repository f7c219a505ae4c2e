//! The user's build: flags as a compiler takes them, a list of compile commands, and which of a project's files are linked.

use crate::cairn;

use cairn::{Ended, Folder, cairn};

const HEADER: (&str, &[u8]) =
    ("inc/clamp.h", b"int clamp(int x);\nint twice(int x);\nstatic inline int half(int x) { return x / 2; }\n");
const CLAMP: (&str, &[u8]) = (
    "src/clamp.c",
    b"#include \"clamp.h\"\nstatic int limit = LIMIT;\nint clamp(int x) { return x > limit ? limit : x; }\n",
);
const TWICE: (&str, &[u8]) = (
    "src/twice.c",
    b"#include \"clamp.h\"\nint twice(int x) { return 2 * x; }\nint main(void) { return twice(clamp(3)); }\n",
);
const OTHER: (&str, &[u8]) = ("src/other.c", b"#include \"clamp.h\"\nint main(void) { return clamp(4); }\n");
const HARNESS: (&str, &[u8]) = (
    "harness.c",
    b"#include \"clamp.h\"\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
      void harness(void) { if (clamp(__VERIFIER_nondet_int()) > SEEN) reach_error(); }\n",
);

fn project(more: &str) -> Folder {
    let list = format!(
        r#"[{{"directory": ".", "file": "src/clamp.c", "command": "cc -Iinc '-DLIMIT=10' -O2 -c -o clamp.o src/clamp.c {more}"}},
            {{"directory": ".", "file": "src/twice.c", "arguments": ["cc", "-I", "inc", "-c", "src/twice.c"]}},
            {{"directory": ".", "file": "src/other.c", "arguments": ["cc", "-Iinc", "-c", "src/other.c"]}}]"#
    );
    let folder = Folder::new(&[]);
    for (name, content) in [HEADER, CLAMP, TWICE, OTHER, HARNESS, ("compile_commands.json", list.as_bytes())] {
        let path = folder.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    folder
}

fn run(folder: &Folder, line: &str) -> Ended {
    cairn(folder, &line.split_whitespace().collect::<Vec<_>>(), &[])
}

#[test]
fn a_harness_is_linked_with_what_it_needs_and_nothing_else() {
    let folder = project("");
    // Two of the project's files have a `main`: both linked, the program would be refused.
    let holds = run(&folder, "verify -p . --entry harness -DSEEN=10 harness.c");
    assert_eq!(holds.code, 0, "{holds:?}");
    let fails = run(&folder, "verify -p compile_commands.json --entry harness -DSEEN=9 harness.c");
    assert_eq!(fails.code, 1, "{fails:?}");
    let own = run(&folder, "verify -p . --property valid-memsafety src/twice.c");
    assert_eq!(own.code, 0, "{own:?}");
}

#[test]
fn functions_are_listed_with_what_they_need() {
    let folder = project("");
    let listed = run(&folder, "functions -p .");
    let lines: Vec<&str> = listed.out.lines().collect();
    assert_eq!(lines[..2], ["./src/clamp.c: clamp", "./src/twice.c: twice"], "{listed:?}");
    assert_eq!(lines[2..], ["./src/twice.c: main needs ./src/clamp.c", "./src/other.c: main needs ./src/clamp.c"]);
    let json = run(&folder, "functions -p . --format json");
    let rows: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(rows[3]["needs"][0], "./src/clamp.c");
}

#[test]
fn flags_are_those_of_a_compiler() {
    let folder = project("");
    let line = "verify harness.c src/clamp.c --entry harness -Iinc -std=gnu11 -Wall -include first.h -DLIMIT=3";
    std::fs::write(folder.path("first.h"), "#define SEEN 3\n").unwrap();
    assert_eq!(run(&folder, line).code, 0);
    assert_eq!(run(&folder, &format!("{line} -- -U LIMIT -DLIMIT=4")).code, 1);
    std::fs::write(folder.path("sum.c"), "int main(int n, char **v) { return n + n * 1000000000; }\n").unwrap();
    assert_eq!(run(&folder, "verify --property no-overflow sum.c").code, 1);
    assert_eq!(run(&folder, "verify --property no-overflow -fwrapv sum.c").code, 0);
    std::fs::write(folder.path("wide.c"), "int main(void) { return 1 / (int)(sizeof(long) - 4); }\n").unwrap();
    assert_eq!(run(&folder, "verify --check division -m64 wide.c").code, 0);
    assert_eq!(run(&folder, "verify --check division -m32 wide.c").code, 1);
}

#[test]
fn what_is_not_modelled_is_refused() {
    let refused = |folder: &Folder, line: &str, part: &str| {
        let ended = run(folder, line);
        assert!(ended.code == 2 && ended.err.contains(part), "{line}: {ended:?}");
    };
    let folder = project("");
    refused(&folder, "verify -fpack-struct -Iinc src/twice.c", "records are laid out as the system's");
    refused(&folder, "verify --cc gcc -Iinc --32 src/twice.c", "__SIZEOF_POINTER__ 8, not 4; leave out --32");
    refused(&folder, "verify -p src src/twice.c", "compile_commands.json");
    refused(&project("-fshort-enums"), "verify -p . src/twice.c", "src/clamp.c is compiled with -fshort-enums");
    refused(&project("-malign-double"), "verify -p . src/twice.c", "src/clamp.c: the compiler's flag '-malign-double'");
    refused(&project("-m32"), "verify -p . src/twice.c", "src/clamp.c is compiled for another machine: give --32");
    refused(&project("-fwrapv"), "verify -p . --check overflow src/twice.c", "give -fwrapv");
    std::fs::write(folder.path("list.json"), "{}").unwrap();
    refused(&folder, "verify -p list.json src/twice.c", "list.json is no list of compile commands: it is no array");
}

#[test]
fn a_name_that_two_files_define_is_named() {
    let folder = project("");
    std::fs::write(folder.path("src/other.c"), "int clamp(int x) { return x; }\n").unwrap();
    let ended = run(&folder, "verify -p . --entry harness -DSEEN=10 harness.c");
    assert!(ended.code == 2 && ended.err.contains("is defined in ./src/clamp.c and in ./src/other.c"), "{ended:?}");
    let chosen = run(&folder, "verify -p . --entry harness -DSEEN=10 harness.c src/clamp.c");
    assert_eq!(chosen.code, 0, "{chosen:?}");
}

#[test]
fn a_file_by_itself_is_verified() {
    let folder = project("");
    let ended = run(&folder, "src/other.c -Iinc");
    assert!(ended.code == 0 && ended.out.contains("TRUE"), "{ended:?}");
}

#[test]
fn an_interrupt_handler_runs_between_statements() {
    let text = "extern void reach_error(void);\nint n;\nvoid tick(void) { n++; }\nvoid other(int x) { n = x; }\n\
                int main(void) { int a = n; int b = n; if (a != b) reach_error(); return 0; }\n";
    let folder = Folder::new(&[("a.c", text.as_bytes())]);
    for (line, code, said) in [
        ("verify a.c", 0, "TRUE"),
        ("verify --interrupt tick a.c", 1, "tick"),
        ("verify --interrupt tick=0 a.c", 0, "TRUE"),
        ("verify --interrupt other a.c", 2, "takes arguments"),
        ("verify --interrupt none-such a.c", 2, "no body"),
        ("verify --interrupt tick=often a.c", 2, "no number of times"),
    ] {
        let ended = run(&folder, line);
        assert_eq!(ended.code, code, "{line}: {ended:?}");
        assert!(format!("{}{}", ended.out, ended.err).contains(said), "{line}: {ended:?}");
    }
}
