//! Calls of the copies: what is called is copied in a context of its own, or stays a function, or starts a thread, or waits.

use super::{Context, Copies, DEEPEST, Key};
use crate::threads::copied::{Copied, Spawn, Wait};
use crate::threads::events::{Event, releases};
use crate::threads::expressions::is_fixed;
use crate::threads::functions::is_run;
use cairn_base::Span;
use cairn_ir::expr::ExprId;
use cairn_ir::ids::{NodeId, VarId};
use cairn_ir::op::{CallSiteId, Op};
use cairn_ir::program::VarKind;
use cairn_ir::thread_mark::THREAD_BLOCKED;

/// Functions whose name begins so are one step (SV-COMP).
const ATOMIC: &str = "__VERIFIER_atomic_";

impl Copies<'_> {
    pub(super) fn call(&mut self, key: Key, from: NodeId, site: CallSiteId, target: NodeId, span: Span) {
        let call = self.program.calls[site].clone();
        let args: Vec<ExprId> =
            call.args.iter().map(|arg| self.contexts[key.context].substitution.expr(self.program, *arg)).collect();
        let args: Vec<ExprId> = args.iter().map(|arg| self.counters.expr(self.program, key.counts, *arg)).collect();
        let own_result = call.result.map(|result| self.contexts[key.context].substitution.var(result));
        let Some(callee) = call.callee.filter(|callee| self.program.functions[*callee].body.is_some()) else {
            return self.stop(from, "a call of what has no body beside threads", span);
        };
        if is_run(self.program, callee) {
            let to = self.node(Key { node: target, started: true, ..key });
            let id = self.contexts[key.context].args.first().copied();
            self.spawns.push(Spawn { from, to, run: callee, args, result: own_result, span, id });
            return;
        }
        if self.program.functions[callee].name == THREAD_BLOCKED {
            return self.blocked(key, from, args.first().copied(), span);
        }
        let atomic = self.program.functions[callee].name.starts_with(ATOMIC);
        if atomic && key.depth == DEEPEST {
            return self.stop(from, "an atomic block that is not closed", span);
        }
        let depth = key.depth + u32::from(atomic);
        let functions = &self.functions;
        let copied = functions.spawns[callee]
            || functions.waits[callee] && self.program.outside.asks_for_deadlocks
            || key.started && (functions.marked[callee] || depth == 0 && functions.visible[callee]);
        if !copied {
            if atomic {
                self.nodes.get_mut(&from).expect("a node of the copies").forced = true;
            }
            let site = self.program.add_call(Some(callee), args, own_result);
            let to = self.node(Key { node: target, ..key });
            self.edge(from, to, Op::Call(site), span);
            return;
        }
        let mut around = Some(key.context);
        while let Some(context) = around {
            if self.contexts[context].function == callee {
                return self.stop(from, "recursion in what other threads can see", span);
            }
            around = self.contexts[context].caller.map(|(caller, ..)| caller);
        }
        let instance = self.contexts[key.context].instance;
        let context = match self.inner.get(&(key.context, site, key.counts)) {
            Some(context) => *context,
            None => {
                let substitution = self.substitution(instance);
                let caller = Some((key.context, target, call.result, span));
                self.contexts.push(Context {
                    instance,
                    function: callee,
                    caller,
                    substitution,
                    atomic,
                    args: args.clone(),
                    is_new: true,
                });
                self.inner.insert((key.context, site, key.counts), self.contexts.len() - 1);
                self.contexts.len() - 1
            }
        };
        let mut from = from;
        let name = &self.program.functions[callee].name;
        if self.program.outside.watched.contains_key(name) {
            let mark = Op::mark_call(name);
            let next = self.between(self.nodes[&from]);
            self.edge(from, next, mark, span);
            from = next;
        }
        let passed = self.enter(context, &args, from, self.nodes[&from], span);
        if atomic {
            self.nodes.get_mut(&passed).expect("a node of the copies").forced = true;
        }
        let node = self.entry_of(callee);
        let first = self.node(Key { context, node, depth, ..key });
        let edge = self.edge(passed, first, Op::Skip, span);
        if let Some(lock) = args.first().filter(|_| releases(&self.program.functions[callee].name)) {
            self.events.insert(edge, Event::Releases(*lock));
        }
    }

    /// Where a thread waits: an execution ends there, unless it is asked who waits for ever.
    fn blocked(&mut self, key: Key, from: NodeId, by: Option<ExprId>, span: Span) {
        if !self.program.outside.asks_for_deadlocks {
            let (end, never) = (self.program.add_node(self.home), self.number(0));
            self.edge(from, end, Op::Assume { cond: never, truth: true }, span);
            return;
        }
        if key.depth != 1 {
            return self.stop(from, "a thread that waits in an atomic block", span);
        }
        // The call of the library, in the text of the program.
        let (mut at, mut span, mut callee) = (key.context, span, None);
        while let Context { function, caller: Some((caller, _, _, call)), .. } = self.contexts[at] {
            let name = &self.program.functions[function].name;
            if !name.starts_with("__cairn_") {
                break;
            }
            (at, span, callee) = (caller, call, Some(name.clone()));
        }
        let instance = self.contexts[key.context].instance;
        self.waits.push(Wait { node: from, instance, by, span, callee });
    }

    /// Makes the variables of a context and gives parameters their values, from a node on; where that ends.
    pub(super) fn enter(&mut self, context: usize, args: &[ExprId], from: NodeId, like: Copied, span: Span) -> NodeId {
        let function = self.contexts[context].function;
        let is_new = std::mem::take(&mut self.contexts[context].is_new);
        let (params, locals) = {
            let function = &self.program.functions[function];
            (function.params.clone(), function.locals.clone())
        };
        if is_new {
            for (at, var) in params.iter().enumerate() {
                match args.get(at) {
                    Some(arg) if is_fixed(self.program, *arg) && !self.functions.changed.contains(var) => {
                        self.contexts[context].substitution.values.insert(*var, *arg);
                    }
                    _ => self.own(context, *var),
                }
            }
            locals.iter().for_each(|var| self.own(context, *var));
        }
        let mut at = from;
        for (position, var) in params.iter().enumerate() {
            if self.contexts[context].substitution.values.contains_key(var) {
                continue;
            }
            let own = self.contexts[context].substitution.var(*var);
            if self.program.vars[own].kind == VarKind::Local {
                let next = self.between(like);
                self.edge(at, next, Op::Declare { var: own, zeroed: false }, span);
                at = next;
            }
            let Some(value) = args.get(position).copied() else { continue };
            let place = self.program.var_place(own);
            let next = self.between(like);
            self.edge(at, next, Op::Assign { place, value }, span);
            at = next;
        }
        at
    }

    /// A variable for one of the text's.
    fn own(&mut self, context: usize, var: VarId) {
        if self.contexts[context].substitution.vars.contains_key(&var) {
            return;
        }
        let variable = self.program.vars[var].clone();
        let kind = match variable.kind {
            VarKind::Static | VarKind::StringLiteral => return,
            VarKind::Local => VarKind::Local,
            VarKind::Param(_) if variable.address_taken => VarKind::Local,
            VarKind::Param(_) | VarKind::Temp | VarKind::Return => VarKind::Temp,
        };
        let own = self.program.add_var(&variable.name, variable.ty, kind, Some(self.home));
        let made = &mut self.program.vars[own];
        (made.address_taken, made.align, made.data, made.span) =
            (variable.address_taken, variable.align, variable.data, variable.span);
        if self.program.outside.constants.contains(&var) {
            self.program.outside.constants.insert(own);
        }
        self.counters.follow(var, own);
        self.contexts[context].substitution.vars.insert(var, own);
    }
}
