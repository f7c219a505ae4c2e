"""Cairn for BenchExec: how it is found and called, and what its output means.

With this folder's parent in PYTHONPATH the tool is `tools.cairn`; as `benchexec/tools/cairn.py` of an installed BenchExec
it is `cairn`. It is written against BenchExec's `BaseTool2` (3.3 or later).
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

VERDICT = re.compile(r"Verification result: (TRUE|FALSE|UNKNOWN)(?:\. Property violation \(([^)]*)\))?")
# Cairn's name of a check, where the competition's property has another.
PROPERTIES = {"overflow": "no-overflow"}


class Tool(benchexec.tools.template.BaseTool2):
    """What BenchExec asks of a tool."""

    # The binary looks for the library in ../lib/cairn.
    REQUIRED_PATHS = ["bin/cairn", "lib/cairn"]

    def name(self):
        return "Cairn"

    def executable(self, tool_locator):
        return tool_locator.find_executable("cairn", subdir="bin")

    def program_files(self, executable):
        return self._program_files_from_executable(executable, self.REQUIRED_PATHS, parent_dir=True)

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cairn")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", "--quiet"]
        model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        if model and "--32" not in options and "--64" not in options:
            command.append(model)
        if task.property_file:
            command += ["--property", task.property_file]
        # Cairn stops by itself a little before it is stopped, and says what it knows.
        if rlimits.cputime and not any(word.startswith("cpu-limit") for word in options):
            command += ["--option", "cpu-limit={}s".format(rlimits.cputime)]
        return command + list(options) + list(task.input_files_or_identifier)

    def determine_result(self, run):
        for line in reversed(run.output):
            found = VERDICT.match(line)
            if found:
                verdict, violated = found.groups()
                if verdict == "TRUE":
                    return result.RESULT_TRUE_PROP
                if verdict == "FALSE":
                    return "{}({})".format(result.RESULT_FALSE_PROP, PROPERTIES.get(violated, violated))
                break
        code = run.exit_code.value
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if code == 2:
            return result.RESULT_ERROR + "(input)"
        if code == 101 or run.exit_code.signal:
            return result.RESULT_ERROR
        for line in run.output:
            if line.startswith("Reason: ") and "limit of processor time" in line:
                return result.RESULT_TIMEOUT
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """A figure of `--stats`, by its name."""
        for line in output:
            words = line.split()
            if len(words) >= 2 and words[0] == identifier:
                return words[1]
        return None
