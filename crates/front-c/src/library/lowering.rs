//! What a call of a known function becomes, its arguments being evaluated.

use super::object_size::ObjectSize;
use super::{Action, Known, requirement};
use crate::ast::Symbol;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::types::FunctionType;
use cairn_ir::{ExprId, FunctionId, NondetSource, Op, TypeId};

impl Lower<'_> {
    /// A known function without a body, with arguments of the types of `ty`.
    #[allow(clippy::too_many_arguments)]
    pub fn known_function(
        &mut self,
        known: &Known,
        name: &str,
        symbol: Symbol,
        function: Option<FunctionId>,
        ty: &FunctionType,
        args: Vec<ExprId>,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        self.mark_call(name, span);
        self.requirements(known.signature, &args, span);
        if requirement::opens(known.signature) && self.asks_here(Check::Resources) {
            let opened = self.meaning(known, name, symbol, function, ty, args, span, Want::Value)?;
            let opened = self.value(opened, span)?;
            let opened = self.save(opened, span);
            self.opened(opened, span);
            return self.deliver_as(opened, ty.result, span, want);
        }
        self.meaning(known, name, symbol, function, ty, args, span, want)
    }

    /// What a known function does, of whose arguments all that it requires holds.
    #[allow(clippy::too_many_arguments)]
    fn meaning(
        &mut self,
        known: &Known,
        name: &str,
        symbol: Symbol,
        function: Option<FunctionId>,
        ty: &FunctionType,
        args: Vec<ExprId>,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        // The condition of an assumption is used as it is, and so are the arguments of a function of Cairn's own.
        if !matches!(known.action, Action::Assert | Action::Assume | Action::Error | Action::Prelude) {
            self.evaluated(&args, true, span);
        }
        if let Some(answered) = self.in_hosted_run(known, name, ty, &args, span, want)? {
            return Ok(answered);
        }
        match known.action {
            Action::Error => {
                let function = function.unwrap_or_else(|| self.extern_function(symbol, ty, span));
                self.halting_body(function, span);
                let result = self.call_function(function, args, span, Want::Nothing)?;
                // Its result, if it is declared to have one, is never seen.
                self.deliver_phantom(result, ty.result, span, want)
            }
            Action::Prelude => {
                let function = function.unwrap_or_else(|| self.extern_function(symbol, ty, span));
                if self.quiet == 0 {
                    let plain = super::prelude_name(name).to_string();
                    let plain_symbol = self.symbols.intern(&plain);
                    let target = if plain == name { function } else { self.extern_function(plain_symbol, ty, span) };
                    self.demanded.insert(plain_symbol);
                    self.defined.insert(plain_symbol);
                    return self.call_function(target, args, span, want);
                }
                self.call_function(function, args, span, want)
            }
            Action::Nondet => self.any_value(ty.result, NondetSource::Verifier(name.into()), span, want),
            Action::Halt => {
                if name == "__builtin_unreachable" && self.asks_here(Check::Builtin) {
                    self.emit(Op::mark_check(Check::Builtin), span);
                }
                self.stop(Op::Halt, span);
                self.deliver_phantom(Operand::Void, ty.result, span, want)
            }
            Action::Unsupported => {
                self.unsupported(format!("a call of '{name}'"), span);
                self.deliver_phantom(Operand::Void, ty.result, span, want)
            }
            Action::Assert | Action::Assume => {
                let Some(cond) = args.first() else { return self.bad_arguments(name, ty.result, span, want) };
                if known.action == Action::Assume {
                    self.emit(Op::Assume { cond: *cond, truth: true }, span);
                } else {
                    self.assert_call(*cond, span)?;
                }
                self.deliver_phantom(Operand::Void, ty.result, span, want)
            }
            Action::Effect(effect) => self.effect(&effect, name, ty, &args, span, want),
            Action::Print(print) => self.print(print, name, ty, &args, span, want),
            Action::Scan(scan) => self.scan_input(scan, name, ty, &args, span, want),
            Action::Exit { quick } => {
                self.end_program(quick, args.first().copied(), span)?;
                self.deliver_phantom(Operand::Void, ty.result, span, want)
            }
            Action::ErrnoLocation => self.errno_location(ty.result, span, want),
            Action::SetErrno => {
                if let Some(value) = args.first() {
                    let value = self.cast(*value, self.basic.int);
                    self.set_errno(value, span);
                }
                Ok(Operand::Void)
            }
            Action::PreludeAny { determined } => {
                let source = self.prelude_source(determined);
                self.any_value(ty.result, source, span, want)
            }
            Action::PreludeFill => match args[..] {
                [to, bytes] => {
                    let source = self.prelude_source(false);
                    self.fill_bytes(to, bytes, source, span)?;
                    Ok(Operand::Void)
                }
                _ => self.bad_arguments(name, ty.result, span, want),
            },
            Action::PreludeUnspecified => {
                self.unspecified_calls(span);
                Ok(Operand::Void)
            }
            Action::PreludeKeepsMemory => {
                self.keeps_memory(span);
                Ok(Operand::Void)
            }
            Action::PreludeOverlaps => match args[..] {
                [a, b, bytes] => {
                    let answer = self.overlaps(a, b, bytes, span);
                    self.deliver_as(answer, ty.result, span, want)
                }
                _ => self.bad_arguments(name, ty.result, span, want),
            },
            Action::PreludeUnsupported => {
                let text = args.first().and_then(|text| self.literal_text(*text)).unwrap_or_default();
                let text = String::from_utf8_lossy(&text).into_owned();
                self.emit(Op::mark_doubt(&text), span);
                self.unsupported(text, span);
                Ok(Operand::Void)
            }
            Action::Handler => {
                let handler = args.get(1).and_then(|handler| self.constant_value(*handler));
                if handler.is_none_or(|handler| !matches!(handler.0 as i32, -1..=1)) {
                    self.unsupported(format!("a handler of signals, set by '{name}'"), span);
                    return self.deliver_phantom(Operand::Void, ty.result, span, want);
                }
                self.disturb_errno(NondetSource::Undefined(name.into()), span);
                self.any_value(ty.result, NondetSource::Undefined(name.into()), span, want)
            }
            Action::OnlyZero(position) => {
                let zero = args.get(position).and_then(|arg| self.constant_value(*arg)).is_some_and(|v| v.is_zero());
                if !zero {
                    self.unsupported(format!("what '{name}' does with its argument {}", position + 1), span);
                    return self.deliver_phantom(Operand::Void, ty.result, span, want);
                }
                self.disturb_errno(NondetSource::Undefined(name.into()), span);
                self.any_value(ty.result, NondetSource::Undefined(name.into()), span, want)
            }
            Action::OnlyNumbers => {
                // A number of the width of a pointer may be one.
                let pointer = args.iter().skip(2).any(|arg| {
                    let ty = self.type_of(*arg);
                    let bits = self.int_kind(ty).map_or(u32::MAX, |kind| kind.bits(self.model()));
                    bits >= self.model().pointer_bits() && self.constant_value(*arg).is_none()
                });
                if pointer || (ty.variadic && args.len() == ty.params.len() && self.fun.name.is_none()) {
                    self.unsupported(format!("what '{name}' does with a pointer"), span);
                    return self.deliver_phantom(Operand::Void, ty.result, span, want);
                }
                self.disturb_errno(NondetSource::Undefined(name.into()), span);
                if want == Want::Nothing || ty.result == self.basic.void {
                    return Ok(Operand::Void);
                }
                self.any_value(ty.result, NondetSource::Undefined(name.into()), span, want)
            }
            Action::RoundingMode => {
                if args.first().and_then(|mode| self.constant_integer(*mode)) != Some(0) {
                    self.unsupported("a rounding mode other than to the nearest", span);
                    return self.deliver_phantom(Operand::Void, ty.result, span, want);
                }
                let zero = self.int_constant(0, self.basic.int);
                self.deliver_as(zero, ty.result, span, want)
            }
            // The result of a function that has none, where it is declared to have one, is whatever was there.
            Action::Nothing if ty.result != self.basic.void => {
                self.any_value(ty.result, NondetSource::Unmodelled(name.into()), span, want)
            }
            Action::Nothing => Ok(Operand::Void),
            Action::First => match args.first() {
                Some(first) => self.deliver_as(*first, ty.result, span, want),
                None => self.bad_arguments(name, ty.result, span, want),
            },
            Action::Number(number) => {
                let value = self.int_constant(i128::from(number), self.basic.int);
                self.deliver_as(value, ty.result, span, want)
            }
            Action::ObjectSize => {
                let kind = args.get(1).and_then(|kind| self.constant_integer(*kind)).unwrap_or(0);
                let Some(pointer) = args.first() else { return self.bad_arguments(name, ty.result, span, want) };
                match self.object_size(*pointer, kind, name.contains("dynamic")) {
                    ObjectSize::Bytes(bytes) => {
                        let value = self.int_constant(bytes, self.basic.size_t);
                        self.deliver_as(value, ty.result, span, want)
                    }
                    ObjectSize::Open => self.any_value(ty.result, NondetSource::Unmodelled(name.into()), span, want),
                }
            }
            Action::KernelAlloc { .. }
            | Action::Malloc
            | Action::Calloc
            | Action::Realloc
            | Action::Alloca
            | Action::AlignedAlloc
            | Action::PageAlloc
            | Action::MemAlign => self.allocation(known.action, name, ty, &args, span, want),
            Action::Free | Action::MemCopy | Action::MemSet | Action::MemZero => {
                self.memory_function(known.action, name, ty, &args, span, want)
            }
            Action::Unary(_)
            | Action::Binary(_)
            | Action::RoundTo(_)
            | Action::InfSign
            | Action::Unordered
            | Action::LessGreater
            | Action::Infinity
            | Action::Nan => {
                let args = self.domain_errors(known.action, args, span);
                let value = self.float_function(known.action, ty, &args)?;
                match value {
                    Some(value) => {
                        let to = if ty.prototype { ty.result } else { self.type_of(value) };
                        self.deliver_as(value, to, span, want)
                    }
                    None => self.bad_arguments(name, ty.result, span, want),
                }
            }
            Action::ByteSwap
            | Action::CountLeading
            | Action::CountTrailing
            | Action::PopCount
            | Action::Parity
            | Action::FindFirst => match args.first() {
                Some(x) => {
                    let value = self.bit_function(known.action, *x);
                    self.deliver_as(value, ty.result, span, want)
                }
                None => self.bad_arguments(name, ty.result, span, want),
            },
            Action::Overflow(op, predicate) => match args[..] {
                [a, b, to] => {
                    let operand = self.checked_arithmetic(op, predicate, ty, a, b, to, span)?;
                    self.deliver(operand, span, want)
                }
                _ => self.bad_arguments(name, self.basic.bool_, span, want),
            },
            Action::Atomic(atomic) => {
                let operand = self.atomic(atomic, name, &args, span)?;
                self.deliver(operand, span, want)
            }
            // A builtin whose address is taken, or which is called through another name.
            Action::Special(_) => {
                self.unsupported(format!("a call of '{name}' through a pointer"), span);
                self.deliver_phantom(Operand::Void, ty.result, span, want)
            }
        }
    }

    /// A declaration of a known function that does not fit what it does.
    pub fn bad_arguments(&mut self, name: &str, ty: TypeId, span: Span, want: Want) -> Res<Operand> {
        self.unsupported(format!("a call of '{name}' with other arguments than it has"), span);
        self.deliver_phantom(Operand::Void, ty, span, want)
    }

    /// Where a value of the prelude's comes from: the function that asks for it.
    fn prelude_source(&self, determined: bool) -> NondetSource {
        let function = &self.program.functions[self.fun.id].name;
        let name = function.strip_prefix(super::OWN).unwrap_or(function).to_string();
        if determined { NondetSource::Unmodelled(name) } else { NondetSource::Undefined(name) }
    }

    /// Converts a result to its declared type and delivers it.
    pub fn deliver_as(&mut self, value: ExprId, ty: TypeId, span: Span, want: Want) -> Res<Operand> {
        if ty == self.basic.void {
            return Ok(Operand::Void);
        }
        let value = self.convert(value, ty, span)?;
        self.deliver(Operand::Value(value), span, want)
    }

    /// A result that is never seen, or void.
    pub fn deliver_phantom(&mut self, operand: Operand, ty: TypeId, span: Span, want: Want) -> Res<Operand> {
        if operand != Operand::Void && ty != self.basic.void {
            return self.deliver(operand, span, want);
        }
        match want {
            Want::Nothing => Ok(Operand::Void),
            // Behind an end of the program, `x = exit(1)` is of no consequence.
            Want::Into(to) if ty != self.basic.void => {
                let operand = self.phantom(to.ty.ty, span);
                self.deliver(operand, span, want)
            }
            _ if ty == self.basic.void => Ok(Operand::Void),
            _ => Ok(self.phantom(ty, span)),
        }
    }

    /// `assert(cond)` where the header is missing.
    fn assert_call(&mut self, cond: ExprId, span: Span) -> Res<()> {
        let (pass, fail) = (self.node(), self.node());
        self.branch(cond, pass, fail, span);
        self.resume(fail);
        let symbol = self.symbols.intern("__assert_fail");
        if let Some(known) = super::lookup("__assert_fail") {
            let ty = self.known_type(&known, None);
            let function = self.extern_function(symbol, &ty, span);
            self.halting_body(function, span);
            let declared = self.function_type(self.program.functions[function].ty);
            let args = declared.params.iter().map(|ty| self.zero(*ty)).collect();
            self.call_function(function, args, span, Want::Nothing)?;
        }
        self.jump(pass, span);
        self.resume(pass);
        Ok(())
    }

    /// A known function that is named without a declaration, other than in a call.
    pub fn implicit_builtin(&mut self, name: Symbol, span: Span) -> Option<FunctionId> {
        let text = self.text(name).to_string();
        let known = super::lookup(&text).filter(|_| text.starts_with("__builtin_"))?;
        let ty = self.known_type(&known, None);
        Some(self.extern_function(name, &ty, span))
    }
}
