//! Expressions above primary ones: operators by precedence.
//!
//! Left-associative operators are read by a loop per precedence level that is entered only when an operator of that
//! level is there; the chain `c ? a : d ? b : …` is read by a loop and folded from the right.

use super::Parser;
use crate::ast::{BinaryOperator, PrefixOperator, SyntaxExpr, SyntaxExprKind, TypeName};
use crate::lex::ParseResult;
use crate::lex::token::Tok;

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        let mut left = self.assignment()?;
        let mut links = 0;
        while self.tok.kind == Tok::Comma {
            self.link(&mut links)?;
            self.bump()?;
            let right = self.assignment()?;
            left = self.made(start, SyntaxExprKind::Binary(BinaryOperator::Comma, Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    pub(super) fn assignment(&mut self) -> ParseResult<SyntaxExpr> {
        self.nested(|p| {
            let start = p.tok.start;
            let left = p.conditional()?;
            if p.is_implication()? {
                return p.implication(left, start);
            }
            let Some(op) = assignment_op(p.tok.kind) else { return Ok(left) };
            p.bump()?;
            let right = p.assignment()?;
            Ok(p.made(start, SyntaxExprKind::Assign(op, Box::new(left), Box::new(right))))
        })
    }

    /// A constant expression: by syntax, a conditional one.
    pub(super) fn constant(&mut self) -> ParseResult<SyntaxExpr> {
        self.nested(Self::conditional)
    }

    /// A conditional expression, on a level that the caller has entered.
    fn conditional(&mut self) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        let first = self.binary(1)?;
        if self.tok.kind != Tok::Question {
            return Ok(first);
        }
        let mut arms = Vec::new();
        let mut links = 0;
        let mut last = (start, first);
        while self.tok.kind == Tok::Question {
            self.link(&mut links)?;
            self.bump()?;
            let middle = if self.tok.kind == Tok::Colon { None } else { Some(Box::new(self.expr()?)) };
            self.expect(Tok::Colon, "in conditional expression")?;
            let next_start = self.tok.start;
            let next = self.binary(1)?;
            let (start, cond) = std::mem::replace(&mut last, (next_start, next));
            arms.push((start, cond, middle));
        }
        let mut result = last.1;
        for (start, cond, middle) in arms.into_iter().rev() {
            result = self.made(start, SyntaxExprKind::Conditional(Box::new(cond), middle, Box::new(result)));
            result = self.whole(result);
        }
        Ok(result)
    }

    /// Binary operators of at least this precedence.
    fn binary(&mut self, least: u8) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        let mut left = self.cast()?;
        let mut links = 0;
        while let Some((op, precedence)) = binary_op(self.tok.kind) {
            if precedence < least || self.is_implication()? {
                break;
            }
            self.link(&mut links)?;
            self.bump()?;
            let right = self.binary(precedence + 1)?;
            left = self.made(start, SyntaxExprKind::Binary(op, Box::new(left), Box::new(right)));
            left = self.whole(left);
        }
        Ok(left)
    }

    /// A cast expression: prefix operators and casts before a postfix expression.
    pub(super) fn cast(&mut self) -> ParseResult<SyntaxExpr> {
        match self.tok.kind {
            Tok::Ident | Tok::Number | Tok::StringLiteral | Tok::CharLiteral => {
                let start = self.tok.start;
                let primary = self.primary()?;
                self.postfix(start, primary)
            }
            Tok::OpenParen => {
                let next = self.peek()?;
                if self.starts_type(&next) {
                    return self.nested(Self::cast_or_compound_literal);
                }
                let start = self.tok.start;
                let primary = self.primary()?;
                self.postfix(start, primary)
            }
            _ => self.prefix(),
        }
    }

    fn cast_or_compound_literal(&mut self) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        let ty = Box::new(self.parenthesized_type("before type name")?);
        if self.tok.kind == Tok::OpenBrace {
            let items = self.nested(Self::init_list)?;
            let literal = self.made(start, SyntaxExprKind::CompoundLiteral(ty, items));
            return self.postfix(start, literal);
        }
        let operand = Box::new(self.cast()?);
        Ok(self.made(start, SyntaxExprKind::Cast(ty, operand)))
    }

    fn prefix(&mut self) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        let op = match self.tok.kind {
            Tok::And => PrefixOperator::AddressOf,
            Tok::Star => PrefixOperator::Deref,
            Tok::Plus => PrefixOperator::Plus,
            Tok::Minus => PrefixOperator::Minus,
            Tok::Tilde => PrefixOperator::BitNot,
            Tok::Not => PrefixOperator::LogicalNot,
            Tok::Real => PrefixOperator::Real,
            Tok::Imag => PrefixOperator::Imag,
            Tok::PlusPlus | Tok::MinusMinus => {
                let increment = self.tok.kind == Tok::PlusPlus;
                self.bump()?;
                let operand = Box::new(self.nested(Self::cast)?);
                return Ok(self.made(start, SyntaxExprKind::PreIncrement(operand, increment)));
            }
            Tok::Extension => {
                self.bump()?;
                return self.nested(Self::cast);
            }
            Tok::AndAnd => {
                self.bump()?;
                let label = self.identifier("after '&&'")?;
                return Ok(self.made(start, SyntaxExprKind::LabelAddress(label)));
            }
            Tok::Sizeof => return self.size_or_alignment(SyntaxExprKind::SizeofExpr, SyntaxExprKind::SizeofType),
            Tok::Alignof => return self.size_or_alignment(SyntaxExprKind::AlignofExpr, SyntaxExprKind::AlignofType),
            _ => {
                let primary = self.primary()?;
                return self.postfix(start, primary);
            }
        };
        self.bump()?;
        let operand = Box::new(self.nested(Self::cast)?);
        let of = self.made(start, SyntaxExprKind::Unary(op, operand));
        Ok(self.whole(of))
    }

    /// `sizeof` and `_Alignof`, of an expression or a type in parentheses, which may open a compound literal.
    fn size_or_alignment(
        &mut self,
        of_expr: fn(Box<SyntaxExpr>) -> SyntaxExprKind,
        of_type: fn(Box<TypeName>) -> SyntaxExprKind,
    ) -> ParseResult<SyntaxExpr> {
        let start = self.tok.start;
        self.bump()?;
        if self.tok.kind == Tok::OpenParen {
            let next = self.peek()?;
            if self.starts_type(&next) {
                let literal_start = self.tok.start;
                let ty = Box::new(self.parenthesized_type("before type name")?);
                if self.tok.kind != Tok::OpenBrace {
                    return Ok(self.made(start, of_type(ty)));
                }
                let items = self.nested(Self::init_list)?;
                let literal = self.made(literal_start, SyntaxExprKind::CompoundLiteral(ty, items));
                let operand = Box::new(self.postfix(literal_start, literal)?);
                return Ok(self.made(start, of_expr(operand)));
            }
        }
        let operand = Box::new(self.nested(Self::cast)?);
        Ok(self.made(start, of_expr(operand)))
    }

    /// Postfixes of a primary expression.
    fn postfix(&mut self, start: u32, mut left: SyntaxExpr) -> ParseResult<SyntaxExpr> {
        let mut links = 0;
        loop {
            let kind = match self.tok.kind {
                Tok::OpenParen => {
                    self.bump()?;
                    let args = self.arguments()?;
                    SyntaxExprKind::Call(Box::new(left), args)
                }
                Tok::OpenBracket => {
                    self.bump()?;
                    let index = self.expr()?;
                    self.expect(Tok::CloseBracket, "after index")?;
                    SyntaxExprKind::Index(Box::new(left), Box::new(index))
                }
                Tok::Dot => {
                    self.bump()?;
                    SyntaxExprKind::Member(Box::new(left), self.identifier("after '.'")?)
                }
                Tok::Arrow => {
                    self.bump()?;
                    SyntaxExprKind::Arrow(Box::new(left), self.identifier("after '->'")?)
                }
                Tok::PlusPlus | Tok::MinusMinus => {
                    let increment = self.tok.kind == Tok::PlusPlus;
                    self.bump()?;
                    SyntaxExprKind::PostIncrement(Box::new(left), increment)
                }
                _ => return Ok(left),
            };
            self.link(&mut links)?;
            left = self.made(start, kind);
        }
    }

    /// The arguments of a call, up to and with the closing parenthesis.
    fn arguments(&mut self) -> ParseResult<Vec<SyntaxExpr>> {
        let mut args = Vec::new();
        if self.eat(Tok::CloseParen)? {
            return Ok(args);
        }
        loop {
            args.push(self.assignment()?);
            if !self.eat(Tok::Comma)? {
                break;
            }
        }
        self.expect(Tok::CloseParen, "after arguments")?;
        args.shrink_to_fit();
        Ok(args)
    }

    /// An expression that began at `start` and ends here.
    pub(super) fn made(&self, start: u32, kind: SyntaxExprKind) -> SyntaxExpr {
        SyntaxExpr { kind, span: self.span_from(start) }
    }
}

#[allow(clippy::option_option)] // outer: is it an assignment; inner: as in the syntax tree
fn assignment_op(kind: Tok) -> Option<Option<BinaryOperator>> {
    Some(match kind {
        Tok::Equal => None,
        Tok::StarEqual => Some(BinaryOperator::Mul),
        Tok::SlashEqual => Some(BinaryOperator::Div),
        Tok::PercentEqual => Some(BinaryOperator::Rem),
        Tok::PlusEqual => Some(BinaryOperator::Add),
        Tok::MinusEqual => Some(BinaryOperator::Sub),
        Tok::ShiftLeftEqual => Some(BinaryOperator::Shl),
        Tok::ShiftRightEqual => Some(BinaryOperator::Shr),
        Tok::AndEqual => Some(BinaryOperator::BitAnd),
        Tok::CaretEqual => Some(BinaryOperator::BitXor),
        Tok::OrEqual => Some(BinaryOperator::BitOr),
        _ => return None,
    })
}

/// The operator and how tight it binds.
fn binary_op(kind: Tok) -> Option<(BinaryOperator, u8)> {
    Some(match kind {
        Tok::OrOr => (BinaryOperator::LogicalOr, 1),
        Tok::AndAnd => (BinaryOperator::LogicalAnd, 2),
        Tok::Or => (BinaryOperator::BitOr, 3),
        Tok::Caret => (BinaryOperator::BitXor, 4),
        Tok::And => (BinaryOperator::BitAnd, 5),
        Tok::EqualEqual => (BinaryOperator::Eq, 6),
        Tok::NotEqual => (BinaryOperator::Ne, 6),
        Tok::Less => (BinaryOperator::Lt, 7),
        Tok::Greater => (BinaryOperator::Gt, 7),
        Tok::LessEqual => (BinaryOperator::Le, 7),
        Tok::GreaterEqual => (BinaryOperator::Ge, 7),
        Tok::ShiftLeft => (BinaryOperator::Shl, 8),
        Tok::ShiftRight => (BinaryOperator::Shr, 8),
        Tok::Plus => (BinaryOperator::Add, 9),
        Tok::Minus => (BinaryOperator::Sub, 9),
        Tok::Star => (BinaryOperator::Mul, 10),
        Tok::Slash => (BinaryOperator::Div, 10),
        Tok::Percent => (BinaryOperator::Rem, 10),
        _ => return None,
    })
}
