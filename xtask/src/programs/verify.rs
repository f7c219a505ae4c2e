//! One run of the verifier on a program, in a process of its own.
//!
//! The idea: the report goes into a file, which stays for a person who wants to see the execution of a violation, and for
//! whatever runs the program on its inputs. The invariant: no run goes on for ever. The verifier keeps its own limit of
//! time; where it does not, it is ended after twice the limit and a minute, and counts as a run without a report. Ending it
//! at the limit would lose the reasons of all runs that are a second late.

use super::build::Command;
use super::report::{self, Outcome};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The verifier and what it is asked for.
pub struct Verifier<'a> {
    /// The program.
    pub file: PathBuf,
    /// Its limit of wall time.
    pub seconds: u64,
    /// What it checks.
    pub check: &'a str,
}

impl Verifier<'_> {
    /// Verifies a program in the root of its sources: what came out, and the seconds it took.
    /// The harness of a violation is written to `harness`.
    pub fn run(&self, command: &Command, root: &Path, report: &Path, harness: &Path) -> Result<(Outcome, f64), String> {
        let create =
            |path: &Path| File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()));
        let said = report.with_extension("txt");
        let mut verifier = std::process::Command::new(&self.file);
        verifier.current_dir(root).args(["verify", "--check", self.check, "--format", "json", "--time-limit"]);
        verifier
            .arg(self.seconds.to_string())
            .arg("--harness")
            .arg(harness)
            .args(&command.files)
            .arg("--")
            .args(&command.flags);
        let verifier = verifier.stdin(Stdio::null()).stdout(create(report)?).stderr(create(&said)?);
        let start = Instant::now();
        let shown = self.file.display();
        let mut child = verifier.spawn().map_err(|error| format!("cannot run {shown}: {error}"))?;
        let ended = within(&mut child, Duration::from_secs(self.seconds * 2 + 60));
        let seconds = start.elapsed().as_secs_f64();
        let status = ended.map_err(|error| format!("{shown}: {error}"))?;
        let text =
            std::fs::read_to_string(report).map_err(|error| format!("cannot read {}: {error}", report.display()))?;
        let end = || status.map_or_else(|| "it was ended long after its limit of time".to_owned(), |s| s.to_string());
        Ok((report::outcome(&text).unwrap_or_else(|| Outcome::Lost(end())), seconds))
    }
}

/// Waits for a process; nothing where it had to be ended.
fn within(child: &mut Child, time: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= time {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
