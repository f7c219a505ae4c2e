//! Which functions may run, whose address is taken, and which globals matter.
//!
//! From the start function, through direct calls, and from calls through pointers to the functions whose address is
//! mentioned in reached code and whose type fits ([`resolve`](mod@crate::resolve) says how well). This is the address-taken call graph; no points-to analysis runs
//! before the automata exist. What follows a call through a pointer is reached only once some function fits it, and a
//! function only once some call fits: code behind a table of callbacks that nothing fills takes no part.
//!
//! The start function initialises every global of the program, so taken as it is it would reach everything that some
//! table of callbacks mentions. Its initialisers are therefore looked at only once their variable is mentioned in other
//! reached code, or in the initialiser of one that is; those of the rest do nothing that anyone can see and become
//! Skips. Real drivers have hundreds of globals that one harness never touches.

use crate::resolve::{Fit, fit, fitting};
use crate::undefined_functions::ExternalCallees;
use cairn_base::FastMap;
use cairn_base::id::{Id, IdVec};
use cairn_ir::behaviour::is_of_library;
use cairn_ir::effects::{self, Effect};
use cairn_ir::expr::ExprKind;
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::{Function, Program};
use cairn_ir::walk::{ExprOrPlace, Walk};

/// Sets `address_taken` of every function and variable, makes initialisers of globals that nothing mentions Skips, and
/// returns which functions may run.
/// A call through a pointer that may come from outside, one of `external_callees`, may get to a function with external linkage that nothing
/// mentions, and to what objects with external linkage lead to.
pub(crate) fn reach(program: &mut Program, external_callees: &ExternalCallees) -> IdVec<FunctionId, bool> {
    let mut search = Search {
        program,
        external_callees,
        reached: program.functions.iter().map(|_| false).collect(),
        taken_functions: program.functions.iter().map(|_| false).collect(),
        taken_vars: program.vars.iter().map(|_| false).collect(),
        live: program.vars.iter().map(|_| false).collect(),
        waiting: program.vars.iter().map(|_| Vec::new()).collect(),
        seen: vec![false; program.nodes.len()],
        walk: Walk::new(),
        nodes: Vec::new(),
        vars: Vec::new(),
        pointer_calls: Vec::new(),
        taken: Vec::new(),
    };
    search.call(search.program.start);
    for var in search.program.objects_known_outside() {
        search.mention(var);
        search.taken_vars[var] = true;
    }
    search.run();
    let Search { reached, taken_functions, taken_vars, live, waiting, .. } = search;
    for (id, taken) in taken_functions.iter_ids() {
        program.functions[id].address_taken = *taken;
    }
    for (id, taken) in taken_vars.iter_ids() {
        program.vars[id].address_taken = *taken;
    }
    for (id, edges) in waiting.iter_ids() {
        if !live[id] {
            edges.iter().for_each(|edge| program.edges[*edge].op = Op::Skip);
        }
    }
    reached
}

struct Search<'a> {
    program: &'a Program,
    external_callees: &'a ExternalCallees,
    reached: IdVec<FunctionId, bool>,
    taken_functions: IdVec<FunctionId, bool>,
    taken_vars: IdVec<VarId, bool>,
    live: IdVec<VarId, bool>,
    /// The edges of the start function that declare and initialise a global.
    waiting: IdVec<VarId, Vec<EdgeId>>,
    seen: Vec<bool>,
    walk: Walk,
    nodes: Vec<NodeId>,
    /// Variables that became live, to look at.
    vars: Vec<VarId>,
    /// Calls through pointers that were met, and whether a function fits them.
    pointer_calls: Vec<(EdgeId, bool)>,
    taken: Vec<FunctionId>,
}

impl Search<'_> {
    fn run(&mut self) {
        loop {
            if let Some(node) = self.nodes.pop() {
                for i in 0..self.program.nodes[node].leaving.len() {
                    let edge = self.program.nodes[node].leaving[i];
                    match self.initialised(edge) {
                        Some(var) if !self.live[var] => {
                            self.waiting[var].push(edge);
                            self.go_on(edge);
                        }
                        _ => self.operation(edge, true),
                    }
                }
            } else if let Some(var) = self.vars.pop() {
                for i in 0..self.waiting[var].len() {
                    self.operation(self.waiting[var][i], false);
                }
            } else if !self.loose_calls() && !self.external_functions() && !self.leading_to_live() {
                return;
            }
        }
    }

    /// When everything is looked at: calls through pointers to which functions come by the looser rule. True when there
    /// is something new to look at.
    fn loose_calls(&mut self) -> bool {
        let before = (self.nodes.len(), self.vars.len());
        for i in 0..self.pointer_calls.len() {
            let (edge, returns) = self.pointer_calls[i];
            let Op::CallPointer { site, pointer } = self.program.edges[edge].op else { continue };
            let found = fitting(self.program, site, pointer, &self.taken);
            if !returns && !found.is_empty() {
                self.pointer_calls[i].1 = true;
                self.go_on(edge);
            }
            found.into_iter().for_each(|function| self.call(function));
        }
        before != (self.nodes.len(), self.vars.len())
    }

    /// Whether a call through a pointer from outside was met that a function fits.
    fn is_called_from_outside(&self, function: FunctionId) -> bool {
        self.pointer_calls.iter().any(|(edge, _)| {
            let Op::CallPointer { site, pointer } = self.program.edges[*edge].op else { return false };
            self.external_callees.contains_key(edge) && fit(self.program, site, pointer, function) == Fit::Good
        })
    }

    /// Functions with external linkage that nothing mentions, and that a pointer from outside may be the address of. True
    /// when there are new ones.
    fn external_functions(&mut self) -> bool {
        if !self.program.outside.knows_program() {
            return false;
        }
        let program = self.program;
        let named = program.functions.iter_ids().filter(|(id, function)| {
            function.external && function.body.is_some() && !self.taken_functions[*id] && *id != program.start
        });
        // That code outside calls a function whose calls are the violation is no violation of the program's.
        let is_watched = |function: &Function| program.outside.watched.contains_key(&function.name);
        let of_program = named.filter(|(_, function)| !is_of_library(program, function) && !is_watched(function));
        let of_program = of_program.map(|(id, _)| id);
        let new: Vec<FunctionId> = of_program.filter(|id| self.is_called_from_outside(*id)).collect();
        for function in &new {
            self.taken_functions[*function] = true;
            self.take(*function);
        }
        !new.is_empty()
    }

    /// External objects that nothing mentions, but through which code outside finds an object that is mentioned, or a
    /// function that a call through a pointer from outside may get to: such a pointer may be their address. Directly, or
    /// by way of other objects that nothing mentions. True when there are new ones.
    fn leading_to_live(&mut self) -> bool {
        if !self.program.outside.knows_program() {
            return false;
        }
        let program = self.program;
        // What each object's initialiser has the addresses of.
        let mut leads: Vec<(VarId, Vec<VarId>)> = Vec::new();
        let mut found: IdVec<VarId, bool> = program.vars.iter().map(|_| false).collect();
        let mut called: FastMap<FunctionId, bool> = FastMap::default();
        for (var, edges) in self.waiting.iter_ids().filter(|(var, _)| !self.live[*var]) {
            let mut to = Vec::new();
            for edge in edges {
                let Op::Assign { value, .. } = program.edges[*edge].op else { continue };
                Walk::new().visit(&program.exprs, ExprOrPlace::Expr(value), &mut |part| {
                    let ExprOrPlace::Expr(expr) = part else { return };
                    match program.exprs[expr].kind {
                        ExprKind::AddressOf(place) => to.extend(program.exprs.root_variable(place)),
                        ExprKind::FunctionAddress(function) => {
                            let is_called =
                                called.entry(function).or_insert_with(|| self.is_called_from_outside(function));
                            found[var] |= *is_called;
                        }
                        _ => {}
                    }
                });
            }
            leads.push((var, to));
        }
        loop {
            let leading =
                |(var, to): &&(VarId, Vec<VarId>)| !found[*var] && to.iter().any(|to| self.live[*to] || found[*to]);
            let new: Vec<VarId> = leads.iter().filter(leading).map(|(var, _)| *var).collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|var| found[var] = true);
        }
        let new: Vec<VarId> = program.external_objects().filter(|var| found[*var] && !self.live[*var]).collect();
        new.iter().for_each(|var| self.mention(*var));
        !new.is_empty()
    }

    fn call(&mut self, function: FunctionId) {
        if !std::mem::replace(&mut self.reached[function], true)
            && let Some(body) = self.program.functions[function].body
        {
            self.visit(body.entry);
        }
    }

    fn visit(&mut self, node: NodeId) {
        if !std::mem::replace(&mut self.seen[node.index()], true) {
            self.nodes.push(node);
        }
    }

    fn go_on(&mut self, edge: EdgeId) {
        self.visit(self.program.edges[edge].target);
    }

    /// The global that an edge of the start function declares or initialises.
    fn initialised(&self, edge: EdgeId) -> Option<VarId> {
        let edge = &self.program.edges[edge];
        if self.program.nodes[edge.source].function != self.program.start {
            return None;
        }
        let var = match edge.op {
            Op::Declare { var, .. } => var,
            Op::Assign { place, .. } => self.program.exprs.root_variable(place)?,
            _ => return None,
        };
        self.program.vars[var].frame().is_none().then_some(var)
    }

    /// Looks at an operation that may run, and at what follows it if `onwards`.
    fn operation(&mut self, edge: EdgeId, onwards: bool) {
        let program = self.program;
        let op = &program.edges[edge].op;
        let mut returns = onwards;
        match op {
            Op::Call(site) => program.calls[*site].callee.into_iter().for_each(|function| self.call(function)),
            Op::CallPointer { site, pointer } => {
                let fitting: Vec<FunctionId> =
                    self.taken.iter().copied().filter(|f| fit(program, *site, *pointer, *f) == Fit::Good).collect();
                returns = !fitting.is_empty();
                self.pointer_calls.push((edge, returns));
                fitting.into_iter().for_each(|function| self.call(function));
            }
            _ => {}
        }
        if returns {
            self.go_on(edge);
        }
        let mut walk = std::mem::take(&mut self.walk);
        effects::each(program, op, &mut |part| walk.see(&program.exprs, part), &mut |effect| self.effect(effect));
        self.walk = walk;
    }

    /// The address of a function is met: calls through pointers may get there.
    fn take(&mut self, function: FunctionId) {
        self.taken.push(function);
        for i in 0..self.pointer_calls.len() {
            let (edge, returns) = self.pointer_calls[i];
            let Op::CallPointer { site, pointer } = self.program.edges[edge].op else { continue };
            if fit(self.program, site, pointer, function) == Fit::Good {
                self.call(function);
                if !returns {
                    self.pointer_calls[i].1 = true;
                    self.go_on(edge);
                }
            }
        }
    }

    fn mention(&mut self, var: VarId) {
        if !std::mem::replace(&mut self.live[var], true) {
            self.vars.push(var);
        }
    }

    fn effect(&mut self, effect: Effect) {
        effect.named().into_iter().for_each(|var| self.mention(var));
        match effect {
            Effect::TakesFunction(function) => {
                let known = std::mem::replace(&mut self.taken_functions[function], true);
                if !known {
                    self.take(function);
                }
            }
            Effect::TakesAddress(place) => {
                if let Some(var) = self.program.exprs.root_variable(place) {
                    self.taken_vars[var] = true;
                }
            }
            _ => {}
        }
    }
}
