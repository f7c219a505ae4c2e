//! Initialisers (C11 6.7.9): elided braces, strings, what replaces what.
//!
//! The object is zeroed (or has its bytes as data) when it is declared; then what is not zero is assigned, in the order
//! of the text. With designators a later value may override an earlier one, so zeros are then assigned as well.

use super::designator::has_designators;
use super::operand::LValue;
use super::static_data::Filling;
use super::{Lower, Res};
use crate::ast::{Designator, InitItem, Initializer, LiteralEncoding, SyntaxExpr, SyntaxExprKind, strip};
use cairn_base::Span;
use cairn_ir::types::{Qualified, Type};
use cairn_ir::{ExprId, Op, PlaceKind, TypeId, VarId};

/// Longest designated range whose elements are assigned one by one.
const LONGEST_RANGE: u64 = 1 << 18;

impl Lower<'_> {
    pub fn initialize_local(&mut self, var: VarId, lvalue: LValue, init: &Initializer, span: Span) -> Res<()> {
        let aggregate = !self.is_scalar(lvalue.ty.ty);
        match init {
            Initializer::Expr(value) if !(aggregate && self.string_for(lvalue.ty.ty, value).is_some()) => {
                self.emit(Op::Declare { var, zeroed: false }, span);
                self.value_into(value, lvalue, value.span)
            }
            _ if !aggregate => {
                self.emit(Op::Declare { var, zeroed: false }, span);
                self.initialize(lvalue, init, &mut Filling::assigning(false))
            }
            _ => {
                let mut filling = self.filling(lvalue.ty.ty, init);
                if filling.bytes.is_none() || self.quiet > 0 {
                    self.emit(Op::Declare { var, zeroed: true }, span);
                    return self.initialize(lvalue, init, &mut filling);
                }
                // The bytes are complete when the parts that are not constant are still to be assigned.
                filling.deferred = Some(Vec::new());
                self.initialize(lvalue, init, &mut filling)?;
                self.program.vars[var].data = filling.bytes.take().map(Vec::into_boxed_slice);
                self.emit(Op::Declare { var, zeroed: false }, span);
                let rest = filling.deferred.take().unwrap_or_default();
                for (place, value) in rest {
                    self.leaf(place, &value, &mut Filling::assigning(false))?;
                }
                Ok(())
            }
        }
    }

    /// Initialises an object of static storage, in the start function.
    pub fn initialize_static(&mut self, var: VarId, ty: Qualified, init: &Initializer) -> Res<()> {
        let ty = self.in_start(|this| this.complete_flexible(var, ty, init))?;
        let lvalue = LValue { ty, ..self.var_lvalue(var) };
        self.in_start(|this| {
            let mut filling = this.filling(ty.ty, init);
            let result = this.initialize(lvalue, init, &mut filling);
            this.program.vars[var].data = filling.bytes.take().map(Vec::into_boxed_slice);
            result
        })
    }

    /// Initialises an object by a list; it is zeroed already when `zeroed`.
    pub fn initialize_list(&mut self, lvalue: LValue, items: &[InitItem], zeroed: bool, span: Span) -> Res<()> {
        let mut filling = Filling::assigning(zeroed && !has_designators(items));
        if self.is_start() {
            return self.in_start(|this| this.initialize_by(lvalue, items, span, &mut filling));
        }
        self.initialize_by(lvalue, items, span, &mut filling)
    }

    fn initialize(&mut self, to: LValue, init: &Initializer, filling: &mut Filling) -> Res<()> {
        match init {
            Initializer::Expr(value) => match self.string_for(to.ty.ty, value) {
                Some((units, encoding)) => {
                    let (units, encoding) = (units.to_vec(), encoding);
                    self.string_into(to, &units, encoding, value.span, filling)
                }
                None => self.leaf(to, value, filling),
            },
            Initializer::List(items, span) => self.initialize_by(to, items, *span, filling),
        }
    }

    fn initialize_by(&mut self, to: LValue, items: &[InitItem], span: Span, filling: &mut Filling) -> Res<()> {
        cairn_base::deep(|| {
            if self.is_scalar(to.ty.ty) {
                return match items.first() {
                    None => {
                        let zero = self.zero(to.ty.ty);
                        self.put(to, zero, span, filling);
                        Ok(())
                    }
                    Some(first) => self.initialize(to, &first.value, filling),
                };
            }
            // `char s[] = {"text"}`
            if let [only] = items
                && only.designators.is_empty()
                && let Initializer::Expr(value) = &only.value
                && self.string_for(to.ty.ty, value).is_some()
            {
                return self.initialize(to, &only.value, filling);
            }
            let mut position = 0;
            self.fill(to, items, &mut position, true, &[], filling)?;
            Ok(())
        })
    }

    /// The string literal that initialises a character array as a whole.
    pub(super) fn string_for<'e>(&self, ty: TypeId, value: &'e SyntaxExpr) -> Option<(&'e [u32], LiteralEncoding)> {
        let (element, _) = self.program.types.element(ty)?;
        let SyntaxExprKind::String(units, encoding) = &strip(value).kind else { return None };
        let kind = self.int_kind(element)?;
        let fits = kind.bits(self.model()) == self.char_kind(*encoding).bits(self.model());
        fits.then_some((units, *encoding))
    }

    fn string_into(
        &mut self,
        to: LValue,
        units: &[u32],
        encoding: LiteralEncoding,
        span: Span,
        filling: &mut Filling,
    ) -> Res<()> {
        if filling.counting {
            return Ok(());
        }
        self.must_fit_units(units, encoding, span)?;
        let bytes = self.string_bytes(units, encoding);
        let Some((element, Some(length))) = self.program.types.element(to.ty.ty) else {
            self.unsupported("an initialised flexible array member", span);
            return Ok(());
        };
        let size = self.program.types.size_of(to.ty.ty).unwrap_or(0) as usize;
        if bytes.len() > size {
            self.warn("the string is longer than the array that it initialises", span);
        }
        if !filling.again && filling.write(self.offset_of(to.place), &bytes[..bytes.len().min(size)]) {
            return Ok(());
        }
        let width = self.program.types.size_of(element).unwrap_or(1).max(1) as usize;
        for index in 0..length as usize {
            let unit = bytes.get(index * width..(index + 1) * width).unwrap_or(&[]);
            let value = unit.iter().rev().fold(0_u128, |value, byte| (value << 8) | u128::from(*byte));
            if unit.is_empty() && filling.zeroed {
                break;
            }
            let value = self.constant_bits(value, element);
            let child = self.child(to, index as u64);
            self.put(child, value, span, filling);
        }
        Ok(())
    }

    /// A part that one expression initialises.
    pub(super) fn leaf(&mut self, to: LValue, value: &SyntaxExpr, filling: &mut Filling) -> Res<()> {
        if filling.counting {
            return Ok(());
        }
        if self.is_array(to.ty.ty) {
            // GNU: an array by a compound literal of its type.
            if let SyntaxExprKind::CompoundLiteral(_, items) = &strip(value).kind {
                if filling.again {
                    self.clear(to, value.span, filling);
                }
                return self.initialize_by(to, items, value.span, filling);
            }
            return self.error("an array is initialised by what is no list", value.span);
        }
        if filling.deferred.is_some() {
            // Without effects yet: is it a constant?
            let quiet = self.quick(value);
            let constant = if quiet {
                self.constant += 1;
                let result = self.unevaluated(|this| {
                    let value = this.rvalue(value)?;
                    this.convert(value, to.ty.ty, Span::NONE)
                });
                self.constant -= 1;
                result.ok().filter(|value| self.constant_value(*value).is_some())
            } else {
                None
            };
            match constant {
                Some(constant) if self.bit_width(to.place).is_none() => self.put(to, constant, value.span, filling),
                _ => {
                    if let Some(deferred) = &mut filling.deferred {
                        deferred.push((to, value.clone()));
                    }
                }
            }
            return Ok(());
        }
        if self.is_start() {
            if self.is_record(to.ty.ty) {
                // A static compound literal.
                if let SyntaxExprKind::CompoundLiteral(_, items) = &strip(value).kind {
                    if filling.again {
                        self.clear(to, value.span, filling);
                    }
                    return self.initialize_by(to, items, value.span, filling);
                }
            }
            let found = self.rvalue(value)?;
            let found = self.convert(found, to.ty.ty, value.span)?;
            self.put(to, found, value.span, filling);
            return Ok(());
        }
        if self.constant_leaf(value) {
            let found = self.rvalue(value)?;
            let found = self.convert(found, to.ty.ty, value.span)?;
            self.put(to, found, value.span, filling);
            return Ok(());
        }
        self.value_into(value, to, value.span)
    }

    fn constant_leaf(&self, value: &SyntaxExpr) -> bool {
        matches!(
            strip(value).kind,
            SyntaxExprKind::Int { .. }
                | SyntaxExprKind::Char(..)
                | SyntaxExprKind::Float(..)
                | SyntaxExprKind::Name(_)
                | SyntaxExprKind::Cast(..)
        )
    }

    /// Assigns a part, or writes it into the data, or leaves it zero.
    fn put(&mut self, to: LValue, value: ExprId, span: Span, filling: &mut Filling) {
        if let Some(constant) = self.constant_value(value) {
            if filling.zeroed && constant.is_zero() {
                return;
            }
            if filling.again && filling.deferred.is_some() && self.bit_width(to.place).is_some() {
                // Cleared. Bit-fields are never in the bytes.
                return self.forget_deferred(to, span, filling);
            }
            if filling.bytes.is_some() && self.bit_width(to.place).is_none() {
                let size = self.program.types.size_of(to.ty.ty).unwrap_or(0) as usize;
                let bytes = constant.0.to_le_bytes();
                if filling.again {
                    self.forget_deferred(to, span, filling);
                }
                // What was assigned before is assigned when the bytes are there.
                let is_last = !filling.again || filling.deferred.is_some();
                if size <= bytes.len() && filling.write(self.offset_of(to.place), &bytes[..size]) && is_last {
                    return;
                }
            }
        }
        self.store(to.place, value, span);
    }

    /// The part of an array or record with an index.
    fn child(&mut self, of: LValue, index: u64) -> LValue {
        match *self.program.types.get(of.ty.ty) {
            Type::Array(element, _) => {
                let element = super::place::inherit(element, of.ty);
                let index = self.int_constant(i128::from(index), self.basic.ptrdiff);
                let place = self.program.exprs.place(PlaceKind::Index(of.place, index), element.ty);
                LValue { place, ty: element }
            }
            _ => self.field(of, u32::try_from(index).unwrap_or(u32::MAX)),
        }
    }

    /// Number of parts; `None` for an array of unknown size.
    fn children(&self, ty: TypeId) -> Option<u64> {
        match self.program.types.get(ty) {
            Type::Array(_, length) => *length,
            Type::Record(id) => {
                let record = &self.program.types.records[*id];
                let count = record.fields.as_ref().map_or(0, Vec::len) as u64;
                Some(if record.is_union { count.min(1) } else { count })
            }
            _ => Some(0),
        }
    }

    /// Takes initialisers from a list for the parts of an object; returns how many parts were reached.
    pub(super) fn fill(
        &mut self,
        to: LValue,
        items: &[InitItem],
        position: &mut usize,
        braced: bool,
        path: &[Designator],
        filling: &mut Filling,
    ) -> Res<u64> {
        let mut path = path;
        let mut index = 0;
        let mut most = 0;
        let count = self.children(to.ty.ty);
        let is_union =
            matches!(self.program.types.get(to.ty.ty), Type::Record(id) if self.program.types.records[*id].is_union);
        // Where braces are elided the designators of the first value have led here: `{ .lock = 0 }`.
        let led_here = (!braced).then_some(*position);
        while let Some(item) = items.get(*position) {
            if path.is_empty() && !item.designators.is_empty() && led_here != Some(*position) {
                if !braced {
                    break;
                }
                path = &item.designators;
            }
            if let Some((first, rest)) = path.split_first() {
                let (low, high, inner) = self.designated(to, first)?;
                let rest = if inner { path } else { rest };
                if count.is_some_and(|count| high >= count) && !is_union {
                    return self.error("a designator is not within the object", self.designator_span(first));
                }
                // For counting, and for a range too long to spell out, the first of a range stands for all.
                let last = if filling.counting || high - low >= LONGEST_RANGE { low } else { high };
                if last != high && !filling.counting {
                    let what = format!("an initialiser for a range of more than {LONGEST_RANGE} elements");
                    self.unsupported(&what, self.designator_span(first));
                }
                let before = filling.again;
                filling.again |= low < most;
                for at in low..=last {
                    let from = *position;
                    let child = self.child(to, at);
                    // What follows the value goes on behind the last of a range.
                    let items = if at == last { items } else { &items[..=from] };
                    if rest.is_empty() {
                        self.fill_child(child, items, position, filling)?;
                    } else {
                        let rest = rest.to_vec();
                        self.fill(child, items, position, false, &rest, filling)?;
                    }
                    if at != last {
                        *position = from;
                    }
                }
                filling.again = before;
                index = high + 1;
                most = most.max(index);
                path = &[];
                if is_union {
                    index = u64::MAX;
                }
                continue;
            }
            if count.is_some_and(|count| index >= count) {
                if !braced {
                    break;
                }
                // More values than parts: gcc warns and evaluates nothing that matters.
                *position += 1;
                continue;
            }
            let child = self.child(to, index);
            let before = filling.again;
            filling.again |= index < most;
            self.fill_child(child, items, position, filling)?;
            filling.again = before;
            index += 1;
            most = most.max(index);
            if is_union {
                index = u64::MAX;
            }
        }
        Ok(most)
    }

    fn fill_child(&mut self, to: LValue, items: &[InitItem], position: &mut usize, filling: &mut Filling) -> Res<()> {
        let Some(item) = items.get(*position) else { return Ok(()) };
        if matches!(self.program.types.get(to.ty.ty), Type::Array(_, None)) {
            *position += 1;
            if filling.counting {
                filling.flexible = Some(*position - 1);
                return Ok(());
            }
            let span = match &item.value {
                Initializer::List(items, _) if items.is_empty() => return Ok(()),
                Initializer::List(_, span) => *span,
                Initializer::Expr(value) => value.span,
            };
            self.unsupported("an initialised flexible array member", span);
            return Ok(());
        }
        let is_string = matches!(&item.value, Initializer::Expr(value) if self.string_for(to.ty.ty, value).is_some());
        let is_list = matches!(item.value, Initializer::List(..)) && !self.is_scalar(to.ty.ty);
        if filling.again && !filling.counting && (is_string || is_list) {
            self.clear(to, Span::NONE, filling);
        }
        match &item.value {
            Initializer::List(inner, span) => {
                *position += 1;
                if filling.counting {
                    return Ok(());
                }
                self.initialize_by(to, inner, *span, filling)
            }
            Initializer::Expr(value) => {
                if self.is_scalar(to.ty.ty)
                    || self.string_for(to.ty.ty, value).is_some()
                    || self.is_whole(to.ty.ty, value)?
                {
                    *position += 1;
                    return self.initialize(to, &item.value, filling);
                }
                if self.children(to.ty.ty) == Some(0) {
                    *position += 1; // gcc warns of the excess and drops it: one value for each part without parts
                    return Ok(());
                }
                let before = *position;
                cairn_base::deep(|| self.fill(to, items, position, false, &[], filling))?;
                if *position == before {
                    return self.error("an initialiser does not fit the object", value.span);
                }
                Ok(())
            }
        }
    }

    /// Makes a part zero that a later value replaces as a whole (C11 6.7.9p19).
    fn clear(&mut self, to: LValue, span: Span, filling: &mut Filling) {
        if self.is_scalar(to.ty.ty) {
            let zero = self.zero(to.ty.ty);
            return self.put(to, zero, span, filling);
        }
        let size = self.program.types.size_of(to.ty.ty).unwrap_or(0);
        if size > LONGEST_RANGE {
            return self.unsupported("an initialiser that replaces a large part of another", span);
        }
        // All members of a union: they need not have one size.
        let members = match self.program.types.get(to.ty.ty) {
            Type::Record(id) => self.program.types.records[*id].fields.as_ref().map_or(0, Vec::len) as u64,
            _ => self.children(to.ty.ty).unwrap_or(0),
        };
        cairn_base::deep(|| {
            for index in 0..members {
                let child = self.child(to, index);
                self.clear(child, span, filling);
            }
        });
    }

    /// Forgets what was to be assigned to a part later: another value replaces it.
    fn forget_deferred(&mut self, to: LValue, span: Span, filling: &mut Filling) {
        let Some(deferred) = &mut filling.deferred else { return };
        let at = self.offset_of(to.place);
        if at.is_none() || deferred.iter().any(|(part, _)| self.offset_of(part.place).is_none()) {
            return self.unsupported("an initialiser that replaces another one", span);
        }
        deferred.retain(|(part, _)| self.offset_of(part.place) != at);
    }

    /// True when an expression initialises a record as a whole.
    fn is_whole(&mut self, ty: TypeId, value: &SyntaxExpr) -> Res<bool> {
        match &strip(value).kind {
            SyntaxExprKind::Int { .. }
            | SyntaxExprKind::Float(..)
            | SyntaxExprKind::Char(..)
            | SyntaxExprKind::String(..) => Ok(false),
            SyntaxExprKind::Unary(crate::ast::PrefixOperator::AddressOf, _) => Ok(false),
            SyntaxExprKind::CompoundLiteral(name, _) if self.is_array(ty) => {
                let of = self.unevaluated(|this| this.type_name_of(name))?;
                Ok(self.is_array(of.ty))
            }
            _ if !self.is_record(ty) => Ok(false),
            _ => {
                let operand = self.unevaluated(|this| this.operand(value))?;
                let of = self.operand_type(operand).ty;
                Ok(self.compatible(of, ty))
            }
        }
    }
}
