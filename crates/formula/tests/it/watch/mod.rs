//! Watches a run on the interpreter: is every access where the partition says?

mod evaluate;

use cairn_base::{FastMap, FastSet};
use cairn_interp::{Code, InputRequest, Inputs, Interpreter, ObjectKind, ObjectOrdinal, Pointee, RunEnd};
use cairn_ir::effects::{self, Effect, Where};
use cairn_ir::{
    EdgeId, ExprId, ExprKind, FunctionId, Intrinsic, Op, PlaceId, PlaceKind, Program, Step, Value, VarId, eval,
    format_place,
};
use cairn_pointer_analysis::{
    AccessShape, Layout, MemoryEffects, MemoryPartition, PointeeObject, Position, RegionId, RegionPart, Storage,
};
use cairn_test_support::Random;
use cairn_transform::inclusion::{NamedObject, ObjectEffects, ObjectSet};
use evaluate::Look;

/// Small numbers, mostly.
pub struct MadeUp(pub Random);

impl Inputs for MadeUp {
    fn havoc(&mut self, _: &InputRequest<'_>) -> Value {
        Value(u128::from(self.0.below(16_u64)))
    }
    /// The bytes of an indeterminate pointer are a wild one's.
    fn memory_byte(&mut self, object: ObjectOrdinal, offset: u64) -> u8 {
        match offset % 4 {
            0 => 0,
            1 => object.0 as u8,
            2 => offset as u8,
            _ => 0x90,
        }
    }
    fn wild_byte(&mut self, address: u64) -> u8 {
        match address % 4 {
            0 => 0,
            1 => (address >> 8) as u8 ^ 0x55,
            2 => (address >> 2) as u8,
            _ => 0x91,
        }
    }
}

/// A byte of an object.
type Byte = (u64, u64, u64);

/// What is known of a byte.
#[derive(Clone, Copy)]
struct Seen {
    region: RegionId,
    /// The first byte of the accesses, for a uniform region.
    start: Option<u64>,
}

/// What was found.
#[derive(Default, Debug)]
pub struct Report {
    pub complaints: Vec<String>,
    pub accesses: u64,
    /// Accesses by way of a pointer.
    pub followed: u64,
    /// Those of which inclusion names the objects.
    pub named: u64,
    pub copies: u64,
    /// Accesses outside all objects, by way of pointers that the program did not make.
    pub elsewhere: u64,
}

struct Watch<'p> {
    program: &'p Program,
    partition: &'p MemoryPartition,
    effects: MemoryEffects,
    /// What each operation may reach by pointers, by inclusion.
    objects: ObjectEffects,
    seen: FastMap<Byte, Seen>,
    /// Bytes last written as part of more than a scalar: the region that they were taken for.
    bulk: FastMap<Byte, Option<RegionId>>,
    sites: FastMap<ObjectOrdinal, PointeeObject>,
    said: FastSet<String>,
    /// Where regions with one position are.
    fixed: FastMap<RegionId, u64>,
    report: Report,
}

/// Runs a program and watches.
pub fn watch(program: &Program, partition: &MemoryPartition, steps: u64, seed: u64) -> (Report, RunEnd) {
    let code = Code::new(program);
    let mut run = Interpreter::new(&code, cairn_interp::InterpreterOptions { steps, ..Default::default() });
    let mut inputs = MadeUp(Random::new(seed));
    let mut watch = Watch {
        program,
        partition,
        effects: MemoryEffects::new(program, &cairn_ir::CallGraph::new(program), partition),
        objects: ObjectEffects::new(program),
        seen: FastMap::default(),
        bulk: FastMap::default(),
        sites: FastMap::default(),
        said: FastSet::default(),
        fixed: FastMap::default(),
        report: Report::default(),
    };
    loop {
        watch.before(&mut run, &mut inputs);
        let heap = run.global_objects().len();
        match run.step(&mut inputs) {
            Ok(step) => watch.after(&run, step, heap),
            Err(end) => return (watch.report, end),
        }
    }
}

impl<'p> Watch<'p> {
    fn complain(&mut self, what: String) {
        if self.said.insert(what.clone()) {
            self.report.complaints.push(what);
        }
    }

    fn before(&mut self, run: &mut Interpreter<'_, 'p>, inputs: &mut MadeUp) {
        let program = self.program;
        for edge in &program.nodes[run.node()].leaving {
            let mut look = Look { program, run, inputs, reads: Vec::new() };
            let op = &program.edges[*edge].op;
            let mut writes: Vec<PlaceId> = Vec::new();
            let mut taken = true;
            match op {
                Op::Assume { cond, truth } => {
                    let of = program.types.scalar(program.exprs[*cond].ty);
                    let value = look.value(*cond);
                    taken = value.zip(of).is_none_or(|(v, of)| eval::is_true(v, of) == *truth);
                }
                Op::Assign { place, value } => {
                    look.value(*value);
                    writes.push(*place);
                    if let ExprKind::Load(from) = program.exprs[*value].kind
                        && program.types.scalar(program.exprs[*value].ty).is_none()
                    {
                        self.copy(&mut look, *place, from);
                    }
                }
                Op::Havoc { place, .. } => writes.push(*place),
                Op::Call(site) => {
                    for arg in &program.calls[*site].args {
                        look.value(*arg);
                    }
                }
                Op::Intrinsic { which, args, result } => {
                    let values: Vec<Option<Value>> = args.iter().map(|arg| look.value(*arg)).collect();
                    writes.extend(result);
                    for effect in effects::own(program, op) {
                        let of = |pointer| args.iter().position(|arg| *arg == pointer).and_then(|at| values[at]);
                        let (to, write) = match effect {
                            Effect::Writes { at: Where::Behind(to), .. } | Effect::Frees(to, _) => (to, true),
                            Effect::Reads(Where::Behind(from)) => (from, false),
                            _ => continue,
                        };
                        let address = of(to).map_or(0, |value| value.0 as u64);
                        self.reaches(look.run, *edge, address, write, &format!("{effect:?}"));
                    }
                    self.intrinsic(look.run, *which, args, &values);
                }
                _ => {}
            }
            let mut written: Vec<(PlaceId, u64)> = Vec::new();
            for place in writes {
                if let Some(address) = look.address(place) {
                    written.push((place, address));
                }
            }
            for (place, address) in std::mem::take(&mut look.reads) {
                if !self.root_is_variable(place) {
                    self.reaches(run, *edge, address, false, &self.name(place));
                }
                self.access(run, place, address, false);
            }
            for (place, address) in written {
                if !self.root_is_variable(place) {
                    self.reaches(run, *edge, address, true, &self.name(place));
                }
                if program.types.scalar(program.exprs[place].ty).is_some() {
                    self.access(run, place, address, true);
                }
            }
            if taken {
                break;
            }
        }
    }

    fn after(&mut self, run: &Interpreter<'_, 'p>, step: Step, heap: usize) {
        let program = self.program;
        let Step::Edge(edge) = step else { return };
        if let Op::Intrinsic { which: Intrinsic::Alloca, .. } = program.edges[edge].op
            && let Some(object) = run.stack_objects().last()
        {
            self.sites.insert(object.ordinal, PointeeObject::Allocation(edge));
        }
        for object in &run.global_objects()[heap..] {
            self.sites.insert(object.ordinal, PointeeObject::Allocation(edge));
        }
    }

    /// An operation accesses an object by a pointer: the object is in the set that inclusion finds.
    fn reaches(&mut self, run: &Interpreter<'_, 'p>, edge: EdgeId, address: u64, write: bool, what: &str) {
        let Pointee::Object(object) = run.pointee(address) else { return };
        let found = match self.member(object) {
            Some(PointeeObject::Variable(var)) => NamedObject::Variable(var),
            Some(PointeeObject::Allocation(site)) => NamedObject::Allocated(site),
            _ => return,
        };
        let effect = self.objects.of(edge);
        let is_named = |set: &ObjectSet| *set != ObjectSet::Anything;
        self.report.named += u64::from(is_named(if write { &effect.writes } else { &effect.touches }));
        let may = effect.writes.contains(found) || effect.frees.contains(found);
        if !(if write { may } else { effect.touches.contains(found) }) {
            self.complain(format!("{what} reaches {found:?}, which is not in {effect:?}"));
        }
    }

    fn member(&self, object: &cairn_interp::Object) -> Option<PointeeObject> {
        match object.kind {
            ObjectKind::Variable(var) => Some(PointeeObject::Variable(var)),
            ObjectKind::Heap | ObjectKind::Alloca => self.sites.get(&object.ordinal).copied(),
        }
    }

    fn name(&self, place: PlaceId) -> String {
        format_place(self.program, place)
    }

    fn root_is_variable(&self, mut place: PlaceId) -> bool {
        loop {
            match self.program.exprs[place].kind {
                PlaceKind::Var(_) => return true,
                PlaceKind::Deref(_) => return false,
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
            }
        }
    }

    fn access(&mut self, run: &Interpreter<'_, 'p>, place: PlaceId, address: u64, write: bool) {
        let (shift, size) = MemoryPartition::unit(self.program, place);
        let start = address.wrapping_add_signed(shift);
        if let Some(region) = self.partition.region_of(place)
            && let Some(at) = self.partition.region(region).singleton
        {
            let first = match at {
                Position::Fixed => *self.fixed.entry(region).or_insert(start),
                Position::Address(at) => at,
                Position::Variable(var, offset) => {
                    let frames = (0..run.depth()).rev();
                    let at = frames.filter_map(|frame| run.address_of(frame, var)).next();
                    at.map_or(start, |at| at + offset)
                }
            };
            let inside = match run.pointee(address) {
                Pointee::Object(object) => object.live && address < object.end(),
                Pointee::Wild => true,
                _ => false,
            };
            if inside && first != start {
                self.complain(format!("{} is at {start:#x}, not at {first:#x}", self.name(place)));
            }
        }
        let Pointee::Object(object) = run.pointee(address) else {
            self.report.elsewhere += u64::from(run.pointee(address) == Pointee::Wild);
            return;
        };
        if !object.live || address >= object.end() {
            return;
        }
        self.report.accesses += 1;
        let Some(region) = self.partition.region_of(place) else {
            return self.complain(format!("{} is in no region", self.name(place)));
        };
        for frame in 0..run.depth() {
            let Some(function) = run.function(frame) else { continue };
            self.effect(function, region, write, place);
        }
        let followed = !self.root_is_variable(place);
        self.report.followed += u64::from(followed);
        let Some(member) = self.member(object) else {
            return self.complain(format!("{} is in an object from nowhere", self.name(place)));
        };
        if let PointeeObject::Variable(var) = member
            && followed
            && self.partition.storage(var) == Storage::Cells
        {
            self.complain(format!("{} is in '{}', which is in cells", self.name(place), self.program.vars[var].name));
        }
        let of = self.partition.region(region);
        let node = self.partition.objects(of.node);
        let Some((_, base)) = node.members.iter().find(|(other, _)| *other == member) else {
            return self.complain(format!("{} may not be in {member:?}", self.name(place)));
        };
        let offset = base.wrapping_add(start.wrapping_sub(object.address) as i64);
        if !of.shapes.iter().any(|shape| shape.size == size && at(*shape, node.period, offset)) {
            self.complain(format!("{} is not at offset {offset} of {member:?}", self.name(place)));
        }
        let begin = match of.layout {
            Layout::Uniform { size: wanted, .. } => {
                if wanted != size {
                    self.complain(format!("{} has {size} bytes in a region of {wanted}", self.name(place)));
                }
                Some(start)
            }
            Layout::Bytes => None,
        };
        let ordinal = object.ordinal.0;
        for byte in start..start + size {
            let key = (ordinal, object.address, byte);
            let now = Seen { region, start: begin };
            let before = self.seen.insert(key, now).unwrap_or(now);
            if before.region != region {
                self.complain(format!("{} is in {region}, but that byte was in {}", self.name(place), before.region));
            }
            if before.start != begin {
                self.complain(format!("{} overlaps another access of {region} in part", self.name(place)));
            }
            if let Some(other) = self.bulk.get(&key)
                && *other != Some(region)
            {
                self.complain(format!("{} is in {region}, but was copied to {other:?}", self.name(place)));
            }
        }
    }

    fn effect(&mut self, function: FunctionId, region: RegionId, write: bool, place: PlaceId) {
        let effect = self.effects.of(function);
        let set = if write { &effect.writes } else { &effect.reads };
        if !set.contains(region) {
            let name = self.program.functions[function].name.clone();
            self.complain(format!("'{name}' may not touch {}", self.name(place)));
        }
    }

    /// A range of bytes is written as a whole.
    fn fill(&mut self, run: &Interpreter<'_, 'p>, parts: &[RegionPart], address: u64, size: u64) {
        let Pointee::Object(object) = run.pointee(address) else { return };
        if !object.live || address + size > object.end() || size == 0 || size > 100_000 {
            return;
        }
        self.report.copies += 1;
        let mut region_at: Vec<Option<RegionId>> = vec![None; size as usize];
        for part in parts {
            for i in 0..part.count {
                let Some(first) = part.stride.checked_mul(i).and_then(|o| o.checked_add(part.offset)) else { break };
                if first >= size {
                    break;
                }
                let end = first.saturating_add(part.size).min(size);
                for byte in first..end {
                    let slot = &mut region_at[byte as usize];
                    if slot.is_some_and(|other| other != part.region) {
                        self.complain(format!("a copy has byte {byte} in two regions"));
                    }
                    *slot = Some(part.region);
                }
            }
        }
        for (i, region) in region_at.into_iter().enumerate() {
            let key = (object.ordinal.0, object.address, address + i as u64);
            if let Some(seen) = self.seen.get(&key)
                && region != Some(seen.region)
            {
                self.complain(format!("a copy takes a byte of {} for one of {region:?}", seen.region));
            }
            self.bulk.insert(key, region);
        }
    }

    fn copy(&mut self, look: &mut Look<'_, '_, 'p>, to: PlaceId, from: PlaceId) {
        let size = self.program.types.size_of(self.program.exprs[to].ty).unwrap_or(0);
        for place in [to, from] {
            let Some(address) = look.address(place) else { continue };
            match self.partition.parts_of_place(place, size) {
                Some(parts) => self.fill(look.run, &parts, address, size),
                None => self.complain(format!("{} has no parts", self.name(place))),
            }
        }
        let sides = (to, from);
        let (to, from) = (self.partition.parts_of_place(to, size), self.partition.parts_of_place(from, size));
        // Which bytes anybody reads is the same on both sides.
        let layout = |parts: Option<Vec<RegionPart>>| -> Vec<bool> {
            let mut covered = vec![false; size.min(10_000) as usize];
            for part in parts.unwrap_or_default() {
                for i in 0..part.count.min(10_000) {
                    let first = (part.offset + i * part.stride) as usize;
                    let end = first.saturating_add(part.size.min(10_000) as usize).min(covered.len());
                    covered.get_mut(first..end).into_iter().flatten().for_each(|byte| *byte = true);
                }
            }
            covered
        };
        let (to, from) = (layout(to), layout(from));
        if to != from {
            let (a, b) = (self.name(sides.0), self.name(sides.1));
            self.complain(format!("{a} and {b}, a copy, are not read alike"));
        }
    }

    fn intrinsic(&mut self, run: &Interpreter<'_, 'p>, which: Intrinsic, args: &[ExprId], values: &[Option<Value>]) {
        let number = |i: usize| values.get(i).copied().flatten().map(|v: Value| v.0 as u64);
        let (Some(to), Some(size)) = (number(0), number(2)) else { return };
        let pointers = match which {
            Intrinsic::MemCopy => [Some((args[0], to)), number(1).map(|from| (args[1], from))],
            Intrinsic::MemSet => [Some((args[0], to)), None],
            _ => return,
        };
        for (pointer, address) in pointers.into_iter().flatten() {
            for size_known in [Some(size), None] {
                match self.partition.parts_of_pointer(pointer, size_known) {
                    Some(parts) => self.fill(run, &parts, address, size),
                    None if size > 0 => self.complain("a pointer of a copy points nowhere".to_owned()),
                    None => {}
                }
            }
        }
    }
}

/// Whether a shape has a position.
fn at(shape: AccessShape, period: u64, offset: i64) -> bool {
    let apart = offset.wrapping_sub(shape.offset);
    let (mut a, mut b) = (shape.stride, period);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    match (a, period) {
        (0, _) => apart == 0,
        (step, 0) => apart >= 0 && apart as u64 <= shape.span && (apart as u64).is_multiple_of(step),
        (step, _) => apart.rem_euclid(step as i64) == 0,
    }
}

/// Variables, for tests that want one.
#[allow(dead_code)]
pub fn variable(program: &Program, name: &str) -> VarId {
    program.vars.iter_ids().find(|(_, v)| v.name == name).map(|(id, _)| id).unwrap()
}
