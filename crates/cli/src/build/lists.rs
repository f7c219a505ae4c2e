//! Lists of compile commands (`compile_commands.json`, Clang's JSON Compilation Database): from calls that were noted, from the build's own
//! program, and from an earlier list.

use crate::compiler::changes_linking;
use crate::exit::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The name of such a list.
const NAME: &str = "compile_commands.json";
/// Folders below the current one in which a build writes its list.
const DEPTH: usize = 3;
/// Flags whose next word is no source.
const WITH_WORD: [&str; 9] = ["-o", "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-MF", "-MT", "-MQ"];

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CompileEntry {
    directory: String,
    file: String,
    arguments: Vec<String>,
}

#[derive(Deserialize)]
struct RecordedCall {
    directory: String,
    arguments: Vec<String>,
}

/// Compilations of calls: an entry for each source.
pub fn recorded(log: &Path) -> Vec<CompileEntry> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let calls: Vec<RecordedCall> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    // A call that only links says it of all files, for which program each is for is not known.
    let of_linker = |call: &RecordedCall| call.arguments.iter().filter(|word| changes_linking(word)).cloned().collect();
    let mut linked: Vec<String> = calls.iter().flat_map(|call| -> Vec<String> { of_linker(call) }).collect();
    linked.sort();
    linked.dedup();
    let mut found: Vec<CompileEntry> = calls.into_iter().flat_map(entries).collect();
    for entry in &mut found {
        entry.arguments.splice(1..1, linked.iter().cloned());
    }
    found
}

fn entries(call: RecordedCall) -> Vec<CompileEntry> {
    let (mut sources, mut flags, mut words) = (Vec::new(), Vec::new(), call.arguments.iter().skip(1));
    while let Some(word) = words.next() {
        match word.as_str() {
            // Only preprocessed, or only asked for what it depends on: another call compiles it.
            "-E" | "-M" | "-MM" => return Vec::new(),
            "-o" => _ = words.next(),
            "-c" => {}
            flag if WITH_WORD.contains(&flag) => {
                flags.push(word.clone());
                flags.extend(words.next().cloned());
            }
            source if source.ends_with(".c") && !source.starts_with('-') => sources.push(word.clone()),
            // What is only linked.
            object if !object.starts_with('-') => {}
            library if library.starts_with("-l") || library.starts_with("-L") || library.starts_with("-Wl,") => {}
            _ => flags.push(word.clone()),
        }
    }
    let compiler = call.arguments.first().cloned().unwrap_or_default();
    let entry = |file: String| {
        let tail = ["-c".to_owned(), file.clone()];
        let arguments = std::iter::once(compiler.clone()).chain(flags.iter().cloned()).chain(tail).collect();
        CompileEntry { directory: call.directory.clone(), file, arguments }
    };
    // Tests of a `configure` script are gone by now.
    let is_there = |file: &String| Path::new(&call.directory).join(file).is_file();
    sources.into_iter().filter(is_there).map(entry).collect()
}

/// The list that the build wrote since it began, or that ninja gives where the build is its.
///
/// # Errors
/// A list cannot be read.
pub fn written_by_build(start: SystemTime, words: &[OsString]) -> Result<Vec<CompileEntry>, InputError> {
    let folder = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1));
    let builds = ["-C", "--build", "-B"].iter().filter_map(|flag| folder(flag)).map(PathBuf::from);
    let mut folders: Vec<PathBuf> = builds.chain([PathBuf::from(".")]).collect();
    for folder in &folders {
        if folder.join("build.ninja").is_file() {
            let ninja = Command::new("ninja").arg("-C").arg(folder).args(["-t", "compdb"]).output();
            if let Some(text) = ninja.ok().filter(|ninja| ninja.status.success()) {
                // Before the list stands the folder that is entered.
                let text = String::from_utf8_lossy(&text.stdout).into_owned();
                let list = text.find('[').map_or("", |at| &text[at..]);
                return read_list("ninja -t compdb", list);
            }
        }
    }
    let mut seen = 0;
    while let Some(folder) = folders.get(seen).cloned() {
        seen += 1;
        let list = folder.join(NAME);
        let is_new = |list: &Path| list.metadata().and_then(|file| file.modified()).is_ok_and(|at| at >= start);
        let is_of_build = folder != Path::new(".") && folder.join("CMakeCache.txt").is_file() && list.is_file();
        if is_new(&list) || is_of_build {
            let text = cairn_task::input::read(&list)?;
            return read_list(&list.display().to_string(), &text);
        }
        if folder.components().count() <= DEPTH {
            let below = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            let mut below: Vec<PathBuf> = below.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
            below.sort();
            folders.extend(below);
        }
    }
    Ok(Vec::new())
}

/// The entries of a list: those of C.
fn read_list(name: &str, text: &str) -> Result<Vec<CompileEntry>, InputError> {
    let wrong = |why: String| InputError::new(format!("{name} is no list of compile commands: {why}"));
    let rows: Vec<Value> = serde_json::from_str(text).map_err(|why| wrong(why.to_string()))?;
    let mut found = Vec::new();
    for row in rows {
        let member = |member: &str| row[member].as_str().map(str::to_owned);
        let (Some(directory), Some(file)) = (member("directory"), member("file")) else { continue };
        let arguments = match (row["arguments"].as_array(), member("command")) {
            (Some(words), _) => words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
            (None, Some(command)) => {
                shlex::split(&command).ok_or_else(|| wrong(format!("an open quote: {command}")))?
            }
            (None, None) => continue,
        };
        if file.ends_with(".c") {
            found.push(CompileEntry { directory, file, arguments });
        }
    }
    Ok(found)
}

/// Writes a list, with what an earlier one has of files that were not compiled this time and are still there; how many entries it has of
/// this build and of the earlier one.
///
/// # Errors
/// It cannot be written.
pub fn write(at: &Path, found: Vec<CompileEntry>) -> Result<(usize, usize), InputError> {
    let path = |entry: &CompileEntry| Path::new(&entry.directory).join(&entry.file);
    let before = std::fs::read_to_string(at).unwrap_or_default();
    let before = read_list(&at.display().to_string(), &before).unwrap_or_default();
    let mut all: BTreeMap<PathBuf, CompileEntry> = BTreeMap::new();
    all.extend(before.into_iter().map(|entry| (path(&entry), entry)).filter(|(path, _)| path.is_file()));
    let old = all.len();
    let mut new = BTreeMap::new();
    new.extend(found.into_iter().map(|entry| (path(&entry), entry)));
    let again = new.keys().filter(|path| all.contains_key(*path)).count();
    let count = new.len();
    all.extend(new);
    let list: Vec<&CompileEntry> = all.values().collect();
    let text = serde_json::to_string_pretty(&list).unwrap_or_default() + "\n";
    std::fs::write(at, text).map_err(|why| InputError::new(format!("cannot write {}: {why}", at.display())))?;
    Ok((count, old - again))
}
