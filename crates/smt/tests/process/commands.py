# cvc5's wheel holds its library and no program: this reads SMT-LIB 2 commands, one a line, as the program does.
import sys

import cvc5

solver = cvc5.Solver(cvc5.TermManager())
solver.setOption("incremental", "true")
solver.setOption("fp-exp", "true")
solver.setOption("arrays-exp", "true")
symbols = cvc5.SymbolManager(solver)
parser = cvc5.InputParser(solver, symbols)
for line in sys.stdin:
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, line, "input")
    while True:
        command = parser.nextCommand()
        if command.isNull():
            break
        print(command.invoke(solver, symbols), end="", flush=True)
