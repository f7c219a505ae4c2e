//! The names of what a program has: nodes, edges, functions and variables, each an index into its arena.

use cairn_base::define_id;

define_id!(
    /// A node of a control-flow automaton: a program location.
    pub NodeId, "n"
);
define_id!(
    /// An edge of a control-flow automaton.
    pub EdgeId, "g"
);
define_id!(
    /// A function.
    pub FunctionId, "f"
);
define_id!(
    /// A variable: a global, a static, a parameter, a local, a temporary, or a string literal.
    pub VarId, "v"
);
