//! Facts about the copies: of a node, of a start, of a wait.

use cairn_base::Span;
use cairn_ir::expr::ExprId;
use cairn_ir::ids::{FunctionId, NodeId, VarId};

/// Facts about a node of the copies.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    pub instance: usize,
    pub open: bool,
    /// Others must have had the chance to, whatever the operation touches.
    pub forced: bool,
    pub loop_head: bool,
    pub started: bool,
    /// It is in an atomic block.
    pub atomic: bool,
    /// It is of the library of threads.
    pub library: bool,
    /// Its action is for the program, which sees it: the number of a thread, the value of one.
    pub for_program: bool,
}

impl Copied {
    /// What happens there is no access of the program.
    pub fn is_library(&self) -> bool {
        self.library && !self.for_program
    }
}

/// A place where a thread is started: a node, from where control goes on at `to`.
pub(super) struct Spawn {
    pub from: NodeId,
    pub to: NodeId,
    pub run: FunctionId,
    pub args: Vec<ExprId>,
    /// Takes the number of the thread.
    pub result: Option<VarId>,
    pub span: Span,
    /// Where the program keeps the number of the thread.
    pub id: Option<ExprId>,
}

/// A place where an instance waits: a node that control comes to when it cannot go on.
pub(super) struct Wait {
    pub node: NodeId,
    pub instance: usize,
    /// The number and one of the thread that it waits for, or 0.
    pub by: Option<ExprId>,
    pub span: Span,
    /// The function of the library, in the prelude's name; none where main that has gone waits for all others.
    pub callee: Option<String>,
}
