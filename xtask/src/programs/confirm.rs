//! Whether the real program agrees with a violation: compiled by gcc with sanitizers and the harness of the found execution
//! (docs/design/exchange.md), it ends with a complaint of theirs that names the line.
//!
//! That it does not is no proof of a mistake: no sanitizer sees a conversion, and a harness may say that it cannot give all
//! that the execution needs. It is what a person has to look at, so the two are told apart.

use super::build::Command;
use std::path::Path;

/// Whether the real program agrees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirmed {
    /// A sanitizer complains at that line.
    Yes,
    /// None does.
    No,
    /// The harness says that it cannot give all that the execution needs, or there is none.
    Open,
}

impl Confirmed {
    /// As the table shows it.
    pub fn word(self) -> &'static str {
        match self {
            Confirmed::Yes => "confirmed",
            Confirmed::No => "not confirmed",
            Confirmed::Open => "harness incomplete",
        }
    }
}

/// Compiles and runs a program with its harness, as the harness's head says. `place` is the violation's: file and line.
pub fn confirmed(command: &Command, root: &Path, harness: &Path, place: &str) -> Confirmed {
    let Ok(text) = std::fs::read_to_string(harness) else { return Confirmed::Open };
    let Some(shell) = text.lines().find_map(|line| line.strip_prefix(" *     ")) else { return Confirmed::Open };
    if text.contains(" * Not everything that it needs") {
        return Confirmed::Open;
    }
    let binary = harness.with_extension("out").display().to_string();
    let flags: Vec<String> = command.flags.iter().map(|flag| format!("'{flag}'")).collect();
    let shell = shell
        .replace("cc -g", &format!("gcc -g -w {} -o '{binary}'", flags.join(" ")))
        .replace("THIS-FILE", &format!("'{}'", harness.display()))
        .replace("./a.out", &format!("'{binary}'"));
    let mut run = std::process::Command::new("timeout");
    let run = run.current_dir(root).args(["60", "sh", "-c", &shell]).stdin(std::process::Stdio::null()).output();
    let Ok(done) = run else { return Confirmed::Open };
    if complains(&String::from_utf8_lossy(&done.stderr), place) { Confirmed::Yes } else { Confirmed::No }
}

/// Whether a sanitizer complains at a place.
fn complains(said: &str, place: &str) -> bool {
    let place = place.split(' ').next().unwrap_or(place);
    let is_whole = |at: usize| !said[at + place.len()..].starts_with(|next: char| next.is_ascii_digit());
    (said.contains("AddressSanitizer") || said.contains("runtime error"))
        && said.match_indices(place).any(|(at, _)| is_whole(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_names_the_line_and_no_longer_one() {
        let said = "==1==ERROR: AddressSanitizer: bad-free\n    #1 0x5 in main /a/pee.c:23:1\n";
        assert!(complains(said, "pee.c:23"));
        assert!(complains(said, "pee.c:23 in free"));
        assert!(!complains(said, "pee.c:2"));
        assert!(!complains("pee.c:23: what a program says", "pee.c:23"));
    }
}
