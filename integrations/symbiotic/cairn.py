"""Cairn as a back end of Symbiotic.

Symbiotic compiles, instruments and slices a program to LLVM bitcode, and hands that to a verifier. This file tells it how
to call Cairn and what its answer means. Copy it to `lib/symbioticpy/symbiotic/targets/cairn.py` of Symbiotic, enter
`'cairn'` in the table of targets beside it, and say `symbiotic --target=cairn FILE.c`. Cairn must be found on
the PATH with its program `cairn-llvm` beside it; Symbiotic must use the version of LLVM that this is built with, 19.

What Symbiotic must not do for Cairn: link models of library functions (Cairn has its own, and knows calls by their
names), make undefined functions symbolic by itself, and inline the functions that the property is about.
"""

from symbiotic.targets.tool import SymbioticBaseTool

try:
    from benchexec.tools.template import BaseTool
    import benchexec.result as result
    import benchexec.util as util
except ImportError:
    from symbiotic.benchexec.tools.template import BaseTool
    import symbiotic.benchexec.result as result
    import symbiotic.benchexec.util as util

# How Cairn begins the line with its verdict.
VERDICT = "Verification result: "


def verdict(lines):
    """The word of the verdict, or None where the run ended without one."""
    for line in lines:
        if isinstance(line, bytes):
            line = line.decode("utf-8", "replace")
        if line.startswith(VERDICT):
            return line[len(VERDICT):].split(",")[0].split(".")[0].strip()
    return None


class SymbioticTool(BaseTool, SymbioticBaseTool):
    """What Symbiotic asks of a target."""

    REQUIRED_PATHS = ["cairn", "cairn-llvm"]

    def __init__(self, opts):
        SymbioticBaseTool.__init__(self, opts)
        self._options = opts
        # Inputs stay calls of __VERIFIER_nondet_*, which Cairn knows.
        opts.explicit_symbolic = True

    def name(self):
        return "cairn"

    def llvm_version(self):
        return "19.1.7"

    def executable(self):
        return util.find_executable("cairn")

    def version(self, executable):
        return self._version_from_tool(executable, "--version")

    def set_environment(self, symbiotic_dir, opts):
        # Cairn has models of the library's functions.
        opts.linkundef = []

    def cmdline(self, executable, options, tasks, propertyfile=None, rlimits={}):
        arguments = [executable, "verify", "--competition"]
        arguments.append("--32" if self._options.is32bit else "--64")
        if propertyfile is not None:
            arguments += ["--property", propertyfile]
        if self._options.timeout:
            arguments += ["--time-limit", "{0}s".format(self._options.timeout)]
        return arguments + list(options) + list(tasks)

    def determine_result(self, returncode, returnsignal, output, isTimeout):
        found = verdict(output)
        if found == "TRUE":
            return result.RESULT_TRUE_PROP
        if found == "FALSE":
            return result.RESULT_FALSE_REACH
        if isTimeout:
            return "timeout"
        if found == "UNKNOWN":
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR
