//! `cairn verify --distributed`: workers in processes of their own, over a real server.

use crate::cairn;
use crate::nats;

use cairn::{Folder, cairn};
use nats::{Nats, Process, begin, end, until, worker};
use std::time::Duration;

/// Safe for a reason that takes predicates.
const SAFE: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int more(int x) { return x + 1; }
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0, z = 0;
  while (x < n) {
    x = more(x);
    y++;
  }
  if (x != y)
    reach_error();
  while (z < 3)
    z = more(z);
  if (z != 3)
    reach_error();
  return 0;
}
";
/// A violation behind some turns of a loop, each of which takes a refinement.
const UNSAFE: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  while (x < n)
    x++;
  if (x == 9)
    reach_error();
  return 0;
}
";

fn folder() -> Folder {
    Folder::new(&[("safe.c", SAFE), ("unsafe.c", UNSAFE)])
}

#[test]
fn workers_elsewhere_have_the_verdicts() {
    let folder = folder();
    // What is larger than the server lets messages be goes in parts.
    std::fs::write(folder.path("small.conf"), "max_payload: 4096\n").unwrap();
    let configuration = folder.path("small.conf");
    let Some(server) = Nats::start(&folder, &["--jetstream", "-c", configuration.to_str().unwrap()]) else { return };
    let url = server.url();
    let large = format!("{}\n/* {} */\n", String::from_utf8_lossy(UNSAFE), "long ".repeat(3000));
    std::fs::write(folder.path("large.c"), large).unwrap();
    let _workers = [worker(&folder, &url, "one", &[]), worker(&folder, &url, "two", &["--jobs", "2"])];
    for (file, code) in [("safe.c", 0), ("unsafe.c", 1), ("large.c", 1)] {
        let ended = cairn(&folder, &["verify", "--stats", "--distributed", &url, file], &[]);
        assert_eq!(ended.code, code, "{file}: {ended:?}");
        assert!(ended.out.contains("dss-log-entries"), "{ended:?}");
    }
    until("the logs are gone", || server.runs().is_empty());
    let other = cairn(&folder, &["verify", "--analysis", "value", "--distributed", &url, "safe.c"], &[]);
    assert!(other.code == 2 && other.err.contains("does not go with value"), "{other:?}");
}

#[test]
fn workers_and_the_server_may_die() {
    for (file, code) in [("safe.c", 0), ("unsafe.c", 1)] {
        let folder = folder();
        let Some(mut server) = Nats::start(&folder, &["--jetstream"]) else { return };
        let url = server.url();
        let more = ["--option", "distributed.deadline=1s", "--time-limit", "60s"];
        let mut run = begin(&folder, "run", &[&["verify", "--distributed", &url, file] as &[_], &more].concat());
        let first = worker(&folder, &url, "first", &[]);
        until("the first takes part", || folder.read("run.err").contains("worker first takes part"));
        std::thread::sleep(Duration::from_millis(100));
        first.kill();
        let second = worker(&folder, &url, "second", &[]);
        until("it is over, or the second takes part", || {
            run.0.try_wait().unwrap().is_some() || folder.read("run.err").contains("worker second takes part")
        });
        server.down();
        std::thread::sleep(Duration::from_millis(200));
        server.up();
        let (found, out, err) = end(&folder, "run", &mut run);
        assert_eq!(found, code, "{file}: {out}{err}");
        drop(second);
    }
}

#[test]
fn nobody_comes_or_the_server_goes() {
    let folder = folder();
    let Some(mut server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let url = server.url();
    let arguments = ["verify", "--distributed", &url, "safe.c", "--time-limit"];
    let ended = cairn(&folder, &[&arguments as &[_], &["4s"]].concat(), &[]);
    assert!(ended.code == 3 && ended.out.contains("time limit of 4 s reached"), "{ended:?}");
    assert!(ended.err.contains("no worker yet"), "{ended:?}");
    let lost = ["60s", "--option", "distributed.lost=1s"];
    let mut run = begin(&folder, "run", &[&arguments as &[_], &lost].concat());
    // A stream alone is no log yet: a server that goes while the log is made is an error of the command.
    until("it has begun", || folder.read("run.err").contains("no worker yet"));
    server.down();
    let (code, out, err) = end(&folder, "run", &mut run);
    assert!(out.contains("has not answered for 1 s"), "{code} {out}{err}");
    assert!(out.contains("UNKNOWN"), "{code} {out}{err}");
}

/// A program whose recursion no predicate ends.
const ENDLESS: &str = "extern void reach_error(void);
int down(int from) { return from <= 0 ? 0 : down(from - 1); }
int main(void) { if (down(3) != 0) reach_error(); return 0; }
";

/// A run that has a worker and does not end by itself.
fn endless(folder: &Folder, url: &str) -> (Process, Process) {
    std::fs::write(folder.path("endless.c"), ENDLESS).unwrap();
    let run = begin(folder, "run", &["verify", "--distributed", url, "endless.c", "--time-limit", "120s"]);
    let worker = worker(folder, url, "only", &[]);
    until("the worker takes part", || folder.read("run.err").contains("worker only takes part"));
    (run, worker)
}

/// It ends before its limit of time, with the reason.
fn ends_because(folder: &Folder, mut run: Process, why: &str) {
    let (code, out, err) = end(folder, "run", &mut run);
    assert!(code == 3 && out.contains("UNKNOWN") && out.contains(why), "{code} {out}{err}");
}

#[test]
fn a_run_ends_when_its_workers_are_gone() {
    let folder = folder();
    let Some(server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let (run, worker) = endless(&folder, &server.url());
    worker.kill();
    ends_because(&folder, run, "all workers are gone");
}

#[test]
fn a_run_ends_when_its_log_is_deleted() {
    let folder = folder();
    let Some(server) = Nats::start(&folder, &["--jetstream"]) else { return };
    let (run, _worker) = endless(&folder, &server.url());
    server.write(&format!("$JS.API.STREAM.DELETE.cairn-{}", server.runs()[0]), b"");
    ends_because(&folder, run, "its log was deleted from the server");
}

#[test]
fn a_run_ends_when_the_server_keeps_no_more() {
    let folder = folder();
    let few = folder.path("few.conf");
    std::fs::write(&few, "jetstream { max_file_store: 20KB }").unwrap();
    let Some(server) = Nats::start(&folder, &["--jetstream", "-c", few.to_str().unwrap()]) else { return };
    let (run, _worker) = endless(&folder, &server.url());
    ends_because(&folder, run, "the server takes no more entries");
}
