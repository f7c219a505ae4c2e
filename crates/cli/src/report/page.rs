//! `--report FILE.html`: a run as a page for a browser, whatever its verdict.

use crate::exit::InputError;
use crate::inputs::InputSelection;
use cairn_report::run::{About, page};
use cairn_verify::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Files larger than this are shown as they were verified.
const MOST_BYTES: u64 = 10_000_000;

/// Where the page goes, and what it says of the run beside what its report does.
#[derive(Clone, Debug)]
pub struct Page {
    path: PathBuf,
    about: About,
    /// The files that the user named.
    files: Vec<PathBuf>,
}

impl Page {
    /// Gets ready, before the run.
    ///
    /// # Errors
    /// The file is of another form, or cannot be written, as a sentence.
    pub fn new(path: &Path, wanted: &InputSelection) -> Result<Self, InputError> {
        let page = Self::unread(path, &wanted.files)?;
        Ok(Self { about: About { options: wanted.options.clone(), ..page.about }, ..page })
    }

    /// For a run of which nothing is known but its command line.
    ///
    /// # Errors
    /// As [`Page::new`].
    pub fn unread(path: &Path, files: &[PathBuf]) -> Result<Self, InputError> {
        if !matches!(path.extension().and_then(|ending| ending.to_str()), Some("html" | "htm")) {
            return Err(InputError::new(format!("{}: a report is .html", path.display())));
        }
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        Ok(Self { path: path.to_owned(), about: about(names.join(", ")), files: files.to_vec() })
    }

    /// Writes the page.
    ///
    /// # Errors
    /// It cannot be written, as a sentence.
    pub fn write(&self, report: &Report) -> Result<(), InputError> {
        let about = About { originals: self.originals(report), ..self.about.clone() };
        std::fs::write(&self.path, page(report, &about))
            .map_err(|error| InputError::new(format!("cannot write {}: {error}", self.path.display())))
    }

    /// The user's files as they are, for those that Cairn had preprocessed. Of what came preprocessed a file of that name may be
    /// another version ([`crate::report::unexpanded_lines`]). Where the program was not read to its end: the files that were named.
    fn originals(&self, report: &Report) -> BTreeMap<String, String> {
        let Some(program) = &report.program else {
            let named = self.files.iter().map(|path| (path.display().to_string(), read(path)));
            return named.filter_map(|(name, text)| Some((name, text?))).collect();
        };
        let (mut files, mut seen) = (BTreeMap::new(), BTreeSet::new());
        for span in program.edges.iter().map(|edge| edge.span).chain(program.functions.iter().map(|at| at.span)) {
            let is_source =
                program.sources.name_of(span).is_some_and(|name| !name.ends_with(".i") && name.contains('.'));
            let Some(location) = program.sources.locate(span).filter(|_| is_source) else { continue };
            if seen.insert(location.file.clone())
                && cairn_verify::is_users(program, span)
                && let Some(text) = read(Path::new(&*location.file))
            {
                files.insert(location.file.to_string(), text);
            }
        }
        files
    }
}

fn about(title: String) -> About {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = std::iter::once("cairn").chain(words.iter().skip(1).map(String::as_str)).collect();
    let command = shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "));
    About { title, command, version: env!("CARGO_PKG_VERSION").to_owned(), ..About::default() }
}

fn read(path: &Path) -> Option<String> {
    let is_small = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST_BYTES);
    std::fs::read(path).ok().filter(|_| is_small).map(cairn_base::text::of_bytes)
}
