//! The program: one control-flow automaton for each function (papers: BAM 2.1, SLICE 2.2.1), variables, call sites.
//!
//! Nodes and edges of all functions live in two arenas, so that a [`NodeId`] or [`EdgeId`] alone names one. Execution
//! starts at the entry node of [`Program::start`], a function made up by the front end that initialises the globals in
//! order and calls the entry function.
//!
//! Invariants after linking and resolution (checked by `Program::check`): every edge joins two nodes of one function;
//! every node but a function's exit and those entered by a Halt or Unsupported edge has a leaving edge; a node with two
//! leaving edges has two Assume edges on one condition; every node is reachable from its function's entry; no
//! CallPointer is left; the exit node has no leaving edge; every call's callee has a body.

use crate::assumption::{Assumption, Assumptions};
use crate::expr::{ExprId, Exprs, PlaceId, PlaceKind};
use crate::external::{Outside, Treatment, pointers_in};
use crate::facts::ProgramFacts;
use crate::ids::{EdgeId, FunctionId, NodeId, VarId};
use crate::op::{CallSite, CallSiteId, Op};
use crate::types::{TypeId, Types};
use cairn_base::id::IdVec;
use cairn_base::{Diagnostic, SourceMap, Span};

/// A node's edges. Nearly all have one or two, which are kept in place: a program has more nodes than anything else.
pub type EdgeList = smallvec::SmallVec<[EdgeId; 2]>;

/// A program location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The function it is in.
    pub function: FunctionId,
    /// Edges that leave it, in the order of the source (the true branch first).
    pub leaving: EdgeList,
    /// Edges that enter it.
    pub entering: EdgeList,
    /// True when it is the head of a loop: some edge that closes a cycle of the depth-first search enters it.
    pub loop_head: bool,
    /// Position in a reverse post-order of its function, from 0: an edge that goes to a smaller one closes a loop.
    pub order: u32,
}

/// An edge of a control-flow automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// From.
    pub source: NodeId,
    /// To.
    pub target: NodeId,
    /// The operation.
    pub op: Op,
    /// The text that it comes from.
    pub span: Span,
}

/// Kind of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum VarKind {
    /// File scope, or static in a function: one object, from start to end.
    Static,
    /// A parameter of a function, by position.
    Param(u32),
    /// A local of a function.
    Local,
    /// A local that the front end made up: the value of a call or of a subexpression with side effects. Its address is
    /// never taken.
    Temp,
    /// The variable that holds a function's result between `return` and the caller.
    Return,
    /// A string literal: static, never written, content in [`Variable::data`].
    StringLiteral,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Name in the source; made up for the made-up.
    pub name: String,
    /// Its type; complete.
    pub ty: TypeId,
    /// Its kind.
    pub kind: VarKind,
    /// The function whose frame holds it; for [`VarKind::Static`] the one it is declared in, if any.
    pub function: Option<FunctionId>,
    /// True when some [`crate::ExprKind::AddressOf`] goes to it or a part of it (array decay counts).
    pub address_taken: bool,
    /// True when it has external linkage: code that is not in the program may name it.
    pub external: bool,
    /// The alignment that its declaration asks for, in bytes, where that is more than its type's.
    pub align: Option<u64>,
    /// The object's initial bytes, when known as a whole.
    pub data: Option<Box<[u8]>>,
    /// Where it is declared.
    pub span: Span,
}

impl Variable {
    /// The function in whose frame it lives; `None` for statics and string literals, static locals included.
    pub fn frame(&self) -> Option<FunctionId> {
        match self.kind {
            VarKind::Static | VarKind::StringLiteral => None,
            VarKind::Param(_) | VarKind::Local | VarKind::Temp | VarKind::Return => self.function,
        }
    }
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its parameters; empty without a body.
    pub params: Vec<VarId>,
    /// All other variables of its frame.
    pub locals: Vec<VarId>,
    /// Variable of its result; `None` for `void` and without a body.
    pub result: Option<VarId>,
    /// Pointer to the arguments beyond the parameters, in a function that starts a list of them (`va_start`): a `void
    /// *`. Once `cairn_transform::variadic` has run it is the last of `params`.
    pub rest: Option<VarId>,
    /// Its automaton; `None` without a body.
    pub body: Option<Body>,
    /// True when its address is taken: a call through a pointer may get here.
    pub address_taken: bool,
    /// True when it has external linkage: code that is not in the program may name it.
    pub external: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A function's automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    /// Where it begins.
    pub entry: NodeId,
    /// Where it returns.
    pub exit: NodeId,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its types.
    pub types: Types,
    /// Its expressions and places.
    pub exprs: Exprs,
    /// Its variables.
    pub vars: IdVec<VarId, Variable>,
    /// Its functions.
    pub functions: IdVec<FunctionId, Function>,
    /// Its locations.
    pub nodes: IdVec<NodeId, Node>,
    /// Its edges.
    pub edges: IdVec<EdgeId, Edge>,
    /// Its calls.
    pub calls: IdVec<CallSiteId, CallSite>,
    /// The made-up function that initialises the globals, calls the entry function and halts.
    pub start: FunctionId,
    /// The source texts.
    pub sources: SourceMap,
    /// Elements of arrays of variable length, which are places behind pointers: each with the subscript and the array's
    /// length, both as `ptrdiff_t`. What is written as a subscript only; noted where [`crate::behaviour`] asks for them.
    pub subscripts: cairn_base::FastMap<PlaceId, (ExprId, ExprId)>,
    /// Where calls through pointers begin.
    pub pointer_calls: Vec<PointerCall>,
    /// Messages of the front end (functions without a body, …).
    pub diagnostics: Vec<Diagnostic>,
    /// Assumptions of the model in code that may run.
    pub assumptions: Assumptions,
    /// Results of analyses about it.
    pub facts: ProgramFacts,
    /// Functions without a body, and what else is outside.
    pub outside: Outside,
}

/// A call through a pointer, which is a chain of comparisons with functions (`cairn_transform::resolve`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerCall {
    /// The first comparison.
    pub node: NodeId,
    /// Called pointer.
    pub pointer: ExprId,
}

impl Program {
    /// The node where execution starts.
    pub fn entry(&self) -> NodeId {
        self.functions[self.start].body.expect("the start function has a body").entry
    }
    /// True for the node at which the function that it is in begins.
    pub fn is_entry(&self, node: NodeId) -> bool {
        self.functions[self.nodes[node].function].body.is_some_and(|body| body.entry == node)
    }
    /// The edges that leave a node, with their ids.
    pub fn leaving(&self, node: NodeId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.nodes[node].leaving.iter().map(|id| (*id, &self.edges[*id]))
    }
    /// The nodes to which edges lead from a node.
    pub fn successors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.nodes[node].leaving.iter().map(|edge| self.edges[*edge].target)
    }
    /// The nodes from which edges lead to a node.
    pub fn predecessors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.nodes[node].entering.iter().map(|edge| self.edges[*edge].source)
    }
    /// The nodes of each function, in order.
    pub fn nodes_by_function(&self) -> IdVec<FunctionId, Vec<NodeId>> {
        let mut nodes: IdVec<FunctionId, Vec<NodeId>> = self.functions.iter().map(|_| Vec::new()).collect();
        for (id, node) in self.nodes.iter_ids() {
            nodes[node.function].push(id);
        }
        nodes
    }
    /// The type of an expression.
    pub fn type_of(&self, expr: ExprId) -> TypeId {
        self.exprs[expr].ty
    }
    /// The type of a place.
    pub fn type_of_place(&self, place: PlaceId) -> TypeId {
        self.exprs[place].ty
    }
    /// Whether a variable is one that nothing may write to (C17 6.4.5p7, 6.7.3p6): a string literal, or defined `const`.
    pub fn is_constant(&self, var: VarId) -> bool {
        self.vars[var].kind == VarKind::StringLiteral || self.outside.constants.contains(&var)
    }
    /// Objects with external linkage that code outside may change, or find the address of others in, in order: what is
    /// `const` keeps its content, but not what that points to.
    pub fn external_objects(&self) -> impl Iterator<Item = VarId> + '_ {
        let holds_pointers = |ty| pointers_in(&self.types, ty) != (Vec::new(), true);
        let is_meant = move |(id, var): &(VarId, &Variable)| {
            var.external && (!self.outside.constants.contains(id) || holds_pointers(var.ty))
        };
        self.vars.iter_ids().filter(is_meant).map(|(id, _)| id)
    }
    /// Objects that a function without a body knows without being given their addresses.
    pub fn objects_known_outside(&self) -> Vec<VarId> {
        let errno = |treatment| match treatment {
            Treatment::Arguments | Treatment::Everything => self.outside.errno,
            Treatment::Pure | Treatment::Refuse => None,
        };
        let treatment = self.outside.treatment;
        let external = self.external_objects().filter(|_| treatment == Treatment::Everything);
        external.chain(errno(treatment)).collect()
    }
    /// Notes what the code of the function `place` takes for granted; `name` is what it is about, or empty.
    pub fn assume(&mut self, what: Assumption, name: &str, place: FunctionId) {
        self.assumptions.note(what, name, place);
    }
    /// The body that an operation calls; `None` for one that calls nothing, or a function without a body.
    pub fn body_called(&self, op: &Op) -> Option<Body> {
        let Op::Call(site) = op else { return None };
        self.calls[*site].callee.and_then(|callee| self.functions[callee].body)
    }
    /// A function by name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter_ids().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }
}

impl Program {
    /// Target of a pointer from outside at a place, as far as its uses tell.
    pub fn external_pointee(&self, place: PlaceId) -> Option<TypeId> {
        let known = match self.exprs[place].kind {
            PlaceKind::Var(var) => self.facts.exposure.used_as.get(&var).copied(),
            _ => None,
        };
        known.or_else(|| self.types.pointee(self.exprs[place].ty))
    }
}
