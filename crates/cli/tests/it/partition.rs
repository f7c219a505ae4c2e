//! A worker whose network is cut in the middle of a run, and comes back: the verdict is the same.
//!
//! The worker is in a network namespace of its own, with one cable to the server. Only who may make namespaces (root on Linux, with
//! `ip` installed) can run this; others are told that it was left out.

use crate::cairn;
use crate::nats;
use cairn_tools::{Tool, leave_out, needs};

use cairn::{Folder, command};
use nats::{Nats, begin, end, until, worker_as};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Each turn of the loop takes a refinement, so that the run takes some seconds.
const UNSAFE: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  while (x < n)
    x++;
  if (x == TURNS)
    reach_error();
  return 0;
}
";
/// The same of a program that is safe.
const SAFE: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), x = 0, odd = 0;
  while (x < TURNS) {
    odd += (x ^ n) & 1;
    x++;
  }
  if (odd > TURNS)
    reach_error();
  return 0;
}
";
/// How many turns the loop may take: a machine that is through with some before the cable is cut gets more.
const PROGRAMS: [(&str, &str, [&str; 3], i32); 2] =
    [("unsafe", UNSAFE, ["25", "50", "100"], 1), ("safe", SAFE, ["16", "28", "40"], 0)];

/// Two machines with a cable.
struct Cable {
    /// The other machine: a network namespace.
    far: String,
    /// This end's address.
    address: String,
}

fn ip(arguments: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Cable {
    /// A cable; `None` where namespaces are not permitted.
    fn new() -> Option<Self> {
        if !needs(Tool::Ip) {
            return None;
        }
        let process = std::process::id();
        let far = format!("cairn{process}");
        if !ip(&format!("netns add {far}")) {
            leave_out("network namespaces are not permitted here");
            return None;
        }
        // Addresses for tests of networks (RFC 2544), of which nobody else on this machine knows.
        let part = format!("198.18.{}", process % 250);
        let cable = Self { far: far.clone(), address: format!("{part}.1") };
        let steps = [
            format!("link add {far}a type veth peer name {far}b netns {far}"),
            format!("addr add {part}.1/30 dev {far}a"),
            format!("link set {far}a up"),
            format!("-n {far} addr add {part}.2/30 dev {far}b"),
            format!("-n {far} link set {far}b up"),
        ];
        if let Some(failed) = steps.iter().find(|step| !ip(step)) {
            leave_out(&format!("`ip {failed}` is not permitted here"));
            return None;
        }
        Some(cable)
    }

    /// A command that runs on the other machine.
    fn beyond(&self, command: &Command) -> Command {
        let mut beyond = Command::new("ip");
        beyond.args(["netns", "exec", &self.far]).arg(command.get_program());
        beyond.current_dir(command.get_current_dir().unwrap());
        beyond
    }

    fn cut(&self) {
        assert!(ip(&format!("-n {0} link set {0}b down", self.far)));
    }
    fn mend(&self) {
        assert!(ip(&format!("-n {0} link set {0}b up", self.far)));
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        ip(&format!("link del {}a", self.far));
        ip(&format!("netns del {}", self.far));
    }
}

#[test]
fn a_partition_that_heals_changes_no_verdict() {
    let Some(cable) = Cable::new() else { return };
    let folder = Folder::new(&[]);
    let Some(server) = Nats::start_at(&cable.address, &folder, &["--jetstream"], &[]) else { return };
    let url = server.url();
    for (kind, program, turns, expected) in PROGRAMS {
        let was_cut = turns.iter().any(|turns| {
            let file = format!("{kind}{turns}.c");
            std::fs::write(folder.path(&file), program.replace("TURNS", turns)).unwrap();
            let arguments = ["verify", "--distributed", &url, &file, "--option", "distributed.deadline=1s"];
            let mut run = begin(&folder, "run", &arguments);
            let far = worker_as(cable.beyond(&command(&folder)), &folder, &url, &format!("far-{file}"), &[]);
            until("the worker takes part", || folder.read("run.err").contains("takes part"));
            cable.cut();
            // Longer than the patience: what the worker was at is thought lost.
            std::thread::sleep(Duration::from_secs(3));
            let was_cut = run.0.try_wait().unwrap().is_none();
            cable.mend();
            let (code, out, err) = end(&folder, "run", &mut run);
            assert_eq!(code, expected, "{file}: {out}{err}");
            drop(far);
            was_cut
        });
        assert!(was_cut, "{kind}: always over before the cable was cut");
    }
}
