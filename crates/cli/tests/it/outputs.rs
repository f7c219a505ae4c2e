//! Outputs that cannot be written: an error before the run, and a warning behind it.

use crate::cairn;

use cairn::{Folder, cairn, command};

/// A program whose analysis by values does not end.
const ENDLESS: &[u8] = b"extern void reach_error(void);\nint main(void) {\n  unsigned long long x = 1;\n  while (x != 0)\n    x += 2;\n  reach_error();\n}\n";
const BUG: &[u8] = b"extern void reach_error(void);\nint main(void) {\n  reach_error();\n}\n";

#[test]
fn what_cannot_be_written_is_noticed_before_the_run() {
    let folder = Folder::new(&[("a.c", ENDLESS), ("file", b"")]);
    std::fs::create_dir(folder.path("folder.svg")).unwrap();
    for (option, path, why) in [
        ("--witness", "missing/w.yml", "there is no folder missing"),
        ("--harness", "missing/h.c", "there is no folder missing"),
        ("--report", "missing/r.html", "there is no folder missing"),
        ("--summaries", "missing/s", "there is no folder missing"),
        ("--pixel-tree", "folder.svg", "it is a folder"),
        ("--pixel-tree", "tree.gif", "a pixel tree is .svg, .png or .json"),
        ("--output-dir", "file/out", "file is no folder"),
        ("--output-dir", "file", "file is no folder"),
    ] {
        // Without the look before the run there is no end.
        let ended = cairn(&folder, &["verify", "--analysis", "value", "--time-limit", "60s", option, path, "a.c"], &[]);
        assert!(ended.code == 2 && ended.err.contains(path) && ended.err.contains(why), "{option} {path}: {ended:?}");
        assert_eq!(ended.out, "", "{option} {path}");
    }
    let all = ["verify", "--analysis", "distributed", "--message-log", "missing/m.json", "a.c"];
    let ended = cairn(&folder, &all, &[]);
    assert!(ended.code == 2 && ended.err.contains("there is no folder missing"), "{ended:?}");
}

#[test]
fn a_verdict_counts_where_writing_fails_afterwards() {
    let folder = Folder::new(&[("a.c", BUG)]);
    // A folder has the name of a file that is to be written into the other.
    std::fs::create_dir_all(folder.path("out/report.txt")).unwrap();
    let output = command(&folder).args(["verify", "--output-dir", "out", "a.c"]).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(
        out.contains("Verification result: FALSE") && err.contains("warning: cannot write out/report.txt"),
        "{out}{err}"
    );
}

#[test]
fn a_compiler_that_is_not_there_is_an_error_always() {
    let folder = Folder::new(&[("a.c", BUG)]);
    let ended = cairn(&folder, &["verify", "--cc", "no-such-compiler", "a.c"], &[]);
    assert!(ended.code == 2 && ended.err.contains("no-such-compiler: there is no such compiler"), "{ended:?}");
}
