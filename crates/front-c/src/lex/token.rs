//! Tokens: sixteen bytes, copied freely. The text of a literal is not in the token but in the source, and is decoded
//! when the parser reaches it.

use crate::ast::Symbol;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: Tok,
    /// First byte in the lexed text; the lexer makes a [`Span`](cairn_base::Span) of it.
    pub start: u32,
    /// One past the last byte in the lexed text.
    pub end: u32,
    /// The name of an identifier or keyword; for other tokens the first keyword, which nobody asks for.
    pub name: Symbol,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Tok {
    End,
    /// A name that is no keyword.
    Ident,
    Number,
    CharLiteral,
    StringLiteral,

    // Keywords.
    Auto,
    Break,
    Case,
    Char,
    Const,
    Continue,
    Default,
    Do,
    Double,
    Else,
    Enum,
    Extern,
    Float,
    For,
    Goto,
    If,
    Inline,
    Int,
    Long,
    Register,
    Restrict,
    Return,
    Short,
    Signed,
    Sizeof,
    Static,
    Struct,
    Switch,
    Typedef,
    Union,
    Unsigned,
    Void,
    Volatile,
    While,
    Alignas,
    Alignof,
    Atomic,
    Bool,
    Complex,
    Generic,
    Noreturn,
    StaticAssert,
    ThreadLocal,
    Attribute,
    Extension,
    Asm,
    Typeof,
    AutoType,
    LocalLabel,
    Real,
    Imag,
    Int128,
    Int128Typedef,
    Uint128Typedef,
    Float128,
    Float80,
    VaList,
    VaArg,
    Offsetof,
    TypesCompatible,
    ChooseExpr,
    Pragma,
    Unsupported,

    // Punctuators.
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Dot,
    Ellipsis,
    Arrow,
    PlusPlus,
    MinusMinus,
    And,
    Star,
    Plus,
    Minus,
    Tilde,
    Not,
    Slash,
    Percent,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    EqualEqual,
    NotEqual,
    Caret,
    Or,
    AndAnd,
    OrOr,
    Question,
    Colon,
    Semicolon,
    Equal,
    StarEqual,
    SlashEqual,
    PercentEqual,
    PlusEqual,
    MinusEqual,
    ShiftLeftEqual,
    ShiftRightEqual,
    AndEqual,
    CaretEqual,
    OrEqual,
    Comma,
}

impl Tok {
    /// How a message names it, with quotes where it is text.
    pub fn describe(self) -> &'static str {
        match self {
            Tok::End => "end of file",
            Tok::Ident => "identifier",
            Tok::Number => "constant",
            Tok::CharLiteral => "character constant",
            Tok::StringLiteral => "string literal",
            Tok::OpenParen => "'('",
            Tok::CloseParen => "')'",
            Tok::OpenBracket => "'['",
            Tok::CloseBracket => "']'",
            Tok::OpenBrace => "'{'",
            Tok::CloseBrace => "'}'",
            Tok::Colon => "':'",
            Tok::Semicolon => "';'",
            Tok::Equal => "'='",
            Tok::Comma => "','",
            Tok::While => "'while'",
            _ => "token",
        }
    }

    /// True for a keyword, in any spelling.
    pub fn is_keyword(self) -> bool {
        (Tok::Auto as u8..=Tok::Unsupported as u8).contains(&(self as u8))
    }
}
