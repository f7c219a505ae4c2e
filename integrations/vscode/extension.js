// Cairn in Visual Studio Code: starts `cairn lsp` for C files and `cairn dap` for the debugger.
//
// Invariant: the server's settings are those of `cairn lsp --help`, each under its own name, and the launch attributes those of
// `cairn dap --help`. When a setting changes, the server is started again: it reads its settings once.
'use strict';

const { execFile } = require('node:child_process');
const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const { tasks } = require('./tasks.json');

/** The client of the server that runs. */
let client;
/** Starts and stops come one after the other. */
let turn = Promise.resolve();

const settings = () => vscode.workspace.getConfiguration('cairn');

/** The program; a path may begin with the home folder. */
function program() {
  const name = settings().get('path').trim() || 'cairn';
  return name.startsWith('~/') ? path.join(process.env.HOME || '', name.slice(2)) : name;
}

/** The settings of `cairn lsp`. */
function options() {
  const of = settings();
  return {
    timeLimit: of.get('timeLimit') || undefined,
    compileCommands: of.get('compileCommands') || undefined,
    arguments: of.get('arguments'),
    unknown: of.get('unknown'),
  };
}

/** The folder in which relative paths are named: the first of the window. */
function folder() {
  return vscode.workspace.workspaceFolders?.find((one) => one.uri.scheme === 'file')?.uri.fsPath;
}

/** Why the program cannot be used; nothing when it can. */
function trouble() {
  return new Promise((resolve) => {
    execFile(program(), ['--version'], { cwd: folder() }, (why, out, err) => {
      if (!why) return resolve(undefined);
      const missing = `Cairn was not found: there is no program '${program()}'. Install Cairn, or name its program in the setting cairn.path.`;
      const said = `'${program()} --version' failed (${err.trim() || why.message}). Name the program of Cairn in the setting cairn.path.`;
      resolve(why.code === 'ENOENT' ? missing : said);
    });
  });
}

/** Whether the program can be used; if not, the user is told what to do. */
async function usable() {
  const why = await trouble();
  if (why) {
    vscode.window.showErrorMessage(why, 'Open the Setting').then((chosen) => {
      if (chosen) vscode.commands.executeCommand('workbench.action.openSettings', 'cairn.path');
    });
  }
  return !why;
}

async function stop() {
  const old = client;
  client = undefined;
  // One that has ended by itself cannot be stopped.
  await old?.dispose().catch(() => {});
}

/** Starts the server; the one that runs is stopped. */
function start() {
  const next = async () => {
    await stop();
    if (!(await usable())) return;
    const server = { command: program(), args: ['lsp'], transport: TransportKind.stdio, options: { cwd: folder() } };
    const started = new LanguageClient('cairn', 'Cairn', server, {
      // A header that is saved has the files checked that are open: headers may count as C++ in the editor.
      documentSelector: [{ scheme: 'file', language: 'c' }, { scheme: 'file', pattern: '**/*.h' }],
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher('**/{cairn.toml,compile_commands.json,*.h}'),
      },
      initializationOptions: options(),
      middleware: {
        // Only C is checked, whatever a header counts as.
        provideHover: (document, at, token, next) => (document.languageId === 'c' ? next(document, at, token) : undefined),
      },
    });
    client = started;
    await started.start();
  };
  turn = turn.then(next).catch((why) => {
    vscode.window.showErrorMessage(`Cairn's server does not start: ${why.message ?? why}`);
  });
  return turn;
}

/** The C file in the active editor; if there is none, the user is told. */
function file() {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === 'c' && document.uri.scheme === 'file') return document;
  vscode.window.showInformationMessage('Cairn checks a C file that is open in the editor and stands on the disk.');
  return undefined;
}

/** Has the server check the active file now. */
async function check() {
  const document = file();
  if (!document) return;
  if (!client?.isRunning()) await start();
  const params = { textDocument: { uri: client?.code2ProtocolConverter.asUri(document.uri) } };
  await client?.sendNotification('textDocument/didSave', params);
}

/** Whether a diagnostic is a violation. */
function isViolation(one) {
  return one.source === 'cairn' && one.severity === vscode.DiagnosticSeverity.Error && one.code !== 'not-checked';
}

/** Plays the violation on a line of a document; without a line, that at the cursor, or the first that is found. */
async function play(uri, line) {
  const document = uri ? await vscode.workspace.openTextDocument(uri) : file();
  if (!document) return false;
  if (line === undefined) {
    const cursor = vscode.window.activeTextEditor?.selection.active.line;
    line = vscode.languages.getDiagnostics(document.uri).filter(isViolation).map((one) => one.range.start.line)
      .find((one) => one === cursor);
  }
  // The adapter reads the file from the disk.
  if (document.isDirty && !(await document.save())) return false;
  const { compileCommands, arguments: args } = options();
  const list = compileCommands ? ['-p', compileCommands] : [];
  return vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(document.uri), {
    type: 'cairn',
    request: 'launch',
    name: 'Play the violation',
    program: document.uri.fsPath,
    args: [...list, ...args],
    ...(line === undefined ? {} : { obligation: `${document.uri.fsPath}:${line + 1}` }),
  });
}

/** Offers to play a violation where it is shown. */
const actions = {
  provideCodeActions(document, _, { diagnostics }) {
    return diagnostics.filter(isViolation).map((one) => {
      const title = 'Play this violation';
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { command: 'cairn.play', title, arguments: [document.uri, one.range.start.line] };
      action.diagnostics = [one];
      return action;
    });
  },
};

const debuggers = {
  /** A file without launch.json can be played as it is. */
  resolveDebugConfiguration(_, configuration) {
    if (configuration.type) return configuration;
    return file() && { type: 'cairn', request: 'launch', name: 'Play a violation', program: '${file}', args: options().arguments };
  },
  async createDebugAdapterDescriptor() {
    const why = await trouble();
    if (why) throw new Error(why);
    return new vscode.DebugAdapterExecutable(program(), ['dap'], { cwd: folder() });
  },
};

/** The tasks of tasks.json, without a copy in the folder. */
const provider = {
  provideTasks: () => tasks.map((one) => task({ type: 'cairn', task: one.label }, one)),
  resolveTask(asked) {
    const one = tasks.find(({ label }) => label === asked.definition.task);
    return one && task(asked.definition, one);
  },
};

function task(definition, { label, args, options: { cwd }, problemMatcher }) {
  const run = new vscode.ProcessExecution(program(), args, { cwd });
  const name = label.replace(/^cairn: /, '');
  const made = new vscode.Task(definition, vscode.TaskScope.Workspace, name, 'cairn', run, problemMatcher);
  made.group = vscode.TaskGroup.Test;
  return made;
}

exports.activate = async (context) => {
  const c = { scheme: 'file', language: 'c' };
  context.subscriptions.push(
    vscode.commands.registerCommand('cairn.check', check),
    vscode.commands.registerCommand('cairn.restart', start),
    vscode.commands.registerCommand('cairn.play', play),
    vscode.languages.registerCodeActionsProvider(c, actions, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    vscode.debug.registerDebugConfigurationProvider('cairn', debuggers),
    vscode.debug.registerDebugAdapterDescriptorFactory('cairn', debuggers),
    vscode.tasks.registerTaskProvider('cairn', provider),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('cairn') && start()),
  );
  await start();
  return { trouble };
};

exports.deactivate = () => turn.then(stop);
