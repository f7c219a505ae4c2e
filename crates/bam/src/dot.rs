//! Drawings: the automata with their blocks, and all graphs of a run with how blocks were entered and left.
