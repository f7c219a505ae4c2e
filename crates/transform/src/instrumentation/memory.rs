//! Which operations may go wrong with memory, and what is to be asked of them: see [`cairn_ir::behaviour::Access`].
//!
//! An access is asked about by the address of its first byte, its size, and the pointer that it was computed from: the one
//! that was read, or is the address of a variable, before any steps. So `p[i]` with `p` in an object is asked whether it
//! is in that object, wherever `i` leads. An address that is computed and kept is asked about with no bytes. An
//! index so large that the sum would go around the address space is a violation by itself.

use super::condition::Conditions;
use super::find::{CheckMode, Guard, Use, Walk};
use super::pointers::{origin, read_from};
use cairn_ir::behaviour::{Check, How};
use cairn_ir::expr::{BinaryOp, ExprKind, PlaceKind};
use cairn_ir::ids::EdgeId;
use cairn_ir::op::{Intrinsic, Op};
use cairn_ir::primitive::{ByteSource, WrittenBytes};
use cairn_ir::program::Program;
use cairn_ir::types::{IntKind, Scalar};
use cairn_ir::walk::ExprOrPlace;
use cairn_ir::{ExprId, PlaceId};

/// The size of the object that a pointer goes to the begin of, where the object was allocated on the only way to an edge, just before,
/// and nothing but copies came between: as where a model of the library takes bytes of any value from.
fn scratch(program: &Program, edge: EdgeId, pointer: ExprId) -> Option<ExprId> {
    const LONGEST: usize = 4;
    let ExprKind::Load(place) = program.exprs[pointer].kind else { return None };
    let mut at = program.edges[edge].source;
    for _ in 0..LONGEST {
        let [before] = program.nodes[at].entering[..] else { return None };
        match &program.edges[before].op {
            Op::Intrinsic { which: Intrinsic::Malloc, args, result } if *result == Some(place) => {
                return args.first().copied();
            }
            Op::Assume { .. } => at = program.edges[before].source,
            Op::Intrinsic { which, .. } if copies(*which) => at = program.edges[before].source,
            _ => return None,
        }
    }
    None
}

/// Whether all that a primitive does is to copy bytes.
fn copies(which: Intrinsic) -> bool {
    which.row().written().is_some_and(|written| matches!(written.source, ByteSource::CopyOf(_)))
}

impl Walk<'_> {
    /// Effects of a primitive, or the end of the program, on memory.
    pub(super) fn primitive(&mut self, edge: EdgeId) {
        if let Some((pointer, bytes, how)) = self.program.edges[edge].op.marked_access() {
            let is_some = !matches!(self.program.exprs[bytes].kind, ExprKind::Constant(0));
            if is_some && self.wanted.contains(&Check::ValidDeref) {
                let writes = How::of_mark(self.program, how).writes;
                let from = origin(self.program, pointer, &mut Vec::new());
                self.ask_of(from, pointer, bytes, writes, None);
            }
            return;
        }
        let (which, args) = match &self.program.edges[edge].op {
            Op::Intrinsic { which, args, .. } => (*which, args.clone()),
            Op::Halt => return self.end(edge),
            _ => return,
        };
        let row = which.row();
        let arg = |at: usize| args.get(at).copied();
        if let Some(WrittenBytes { to, size, source }) = row.written()
            && let (Some(to), Some(size)) = (arg(to), arg(size))
            && self.wanted.contains(&Check::ValidDeref)
        {
            self.ask_bytes(to, size, true);
            if let ByteSource::CopyOf(from) = source
                && let Some(from) = arg(from).filter(|from| scratch(self.program, edge, *from) != Some(size))
            {
                self.ask_bytes(from, size, false);
            }
        }
        if let Some(pointer) = row.frees_heap().and_then(arg)
            && self.wanted.contains(&Check::ValidFree)
            && scratch(self.program, edge, pointer).is_none()
        {
            self.note(Check::ValidFree, CheckMode::Primitive(Intrinsic::Freeable, vec![pointer]));
        }
    }

    /// Where `main` returns it is known what is left. `exit` and `abort` leave the frames, and what they point to.
    fn end(&mut self, edge: EdgeId) {
        let program = &self.program;
        let returns = program.nodes[program.edges[edge].source].function == program.start;
        for check in [Check::ValidMemtrack, Check::ValidMemcleanup] {
            if self.wanted.contains(&check) {
                let is_sure = returns && (check == Check::ValidMemcleanup || self.tracks_all);
                self.found.push((check, CheckMode::Primitive(Intrinsic::Unfreed, Vec::new()), is_sure));
            }
        }
    }

    /// So many bytes from a pointer on.
    fn ask_bytes(&mut self, pointer: ExprId, size: ExprId, writes: bool) {
        let from = origin(self.program, pointer, &mut Vec::new());
        self.ask(from, pointer, size, writes, None);
    }

    /// Checks of memory in an expression or a place.
    pub(super) fn check_memory(&mut self, part: ExprOrPlace, of: Use, guard: Guard) {
        match part {
            ExprOrPlace::Expr(expr) => match self.program.exprs[expr].kind {
                ExprKind::Binary(BinaryOp::PtrAdd, from, _) if self.is_asked(from) => {}
                ExprKind::Binary(BinaryOp::PtrAdd, from, index) => {
                    self.ask_index(index, self.pointed_size(expr), guard);
                    let from = origin(self.program, from, &mut Vec::new());
                    self.ask_address(from, expr, guard);
                }
                ExprKind::AddressOf(place) => {
                    if let Some(from) = self.start_of(place) {
                        self.ask_address(from, expr, guard);
                    }
                }
                _ => {}
            },
            ExprOrPlace::Place(place) => {
                match self.program.exprs[place].kind {
                    PlaceKind::Index(_, index) if !self.inside.contains(&place) => {
                        let size = self.program.types.size_of(self.program.exprs[place].ty).unwrap_or(1);
                        self.ask_index(index, size, guard);
                    }
                    PlaceKind::Deref(pointer) if of.is_access() && !self.is_asked(pointer) => {
                        let mut indices = Vec::new();
                        origin(self.program, pointer, &mut indices);
                        let size = self.pointed_size(pointer);
                        indices.into_iter().for_each(|index| self.ask_index(index, size, guard));
                    }
                    _ => {}
                }
                if matches!(of, Use::Access | Use::Write) {
                    self.ask_place(place, of == Use::Write, guard);
                }
            }
        }
    }

    /// A place that is, or has a part that is, read or written: whether the pointer to it is aligned.
    pub(super) fn check_alignment(&mut self, place: PlaceId, guard: Guard) {
        let PlaceKind::Deref(pointer) = self.program.exprs[place].kind else { return };
        // On ILP32 some types have half of their alignment in records, and a pointer may go there.
        let align = self.program.types.align_in_record(self.program.exprs[place].ty);
        let Some(align) = align.filter(|align| *align > 1) else { return };
        let mut conditions = Conditions { program: self.program, made: Vec::new() };
        let Some(from) = conditions.misaligned(pointer, align) else { return };
        for made in std::mem::take(&mut conditions.made) {
            let violated = self.guarded(made, guard);
            let is_sure = !self.program.outside.underaligned;
            self.note_as(Check::Alignment, CheckMode::OfObject(violated, from), is_sure);
        }
    }

    /// Steps of a pointer, and the order or the distance of two, which C defines within an object.
    pub(super) fn check_pointers(&mut self, part: ExprOrPlace, guard: Guard) {
        use BinaryOp::{Ge, Gt, Le, Lt, PtrAdd, PtrDiff};
        let ExprOrPlace::Expr(expr) = part else { return };
        let ExprKind::Binary(op, x, y) = self.program.exprs[expr].kind else { return };
        let is_pointer = |x: ExprId| self.program.types.pointee(self.program.exprs[x].ty).is_some();
        let (check, from, to) = match op {
            PtrAdd => (Check::PointerArithmetic, x, expr),
            PtrDiff | Lt | Le | Gt | Ge if is_pointer(x) && is_pointer(y) => (Check::PointerComparison, x, y),
            _ => return,
        };
        if !self.wanted.contains(&check) {
            return;
        }
        let (size_t, int) = (self.program.types.size_t(), self.program.types.int(IntKind::Int));
        let none = self.program.exprs.expr(ExprKind::Constant(0), size_t);
        let (dangles, unrelated) = ((self.dangles)(from), check == Check::PointerComparison);
        let how = How { dangles, within: true, unrelated, ..How::default() }.bits();
        let how = self.program.exprs.expr(ExprKind::Constant(how), int);
        let [from, to] = [from, to].map(|arg| self.guarded(arg, guard));
        self.note(check, CheckMode::Primitive(Intrinsic::Access, vec![from, to, none, how]));
    }

    fn pointed_size(&self, pointer: ExprId) -> u64 {
        let types = &self.program.types;
        types.pointee(self.program.exprs[pointer].ty).and_then(|of| types.size_of(of)).unwrap_or(1)
    }

    /// The address that the address of a place is computed from; `None` where there is nothing to ask, since the place is in
    /// a variable for certain, or is what a pointer points to as it stands.
    fn start_of(&mut self, place: PlaceId) -> Option<ExprId> {
        let (mut at, mut steps, mut strays) = (place, false, false);
        loop {
            match self.program.exprs[at].kind {
                PlaceKind::Field(base, _) => (at, steps) = (base, true),
                PlaceKind::Index(base, _) => {
                    strays |= !self.inside.contains(&at);
                    (at, steps) = (base, true);
                }
                PlaceKind::Var(_) if !strays => return None,
                PlaceKind::Var(_) => {
                    let ty = self.program.exprs[at].ty;
                    let pointer = self.program.types.pointer(ty);
                    return Some(self.program.exprs.expr(ExprKind::AddressOf(at), pointer));
                }
                PlaceKind::Deref(pointer) => {
                    let from = origin(self.program, pointer, &mut Vec::new());
                    return (steps || from != pointer).then_some(from);
                }
            }
        }
    }

    /// A place that is read or written.
    fn ask_place(&mut self, place: PlaceId, writes: bool, guard: Guard) {
        if let Some((index, length)) = self.lone_index(place) {
            let mut conditions = Conditions { program: self.program, made: Vec::new() };
            conditions.index(index, length, false);
            for made in std::mem::take(&mut conditions.made) {
                let violated = self.guarded(made, guard);
                self.note(Check::ValidDeref, CheckMode::Condition(violated));
            }
            return;
        }
        let Some(from) = self.start_of(place).or_else(|| self.followed(place)) else { return };
        let (whole, size) = self.bytes_of(place);
        let ty = self.program.exprs[whole].ty;
        let pointer = self.program.types.pointer(ty);
        let to = self.program.exprs.expr(ExprKind::AddressOf(whole), pointer);
        let Some(size) = size.filter(|size| *size > 0) else { return };
        let size_t = self.program.types.size_t();
        let size = self.program.exprs.expr(ExprKind::Constant(u128::from(size)), size_t);
        self.ask(from, to, size, writes, guard);
    }

    /// The one index that decides whether a place is in the variable that it is a part of, with how many elements there
    /// are: a comparison says so, and ranges may prove it. Only for the outermost array: an index of an inner one may leave
    /// its row and stay in the variable.
    fn lone_index(&self, place: PlaceId) -> Option<(ExprId, u64)> {
        let (exprs, mut at) = (&self.program.exprs, place);
        loop {
            match exprs[at].kind {
                PlaceKind::Field(base, _) => at = base,
                PlaceKind::Index(base, _) if self.inside.contains(&at) => at = base,
                PlaceKind::Index(base, index) if matches!(exprs[base].kind, PlaceKind::Var(_)) => {
                    return Some((index, self.program.types.element(exprs[base].ty)?.1?));
                }
                PlaceKind::Index(..) | PlaceKind::Var(_) | PlaceKind::Deref(_) => return None,
            }
        }
    }

    /// The pointer that a place is what it points to.
    fn followed(&self, place: PlaceId) -> Option<ExprId> {
        match self.program.exprs[place].kind {
            PlaceKind::Deref(pointer) => Some(origin(self.program, pointer, &mut Vec::new())),
            _ => None,
        }
    }

    /// The place whose address is that of the first byte of an access, and how many bytes from there on are accessed: for a
    /// bit-field those of its record up to its last bit.
    fn bytes_of(&self, place: PlaceId) -> (PlaceId, Option<u64>) {
        let (exprs, types) = (&self.program.exprs, &self.program.types);
        if let PlaceKind::Field(record, field) = exprs[place].kind
            && let Some(field) = types.fields(exprs[record].ty).and_then(|fields| fields.get(field as usize))
            && let Some(bits) = field.bits
        {
            let last = u64::from(bits.first) + u64::from(bits.width);
            return (record, Some(field.offset + last.div_ceil(8)));
        }
        (place, types.size_of(exprs[place].ty))
    }

    /// An address that is computed and kept.
    fn ask_address(&mut self, from: ExprId, to: ExprId, guard: Guard) {
        if matches!(self.program.exprs[from].kind, ExprKind::Constant(_)) {
            return;
        }
        let size_t = self.program.types.size_t();
        let none = self.program.exprs.expr(ExprKind::Constant(0), size_t);
        self.ask(from, to, none, false, guard);
    }

    fn ask(&mut self, from: ExprId, to: ExprId, size: ExprId, writes: bool, guard: Guard) {
        if !self.is_asked(from) {
            self.ask_of(from, to, size, writes, guard);
        }
    }

    /// Whether it is asked at once what is accessed through a pointer.
    fn is_asked(&self, from: ExprId) -> bool {
        read_from(self.program, from).is_some_and(|var| self.asked.contains(&var))
    }

    fn ask_of(&mut self, from: ExprId, to: ExprId, size: ExprId, writes: bool, guard: Guard) {
        let how = How { dangles: (self.dangles)(from), writes, ..How::default() }.bits();
        let int = self.program.types.int(IntKind::Int);
        let how = self.program.exprs.expr(ExprKind::Constant(how), int);
        // Elsewhere nothing is asked of null: no bytes.
        let args = [from, to, size].map(|arg| self.guarded(arg, guard));
        let args = vec![args[0], args[1], args[2], how];
        self.note(Check::ValidDeref, CheckMode::Primitive(Intrinsic::Access, args));
    }

    /// An index by which an address would go around the address space.
    fn ask_index(&mut self, index: ExprId, size: u64, guard: Guard) {
        let bits = self.program.types.model().pointer_bits();
        let Some(Scalar::Int { bits: width, signed }) = self.program.types.scalar(self.program.exprs[index].ty) else {
            return;
        };
        let most = ((1i128 << (bits - 1)) - 1) / i128::from(size.max(1));
        let high = if signed { (1i128 << (width - 1)) - 1 } else { (1i128 << width.min(126)) - 1 };
        if high <= most || matches!(self.program.exprs[index].kind, ExprKind::Constant(_)) {
            return;
        }
        // A cast from a narrower type.
        if let ExprKind::Cast(of) = self.program.exprs[index].kind
            && let Some(Scalar::Int { bits: narrow, .. }) = self.program.types.scalar(self.program.exprs[of].ty)
            && narrow < width
            && (1i128 << narrow.min(126)) <= most
        {
            return;
        }
        let ty = self.program.exprs[index].ty;
        let int = self.program.types.int(IntKind::Int);
        let mut compared = |op, limit: i128| {
            let limit = cairn_ir::value::Value::from_i128(limit, width).0;
            let limit = self.program.exprs.expr(ExprKind::Constant(limit), ty);
            self.program.exprs.expr(ExprKind::Binary(op, index, limit), int)
        };
        let mut made = vec![compared(BinaryOp::Gt, most)];
        if signed {
            made.push(compared(BinaryOp::Lt, -most));
        }
        for violated in made {
            let violated = self.guarded(violated, guard);
            self.note(Check::ValidDeref, CheckMode::Condition(violated));
        }
    }
}
