//! Measuring: each row of the strategy alone, on the tasks whose programs have it, with the benchmark's `run.py`.
//!
//! Limits of processor time and memory, and the check of the verdict, are those of `run.py`, so that the figures are comparable
//! with others of the benchmark. Which rows a program has is asked first ([`super::plan`]); the others are not run.

use super::plan::{self, Plan};
use super::times::{End, READING, Run, STRATEGY, Times};
use super::{Strategy, Table};
use crate::bench::task::{self, Task, Which};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Seconds that `run.py` adds to the limit: Cairn ends itself at the limit, and is killed where it does not.
const BEYOND: u64 = 2;

/// Where and with what runs are made.
struct Runner<'a> {
    cairn: PathBuf,
    bench: PathBuf,
    asked: &'a Strategy,
    tasks: BTreeMap<String, Task>,
}

/// Tells the person who waits.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The table of times. After each row what there is so far is written to the file that was asked for.
///
/// # Errors
/// A message: no benchmark, no binary, a binary that does not name the rows of programs.
pub fn measure(root: &Path, asked: &Strategy, table: &Table) -> Result<Times, String> {
    if let Some(name) = asked.row.iter().find(|name| *name != STRATEGY && table.place(name).is_none()) {
        return Err(format!("no row {name}: {STRATEGY}, {}", table.names.join(", ")));
    }
    let bench = root.join(&asked.bench);
    let cairn = match &asked.cairn {
        Some(cairn) => std::path::absolute(cairn).map_err(|error| error.to_string())?,
        None => crate::bench::build(root)?,
    };
    let runner = Runner { cairn, tasks: tasks(&bench, asked)?, bench, asked };
    let start = plan::start_of(&runner.cairn)?;
    let mut times = Times { facts: facts(root, &runner)?, limit: Duration::from_secs(asked.cpu), runs: Vec::new() };
    // An error that would otherwise come after the first row, which takes long.
    write(&asked.out, &times.text())?;
    let mut options: BTreeMap<String, (Vec<String>, Vec<&str>)> = BTreeMap::new();
    let mut planned = Vec::new();
    for (name, task) in &runner.tasks {
        let Some(Plan { reading, rows }) = Plan::of(&runner.cairn, task)? else {
            say(&format!("{name}: no rows, left out"));
            continue;
        };
        planned.push(name.as_str());
        times.runs.push(Run { task: name.clone(), row: READING.to_owned(), end: End::Ended, took: start + reading });
        for (row, of_row) in rows {
            options.entry(row).or_insert((of_row, Vec::new())).1.push(name);
        }
    }
    if planned.is_empty() {
        return Err("no rows of any program: is this cairn older than the checkout?".to_owned());
    }
    let is_asked = |name: &str| asked.row.is_empty() || asked.row.iter().any(|of| of == name);
    let whole = (STRATEGY.to_owned(), (Vec::new(), planned));
    for (row, (options, names)) in [whole].into_iter().chain(options).filter(|(row, _)| is_asked(row)) {
        say(&format!("{row}: {} tasks", names.len()));
        times.runs.extend(runner.row(&row, &options, &names)?);
        write(&asked.out, &times.text())?;
    }
    Ok(times)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// The tasks by their names.
fn tasks(bench: &Path, asked: &Strategy) -> Result<BTreeMap<String, Task>, String> {
    let read = |file: &PathBuf| {
        let text = fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        Ok::<_, String>(text.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>())
    };
    let listed = asked.list.as_ref().map(read).transpose()?;
    let most = if listed.is_some() { usize::MAX } else { asked.sample };
    let folder = bench.join("tasks");
    let named = |task: Task| {
        let name = task.path.strip_prefix(&folder).unwrap_or(&task.path).display().to_string();
        (name, task)
    };
    let tasks = task::read(bench, Which::Each(most))?.into_iter().map(named);
    Ok(tasks.filter(|(name, _)| listed.as_ref().is_none_or(|listed| listed.contains(name))).collect())
}

/// How the table is measured, without what only this machine has.
fn facts(root: &Path, runner: &Runner<'_>) -> Result<Vec<String>, String> {
    let asked = runner.asked;
    let list = fs::read(runner.bench.join("tasks.csv")).map_err(|error| format!("cannot read tasks.csv: {error}"))?;
    let digest: String = Sha256::digest(&list).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let which = match asked.list {
        Some(_) => "--list FILE".to_owned(),
        None => format!("--sample {}", asked.sample),
    };
    let rows: String = asked.row.iter().map(|row| format!(" --row {row}")).collect();
    let cairn = if asked.cairn.is_some() { " --cairn FILE" } else { "" };
    Ok(vec![
        format!("measured: cargo xtask strategy {which} --cpu {} --jobs {}{rows}{cairn}", asked.cpu, asked.jobs),
        format!("benchmark: {} tasks of a tasks.csv whose SHA-256 begins with {digest}", runner.tasks.len()),
        format!("commit of the checkout: {}", commit(root)),
    ])
}

fn commit(root: &Path) -> String {
    let output = Command::new("git").current_dir(root).args(["describe", "--always", "--dirty"]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    if text.is_empty() { "unknown".to_owned() } else { text }
}

/// A word of a command that a shell splits.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl Runner<'_> {
    /// A row on tasks.
    fn row(&self, row: &str, options: &[String], names: &[&str]) -> Result<Vec<Run>, String> {
        let folder = std::env::temp_dir().join(format!("cairn-strategy-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let (list, out) = (folder.join("tasks.txt"), folder.join("runs.csv"));
        write(&list, &names.join("\n"))?;
        let limit = format!(" --option=cpu-limit={}s", self.asked.cpu);
        let options_text: String = options.iter().map(|option| format!(" --option={option}")).collect();
        let cairn = quoted(&self.cairn.display().to_string());
        let status = Command::new("python3")
            .arg(self.bench.join("run.py"))
            .arg("--cmd")
            .arg(format!("{cairn} verify --competition{limit}{options_text} {{model}} {{file}}"))
            .args(["--cpu", &(self.asked.cpu + BEYOND).to_string(), "--jobs", &self.asked.jobs.to_string()])
            .arg("--list")
            .arg(&list)
            .arg("--out")
            .arg(&out)
            .stdout(Stdio::null())
            .status();
        // It fails for a wrong verdict; what counts is whether there is a table.
        status.map_err(|error| format!("cannot run python3: {error}"))?;
        let text = fs::read_to_string(&out).map_err(|error| format!("run.py wrote no table for {row}: {error}"));
        // What is left behind does no harm.
        let _ = fs::remove_dir_all(&folder);
        let mut runs = read(&text?, row, Duration::from_secs(self.asked.cpu))?;
        let has_second = options.iter().any(|option| option.starts_with("analysis=") && option.contains("predicate"))
            && !options.iter().any(|option| option.starts_with("encoding="));
        for run in runs.iter_mut().filter(|run| has_second && run.end == End::Right) {
            if let Some(task) = self.tasks.get(&run.task)
                && plan::was_second_stage(&self.cairn, task, options, self.asked.cpu)?
            {
                run.end = End::Ended;
            }
        }
        Ok(runs)
    }
}

/// The runs of a table of `run.py`. Who used up nearly all of the time was ended by the limit.
fn read(text: &str, row: &str, limit: Duration) -> Result<Vec<Run>, String> {
    let mut lines = text.lines();
    let header = task::fields(lines.next().unwrap_or_default());
    let column = |name: &str| {
        header.iter().position(|field| field == name).ok_or_else(|| format!("the table of run.py has no column {name}"))
    };
    let [set, file, expected, verdict, cpu, why] =
        [column("set")?, column("file")?, column("expected")?, column("verdict")?, column("cpu")?, column("why")?];
    let run = |line: &str| {
        let fields = task::fields(line);
        let get = |at: usize| fields.get(at).map_or("", String::as_str);
        let took = get(cpu).parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let took = took.ok_or_else(|| format!("no processor time in a line of run.py: {line}"))?;
        let end = match (get(verdict), get(why)) {
            ("unknown", "timeout") => End::Limit,
            ("unknown", _) if took >= limit.mul_f64(0.95) => End::Limit,
            ("unknown", _) => End::Ended,
            (found, _) if found == get(expected) => End::Right,
            _ => End::Wrong,
        };
        Ok(Run { task: format!("{}/{}", get(set), get(file)), row: row.to_owned(), end, took })
    };
    lines.filter(|line| !line.is_empty()).map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_read_from_the_table_of_the_benchmark() {
        let text = "category,set,file,expected,verdict,cpu,wall,mem_mb,why
A,s,a.c,true,true,0.250,0.3,20,
A,s,b.c,false,true,1.5,2,20,
A,s,c.c,true,unknown,5.01,5.1,20,timeout
A,s,e.c,true,unknown,4.9,5,20,exit 3: limit reached
A,s,d.c,true,unknown,0.1,0.1,20,\"exit 3: no, not this\"
";
        let runs = read(text, "value", Duration::from_secs(5)).unwrap();
        let ends: Vec<(&str, End, u128)> =
            runs.iter().map(|run| (run.task.as_str(), run.end, run.took.as_millis())).collect();
        let expected = [
            ("s/a.c", End::Right, 250),
            ("s/b.c", End::Wrong, 1_500),
            ("s/c.c", End::Limit, 5_010),
            ("s/e.c", End::Limit, 4_900),
            ("s/d.c", End::Ended, 100),
        ];
        assert_eq!(ends, expected);
        assert!(read("set,file\n", "value", Duration::from_secs(5)).is_err());
        assert_eq!(quoted("a'b c"), r"'a'\''b c'");
    }
}
