//! Expressions and places to instructions.
//!
//! Invariant: instructions for an expression write temporaries only. So where a part of a statement is not modelled, the
//! whole statement becomes one that gives the path up.

use crate::cells::Cells;
use crate::instruction::{Code, Instruction, Reg};
use crate::operation::{IntOp, Operation, is_ordered, number};
use cairn_base::FastMap;
use cairn_ir::operator::Comparison;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, UnaryOp, Value};

/// Why something has no instructions, as a noun phrase.
pub(crate) type Unmodelled = String;
pub(crate) type Res<T> = Result<T, Unmodelled>;

/// A program has so many instructions at most.
pub(crate) const MOST_INSTRUCTIONS: usize = 1 << 19;
/// Expressions that are deeper are not translated.
const MOST_DEPTH: u32 = 500;

pub(crate) struct CompiledPlace {
    pub base: Reg,
    /// Where it depends on subscripts: the register that has the distance from the base.
    pub offset: Option<Reg>,
    /// Cells from the base to the end of the variable.
    pub span: u32,
}

pub(crate) struct Writer<'p> {
    pub program: &'p Program,
    pub code: Code,
    pub cells: Cells,
    constants: FastMap<i64, Reg>,
    operations: FastMap<Operation, u32>,
    temporaries: Vec<Reg>,
    used: usize,
    /// No instruction before this one may be changed any more: control gets here from elsewhere.
    barrier: usize,
    depth: u32,
}

fn int_op(op: BinaryOp) -> Option<IntOp> {
    Some(match op {
        BinaryOp::Add => IntOp::Add,
        BinaryOp::Sub => IntOp::Sub,
        BinaryOp::Mul => IntOp::Mul,
        BinaryOp::And => IntOp::And,
        BinaryOp::Or => IntOp::Or,
        BinaryOp::Xor => IntOp::Xor,
        BinaryOp::Div => IntOp::Div,
        BinaryOp::Rem => IntOp::Rem,
        _ => return None,
    })
}

/// Whether numbers of the type compare as their values do.
fn is_compared(op: Comparison, of: Scalar) -> bool {
    is_ordered(of) || (matches!(op, Comparison::Eq | Comparison::Ne) && !matches!(of, Scalar::Float(_)))
}

impl<'p> Writer<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            code: Code::default(),
            cells: Cells::default(),
            constants: FastMap::default(),
            operations: FastMap::default(),
            temporaries: Vec::new(),
            used: 0,
            barrier: 0,
            depth: 0,
        }
    }
    pub fn here(&self) -> u32 {
        self.code.instructions.len() as u32
    }
    pub fn is_too_large(&self) -> bool {
        self.code.instructions.len() > MOST_INSTRUCTIONS
    }
    pub fn emit(&mut self, instruction: Instruction) -> u32 {
        self.code.instructions.push(instruction);
        self.here() - 1
    }
    pub fn join(&mut self) {
        self.barrier = self.code.instructions.len();
    }
    /// A statement begins: temporaries are free.
    pub fn begin(&mut self) {
        self.used = 0;
        self.depth = 0;
    }
    fn register(&mut self, value: i64) -> Reg {
        self.code.registers.push(value);
        self.code.is_cell.push(false);
        self.code.registers.len() as Reg - 1
    }
    pub fn temporary(&mut self) -> Reg {
        if self.used == self.temporaries.len() {
            let new = self.register(0);
            self.temporaries.push(new);
        }
        self.used += 1;
        self.temporaries[self.used - 1]
    }
    pub fn constant(&mut self, value: i64) -> Reg {
        if let Some(known) = self.constants.get(&value) {
            return *known;
        }
        let new = self.register(value);
        self.constants.insert(value, new);
        new
    }
    /// The scalar type of an expression, of at most 64 bits.
    fn scalar(&self, expr: ExprId) -> Res<Scalar> {
        let known = self.program.types.scalar(self.program.type_of(expr));
        known.filter(|of| of.bits() <= 64).ok_or_else(|| "a value of more than 64 bits".to_owned())
    }
    fn operation(&mut self, operation: Operation, x: Reg, y: Reg) -> Reg {
        let next = self.code.operations.len() as u32;
        let op = *self.operations.entry(operation).or_insert(next);
        if op == next {
            self.code.operations.push(operation);
        }
        let to = self.temporary();
        self.emit(Instruction::Operation { op, to, x, y });
        to
    }

    /// The register that has an expression's value.
    pub fn value(&mut self, expr: ExprId) -> Res<Reg> {
        if self.depth > MOST_DEPTH || self.is_too_large() {
            return Err("an expression of this size".to_owned());
        }
        self.depth += 1;
        let found = self.value_at_depth(expr);
        self.depth -= 1;
        found
    }

    fn value_at_depth(&mut self, expr: ExprId) -> Res<Reg> {
        let program = self.program;
        let to_type = self.scalar(expr)?;
        match program.exprs[expr].kind {
            ExprKind::Constant(bits) => Ok(self.constant(number(Value(bits), to_type))),
            ExprKind::Load(place) => {
                let CompiledPlace { base, offset, span } = self.place(place)?;
                let Some(offset) = offset else { return Ok(base) };
                let to = self.temporary();
                self.emit(Instruction::LoadAt { to, base, offset, span });
                Ok(to)
            }
            ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => Err("an address".to_owned()),
            ExprKind::Unary(op, x) => {
                let from = self.scalar(x)?;
                let x = self.value(x)?;
                Ok(self.operation(Operation::Unary(op, from, to_type), x, x))
            }
            ExprKind::Cast(x) => {
                let from = self.scalar(x)?;
                let x = self.value(x)?;
                let is_wider = |bits: u32, from_signed: bool, to_bits: u32, to_signed: bool| {
                    if from_signed == to_signed { to_bits >= bits } else { !from_signed && to_bits > bits }
                };
                match (from, to_type) {
                    (Scalar::Int { bits, signed }, Scalar::Int { bits: wide, signed: to_signed })
                        if is_wider(bits, signed, wide, to_signed) =>
                    {
                        Ok(x)
                    }
                    _ => Ok(self.operation(Operation::Cast(from, to_type), x, x)),
                }
            }
            ExprKind::Binary(op, x, y) => self.binary(op, x, y, to_type),
            ExprKind::Conditional(cond, then, otherwise) => {
                let to = self.temporary();
                let mut jumps = self.unless(cond, true)?;
                self.join();
                let made = self.arms(to, then, otherwise, &mut jumps);
                // Where an arm is not modelled, what gives the path up is here.
                let here = self.here();
                jumps.into_iter().for_each(|pc| self.patch(pc, here));
                self.join();
                made?;
                Ok(to)
            }
        }
    }

    /// The arms of a conditional expression, the second of which is where the jumps go; the jump behind it is then among them.
    fn arms(&mut self, to: Reg, then: ExprId, otherwise: ExprId, jumps: &mut Vec<u32>) -> Res<()> {
        let value = self.value(then)?;
        self.emit(Instruction::Move { to, x: value });
        let end = self.emit(Instruction::Jump(0));
        let here = self.here();
        std::mem::replace(jumps, vec![end]).into_iter().for_each(|pc| self.patch(pc, here));
        self.join();
        let value = self.value(otherwise)?;
        self.emit(Instruction::Move { to, x: value });
        Ok(())
    }

    fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId, to_type: Scalar) -> Res<Reg> {
        if matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrDiff) {
            return Err("pointer arithmetic".to_owned());
        }
        let (left, right) = (self.scalar(x)?, self.scalar(y)?);
        let (x, y) = (self.value(x)?, self.value(y)?);
        if let Some(op) = op.comparison()
            && left == right
            && is_compared(op, left)
        {
            let to = self.temporary();
            self.emit(Instruction::Comparison { op, to, x, y });
            return Ok(to);
        }
        if let (Some(op), Scalar::Int { bits, signed }) = (int_op(op), to_type)
            && left == to_type
            && right == to_type
            && (bits < 64 || !matches!(op, IntOp::Div | IntOp::Rem))
        {
            let to = self.temporary();
            self.emit(Instruction::Int { op, shift: 64 - bits as u8, signed, to, x, y });
            return Ok(to);
        }
        Ok(self.operation(Operation::Binary(op, left, right, to_type), x, y))
    }

    /// Goes on behind when the condition is as wanted; the jumps that are taken when not, which are to be patched.
    pub fn unless(&mut self, cond: ExprId, wanted: bool) -> Res<Vec<u32>> {
        let (mut cond, mut wanted) = (cond, wanted);
        let of = loop {
            let of = self.scalar(cond)?;
            match self.program.exprs[cond].kind {
                ExprKind::Unary(UnaryOp::LogicalNot, x) => (cond, wanted) = (x, !wanted),
                _ => break of,
            }
        };
        let written = if wanted { Comparison::Ne } else { Comparison::Eq };
        let (op, x, y) = match self.program.exprs[cond].kind {
            ExprKind::Binary(op, x, y)
                if self.scalar(x)? == self.scalar(y)?
                    && op.comparison().is_some_and(|op| self.scalar(x).is_ok_and(|of| is_compared(op, of))) =>
            {
                let op = op.comparison().unwrap_or(written);
                let (x, y) = (self.value(x)?, self.value(y)?);
                (if wanted { op } else { op.negated() }, x, y)
            }
            _ if matches!(of, Scalar::Float(_)) => {
                let x = self.value(cond)?;
                let int = Scalar::Int { bits: 32, signed: true };
                let is_zero = self.operation(Operation::Unary(UnaryOp::LogicalNot, of, int), x, x);
                (written.negated(), is_zero, self.constant(0))
            }
            _ => (written, self.value(cond)?, self.constant(0)),
        };
        Ok(vec![self.emit(Instruction::Unless { op, x, y, to: 0 })])
    }

    /// Where a place is; checks the subscripts.
    pub fn place(&mut self, place: PlaceId) -> Res<CompiledPlace> {
        let program = self.program;
        match program.exprs[place].kind {
            PlaceKind::Var(var) => {
                let found = match program.vars[var].kind {
                    cairn_ir::VarKind::StringLiteral => None,
                    _ => self.cells.of(program, var, &mut self.code),
                };
                let (base, span) =
                    found.ok_or_else(|| format!("the variable '{}' of this type", program.vars[var].name))?;
                Ok(CompiledPlace { base, offset: None, span })
            }
            PlaceKind::Deref(_) => Err("an access through a pointer".to_owned()),
            PlaceKind::Field(of, index) => {
                let CompiledPlace { base, offset, span } = self.place(of)?;
                let fields = program.types.fields(program.type_of_place(of)).unwrap_or_default();
                let mut before = 0;
                for field in fields.iter().take(index as usize) {
                    before += self.size(field.ty)?;
                }
                Ok(CompiledPlace { base: base + before, offset, span: span - before })
            }
            PlaceKind::Index(of, index) => {
                let CompiledPlace { base, offset, span } = self.place(of)?;
                let count = match program.types.element(program.type_of_place(of)) {
                    Some((_, Some(count))) => u32::try_from(count).unwrap_or(0),
                    _ => 0,
                };
                let stride = self.size(program.type_of_place(place))?;
                let of_index = self.scalar(index)?;
                if let ExprKind::Constant(bits) = program.exprs[index].kind {
                    let at = number(Value(bits), of_index);
                    let at = u32::try_from(at).ok().filter(|at| *at < count);
                    let before = at.ok_or_else(|| "a subscript out of bounds".to_owned())? * stride;
                    return Ok(CompiledPlace { base: base + before, offset, span: span - before });
                }
                let x = self.value(index)?;
                let add = offset.unwrap_or_else(|| self.constant(0));
                let to = self.temporary();
                self.emit(Instruction::Offset { to, add, x, count, stride });
                Ok(CompiledPlace { base, offset: Some(to), span })
            }
        }
    }

    /// The number of cells of a type.
    pub fn size(&mut self, ty: cairn_ir::TypeId) -> Res<u32> {
        let parts = self.cells.parts(self.program, ty);
        parts.map(|parts| parts.len() as u32).ok_or_else(|| "an object of this type".to_owned())
    }

    /// Writes a register to a cell. The instruction that made a temporary writes the cell itself.
    pub fn store(&mut self, spot: &CompiledPlace, x: Reg) {
        if let Some(offset) = spot.offset {
            self.emit(Instruction::StoreAt { base: spot.base, offset, x, span: spot.span });
            return;
        }
        let to_cell = spot.base;
        let is_fresh = self.code.instructions.len() > self.barrier && self.temporaries.contains(&x);
        if let Some(last) = self.code.instructions.last_mut()
            && is_fresh
            && last.written() == Some(x)
        {
            use Instruction::{Comparison, Input, Int, LoadAt, Operation};
            if let Comparison { to, .. }
            | Int { to, .. }
            | LoadAt { to, .. }
            | Operation { to, .. }
            | Input { to, .. } = last
            {
                *to = to_cell;
                return;
            }
        }
        self.emit(Instruction::Move { to: to_cell, x });
    }

    /// Sets where a jump goes.
    pub fn patch(&mut self, pc: u32, target: u32) {
        if let Instruction::Jump(to) | Instruction::Unless { to, .. } = &mut self.code.instructions[pc as usize] {
            *to = target;
        }
    }
}
