//! The language server and the debug adapter in the editors that people have: Visual Studio Code with the extension of
//! `integrations/vscode`, and Neovim. Neither has a window.

use cairn_tools::Tool;
use std::path::{Path, PathBuf};
use std::process::Command;

fn integrations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../integrations").canonicalize().unwrap()
}

/// Runs a test of an editor, whose last line counts what has passed.
fn passes(command: &mut Command) {
    let output = command.output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains(" passed, 0 failed"), "{said}");
}

#[test]
fn visual_studio_code_checks_plays_and_packages() {
    // The editor is 900 MB of packages: a run of CI does without, and the protocol is tested by `lsp.rs` and Neovim.
    if !cairn_tools::is_nightly() || !cairn_tools::needs(Tool::VsCode) || !cairn_tools::needs(Tool::Chromium) {
        return;
    }
    let script = integrations().join("vscode/test/run.js");
    passes(Command::new("node").arg(script).arg(env!("CARGO_BIN_EXE_cairn")).arg(cairn_tools::vscode()));
}

#[test]
fn neovim_shows_checks_and_inserts_needs() {
    if !cairn_tools::needs(Tool::Neovim) {
        return;
    }
    let script = integrations().join("neovim/test/lsp.lua");
    let mut command = Command::new("nvim");
    passes(command.args(["--headless", "--clean", "-S"]).arg(script).env("CAIRN", env!("CARGO_BIN_EXE_cairn")));
}
