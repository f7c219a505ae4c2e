//! `cairn.toml`: where it is found, what it says, and that flags win over it.

use crate::cairn;

use cairn::{Folder, cairn};

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
int helper(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef HALVED
  return n / 2;
#else
  helper();
  return 2 / n;
#endif
}
int other(int a) { return a / 3; }
";

#[test]
fn settings_are_found_upwards_and_flags_win() {
    let file = "check = [\"division\"]\nflags = [\"-DHALVED\"]\n[[assumption]]\noption = \"undefined-functions=pure\"\nreason = \"it is so.\"\n";
    let folder = Folder::new(&[("cairn.toml", file.as_bytes())]);
    std::fs::create_dir_all(folder.path("deep/er")).unwrap();
    std::fs::write(folder.path("deep/er/a.c"), PROGRAM).unwrap();
    let verified = cairn(&folder, &["verify", "deep/er/a.c"], &[]);
    assert_eq!(verified.code, 0, "{verified:?}");
    assert!(verified.err.contains("undefined-functions=pure is assumed: it is so\n"), "{verified:?}");
    let checked = cairn(&folder, &["check", "deep/er/a.c"], &[]);
    assert!(checked.code == 0 && checked.out.contains("undefined-functions=pure is assumed: it is so."), "{checked:?}");
    let other = cairn(&folder, &["verify", "--config", "/dev/null", "--check", "division", "deep/er/a.c"], &[]);
    assert_eq!(other.code, 1, "{other:?}");
    let flag = cairn(&folder, &["verify", "-U", "HALVED", "deep/er/a.c"], &[]);
    assert_eq!(flag.code, 1, "{flag:?}");
    let check = cairn(&folder, &["check", "--check", "overflow", "deep/er/a.c"], &[]);
    assert!(!check.out.contains("division"), "{check:?}");
}

#[test]
fn what_is_wrong_with_it_is_said() {
    for (text, said) in [
        ("check = \"division\"", "'check' is a list of texts"),
        ("flags = [1]", "'flags' is a list of texts"),
        ("colour = \"red\"", "there is no option 'colour'"),
        ("check = [\"colour\"]", "colour"),
        ("[[assumption]]\noption = \"undefined-functions=pure\"", "has an 'option' (NAME=VALUE) and a 'reason'"),
        ("a b", "cairn.toml:1: "),
    ] {
        let folder = Folder::new(&[("cairn.toml", text.as_bytes()), ("a.c", b"int main(void) { return 0; }\n")]);
        let ended = cairn(&folder, &["verify", "a.c"], &[]);
        assert!(ended.code == 2 && ended.err.contains(said), "{text}: {ended:?}");
    }
}

#[test]
fn it_is_written_once_and_takes_the_project() {
    let folder = Folder::new(&[("a.c", PROGRAM.as_bytes()), ("ok.c", b"int main(void) { return 0; }\n")]);
    std::fs::create_dir(folder.path("build")).unwrap();
    let here = folder.path("").display().to_string();
    let list = serde_json::json!([{ "directory": here, "file": "a.c", "command": "cc -c -DHALVED a.c" }]);
    std::fs::write(folder.path("build/compile_commands.json"), list.to_string()).unwrap();
    let written = cairn(&folder, &["init", "-p", "build"], &[]);
    assert_eq!(written.code, 0, "{written:?}");
    let again = cairn(&folder, &["init", "-p", "build"], &[]);
    assert!(again.code == 2 && again.err.contains("is there already"), "{again:?}");
    let checked = cairn(&folder, &["check"], &[]);
    assert!(
        checked.code == 0 && checked.out.contains("a.c: main: ") && checked.out.contains("a.c: other: "),
        "{checked:?}"
    );
    let text = std::fs::read_to_string(folder.path("cairn.toml")).unwrap();
    std::fs::write(folder.path("cairn.toml"), format!("entries = [\"a.c:other\"]\nharnesses = [\"ok.c\"]\n{text}"))
        .unwrap();
    let checked = cairn(&folder, &["check"], &[]);
    assert!(!checked.out.contains("a.c: main: ") && checked.out.contains("a.c: other: "), "{checked:?}");
    let all = cairn(&folder, &["verify-all"], &[]);
    assert!(all.code == 0 && all.out.contains("TRUE") && all.out.contains("ok.c"), "{all:?}");
    std::fs::write(folder.path("cairn.toml"), "entries = [\"nothing\"]\ncompile-commands = \"build\"\n").unwrap();
    let none = cairn(&folder, &["check"], &[]);
    assert!(none.code == 2 && none.err.contains("the entry 'nothing'"), "{none:?}");
}
