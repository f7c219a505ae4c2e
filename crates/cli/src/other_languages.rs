//! Programs in C++ and Rust, by themselves: their compiler makes a module of LLVM of each file, and that is what is decided.
//!
//! The compiler runs without optimisation and with places, and writes assembly: `cairn-llvm` reads that of newer versions, too. Invariant: a kind
//! of check that a module cannot answer is left out where all are asked about, and refused where it is named. Why the user's compiler
//! and not a front end of our own: these languages are what their compilers make of them (`docs/design/other-languages.md`).

use crate::exit::InputError;
use crate::preprocess::{self, is_in_path};
use cairn_ir::MachineModel;
use cairn_ir::behaviour::Check;
use std::path::{Path, PathBuf};

/// A language that is read through LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherLanguage {
    Cpp,
    Rust,
}

const CPP: &[&str] = &["cpp", "cc", "cxx", "c++", "C"];

/// Compilers of C++ that write what `cairn-llvm` reads, the best first.
const CLANGS: &[&str] = &["clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++"];

/// rustc's arguments. A panic ends the program; what the standard library has compiled for others is compiled again, so that the module has
/// it (`share-generics`, which stable compilers take with the variable `RUSTC_BOOTSTRAP` only); names are those of C, too.
const RUSTC: &[&str] = &[
    "--emit=llvm-ir",
    "-Copt-level=0",
    "-Cdebuginfo=2",
    "-Cpanic=abort",
    "-Ccodegen-units=1",
    "-Csymbol-mangling-version=v0",
    "-Zshare-generics=no",
    "-o",
    "-",
];

/// The language of a file, by its name; nothing for C and for modules.
pub fn language(file: &Path) -> Option<OtherLanguage> {
    match file.extension()?.to_str()? {
        "rs" => Some(OtherLanguage::Rust),
        ending if CPP.contains(&ending) => Some(OtherLanguage::Cpp),
        _ => None,
    }
}

/// Checks that cannot be answered of a program, since a file of it is translated, and why.
pub fn unanswered(files: &[PathBuf]) -> Vec<(Check, &'static str)> {
    files.iter().filter_map(|file| language(file)).flat_map(|language| language.unanswered().iter().copied()).collect()
}

impl OtherLanguage {
    /// Checks that a module of it cannot answer, and why.
    fn unanswered(self) -> &'static [(Check, &'static str)] {
        const CONVERSION: (Check, &str) =
            (Check::Conversion, "a module of LLVM does not say what the program converts");
        match self {
            OtherLanguage::Cpp => &[CONVERSION],
            OtherLanguage::Rust => &[
                CONVERSION,
                (Check::Alignment, "a module of Rust has bytes where the program has types"),
                (
                    Check::Uninitialised,
                    "Rust has no values before they are assigned, and its modules have such parts of values",
                ),
            ],
        }
    }

    /// The module of a file, in assembly.
    ///
    /// # Errors
    /// A message for the user: there is no compiler, or what it said; or `cairn-llvm`, which reads the module, is missing.
    pub fn module(self, file: &Path, model: MachineModel, flags: &[String]) -> Result<Vec<u8>, InputError> {
        if !file.exists() {
            return Err(InputError::new(format!("{} does not exist", file.display())));
        }
        let name = file.to_str().ok_or_else(|| format!("{} has a name that is not a text", file.display()))?;
        crate::llvm::program(name)?;
        let (program, variables, mut arguments) = match self {
            OtherLanguage::Cpp => {
                let program = named("CXX").or_else(|| CLANGS.iter().find(|clang| is_in_path(clang)).map(PathBuf::from));
                let mut arguments = model.flags();
                // What GCC's library has compiled for others is compiled again, so that the module has it.
                let own = ["-O0", "-g", "-S", "-emit-llvm", "-D_GLIBCXX_EXTERN_TEMPLATE=0", "-o", "-"];
                arguments.extend(own.map(str::to_owned));
                arguments.extend(flags.iter().cloned());
                (program, &[][..], arguments)
            }
            OtherLanguage::Rust => {
                if let Some(flag) = flags.first() {
                    let why = format!(
                        "{name}: the flag '{flag}' is for C and C++; rustc takes flags from the variable RUSTFLAGS"
                    );
                    return Err(InputError::new(why));
                }
                let edition = ["--edition=2024".to_owned()];
                let own = std::env::var("RUSTFLAGS").unwrap_or_default();
                let own: Vec<String> = own.split_whitespace().map(str::to_owned).collect();
                let has_edition = own.iter().any(|flag| flag.starts_with("--edition"));
                let edition = if has_edition { &[][..] } else { &edition[..] };
                let all = RUSTC.iter().map(|&flag| flag.to_owned()).chain(edition.iter().cloned()).chain(own);
                let program = named("RUSTC").or_else(|| is_in_path("rustc").then(|| PathBuf::from("rustc")));
                (program, &[("RUSTC_BOOTSTRAP", "1")][..], all.collect())
            }
        };
        let program = program.ok_or_else(|| InputError::new(format!("{name} {}", self.missing())))?;
        arguments.push(name.to_owned());
        let ended = preprocess::output(&program.to_string_lossy(), &arguments, variables, None)
            .map_err(|error| InputError::new(format!("{name}: {} cannot be started: {error}", program.display())))?;
        match ended.status.success() {
            true => Ok(ended.stdout),
            false => {
                let said = String::from_utf8_lossy(&ended.stderr).trim_end().to_owned();
                Err(InputError::new(format!("{name}: {} refuses it:\n{said}", program.display())))
            }
        }
    }

    /// Next step where there is no compiler.
    fn missing(self) -> &'static str {
        match self {
            OtherLanguage::Cpp => {
                "is C++, which clang compiles to a module of LLVM: apt-get install clang-19, or name a clang++ of version 19 or older with the \
                 variable CXX"
            }
            OtherLanguage::Rust => {
                "is Rust, which rustc compiles to a module of LLVM: install it, or name it with the variable RUSTC"
            }
        }
    }
}

/// A program that a variable of the environment names.
fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|name| !name.is_empty()).map(PathBuf::from)
}
