//! Functions whose body is C of the prelude, and the primitives that only this C calls.

use super::call::LibraryCall;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_ir::external::AssignsFrame;
use cairn_ir::{ExprKind, NondetSource, Op, PlaceKind, VarId, VarKind};
use std::collections::BTreeSet;

impl Lower<'_> {
    /// Calls the body in the prelude, which is compiled when the program is whole.
    pub(super) fn prelude_body(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let LibraryCall { name, ty, span, want, .. } = *call;
        let function = call.function.unwrap_or_else(|| self.extern_function(call.symbol, ty, span));
        let args = call.args.clone();
        if self.quiet > 0 {
            return self.call_function(function, args, span, want);
        }
        let plain = super::prelude_name(name).to_string();
        let plain_symbol = self.symbols.intern(&plain);
        let target = if plain == name { function } else { self.extern_function(plain_symbol, ty, span) };
        self.demanded.insert(plain_symbol);
        self.defined.insert(plain_symbol);
        self.call_function(target, args, span, want)
    }

    /// Where a value of the prelude's comes from: the function that asks for it.
    fn prelude_source(&self, determined: bool) -> NondetSource {
        let function = &self.program.functions[self.fun.id].name;
        let name = function.strip_prefix(super::OWN).unwrap_or(function).to_string();
        if determined { NondetSource::Unmodelled(name) } else { NondetSource::Undefined(name) }
    }

    pub(super) fn prelude_set_errno(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        if let Some(value) = call.args.first() {
            let value = self.cast(*value, self.basic.int);
            self.set_errno(value, call.span);
        }
        Ok(Operand::Void)
    }

    pub(super) fn prelude_any(&mut self, determined: bool, call: &LibraryCall<'_>) -> Res<Operand> {
        let source = self.prelude_source(determined);
        self.any_result(source, call)
    }

    pub(super) fn prelude_fill(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [to, bytes] = call.args[..] else { return self.bad_arguments(call) };
        let source = self.prelude_source(false);
        self.fill_bytes(to, bytes, source, call.span)?;
        Ok(Operand::Void)
    }

    pub(super) fn prelude_unspecified(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        self.unspecified_calls(call.span);
        Ok(Operand::Void)
    }

    pub(super) fn prelude_keeps_memory(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [object] = call.args[..] else { return self.bad_arguments(call) };
        self.keeps_memory(call.span);
        let object = self.cast(object, self.basic.void_ptr);
        self.note_kept(object, call.span);
        Ok(Operand::Void)
    }

    pub(super) fn prelude_overlaps(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [a, b, of_a, of_b] = call.args[..] else { return self.bad_arguments(call) };
        let answer = self.overlaps(a, b, [of_a, of_b], call.span);
        self.result(answer, call)
    }

    pub(super) fn prelude_access(&mut self, writes: bool, call: &LibraryCall<'_>) -> Res<Operand> {
        let [pointer, bytes] = call.args[..] else { return self.bad_arguments(call) };
        self.accessed(pointer, bytes, writes, call.span);
        Ok(Operand::Void)
    }

    pub(super) fn prelude_fits(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [pointer, bytes] = call.args[..] else { return self.bad_arguments(call) };
        let fits = self.fits(pointer, bytes, call.span);
        self.result(fits, call)
    }

    pub(super) fn prelude_asked(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [pointer] = call.args[..] else { return self.bad_arguments(call) };
        let none = self.zero(self.basic.size_t);
        self.accessed(pointer, none, false, call.span);
        Ok(Operand::Void)
    }

    /// Opens the frame of the function: whether it was open.
    pub(super) fn frame_enter(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let open = self.frame_of_function();
        let open = self.var_place(open);
        let value = self.load(open);
        let before = self.save(value, call.span);
        let one = self.int_constant(1, self.basic.int);
        self.store(open, one, call.span);
        self.result(before, call)
    }

    /// The frame is as it was before it was opened.
    pub(super) fn frame_leave(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [before] = call.args[..] else { return self.bad_arguments(call) };
        let open = self.frame_of_function();
        let open = self.var_place(open);
        self.store(open, before, call.span);
        Ok(Operand::Void)
    }

    /// Target of the frame: a static variable as a whole by its name, all else by its bytes, which are not watched.
    pub(super) fn frame_target(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let [mine, to, size] = call.args[..] else { return self.bad_arguments(call) };
        let mut at = to;
        while let ExprKind::Cast(of) = self.program.exprs[at].kind {
            at = of;
        }
        if let ExprKind::AddressOf(place) = self.program.exprs[at].kind
            && let PlaceKind::Var(var) = self.program.exprs[place].kind
        {
            self.frame_of_function();
            if let Some(frame) = self.program.outside.frames.get_mut(&self.fun.id) {
                frame.whole.insert(var);
            }
            return Ok(Operand::Void);
        }
        self.prelude_call("__cairn_frame_allows", "v:ipz", vec![mine, to, size], call.span)?;
        Ok(Operand::Void)
    }

    /// The variable that says whether the frame of the function is open.
    fn frame_of_function(&mut self) -> VarId {
        let function = self.fun.id;
        if let Some(frame) = self.program.outside.frames.get(&function) {
            return frame.open;
        }
        let name = format!("frame of {}", self.program.functions[function].name);
        let open = self.program.add_var(&name, self.basic.int, VarKind::Static, None);
        self.program.outside.frames.insert(function, AssignsFrame { open, whole: BTreeSet::new() });
        open
    }

    pub(super) fn prelude_unsupported(&mut self, call: &LibraryCall<'_>) -> Res<Operand> {
        let text = call.args.first().and_then(|text| self.literal_text(*text)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        self.emit(Op::mark_doubt(&text), call.span);
        self.unsupported(text, call.span);
        Ok(Operand::Void)
    }
}
