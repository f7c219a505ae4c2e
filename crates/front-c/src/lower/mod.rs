//! Lowering: from the syntax tree to control-flow automata, typing on the way.
//!
//! Expressions become side-effect-free [`cairn_ir::Expr`]s; what has an effect becomes an edge, in the order in which
//! gcc -O0 evaluates on x86 (see docs/design/front-c-lowering.md). Valid C that is not modelled becomes an
//! [`Op::Unsupported`] edge at its place; only what gcc rejects is an error.
//!
//! Invariant: code that cannot be reached emits nothing, so that an edge always hangs on a node that some other edge,
//! a label, or the function's entry leads to.

pub(crate) mod alignment;
pub(crate) mod assembler;
pub(crate) mod assign;
pub(crate) mod binary;
pub(crate) mod build;
pub(crate) mod call;
mod completion;
pub(crate) mod condition;
pub(crate) mod construct;
pub(crate) mod declaration;
mod designator;
pub(crate) mod effects;
pub(crate) mod expression;
mod flexible;
mod fold;
pub(crate) mod function;
pub(crate) mod function_state;
pub(crate) mod initializer;
pub(crate) mod jump;
pub(crate) mod lvalue_conversion;
pub(crate) mod operand;
pub(crate) mod place;
mod rounding;
mod scope_end;
pub(crate) mod statement;
pub(crate) mod static_data;
pub(crate) mod switch;
pub(crate) mod variable_array;
pub(crate) mod volatile;
mod whole;
pub(crate) mod wide_field;

use crate::ast::Symbol;
use crate::library::library_state::LibraryState;
use crate::link::linkage::Linkage;
use crate::sema::scope::Scopes;
use crate::symbols::Symbols;
use cairn_base::{Diagnostic, FastIndexSet, FastMap, FastSet, SourceMap, Span};
use cairn_ir::behaviour::Check;
use cairn_ir::types::{FloatKind, IntKind, Types};
use cairn_ir::{Assumption, ExprId, FunctionId, MachineModel, Op, Program, TypeId, VarId};
use function_state::FunctionState;

/// The result of a step that may meet an error in the program.
pub(crate) type Res<T> = Result<T, Box<Diagnostic>>;

/// The types that the lowering needs by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basic {
    pub void: TypeId,
    pub bool_: TypeId,
    pub char_: TypeId,
    pub uchar: TypeId,
    pub int: TypeId,
    pub uint: TypeId,
    pub double: TypeId,
    pub size_t: TypeId,
    pub ptrdiff: TypeId,
    pub void_ptr: TypeId,
    pub char_ptr: TypeId,
}

impl Basic {
    fn new(types: &mut Types) -> Self {
        let void = types.void();
        let char_ = types.int(IntKind::Char);
        Basic {
            void,
            bool_: types.int(IntKind::Bool),
            char_,
            uchar: types.int(IntKind::UChar),
            int: types.int(IntKind::Int),
            uint: types.int(IntKind::UInt),
            double: types.float(FloatKind::Double),
            size_t: types.size_t(),
            ptrdiff: types.ptrdiff_t(),
            void_ptr: types.pointer(void),
            char_ptr: types.pointer(char_),
        }
    }
}

/// The state of the lowering of a whole program.
pub(crate) struct Lower<'a> {
    pub program: Program,
    pub symbols: &'a mut Symbols,
    pub basic: Basic,
    pub scopes: Scopes,
    pub linkage: Linkage,
    /// The function under construction; the made-up start function at file scope.
    pub fun: FunctionState,
    /// The functions around a nested one, and the start function.
    pub outer: Vec<FunctionState>,
    /// Nodes that something else than an edge refers to (by index).
    pub fixed: Vec<bool>,
    /// More than 0 inside `sizeof` and the like: types are computed, nothing is emitted.
    pub quiet: u32,
    /// More than 0 inside the parameters of a prototype, where sizes of arrays are of no consequence.
    pub prototypes: u32,
    /// More than 0 where C wants a constant: undefined arithmetic is folded as well.
    pub constant: u32,
    /// Sizes of arrays of variable length, by the number in their type: length and size in bytes.
    pub vla_sizes: Vec<(ExprId, ExprId)>,
    pub strings: FastMap<(Box<[u8]>, TypeId), VarId>,
    /// Variables of static storage in the order of their declaration; true when zeroed.
    pub statics: Vec<(VarId, bool)>,
    /// Functions of the prelude that are called.
    pub demanded: FastIndexSet<Symbol>,
    /// Functions of external linkage that some unit defines.
    pub defined: FastSet<Symbol>,
    pub defined_here: FastSet<Symbol>,
    /// Names of the unit that is lowered.
    pub unit_names: crate::link::linkage::UnitNames,
    /// Functions with the attribute `constructor`, with their priorities.
    pub constructors: Vec<(i128, FunctionId)>,
    /// Functions with the attribute `destructor`.
    pub destructors: Vec<(i128, FunctionId)>,
    /// Functions with an attribute that is not modelled, and which.
    pub refused_functions: FastMap<FunctionId, String>,
    /// Variables with an attribute that is not modelled, and which.
    pub refused_vars: FastMap<VarId, String>,
    /// Variables whose flexible array member is filled, and the type that they are declared with: see [`flexible`].
    pub flexible: FastMap<VarId, TypeId>,
    /// Variables that are registers of the machine, which assembler may write.
    pub registers: FastSet<VarId>,
    /// Functions declared not to return.
    pub noreturn: FastSet<FunctionId>,
    /// Where one of the attributes `noreturn`, `const` and `pure` stands that is not a function's: a pointer's, a type's.
    pub promises: FastSet<Span>,
    /// Functions with an alignment of their own, which `__alignof__` tells.
    pub function_alignments: FastMap<FunctionId, u64>,
    /// Records with a member of a type without a model.
    pub exotic_records: FastSet<TypeId>,
    /// Where types without a model are named, in order.
    pub exotic: Vec<Span>,
    /// The last number given to a label whose address is taken.
    pub label_values: u128,
    /// Number of made-up names so far.
    pub made_up: u32,
    /// Checks beside those of the program itself.
    pub checks: Vec<Check>,
    /// Every allocation may give null.
    pub malloc_may_fail: bool,
    /// The program starts threads, which a pass puts in a sequence.
    pub threads: bool,
    pub atomic_vars: FastSet<VarId>,
    pub atomic_typedefs: FastSet<Symbol>,
    /// Something else than a variable is of an atomic type.
    pub atomic_elsewhere: bool,
    /// The program is run as a system runs it.
    pub hosted: bool,
    /// `main` may be given no arguments.
    pub arguments_may_be_none: bool,
    /// Values that have the width of a bit-field wider than an int: see [`wide_field`].
    pub wide_values: FastMap<ExprId, u32>,
    /// Functions whose body is Cairn's own.
    pub of_prelude: Vec<FunctionId>,
    /// The unit that is lowered is Cairn's own prelude.
    pub in_prelude: bool,
    pub environment: LibraryState,
    /// Variables that no unit defines, and where they are declared.
    pub undefined_vars: Vec<(VarId, Span)>,
    /// Whose volatile objects have any value each time they are read.
    pub volatile: cairn_ir::external::VolatileReads,
    pub mapped: Vec<(u64, u64)>,
    /// What is not modelled does nothing.
    pub goes_on: bool,
    /// Edges that read or write a volatile object through a pointer.
    pub volatile_accesses: Vec<cairn_ir::EdgeId>,
    /// Accesses through pointers that may lead to registers.
    pub register_accesses: Vec<cairn_ir::EdgeId>,
    pub errors: Vec<Diagnostic>,
}

impl<'a> Lower<'a> {
    pub fn new(model: MachineModel, sources: SourceMap, symbols: &'a mut Symbols) -> Self {
        let mut types = Types::new(model);
        let basic = Basic::new(&mut types);
        let mut program = Program {
            types,
            exprs: Default::default(),
            vars: Default::default(),
            functions: Default::default(),
            nodes: Default::default(),
            edges: Default::default(),
            calls: Default::default(),
            start: cairn_base::id::Id::from_index(0),
            sources,
            pointer_calls: Vec::new(),
            subscripts: cairn_base::FastMap::default(),
            diagnostics: Vec::new(),
            assumptions: Default::default(),
            outside: Default::default(),
            facts: Default::default(),
        };
        let mut fixed = Vec::new();
        let fun = FunctionState::start(&mut program, &mut fixed, basic.void);
        Lower {
            program,
            symbols,
            basic,
            scopes: Scopes::default(),
            linkage: Linkage::default(),
            fun,
            outer: Vec::new(),
            fixed,
            quiet: 0,
            prototypes: 0,
            constant: 0,
            vla_sizes: Vec::new(),
            strings: FastMap::default(),
            statics: Vec::new(),
            demanded: FastIndexSet::default(),
            defined: FastSet::default(),
            defined_here: FastSet::default(),
            unit_names: Default::default(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            refused_functions: FastMap::default(),
            refused_vars: FastMap::default(),
            flexible: FastMap::default(),
            registers: FastSet::default(),
            noreturn: FastSet::default(),
            promises: FastSet::default(),
            function_alignments: FastMap::default(),
            exotic_records: FastSet::default(),
            exotic: Vec::new(),
            label_values: 15,
            made_up: 0,
            checks: Vec::new(),
            malloc_may_fail: false,
            threads: false,
            atomic_vars: FastSet::default(),
            atomic_typedefs: FastSet::default(),
            atomic_elsewhere: false,
            hosted: false,
            arguments_may_be_none: false,
            wide_values: FastMap::default(),
            of_prelude: Vec::new(),
            in_prelude: false,
            environment: LibraryState::default(),
            undefined_vars: Vec::new(),
            volatile: cairn_ir::external::VolatileReads::default(),
            mapped: Vec::new(),
            goes_on: false,
            volatile_accesses: Vec::new(),
            register_accesses: Vec::new(),
            errors: Vec::new(),
        }
    }

    pub fn model(&self) -> MachineModel {
        self.program.types.model()
    }

    pub fn error<T>(&self, message: impl Into<String>, span: Span) -> Res<T> {
        Err(Box::new(Diagnostic::error(message, span)))
    }

    /// A warning, unless nothing is evaluated here.
    pub fn warn(&mut self, message: impl Into<String>, span: Span) {
        if self.quiet == 0 {
            self.program.diagnostics.push(Diagnostic::warning(message, span));
        }
    }

    /// Notes what the code at the point takes for granted, unless nothing is evaluated here.
    pub fn assume_that(&mut self, what: Assumption, name: &str) {
        if self.quiet == 0 && !self.dead() {
            self.program.assume(what, name, self.fun.id);
        }
    }

    /// Marks the point as not modelled: an analysis stops there. What follows is lowered as unreachable.
    pub fn unsupported(&mut self, what: impl Into<String>, span: Span) {
        if !self.goes_on {
            self.stop(Op::Unsupported(what.into()), span);
        }
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    /// Runs `body` without emitting anything: `sizeof`, `typeof`, `_Generic`.
    pub fn unevaluated<T>(&mut self, body: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.quiet += 1;
        let cur = self.fun.cur;
        let result = body(self);
        self.fun.cur = cur;
        self.quiet -= 1;
        result
    }
}
