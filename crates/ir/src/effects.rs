//! The effects of an operation: reads, writes, goes through pointers, takes addresses, begins and ends lifetimes, allocates.
//! One answer for every analysis and transformation that asks the text.
//!
//! Effects are about variables, places and pointers, not about objects. Which objects a place may be is a question for a
//! points-to analysis or for an analysis' state, and the answers differ; what the text says does not. There are two
//! halves. [`own`] is what the operation does once its expressions have values. [`of_part`] is what computing a value
//! does, part by part. [`each`] puts them together. Both are complete: what they do not list does not happen.
//!
//! A call has two frames, so it has two answers: the caller's is an operation's like all others, and [`passed`] and
//! [`returned`] say what goes from one frame to the other. What the callee does is not an effect of the call.

use crate::behaviour::How;
use crate::expr::{ExprId, ExprKind, PlaceId, PlaceKind};
use crate::ids::{FunctionId, VarId};
use crate::op::{CallSiteId, Intrinsic, Op};
use crate::primitive::{ByteSource, PrimitiveAct};
use crate::program::Program;
use crate::reachable::mark_reachable;
use crate::walk::ExprOrPlace;
use cairn_base::FastSet;
use smallvec::{SmallVec, smallvec};

/// Accessed place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Where {
    /// A variable as a whole, by its name.
    Variable(VarId),
    /// Any other place: a part of a variable, or something behind a pointer.
    Place(PlaceId),
    /// Bytes from where a pointer points on, as many as the primitive says.
    Behind(ExprId),
    /// The whole objects that a pointer points into, and all that is found from there on.
    Reachable(ExprId),
}

impl Where {
    /// A place, which is a variable where it is one.
    pub fn of(program: &Program, place: PlaceId) -> Where {
        match program.exprs[place].kind {
            PlaceKind::Var(var) => Where::Variable(var),
            _ => Where::Place(place),
        }
    }
    /// The variable that this is, or is a part of, without going through a pointer.
    pub fn variable(self, program: &Program) -> Option<VarId> {
        match self {
            Where::Variable(var) => Some(var),
            Where::Place(place) => program.exprs.root_variable(place),
            Where::Behind(_) | Where::Reachable(_) => None,
        }
    }
}

/// How an object is allocated that no variable names, and thereby how long it lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllocationKind {
    /// On the heap: until it is freed.
    Heap,
    /// In the frame: until the function returns.
    Frame,
}

/// One thing that an operation does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// The text goes to a variable or a part of it, for whatever: to read it, to write a part of it, for its address. A
    /// variable that is written as a whole is not named by that.
    Names(VarId),
    /// A value is read.
    Reads(Where),
    /// A value is written.
    Writes {
        /// Where.
        at: Where,
        /// What, if the text says so; else any value, or one that the operation computes.
        value: Option<ExprId>,
    },
    /// The text goes through a pointer: to read, to write, to free, or only to get at another address (`&p->x`).
    /// `*&x` does not: it is `x`.
    Follows(ExprId),
    /// The address of a place becomes a value.
    TakesAddress(PlaceId),
    /// The address of a function becomes a value.
    TakesFunction(FunctionId),
    /// Code outside knows from now on the objects that a pointer points into.
    Exposes(ExprId),
    /// The lifetime of a variable begins.
    Begins {
        /// The variable.
        var: VarId,
        /// Its bytes are zero.
        zeroed: bool,
    },
    /// The lifetime of a variable ends.
    Ends(VarId),
    /// A new object is made, or may be.
    Allocates(AllocationKind),
    /// The lifetime of the object of a kind that a pointer points to ends, unless it is null.
    Frees(ExprId, AllocationKind),
    /// What is done depends on which objects there are, and on how large they are.
    AsksForLifetimes,
}

impl Effect {
    /// The variable that the text or the operation itself names, for whatever.
    pub fn named(self) -> Option<VarId> {
        match self {
            Effect::Names(var) | Effect::Begins { var, .. } | Effect::Ends(var) => Some(var),
            Effect::Writes { at: Where::Variable(var), .. } => Some(var),
            _ => None,
        }
    }
}

/// A handful of effects.
pub type Effects = SmallVec<[Effect; 3]>;

/// Effects of an operation when its expressions have values. A call writes its result.
pub fn own(program: &Program, op: &Op) -> Effects {
    let written = |place: PlaceId| Effect::Writes { at: Where::of(program, place), value: None };
    match op {
        Op::Declare { var, zeroed } => smallvec![Effect::Begins { var: *var, zeroed: *zeroed }],
        Op::EndScope(var) => smallvec![Effect::Ends(*var)],
        Op::Assign { place, value } => {
            smallvec![Effect::Writes { at: Where::of(program, *place), value: Some(*value) }]
        }
        Op::Havoc { place, .. } => smallvec![written(*place)],
        Op::Call(site) | Op::CallPointer { site, .. } => {
            let result = program.calls[*site].result.map(Where::Variable);
            result.into_iter().map(|at| Effect::Writes { at, value: None }).collect()
        }
        Op::Intrinsic { which, args, result } => {
            let mut all = primitive(*which, args);
            all.extend(marked_read(program, op).map(Effect::Reads));
            all.extend(result.iter().map(|place| written(*place)));
            all
        }
        Op::Skip | Op::Label(_) | Op::Assume { .. } | Op::Halt | Op::Unsupported(_) => Effects::new(),
    }
}

/// Reads of the library where an access by it is marked.
fn marked_read(program: &Program, op: &Op) -> Option<Where> {
    let (pointer, _, how) = op.marked_access()?;
    let how = How::of_mark(program, how);
    let from = if how.reaches { Where::Reachable(pointer) } else { Where::Behind(pointer) };
    (!how.writes).then_some(from)
}

/// Effects of a primitive's row, of the arguments that it has here.
fn primitive(which: Intrinsic, args: &[ExprId]) -> Effects {
    let row = which.row();
    let mut all = Effects::new();
    for first in 0..row.repetitions(args.len()) {
        let arg = |at: usize| args.get(first + at).copied();
        let followed = (0..row.arguments.len()).filter(|at| row.follows(*at));
        all.extend(followed.filter_map(arg).map(Effect::Follows));
        for act in row.acts {
            match *act {
                PrimitiveAct::Allocates(object) => all.push(Effect::Allocates(object.kind)),
                PrimitiveAct::Frees(at, kind) => all.extend(arg(at).map(|old| Effect::Frees(old, kind))),
                PrimitiveAct::ReadsObject(at) => all.extend(arg(at).map(|from| Effect::Reads(Where::Behind(from)))),
                PrimitiveAct::Writes(written) => {
                    if let ByteSource::CopyOf(from) = written.source {
                        all.extend(arg(from).map(|from| Effect::Reads(Where::Behind(from))));
                    }
                    let writes = |to| Effect::Writes { at: Where::Behind(to), value: None };
                    all.extend(arg(written.to).map(writes));
                }
                PrimitiveAct::WritesReachable(at) => {
                    let writes = |to| Effect::Writes { at: Where::Reachable(to), value: None };
                    all.extend(arg(at).map(writes));
                }
                PrimitiveAct::Exposes(at) => all.extend(arg(at).map(Effect::Exposes)),
                PrimitiveAct::LeadsOutside(_) => {}
                PrimitiveAct::AsksForLifetimes => all.push(Effect::AsksForLifetimes),
            }
        }
    }
    all
}

/// Effect of computing the value of an expression, or finding a place, itself; its parts are others' business.
pub fn of_part(program: &Program, part: ExprOrPlace) -> Option<Effect> {
    match part {
        ExprOrPlace::Expr(expr) => match program.exprs[expr].kind {
            ExprKind::Load(place) => Some(Effect::Reads(Where::of(program, place))),
            ExprKind::AddressOf(place) => Some(Effect::TakesAddress(place)),
            ExprKind::FunctionAddress(function) => Some(Effect::TakesFunction(function)),
            _ => None,
        },
        ExprOrPlace::Place(place) => match program.exprs[place].kind {
            PlaceKind::Var(var) => Some(Effect::Names(var)),
            PlaceKind::Deref(pointer) => match program.exprs[pointer].kind {
                ExprKind::AddressOf(_) => None,
                _ => Some(Effect::Follows(pointer)),
            },
            PlaceKind::Field(..) | PlaceKind::Index(..) => None,
        },
    }
}

/// All effects of an operation: its own, then those of its expressions and places and of all their parts. `is_new` says
/// whether a part is to be looked at: the table of expressions is shared, and callers differ in how far a part counts once.
pub fn each(program: &Program, op: &Op, is_new: &mut impl FnMut(ExprOrPlace) -> bool, visit: &mut impl FnMut(Effect)) {
    own(program, op).into_iter().for_each(&mut *visit);
    let mut open = Vec::new();
    op.roots(&program.calls, &mut open);
    // The only places among the roots are what is written. One that is a variable has nothing to be computed.
    open.retain(
        |root| !matches!(root, ExprOrPlace::Place(place) if matches!(program.exprs[*place].kind, PlaceKind::Var(_))),
    );
    mark_reachable(open, is_new, |part, open| {
        of_part(program, part).into_iter().for_each(&mut *visit);
        open.extend(program.exprs.parts(part));
    });
}

/// All effects of one operation, looked at by itself.
pub fn all(program: &Program, op: &Op) -> Vec<Effect> {
    let (mut seen, mut found) = (FastSet::default(), Vec::new());
    each(program, op, &mut |part| seen.insert(part), &mut |effect| found.push(effect));
    found
}

/// The parameters of the callee, each with the caller's expression that it takes: none where too few are given, and then
/// the parameter holds anything. Nothing while the callee is not known.
pub fn passed(program: &Program, call: CallSiteId) -> impl Iterator<Item = (VarId, Option<ExprId>)> + '_ {
    let site = &program.calls[call];
    let params = site.callee.map_or(&[][..], |callee| &program.functions[callee].params);
    params.iter().enumerate().map(|(at, param)| (*param, site.args.get(at).copied()))
}

/// The place that an operation overwrites, where the text fixes it: a variable, or a part of one at constant offsets. What
/// is behind a pointer, or in an array at an index that is computed, is not fixed.
pub fn overwritten(program: &Program, op: &Op) -> Option<PlaceId> {
    let (Op::Assign { place, .. } | Op::Havoc { place, .. } | Op::Intrinsic { result: Some(place), .. }) = op else {
        return None;
    };
    let exprs = &program.exprs;
    let mut at = *place;
    loop {
        at = match exprs[at].kind {
            PlaceKind::Var(_) => return Some(*place),
            PlaceKind::Field(of, _) => of,
            PlaceKind::Index(of, index) if matches!(exprs[index].kind, ExprKind::Constant(_)) => of,
            PlaceKind::Index(..) | PlaceKind::Deref(_) => return None,
        };
    }
}

/// The variable of the caller that takes the result, and the variable of the callee that holds it.
pub fn returned(program: &Program, call: CallSiteId) -> Option<(VarId, VarId)> {
    let site = &program.calls[call];
    site.result.zip(program.functions[site.callee?].result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::NondetSource;
    use crate::{BinaryOp, IntKind, MachineModel, VarKind};

    /// `int x, y, *p;` and what can be made of them.
    struct Made {
        program: Program,
        x: VarId,
        y: VarId,
        p: VarId,
    }

    fn made() -> Made {
        let mut program = Program::empty(MachineModel::Lp64);
        let int = program.types.int(IntKind::Int);
        let pointer = program.types.pointer(int);
        let mut var = |name: &str, ty| program.add_var(name, ty, VarKind::Static, None);
        let (x, y, p) = (var("x", int), var("y", int), var("p", pointer));
        Made { program, x, y, p }
    }

    impl Made {
        fn behind(&mut self, pointer: ExprId) -> PlaceId {
            let int = self.program.types.int(IntKind::Int);
            self.program.exprs.place(PlaceKind::Deref(pointer), int)
        }
        fn address(&mut self, place: PlaceId) -> ExprId {
            let ty = self.program.types.pointer(self.program.exprs[place].ty);
            self.program.exprs.expr(ExprKind::AddressOf(place), ty)
        }
        fn is(&self, op: Op, expected: &[Effect]) {
            let found = all(&self.program, &op);
            let sorted = |effects: &[Effect]| {
                let mut text: Vec<String> = effects.iter().map(|effect| format!("{effect:?}")).collect();
                text.sort();
                text
            };
            assert_eq!(sorted(&found), sorted(expected), "{op:?}");
        }
    }

    fn writes(at: Where, value: Option<ExprId>) -> Effect {
        Effect::Writes { at, value }
    }

    #[test]
    fn assignments_read_their_value_and_find_their_place() {
        let mut m = made();
        let (x, y, p) = (m.x, m.y, m.p);
        let (place, value) = (m.program.var_place(x), m.program.var_value(y));
        let reads_y = [Effect::Reads(Where::Variable(y)), Effect::Names(y)];
        let mut expected = vec![writes(Where::Variable(x), Some(value))];
        expected.extend(reads_y);
        m.is(Op::Assign { place, value }, &expected);
        // x = x + y: x is read as well as written.
        let (int, old) = (m.program.exprs[value].ty, m.program.var_value(x));
        let sum = m.program.exprs.expr(ExprKind::Binary(BinaryOp::Add, old, value), int);
        let mut expected =
            vec![writes(Where::Variable(x), Some(sum)), Effect::Reads(Where::Variable(x)), Effect::Names(x)];
        expected.extend(reads_y);
        m.is(Op::Assign { place, value: sum }, &expected);
        // *p = y: p is read, to find the place.
        let pointer = m.program.var_value(p);
        let there = m.behind(pointer);
        let mut expected = vec![
            writes(Where::Place(there), Some(value)),
            Effect::Follows(pointer),
            Effect::Reads(Where::Variable(p)),
            Effect::Names(p),
        ];
        expected.extend(reads_y);
        m.is(Op::Assign { place: there, value }, &expected);
        // *&x = y: no pointer is followed, but x is named, its address taken.
        let address = m.address(place);
        let there = m.behind(address);
        let mut expected =
            vec![writes(Where::Place(there), Some(value)), Effect::TakesAddress(place), Effect::Names(x)];
        expected.extend(reads_y);
        m.is(Op::Assign { place: there, value }, &expected);
    }

    #[test]
    fn inputs_lifetimes_and_what_does_nothing() {
        let mut m = made();
        let (x, y) = (m.x, m.y);
        let (place, read) = (m.program.var_place(x), m.program.var_value(y));
        m.is(Op::Havoc { place, source: NondetSource::Layout }, &[writes(Where::Variable(x), None)]);
        m.is(
            Op::Havoc { place, source: NondetSource::Volatile(read) },
            &[writes(Where::Variable(x), None), Effect::Reads(Where::Variable(y)), Effect::Names(y)],
        );
        m.is(Op::Declare { var: x, zeroed: true }, &[Effect::Begins { var: x, zeroed: true }]);
        m.is(Op::EndScope(x), &[Effect::Ends(x)]);
        m.is(Op::Assume { cond: read, truth: false }, &[Effect::Reads(Where::Variable(y)), Effect::Names(y)]);
        for op in [Op::Skip, Op::Halt, Op::Label("L".into()), Op::Unsupported("it".into())] {
            m.is(op, &[]);
        }
    }

    #[test]
    fn primitives() {
        let mut m = made();
        let (x, y, p) = (m.x, m.y, m.p);
        let (result, of_y) = (m.program.var_place(p), m.program.var_place(y));
        let (pointer, address, size) = (m.program.var_value(p), m.address(of_y), m.program.var_value(x));
        let p_read = [Effect::Reads(Where::Variable(p)), Effect::Names(p)];
        let x_read = [Effect::Reads(Where::Variable(x)), Effect::Names(x)];
        let y_taken = [Effect::TakesAddress(of_y), Effect::Names(y)];
        let intrinsic = |which, args: &[ExprId], result| Op::Intrinsic { which, args: args.to_vec(), result };
        let behind = |pointer| Where::Behind(pointer);
        for (which, kind) in [
            (Intrinsic::Malloc, AllocationKind::Heap),
            (Intrinsic::Calloc, AllocationKind::Heap),
            (Intrinsic::Alloca, AllocationKind::Frame),
        ] {
            let own = [Effect::Allocates(kind), writes(Where::Variable(p), None)];
            m.is(intrinsic(which, &[size], Some(result)), &[&own[..], &x_read].concat());
        }
        let own = [
            Effect::Follows(pointer),
            Effect::Reads(behind(pointer)),
            Effect::Allocates(AllocationKind::Heap),
            Effect::Frees(pointer, AllocationKind::Heap),
            writes(Where::Variable(p), None),
        ];
        m.is(intrinsic(Intrinsic::Realloc, &[pointer, size], Some(result)), &[&own[..], &p_read, &x_read].concat());
        let own = [Effect::Follows(pointer), Effect::Frees(pointer, AllocationKind::Heap)];
        m.is(intrinsic(Intrinsic::Free, &[pointer], None), &[&own[..], &p_read].concat());
        let own = [
            Effect::Follows(pointer),
            Effect::Follows(address),
            Effect::Reads(behind(address)),
            writes(behind(pointer), None),
        ];
        let parts = [&p_read[..], &y_taken, &x_read].concat();
        m.is(intrinsic(Intrinsic::MemCopy, &[pointer, address, size], None), &[&own[..], &parts].concat());
        let own = [Effect::Follows(pointer), writes(behind(pointer), None)];
        m.is(intrinsic(Intrinsic::MemSet, &[pointer, size, size], None), &[&own[..], &p_read, &x_read].concat());
        let own = [pointer, address].map(|to| [Effect::Follows(to), writes(Where::Reachable(to), None)]).concat();
        m.is(intrinsic(Intrinsic::Clobber, &[pointer, address], None), &[&own[..], &p_read, &y_taken].concat());
        // A mark reads, unless what follows it writes.
        for (how, own) in [
            (How::default(), vec![Effect::Reads(behind(pointer))]),
            (How { reaches: true, ..How::default() }, vec![Effect::Reads(Where::Reachable(pointer))]),
            (How { writes: true, ..How::default() }, Vec::new()),
        ] {
            let int = m.program.types.int(IntKind::Int);
            let how = m.program.exprs.expr(ExprKind::Constant(how.bits()), int);
            let asks = [Effect::AsksForLifetimes];
            m.is(Op::mark_access(pointer, size, how), &[&own[..], &asks, &p_read, &x_read].concat());
        }
        m.is(intrinsic(Intrinsic::Escape, &[address], None), &[&[Effect::Exposes(address)][..], &y_taken].concat());
    }

    #[test]
    fn calls_pass_and_return() {
        let mut m = made();
        let int = m.program.types.int(IntKind::Int);
        let f = m.program.add_function("f", int);
        let a = m.program.add_var("a", int, VarKind::Param(0), Some(f));
        let b = m.program.add_var("b", int, VarKind::Param(1), Some(f));
        let r = m.program.add_var("r", int, VarKind::Return, Some(f));
        let arg = m.program.var_value(m.y);
        let call = m.program.add_call(Some(f), vec![arg], Some(m.x));
        let (x, y) = (m.x, m.y);
        m.is(Op::Call(call), &[writes(Where::Variable(x), None), Effect::Reads(Where::Variable(y)), Effect::Names(y)]);
        assert_eq!(passed(&m.program, call).collect::<Vec<_>>(), [(a, Some(arg)), (b, None)]);
        assert_eq!(returned(&m.program, call), Some((x, r)));
        let pointer = m.program.var_value(m.p);
        let unknown = m.program.add_call(None, vec![arg], None);
        let op = Op::CallPointer { site: unknown, pointer };
        let p_read = [Effect::Reads(Where::Variable(m.p)), Effect::Names(m.p)];
        m.is(op, &[&p_read[..], &[Effect::Reads(Where::Variable(y)), Effect::Names(y)]].concat());
        assert_eq!(passed(&m.program, unknown).count(), 0);
        assert_eq!(returned(&m.program, unknown), None);
        // The address of a function is a value like another.
        let ty = m.program.types.pointer(m.program.functions[f].ty);
        let cond = m.program.exprs.expr(ExprKind::FunctionAddress(f), ty);
        m.is(Op::Assume { cond, truth: true }, &[Effect::TakesFunction(f)]);
    }
}
