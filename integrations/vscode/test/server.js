// The server and what the protocol asks of it, said with the protocol's own client library: what an editor seldom does.
'use strict';

const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

/** A server, and what it has published of each file. */
class Server {
  constructor(cairn, rpc, folder) {
    this.child = spawn(cairn, ['lsp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    this.over = new Promise((resolve) => this.child.on('exit', (code) => resolve(code)));
    this.rpc = rpc;
    this.connection = rpc.createMessageConnection(new rpc.StreamMessageReader(this.child.stdout), new rpc.StreamMessageWriter(this.child.stdin));
    this.published = new Map();
    this.connection.onNotification('textDocument/publishDiagnostics', (params) => {
      this.published.set(params.uri, params);
      this.heard?.();
    });
    this.connection.onRequest((method) => (this.asked = method) && null);
    this.connection.onNotification(() => {});
    this.connection.listen();
  }

  ask(method, params, ...more) {
    return this.connection.sendRequest(method, params, ...more);
  }

  tell(method, params) {
    return this.connection.sendNotification(method, params);
  }

  async begin() {
    const capabilities = { workspace: { codeLens: { refreshSupport: true } }, window: { workDoneProgress: true }, general: { positionEncodings: ['utf-16'] } };
    const answer = await this.ask('initialize', { processId: process.pid, rootUri: null, capabilities });
    await this.tell('initialized', {});
    return answer.capabilities;
  }

  open(uri, text) {
    return this.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'c', version: 1, text } });
  }

  edit(uri, version, text) {
    return this.tell('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  /** The diagnostics of a file once they are so. */
  async diagnostics(uri, is) {
    while (!this.published.has(uri) || !is(this.published.get(uri))) await new Promise((resolve) => (this.heard = resolve));
    return this.published.get(uri).diagnostics;
  }

  async end() {
    assert.equal(await this.ask('shutdown'), null);
    await this.tell('exit');
    return this.over;
  }
}

/** The code of the error that a request is refused with. */
const refusal = (answer) => answer.then(() => undefined, (why) => why.code);

exports.run = async (cairn, folder, ok) => {
  const rpc = createRequire(path.join(folder, 'extension.js'))('vscode-jsonrpc/node');
  const files = path.join(folder, '\u00fc #%1');
  fs.mkdirSync(files);
  const uri = (name) => pathToFileURL(path.join(files, name)).href;
  const start = () => new Server(cairn, rpc, files);
  const fault = (params) => params.diagnostics.some((one) => one.severity === 1);
  const clean = (version) => (params) => params.version === version && params.diagnostics.length === 0;

  let server = start();
  assert.equal(await refusal(server.ask('textDocument/hover', {})), -32002);
  const can = await server.begin();
  assert.deepEqual(
    [can.textDocumentSync.change, can.textDocumentSync.openClose, can.codeLensProvider.resolveProvider, can.hoverProvider],
    [1, true, false, true],
  );
  assert.ok(can.textDocumentSync.save);
  ok('a request before initialize is refused, and the capabilities are those of the client library');

  assert.equal(await refusal(server.ask('textDocument/definition', {})), -32601);
  assert.equal(await refusal(server.ask('textDocument/hover', { position: 1 })), -32602);
  await server.tell('$/no-such', {});
  await server.tell('workspace/didChangeConfiguration', { settings: null });
  ok('what is not known is refused with the protocol\'s codes, and a notification passed over');

  const text = 'int t[4];\r\nint main(void)\r\n{\r\n  /* \u{1f600} */ t[4] = 1;\r\n  return 0;\r\n}\r\n';
  await server.open(uri('a.c'), text);
  const [one] = (await server.diagnostics(uri('a.c'), fault)).filter(({ severity }) => severity === 1);
  assert.deepEqual(one.range.start, { line: 3, character: 11 });
  assert.ok(one.range.end.character <= '  /* .. */ t[4] = 1;'.length, JSON.stringify(one.range));
  ok('places are in UTF-16, in a text with CRLF and in a path that is escaped');

  const cancelled = new rpc.CancellationTokenSource();
  const lenses = server.ask('textDocument/codeLens', { textDocument: { uri: uri('a.c') } }, cancelled.token);
  cancelled.cancel();
  assert.ok([undefined, -32800].includes(await refusal(lenses)));
  ok('a request that is cancelled is answered');

  for (let version = 2; version <= 40; version += 1) await server.edit(uri('a.c'), version, text.replace('4] =', `${version % 8}] =`));
  await server.edit(uri('a.c'), 41, text.replace('4] =', '3] ='));
  await server.diagnostics(uri('a.c'), clean(41));
  ok('of edits in quick succession the last one counts');

  await server.edit(uri('a.c'), 42, text);
  await server.diagnostics(uri('a.c'), fault);
  await server.tell('textDocument/didClose', { textDocument: { uri: uri('a.c') } });
  await server.diagnostics(uri('a.c'), (params) => params.diagnostics.length === 0);
  ok('a file that is closed has no diagnostics');

  const other = uri('b.c').replace('%C3%BC', '%c3%bc');
  await server.open(other, text);
  await server.diagnostics(other, fault);
  await server.tell('textDocument/didClose', { textDocument: { uri: other } });
  await server.diagnostics(other, (params) => params.diagnostics.length === 0);
  ok('a document is called as its client calls it');

  const down = await server.ask('shutdown');
  assert.equal(down, null);
  await server.tell('exit');
  assert.equal(await server.over, 0);
  ok('after shutdown, exit ends with 0');

  server = start();
  await server.begin();
  await server.tell('exit');
  assert.equal(await server.over, 1);
  ok('exit without shutdown ends with 1');

  server = start();
  await server.begin();
  await server.ask('shutdown');
  assert.equal(await refusal(server.ask('textDocument/hover', {})), -32600);
  await server.tell('exit');
  assert.equal(await server.over, 0);
  ok('a request after shutdown is refused');
};
