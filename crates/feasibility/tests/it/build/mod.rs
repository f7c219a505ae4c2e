//! Programs built by hand: one function, edges added one after the other, along one path.
#![allow(dead_code)] // Each test file uses its part.

use cairn_base::Span;
use cairn_base::id::Id;
use cairn_interp::Code;
use cairn_ir::*;

pub struct Build {
    pub p: Program,
    pub main: FunctionId,
    pub at: NodeId,
    pub path: Vec<Step>,
}

impl Build {
    pub fn new(model: MachineModel) -> Self {
        let mut p = Program::empty(model);
        let (int, void) = (p.types.int(IntKind::Int), p.types.void());
        let start = p.add_function("start", void);
        let main = p.add_function("main", int);
        let (s, m) = (p.add_body(start), p.add_body(main));
        p.add_var("result", int, VarKind::Return, Some(main));
        let out = p.add_var("status", int, VarKind::Temp, Some(start));
        let call = p.add_call(Some(main), vec![], Some(out));
        let halt = p.add_node(start);
        p.add_edge(s.entry, halt, Op::Call(call), Span::NONE);
        p.add_edge(halt, s.exit, Op::Halt, Span::NONE);
        Build { p, main, at: m.entry, path: vec![Step::Enter(call, PassedValues::ALL)] }
    }
    /// An operation, which the path takes.
    pub fn op(&mut self, op: Op) {
        let next = self.p.add_node(self.main);
        let edge = self.p.add_edge(self.at, next, op, Span::NONE);
        self.path.push(Step::Edge(edge));
        self.at = next;
    }
    /// A branch, of which the path takes one side.
    pub fn branch(&mut self, cond: ExprId, truth: bool) {
        let (then, otherwise) = (self.p.add_node(self.main), self.p.add_node(self.main));
        let first = self.p.edges.len();
        self.p.add_branch(self.at, cond, then, otherwise, Span::NONE);
        self.path.push(Step::Edge(EdgeId::from_index(first + usize::from(!truth))));
        let (taken, left) = if truth { (then, otherwise) } else { (otherwise, then) };
        let exit = self.p.functions[self.main].body.unwrap().exit;
        self.p.add_edge(left, exit, Op::Skip, Span::NONE);
        self.at = taken;
    }
    pub fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        self.p.add_var(name, ty, VarKind::Local, Some(self.main))
    }
    pub fn constant(&mut self, value: u128, ty: TypeId) -> ExprId {
        self.p.exprs.expr(ExprKind::Constant(value), ty)
    }
    pub fn int(&mut self) -> TypeId {
        self.p.types.int(IntKind::Int)
    }
    pub fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId, ty: TypeId) -> ExprId {
        self.p.exprs.expr(ExprKind::Binary(op, x, y), ty)
    }
    pub fn load(&mut self, place: PlaceId) -> ExprId {
        let ty = self.p.exprs[place].ty;
        self.p.exprs.expr(ExprKind::Load(place), ty)
    }
    pub fn index(&mut self, array: PlaceId, index: ExprId) -> PlaceId {
        let (element, _) = self.p.types.element(self.p.exprs[array].ty).unwrap();
        self.p.exprs.place(PlaceKind::Index(array, index), element)
    }
    pub fn assign(&mut self, place: PlaceId, value: ExprId) {
        self.op(Op::Assign { place, value });
    }
    pub fn assign_var(&mut self, var: VarId, value: ExprId) {
        let place = self.p.var_place(var);
        self.assign(place, value);
    }
    pub fn havoc(&mut self, var: VarId) {
        let place = self.p.var_place(var);
        self.op(Op::Havoc { place, source: NondetSource::Verifier("__VERIFIER_nondet".into()) });
    }
    /// `return 0`.
    pub fn finish(mut self) -> (Program, Vec<Step>) {
        let exit = self.p.functions[self.main].body.unwrap().exit;
        self.p.add_edge(self.at, exit, Op::Skip, Span::NONE);
        (self.p, self.path)
    }
}

/// The steps of a run until its end.
pub fn steps_of(code: &Code<'_>, inputs: &mut cairn_interp::RecordedInputs) -> (Vec<Step>, cairn_interp::RunEnd) {
    let options = cairn_interp::InterpreterOptions { steps: 1_000_000, ..Default::default() };
    let mut interpreter = cairn_interp::Interpreter::new(code, options);
    let mut steps = Vec::new();
    loop {
        match interpreter.step(inputs) {
            Ok(step) => steps.push(step),
            Err(end) => return (steps, end),
        }
    }
}
