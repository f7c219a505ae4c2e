//! Formatted input: as many conversions as the result says write any value, each through its pointer and of its width.

use super::Scan;
use super::call::LibraryCall;
use super::format::{self, Length, Number, Part};
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::FloatKind;
use cairn_ir::{BinaryOp, ExprId, NondetSource, Op};

impl Lower<'_> {
    pub(super) fn scan_input(&mut self, scan: Scan, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { name, ty, span, want, .. } = *call;
        let args = &call.args[..];
        let Some(format) = args.get(scan.format).copied() else {
            return self.bad_arguments(call);
        };
        let source = match scan.determined {
            true => NondetSource::Unmodelled(name.into()),
            false => NondetSource::Undefined(name.into()),
        };
        let parts = self.literal_text(format).and_then(|text| format::parse(&text, true));
        let targets: Vec<ExprId> = args.get(scan.format + 1..).unwrap_or(&[]).to_vec();
        let targets: Vec<ExprId> = targets.into_iter().map(|arg| self.save(arg, span)).collect();
        if let Some(parts) = &parts
            && !scan.list
            && !scan.wide
        {
            self.scanned(parts, &targets, span);
        }
        let variadic_unseen = args.len() == ty.params.len() && parts.is_none();
        if scan.list || scan.wide || variadic_unseen {
            self.unsupported(format!("what '{name}' writes"), span);
            return self.deliver_phantom(Operand::Void, ty.result, span, want);
        }
        self.disturb_errno(NondetSource::Undefined(name.into()), span);
        let int = self.basic.int;
        let conversions = match &parts {
            Some(parts) => parts.iter().filter(|part| writes(part, false)).count(),
            None => targets.len(),
        };
        let most = i128::try_from(conversions).unwrap_or(0);
        let count = self.any_in(int, Some(-1), Some(most), source.clone(), span)?;
        match parts {
            Some(parts) => {
                let mut targets = targets.into_iter();
                let mut done = 0;
                for part in parts.iter().filter(|part| writes(part, true)) {
                    let Part::Conversion { width, length, letter, .. } = *part else { continue };
                    let Some(to) = targets.next().filter(|to| self.is_pointer(self.type_of(*to))) else {
                        return self.bad_arguments(call);
                    };
                    let reached = if letter == b'n' {
                        self.any_of(self.basic.bool_, source.clone(), span)
                    } else {
                        let position = self.int_constant(done, int);
                        done += 1;
                        self.binary(BinaryOp::Gt, count, position, int)
                    };
                    let (yes, end) = (self.node(), self.node());
                    self.branch(reached, yes, end, span);
                    self.resume(yes);
                    if !self.scan_into(to, width, length, letter, &source, span)? {
                        self.unsupported(format!("what '{name}' writes"), span);
                    }
                    self.jump(end, span);
                    self.resume(end);
                }
            }
            // Of a format that is not known, the types of the arguments say what it may write, but for text.
            None => {
                for to in targets {
                    let pointee = self.program.types.pointee(self.type_of(to));
                    let Some(pointee) = pointee.filter(|ty| self.is_scalar(*ty) && !self.is_text(*ty)) else {
                        self.unsupported(format!("what '{name}' writes by an unknown format"), span);
                        return self.deliver_phantom(Operand::Void, ty.result, span, want);
                    };
                    let place = self.deref(to, span)?.place;
                    let written = self.any_of(self.basic.bool_, source.clone(), span);
                    let (yes, end) = (self.node(), self.node());
                    self.branch(written, yes, end, span);
                    self.resume(yes);
                    debug_assert!(self.is_scalar(pointee));
                    self.emit(Op::Havoc { place, source: source.clone() }, span);
                    self.jump(end, span);
                    self.resume(end);
                }
            }
        }
        self.deliver_as(count, ty.result, span, want)
    }

    fn is_text(&self, ty: cairn_ir::TypeId) -> bool {
        self.int_kind(ty).is_some_and(|kind| kind.bits(self.model()) == 8)
    }

    /// Writes what one conversion finds; false when that is not modelled.
    fn scan_into(
        &mut self,
        to: ExprId,
        width: Number,
        length: Length,
        letter: u8,
        source: &NondetSource,
        span: Span,
    ) -> Res<bool> {
        let width = match width {
            Number::Fixed(width) => Some(i128::from(width)),
            _ => None,
        };
        let size_t = self.basic.size_t;
        let ty = match letter {
            b'd' | b'i' | b'n' => self.integer_of(length, true),
            b'o' | b'u' | b'x' | b'X' => self.integer_of(length, false),
            b'p' => self.basic.void_ptr,
            b'c' if length == Length::None => {
                let bytes = self.int_constant(width.unwrap_or(1), size_t);
                return self.fill_bytes(to, bytes, source.clone(), span);
            }
            b's' | b'[' if length == Length::None => {
                let most = self.int_constant(width.unwrap_or(-1), size_t);
                let determined = matches!(source, NondetSource::Unmodelled(_));
                let determined = self.int_constant(i128::from(determined), self.basic.int);
                let to = self.cast(to, self.basic.char_ptr);
                let word = self.int_constant(i128::from(letter == b's'), self.basic.int);
                self.prelude_call("__cairn_scan_text", "v:Szii", vec![to, most, word, determined], span)?;
                return Ok(true);
            }
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                let kind = match length {
                    Length::None => FloatKind::Float,
                    Length::LongDouble => FloatKind::LongDouble,
                    _ => FloatKind::Double,
                };
                self.program.types.float(kind)
            }
            _ => return Ok(false),
        };
        let pointer = self.program.types.pointer(ty);
        let to = self.cast(to, pointer);
        let place = self.deref(to, span)?.place;
        if letter == b'n' {
            let value = self.any_in(ty, Some(0), None, source.clone(), span)?;
            self.store(place, value, span);
        } else {
            self.emit(Op::Havoc { place, source: source.clone() }, span);
        }
        Ok(true)
    }
}

/// Whether a part takes an argument, `%n` among them or not.
fn writes(part: &Part, counter: bool) -> bool {
    matches!(part, Part::Conversion { width, letter, .. } if *width != Number::Star && (counter || *letter != b'n'))
}
