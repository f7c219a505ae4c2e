//! Functions that nobody calls: what each program of `tests/callers` needs of its callers (docs/design/callers.md).
//!
//! Behind `//~` stands each row of the line that is not proved: its kind, its state, and for *needs* the clauses, apart by `;`, or `not` and a call.

use crate::cairn::{Folder, cairn};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Kind, state and clauses of a row, at a line.
type Row = (u64, String, String, Vec<String>);

fn expected(text: &str) -> BTreeSet<Row> {
    let mut rows = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        for said in line.split("//~").skip(1) {
            let mut words = said.trim().splitn(3, ' ').map(str::to_owned);
            let (kind, state) = (words.next().unwrap(), words.next().unwrap());
            let clauses = words.next().unwrap_or_default();
            let clauses = clauses.split(';').map(str::trim).filter(|clause| !clause.is_empty());
            let clause = |said: &str| match said.starts_with("not ") {
                true => said.to_owned(),
                false => format!("__CPROVER_requires({said})"),
            };
            let clauses = clauses.map(clause).collect();
            rows.insert((at as u64 + 1, kind, state, clauses));
        }
    }
    rows
}

fn found(answer: &Value) -> BTreeSet<Row> {
    let rows = answer["obligations"].as_array().unwrap().iter().filter(|row| row["state"] != "proved");
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let row = |row: &Value| {
        let need = |need: &Value| match text(need, "not_call") {
            call if call.is_empty() => text(need, "clause"),
            call => format!("not {call}"),
        };
        let needs = row["needs"].as_array().into_iter().flatten().map(need).collect();
        (row["at"]["line"].as_u64().unwrap_or(0), text(row, "kind"), text(row, "state"), needs)
    };
    rows.map(row).collect()
}

/// The answer for a file that is a project of its own.
fn check(name: &str, text: &str) -> (Value, i32) {
    let folder = Folder::new(&[(name, text.as_bytes())]);
    let here = folder.path("").display().to_string();
    let list = serde_json::json!([{ "directory": here, "file": name, "command": format!("cc -c {name}") }]);
    std::fs::write(folder.path("compile_commands.json"), list.to_string()).unwrap();
    let ended = cairn(&folder, &["check", "-p", ".", "--format", "json", "--jobs", "2", "--time-limit", "10min"], &[]);
    (serde_json::from_str(&ended.out).unwrap_or_else(|why| panic!("{why}: {ended:?}")), ended.code)
}

#[test]
fn what_is_needed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/callers");
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 3, "{names:?}");
    for path in names {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let (answer, code) = check(name, &text);
        let (wanted, found) = (expected(&text), found(&answer));
        let missing: Vec<_> = wanted.difference(&found).collect();
        let surplus: Vec<_> = found.difference(&wanted).collect();
        assert!(missing.is_empty() && surplus.is_empty(), "{name}: missing {missing:#?}, surplus {surplus:#?}");
        let is_violated = wanted.iter().any(|(_, _, state, _)| state == "violated");
        assert_eq!(code == 0, !is_violated, "{name}: needs are no failure");
    }
}

/// What is needed is a clause: with it the function is proved, and its caller is asked for it.
#[test]
fn clauses_can_be_pasted() {
    let function = "int share(int whole, int parts)";
    let text = format!("{function} {{ return whole / parts; }}\n");
    let (answer, _) = check("a.c", &text);
    let needs = |answer: &Value, of: &str| {
        let rows = answer["obligations"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row["needs"].as_array().into_iter().flatten());
        let of = format!(": {of}");
        let meant = rows.filter(|need| need["of"].as_str().is_some_and(|name| name.ends_with(&of)));
        meant.map(|need| need["clause"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    let clauses = needs(&answer, "share");
    assert_eq!(clauses.len(), 2, "{answer}");
    // A caller that is there breaks it.
    let text = format!("{text}int half(int n) {{ return share(n, 0); }}\n");
    let (answer, _) = check("a.c", &text);
    let violated =
        |answer: &Value| found(answer).into_iter().filter(|(_, _, state, _)| state == "violated").collect::<Vec<_>>();
    assert_eq!(violated(&answer).iter().map(|(_, kind, ..)| kind.as_str()).collect::<Vec<_>>(), ["division"]);
    let pasted = clauses.into_iter().collect::<Vec<_>>().join(" ");
    let text = text.replacen(function, &format!("{function} {pasted}"), 1);
    let (answer, _) = check("a.c", &text);
    assert!(violated(&answer).iter().all(|(_, kind, ..)| kind == "assertion"), "{:?}", violated(&answer));
    assert_eq!(violated(&answer).len(), 1, "{answer}");
}
