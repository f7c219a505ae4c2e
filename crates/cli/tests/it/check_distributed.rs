//! `cairn check --distributed`: the entries of a project on the workers of a server have the rows that they have here.

use crate::cairn;
use crate::nats;

use cairn::{Folder, cairn};
use nats::{Nats, until, worker};

const RING: &[u8] = b"static int ring[4];
static unsigned last;
void ring_put(int value) {
  last = (last + 1) % 4;
  ring[last] = value;
}
int ring_get(unsigned at) { return ring[at]; }
";
const SHARE: &[u8] = b"int share(int all, int parts) { return all / parts; }
int first(const int *numbers, int count) { return count > 0 ? numbers[0] : 0; }
";
const MAIN: &[u8] = b"void ring_put(int value);
int main(int argc, char **argv) {
  for (int at = 1; at < argc; at++)
    ring_put(argv[at][0]);
  return 0;
}
";

fn project() -> Folder {
    let files = [("ring.c", RING), ("share.c", SHARE), ("main.c", MAIN)];
    let folder = Folder::new(&files);
    let command = |(name, _): &(&str, &[u8])| {
        let arguments = ["cc", "-c", name];
        serde_json::json!({ "directory": folder.path(""), "file": name, "arguments": arguments })
    };
    let commands: Vec<serde_json::Value> = files.iter().map(command).collect();
    std::fs::write(folder.path("compile_commands.json"), serde_json::to_vec(&commands).unwrap()).unwrap();
    folder
}

/// The state of each obligation, by its id and entry.
fn rows(out: &str) -> Vec<[String; 3]> {
    let report: serde_json::Value = serde_json::from_str(out).expect("JSON");
    let obligations = report["obligations"].as_array().expect("obligations");
    let mut rows: Vec<[String; 3]> =
        obligations.iter().map(|one| ["id", "entry", "state"].map(|name| one[name].to_string())).collect();
    rows.sort();
    rows
}

const WORDS: [&str; 7] = ["check", "-p", ".", "--format", "json", "--time-limit", "100s"];

#[test]
fn entries_have_the_rows_of_one_machine() {
    let folder = project();
    let Some(server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let url = server.url();
    let _workers = [worker(&folder, &url, "one", &[]), worker(&folder, &url, "two", &[])];
    let there = cairn(&folder, &[WORDS.as_slice(), &["--distributed", &url]].concat(), &[]);
    let here = cairn(&folder, &WORDS, &[]);
    let (one, other) = (rows(&here.out), rows(&there.out));
    assert_eq!((here.code, &one), (there.code, &other), "{there:?}");
    let has = |state: &str| one.iter().any(|row| row[2].contains(state));
    assert!(has("proved") && (has("needs") || has("violated")), "{one:?}");
    assert!(there.err.contains("worker one takes part"), "{there:?}");
    until("the run's log is gone", || server.runs().is_empty());
}

#[test]
fn a_run_without_workers_ends_with_its_time() {
    let folder = project();
    let Some(server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let words = ["check", "-p", ".", "--time-limit", "1s", "--distributed", &server.url()];
    let ended = cairn(&folder, &words, &[]);
    assert!(ended.code == 3 && ended.out.contains("no worker has checked it within the time limit"), "{ended:?}");
}

#[test]
fn one_program_is_not_handed_out() {
    let folder = project();
    let ended = cairn(&folder, &["check", "main.c", "--distributed", "nats://127.0.0.1:1"], &[]);
    assert!(ended.code == 2 && ended.err.contains("--distributed is for a whole project"), "{ended:?}");
}
