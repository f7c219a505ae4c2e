//! Runs to make pages of.

#![allow(dead_code, reason = "each test uses a part")]

use cairn_base::CancelToken;
use cairn_cpa::NoObserver;
use cairn_front_c::Input;
use cairn_options::Configuration;
use cairn_report::run::About;
use cairn_task::Property;
use cairn_verify::{Report, Request, RunLimits};
use std::time::Instant;

/// Fails in line 10, after two calls.
pub const UNSAFE: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int total;
static void add(int amount) {
  total = total + amount;
}
int main(void) {
  int count = 0;
  while (count < 2) { add(__VERIFIER_nondet_int()); count = count + 1; }
  if (total == 7) reach_error();
  return 0;
}
";

/// Fails never; its last line is dead.
pub const SAFE: &str = "extern void reach_error(void);
int main(void) {
  int count = 0;
  while (count < 6) {
    count = count + 1;
  }
  if (count != 6)
    reach_error();
  return 0;
}
";

/// A program whose text would be markup, with a byte that is no UTF-8 and a very long line.
pub fn hostile() -> String {
    let mut bytes =
        b"extern void reach_error(void);\n// </script><img src=x onerror=\"window.stolen = 1\"><!-- ".to_vec();
    bytes.extend([0xe9, 0xff, b'\n']);
    bytes.extend("char *text = \"</ScRiPt><script>window.stolen = 2</script>{{model}}\u{202e}\";\n".bytes());
    bytes.extend(format!("/* {} */\n", "</script>x".repeat(20_000)).bytes());
    bytes.extend(b"int main(void) { int n = 1; if (n) reach_error(); return 0; }\n");
    cairn_base::text::of_bytes(bytes)
}

/// What a run of a program says.
pub fn report(text: &str, options: &[(&str, &str)]) -> Report {
    let mut configuration = Configuration::defaults().expect("there are some");
    for (name, value) in options {
        (cairn_options::table::row(name).expect("an option").set)(&mut configuration, value).expect("a value");
    }
    let limits =
        RunLimits { start: Instant::now(), time: None, processor: None, memory: None, steps: Some(60_000), work: None };
    let inputs = vec![Input { name: "program.c".to_owned(), text: text.into() }];
    let request = Request::new(inputs, Property::default_reachability(), configuration, limits, CancelToken::new());
    let request = Request { levels: true, explored: true, invariants: true, ..request };
    cairn_verify::verify(&request, &mut NoObserver).unwrap_or_else(|error| panic!("{:?}", error.diagnostics))
}

/// The page of a run.
pub fn page(text: &str, options: &[(&str, &str)]) -> String {
    cairn_report::run::page(&report(text, options), &about())
}

/// What is known of it beside.
pub fn about() -> About {
    About {
        title: "a<b>.c".to_owned(),
        command: "cairn verify --report out.html 'a<b>.c'".to_owned(),
        version: "0".to_owned(),
        ..About::default()
    }
}
