//! One run: cairn as a process of its own, what it answered, and what that cost.
//!
//! Cairn itself ends at the limit of processor time, so that a run without an answer still has figures (the paper's
//! entries with an asterisk); a process that does not is killed. Processor time is the kernel's, of the process and all
//! that it has waited for, in ticks of 10 ms.

use super::configuration::{Configuration, PREDICATES};
use super::task::Task;
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Ticks of the counters in /proc, a constant of Linux's interface to programs.
const TICKS: f64 = 100.0;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As expected.
    Solved,
    /// The other answer.
    Wrong,
    /// Neither, within the limit.
    Unknown,
    /// The limit was reached.
    Timeout,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub verdict: Verdict,
    /// Seconds of processor time.
    pub cpu: f64,
    /// Seconds on the clock, from the start of the process to its end.
    pub wall: f64,
    /// Nodes of the abstract reachability tree.
    pub art: Option<u64>,
    /// Refinements.
    pub refinements: Option<u64>,
    /// Slices that were computed.
    pub slices: Option<u64>,
    /// Predicates: in all, at a location on average, at most.
    pub predicates: Option<(u64, f64, u64)>,
    /// Megabytes of memory at the most, as Cairn itself reports them.
    pub memory: Option<f64>,
    /// Why there is no answer.
    pub reason: String,
    /// The figures of the exploration, by name.
    exploration: Value,
    /// The sizes of the program, by name.
    program: Value,
}

impl Run {
    /// In one line.
    pub fn summary(&self) -> String {
        format!("{:?} {:.2} s {}", self.verdict, self.cpu, self.reason)
    }

    /// A figure of the exploration; `None` where the analysis has none of this name.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.exploration[name].as_u64()
    }

    /// A size of the program; `None` where there was no program.
    pub fn of_program(&self, name: &str) -> Option<u64> {
        self.program[name].as_u64()
    }
}

/// What a command of cairn's said about a task.
pub struct Answered {
    /// Its JSON; null when it said none.
    pub answer: Value,
    /// Seconds of processor time.
    pub cpu: f64,
    /// Seconds on the clock, from the start of the process to its end.
    pub wall: f64,
    /// It was at the limit.
    pub is_late: bool,
}

/// Runs a configuration on a task.
///
/// # Errors
/// Cairn cannot be started.
pub fn run(cairn: &Path, task: &Task, configuration: &Configuration, seconds: u64) -> Result<Run, String> {
    let Answered { answer, cpu, wall, is_late } = answer(cairn, "verify", task, configuration.arguments, seconds)?;
    Ok(read(&answer, task, configuration, (cpu, wall), is_late))
}

/// Runs a command of cairn's on a task.
///
/// # Errors
/// Cairn cannot be started.
pub fn answer(cairn: &Path, command: &str, task: &Task, arguments: &[&str], seconds: u64) -> Result<Answered, String> {
    let (before, start) = (waited_for(), Instant::now());
    let mut child = Command::new(cairn)
        // The labels of the programs follow the conventions of the competition.
        .args([command, "--format", "json", "--competition", task.machine])
        .args(arguments)
        .arg(format!("--option=cpu-limit={seconds}s"))
        .arg(&task.path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", cairn.display()))?;
    let output = child.stdout.take();
    // The pipe is emptied beside, or a long execution would fill it.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        // What is no text is no answer.
        let _ = output.map(|mut output| output.read_to_string(&mut text));
        text
    });
    // Far beyond the limit of processor time: on a busy machine the two differ.
    let deadline = Instant::now() + Duration::from_secs(6 * seconds + 60);
    let mut killed = false;
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if Instant::now() > deadline && !killed {
            killed = true;
            child.kill().map_err(|error| error.to_string())?;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    let text = reader.join().unwrap_or_default();
    let (cpu, wall) = (waited_for() - before, start.elapsed().as_secs_f64());
    let answer: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
    Ok(Answered { answer, cpu, wall, is_late: killed || cpu >= seconds as f64 * 0.97 })
}

fn read(answer: &Value, task: &Task, configuration: &Configuration, (cpu, wall): (f64, f64), is_late: bool) -> Run {
    let verdict = match answer["verdict"].as_str() {
        Some("TRUE") if task.is_safe => Verdict::Solved,
        Some("FALSE") if !task.is_safe => Verdict::Solved,
        Some("TRUE" | "FALSE") => Verdict::Wrong,
        _ if is_late => Verdict::Timeout,
        _ => Verdict::Unknown,
    };
    let exploration = &answer["statistics"]["exploration"];
    let count = |name: &str| exploration[name].as_u64();
    let [total, placements, locations, most] = PREDICATES.map(count);
    let predicates = match (total, placements, locations, most) {
        (Some(total), Some(placements), Some(locations), Some(most)) => {
            Some((total, placements as f64 / locations.max(1) as f64, most))
        }
        // A predicate analysis that refined nothing has none.
        _ if count("predicate-abstractions").is_some() => Some((0, 0.0, 0)),
        _ => None,
    };
    let reason = match (&verdict, answer["reasons"].get(0)) {
        (Verdict::Unknown, Some(reason)) => reason["line"].as_str().unwrap_or("no reason").to_owned(),
        (Verdict::Unknown, None) => "no output".to_owned(),
        _ => String::new(),
    };
    let art = configuration.art.iter().find_map(|name| count(name));
    let memory = answer["statistics"]["resources"]["peak-memory-bytes"].as_f64().map(|bytes| bytes / 1e6);
    let (refinements, slices) = (count("refinements"), count("slices"));
    let (exploration, program) = (exploration.clone(), answer["statistics"]["program"].clone());
    Run { verdict, cpu, wall, art, refinements, slices, predicates, memory, reason, exploration, program }
}

/// Seconds of processor time of the processes that this one has waited for.
pub fn waited_for() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Fields count from behind the name, which may hold anything: 14 and 15 are cutime and cstime.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(13) + ticks(14)) / TICKS
}
