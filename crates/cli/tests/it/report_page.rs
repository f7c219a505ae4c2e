//! `--report FILE.html`: a page for every verdict, with the user's text as it was before preprocessing.

use crate::cairn;

use cairn::{Folder, cairn};
use serde_json::Value;

const PROGRAM: &[u8] = b"#include <limits.h>
#define LIMIT 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0; // the \xe9nd
  for (int i = 0; i < LIMIT; i++)
    sum += 2;
  if (n == WANTED && sum == EVIL)
    reach_error();
  return 0;
}
";

/// What the page shows.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("there are data");
    serde_json::from_str(rest.split_once("</script>").expect("they end").0).expect("JSON")
}

#[test]
fn every_verdict_has_a_page() {
    let folder = Folder::new(&[("a program.c", PROGRAM)]);
    for (flags, code, verdict) in [
        (&["-DWANTED=INT_MAX", "-DEVIL=6"][..], 1, "FALSE"),
        (&["-DWANTED=7", "-DEVIL=5"], 0, "TRUE"),
        (&["-DWANTED=7", "-DEVIL=5", "--analysis", "random-testing", "--option", "step-limit=2000"], 3, "UNKNOWN"),
        (&["-DWANTED=7", "-DEVIL=5", "--jobs", "2"], 0, "TRUE"),
    ] {
        let all = [&["verify", "a program.c", "--report", "run.html"], flags].concat();
        let run = cairn(&folder, &all, &[]);
        assert_eq!(run.code, code, "{flags:?}: {}{}", run.out, run.err);
        let page = folder.read("run.html");
        let data = data(&page);
        assert_eq!(data["verdict"]["word"], verdict);
        assert!(page.contains(&format!("<title>{verdict}: a program.c</title>")));
        let command = data["about"]["command"].as_str().expect("a command");
        assert!(command.starts_with("cairn verify 'a program.c' --report run.html"), "{command}");
        let file = data["files"].as_array().expect("files").iter().find(|file| file["name"] == "a program.c");
        let text = file.expect("the user's file")["runs"][0][1].as_str().expect("text");
        assert!(
            text.starts_with("#include <limits.h>\n#define LIMIT 3\n") && text.contains("the \u{fffd}nd"),
            "{text}"
        );
        assert!(!data["stages"].as_array().expect("stages").is_empty());
        assert_eq!(verdict == "UNKNOWN", data["verdict"]["reasons"][0]["next"].is_string());
        assert_eq!(verdict == "FALSE", data["steps"]["rows"].is_array());
        assert!(page.len() < 300_000, "{}", page.len());
    }
}

#[test]
fn another_ending_is_refused_before_the_run() {
    let folder = Folder::new(&[("program.c", b"int main(void) { return 0; }")]);
    let run = cairn(&folder, &["verify", "program.c", "--report", "run.pdf"], &[]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("run.pdf: a report is .html"), "{}", run.err);
}
