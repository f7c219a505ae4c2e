// What runs in the extension host of the editor: the installed extension, used as a person uses it.
//
// Invariant: each wait is for an event of the editor, never for a time.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const FAULT = `#include "values.h"
int main(void) {
  int x = __VERIFIER_nondet_int();
  int table[SIZE] = {0};
  if (x < 0 || x > SIZE) return 0;
  return /* \u{1d11e} */ table[x];
}
`;
const HEADER = 'extern int __VERIFIER_nondet_int(void);\n#define SIZE 10\n';
const FUNCTIONS = 'int half(int a, int b)\r\n{\r\n  return a / b;\r\n}\r\n';

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const at = (name) => vscode.Uri.joinPath(folder(), name);
const kind = ({ severity, code }) => `${vscode.DiagnosticSeverity[severity]} ${code}`;

/** Waits until the diagnostics of a file are so. */
function diagnostics(uri, is) {
  return new Promise((resolve) => {
    let listener;
    const look = () => {
      const all = vscode.languages.getDiagnostics(uri);
      if (!is(all)) return false;
      listener?.dispose();
      resolve(all);
      return true;
    };
    if (!look()) listener = vscode.languages.onDidChangeDiagnostics(look);
  });
}

/** Waits until the lens above a file's first function says this. */
async function lens(uri, title) {
  const titles = async () => {
    const all = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri, 100);
    return (all ?? []).map((one) => one.command?.title);
  };
  // There is no event for lenses; a turn of the editor lies between two looks.
  while (!(await titles()).includes(title)) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function show(name) {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(at(name)));
}

async function replace(editor, from, to) {
  const { document } = editor;
  const start = document.getText().indexOf(from);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
  assert.ok(await editor.edit((edit) => edit.replace(range, to)));
}

const violated = (all) => all.some((one) => kind(one) === 'Error array-index');
const none = (all) => all.length === 0;

const all = {
  async 'the extension is there and finds the program'() {
    const extension = vscode.extensions.getExtension('cairn.cairn');
    assert.ok(extension, 'it is installed');
    const { trouble } = await extension.activate();
    assert.equal(await trouble(), undefined);
    const commands = await vscode.commands.getCommands(true);
    for (const one of ['cairn.check', 'cairn.restart', 'cairn.play']) assert.ok(commands.includes(one), one);
  },

  async 'a violation is an error at its place, with the steps'() {
    const { document } = await show('a b.c');
    const [fault] = (await diagnostics(document.uri, violated)).filter((one) => kind(one) === 'Error array-index');
    assert.equal(document.getText(fault.range), 'return /* \u{1d11e} */ table[x];');
    assert.ok(fault.relatedInformation.some((step) => step.message.includes('x = 10')), 'the steps');
    assert.equal(fault.relatedInformation[0].location.uri.toString(), document.uri.toString());
    await lens(document.uri, '1 proved, 1 violated');
  },

  async 'what is proved is said where the cursor rests'() {
    const editor = await show('a b.c');
    await replace(editor, 'x > SIZE', 'x >= SIZE');
    const { document } = editor;
    await diagnostics(document.uri, none);
    await lens(document.uri, '1 proved');
    const place = document.positionAt(document.getText().indexOf('table[x]') + 1);
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, place);
    const text = hovers.flatMap((one) => one.contents).map((one) => one.value).join('\n');
    assert.match(text, /proved by/);
    await vscode.commands.executeCommand('undo');
    await diagnostics(document.uri, violated);
  },

  async 'a header that is saved has its file checked again'() {
    const fault = at('a b.c');
    await diagnostics(fault, violated);
    const header = await show('values.h');
    await replace(header, '10', '11\n#define table (&table[0])');
    assert.ok(await header.document.save());
    await diagnostics(fault, (all) => !violated(all) || all.some((one) => one.code !== 'array-index'));
    fs.writeFileSync(at('values.h').fsPath, HEADER);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await show('a b.c');
    await vscode.commands.executeCommand('cairn.check');
    await diagnostics(fault, violated);
  },

  async 'a need of callers is inserted, in a text with CRLF'() {
    const { document } = await show('half.c');
    const asks = (one) => one.severity === vscode.DiagnosticSeverity.Warning && one.code.split(', ').includes('division');
    const need = (all) => all.some(asks);
    const first = (await diagnostics(document.uri, need)).find(asks);
    assert.equal(document.eol, vscode.EndOfLine.CRLF);
    const offered = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, first.range);
    const action = offered.find((one) => one.title.includes('__CPROVER_requires(b != 0)'));
    assert.ok(action, offered.map((one) => one.title).join('\n'));
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    assert.match(document.lineAt(0).text, /^int half\(int a, int b\) __CPROVER_requires\(b != 0\)/);
    await diagnostics(document.uri, (all) => !need(all));
  },

  async 'settings reach the server'() {
    const fault = at('a b.c');
    await show('a b.c');
    await diagnostics(fault, violated);
    const settings = vscode.workspace.getConfiguration('cairn');
    await settings.update('arguments', ['--check', 'division'], vscode.ConfigurationTarget.Workspace);
    await diagnostics(fault, none);
    await settings.update('arguments', undefined, vscode.ConfigurationTarget.Workspace);
    await diagnostics(fault, violated);
    await vscode.commands.executeCommand('cairn.restart');
    await diagnostics(fault, violated);
  },

  async 'a violation is played forward and backward'() {
    const editor = await show('a b.c');
    const [fault] = (await diagnostics(editor.document.uri, violated)).filter((one) => kind(one) === 'Error array-index');
    const offered = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', editor.document.uri, fault.range);
    const play = offered.find((one) => one.title === 'Play this violation');
    assert.ok(play, offered.map((one) => one.title).join('\n'));
    const stops = [];
    let heard;
    const stop = async () => {
      while (stops.length === 0) await new Promise((resolve) => (heard = resolve));
      return stops.shift();
    };
    const tracker = vscode.debug.registerDebugAdapterTrackerFactory('cairn', {
      createDebugAdapterTracker: () => ({
        onDidSendMessage(message) {
          if (message.event === 'stopped') stops.push(message.body.reason);
          if (message.event === 'terminated' || message.success === false) stops.push(JSON.stringify(message));
          heard?.();
        },
      }),
    });
    assert.ok(await vscode.commands.executeCommand(play.command.command, ...play.command.arguments));
    assert.equal(await stop(), 'exception');
    const session = vscode.debug.activeDebugSession;
    const place = async () => {
      const { stackFrames } = await session.customRequest('stackTrace', { threadId: 1 });
      return stackFrames[0];
    };
    const end = await place();
    // Of a file at another machine the editor makes a URI.
    const file = vscode.Uri.parse(end.source.path).path;
    assert.deepEqual([end.name, end.line, file], ['main', 6, editor.document.uri.path]);
    const { result } = await session.customRequest('evaluate', { expression: 'x', frameId: end.id, context: 'watch' });
    assert.equal(result, '10');
    const { scopes } = await session.customRequest('scopes', { frameId: end.id });
    const { variables } = await session.customRequest('variables', { variablesReference: scopes[0].variablesReference });
    assert.ok(variables.some(({ name, value }) => name === 'x' && value === '10'), JSON.stringify(variables));
    await vscode.commands.executeCommand('workbench.action.debug.stepBack');
    assert.equal(await stop(), 'step');
    assert.equal((await place()).line, 5);
    const over = new Promise((resolve) => vscode.debug.onDidTerminateDebugSession(resolve));
    await vscode.debug.stopDebugging(session);
    await over;
    tracker.dispose();
  },

  async 'the tasks are offered'() {
    const tasks = await vscode.tasks.fetchTasks({ type: 'cairn' });
    assert.deepEqual(tasks.map((one) => one.name).sort(), ['verify this file', 'verify this file, and show the execution']);
    assert.deepEqual(tasks[0].problemMatchers, ['$cairn-annotation', '$cairn-diagnostic']);
  },

  async 'who has no Cairn learns what to do'() {
    const settings = vscode.workspace.getConfiguration('cairn');
    await settings.update('path', 'no-such-cairn', vscode.ConfigurationTarget.Workspace);
    const { trouble } = vscode.extensions.getExtension('cairn.cairn').exports;
    assert.match(await trouble(), /^Cairn was not found: .*'no-such-cairn'.*cairn\.path/);
    await diagnostics(at('a b.c'), none);
    await settings.update('path', undefined, vscode.ConfigurationTarget.Workspace);
    await diagnostics(at('a b.c'), violated);
  },
};

exports.activate = async () => {
  const done = [];
  let failed;
  for (const [name, text] of [['a b.c', FAULT], ['values.h', HEADER], ['half.c', FUNCTIONS]]) {
    fs.writeFileSync(path.join(folder().fsPath, name), text);
  }
  const result = process.env.CAIRN_TEST_RESULT;
  for (const [name, test] of Object.entries(all)) {
    fs.writeFileSync(`${result}.now`, name);
    try {
      await test();
      done.push(name);
    } catch (why) {
      failed = `${name}: ${why.stack ?? why}`;
      break;
    }
  }
  fs.writeFileSync(`${result}.new`, JSON.stringify({ all: done, failed }));
  fs.renameSync(`${result}.new`, result);
};
