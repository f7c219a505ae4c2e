//! The path condition of an execution: it is run, and beside it each byte of memory that something of the input went into is a term.

use super::input_byte::InputByte;
use super::machine::{Concolic, NoTerm, Shadow, stored_bytes};
use crate::fuzzing::execution::{Target, TestCase};
use cairn_base::{Budget, FastMap, Stop};
use cairn_interp::{Host, Inputs, Interpreter, Pointee, TransferSource};
use cairn_ir::behaviour::Access;
use cairn_ir::types::Scalar;
use cairn_ir::{EdgeId, ExprId, ExprKind, Intrinsic, Op, PlaceId, Step, VarId};
use cairn_semantics::{leaf, locate, value};
use cairn_term::{Assignment, Sort, TermId, TermOp, TermValue, Terms};

/// A branch that depends on the input.
pub(super) struct Branch {
    pub holds: TermId,
    /// The edge that was not taken; `None`: it has to hold.
    pub other: Option<EdgeId>,
}

/// The branches of an execution, in their order.
#[derive(Default)]
pub(super) struct PathCondition {
    pub terms: Terms,
    pub branches: Vec<Branch>,
    /// The byte that a symbol is.
    pub symbols: FastMap<TermId, InputByte>,
    pub steps: u64,
}

impl PathCondition {
    /// The edges that were not taken, with the numbers of their branches.
    pub fn others(&self) -> impl Iterator<Item = (usize, EdgeId)> {
        self.branches.iter().enumerate().filter_map(|(at, branch)| Some((at, branch.other?)))
    }
}

/// More branches are not noted.
const MOST_BRANCHES: usize = 4_000;
const MOST_TERMS: usize = 400_000;
/// The longest string of the system that is followed.
const LONGEST: usize = 4_096;

/// Bytes on their way from one place to another.
type Bytes = Vec<Option<TermId>>;

/// Effect of the next step on memory.
enum Effect {
    Nothing,
    /// One of two edges is taken.
    Branch(TermId),
    Write(u64, Bytes),
    /// The parameters of a call take values.
    Enter(Vec<(VarId, Bytes)>),
    /// The caller's variable takes the callee's result.
    Leave(Bytes),
    /// The host is called; with a variable of the environment, its name.
    Host(Option<VarId>, Option<Vec<u8>>),
    /// A variable has what a new object was copied from.
    Reallocate(PlaceId, Bytes),
}

struct Follower<'t, 'a, 'p> {
    target: Target<'a, 'p>,
    case: &'t TestCase,
    shadow: Shadow,
    path: PathCondition,
}

/// Executes a case, with so many steps at most; its path condition.
///
/// # Errors
/// The budget is used up.
pub(super) fn follow(
    target: Target<'_, '_>,
    case: &TestCase,
    limit: u64,
    budget: &Budget,
) -> Result<PathCondition, Stop> {
    let mut run = case.start(target.code, Target::options(limit));
    let mut inputs = case.inputs();
    let mut follower = Follower { target, case, shadow: Shadow::default(), path: PathCondition::default() };
    for step in 0_u64.. {
        if step.is_multiple_of(64) {
            budget.tick()?;
        }
        let is_full = follower.path.branches.len() >= MOST_BRANCHES || follower.path.terms.len() >= MOST_TERMS;
        if is_full {
            break;
        }
        let effect = follower.before(&mut run, &mut inputs).unwrap_or(Effect::Nothing);
        let Ok(step) = run.step(&mut inputs) else { break };
        follower.path.steps += 1;
        follower.after(effect, step, &mut run, &mut inputs);
    }
    Ok(follower.path)
}

impl<'p> Follower<'_, '_, 'p> {
    fn machine<'r, 'c>(
        &'r mut self,
        run: &'r mut Interpreter<'c, 'p>,
        inputs: &'r mut dyn Inputs,
    ) -> Concolic<'r, 'c, 'p> {
        Concolic { program: self.target.program, run, inputs, terms: &mut self.path.terms, shadow: &self.shadow }
    }

    fn bytes_at(&self, at: u64, count: u64) -> Bytes {
        (0..count).map(|byte| self.shadow.get(&at.wrapping_add(byte)).copied()).collect()
    }

    fn write(&mut self, at: u64, bytes: Bytes) {
        for (place, byte) in (at..).zip(bytes) {
            match byte {
                Some(term) => self.shadow.insert(place, term),
                None => self.shadow.remove(&place),
            };
        }
    }

    /// The bytes of a value, as they are in memory.
    fn split(&mut self, term: TermId, of: Scalar) -> Bytes {
        let terms = &mut self.path.terms;
        let bytes = 0..of.bits() / 8;
        if terms.as_bits(term).is_some() {
            return bytes.map(|_| None).collect();
        }
        bytes
            .map(|byte| {
                let part = terms.extract(term, byte * 8 + 7, byte * 8);
                terms.as_bits(part).is_none().then_some(part)
            })
            .collect()
    }

    /// The bytes of an expression, a whole record or array too.
    fn passed(&mut self, expr: ExprId, run: &mut Interpreter<'_, 'p>, inputs: &mut dyn Inputs) -> Bytes {
        let program = self.target.program;
        let of = program.types.scalar(program.type_of(expr));
        let mut machine = self.machine(run, inputs);
        match (of, &program.exprs[expr].kind) {
            (Some(of), _) => match value(&mut machine, expr) {
                Ok(term) => self.split(term, of),
                Err(NoTerm) => vec![None; stored_bytes(of) as usize],
            },
            (None, &ExprKind::Load(place)) => {
                let size = program.types.size_of(program.exprs[place].ty).unwrap_or(0);
                match locate(&mut machine, place) {
                    Ok(at) => self.bytes_at(at, size),
                    Err(NoTerm) => vec![None; size as usize],
                }
            }
            _ => Vec::new(),
        }
    }

    fn before(&mut self, run: &mut Interpreter<'_, 'p>, inputs: &mut dyn Inputs) -> Option<Effect> {
        let program = self.target.program;
        let node = run.node();
        let Some(&edge) = program.nodes[node].leaving.first() else {
            let result = program.functions[program.nodes[node].function].result?;
            let size = program.types.size_of(program.vars[result].ty)?;
            let at = run.address_of(run.top(), result)?;
            return Some(Effect::Leave(self.bytes_at(at, size)));
        };
        match &program.edges[edge].op {
            Op::Assume { cond, .. } if !self.shadow.is_empty() => {
                let of = program.types.scalar(program.type_of(*cond))?;
                let mut machine = self.machine(run, inputs);
                let truth = value(&mut machine, *cond).and_then(|cond| {
                    use cairn_semantics::Evaluation;
                    machine.truth(cond, of)
                });
                let truth = truth.ok()?;
                self.path.terms.as_bool(truth).is_none().then_some(Effect::Branch(truth))
            }
            Op::Assign { place, value } if !self.shadow.is_empty() => {
                let bytes = self.passed(*value, run, inputs);
                let at = run.place_of(*place, inputs)?;
                let field = leaf(program, *place).and_then(|leaf| leaf.field);
                let Some(field) = field else { return Some(Effect::Write(at, bytes)) };
                // Neighbours share bytes: their terms end.
                let end = u64::from((field.first + field.width).div_ceil(8));
                Some(Effect::Write(at, vec![None; end as usize]))
            }
            Op::Declare { var, .. } => {
                let size = program.types.size_of(program.vars[*var].ty)?;
                let at = run.address_of(run.top(), *var)?;
                (!self.shadow.is_empty()).then(|| Effect::Write(at, vec![None; size as usize]))
            }
            Op::Havoc { place, .. } => {
                let size = program.types.size_of(program.exprs[*place].ty)?;
                let at = run.place_of(*place, inputs)?;
                Some(Effect::Write(at, vec![None; size as usize]))
            }
            Op::Call(call) => {
                let site = &program.calls[*call];
                let callee = site.callee?;
                let function = &program.functions[callee];
                if function.body.is_some() {
                    let params = function.params.iter().zip(&site.args);
                    let passed = params.map(|(param, arg)| (*param, self.passed(*arg, run, inputs))).collect();
                    return Some(Effect::Enter(passed));
                }
                let asks = matches!(function.name.as_str(), "<getenv>" | "<secure_getenv>");
                let name = asks.then(|| self.name_asked(site.args.first().copied()?, run, inputs)).flatten();
                Some(Effect::Host(site.result, name))
            }
            Op::Intrinsic { which, args, result } => self.primitive(*which, args, *result, run, inputs),
            _ => None,
        }
    }

    /// The name that a call of `getenv` asks for, which the record of its arguments leads to.
    fn name_asked(
        &mut self,
        record: ExprId,
        run: &mut Interpreter<'_, 'p>,
        inputs: &mut dyn Inputs,
    ) -> Option<Vec<u8>> {
        let record = run.value_of(record, inputs)?.0 as u64;
        let at = run.scalar_at(record, self.pointer())?.0 as u64;
        Some(string(run, at))
    }

    fn pointer(&self) -> Scalar {
        Scalar::Pointer { bits: self.target.program.types.model().pointer_bits() }
    }

    fn primitive(
        &mut self,
        which: Intrinsic,
        args: &[ExprId],
        result: Option<PlaceId>,
        run: &mut Interpreter<'_, 'p>,
        inputs: &mut dyn Inputs,
    ) -> Option<Effect> {
        let mut number = |at: usize| Some(run.value_of(*args.get(at)?, inputs)?.0 as u64);
        match which {
            Intrinsic::MemCopy => {
                let (to, from, size) = (number(0)?, number(1)?, number(2)?);
                Some(Effect::Write(to, self.bytes_at(from, size.min(MOST_TERMS as u64))))
            }
            Intrinsic::MemSet => {
                let (to, size) = (number(0)?, number(2)?);
                let byte = self.passed(args[1], run, inputs).first().copied().flatten();
                Some(Effect::Write(to, vec![byte; size.min(MOST_TERMS as u64) as usize]))
            }
            Intrinsic::Realloc => {
                let (from, size) = (number(0)?, number(1)?);
                Some(Effect::Reallocate(result?, self.bytes_at(from, size.min(MOST_TERMS as u64))))
            }
            Intrinsic::Access => {
                let place = result?;
                let (to, size) = (number(1)?, number(2)?);
                let object = match run.pointee(to) {
                    Pointee::Object(object) if object.live => Some((object.address, object.end())),
                    _ => None,
                };
                let of = self.target.program.types.scalar(self.target.program.exprs[place].ty)?;
                let answer = object.and_then(|object| self.inside(args[1], size, object, of, run, inputs));
                let at = run.place_of(place, inputs)?;
                let bytes = match answer {
                    Some(term) => self.split(term, of),
                    None => vec![None; stored_bytes(of) as usize],
                };
                Some(Effect::Write(at, bytes))
            }
            _ => {
                let place = result?;
                let size = self.target.program.types.size_of(self.target.program.exprs[place].ty)?;
                let at = run.place_of(place, inputs)?;
                Some(Effect::Write(at, vec![None; size as usize]))
            }
        }
    }

    /// The answer whether so many bytes at an address are in the object that it leads to.
    fn inside(
        &mut self,
        address: ExprId,
        size: u64,
        (first, end): (u64, u64),
        of: Scalar,
        run: &mut Interpreter<'_, 'p>,
        inputs: &mut dyn Inputs,
    ) -> Option<TermId> {
        let term = value(&mut self.machine(run, inputs), address).ok()?;
        let terms = &mut self.path.terms;
        if terms.as_bits(term).is_some() || end < first.checked_add(size)? {
            return None;
        }
        let width = terms.width(term);
        let (low, high) = (terms.bits(width, u128::from(first)), terms.bits(width, u128::from(end - size)));
        let (above, below) = (terms.bv_ule(low, term), terms.bv_ule(term, high));
        let is_inside = terms.and(&[above, below]);
        let (yes, no) = (terms.bits(of.bits(), Access::Yes as u128), terms.bits(of.bits(), Access::No as u128));
        Some(terms.ite(is_inside, yes, no))
    }

    fn after(&mut self, effect: Effect, step: Step, run: &mut Interpreter<'_, 'p>, inputs: &mut dyn Inputs) {
        let program = self.target.program;
        match (effect, step) {
            (Effect::Branch(truth), Step::Edge(edge)) => {
                let Op::Assume { truth: is_true, .. } = program.edges[edge].op else { return };
                let leaving = &program.nodes[program.edges[edge].source].leaving;
                let [a, b] = leaving[..] else { return };
                let holds = if is_true { truth } else { self.path.terms.not(truth) };
                self.path.branches.push(Branch { holds, other: Some(if a == edge { b } else { a }) });
            }
            (Effect::Write(at, bytes), Step::Edge(_)) => self.write(at, bytes),
            (Effect::Enter(passed), Step::Enter(call, _)) => {
                for (param, bytes) in passed {
                    if let Some(at) = run.address_of(run.top(), param) {
                        self.write(at, bytes);
                    }
                }
                if program.calls[call].callee == program.function_named("main") {
                    self.arguments(run);
                }
            }
            (Effect::Leave(bytes), Step::Leave(call, _)) => {
                let result = program.calls[call].result.and_then(|var| run.address_of(run.top(), var));
                if let Some(at) = result {
                    self.write(at, bytes);
                }
            }
            (Effect::Host(result, name), Step::Edge(_)) => self.answered(result, name, run),
            (Effect::Reallocate(place, bytes), Step::Edge(_)) => {
                let Some(at) = run.place_of(place, inputs) else { return };
                self.write(at, vec![None; self.pointer().bits() as usize / 8]);
                if let Some(to) = run.scalar_at(at, self.pointer()).filter(|to| to.0 != 0) {
                    self.write(to.0 as u64, bytes);
                }
            }
            _ => {}
        }
    }

    fn symbol(&mut self, byte: InputByte) -> TermId {
        let term = self.path.terms.symbol(format!("{byte:?}"), Sort::BitVec(8));
        self.path.symbols.insert(term, byte);
        term
    }

    /// The strings of `main`'s vector.
    fn arguments(&mut self, run: &Interpreter<'_, 'p>) {
        let program = self.target.program;
        let main = program.function_named("main");
        let vector = main.and_then(|main| program.functions[main].params.get(1).copied());
        let Some(vector) = vector.and_then(|vector| run.variable(run.top(), vector)) else { return };
        let word = u64::from(self.pointer().bits() / 8);
        for number in 1..self.case.given.arguments.len() {
            let Some(text) = run.scalar_at(vector.0 as u64 + number as u64 * word, self.pointer()) else { return };
            for at in 0..=self.case.given.arguments[number].len().min(LONGEST) {
                let term = self.symbol(InputByte::Argument(number, at));
                self.shadow.insert(text.0 as u64 + at as u64, term);
            }
        }
    }

    /// Memory after a call of the host.
    fn answered(&mut self, result: Option<VarId>, name: Option<Vec<u8>>, run: &Interpreter<'_, 'p>) {
        let program = self.target.program;
        let result =
            result.and_then(|var| Some((run.address_of(run.top(), var)?, program.types.scalar(program.vars[var].ty)?)));
        let value = result.and_then(|(at, of)| run.scalar_at(at, of));
        if let Some((at, of)) = result {
            self.write(at, vec![None; stored_bytes(of) as usize]);
        }
        if let (Some(name), Some(value)) = (name, value) {
            let begins = [name, b"=".to_vec()].concat();
            let given = &self.case.given.environment;
            let Some(entry) = given.iter().position(|entry| entry.starts_with(&begins)) else { return };
            if value.0 == 0 {
                return;
            }
            for at in begins.len()..=given[entry].len().min(LONGEST) {
                let term = self.symbol(InputByte::Variable(entry, at));
                self.shadow.insert(value.0 as u64 + (at - begins.len()) as u64, term);
            }
        }
        for piece in run.host().map(Host::transfers).unwrap_or_default() {
            let bytes: Vec<TermId> = (0..piece.count).map(|at| self.read(&piece.from, at, run)).collect();
            match (piece.to, piece.number, result) {
                (Some(to), None, _) => self.write(to, bytes.into_iter().map(Some).collect()),
                (Some(to), Some(size), _) => {
                    let number = self.decimal(&bytes, size as u32 * 8);
                    let bytes = self.split(number, Scalar::Int { bits: size as u32 * 8, signed: true });
                    self.write(to, bytes);
                }
                (None, _, Some((to, of))) if piece.count == 1 && of.bits() >= 16 => {
                    let wide = self.path.terms.zero_extend(bytes[0], of.bits());
                    let bytes = self.split(wide, of);
                    self.write(to, bytes);
                }
                _ => {}
            }
        }
    }

    /// A byte that the host read.
    fn read(&mut self, from: &TransferSource, at: usize, run: &Interpreter<'_, 'p>) -> TermId {
        match from {
            TransferSource::Input(first) => self.symbol(InputByte::Input(first + at)),
            TransferSource::File(name, first) => self.symbol(InputByte::File(name.clone(), first + at)),
            TransferSource::Memory(first) => {
                let place = first + at as u64;
                let known = run.byte_at(place).map_or(0, u128::from);
                self.shadow.get(&place).copied().unwrap_or_else(|| self.path.terms.bits(8, known))
            }
        }
    }

    /// The number whose digits these bytes are. That they stay digits, and the sign the same, belongs to the path.
    fn decimal(&mut self, bytes: &[TermId], width: u32) -> TermId {
        let current =
            |this: &Self, byte: TermId| this.path.terms.evaluate(byte, &this.given()).and_then(|byte| byte.bits());
        let (sign, digits) = match bytes.split_first() {
            Some((first, rest)) if matches!(current(self, *first), Some(43 | 45)) => (Some(*first), rest),
            _ => (None, bytes),
        };
        let is_negative = sign.is_some_and(|sign| current(self, sign) == Some(45));
        let terms = &mut self.path.terms;
        let mut held = Vec::new();
        if let Some(sign) = sign {
            let same = terms.bits(8, if is_negative { 45 } else { 43 });
            held.push(terms.eq(sign, same));
        }
        let (zero, nine, ten) = (terms.bits(8, 48), terms.bits(8, 57), terms.bits(width, 10));
        let mut number = terms.bits(width, 0);
        for digit in digits {
            held.extend([terms.bv_ule(zero, *digit), terms.bv_ule(*digit, nine)]);
            let value = terms.bv_sub(*digit, zero);
            let value = terms.zero_extend(value, width);
            let before = terms.bv_mul(ten, number);
            number = terms.bv_add(before, value);
        }
        let number = if is_negative { terms.bv_neg(number) } else { number };
        self.path.branches.extend(held.into_iter().map(|holds| Branch { holds, other: None }));
        number
    }

    /// Values of the case for each symbol.
    fn given(&self) -> Assignment {
        let mut given = Assignment::new();
        for (term, byte) in &self.path.symbols {
            if let TermOp::Symbol(symbol) = self.path.terms.op(*term) {
                given.set(
                    symbol,
                    TermValue::of_bits(u128::from(byte.of(self.case)), Sort::BitVec(8))
                        .unwrap_or(TermValue::Bool(false)),
                );
            }
        }
        given
    }
}

fn string(run: &Interpreter<'_, '_>, at: u64) -> Vec<u8> {
    (at..).map_while(|at| run.byte_at(at).filter(|byte| *byte != 0)).take(LONGEST).collect()
}
