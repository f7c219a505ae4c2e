//! Nodes and edges.
//!
//! A node floats while only edges know of it: a jump from a floating node moves the edges that enter it to the target,
//! so that joins cost no Skip edge. A node that something else remembers (a label, a loop's head, where `break` goes)
//! is fixed. A floating node that nothing enters is dead, and nothing is emitted from it.

use super::Lower;
use super::function_state::new_node;
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::{Edge, EdgeId, ExprId, ExprKind, NodeId, Op, PlaceId, PlaceKind, VarKind, Variable};
use cairn_ir::{TypeId, VarId};

impl Lower<'_> {
    pub fn node(&mut self) -> NodeId {
        if self.quiet > 0 {
            return self.fun.cur;
        }
        self.fixed.push(false);
        self.program.nodes.push(new_node(self.fun.id))
    }

    /// A node that something else than edges will refer to.
    pub fn fixed_node(&mut self) -> NodeId {
        let node = self.node();
        self.fix(node);
        node
    }

    /// Makes a node one that cannot be merged away.
    pub fn fix(&mut self, node: NodeId) {
        if self.quiet == 0 {
            self.fixed[node.index()] = true;
        }
    }

    /// Makes a node one that can be merged away: nothing but edges knows of it any more.
    pub fn unfix(&mut self, node: NodeId) {
        self.fixed[node.index()] = false;
    }

    /// True when nothing leads to the current node.
    pub fn dead(&self) -> bool {
        self.quiet > 0 || (!self.fixed[self.fun.cur.index()] && self.program.nodes[self.fun.cur].entering.is_empty())
    }

    /// Adds an edge between two nodes.
    pub fn edge(&mut self, source: NodeId, target: NodeId, op: Op, span: Span) -> EdgeId {
        let id = self.program.edges.push(Edge { source, target, op, span });
        self.program.nodes[source].leaving.push(id);
        self.program.nodes[target].entering.push(id);
        id
    }

    /// Does an operation at the current point.
    pub fn emit(&mut self, op: Op, span: Span) {
        if self.dead() {
            return;
        }
        let target = self.node();
        self.edge(self.fun.cur, target, op, span);
        self.fun.cur = target;
    }

    /// Does an operation that has no successor; what follows is dead.
    pub fn stop(&mut self, op: Op, span: Span) {
        if self.quiet > 0 {
            return;
        }
        if !self.dead() {
            let sink = match self.fun.sink {
                Some(sink) => sink,
                None => {
                    let sink = self.fixed_node();
                    self.fun.sink = Some(sink);
                    sink
                }
            };
            self.edge(self.fun.cur, sink, op, span);
        }
        self.fun.cur = self.node();
    }

    /// Goes on at `target`; the current point is dead afterwards.
    pub fn jump(&mut self, target: NodeId, span: Span) {
        if self.quiet > 0 {
            return;
        }
        if !self.dead() {
            self.connect(self.fun.cur, target, span);
        }
        self.fun.cur = self.node();
    }

    /// Makes what leads to `from` lead to `to`; nothing leaves `from` yet.
    pub fn connect(&mut self, from: NodeId, to: NodeId, span: Span) {
        if from == to {
            return;
        }
        if self.fixed[from.index()] {
            self.edge(from, to, Op::Skip, span);
            return;
        }
        let entering = std::mem::take(&mut self.program.nodes[from].entering);
        for edge in &entering {
            self.program.edges[*edge].target = to;
        }
        let target = &mut self.program.nodes[to].entering;
        if target.is_empty() {
            *target = entering;
        } else {
            target.extend(entering);
        }
    }

    pub fn branch(&mut self, cond: ExprId, yes: NodeId, no: NodeId, span: Span) {
        if self.dead() {
            return;
        }
        match self.truth(cond) {
            Some(true) => self.jump(yes, span),
            Some(false) => self.jump(no, span),
            None => {
                let from = self.fun.cur;
                self.edge(from, yes, Op::Assume { cond, truth: true }, span);
                self.edge(from, no, Op::Assume { cond, truth: false }, span);
                self.fun.cur = self.node();
            }
        }
    }

    pub fn store(&mut self, place: PlaceId, value: ExprId, span: Span) {
        self.emit(Op::Assign { place, value }, span);
    }

    pub fn variable(&mut self, name: String, ty: TypeId, kind: VarKind, span: Span) -> VarId {
        let function = match kind {
            VarKind::StringLiteral => None,
            VarKind::Static if self.outer.is_empty() => None,
            _ => Some(self.fun.id),
        };
        let (address_taken, external, align, data) = (false, false, None, None);
        self.program.vars.push(Variable { name, ty, kind, function, address_taken, external, align, data, span })
    }

    /// A temporary of this frame. Where nothing is evaluated, all of one type are one.
    pub fn temp(&mut self, ty: TypeId, span: Span) -> VarId {
        if self.quiet > 0
            && let Some(var) = self.fun.phantoms.get(&ty)
        {
            return *var;
        }
        let name = format!("#{}", self.fun.temps);
        self.fun.temps += 1;
        let var = self.variable(name, ty, VarKind::Temp, span);
        if self.quiet > 0 {
            self.fun.phantoms.insert(ty, var);
        } else {
            self.program.functions[self.fun.id].locals.push(var);
        }
        var
    }

    /// Saves a value so that later effects cannot change it.
    pub fn save(&mut self, value: ExprId, span: Span) -> ExprId {
        if self.constant_value(value).is_some() || self.quiet > 0 {
            return value;
        }
        // A temporary is written before it is read, and not again.
        if let ExprKind::Load(place) = self.program.exprs[value].kind
            && let PlaceKind::Var(var) = self.program.exprs[place].kind
            && self.program.vars[var].kind == VarKind::Temp
        {
            return value;
        }
        let ty = self.program.exprs[value].ty;
        let temp = self.temp(ty, span);
        let place = self.var_place(temp);
        self.store(place, value, span);
        self.load(place)
    }
}
