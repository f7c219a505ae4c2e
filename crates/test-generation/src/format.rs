//! How tests are written: as the competition of testers has them (test-format), and as C that is linked with the program.

use crate::replay::{Given, Test};
use cairn_base::markup::escaped;
use cairn_ir::Value;
use cairn_ir::eval::format_value;
use cairn_ir::types::{FloatKind, Scalar};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The suite's `metadata.xml`.
pub fn metadata(file: &str, text: &[u8], entry: &str, pointer_bits: u32, time: &str) -> String {
    let mut hash = String::new();
    for byte in Sha256::digest(text) {
        let _ = write!(hash, "{byte:02x}");
    }
    let (file, entry) = (escaped(file), escaped(entry));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n\
         <test-metadata>\n\
         \x20 <sourcecodelang>C</sourcecodelang>\n\
         \x20 <producer>Cairn</producer>\n\
         \x20 <specification>COVER( init({entry}()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>\n\
         \x20 <programfile>{file}</programfile>\n\
         \x20 <programhash>{hash}</programhash>\n\
         \x20 <entryfunction>{entry}</entryfunction>\n\
         \x20 <architecture>{pointer_bits}bit</architecture>\n\
         \x20 <creationtime>{time}</creationtime>\n\
         </test-metadata>\n"
    )
}

/// A test as `testcase-N.xml`.
pub fn testcase(test: &Test) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n"
        .to_owned();
    for given in &test.given {
        let value = escaped(&format_value(given.value, given.of));
        let _ = writeln!(text, "  <input type=\"{}\">{value}</input>", escaped(type_of(given.of)));
    }
    text + "</testcase>\n"
}

/// A test as C: what the program calls and does not define, to be compiled with it.
pub fn harness(test: &Test) -> String {
    let head = "/* Compile with the program: cc program.c this-file.c */\n";
    head.to_owned() + &program_of(&test.given)
}

/// The functions that give a test's values, and those that end a program, as C.
pub fn program_of(given: &[Given]) -> String {
    let mut text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n\
         __attribute__((weak)) void __VERIFIER_assume(int condition) {\n    if (!condition) exit(0);\n}\n\
         __attribute__((weak)) void reach_error(void) {\n    fputs(\"reach_error\\n\", stderr);\n    abort();\n}\n\
         __attribute__((weak)) void __VERIFIER_error(void) {\n    reach_error();\n}\n\
         __attribute__((weak)) void __VERIFIER_atomic_begin(void) {\n}\n\
         __attribute__((weak)) void __VERIFIER_atomic_end(void) {\n}\n"
        .to_owned();
    let mut functions: BTreeMap<&str, (Scalar, Vec<&Given>)> = BTreeMap::new();
    for given in given {
        functions.entry(&given.function).or_insert((given.of, Vec::new())).1.push(given);
    }
    for (function, (of, values)) in functions {
        let values: Vec<Value> = values.iter().map(|given| given.value).collect();
        text += &table(function, function, "void", "", of, &values);
    }
    text
}

/// A function that gives values one after the other, as C; `symbol` is its name for the linker, which may be that of a
/// function of the library. `parameters` and what it does first are C. Behind the last value comes 0, of a function of the
/// library -1.
pub fn table(function: &str, symbol: &str, parameters: &str, first: &str, of: Scalar, values: &[Value]) -> String {
    let mut text = String::new();
    let (ty, bytes) = (type_of(of), of.bits().div_ceil(8));
    let _ = write!(text, "\nstatic const unsigned char values_of_{function}[][{bytes}] = {{\n");
    for value in values {
        let bytes: Vec<String> = value.0.to_le_bytes()[..bytes as usize].iter().map(|byte| byte.to_string()).collect();
        let _ = writeln!(text, "    {{{}}}, /* {} */", bytes.join(", "), format_value(*value, of));
    }
    let label = if symbol == function {
        String::new()
    } else {
        format!("{ty} {function}({parameters}) __asm__({symbol:?});\n")
    };
    let _ = write!(
        text,
        "}};\n{label}{ty} {function}({parameters}) {{\n    static unsigned long next;\n{first}    {ty} value = {none};\n    \
         if (next < {count}) memcpy(&value, values_of_{function}[next++], {bytes});\n    return value;\n}}\n",
        count = values.len(),
        none = if symbol == function { 0 } else { -1 },
    );
    text
}

fn type_of(of: Scalar) -> &'static str {
    match of {
        Scalar::Bool => "_Bool",
        Scalar::Int { bits: 8, signed: true } => "signed char",
        Scalar::Int { bits: 8, signed: false } => "unsigned char",
        Scalar::Int { bits: 16, signed: true } => "short",
        Scalar::Int { bits: 16, signed: false } => "unsigned short",
        Scalar::Int { bits: 32, signed: true } => "int",
        Scalar::Int { bits: 32, signed: false } => "unsigned int",
        Scalar::Int { bits: 64, signed: true } => "long long",
        Scalar::Int { bits: 64, signed: false } => "unsigned long long",
        Scalar::Int { signed: true, .. } => "__int128",
        Scalar::Int { signed: false, .. } => "unsigned __int128",
        Scalar::Pointer { .. } => "void *",
        Scalar::Float(FloatKind::Float) => "float",
        Scalar::Float(FloatKind::Double) => "double",
        Scalar::Float(FloatKind::LongDouble) => "long double",
        Scalar::Float(FloatKind::Float128) => "__float128",
    }
}
