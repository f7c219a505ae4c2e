//! From the bytes of a module to the translation that `cairn` takes.

use crate::{read, write};
use cairn_ir::MachineModel;
use cairn_llvm_protocol::Heading;

/// The C that means the same as a module in assembly or bitcode, below its heading.
///
/// # Errors
/// A sentence for the user: no module, a machine that is not modelled.
pub fn translate(name: &str, bytes: &[u8], model: MachineModel, watched: &[String]) -> Result<String, String> {
    let module = read::module(name, bytes).map_err(|message| {
        let first = message.lines().next().unwrap_or("it is broken").trim().to_owned();
        format!("{name} is no module of LLVM 19: {first}")
    })?;
    let text = write::module(&module, name, model, watched).map_err(|what| format!("{name}: {what}"))?;
    let labels = module.labels().map(str::to_owned).collect();
    let has_all_labels = module.has_all_labels();
    let is_optimised = module.is_optimised();
    let heading = Heading { machine: model.word(), watched: watched.to_vec(), labels, has_all_labels, is_optimised };
    Ok(heading.line() + &text)
}
