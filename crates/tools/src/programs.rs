//! The C programs of a folder of tests, each with what is expected of it in its first lines, as its test reads them.
//!
//! A file may be several programs that differ in a few lines. A line `// with: BUG` begins what is expected of the program
//! where the macro `BUG` is defined, up to the next such line or the first line that is no comment:
//!
//! ```text
//! // expect: TRUE
//! // with: BUG
//! // expect: FALSE
//! ...
//! #ifdef BUG
//!   i <= n;
//! #else
//!   i < n;
//! #endif
//! ```
//!
//! The file is cut here, not by a preprocessor, which the front end's tests do without. So `#ifdef` (or `#ifndef`) alone
//! names the macro.
//!
//! Invariant: each program has the lines of the file under the file's numbers, but for its heading, which comes first.

use std::path::{Path, PathBuf};

/// A program of a test.
#[derive(Clone, Debug)]
pub struct TestProgram {
    /// The file, which may have other programs too.
    pub path: PathBuf,
    /// The file's name without its ending, and `with BUG` behind it.
    pub name: String,
    /// Its own lines, the heading first.
    pub text: String,
    is_whole_file: bool,
}

impl TestProgram {
    /// The program as a file by itself: its own one, or one that is written to `folder`.
    ///
    /// # Panics
    /// Where the file cannot be written.
    #[must_use]
    pub fn file(&self, folder: &Path) -> PathBuf {
        if self.is_whole_file {
            return self.path.clone();
        }
        let file = folder.join(self.name.replace(' ', "_") + ".c");
        std::fs::write(&file, &self.text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        file
    }
}

/// The programs of the C files in a folder, in the order of their names.
///
/// # Panics
/// As [`programs_of`].
#[must_use]
pub fn programs_in(folder: &Path) -> Vec<TestProgram> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files.iter().flat_map(|file| programs_of(file)).collect()
}

/// The programs of a file.
///
/// # Panics
/// Where it cannot be read, or a macro makes no difference.
#[must_use]
pub fn programs_of(path: &Path) -> Vec<TestProgram> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let program = |name, text, is_whole_file| TestProgram { path: path.to_owned(), name, text, is_whole_file };
    let variants = variants(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    if variants.len() == 1 {
        return vec![program(stem, text, true)];
    }
    let named = |with: Option<String>| with.map_or_else(|| stem.clone(), |with| format!("{stem} with {with}"));
    variants.into_iter().map(|(with, text)| program(named(with), text, false)).collect()
}

/// The programs of a text, each with its macro: the first has none.
fn variants(text: &str) -> Result<Vec<(Option<String>, String)>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let heading = lines.iter().take_while(|line| line.starts_with("//")).count();
    let (heading, body) = lines.split_at(heading);
    let mut sets: Vec<(Option<&str>, Vec<&str>)> = vec![(None, Vec::new())];
    for line in heading {
        match line.strip_prefix("// with:") {
            Some(with) => sets.push((Some(with.trim()), Vec::new())),
            None => sets.last_mut().expect("there is one").1.push(line),
        }
    }
    let macros: Vec<&str> = sets.iter().filter_map(|(with, _)| *with).collect();
    let cut = |(with, mut set): (Option<&str>, Vec<&str>)| {
        set.resize(heading.len(), "");
        set.extend(with_macro(body, &macros, with)?);
        Ok((with.map(str::to_owned), set.join("\n") + "\n"))
    };
    let programs = sets.into_iter().map(cut).collect::<Result<Vec<_>, String>>()?;
    let below = |text: &str| text.lines().skip(heading.len()).map(str::to_owned).collect::<Vec<_>>();
    let (_, first) = &programs[0];
    match programs[1..].iter().find(|(_, text)| below(text) == below(first)) {
        Some((with, _)) => Err(format!("{} changes nothing", with.as_deref().unwrap_or_default())),
        None => Ok(programs),
    }
}

/// The lines where of the macros at most the given one is defined; other lines are empty.
fn with_macro<'a>(lines: &[&'a str], macros: &[&str], defined: Option<&str>) -> Result<Vec<&'a str>, String> {
    // For each open condition: whether its lines are there, and `None` where it is not about the macros.
    let mut open: Vec<Option<bool>> = Vec::new();
    let mut out = Vec::new();
    for line in lines {
        let is_there = open.iter().all(|one| *one != Some(false));
        let mut words = line.split_whitespace();
        let ours = match (words.next(), words.next()) {
            (Some(word @ ("#ifdef" | "#ifndef")), Some(name)) if macros.contains(&name) => {
                open.push(Some((defined == Some(name)) == (word == "#ifdef")));
                true
            }
            (Some(word), _) if word.starts_with("#if") => {
                open.push(None);
                false
            }
            (Some("#else"), _) => match open.last_mut() {
                Some(Some(here)) => {
                    *here = !*here;
                    true
                }
                Some(None) => false,
                None => return Err("an #else without its #ifdef".to_owned()),
            },
            (Some("#endif"), _) => open.pop().ok_or("an #endif without its #ifdef")?.is_some(),
            _ => false,
        };
        out.push(if is_there && !ours { *line } else { "" });
    }
    if open.is_empty() { Ok(out) } else { Err("an #ifdef without its #endif".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "// expect: TRUE\n// with: BUG\n// expect: FALSE\n// input: 3\nint f(void);\n#ifdef BUG\n  f();\n#else\n#ifdef X\n  g();\n#endif\n#endif\nend\n";

    #[test]
    fn a_macro_makes_another_program_with_the_lines_of_the_file() {
        let [(None, first), (Some(with), second)] = &variants(TWO).unwrap()[..] else { panic!("not two programs") };
        assert_eq!(first, "// expect: TRUE\n\n\n\nint f(void);\n\n\n\n#ifdef X\n  g();\n#endif\n\nend\n");
        assert_eq!(with, "BUG");
        assert_eq!(second, "// expect: FALSE\n// input: 3\n\n\nint f(void);\n\n  f();\n\n\n\n\n\nend\n");
    }

    #[test]
    fn macros_that_are_no_variants_are_left() {
        let text = "// expect: TRUE\n#ifdef BUG\n#if 1\n#else\n#endif\n#endif\n";
        assert_eq!(variants(text).unwrap(), [(None, text.to_owned())]);
    }

    #[test]
    fn a_file_that_means_no_two_programs_is_refused() {
        for (text, why) in [
            ("// with: BUG\nint x;\n", "BUG changes nothing"),
            ("// with: BUG\n#ifdef BUG\n", "an #ifdef without its #endif"),
            ("// with: BUG\n#else\n", "an #else without its #ifdef"),
            ("// with: BUG\n#endif\n", "an #endif without its #ifdef"),
        ] {
            assert_eq!(variants(text).unwrap_err(), why, "{text}");
        }
    }
}
