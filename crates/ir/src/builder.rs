//! Growing a program: the few operations that keep both ends of an edge in step.
//!
//! The arenas of [`Program`] are public, and a front end may fill them as it likes; whoever pushes an edge must also
//! enter it in the lists of both its nodes. These methods do that. What they build need not be well-formed yet:
//! `cairn_transform::passes` makes it so and [`Program::check`] says whether it is.

use crate::expr::{ExprKind, Exprs, PlaceKind};
use crate::ids::{EdgeId, FunctionId, NodeId, VarId};
use crate::op::{CallSite, CallSiteId, Op};
use crate::program::{Body, Edge, EdgeList, Function, Node, Program, VarKind, Variable};
use crate::types::{FunctionType, MachineModel, Type, TypeId, Types};
use crate::{ExprId, PlaceId};
use cairn_base::id::{Id, IdVec};
use cairn_base::{SourceMap, Span};

impl Program {
    /// A program without functions for a machine. Its start is the first function that will be added.
    pub fn empty(model: MachineModel) -> Program {
        Program {
            types: Types::new(model),
            exprs: Exprs::new(),
            vars: IdVec::new(),
            functions: IdVec::new(),
            nodes: IdVec::new(),
            edges: IdVec::new(),
            calls: IdVec::new(),
            start: FunctionId::from_index(0),
            sources: SourceMap::new(),
            pointer_calls: Vec::new(),
            subscripts: cairn_base::FastMap::default(),
            diagnostics: Vec::new(),
            assumptions: Default::default(),
            outside: Default::default(),
            facts: Default::default(),
        }
    }

    /// A new node of a function.
    pub fn add_node(&mut self, function: FunctionId) -> NodeId {
        self.nodes.push(Node {
            function,
            leaving: EdgeList::new(),
            entering: EdgeList::new(),
            loop_head: false,
            order: 0,
        })
    }

    /// A new edge, last among those that leave its source.
    pub fn add_edge(&mut self, source: NodeId, target: NodeId, op: Op, span: Span) -> EdgeId {
        let edge = self.edges.push(Edge { source, target, op, span });
        self.nodes[source].leaving.push(edge);
        self.nodes[target].entering.push(edge);
        edge
    }

    /// Two edges on one condition, the true one first.
    pub fn add_branch(&mut self, source: NodeId, cond: ExprId, then: NodeId, otherwise: NodeId, span: Span) {
        self.add_edge(source, then, Op::Assume { cond, truth: true }, span);
        self.add_edge(source, otherwise, Op::Assume { cond, truth: false }, span);
    }

    /// A new function without parameters and without a body.
    pub fn add_function(&mut self, name: &str, result: TypeId) -> FunctionId {
        let ty = FunctionType { result, params: Vec::new(), variadic: false, prototype: true };
        let ty = self.types.intern(Type::Function(ty));
        self.functions.push(Function {
            name: name.into(),
            ty,
            params: Vec::new(),
            locals: Vec::new(),
            result: None,
            rest: None,
            body: None,
            address_taken: false,
            external: false,
            span: Span::NONE,
        })
    }

    /// Gives a function an entry and an exit.
    pub fn add_body(&mut self, function: FunctionId) -> Body {
        let body = Body { entry: self.add_node(function), exit: self.add_node(function) };
        self.functions[function].body = Some(body);
        body
    }

    /// A new variable: in the frame of `function`, or static without one. A parameter extends the function's type; a
    /// variable of kind [`VarKind::Return`] becomes its result.
    pub fn add_var(&mut self, name: &str, ty: TypeId, kind: VarKind, function: Option<FunctionId>) -> VarId {
        let (name, address_taken, external, align, data) = (name.into(), false, false, None, None);
        let variable = Variable { name, ty, kind, function, address_taken, external, align, data, span: Span::NONE };
        let var = self.vars.push(variable);
        let Some(function) = function else { return var };
        match kind {
            VarKind::Static | VarKind::StringLiteral => {}
            VarKind::Param(_) => {
                self.functions[function].params.push(var);
                if let Type::Function(of) = self.types.get(self.functions[function].ty) {
                    let mut of = of.clone();
                    of.params.push(ty);
                    self.functions[function].ty = self.types.intern(Type::Function(of));
                }
            }
            VarKind::Return => {
                self.functions[function].result = Some(var);
                self.functions[function].locals.push(var);
            }
            VarKind::Local | VarKind::Temp => self.functions[function].locals.push(var),
        }
        var
    }

    /// A new call site.
    pub fn add_call(&mut self, callee: Option<FunctionId>, args: Vec<ExprId>, result: Option<VarId>) -> CallSiteId {
        self.calls.push(CallSite { callee, args, result })
    }

    /// The place of a variable.
    pub fn var_place(&mut self, var: VarId) -> PlaceId {
        let ty = self.vars[var].ty;
        self.exprs.place(PlaceKind::Var(var), ty)
    }

    /// The value of a variable.
    pub fn var_value(&mut self, var: VarId) -> ExprId {
        let place = self.var_place(var);
        let ty = self.vars[var].ty;
        self.exprs.expr(ExprKind::Load(place), ty)
    }
}
