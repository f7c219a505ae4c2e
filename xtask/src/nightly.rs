//! `cargo xtask nightly --hours N`: what takes too long for each change, in one table.
//!
//! Each job has a share of the time. Those that can go on for ever (generated programs, messages) go on to the end of their
//! share; the others are ended where they pass it, which the table says. A job that fails does not keep the others from
//! running; the chore fails when one has failed.

use crate::command;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The arguments of the chore.
#[derive(clap::Args)]
pub struct Nightly {
    /// Hours for all jobs together
    #[arg(long, default_value_t = 8.0)]
    hours: f64,
    /// Only these jobs: tests, fuzz, fuzz-memory, messages, configurations, mutants, projects, programs, harnesses,
    /// first-answers, benchmark, cross
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

/// Programs in one call of the fuzzer: it is asked again until its share is used up.
const BATCH: u64 = 200;

/// A job: its name, its share of the time in hundredths, and its command, whose `SEED`, `SECONDS` and `CAIRN` stand for the
/// first seed of a batch, the job's seconds and the binary.
struct Job {
    name: &'static str,
    share: u32,
    repeats: bool,
    line: &'static str,
}

const JOBS: [Job; 12] = [
    Job {
        name: "tests",
        share: 16,
        repeats: false,
        line: "sh integrations/vscode/test/install.sh && cargo xtask test",
    },
    Job { name: "fuzz", share: 14, repeats: true, line: "cargo xtask fuzz --programs 200 --seed SEED" },
    Job { name: "fuzz-memory", share: 10, repeats: true, line: "cargo xtask fuzz --memory --programs 200 --seed SEED" },
    Job { name: "messages", share: 3, repeats: false, line: "cargo xtask fuzz-messages --seconds SECONDS" },
    Job {
        name: "configurations",
        share: 2,
        repeats: false,
        line: "CAIRN_GENERATED=10000 cargo nextest run --package cairn-cli configurations",
    },
    Job { name: "mutants", share: 10, repeats: false, line: "cargo xtask mutants" },
    Job { name: "projects", share: 8, repeats: false, line: "cargo xtask projects" },
    Job { name: "programs", share: 6, repeats: false, line: "cargo xtask programs --verifier CAIRN --time-limit 20" },
    Job { name: "harnesses", share: 8, repeats: false, line: "cargo xtask harnesses --cairn CAIRN" },
    Job { name: "first-answers", share: 5, repeats: false, line: "cargo xtask first-answers --cairn CAIRN" },
    Job {
        name: "benchmark",
        share: 10,
        repeats: false,
        line: "python3 ../shared/bench/run.py --cmd 'CAIRN verify --competition {model} {file}' --sample 12 --cpu 15",
    },
    Job {
        name: "cross",
        share: 8,
        repeats: false,
        line: "cargo xtask tools --nightly --install && rustup target add aarch64-unknown-linux-gnu && \
               cargo xtask package --target aarch64-unknown-linux-gnu --check",
    },
];

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Passed,
    Failed,
    /// Ended at its share of the time.
    Cut,
}

/// Runs the chore.
#[allow(clippy::print_stdout)] // A chore talks to the person who runs it.
pub fn run(root: &Path, asked: &Nightly) -> Result<(), String> {
    let unknown = asked.only.iter().find(|name| JOBS.iter().all(|job| job.name != **name));
    if let Some(name) = unknown {
        return Err(format!("no job {name}: {}", JOBS.map(|job| job.name).join(", ")));
    }
    crate::prepare(root)?;
    command::cargo(root, &["build", "--release", "--package", "cairn-cli"], &[])?;
    let chosen: Vec<&Job> =
        JOBS.iter().filter(|job| asked.only.is_empty() || asked.only.iter().any(|name| name == job.name)).collect();
    let shares: u32 = chosen.iter().map(|job| job.share).sum();
    let all = Duration::try_from_secs_f64(asked.hours * 3600.0).map_err(|error| format!("--hours: {error}"))?;
    let mut rows = Vec::new();
    for job in chosen {
        println!("== {}", job.name);
        let start = Instant::now();
        let (end, rounds) = perform(root, job, all * job.share / shares)?;
        rows.push((job.name, end, rounds, start.elapsed().as_secs()));
    }
    println!("\n| job | seconds | result |\n|---|---|---|");
    for (name, end, rounds, seconds) in &rows {
        let result = match end {
            End::Passed if *rounds > 1 => format!("passed, {} programs", rounds * BATCH),
            End::Passed => "passed".to_owned(),
            End::Failed => "FAILED".to_owned(),
            End::Cut => "ended at its share of the time".to_owned(),
        };
        println!("| {name} | {seconds} | {result} |");
    }
    if rows.iter().any(|row| row.1 == End::Failed) { Err("a job has failed".to_owned()) } else { Ok(()) }
}

/// Does a job within its time: how it ended, and after how many rounds.
fn perform(root: &Path, job: &Job, time: Duration) -> Result<(End, u64), String> {
    let start = Instant::now();
    let binary = command::built(root).join("release/cairn");
    for round in 0.. {
        let line = job.line.replace("CAIRN", &binary.display().to_string());
        let line = line.replace("SECONDS", &time.as_secs().to_string());
        let line = line.replace("SEED", &(1_000_000 + round * BATCH).to_string());
        let Some(status) = within(root, &line, time.saturating_sub(start.elapsed()))? else {
            // What repeats was never meant to come to an end.
            return Ok((if job.repeats && round > 0 { End::Passed } else { End::Cut }, round));
        };
        if !status.success() || !job.repeats {
            return Ok((if status.success() { End::Passed } else { End::Failed }, round));
        }
    }
    unreachable!("the range has no end")
}

/// Runs a line of the shell; nothing where it takes longer. It has a process group of its own, which is ended with it.
fn within(root: &Path, line: &str, time: Duration) -> Result<Option<ExitStatus>, String> {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(root).env("CAIRN_NIGHTLY", "1").stdin(Stdio::null()).process_group(0);
    let fails = |error: std::io::Error| format!("{line}: {error}");
    let mut child = shell.spawn().map_err(fails)?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(fails)? {
            return Ok(Some(status));
        }
        if start.elapsed() >= time {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-TERM", "--", &group]).status();
            std::thread::sleep(Duration::from_secs(2));
            let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
            child.wait().map_err(fails)?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(repeats: bool, line: &'static str) -> Job {
        Job { name: "a", share: 1, repeats, line }
    }

    #[test]
    fn jobs_end_as_their_commands_do() {
        let (here, time) = (Path::new("."), Duration::from_secs(60));
        assert_eq!(perform(here, &job(false, "true"), time), Ok((End::Passed, 0)));
        assert_eq!(perform(here, &job(false, "exit 3"), time), Ok((End::Failed, 0)));
        assert_eq!(perform(here, &job(true, "test SEED -lt 1000400"), time), Ok((End::Failed, 2)));
        assert_eq!(perform(here, &job(false, "sleep 100"), Duration::from_millis(300)), Ok((End::Cut, 0)));
    }

    #[test]
    fn shares_are_hundredths() {
        assert_eq!(JOBS.iter().map(|job| job.share).sum::<u32>(), 100);
    }
}
