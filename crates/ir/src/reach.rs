//! Which functions may run, whose address is taken, and which globals matter.
//!
//! From the start function, through direct calls and through every mention of a function's address in reached code: a
//! function whose address is taken may be called through a pointer, so it counts as reached. This is the address-taken
//! call graph; no points-to analysis runs before the automata exist.
//!
//! The start function initialises every global of the program, so taken as it is it would reach everything that some
//! table of callbacks mentions. Its initialisers are therefore looked at only once their variable is mentioned in other
//! reached code, or in the initialiser of one that is; those of the rest do nothing that anyone can see and become
//! Skips. Real drivers have hundreds of globals that one harness never touches.

use crate::expr::{ExprKind, Exprs, PlaceKind};
use crate::op::Op;
use crate::order;
use crate::program::{EdgeId, FunctionId, Program, VarId};
use crate::walk::{Part, Walk};
use crate::{ExprId, PlaceId};
use cairn_base::id::IdVec;

/// The variable that a place is (part of) without going through a pointer.
pub fn root_variable(exprs: &Exprs, mut place: PlaceId) -> Option<VarId> {
    loop {
        match exprs[place].kind {
            PlaceKind::Var(var) => return Some(var),
            PlaceKind::Deref(_) => return None,
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
        }
    }
}

/// Sets `address_taken` of every function and variable, makes initialisers of globals that nothing mentions Skips, and
/// returns which functions may run.
pub fn reach(program: &mut Program) -> IdVec<FunctionId, bool> {
    let mut search = Search {
        program,
        reached: program.functions.iter().map(|_| false).collect(),
        taken_functions: program.functions.iter().map(|_| false).collect(),
        taken_vars: program.vars.iter().map(|_| false).collect(),
        live: program.vars.iter().map(|_| false).collect(),
        waiting: program.vars.iter().map(|_| Vec::new()).collect(),
        seen: vec![false; program.nodes.len()],
        walk: Walk::new(),
        functions: vec![program.start],
        vars: Vec::new(),
    };
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
    reached: IdVec<FunctionId, bool>,
    taken_functions: IdVec<FunctionId, bool>,
    taken_vars: IdVec<VarId, bool>,
    /// Variables that reached code mentions.
    live: IdVec<VarId, bool>,
    /// The edges of the start function that declare and initialise a global.
    waiting: IdVec<VarId, Vec<EdgeId>>,
    seen: Vec<bool>,
    walk: Walk,
    /// Functions to look at.
    functions: Vec<FunctionId>,
    /// Variables that became live, to look at.
    vars: Vec<VarId>,
}

impl Search<'_> {
    fn run(&mut self) {
        loop {
            if let Some(function) = self.functions.pop() {
                self.function(function);
            } else if let Some(var) = self.vars.pop() {
                for i in 0..self.waiting[var].len() {
                    self.operation(self.waiting[var][i]);
                }
            } else {
                return;
            }
        }
    }

    fn function(&mut self, function: FunctionId) {
        if std::mem::replace(&mut self.reached[function], true) {
            return;
        }
        let Some(body) = self.program.functions[function].body else { return };
        for node in order::search(self.program, body.entry, &mut self.seen) {
            for &edge in &self.program.nodes[node].leaving {
                match self.initialised(edge) {
                    Some(var) if !self.live[var] => self.waiting[var].push(edge),
                    _ => self.operation(edge),
                }
            }
        }
    }

    /// The global that an edge of the start function declares or initialises.
    fn initialised(&self, edge: EdgeId) -> Option<VarId> {
        let edge = &self.program.edges[edge];
        if self.program.nodes[edge.source].function != self.program.start {
            return None;
        }
        let var = match edge.op {
            Op::Declare { var, .. } => var,
            Op::Assign { place, .. } => root_variable(&self.program.exprs, place)?,
            _ => return None,
        };
        self.program.vars[var].frame().is_none().then_some(var)
    }

    fn operation(&mut self, edge: EdgeId) {
        let op = &self.program.edges[edge].op;
        match op {
            Op::Call(site) => {
                let site = &self.program.calls[*site];
                self.functions.extend(site.callee);
                site.result.into_iter().for_each(|var| self.mention(var));
            }
            Op::CallPointer { site, .. } => {
                self.program.calls[*site].result.into_iter().for_each(|var| self.mention(var));
            }
            Op::Declare { var, .. } | Op::EndScope(var) => self.mention(*var),
            _ => {}
        }
        let mut roots = Vec::new();
        op.roots(&self.program.calls, &mut roots);
        for root in roots {
            let mut walk = std::mem::take(&mut self.walk);
            walk.visit(&self.program.exprs, root, &mut |part| match part {
                Part::Expr(expr) => self.expression(expr),
                Part::Place(place) => {
                    if let PlaceKind::Var(var) = self.program.exprs[place].kind {
                        self.mention(var);
                    }
                }
            });
            self.walk = walk;
        }
    }

    fn mention(&mut self, var: VarId) {
        if !std::mem::replace(&mut self.live[var], true) {
            self.vars.push(var);
        }
    }

    fn expression(&mut self, expr: ExprId) {
        match self.program.exprs[expr].kind {
            ExprKind::FunctionAddress(function) => {
                self.taken_functions[function] = true;
                self.functions.push(function);
            }
            ExprKind::AddressOf(place) => {
                if let Some(var) = root_variable(&self.program.exprs, place) {
                    self.taken_vars[var] = true;
                }
            }
            _ => {}
        }
    }
}
