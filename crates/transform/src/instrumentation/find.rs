//! Which operations of a program may be undefined, and when: a walk over what each location evaluates.

use super::condition::Conditions;
use super::pointers;
use super::uninitialised::InitialisationFlags;
use crate::bounds;
use crate::indirect_call_targets::IndirectCallTargets;
use cairn_base::FastSet;
use cairn_base::id::IdVec;
use cairn_ir::behaviour::{Check, is_of_library};
use cairn_ir::eval::Undefined;
use cairn_ir::expr::{BinaryOp, ExprKind, PlaceKind};
use cairn_ir::ids::{EdgeId, FunctionId, NodeId};
use cairn_ir::op::{Intrinsic, NondetSource, Op};
use cairn_ir::program::{PointerCall, Program};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, PlaceId, VarId};
use std::collections::BTreeMap;

/// A check before the operations of a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Where.
    pub node: NodeId,
    /// What.
    pub check: Check,
    /// How to ask.
    pub asked: CheckMode,
    /// Whether what is asked decides; otherwise only that it is not violated.
    pub is_sure: bool,
}

/// How a check asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckMode {
    /// It is violated where this is not zero.
    Condition(ExprId),
    /// A primitive with its arguments says so: see [`cairn_ir::behaviour::Access`].
    Primitive(Intrinsic, Vec<ExprId>),
    /// It is violated where the first is not zero and the second is a pointer that belongs to an object: of others nobody
    /// knows.
    OfObject(ExprId, ExprId),
}

/// Use of a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Use {
    Access,
    Write,
    Part,
    /// One of its elements has its address taken.
    Base,
    Address,
}

/// The checks that a program has by its text, by location in the order of evaluation. Conditions are new expressions of it.
/// `dangles` says of a pointer whether it may be the address of a variable or an `alloca` after its lifetime, `flags` of
/// variables whether they have a value. Marks of accesses ([`Op::mark_access`]) are taken away.
pub fn find(
    program: &mut Program,
    wanted: &[Check],
    dangles: &dyn Fn(ExprId) -> bool,
    flags: &InitialisationFlags,
) -> Vec<Checked> {
    let memory: Vec<Check> =
        wanted.iter().copied().filter(|check| matches!(check, Check::ValidDeref | Check::ValidFree)).collect();
    let arithmetic: Vec<Check> = wanted
        .iter()
        .copied()
        .filter(|check| memory.contains(check) || matches!(check, Check::Overflow | Check::Division))
        .collect();
    let at_end: Vec<Check> = wanted.iter().copied().filter(|check| AT_END.contains(check)).collect();
    let of_library: IdVec<FunctionId, bool> =
        program.functions.iter().map(|function| is_of_library(program, function)).collect();
    let call_targets = if wanted.contains(&Check::CallType) {
        IndirectCallTargets::of(program)
    } else {
        IndirectCallTargets::default()
    };
    let inside = if wanted.contains(&Check::ValidDeref) { bounds::inside(program) } else { FastSet::default() };
    let tracks_all = pointers::keeps_no_pointer(program);
    let asked = pointers::asked_at_once(program, &of_library);
    pointers::say_what_dangles(program, dangles);
    let mut calls: BTreeMap<NodeId, Vec<PointerCall>> = BTreeMap::new();
    for call in &program.pointer_calls {
        calls.entry(call.node).or_default().push(*call);
    }
    let mut found = Vec::new();
    for node in program.nodes.ids() {
        // What the library does to memory is what the program asked it to.
        let function = program.nodes[node].function;
        let wanted = match of_library[function] {
            _ if is_made_up(program, function) => &at_end,
            false => wanted,
            true if ARITHMETIC.contains(&program.functions[function].name.as_str()) => &arithmetic,
            true => &memory,
        };
        if wanted.is_empty() {
            continue;
        }
        let leaving: Vec<EdgeId> = program.nodes[node].leaving.iter().copied().collect();
        let mut walk = Walk {
            program,
            wanted,
            dangles,
            flags,
            call_targets: &call_targets,
            inside: &inside,
            asked: &asked,
            tracks_all,
            guards: Vec::new(),
            seen: FastSet::default(),
            stack: Vec::new(),
            found: Vec::new(),
        };
        for call in calls.get(&node).into_iter().flatten() {
            walk.called(call);
        }
        for edge in leaving {
            walk.edge(edge);
        }
        found.extend(walk.found.into_iter().map(|(check, asked, is_sure)| Checked { node, check, asked, is_sure }));
    }
    for edge in program.edges.iter_mut().filter(|edge| edge.op.marked_access().is_some()) {
        edge.op = Op::Skip;
    }
    found
}

/// Functions of the library that are an operation on their arguments, and undefined where that is (7.22.6.1p2, 7.22.6.2p2).
const ARITHMETIC: &[&str] = &["abs", "labs", "llabs", "imaxabs", "div", "ldiv", "lldiv", "imaxdiv"];

/// Checks where the program ends, which is in the start function.
const AT_END: [Check; 2] = [Check::ValidMemtrack, Check::ValidMemcleanup];

/// Whether all operations of a function are made up by the front end, so that none of them is the program's and may be
/// undefined: the start function, which makes the arguments of `main`, and functions whose name no program can write, such as
/// `<destructors>`, or what watches a byte for a frame. This is the one place where that is decided; a front end that makes up operations puts them there.
pub(super) fn is_made_up(program: &Program, function: FunctionId) -> bool {
    let name = &program.functions[function].name;
    function == program.start || name.starts_with('<') || name.starts_with("__cairn_frame")
}

/// A condition that stands before what is evaluated, and the one before it.
pub(super) type Guard = Option<usize>;

#[derive(Clone, Copy)]
enum Step {
    Visit(ExprOrPlace, Use, Guard),
    CheckUse(ExprOrPlace, Use, Guard),
}

pub(super) struct Walk<'p> {
    pub(super) program: &'p mut Program,
    pub(super) wanted: &'p [Check],
    pub(super) dangles: &'p dyn Fn(ExprId) -> bool,
    flags: &'p InitialisationFlags,
    pub(super) call_targets: &'p IndirectCallTargets,
    /// Subscripts that need not be asked about.
    pub(super) inside: &'p FastSet<PlaceId>,
    /// Pointers of which it is asked at once what is accessed through them.
    pub(super) asked: &'p FastSet<VarId>,
    /// Whether memory that was not freed is lost where `main` returns.
    pub(super) tracks_all: bool,
    guards: Vec<(ExprId, bool, Guard)>,
    seen: FastSet<(ExprOrPlace, Use, Guard)>,
    stack: Vec<Step>,
    pub(super) found: Vec<(Check, CheckMode, bool)>,
}

impl Walk<'_> {
    fn edge(&mut self, edge: EdgeId) {
        let (mut exprs, mut places): (Vec<ExprId>, Vec<PlaceId>) = (Vec::new(), Vec::new());
        match &self.program.edges[edge].op {
            Op::Assume { cond, .. } => exprs.push(*cond),
            Op::Assign { place, value } => {
                exprs.push(*value);
                places.push(*place);
            }
            Op::Havoc { place, source } => {
                if let NondetSource::Volatile(load) = source {
                    exprs.push(*load);
                }
                places.push(*place);
            }
            Op::Call(site) => exprs.extend(&self.program.calls[*site].args),
            Op::CallPointer { site, pointer } => {
                exprs.push(*pointer);
                exprs.extend(&self.program.calls[*site].args);
            }
            Op::Intrinsic { args, result, .. } => {
                exprs.extend(args);
                places.extend(*result);
            }
            Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_) | Op::Halt | Op::Unsupported(_) => {}
        }
        for expr in exprs {
            self.walk(ExprOrPlace::Expr(expr), Use::Access);
        }
        for place in places {
            self.walk(ExprOrPlace::Place(place), Use::Write);
        }
        self.primitive(edge);
    }

    /// From the inside out, and from left to right.
    fn walk(&mut self, root: ExprOrPlace, of: Use) {
        self.stack.push(Step::Visit(root, of, None));
        while let Some(step) = self.stack.pop() {
            match step {
                Step::CheckUse(part, of, guard) => self.check_use(part, of, guard),
                Step::Visit(part, of, guard) => {
                    if self.seen.insert((part, of, guard)) {
                        self.stack.push(Step::CheckUse(part, of, guard));
                        self.parts(part, of, guard);
                    }
                }
            }
        }
    }

    /// The parts of an expression or a place, the first on top.
    fn parts(&mut self, part: ExprOrPlace, of: Use, guard: Guard) {
        match part {
            ExprOrPlace::Expr(expr) => match self.program.exprs[expr].kind {
                ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => {}
                ExprKind::Load(place) => self.stack.push(Step::Visit(place.into(), Use::Access, guard)),
                ExprKind::AddressOf(place) => self.stack.push(Step::Visit(place.into(), Use::Address, guard)),
                ExprKind::Unary(_, x) | ExprKind::Cast(x) => self.stack.push(Step::Visit(x.into(), Use::Access, guard)),
                ExprKind::Binary(_, x, y) => {
                    self.stack.push(Step::Visit(y.into(), Use::Access, guard));
                    self.stack.push(Step::Visit(x.into(), Use::Access, guard));
                }
                ExprKind::Conditional(c, yes, no) => {
                    for (arm, truth) in [(no, false), (yes, true)] {
                        self.guards.push((c, truth, guard));
                        let guard = Some(self.guards.len() - 1);
                        self.stack.push(Step::Visit(arm.into(), Use::Access, guard));
                    }
                    self.stack.push(Step::Visit(c.into(), Use::Access, guard));
                }
            },
            ExprOrPlace::Place(place) => match self.program.exprs[place].kind {
                PlaceKind::Var(_) => {}
                PlaceKind::Deref(pointer) => {
                    let accessed = of.is_access();
                    let pointer = if accessed { self.stepped(pointer, guard) } else { pointer };
                    self.stack.push(Step::Visit(pointer.into(), Use::Access, guard));
                }
                PlaceKind::Field(base, _) => self.stack.push(Step::Visit(base.into(), of.of_whole(), guard)),
                PlaceKind::Index(base, index) => {
                    let of = if of == Use::Address { Use::Base } else { of.of_whole() };
                    self.stack.push(Step::Visit(index.into(), Use::Access, guard));
                    self.stack.push(Step::Visit(base.into(), of, guard));
                }
            },
        }
    }

    /// Origin of a pointer that is followed: an access says more of where it goes than the steps before it.
    fn stepped(&mut self, pointer: ExprId, guard: Guard) -> ExprId {
        if !self.wanted.contains(&Check::ValidDeref) {
            return pointer;
        }
        let mut indices = Vec::new();
        let origin = pointers::origin(self.program, pointer, &mut indices);
        self.stack.extend(indices.into_iter().map(|index| Step::Visit(ExprOrPlace::Expr(index), Use::Access, guard)));
        origin
    }

    fn check_use(&mut self, part: ExprOrPlace, of: Use, guard: Guard) {
        for check in Check::ALL {
            if !self.wanted.contains(&check) {
                continue;
            }
            let mut conditions = Conditions { program: self.program, made: Vec::new() };
            match part {
                ExprOrPlace::Expr(expr) => of_expression(check, expr, &mut conditions),
                ExprOrPlace::Place(place) => of_place(check, place, of, &mut conditions),
            }
            for made in std::mem::take(&mut conditions.made) {
                let violated = self.guarded(made, guard);
                self.note(check, CheckMode::Condition(violated));
            }
        }
        if self.wanted.contains(&Check::Alignment)
            && let ExprOrPlace::Place(place) = part
            && of.is_access()
        {
            self.check_alignment(place, guard);
        }
        if self.wanted.contains(&Check::ValidDeref) {
            self.check_memory(part, of, guard);
        }
        self.check_pointers(part, guard);
        if let ExprOrPlace::Expr(expr) = part
            && let Some(flag) = self.flags.of(self.program, expr)
        {
            let mut conditions = Conditions { program: self.program, made: Vec::new() };
            match flag {
                Some(flag) => conditions.unset(flag),
                None => conditions.always(),
            }
            for made in std::mem::take(&mut conditions.made) {
                let violated = self.guarded(made, guard);
                self.found.push((Check::Uninitialised, CheckMode::Condition(violated), flag.is_some()));
            }
        }
    }

    /// The value where an expression is evaluated, zero elsewhere.
    pub(super) fn guarded(&mut self, value: ExprId, guard: Guard) -> ExprId {
        let (mut value, mut above) = (value, guard);
        while let Some((condition, truth, before)) = above.map(|at| self.guards[at]) {
            let ty = self.program.exprs[value].ty;
            let zero = self.program.exprs.expr(ExprKind::Constant(0), ty);
            let (yes, no) = if truth { (value, zero) } else { (zero, value) };
            value = self.program.exprs.expr(ExprKind::Conditional(condition, yes, no), ty);
            above = before;
        }
        value
    }

    pub(super) fn note(&mut self, check: Check, asked: CheckMode) {
        self.note_as(check, asked, true);
    }

    pub(super) fn note_as(&mut self, check: Check, asked: CheckMode, is_sure: bool) {
        let new = (check, asked, is_sure);
        if !self.found.contains(&new) {
            self.found.push(new);
        }
    }
}

impl Use {
    /// Use of a place of which this is done with a part.
    fn of_whole(self) -> Self {
        if self.is_access() { Use::Part } else { self }
    }
    /// It, or a part of it, is read or written.
    pub(super) fn is_access(self) -> bool {
        matches!(self, Use::Access | Use::Write | Use::Part)
    }
}

/// Subject of [`Check::Overflow`]: the exact result does not fit its type. A quotient that does not stops the machine,
/// and a value that is shifted out loses bits.
const NO_FIT: [Undefined; 3] = [Undefined::SignedOverflow, Undefined::DivisionOverflow, Undefined::ShiftOfNegative];

fn of_expression(check: Check, expr: ExprId, conditions: &mut Conditions<'_>) {
    let ty = conditions.program.exprs[expr].ty;
    match (check, &conditions.program.exprs[expr].kind) {
        (Check::Overflow, &ExprKind::Binary(op, a, b)) if op.row().may_be(&NO_FIT) => {
            conditions.overflow(op, a, b, ty);
        }
        (Check::Overflow, &ExprKind::Unary(op, a)) if op.row().may_be(&NO_FIT) => conditions.negated(a, ty),
        (Check::Division, &ExprKind::Binary(op, _, b)) if op.row().may_be(&[Undefined::DivisionByZero]) => {
            conditions.zero(b);
        }
        (Check::Shift, &ExprKind::Binary(op, a, b)) if op.row().may_be(&[Undefined::ShiftAmount]) => {
            conditions.shift(op, a, b, ty);
        }
        (Check::FloatConversion, &ExprKind::Cast(a)) => conditions.float_conversion(a, ty),
        (Check::Builtin, &ExprKind::Unary(op, a)) if op.row().may_be(&[Undefined::CountOfZero]) => {
            conditions.zero(a);
        }
        (Check::NullDereference, &ExprKind::Binary(BinaryOp::PtrAdd, from, index)) => {
            let from = pointers::origin(conditions.program, from, &mut Vec::new());
            conditions.step_from_null(from, index);
        }
        (Check::Conversion, &ExprKind::Cast(a)) => conditions.conversion(a, ty),
        _ => {}
    }
}

fn of_place(check: Check, place: PlaceId, of: Use, conditions: &mut Conditions<'_>) {
    let program = &*conditions.program;
    match (check, &program.exprs[place].kind) {
        // An element whose address is taken is a step of the pointer to the first.
        (Check::ArrayIndex | Check::PointerArithmetic, &PlaceKind::Index(base, index)) => {
            if check == Check::PointerArithmetic && of != Use::Address {
                return;
            }
            let Some((_, Some(length))) = program.types.element(program.exprs[base].ty) else { return };
            // The last array of a record may stand for as much as was allocated behind it.
            let is_open = length <= 1 && matches!(program.exprs[base].kind, PlaceKind::Field(..));
            if !is_open {
                conditions.index(index, length, of == Use::Address);
            }
        }
        (Check::ArrayIndex, &PlaceKind::Deref(_)) if of.is_access() => {
            if let Some((index, length)) = program.subscripts.get(&place).copied() {
                conditions.variable_index(index, length);
            }
        }
        // Also where the address of a part is taken (`&p->member`).
        (Check::NullDereference, &PlaceKind::Deref(pointer)) => {
            // `p[1]` is an access through `p`.
            let from = pointers::origin(program, pointer, &mut Vec::new());
            conditions.null(from);
        }
        _ => {}
    }
}
