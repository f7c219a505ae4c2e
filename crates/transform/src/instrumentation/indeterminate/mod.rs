//! Whether a byte in memory has a value yet, where it decides something: *one byte is watched*.
//!
//! An object of the heap, and a local that is in memory (its address is taken, an array, a record), begins with indeterminate values.
//! C lets a program read them; what depends on one is the program's fault nearly always, and what sanitizers and valgrind report.
//! So a read is a violation where it decides: in the condition of a branch, in an address, a divisor, a size, or an
//! argument of a function of the library or without a body.
//!
//! Where such an object is made, on a choice, one byte of it is watched: any byte, in any object. A write that covers it gives it a
//! value; the end of the object ends it too. Then **the execution ends**: whatever else it could do, the one in which nothing was
//! watched does. So *watched* means *without a value*, no flag is kept per byte, and what stands behind the write is explored once.
//!
//! Why one byte is enough: an execution in which an indeterminate byte decides has a choice that watches this byte from the start.
//! Why it raises no false alarm: a byte is watched only where it was made and while nothing wrote it; a write that may be one
//! (code without a body that was given a pointer to the object) ends it.
//!
//! A variable whose address is not taken and to which such a byte is assigned (`c = *p++`) may become what is watched instead, until
//! it is assigned again ([`Watch::moves`]). What is copied to memory, to a parameter, by `return` or by `memcpy` is not followed: it counts as written.
//! That is incomplete, and said in `docs/design/undefined-behaviour.md`.

mod objects;
mod put;
mod reads;

use super::find::is_made_up;
use crate::prune;
use cairn_base::id::IdVec;
use cairn_base::{FastMap, FastSet, Span};
use cairn_ir::behaviour::is_of_library;
use cairn_ir::callgraph::CallGraph;
use cairn_ir::effects::AllocationKind;
use cairn_ir::expr::{ExprKind, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId, VarId};
use cairn_ir::op::Op;
use cairn_ir::program::{Body, Program, VarKind};
use cairn_ir::types::IntKind;
use cairn_ir::{ExprId, PlaceId};

/// A byte of the heap is watched; nothing is at zero. Bytes in frames and variables have numbers behind it.
const HEAP: u128 = 1;

/// The variables that a pointer may point to and the operations that allocate what it may point to; nothing where nobody knows.
pub type Points<'p> = dyn Fn(ExprId) -> Option<(Vec<VarId>, Vec<EdgeId>)> + 'p;

/// State of the pass.
pub(super) struct Watch<'p> {
    program: &'p mut Program,
    /// State: see [`HEAP`].
    state: VarId,
    /// The byte, the start of its object and how many bytes that has.
    byte: VarId,
    object: VarId,
    size: VarId,
    /// Locals that are watched in memory.
    locals: FastSet<VarId>,
    /// The numbers of variables that can take an indeterminate value and decide something.
    carriers: FastMap<VarId, u128>,
    /// The first number of a function, which is that of bytes in its frame, and the last, where it has any.
    numbers: FastMap<FunctionId, (u128, u128)>,
    /// Temporaries that nothing reads: arguments that only the check looks at.
    unread: FastSet<VarId>,
    /// Where objects of the heap and of `alloca` are made that are watched.
    allocations: FastSet<EdgeId>,
    /// Targets of pointers.
    points: &'p Points<'p>,
    frames: CallGraph,
}

/// Puts the questions into a program that has its other checks. All ids of nodes, edges and calls change.
pub fn watch<'p>(program: &'p mut Program, points: &'p Points<'p>) {
    let of_users: IdVec<FunctionId, bool> = program
        .functions
        .ids()
        .map(|function| !is_of_library(program, &program.functions[function]) && !is_made_up(program, function))
        .collect();
    let edges: Vec<EdgeId> = program.edges.ids().collect();
    let of_user = |program: &Program, edge: EdgeId| of_users[program.nodes[program.edges[edge].source].function];
    let locals = objects::locals(program, &of_users);
    let is_made = |edge: &EdgeId| of_user(program, *edge) && objects::makes(&program.edges[*edge].op);
    let allocations: FastSet<EdgeId> = edges.iter().copied().filter(is_made).collect();
    if locals.is_empty() && allocations.is_empty() {
        return;
    }
    let frames = CallGraph::new(program);
    let int = program.types.int(IntKind::Int);
    let (char, size_t) = (program.types.int(IntKind::Char), program.types.size_t());
    let pointer = program.types.pointer(char);
    let mut add = |name: &str, ty| program.add_var(name, ty, VarKind::Static, None);
    let state = add("#what has no value", int);
    let (byte, object) = (add("#byte without a value", pointer), add("#object without a value", pointer));
    let size = add("#size without a value", size_t);
    let unread = reads::unread(program);
    let mut this = Watch {
        program,
        state,
        byte,
        object,
        size,
        locals,
        carriers: FastMap::default(),
        numbers: FastMap::default(),
        unread,
        allocations,
        points,
        frames,
    };
    this.number(&edges, &of_users);
    let nodes: Vec<NodeId> = this.program.nodes.ids().collect();
    for node in nodes {
        let function = this.program.nodes[node].function;
        let leaving: Vec<EdgeId> = this.program.nodes[node].leaving.iter().copied().collect();
        this.before(node, &leaving, of_users[function]);
    }
    for edge in edges {
        let of_user = of_users[this.program.nodes[this.program.edges[edge].source].function];
        this.behind(edge, of_user);
    }
    this.leave_frames(&of_users);
    for var in this.locals.clone() {
        this.program.vars[var].address_taken = true;
    }
    this.declare();
    let program = this.program;
    let reached: IdVec<_, bool> = program.functions.iter().map(|function| function.body.is_some()).collect();
    prune::list_entering(program);
    prune::compact(program, &reached);
}

impl Watch<'_> {
    /// Gives numbers to bytes in frames and to variables, by function.
    fn number(&mut self, edges: &[EdgeId], of_users: &IdVec<FunctionId, bool>) {
        let mut by_function: FastMap<FunctionId, Vec<VarId>> = FastMap::default();
        for var in self.carrying(edges, of_users) {
            if let Some(function) = self.program.vars[var].function {
                by_function.entry(function).or_default().push(var);
            }
        }
        let mut next = HEAP + 1;
        for function in self.program.functions.ids().filter(|function| of_users[*function]) {
            let first = next;
            next += 1;
            for var in by_function.remove(&function).unwrap_or_default() {
                self.carriers.insert(var, next);
                next += 1;
            }
            self.numbers.insert(function, (first, next - 1));
        }
    }

    /// The variables of the pass begin with the program.
    fn declare(&mut self) {
        let Some(body) = self.program.functions[self.program.start].body else { return };
        let mut entry = body.entry;
        for var in [self.state, self.byte, self.object, self.size] {
            let first = self.program.add_node(self.program.start);
            self.program.add_edge(first, entry, Op::Declare { var, zeroed: true }, Span::NONE);
            entry = first;
        }
        self.program.functions[self.program.start].body = Some(Body { entry, ..body });
    }

    /// Before a function returns: what is watched in its frame ends. In a function that may be called while it runs, only
    /// if the byte is in this frame.
    fn leave_frames(&mut self, of_users: &IdVec<FunctionId, bool>) {
        let functions: Vec<FunctionId> = self.program.functions.ids().filter(|function| of_users[*function]).collect();
        for function in functions {
            let (Some(body), Some((first, last))) =
                (self.program.functions[function].body, self.numbers.get(&function).copied())
            else {
                continue;
            };
            let own: Vec<VarId> = {
                let is_own = |var: &VarId| self.program.vars[*var].function == Some(function);
                let mut own: Vec<VarId> = self.locals.iter().copied().filter(is_own).collect();
                own.sort_unstable();
                own
            };
            let recursive = self.frames.is_recursive(function);
            let entering: Vec<EdgeId> =
                self.program.edges.iter_ids().filter(|(_, edge)| edge.target == body.exit).map(|(id, _)| id).collect();
            let mut at = self.program.add_node(function);
            for edge in entering {
                self.program.edges[edge].target = at;
            }
            let low = if recursive { first + 1 } else { first };
            if low <= last {
                at = self.end_between(at, low, last);
            }
            for var in own.iter().filter(|_| recursive) {
                if let Some((address, size)) = self.object_of(*var) {
                    at = self.end_if_shared(at, first, address, size, Span::NONE);
                }
            }
            self.program.add_edge(at, body.exit, Op::Skip, Span::NONE);
        }
    }

    /// The address and the size of a variable.
    fn object_of(&mut self, var: VarId) -> Option<(ExprId, ExprId)> {
        let place = self.program.var_place(var);
        let bytes = self.program.types.size_of(self.program.vars[var].ty).filter(|size| *size > 0)?;
        Some((self.address(place), self.bytes(bytes)))
    }

    fn address(&mut self, place: PlaceId) -> ExprId {
        if let PlaceKind::Deref(pointer) = self.program.exprs[place].kind {
            return pointer;
        }
        let pointer = self.program.types.pointer(self.program.exprs[place].ty);
        self.program.exprs.expr(ExprKind::AddressOf(place), pointer)
    }

    /// Behind an operation: objects that it makes, and results of calls.
    fn behind(&mut self, edge: EdgeId, of_user: bool) {
        match self.program.edges[edge].op.clone() {
            Op::Intrinsic { which, args, result: Some(place) } if of_user => {
                let row = which.row();
                let Some(object) = row.allocates().filter(|object| !object.zeroed) else { return };
                let ty = self.program.exprs[place].ty;
                let address = self.program.exprs.expr(ExprKind::Load(place), ty);
                if let Some(size) = args.get(object.size) {
                    let old = row.frees().and_then(|at| args.get(at)).copied();
                    self.made(edge, address, *size, object.kind == AllocationKind::Heap, old);
                }
            }
            Op::Declare { var, .. } if self.locals.contains(&var) => {
                if let Some((address, size)) = self.object_of(var) {
                    self.made(edge, address, size, false, None);
                }
            }
            _ => {}
        }
    }
}
