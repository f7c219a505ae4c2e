//! Input and options that cannot be used: one clear message on the standard error, nothing on the standard output, exit
//! code 2.

use crate::cairn;

use cairn::{Folder, cairn};

/// Runs `cairn` in a folder with the given files; the message must hold every part.
fn refused(files: &[(&str, &[u8])], arguments: &[&str], parts: &[&str]) {
    let folder = Folder::new(files);
    let ended = cairn(&folder, arguments, &[]);
    assert_eq!(ended.code, 2, "{arguments:?}: {ended:?}");
    assert_eq!(ended.out, "", "{arguments:?}");
    for part in parts {
        assert!(ended.err.contains(part), "{arguments:?}: no '{part}' in {}", ended.err);
    }
    let errors = ended.err.lines().filter(|line| line.contains("error:")).count();
    assert_eq!(errors, 1, "one message, not {errors}: {}", ended.err);
}

const OK: (&str, &[u8]) = ("ok.c", b"int main(void) { return 0; }\n");

#[test]
fn missing_file() {
    refused(&[], &["verify", "absent.c"], &["error: absent.c does not exist"]);
}

#[test]
fn directory() {
    refused(&[OK], &["verify", "."], &["error: . is a directory"]);
}

#[test]
fn binary_data() {
    refused(&[("a.c", b"\x7fELF\x02\x01\x01\0\0\0")], &["verify", "a.c"], &["a.c is an ELF program"]);
    refused(&[("a.c", b"int x;\0\0\0")], &["verify", "a.c"], &["a.c is binary data"]);
}

#[test]
fn syntax_error_quotes_the_line_with_a_caret() {
    let text = b"int main(void) {\n  int x = 1 +;\n}\n";
    refused(&[("a.c", text)], &["verify", "a.c"], &["a.c:2:14: error: ", "  int x = 1 +;", "^"]);
}

#[test]
fn undeclared_name() {
    let text = b"int main(void) {\n  return y;\n}\n";
    refused(&[("a.c", text)], &["verify", "a.c"], &["a.c:2:10: error: ", "'y'", "  return y;"]);
}

#[test]
fn no_entry_function() {
    let library = ("a.c", &b"static int f(void) { return 0; }\nint g(int x) { return x + f(); }\n"[..]);
    for command in ["verify", "cfa", "run"] {
        refused(&[library], &[command, "a.c"], &["no function 'main' with a body: say with --entry", ": f, g"]);
    }
    refused(&[OK], &["verify", "--entry", "start", "ok.c"], &["no function 'start'", "--entry", ": main"]);
    let other = ("b.c", &b"static int f(void) { return 1; }\n"[..]);
    let both = ["'f'", "--entry a.c:f", "--entry b.c:f"];
    refused(&[library, other], &["verify", "--entry", "f", "a.c", "b.c"], &both);
}

#[test]
fn empty_file() {
    refused(&[("a.c", b"")], &["verify", "a.c"], &["main"]);
}

#[test]
fn unknown_property() {
    refused(&[OK], &["verify", "--property", "no-bugs", "ok.c"], &["unknown property 'no-bugs'"]);
    refused(&[OK], &["verify", "--property", "absent.prp", "ok.c"], &["absent.prp does not exist"]);
    let file: (&str, &[u8]) = ("p.prp", b"CHECK( init(main()), LTL(G ! sleep) )\n");
    refused(&[OK, file], &["verify", "--spec", "p.prp", "ok.c"], &["p.prp:1:30: error: unknown property", "^"]);
}

#[test]
fn unknown_check() {
    let known = "unknown check 'overflows': there are overflow, division, shift, float-conversion, builtin, uninitialised, call-type, conversion, array-index, vla-length, alignment, null-dereference, valid-deref, valid-free, valid-memtrack, valid-memcleanup, library, resources, pointer-arithmetic, pointer-comparison, data-race, deadlock, termination, and all";
    refused(&[OK], &["verify", "--check", "division,overflows", "ok.c"], &[known]);
}

#[test]
fn property_that_is_not_supported_yet() {
    let file: (&str, &[u8]) = ("p.prp", b"CHECK( init(main()), LTL(G assert) )\n");
    refused(&[OK, file], &["verify", "--spec", "p.prp", "ok.c"], &["'assert' is not supported yet"]);
}

#[test]
fn termination_beside_what_has_no_meaning_with_it() {
    let property: (&str, &[u8]) =
        ("p.prp", b"CHECK( init(main()), LTL(F end) )\nCHECK( init(main()), LTL(G ! overflow) )\n");
    refused(&[OK, property], &["verify", "--spec", "p.prp", "ok.c"], &["termination is decided by itself"]);
    refused(
        &[OK],
        &["verify", "--property", "termination", "--check", "all", "ok.c"],
        &["termination is decided by itself"],
    );
    let options = [&["--witness", "w.yml"][..], &["--harness", "h.c"], &["--check-proof"], &["--summaries", "s"]];
    for option in options.into_iter().chain([&["--option", "trace=relevant"][..]]) {
        let arguments = [&["verify", "--property", "termination"], option, &["ok.c"]].concat();
        refused(&[OK], &arguments, &["has no effect on termination", option[0]]);
    }
    refused(&[OK], &["slice", "--property", "termination", "ok.c"], &["not about whether it ends"]);
    refused(&[OK], &["localize", "--property", "termination", "ok.c"], &["not about whether it ends"]);
}

#[test]
fn contradictory_options() {
    let contradiction = "contradictory options: ";
    refused(&[OK], &["verify", "--32", "--64", "ok.c"], &[contradiction, "--32", "--64"]);
    let (option, part) = (["--option", "machine-model=LP64"], "--option machine-model=LP64 sets it to LP64");
    refused(&[OK], &["verify", "--32", option[0], option[1], "ok.c"], &[contradiction, part]);
    let task: (&str, &[u8]) =
        ("t.yml", b"format_version: '2.0'\ninput_files: ok.c\noptions: {language: C, data_model: LP64}\n");
    refused(&[OK, task], &["verify", "--32", "t.yml"], &[contradiction, "--32", "t.yml sets it to LP64"]);
    let property: (&str, &[u8]) = ("p.prp", b"CHECK( init(main()), LTL(G ! call(f())) )\n");
    let both = ["verify", "--entry", "f", "--property", "p.prp", "ok.c"];
    refused(&[OK, property], &both, &[contradiction, "--entry f", "p.prp"]);
}

#[test]
fn options_that_do_not_exist_or_have_no_such_value() {
    refused(&[OK], &["verify", "--option", "entri=f", "ok.c"], &["no option 'entri'", "did you mean 'entry'?"]);
    refused(&[OK], &["verify", "--option", "entry", "ok.c"], &["name=value"]);
    refused(&[OK], &["verify", "--time-limit", "soon", "ok.c"], &["'soon' is not a time"]);
    refused(&[OK], &["verify", "--memory-limit", "much", "ok.c"], &["'much' is not a size"]);
    refused(&[OK], &["verify", "--memory-limit", "-3", "ok.c"], &["'-3' is not a size"]);
    refused(&[OK], &["verify", "--time-limit", "-3", "ok.c"], &["'-3' is not a time"]);
    refused(&[OK], &["verify", "--analysis", "magic", "ok.c"], &["'magic' is not one of"]);
    refused(&[OK], &["verify", "--config", "absent.toml", "ok.c"], &["absent.toml does not exist"]);
    let file: (&str, &[u8]) = ("c.toml", b"[value]\ncolour = 1\n");
    refused(&[OK, file], &["verify", "--config", "c.toml", "ok.c"], &["c.toml: ", "no option 'value.colour'"]);
    let file: (&str, &[u8]) = ("c.toml", b"entry = f\n");
    refused(&[OK, file], &["verify", "--config", "c.toml", "ok.c"], &["c.toml:1: "]);
}

#[test]
fn inputs_that_are_no_numbers() {
    refused(&[OK], &["run", "--input", "abc", "ok.c"], &["the input 'abc' is no number: write 5, -1"]);
    refused(&[OK], &["run", "--input", "3,,4", "ok.c"], &["the input '' is no number"]);
    let asks = "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }\n";
    let asks: (&str, &[u8]) = ("asks.c", asks.as_bytes());
    let expected = ["the input '0.5' is not whole, and __VERIFIER_nondet_int asks for an integer"];
    refused(&[asks], &["run", "--input", "0.5", "asks.c"], &expected);
    refused(&[OK], &["run", "--steps", "-3", "ok.c"], &["invalid value '-3'", "--steps"]);
}

#[test]
fn task_definitions_that_cannot_be_used() {
    let task = |text: &'static str| [OK, ("t.yml", text.as_bytes())];
    refused(&task("format_version: '1.0'\ninput_files: ok.c\n"), &["verify", "t.yml"], &["t.yml: ", "format 1.0"]);
    refused(&task("format_version: '2.0'\ninput_files: no.c\n"), &["verify", "t.yml"], &["no.c does not exist"]);
    refused(&task("format_version: '2.0'\ninput_files: ok.c\n"), &["verify", "t.yml", "ok.c"], &["the only file"]);
}

#[test]
fn directives_without_a_compiler() {
    let folder = Folder::new(&[("a.c", b"#include <stdio.h>\nint main(void) { return 0; }\n")]);
    let ended = cairn(&folder, &["verify", "a.c"], &[("PATH", ""), ("CC", "")]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.err.contains("no C compiler to preprocess it"), "{}", ended.err);
    assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
}

#[test]
fn a_missing_header_is_told_as_the_compiler_tells_it() {
    let folder = Folder::new(&[("a.c", b"#include <no-such-header.h>\nint main(void) { return 0; }\n")]);
    let ended = cairn(&folder, &["verify", "a.c"], &[]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.err.contains("no-such-header.h") || ended.err.contains("no C compiler"), "{}", ended.err);
}

#[test]
fn usage() {
    for arguments in [&["verify"][..], &["verfy", "a.c"], &["verify", "--no-such-flag", "a.c"], &[]] {
        let ended = cairn(&Folder::new(&[]), arguments, &[]);
        assert_eq!(ended.code, 2, "{arguments:?}");
        assert!(ended.err.contains("Usage: cairn"), "{arguments:?}: {}", ended.err);
    }
}

#[test]
fn two_files_that_define_one_function() {
    let folder = Folder::new(&[OK, ("b.c", b"int main(void) { return 1; }\n")]);
    let ended = cairn(&folder, &["verify", "ok.c", "b.c"], &[]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.err.contains("b.c:1:5: error: ") && ended.err.contains("ok.c:1:5: note: "), "{}", ended.err);
}
