//! A tiny language for test programs, one statement a line, all variables static `int`s:
//! `x = 1`, `x = y + 1`, `x = ?`, `name:`, `goto name`, `if x < 3 goto name`, `call f`, `error`, `halt`,
//! `unsupported what`, and `fun f` which begins a function; the first is where the program starts.

use cairn_base::Span;
use cairn_ir::{
    BinaryOp, ExprId, ExprKind, FunctionId, IntKind, MachineModel, NodeId, NondetSource, Op, Program, TypeId, VarId,
    VarKind, reverse_postorder,
};
use std::collections::BTreeMap;

struct Assembler {
    program: Program,
    int: TypeId,
    vars: BTreeMap<String, VarId>,
    functions: BTreeMap<String, FunctionId>,
    labels: BTreeMap<(FunctionId, String), NodeId>,
    line: u32,
}

/// The program of a text; panics on a mistake, for tests know what they write.
pub fn assemble(text: &str) -> Program {
    let mut program = Program::empty(MachineModel::Lp64);
    let int = program.types.int(IntKind::Int);
    let void = program.types.void();
    let (vars, labels) = (BTreeMap::new(), BTreeMap::new());
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("fun "));
    let functions = names.map(|name| (name.to_owned(), program.add_function(name, void))).collect();
    let mut this = Assembler { program, int, vars, functions, labels, line: 0 };
    let mut at: Option<(FunctionId, NodeId)> = None;
    for line in text.lines() {
        this.line += 1;
        let line = line.split("//").next().unwrap_or_default().trim();
        if let Some(name) = line.strip_prefix("fun ") {
            this.end(at);
            let function = this.functions[name];
            at = Some((function, this.program.add_body(function).entry));
        } else if !line.is_empty() {
            let (function, node) = at.expect("a statement is in a function");
            at = Some((function, this.statement(function, node, line)));
        }
    }
    this.end(at);
    let functions: Vec<_> = this.program.functions.ids().collect();
    reverse_postorder::set_order(&mut this.program);
    assert!(!functions.is_empty());
    this.program
}

impl Assembler {
    fn span(&self) -> Span {
        Span::new(self.line, self.line + 1)
    }
    fn end(&mut self, at: Option<(FunctionId, NodeId)>) {
        if let Some((function, node)) = at {
            let exit = self.program.functions[function].body.expect("it has a body").exit;
            if function == self.program.start {
                self.program.add_edge(node, exit, Op::Halt, Span::NONE);
            } else {
                self.program.add_edge(node, exit, Op::Skip, Span::NONE);
            }
        }
    }
    fn var(&mut self, name: &str) -> VarId {
        if let Some(var) = self.vars.get(name) {
            return *var;
        }
        let var = self.program.add_var(name, self.int, VarKind::Static, None);
        self.vars.insert(name.to_owned(), var);
        var
    }
    fn operand(&mut self, text: &str) -> ExprId {
        match text.parse::<i32>() {
            Ok(number) => self.program.exprs.expr(ExprKind::Constant(u128::from(number as u32)), self.int),
            Err(_) => {
                let var = self.var(text);
                self.program.var_value(var)
            }
        }
    }
    fn expression(&mut self, words: &[&str]) -> ExprId {
        let [left, op, right] = words else { return self.operand(words[0]) };
        let (left, right) = (self.operand(left), self.operand(right));
        let op = match *op {
            "+" => BinaryOp::Add,
            "-" => BinaryOp::Sub,
            "==" => BinaryOp::Eq,
            "!=" => BinaryOp::Ne,
            "<" => BinaryOp::Lt,
            other => panic!("no operator {other}"),
        };
        self.program.exprs.expr(ExprKind::Binary(op, left, right), self.int)
    }
    fn label(&mut self, function: FunctionId, name: &str) -> NodeId {
        let program = &mut self.program;
        *self.labels.entry((function, name.to_owned())).or_insert_with(|| program.add_node(function))
    }
    fn edge(&mut self, function: FunctionId, from: NodeId, op: Op) -> NodeId {
        let to = self.program.add_node(function);
        self.program.add_edge(from, to, op, self.span());
        to
    }

    /// Adds a statement behind a node; the result is the node behind the statement.
    fn statement(&mut self, function: FunctionId, from: NodeId, line: &str) -> NodeId {
        let words: Vec<&str> = line.split_whitespace().collect();
        let exit = self.program.functions[function].body.expect("it has a body").exit;
        match words[..] {
            [label] if label.ends_with(':') => {
                let node = self.label(function, label.trim_end_matches(':'));
                self.program.add_edge(from, node, Op::Skip, self.span());
                node
            }
            ["goto", label] => {
                let node = self.label(function, label);
                self.program.add_edge(from, node, Op::Skip, self.span());
                self.program.add_node(function)
            }
            ["if", a, op, b, "goto", label] => {
                let cond = self.expression(&[a, op, b]);
                let (then, otherwise) = (self.program.add_node(function), self.program.add_node(function));
                self.program.add_branch(from, cond, then, otherwise, self.span());
                let target = self.label(function, label);
                self.program.add_edge(then, target, Op::Skip, self.span());
                otherwise
            }
            ["call", name] => {
                let call = self.program.add_call(Some(self.functions[name]), Vec::new(), None);
                self.edge(function, from, Op::Call(call))
            }
            ["error"] => self.edge(function, from, Op::Label("ERROR".to_owned())),
            ["halt"] => {
                self.program.add_edge(from, exit, Op::Halt, self.span());
                self.program.add_node(function)
            }
            ["unsupported", ref what @ ..] => {
                self.program.add_edge(from, exit, Op::Unsupported(what.join(" ")), self.span());
                self.program.add_node(function)
            }
            [name, "=", "?"] => {
                let var = self.var(name);
                let place = self.program.var_place(var);
                self.edge(function, from, Op::Havoc { place, source: NondetSource::Other("input".to_owned()) })
            }
            [name, "=", ref value @ ..] => {
                let value = self.expression(value);
                let var = self.var(name);
                let place = self.program.var_place(var);
                self.edge(function, from, Op::Assign { place, value })
            }
            _ => panic!("line {}: {line}", self.line),
        }
    }
}
