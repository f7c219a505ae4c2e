//! A function under construction: where the next operation goes, labels, switches, and what runs when scopes are left.

use super::operand::LValue;
use crate::ast::Symbol;
use cairn_base::{FastIndexMap, FastMap, Span};
use cairn_ir::program::Body;
use cairn_ir::types::FunctionType;
use cairn_ir::{Function, FunctionId, Node, NodeId, Program, Type, TypeId, VarId};

pub(crate) struct FunctionState {
    pub id: FunctionId,
    pub exit: NodeId,
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
    /// Ends of the open blocks, in the order of the declarations.
    pub open: Vec<OpenEnd>,
    /// The numbers of the open blocks, the outermost first, and how many have begun.
    pub blocks: Vec<u32>,
    pub blocks_begun: u32,
    /// Jumps whose way on is made when the function's text is read.
    pub jumps: Vec<Jump>,
    /// How much of `open` there was where the loops and switches began.
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
            open: Vec::new(),
            blocks: Vec::new(),
            blocks_begun: 0,
            jumps: Vec::new(),
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

#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(super) known: FastIndexMap<Symbol, Label>,
    pub(super) addresses: Vec<(u128, NodeId)>,
    /// The temporary that has the target of each computed jump.
    pub(super) target: Option<VarId>,
    /// The computed jumps: their nodes, and what is open there.
    pub(super) computed: Vec<(NodeId, Vec<OpenEnd>, Span)>,
    /// Open scopes at a label's node.
    pub(super) scopes: FastMap<NodeId, LabelScope>,
}

#[derive(Clone, Debug)]
pub(crate) struct LabelScope {
    pub(super) open: Vec<OpenEnd>,
    pub(super) blocks: Vec<u32>,
}

/// End at the exit of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeEnd {
    /// The lifetime of a variable or a compound literal.
    Variable(VarId),
    /// The lifetime of an array of variable length that this variable points to.
    Array(VarId),
    /// A function runs that is told of a variable.
    Cleanup { of: LValue, function: FunctionId, span: Span },
}

/// End at the exit of the block of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenEnd {
    pub end: ScopeEnd,
    pub block: u32,
}

/// A jump with what is open where it is: all of it ends, or, when it goes to a label, what is not open there.
#[derive(Clone, Debug)]
pub(crate) struct Jump {
    pub from: NodeId,
    pub to: NodeId,
    pub open: Vec<OpenEnd>,
    pub to_label: bool,
    pub span: Span,
}

/// A switch whose body is being lowered.
pub(crate) struct Switch {
    pub(super) ty: TypeId,
    /// First and last value, where to, and the place of the label.
    pub(super) cases: Vec<(i128, i128, NodeId, Span)>,
    pub(super) seen: FastMap<i128, Span>,
    pub(super) default: Option<NodeId>,
    /// How much was open where the switch began.
    pub(super) mark: usize,
}

pub(crate) fn new_node(function: FunctionId) -> Node {
    Node { function, leaving: Default::default(), entering: Default::default(), loop_head: false, order: 0 }
}
