//! The program: a translation with its heading for assembly and bitcode, from a file or the standard input, or a sentence.

use cairn_ir::MachineModel;
use cairn_llvm_protocol::{Heading, TranslationArguments};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const MODULE: &[u8] = b"target datalayout = \"e-m:e-p:64:64-i64:64\"\ndefine i32 @main() {\n  ret i32 0\n}\n";

fn run(words: &[String], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn-llvm"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_module_is_translated_from_the_standard_input_and_from_a_file() {
    let watched = ["reach_error".to_owned()];
    let words = TranslationArguments::for_stdin("a.ll", MachineModel::Lp64, &watched).unwrap().words();
    let output = run(&words, MODULE);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let heading = Heading::of(&text).unwrap();
    assert_eq!(heading.fits(MachineModel::Lp64, &watched), Ok(()));
    assert!(heading.labels.is_empty() && text.contains("main"), "{text}");
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("a.ll");
    std::fs::write(&file, MODULE).unwrap();
    let file = file.to_str().unwrap().to_owned();
    let named = ["--watch", "reach_error", "--name", "a.ll", &file].map(str::to_owned);
    assert_eq!(String::from_utf8(run(&named, b"").stdout).unwrap(), text);
}

#[test]
fn labels_are_those_of_the_debug_information() {
    if !cairn_tools::needs(cairn_tools::Tool::Clang) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let (source, module) = (scratch.path().join("a.c"), scratch.path().join("a.bc"));
    std::fs::write(
        &source,
        "int f(void);\nint main(void) {\n  if (f()) goto ERROR;\n  return 0;\nERROR:\n  return 1;\n}\n",
    )
    .unwrap();
    let clang = |debug: &str, to: &Path| {
        let mut command = Command::new("clang-19");
        command.args(["-O0", debug, "-w", "-c", "-emit-llvm", "-o"]).arg(to).arg(&source);
        assert!(command.status().unwrap().success());
    };
    for (debug, labels) in [("-g", vec!["ERROR".to_owned()]), ("-g0", Vec::new())] {
        clang(debug, &module);
        let output = run(&[module.to_str().unwrap().to_owned()], b"");
        assert_eq!(Heading::of(&String::from_utf8_lossy(&output.stdout)).unwrap().labels, labels);
    }
}

#[test]
fn what_is_wrong_is_a_sentence() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert!(
        said(&run(&words("--name a.ll -"), b"define i32 @main( {\n")).starts_with("a.ll is no module of LLVM 19: ")
    );
    assert!(said(&run(&words("--name a.bc -"), b"BC\xc0\xde")).starts_with("a.bc is no module of LLVM 19: "));
    assert!(said(&run(&words("--machine ILP32 -"), MODULE)).contains("say --64"));
    assert!(said(&run(&words("missing.ll"), b"")).starts_with("missing.ll cannot be read: "));
    assert!(said(&run(&words("--machine PDP11 -"), b"")).contains("Usage: cairn-llvm"));
}
