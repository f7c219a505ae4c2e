//! The arguments of the debug adapter.

use clap::Args;

const DAP_HELP: &str = "\
A debugger starts it and talks to it on its standard input and output (Debug Adapter Protocol). It checks the program as
`cairn check --stop-at-first` does, and when a check is violated it plays the execution that violates it: step by step, forward and
backward, with breakpoints and the values of all variables. It ends at the violation, which is shown as an exception.
Going on from there stays there; stepping back leads to where it began to go wrong.

Settings (of the launch request):
  program      the C file, or a list of the program's files; `files` means the same
  args         more words of `cairn check`, a list: [\"--check\", \"overflow,division\", \"-std=c99\"]
  obligation   which violation: an id of `cairn check --format json`, or \"FILE:LINE\" [default: the first that is found]
  timeLimit    how long the check may take [default: \"60s\"]
  stopOnEntry  stop at the first line, and not at the violation [default: false]
  cwd          the folder in which the files are named

Visual Studio Code, in launch.json (the extension in integrations/vscode has the type 'cairn'):
  { \"type\": \"cairn\", \"request\": \"launch\", \"name\": \"Play a violation\", \"program\": \"${file}\" }

Neovim with nvim-dap, in init.lua:
  local dap = require('dap')
  dap.adapters.cairn = { type = 'executable', command = 'cairn', args = { 'dap' } }
  dap.configurations.c = { { type = 'cairn', request = 'launch', name = 'Play a violation', program = '${file}' } }";

/// `cairn dap`.
#[derive(Args, Debug)]
#[command(after_help = DAP_HELP)]
pub struct Dap {
    /// Talks on the standard input and output, as it always does: clients may pass this
    #[arg(long)]
    pub stdio: bool,
}
