//! `cairn harness`: a program that calls one function with any arguments.

use crate::arguments::{Globals, Harness};
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::inputs;
use crate::preprocess::layout;
use crate::project::Project;
use cairn_harness::{ArgumentSizes, Callers, HarnessPlace, HarnessRequest, ObjectStorage, TypedefNames};
use cairn_ir::MachineModel;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

pub fn run(arguments: &Harness) -> CommandEnd {
    let files = if arguments.files.is_empty() { vec![found(arguments)?] } else { arguments.files.clone() };
    let [file, ..] = &files[..] else { return Err(InputError::new("no file")) };
    let wanted = inputs::select(&arguments.program(files.clone()), None, &[])?;
    let texts = inputs::read(&wanted)?;
    let program = inputs::compiled(&wanted, &texts)?;
    let name = arguments.function.rsplit(':').next().unwrap_or_default();
    if name == "main" {
        return Err(InputError::new("'main' is a program's own beginning: it needs no harness"));
    }
    let own = texts.first().map_or("", |text| text.name.as_str());
    let is_meant =
        |of: &cairn_ir::Function| of.name == name && of.body.is_some() && program.sources.name_of(of.span) == Some(own);
    let Some((function, _)) = program.functions.iter_ids().find(|(_, of)| is_meant(of)) else {
        return Err(InputError::new(format!("'{name}' is not defined in {}: name its file first", file.display())));
    };
    let names = texts.first().map_or_else(TypedefNames::default, |text| TypedefNames::of(&text.name, &text.text));
    let folder = arguments.output.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let included = beside(file, folder);
    let command = command(arguments, &files);
    let shape = ArgumentSizes {
        callers: if arguments.any_caller { Callers::Any } else { Callers::Regular },
        elements: arguments.elements,
        flat_elements: arguments.elements,
        depth: arguments.depth,
        room: if arguments.heap || arguments.any_caller { ObjectStorage::Heap } else { ObjectStorage::Static },
        globals: arguments.globals == Globals::Any,
    };
    let statics = cairn_harness::names_of_statics(&program, function);
    let asked = HarnessRequest {
        function,
        place: HarnessPlace::Including(&included),
        command: &command,
        shape,
        assumed: &[],
        before: &[],
        statics: &statics,
    };
    let text = cairn_harness::write(&program, &names, &asked).map_err(InputError::new)?.text;
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, text)
                .map_err(|error| InputError::new(format!("cannot write {}: {error}", path.display())))?;
            console::err(&format!("{} is written; verify it with: {command}\n", path.display()));
        }
        None => console::out(&text),
    }
    Ok(Exit::Done)
}

/// The one file of the project that defines the function.
fn found(arguments: &Harness) -> Result<PathBuf, InputError> {
    let Some(project) = &arguments.project else {
        return Err(InputError::new("name the file that defines the function, or a project with -p"));
    };
    let model = if arguments.bits32 { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let project = Project::read(project)?;
    let mut model = project.changes().map_or(model, |changes| changes.machine(model));
    if let Some(cc) = &arguments.cc {
        model = layout::machine(cc, model, !arguments.bits32, &model.flags())?;
    }
    let units = project.units(model, arguments.cc.as_deref(), &[])?;
    let (file, name) = match arguments.function.rsplit_once(':') {
        Some((file, name)) => (file, name),
        None => ("", arguments.function.as_str()),
    };
    let defines = |unit: &&crate::project::Unit| {
        unit.name.ends_with(file) && unit.pieces.iter().any(|piece| piece.is_function && piece.name == name)
    };
    let found: Vec<&str> = units.iter().filter(defines).map(|unit| unit.name.as_str()).collect();
    match found[..] {
        [only] => Ok(PathBuf::from(only)),
        [] => Err(InputError::new(format!("no file of the project defines '{name}': `cairn functions -p` lists them"))),
        _ => Err(InputError::new(format!("several files define '{name}': name one: {}", found.join(", ")))),
    }
}

/// A file as one in another folder names it.
fn beside(file: &Path, folder: &Path) -> String {
    let plain = || file.display().to_string();
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (Ok(to), Ok(from)) = (file.canonicalize(), here.canonicalize()) else { return plain() };
    let common = to.components().zip(from.components()).take_while(|(one, other)| one == other).count();
    // With nothing in common but the root, the whole path is the clearer.
    if common < 2 && from.components().count() > 1 {
        return to.display().to_string();
    }
    let up = std::iter::repeat_n(Component::ParentDir, from.components().count() - common);
    let path: PathBuf = up.chain(to.components().skip(common)).collect();
    path.display().to_string()
}

fn command(arguments: &Harness, files: &[PathBuf]) -> String {
    let mut command = "cairn verify --check all".to_owned();
    if arguments.bits32 {
        command += " --32";
    }
    if let Some(project) = &arguments.project {
        let _ = write!(command, " -p {}", project.display());
        if let Some(file) = files.first() {
            for flag in Project::read(project).map_or_else(|_| Vec::new(), |project| project.flags_for(file)) {
                // The list's folders are looked into for a file that it does not have; macros of one file are not.
                if flag.starts_with("-D") {
                    let _ = write!(command, " {}", shlex::try_quote(&flag).unwrap_or_default());
                }
            }
        }
    }
    for folder in &arguments.include {
        let _ = write!(command, " -I{}", folder.display());
    }
    for name in &arguments.define {
        let _ = write!(command, " -D{name}");
    }
    let output = arguments.output.as_deref().unwrap_or(Path::new("harness.c"));
    let _ = write!(command, " {}", output.display());
    for other in files.iter().skip(1) {
        let _ = write!(command, " {}", other.display());
    }
    if !arguments.compiler.is_empty() {
        let _ = write!(command, " -- {}", arguments.compiler.join(" "));
    }
    command
}
