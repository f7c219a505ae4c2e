//! Flags as a compiler takes them, on the command line or in a list of compile commands: what they say to the preprocessor, what
//! they say of the machine, and which are refused.
//!
//! A flag that changes what a program means is followed or refused, never passed over. What changes the compiler's output
//! only (`-O2`, `-Wall`, `-g`) goes to the preprocessor, which defines macros by some of it.

use cairn_ir::MachineModel;
use std::ffi::OsString;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompilerFlags {
    /// For the preprocessor, in their order.
    pub preprocessor: Vec<String>,
    /// `-m32` or `-m64`, the last of them.
    pub model: Option<MachineModel>,
    /// Those that change the machine's types (`-funsigned-char`, `-fshort-enums`), in their order.
    pub changes: Vec<String>,
    /// Signed integers wrap around: nothing overflows.
    pub wraps: bool,
}

impl CompilerFlags {
    /// A machine with the flags.
    pub fn machine(&self, model: MachineModel) -> MachineModel {
        self.changes.iter().fold(model, |model, flag| model.changed(flag).unwrap_or(model))
    }
}

/// The option under which a flag reaches the parser of the command line.
const OPTION: &str = "--compiler-flag";

/// Flags of which the next word is a part.
const WITH_WORD: [&str; 6] = ["-isystem", "-include", "-iquote", "-idirafter", "-imacros", "-U"];
/// How flags begin that are whole words, beside those of `cairn`.
const BEGINNINGS: [&str; 12] =
    ["-std=", "-nostdinc", "-ansi", "-U", "-W", "-f", "-O", "-pedantic", "-pthread", "-isystem", "-m", "-g"];
/// Flags that only say what becomes of the output.
const OUTPUT: [&str; 8] = ["-c", "-S", "-MD", "-MMD", "-MP", "-M", "-MM", "-pipe"];
const OUTPUT_WITH_WORD: [&str; 4] = ["-o", "-MF", "-MT", "-MQ"];

/// Flags that change what a program means and are not modelled, by how they begin; and what they do.
const REFUSED: [(&str, &str); 11] = [
    ("-funsigned-bitfields", "bit-fields of type 'int' are signed here"),
    ("-fpack-struct", "records are laid out as the system's convention says here"),
    ("-mx32", "pointers of 32 bits on a 64-bit machine are not supported"),
    ("-m16", "a 16-bit machine is not supported"),
    ("-malign-double", "on i386 a member of 8 bytes is aligned to 4 here"),
    ("-mms-bitfields", "bit-fields are laid out as gcc does on Linux here"),
    ("-mbig-endian", "the lowest byte of a number comes first here"),
    ("-mlong-double", "'long double' is the x87's here"),
    ("-Wl,--wrap", "calls of a function would go to another one"),
    ("-Wl,--defsym", "a name would stand for another one"),
    ("-ffast-math", "floating-point numbers are those of IEEE 754 here"),
];

/// Whether a flag for the linker changes what the program means.
pub fn changes_linking(flag: &str) -> bool {
    flag.starts_with("-Wl,") && REFUSED.iter().any(|(refused, _)| flag.starts_with(refused))
}

/// The command line with each flag of a compiler as the value of an option, up to `--`.
pub fn translated(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut found, mut plain, mut takes_word) = (Vec::new(), false, false);
    for argument in arguments {
        plain |= argument == "--";
        let flag = match argument.to_str() {
            Some(text) if takes_word => Some(text.to_owned()),
            Some(text) if !plain && is_flag(text) => Some(text.to_owned()),
            _ => None,
        };
        takes_word = !takes_word && !plain && argument.to_str().is_some_and(|text| WITH_WORD.contains(&text));
        match flag.as_deref() {
            Some("-m32") => found.push("--32".into()),
            Some("-m64") => found.push("--64".into()),
            Some(flag) => found.push(format!("{OPTION}={flag}").into()),
            None => found.push(argument),
        }
    }
    found
}

fn is_flag(text: &str) -> bool {
    let begins = BEGINNINGS.iter().any(|beginning| text.starts_with(beginning));
    !text.starts_with("--") && (begins || WITH_WORD.contains(&text))
}

/// Meaning of some flags.
///
/// # Errors
/// A flag that changes what the program means and is not modelled, with the reason.
pub fn check_flags(flags: &[String]) -> Result<CompilerFlags, String> {
    let mut said = CompilerFlags::default();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        if let Some((_, why)) = REFUSED.iter().find(|(refused, _)| flag.starts_with(refused)) {
            return Err(format!(
                "the compiler's flag '{flag}' changes what the program means, and is not supported: {why}"
            ));
        }
        match flag.as_str() {
            "-m32" => said.model = Some(MachineModel::Ilp32),
            "-m64" => said.model = Some(MachineModel::Lp64),
            "-fwrapv" | "-fno-strict-overflow" => said.wraps = true,
            "-fno-wrapv" => said.wraps = false,
            flag if OUTPUT.contains(&flag) => {}
            flag if OUTPUT_WITH_WORD.contains(&flag) => {
                flags.next();
            }
            // Else the preprocessor would write its text there.
            flag if OUTPUT_WITH_WORD.iter().any(|output| flag.starts_with(output)) => {}
            flag if WITH_WORD.contains(&flag) || flag == "-I" || flag == "-D" => {
                said.preprocessor.push(flag.to_owned());
                said.preprocessor.extend(flags.next().cloned());
            }
            _ => {
                if MachineModel::Lp64.changed(flag).is_some() {
                    said.changes.push(flag.clone());
                }
                said.preprocessor.push(flag.clone());
            }
        }
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn flags_become_options_up_to_the_end_of_options() {
        let line = words("cairn verify -Iinclude -isystem sys -std=c99 -m32 -U NDEBUG -include first.h a.c -- -O2");
        let spelt = translated(line.into_iter().map(OsString::from));
        let expected = "cairn verify -Iinclude --compiler-flag=-isystem --compiler-flag=sys --compiler-flag=-std=c99 --32 \
                        --compiler-flag=-U --compiler-flag=NDEBUG --compiler-flag=-include --compiler-flag=first.h a.c -- -O2";
        assert_eq!(spelt, words(expected).into_iter().map(OsString::from).collect::<Vec<_>>());
    }

    #[test]
    fn flags_are_followed_or_refused() {
        let said =
            check_flags(&words("-c -o x.o -oy.o -MFy.d -I inc -DA=1 -include first.h -m32 -m64 -fwrapv -O2 -MF x.d"))
                .unwrap();
        assert_eq!(said.preprocessor, words("-I inc -DA=1 -include first.h -O2"));
        assert_eq!((said.model, said.wraps), (Some(MachineModel::Lp64), true));
        assert!(check_flags(&words("-DA -mx32")).unwrap_err().contains("pointers of 32 bits"));
        assert!(check_flags(&words("-Wl,--wrap=malloc")).unwrap_err().contains("go to another one"));
        let said = check_flags(&words("-fshort-enums -funsigned-char -fno-short-enums -O1")).unwrap();
        assert_eq!(said.preprocessor, words("-fshort-enums -funsigned-char -fno-short-enums -O1"));
        assert_eq!(said.machine(MachineModel::Lp64).word(), "LP64+unsigned-char");
    }
}
