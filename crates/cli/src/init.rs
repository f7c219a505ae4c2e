//! `cairn init`: writes a `cairn.toml` for the project that is here, once.

use crate::arguments::Init;
use crate::check::project_entries;
use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use crate::project::{self, Project};
use crate::project_file::NAME;
use cairn_ir::MachineModel;
use std::path::Path;

/// Writes the file into the current folder.
pub fn run(arguments: &Init) -> CommandEnd {
    let path = Path::new(NAME);
    if path.exists() {
        return Err(InputError::new(format!("{NAME} is there already: it is yours to edit")));
    }
    let here = Path::new(".");
    let found = match &arguments.project {
        Some(named) => named.clone(),
        None => project::find_list(here).ok_or_else(|| InputError::new(project::no_list(here)))?,
    };
    // A path that begins at this folder is the same in another checkout.
    let folder = here.canonicalize().unwrap_or_default();
    let list = found.strip_prefix(&folder).unwrap_or(&found).display().to_string();
    let (project, model) = (Project::read(&found)?, MachineModel::Lp64);
    let model = project.changes().map_or(model, |changes| changes.machine(model));
    let units = project.units(model, None, &[])?;
    let (programs, functions) = project_entries(units);
    let shown: String = programs.iter().map(|name| format!("#   {name}\n")).collect();
    let text = format!(
        "# What Cairn does here: https://toml.io, keys in `cairn check --help` and `cairn options`. Paths begin at this folder.\n\
         compile-commands = {list}\n\
         check = [\"all\"]\n\
         # property = \"unreach-call\"\n\
         # flags = [\"-DNDEBUG\"]\n\
         # harnesses = [\"harnesses/parse.c\"]\n\
         # time-limit = \"10min\"\n\
         \n\
         # `cairn check` takes {} and {} that none of them reaches.\n\
         {shown}\
         # Only some of them:\n\
         # entries = [\"main\", \"parse.c:parse\"]\n\
         \n\
         # Findings that do not count, each with its reason; or a comment at the line: // cairn: allow(overflow) REASON\n\
         # [[allow]]\n\
         # check = \"overflow\"\n\
         # file = \"src/hash.c\"\n\
         # reason = \"the hash wraps around, and is compiled with -fwrapv\"\n\
         \n\
         # What proofs are to rest on, each with its reason, which every proof names.\n\
         # [[assumption]]\n\
         # option = \"undefined-functions=pure\"\n\
         # reason = \"the callbacks of the driver have no effect on memory\"\n",
        count(programs.len(), "program"),
        count(functions, "function"),
        list = toml::Value::String(list),
    );
    std::fs::write(path, text).map_err(|why| InputError::new(format!("cannot write {NAME}: {why}")))?;
    console::err(&format!("{NAME} is written; check the project with: cairn check\n"));
    Ok(Exit::Done)
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
