//! From the program's text to the points-to graph: which values flow where.
//!
//! Every scalar may carry a pointer, whatever its type: casts, integer arithmetic, unions and copies byte by byte lose no
//! target. But only values of pointer type flow unconditionally; an integer's flow waits until the integer is known to
//! point to an object ([`Graph::flow`]), or an index used for two arrays would make them one.
//!
//! Null and values that are indeterminate point to nothing here. A node without objects thus stands for memory that the
//! program does not name, reached by following such a value: it is undefined in C, and behaves as memory of its own.
//! Inputs of pointer type point to the one object *wild*. A subscript of an array inside a record stays in the array
//! (C11 J.2), unless the array has at most one element, which is the old way to write a flexible member.
//!
//! Assumed beyond C's text: a difference of two pointers carries neither (C11 6.5.6: they point into one object), nor do
//! a few low bits of a pointer (`p & 7`).

use super::graph::{Graph, Spot};
use cairn_base::id::IdVec;
use cairn_base::{FastIndexMap, FastIndexSet};
use cairn_ir::types::Scalar;
use cairn_ir::{
    BinaryOp, EdgeId, ExprId, ExprKind, FunctionId, Intrinsic, Op, PlaceId, PlaceKind, Program, Type, TypeId, UnaryOp,
    VarId, VarKind,
};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Object {
    /// A variable or a string literal, in all frames of its function.
    Variable(VarId),
    /// Everything allocated on an edge.
    Allocation(EdgeId),
    /// The arguments of a variadic function beyond its parameters.
    Arguments(FunctionId),
    /// What inputs of the program that are pointers point to.
    Wild,
    /// Memory at constant addresses, null included.
    Absolute,
}

/// The bytes that a place may be: from `spot` on, and so on each `stride` bytes up to `span` further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub spot: Spot,
    pub span: u64,
    pub stride: u64,
    /// The way goes through a pointer.
    pub through: bool,
}

/// The target of a value.
#[derive(Clone, Copy, Debug)]
struct Target {
    spot: Spot,
    /// The value has pointer type, or was made of one by casts.
    firm: bool,
}

/// A scalar access.
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
    pub to: Spot,
    pub from: Spot,
    /// In bytes, when known.
    pub size: Option<u64>,
}

/// What walking the program gives.
pub(super) struct Constraints<'p> {
    pub program: &'p Program,
    pub graph: Graph,
    pub objects: FastIndexSet<Object>,
    pub vars: IdVec<VarId, Spot>,
    pub places: IdVec<PlaceId, Option<Reach>>,
    values: IdVec<ExprId, Option<Option<Target>>>,
    /// Variables whose address is a value somewhere.
    pub taken: IdVec<VarId, bool>,
    pub accesses: Vec<Access>,
    accessed: IdVec<PlaceId, bool>,
    pub copies: Vec<Copy>,
    /// Constant addresses other than those of objects, and pointers that hold them.
    pub constants: Vec<(Spot, i64)>,
    /// What pointers may be meant to point to whose value the program may not have made: from integers, say.
    pub doubtful: Vec<Spot>,
    /// Where bytes are written that may make up pointers: in these nodes.
    pub filled: Vec<Spot>,
    wild: Option<Spot>,
    pub absolute: Option<Spot>,
    arguments: FastIndexMap<FunctionId, Spot>,
    pointer_bytes: u64,
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
            doubtful: Vec::new(),
            filled: Vec::new(),
            wild: None,
            absolute: None,
            arguments: FastIndexMap::default(),
            pointer_bytes: program.types.model().pointer_bytes(),
        };
        for (var, variable) in program.vars.iter_ids() {
            let spot = new.object(Object::Variable(var));
            new.vars.push(spot);
            if variable.data.is_some() && variable.kind != VarKind::StringLiteral {
                new.filled.push(spot);
            }
        }
        for (id, edge) in program.edges.iter_ids() {
            new.operation(id, &edge.op);
        }
        new
    }

    /// What each value that is a pointer points to.
    pub fn pointers(&self) -> IdVec<ExprId, Option<Spot>> {
        self.values.iter().map(|value| value.flatten().map(|target| target.spot)).collect()
    }

    fn object(&mut self, object: Object) -> Spot {
        let number = self.objects.insert_full(object).0 as u32;
        self.graph.object(number)
    }

    /// What inputs of pointer type point to: somewhere in there.
    fn wild(&mut self) -> Spot {
        if let Some(wild) = self.wild {
            return wild;
        }
        let wild = self.object(Object::Wild);
        self.graph.repeat(wild, 1);
        // What is found in it points to it.
        let content = self.graph.link(wild, 1, true);
        self.graph.join(content, wild);
        self.wild = Some(wild);
        wild
    }

    /// Memory at constant addresses.
    pub fn absolute(&mut self) -> Spot {
        if let Some(absolute) = self.absolute {
            return absolute;
        }
        let absolute = self.object(Object::Absolute);
        self.absolute = Some(absolute);
        absolute
    }

    /// The variadic arguments of a function: they are read one after the other, whatever they are.
    fn arguments(&mut self, function: FunctionId) -> Spot {
        if let Some(spot) = self.arguments.get(&function) {
            return *spot;
        }
        let spot = self.object(Object::Arguments(function));
        self.graph.repeat(spot, 1);
        self.arguments.insert(function, spot);
        spot
    }

    fn operation(&mut self, edge: EdgeId, op: &Op) {
        match op {
            Op::Skip | Op::Label(_) | Op::Declare { .. } | Op::EndScope(_) | Op::Halt | Op::Unsupported(_) => {}
            Op::Assume { cond, .. } => {
                self.value(*cond);
            }
            Op::Assign { place, value } => {
                let to = self.reach(*place);
                match self.program.types.scalar(self.program.exprs[*place].ty) {
                    Some(_) => {
                        self.access(*place);
                        let link = self.content(*place);
                        self.store(link, *place, *value);
                    }
                    None => self.copy_value(to, *value),
                }
            }
            Op::Havoc { place, .. } => self.havoc(*place),
            Op::Call(site) => {
                let call = &self.program.calls[*site];
                let Some(callee) = call.callee else { return };
                let function = &self.program.functions[callee];
                for (i, arg) in call.args.iter().enumerate() {
                    match function.params.get(i) {
                        Some(param) => self.pass(*param, *arg),
                        None => self.pass_variadic(callee, *arg),
                    }
                }
                if let (Some(to), Some(from)) = (call.result, function.result) {
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

    /// What the scalar at a place points to.
    fn content(&mut self, place: PlaceId) -> Spot {
        let reach = self.reach(place);
        let (shift, size) = self.unit(place);
        let pointer = self.is_pointer(self.program.exprs[place].ty);
        self.graph.link(reach.spot.plus(shift), size.saturating_add(reach.span), pointer)
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        self.program.types.pointee(ty).is_some()
    }

    /// The bytes that an access to a scalar place is about, from where the place begins: for a bit-field those of the
    /// unit of its type that it is in, where it is in one.
    pub fn unit(&self, place: PlaceId) -> (i64, u64) {
        unit(self.program, place)
    }

    /// Notes a scalar access.
    fn access(&mut self, place: PlaceId) {
        let reach = self.reach(place);
        if std::mem::replace(&mut self.accessed[place], true) {
            return;
        }
        let Some(scalar) = self.program.types.scalar(self.program.exprs[place].ty) else { return };
        let (shift, size) = self.unit(place);
        let reach = Reach { spot: reach.spot.plus(shift), ..reach };
        self.accesses.push(Access { place: Some(place), reach, size, scalar });
    }

    /// An access through a pointer that no place says.
    fn access_through(&mut self, spot: Spot) {
        let reach = Reach { spot, span: 0, stride: 0, through: true };
        let size = self.pointer_bytes;
        let scalar = Scalar::Pointer { bits: size as u32 * 8 };
        self.accesses.push(Access { place: None, reach, size, scalar });
    }

    fn store(&mut self, link: Spot, place: PlaceId, value: ExprId) {
        let pointer = self.is_pointer(self.program.exprs[place].ty);
        self.assign(link, pointer, value);
    }

    fn assign(&mut self, link: Spot, pointer: bool, value: ExprId) {
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
    fn note_constants(&mut self, link: Spot, value: ExprId, pointer: bool) {
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
    fn direct(&mut self, spot: Spot, size: u64, scalar: Scalar) {
        let reach = Reach { spot, span: 0, stride: 0, through: false };
        self.accesses.push(Access { place: None, reach, size, scalar });
    }

    fn pass_variadic(&mut self, callee: FunctionId, arg: ExprId) {
        let to = self.arguments(callee);
        let ty = self.program.exprs[arg].ty;
        if self.program.types.scalar(ty).is_some() {
            let pointer = self.is_pointer(ty);
            let link = self.graph.link(to, 1, pointer);
            self.assign(link, pointer, arg);
        } else {
            self.copy_value(Reach { spot: to, span: 0, stride: 0, through: true }, arg);
        }
    }

    fn copy_variable(&mut self, to: VarId, from: VarId) {
        let (to_ty, from_ty) = (self.program.vars[to].ty, self.program.vars[from].ty);
        let types = &self.program.types;
        match (types.scalar(to_ty), types.size_of(to_ty), types.scalar(from_ty), types.size_of(from_ty)) {
            (Some(of), Some(size), Some(from_of), Some(from_size)) => {
                let pointer = self.is_pointer(from_ty);
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

    fn havoc(&mut self, place: PlaceId) {
        let reach = self.reach(place);
        let ty = self.program.exprs[place].ty;
        if self.program.types.scalar(ty).is_some() {
            self.access(place);
            let link = self.content(place);
            if self.is_pointer(ty) {
                let wild = self.wild();
                self.graph.join(link, wild);
            } else {
                self.doubtful.push(link);
            }
            return;
        }
        self.filled.push(reach.spot);
        let mut open = vec![(ty, 0u64, 0u64)];
        while let Some((ty, at, span)) = open.pop() {
            match self.program.types.get(ty) {
                Type::Pointer(_) => {
                    let wild = self.wild();
                    let size = self.pointer_bytes.saturating_add(span).saturating_add(reach.span);
                    let link = self.graph.link(reach.spot.plus(at as i64), size, true);
                    self.graph.join(link, wild);
                }
                Type::Array(of, Some(length)) if *length > 0 => {
                    let size = self.program.types.size_of(of.ty).unwrap_or(0);
                    open.push((of.ty, at, span.saturating_add(size.saturating_mul(length - 1))));
                }
                Type::Record(_) => {
                    let fields = self.program.types.fields(ty).unwrap_or(&[]);
                    open.extend(fields.iter().map(|f| (f.ty, at.wrapping_add(f.offset), span)));
                }
                _ => {}
            }
        }
    }

    fn result(&mut self, place: PlaceId, target: Spot) {
        self.access(place);
        let link = self.content(place);
        self.graph.join(link, target);
    }

    fn intrinsic(&mut self, edge: EdgeId, which: Intrinsic, args: &[ExprId], result: Option<PlaceId>) {
        let values: Vec<Option<Target>> = args.iter().map(|arg| self.value(*arg)).collect();
        let value = |i: usize| values.get(i).copied().flatten().map(|t: Target| t.spot);
        if let Some(place) = result
            && self.program.types.scalar(self.program.exprs[place].ty).is_some()
        {
            self.access(place);
        }
        match which {
            Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Alloca | Intrinsic::Realloc => {
                let object = self.object(Object::Allocation(edge));
                if let (Intrinsic::Realloc, Some(old)) = (which, value(0)) {
                    self.graph.join(object, old);
                }
                if let Some(place) = result {
                    self.result(place, object);
                }
            }
            Intrinsic::Free | Intrinsic::VaEnd => {}
            Intrinsic::MemCopy | Intrinsic::MemSet => {
                let size = args.get(2).and_then(|size| self.constant(*size)).and_then(|s| u64::try_from(s).ok());
                if let (Intrinsic::MemCopy, Some(to), Some(from)) = (which, value(0), value(1)) {
                    self.copies.push(Copy { to, from, size });
                }
                let zero = args.get(1).and_then(|byte| self.constant(*byte)) == Some(0);
                if let (Intrinsic::MemSet, Some(to), false) = (which, value(0), zero) {
                    self.filled.push(to);
                }
                if let (Some(place), Some(to)) = (result, value(0)) {
                    self.result(place, to);
                }
            }
            Intrinsic::VaStart => {
                let (Some(list), Some(function)) = (value(0), self.function_of(edge)) else { return };
                self.access_through(list);
                let content = self.graph.link(list, self.pointer_bytes, true);
                let arguments = self.arguments(function);
                self.graph.join(content, arguments);
            }
            Intrinsic::VaCopy => {
                let (Some(to), Some(from)) = (value(0), value(1)) else { return };
                self.access_through(to);
                self.access_through(from);
                let to = self.graph.link(to, self.pointer_bytes, true);
                let from = self.graph.link(from, self.pointer_bytes, true);
                self.graph.join(to, from);
            }
            Intrinsic::VaArg => {
                let (Some(list), Some(place)) = (value(0), result) else { return };
                self.access_through(list);
                let arguments = self.graph.link(list, self.pointer_bytes, true);
                self.graph.repeat(arguments, 1);
                let ty = self.program.exprs[place].ty;
                if self.program.types.scalar(ty).is_some() {
                    let pointer = self.is_pointer(ty);
                    let from = self.graph.link(arguments, 1, pointer);
                    let to = self.content(place);
                    if pointer {
                        self.graph.join(to, from);
                    } else {
                        self.graph.flow(to, from, false);
                        self.doubtful.push(to);
                    }
                } else {
                    let to = self.reach(place).spot;
                    self.copies.push(Copy { to, from: arguments, size: self.program.types.size_of(ty) });
                }
            }
        }
    }

    fn function_of(&self, edge: EdgeId) -> Option<FunctionId> {
        Some(self.program.nodes[self.program.edges[edge].source].function)
    }

    /// The bytes that a place may be.
    pub fn reach(&mut self, place: PlaceId) -> Reach {
        if let Some(reach) = self.places[place] {
            return reach;
        }
        let reach = stacker::maybe_grow(64 << 10, 1 << 20, || self.new_reach(place));
        self.places[place] = Some(reach);
        reach
    }

    fn new_reach(&mut self, place: PlaceId) -> Reach {
        let program = self.program;
        match program.exprs[place].kind {
            PlaceKind::Var(var) => Reach { spot: self.vars[var], span: 0, stride: 0, through: false },
            PlaceKind::Deref(pointer) => {
                let spot = match (self.value(pointer), self.constant(pointer)) {
                    (Some(target), _) => {
                        if !target.firm {
                            self.doubtful.push(target.spot);
                        }
                        target.spot
                    }
                    (None, Some(address)) => self.absolute().plus(address),
                    (None, None) => {
                        let spot = self.graph.fresh();
                        self.doubtful.push(spot);
                        spot
                    }
                };
                Reach { spot, span: 0, stride: 0, through: true }
            }
            PlaceKind::Field(record, field) => {
                let reach = self.reach(record);
                let fields = program.types.fields(program.exprs[record].ty);
                let offset = fields.and_then(|f| f.get(field as usize)).map_or(0, |f| f.offset);
                Reach { spot: reach.spot.plus(offset as i64), ..reach }
            }
            PlaceKind::Index(array, index) => self.element(place, array, index),
        }
    }

    fn element(&mut self, place: PlaceId, array: PlaceId, index: ExprId) -> Reach {
        let program = self.program;
        let reach = self.reach(array);
        let target = self.value(index);
        let Some(size) = program.types.size_of(program.exprs[place].ty) else { return reach };
        if let Some(index) = self.constant(index) {
            return Reach { spot: reach.spot.plus(index.wrapping_mul(size as i64)), ..reach };
        }
        if let Some(target) = target {
            self.graph.flow(reach.spot, target.spot, true);
        }
        let length = program.types.element(program.exprs[array].ty).and_then(|(_, length)| length);
        let mut element = program.exprs[place].ty;
        while let Some((of, _)) = program.types.element(element) {
            element = of;
        }
        let mut whole = array;
        while let PlaceKind::Index(outer, _) = program.exprs[whole].kind {
            whole = outer;
        }
        let is_whole = matches!(program.exprs[whole].kind, PlaceKind::Var(_));
        match length {
            Some(length) if length > 1 && (!is_whole || program.types.scalar(element).is_some()) => {
                let span = reach.span.saturating_add(size.saturating_mul(length - 1));
                Reach { span, stride: gcd(reach.stride, size), ..reach }
            }
            _ => {
                self.graph.repeat(reach.spot, size);
                reach
            }
        }
    }

    /// What a value points to; `None` when it is a constant or carries no pointer.
    fn value(&mut self, expr: ExprId) -> Option<Target> {
        if let Some(value) = self.values[expr] {
            return value;
        }
        let value = stacker::maybe_grow(64 << 10, 1 << 20, || self.new_value(expr));
        self.values[expr] = Some(value);
        value
    }

    fn new_value(&mut self, expr: ExprId) -> Option<Target> {
        let program = self.program;
        let ty = program.exprs[expr].ty;
        match program.exprs[expr].kind {
            ExprKind::Constant(_) | ExprKind::FunctionAddress(_) => None,
            ExprKind::Load(place) => {
                self.reach(place);
                program.types.scalar(ty)?;
                self.access(place);
                Some(Target { spot: self.content(place), firm: self.is_pointer(ty) })
            }
            ExprKind::AddressOf(place) => {
                let reach = self.reach(place);
                if reach.span > 0 {
                    self.graph.repeat(reach.spot, reach.stride);
                }
                if let Some(var) = super::storage::root(program, place) {
                    self.taken[var] = true;
                }
                // The offset of a member, written with a null pointer.
                (self.constant(expr).is_none()).then_some(Target { spot: reach.spot, firm: true })
            }
            ExprKind::Unary(op, x) => {
                let target = self.value(x)?;
                match op {
                    UnaryOp::FloatToBits | UnaryOp::BitsToFloat => Some(target),
                    UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::ByteSwap if self.carries(ty) => {
                        Some(self.mixed(&[Some(target)]))
                    }
                    _ => None,
                }
            }
            ExprKind::Binary(op, x, y) => self.binary(op, x, y, ty),
            ExprKind::Cast(x) => {
                let target = self.value(x);
                (self.carries(ty) && self.carries(program.exprs[x].ty)).then_some(target).flatten()
            }
            ExprKind::Conditional(cond, x, y) => {
                self.value(cond);
                let (x, y) = (self.value(x), self.value(y));
                match (x, y) {
                    (Some(x), Some(y)) if x.firm && y.firm => {
                        self.graph.join(x.spot, y.spot);
                        Some(x)
                    }
                    (None, only) | (only, None) => only,
                    (Some(x), Some(y)) => {
                        let spot = self.graph.fresh();
                        for from in [x, y] {
                            if from.firm {
                                self.graph.join(spot, from.spot);
                            } else {
                                self.graph.flow(spot, from.spot, false);
                                self.doubtful.push(spot);
                            }
                        }
                        Some(Target { spot, firm: x.firm || y.firm })
                    }
                }
            }
        }
    }

    /// Whether values of a type can be addresses, by arithmetic and casts.
    fn carries(&self, ty: TypeId) -> bool {
        matches!(self.program.types.scalar(ty), Some(Scalar::Int { .. } | Scalar::Pointer { .. }))
    }

    /// The result of arithmetic: somewhere in what any operand points to.
    fn mixed(&mut self, operands: &[Option<Target>]) -> Target {
        let spot = self.graph.fresh();
        for from in operands.iter().flatten() {
            self.graph.flow(spot, from.spot, true);
        }
        Target { spot, firm: false }
    }

    fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId, ty: TypeId) -> Option<Target> {
        let (left, right) = (self.value(x), self.value(y));
        let (left_constant, right_constant) = (self.constant(x), self.constant(y));
        if op.is_comparison() || op == BinaryOp::PtrDiff || !self.carries(ty) {
            return None;
        }
        match op {
            BinaryOp::PtrAdd => {
                let size = self.element_size(ty);
                let Some(target) = left else {
                    let spot = self.graph.fresh();
                    self.graph.flow(spot, right?.spot, size != 1 || left_constant != Some(0));
                    return Some(Target { spot, firm: false });
                };
                match right_constant {
                    Some(index) => {
                        let spot = target.spot.plus(index.wrapping_mul(size as i64));
                        Some(Target { spot, ..target })
                    }
                    None => {
                        self.graph.repeat(target.spot, size.max(1));
                        if let Some(index) = right {
                            self.graph.flow(target.spot, index.spot, true);
                        }
                        Some(target)
                    }
                }
            }
            BinaryOp::Add if right_constant.is_some() => shifted(left, right_constant),
            BinaryOp::Add if left_constant.is_some() => shifted(right, left_constant),
            BinaryOp::Sub if right_constant.is_some() => shifted(left, right_constant.map(i64::wrapping_neg)),
            BinaryOp::And | BinaryOp::Rem
                if [left_constant, right_constant].iter().flatten().any(|c| (0..=4096).contains(c)) =>
            {
                None
            }
            _ if left.is_none() && right.is_none() => None,
            _ => Some(self.mixed(&[left, right])),
        }
    }

    /// As gcc counts: functions and `void` have size 1.
    fn element_size(&self, pointer: TypeId) -> u64 {
        let types = &self.program.types;
        types.pointee(pointer).and_then(|to| types.size_of(to)).unwrap_or(1)
    }

    /// The value of a constant expression, as a signed number.
    pub fn constant(&self, expr: ExprId) -> Option<i64> {
        self.constant_within(expr, 8)
    }

    fn constant_within(&self, expr: ExprId, depth: u32) -> Option<i64> {
        let program = self.program;
        let depth = depth.checked_sub(1)?;
        let of = program.types.scalar(program.exprs[expr].ty)?;
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) if !matches!(of, Scalar::Float(_)) => {
                // As an offset 0xfffffff8 is -8.
                let signed = of.bits() == self.pointer_bytes as u32 * 8 || of.is_signed();
                let value = cairn_ir::Value(bits);
                if signed { Some(value.as_signed(of.bits()) as i64) } else { i64::try_from(bits).ok() }
            }
            ExprKind::Cast(x) if self.carries(program.exprs[expr].ty) => {
                let value = self.constant_within(x, depth)?;
                // Only what the narrower type holds: others are too rare to matter.
                let fits = of.bits() >= 64 || value.unsigned_abs() < 1 << (of.bits() - 1);
                fits.then_some(value)
            }
            ExprKind::Unary(UnaryOp::Neg, x) if self.carries(program.exprs[expr].ty) => {
                self.constant_within(x, depth).map(i64::wrapping_neg)
            }
            ExprKind::AddressOf(place) => self.constant_address(place),
            _ => None,
        }
    }

    fn constant_address(&self, place: PlaceId) -> Option<i64> {
        let program = self.program;
        let mut offset = 0i64;
        let mut at = place;
        loop {
            match program.exprs[at].kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Deref(pointer) => {
                    return match program.exprs[pointer].kind {
                        ExprKind::Constant(bits) => Some(offset.wrapping_add(bits as i64)),
                        _ => None,
                    };
                }
                PlaceKind::Field(record, field) => {
                    let fields = program.types.fields(program.exprs[record].ty)?;
                    offset = offset.wrapping_add(fields.get(field as usize)?.offset as i64);
                    at = record;
                }
                PlaceKind::Index(array, index) => {
                    let ExprKind::Constant(_) = program.exprs[index].kind else { return None };
                    let size = program.types.size_of(program.exprs[at].ty)?;
                    offset = offset.wrapping_add(self.constant_within(index, 2)?.wrapping_mul(size as i64));
                    at = array;
                }
            }
        }
    }
}

fn shifted(target: Option<Target>, by: Option<i64>) -> Option<Target> {
    target.map(|t| Target { spot: t.spot.plus(by.unwrap_or(0)), ..t })
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
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
