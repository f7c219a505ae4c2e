#!/usr/bin/env python3
"""Shows that the seeded faults of this folder are real, and counts who finds them.

Each line of `faults.tsv` is one fault of a program or of a library here. `#if FAULT == N` switches it on, and the comment
`/* fault N */` stands on the line where the undefined behaviour happens (where memory is lost: on the last line that could have
freed it). Without FAULT a program is right, whatever its input is.

The columns are: the file, the number of the fault, what a reviewer would call it, Cairn's word for the check that it violates, and
an input that shows it: the arguments, the standard input (at `<pause>` it stops for a moment, so that a read ends there), changes of
the environment (`HOME=/x` sets, `-HOME` unsets).

Three things can be asked, alone or together:

  --sanitizers      compiles each fault with gcc -fsanitize=address,undefined and runs it with its input, which must be reported;
                    and the right program with the same input, which must not. A read of a variable without a value and a stream
                    that stays open are valgrind's to report; where there is no valgrind, the table is trusted.
  --cairn BIN       runs `BIN check` on each fault, and on each right program. A fault is found if an obligation on its line is
                    violated. Any other violation is a false finding, or a fault that nobody seeded: it must be looked at.
                    A fault whose obligations of the right check are all proved or unreachable would be a wrong proof.
  --gcc-analyzer    what `gcc -fanalyzer` warns of on the line of the fault, and what it warns of in right programs.

The exit code is 1 if a fault is not real, if a right program is reported by a sanitizer or has a violation, or if a proof is wrong;
that something is missed is a figure, no failure.
"""

import argparse
import collections
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
GCC = ["gcc", "-std=gnu11", "-g", "-Wall", "-Wextra"]
# What `--check all` does not ask about: memory and streams that are not given back.
EXTRA_CHECKS = ("valid-memtrack", "resources")
# What sanitizers cannot see, and valgrind can: these checks, and what it then prints. The second pattern is about streams
# that the program itself opened, not those that it was given by the shell.
VALGRIND = {
    "uninitialised": re.compile(r"uninitialised"),
    "resources": re.compile(r"Open file descriptor \d+: (?!.*inherited)[^\n]*\n==\d+==    at "),
}
# The kind of the obligation that is left when Cairn does not know whether lost memory is lost.
DOUBTFUL_MEMORY = "memory that is not freed where the program ends"
# Any of these in the standard error is a report of a sanitizer.
REPORT = re.compile(r"runtime error:|ERROR: AddressSanitizer|ERROR: LeakSanitizer|AddressSanitizer:DEADLYSIGNAL")


class Fault:
    """A line of the table."""

    def __init__(self, row):
        self.file, number, self.what, self.check, arguments, stdin, environment = row
        self.number = int(number)
        self.arguments = shlex.split(arguments)
        # `\n`, `\0` and `\xff` are written as in C.
        self.stdin = stdin.encode("latin-1").decode("unicode_escape").encode("latin-1")
        self.environment = environment.split()
        self.line = marked_line(HERE / self.file, self.number)

    def name(self):
        return f"{self.file} {self.number}"


def marked_line(path, number):
    """The only line that has the comment of the fault."""
    mark = f"/* fault {number} */"
    lines = [at for at, line in enumerate(path.read_text().splitlines(), 1) if mark in line]
    if len(lines) != 1:
        sys.exit(f"{path}: {mark} is on {len(lines)} lines, not on one")
    return lines[0]


def read_table(only):
    """The faults of the table, or those of files whose name contains one of the words in `only`."""
    faults = []
    for text in (HERE / "faults.tsv").read_text().splitlines()[1:]:
        row = text.split("\t")
        row += [""] * (7 - len(row))
        if not only or any(word in row[0] for word in only):
            faults.append(Fault(row))
    return faults


def sources(file):
    """The files of a program. A library has a program beside it that uses it: `x.c` is used by `use_x.c`."""
    path = Path(file)
    if path.parent.name != "libraries":
        return [file]
    return [str(path.with_name("use_" + path.name)), file]


def last_lines(text, count=1):
    return " | ".join(text.strip().splitlines()[-count:])


# ---- sanitizers -----------------------------------------------------------------------------------------------------------


def feed(running, stdin):
    """Gives a program its input, and returns its standard error when it has ended, or None if it does not end."""
    *parts, last = stdin.split(b"<pause>")
    try:
        for part in parts:
            running.stdin.write(part)
            running.stdin.flush()
            time.sleep(0.5)
        _, errors = running.communicate(last, timeout=60)
    except BrokenPipeError:
        # It ended without reading all.
        _, errors = running.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        running.kill()
        running.communicate()
        return None
    return errors.decode("latin-1")


def execute(fault, number, folder):
    """Compiles with this number as FAULT and runs with the fault's input: what was reported ("" if nothing), and whether the
    fault's line is in the report."""
    program = str(folder / f"{Path(fault.file).stem}_{number}_{fault.number}")
    needs_valgrind = fault.check in VALGRIND
    # The sanitizers first, also for what valgrind must see: the right program has to pass both.
    sanitize = [] if needs_valgrind and number else ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    built = subprocess.run(GCC + sanitize + [f"-DFAULT={number}", "-o", program] + sources(fault.file), cwd=HERE, text=True,
                           capture_output=True)
    if built.returncode:
        return "it is not compiled: " + last_lines(built.stderr), False
    # Faults may be warned of, right programs may not.
    if number == 0 and built.stderr:
        return "a warning: " + built.stderr.strip().splitlines()[0], False
    environment = dict(os.environ)
    environment["ASAN_OPTIONS"] = "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1"
    environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    for change in fault.environment:
        if change.startswith("-"):
            environment.pop(change[1:], None)
        else:
            name, _, value = change.partition("=")
            environment[name] = value
    command = [program] + fault.arguments
    pattern = REPORT
    if needs_valgrind and number:
        if not shutil.which("valgrind"):
            return "(trusted: there is no valgrind)", True
        command = [shutil.which("valgrind"), "--track-fds=yes"] + command
        pattern = VALGRIND[fault.check]
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment,
                               cwd=HERE)
    errors = feed(running, fault.stdin)
    if errors is None:
        return "it does not end", False
    found = pattern.search(errors)
    if not found:
        # Without a report a program may end with any code of its own, but not by a signal.
        return ("" if running.returncode >= 0 else f"signal {-running.returncode}"), False
    at_line = f"{Path(fault.file).name}:{fault.line}" in re.findall(r"[\w.]+\.[ch]:\d+", errors)
    text = next(line for line in errors[found.start():].splitlines())
    return text.strip(), at_line


def sanitizers(faults):
    """Prints what is reported, and returns whether all is as it should be."""
    wrong = 0
    elsewhere = 0
    print("SANITIZERS")
    with tempfile.TemporaryDirectory() as folder:
        for fault in faults:
            report, at_line = execute(fault, fault.number, Path(folder))
            right, _ = execute(fault, 0, Path(folder))
            state = "real" if report else "NOT SHOWN"
            if report and not at_line:
                # What the C library does with too large a size is reported where it is read, and lost memory where it came from.
                state = "real (reported at another line)"
                elsewhere += 1
            if right:
                state += f", BUT WITHOUT IT: {right}"
            wrong += (not report) or bool(right)
            print(f"{fault.name():26} line {fault.line:3}  {fault.check:16} {state}: {report[:110]}")
    print(f"sum: {len(faults)} faults, {wrong} wrong, {elsewhere} reported at another line\n")
    return wrong == 0


# ---- Cairn ----------------------------------------------------------------------------------------------------------------


def check(binary, limit, file, number, checks):
    """The obligations of one run, and an error message if there are none."""
    command = [binary, "check", *sources(file), "--time-limit", f"{limit}s", "--format", "json", "--check", ",".join(checks), "--",
               f"-DFAULT={number}"]
    ran = subprocess.run(command, cwd=HERE, text=True, capture_output=True)
    try:
        answer = json.loads(ran.stdout)
        return answer["obligations"], ""
    except (ValueError, KeyError):
        return [], last_lines(ran.stdout + ran.stderr)[:300] or f"exit code {ran.returncode}"


def is_about(obligation, fault):
    """Whether this obligation asks what the fault violates. Lost memory that something may still point to has a row of its own."""
    return obligation["kind"] == fault.check or (fault.check == "valid-memtrack" and obligation["kind"].startswith(DOUBTFUL_MEMORY))


def at_mark(obligation, fault):
    """Whether this obligation is the one that the fault violates. Lost memory is asked about where the program ends."""
    if fault.check in EXTRA_CHECKS and is_about(obligation, fault):
        return True
    return obligation["at"]["line"] == fault.line and Path(obligation["at"]["file"]).name == Path(fault.file).name


def place(obligation):
    return f"{Path(obligation['at']['file']).name}:{obligation['at']['line']} {obligation['kind']} ({obligation['text'][:40]})"


def judge(obligations, fault):
    """One word about a fault, the obligations that are violated elsewhere, and why it is missed."""
    here = [one for one in obligations if at_mark(one, fault)]
    others = [one for one in obligations if one["state"] == "violated" and one not in here]
    if any(one["state"] == "violated" for one in here):
        kinds = sorted({one["kind"] for one in here if one["state"] == "violated"})
        return "found", others, ", ".join(kinds)
    asked = [one for one in here if is_about(one, fault)]
    if not asked:
        return "missed", others, "no obligation of this kind on the line; there are: " + ", ".join(
            sorted({f"{one['kind']}={one['state']}" for one in here}))
    unknown = [one for one in asked if one["state"] == "unknown"]
    if unknown:
        reasons = []
        for one in unknown:
            reasons += [reason["text"] for reason in one.get("reasons", []) if reason["text"] not in reasons]
        return "missed", others, "; ".join(reasons)
    # A violation before this line ends each execution, so a proof may be right if there is one.
    word = "missed" if others else "WRONG PROOF?"
    return word, others, ", ".join(f"{one['kind']} is {one['state']}" for one in asked)


def cairn(faults, binary, limit, kept):
    """Prints the answers, and returns whether none is wrong. Each is appended to the file `kept`, if there is one, as a line of JSON."""
    print(f"CAIRN ({limit} s each)")
    found = collections.Counter()
    total = collections.Counter()
    causes = collections.Counter()
    wrong = 0

    def keep(file, number, **more):
        if kept:
            with open(kept, "a") as out:
                out.write(json.dumps({"file": file, "fault": number, **more}) + "\n")

    for file in dict.fromkeys(fault.file for fault in faults):
        mine = [fault for fault in faults if fault.file == file]
        extra = sorted({fault.check for fault in mine if fault.check in EXTRA_CHECKS})
        begin = time.time()
        obligations, error = check(binary, limit, file, 0, ["all"] + extra)
        states = collections.Counter(one["state"] for one in obligations)
        violated = [one for one in obligations if one["state"] == "violated"]
        wrong += len(violated)
        print(f"{file + ' right':26} {error or dict(sorted(states.items()))} {time.time() - begin:.0f} s")
        for one in violated:
            print(f"    FALSE FINDING: {place(one)}: {one.get('inputs', '')}")
        keep(file, 0, error=error, states=states, violated=[place(one) for one in violated])
        for fault in mine:
            begin = time.time()
            extra = [fault.check] if fault.check in EXTRA_CHECKS else []
            obligations, error = check(binary, limit, file, fault.number, ["all"] + extra)
            word, others, why = ("missed", [], error) if error else judge(obligations, fault)
            total[fault.what] += 1
            found[fault.what] += word == "found"
            wrong += word.startswith("WRONG") + len(others)
            print(f"{fault.name():26} line {fault.line:3}  {fault.check:16} {word} {time.time() - begin:.0f} s: {why[:400]}")
            for one in others:
                print(f"    VIOLATED ELSEWHERE: {place(one)}: {one.get('inputs', '')}")
            if word != "found":
                causes[re.sub(r"[\w./<>-]+:\d+:\d+", "PLACE", why.split("; ")[0])[:150]] += 1
            keep(file, fault.number, what=fault.what, check=fault.check, word=word, why=why, others=[place(one) for one in others],
                 seconds=round(time.time() - begin, 1))
            sys.stdout.flush()
    sums("Cairn", found, total)
    for cause, count in causes.most_common():
        print(f"  missed {count}: {cause}")
    print()
    return wrong == 0


def sums(who, found, total):
    print(f"found by {who}:")
    for what in sorted(total):
        print(f"  {what:26} {found[what]} of {total[what]}")
    print(f"  {'all':26} {sum(found.values())} of {sum(total.values())}")


# ---- gcc -fanalyzer -------------------------------------------------------------------------------------------------------


def analyze(file, number):
    """The lines on which gcc's analyzer warns, with the names of the warnings. -O0 is what its manual recommends least surprise
    with, but -O2 is needed for array bounds: so both are asked."""
    lines = set()
    for level in ("-O0", "-O2"):
        ran = subprocess.run(GCC + [level, "-fanalyzer", "-fdiagnostics-plain-output", f"-DFAULT={number}", "-c", "-o", "/dev/null",
                                    file], cwd=HERE, text=True, capture_output=True)
        for name, line, what in re.findall(r"^([^:\n]+):(\d+):\d+: warning: .*\[(?:-W)?([\w+=-]+)\]$", ran.stderr, re.MULTILINE):
            if Path(name).name == Path(file).name:
                lines.add((int(line), what))
    return lines


def gcc_analyzer(faults):
    """Prints what gcc warns of. A fault counts as found if there is a warning on its line that the right program has not."""
    print("GCC -fanalyzer (-O0 and -O2, with -Wall -Wextra)")
    found = collections.Counter()
    total = collections.Counter()
    right = {}
    for fault in faults:
        if fault.file not in right:
            right[fault.file] = analyze(fault.file, 0)
            for line, what in sorted(right[fault.file]):
                print(f"{fault.file + ' right':26} line {line:3}  FALSE WARNING: {what}")
        warned = analyze(fault.file, fault.number) - right[fault.file]
        here = sorted({what for line, what in warned if line == fault.line})
        # Lines move with FAULT in no program, since all versions are in one text.
        elsewhere = sorted({f"{what} at {line}" for line, what in warned if line != fault.line})
        total[fault.what] += 1
        found[fault.what] += bool(here)
        print(f"{fault.name():26} line {fault.line:3}  {fault.check:16} {'found: ' + ', '.join(here) if here else 'missed'}"
              f"{' (elsewhere: ' + ', '.join(elsewhere) + ')' if elsewhere else ''}")
    sums("gcc -fanalyzer", found, total)
    print()
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sanitizers", action="store_true", help="run each fault with its input")
    parser.add_argument("--cairn", metavar="BIN", help="check each fault with this program")
    parser.add_argument("--time", type=int, default=60, help="seconds of each run of Cairn (60)")
    parser.add_argument("--keep", metavar="FILE", help="append each answer of Cairn to this file, one JSON object a line")
    parser.add_argument("--gcc-analyzer", action="store_true", help="what gcc -fanalyzer warns of")
    parser.add_argument("only", nargs="*", help="only files whose names contain one of these words")
    arguments = parser.parse_args()
    faults = read_table(arguments.only)
    right = True
    if arguments.sanitizers:
        right &= sanitizers(faults)
    if arguments.gcc_analyzer:
        right &= gcc_analyzer(faults)
    if arguments.cairn:
        right &= cairn(faults, str(Path(arguments.cairn).resolve()), arguments.time, arguments.keep)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
