//! The symbolic state at the end of a prefix of the path: terms for what is in memory, and the constraints so far.

use crate::object::{Object, ObjectRef, Objects};
use crate::symbols::Symbols;
use cairn_base::id::Id;
use cairn_base::{Budget, FastMap, FastSet, Span, Stop};
use cairn_interp::Code;
use cairn_interp::layout::{AddressSpace, ProgramLayout};
use cairn_ir::{FunctionId, Program, TypeId};
use cairn_smt::{BitFirst, SolverError};
use cairn_term::{TermId, Terms};

/// So many bytes at the end of the address space are no memory.
pub(crate) const END: u64 = 0x100_0000;

/// Addresses of objects that were put into wild memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Leaks {
    /// An address in each of the objects.
    pub objects: Vec<u64>,
    /// Set when there are others that are not known.
    pub others: bool,
}

/// Sizes of allocations that an input decides.
///
/// Addresses are constants, and where an object lies depends on the sizes of those before it. So there are two rounds: in
/// the first such an allocation gets a reserve that is larger than any size in question, and its real size is a term
/// that bounds the accesses; the model then names sizes, and the second round takes these for given. That a size is at most
/// its reserve is a constraint apart: a path that is infeasible only because of it is not said to be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    /// In the second round: the sizes, in the order of the allocations.
    pub given: Option<Vec<u64>>,
    pub met: Vec<TermId>,
}

/// Why the path is not followed further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Give {
    Stop(Stop),
    /// Something that is not modelled, or a malformed program; where.
    Unknown(String, Span),
    /// A constraint is false whatever the inputs are.
    Contradiction,
}

pub(crate) type Res<T> = Result<T, Box<Give>>;

impl From<Stop> for Box<Give> {
    fn from(stop: Stop) -> Self {
        Box::new(Give::Stop(stop))
    }
}
impl From<SolverError> for Box<Give> {
    fn from(error: SolverError) -> Self {
        Box::new(Give::Unknown(error.to_string(), Span::NONE))
    }
}

/// Something that every execution along the path makes true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Constraint {
    /// The step that asks for it.
    pub step: usize,
    pub term: TermId,
    /// Only because the formula has no room for a larger allocation: see [`Sizes`].
    pub reserve: bool,
}

/// Executions of the path that the formula leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeftOut {
    /// What they depend on, as a noun phrase.
    pub what: String,
    pub span: Span,
    /// How many constraints were made before, so that they hold of the executions that are left out as well.
    pub demanded_before: usize,
}

/// A function that is being run.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub function: FunctionId,
    pub base: u64,
    /// Where its objects begin in the table of the stack.
    pub objects: usize,
    pub stack_end: u64,
}

/// Undefined behaviour of an access behind an object.
pub(crate) const OUT_OF_BOUNDS: &str = "an access out of bounds";

/// Terms deeper than this get a name, a new symbol that equals them: solvers recurse in the depth of terms.
const DEEP: u32 = 150;

pub(crate) struct State<'c, 'p> {
    pub program: &'p Program,
    pub code: &'c Code<'p>,
    pub layout: &'c ProgramLayout,
    pub budget: &'c Budget,
    pub terms: Terms,
    pub objects: Objects,
    pub space: AddressSpace,
    pub frames: Vec<Frame>,
    /// First byte of the current frame.
    pub base: u64,
    pub symbols: Symbols,
    /// Memory that the program does not name: addresses to bytes, at first and now. Made when first needed.
    pub wild: Option<(TermId, TermId)>,
    /// Addresses that code outside was told of, in the order of telling.
    pub escaped: Vec<u64>,
    /// Addresses of the objects that a symbolic offset was added to, by the offset.
    pub bases: FastMap<TermId, Vec<u64>>,
    /// How often code outside was told of unknown pointers that nobody had followed by then.
    pub separate_ordinals: FastMap<TermId, u32>,
    /// Whether unknown pointers are taken to be apart, and the objects that they designate then.
    pub separated: bool,
    pub separated_bases: FastMap<TermId, usize>,
    /// Declared target types of unknown pointers, by their symbols.
    pub pointees: FastMap<TermId, TypeId>,
    /// Further constraints, asked for only when the path is feasible without.
    pub late: Vec<TermId>,
    /// Constraints of a model, or it is none of an execution that C defines.
    pub aligned: Vec<TermId>,
    /// Preferences of a model, one by one: that unknown pointers are nobody's address. Whether code outside knew the address of
    /// an object or a private function is not followed, so no violation could rest on another model.
    pub preferences: Vec<TermId>,
    /// All that wild memory was so far, store by store.
    pub wild_maps: FastSet<TermId>,
    /// Addresses of objects in wild memory.
    pub leaks: Leaks,
    pub constraints: Vec<Constraint>,
    /// Conditions under which the expression at hand counts (arms of `?:`).
    pub guards: Vec<TermId>,
    /// The step at hand, and its place in the source.
    pub step: usize,
    pub span: Span,
    /// Why "infeasible" would not be sound: some executions of the path were left out.
    pub left_out: Option<LeftOut>,
    /// Omission: more than the executions of the path are in the formula.
    pub left_open: Option<(String, Span)>,
    /// Whether a pointer that is always null was followed.
    pub followed_null: bool,
    /// Whether an access out of bounds ended the path.
    pub out_of_bounds: bool,
    /// The first access behind an object that is taken to be meant.
    pub tolerated: Option<(cairn_ir::VarId, Span)>,
    /// Where something was computed first that depends on where objects are in memory.
    pub layout_observed: Option<Span>,
    /// Whether such things are any value, and not what they are in the interpreter.
    pub layout_is_any: bool,
    pub solver: Option<BitFirst>,
    /// Definitions of names of deep terms. Only those that a constraint depends on are asserted.
    pub definitions: FastMap<TermId, TermId>,
    pub defined: Vec<TermId>,
    pub known: FastSet<TermId>,
    pub sizes: Sizes,
    pub asserted: usize,
    pub queries: usize,
}

impl<'c, 'p> State<'c, 'p> {
    pub fn new(code: &'c Code<'p>, budget: &'c Budget) -> Self {
        let (program, layout) = (code.program, &code.layout);
        let mut objects = Objects::new(layout.ranges);
        objects.global = (layout.statics().iter())
            .map(|slot| Object {
                live: false,
                room: slot.room,
                ..Object::new(
                    slot.offset,
                    slot.size,
                    cairn_interp::ObjectOrdinal(u64::MAX),
                    cairn_interp::ObjectKind::Variable(slot.var),
                    crate::object::Initial::Indeterminate,
                )
            })
            .collect();
        Self {
            program,
            code,
            layout,
            budget,
            terms: Terms::new(),
            objects,
            space: layout.address_space(),
            frames: Vec::new(),
            base: 0,
            symbols: Symbols::default(),
            wild: None,
            escaped: Vec::new(),
            bases: FastMap::default(),
            separated: false,
            separate_ordinals: FastMap::default(),
            separated_bases: FastMap::default(),
            pointees: FastMap::default(),
            late: Vec::new(),
            aligned: Vec::new(),
            preferences: Vec::new(),
            wild_maps: FastSet::default(),
            leaks: Leaks::default(),
            constraints: Vec::new(),
            guards: Vec::new(),
            step: 0,
            span: Span::NONE,
            left_out: None,
            left_open: None,
            followed_null: false,
            out_of_bounds: false,
            tolerated: None,
            layout_observed: None,
            layout_is_any: false,
            solver: None,
            definitions: FastMap::default(),
            defined: Vec::new(),
            known: FastSet::default(),
            sizes: Sizes::default(),
            asserted: 0,
            queries: 0,
        }
    }

    /// Width of a pointer in bits.
    pub fn pointer_bits(&self) -> u32 {
        self.program.types.model().pointer_bits()
    }
    pub fn address_term(&mut self, address: u64) -> TermId {
        let width = self.pointer_bits();
        self.terms.bits(width, u128::from(address))
    }

    pub fn unknown(&self, what: impl Into<String>) -> Box<Give> {
        Box::new(Give::Unknown(what.into(), self.span))
    }
    pub fn malformed(&self, what: &str) -> Box<Give> {
        self.unknown(format!("malformed program: {what}"))
    }

    /// Demands a condition where the expression at hand counts.
    pub fn require(&mut self, condition: TermId) -> Res<()> {
        let mut parts: Vec<TermId> = Vec::with_capacity(self.guards.len() + 1);
        for guard in self.guards.clone() {
            let outside = self.terms.not(guard);
            parts.push(outside);
        }
        parts.push(condition);
        let term = self.terms.or(&parts);
        self.demand(term)
    }

    /// Demands a condition, whatever the guards.
    pub fn demand(&mut self, term: TermId) -> Res<()> {
        match self.terms.as_bool(term) {
            Some(true) => Ok(()),
            Some(false) => Err(Box::new(Give::Contradiction)),
            None => {
                self.constraints.push(Constraint { step: self.step, term, reserve: false });
                Ok(())
            }
        }
    }

    /// The expression at hand is undefined: no execution gets here where it counts.
    pub fn undefined(&mut self, what: &str) -> Res<()> {
        if self.guards.is_empty() {
            self.out_of_bounds = what == OUT_OF_BOUNDS;
            return Err(self.unknown(format!("the path has undefined behaviour: {what}")));
        }
        let never = self.terms.bool(false);
        self.require(never)
    }

    /// The term, or a symbol that equals it when it is deep.
    pub fn named(&mut self, term: TermId) -> Res<TermId> {
        if self.terms.depth(term) < DEEP {
            return Ok(term);
        }
        let sort = self.terms.sort(term);
        let name = self.terms.symbol("value", sort);
        self.definitions.insert(name, term);
        Ok(name)
    }

    /// Meaning of a name; `None` for a symbol of its own.
    pub fn meaning(&self, name: TermId) -> Option<TermId> {
        self.definitions.get(&name).copied()
    }

    /// Notes that executions are left out.
    pub fn leave_out(&mut self, what: &str) {
        let demanded_before = self.constraints.len();
        self.left_out.get_or_insert_with(|| LeftOut { what: what.to_owned(), span: self.span, demanded_before });
    }

    /// The object of a variable: that of the current frame, for a local one.
    pub fn object_of(&self, var: cairn_ir::VarId) -> Option<ObjectRef> {
        match self.layout.home(var) {
            cairn_interp::layout::Home::Static(at, _) => Some(ObjectRef::Global(at as usize)),
            cairn_interp::layout::Home::Frame(slot, _) => {
                let frame = self.frames.last()?;
                let of_frame = self.layout.frame(frame.function).slots.get(slot as usize)?.var == var;
                let at = frame.objects + slot as usize;
                (of_frame && at < self.objects.stack.len()).then_some(ObjectRef::Stack(at))
            }
            cairn_interp::layout::Home::None => None,
        }
    }

    /// The first node of the program, for what has no step.
    pub fn first_span(&self) -> Span {
        self.program.edges.get(cairn_ir::EdgeId::from_index(0)).map_or(Span::NONE, |edge| edge.span)
    }
}
