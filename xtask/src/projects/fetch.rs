//! Source packages by apt, with a state and a configuration of our own beside the sources, so that nothing of the
//! machine's changes and no right to change it is needed.
//!
//! Where packages come from is the machine's business: its own lists of sources are copied with `deb` made `deb-src`. A
//! mirror may lack the newest version that its lists name; older ones are tried then.

use super::list::Project;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// apt with a private state.
pub struct Apt {
    configuration: PathBuf,
}

/// The sources of a project, ready to be compiled.
pub struct Source {
    /// The version of the Debian package.
    pub version: String,
    /// The root.
    pub root: PathBuf,
}

impl Apt {
    /// Makes the configuration below the cache; asks for the lists of packages once.
    pub fn new(cache: &Path) -> Result<Apt, String> {
        let home = cache.join("apt");
        let configuration = home.join("apt.conf");
        let apt = Apt { configuration: configuration.clone() };
        if configuration.exists() {
            return Ok(apt);
        }
        for folder in ["state/lists/partial", "cache/archives/partial", "sources"] {
            make_folder(&home.join(folder))?;
        }
        let etc = Path::new("/etc/apt");
        let listed =
            fs::read_dir(etc.join("sources.list.d")).into_iter().flatten().filter_map(|e| Some(e.ok()?.path()));
        for file in listed.chain([etc.join("sources.list")]) {
            let Some((name, text)) = file.file_name().zip(fs::read_to_string(&file).ok()) else { continue };
            if let Some(text) = source_lines(&file, &text) {
                write(&home.join("sources").join(name), &text)?;
            }
        }
        // Some list may have no sources; whether a package is found shows later.
        let shown = home.display();
        write(
            &home.join("new.conf"),
            &format!(
                "Dir::State \"{shown}/state\";\nDir::Cache \"{shown}/cache\";\nDir::Etc::sourcelist \"/dev/null\";\n\
                 Dir::Etc::sourceparts \"{shown}/sources\";\nAPT::Sandbox::User \"\";\n"
            ),
        )?;
        let first = Apt { configuration: home.join("new.conf") };
        first.run("apt-get", &["update", "-qq"], &home)?;
        fs::rename(home.join("new.conf"), &configuration).map_err(|e| format!("cannot write {shown}/apt.conf: {e}"))?;
        Ok(apt)
    }

    fn run(&self, program: &str, arguments: &[&str], folder: &Path) -> Result<String, String> {
        let mut command = Command::new(program);
        command.env("APT_CONFIG", &self.configuration).args(arguments).current_dir(folder);
        let output = command.output().map_err(|error| format!("cannot run {program}: {error}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{program} {}: {}", arguments.join(" "), said.lines().last().unwrap_or("failed")))
    }

    /// The versions that the lists name, the newest last.
    fn versions(&self, package: &str, folder: &Path) -> Result<Vec<String>, String> {
        let shown = self.run("apt-cache", &["showsrc", "--only-source", package], folder)?;
        let mut versions: Vec<String> =
            shown.lines().filter_map(|line| Some(line.strip_prefix("Version: ")?.to_owned())).collect();
        versions.sort();
        versions.dedup();
        Ok(versions)
    }
}

/// The text of a list of sources with its packages' sources in place of the packages; `None` for other files.
fn source_lines(file: &Path, text: &str) -> Option<String> {
    let kind = file.extension()?;
    let line = |line: &str| match line.strip_prefix("deb ") {
        Some(rest) if kind == "list" => format!("deb-src {rest}"),
        _ if kind == "sources" && line.starts_with("Types:") => "Types: deb-src".to_owned(),
        _ => line.to_owned(),
    };
    (kind == "list" || kind == "sources").then(|| text.lines().map(|l| line(l) + "\n").collect())
}

/// Fetches and prepares a project, unless the cache has it.
pub fn source(apt: &Apt, cache: &Path, project: &Project) -> Result<Source, String> {
    let home = cache.join(project.package);
    let ready = home.join("ready");
    if !ready.exists() {
        let _ = fs::remove_dir_all(&home);
        make_folder(&home)?;
        unpack(apt, project.package, &home)?;
        let root = only_folder(&home)?;
        if !project.prepare.is_empty() {
            let output = Command::new("sh").args(["-c", project.prepare]).current_dir(&root).output();
            let output = output.map_err(|error| format!("cannot run sh: {error}"))?;
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr);
                return Err(format!("cannot be prepared: {}", said.lines().last().unwrap_or(project.prepare)));
            }
        }
        write(&ready, "")?;
    }
    let root = only_folder(&home)?;
    let description = entries(&home)?.into_iter().find(|path| path.extension().is_some_and(|e| e == "dsc"));
    let name = description.and_then(|path| Some(path.file_stem()?.to_str()?.to_owned())).unwrap_or_default();
    let version = name.split_once('_').map_or("?", |(_, version)| version).to_owned();
    Ok(Source { version, root })
}

fn unpack(apt: &Apt, package: &str, home: &Path) -> Result<(), String> {
    let mut problem = match apt.run("apt-get", &["source", "-qq", package], home) {
        Ok(_) => return Ok(()),
        Err(problem) => problem,
    };
    for version in apt.versions(package, home)?.iter().rev() {
        match apt.run("apt-get", &["source", "-qq", &format!("{package}={version}")], home) {
            Ok(_) => return Ok(()),
            Err(why) => problem = why,
        }
    }
    Err(problem)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut found: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.sort();
    Ok(found)
}

fn only_folder(home: &Path) -> Result<PathBuf, String> {
    let folders = entries(home)?.into_iter().find(|path| path.is_dir());
    folders.ok_or_else(|| format!("{} holds no sources", home.display()))
}

fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_packages_become_lists_of_sources() {
        let list = source_lines(Path::new("a.list"), "deb [x=y] any://mirror stable main\n# deb off\n");
        assert_eq!(list.as_deref(), Some("deb-src [x=y] any://mirror stable main\n# deb off\n"));
        let stanza = source_lines(Path::new("a.sources"), "Types: deb\nURIs: any://mirror\n");
        assert_eq!(stanza.as_deref(), Some("Types: deb-src\nURIs: any://mirror\n"));
        assert_eq!(source_lines(Path::new("a.list.off"), "deb x"), None);
    }
}
