//! A module of LLVM as plain data: what [`crate::read`] takes out of the library, and [`crate::write`] makes C of.
//!
//! Nothing here refers to the library, so that the translation needs no unsafe code and can be tested without LLVM. Names
//! and terms are those of LLVM's language reference. Sizes are the data layout's, in bytes.

use cairn_base::define_id;
use cairn_base::id::IdVec;

define_id!(
    /// A type of a module; equal ids are equal types.
    pub TypeId, "t"
);
define_id!(
    /// A constant of a module.
    pub ConstantId, "c"
);
define_id!(
    /// A function, global variable or alias.
    pub SymbolId, "s"
);
define_id!(
    /// A value of a function: its arguments first, then its instructions.
    pub LocalId, "l"
);
define_id!(
    /// A basic block of a function.
    pub BlockId, "b"
);
define_id!(
    /// A type of the source language, as the debug metadata describe it.
    pub DebugId, "d"
);

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Bits of a pointer.
    pub pointer_bits: u32,
    /// The lowest byte of a number comes first.
    pub little_endian: bool,
    /// There is assembler at the level of the module.
    pub has_assembler: bool,
    /// Types.
    pub types: IdVec<TypeId, LlvmType>,
    /// Constants.
    pub constants: IdVec<ConstantId, Constant>,
    /// Functions, variables, aliases, in the order of the module.
    pub symbols: IdVec<SymbolId, Symbol>,
    /// Types of the source.
    pub debug: IdVec<DebugId, DebugType>,
    /// Names of source files.
    pub files: Vec<String>,
    /// Names of functions of which some instruction is an inlined one.
    pub inlined: Vec<String>,
}

impl Module {
    /// The labels of the source that the debug information has kept, in the order of the module.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        let instructions =
            self.functions().flat_map(|function| function.locals.iter().filter_map(|l| l.instruction.as_ref()));
        instructions.filter_map(|instruction| match &instruction.operation {
            Operation::Label(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether every function that has a body kept the labels that its source has. One is enough to lose a label.
    pub fn has_all_labels(&self) -> bool {
        self.functions().all(|function| function.blocks.is_empty() || function.has_all_labels)
    }

    /// Whether some function that has a body may have been optimised.
    pub fn is_optimised(&self) -> bool {
        self.functions().any(|function| !function.blocks.is_empty() && function.is_optimised())
    }

    fn functions(&self) -> impl Iterator<Item = &LlvmFunction> {
        self.symbols.iter().filter_map(|symbol| match &symbol.kind {
            SymbolKind::Function(function) => Some(&**function),
            _ => None,
        })
    }
}

/// A type with its layout.
#[derive(Clone, PartialEq, Debug)]
pub struct LlvmType {
    /// Its kind.
    pub kind: TypeKind,
    /// Bytes from one element of an array to the next; 0 where it has no size.
    pub size: u64,
    /// Alignment that the data layout asks for.
    pub align: u64,
}

/// Kind of a type.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum TypeKind {
    Void,
    /// `iN`.
    Integer(u32),
    Float,
    Double,
    /// `x86_fp80`.
    LongDouble,
    /// `fp128`.
    Quad,
    Pointer,
    Array {
        of: TypeId,
        length: u64,
    },
    Vector {
        of: TypeId,
        length: u32,
    },
    Struct {
        /// `struct.name`, `union.name`; none for a literal structure.
        name: Option<String>,
        /// Types and offsets; `None` for an opaque structure.
        fields: Option<Vec<(TypeId, u64)>>,
        packed: bool,
    },
    Function {
        result: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    /// Anything else, as LLVM prints it.
    Other(String),
}

/// A constant.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// Its kind.
    pub kind: ConstantKind,
}

/// Kind of a constant.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum ConstantKind {
    /// An integer of at most 128 bits, zero-extended.
    Integer(u128),
    /// A number of type float or double; exact.
    Real(f64),
    /// The bits of an `x86_fp80`.
    LongDouble(u128),
    Null,
    /// `undef` and `poison`.
    Undefined,
    /// All bits zero.
    Zero,
    Aggregate(Vec<ConstantId>),
    /// An array of bytes.
    Bytes(Vec<u8>),
    Symbol(SymbolId),
    /// A constant expression.
    Expression(Operation, Vec<LlvmOperand>),
    BlockAddress(SymbolId, BlockId),
    /// Anything else, as LLVM prints it.
    Other(String),
}

/// An operand.
#[derive(Clone, PartialEq, Debug)]
pub enum LlvmOperand {
    /// An argument or the result of an instruction.
    Local(LocalId),
    /// A constant.
    Constant(ConstantId),
    /// A block, of a terminator.
    Block(BlockId),
    /// Inline assembler: its text and its constraints.
    Assembler(String, String),
    /// Symbols without a value in an execution.
    Metadata,
}

/// How a symbol is linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Linkage {
    External,
    /// Another definition may replace it, or stand beside it.
    Weak,
    /// A declaration that need not be found.
    ExternWeak,
    /// Seen in its module only.
    Internal,
    /// The same, without a name in the object file.
    Private,
    /// What the linker joins: lists of constructors and the like.
    Appending,
}

/// A function, variable or alias.
#[derive(Clone, PartialEq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its linkage.
    pub linkage: Linkage,
    /// The type of what is there (not of the pointer to it).
    pub ty: TypeId,
    /// Its kind.
    pub kind: SymbolKind,
    /// Where the source has it.
    pub place: Option<DebugLocation>,
    /// The section that it is asked to be in; may be empty.
    pub section: String,
}

/// Kind of a symbol.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum SymbolKind {
    Variable {
        constant: bool,
        thread_local: bool,
        align: u64,
        initial: Option<ConstantId>,
        /// The type in the source.
        debug: Option<DebugId>,
    },
    Function(Box<LlvmFunction>),
    Alias(ConstantId),
    /// Anything else, as a noun phrase.
    Other(&'static str),
}

/// A function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LlvmFunction {
    /// It does not return.
    pub noreturn: bool,
    /// Calls of it are not inlined.
    pub noinline: bool,
    /// It has full debug information, and passes over it were forbidden (`optnone`): no label of its source is missing.
    pub has_all_labels: bool,
    /// Passes over it were forbidden (`optnone`).
    pub optnone: bool,
    /// It is inlined wherever it is called (`alwaysinline`), which excludes `optnone`.
    pub always_inline: bool,
    /// For each parameter that is a pointer to what is passed by value, the type of that.
    pub by_value: Vec<Option<TypeId>>,
    /// The types of result and parameters in the source, where there are as many as here.
    pub debug: Vec<Option<DebugId>>,
    /// The number of arguments among the locals.
    pub arguments: usize,
    /// Arguments and instructions.
    pub locals: IdVec<LocalId, Local>,
    /// Blocks; none in a declaration.
    pub blocks: IdVec<BlockId, BasicBlock>,
}

impl LlvmFunction {
    /// Whether it may have been optimised. Without `optnone` it was not if some variable is only loaded and stored and still has its
    /// memory: the first pass of every optimiser removes that. A function that is always inlined is left to those around it.
    pub fn is_optimised(&self) -> bool {
        if self.optnone || self.always_inline {
            return false;
        }
        let instructions = || self.locals.iter().filter_map(|local| local.instruction.as_ref());
        let is_only_accessed = |memory: LocalId| {
            let of_memory = LlvmOperand::Local(memory);
            instructions().all(|instruction| match instruction.operation {
                Operation::Load { volatile: false } => true,
                Operation::Store { volatile: false } => instruction.operands.first() != Some(&of_memory),
                _ => !instruction.operands.contains(&of_memory),
            })
        };
        let is_memory =
            |local: &Local| matches!(&local.instruction, Some(it) if matches!(it.operation, Operation::Alloca { .. }));
        !self.locals.iter_ids().any(|(id, local)| is_memory(local) && is_only_accessed(id))
    }
}

/// An argument or the result of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// Its name in the module, or that of the source variable; may be empty.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// For a variable of the source, its type there.
    pub debug: Option<DebugId>,
    /// The instruction; none for an argument.
    pub instruction: Option<Instruction>,
}

/// A block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BasicBlock {
    /// Its instructions, the last of which ends it.
    pub instructions: Vec<LocalId>,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// Its operation.
    pub operation: Operation,
    /// With what, in LLVM's order; for a phi, the incoming values.
    pub operands: Vec<LlvmOperand>,
    /// Where the source has it.
    pub place: Option<DebugLocation>,
    /// The functions that it was inlined from, by index in [`Module::inlined`].
    pub inlined: Vec<u32>,
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugLocation {
    /// Index in [`Module::files`].
    pub file: u32,
    /// From 1.
    pub line: u32,
    /// From 1; 0 where it is not known.
    pub column: u32,
}

/// Operation of an instruction.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Operation {
    Return,
    Branch,
    /// Operands: value, default block, then pairs of constant and block.
    Switch,
    IndirectBranch,
    Unreachable,
    Binary {
        op: Binary,
        nsw: bool,
    },
    FloatNegate,
    Alloca {
        of: TypeId,
        align: u64,
    },
    Load {
        volatile: bool,
    },
    /// Operands: value, pointer.
    Store {
        volatile: bool,
    },
    /// Address arithmetic in elements of `source`.
    GetElementPointer {
        source: TypeId,
    },
    Cast(Cast),
    CompareIntegers(Compare),
    CompareFloats(FloatCompare),
    Phi {
        from: Vec<BlockId>,
    },
    /// The callee is the last operand.
    Call {
        ty: TypeId,
        by_value: Vec<Option<TypeId>>,
        /// Of the call itself, not of the function.
        noreturn: bool,
    },
    Select,
    ExtractElement,
    InsertElement,
    /// Of each element of the result, where it comes from; -1 for any value.
    ShuffleVector(Vec<i32>),
    ExtractValue(Vec<u32>),
    InsertValue(Vec<u32>),
    /// A label of the source, which specifications look at.
    Label(String),
    Fence,
    CompareExchange,
    ReadModifyWrite(Modify),
    Freeze,
    /// Anything else, by LLVM's name.
    Other(&'static str),
}

/// Arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Cast {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddressSpace,
}

/// Comparisons of integers and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Compare {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Comparisons of floating numbers: which of the four relations make it true, as in LLVM's numbering: 1 equal, 2 greater,
/// 4 less, 8 unordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatCompare(pub u8);

/// How `atomicrmw` changes its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Modify {
    Exchange,
    Nand,
    Max,
    Min,
    UMax,
    UMin,
    By(Binary),
    Other,
}

/// A type of the source: what the types of LLVM do not say.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum DebugType {
    /// An integer type, an enumeration among them.
    Integer {
        unsigned: bool,
        bits: u64,
    },
    Array(Option<DebugId>),
    Record {
        name: String,
        members: Vec<RecordMember>,
    },
    /// Anything else: nothing is lost.
    Other,
}

/// A member of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordMember {
    /// Its name; may be empty.
    pub name: String,
    /// Offset in bits.
    pub offset: u64,
    /// Size in bits.
    pub bits: u64,
    /// Its type.
    pub ty: Option<DebugId>,
}
