//! The parts that the tests that follow the interpreter share: a program, its inputs, and what a state of the value
//! analysis claims, compared with what is.
#![allow(dead_code)] // Each test file uses its part.

pub mod block;
pub mod ranges;

use cairn_domains::memory::callee::UNFOLLOWED;
use cairn_domains::value::object_content::Rest;
use cairn_domains::value::{
    AbstractObject, BoundedIndex, Datum, EndFact, EndFacts, Grain, NullByte, ObjectBase, ObjectEnd, Reach,
    ValuePrecision, ValueState,
};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_interp::{InputRequest, Inputs, Interpreter, ObjectOrdinal};
use cairn_ir::interval::Interval;
use cairn_ir::{MachineModel, Program, Value, VarKind};
use cairn_test_support::Random;
pub use cairn_test_support::executor_laws::place;
use std::collections::{BTreeMap, BTreeSet};

pub fn program(name: &str, text: &str, model: MachineModel) -> Program {
    let input = Input { name: name.to_owned(), text: text.into() };
    match compile(&[input], &FrontEndOptions::new(model, "main")) {
        Ok(mut program) => {
            cairn_pointer_analysis::MemoryPartition::find_exposure(&mut program);
            program
        }
        Err(error) => {
            let rendered: String = error.diagnostics.iter().map(|d| d.render(&error.sources)).collect();
            panic!("{name}: {rendered}\n{text}")
        }
    }
}

pub struct Source<'r> {
    pub random: &'r mut Random,
    /// Whether indeterminate bytes make pointers to memory that the program does not name, or small numbers.
    pub wild: bool,
}

impl Inputs for Source<'_> {
    fn havoc(&mut self, request: &InputRequest<'_>) -> Value {
        let bits = if self.random.below(3) == 0 { self.random.word() } else { self.random.below(6) };
        let width = request.scalar.map_or(64, |s| s.bits());
        let negated = if self.random.below(4) == 0 { bits.wrapping_neg() } else { bits };
        Value::truncated(i128::from(negated as i64) as u128, width)
    }
    fn memory_byte(&mut self, _: ObjectOrdinal, offset: u64) -> u8 {
        if self.wild { self.wild_byte(offset) } else { self.random.below(3) as u8 }
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        match address % 4 {
            _ if !self.wild => 0,
            0 => 8 * self.random.below(16) as u8,
            3 => 0x80 | self.random.below(0x70) as u8,
            _ => self.random.below(0x100) as u8,
        }
    }
}

/// What a state claims, compared with what is.
pub struct Comparison<'a, 'c, 'p> {
    interpreter: &'a Interpreter<'c, 'p>,
    program: &'a Program,
    /// The frame that is at depth 0 in the state; one before the first wraps around.
    ground: usize,
    bases: BTreeMap<AbstractObject, u64>,
    /// Whether states are joined: then what is known of an object is of one that lives.
    is_joined: bool,
    /// Where objects are that are not told apart.
    several: BTreeMap<AbstractObject, BTreeSet<u64>>,
    /// Where cursors are, as pointers that lie to them say.
    cursors: BTreeMap<AbstractObject, u64>,
    /// Pointers that do not agree on where a cursor is.
    disagree: Option<String>,
    /// How many facts were compared.
    pub facts: usize,
    /// How many of them are about objects that are older than the block.
    pub older: usize,
}

impl<'a, 'c, 'p> Comparison<'a, 'c, 'p> {
    pub fn new(interpreter: &'a Interpreter<'c, 'p>, program: &'a Program, ground: usize) -> Self {
        Self {
            interpreter,
            program,
            ground,
            bases: BTreeMap::new(),
            several: BTreeMap::new(),
            cursors: BTreeMap::new(),
            disagree: None,
            is_joined: false,
            facts: 0,
            older: 0,
        }
    }

    /// The same, of joined states.
    pub fn joined(self) -> Self {
        Self { is_joined: true, ..self }
    }

    /// Whether a state speaks of an object in a frame that is no more, or of an allocated one that is over.
    fn dangles(&self, datum: Datum, state: &ValueState) -> bool {
        let top = self.interpreter.top();
        let is_over = |object: AbstractObject| match object.var() {
            _ if object.is_cursor() => {
                object.frame().is_some_and(|depth| self.ground.wrapping_add(depth as usize) > top)
            }
            // A call that is not followed may be one of several, by callers that have other frames.
            Some(_) => object.frame().is_some() && self.base(object).is_none() && !self.is_of_caller(object),
            // What a call cannot get at is not in the states of its callee, but lives.
            None => {
                let lives =
                    |base| matches!(self.interpreter.pointee(base), cairn_interp::Pointee::Object(of) if of.live);
                let is_there = state.content(object).is_some() || self.base(object).is_none_or(lives);
                !object.is_unnamed() && !object.is_summary() && !is_there
            }
        };
        let of_facts = datum.facts().iter().map(|fact| fact.object);
        self.is_joined && datum.objects().into_iter().chain(of_facts).any(is_over)
    }

    /// Whether an object is in a frame of a caller of what is not followed.
    fn is_of_caller(&self, object: AbstractObject) -> bool {
        let is_unfollowed = self.ground > self.interpreter.top();
        is_unfollowed && object.frame().is_some_and(|depth| (0..UNFOLLOWED as i32).contains(&depth))
    }

    fn base(&self, object: AbstractObject) -> Option<u64> {
        if let Some(var) = object.var().filter(|_| !object.is_older()) {
            let frame = object.frame().map_or(0, |depth| match usize::try_from(depth) {
                // In a state of a call that is not followed, other frames are those of callers.
                Ok(depth) if self.is_joined && depth < UNFOLLOWED as usize => depth,
                _ => self.ground.wrapping_add(depth as usize),
            });
            return self.interpreter.address_of(frame, var);
        }
        if object == AbstractObject::ABSOLUTE { None } else { self.bases.get(&object).copied() }
    }

    /// Whether a null byte is at an address or behind it, in its object; of one whose lifetime is over nothing is asked.
    fn ends(&self, address: u64) -> bool {
        match self.interpreter.pointee(address) {
            cairn_interp::Pointee::Object(object) if object.live => {
                (address..object.end()).any(|at| self.interpreter.byte_at(at) == Some(0))
            }
            cairn_interp::Pointee::Object(_) => true,
            _ => false,
        }
    }

    /// Whether a pointer with these bits is among what a datum says of one object; of an object that nobody has met it is taken to be.
    fn is_within(&self, reach: Reach, bits: u128) -> bool {
        let Some(to) = self.base(reach.object) else { return !(self.is_joined && self.is_of_caller(reach.object)) };
        let offset = (bits as u64).wrapping_sub(to) as i64;
        let is_step = (offset - i64::from(reach.low)) % i64::from(reach.step.max(1)) == 0;
        let is_text = match reach.text {
            NullByte::UNKNOWN => true,
            NullByte(bytes) => self.ends((bits as u64).wrapping_add(u64::from(bytes) - 1)),
        };
        let is_below = !reach.is_bounded() || offset <= i64::from(reach.high);
        let has_room = match self.interpreter.pointee(to) {
            cairn_interp::Pointee::Object(object) if object.live => bits as u64 + u64::from(reach.room) <= object.end(),
            _ => false,
        };
        let has_room = has_room || reach.room == 0;
        let is_from = reach.from.is_none_or(|from| match (self.cursors.get(&from.cursor()), from.bytes()) {
            (Some(cursor), Some(bytes)) => cursor.wrapping_add(bytes as u64) == bits as u64,
            (Some(cursor), None) => match self.interpreter.pointee(*cursor) {
                cairn_interp::Pointee::Object(object) if object.live => {
                    (object.address..=object.end()).contains(&(bits as u64))
                }
                _ => true,
            },
            (None, _) => true,
        });
        bits == 0 && reach.null
            || is_from && has_room && i64::from(reach.low) <= offset && is_below && is_step && is_text
    }

    /// Whether an integer with these bits lies to the ends of objects as is claimed; of objects that nobody has met it is taken to.
    fn is_bounded(&self, index: BoundedIndex, bits: u128, width: u32) -> bool {
        let value = if index.is_signed() { Value(bits).as_signed(width) } else { bits as i128 };
        let Interval { low, high } = index.interval(width);
        (low..=high).contains(&value) && self.are_facts(index.facts(), value)
    }

    fn are_facts(&self, facts: EndFacts, value: i128) -> bool {
        let holds = |fact: &EndFact| {
            let cursor = self.cursors.get(&fact.object).copied();
            let Some(start) = cursor.or_else(|| self.base(fact.object)) else { return true };
            let (first, end) = match self.interpreter.pointee(start) {
                cairn_interp::Pointee::Object(object) if object.live => (object.address, object.end()),
                _ if cursor.is_some() => return true,
                _ => return false,
            };
            let at = value * i128::from(fact.unit) + i128::from(fact.base);
            let is_null = |at: &u64| self.interpreter.byte_at(*at) == Some(0);
            let is_before = |end: u64| {
                let end = i128::from(end) - i128::from(start);
                at <= end && (!fact.exact || at == end)
            };
            match fact.end {
                ObjectEnd::Size => is_before(end),
                ObjectEnd::LastNull => (first..end).rev().find(is_null).is_some_and(is_before),
                ObjectEnd::FirstNull => match (start..end).find(is_null) {
                    Some(first) => is_before(first),
                    None => !fact.exact,
                },
                ObjectEnd::Null => u64::try_from(at).is_ok_and(|at| start + at < end && is_null(&(start + at))),
            }
        };
        facts.all().iter().all(holds)
    }

    /// Whether bits are what a datum says.
    fn holds(&self, datum: Datum, bits: u128, width: u32) -> bool {
        match datum {
            // Terms are looked at by those who have them: see `terms`.
            Datum::Unknown | Datum::Term(_) => true,
            Datum::Bits(known) => known == bits,
            Datum::Range(range) => range.contains_bits(bits, width),
            Datum::Address(to, offset) => {
                let mask = cairn_ir::value::mask(width) as u64;
                match self.base(to) {
                    Some(to) => to.wrapping_add(offset as u64) & mask == bits as u64,
                    None => !(self.is_joined && self.is_of_caller(to)),
                }
            }
            Datum::Index(index) => self.is_bounded(index, bits, width),
            Datum::Reach(reach) => self.is_within(reach, bits),
            Datum::Among(among) => among.reaches().iter().any(|reach| self.is_within(*reach, bits)),
            Datum::Somewhere(to) => self.base(to).is_none_or(|to| bits as u64 >= to),
            Datum::Function(function) => {
                self.interpreter.pointee(bits as u64) == cairn_interp::Pointee::Function(function)
            }
        }
    }

    /// Two names of one object.
    fn meet(&self) -> Option<String> {
        let mut names: BTreeMap<u64, AbstractObject> = BTreeMap::new();
        let named = self.bases.iter().filter(|(object, _)| !object.is_unnamed() && !object.is_summary());
        named.into_iter().find_map(|(object, base)| {
            let other = names.insert(*base, *object)?;
            Some(format!("{object:?} and {other:?} are both at {base:#x}"))
        })
    }

    fn bits(&self, base: u64, at: u64, width: u32) -> Option<u128> {
        let (first, last) = (at / 8, (at + u64::from(width) - 1) / 8);
        let mut whole = 0u128;
        for index in (first..=last).rev() {
            whole = whole << 8 | u128::from(self.interpreter.byte_at(base + index)?);
        }
        Some(whole >> (at % 8) & cairn_ir::value::mask(width))
    }

    /// The terms in memory, and the bits that are there.
    pub fn terms(&self, state: &ValueState) -> Vec<(cairn_term::TermId, u32, u128)> {
        let mut found = Vec::new();
        state.for_each_term(u64::MAX, |object, at, cell| {
            let Some(base) = self.base(object) else { return };
            if let (Datum::Term(symbolic), Some(bits)) = (cell.datum, self.bits(base, at, cell.width)) {
                found.push((symbolic.term, cell.width, bits));
            }
        });
        found
    }

    /// Where allocated objects are is what the first pointer to each says; the others must agree.
    fn find_objects(&mut self, state: &ValueState) {
        for _ in 0..4 {
            state.for_each(|object, content| {
                let Some(base) = self.base(object) else { return };
                content.cells.for_each(|at, cell| {
                    if let Some(Reach { object: to, low: offset, high, null: false, .. }) = cell.datum.reach()
                        && offset == high
                        && (to.var().is_none() || to.is_older())
                        && let Some(bits) = self.bits(base, at, cell.width)
                    {
                        let start = (bits as u64).wrapping_sub(offset as u64);
                        if to.is_several() {
                            self.several.entry(to).or_default().insert(start);
                        } else {
                            self.bases.entry(to).or_insert(start);
                        }
                    }
                });
            });
        }
    }

    /// Where cursors are is what the first pointer that lies to each says; the others must agree.
    fn find_cursors(&mut self, state: &ValueState) {
        state.for_each(|object, content| {
            let Some(base) = self.base(object) else { return };
            content.cells.for_each(|at, cell| {
                let reaches = cell.datum.reaches();
                let Some(from) = reaches.first().and_then(|reach| reach.from) else { return };
                let is_same = reaches.iter().all(|reach| reach.from == Some(from));
                if let (true, Some(bytes), Some(bits)) = (is_same, from.bytes(), self.bits(base, at, cell.width))
                    && bits != 0
                {
                    let place = (bits as u64).wrapping_sub(bytes as u64);
                    let known = *self.cursors.entry(from.cursor()).or_insert(place);
                    if known != place {
                        self.disagree = Some(format!("{:?} is at {known:#x} and at {place:#x}", from.cursor()));
                    }
                }
            });
        });
        let ghosts: Vec<_> = self.cursors.iter().map(|(cursor, at)| (*cursor, *at)).collect();
        for (cursor, at) in ghosts {
            let Some(content) = state.content(cursor) else { continue };
            let mut is_right = true;
            content.cells.for_each(|_, cell| is_right &= self.holds(cell.datum, at.into(), cell.width));
            if !is_right {
                self.disagree = Some(format!("{cursor:?} is at {at:#x}: {content:?}"));
            }
        }
    }

    /// Whether a state's value of an expression is what the expression has; what it says otherwise.
    pub fn allows(&mut self, state: &ValueState, datum: Datum, value: Value, width: u32) -> Result<(), String> {
        if !matches!(datum, Datum::Unknown | Datum::Bits(_) | Datum::Range(_)) {
            self.find_objects(state);
        }
        if self.holds(datum, value.0, width) { Ok(()) } else { Err(format!("{datum:?}")) }
    }

    pub fn check(&mut self, state: &ValueState) -> Result<(), String> {
        self.find_objects(state);
        self.find_cursors(state);
        let mut wrong = self.meet().or_else(|| self.disagree.take());
        state.for_each(|object, content| {
            let several = self.several.get(&object).cloned().unwrap_or_default();
            for base in self.base(object).into_iter().chain(several) {
                content.cells.for_each(|at, cell| {
                    let Some(bits) = self.bits(base, at, cell.width) else { return };
                    let right = self.holds(cell.datum, bits, cell.width) && !self.dangles(cell.datum, state);
                    self.facts += 1;
                    self.older += usize::from(object.is_older());
                    if !right && wrong.is_none() {
                        wrong = Some(format!(
                            "{object:?} {} bit {at}: {cell:?}, but it is {bits:#x}",
                            object.name(self.program)
                        ));
                    }
                });
                if let Rest::Each(elements) = content.rest {
                    for at in (0..64).map(|index| index * u64::from(elements.width)) {
                        let Some(bits) = self.bits(base, at, elements.width) else { break };
                        let is_free = content.overlapping(at, elements.width.into()).is_empty();
                        let is_one = self.holds(elements.any(), bits, elements.width);
                        if is_free && !is_one && wrong.is_none() {
                            wrong = Some(format!("{object:?} bit {at} is {bits:#x}, each is {elements:?}"));
                        }
                    }
                }
                if let cairn_interp::Pointee::Object(found) = self.interpreter.pointee(base)
                    && found.live
                    && object.var().is_none()
                {
                    let size = found.end() - base;
                    let is_right = content.size.is_none_or(|known| known == size)
                        && content.least_size <= size
                        && content.most_size.is_none_or(|most| size <= most)
                        && content.size_facts.is_none_or(|facts| self.are_facts(facts, size.into()));
                    if !is_right && wrong.is_none() {
                        wrong = Some(format!("{object:?} has {size} bytes: {content:?}"));
                    }
                }
                if let Some(byte) = content.null_byte
                    && !self.ends(base + byte)
                    && wrong.is_none()
                {
                    wrong = Some(format!("{object:?} has no null byte from {byte} on"));
                }
                if content.rest == Rest::Zero {
                    let bytes =
                        object.var().and_then(|v| self.program.types.size_of(self.program.vars[v].ty)).unwrap_or(0);
                    for byte in 0..bytes.min(512) {
                        let is = self.interpreter.byte_at(base + byte);
                        if is.is_some_and(|b| b != 0) && content.overlapping(8 * byte, 8).is_empty() && wrong.is_none()
                        {
                            wrong = Some(format!("{object:?} byte {byte} is {is:?}, not zero"));
                        }
                    }
                }
            }
        });
        wrong.map_or(Ok(()), Err)
    }
}

pub fn precisions(program: &Program, random: &mut Random) -> Vec<ValuePrecision> {
    let mut some = BTreeMap::new();
    for (var, variable) in program.vars.iter_ids() {
        if random.below(2) == 0 && variable.kind != VarKind::StringLiteral {
            some.insert(ObjectBase::Var(var), if random.below(2) == 0 { Grain::Values } else { Grain::Ranges });
        }
    }
    if random.below(2) == 0 {
        some.insert(ObjectBase::Unnamed, Grain::Values);
    }
    for edge in program.edges.ids() {
        if random.below(2) == 0 && matches!(program.edges[edge].op, cairn_ir::Op::Intrinsic { .. }) {
            some.insert(ObjectBase::Site(edge), Grain::Ranges);
        }
    }
    vec![ValuePrecision::Full, ValuePrecision::of(some), ValuePrecision::empty()]
}
