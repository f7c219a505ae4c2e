//! `cairn verify-all` and `cairn worker`: lists of tasks, on this machine and over a server.

use crate::cairn;
use crate::nats;

use cairn::{Folder, cairn};
use nats::{Nats, begin, end, until, worker};

const SAFE: &[u8] = b"extern void reach_error(void);
int main(void) {
  int x = 2;
  if (x * x != 4)
    reach_error();
  return 0;
}
";
const UNSAFE: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 84)
    reach_error();
  return 0;
}
";
/// A program whose analysis by values does not end.
const ENDLESS: &[u8] = b"extern void reach_error(void);
int main(void) {
  unsigned long long x = 1;
  while (x != 0)
    x += 2;
  reach_error();
  return 0;
}
";
const DEFINITION: &[u8] = b"format_version: '2.0'
input_files: 'inner.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: ILP32
";
const PROPERTY: &[u8] = b"CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const LIST: &[u8] = b"# a list
safe.c --analysis value
unsafe.c --32

missing.c
safe.c --no-such-option
'safe.c'
";

fn folder() -> Folder {
    Folder::new(&[("safe.c", SAFE), ("unsafe.c", UNSAFE), ("endless.c", ENDLESS), ("list.txt", LIST)])
}

/// The table's lines: verdict and task, in the order of the list.
fn table(out: &str) -> Vec<(String, String)> {
    let last = out.split("\n\n").nth(1).unwrap_or_default();
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        (words.next().unwrap_or_default().to_owned(), words.nth(2).unwrap_or_default().to_owned())
    };
    last.lines().map(row).collect()
}

const ROWS: [(&str, &str); 5] =
    [("TRUE", "safe.c"), ("FALSE", "unsafe.c"), ("ERROR", "missing.c"), ("ERROR", "safe.c"), ("TRUE", "safe.c")];

fn rows() -> Vec<(String, String)> {
    ROWS.map(|(verdict, task)| (verdict.to_owned(), task.to_owned())).to_vec()
}

#[test]
fn a_list_is_verified_on_this_machine() {
    let folder = folder();
    let ended = cairn(&folder, &["verify-all", "list.txt", "--jobs", "2"], &[]);
    assert_eq!((ended.code, table(&ended.out)), (1, rows()), "{ended:?}");
    assert!(ended.out.contains("5 tasks: 2 TRUE, 1 FALSE, 0 UNKNOWN, 2 that cannot be used"), "{ended:?}");
    let ended = cairn(&folder, &["verify-all", "list.txt", "--format", "json"], &[]);
    let objects: Vec<serde_json::Value> = ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let violated = objects.iter().find(|object| object["task"] == "unsafe.c").unwrap();
    assert_eq!((objects.len(), &violated["verdict"]), (5, &"FALSE".into()));
    assert!(violated["report"]["counterexample"]["inputs"][0]["value"].to_string().contains("84"), "{violated}");
}

#[test]
fn a_directory_is_a_list() {
    let folder = Folder::new(&[("unreach-call.prp", PROPERTY)]);
    std::fs::create_dir(folder.path("all")).unwrap();
    for (name, text) in [("inner.c", UNSAFE), ("task.yml", DEFINITION), ("unreach-call.prp", PROPERTY), ("z.c", SAFE)] {
        std::fs::write(folder.path("all").join(name), text).unwrap();
    }
    let ended = cairn(&folder, &["verify-all", "all", "--", "--time-limit", "60s"], &[]);
    let rows = vec![("FALSE".to_owned(), "all/task.yml".to_owned()), ("TRUE".to_owned(), "all/z.c".to_owned())];
    assert_eq!((ended.code, table(&ended.out)), (1, rows), "{ended:?}");
    assert!(ended.out.contains("NOT AS EXPECTED") && ended.out.contains("1 not as expected"), "{ended:?}");
    let empty = cairn(&folder, &["verify-all", "unreach-call.prp"], &[]);
    assert_eq!(empty.code, 2, "{empty:?}");
}

#[test]
fn options_come_first_and_a_task_may_have_several_files() {
    let first = b"extern void reach_error(void);\nint two(void);\nint main(void) { if (two() != 2) reach_error(); }\n";
    let second = b"int two(void) { return sizeof(long) == 4 ? 2 : 3; }\n";
    let list = b"--32 one.c two.c\none.c two.c\n-32 safe.c\n--analysis value safe.c\n";
    let folder = Folder::new(&[("one.c", first), ("two.c", second), ("safe.c", SAFE), ("list.txt", list)]);
    let ended = cairn(&folder, &["verify-all", "list.txt", "--", "-q", "--time-limit", "60s"], &[]);
    let rows = [("TRUE", "one.c"), ("FALSE", "one.c"), ("TRUE", "safe.c"), ("TRUE", "safe.c")];
    assert_eq!(table(&ended.out), rows.map(|(verdict, task)| (verdict.to_owned(), task.to_owned())), "{ended:?}");
    assert!(ended.out.contains("  one.c two.c\n"), "{ended:?}");
    std::fs::create_dir(folder.path("all")).unwrap();
    std::fs::write(folder.path("all/safe.c"), SAFE).unwrap();
    let ended = cairn(&folder, &["verify-all", "all", "--", "-q"], &[]);
    assert_eq!((ended.code, table(&ended.out)), (0, vec![("TRUE".to_owned(), "all/safe.c".to_owned())]), "{ended:?}");
}

#[test]
fn tasks_are_spread_over_workers() {
    let folder = folder();
    let Some(server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let _workers = [worker(&folder, &server.url(), "one", &[]), worker(&folder, &server.url(), "two", &[])];
    let ended = cairn(&folder, &["verify-all", "list.txt", "--distributed", &server.url()], &[]);
    assert_eq!((ended.code, table(&ended.out)), (1, rows()), "{ended:?}");
    assert!(ended.out.contains("[one]") || ended.out.contains("[two]"), "{ended:?}");
    until("the run's log is gone", || server.runs().is_empty());
    // Workers wait for the next run.
    let ended = cairn(&folder, &["verify-all", "safe.c", "--distributed", &server.url()], &[]);
    assert_eq!(ended.code, 0, "{ended:?}");
}

#[test]
fn what_a_dead_worker_was_at_is_done_by_another() {
    let folder = folder();
    let Some(mut server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let url = server.url();
    let first = worker(&folder, &url, "first", &[]);
    let options = ["verify-all", "endless.c", "--distributed", &url, "--"];
    let more = ["--analysis", "value", "--time-limit", "2s", "--option", "distributed.deadline=1s"];
    let mut all = begin(&folder, "all", &[options.as_slice(), &more].concat());
    until("a worker takes part", || folder.read("all.err").contains("worker first takes part"));
    std::thread::sleep(std::time::Duration::from_millis(500));
    first.kill();
    let second = worker(&folder, &url, "second", &[]);
    until("another takes part", || folder.read("all.err").contains("worker second takes part"));
    // The server goes, too, and comes back.
    server.down();
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.up();
    let (code, out, err) = end(&folder, "all", &mut all);
    assert_eq!(code, 3, "{out}{err}");
    assert!(out.contains("time limit of 2 s reached") && out.contains("[second]"), "{out}{err}");
    drop(second);
}

#[test]
fn external_callees_change_nothing() {
    let folder = folder();
    let Some(server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let url = server.url();
    let secret = folder.path("secret");
    std::fs::write(&secret, "between us\n").unwrap();
    let secret = ["--secret-file", secret.to_str().unwrap()];
    let arguments = ["verify-all", "safe.c", "--distributed", &url];
    let mut all = begin(&folder, "all", &[arguments.as_slice(), &secret].concat());
    until("a run", || !server.runs().is_empty());
    let run = server.runs().remove(0);
    // Without the secret nobody takes part, and nobody is heard.
    let without = worker(&folder, &url, "without", &[]);
    until("it is refused", || folder.read("without.log").contains("was not sealed with the key of this run"));
    for lane in ["note", "work", "urgent"] {
        server.write(&format!("cairn.run.{run}.{lane}"), b"\x00CAIRN and so on");
        server.write(&format!("cairn.run.{run}.{lane}"), b"\x01\x09\x00\x00\x00\x00\x00\x00\x00");
        server.write(&format!("cairn.run.{run}.{lane}"), b"");
    }
    server.write("cairn.alive.nosuchrun", b"");
    drop(without);
    let with = worker(&folder, &url, "with", &secret);
    let (code, out, err) = end(&folder, "all", &mut all);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("a message was refused: it is no message of Cairn"), "{err}");
    drop(with);
}

#[test]
fn who_may_not_enter_is_told_so() {
    let folder = folder();
    let Some(server) = Nats::start(&folder, &["--jetstream", "--auth", "right"]) else { return };
    let url = server.url();
    for (name, token) in [("right", "right\n"), ("wrong", "wrong\n")] {
        std::fs::write(folder.path(name), token).unwrap();
    }
    let refused = "lets nobody in with these credentials";
    for token in [&["--token-file", "wrong"] as &[_], &[]] {
        for command in [&["worker", "--connect", &url] as &[_], &["verify-all", "safe.c", "--distributed", &url]] {
            let ended = cairn(&folder, &[command, token].concat(), &[]);
            assert!(ended.code == 2 && ended.err.contains(refused), "{ended:?}");
        }
    }
    let _worker = worker(&folder, &url, "one", &["--token-file", "right"]);
    let ended = cairn(&folder, &["verify-all", "safe.c", "--distributed", &url], &[("CAIRN_NATS_TOKEN", "right")]);
    assert_eq!(ended.code, 0, "{ended:?}");
}

#[test]
fn servers_that_are_none() {
    let folder = folder();
    let said = |url: &str| cairn(&folder, &["worker", "--connect", url], &[]);
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let ended = said(&format!("nats://127.0.0.1:{nobody}"));
    assert!(ended.code == 2 && ended.err.contains("there is no NATS server at"), "{ended:?}");
    let ended = said("http://user:hidden@127.0.0.1");
    assert!(ended.code == 2 && ended.err.contains("is no address of a NATS server"), "{ended:?}");
    assert!(!ended.err.contains("hidden"), "{ended:?}");
    let Some(server) = Nats::start(&folder, &[]) else { return };
    let ended = said(&server.url());
    assert!(ended.code == 2 && ended.err.contains("keeps no streams"), "{ended:?}");
}
