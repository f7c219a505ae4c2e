//! Declaration specifiers and type names.
//!
//! A name is taken as a typedef name only while no type was given: in `unsigned T;` and in `struct s T;` it is what is
//! declared. Which combinations of words make a type is for `sema`; that two types were given is seen here.

use super::Parser;
use super::declarator::Shape;
use crate::ast::{
    Attribute, BasicWords, Qualifiers, Specifiers, StorageClass, SyntaxExpr, SyntaxExprKind, TypeName, TypeSpecifier,
};
use crate::lex::ParseResult;
use crate::lex::token::{Tok, Token};

impl Parser<'_> {
    /// Does this token start a type name?
    pub(super) fn starts_type(&self, token: &Token) -> bool {
        match token.kind {
            Tok::Ident => self.scopes.is_typedef(token.name),
            Tok::Char
            | Tok::Const
            | Tok::Double
            | Tok::Enum
            | Tok::Float
            | Tok::Int
            | Tok::Long
            | Tok::Restrict
            | Tok::Short
            | Tok::Signed
            | Tok::Struct
            | Tok::Union
            | Tok::Unsigned
            | Tok::Void
            | Tok::Volatile
            | Tok::Atomic
            | Tok::Bool
            | Tok::Complex
            | Tok::Attribute
            | Tok::Typeof
            | Tok::AutoType
            | Tok::Int128
            | Tok::Int128Typedef
            | Tok::Uint128Typedef
            | Tok::Float128
            | Tok::Float80
            | Tok::VaList => true,
            _ => false,
        }
    }

    /// Does the current token start a declaration?
    pub(super) fn starts_declaration(&self) -> bool {
        self.can_start_declaration(&self.tok)
    }

    /// Does this token start a declaration?
    pub(super) fn can_start_declaration(&self, token: &Token) -> bool {
        matches!(
            token.kind,
            Tok::Auto
                | Tok::Extern
                | Tok::Inline
                | Tok::Register
                | Tok::Static
                | Tok::Typedef
                | Tok::Alignas
                | Tok::Noreturn
                | Tok::ThreadLocal
        ) || self.starts_type(token)
    }

    /// Declaration specifiers, of which `attributes` are already read. May be empty (implicit `int`).
    pub(super) fn specifiers(&mut self, attributes: Vec<Attribute>) -> ParseResult<Specifiers> {
        let start = self.tok.start;
        let mut specifiers = Specifiers {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            qualifiers: Qualifiers::default(),
            ty: TypeSpecifier::Missing,
            alignas: Vec::new(),
            attributes,
            span: self.span(&self.tok),
        };
        let mut words = BasicWords::default();
        let mut any_word = false;
        loop {
            let token = self.tok;
            let has_type = any_word || !matches!(specifiers.ty, TypeSpecifier::Missing);
            let storage = match token.kind {
                Tok::Typedef => Some(StorageClass::Typedef),
                Tok::Extern => Some(StorageClass::Extern),
                Tok::Static => Some(StorageClass::Static),
                Tok::Auto => Some(StorageClass::Auto),
                Tok::Register => Some(StorageClass::Register),
                _ => None,
            };
            if let Some(storage) = storage {
                if let Some(before) = specifiers.storage {
                    let message = match before == storage {
                        true => format!("duplicate '{}' in declaration specifiers", self.text(&token)),
                        false => "multiple storage classes in declaration specifiers".to_owned(),
                    };
                    return self.fail(message, self.span(&token));
                }
                specifiers.storage = Some(storage);
                self.bump()?;
                continue;
            }
            match token.kind {
                Tok::ThreadLocal => specifiers.thread_local = true,
                Tok::Inline => specifiers.inline = true,
                Tok::Noreturn => specifiers.noreturn = true,
                Tok::Attribute => {
                    self.attributes_into(&mut specifiers.attributes)?;
                    continue;
                }
                Tok::OpenBracket if self.at_standard_attribute()? => {
                    self.attributes_into(&mut specifiers.attributes)?;
                    continue;
                }
                Tok::Alignas => {
                    specifiers.alignas.push(self.alignas()?);
                    continue;
                }
                Tok::Atomic if self.peek()?.kind == Tok::OpenParen => {
                    self.only_type(has_type, &token)?;
                    self.bump()?;
                    specifiers.ty = TypeSpecifier::Atomic(Box::new(self.parenthesized_type("after '_Atomic'")?));
                    continue;
                }
                Tok::Struct | Tok::Union => {
                    self.only_type(has_type, &token)?;
                    specifiers.ty = TypeSpecifier::Record(Box::new(self.nested(Self::record)?));
                    continue;
                }
                Tok::Enum => {
                    self.only_type(has_type, &token)?;
                    specifiers.ty = TypeSpecifier::Enum(Box::new(self.enumeration()?));
                    continue;
                }
                Tok::Typeof => {
                    self.only_type(has_type, &token)?;
                    specifiers.ty = self.nested(Self::typeof_specifier)?;
                    continue;
                }
                Tok::AutoType => {
                    self.only_type(has_type, &token)?;
                    specifiers.ty = TypeSpecifier::AutoType;
                }
                Tok::VaList => {
                    self.only_type(has_type, &token)?;
                    specifiers.ty = TypeSpecifier::VaList;
                }
                Tok::Int128Typedef | Tok::Uint128Typedef => {
                    self.only_type(has_type, &token)?;
                    let unsigned = token.kind == Tok::Uint128Typedef;
                    let words = BasicWords { int128: true, unsigned, ..BasicWords::default() };
                    specifiers.ty = TypeSpecifier::Basic(words);
                }
                Tok::Ident => {
                    if has_type || !self.scopes.is_typedef(token.name) {
                        break;
                    }
                    specifiers.ty = TypeSpecifier::Name(token.name);
                }
                Tok::Unsupported => return self.fail_unsupported(&token),
                kind => {
                    if qualify(&mut specifiers.qualifiers, kind) {
                        // A qualifier may stand anywhere.
                    } else if let Some(repeated) = add_word(&mut words, kind) {
                        if !matches!(specifiers.ty, TypeSpecifier::Missing) {
                            self.only_type(true, &token)?;
                        }
                        if repeated {
                            let message = format!("duplicate '{}' in declaration specifiers", self.text(&token));
                            return self.fail(message, self.span(&token));
                        }
                        any_word = true;
                    } else {
                        break;
                    }
                }
            }
            self.bump()?;
        }
        if any_word {
            specifiers.ty = TypeSpecifier::Basic(words);
        }
        if self.tok.start != start {
            specifiers.span = self.span_from(start);
        }
        Ok(specifiers)
    }

    fn only_type(&self, has_type: bool, token: &Token) -> ParseResult<()> {
        if has_type {
            return self.fail("two or more data types in declaration specifiers", self.span(token));
        }
        Ok(())
    }

    /// `_Alignas(type)` or `_Alignas(expr)`.
    fn alignas(&mut self) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        self.bump()?;
        self.expect(Tok::OpenParen, "after '_Alignas'")?;
        let expr = if self.starts_type(&self.tok) {
            let ty = self.type_name()?;
            SyntaxExpr { kind: SyntaxExprKind::AlignofType(Box::new(ty)), span: self.span_from(start) }
        } else {
            self.constant()?
        };
        self.expect(Tok::CloseParen, "after '_Alignas'")?;
        Ok(expr)
    }

    fn typeof_specifier(&mut self) -> ParseResult<TypeSpecifier> {
        self.bump()?;
        self.expect(Tok::OpenParen, "after 'typeof'")?;
        let ty = if self.starts_type(&self.tok) {
            TypeSpecifier::TypeofType(Box::new(self.type_name()?))
        } else {
            TypeSpecifier::TypeofExpr(Box::new(self.expr()?))
        };
        self.expect(Tok::CloseParen, "after 'typeof'")?;
        Ok(ty)
    }

    /// `const` and others, after `*` or in `[]`.
    pub(super) fn qualifiers(&mut self) -> ParseResult<Qualifiers> {
        let mut qualifiers = Qualifiers::default();
        while qualify(&mut qualifiers, self.tok.kind) {
            self.bump()?;
        }
        Ok(qualifiers)
    }

    /// `(type)`.
    pub(super) fn parenthesized_type(&mut self, place: &str) -> ParseResult<TypeName> {
        self.expect(Tok::OpenParen, place)?;
        let ty = self.type_name()?;
        self.expect(Tok::CloseParen, "after type name")?;
        Ok(ty)
    }

    /// A type name, as in a cast.
    pub(super) fn type_name(&mut self) -> ParseResult<TypeName> {
        self.nested(|p| {
            let start = p.tok.start;
            let specifiers = p.specifiers(Vec::new())?;
            if matches!(specifiers.ty, TypeSpecifier::Missing) {
                if p.tok.kind == Tok::Ident {
                    let message = format!("unknown type name '{}'", p.text(&p.tok));
                    return p.fail(message, p.span(&p.tok));
                }
                return p.expected("type name", "");
            }
            if specifiers.storage.is_some() {
                return p.fail("storage class in a type name", specifiers.span);
            }
            let declarator = p.declarator(Shape::Abstract)?;
            Ok(TypeName { specifiers, declarator, span: p.span_from(start) })
        })
    }
}

fn qualify(qualifiers: &mut Qualifiers, kind: Tok) -> bool {
    match kind {
        Tok::Const => qualifiers.is_const = true,
        Tok::Volatile => qualifiers.is_volatile = true,
        Tok::Restrict => qualifiers.is_restrict = true,
        Tok::Atomic => qualifiers.is_atomic = true,
        _ => return false,
    }
    true
}

/// Notes a word of a basic type. `None` when it is none; else whether it was there too often.
fn add_word(words: &mut BasicWords, kind: Tok) -> Option<bool> {
    let word = match kind {
        Tok::Void => &mut words.void,
        Tok::Bool => &mut words.bool_,
        Tok::Char => &mut words.char_,
        Tok::Short => &mut words.short,
        Tok::Int => &mut words.int,
        Tok::Signed => &mut words.signed,
        Tok::Unsigned => &mut words.unsigned,
        Tok::Float => &mut words.float,
        Tok::Double => &mut words.double,
        Tok::Int128 => &mut words.int128,
        Tok::Float128 => &mut words.float128,
        Tok::Complex => &mut words.complex,
        Tok::Float80 => {
            words.long += 1;
            &mut words.double
        }
        Tok::Long => {
            words.long += 1;
            return Some(words.long > 2);
        }
        _ => return None,
    };
    Some(std::mem::replace(word, true))
}
