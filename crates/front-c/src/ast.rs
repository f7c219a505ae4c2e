//! The syntax tree: what the parser understood, before types.
//!
//! Names are interned [`Symbol`]s, positions are [`Span`]s, trees are boxes; a list that is mostly short is a `Vec`. The
//! parser resolves the one ambiguity of C that needs it (is this name a typedef?) by its own scopes; everything else
//! about names and types is left to `sema`.

// tidy: long because it is one definition: the syntax of C, type by type.

use cairn_base::{Span, define_id};

define_id!(
    /// An interned identifier or string.
    pub Symbol, "s"
);

/// One source file.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// Declarations and function definitions in order.
    pub items: Vec<ExternalDeclaration>,
    /// Where the attributes `noreturn`, `const` and `pure` stand.
    pub promises: Vec<Span>,
}

/// A declaration at file scope.
#[derive(Clone, Debug)]
pub enum ExternalDeclaration {
    /// A function with a body.
    Function(Box<FunctionDefinition>),
    /// A declaration, perhaps of several names.
    Declaration(Declaration),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
    /// `asm("…");` at file scope, with its text.
    Asm(Vec<u8>, Span),
    /// A pragma that says something of names, or that is not modelled.
    Pragma(PragmaKind, Span),
}

/// A pragma that matters beyond the text that it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PragmaKind {
    /// `weak name`, or `weak name = target`: an alias.
    Weak(String, Option<String>),
    /// `redefine_extname name symbol`.
    RedefineExtname(String, String),
    /// One that is not modelled; what it is.
    Refused(String),
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    /// Storage class, type.
    pub specifiers: Specifiers,
    /// Name and parameters.
    pub declarator: Declarator,
    /// For a definition in K&R style: the declarations of the parameters.
    pub old_style_params: Vec<Declaration>,
    /// The body.
    pub body: CompoundStatement,
    /// From the first specifier to the closing brace.
    pub span: Span,
}

/// `_Static_assert(cond, message)`.
#[derive(Clone, Debug)]
pub struct StaticAssert {
    /// The condition.
    pub cond: SyntaxExpr,
    /// The message, when given.
    pub message: Option<Vec<u8>>,
    /// The whole.
    pub span: Span,
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Specifiers before the names.
    pub specifiers: Specifiers,
    /// The names.
    pub declarators: Vec<InitDeclarator>,
    /// The whole.
    pub span: Span,
}

/// A name that is declared, with its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// Name and derived type.
    pub declarator: Declarator,
    /// `= …`.
    pub init: Option<Initializer>,
    /// The name and its initialiser.
    pub span: Span,
}

/// Storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StorageClass {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// Declaration specifiers.
#[derive(Clone, Debug)]
pub struct Specifiers {
    /// Storage class, when given.
    pub storage: Option<StorageClass>,
    /// `_Thread_local`, `__thread`.
    pub thread_local: bool,
    /// `inline` and its spellings.
    pub inline: bool,
    /// `_Noreturn` (the attribute is among the attributes).
    pub noreturn: bool,
    /// `const` and others.
    pub qualifiers: Qualifiers,
    /// The type.
    pub ty: TypeSpecifier,
    /// `_Alignas`, by expression (a type is wrapped in [`SyntaxExprKind::AlignofType`]).
    pub alignas: Vec<SyntaxExpr>,
    /// Attributes in any position among the specifiers.
    pub attributes: Vec<Attribute>,
    /// All of it.
    pub span: Span,
}

/// Type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

/// A GNU attribute, name without the underscores around it.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name: `aligned` for `__aligned__` too.
    pub name: Symbol,
    /// Its arguments, as far as they are expressions; an identifier is an [`SyntaxExprKind::Name`].
    pub args: Vec<SyntaxExpr>,
    /// Where.
    pub span: Span,
}

/// A type specifier.
#[derive(Clone, Debug)]
pub enum TypeSpecifier {
    /// Basic type words, counted; validated by `sema`.
    Basic(BasicWords),
    /// A typedef name.
    Name(Symbol),
    /// `struct` or `union`.
    Record(Box<RecordSpecifier>),
    /// `enum`.
    Enum(Box<EnumSpecifier>),
    /// `typeof (expr)`.
    TypeofExpr(Box<SyntaxExpr>),
    /// `typeof (type)`.
    TypeofType(Box<TypeName>),
    /// `__auto_type`.
    AutoType,
    /// `_Atomic(type)`.
    Atomic(Box<TypeName>),
    /// `__builtin_va_list`.
    VaList,
    /// None given: implicit `int`.
    Missing,
}

/// The words of a basic type. `unsigned long long int` is `{unsigned, long: 2, int}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct BasicWords {
    pub void: bool,
    pub bool_: bool,
    pub char_: bool,
    pub short: bool,
    pub int: bool,
    pub long: u8,
    pub signed: bool,
    pub unsigned: bool,
    pub float: bool,
    pub double: bool,
    pub int128: bool,
    pub float128: bool,
    pub complex: bool,
}

/// `struct tag { … }`, or a reference to it.
#[derive(Clone, Debug)]
pub struct RecordSpecifier {
    /// `union`.
    pub is_union: bool,
    /// The tag.
    pub tag: Option<Symbol>,
    /// The members, when defined here.
    pub members: Option<Vec<MemberDeclaration>>,
    /// `packed`, `aligned(…)`, before the tag or after the brace.
    pub attributes: Vec<Attribute>,
    /// Largest alignment of a member that `#pragma pack` allows at the closing brace, in bytes.
    pub pack: Option<u32>,
    /// Where.
    pub span: Span,
}

/// A member declaration.
#[derive(Clone, Debug)]
pub enum MemberDeclaration {
    /// `type names;`, with bit-field widths; no names for an anonymous record.
    Fields(Specifiers, Vec<FieldDeclarator>),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
}

/// A member's name.
#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// Name and derived type; without a name for an unnamed bit-field.
    pub declarator: Declarator,
    /// `: width`.
    pub width: Option<SyntaxExpr>,
}

/// `enum tag { … }`, or a reference to it.
#[derive(Clone, Debug)]
pub struct EnumSpecifier {
    /// The tag.
    pub tag: Option<Symbol>,
    /// The constants, when defined here.
    pub constants: Option<Vec<(Symbol, Option<SyntaxExpr>, Span)>>,
    /// `packed`.
    pub attributes: Vec<Attribute>,
    /// Where.
    pub span: Span,
}

/// A declarator: a name and what is wrapped around it. `int *a[3]` has `a` with derivations `[Array(3), Pointer]`: the
/// first one is nearest to the name.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The name; `None` for an abstract one.
    pub name: Option<Symbol>,
    /// Place of the name, or of the whole when abstract.
    pub span: Span,
    /// From the name outward.
    pub derived: Vec<Derived>,
    /// Attributes after the declarator; `asm("name")` is one named `asm`.
    pub attributes: Vec<Attribute>,
}

/// One step from a name to its type.
#[derive(Clone, Debug)]
pub enum Derived {
    /// `*`, with the pointer's own qualifiers.
    Pointer(Qualifiers),
    /// `[size]`.
    Array {
        /// The size; `None` for `[]`.
        size: Option<Box<SyntaxExpr>>,
        /// `[*]`.
        star: bool,
        /// `[static size]` of a parameter: callers give at least so many elements.
        is_promised: bool,
        /// Qualifiers of the pointer that a parameter becomes.
        qualifiers: Qualifiers,
    },
    /// `(parameters)`.
    Function {
        /// The parameters; names only for K&R style, in `identifiers`.
        params: Vec<Parameter>,
        /// `...`.
        variadic: bool,
        /// False for `()` and K&R style.
        prototype: bool,
        /// K&R style names.
        identifiers: Vec<Symbol>,
    },
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Specifiers before the name.
    pub specifiers: Specifiers,
    /// The name and what is around it.
    pub declarator: Declarator,
}

/// A type without a name, as in a cast.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// Leading specifiers.
    pub specifiers: Specifiers,
    /// The abstract declarator.
    pub declarator: Declarator,
    /// The whole.
    pub span: Span,
}

/// An initialiser.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// `= expr`.
    Expr(SyntaxExpr),
    /// `= { … }`.
    List(Vec<InitItem>, Span),
}

/// An entry of an initialiser list.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// `.a[3] =`, from the outside in.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initializer,
}

/// A designator.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.name`.
    Field(Symbol, Span),
    /// `[index]`.
    Index(SyntaxExpr),
    /// `[from ... to]`.
    Range(SyntaxExpr, SyntaxExpr),
}

/// A compound statement.
#[derive(Clone, Debug, Default)]
pub struct CompoundStatement {
    /// Its parts in order.
    pub items: Vec<BlockItem>,
    /// The braces and what is between.
    pub span: Span,
}

/// Part of a compound statement.
#[derive(Clone, Debug)]
pub enum BlockItem {
    /// A declaration.
    Declaration(Declaration),
    /// A nested function definition (GNU).
    Function(Box<FunctionDefinition>),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
    /// A statement.
    Statement(SyntaxStatement),
    /// `__label__ a, b;`.
    LocalLabels(Vec<Symbol>),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct SyntaxStatement {
    /// Its kind.
    pub kind: StatementKind,
    /// Where.
    pub span: Span,
}

/// Kind of a statement.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// `expr;`
    Expr(SyntaxExpr),
    /// `{ … }`
    Block(CompoundStatement),
    /// `if`
    If(SyntaxExpr, Box<SyntaxStatement>, Option<Box<SyntaxStatement>>),
    /// `switch`
    Switch(SyntaxExpr, Box<SyntaxStatement>),
    /// `while`
    While(SyntaxExpr, Box<SyntaxStatement>),
    /// `do … while`
    DoWhile(Box<SyntaxStatement>, SyntaxExpr),
    /// `for`
    For(Option<ForInit>, Option<SyntaxExpr>, Option<SyntaxExpr>, Box<SyntaxStatement>),
    /// `goto label`
    Goto(Symbol),
    /// `goto *expr`
    GotoComputed(SyntaxExpr),
    /// `continue`
    Continue,
    /// `break`
    Break,
    /// `return`
    Return(Option<SyntaxExpr>),
    /// `label: statement`
    Label(Symbol, Box<SyntaxStatement>),
    /// `case from [... to]: statement`
    Case(SyntaxExpr, Option<SyntaxExpr>, Box<SyntaxStatement>),
    /// `default: statement`
    Default(Box<SyntaxStatement>),
    /// Inline assembler.
    Asm(Box<Asm>),
    /// A loop with the clauses of its contract; [`crate::contracts`] makes of it what they mean.
    Contract(Vec<Attribute>, Box<SyntaxStatement>),
}

/// First clause of a `for`.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// A declaration.
    Declaration(Box<Declaration>),
    /// An expression.
    Expr(SyntaxExpr),
}

/// Inline assembler.
#[derive(Clone, Debug)]
pub struct Asm {
    /// The template.
    pub template: Vec<u8>,
    /// No colon follows it: nothing is said of what it reads and writes.
    pub is_basic: bool,
    /// Outputs; their values are lvalues.
    pub outputs: Vec<AsmOperand>,
    /// Inputs.
    pub inputs: Vec<AsmOperand>,
    /// Clobbers (`memory`).
    pub clobbers: Vec<Vec<u8>>,
    /// `asm goto`.
    pub labels: Vec<Symbol>,
}

/// An operand of inline assembler.
#[derive(Clone, Debug)]
pub struct AsmOperand {
    /// Its symbolic name, `[name]`.
    pub name: Option<String>,
    /// Where the assembler wants it.
    pub constraint: Vec<u8>,
    /// Its value.
    pub value: SyntaxExpr,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct SyntaxExpr {
    /// Its kind.
    pub kind: SyntaxExprKind,
    /// Where.
    pub span: Span,
}

/// An expression without its parentheses.
pub fn strip(mut expr: &SyntaxExpr) -> &SyntaxExpr {
    while let SyntaxExprKind::Paren(inner) = &expr.kind {
        expr = inner;
    }
    expr
}

/// How a string or character literal is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LiteralEncoding {
    /// No prefix.
    Plain,
    /// `u8`.
    Utf8,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
    /// `L`: `wchar_t` (`int`; `long` on i386).
    Wide,
}

/// Suffix of an integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IntSuffix {
    /// `u`.
    pub unsigned: bool,
    /// Number of `l`: 0, 1 or 2.
    pub long: u8,
    /// `i`, `j`: imaginary (GNU).
    pub imaginary: bool,
}

/// Suffix of a floating literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// None: `double`.
    None,
    /// `f`.
    F,
    /// `l`.
    L,
    /// `q`: `__float128`.
    Q,
}

/// Kind of an expression.
#[derive(Clone, Debug)]
pub enum SyntaxExprKind {
    /// An integer literal; `decimal` matters for its type.
    Int {
        /// Its value.
        value: u128,
        /// Its suffix.
        suffix: IntSuffix,
        /// Written in base 10.
        decimal: bool,
    },
    /// A floating literal: its text without suffix, decimal or hexadecimal.
    Float(Symbol, FloatSuffix),
    /// A character literal: its code units, most significant first (multi-character ones have several).
    Char(Vec<u32>, LiteralEncoding),
    /// A string literal, concatenated: code units without the final zero.
    String(Vec<u32>, LiteralEncoding),
    /// An identifier (`__func__` too).
    Name(Symbol),
    /// `f(args)`.
    Call(Box<SyntaxExpr>, Vec<SyntaxExpr>),
    /// `a[i]`.
    Index(Box<SyntaxExpr>, Box<SyntaxExpr>),
    /// `a.b`.
    Member(Box<SyntaxExpr>, Symbol),
    /// `a->b`.
    Arrow(Box<SyntaxExpr>, Symbol),
    /// `x++`, `x--`.
    PostIncrement(Box<SyntaxExpr>, bool),
    /// `++x`, `--x`; true for `++`.
    PreIncrement(Box<SyntaxExpr>, bool),
    /// A prefix operator.
    Unary(PrefixOperator, Box<SyntaxExpr>),
    /// A binary operator, `&&`, `||` and `,` included.
    Binary(BinaryOperator, Box<SyntaxExpr>, Box<SyntaxExpr>),
    /// `a = b` (`None`) or `a op= b`.
    Assign(Option<BinaryOperator>, Box<SyntaxExpr>, Box<SyntaxExpr>),
    /// `c ? a : b`; the middle is `None` for GNU's `c ?: b`.
    Conditional(Box<SyntaxExpr>, Option<Box<SyntaxExpr>>, Box<SyntaxExpr>),
    /// `(type) expr`.
    Cast(Box<TypeName>, Box<SyntaxExpr>),
    /// `(type){ … }`.
    CompoundLiteral(Box<TypeName>, Vec<InitItem>),
    /// `sizeof expr`.
    SizeofExpr(Box<SyntaxExpr>),
    /// `sizeof(type)`.
    SizeofType(Box<TypeName>),
    /// `_Alignof expr` (GNU).
    AlignofExpr(Box<SyntaxExpr>),
    /// `_Alignof(type)`.
    AlignofType(Box<TypeName>),
    /// `({ … })`.
    Statement(Box<CompoundStatement>),
    /// `&&label`.
    LabelAddress(Symbol),
    /// `_Generic(expr, type: expr, default: expr)`.
    Generic(Box<SyntaxExpr>, Vec<(Option<TypeName>, SyntaxExpr)>),
    /// `__builtin_offsetof(type, a.b[3])`.
    Offsetof(Box<TypeName>, Vec<Designator>),
    /// `__builtin_types_compatible_p(a, b)`.
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_va_arg(list, type)`.
    VaArg(Box<SyntaxExpr>, Box<TypeName>),
    /// `__builtin_choose_expr(c, a, b)`.
    ChooseExpr(Box<SyntaxExpr>, Box<SyntaxExpr>, Box<SyntaxExpr>),
    /// `__extension__ e`, `(e)`: kept only where it matters (a parenthesised string is no initialiser); else unwrapped.
    Paren(Box<SyntaxExpr>),
    /// In a clause of ACSL: the operator that stands here, arithmetic, a comparison or `?:`, is that of whole numbers.
    Whole(Box<SyntaxExpr>),
}

/// A prefix operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PrefixOperator {
    AddressOf,
    Deref,
    Plus,
    Minus,
    BitNot,
    LogicalNot,
    Real,
    Imag,
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOperator {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalOr,
    Comma,
}
