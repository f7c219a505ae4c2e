//! A function under construction: where the next operation goes, labels, switches, and what runs when scopes are left.

use super::operand::LValue;
use crate::ast::Symbol;
use cairn_base::{FastIndexMap, FastMap, Span};
use cairn_ir::program::Body;
use cairn_ir::types::FunctionType;
use cairn_ir::{Function, FunctionId, Node, NodeId, Program, Type, TypeId, VarId};

/// A function under construction.
pub(crate) struct FunctionState {
    pub id: FunctionId,
    pub exit: NodeId,
    /// Where the next operation goes.
    pub cur: NodeId,
    /// Where edges without a successor go.
    pub sink: Option<NodeId>,
    pub result: Option<VarId>,
    pub temps: u32,
    /// Stand-ins for temporaries where nothing is evaluated.
    pub phantoms: FastMap<TypeId, VarId>,
    pub labels: Labels,
    pub breaks: Vec<NodeId>,
    pub continues: Vec<NodeId>,
    pub switches: Vec<Switch>,
    /// Locals whose declaration is jumped over, so that their lifetime begins at the entry.
    pub hoisted: Vec<VarId>,
    /// Locals of the open scopes, for the end of their lifetime; a mark for each block.
    pub live: Vec<VarId>,
    /// What runs when the scopes that are open are left, the outermost first.
    pub cleanups: Vec<Cleanup>,
    /// How many cleanups were open where the loops and switches began.
    pub break_marks: Vec<usize>,
    pub continue_marks: Vec<usize>,
    pub name: Option<Symbol>,
    pub variadic: bool,
}

impl FunctionState {
    pub(super) fn new(id: FunctionId, entry: NodeId, exit: NodeId) -> Self {
        FunctionState {
            id,
            exit,
            cur: entry,
            sink: None,
            result: None,
            temps: 0,
            phantoms: FastMap::default(),
            labels: Labels::default(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            hoisted: Vec::new(),
            live: Vec::new(),
            cleanups: Vec::new(),
            break_marks: Vec::new(),
            continue_marks: Vec::new(),
            name: None,
            variadic: false,
        }
    }

    /// The made-up function that initialises the globals; it is function 0.
    pub fn start(program: &mut Program, fixed: &mut Vec<bool>, void: TypeId) -> Self {
        let ty = program.types.intern(Type::Function(FunctionType {
            result: void,
            params: Vec::new(),
            variadic: false,
            prototype: true,
        }));
        let id = program.functions.push(Function {
            name: "<start>".into(),
            ty,
            params: Vec::new(),
            locals: Vec::new(),
            result: None,
            rest: None,
            body: None,
            address_taken: false,
            external: false,
            span: Span::NONE,
        });
        program.start = id;
        let entry = program.nodes.push(new_node(id));
        let exit = program.nodes.push(new_node(id));
        fixed.extend([true, true]);
        program.functions[id].body = Some(Body { entry, exit });
        FunctionState::new(id, entry, exit)
    }
}

/// A label and where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    pub(super) node: NodeId,
    pub(super) defined: bool,
    pub(super) span: Span,
}

/// The labels of a function.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(super) known: FastIndexMap<Symbol, Label>,
    pub(super) addresses: Vec<(u128, NodeId)>,
    pub(super) dispatch: Option<(VarId, NodeId, Span)>,
    /// Jumps that may leave the scope of a variable with a cleanup.
    pub(super) leaps: Vec<Leap>,
    /// The cleanups that are open at a label's node, where there are any.
    pub(super) open: FastMap<NodeId, Vec<Cleanup>>,
}

/// A function that runs when a variable goes out of scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cleanup {
    pub of: LValue,
    pub function: FunctionId,
    pub span: Span,
}

/// A `goto` out of, or within, scopes with cleanups.
#[derive(Clone, Debug)]
pub(crate) struct Leap {
    pub from: NodeId,
    pub to: NodeId,
    pub open: Vec<Cleanup>,
    pub span: Span,
}

/// A switch whose body is being lowered.
pub(crate) struct Switch {
    pub(super) ty: TypeId,
    /// First and last value, where to, and the place of the label.
    pub(super) cases: Vec<(i128, i128, NodeId, Span)>,
    pub(super) seen: FastMap<i128, Span>,
    pub(super) default: Option<NodeId>,
}

/// A node without edges.
pub(crate) fn new_node(function: FunctionId) -> Node {
    Node { function, leaving: Default::default(), entering: Default::default(), loop_head: false, order: 0 }
}
