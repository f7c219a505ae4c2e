//! Formatted output. What goes outside is not seen but for its length and `%n`; what goes to memory is written by the
//! prelude, directive by directive: exact for integers, characters and strings, any text for the rest.

use super::call::LibraryCall;
use super::format::{self, Length, Number, Part};
use super::{Action, Known, Print, Sink};
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::{BinaryOp, ExprId, ExprKind, NondetSource, Op};

impl Lower<'_> {
    pub(super) fn print(&mut self, print: Print, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { name, ty, span, want, .. } = *call;
        let args = &call.args[..];
        let Some(format) = args.get(print.format).copied() else {
            return self.bad_arguments(call);
        };
        let outside = print.sink == Sink::Outside;
        // An argument may be read from what an earlier directive writes.
        let args: Vec<ExprId> = args.iter().map(|arg| if outside { *arg } else { self.save(*arg, span) }).collect();
        let text = self.literal_text(format);
        let parts = text.and_then(|text| format::parse(&text, false));
        let counts = |parts: &[Part]| parts.iter().any(|p| matches!(p, Part::Conversion { letter: b'n', .. }));
        match &parts {
            Some(parts) if counts(parts) && (print.list || print.wide) => {
                self.unsupported(format!("'%n' in the format of '{name}'"), span);
                return self.deliver_phantom(Operand::Void, ty.result, span, want);
            }
            Some(_) => {}
            None => {
                let passed = if print.list { &[][..] } else { args.get(print.format + 1..).unwrap_or(&[]) };
                if passed.iter().any(|arg| self.is_counter(*arg)) {
                    self.unsupported(format!("'{name}' by an unknown format, which may write (%n)"), span);
                    return self.deliver_phantom(Operand::Void, ty.result, span, want);
                }
                if (print.list || args.len() == ty.params.len()) && !self.dead() {
                    let edge = cairn_base::id::Id::from_index(self.program.edges.len());
                    self.emit(Op::Skip, span);
                    self.environment.lists_by_unknown_formats.push(edge);
                }
            }
        }
        let known = parts.clone().filter(|_| !print.list && !print.wide);
        let values = args.get(print.format + 1..).unwrap_or(&[]).to_vec();
        if let Some(parts) = &known {
            self.formatted(parts, &values, outside, span)?;
        } else if !parts.as_ref().is_some_and(|parts| !print.wide && !parts.iter().any(Part::is_text)) {
            self.reads_some(&values, print.list, span)?;
        }
        if outside {
            let needed = want != Want::Nothing && ty.result != self.basic.void;
            let length = match known.filter(|parts| needed || counts(parts)) {
                Some(parts) => {
                    let values: Vec<ExprId> = values.iter().map(|value| self.save(*value, span)).collect();
                    let null = self.zero(self.basic.char_ptr);
                    let none = self.zero(self.basic.size_t);
                    self.directives(&parts, null, none, &values, name, span)?
                }
                None => None,
            };
            self.disturb_errno(NondetSource::Undefined(name.into()), span);
            if !needed {
                return Ok(Operand::Void);
            }
            // That it fails is a matter of the environment; the length of the text is not, though it may not be known here.
            let fails = self.any_of(self.basic.bool_, NondetSource::Undefined(name.into()), span);
            let length = match length {
                Some(length) => self.cast(length, self.basic.int),
                None => {
                    let source = NondetSource::Unmodelled(format!("the length of the text of '{name}'"));
                    self.any_in(self.basic.int, Some(0), None, source, span)?
                }
            };
            let minus = self.int_constant(-1, self.basic.int);
            let value = self.choose(fails, minus, length);
            return self.deliver_as(value, ty.result, span, want);
        }
        let length = self.print_to_memory(print, known.as_deref(), &args, &values, name, span)?;
        match length {
            Some(length) => {
                let length = self.cast(length, self.basic.int);
                self.deliver_as(length, ty.result, span, want)
            }
            None => self.bad_arguments(call),
        }
    }

    fn print_to_memory(
        &mut self,
        print: Print,
        parts: Option<&[Part]>,
        args: &[ExprId],
        values: &[ExprId],
        name: &str,
        span: Span,
    ) -> Res<Option<ExprId>> {
        let size_t = self.basic.size_t;
        let argument = |position: usize| args.get(position).copied();
        let unlimited = self.int_constant(-1, size_t);
        let (to, limit) = match print.sink {
            Sink::Memory(to) => (argument(to), Some(unlimited)),
            Sink::Limited(to, limit) => (argument(to), argument(limit)),
            Sink::Allocated(_) | Sink::Outside => {
                let null = self.zero(self.basic.char_ptr);
                let none = self.zero(size_t);
                (Some(null), Some(none))
            }
        };
        let (Some(to), Some(limit)) = (to, limit) else { return Ok(None) };
        let to = self.cast(to, self.basic.char_ptr);
        let limit = self.cast(limit, size_t);
        if print.wide {
            self.unsupported(format!("'{name}'"), span);
            return Ok(Some(self.zero(self.basic.int)));
        }
        let Some(parts) = parts else {
            let asked = if let Sink::Allocated(at) = print.sink { argument(at) } else { None };
            if let Some(at) = asked {
                let at = self.cast(at, self.basic.void_ptr);
                return self.prelude_call("__cairn_print_allocated", "i:p", vec![at], span).map(Some);
            }
            return self.prelude_call("__cairn_print_any", "i:Sz", vec![to, limit], span).map(Some);
        };
        let Some(mut length) = self.directives(parts, to, limit, values, name, span)? else { return Ok(None) };
        if let Sink::Allocated(at) = print.sink {
            let Some(at) = argument(at) else { return Ok(None) };
            let one = self.int_constant(1, size_t);
            let size = self.binary(BinaryOp::Add, length, one, size_t);
            let at = self.cast(at, self.basic.void_ptr);
            let text = self.prelude_call("__cairn_print_into", "S:pz", vec![at, size], span)?;
            let result = self.temp(size_t, span);
            let result = self.var_place(result);
            self.store(result, unlimited, span);
            let (there, end) = (self.node(), self.node());
            // Without room for it the answer is -1.
            self.branch(text, there, end, span);
            self.resume(there);
            let Some(again) = self.directives(parts, text, unlimited, values, name, span)? else { return Ok(None) };
            self.prelude_call("__cairn_put_end", "v:Szz", vec![text, unlimited, again], span)?;
            self.store(result, again, span);
            self.jump(end, span);
            self.resume(end);
            length = self.load(result);
        } else {
            self.prelude_call("__cairn_put_end", "v:Szz", vec![to, limit, length], span)?;
        }
        Ok(Some(length))
    }

    /// Writes the parts of a format; the number of characters. `None` when the arguments do not fit.
    fn directives(
        &mut self,
        parts: &[Part],
        to: ExprId,
        limit: ExprId,
        values: &[ExprId],
        name: &str,
        span: Span,
    ) -> Res<Option<ExprId>> {
        let int = self.basic.int;
        let mut at = self.zero(self.basic.size_t);
        let mut values = values.iter().copied();
        for part in parts {
            let (flags, width, precision, length, letter) = match part {
                Part::Text(text) => {
                    at = self.put_literal(text, to, limit, at, span)?;
                    continue;
                }
                Part::Conversion { flags, width, precision, length, letter } => {
                    (flags, *width, *precision, *length, *letter)
                }
            };
            let mut number = |this: &mut Self| match (width, precision) {
                (Number::Star, _) | (_, Number::Star) => {
                    let mut next = || values.next().filter(|value| this.is_integer(this.type_of(*value)));
                    let wide = if width == Number::Star { next() } else { None };
                    let exact = if precision == Number::Star { next() } else { None };
                    (wide, exact)
                }
                _ => (None, None),
            };
            let (wide, exact) = number(self);
            let mut fixed = |number: Number, given: Option<ExprId>, none: i128| match (number, given) {
                (Number::Fixed(n), _) => Some(self.int_constant(i128::from(n), int)),
                (Number::None, _) => Some(self.int_constant(none, int)),
                (Number::Star, given) => given.map(|value| self.cast(value, int)),
            };
            let (Some(width), Some(precision)) = (fixed(width, wide, 0), fixed(precision, exact, -1)) else {
                return Ok(None);
            };
            if letter == b'm' {
                at = self.unknown_text(to, limit, at, width, span)?;
                continue;
            }
            let Some(value) = values.next().filter(|value| self.is_scalar(self.type_of(*value))) else {
                return Ok(None);
            };
            let bit = |flag: u8, bit: i128| if flags.contains(&flag) { bit } else { 0 };
            let style = bit(b'-', 1) | bit(b'+', 2) | bit(b' ', 4) | bit(b'#', 8) | bit(b'0', 16);
            let style = style | if letter == b'X' { 32 } else { 0 };
            let style = self.int_constant(style, int);
            let given = self.type_of(value);
            at = match letter {
                b'n' => {
                    if !self.is_pointer(given) {
                        return Ok(None);
                    }
                    self.store_count(value, length, at, span)?
                }
                b'd' | b'i' | b'u' | b'o' | b'x' | b'X' if self.is_integer(given) && !flags.contains(&b'\'') => {
                    let [magnitude, sign, base] = self.digits(value, length, letter);
                    let args = vec![to, limit, at, magnitude, sign, base, style, width, precision];
                    self.prelude_call("__cairn_put_integer", "z:SzzQiiiii", args, span)?
                }
                b'c' if length == Length::None && self.is_integer(given) => {
                    let value = self.cast(value, int);
                    let args = vec![to, limit, at, value, style, width];
                    self.prelude_call("__cairn_put_character", "z:Szziii", args, span)?
                }
                b's' if length == Length::None && self.is_pointer(given) => {
                    let value = self.cast(value, self.basic.char_ptr);
                    let args = vec![to, limit, at, value, style, width, precision];
                    self.prelude_call("__cairn_put_string", "z:Szzsiii", args, span)?
                }
                b'd' | b'i' | b'u' | b'o' | b'x' | b'X' if !self.is_integer(given) && !self.is_pointer(given) => {
                    self.unsupported(format!("an argument of '{name}' that does not fit its format"), span);
                    at
                }
                _ => self.unknown_text(to, limit, at, width, span)?,
            };
        }
        Ok(Some(at))
    }

    /// Writes a piece of the format itself; the number of characters until then.
    fn put_literal(&mut self, text: &[u8], to: ExprId, limit: ExprId, at: ExprId, span: Span) -> Res<ExprId> {
        let size_t = self.basic.size_t;
        let count = self.int_constant(text.len() as i128, size_t);
        if self.is_zero(limit) {
            return Ok(self.binary(BinaryOp::Add, at, count, size_t));
        }
        let mut bytes = text.to_vec();
        bytes.push(0);
        let literal = self.literal_bytes(bytes, self.basic.char_, span);
        let literal = self.var_lvalue(literal);
        let literal = self.decay(literal);
        self.prelude_call("__cairn_put_text", "z:Szzsz", vec![to, limit, at, literal, count], span)
    }

    /// `%n`: stores the number of characters until here.
    fn store_count(&mut self, pointer: ExprId, length: Length, at: ExprId, span: Span) -> Res<ExprId> {
        let ty = self.integer_of(length, true);
        let to = self.program.types.pointer(ty);
        let pointer = self.cast(pointer, to);
        let counter = self.deref(pointer, span)?;
        let count = self.save(at, span);
        let count_as = self.cast(count, ty);
        self.store(counter.place, count_as, span);
        Ok(count)
    }

    /// The magnitude of an integer, its sign and the base that a conversion writes it in.
    fn digits(&mut self, value: ExprId, length: Length, letter: u8) -> [ExprId; 3] {
        let int = self.basic.int;
        let signed = matches!(letter, b'd' | b'i');
        let ty = self.integer_of(length, signed);
        let value = self.cast(value, ty);
        let most = self.integer_of(Length::Max, false);
        let zero = self.zero(ty);
        let negative = self.binary(BinaryOp::Lt, value, zero, int);
        let wide = self.cast(value, most);
        let opposite = self.unary(cairn_ir::UnaryOp::Neg, wide, most);
        let magnitude = if signed { self.choose(negative, opposite, wide) } else { wide };
        let base = match letter {
            b'o' => 8,
            b'x' | b'X' => 16,
            _ => 10,
        };
        let base = self.int_constant(base, int);
        // Signs are of signed conversions only.
        let sign = if signed { negative } else { self.int_constant(-1, int) };
        [magnitude, sign, base]
    }

    fn unknown_text(&mut self, to: ExprId, limit: ExprId, at: ExprId, width: ExprId, span: Span) -> Res<ExprId> {
        self.prelude_call("__cairn_put_unknown", "z:Szzi", vec![to, limit, at, width], span)
    }

    fn is_zero(&self, value: ExprId) -> bool {
        matches!(self.program.exprs[value].kind, ExprKind::Constant(0))
    }

    /// Calls a function of the prelude; its result.
    pub(super) fn prelude_call(
        &mut self,
        name: &str,
        signature: &'static str,
        args: Vec<ExprId>,
        span: Span,
    ) -> Res<ExprId> {
        let known = Known { signature, action: Action::Prelude };
        let ty = self.known_type(&known, None);
        let mut fitted = Vec::with_capacity(args.len());
        for (arg, param) in args.into_iter().zip(&ty.params) {
            fitted.push(self.cast(arg, *param));
        }
        let symbol = self.symbols.intern(name);
        let want = if ty.result == self.basic.void { Want::Nothing } else { Want::Value };
        let call = LibraryCall { known: &known, name, symbol, function: None, ty: &ty, args: fitted, span, want };
        let result = self.known_function(&call)?;
        match result {
            Operand::Void => Ok(self.zero(self.basic.int)),
            other => self.value(other, span),
        }
    }
}
