#!/bin/sh
# Installs what the tests of the extension need below target/vscode: an editor that runs without a window, Node for it, and the
# packager. Scripts of packages are not run: the editor does without its native modules, and what they would download is not needed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${1:-$here/../../../target/vscode}
mkdir -p "$target"
cp "$here/package.json" "$target/"
cd "$target"
npm="npm install --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error"
export npm_config_engine_strict=false
$npm
cd node_modules/code-server/lib/vscode
$npm
touch "$target/installed"
