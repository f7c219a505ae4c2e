//! The arguments of the language server.

use clap::Args;

const LSP_HELP: &str = "\
An editor starts it and talks to it on its standard input and output (Language Server Protocol). It checks each C file that is
open as `cairn check FILE` does, with the text that the editor has, when it is opened, changed or saved: violated checks are
errors with the steps of the execution, needs of callers are warnings. Above each function it says how many of its checks are
proved, and how many are open. A file without `main` is checked function by function, with any arguments.

cairn.toml counts as for `cairn check`. Without one that names a list of compile commands, the first compile_commands.json in
the file's folder, those above, or a folder `build` in them, is used.

Settings (initializationOptions):
  timeLimit        how long the check of an edit may take [default: \"10s\"]
  compileCommands  a list of compile commands, or its folder
  arguments        more words of `cairn check`, a list: [\"--check\", \"overflow,division\", \"-std=c99\"]
  unknown          whether what is open is shown, as information [default: false]

Neovim 0.11 or later, in init.lua:
  vim.lsp.config('cairn', {
    cmd = { 'cairn', 'lsp' }, filetypes = { 'c' }, root_markers = { 'cairn.toml', 'compile_commands.json', '.git' },
    init_options = { timeLimit = '10s' },
  })
  vim.lsp.enable('cairn')
integrations/neovim has it for Neovim 0.7.";

/// `cairn lsp`.
#[derive(Args, Debug)]
#[command(after_help = LSP_HELP)]
pub struct Lsp {
    /// Talks on the standard input and output, as it always does: editors pass this
    #[arg(long)]
    pub stdio: bool,
}
