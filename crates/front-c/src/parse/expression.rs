//! Expressions above primary ones: operators by precedence.
//!
//! Left-associative operators are read by a loop per precedence level that is entered only when an operator of that
//! level is there; the chain `c ? a : d ? b : …` is read by a loop and folded from the right.

use super::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, TypeName, UnaryOp};
use crate::lex::Res;
use crate::lex::token::Tok;

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expr(&mut self) -> Res<Expr> {
        let start = self.tok.start;
        let mut left = self.assignment()?;
        let mut links = 0;
        while self.tok.kind == Tok::Comma {
            self.link(&mut links)?;
            self.bump()?;
            let right = self.assignment()?;
            left = self.made(start, ExprKind::Binary(BinaryOp::Comma, Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    /// An assignment expression.
    pub(super) fn assignment(&mut self) -> Res<Expr> {
        self.nested(|p| {
            let start = p.tok.start;
            let left = p.conditional()?;
            let Some(op) = assignment_op(p.tok.kind) else { return Ok(left) };
            p.bump()?;
            let right = p.assignment()?;
            Ok(p.made(start, ExprKind::Assign(op, Box::new(left), Box::new(right))))
        })
    }

    /// A constant expression: by syntax, a conditional one.
    pub(super) fn constant(&mut self) -> Res<Expr> {
        self.nested(Self::conditional)
    }

    /// A conditional expression, on a level that the caller has entered.
    fn conditional(&mut self) -> Res<Expr> {
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
            result = self.made(start, ExprKind::Conditional(Box::new(cond), middle, Box::new(result)));
        }
        Ok(result)
    }

    /// Binary operators of at least this precedence.
    fn binary(&mut self, least: u8) -> Res<Expr> {
        let start = self.tok.start;
        let mut left = self.cast()?;
        let mut links = 0;
        while let Some((op, precedence)) = binary_op(self.tok.kind) {
            if precedence < least {
                break;
            }
            self.link(&mut links)?;
            self.bump()?;
            let right = self.binary(precedence + 1)?;
            left = self.made(start, ExprKind::Binary(op, Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    /// A cast expression: prefix operators and casts before a postfix expression.
    pub(super) fn cast(&mut self) -> Res<Expr> {
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

    fn cast_or_compound_literal(&mut self) -> Res<Expr> {
        let start = self.tok.start;
        let ty = Box::new(self.parenthesized_type("before type name")?);
        if self.tok.kind == Tok::OpenBrace {
            let items = self.nested(Self::init_list)?;
            let literal = self.made(start, ExprKind::CompoundLiteral(ty, items));
            return self.postfix(start, literal);
        }
        let operand = Box::new(self.cast()?);
        Ok(self.made(start, ExprKind::Cast(ty, operand)))
    }

    fn prefix(&mut self) -> Res<Expr> {
        let start = self.tok.start;
        let op = match self.tok.kind {
            Tok::And => UnaryOp::AddressOf,
            Tok::Star => UnaryOp::Deref,
            Tok::Plus => UnaryOp::Plus,
            Tok::Minus => UnaryOp::Minus,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Not => UnaryOp::LogicalNot,
            Tok::Real => UnaryOp::Real,
            Tok::Imag => UnaryOp::Imag,
            Tok::PlusPlus | Tok::MinusMinus => {
                let increment = self.tok.kind == Tok::PlusPlus;
                self.bump()?;
                let operand = Box::new(self.nested(Self::cast)?);
                return Ok(self.made(start, ExprKind::PreIncrement(operand, increment)));
            }
            Tok::Extension => {
                self.bump()?;
                return self.nested(Self::cast);
            }
            Tok::AndAnd => {
                self.bump()?;
                let label = self.identifier("after '&&'")?;
                return Ok(self.made(start, ExprKind::LabelAddress(label)));
            }
            Tok::Sizeof => return self.size_or_alignment(ExprKind::SizeofExpr, ExprKind::SizeofType),
            Tok::Alignof => return self.size_or_alignment(ExprKind::AlignofExpr, ExprKind::AlignofType),
            _ => {
                let primary = self.primary()?;
                return self.postfix(start, primary);
            }
        };
        self.bump()?;
        let operand = Box::new(self.nested(Self::cast)?);
        Ok(self.made(start, ExprKind::Unary(op, operand)))
    }

    /// `sizeof` and `_Alignof`, of an expression or a type in parentheses, which may open a compound literal.
    fn size_or_alignment(
        &mut self,
        of_expr: fn(Box<Expr>) -> ExprKind,
        of_type: fn(Box<TypeName>) -> ExprKind,
    ) -> Res<Expr> {
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
                let literal = self.made(literal_start, ExprKind::CompoundLiteral(ty, items));
                let operand = Box::new(self.postfix(literal_start, literal)?);
                return Ok(self.made(start, of_expr(operand)));
            }
        }
        let operand = Box::new(self.nested(Self::cast)?);
        Ok(self.made(start, of_expr(operand)))
    }

    /// What may follow a primary expression.
    fn postfix(&mut self, start: u32, mut left: Expr) -> Res<Expr> {
        let mut links = 0;
        loop {
            let kind = match self.tok.kind {
                Tok::OpenParen => {
                    self.bump()?;
                    let args = self.arguments()?;
                    ExprKind::Call(Box::new(left), args)
                }
                Tok::OpenBracket => {
                    self.bump()?;
                    let index = self.expr()?;
                    self.expect(Tok::CloseBracket, "after index")?;
                    ExprKind::Index(Box::new(left), Box::new(index))
                }
                Tok::Dot => {
                    self.bump()?;
                    ExprKind::Member(Box::new(left), self.identifier("after '.'")?)
                }
                Tok::Arrow => {
                    self.bump()?;
                    ExprKind::Arrow(Box::new(left), self.identifier("after '->'")?)
                }
                Tok::PlusPlus | Tok::MinusMinus => {
                    let increment = self.tok.kind == Tok::PlusPlus;
                    self.bump()?;
                    ExprKind::PostIncrement(Box::new(left), increment)
                }
                _ => return Ok(left),
            };
            self.link(&mut links)?;
            left = self.made(start, kind);
        }
    }

    /// The arguments of a call, up to and with the closing parenthesis.
    fn arguments(&mut self) -> Res<Vec<Expr>> {
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
    pub(super) fn made(&self, start: u32, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span_from(start) }
    }
}

#[allow(clippy::option_option)] // outer: is it an assignment; inner: as in the syntax tree
fn assignment_op(kind: Tok) -> Option<Option<BinaryOp>> {
    Some(match kind {
        Tok::Equal => None,
        Tok::StarEqual => Some(BinaryOp::Mul),
        Tok::SlashEqual => Some(BinaryOp::Div),
        Tok::PercentEqual => Some(BinaryOp::Rem),
        Tok::PlusEqual => Some(BinaryOp::Add),
        Tok::MinusEqual => Some(BinaryOp::Sub),
        Tok::ShiftLeftEqual => Some(BinaryOp::Shl),
        Tok::ShiftRightEqual => Some(BinaryOp::Shr),
        Tok::AndEqual => Some(BinaryOp::BitAnd),
        Tok::CaretEqual => Some(BinaryOp::BitXor),
        Tok::OrEqual => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

/// The operator and how tight it binds.
fn binary_op(kind: Tok) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Tok::OrOr => (BinaryOp::LogicalOr, 1),
        Tok::AndAnd => (BinaryOp::LogicalAnd, 2),
        Tok::Or => (BinaryOp::BitOr, 3),
        Tok::Caret => (BinaryOp::BitXor, 4),
        Tok::And => (BinaryOp::BitAnd, 5),
        Tok::EqualEqual => (BinaryOp::Eq, 6),
        Tok::NotEqual => (BinaryOp::Ne, 6),
        Tok::Less => (BinaryOp::Lt, 7),
        Tok::Greater => (BinaryOp::Gt, 7),
        Tok::LessEqual => (BinaryOp::Le, 7),
        Tok::GreaterEqual => (BinaryOp::Ge, 7),
        Tok::ShiftLeft => (BinaryOp::Shl, 8),
        Tok::ShiftRight => (BinaryOp::Shr, 8),
        Tok::Plus => (BinaryOp::Add, 9),
        Tok::Minus => (BinaryOp::Sub, 9),
        Tok::Star => (BinaryOp::Mul, 10),
        Tok::Slash => (BinaryOp::Div, 10),
        Tok::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}
