//! One round of a path, executed with values that are linear in the number of the round.
//!
//! It is done twice. The first time all values are those of the next round, which tells by how much each variable changes
//! that is read before it is written. The second time these variables have that change from the start; when each of them
//! has it at the end as well, it follows by induction that round `k` begins with `start + k * change`, as long as the rounds
//! are allowed that conditions and ranges of types leave.
//!
//! Invariant: `None` for everything that is not certain.

use super::Moved;
use super::linear::{Linear, Rounds, range};
use crate::compiled_program::{Base, Content, Exits, Run, stored_bytes};
use crate::layout::Home;
use crate::machine::Machine;
use cairn_ir::eval;
use cairn_ir::types::Scalar;
use cairn_ir::{BinaryOp, EdgeId, ExprId, FunctionId, Op, PlaceId, Step, UnaryOp, Value, VarId};
use std::collections::BTreeMap;
use std::ops::Range;

/// Expressions deeper than this are not looked at.
const DEEPEST: u32 = 50;

/// Effects of rounds of a path.
pub(super) struct Round {
    /// How many rounds are certain to take the path; `None` when nothing ends them.
    pub rounds: Option<i128>,
    /// Scalars read before they are written, that change.
    changing: Vec<(u64, u8, Linear)>,
}

impl Round {
    /// The variables that change, after so many rounds: address, size, number.
    pub fn after(&self, rounds: i128) -> Option<Vec<(u64, u8, i128)>> {
        self.changing.iter().map(|(address, size, value)| Some((*address, *size, value.at(rounds)?))).collect()
    }
}

/// Effects of the next rounds of a path.
pub(super) fn of(machine: &Machine<'_, '_>, path: &[Moved]) -> Option<Round> {
    let mut first = Walk::new(machine, BTreeMap::new(), path)?;
    first.walk(path)?;
    let mut changes = BTreeMap::new();
    for (address, entry) in &first.read {
        let end = first.at_end(*address, *entry)?;
        changes.insert(*address, end.start.checked_sub(entry.value.start)?);
    }
    let mut second = Walk::new(machine, changes, path)?;
    second.walk(path)?;
    let mut changing = Vec::new();
    for (address, entry) in &second.read {
        let end = second.at_end(*address, *entry)?;
        // The next round begins with what a round later begins with.
        if Some(end.start) != entry.value.at(1) || end.change != entry.value.change {
            return None;
        }
        if entry.value.change != 0 {
            changing.push((*address, stored_bytes(entry.of), entry.value));
        }
    }
    Some(Round { rounds: second.rounds.0, changing })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    of: Scalar,
    value: Linear,
}

struct Walk<'m, 'c, 'p> {
    machine: &'m Machine<'c, 'p>,
    /// By how much what is read before it is written changes from round to round.
    changes: BTreeMap<u64, i128>,
    /// Scalars read before they were written, as the round found them.
    read: BTreeMap<u64, Cell>,
    written: BTreeMap<u64, Cell>,
    /// Memory whose content is indeterminate where nothing was written since.
    cleared: Vec<Range<u64>>,
    rounds: Rounds,
    base: u64,
    open: Vec<(u64, FunctionId)>,
    function: FunctionId,
}

impl<'m, 'c, 'p> Walk<'m, 'c, 'p> {
    fn new(machine: &'m Machine<'c, 'p>, changes: BTreeMap<u64, i128>, path: &[Moved]) -> Option<Self> {
        if path.last()?.base != machine.base {
            return None;
        }
        Some(Self {
            machine,
            changes,
            read: BTreeMap::new(),
            written: BTreeMap::new(),
            cleared: Vec::new(),
            rounds: Rounds::default(),
            base: machine.base,
            open: Vec::new(),
            function: machine.frames.last()?.function,
        })
    }

    fn walk(&mut self, path: &[Moved]) -> Option<()> {
        let program = self.machine.code.program;
        for moved in path {
            match moved.step {
                Step::Edge(edge) => self.edge(edge)?,
                Step::Enter(call, _) => {
                    let site = &program.calls[call];
                    let callee = site.callee?;
                    let values: Vec<Cell> = site.args.iter().map(|arg| self.cell_of(*arg)).collect::<Option<_>>()?;
                    self.open.push((self.base, self.function));
                    (self.base, self.function) = (moved.base, callee);
                    self.clear_frame();
                    let params = &program.functions[callee].params;
                    // Arguments beyond the parameters are lost, and a parameter without argument is indeterminate.
                    for (param, value) in params.iter().zip(values) {
                        let of = program.types.scalar(program.vars[*param].ty)?;
                        // Bytes are passed as they are.
                        if of != value.of {
                            return None;
                        }
                        self.write(self.variable(*param)?, value)?;
                    }
                }
                Step::Leave(call, _) => {
                    let wanted = program.calls[call].result;
                    let result = match (wanted, program.functions[self.function].result) {
                        (Some(_), Some(var)) => {
                            let of = program.types.scalar(program.vars[var].ty)?;
                            Some(Cell { of, value: self.read(self.variable(var)?, of)? })
                        }
                        _ => None,
                    };
                    self.clear_frame();
                    (self.base, self.function) = self.open.pop()?;
                    if let (Some(var), Some(result)) = (wanted, result) {
                        if program.types.scalar(program.vars[var].ty)? != result.of {
                            return None;
                        }
                        self.write(self.variable(var)?, result)?;
                    }
                }
                Step::Hidden(_) => return None,
            }
            if moved.base != self.base {
                return None;
            }
        }
        self.open.is_empty().then_some(())
    }

    fn edge(&mut self, edge: EdgeId) -> Option<()> {
        let program = self.machine.code.program;
        let edge = &program.edges[edge];
        if matches!(self.machine.code.exits[edge.source], Exits::Many) && program.nodes[edge.source].leaving.len() > 1 {
            return None;
        }
        match &edge.op {
            Op::Skip | Op::Label(_) => Some(()),
            Op::Assume { cond, truth } => (self.truth(*cond)? == *truth).then_some(()),
            Op::Assign { place, value } => {
                let value = self.cell_of(*value)?;
                let Content::Scalar { of, .. } = self.machine.code.spots[*place].content else { return None };
                if of != value.of {
                    return None;
                }
                let address = self.address(*place)?;
                self.write(address, value)
            }
            Op::Declare { var, zeroed: false } if program.vars[*var].data.is_none() => self.clear_variable(*var),
            Op::EndScope(var) => self.clear_variable(*var),
            Op::Declare { .. }
            | Op::Havoc { .. }
            | Op::Call(_)
            | Op::CallPointer { .. }
            | Op::Intrinsic { .. }
            | Op::Halt
            | Op::Unsupported(_) => None,
        }
    }

    fn variable(&self, var: VarId) -> Option<u64> {
        match self.machine.code.layout.home(var) {
            Home::Static(_, address) => Some(address),
            Home::Frame(..) if self.machine.code.program.vars[var].function != Some(self.function) => None,
            Home::Frame(_, offset) => Some(self.base.wrapping_add(offset)),
            Home::None => None,
        }
    }

    fn clear_variable(&mut self, var: VarId) -> Option<()> {
        let start = self.variable(var)?;
        let types = &self.machine.code.program.types;
        self.clear(start..start.checked_add(types.size_of(self.machine.code.program.vars[var].ty)?)?);
        Some(())
    }

    fn clear_frame(&mut self) {
        let size = self.machine.code.layout.frame(self.function).size;
        self.clear(self.base..self.base.saturating_add(size));
    }

    fn clear(&mut self, range: Range<u64>) {
        let cells: Vec<u64> = self.written.range(range.clone()).map(|(at, _)| *at).collect();
        for at in cells {
            self.written.remove(&at);
        }
        if !self.cleared.contains(&range) {
            self.cleared.push(range);
        }
    }

    /// Whether another cell shares a byte with one.
    fn overlaps(cells: &BTreeMap<u64, Cell>, address: u64, size: u64) -> bool {
        let near = cells.range(address.saturating_sub(15)..address.saturating_add(size));
        let mut ends = near.map(|(at, cell)| (*at, at + u64::from(stored_bytes(cell.of))));
        ends.any(|(at, end)| end > address && (at, end) != (address, address + size))
    }

    /// Memory that is no cell of its own: a part of others, or what a null pointer designates.
    fn is_unclear(&self, address: u64, size: u64) -> bool {
        address < self.machine.code.layout.ranges.first()
            || Self::overlaps(&self.written, address, size)
            || Self::overlaps(&self.read, address, size)
    }

    fn read(&mut self, address: u64, of: Scalar) -> Option<Linear> {
        let size = u64::from(stored_bytes(of));
        if self.is_unclear(address, size) {
            return None;
        }
        if let Some(cell) = self.written.get(&address).or_else(|| self.read.get(&address)) {
            // What was read before its memory was cleared is no value of it afterwards.
            let is_written = self.written.contains_key(&address);
            return (cell.of == of && (is_written || !self.is_cleared(address, size))).then_some(cell.value);
        }
        if self.is_cleared(address, size) {
            return None;
        }
        let mut bits = 0;
        for at in (0..size).rev() {
            bits = bits << 8 | u128::from(self.machine.memory.peek(address.checked_add(at)?)?);
        }
        let mut value = match of {
            // Any other byte is a true one as well, and another number.
            Scalar::Bool if bits > 1 => return None,
            Scalar::Int { bits: width, .. } if u64::from(width) != 8 * size => return None,
            _ => Linear::of(Value(bits), of)?,
        };
        value.change = self.changes.get(&address).copied().unwrap_or(0);
        self.keep(value, of)?;
        self.read.insert(address, Cell { of, value });
        Some(value)
    }

    /// Only integers change; and only within their type.
    fn keep(&mut self, value: Linear, of: Scalar) -> Option<()> {
        match of {
            Scalar::Int { bits, signed } => {
                let (least, most) = range(bits, signed)?;
                self.rounds.keep(value, Some(least), Some(most))
            }
            _ => (value.change == 0).then_some(()),
        }
    }

    fn is_cleared(&self, address: u64, size: u64) -> bool {
        self.cleared.iter().any(|range| range.start < address + size && address < range.end)
    }

    fn write(&mut self, address: u64, cell: Cell) -> Option<()> {
        if self.is_unclear(address, u64::from(stored_bytes(cell.of))) {
            return None;
        }
        self.keep(cell.value, cell.of)?;
        self.written.insert(address, cell);
        Some(())
    }

    /// Value at the end of the round of a scalar that was read before it was written.
    fn at_end(&self, address: u64, entry: Cell) -> Option<Linear> {
        match self.written.get(&address) {
            Some(cell) => (cell.of == entry.of).then_some(cell.value),
            None if self.is_cleared(address, u64::from(stored_bytes(entry.of))) => None,
            None => Some(Linear::fixed(entry.value.start)),
        }
    }

    fn address(&mut self, place: PlaceId) -> Option<u64> {
        let code = self.machine.code;
        if code.place_depths[place] > DEEPEST {
            return None;
        }
        let spot = code.spots[place];
        let start = match spot.base {
            Base::Absolute => 0,
            Base::Frame => self.base,
            Base::Pointer(pointer) => self.number(pointer)? as u64,
            Base::Element { array, index, size, .. } => {
                let start = self.address(array)?;
                start.wrapping_add((self.number(index)? as u64).wrapping_mul(size))
            }
            Base::Malformed(_) => return None,
        };
        Some(start.wrapping_add(spot.offset) & self.machine.address_mask)
    }

    /// A number that is the same in all rounds.
    fn number(&mut self, expr: ExprId) -> Option<i128> {
        let cell = self.cell_of(expr)?;
        (cell.value.change == 0).then_some(cell.value.start)
    }

    fn cell_of(&mut self, expr: ExprId) -> Option<Cell> {
        let code = self.machine.code;
        let of = code.scalar(expr)?;
        if code.depths[expr] > DEEPEST {
            return None;
        }
        Some(Cell { of, value: self.value(expr, of)? })
    }

    fn value(&mut self, expr: ExprId, ty: Scalar) -> Option<Linear> {
        match self.machine.code.runs[expr] {
            Run::Constant(value) => Linear::of(value, ty),
            Run::Load(place) => {
                let Content::Scalar { of, .. } = self.machine.code.spots[place].content else { return None };
                let address = self.address(place)?;
                (of == ty).then(|| self.read(address, of)).flatten()
            }
            Run::AddressOf(place) => Some(Linear::fixed(i128::from(self.address(place)?))),
            Run::Unary { op: UnaryOp::LogicalNot, x, .. } => Some(Linear::fixed(i128::from(!self.truth(x)?))),
            Run::Unary { op, x, from, to } => {
                let x = self.cell_of(x)?.value;
                match (op, to) {
                    (UnaryOp::Neg, Scalar::Int { bits, signed }) if x.change != 0 && from == to => {
                        self.integer(x.times(-1)?, bits, signed)
                    }
                    _ => Self::certain(eval::unary(op, x.value(from)?, from, to).ok()?, to),
                }
            }
            Run::Small { op, x, y, of, to, .. } => self.binary(op, (x, of), (y, of), to),
            Run::Binary { op, x, y, left, right, to } => self.binary(op, (x, left), (y, right), to),
            Run::Cast { x, from, to } => {
                let value = self.cell_of(x)?.value;
                match (from, to) {
                    (Scalar::Int { .. }, Scalar::Int { bits, signed }) => value.wrapped(bits, signed, &mut self.rounds),
                    (Scalar::Int { .. }, Scalar::Bool) => Some(Linear::fixed(i128::from(self.is_other(value)?))),
                    _ => Self::certain(eval::cast(value.value(from)?, from, to), to),
                }
            }
            Run::Conditional { cond, then, otherwise, .. } => {
                let chosen = if self.truth(cond)? { then } else { otherwise };
                let cell = self.cell_of(chosen)?;
                (cell.of == ty).then_some(cell.value)
            }
            Run::PtrAdd { x, y, size, bits, .. } => {
                let address = self.number(x)?.checked_add(self.number(y)?.checked_mul(i128::from(size))?)?;
                Linear::of(Value::from_i128(address, bits), ty)
            }
            Run::PtrDiff { .. } | Run::Aggregate(_) | Run::Malformed(_) => None,
        }
    }

    /// A result that C defines, the same in all rounds.
    fn certain(found: eval::Evaluated, of: Scalar) -> Option<Linear> {
        if found.undefined.is_some() { None } else { Linear::of(found.value, of) }
    }

    /// The result of arithmetic on integers of a type.
    fn integer(&mut self, value: Linear, bits: u32, signed: bool) -> Option<Linear> {
        if signed {
            // An overflow is noted by execution.
            let (least, most) = range(bits, true)?;
            self.rounds.keep(value, Some(least), Some(most))?;
            Some(value)
        } else {
            value.wrapped(bits, false, &mut self.rounds)
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        (x, left): (ExprId, Scalar),
        (y, right): (ExprId, Scalar),
        to: Scalar,
    ) -> Option<Linear> {
        let (a, b) = (self.cell_of(x)?.value, self.cell_of(y)?.value);
        if a.change == 0 && b.change == 0 {
            let (a, b) = (a.value(left)?, b.value(right)?);
            return Self::certain(eval::binary(op, a, b, left, right, to).ok()?, to);
        }
        let Scalar::Int { bits, signed } = left else { return None };
        if left != right {
            return None;
        }
        let fixed = |truth: bool| Some(Linear::fixed(i128::from(truth)));
        let result = match op {
            BinaryOp::Add => a.plus(b, 1)?,
            BinaryOp::Sub => a.plus(b, -1)?,
            BinaryOp::Mul if b.change == 0 => a.times(b.start)?,
            BinaryOp::Mul if a.change == 0 => b.times(a.start)?,
            BinaryOp::Lt => return fixed(self.is_less(a, b)?),
            BinaryOp::Gt => return fixed(self.is_less(b, a)?),
            BinaryOp::Ge => return fixed(!self.is_less(a, b)?),
            BinaryOp::Le => return fixed(!self.is_less(b, a)?),
            BinaryOp::Eq => return fixed(!self.is_other(a.plus(b, -1)?)?),
            BinaryOp::Ne => return fixed(self.is_other(a.plus(b, -1)?)?),
            _ => return None,
        };
        if to != left {
            return None;
        }
        self.integer(result, bits, signed)
    }

    /// Whether one number is less than another, in all rounds that are allowed from now on.
    fn is_less(&mut self, a: Linear, b: Linear) -> Option<bool> {
        let difference = a.plus(b, -1)?;
        let is_less = difference.start < 0;
        let (least, most) = if is_less { (None, Some(-1)) } else { (Some(0), None) };
        self.rounds.keep(difference, least, most)?;
        Some(is_less)
    }

    /// Whether a number is not 0, in all rounds that are allowed from now on.
    fn is_other(&mut self, value: Linear) -> Option<bool> {
        let (least, most) = match value.start.signum() {
            1 => (Some(1), None),
            -1 => (None, Some(-1)),
            _ => (Some(0), Some(0)),
        };
        self.rounds.keep(value, least, most)?;
        Some(value.start != 0)
    }

    fn truth(&mut self, cond: ExprId) -> Option<bool> {
        let Cell { of, value } = self.cell_of(cond)?;
        match of {
            Scalar::Int { .. } => self.is_other(value),
            _ => Some(eval::is_true(value.value(of)?, of)),
        }
    }
}
