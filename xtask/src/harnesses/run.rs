//! One run of one tool on one harness: its answer and its processor time.
//!
//! Time is the processor's, of the process and its children, as the shell's `times` reports it: the machine may be busy,
//! and wall time would measure that.

use super::list::Harness;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What judges.
pub enum Tool {
    /// Cairn.
    Cairn(PathBuf),
    /// CBMC with the bound of the list, and its unwinding assertions.
    Cbmc(PathBuf),
    /// gcc's program on so many inputs by chance; only what it finds says something.
    Random(u32),
}

impl Tool {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Tool::Cairn(_) => "cairn",
            Tool::Cbmc(_) => "cbmc",
            Tool::Random(_) => "random",
        }
    }
}

/// What a tool says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The property holds.
    True,
    /// It does not.
    False,
    /// Anything else.
    Unknown,
}

impl Verdict {
    /// As Cairn prints it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::True => "TRUE",
            Verdict::False => "FALSE",
            Verdict::Unknown => "UNKNOWN",
        }
    }
}

/// The answer of one run.
pub struct Answer {
    /// The place of the tool among the tools.
    pub tool: usize,
    /// The harness.
    pub harness: String,
    /// Whether the mistake was in.
    pub mistaken: bool,
    /// What was said.
    pub verdict: Verdict,
    /// Processor time.
    pub seconds: f64,
}

impl Answer {
    /// Whether the answer is the expected one.
    pub fn right(&self) -> bool {
        self.verdict == if self.mistaken { Verdict::False } else { Verdict::True }
    }

    /// Whether it is the opposite.
    pub fn wrong(&self) -> bool {
        self.verdict != Verdict::Unknown && !self.right()
    }
}

/// Runs a tool.
pub fn verify(
    tool: &Tool,
    number: usize,
    harness: &Harness,
    folder: &Path,
    flags: &[String],
    cpu: u32,
    mistaken: bool,
) -> Result<Answer, String> {
    let file = folder.join(&harness.name).with_extension("c").display().to_string();
    let own = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<String>>();
    let (output, seconds) = match tool {
        Tool::Cairn(program) => {
            let mut words = own(&["verify", "--format", "concise", "--option"]);
            words.push(format!("cpu-limit={cpu}"));
            words.extend(own(if harness.memory { &["--check", "all"] } else { &[] }));
            words.extend([file, "--".to_owned()]);
            words.extend_from_slice(flags);
            timed(&program.display().to_string(), &words, cpu)?
        }
        Tool::Cbmc(program) => {
            let mut words = own(&["--no-standard-checks", "--unwinding-assertions", "--drop-unused-functions"]);
            words.extend(own(&["--no-malloc-may-fail", "--unwind"]));
            words.push(harness.unwind.to_string());
            if harness.memory {
                words.extend(own(&["--bounds-check", "--pointer-check", "--signed-overflow-check"]));
                words.extend(own(&["--div-by-zero-check", "--undefined-shift-check"]));
            }
            words.extend_from_slice(flags);
            words.push(file);
            timed(&program.display().to_string(), &words, cpu)?
        }
        Tool::Random(inputs) => {
            let program = std::env::temp_dir().join(format!("harness-{}", std::process::id()));
            let program = program.display().to_string();
            let mut words = own(&["-w", "-O1", "-ffunction-sections", "-Wl,--gc-sections", "-Dmain=harness"]);
            if harness.memory {
                words.extend(own(&["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]));
            }
            words.extend_from_slice(flags);
            words.extend([file, "-o".to_owned(), program.clone() + ".o", "-c".to_owned()]);
            timed("gcc", &words, cpu)?;
            let mut words = own(&["-w", "-Wl,--gc-sections"]);
            words.extend(own(if harness.memory { &["-fsanitize=address,undefined"] } else { &[] }));
            words.extend([folder.join("random.c").display().to_string(), program.clone() + ".o"]);
            words.extend(["-o".to_owned(), program.clone()]);
            timed("gcc", &words, cpu)?;
            timed(&program, &[inputs.to_string()], cpu)?
        }
    };
    Ok(Answer { tool: number, harness: harness.name.clone(), mistaken, verdict: verdict(tool, &output), seconds })
}

/// The verdict in what a tool printed.
fn verdict(tool: &Tool, output: &str) -> Verdict {
    let said = |text: &str| output.contains(text);
    match tool {
        Tool::Cairn(_) if said("result: TRUE") => Verdict::True,
        Tool::Cairn(_) if said("result: FALSE") => Verdict::False,
        Tool::Cbmc(_) if said("VERIFICATION SUCCESSFUL") => Verdict::True,
        // An unwinding assertion that fails says that the bound is too low; where a body is missing, its value is
        // anything, and all that fails behind it may rest on that. Neither says anything of the program.
        Tool::Cbmc(_) if said("VERIFICATION FAILED") => {
            let failed: Vec<&str> = output.lines().filter(|line| line.ends_with("FAILURE")).collect();
            let bodies = failed.iter().all(|line| !line.contains(".no-body."));
            match bodies && failed.iter().any(|line| !line.contains("unwinding assertion")) {
                true => Verdict::False,
                false => Verdict::Unknown,
            }
        }
        Tool::Random(_) if said("exit 1\n") => Verdict::False,
        // Nothing found is what is expected of a correct harness, and no proof.
        Tool::Random(_) if said("exit 0\n") => Verdict::True,
        _ => Verdict::Unknown,
    }
}

/// Runs a program with a limit of processor time (with a little more, for its own limit comes first); what it printed,
/// with a line for its exit code, and the seconds.
fn timed(program: &str, words: &[String], cpu: u32) -> Result<(String, f64), String> {
    let script = "(ulimit -t \"$0\"; exec \"$@\") 2>&1; echo; echo exit $?; times";
    let script = script.replace("; echo; echo exit $?", "; code=$?; echo; echo exit $code");
    let mut command = Command::new("bash");
    command.args(["-c", &script, &(cpu + 5).to_string(), program]).args(words).stdin(Stdio::null());
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    let output = command.output().map_err(|error| format!("cannot run bash: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let times = text.lines().last().unwrap_or("").split_whitespace().map(minutes).sum();
    Ok((text, times))
}

/// Seconds of `1m2.345s`.
fn minutes(text: &str) -> f64 {
    let Some((minutes, seconds)) = text.trim_end_matches('s').split_once('m') else { return 0.0 };
    minutes.parse().unwrap_or(0.0) * 60.0 + seconds.replace(',', ".").parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_that_is_too_low_is_no_violation() {
        let cbmc = Tool::Cbmc(PathBuf::new());
        let low = "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED";
        assert_eq!(verdict(&cbmc, low), Verdict::Unknown);
        assert_eq!(
            verdict(&cbmc, "[main.assertion.1] line 9 assertion x: FAILURE\nVERIFICATION FAILED"),
            Verdict::False
        );
        let body =
            "[f.no-body.g] line 3 no body for callee g: FAILURE\n[main.assertion.1] x: FAILURE\nVERIFICATION FAILED";
        assert_eq!(verdict(&cbmc, body), Verdict::Unknown);
        assert!((minutes("1m2.500s") - 62.5).abs() < 1e-9);
    }
}
