//! Frames of functions with a clause `assigns`: each write that runs while such a function does is checked against it.
//!
//! A function with the clause has a wrapper, which the front end made ([`cairn_ir::Outside::frames`]): it asks what is required, opens the
//! frame, calls the body, closes the frame, and asks what is ensured. What the body and all that it calls write is checked where it is
//! written, on the automata and not in the text, so no way of writing is forgotten: through any pointer, in a callee, in a
//! model of the library, in a `cleanup` function.
//!
//! - A static variable whose address nobody takes is written by its name. Where no clause names it, that is a violation while the
//!   frame is open: `open != 0`, with a variable for each frame.
//! - What can be written through pointers has no name. Of all bytes that lived when the frame was opened, and that the clause does not name,
//!   one is *watched*, any one: a write that shares a byte with it is a violation. So objects that are made while the
//!   frame is open need no thought, and no set of writes is kept. The byte is in an object that was noted when it was made (heap,
//!   locals whose address is taken: any one of them), or in a static variable. Watching ends where the object is freed.
//!
//! Why one byte is enough: a write that no clause allows writes a byte that no clause names, and there is an execution in which that
//! byte is the one that is watched. Why not the objects that pointer analysis says: it would forget which of them are new.
//!
//! What the clause does not speak of: `errno` and what the library keeps, memory that the program does not name, and that an object is freed.

use crate::prune;
use cairn_base::id::IdVec;
use cairn_base::{FastIndexSet, FastMap, Span};
use cairn_ir::behaviour::{Check, is_of_library};
use cairn_ir::callgraph::CallGraph;
use cairn_ir::expr::{BinaryOp, ExprKind, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::{Intrinsic, NondetSource, Op};
use cairn_ir::primitive::{PrimitiveAct, WrittenBytes};
use cairn_ir::program::{Body, Program, VarKind};
use cairn_ir::reachable;
use cairn_ir::types::IntKind;
use cairn_ir::{ExprId, PlaceId};

/// Why an execution ends where code outside may write and a frame is open.
pub const OUTSIDE: &str = "what a function without a body writes, against a clause 'assigns'";

/// Puts the checks of all frames into a program that is resolved. All ids of nodes, edges and calls change.
pub fn splice(program: &mut Program) {
    if program.outside.frames.is_empty() {
        return;
    }
    let Some(objects) = FrameObjects::of(program) else { return };
    let graph = CallGraph::new(program);
    let mut frames: FastMap<FunctionId, Vec<FunctionId>> = FastMap::default();
    for wrapper in program.outside.frames.keys().copied().filter(|wrapper| program.functions[*wrapper].body.is_some()) {
        for function in called_from(program, &graph, wrapper) {
            frames.entry(function).or_default().push(wrapper);
        }
    }
    let mut this = Frames { program, objects, frames };
    let edges: Vec<EdgeId> = this.program.edges.ids().collect();
    let mut watches = false;
    for edge in edges.iter().copied() {
        watches |= this.check(edge);
    }
    for edge in edges {
        if watches {
            this.note(edge);
        }
    }
    if watches {
        this.offer_statics();
    }
    this.declare();
    let reached: IdVec<_, bool> = program.functions.iter().map(|function| function.body.is_some()).collect();
    prune::list_entering(program);
    prune::compact(program, &reached);
}

/// The functions that run while the body of a wrapper does; not what only opens and closes frames.
fn called_from(program: &Program, graph: &CallGraph, wrapper: FunctionId) -> FastIndexSet<FunctionId> {
    let is_own = |callee: &FunctionId| program.functions[*callee].name.starts_with("__cairn_frame");
    let callees = |function| graph.callees(program, function).filter(|callee| !is_own(callee));
    reachable(callees(wrapper), |function, open| open.extend(callees(function)))
}

/// Objects of the prelude's `frames.c`.
#[derive(Clone, Copy)]
struct FrameObjects {
    noted: VarId,
    noted_size: VarId,
    offered: VarId,
    offered_size: VarId,
    watched: VarId,
    object: VarId,
}

impl FrameObjects {
    fn of(program: &Program) -> Option<Self> {
        let named = |name: &str| {
            let is_it = |variable: &cairn_ir::Variable| variable.name == name && variable.kind == VarKind::Static;
            program.vars.iter_ids().find(|(_, variable)| is_it(variable)).map(|(id, _)| id)
        };
        Some(Self {
            noted: named("__cairn_noted")?,
            noted_size: named("__cairn_noted_size")?,
            offered: named("__cairn_offered")?,
            offered_size: named("__cairn_offered_size")?,
            watched: named("__cairn_watched")?,
            object: named("__cairn_watched_object")?,
        })
    }
}

/// So many bytes that an operation writes.
enum Written {
    Place(PlaceId),
    Bytes(ExprId, ExprId),
    /// Everything accessible to code outside.
    Anything,
}

struct Frames<'p> {
    program: &'p mut Program,
    objects: FrameObjects,
    /// The wrappers during whose bodies a function may run.
    frames: FastMap<FunctionId, Vec<FunctionId>>,
}

impl Frames<'_> {
    /// Checks what an operation writes; whether that needs the byte that is watched.
    fn check(&mut self, edge: EdgeId) -> bool {
        let function = self.program.nodes[self.program.edges[edge].source].function;
        let Some(wrappers) = self.frames.get(&function).cloned() else { return false };
        let mut watches = false;
        for written in self.written(edge) {
            match written {
                Written::Anything => {
                    watches = true;
                    let watched = self.is_watching();
                    self.guard(edge, watched, &[Op::mark_doubt(OUTSIDE), Op::Unsupported(OUTSIDE.to_owned())]);
                }
                Written::Bytes(to, size) => {
                    watches = true;
                    self.shares(edge, to, size);
                }
                Written::Place(place) => match self.program.exprs.root_variable(place) {
                    Some(var) if !self.is_static(var) => {}
                    Some(var) if !self.program.vars[var].address_taken => {
                        let strict: Vec<VarId> = wrappers.iter().filter_map(|of| self.forbidding(*of, var)).collect();
                        for open in strict {
                            let is_open = self.program.var_value(open);
                            self.guard(edge, is_open, &[Op::mark_check(Check::Assigns), Op::Halt]);
                        }
                    }
                    Some(var) if wrappers.iter().all(|of| self.forbidding(*of, var).is_none()) => {}
                    _ => {
                        watches = true;
                        let Some((to, size)) = self.bytes(place) else { continue };
                        self.shares(edge, to, size);
                    }
                },
            }
        }
        watches
    }

    /// The variable that says whether a frame is open, where it does not allow a variable as a whole.
    fn forbidding(&self, wrapper: FunctionId, var: VarId) -> Option<VarId> {
        let frame = self.program.outside.frames.get(&wrapper)?;
        (!frame.whole.contains(&var)).then_some(frame.open)
    }

    /// Whether a variable is an object of the program that is there before any function is called.
    fn is_static(&self, var: VarId) -> bool {
        let variable = &self.program.vars[var];
        let is_librarys = variable.name.starts_with("__cairn_")
            || Some(var) == self.program.outside.errno
            || variable.function.is_some_and(|of| is_of_library(self.program, &self.program.functions[of]));
        variable.kind == VarKind::Static && !is_librarys && !self.is_own(var)
    }

    /// Whether a variable says whether a frame is open.
    fn is_own(&self, var: VarId) -> bool {
        self.program.outside.frames.values().any(|frame| frame.open == var)
    }

    fn written(&self, edge: EdgeId) -> Vec<Written> {
        match &self.program.edges[edge].op {
            Op::Assign { place, .. } | Op::Havoc { place, .. } => vec![Written::Place(*place)],
            Op::Intrinsic { which, args, result } => {
                let mut all: Vec<Written> = result.iter().map(|place| Written::Place(*place)).collect();
                for act in which.row().acts {
                    match *act {
                        PrimitiveAct::Writes(WrittenBytes { to, size, .. }) => {
                            let bytes = args.get(to).zip(args.get(size));
                            all.extend(bytes.map(|(to, size)| Written::Bytes(*to, *size)));
                        }
                        PrimitiveAct::WritesReachable(_) => all.push(Written::Anything),
                        _ => {}
                    }
                }
                all
            }
            Op::Call(site) => {
                let result = self.program.calls[*site].result.filter(|var| self.is_static(*var));
                let place = |var| self.program.exprs.places().find(|(_, place)| place.kind == PlaceKind::Var(var));
                result.and_then(place).map(|(id, _)| Written::Place(id)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The address and the size of a place; of a bit-field those of the record up to its last byte.
    fn bytes(&mut self, place: PlaceId) -> Option<(ExprId, ExprId)> {
        let ty = self.program.exprs[place].ty;
        let mut whole = (place, self.program.types.size_of(ty));
        if let PlaceKind::Field(record, field) = self.program.exprs[place].kind
            && let Some(field) = self.program.types.fields(self.program.exprs[record].ty)?.get(field as usize)
            && let Some(bits) = field.bits
        {
            whole = (record, Some(field.offset + (u64::from(bits.first) + u64::from(bits.width)).div_ceil(8)));
        }
        let (place, size) = (whole.0, whole.1.filter(|size| *size > 0)?);
        let to = match self.program.exprs[place].kind {
            PlaceKind::Deref(pointer) => pointer,
            _ => {
                let pointer = self.program.types.pointer(self.program.exprs[place].ty);
                self.program.exprs.expr(ExprKind::AddressOf(place), pointer)
            }
        };
        Some((to, self.size(size)))
    }

    fn size(&mut self, bytes: u64) -> ExprId {
        let size_t = self.program.types.size_t();
        self.program.exprs.expr(ExprKind::Constant(u128::from(bytes)), size_t)
    }

    fn is_watching(&mut self) -> ExprId {
        let watched = self.program.var_value(self.objects.watched);
        self.is_not_zero(watched)
    }

    fn is_not_zero(&mut self, value: ExprId) -> ExprId {
        let (ty, int) = (self.program.exprs[value].ty, self.program.types.int(IntKind::Int));
        let zero = self.program.exprs.expr(ExprKind::Constant(0), ty);
        self.program.exprs.expr(ExprKind::Binary(BinaryOp::Ne, value, zero), int)
    }

    /// A violation before an operation where so many bytes have the one that is watched.
    fn shares(&mut self, edge: EdgeId, to: ExprId, size: ExprId) {
        let (source, span) = (self.program.edges[edge].source, self.program.edges[edge].span);
        let function = self.program.nodes[source].function;
        let rest = self.cut(edge);
        let [asks, violated] = [(); 2].map(|()| self.program.add_node(function));
        let watching = self.is_watching();
        self.program.add_branch(source, watching, asks, rest, span);
        let watched = self.program.var_value(self.objects.watched);
        let (answered, shares) = self.overlaps(asks, to, watched, size, span);
        self.program.add_branch(answered, shares, violated, rest, span);
        self.chain(violated, &[Op::mark_check(Check::Assigns), Op::Halt], span);
    }

    /// Asks whether so many bytes at an address have the byte at another one.
    fn overlaps(&mut self, at: NodeId, to: ExprId, byte: ExprId, size: ExprId, span: Span) -> (NodeId, ExprId) {
        let function = self.program.nodes[at].function;
        let int = self.program.types.int(IntKind::Int);
        let answer = self.program.add_var("#in frame", int, VarKind::Temp, Some(function));
        let (result, one, next) = (self.program.var_place(answer), self.size(1), self.program.add_node(function));
        let op = Op::Intrinsic { which: Intrinsic::Overlaps, args: vec![to, byte, size, one], result: Some(result) };
        self.program.add_edge(at, next, op, span);
        let answer = self.program.var_value(answer);
        (next, self.is_not_zero(answer))
    }

    /// Ends executions before an operation where a condition holds.
    fn guard(&mut self, edge: EdgeId, condition: ExprId, ends: &[Op]) {
        let (source, span) = (self.program.edges[edge].source, self.program.edges[edge].span);
        let rest = self.cut(edge);
        let condition = self.is_not_zero(condition);
        let violated = self.program.add_node(self.program.nodes[source].function);
        self.program.add_branch(source, condition, violated, rest, span);
        self.chain(violated, ends, span);
    }

    fn chain(&mut self, mut at: NodeId, ops: &[Op], span: Span) {
        for op in ops {
            let next = self.program.add_node(self.program.nodes[at].function);
            self.program.add_edge(at, next, op.clone(), span);
            at = next;
        }
    }

    /// Lets all that leaves the source of an edge leave a new location; that one. What stands at the source comes before it.
    fn cut(&mut self, edge: EdgeId) -> NodeId {
        let source = self.program.edges[edge].source;
        let rest = self.program.add_node(self.program.nodes[source].function);
        let leaving = std::mem::take(&mut self.program.nodes[source].leaving);
        for edge in &leaving {
            self.program.edges[*edge].source = rest;
        }
        self.program.nodes[rest].leaving = leaving;
        rest
    }

    /// Notes an object where it is made, and forgets it where its lifetime ends.
    fn note(&mut self, edge: EdgeId) {
        match &self.program.edges[edge].op {
            Op::Intrinsic { which, args, result } => {
                let row = which.row();
                let freed = row.frees().and_then(|at| args.get(at)).copied();
                let size = row.allocates().and_then(|made| args.get(made.size)).copied();
                let made = result.zip(size);
                // What is moved and has no place for the result is not followed.
                if let Some(old) = freed.filter(|_| made.is_some() || row.allocates().is_none()) {
                    self.freed(edge, old);
                }
                if let Some((place, size)) = made {
                    self.made(edge, place, size);
                }
            }
            Op::Declare { var, .. } => {
                let (var, variable) = (*var, &self.program.vars[*var]);
                let size = self.program.types.size_of(variable.ty);
                if let (true, Some(size)) =
                    (variable.address_taken && variable.frame().is_some(), size.filter(|s| *s > 0))
                {
                    let (place, size) = (self.program.var_place(var), self.size(size));
                    let pointer = self.program.types.pointer(self.program.exprs[place].ty);
                    let address = self.program.exprs.expr(ExprKind::AddressOf(place), pointer);
                    self.noted(edge, address, size);
                }
            }
            Op::EndScope(var) if self.program.vars[*var].address_taken => {
                let place = self.program.var_place(*var);
                let pointer = self.program.types.pointer(self.program.exprs[place].ty);
                let address = self.program.exprs.expr(ExprKind::AddressOf(place), pointer);
                self.freed(edge, address);
            }
            _ => {}
        }
    }

    fn made(&mut self, edge: EdgeId, place: PlaceId, size: ExprId) {
        let ty = self.program.exprs[place].ty;
        let value = self.program.exprs.expr(ExprKind::Load(place), ty);
        self.noted(edge, value, size);
    }

    /// Behind an operation: the object is the one that is noted, or not.
    fn noted(&mut self, edge: EdgeId, address: ExprId, size: ExprId) {
        let FrameObjects { noted, noted_size, .. } = self.objects;
        let (end, span) = (self.program.edges[edge].target, self.program.edges[edge].span);
        let function = self.program.nodes[end].function;
        let [behind, chosen] = [(); 2].map(|()| self.program.add_node(function));
        self.program.edges[edge].target = behind;
        let (at, is_noted) = self.any(behind, span);
        self.program.add_branch(at, is_noted, chosen, end, span);
        let next = self.set(chosen, noted, address, span);
        let last = self.set(next, noted_size, size, span);
        self.program.add_edge(last, end, Op::Skip, span);
    }

    /// Any truth value, which is an input.
    fn any(&mut self, at: NodeId, span: Span) -> (NodeId, ExprId) {
        let function = self.program.nodes[at].function;
        let int = self.program.types.int(IntKind::Int);
        let choice = self.program.add_var("#choice", int, VarKind::Temp, Some(function));
        let (place, next) = (self.program.var_place(choice), self.program.add_node(function));
        let source = NondetSource::Other("the byte that is watched".to_owned());
        self.program.add_edge(at, next, Op::Havoc { place, source }, span);
        let value = self.program.var_value(choice);
        (next, self.is_not_zero(value))
    }

    fn set(&mut self, at: NodeId, var: VarId, value: ExprId, span: Span) -> NodeId {
        let place = self.program.var_place(var);
        let ty = self.program.exprs[place].ty;
        let value = match self.program.exprs[value].ty == ty {
            true => value,
            false => self.program.exprs.expr(ExprKind::Cast(value), ty),
        };
        let next = self.program.add_node(self.program.nodes[at].function);
        self.program.add_edge(at, next, Op::Assign { place, value }, span);
        next
    }

    /// Before an operation that ends the lifetime of an object: it is noted and watched no longer.
    fn freed(&mut self, edge: EdgeId, pointer: ExprId) {
        let span = self.program.edges[edge].span;
        let all = [
            (self.objects.noted, vec![self.objects.noted]),
            (self.objects.object, vec![self.objects.object, self.objects.watched]),
        ];
        for (object, cleared) in all {
            let source = self.program.edges[edge].source;
            let function = self.program.nodes[source].function;
            let rest = self.cut(edge);
            let [some, asks, is_it] = [(); 3].map(|()| self.program.add_node(function));
            let kept = self.program.var_value(object);
            let (is_kept, is_some) = (self.is_not_zero(kept), self.is_not_zero(pointer));
            self.program.add_branch(source, is_kept, some, rest, span);
            self.program.add_branch(some, is_some, asks, rest, span);
            let one = self.size(1);
            let (answered, same) = self.overlaps(asks, pointer, kept, one, span);
            self.program.add_branch(answered, same, is_it, rest, span);
            let mut at = is_it;
            for var in cleared {
                let ty = self.program.vars[var].ty;
                let null = self.program.exprs.expr(ExprKind::Constant(0), ty);
                at = self.set(at, var, null, span);
            }
            self.program.add_edge(at, rest, Op::Skip, span);
        }
    }

    /// Where a frame is opened, any static variable that may be written through a pointer, and that is not named as a whole, may be the
    /// object that is watched.
    fn offer_statics(&mut self) {
        let statics: Vec<VarId> = self
            .program
            .vars
            .iter_ids()
            .filter(|(id, variable)| variable.address_taken && self.is_static(*id) && !self.program.is_constant(*id))
            .map(|(id, _)| id)
            .collect();
        let opens: Vec<EdgeId> =
            self.program.edges.iter_ids().filter(|(_, edge)| self.opens(&edge.op)).map(|(id, _)| id).collect();
        for edge in opens {
            let wrapper = self.program.nodes[self.program.edges[edge].source].function;
            let span = self.program.edges[edge].span;
            for var in
                statics.iter().copied().filter(|var| self.forbidding(wrapper, *var).is_some()).collect::<Vec<_>>()
            {
                let Some(size) = self.program.types.size_of(self.program.vars[var].ty).filter(|size| *size > 0) else {
                    continue;
                };
                let source = self.program.edges[edge].source;
                let rest = self.cut(edge);
                let chosen = self.program.add_node(wrapper);
                let (at, is_offered) = self.any(source, span);
                self.program.add_branch(at, is_offered, chosen, rest, span);
                let place = self.program.var_place(var);
                let pointer = self.program.types.pointer(self.program.exprs[place].ty);
                let address = self.program.exprs.expr(ExprKind::AddressOf(place), pointer);
                let size = self.size(size);
                let next = self.set(chosen, self.objects.offered, address, span);
                let last = self.set(next, self.objects.offered_size, size, span);
                self.program.add_edge(last, rest, Op::Skip, span);
            }
        }
    }

    /// Whether an operation opens a frame: the call of the function that chooses the byte.
    fn opens(&self, op: &Op) -> bool {
        let Op::Call(site) = op else { return false };
        let callee = self.program.calls[*site].callee;
        callee.is_some_and(|callee| self.program.functions[callee].name == "__cairn_frame_watch")
    }

    /// The variables of frames begin with the program.
    fn declare(&mut self) {
        let Some(body) = self.program.functions[self.program.start].body else { return };
        let opens: Vec<VarId> = self.program.outside.frames.values().map(|frame| frame.open).collect();
        let mut entry = body.entry;
        for var in opens {
            let first = self.program.add_node(self.program.start);
            self.program.add_edge(first, entry, Op::Declare { var, zeroed: true }, Span::NONE);
            entry = first;
        }
        self.program.functions[self.program.start].body = Some(Body { entry, ..body });
    }
}
