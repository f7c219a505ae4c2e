//! The page of a run as text: its data are what the report says, what a program says cannot leave its place, and it is small.

use crate::asked;

use asked::{SAFE, UNSAFE, about, hostile, page, report};
use cairn_report::run::{self, About};
use cairn_verify::{Report, ReportedVerdict};
use serde_json::Value;

/// What a page shows.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("there are data");
    serde_json::from_str(rest.split_once("</script>").expect("they end").0).expect("JSON")
}

/// The lines of the first file that are runs of this kind.
fn lines(data: &Value, kind: &str) -> Vec<u64> {
    let runs = data["reached"][0][kind].as_array().expect("runs");
    let of = |run: &Value| run[0].as_u64().unwrap()..run[0].as_u64().unwrap() + run[1].as_u64().unwrap();
    runs.iter().flat_map(of).collect()
}

#[test]
fn a_violation_is_told_in_steps() {
    let data = data(&page(UNSAFE, &[]));
    assert_eq!(data["verdict"]["word"], "FALSE");
    let (rows, texts) = (data["steps"]["rows"].as_array().unwrap(), &data["steps"]["texts"]);
    let word = |number: &Value| texts[number.as_u64().unwrap() as usize].as_str().unwrap().to_owned();
    let calls: Vec<String> = rows.iter().filter(|row| row[3] == "c").map(|row| word(&row[1])).collect();
    assert_eq!(calls[..3], ["main", "add", "add"]);
    let add = rows.iter().find(|row| row[3] == "c" && word(&row[1]) == "add").unwrap();
    assert_eq!((&add[0][1], &add[2]), (&4.into(), &1.into()), "at its definition, one call deep");
    // What `add` changes is no local of it; its parameter is.
    let changes: Vec<(String, u64)> = rows
        .iter()
        .flat_map(|row| row[5].as_array().unwrap())
        .map(|change| (word(&change[0]), change[2].as_u64().unwrap()))
        .collect();
    assert!(changes.contains(&("total".to_owned(), 2)), "{changes:?}");
    assert!(changes.iter().any(|(place, what)| place == "amount" && what & 2 == 0), "{changes:?}");
    assert_eq!(data["steps"]["inputs"].as_array().unwrap().len(), 2);
    assert!(data["stages"].as_array().unwrap().last().unwrap()["found"].as_str().unwrap().starts_with("FALSE"));
    assert!(lines(&data, "yes").contains(&5));
}

#[test]
fn a_proof_has_invariants_states_and_lines_that_no_execution_reaches() {
    let data = data(&page(SAFE, &[("analysis", "value")]));
    assert_eq!(data["verdict"]["word"], "TRUE");
    let invariants = data["invariants"].as_array().unwrap();
    assert!(invariants.iter().any(|known| known["at"][1] == 4 && known["holds"].as_str().unwrap().contains("count")));
    assert_eq!((lines(&data, "no"), data["states"]["proof"].as_bool()), (vec![8], Some(true)));
    assert!([3, 5, 9].iter().all(|line| lines(&data, "yes").contains(line)), "{:?}", lines(&data, "yes"));
    let flow = data["flow"].as_array().unwrap();
    assert_eq!(flow[0]["name"], "main");
    let boxes = flow[0]["graph"]["boxes"].as_array().unwrap();
    assert!(boxes.iter().any(|of| of[5][0].as_str().unwrap().contains("count = count + 1")), "{boxes:?}");
    assert!(boxes.iter().any(|of| of[0] == "l"), "a loop has a head");
    assert!(!data["blocks"]["graph"].is_null());
}

#[test]
fn an_invariant_stands_where_it_holds() {
    const LOCK: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint locked;\n\
        static void lock(void) { if (locked) reach_error(); locked = 1; }\nint main(void) {\n  do {\n    lock();\n    \
        locked = 0;\n  } while (__VERIFIER_nondet_int());\n  int i = 0;\n  while (i < 9)\n    i++;\n}\n";
    let data = data(&page(LOCK, &[("analysis", "interval")]));
    let loops: Vec<&Value> =
        data["invariants"].as_array().unwrap().iter().filter(|known| known["entry"] == false).collect();
    let at = |line: u64| *loops.iter().find(|known| known["at"][1] == line).unwrap_or_else(|| panic!("{loops:?}"));
    assert_eq!((&at(7)["before"], &at(11)["before"]), (&true.into(), &false.into()));
    assert!(at(7)["holds"].as_str().unwrap().contains("locked == 0"), "{loops:?}");
}

#[test]
fn a_violation_has_a_place_and_a_label_is_a_step() {
    let text = "int main(void) {\n  goto ERROR;\n\nERROR:\n  return 1;\n}\n";
    let page = page(text, &[]);
    let data = data(&page);
    assert_eq!(
        (&data["verdict"]["at"][1], &data["steps"]["rows"].as_array().unwrap().last().unwrap()[0][1]),
        (&4.into(), &4.into())
    );
    for part in ["goTo(steps.length - 1);", "id: \"steps\"", "nav { flex-wrap: wrap; }", "placeName(verdict.at)"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn no_line_before_an_abort_is_said_to_be_dead() {
    let text = "extern void abort(void);\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint g;\n\
                int main(void) {\n  if (__VERIFIER_nondet_int()) {\n    g = 1;\n    abort();\n  }\n  if (g) reach_error();\n  return 0;\n}\n";
    let data = data(&page(text, &[("analysis", "value")]));
    assert_eq!(data["verdict"]["word"], "TRUE");
    assert!([7, 8].iter().all(|line| !lines(&data, "no").contains(line)), "{:?}", lines(&data, "no"));
}

#[test]
fn hostile_text_stays_text() {
    let page = page(&hostile(), &[]);
    assert_eq!((page.matches("<script").count(), page.to_lowercase().matches("</script").count()), (2, 2));
    assert!(!page.contains("<img src=x") && page.contains("<title>FALSE: a&lt;b&gt;.c</title>"));
    let data = data(&page);
    let text = data["files"][0]["runs"][0][1].as_str().unwrap();
    assert!(text.contains("// </script><img src=x onerror=") && text.contains("{{model}}"), "it is shown as it is");
    assert!(text.contains("<!-- \u{fffd}\u{fffd}\n") && !text.contains('\u{202e}'));
    assert!(text.lines().all(|line| line.chars().count() <= 1_001), "long lines are cut");
    assert!(page.len() < 300_000, "{}", page.len());
}

#[test]
fn runs_without_a_program_have_a_page_too() {
    for report in [Report::broken("unreach-call", "it broke"), Report::stopped("unreach-call", "no more time")] {
        assert_eq!(report.answer, ReportedVerdict::Unknown);
        let data = data(&run::page(&report, &about()));
        assert!(data["files"].as_array().unwrap().is_empty() && data["steps"].is_null());
        let originals = [("a.c".to_owned(), "int x;\nint y;".to_owned())].into();
        let with_text = self::data(&run::page(&report, &About { originals, ..about() }));
        assert_eq!(with_text["files"][0]["runs"][0][1], "int x;\nint y;");
        assert_eq!(data["verdict"]["reasons"][0]["next"].as_str().unwrap(), report.reasons[0].next);
    }
}

#[test]
fn a_small_program_has_a_small_page_and_the_same_one_each_time() {
    for (text, options) in
        [(UNSAFE, &[][..]), (SAFE, &[("analysis", "value")][..]), (SAFE, &[("analysis", "predicate")][..])]
    {
        let page = page(text, options);
        assert!(page.len() < 300_000, "{}", page.len());
        assert!(
            !page.contains("http://")
                || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
        );
    }
    let without_times = |text: &str| {
        let mut data = data(&page(text, &[("analysis", "value")]));
        let all = data.as_object_mut().unwrap();
        ["stages", "statistics"].iter().for_each(|name| drop(all.remove(*name)));
        data
    };
    assert_eq!(without_times(SAFE), without_times(SAFE));
}

#[test]
fn a_long_execution_keeps_its_values() {
    let text = "extern void reach_error(void);\nint g;\nint main(void) {\n  int first = 5;\n  for (int i = 0; i < 9000; i++)\n    g = i;\n  if (g > 8000 && first) reach_error();\n  return 0;\n}\n";
    let report = report(text, &[("analysis", "random-testing"), ("step-limit", "none")]);
    assert_eq!(report.answer, ReportedVerdict::False);
    let data = data(&run::page(&report, &about()));
    assert!(data["steps"]["leftOut"].as_u64().unwrap() > 1_000);
    assert!(data["steps"]["rows"].as_array().unwrap().len() < 13_000);
    assert!(data["steps"]["rows"].as_array().unwrap().iter().any(|row| row[3] == "x"));
}
