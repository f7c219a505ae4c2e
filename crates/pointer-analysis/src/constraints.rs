//! From the program's text to the points-to graph: which values flow where.
//!
//! Every scalar may carry a pointer, whatever its type: casts, integer arithmetic, unions and copies byte by byte lose no
//! target. But only values of pointer type flow unconditionally; an integer's flow waits until the integer is known to
//! point to an object ([`Graph::flow`]), or an index used for two arrays would make them one.
//!
//! Null and values that the program did not make point to nothing here. A node without objects thus stands for memory
//! that the program does not name, reached by following such a value. Where pointers from outside may meet, each other or
//! an object of the program, `external_pointers.rs` makes their nodes one. A subscript of an array inside an object stays in the array
//! where the program's text shows that ([`cairn_transform::bounds`]); others may reach any part of the object, as memory is flat.
//!
//! A difference of two pointers carries neither where both go to one object (C11 6.5.6); where that is not shown, it
//! carries both. Assumed beyond C's text: a few low bits of a pointer (`p & 7`) carry none.

use super::graph::{Graph, NodeOffset};
use super::stride;
use cairn_base::id::IdVec;
use cairn_base::{FastIndexSet, FastSet};
use cairn_ir::effects;
use cairn_ir::reachable;
use cairn_ir::types::{Scalar, Types};
use cairn_ir::{
    BinaryOp, EdgeId, ExprId, ExprKind, NondetSource, Op, PlaceId, PlaceKind, Program, Type, TypeId, VarId, VarKind,
};

/// Kind of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum PointeeObject {
    /// A variable or a string literal, in all frames of its function.
    Variable(VarId),
    /// Everything allocated on an edge.
    Allocation(EdgeId),
    /// Memory at constant addresses, null included.
    Absolute,
}

/// The bytes that a place may be: from `spot` on, and so on each `stride` bytes up to `span` further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub spot: NodeOffset,
    pub span: u64,
    pub stride: u64,
    /// The way goes through a pointer.
    pub through: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub spot: NodeOffset,
    /// The value has pointer type, or was made of one by casts.
    pub firm: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub place: Option<PlaceId>,
    pub reach: Reach,
    pub size: u64,
    pub scalar: Scalar,
}

/// A copy of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy {
    pub to: NodeOffset,
    pub from: NodeOffset,
    /// In bytes, when known.
    pub size: Option<u64>,
}

pub(super) struct Constraints<'p> {
    pub program: &'p Program,
    pub graph: Graph,
    pub objects: FastIndexSet<PointeeObject>,
    pub vars: IdVec<VarId, NodeOffset>,
    pub places: IdVec<PlaceId, Option<Reach>>,
    pub values: IdVec<ExprId, Option<Option<Target>>>,
    /// Variables whose address is a value somewhere.
    pub taken: IdVec<VarId, bool>,
    pub accesses: Vec<Access>,
    accessed: IdVec<PlaceId, bool>,
    pub copies: Vec<Copy>,
    /// Constant addresses other than those of objects, and pointers that hold them.
    pub constants: Vec<(NodeOffset, i64)>,
    /// Those of them, once the graph is finished, that may be where an object is.
    pub at_constants: Vec<NodeOffset>,
    /// Possible targets of pointers whose value the program may not have made: from integers, say.
    pub doubtful: Vec<NodeOffset>,
    /// Where bytes are written that may make up pointers: in these nodes.
    pub filled: FastIndexSet<NodeOffset>,
    /// Targets of pointers from outside.
    pub outside: FastIndexSet<NodeOffset>,
    /// Possible targets of inputs that are numbers.
    pub numbers: FastIndexSet<NodeOffset>,
    pub written: Vec<NodeOffset>,
    /// Subjects of comparisons of two addresses.
    pub compared: Vec<(NodeOffset, NodeOffset)>,
    /// Targets of integers that are kept.
    pub exposed: FastIndexSet<NodeOffset>,
    /// Those of them that integers in the program's own text point to.
    pub as_integers: FastIndexSet<NodeOffset>,
    /// Objects known to code outside from the start: by name, or because they were given to it.
    pub known: FastIndexSet<NodeOffset>,
    /// Accesses of primitives and functions without a body, as what it is declared.
    pub bulk: Vec<(NodeOffset, TypeId)>,
    /// Behind these, and behind what is found there, all bytes may take any value.
    pub clobbered: Vec<NodeOffset>,
    pub absolute: Option<NodeOffset>,
    pub pointer_bytes: u64,
    pub only_values: IdVec<VarId, Option<ExprId>>,
    /// The pointers of differences that depend on where objects are.
    pub between_objects: FastSet<(ExprId, ExprId)>,
}

impl<'p> Constraints<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut new = Constraints {
            program,
            graph: Graph::default(),
            objects: FastIndexSet::default(),
            vars: IdVec::new(),
            places: (0..program.exprs.place_count()).map(|_| None).collect(),
            values: (0..program.exprs.expr_count()).map(|_| None).collect(),
            taken: program.vars.iter().map(|_| false).collect(),
            accesses: Vec::new(),
            accessed: (0..program.exprs.place_count()).map(|_| false).collect(),
            copies: Vec::new(),
            constants: Vec::new(),
            at_constants: Vec::new(),
            doubtful: Vec::new(),
            filled: FastIndexSet::default(),
            outside: FastIndexSet::default(),
            numbers: FastIndexSet::default(),
            written: Vec::new(),
            compared: Vec::new(),
            exposed: FastIndexSet::default(),
            as_integers: FastIndexSet::default(),
            known: FastIndexSet::default(),
            bulk: Vec::new(),
            clobbered: Vec::new(),
            absolute: None,
            pointer_bytes: program.types.model().pointer_bytes(),
            only_values: stride::only_values(program),
            between_objects: between_objects(program),
        };
        for (var, variable) in program.vars.iter_ids() {
            let spot = new.object(PointeeObject::Variable(var));
            new.vars.push(spot);
            // Functions that change nothing of the program's know nothing of it, either.
            if variable.external && program.outside.knows_program() {
                new.known.insert(spot);
            }
            if variable.data.is_some() && variable.kind != VarKind::StringLiteral {
                new.filled.insert(spot);
            }
        }
        for (id, edge) in program.edges.iter_ids() {
            new.operation(id, &edge.op);
        }
        new
    }

    /// Targets of each value that is a pointer.
    pub fn pointers(&self) -> IdVec<ExprId, Option<NodeOffset>> {
        self.values.iter().map(|value| value.flatten().map(|target| target.spot)).collect()
    }

    pub(super) fn object(&mut self, object: PointeeObject) -> NodeOffset {
        let number = self.objects.insert_full(object).0 as u32;
        self.graph.object(number)
    }

    pub fn absolute(&mut self) -> NodeOffset {
        if let Some(absolute) = self.absolute {
            return absolute;
        }
        let absolute = self.object(PointeeObject::Absolute);
        self.absolute = Some(absolute);
        absolute
    }

    fn operation(&mut self, edge: EdgeId, op: &Op) {
        match op {
            Op::Declare { var, zeroed: false } if self.is_foreign(*var) => {
                let reach = Reach { spot: self.vars[*var], span: 0, stride: 0, through: false };
                self.outside_pointers(reach, self.program.vars[*var].ty);
            }
            Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_) | Op::Halt | Op::Unsupported(_) => {}
            Op::Assume { cond, .. } => {
                self.value(*cond);
            }
            Op::Assign { place, value } => {
                let to = self.reach(*place);
                self.writes(to);
                match self.program.types.scalar(self.program.exprs[*place].ty) {
                    Some(_) => {
                        self.access(*place);
                        let link = self.content(*place);
                        self.store(link, *place, *value);
                    }
                    None => self.copy_value(to, *value),
                }
            }
            Op::Havoc { place, source } => self.havoc(*place, source),
            Op::Call(site) => {
                for (param, arg) in effects::passed(self.program, *site) {
                    arg.into_iter().for_each(|arg| self.pass(param, arg));
                }
                if let Some((to, from)) = effects::returned(self.program, *site) {
                    self.copy_variable(to, from);
                }
            }
            Op::CallPointer { site, pointer } => {
                self.value(*pointer);
                for arg in &self.program.calls[*site].args {
                    self.value(*arg);
                }
            }
            Op::Intrinsic { which, args, result } => self.intrinsic(edge, *which, args, *result),
        }
    }

    /// An object that another program defines, with a content that is not known.
    fn is_foreign(&self, var: VarId) -> bool {
        let variable = &self.program.vars[var];
        variable.external && variable.data.is_none()
    }

    /// Target of the scalar at a place.
    pub(super) fn content(&mut self, place: PlaceId) -> NodeOffset {
        let reach = self.reach(place);
        let (shift, size) = self.unit(place);
        let pointer = self.program.types.is_pointer(self.program.exprs[place].ty);
        self.graph.link(reach.spot.plus(shift), size.saturating_add(reach.span), pointer)
    }

    /// The bytes that an access to a scalar place is about, from where the place begins: for a bit-field those of the
    /// unit of its type that it is in, where it is in one.
    pub fn unit(&self, place: PlaceId) -> (i64, u64) {
        unit(self.program, place)
    }

    pub(super) fn access(&mut self, place: PlaceId) {
        let reach = self.reach(place);
        if std::mem::replace(&mut self.accessed[place], true) {
            return;
        }
        let Some(scalar) = self.program.types.scalar(self.program.exprs[place].ty) else { return };
        let (shift, size) = self.unit(place);
        let reach = Reach { spot: reach.spot.plus(shift), ..reach };
        self.accesses.push(Access { place: Some(place), reach, size, scalar });
    }

    fn store(&mut self, link: NodeOffset, place: PlaceId, value: ExprId) {
        let pointer = self.program.types.is_pointer(self.program.exprs[place].ty);
        self.assign(link, pointer, value);
    }

    fn assign(&mut self, link: NodeOffset, pointer: bool, value: ExprId) {
        if !pointer {
            // An integer that is kept may be looked at bit by bit.
            let target = self.value(value);
            self.exposed.extend(target.map(|target| target.spot));
            self.as_integers.extend(target.map(|target| target.spot));
        }
        match self.value(value) {
            Some(target) if target.firm => self.graph.join(link, target.spot),
            Some(target) => {
                self.graph.flow(link, target.spot, false);
                self.doubtful.push(link);
            }
            None => {}
        }
        self.note_constants(link, value, pointer);
    }

    /// Notes the parts of a value that are no addresses of objects.
    fn note_constants(&mut self, link: NodeOffset, value: ExprId, pointer: bool) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match self.program.exprs[value].kind {
                ExprKind::Conditional(_, a, b) => open.extend([a, b]),
                ExprKind::Cast(x) if self.constant(value).is_none() => open.push(x),
                ExprKind::FunctionAddress(_) => {}
                _ => match self.constant(value) {
                    Some(address) if pointer => self.constants.push((link, address)),
                    Some(0) => {}
                    Some(_) => self.doubtful.push(link),
                    None if self.value(value).is_none() => self.doubtful.push(link),
                    None => {}
                },
            }
        }
    }

    fn writes(&mut self, reach: Reach) {
        if reach.through {
            self.written.push(reach.spot);
        }
    }

    fn copy_value(&mut self, to: Reach, value: ExprId) {
        let ExprKind::Load(from) = self.program.exprs[value].kind else {
            self.value(value);
            return;
        };
        let from = self.reach(from);
        let size = self.program.types.size_of(self.program.exprs[value].ty);
        for reach in [to, from] {
            if reach.span > 0 {
                self.graph.repeat(reach.spot, reach.stride);
            }
        }
        self.copies.push(Copy { to: to.spot, from: from.spot, size });
    }

    fn pass(&mut self, param: VarId, arg: ExprId) {
        let spot = self.vars[param];
        let ty = self.program.vars[param].ty;
        match (self.program.types.scalar(ty), self.program.types.size_of(ty)) {
            (Some(scalar), Some(size)) => {
                let pointer = matches!(scalar, Scalar::Pointer { .. });
                let link = self.graph.link(spot, size, pointer);
                self.direct(spot, size, scalar);
                self.assign(link, pointer, arg);
            }
            _ => self.copy_value(Reach { spot, span: 0, stride: 0, through: false }, arg),
        }
    }

    /// A scalar variable is written or read by a call.
    fn direct(&mut self, spot: NodeOffset, size: u64, scalar: Scalar) {
        let reach = Reach { spot, span: 0, stride: 0, through: false };
        self.accesses.push(Access { place: None, reach, size, scalar });
    }

    fn copy_variable(&mut self, to: VarId, from: VarId) {
        let (to_ty, from_ty) = (self.program.vars[to].ty, self.program.vars[from].ty);
        let types = &self.program.types;
        match (types.scalar(to_ty), types.size_of(to_ty), types.scalar(from_ty), types.size_of(from_ty)) {
            (Some(of), Some(size), Some(from_of), Some(from_size)) => {
                let pointer = self.program.types.is_pointer(from_ty);
                self.direct(self.vars[to], size, of);
                self.direct(self.vars[from], from_size, from_of);
                let from = self.graph.link(self.vars[from], from_size, pointer);
                let to = self.graph.link(self.vars[to], size, pointer);
                if pointer {
                    self.graph.join(to, from);
                } else {
                    self.graph.flow(to, from, false);
                    self.doubtful.push(to);
                }
            }
            (_, size, ..) => self.copies.push(Copy { to: self.vars[to], from: self.vars[from], size }),
        }
    }

    fn havoc(&mut self, place: PlaceId, source: &NondetSource) {
        let reach = self.reach(place);
        self.writes(reach);
        let ty = self.program.exprs[place].ty;
        if self.program.types.scalar(ty).is_some() {
            self.access(place);
            let link = self.content(place);
            if self.program.types.is_pointer(ty) {
                self.outside.insert(link);
            } else {
                self.doubtful.push(link);
                // What is only computed is no address that comes from outside; nor is what a function returns as a
                // number that knows nothing of the program.
                let is_number = match source {
                    NondetSource::Unmodelled(_) | NondetSource::Layout => false,
                    NondetSource::Undefined(_) => self.program.outside.knows_program(),
                    _ => true,
                };
                if is_number {
                    self.numbers.insert(link);
                }
            }
            return;
        }
        self.outside_pointers(reach, ty);
    }

    /// The pointers in a value of a type may be any, and so may the numbers.
    fn outside_pointers(&mut self, reach: Reach, ty: TypeId) {
        self.filled.insert(reach.spot);
        for (ty, at, span) in scalars_in(&self.program.types, ty) {
            match self.program.types.get(ty) {
                Type::Pointer(_) => {
                    let size = self.pointer_bytes.saturating_add(span).saturating_add(reach.span);
                    let link = self.graph.link(reach.spot.plus(at as i64), size, true);
                    self.outside.insert(link);
                }
                Type::Int(_) | Type::Enum(_) => {
                    let size = self.program.types.size_of(ty).unwrap_or(1);
                    let size = size.saturating_add(span).saturating_add(reach.span);
                    let link = self.graph.link(reach.spot.plus(at as i64), size, false);
                    self.numbers.insert(link);
                }
                _ => {}
            }
        }
    }
}

/// The pointers of those differences that [`super::layout_dependence`] made any value: `t = x - y;`, then `t` is havocked.
fn between_objects(program: &Program) -> FastSet<(ExprId, ExprId)> {
    let variable = |place: PlaceId| match program.exprs[place].kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    };
    let edges = || program.edges.iter();
    let hidden: FastSet<VarId> = edges()
        .filter_map(|edge| match edge.op {
            Op::Havoc { place, source: NondetSource::Layout | NondetSource::Unmodelled(_) } => variable(place),
            _ => None,
        })
        .collect();
    let differences = edges().filter_map(|edge| match edge.op {
        Op::Assign { place, value } if variable(place).is_some_and(|var| hidden.contains(&var)) => Some(value),
        _ => None,
    });
    let mut found = FastSet::default();
    reachable(differences, |value, open| match program.exprs[value].kind {
        ExprKind::Binary(BinaryOp::PtrDiff, x, y) => {
            found.insert((x, y));
        }
        ExprKind::Conditional(_, x, y) => open.extend([x, y]),
        ExprKind::Cast(x) => open.push(x),
        _ => {}
    });
    found
}

/// The scalars in a type: each with its offset and, of those in an array, the bytes between the first and the last.
pub(super) fn scalars_in(types: &Types, ty: TypeId) -> Vec<(TypeId, u64, u64)> {
    let (mut found, mut open) = (Vec::new(), vec![(ty, 0u64, 0u64)]);
    while let Some((ty, at, span)) = open.pop() {
        match types.get(ty) {
            Type::Array(of, Some(length)) if *length > 0 => {
                let size = types.size_of(of.ty).unwrap_or(0);
                open.push((of.ty, at, span.saturating_add(size.saturating_mul(length - 1))));
            }
            Type::Record(_) => {
                let fields = types.fields(ty).unwrap_or(&[]);
                open.extend(fields.iter().map(|f| (f.ty, at.wrapping_add(f.offset), span)));
            }
            _ => found.push((ty, at, span)),
        }
    }
    found
}

/// The bytes that an access to a scalar place is about, from where the place begins.
pub(super) fn unit(program: &Program, place: PlaceId) -> (i64, u64) {
    let ty = program.exprs[place].ty;
    let size = program.types.size_of(ty).unwrap_or(1);
    if let PlaceKind::Field(record, field) = program.exprs[place].kind
        && let Some(field) = program.types.fields(program.exprs[record].ty).and_then(|f| f.get(field as usize))
        && let Some(bits) = field.bits
    {
        let inside = field.offset % size;
        let bytes = u64::from((bits.first + bits.width).div_ceil(8));
        return if inside + bytes <= size { (-(inside as i64), size) } else { (0, bytes) };
    }
    match program.types.scalar(ty) {
        // What is stored of a long double.
        Some(Scalar::Float(kind)) => (0, u64::from(kind.bits()).div_ceil(8)),
        _ => (0, size),
    }
}
