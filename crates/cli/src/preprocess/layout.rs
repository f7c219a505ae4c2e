//! Whether a compiler that the user names is for a machine that Cairn has: it is asked for its predefined macros.

use super::System;
use crate::exit::InputError;
use cairn_front_c::preprocess::Runner;
use cairn_ir::MachineModel;

/// What the macros must say, for 64 bits and for 32; without a macro nothing is said.
const MACROS: [(&str, &str, &str); 8] = [
    ("__SIZEOF_POINTER__", "8", "4"),
    ("__SIZEOF_LONG__", "8", "4"),
    ("__SIZEOF_INT__", "4", "4"),
    ("__SIZEOF_SHORT__", "2", "2"),
    ("__SIZEOF_LONG_LONG__", "8", "8"),
    ("__SIZEOF_WCHAR_T__", "4", "4"),
    ("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__", "__ORDER_LITTLE_ENDIAN__"),
    ("__CHAR_BIT__", "8", "8"),
];

/// Asks a compiler.
///
/// # Errors
/// It does not run, or its machine is another: which macro says so.
pub(super) fn must_fit(cc: &str, model: MachineModel, flags: &[String]) -> Result<(), InputError> {
    let mut words = cc.split_whitespace().map(str::to_owned);
    let program = words.next().ok_or_else(|| InputError::new("--cc names no compiler"))?;
    let asked = ["-dM", "-E", "-x", "c", "/dev/null"].map(str::to_owned);
    let arguments: Vec<String> = words.chain(flags.iter().cloned()).chain(asked).collect();
    let said = System.run(&program, &arguments, None);
    let said =
        said.map_err(|why| InputError::new(format!("the compiler '{cc}' says nothing of its machine: {why:?}")))?;
    let text = String::from_utf8_lossy(&said);
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '));
        line.map(str::trim)
    };
    for (name, of_64, of_32) in MACROS {
        let wanted = if model == MachineModel::Lp64 { of_64 } else { of_32 };
        if let Some(found) = value(name).filter(|found| *found != wanted) {
            let other = match (name, found, model) {
                ("__SIZEOF_POINTER__", "4", MachineModel::Lp64) => "; give --32",
                ("__SIZEOF_POINTER__", "8", MachineModel::Ilp32) => "; leave out --32",
                _ => ", which Cairn does not model",
            };
            return Err(InputError::new(format!("the compiler '{cc}' has {name} {found}, not {wanted}{other}")));
        }
    }
    match value("__CHAR_UNSIGNED__") {
        Some(_) => Err(InputError::new(format!(
            "the compiler '{cc}' has an unsigned 'char', which Cairn does not model; -fsigned-char makes it signed"
        ))),
        None => Ok(()),
    }
}
