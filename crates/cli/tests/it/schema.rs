//! `docs/schema/report.schema.json` says what `--format json` prints: real outputs of each kind are validated against it.
//!
//! Readers are told to pass over members that they do not know. The test is not so kind: a member that the schema does not
//! describe fails, so that none is added without it.

use crate::cairn;

use cairn::{Ended, Folder, cairn};
use serde_json::{Value, json};

/// TRUE with an assumption, an invariant and a warning.
const SAFE: &[u8] = b"extern void reach_error(void);
extern int outside(int *);
int main(void) {
  int i = 0, x = 0;
  outside(&x);
  while (i < 4)
    i++;
  if (i != 4)
    reach_error();
  return 0;
}
";
/// FALSE with an input, calls and a decision.
const BUG: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int n) { return n + n; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (twice(x) == 84)
    reach_error();
  return 0;
}
";
const DIVISION: &[u8] = b"extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return 100 / x;
}
";
/// UNKNOWN, with a bound.
const LOOP: &[u8] = b"extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 1, i = 0;
  while (i < n) { s = s * s + 3 * i + 1; i++; }
  if (i == 13 && s % 1000 != 999) reach_error();
}
";
const BROKEN: &[u8] = b"int main(void) { return 1 +; }\n";

/// A file's name and content, flags, the exit code and the verdict.
type Case = (&'static str, &'static [u8], &'static [&'static str], i32, &'static str);

fn schema() -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/report.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The same schema, but nothing that it does not describe is let through.
fn closed(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(closed);
            let is_object = object.get("type").is_some_and(|kind| kind.to_string().contains("\"object\""));
            if is_object && object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        Value::Array(all) => all.iter_mut().for_each(closed),
        _ => {}
    }
}

fn run(file: &str, content: &[u8], flags: &[&str]) -> (Ended, Value) {
    let folder = Folder::new(&[(file, content)]);
    let ended = cairn(&folder, &[&["verify", "--format", "json"], flags, &["a.c"]].concat(), &[]);
    let value = serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended:?}"));
    assert_eq!(ended.out.lines().count(), 1, "{ended:?}");
    (ended, value)
}

#[test]
fn what_is_printed_is_what_the_schema_describes() {
    let mut schema = schema();
    closed(&mut schema);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let all: [Case; 9] = [
        ("a.c", SAFE, &[], 0, "TRUE"),
        ("a.c", SAFE, &["--analysis", "interval", "--output-dir", "out", "--stats"], 0, "TRUE"),
        ("a.c", BUG, &[], 1, "FALSE"),
        ("a.c", DIVISION, &["--check", "all"], 1, "FALSE"),
        ("a.c", LOOP, &["--analysis", "bmc", "--option", "step-limit=100"], 3, "UNKNOWN"),
        ("a.c", BROKEN, &[], 2, "ERROR"),
        ("another.c", SAFE, &[], 2, "ERROR"),
        ("a.c", SAFE, &["--analysis", "nonsense"], 2, "ERROR"),
        ("a.c", SAFE, &["--nonsense"], 2, "ERROR"),
    ];
    for (file, content, flags, code, verdict) in all {
        let (ended, value) = run(file, content, flags);
        assert_eq!((ended.code, value["verdict"].as_str()), (code, Some(verdict)), "{flags:?}: {ended:?}");
        let wrong: Vec<String> =
            validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{verdict} {flags:?}: {wrong:?}\n{value:#}");
        if code == 2 {
            // A person and a program read the same.
            assert_eq!(value["error"]["text"].as_str().map(str::trim_end), Some(ended.err.trim_end()));
        }
    }
}

/// The test above would not see mistakes if the schema took anything.
#[test]
fn what_the_schema_does_not_describe_is_refused() {
    let open = jsonschema::draft202012::new(&schema()).unwrap();
    let mut strict = schema();
    closed(&mut strict);
    let strict = jsonschema::draft202012::new(&strict).unwrap();
    let (_, report) = run("a.c", BUG, &[]);
    assert!(open.is_valid(&report) && strict.is_valid(&report));
    let changed = |pointer: &str, to: Value| {
        let mut other = report.clone();
        *other.pointer_mut(pointer).unwrap() = to;
        other
    };
    for (pointer, to) in [
        ("/schema", json!(2)),
        ("/verdict", json!("MAYBE")),
        ("/counterexample/inputs/0/value", json!(7)),
        ("/counterexample/execution/0/what", json!("rest")),
        ("/counterexample/execution/0/depth", json!(-1)),
        ("/warnings", json!(null)),
    ] {
        assert!(!open.is_valid(&changed(pointer, to)), "{pointer}");
    }
    let mut longer = report.clone();
    longer["counterexample"]["colour"] = json!("red");
    assert!(open.is_valid(&longer), "members may be added");
    assert!(!strict.is_valid(&longer), "but not without the schema");
}
