//! Runs a path to where it ends, or to the next loop head. Where an unknown decides, the path becomes two.
//!
//! As long as no register is unknown, instructions are run by a loop without tags. An instruction that asks for more of an
//! unknown than is known narrows it in both copies of the path, which run the same instruction again: so each
//! instruction is written once for numbers, and the splits are none of its business.

use crate::instruction::{Code, Instruction, Reg};
use crate::operation::{Operation, all, int};
use crate::path::{InputId, Path};
use crate::set::{Set, Verdict};
use cairn_ir::operator::Comparison;
use fastrand::Rng;

/// Where a path comes to rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    Head(u32),
    End,
    GivenUp(u32),
    /// An operation without a result: division by zero, or a subscript out of bounds.
    NoResult,
    Violation,
}

/// An unknown with so many possible values at most is split into them.
const MOST_VALUES: u64 = 256;
/// An unknown that is compared with another, at most.
const MOST_VALUES_OF_TWO: u64 = 64;
/// So many paths may come of one step from head to head.
const MOST_PATHS: u32 = 4096;
/// Of an unknown with more possible values so many are tried.
const SAMPLES: usize = 3;

pub(crate) struct Machine<'c> {
    pub code: &'c Code,
    pub waiting: Vec<Path>,
    /// Paths whose memory can be used again.
    pub spare: Vec<Path>,
    pub splits: u32,
    /// Something was not followed, because there is too much of it.
    pub is_sampled: bool,
    pub instructions: u64,
    rng: Rng,
}

/// Need of an instruction about an unknown.
enum Needed {
    Number(u32),
    /// Which number it is, where there are too many to try all.
    Sample(u32),
    Comparison(u32, Comparison, i64),
    /// Whether two unknowns are the same number, which is in the set then.
    Same(u32, u32, Set),
}

type Known<T> = Result<T, Needed>;

impl<'c> Machine<'c> {
    pub fn new(code: &'c Code) -> Self {
        let (waiting, spare, rng) = (Vec::new(), Vec::new(), Rng::with_seed(0));
        Self { code, waiting, spare, splits: 0, is_sampled: false, instructions: 0, rng }
    }

    /// Begins a step whose splits go the same way whenever it is repeated.
    pub fn begin(&mut self, seed: u64) {
        self.splits = 0;
        self.rng = Rng::with_seed(seed);
    }

    pub fn run(&mut self, path: &mut Path) -> Rest {
        loop {
            if path.tagged == 0
                && let Some(rest) = self.run_known(path)
            {
                return rest;
            }
            let at = self.code.instructions[path.pc as usize];
            self.instructions += 1;
            match at {
                Instruction::Head(head) => return Rest::Head(head),
                Instruction::End => return Rest::End,
                Instruction::GiveUp(reason) => return Rest::GivenUp(reason),
                Instruction::Violation => return Rest::Violation,
                Instruction::Input { to, set } => {
                    let id = path.set_any(to, self.code.sets[set as usize].clone());
                    path.inputs.push(InputId(id));
                    path.pc += 1;
                }
                Instruction::Indeterminate { to, set } => {
                    path.set_any(to, self.code.sets[set as usize].clone());
                    path.pc += 1;
                }
                _ => match self.step(at, path) {
                    Ok(true) => {}
                    Ok(false) => return Rest::NoResult,
                    Err(Needed::Comparison(id, op, constant)) => {
                        match path.sets[id as usize].compare(op, constant) {
                            Verdict::Parts(one, other) => self.split(path, id, [one, other]),
                            // Whoever asked would have known.
                            Verdict::Same(_) => return Rest::NoResult,
                        }
                    }
                    Err(Needed::Number(id)) => self.split_all(path, id, MOST_VALUES),
                    Err(Needed::Sample(id)) => self.split_all(path, id, 0),
                    Err(Needed::Same(id, other, both)) => {
                        self.splits += 1;
                        if self.splits <= MOST_PATHS {
                            let mut second = self.spare.pop().unwrap_or_default();
                            second.copy(path);
                            second.unify(id, other, both);
                            self.waiting.push(second);
                        }
                        // That they differ is not a set. So from here on the one is some of its numbers.
                        self.split_all(path, id, 0);
                    }
                },
            }
        }
    }

    fn split(&mut self, path: &mut Path, id: u32, [one, other]: [Set; 2]) {
        self.splits += 1;
        if self.splits > MOST_PATHS {
            self.is_sampled = true;
            path.narrow(id, if self.rng.bool() { one } else { other });
            return;
        }
        let mut second = self.spare.pop().unwrap_or_default();
        second.copy(path);
        second.narrow(id, other);
        self.waiting.push(second);
        path.narrow(id, one);
    }

    /// The path becomes one for each number that an unknown may be, or for some of them.
    fn split_all(&mut self, path: &mut Path, id: u32, most: u64) {
        let set = &path.sets[id as usize];
        let mut numbers: Vec<i64> = match set.size(most) {
            Some(size) if self.splits + size as u32 <= MOST_PATHS => set.members().collect(),
            _ => {
                self.is_sampled = true;
                let near = self.rng.i64(-100..=100);
                let candidates = [0, 1, self.rng.i64(set.lo..=set.hi), near, near / 10, set.lo, set.hi];
                let mut some: Vec<i64> = candidates.into_iter().filter(|x| set.contains(*x)).collect();
                some.dedup();
                self.rng.shuffle(&mut some);
                some.truncate(if self.splits < MOST_PATHS { SAMPLES } else { 1 });
                some
            }
        };
        let first = numbers.pop().unwrap_or(set.lo);
        for number in numbers {
            self.splits += 1;
            let mut other = self.spare.pop().unwrap_or_default();
            other.copy(path);
            other.narrow(id, Set::range(number, number));
            self.waiting.push(other);
        }
        path.narrow(id, Set::range(first, first));
    }

    /// Runs instructions on numbers; leaves the path at one that is not only about numbers.
    fn run_known(&mut self, path: &mut Path) -> Option<Rest> {
        let (code, values) = (&self.code.instructions[..], &mut path.values[..]);
        let mut pc = path.pc as usize;
        let mut count = 0;
        let rest = loop {
            count += 1;
            match code[pc] {
                Instruction::Unless { op, x, y, to } => {
                    let (x, y) = (values[x as usize], values[y as usize]);
                    pc = if op.holds(x, y) { pc + 1 } else { to as usize };
                    continue;
                }
                Instruction::Jump(to) => {
                    pc = to as usize;
                    continue;
                }
                Instruction::Move { to, x } => values[to as usize] = values[x as usize],
                Instruction::Int { op, shift, signed, to, x, y } => {
                    let (x, y) = (values[x as usize], values[y as usize]);
                    let Some(result) = int(op, shift, signed, x, y) else { break Some(Rest::NoResult) };
                    values[to as usize] = result;
                }
                Instruction::Comparison { op, to, x, y } => {
                    values[to as usize] = i64::from(op.holds(values[x as usize], values[y as usize]));
                }
                Instruction::Operation { op, to, x, y } => {
                    let operation = self.code.operations[op as usize];
                    let Some(result) = operation.compute(values[x as usize], values[y as usize]) else {
                        break Some(Rest::NoResult);
                    };
                    values[to as usize] = result;
                }
                Instruction::Offset { to, add, x, count, stride } => {
                    let x = values[x as usize];
                    if x < 0 || x >= i64::from(count) {
                        break Some(Rest::NoResult);
                    }
                    values[to as usize] = values[add as usize] + x * i64::from(stride);
                }
                Instruction::LoadAt { to, base, offset, .. } => {
                    values[to as usize] = values[base as usize + values[offset as usize] as usize];
                }
                Instruction::StoreAt { base, offset, x, .. } => {
                    values[base as usize + values[offset as usize] as usize] = values[x as usize];
                }
                Instruction::Input { .. }
                | Instruction::Indeterminate { .. }
                | Instruction::Head(_)
                | Instruction::End
                | Instruction::GiveUp(_)
                | Instruction::Violation => break None,
            }
            pc += 1;
        };
        self.instructions += count;
        path.pc = pc as u32;
        rest
    }

    /// Runs an instruction where registers may be unknown. False when it has no result.
    fn step(&mut self, at: Instruction, path: &mut Path) -> Known<bool> {
        let mut next = path.pc + 1;
        match at {
            Instruction::Jump(to) => next = to,
            Instruction::Unless { op, x, y, to } => {
                if !compare(path, op, x, y)? {
                    next = to;
                }
                self.release(path, [x, y]);
            }
            Instruction::Move { to, x } => {
                path.copy_register(to, x);
                self.release(path, [x, x]);
            }
            Instruction::Comparison { op, to, x, y } => {
                let holds = compare(path, op, x, y)?;
                self.release(path, [x, y]);
                path.set(to, i64::from(holds));
            }
            Instruction::Int { op, shift, signed, to, x, y } => {
                let Some(result) = int(op, shift, signed, number(path, x)?, number(path, y)?) else { return Ok(false) };
                path.set(to, result);
            }
            Instruction::Operation { op, to, x, y } => {
                let operation = self.code.operations[op as usize];
                if let Some(result) = of_unknown(path, operation, x)? {
                    match result {
                        Some(value) => path.set(to, value),
                        None => path.copy_register(to, x),
                    }
                } else {
                    let Some(result) = operation.compute(number(path, x)?, number(path, y)?) else { return Ok(false) };
                    path.set(to, result);
                }
                if to != x {
                    self.release(path, [x, x]);
                }
            }
            Instruction::Offset { to, add, x, count, stride } => {
                let (x, add) = (number(path, x)?, number(path, add)?);
                if x < 0 || x >= i64::from(count) {
                    return Ok(false);
                }
                path.set(to, add + x * i64::from(stride));
            }
            Instruction::LoadAt { to, base, offset, .. } => {
                let offset = number(path, offset)?;
                path.copy_register(to, base + offset as Reg);
            }
            Instruction::StoreAt { base, offset, x, .. } => {
                let offset = number(path, offset)?;
                path.copy_register(base + offset as Reg, x);
                self.release(path, [x, x]);
            }
            _ => return Ok(false),
        }
        path.pc = next;
        Ok(true)
    }

    /// Temporaries are read once, so that they need not stay unknown.
    fn release(&self, path: &mut Path, registers: [Reg; 2]) {
        for reg in registers {
            if path.tags[reg as usize] != 0 && !self.code.is_cell[reg as usize] {
                path.set(reg, 0);
            }
        }
    }
}

fn number(path: &Path, x: Reg) -> Known<i64> {
    match path.tags[x as usize] {
        0 => Ok(path.values[x as usize]),
        tag => Err(Needed::Number(tag - 1)),
    }
}

fn compare(path: &Path, op: Comparison, x: Reg, y: Reg) -> Known<bool> {
    let (left, right) = (path.tags[x as usize], path.tags[y as usize]);
    match (left, right) {
        (0, 0) => Ok(op.holds(path.values[x as usize], path.values[y as usize])),
        (_, 0) => compare_unknown(path, left - 1, op, path.values[y as usize]),
        (0, _) => compare_unknown(path, right - 1, op.mirrored(), path.values[x as usize]),
        // The same number on both sides.
        _ if left == right => Ok(op.holds(0, 0)),
        _ => compare_two(path, left - 1, op, right - 1),
    }
}

/// Two unknowns: the smaller one is split, where it is small.
fn compare_two(path: &Path, left: u32, op: Comparison, right: u32) -> Known<bool> {
    let (one, other) = (&path.sets[left as usize], &path.sets[right as usize]);
    let size = |set: &Set| set.size(MOST_VALUES_OF_TWO).unwrap_or(u64::MAX);
    let smaller = if size(other) < size(one) { right } else { left };
    let is_small = size(one).min(size(other)) <= MOST_VALUES_OF_TWO;
    match op {
        Comparison::Eq | Comparison::Ne => match one.intersection(other) {
            None => Ok(op == Comparison::Ne),
            Some(_) if is_small => Err(Needed::Number(smaller)),
            Some(both) => Err(Needed::Same(left, right, both)),
        },
        _ if one.hi < other.lo => Ok(op.holds(0, 1)),
        _ if one.lo > other.hi => Ok(op.holds(1, 0)),
        _ if is_small => Err(Needed::Number(smaller)),
        _ => Err(Needed::Sample(smaller)),
    }
}

fn compare_unknown(path: &Path, id: u32, op: Comparison, constant: i64) -> Known<bool> {
    match path.sets[id as usize].compare(op, constant) {
        Verdict::Same(holds) => Ok(holds),
        Verdict::Parts(..) => Err(Needed::Comparison(id, op, constant)),
    }
}

/// An operation of one unknown that is a comparison, or keeps its number: `Some(None)`. `None` when it is another.
fn of_unknown(path: &Path, operation: Operation, x: Reg) -> Known<Option<Option<i64>>> {
    use cairn_ir::UnaryOp;
    use cairn_ir::types::Scalar;
    let tag = path.tags[x as usize];
    if tag == 0 {
        return Ok(None);
    }
    match operation {
        Operation::Cast(Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer { .. }, Scalar::Bool) => {
            Ok(Some(Some(i64::from(compare_unknown(path, tag - 1, Comparison::Ne, 0)?))))
        }
        Operation::Unary(UnaryOp::LogicalNot, Scalar::Int { .. } | Scalar::Bool | Scalar::Pointer { .. }, _) => {
            Ok(Some(Some(i64::from(compare_unknown(path, tag - 1, Comparison::Eq, 0)?))))
        }
        _ => {
            let Some(to) = operation.keeps_numbers() else { return Ok(None) };
            let range = all(to);
            let is_within = compare_unknown(path, tag - 1, Comparison::Ge, range.lo)?
                && compare_unknown(path, tag - 1, Comparison::Le, range.hi)?;
            Ok(is_within.then_some(None))
        }
    }
}
