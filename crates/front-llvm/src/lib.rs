//! The LLVM front end: a module of LLVM 19 to the C that the C front end lowers.
//!
//! [`read`] takes a module out of the official library, as plain data ([`model`]); [`write`] says it again in GNU C, an
//! assignment for an instruction or less, with the places of the debug metadata as linemarkers. The C front end makes the
//! automata: what the library's functions mean, the prelude, functions without a body, linking and pruning are the same
//! for both languages because they are the same code. See `docs/design/llvm-front-end.md` for the reasons and the rules.
//!
//! The library is only needed with the feature `llvm`. Without it the crate is there and says how to build it.

pub mod model;
#[cfg(feature = "llvm")]
mod read;
pub mod write;

use cairn_front_c::Input;
use cairn_ir::MachineModel;

/// What is said where the program was built without LLVM.
pub const MISSING: &str = "this Cairn was built without LLVM: install llvm-19-dev, and build it again with \
                           'cargo build --release -p cairn-cli --features llvm'";

/// How the names of the files end that this front end reads.
pub const ENDINGS: &[&str] = &[".ll", ".bc"];

/// How bitcode begins: raw, and in the wrapper of other systems.
const MAGIC: [&[u8]; 2] = [b"BC\xc0\xde", &[0xde, 0xc0, 0x17, 0x0b]];

/// True for the bytes of a module in bitcode.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    MAGIC.iter().any(|magic| bytes.starts_with(magic))
}

/// The module that the bytes of a file are, as assembly text.
///
/// # Errors
/// A sentence for the user: no LLVM, or no module.
#[cfg(feature = "llvm")]
pub fn assembly(name: &str, bytes: &[u8]) -> Result<String, String> {
    read::assembly(name, bytes).map_err(|message| refused(name, &message))
}

/// The module that the bytes of a file are, as assembly text.
///
/// # Errors
/// A sentence for the user: there is no LLVM.
#[cfg(not(feature = "llvm"))]
pub fn assembly(name: &str, _: &[u8]) -> Result<String, String> {
    Err(format!("{name}: {MISSING}"))
}

/// The C that means the same as a module in assembly.
///
/// # Errors
/// A sentence for the user: no LLVM, no module, a machine that is not modelled.
#[cfg(feature = "llvm")]
pub fn translate(input: &Input, model: MachineModel, watched: &[String]) -> Result<Input, String> {
    let module = read::module(&input.name, input.text.as_bytes()).map_err(|message| refused(&input.name, &message))?;
    let text = write::module(&module, &input.name, model, watched).map_err(|what| format!("{}: {what}", input.name))?;
    Ok(Input { name: input.name.clone(), text: text.into() })
}

/// The C that means the same as a module in assembly.
///
/// # Errors
/// A sentence for the user: there is no LLVM.
#[cfg(not(feature = "llvm"))]
pub fn translate(input: &Input, _: MachineModel, _: &[String]) -> Result<Input, String> {
    Err(format!("{}: {MISSING}", input.name))
}

/// The labels of the source that a module in assembly knows by its debug information; none of what is no module.
#[cfg(feature = "llvm")]
pub fn labels(input: &Input) -> Vec<String> {
    let Ok(module) = read::module(&input.name, input.text.as_bytes()) else { return Vec::new() };
    module.labels().map(str::to_owned).collect()
}

/// The labels of the source that a module in assembly knows: none without LLVM.
#[cfg(not(feature = "llvm"))]
pub fn labels(_: &Input) -> Vec<String> {
    Vec::new()
}

#[cfg(feature = "llvm")]
fn refused(name: &str, message: &str) -> String {
    let first = message.lines().next().unwrap_or("it is broken").trim();
    format!("{name} is no module of LLVM 19: {first}")
}
