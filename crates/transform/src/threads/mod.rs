//! Threads: a program that starts some becomes one without, whose schedule is an input. See `docs/design/threads.md`.
//!
//! All instances of threads are copied into the function that starts the first, main's text included ([`copies`]). A
//! variable of each instance says where it stands: 0 before it is started and when it has ended. At a switch point
//! ([`points`]) an input says who goes on. Points stand before what meets another instance ([`sharing`]), where
//! an operation is split so that each step has one access that others see ([`steps`]), before atomic blocks, before ends of the
//! program, and on the way into loops without any point.
//!
//! Why nothing is lost: an operation that meets no other instance commutes with all that these do, so a switch before it may
//! as well be made at the next point. What ends the program, or goes on for ever, does not commute, and has points of its own.
//! Why nothing is gained: each execution of the result is one schedule of the program.

mod access;
mod addresses;
mod common_bytes;
mod copied;
mod copies;
mod counters;
mod events;
mod expressions;
mod fresh_objects;
mod functions;
mod kept;
mod known_values;
mod lock_order;
mod lock_places;
mod names;
mod order;
mod points;
mod private_variables;
mod races;
mod sharing;
mod steps;
mod symbolic_locks;
mod thread_locals;
mod waits;

use self::copies::Copies;
pub(crate) use self::functions::is_run;
use self::functions::{Functions, is_blocked};
use self::points::Points;
use cairn_base::Span;
use cairn_base::id::IdVec;
use cairn_ir::behaviour::{Check, How};
use cairn_ir::expr::{BinaryOp, ExprKind};
use cairn_ir::ids::{FunctionId, NodeId, VarId};
use cairn_ir::op::{NondetSource, Op};
use cairn_ir::program::{Body, Program, VarKind};
use cairn_ir::thread_mark::ThreadMark;
use cairn_ir::types::IntKind;
use cairn_ir::{any_reachable, reachable};

/// Reason where more threads are started.
const MORE: &str = "more threads than are followed";
/// Undefined operations, not followed (`schedule.c`, `kept_memory.rs` of the front end). Which accesses may race is asked of the text, where
/// nothing rests on it: a wait for the number of no thread waits for nobody there.
const UNDEFINED: [&str; 2] = ["a wait for what is no thread", "memory of the library that is freed"];
/// Threads that one place in a loop starts, at most.
const MOST_IN_LOOP: usize = 4;
/// Instances of threads, at most, main included: the library keeps something of each.
const MOST_INSTANCES: usize = 16;

/// Whether code that may run starts a thread. If none does, the marks of threads go.
pub(crate) fn are_started(program: &mut Program, reached: &IdVec<FunctionId, bool>) -> bool {
    let starts = program.functions.ids().any(|function| reached[function] && is_run(program, function));
    if !starts {
        remove_marks(program);
    }
    starts
}

/// Marks of threads, and of what only other threads matter to, do nothing any more; where the only thread ends, so does the program.
fn remove_marks(program: &mut Program) {
    for edge in program.edges.ids() {
        let is_beside = |(_, _, how)| How::of_mark(program, how).beside;
        if program.edges[edge].op.marked_access().is_some_and(is_beside) {
            program.edges[edge].op = Op::Skip;
        }
        match program.edges[edge].op.marked_thread() {
            None | Some(ThreadMark::Begins | ThreadMark::Switches | ThreadMark::Waits) => {}
            Some(ThreadMark::AtomicBegin | ThreadMark::AtomicEnd | ThreadMark::WeakOrder) => {
                program.edges[edge].op = Op::Skip
            }
            Some(ThreadMark::Exit) => {
                let end = program.add_node(program.nodes[program.edges[edge].source].function);
                program.edges[edge].op = Op::Halt;
                program.edges[edge].target = end;
            }
        }
        // Who waits alone waits for ever.
        if let Op::Call(site) = program.edges[edge].op
            && program.outside.asks_for_deadlocks
            && is_blocked(program, site)
        {
            let function = program.nodes[program.edges[edge].source].function;
            let (then, end) = (program.add_node(function), program.add_node(function));
            let span = program.edges[edge].span;
            program.edges[edge].op = Op::mark_check(Check::Deadlock);
            program.edges[edge].target = then;
            program.add_edge(then, end, Op::Halt, span);
        }
    }
}

/// The functions that the start function calls, directly or not, in code that control can come to.
pub(crate) fn called(program: &Program) -> IdVec<FunctionId, bool> {
    let mut called: IdVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    let nodes = reachable([program.entry()], |node, open| {
        for (_, edge) in program.leaving(node) {
            open.push(edge.target);
            open.extend(program.body_called(&edge.op).map(|body| body.entry));
        }
    });
    for node in nodes {
        called[program.nodes[node].function] = true;
    }
    called
}

/// Makes threads a schedule. The program is resolved and compact; afterwards it must be cut and compacted again.
pub(crate) fn sequentialize(program: &mut Program) {
    let functions = Functions::of(program);
    match home(program, &functions) {
        Ok(home) => in_sequence(program, functions, home),
        Err(why) => {
            for edge in program.edges.ids() {
                if let Op::Call(site) = program.edges[edge].op
                    && program.calls[site].callee.is_some_and(|callee| is_run(program, callee))
                {
                    program.edges[edge].op = Op::Unsupported(why.to_owned());
                }
            }
        }
    }
    remove_marks(program);
}

/// The function that is started with the program and that starts threads.
fn home(program: &Program, functions: &Functions) -> Result<FunctionId, &'static str> {
    let is_interrupt =
        |op: &Op| matches!(op, Op::Havoc { source: NondetSource::Other(what), .. } if what == "interrupt");
    if program.edges.iter().any(|edge| is_interrupt(&edge.op)) {
        return Err("threads beside handlers of interrupts");
    }
    let mut found = None;
    for edge in program.edges.iter().filter(|edge| program.nodes[edge.source].function == program.start) {
        let Op::Call(site) = edge.op else { continue };
        let Some(callee) = program.calls[site].callee else { continue };
        if found.is_some() && functions.visible[callee] {
            return Err("threads beside functions that run at the end of the program");
        }
        if functions.spawns[callee] {
            found = Some(callee);
        }
    }
    let runs_at_end = |name: &str| name.starts_with("__cairn_run_exit") || name.starts_with("__cairn_run_quick_exit");
    if program.functions.iter().any(|function| function.body.is_some() && runs_at_end(&function.name)) {
        return Err("threads beside functions that run at the end of the program");
    }
    found.ok_or("threads that are started before the program's own function runs")
}

fn in_sequence(program: &mut Program, functions: Functions, home: FunctionId) {
    let int = program.types.int(IntKind::Int);
    let old = program.functions[home].body.expect("it has a body");
    let mut copies = Copies::new(program, functions, home);
    let first = copies.main();
    let mut counters = vec![copies.program.add_var("where main stands", int, VarKind::Temp, Some(home))];
    let mut firsts = vec![first];
    let mut zeroed: Vec<VarId> = Vec::new();
    // Of each instance but main: who starts it, where, and whether in a loop.
    let mut is_whole = true;
    let mut parents: Vec<(usize, usize, bool)> = Vec::new();
    let mut next = 0;
    while next < copies.spawns.len() {
        let spawn = next;
        next += 1;
        let (from, to, span) = (copies.spawns[spawn].from, copies.spawns[spawn].to, copies.spawns[spawn].span);
        let like = copies.nodes[&from];
        let wanted = if is_in_loop(&copies, spawn) { MOST_IN_LOOP } else { 1 };
        let mut at = from;
        let count = (wanted > 1).then(|| {
            let count = copies.program.add_var("threads that were started here", int, VarKind::Temp, Some(home));
            zeroed.push(count);
            count
        });
        for turn in 0..wanted {
            let instance = counters.len();
            if instance >= MOST_INSTANCES {
                is_whole = false;
                break;
            }
            let mut then = at;
            if let Some(count) = count {
                (then, at) = is_number(&mut copies, at, count, turn, span);
                let value = copies.number(turn + 1);
                then = assign(&mut copies, then, count, value, span);
            }
            let name = format!("where thread {instance} stands");
            let counter = copies.program.add_var(&name, int, VarKind::Temp, Some(home));
            counters.push(counter);
            let (passed, first) = copies.thread(instance, spawn, then);
            firsts.push(first);
            let one = copies.number(1);
            then = assign(&mut copies, passed, counter, one, span);
            parents.push((copies.nodes[&from].instance, spawn, wanted > 1));
            let edge = copies.edges.last().copied().expect("it was made just now");
            copies.events.insert(edge, events::Event::Starts(instance));
            if let Some(result) = copies.spawns[spawn].result {
                let number = copies.number(instance);
                then = assign(&mut copies, then, result, number, span);
            }
            copies.edge(then, to, Op::Skip, span);
            if count.is_none() {
                at = to;
            }
        }
        if at != to {
            let end = copies.between(like);
            copies.edge(at, end, Op::Unsupported(MORE.to_owned()), span);
        }
    }
    let probe = copies.program.outside.asks_for_deadlocks.then(|| waits::variables(&mut copies));
    zeroed.extend(probe.iter().flatten());
    let entry = copies.program.add_node(home);
    let mut at = entry;
    for var in counters.iter().copied().chain(zeroed) {
        let (place, zero) = (copies.program.var_place(var), copies.number(0));
        let next = copies.program.add_node(home);
        copies.program.add_edge(at, next, Op::Assign { place, value: zero }, Span::NONE);
        at = next;
    }
    copies.program.add_edge(at, first, Op::Skip, Span::NONE);
    let points = Points::new(copies, counters, firsts, old.exit);
    let (may_fail, entry) = points.make(entry, parents, is_whole, probe);
    program.functions[home].body = Some(Body { entry, exit: old.exit });
    if !may_fail && is_whole && program.outside.only_threads && has_all(program) {
        // No two accesses race, nobody waits for ever, and nothing else is asked.
        let only = program.add_node(home);
        program.add_edge(only, old.exit, Op::Skip, Span::NONE);
        program.functions[home].body = Some(Body { entry: only, exit: old.exit });
    }
}

/// Whether nothing is left out of the program but further threads of a kind, and no label is looked for.
fn has_all(program: &Program) -> bool {
    !any_reachable([program.entry()], |node, open| {
        for (_, edge) in program.leaving(node) {
            let is_undefined = |what: &str| UNDEFINED.contains(&what) && !program.outside.asks_for_deadlocks;
            let is_known = match &edge.op {
                Op::Unsupported(what) => what == MORE || is_undefined(what),
                Op::Label(_) => edge.op.marked_thread().is_some() || edge.op.marked_doubt().is_some_and(is_undefined),
                Op::Call(site) => !program.outside.asks_for_deadlocks || !is_blocked(program, *site),
                _ => true,
            };
            if !is_known {
                return true;
            }
            open.push(edge.target);
            open.extend(program.body_called(&edge.op).map(|body| body.entry));
        }
        false
    })
}

/// Whether control can come back to where a thread is started.
fn is_in_loop(copies: &Copies<'_>, spawn: usize) -> bool {
    let start = &copies.spawns[spawn];
    reachable([start.to], |node, open| {
        open.extend(copies.program.successors(node));
        open.extend(copies.spawns.iter().filter(|other| other.from == node).map(|other| other.to));
    })
    .contains(&start.from)
}

fn assign(copies: &mut Copies<'_>, from: NodeId, var: VarId, value: cairn_ir::ExprId, span: Span) -> NodeId {
    let next = copies.between(copies.nodes[&from]);
    let place = copies.program.var_place(var);
    copies.edge(from, next, Op::Assign { place, value }, span);
    next
}

/// Branches on whether a variable is a number.
fn is_number(copies: &mut Copies<'_>, from: NodeId, var: VarId, number: usize, span: Span) -> (NodeId, NodeId) {
    let like = copies.nodes[&from];
    let (then, otherwise) = (copies.between(like), copies.between(like));
    let (value, number) = (copies.program.var_value(var), copies.number(number));
    let int = copies.program.types.int(IntKind::Int);
    let cond = copies.program.exprs.expr(ExprKind::Binary(BinaryOp::Eq, value, number), int);
    copies.edge(from, then, Op::Assume { cond, truth: true }, span);
    copies.edge(from, otherwise, Op::Assume { cond, truth: false }, span);
    (then, otherwise)
}
