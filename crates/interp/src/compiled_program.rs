//! The program made ready to run: for each expression and place the types, sizes and offsets that running it needs, looked
//! up once instead of at each step.
//!
//! It is a table beside the program, indexed by the same ids, not a code of its own: what is executed is the automaton.
//! Chains of members of a variable fold into one offset.

use crate::layout::{Arrangement, Home, ProgramLayout};
use crate::null_pointers::Nulls;
use cairn_base::IdVec;
use cairn_base::id::Id;
use cairn_ir::types::Scalar;
use cairn_ir::{
    BinaryOp, EdgeId, ExprId, ExprKind, NodeId, Op, PlaceId, PlaceKind, Program, Type, TypeId, UnaryOp, Value,
};
use std::sync::OnceLock;

#[derive(Clone, Debug)]
pub(crate) enum Run {
    Constant(Value),
    Load(PlaceId),
    AddressOf(PlaceId),
    Unary {
        op: UnaryOp,
        x: ExprId,
        from: Scalar,
        to: Scalar,
    },
    /// Integers or pointers of up to 64 bits, by an operator that the machine has.
    Small {
        op: BinaryOp,
        x: ExprId,
        y: ExprId,
        of: Scalar,
        to: Scalar,
        shift: u32,
        signed: bool,
    },
    Binary {
        op: BinaryOp,
        x: ExprId,
        y: ExprId,
        left: Scalar,
        right: Scalar,
        to: Scalar,
    },
    /// Pointer plus a number of elements.
    PtrAdd {
        x: ExprId,
        y: ExprId,
        size: u64,
        index: Scalar,
        bits: u32,
    },
    PtrDiff {
        x: ExprId,
        y: ExprId,
        size: u64,
        bits: u32,
        to: u32,
    },
    Cast {
        x: ExprId,
        from: Scalar,
        to: Scalar,
    },
    Conditional {
        cond: ExprId,
        of: Scalar,
        then: ExprId,
        otherwise: ExprId,
    },
    /// A record or an array, which stands only as a whole value.
    Aggregate(PlaceId),
    Malformed(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Base {
    Absolute,
    Frame,
    Pointer(ExprId),
    /// In an array; elements of so many bytes.
    Element {
        array: PlaceId,
        index: ExprId,
        of: Scalar,
        size: u64,
    },
    Malformed(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    Scalar {
        size: u8,
        of: Scalar,
    },
    Bits {
        first: u32,
        width: u32,
        of: Scalar,
    },
    Aggregate {
        size: u64,
    },
    /// A function, or an incomplete type: has an address and nothing else.
    Opaque,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedPlace {
    pub base: Base,
    pub offset: u64,
    pub content: Content,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Exits {
    Return,
    One(EdgeId),
    /// Two assumptions on one condition.
    Branch {
        cond: ExprId,
        of: Scalar,
        then: EdgeId,
        otherwise: EdgeId,
    },
    /// Anything else: the first edge whose assumption holds is taken.
    Many,
}

/// A program made ready to run. Runs share it.
#[derive(Clone, Debug)]
pub struct Code<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where everything is.
    pub layout: ProgramLayout,
    pub(crate) runs: IdVec<ExprId, Run>,
    pub(crate) spots: IdVec<PlaceId, ResolvedPlace>,
    pub(crate) exits: IdVec<NodeId, Exits>,
    /// Depth of each expression and place: running one needs stack in proportion.
    pub(crate) depths: IdVec<ExprId, u32>,
    pub(crate) place_depths: IdVec<PlaceId, u32>,
    nulls: OnceLock<Nulls>,
    roomy: OnceLock<Box<Code<'p>>>,
}

/// Room behind a variable: as much as the largest record takes, within these bounds.
const ROOM: (u64, u64) = (64, 1 << 13);

impl<'p> Code<'p> {
    /// Prepares a program.
    pub fn new(program: &'p Program) -> Self {
        Self::of(program, ProgramLayout::new(program))
    }

    /// The same program in a layout in which each variable has room behind it that belongs to it. Made when first asked
    /// for.
    ///
    /// Programs that were cut out of larger ones have stand-ins: `char dummy; IRP *p = (void *)&dummy; p->status = 1;`
    /// expects memory at the stand-in's address. Here it is there: indeterminate at first, and no other variable's.
    /// Who runs a program this way decides which accesses behind a variable are meant and which are mistakes.
    pub fn roomy(&self) -> &Code<'p> {
        self.roomy.get_or_init(|| {
            let types = &self.program.types;
            let records =
                (0..types.len()).map(TypeId::from_index).filter(|ty| matches!(types.get(*ty), Type::Record(_)));
            let room = records.filter_map(|ty| types.size_of(ty)).max().unwrap_or(0).clamp(ROOM.0, ROOM.1);
            Box::new(Self::of(self.program, ProgramLayout::with_room(self.program, room.next_multiple_of(16))))
        })
    }

    /// The program with its objects arranged otherwise.
    pub fn arranged(program: &'p Program, arrangement: Arrangement) -> Self {
        Self::of(program, ProgramLayout::arranged(program, 0, arrangement))
    }

    fn of(program: &'p Program, layout: ProgramLayout) -> Self {
        let mut code = Code {
            program,
            layout,
            runs: IdVec::new(),
            spots: IdVec::new(),
            exits: IdVec::new(),
            depths: IdVec::new(),
            place_depths: IdVec::new(),
            nulls: OnceLock::new(),
            roomy: OnceLock::new(),
        };
        for (_, place) in program.exprs.places() {
            let spot = code.spot(&place.kind, place.ty);
            code.spots.push(spot);
        }
        for (_, expr) in program.exprs.exprs() {
            let run = code.run(&expr.kind, expr.ty);
            code.runs.push(run);
        }
        code.set_depths();
        code.exits = program.nodes.ids().map(|node| code.exits(node)).collect();
        code
    }

    /// The pointers that never hold anything but null; found when first asked for.
    pub fn nulls(&self) -> &Nulls {
        self.nulls.get_or_init(|| Nulls::new(self.program))
    }

    pub(crate) fn scalar(&self, expr: ExprId) -> Option<Scalar> {
        self.program.types.scalar(self.program.exprs[expr].ty)
    }

    fn content(&self, ty: TypeId) -> Content {
        let types = &self.program.types;
        match (types.scalar(ty), types.get(ty)) {
            (Some(of), _) => Content::Scalar { size: stored_bytes(of), of },
            (None, Type::Array(..) | Type::Record(_)) => match types.size_of(ty) {
                Some(size) => Content::Aggregate { size },
                None => Content::Opaque,
            },
            _ => Content::Opaque,
        }
    }

    fn spot(&self, kind: &PlaceKind, ty: TypeId) -> ResolvedPlace {
        let malformed = |why| ResolvedPlace { base: Base::Malformed(why), offset: 0, content: Content::Opaque };
        let content = self.content(ty);
        match *kind {
            PlaceKind::Var(var) => match self.layout.home(var) {
                Home::Static(_, address) => ResolvedPlace { base: Base::Absolute, offset: address, content },
                Home::Frame(_, offset) => ResolvedPlace { base: Base::Frame, offset, content },
                Home::None => malformed("a variable without size"),
            },
            PlaceKind::Deref(pointer) => ResolvedPlace { base: Base::Pointer(pointer), offset: 0, content },
            PlaceKind::Field(record, field) => {
                let Some(outer) = self.spots.get(record) else { return malformed("a member before its record") };
                let fields = self.program.types.fields(self.program.exprs[record].ty);
                let Some(field) = fields.and_then(|f| f.get(field as usize)) else {
                    return malformed("a member that its record does not have");
                };
                let content = match (field.bits, self.program.types.scalar(field.ty)) {
                    (Some(bits), Some(of)) => Content::Bits { first: bits.first, width: bits.width, of },
                    _ => content,
                };
                match outer.base {
                    Base::Element { .. } | Base::Absolute | Base::Frame | Base::Pointer(_) => {
                        ResolvedPlace { base: outer.base, offset: outer.offset.wrapping_add(field.offset), content }
                    }
                    Base::Malformed(why) => malformed(why),
                }
            }
            PlaceKind::Index(array, index) => {
                let Some(outer) = self.spots.get(array) else { return malformed("an element before its array") };
                let Some(size) = self.program.types.size_of(ty) else { return malformed("an element without size") };
                if let Base::Malformed(why) = outer.base {
                    return malformed(why);
                }
                if let (Base::Absolute | Base::Frame, Some(index)) = (outer.base, self.constant(index)) {
                    let offset = outer.offset.wrapping_add(size.wrapping_mul(index));
                    return ResolvedPlace { base: outer.base, offset, content };
                }
                let Some(of) = self.scalar(index) else { return malformed("an index that is no number") };
                ResolvedPlace { base: Base::Element { array, index, of, size }, offset: 0, content }
            }
        }
    }

    /// A constant index, sign-extended to 64 bits.
    fn constant(&self, index: ExprId) -> Option<u64> {
        match self.program.exprs[index].kind {
            ExprKind::Constant(bits) => {
                let of = self.scalar(index)?;
                Some(if of.is_signed() { Value(bits).as_signed(of.bits()) as u64 } else { bits as u64 })
            }
            _ => None,
        }
    }

    fn run(&self, kind: &ExprKind, ty: TypeId) -> Run {
        let types = &self.program.types;
        let to = types.scalar(ty);
        let wanted = || to.ok_or("an expression that is no scalar");
        let operand = |e: ExprId| self.scalar(e).ok_or("an operand that is no scalar");
        let element = || -> Result<u64, &'static str> {
            let pointee = types.pointee(ty).ok_or("pointer arithmetic that gives no pointer")?;
            self.element_size(pointee)
        };
        let run = || -> Result<Run, &'static str> {
            Ok(match *kind {
                ExprKind::Constant(bits) => Run::Constant(Value::truncated(bits, wanted()?.bits())),
                ExprKind::Load(place) => match self.spots.get(place).map(|s| s.content) {
                    Some(Content::Aggregate { .. }) => Run::Aggregate(place),
                    Some(Content::Opaque) | None => return Err("a value of an incomplete type"),
                    Some(Content::Scalar { .. } | Content::Bits { .. }) => Run::Load(place),
                },
                ExprKind::AddressOf(place) => Run::AddressOf(place),
                ExprKind::FunctionAddress(function) => {
                    Run::Constant(Value(u128::from(self.layout.ranges.function(function))))
                }
                ExprKind::Unary(op, x) => Run::Unary { op, x, from: operand(x)?, to: wanted()? },
                ExprKind::Binary(BinaryOp::PtrAdd, x, y) => {
                    Run::PtrAdd { x, y, size: element()?, index: operand(y)?, bits: wanted()?.bits() }
                }
                ExprKind::Binary(BinaryOp::PtrDiff, x, y) => {
                    let pointee = types.pointee(self.program.exprs[x].ty).ok_or("a difference of no pointers")?;
                    let size = self.element_size(pointee)?;
                    Run::PtrDiff { x, y, size, bits: operand(x)?.bits(), to: wanted()?.bits() }
                }
                ExprKind::Binary(op, x, y) => {
                    let (left, right, to) = (operand(x)?, operand(y)?, wanted()?);
                    let small = matches!(left, Scalar::Int { bits: 1..=64, .. } | Scalar::Pointer { .. })
                        && left == right
                        && !matches!(to, Scalar::Bool | Scalar::Float(_));
                    if small && is_small(op) {
                        let shift = 64 - left.bits();
                        Run::Small { op, x, y, of: left, to, shift, signed: left.is_signed() }
                    } else {
                        Run::Binary { op, x, y, left, right, to }
                    }
                }
                ExprKind::Cast(x) => Run::Cast { x, from: operand(x)?, to: wanted()? },
                ExprKind::Conditional(cond, then, otherwise) => {
                    Run::Conditional { cond, of: operand(cond)?, then, otherwise }
                }
            })
        };
        run().unwrap_or_else(Run::Malformed)
    }

    /// As gcc counts: functions and `void` have size 1.
    fn element_size(&self, pointee: TypeId) -> Result<u64, &'static str> {
        match self.program.types.get(pointee) {
            Type::Function(_) => Ok(1),
            _ => self.program.types.size_of(pointee).ok_or("arithmetic on a pointer to an incomplete type"),
        }
    }

    /// Expressions refer to places and the other way round, and each table is ordered only in itself: so the depths are
    /// found with a stack, each once.
    fn set_depths(&mut self) {
        const UNKNOWN: u32 = u32::MAX;
        let mut exprs: IdVec<ExprId, u32> = self.runs.ids().map(|_| UNKNOWN).collect();
        let mut places: IdVec<PlaceId, u32> = self.spots.ids().map(|_| UNKNOWN).collect();
        #[derive(Clone, Copy)]
        enum Item {
            Expr(ExprId),
            Place(PlaceId),
        }
        let parts = |item: Item| -> Vec<Item> {
            match item {
                Item::Expr(e) => match &self.runs[e] {
                    Run::Constant(_) | Run::Malformed(_) => vec![],
                    Run::Load(p) | Run::AddressOf(p) | Run::Aggregate(p) => vec![Item::Place(*p)],
                    Run::Unary { x, .. } | Run::Cast { x, .. } => vec![Item::Expr(*x)],
                    Run::Small { x, y, .. }
                    | Run::Binary { x, y, .. }
                    | Run::PtrAdd { x, y, .. }
                    | Run::PtrDiff { x, y, .. } => vec![Item::Expr(*x), Item::Expr(*y)],
                    Run::Conditional { cond, then, otherwise, .. } => {
                        vec![Item::Expr(*cond), Item::Expr(*then), Item::Expr(*otherwise)]
                    }
                },
                Item::Place(p) => match self.spots[p].base {
                    Base::Pointer(e) => vec![Item::Expr(e)],
                    Base::Element { array, index, .. } => vec![Item::Place(array), Item::Expr(index)],
                    _ => vec![],
                },
            }
        };
        let roots = self.runs.ids().map(Item::Expr).chain(self.spots.ids().map(Item::Place));
        for root in roots {
            let mut stack = vec![(root, false)];
            while let Some((item, ready)) = stack.pop() {
                let depth = |item: Item| match item {
                    Item::Expr(e) => exprs[e],
                    Item::Place(p) => places[p],
                };
                if depth(item) != UNKNOWN {
                    continue;
                }
                let parts = parts(item);
                if ready {
                    let deepest = parts.iter().map(|p| depth(*p)).filter(|d| *d != UNKNOWN).max();
                    let depth = deepest.map_or(0, |d| d.saturating_add(1).min(UNKNOWN - 1));
                    match item {
                        Item::Expr(e) => exprs[e] = depth,
                        Item::Place(p) => places[p] = depth,
                    }
                } else {
                    stack.push((item, true));
                    stack.extend(parts.into_iter().filter(|p| depth(*p) == UNKNOWN).map(|p| (p, false)));
                }
            }
        }
        self.depths = exprs;
        self.place_depths = places;
    }

    fn exits(&self, node: NodeId) -> Exits {
        let program = self.program;
        let of = &program.nodes[node];
        if program.functions[of.function].body.is_some_and(|body| body.exit == node) {
            return Exits::Return;
        }
        let assumption = |edge: EdgeId| match program.edges[edge].op {
            Op::Assume { cond, truth } => Some((cond, truth)),
            _ => None,
        };
        match of.leaving[..] {
            [edge] => Exits::One(edge),
            [first, second] => match (assumption(first), assumption(second)) {
                (Some((cond, true)), Some((other, false))) if cond == other => self.branch(cond, first, second),
                (Some((cond, false)), Some((other, true))) if cond == other => self.branch(cond, second, first),
                _ => Exits::Many,
            },
            _ => Exits::Many,
        }
    }

    fn branch(&self, cond: ExprId, then: EdgeId, otherwise: EdgeId) -> Exits {
        match self.scalar(cond) {
            Some(of) => Exits::Branch { cond, of, then, otherwise },
            None => Exits::Many,
        }
    }
}

/// Bytes that a scalar takes in memory; the padding of `long double` is not among them.
pub(crate) fn stored_bytes(of: Scalar) -> u8 {
    (of.bits().div_ceil(8)).min(16) as u8
}

/// Operators for which 64-bit arithmetic does (see `run_small`).
fn is_small(op: BinaryOp) -> bool {
    use BinaryOp::{Add, And, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Sub, Xor};
    matches!(op, Add | Sub | Mul | And | Or | Xor | Eq | Ne | Lt | Le | Gt | Ge)
}
