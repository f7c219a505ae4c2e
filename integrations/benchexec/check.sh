#!/usr/bin/env bash
# Runs the tool-info module and the benchmark with BenchExec of PyPI: check.sh CAIRN [PYTHON]
# PYTHON is one that has BenchExec; without it a virtual environment is made, and removed at the end.
# Neither containers nor limits: they need cgroups, which not every machine gives away.
set -euo pipefail
cairn=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=${2:-}
if [ -z "$python" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet benchexec
    python=$work/venv/bin/python
fi
mkdir "$work/bin"
ln -s "$cairn" "$work/bin/cairn"
export PATH="$work/bin:$PATH" PYTHONPATH="$here"

"$python" -m benchexec.test_tool_info --no-container tools.cairn 2>&1 | tee "$work/info"
grep -aqE 'Version.*[0-9]+[.][0-9]+' "$work/info"

# The same definition without limits.
sed -E 's/ (timelimit|hardtimelimit|memlimit|cpuCores)="[^"]*"//g; s#>tasks/#>'"$here"'/tasks/#' "$here/cairn.xml" >"$work/cairn.xml"
"$python" -m benchexec.benchexec --no-container --no-compress-results --outputpath "$work/results/" "$work/cairn.xml" |
    tee "$work/run"
expected=$(grep -l "" "$here"/tasks/*.yml | wc -l)
correct=$(sed -nE 's/^ *correct: *([0-9]+)$/\1/p' "$work/run" | head -1)
[ "$correct" = "$expected" ] || { echo "error: $correct of $expected verdicts are the expected ones"; exit 1; }
echo "BenchExec: $correct of $expected verdicts as expected"
