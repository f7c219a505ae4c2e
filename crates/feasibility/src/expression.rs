//! Expressions and places as terms.

use crate::state::{Res, State};
use cairn_formula::operators::{Malformed, Operators};
use cairn_interp::layout::Home;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Type, TypeId};
use cairn_term::TermId;

/// Stack that one level of an expression needs, generously.
const LEVEL: usize = 64 * 1024;
/// What is added when the stack runs low.
const STACK: usize = 4 * 1024 * 1024;

/// What is at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Scalar(Scalar),
    Bits { first: u32, width: u32, of: Scalar },
    Aggregate(u64),
}

/// Bytes that a scalar takes in memory; the padding of `long double` is not among them.
pub(crate) fn stored_bytes(of: Scalar) -> u64 {
    u64::from(of.bits().div_ceil(8))
}

impl State<'_, '_> {
    pub(crate) fn scalar_of(&self, expr: ExprId) -> Res<Scalar> {
        self.program
            .types
            .scalar(self.program.exprs[expr].ty)
            .ok_or_else(|| self.malformed("an operand that is no scalar"))
    }

    /// What is at a place.
    pub(crate) fn content(&self, place: PlaceId) -> Res<Content> {
        let (types, exprs) = (&self.program.types, &self.program.exprs);
        let ty = exprs[place].ty;
        if let PlaceKind::Field(record, index) = exprs[place].kind
            && let Some(field) = types.fields(exprs[record].ty).and_then(|fields| fields.get(index as usize))
            && let (Some(bits), Some(of)) = (field.bits, types.scalar(field.ty))
        {
            return Ok(Content::Bits { first: bits.first, width: bits.width, of });
        }
        match (types.scalar(ty), types.get(ty)) {
            (Some(of), _) => Ok(Content::Scalar(of)),
            (None, Type::Array(..) | Type::Record(_)) => match types.size_of(ty) {
                Some(size) => Ok(Content::Aggregate(size)),
                None => Err(self.malformed("an access to an incomplete type")),
            },
            _ => Err(self.malformed("an access to what is no object")),
        }
    }

    /// The bits of a scalar expression.
    pub(crate) fn value(&mut self, expr: ExprId) -> Res<TermId> {
        stacker::maybe_grow(LEVEL, STACK, || self.evaluate(expr))
    }

    fn evaluate(&mut self, expr: ExprId) -> Res<TermId> {
        let program = self.program;
        let ty = program.exprs[expr].ty;
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) => {
                let of = self.scalar_of(expr)?;
                Ok(self.terms.bits(of.bits(), bits))
            }
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddressOf(place) => self.locate(place),
            ExprKind::FunctionAddress(function) => Ok(self.address(self.layout.ranges.function(function))),
            ExprKind::Unary(op, x) => {
                let (from, to) = (self.scalar_of(x)?, self.scalar_of(expr)?);
                let x = self.value(x)?;
                self.operate(|operators| operators.unary(op, x, from, to))
            }
            ExprKind::Binary(BinaryOp::PtrAdd, x, y) => {
                let pointee = program.types.pointee(ty).ok_or_else(|| self.malformed("a sum that is no pointer"))?;
                let (size, index) = (self.element_size(pointee)?, self.scalar_of(y)?);
                let (x, y) = (self.value(x)?, self.value(y)?);
                Ok(self.element(x, y, index, size))
            }
            ExprKind::Binary(BinaryOp::PtrDiff, x, y) => {
                let pointee = program.types.pointee(program.exprs[x].ty);
                let pointee = pointee.ok_or_else(|| self.malformed("a difference of no pointers"))?;
                let (size, to) = (self.element_size(pointee)?, self.scalar_of(expr)?);
                if size == 0 {
                    self.undefined("division by zero")?;
                    return Ok(self.terms.bits(to.bits(), 0));
                }
                let (x, y) = (self.value(x)?, self.value(y)?);
                let bytes = self.terms.bv_sub(x, y);
                let size = self.terms.bits(self.terms.width(bytes), u128::from(size));
                let difference = self.terms.bitvec_binary(cairn_term::TermOp::BvSDiv, bytes, size);
                Ok(self.resized(difference, Scalar::Int { bits: 0, signed: true }, to.bits()))
            }
            ExprKind::Binary(op, x, y) => {
                let (left, right, to) = (self.scalar_of(x)?, self.scalar_of(y)?, self.scalar_of(expr)?);
                let (x, y) = (self.value(x)?, self.value(y)?);
                self.operate(|operators| operators.binary(op, (x, left), (y, right), to))
            }
            ExprKind::Cast(x) => {
                let (from, to) = (self.scalar_of(x)?, self.scalar_of(expr)?);
                let x = self.value(x)?;
                self.operate(|operators| Ok(operators.cast(x, from, to)))
            }
            ExprKind::Conditional(cond, then, otherwise) => {
                let of = self.scalar_of(cond)?;
                let cond = self.value(cond)?;
                let truth = self.truth(cond, of);
                match self.terms.as_bool(truth) {
                    Some(true) => self.value(then),
                    Some(false) => self.value(otherwise),
                    None => {
                        let not = self.terms.not(truth);
                        let then = self.guarded(truth, then)?;
                        let otherwise = self.guarded(not, otherwise)?;
                        Ok(self.terms.ite(truth, then, otherwise))
                    }
                }
            }
        }
    }

    /// An arm, which counts only under a condition.
    fn guarded(&mut self, guard: TermId, arm: ExprId) -> Res<TermId> {
        self.guards.push(guard);
        let value = self.value(arm);
        self.guards.pop();
        value
    }

    /// Applies operators of C to terms. What they demand is demanded where the expression at hand counts.
    pub(crate) fn operate<T>(&mut self, apply: impl FnOnce(&mut Operators<'_>) -> Result<T, Malformed>) -> Res<T> {
        let mut operators = Operators::new(&mut self.terms);
        let result = apply(&mut operators);
        let Operators { conditions, open, undefined, .. } = operators;
        if let Some(what) = open {
            self.left_open.get_or_insert((what.to_owned(), self.span));
        }
        for condition in conditions {
            self.require(condition)?;
        }
        if let Some(why) = undefined {
            self.undefined(&why.to_string())?;
        }
        result.map_err(|Malformed(what)| self.malformed(what))
    }
    /// The truth of a value.
    pub(crate) fn truth(&mut self, value: TermId, of: Scalar) -> TermId {
        Operators::new(&mut self.terms).truth(value, of)
    }
    /// A value extended or cut to a width, by the signedness of its type.
    pub(crate) fn resized(&mut self, x: TermId, from: Scalar, width: u32) -> TermId {
        Operators::new(&mut self.terms).resized(x, from, width)
    }
    /// 1 or 0 in the eight bits of a `_Bool`.
    pub(crate) fn bool_of(&mut self, truth: TermId) -> TermId {
        Operators::new(&mut self.terms).bool_of(truth)
    }

    /// As gcc counts: functions and `void` have size 1.
    fn element_size(&self, pointee: TypeId) -> Res<u64> {
        match self.program.types.get(pointee) {
            Type::Function(_) => Ok(1),
            _ => {
                let size = self.program.types.size_of(pointee);
                size.ok_or_else(|| self.malformed("arithmetic on a pointer to an incomplete type"))
            }
        }
    }

    /// `base + index * size` in the width of an address.
    fn element(&mut self, base: TermId, index: TermId, of: Scalar, size: u64) -> TermId {
        let width = self.pointer_bits();
        let index = self.resized(index, of, width);
        let size = self.terms.bits(width, u128::from(size));
        let bytes = self.terms.bv_mul(size, index);
        let sum = self.terms.bv_add(base, bytes);
        self.note_base(base, sum);
        sum
    }

    /// The address of a place.
    pub(crate) fn locate(&mut self, place: PlaceId) -> Res<TermId> {
        stacker::maybe_grow(LEVEL, STACK, || self.find(place))
    }

    fn find(&mut self, place: PlaceId) -> Res<TermId> {
        let program = self.program;
        match program.exprs[place].kind {
            PlaceKind::Var(var) => match self.layout.home(var) {
                Home::Static(_, address) => Ok(self.address(address)),
                Home::Frame(_, offset) => Ok(self.address(self.base + offset)),
                Home::None => Err(self.malformed("a variable without size")),
            },
            PlaceKind::Deref(pointer) => self.value(pointer),
            PlaceKind::Field(record, index) => {
                let fields = program.types.fields(program.exprs[record].ty);
                let field = fields.and_then(|fields| fields.get(index as usize));
                let offset = field.map(|f| f.offset).ok_or_else(|| self.malformed("an unknown member"))?;
                let start = self.locate(record)?;
                let offset = self.address(offset);
                Ok(self.terms.bv_add(offset, start))
            }
            PlaceKind::Index(array, index) => {
                let size = program.types.size_of(program.exprs[place].ty);
                let size = size.ok_or_else(|| self.malformed("an element without size"))?;
                let of = self.scalar_of(index)?;
                let start = self.locate(array)?;
                let index = self.value(index)?;
                Ok(self.element(start, index, of, size))
            }
        }
    }

    /// A variable that is used by name after its lifetime begins a new one, as in the interpreter.
    fn revive(&mut self, place: PlaceId) -> Res<()> {
        if let Some(var) = self.program.exprs.root_variable(place)
            && matches!(self.layout.home(var), Home::Frame(..))
            && let Some(object) = self.object_of(var)
            && !self.objects.get(object).live
        {
            return self.begin(var, false);
        }
        Ok(())
    }

    /// Where an access to a place with this address goes. A variable that is used by name after its lifetime begins a
    /// new one; a pointer that is always null stands for memory elsewhere.
    pub(crate) fn accessed(&mut self, place: PlaceId, address: TermId) -> Res<TermId> {
        self.revive(place)?;
        self.through_null(place, address)
    }

    /// The bits of the scalar at a place.
    fn load(&mut self, place: PlaceId) -> Res<TermId> {
        let content = self.content(place)?;
        let address = self.locate(place)?;
        let address = self.accessed(place, address)?;
        match content {
            Content::Scalar(of) => {
                let bits =
                    self.read(address, stored_bytes(of), self.program.types.pointee(self.program.exprs[place].ty))?;
                if of == Scalar::Bool {
                    let truth = self.truth(bits, of);
                    return Ok(self.bool_of(truth));
                }
                Ok(bits)
            }
            Content::Bits { first, width, of } => {
                let raw = self.read(address, self.field_bytes(first, width)?, None)?;
                let field = self.terms.extract(raw, first + width - 1, first);
                Ok(self.resized(field, of, of.bits()))
            }
            Content::Aggregate(_) => Err(self.malformed("a whole record or array as an operand")),
        }
    }

    /// Writes a scalar to a place.
    pub(crate) fn store(&mut self, place: PlaceId, address: TermId, value: TermId) -> Res<()> {
        let address = self.accessed(place, address)?;
        match self.content(place)? {
            Content::Scalar(of) => {
                let value = if of == Scalar::Bool {
                    let truth = self.truth(value, of);
                    self.bool_of(truth)
                } else {
                    value
                };
                if matches!(of, Scalar::Pointer { .. }) && self.terms.as_bits(address).is_none() {
                    self.note_leak(value);
                }
                let value = self.named(value)?;
                self.write(address, stored_bytes(of), value)
            }
            Content::Bits { first, width, of } => {
                let value = if of == Scalar::Bool {
                    let truth = self.truth(value, of);
                    self.bool_of(truth)
                } else {
                    value
                };
                let size = self.field_bytes(first, width)?;
                let total = size as u32 * 8;
                let raw = self.read(address, size, None)?;
                let mut new = self.terms.extract(value, width - 1, 0);
                if first > 0 {
                    let below = self.terms.extract(raw, first - 1, 0);
                    new = self.terms.concat(new, below);
                }
                if first + width < total {
                    let above = self.terms.extract(raw, total - 1, first + width);
                    new = self.terms.concat(above, new);
                }
                let new = self.named(new)?;
                self.write(address, size, new)
            }
            Content::Aggregate(_) => Err(self.malformed("a scalar for a whole record or array")),
        }
    }

    fn field_bytes(&self, first: u32, width: u32) -> Res<u64> {
        match (first + width).div_ceil(8) {
            bytes @ 1..=16 => Ok(u64::from(bytes)),
            _ => Err(self.unknown("a bit-field across more than 16 bytes is not modelled")),
        }
    }
}
