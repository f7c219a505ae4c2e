//! `cairn functions`: what a project has to be verified, and which of its files each function needs. Inline functions that
//! headers bring are left out: each file that includes the header has them.

use crate::arguments::{Functions, ListFormat};
use crate::console;
use crate::exit::{CommandEnd, Exit};
use crate::linked_files::needed;
use crate::project::Project;
use cairn_ir::MachineModel;
use std::fmt::Write;

/// Lists the functions of a project.
pub fn run(arguments: &Functions) -> CommandEnd {
    let model = if arguments.bits32 { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let project = Project::read(&arguments.project)?;
    let model = project.changes().map_or(model, |changes| changes.machine(model));
    let mut units = project.units(model, None, &[])?;
    let (mut text, mut rows) = (String::new(), Vec::new());
    for at in 0..units.len() {
        // A function's own file comes first, as where it is verified.
        units.swap(0, at);
        for piece in units[0].pieces.iter().filter(|piece| piece.is_function && !piece.is_of_header) {
            let file = &units[0].name;
            match needed(&units, 1, &piece.name) {
                Ok(needs) => {
                    let others: Vec<&str> =
                        needs.units.iter().filter(|unit| **unit != 0).map(|unit| units[*unit].name.as_str()).collect();
                    let _ = writeln!(
                        text,
                        "{file}: {}{}",
                        piece.name,
                        match others.is_empty() {
                            true => String::new(),
                            false => format!(" needs {}", others.join(", ")),
                        }
                    );
                    rows.push(serde_json::json!({ "function": piece.name, "file": file, "needs": others }));
                }
                Err(why) => {
                    let _ = writeln!(text, "{file}: {} cannot be linked: {why}", piece.name);
                    rows.push(serde_json::json!({ "function": piece.name, "file": file, "problem": why }));
                }
            }
        }
        units.swap(0, at);
    }
    match arguments.format {
        ListFormat::Text => console::out(&text),
        ListFormat::Json => {
            let all = serde_json::Value::from(rows);
            console::out(&format!("{all:#}\n"));
        }
    }
    Ok(Exit::Done)
}
