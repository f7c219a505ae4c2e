//! A program to instructions: control states (location, call stack, state of the specification) one after the other, as
//! [`cairn_cpa::control`](cairn_cpa) has them. Functions are written once for each call stack, which keeps the machine
//! without a stack.

use crate::expression::{CompiledPlace, Res, Writer};
use crate::instruction::{Code, Head, Instruction, Reg};
use crate::liveness;
use crate::operation::{all, number};
use crate::set::Set;
use cairn_base::{Budget, FastMap, Span};
use cairn_cpa::{ControlId, Controls, Failure, Specification};
use cairn_ir::types::Scalar;
use cairn_ir::{
    CallSiteId, ExprId, ExprKind, FunctionId, NondetSource, Op, PlaceId, Program, Step, TypeId, Value, VarId,
};

struct Compiler<'p> {
    writer: Writer<'p>,
    controls: Controls<'p>,
    /// Where the instructions of each control state begin.
    labels: FastMap<ControlId, u32>,
    jumps: Vec<(u32, ControlId)>,
    /// Jumps to where a path ends.
    ends: Vec<u32>,
    work: Vec<ControlId>,
}

/// The instructions of a program.
///
/// # Errors
/// The program is not well-formed, or too large; or the budget is used up.
pub(crate) fn compile(program: &Program, specification: &Specification, budget: &Budget) -> Result<Code, Failure> {
    let controls = Controls::new(program, specification);
    let initial = controls.initial();
    let mut compiler = Compiler {
        writer: Writer::new(program),
        controls,
        labels: FastMap::default(),
        jumps: Vec::new(),
        ends: Vec::new(),
        work: vec![initial],
    };
    compiler.open(program.start);
    while let Some(control) = compiler.work.pop() {
        budget.tick().map_err(Failure::Stopped)?;
        if !compiler.labels.contains_key(&control) {
            compiler.chain(control)?;
        }
    }
    let Compiler { mut writer, labels, jumps, ends, .. } = compiler;
    let end = writer.emit(Instruction::End);
    ends.into_iter().for_each(|pc| writer.patch(pc, end));
    jumps.into_iter().for_each(|(pc, control)| writer.patch(pc, labels[&control]));
    if writer.is_too_large() || !liveness::finish(&mut writer.code, budget).map_err(Failure::Stopped)? {
        let (what, span) = ("a program of this size".to_owned(), program.functions[program.start].span);
        return Err(Failure::Unsupported { what, span });
    }
    Ok(writer.code)
}

impl<'p> Compiler<'p> {
    fn program(&self) -> &'p Program {
        self.writer.program
    }

    /// Writes control states as long as one follows the other.
    fn chain(&mut self, first: ControlId) -> Result<(), Failure> {
        let (mut control, mut moves) = (first, Vec::new());
        loop {
            let here = self.writer.here();
            if let Some(known) = self.labels.get(&control) {
                self.writer.emit(Instruction::Jump(*known));
                return Ok(());
            }
            self.labels.insert(control, here);
            self.writer.join();
            self.writer.begin();
            let program = self.program();
            let node = self.controls.get(control).node;
            let span = program.functions[program.nodes[node].function].span;
            if self.controls.is_target(control) {
                self.writer.emit(Instruction::Violation);
                return Ok(());
            }
            if self.controls.recursion(control) > 1 {
                self.give_up("recursion".to_owned(), span);
                return Ok(());
            }
            if self.writer.is_too_large() {
                self.give_up("a program of this size".to_owned(), span);
                return Ok(());
            }
            if program.nodes[node].loop_head {
                let head = self.writer.code.heads.len() as u32;
                self.writer.code.heads.push(Head { pc: here, live: Vec::new() });
                self.writer.emit(Instruction::Head(head));
            }
            self.controls.moves(control, &mut moves)?;
            match moves[..] {
                [] => {
                    self.writer.emit(Instruction::End);
                    return Ok(());
                }
                [(step, next)] => {
                    let (goes_on, span) = self.step(step, span);
                    match goes_on {
                        Ok(true) => control = next,
                        Ok(false) => return Ok(()),
                        Err(why) => {
                            self.give_up(why, span);
                            return Ok(());
                        }
                    }
                }
                [(Step::Edge(one), then), (Step::Edge(other), otherwise)] => {
                    let (one, other) = (&program.edges[one], &program.edges[other]);
                    let (Op::Assume { cond, truth }, Op::Assume { cond: same, truth: opposite }) = (&one.op, &other.op)
                    else {
                        self.give_up("a location of this form".to_owned(), one.span);
                        return Ok(());
                    };
                    if cond != same || truth == opposite {
                        self.give_up("a location of this form".to_owned(), one.span);
                        return Ok(());
                    }
                    match self.writer.unless(*cond, *truth) {
                        Ok(jumps) => {
                            self.jumps.extend(jumps.into_iter().map(|pc| (pc, otherwise)));
                            self.work.push(otherwise);
                            control = then;
                        }
                        Err(why) => {
                            self.give_up(why, one.span);
                            return Ok(());
                        }
                    }
                }
                _ => {
                    self.give_up("a location of this form".to_owned(), span);
                    return Ok(());
                }
            }
        }
    }

    fn give_up(&mut self, why: String, span: Span) {
        let reason = self.writer.code.reasons.len() as u32;
        self.writer.code.reasons.push((why, span));
        self.writer.emit(Instruction::GiveUp(reason));
    }

    /// Writes a move; false when nothing follows it.
    fn step(&mut self, step: Step, span: Span) -> (Res<bool>, Span) {
        let program = self.program();
        match step {
            Step::Edge(edge) => (self.op(&program.edges[edge].op), program.edges[edge].span),
            Step::Enter(call, _) => (self.enter(call), span),
            Step::Leave(call, _) => (self.leave(call), span),
            Step::Hidden(_) => (Err("a hidden operation".to_owned()), span),
        }
    }

    fn op(&mut self, op: &Op) -> Res<bool> {
        match op {
            Op::Skip | Op::Label(_) => {}
            Op::Declare { var, zeroed } => self.declare(*var, *zeroed)?,
            Op::EndScope(var) => self.forget(*var),
            Op::Assume { cond, truth } => {
                let jumps = self.writer.unless(*cond, *truth)?;
                self.ends.extend(jumps);
            }
            Op::Assign { place, value } => self.assign(*place, *value)?,
            Op::Havoc { place, source } => self.havoc(*place, source)?,
            Op::Halt => {
                self.writer.emit(Instruction::End);
                return Ok(false);
            }
            Op::Unsupported(what) => return Err(what.clone()),
            Op::Intrinsic { which, .. } => return Err(format!("the operation {which:?}")),
            Op::Call(_) | Op::CallPointer { .. } => return Err("a call of this form".to_owned()),
        }
        Ok(true)
    }

    fn set(&mut self, set: Set) -> u32 {
        let sets = &mut self.writer.code.sets;
        let at = sets.iter().position(|known| *known == set).unwrap_or(sets.len());
        if at == sets.len() {
            sets.push(set);
        }
        at as u32
    }

    /// Nobody knows what a variable holds.
    fn forget(&mut self, var: VarId) {
        let program = self.program();
        if program.vars[var].kind == cairn_ir::VarKind::StringLiteral {
            return;
        }
        // What has no cells is not accessed by any instruction.
        let Some((first, count)) = self.writer.cells.of(program, var, &mut self.writer.code) else { return };
        for to in first..first + count {
            let set = self.set(all(self.writer.cells.types[&to]));
            self.writer.emit(Instruction::Indeterminate { to, set });
        }
    }

    fn declare(&mut self, var: VarId, zeroed: bool) -> Res<()> {
        let program = self.program();
        let of = &program.vars[var];
        if !zeroed && of.data.is_none() {
            self.forget(var);
            return Ok(());
        }
        if of.kind == cairn_ir::VarKind::StringLiteral {
            return Ok(());
        }
        let Some((first, count)) = self.writer.cells.of(program, var, &mut self.writer.code) else { return Ok(()) };
        for to in first..first + count {
            let value = match &of.data {
                Some(bytes) => self.value_of_bytes(bytes, of.ty, to, to - first),
                None => Some(0),
            };
            let instruction = match value {
                Some(value) => Instruction::Move { to, x: self.writer.constant(value) },
                None => Instruction::Indeterminate { to, set: self.set(all(self.writer.cells.types[&to])) },
            };
            self.writer.emit(instruction);
        }
        Ok(())
    }

    /// Value of a part of an object, by its bytes: of scalars and arrays of them. Of others it is not known.
    fn value_of_bytes(&self, bytes: &[u8], ty: TypeId, cell: Reg, part: u32) -> Option<i64> {
        let types = &self.program().types;
        let one = types.element(ty).map_or(ty, |(element, _)| element);
        let scalar: Scalar = types.scalar(one)?;
        if self.writer.cells.types[&cell] != scalar {
            return None;
        }
        let size = usize::try_from(types.size_of(one)?).ok()?;
        let bytes = bytes.get(part as usize * size..(part as usize + 1) * size)?;
        let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
        Some(number(Value(bits), scalar))
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) -> Res<()> {
        let program = self.program();
        if program.types.scalar(program.type_of_place(place)).is_some() {
            let x = self.writer.value(value)?;
            let spot = self.writer.place(place)?;
            self.writer.store(&spot, x);
            return Ok(());
        }
        let ExprKind::Load(from) = program.exprs[value].kind else {
            return Err("a value of this type".to_owned());
        };
        let (to, from) = (self.writer.place(place)?, self.writer.place(from)?);
        self.copy(to, from, program.type_of_place(place))
    }

    fn copy(&mut self, to: CompiledPlace, from: CompiledPlace, ty: TypeId) -> Res<()> {
        if to.offset.is_some() || from.offset.is_some() {
            return Err("an assignment of this type".to_owned());
        }
        for at in 0..self.writer.size(ty)? {
            self.writer.emit(Instruction::Move { to: to.base + at, x: from.base + at });
        }
        Ok(())
    }

    fn havoc(&mut self, place: PlaceId, source: &NondetSource) -> Res<()> {
        match source {
            NondetSource::Verifier(_) | NondetSource::Undefined(_) | NondetSource::Other(_) => {}
            NondetSource::Unmodelled(name) => return Err(format!("the function '{name}'")),
            NondetSource::Layout => return Err("a value that depends on where objects are".to_owned()),
            NondetSource::Volatile(_) => return Err("a volatile access".to_owned()),
        }
        let program = self.program();
        let set = match program.types.scalar(program.type_of_place(place)) {
            Some(Scalar::Bool) => Set::range(0, 1),
            Some(of) if of.bits() <= 64 && !matches!(of, Scalar::Pointer { .. }) => all(of),
            _ => return Err("an input of this type".to_owned()),
        };
        let spot = self.writer.place(place)?;
        let (to, set) = (self.writer.temporary(), self.set(set));
        self.writer.emit(Instruction::Input { to, set });
        self.writer.store(&spot, to);
        Ok(())
    }

    /// A frame is new: what it holds is not known.
    fn open(&mut self, function: FunctionId) {
        let function = &self.program().functions[function];
        function.locals.iter().chain(&function.result).for_each(|var| self.forget(*var));
    }

    fn enter(&mut self, call: CallSiteId) -> Res<bool> {
        let program = self.program();
        let site = &program.calls[call];
        let Some(callee) = site.callee else { return Err("a call of this form".to_owned()) };
        let params = &program.functions[callee].params;
        if params.len() != site.args.len() {
            return Err("a call with other arguments than parameters".to_owned());
        }
        // An argument that is not modelled matters only where the parameter is read; what a parameter without cells is read
        // for is not modelled either.
        self.open(callee);
        for (param, arg) in params.iter().zip(&site.args) {
            if program.types.scalar(program.vars[*param].ty).is_none() {
                return Err("an argument of this type".to_owned());
            }
            let x = self.writer.value(*arg)?;
            let Some((base, span)) = self.writer.cells.of(program, *param, &mut self.writer.code) else {
                return Err("an argument of this type".to_owned());
            };
            self.writer.store(&CompiledPlace { base, offset: None, span }, x);
        }
        Ok(true)
    }

    fn leave(&mut self, call: CallSiteId) -> Res<bool> {
        let program = self.program();
        let site = &program.calls[call];
        let from = site.callee.and_then(|callee| program.functions[callee].result);
        if let (Some(to), Some(from)) = (site.result, from) {
            let code = &mut self.writer.code;
            let ends = (self.writer.cells.of(program, to, code), self.writer.cells.of(program, from, code));
            let (Some((to, span)), Some((from, count))) = ends else {
                return Err("a result of this type".to_owned());
            };
            if span != count {
                return Err("a result of this type".to_owned());
            }
            for at in 0..count {
                self.writer.emit(Instruction::Move { to: to + at, x: from + at });
            }
        }
        Ok(true)
    }
}
