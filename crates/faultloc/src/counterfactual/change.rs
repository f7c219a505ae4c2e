//! Changes of one statement: the small edits that a faulty line most often needs.
//!
//! The operators are those of mutation testing (Papadakis and Le Traon: *Metallaxis-FL*, STVR 2015), read the other way round:
//! a program with a fault is a mutant of the right one, so the right one is among its mutants where the fault is of that kind.
//! Invariant: a change keeps nodes, edges and their ids; only what one statement computes is another. So a trace, a
//! specification or a list of check conditions of the program fits the changed one.

use cairn_base::Span;
use cairn_ir::types::Scalar;
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{
    BinaryOp, CallSiteId, EdgeId, ExprId, ExprKind, FunctionId, NodeId, Op, PlaceId, PlaceKind, Program, Value, VarId,
    VarKind, format_expr, format_place,
};
use std::collections::BTreeSet;

/// How far a change is from what is written. The nearer comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ChangeKind {
    /// A constant or a bound by one, a comparison that includes its bound or not, a sign, another variable, a missing initial value.
    Slip,
    /// Another operator, another constant of the program.
    Operator,
    /// A case more or less in a condition.
    Case,
    /// A statement that does nothing, a condition that always goes one way.
    Omission,
    /// A value that the execution shows, in place of what is computed.
    Value,
}

/// Where a statement of the program is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Site {
    /// The value, or the place, that an edge assigns.
    Assignment(EdgeId),
    /// The condition of a branch.
    Branch(NodeId),
    /// The arguments of a call.
    Call(EdgeId, CallSiteId),
    /// The declaration of a variable without a value.
    Declaration(EdgeId),
}

/// New action of a statement in place of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The edges have these operations.
    Ops(Vec<(EdgeId, Op)>),
    /// The call has these arguments.
    Arguments(CallSiteId, Vec<ExprId>),
}

/// A change of one statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Of which statement.
    pub site: Site,
    /// How far from what is written.
    pub kind: ChangeKind,
    /// Where the statement is.
    pub span: Span,
    /// The new operations.
    pub replacement: Replacement,
    /// The change for a person: "`i < n` becomes `i <= n`".
    pub text: String,
}

/// The statement at a site: its place in the source.
pub fn span(program: &Program, site: Site) -> Span {
    match site {
        Site::Assignment(edge) | Site::Call(edge, _) | Site::Declaration(edge) => program.edges[edge].span,
        Site::Branch(node) => program.leaving(node).next().map_or(Span::NONE, |(_, edge)| edge.span),
    }
}

impl Change {
    /// Does the change, and gives what takes it back.
    pub fn apply(&self, program: &mut Program) -> Replacement {
        exchange(program, &self.replacement)
    }
}

/// Puts operations in place, and gives those that were there.
pub fn exchange(program: &mut Program, replacement: &Replacement) -> Replacement {
    match replacement {
        Replacement::Ops(ops) => {
            let old = ops.iter().map(|(edge, op)| (*edge, std::mem::replace(&mut program.edges[*edge].op, op.clone())));
            Replacement::Ops(old.collect())
        }
        Replacement::Arguments(site, args) => {
            Replacement::Arguments(*site, std::mem::replace(&mut program.calls[*site].args, args.clone()))
        }
    }
}

/// Whatever the changes of a program are made from.
pub struct ChangeSource<'a> {
    /// The program; new expressions go into its table.
    pub program: &'a mut Program,
    /// The integers that stand in the user's text.
    pub constants: &'a BTreeSet<i128>,
    /// How deep in an expression the walk is; 0 to begin with.
    pub depth: u32,
}

impl ChangeSource<'_> {
    /// The changes of one statement. `seen` are values of the condition's or the assigned variable in the execution that violates.
    pub fn changes(&mut self, site: Site, seen: &BTreeSet<i128>) -> Vec<Change> {
        let of = span(self.program, site);
        let mut found = Vec::new();
        match site {
            Site::Assignment(edge) => {
                let Op::Assign { place, value } = self.program.edges[edge].op else { return found };
                let mut add = |kind, op, text: String| {
                    let replacement = Replacement::Ops(vec![(edge, op)]);
                    found.push(Change { site, kind, span: of, replacement, text });
                };
                let function = self.function_of(edge);
                let old = self.assignment_text(place, value);
                for (kind, new) in self.variants(value, function) {
                    let text = format!("`{old}` becomes `{}`", self.assignment_text(place, new));
                    add(kind, Op::Assign { place, value: new }, text);
                }
                for (kind, new) in self.place_variants(place, function) {
                    let text = format!("`{old}` becomes `{}`", self.assignment_text(new, value));
                    // Another destination is a rarer mistake than another operand.
                    add(kind.max(ChangeKind::Operator), Op::Assign { place: new, value }, text);
                }
                for new in self.accumulations(place, value) {
                    let text = format!("`{old}` becomes `{}`", self.assignment_text(place, new));
                    add(ChangeKind::Slip, Op::Assign { place, value: new }, text);
                }
                add(ChangeKind::Omission, Op::Skip, format!("`{old}` is left out"));
                for number in seen {
                    if let Some(new) = self.constant(*number, self.program.exprs[value].ty) {
                        let text = format!("`{old}` becomes `{}`", self.assignment_text(place, new));
                        add(ChangeKind::Value, Op::Assign { place, value: new }, text);
                    }
                }
            }
            Site::Branch(node) => {
                let edges: Vec<EdgeId> = self.program.nodes[node].leaving.to_vec();
                let Some(&Op::Assume { cond, .. }) = edges.first().map(|edge| &self.program.edges[*edge].op) else {
                    return found;
                };
                let function = self.program.nodes[node].function;
                let old = self.text(cond);
                if let Some((text, ops)) = super::connective::exchanged(self.program, node) {
                    let replacement = Replacement::Ops(ops);
                    found.push(Change { site, kind: ChangeKind::Slip, span: of, replacement, text });
                }
                let mut all = self.variants(cond, function);
                all.extend(self.cases(cond, seen));
                let int = self.int();
                for (number, always) in [(1, "always"), (0, "never")] {
                    let new = self.program.exprs.expr(ExprKind::Constant(number), int);
                    let replacement = Replacement::Ops(self.branch(&edges, new));
                    let text = format!("`{old}` {always} holds");
                    found.push(Change { site, kind: ChangeKind::Omission, span: of, replacement, text });
                }
                for (kind, new) in all {
                    let text = format!("`{old}` becomes `{}`", self.text(new));
                    let replacement = Replacement::Ops(self.branch(&edges, new));
                    found.push(Change { site, kind, span: of, replacement, text });
                }
            }
            Site::Call(edge, call) => {
                let args = self.program.calls[call].args.clone();
                let function = self.function_of(edge);
                for (index, arg) in args.iter().enumerate() {
                    let old = self.text(*arg);
                    for (kind, new) in self.variants(*arg, function) {
                        let mut changed = args.clone();
                        changed[index] = new;
                        let text = format!("the argument `{old}` becomes `{}`", self.text(new));
                        found.push(Change {
                            site,
                            kind,
                            span: of,
                            replacement: Replacement::Arguments(call, changed),
                            text,
                        });
                    }
                }
            }
            Site::Declaration(edge) => {
                let Op::Declare { var, zeroed: false } = self.program.edges[edge].op else { return found };
                let text = format!("`{}` gets the initial value 0", self.program.vars[var].name);
                let replacement = Replacement::Ops(vec![(edge, Op::Declare { var, zeroed: true })]);
                found.push(Change { site, kind: ChangeKind::Slip, span: of, replacement, text });
            }
        }
        found
    }

    /// What is written is added to, or taken from, what is there.
    fn accumulations(&mut self, place: PlaceId, value: ExprId) -> Vec<ExprId> {
        let ty = self.program.exprs[value].ty;
        let is_number = matches!(self.program.types.scalar(ty), Some(Scalar::Int { .. } | Scalar::Float(_)));
        let is_variable = matches!(self.program.exprs[place].kind, PlaceKind::Var(var)
            if matches!(self.program.vars[var].kind, VarKind::Temp | VarKind::Return));
        if !is_number || is_variable || ty != self.program.exprs[place].ty {
            return Vec::new();
        }
        let exprs = &mut self.program.exprs;
        let old = exprs.expr(ExprKind::Load(place), ty);
        let add = exprs.expr(ExprKind::Binary(BinaryOp::Add, old, value), ty);
        vec![add, exprs.expr(ExprKind::Binary(BinaryOp::Sub, old, value), ty)]
    }

    fn function_of(&self, edge: EdgeId) -> FunctionId {
        self.program.nodes[self.program.edges[edge].source].function
    }
    fn int(&mut self) -> cairn_ir::TypeId {
        self.program.types.int(cairn_ir::IntKind::Int)
    }
    fn text(&self, expr: ExprId) -> String {
        as_written(&format_expr(self.program, expr))
    }
    fn assignment_text(&self, place: PlaceId, value: ExprId) -> String {
        let to = as_written(&format_place(self.program, place));
        if to.starts_with(['#', '<']) {
            format!("return {}", self.text(value))
        } else {
            format!("{to} = {}", self.text(value))
        }
    }

    fn branch(&self, edges: &[EdgeId], cond: ExprId) -> Vec<(EdgeId, Op)> {
        let op = |edge: &EdgeId| match self.program.edges[*edge].op {
            Op::Assume { truth, .. } => Op::Assume { cond, truth },
            ref other => other.clone(),
        };
        edges.iter().map(|edge| (*edge, op(edge))).collect()
    }

    /// A constant of an integer type; `None` where the type has it not.
    pub(super) fn constant(&mut self, number: i128, ty: cairn_ir::TypeId) -> Option<ExprId> {
        let Some(Scalar::Int { bits, signed }) = self.program.types.scalar(ty) else { return None };
        let value = Value::from_i128(number, bits);
        let back = if signed { value.as_signed(bits) } else { value.as_unsigned() as i128 };
        (back == number).then(|| self.program.exprs.expr(ExprKind::Constant(value.0), ty))
    }

    /// A case more and a case less: the values that the variable of the condition has in the execution.
    fn cases(&mut self, cond: ExprId, seen: &BTreeSet<i128>) -> Vec<(ChangeKind, ExprId)> {
        let loads = self.program.exprs.loads(cond);
        let int = self.int();
        let mut found = Vec::new();
        for load in loads.into_iter().take(2) {
            let ty = self.program.exprs[load].ty;
            for number in seen {
                let Some(constant) = self.constant(*number, ty) else { continue };
                let exprs = &mut self.program.exprs;
                let (zero, one) = (exprs.expr(ExprKind::Constant(0), int), exprs.expr(ExprKind::Constant(1), int));
                let is = exprs.expr(ExprKind::Binary(BinaryOp::Eq, load, constant), int);
                let more = exprs.expr(ExprKind::Conditional(is, one, cond), int);
                let less = exprs.expr(ExprKind::Conditional(is, zero, cond), int);
                if self.is_int(cond) {
                    found.extend([(ChangeKind::Case, more), (ChangeKind::Case, less)]);
                }
            }
        }
        found
    }

    fn is_int(&self, expr: ExprId) -> bool {
        matches!(self.program.types.scalar(self.program.exprs[expr].ty), Some(Scalar::Int { bits: 32, signed: true }))
    }
}

/// Subscripts without the conversions that C makes by itself.
fn as_written(text: &str) -> String {
    text.replace("[(long)", "[")
}

/// The variables that a statement decides about or writes.
pub fn variables(program: &Program, site: Site) -> Vec<VarId> {
    match site {
        Site::Assignment(edge) => match program.edges[edge].op {
            Op::Assign { place, .. } => program.exprs.root_variable(place).into_iter().collect(),
            _ => Vec::new(),
        },
        Site::Branch(node) => {
            let Some((_, edge)) = program.leaving(node).next() else { return Vec::new() };
            let Op::Assume { cond, .. } = edge.op else { return Vec::new() };
            let mut found = Vec::new();
            let mut open = vec![ExprOrPlace::from(cond)];
            while let Some(part) = open.pop() {
                if let ExprOrPlace::Place(place) = part
                    && let PlaceKind::Var(var) = program.exprs[place].kind
                {
                    found.push(var);
                }
                open.extend(program.exprs.parts(part));
            }
            found
        }
        Site::Call(..) | Site::Declaration(_) => Vec::new(),
    }
}
