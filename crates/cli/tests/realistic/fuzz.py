#!/usr/bin/env python3
"""Holds what `cairn check` proves of libraries against calls by a fuzzer under AddressSanitizer and UBSan.

`cairn check -p` checks each function of a library with any arguments, by the harness that `cairn harness` writes: pointers go to three
elements, are not null and do not overlap, static variables have their initial values. Here the same harness is compiled with gcc's
sanitizers, beside a runtime in which `__VERIFIER_nondet_*` return random values (small ones, those at the ends of types, any, and
earlier ones again), and called many times. What a sanitizer reports is compared with the obligations at that line:

  CONTRADICTION     all obligations on the line that ask about what was reported are proved or unreachable; or a line was executed
                    that is dead in the coverage of the check (seen where a basic block begins on it)
  NOT ASKED         something was reported on a line where no obligation asks about it
  suspect           the obligations of exactly this kind are proved, but one that is near to it is open or violated on the line: an
                    obligation is about executions in which no other was violated before, so this may be right

Each call is a process of its own, forked before any call: it begins in the state in which the harness begins, and ends with the first
report, since what is proved is about executions without a violation before. What a call does is determined by the seed, the number
of the call and the harness. Before a contradiction is printed the call is repeated in a new process. Of an allocation that the library
asks for, some fail. A call ends without a report at `__VERIFIER_assume(0)`, `exit`, `abort`, a failed assertion, or after 0.2 s.

What sanitizers do not see is no subject: variables without a value, accesses that land in another object, leaks, and steps of pointers
(UBSan could report these, but `--check all` does not ask about them).

The options are:

  --cairn BIN       the program that is held to account
  --calls N         calls for each library, shared out among its functions (10000)
  --seed N          another seed gives other calls (1)
  --time N          seconds of each run of `BIN check` (60)
  --each-entry      checks each function by itself, too: more is claimed there, since an obligation that two functions reach is proved
                    for the whole library only if it is proved for both
  --faults          does the same with each fault of the libraries in `faults.tsv` switched on, and says whether its line is reported
  --pretend-proved  takes every obligation as proved: if anything is reported then, there must be contradictions (exit code 1)
  --call F:N        makes the call with this number of the function F only, and prints its values and what is reported in full
  --inputs A,B,..   with --call: the call takes these values instead, then zeros, and all allocations work
  FILE              C files, each a library by itself, or words in the names of those in `libraries` and `fuzzed` (all of
                    these)

The exit code is 1 if there is a contradiction, or something was not asked.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# As in crates/cli/src/check/project/entries.rs.
SHAPE = ["--elements", "3", "--depth", "2", "--globals", "initial"]
# With version 5 of DWARF addr2line takes an included file for the one that includes it.
GCC = ["gcc", "-std=gnu11", "-gdwarf-4", "-O0", "-w"]
SANITIZE = ["-fsanitize=address,undefined,bounds-strict,float-cast-overflow", "-fno-sanitize=pointer-overflow", "-fno-omit-frame-pointer",
            "-fno-sanitize-recover=all", "-fsanitize-coverage=trace-pc"]
WRAPPED = ["malloc", "calloc", "realloc"]
ASAN_OPTIONS = ("halt_on_error=1:detect_leaks=0:symbolize=0:print_legend=0:print_summary=0:allocator_may_return_null=1:"
                "max_allocation_size_mb=64:detect_stack_use_after_return=1:exitcode=99:handle_abort=0:replace_str=1")
UBSAN_OPTIONS = "halt_on_error=1:symbolize=0:print_summary=0:exitcode=98"

DEREF = {"valid-deref"}
# What a sanitizer's words mean: a name, the kinds of obligations that ask about exactly this, and those that are near to it.
KINDS = [(re.compile(pattern), name, exact, exact | near) for pattern, name, exact, near in [
    (r"^(heap|stack|global|dynamic-stack)-buffer-(over|under)flow|^stack-buffer-underflow|^container-overflow", "out of bounds", DEREF,
     {"array-index", "library", "alignment", "null-dereference"}),
    (r"^(heap-use-after-free|stack-use-after-\w+|use-after-poison)", "use after its life", DEREF,
     {"library", "alignment", "null-dereference"}),
    (r"^(SEGV|BUS|unknown-crash|wild)", "wild access", DEREF, {"null-dereference", "array-index", "library", "alignment"}),
    (r"^negative-size-param", "out of bounds", DEREF, {"library"}),
    (r"^(attempting|bad-free|double-free|alloc-dealloc)", "free of what is not allocated", {"valid-free"}, set()),
    (r"^\w+-param-overlap", "overlapping copy", {"library"}, DEREF),
    (r"^FPE", "division", {"division", "overflow"}, set()),
    (r"signed integer overflow|negation of .* cannot be represented|division of .* by -1 cannot be represented", "overflow",
     {"overflow"}, set()),
    (r"division by zero", "division", {"division"}, set()),
    (r"shift exponent", "shift", {"shift"}, set()),
    (r"left shift of", "shift", {"shift", "overflow"}, set()),
    (r"null pointer passed as argument", "null argument", {"library", "null-dereference", "valid-deref"}, set()),
    (r"null pointer", "null", {"null-dereference", "valid-deref"}, {"library"}),
    (r"misaligned address", "alignment", {"alignment"}, DEREF | {"null-dereference"}),
    (r"index .* out of bounds", "index", {"array-index", "valid-deref"}, set()),
    (r"insufficient space", "out of bounds", DEREF, {"array-index", "library", "alignment", "null-dereference"}),
    (r"is outside the range of representable values of type", "float conversion", {"float-conversion"}, set()),
    (r"variable length array bound", "length of an array", {"vla-length"}, set()),
    (r"passing zero to", "builtin", {"builtin"}, set()),
    (r"function of the wrong type|call to function", "type of a call", {"call-type"}, set()),
]]
# What ends a call and says nothing about an obligation.
OTHER = re.compile(r"^stack-overflow|^out-of-memory|load of value|__builtin_unreachable")

RUNTIME = r"""
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern int harness_main(void);
extern char __executable_start[], etext[];

static uint64_t values, allocations;    /* the states of two streams of random numbers */
static int mood, failing;               /* of this call: which values are likely, and whether allocations may fail */
static uint64_t kept[8];                /* earlier values */
static unsigned kept_count;
static int is_traced;
static const char *given;               /* the values that were asked for, or null */
/* For each byte of the program: the first call that came there, and one more; shared. It is of the instruction behind the call of
   `__sanitizer_cov_trace_pc`: where blocks join, that call has the line before. */
static uint32_t *covered;
static uint32_t number;

static uint64_t next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t any(void)
{
    static const int small[4] = {85, 60, 35, 10}, ends[4] = {5, 20, 35, 20}, again[4] = {5, 10, 15, 10};
    int dice = (int)(next(&values) % 100);
    uint64_t value;
    if (given) {
        char *end = (char *)given;
        value = *given == '-' ? (uint64_t)strtoll(given, &end, 0) : strtoull(given, &end, 0);
        given = *end == ',' ? end + 1 : end;
        return value;
    }
    if (dice < small[mood]) {
        value = next(&values) % 5;
    } else if ((dice -= small[mood]) < ends[mood]) {
        value = ((uint64_t)1 << next(&values) % 64) + next(&values) % 3 - 1;
        if (next(&values) % 2)
            value = -value;
    } else if ((dice -= ends[mood]) < again[mood] && kept_count) {
        value = kept[next(&values) % (kept_count < 8 ? kept_count : 8)] + next(&values) % 3 - 1;
        if (next(&values) % 4 == 0)
            value = -value;
    } else {
        value = next(&values);
    }
    kept[kept_count++ % 8] = value;
    return value;
}

#define ANY(type, name, format, printed) \
    type __VERIFIER_nondet_##name(void) \
    { \
        type value = (type)any(); \
        if (is_traced) \
            fprintf(stderr, "@@ " #name " " format "\n", (printed)value); \
        return value; \
    }
ANY(char, char, "%d", int)
ANY(signed char, schar, "%d", int)
ANY(unsigned char, uchar, "%d", int)
ANY(short, short, "%d", int)
ANY(unsigned short, ushort, "%d", int)
ANY(int, int, "%d", int)
ANY(unsigned int, uint, "%u", unsigned)
ANY(long, long, "%ld", long)
ANY(unsigned long, ulong, "%lu", unsigned long)
ANY(long long, longlong, "%lld", long long)
ANY(unsigned long long, ulonglong, "%llu", unsigned long long)
_Bool __VERIFIER_nondet_bool(void)
{
    _Bool value = any() & 1;
    if (is_traced)
        fprintf(stderr, "@@ bool %d\n", value);
    return value;
}
__int128 __VERIFIER_nondet_int128(void) { return any() % 2 ? (__int128)any() << 64 | any() : (__int128)(int64_t)any(); }
unsigned __int128 __VERIFIER_nondet_uint128(void) { return (unsigned __int128)__VERIFIER_nondet_int128(); }
double __VERIFIER_nondet_double(void)
{
    uint64_t bits = any();
    double value = (double)(int64_t)bits;
    if (next(&values) % 3 == 0)
        memcpy(&value, &bits, sizeof value);
    else if (next(&values) % 2)
        value /= 8;
    if (is_traced)
        fprintf(stderr, "@@ double %a\n", value);
    return value;
}
float __VERIFIER_nondet_float(void) { return (float)__VERIFIER_nondet_double(); }

/* 77: the call is abandoned. */
void __VERIFIER_assume(int condition)
{
    if (!condition)
        _exit(77);
}

static int fails(const char *what)
{
    int answer = !given && failing && next(&allocations) % 4 == 0;
    if (is_traced)
        fprintf(stderr, "@@ %s %s\n", what, answer ? "fails" : "works");
    return answer;
}
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size) { return fails("malloc") ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails("calloc") ? NULL : __real_calloc(count, size); }
/* The argument is wrong also where there is no memory, so the true one is called with a size that it refuses. */
void *__wrap_realloc(void *old, size_t size) { return __real_realloc(old, fails("realloc") ? SIZE_MAX / 2 : size); }

void __sanitizer_cov_trace_pc(void)
{
    char *at = __builtin_return_address(0);
    if (covered && at >= __executable_start && at < etext && !covered[at - __executable_start])
        covered[at - __executable_start] = number + 1;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    uint64_t seed = strtoull(argv[1], NULL, 0);
    uint32_t first = (uint32_t)strtoul(argv[2], NULL, 0), count = (uint32_t)strtoul(argv[3], NULL, 0);
    size_t size = (size_t)(etext - __executable_start);
    unsigned long done = 0, abandoned = 0, late = 0, ended = 0;
    is_traced = getenv("FUZZ_TRACE") != NULL;
    given = getenv("FUZZ_INPUTS");
    if (!freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stdout))
        return 2;
    setvbuf(stderr, NULL, _IONBF, 0);
    covered = mmap(NULL, size * sizeof *covered, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (covered == MAP_FAILED)
        return 2;
    for (number = first; number < first + count; number++) {
        pid_t child = fork();
        if (child < 0)
            return 2;
        if (child == 0) {
            struct itimerval limit = {{0, 0}, {0, 200000}};
            setitimer(ITIMER_VIRTUAL, &limit, NULL);
            alarm(5);
            values = seed * 0x2545f4914f6cdd1du + number;
            next(&values);
            mood = (int)(next(&values) % 4);
            failing = next(&values) % 2 == 0;
            allocations = next(&values);
            harness_main();
            _exit(0);
        }
        int status;
        if (waitpid(child, &status, 0) != child)
            return 2;
        int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        if (signal == SIGVTALRM || signal == SIGALRM)
            late++;
        else if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
            abandoned++;
        else if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            done++;
        else {
            ended++;
            fprintf(stderr, "\n@@ call %u ended with %d\n", number, signal ? -signal : WEXITSTATUS(status));
        }
    }
    fprintf(stderr, "@@ sums %lu %lu %lu %lu\n", done, abandoned, late, ended);
    for (size_t at = 0; at < size; at++)
        if (covered[at])
            fprintf(stderr, "@@ covered %zx %u\n", at, covered[at] - 1);
    return 0;
}
"""


class Report:
    """What a sanitizer said in one call."""

    def __init__(self, function, call, words, file, line, text):
        self.function, self.call, self.words, self.file, self.line, self.text = function, call, words, file, line, text
        found = next((row for row in KINDS if row[0].search(words)), None)
        self.kind, self.exact, self.near = found[1:] if found else ("?", set(), set())
        self.is_other = bool(OTHER.search(words))

    def place(self):
        return f"{Path(self.file).name}:{self.line}" if self.file else "?"


def fail(command, ran):
    sys.exit(f"{' '.join(command)}:\n{(ran.stdout + ran.stderr)[-2000:]}")


# ---- Cairn ----------------------------------------------------------------------------------------------------------------


def flags_of(fault):
    return [f"-DFAULT={fault}"] if fault else []


def check(binary, limit, library, fault, folder, entry=None):
    """The answer of `cairn check` about a library as a project of one file."""
    commands = folder / "compile_commands.json"
    arguments = ["cc", "-std=gnu11", *flags_of(fault), "-c", str(library)]
    commands.write_text(json.dumps([{"directory": str(library.parent), "file": str(library), "arguments": arguments}]))
    command = [binary, "check", "-p", str(folder), "--functions", "--check", "all", "--time-limit", f"{limit}s", "-j", "1", "--format",
               "json"]
    if entry:
        (folder / "entry.toml").write_text(f'entries = ["{entry}"]\n')
        command += ["--config", str(folder / "entry.toml")]
    ran = subprocess.run(command, text=True, capture_output=True)
    try:
        answer = json.loads(ran.stdout)
        # A function that could not be checked has a row without a place: nothing is claimed of calls of it.
        answer["open"] = {one["function"] for one in answer["obligations"] if not one["at"]}
        answer["obligations"] = [one for one in answer["obligations"] if one["at"]]
    except (ValueError, KeyError):
        fail(command, ran)
    return answer


def functions_of(answer):
    """Those that were checked with any arguments."""
    found = next((one["names"] for one in answer["assumptions"] if one["what"] == "functions-by-themselves"), [])
    if not found or any("more" in name for name in found):
        found = sorted({one["entry"].rsplit(": ", 1)[1] for one in answer["obligations"]})
    return found


# ---- the fuzzer -----------------------------------------------------------------------------------------------------------


class Fuzzed:
    """The harness of a function as a program."""

    def __init__(self, binary, library, function, fault, folder, runtime):
        self.function = function
        self.program = folder / f"{library.stem}_{function}"
        command = [binary, "harness", function, str(library), *SHAPE, "--", "-std=gnu11", *flags_of(fault)]
        # It names the file as it is seen from the working directory.
        ran = subprocess.run(command, text=True, capture_output=True, cwd=library.parent)
        if ran.returncode:
            fail(command, ran)
        text, count = re.subn(r"^int main\(void\) \{", "int harness_main(void) {", ran.stdout, flags=re.MULTILINE)
        if count != 1:
            sys.exit(f"the harness of {function} has no main:\n{ran.stdout}")
        self.harness = folder / f"{self.program.name}.c"
        self.harness.write_text(text)
        command = [*GCC, *SANITIZE, *flags_of(fault), f"-I{library.parent}", "-o", str(self.program), str(self.harness), str(runtime),
                   "-Wl," + ",".join(f"--wrap={name}" for name in WRAPPED), "-lm"]
        ran = subprocess.run(command, text=True, capture_output=True)
        if ran.returncode:
            fail(command, ran)

    def run(self, seed, first, count, **environment):
        """What the program writes about these calls."""
        environment = {**os.environ, "ASAN_OPTIONS": ASAN_OPTIONS, "UBSAN_OPTIONS": UBSAN_OPTIONS, **environment}
        ran = subprocess.run([str(self.program), str(seed), str(first), str(count)], capture_output=True, env=environment)
        text = ran.stderr.decode("latin-1")
        if ran.returncode:
            sys.exit(f"{self.program.name} ended with {ran.returncode}:\n{text[-2000:]}")
        return text

    def lines(self, offsets):
        """The file and the line of each offset in the program, as a dictionary."""
        offsets = list(offsets)
        if not offsets:
            return {}
        command = ["addr2line", "-e", str(self.program)]
        ran = subprocess.run(command, text=True, capture_output=True, input="".join(f"{at:x}\n" for at in offsets))
        places = {}
        for at, text in zip(offsets, ran.stdout.splitlines()):
            file, _, line = text.split(" (")[0].rpartition(":")
            places[at] = (file, int(line)) if line.isdigit() else ("", 0)
        return places

    def calls(self, seed, first, count):
        """The reports, the sums (to the end, abandoned, too late, ended otherwise), and the first call of each line."""
        text = self.run(seed, first, count)
        body, _, tail = text.partition("@@ sums ")
        sums = [int(word) for word in tail.split("\n", 1)[0].split()]
        found = []
        begin = 0
        for mark in re.finditer(r"^@@ call (\d+) ended with (-?\d+)\n", body, re.MULTILINE):
            found.append((int(mark[1]), body[begin:mark.start()]))
            begin = mark.end()
        frames = {}
        for call, said in found:
            if "ERROR: AddressSanitizer" in said:
                stack = said[said.index("ERROR: AddressSanitizer"):].split("\n\n")[0]
                frames[call] = [int(at, 16) for path, at in
                                re.findall(r"^ *#\d+ 0x\w+ +\(([^()\s]+)\+0x(\w+)\)", stack, re.MULTILINE)
                                if Path(path).name == self.program.name]
        covered = {int(at, 16): int(call) for at, call in re.findall(r"^@@ covered (\w+) (\d+)$", tail, re.MULTILINE)}
        places = self.lines({at for stack in frames.values() for at in stack} | set(covered))
        reports = []
        for call, said in found:
            overflow = re.search(r"^(\S+?):(\d+):(\d+): runtime error: (.*)$", said, re.MULTILINE)
            address = re.search(r"ERROR: AddressSanitizer: (.*)$", said, re.MULTILINE)
            if overflow:
                reports.append(Report(self.function, call, overflow[4], overflow[1], int(overflow[2]), said))
            elif address:
                # The first frame that is not of this runtime.
                stack = [places[at] for at in frames[call] if places[at][0] and Path(places[at][0]).name != "runtime.c"]
                file, line = stack[0] if stack else ("", 0)
                reports.append(Report(self.function, call, address[1], file, line, said))
        first_calls = {}
        for at, call in covered.items():
            first_calls[places[at]] = min(call, first_calls.get(places[at], call))
        return reports, sums, first_calls


# ---- the comparison -------------------------------------------------------------------------------------------------------


def is_here(obligation, file, line):
    return obligation["at"]["line"] == line and Path(obligation["at"]["file"]).name == Path(file).name


def states(obligations):
    """As words."""
    return ", ".join(sorted({f"{one['kind']} {one['state']}" for one in obligations}))


def judge(report, answer):
    """A word about a report, and why."""
    if report.is_other:
        return "other", ""
    if report.function in answer["open"]:
        return "not checked", ""
    near = [one for one in answer["obligations"] if is_here(one, report.file, report.line) and one["kind"] in report.near]
    exact = [one for one in near if one["kind"] in report.exact]
    held = lambda rows: all(one["state"] in ("proved", "unreachable") for one in rows)
    if not near:
        return "NOT ASKED", states([one for one in answer["obligations"] if is_here(one, report.file, report.line)])
    if held(near):
        return "CONTRADICTION", states(near)
    if exact and held(exact):
        return "suspect", states(near)
    return "fits", states(near)


def confirmed(fuzzed, seed, report):
    """Whether a new process reports the same."""
    again, _, _ = fuzzed.calls(seed, report.call, 1)
    return any((one.place(), one.kind) == (report.place(), report.kind) for one in again)


class Sums:
    """Figures."""

    def __init__(self):
        self.count = collections.Counter()
        self.wrong = 0


def compare(fuzzed, seed, results, answer, whose, sums):
    """Prints what of the reports and the covered lines of a function does not fit an answer."""
    reports, _, first_calls = results
    by_place = collections.defaultdict(list)
    for report in reports:
        by_place[report.file, report.line, report.kind].append(report)
    for (file, line, kind), same in sorted(by_place.items()):
        report = same[0]
        if not file or Path(file).name == fuzzed.harness.name:
            print(f"  in no line of the library: {fuzzed.function}: call {report.call}: {report.words}")
            sums.count["elsewhere"] += len(same)
            continue
        word, why = judge(report, answer)
        if word in ("CONTRADICTION", "NOT ASKED"):
            sure = confirmed(fuzzed, seed, report)
            sums.wrong += 1
            print(f"  {word}{'' if sure else ' (not seen again)'} ({whose}): {fuzzed.function}: {report.place()}: {kind} "
                  f"({report.words[:80]}): {why or 'nothing'}; {len(same)} calls: --seed {seed} --call {fuzzed.function}:{report.call}")
        elif word == "suspect":
            print(f"  suspect ({whose}): {fuzzed.function}: {report.place()}: {kind} ({report.words[:60]}): {why}; --call "
                  f"{fuzzed.function}:{report.call}")
        sums.count[word] += 1
    is_checked = fuzzed.function not in answer["open"]
    for file, lines in answer.get("coverage", {}).get("lines", {}).items() if is_checked else []:
        for (of, line), call in sorted(first_calls.items()):
            if Path(of).name == Path(file).name and lines.get(str(line)) is False:
                sums.wrong += 1
                sums.count["CONTRADICTION"] += 1
                print(f"  CONTRADICTION ({whose}): {fuzzed.function}: {Path(of).name}:{line} is dead, and call {call} comes there: "
                      f"--seed {seed} --call {fuzzed.function}:{call}")


def pretend(answer):
    """Takes every obligation as proved."""
    for one in answer["obligations"]:
        one["state"] = "proved"
    return answer


def seen(answer, reports):
    """How many of the obligations that are violated a report is about, how many there are, and those that none is about."""
    violated = [one for one in answer["obligations"] if one["state"] == "violated"]
    met = [one for one in violated
           if any(is_here(one, report.file, report.line) and one["kind"] in report.near for report in reports)]
    return len(met), len(violated), [one for one in violated if one not in met]


def library(asked, path, fault, folder, runtime, total):
    """Compares one library, and returns all reports about it with what was claimed."""
    begin = time.time()
    answer = check(asked.cairn, asked.time, path, fault, folder)
    functions = functions_of(answer)
    checked = time.time()
    if asked.pretend_proved:
        pretend(answer)
    sums = Sums()
    all_reports = []
    share = [asked.calls // len(functions) + (at < asked.calls % len(functions)) for at in range(len(functions))]
    ended = [0, 0, 0, 0]
    kinds = collections.Counter()
    for function, count in zip(functions, share):
        fuzzed = Fuzzed(asked.cairn, path, function, fault, folder, runtime)
        results = fuzzed.calls(asked.seed, 0, count)
        all_reports += results[0]
        ended = [before + more for before, more in zip(ended, results[1])]
        kinds.update(report.kind for report in results[0])
        compare(fuzzed, asked.seed, results, answer, "library", sums)
        if asked.each_entry:
            own = check(asked.cairn, asked.time, path, fault, folder, function)
            compare(fuzzed, asked.seed, results, pretend(own) if asked.pretend_proved else own, "entry", sums)
    met, violated, missed = seen(answer, all_reports)
    claims = collections.Counter(one["state"] for one in answer["obligations"])
    name = path.name + (f" fault {fault}" if fault else "")
    print(f"{name:26} {len(functions)} functions, {sum(ended)} calls: {ended[0]} to the end, {ended[1]} abandoned, {ended[2]} too "
          f"long, {len(all_reports)} reports ({', '.join(f'{count} {kind}' for kind, count in kinds.most_common())}); "
          f"claims: {', '.join(f'{count} {state}' for state, count in sorted(claims.items()))}; places: {dict(sums.count)}; "
          f"of {violated} violated {met} seen; {checked - begin:.0f} s + {time.time() - checked:.0f} s")
    for one in missed:
        print(f"    violated, not seen: {Path(one['at']['file']).name}:{one['at']['line']} {one['kind']} ({one['text'][:50]}) in "
              f"{one['function']}")
    sys.stdout.flush()
    total.update({"libraries": 1, "functions": len(functions), "calls": sum(ended), "reports": len(all_reports), "wrong": sums.wrong,
                  "proved": claims["proved"] + claims["unreachable"], "violated": violated, "seen": met})
    return all_reports, answer


def faults_of(path):
    """The faults of a library in the table: numbers, kinds and lines."""
    rows = [text.split("\t") for text in (HERE / "faults.tsv").read_text().splitlines()[1:]]
    found = []
    for row in rows:
        if HERE / row[0] == path:
            mark = f"/* fault {row[1]} */"
            line = next(at for at, text in enumerate(path.read_text().splitlines(), 1) if mark in text)
            found.append((int(row[1]), row[2], row[3], line))
    return found


def one_call(asked, path, folder, runtime):
    """Prints all about one call."""
    function, _, number = asked.call.partition(":")
    fuzzed = Fuzzed(asked.cairn, path, function, 0, folder, runtime)
    given = {"FUZZ_INPUTS": asked.inputs} if asked.inputs is not None else {}
    print(fuzzed.harness.read_text())
    print(fuzzed.run(asked.seed, int(number or 0), 1, FUZZ_TRACE="1", **given).split("@@ sums")[0])
    for report in fuzzed.calls(asked.seed, int(number or 0), 1)[0] if not given else []:
        print(f"{report.place()}: {report.kind}: {report.words}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cairn", metavar="BIN", required=True, help="the program that is held to account")
    parser.add_argument("--calls", type=int, default=10000, help="calls for each library (10000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other calls (1)")
    parser.add_argument("--time", type=int, default=60, help="seconds of each run of `check` (60)")
    parser.add_argument("--each-entry", action="store_true", help="check each function by itself, too")
    parser.add_argument("--faults", action="store_true", help="with each seeded fault")
    parser.add_argument("--pretend-proved", action="store_true", help="take every obligation as proved")
    parser.add_argument("--call", metavar="F:N", help="print all about one call")
    parser.add_argument("--inputs", metavar="A,B,..", help="the values of that call")
    parser.add_argument("files", nargs="*", metavar="FILE", help="C files, or words in the names of the libraries here")
    asked = parser.parse_args()
    asked.cairn = str(Path(asked.cairn).resolve())
    begin = time.time()
    own = [path for folder in ("libraries", "fuzzed") for path in sorted((HERE / folder).glob("*.c"))
           if not path.name.startswith("use_")]
    given = [Path(file).resolve() for file in asked.files if Path(file).is_file()]
    words = [file for file in asked.files if not Path(file).is_file()]
    paths = given + [path for path in own if not asked.files or any(word in path.name for word in words)]
    if not paths:
        sys.exit("no such library")
    total = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, runtime = folder / "runtime.c", folder / "runtime.o"
        source.write_text(RUNTIME)
        command = [*GCC, "-O1", "-c", "-o", str(runtime), str(source)]
        ran = subprocess.run(command, text=True, capture_output=True)
        if ran.returncode:
            fail(command, ran)
        if asked.call:
            one_call(asked, paths[0], folder, runtime)
            return 0
        for path in paths:
            right, _ = library(asked, path, 0, folder, runtime, total)
            for fault, what, kind, line in faults_of(path) if asked.faults else []:
                reports, answer = library(asked, path, fault, folder, runtime, total)
                here = [report for report in reports if report.line == line and Path(report.file).name == path.name]
                before = sum(report.line == line and Path(report.file).name == path.name for report in right)
                claims = [one for one in answer["obligations"] if is_here(one, path, line) and one["kind"] == kind]
                print(f"    fault {fault}, {what}, line {line}: {len(here)} reports there, {before} without the fault; "
                      f"claimed: {states(claims) or 'nothing'}")
    print(f"sum: {total['libraries']} libraries, {total['functions']} functions, {total['calls']} calls, {total['reports']} reports; "
          f"{total['proved']} proved or unreachable; {total['seen']} of {total['violated']} violated seen; {total['wrong']} "
          f"contradictions or not asked; {time.time() - begin:.0f} s")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
