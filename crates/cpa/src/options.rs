//! The options of the engines. Every choice is sound; they differ in speed and memory.

cairn_base::choice! {
    /// In which order states of the waitlist are taken.
    #[derive(Default)]
    pub enum Order {
        /// As suits the analysis; `call-stack` where nobody has chosen another.
        #[default]
        Auto = "auto",
        /// First in, first out: shortest paths first.
        BreadthFirst = "bfs",
        /// Last in, first out.
        DepthFirst = "dfs",
        /// Least recursion first, then smallest reverse post-order number, so that branches meet before what follows them is
        /// explored.
        ReversePostOrder = "rpo",
        /// Least recursion first, then deepest call stack, then reverse post-order: a callee is finished before its caller goes on.
        CallStackFirst = "call-stack",
        /// A state in the order `call-stack` and one in the order `bfs`, in turn: no loop without end keeps the others waiting.
        Turns = "turns",
    }
}

cairn_base::choice! {
    /// Where exploration starts again after a refinement.
    #[derive(Default)]
    pub enum RefineFrom {
        /// At the first state of the error path whose precision changes (lazy abstraction); the rest of the ARG stays.
        #[default]
        Cut = "cut",
        /// At the root: everything is explored anew.
        Root = "root",
    }
}

cairn_base::choice! {
    /// Which states beside those below the cut get the refined precision.
    #[derive(Default)]
    pub enum Sharing {
        /// None.
        Subtree = "subtree",
        /// All that wait to be explored.
        #[default]
        Waitlist = "waitlist",
    }
}

/// The options of [`crate::run`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// In which order states are explored.
    pub order: Order,
    /// Keep one state a basic block in the ARG and recompute those between on demand.
    pub basic_blocks: bool,
    /// Where exploration starts again after a refinement.
    pub refine_from: RefineFrom,
    /// Which states get a refined precision.
    pub sharing: Sharing,
    /// After so many error paths that are neither confirmed nor refuted the run ends.
    pub unrefuted_limit: usize,
    /// After so many refinements the run ends.
    pub refinement_limit: Option<usize>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            order: Order::default(),
            basic_blocks: true,
            refine_from: RefineFrom::default(),
            sharing: Sharing::default(),
            unrefuted_limit: 10,
            refinement_limit: None,
        }
    }
}
