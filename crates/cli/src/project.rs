//! A project as its build compiles it: `compile_commands.json`, and which of its files a program needs.
//!
//! A file of the list is preprocessed with its own flags and taken apart into functions and objects, each with the names
//! in its text. Which of them belong together, [`crate::linked_files`] says.

use crate::compiler::{self, CompilerFlags};
use crate::exit::InputError;
use crate::other_languages::language;
use crate::preprocess::preprocessed;
use cairn_base::SourceMap;
use cairn_front_c::LinkerNames;
use cairn_front_c::ast::{Derived, ExternalDeclaration, StorageClass};
use cairn_front_c::contracts;
use cairn_front_c::symbols::Symbols;
use cairn_ir::MachineModel;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of the list in a folder.
const LIST: &str = "compile_commands.json";

/// Folders of a project in which builds leave their list.
const BUILDS: [&str; 6] = ["", "build", "_build", "builddir", "out", "cmake-build-debug"];

/// The list of compile commands in a folder, where builds leave it below that, or in a folder above.
pub fn find_list(from: &Path) -> Option<PathBuf> {
    let from = if from.as_os_str().is_empty() { Path::new(".") } else { from };
    let from = from.canonicalize().ok()?;
    from.ancestors().flat_map(|folder| BUILDS.map(|build| folder.join(build).join(LIST))).find(|list| list.is_file())
}

/// Next step where there is no list, for an error.
pub fn no_list(from: &Path) -> String {
    let has = |name: &str| from.join(name).exists();
    let build = match () {
        () if has("build.ninja") => "cairn build -- ninja",
        () if has("CMakeLists.txt") => "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        () if has("meson.build") => "meson setup build",
        () if has("Makefile") || has("makefile") || has("GNUmakefile") => "cairn build -- make -B",
        () if has("configure") => "cairn build -- sh -c './configure && make'",
        () => "cairn build -- cc -c *.c",
    };
    format!("there is no {LIST} here, in a folder for builds or above; write one with: {build}")
}

/// A file with the flags that it is compiled with.
#[derive(Clone, Debug)]
struct Compiled {
    file: PathBuf,
    flags: CompilerFlags,
}

/// Compilations of a build, in the order of its list.
#[derive(Debug)]
pub struct Project {
    compiled: Vec<Compiled>,
    /// Files in C++ or Rust, which are left out.
    others: Vec<String>,
    /// Whether comments of ACSL are read.
    pub reads_acsl: bool,
}

/// A function or object that a file defines.
#[derive(Debug)]
pub struct Piece {
    pub name: String,
    /// A function, not an object.
    pub is_function: bool,
    /// An inline function that a header brings.
    pub is_of_header: bool,
    pub is_external: bool,
    /// It gives way to a definition in another file.
    pub is_weak: bool,
    pub is_started: bool,
    /// The line where it begins, as places in the program have it.
    pub line: u32,
    /// It has a contract, here or at a declaration.
    pub has_contract: bool,
    /// Its text as far as it means something: without lines of the preprocessor.
    pub text: String,
    /// It is an object that is never written.
    pub is_constant: bool,
    pub words: BTreeSet<String>,
    /// Those of them that may be of another file: what the file declares, and what is called.
    pub outer: BTreeSet<String>,
}

#[derive(Debug)]
pub struct Unit {
    pub name: String,
    pub text: String,
    pub pieces: Vec<Piece>,
    /// The text of all that is no function, as far as it means something.
    pub declarations: String,
}

fn must_be_for(file: &Path, flags: &CompilerFlags, model: MachineModel) -> Result<(), InputError> {
    let name = file.display();
    if let Some(other) = flags.model.filter(|other| other.machine() != model.machine()) {
        let flag = if other == MachineModel::Ilp32 { "--32" } else { "--64" };
        return Err(InputError::new(format!("{name} is compiled for another machine: give {flag}")));
    }
    if flags.machine(model) != model {
        let given = flags.changes.join(" ");
        return Err(InputError::new(format!("{name} is compiled with {given}, and others are not: give it for all")));
    }
    Ok(())
}

impl Project {
    /// Reads the list of a folder, or one that is named itself.
    ///
    /// # Errors
    /// There is none, or it is none, with its name.
    pub fn read(at: &Path) -> Result<Self, InputError> {
        let file = if at.is_dir() { at.join(LIST) } else { at.to_owned() };
        let name = file.display();
        let text = cairn_task::input::read(&file)?;
        let wrong = |why: &str| InputError::new(format!("{name} is no list of compile commands: {why}"));
        let list: serde_json::Value = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
        let rows = list.as_array().ok_or_else(|| wrong("it is no array"))?;
        let (mut compiled, mut others) = (Vec::new(), Vec::new());
        for row in rows {
            let file = row["file"].as_str().ok_or_else(|| wrong("an entry without 'file'"))?;
            let folder = Path::new(row["directory"].as_str().unwrap_or("."));
            let words = match (row["arguments"].as_array(), row["command"].as_str()) {
                (Some(words), _) => words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
                (None, Some(command)) => {
                    shlex::split(command).ok_or_else(|| wrong(&format!("the command of {file} has an open quote")))?
                }
                (None, None) => {
                    return Err(wrong(&format!("the entry of {file} has neither 'arguments' nor 'command'")));
                }
            };
            if !file.ends_with(".c") {
                others.extend(language(Path::new(file)).map(|_| file.to_owned()));
                continue;
            }
            let is_own = |word: &&String| folder.join(word.as_str()) != folder.join(file);
            let words: Vec<String> = words.iter().skip(1).filter(is_own).cloned().collect();
            let mut flags = compiler::check_flags(&words).map_err(|why| InputError::new(format!("{file}: {why}")))?;
            flags.preprocessor = absolute(&flags.preprocessor, folder);
            compiled.push(Compiled { file: folder.join(file), flags });
        }
        Ok(Self { compiled, others, reads_acsl: false })
    }

    /// Calls files as a user in the current folder does, where they are below it.
    pub fn name_from_here(&mut self) {
        let Ok(here) = std::env::current_dir() else { return };
        for compiled in &mut self.compiled {
            if let Ok(short) = compiled.file.strip_prefix(&here)
                && !short.as_os_str().is_empty()
            {
                compiled.file = short.to_owned();
            }
        }
    }

    /// The flags for a file: its own; for one that the list does not have, where all of the list's files look for headers,
    /// and the macros that all of them define alike.
    pub fn flags_for(&self, file: &Path) -> Vec<String> {
        let same = |compiled: &&Compiled| match (compiled.file.canonicalize(), file.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => compiled.file == file,
        };
        if let Some(own) = self.compiled.iter().find(same) {
            return own.flags.preprocessor.clone();
        }
        let mut flags: Vec<String> = Vec::new();
        for (index, compiled) in self.compiled.iter().enumerate() {
            for flag in &compiled.flags.preprocessor {
                let is_folder = flag.starts_with("-I");
                let is_common = flag.starts_with("-D")
                    && index == 0
                    && self.compiled.iter().all(|other| other.flags.preprocessor.contains(flag));
                if (is_folder || is_common) && !flags.contains(flag) {
                    flags.push(flag.clone());
                }
            }
        }
        flags
    }

    /// The flags of the first file, when those that change the machine's types are the same for all.
    pub fn changes(&self) -> Option<&CompilerFlags> {
        let first = &self.compiled.first()?.flags;
        let plain = MachineModel::Lp64;
        let are_same = self.compiled.iter().all(|other| other.flags.machine(plain) == first.machine(plain));
        are_same.then_some(first)
    }

    /// Whether a file of the list is compiled for a machine.
    ///
    /// # Errors
    /// It is not: what to give.
    pub fn must_be_for(&self, file: &Path, model: MachineModel) -> Result<(), InputError> {
        let one = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let is_it = |compiled: &&Compiled| compiled.file.canonicalize().is_ok_and(|other| other == one);
        self.compiled.iter().find(is_it).map_or(Ok(()), |known| must_be_for(file, &known.flags, model))
    }

    /// All files of the list but these, preprocessed and taken apart.
    ///
    /// # Errors
    /// A file cannot be read, or not preprocessed, or is for another machine.
    pub fn units(&self, model: MachineModel, cc: Option<&str>, without: &[PathBuf]) -> Result<Vec<Unit>, InputError> {
        let known: BTreeSet<PathBuf> = without.iter().filter_map(|file| file.canonicalize().ok()).collect();
        let mut seen = BTreeSet::new();
        let mut units = Vec::new();
        for Compiled { file, flags } in &self.compiled {
            let is_known = file.canonicalize().is_ok_and(|file| known.contains(&file));
            if is_known || !seen.insert(file.clone()) {
                continue;
            }
            let name = file.display().to_string();
            must_be_for(file, flags, model)?;
            let mut flags = flags.preprocessor.clone();
            let text = match self.reads_acsl {
                true => {
                    flags.push(KEEPS_COMMENTS.to_owned());
                    with_acsl(&name, preprocessed(file, cairn_task::input::read(file)?, model, cc, &flags)?)?
                }
                false => preprocessed(file, cairn_task::input::read(file)?, model, cc, &flags)?,
            };
            // What is no C that is understood is nobody's: a name that only it defines has no body.
            if let Some(unit) = unit(name, text) {
                units.push(unit);
            }
        }
        Ok(units)
    }

    /// The same project with its files somewhere else, as far as they are there. Folders of headers are looked into there first, and
    /// then where they were: what a build has generated is in no revision.
    pub fn moved(&self, to: &dyn Fn(&Path) -> Option<PathBuf>) -> Self {
        let there = |path: &Path| to(path).filter(|path| path.exists());
        let flag = |flag: &String| match flag.strip_prefix("-I") {
            Some(folder) => {
                there(Path::new(folder)).map(|folder| format!("-I{}", folder.display())).into_iter().collect()
            }
            None => there(Path::new(flag)).map(|path| path.display().to_string()).into_iter().collect::<Vec<String>>(),
        };
        let one = |compiled: &Compiled| {
            let file = there(&compiled.file)?;
            let mut flags = compiled.flags.clone();
            flags.preprocessor = Vec::new();
            for old in &compiled.flags.preprocessor {
                let is_word = flags.preprocessor.last().is_some_and(|last: &String| takes_path(last));
                match (flag(old).pop(), is_word) {
                    (Some(new), true) => flags.preprocessor.push(new),
                    (Some(new), false) if old.starts_with("-I") => flags.preprocessor.extend([new, old.clone()]),
                    _ => flags.preprocessor.push(old.clone()),
                }
            }
            Some(Compiled { file, flags })
        };
        Self { compiled: self.compiled.iter().filter_map(one).collect(), others: self.others.clone(), ..*self }
    }

    /// The names of the files there, each with the name here.
    pub fn moved_names(&self, to: &dyn Fn(&Path) -> Option<PathBuf>) -> BTreeMap<String, String> {
        let name = |compiled: &Compiled| {
            Some((to(&compiled.file)?.display().to_string(), compiled.file.display().to_string()))
        };
        self.compiled.iter().filter_map(name).collect()
    }

    /// What a check of the project leaves out, and what to do: its files in C++ and Rust.
    pub fn left_out(&self) -> Option<String> {
        let (first, more) = self.others.split_first()?;
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        Some(format!(
            "only the C of a project is checked, not {first}{more}; a program of one file is, by `cairn check {first}`"
        ))
    }

    /// Whether a file of the list has integers that wrap around.
    pub fn wraps(&self) -> bool {
        self.compiled.iter().any(|compiled| compiled.flags.wraps)
    }
}

/// Flags whose folders and files are named from the root.
fn absolute(flags: &[String], folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_path = false;
    for flag in flags {
        let joined = |path: &str| folder.join(path).display().to_string();
        match flag.strip_prefix("-I").filter(|path| !path.is_empty()) {
            Some(path) => found.push(format!("-I{}", joined(path))),
            None if is_path && found.last().is_some_and(|last: &String| last == "-I") => {
                found.pop();
                found.push(format!("-I{}", joined(flag)));
            }
            None if is_path => found.push(joined(flag)),
            None => found.push(flag.clone()),
        }
        is_path = takes_path(flag);
    }
    found
}

/// Flags of which the next word is a file or a folder.
fn takes_path(flag: &str) -> bool {
    matches!(flag, "-I" | "-isystem" | "-include" | "-iquote" | "-idirafter" | "-imacros")
}

/// The flag with which the preprocessor keeps comments.
pub const KEEPS_COMMENTS: &str = "-C";

/// A preprocessed text with its comments of ACSL as clauses.
///
/// # Errors
/// What of them is not supported, with its line in the text.
pub fn with_acsl(name: &str, text: String) -> Result<String, InputError> {
    contracts::acsl::rewritten(&text).map_err(|(at, what)| {
        let line = presumed_line(text.get(..at).unwrap_or(""));
        InputError::new(format!("{name}:{line}: {what} is not supported"))
    })
}

/// The line behind a text, as its markers count.
fn presumed_line(before: &str) -> usize {
    let mut line = 1;
    for text in before.split_inclusive('\n') {
        match text.strip_prefix("# ").and_then(|rest| rest.split_whitespace().next()?.parse().ok()) {
            Some(number) => line = number,
            None => line += usize::from(text.ends_with('\n')),
        }
    }
    line
}

/// The names in a text, those in its strings and comments too.
fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    parts.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).map(str::to_owned).collect()
}

/// Those of the names in a text that may be of another file: a name that the file does not declare at file scope is one of its locals, members or
/// types, but for a function that is called without a declaration, and what a block declares `extern`.
fn outer(text: &str, declared: &BTreeSet<String>) -> BTreeSet<String> {
    let mut all = words(text);
    if !all.contains("extern") {
        let is_called =
            |word: &str| text.match_indices(word).any(|(at, _)| text[at + word.len()..].trim_start().starts_with('('));
        all.retain(|word| declared.contains(word) || is_called(word));
    }
    all
}

/// A text without the lines that the preprocessor adds.
fn meaning(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("# ")).flat_map(|line| [line, "\n"]).collect()
}

/// A preprocessed text, taken apart; nothing for one that is not understood.
pub fn unit(name: String, text: String) -> Option<Unit> {
    let (mut sources, mut symbols) = (SourceMap::new(), Symbols::new());
    let file = sources.add(&name, text.as_str().into())?;
    let (base, unit_name) = (sources.base(file), name.clone());
    let parsed = cairn_front_c::parse::parse(&mut sources, file, &mut symbols).ok()?;
    let (mut pieces, mut declarations) = (Vec::new(), String::new());
    let slice = |span: cairn_base::Span| {
        text.get((span.start.saturating_sub(base)) as usize..(span.end.saturating_sub(base)) as usize).unwrap_or("")
    };
    let said = LinkerNames::of(&parsed, &symbols);
    let is_weak = |name: &str| said.weak.contains(name);
    let mut promised = BTreeSet::new();
    for item in &parsed.items {
        let ExternalDeclaration::Declaration(declaration) = item else { continue };
        let with = declaration.declarators.iter().filter(|one| contracts::has_contract(&one.declarator, &symbols));
        promised.extend(with.filter_map(|one| one.declarator.name));
    }
    let line = |span: cairn_base::Span| sources.locate(span).map_or(0, |at| at.line);
    let names = parsed.items.iter().flat_map(|item| match item {
        ExternalDeclaration::Function(of) => of.declarator.name.into_iter().collect::<Vec<_>>(),
        ExternalDeclaration::Declaration(of) => of.declarators.iter().filter_map(|one| one.declarator.name).collect(),
        _ => Vec::new(),
    });
    let declared: BTreeSet<String> = names.map(|name| symbols.name(name).to_owned()).collect();
    for item in &parsed.items {
        match item {
            ExternalDeclaration::Function(of) => pieces.extend(of.declarator.name.map(|name| Piece {
                name: symbols.name(name).to_owned(),
                is_function: true,
                is_of_header: of.specifiers.inline && sources.locate(of.span).is_some_and(|at| *at.file != *unit_name),
                is_external: of.specifiers.storage != Some(StorageClass::Static) && !of.specifiers.inline,
                is_weak: is_weak(symbols.name(name)),
                is_started: said.started.contains(symbols.name(name)),
                line: line(of.span),
                has_contract: contracts::has_contract(&of.declarator, &symbols)
                    || of.declarator.name.is_some_and(|name| promised.contains(&name)),
                text: meaning(slice(of.span)),
                is_constant: false,
                words: words(slice(of.span)),
                outer: outer(slice(of.span), &declared),
            })),
            ExternalDeclaration::Declaration(of) => {
                declarations += &meaning(slice(of.span));
                for declarator in &of.declarators {
                    let is_function = matches!(declarator.declarator.derived.first(), Some(Derived::Function { .. }));
                    let storage = of.specifiers.storage;
                    let defines = match storage {
                        Some(StorageClass::Typedef) => false,
                        Some(StorageClass::Extern) => declarator.init.is_some(),
                        _ => !is_function,
                    };
                    if let (true, Some(name)) = (defines, declarator.declarator.name) {
                        let is_external = storage != Some(StorageClass::Static);
                        let (name, words) = (symbols.name(name).to_owned(), words(slice(declarator.span)));
                        let is_pointer =
                            declarator.declarator.derived.iter().any(|derived| matches!(derived, Derived::Pointer(_)));
                        let (line, has_contract) = (line(declarator.span), false);
                        pieces.push(Piece {
                            is_weak: is_weak(&name),
                            name,
                            is_function: false,
                            is_of_header: false,
                            is_external,
                            is_started: false,
                            line,
                            has_contract,
                            text: String::new(),
                            is_constant: of.specifiers.qualifiers.is_const && !is_pointer,
                            outer: words.clone(),
                            words,
                        });
                    }
                }
            }
            ExternalDeclaration::StaticAssert(_) | ExternalDeclaration::Asm(..) | ExternalDeclaration::Pragma(..) => {}
        }
    }
    // A name that only stands for another.
    pieces.extend(said.meanings.iter().map(|(name, target)| Piece {
        name: name.clone(),
        is_function: false,
        is_of_header: false,
        is_external: said.external.contains(name),
        is_weak: is_weak(name),
        is_started: false,
        line: 0,
        has_contract: false,
        text: String::new(),
        is_constant: true,
        words: BTreeSet::from([target.clone()]),
        outer: BTreeSet::from([target.clone()]),
    }));
    Some(Unit { name, text, pieces, declarations })
}
