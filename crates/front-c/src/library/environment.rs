//! State of the C library: `errno`, and what runs when the program ends.
//!
//! Calls that may set `errno` do so in an object that exists only when the program can look at it; calls of `exit` run
//! the registered functions only when some are ever registered. Both are known when all units are lowered, so the edges
//! are made at once and taken away at the end.

use super::requirement::{IS_LEFT_OPEN, NOTE_OPEN};
use super::{Action, Known};
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_base::id::Id;
use cairn_ir::{EdgeId, ExprId, NondetSource, Op, PlaceId, Type, TypeId, VarId, VarKind};

/// Runs the functions of `atexit` and its kin, and what registers them.
const AT_EXIT: (&str, &[&str]) = ("__cairn_run_exit", &["atexit", "on_exit", "__cxa_atexit"]);
const AT_QUICK_EXIT: (&str, &[&str]) = ("__cairn_run_quick_exit", &["at_quick_exit"]);

/// So many bytes there are at most of a text that a later call writes again. One that is not written again may be longer.
pub(super) const KEPT_TEXT: u64 = 4096;

impl Lower<'_> {
    /// A variable of static storage that the program cannot name.
    pub(crate) fn hidden_static(&mut self, name: &str, ty: TypeId) -> VarId {
        let outer = std::mem::take(&mut self.outer);
        let var = self.variable(name.into(), ty, VarKind::Static, Span::NONE);
        self.outer = outer;
        self.program.vars[var].function = None;
        var
    }

    /// The variable of a use, made when it is first asked for.
    fn area(&mut self, known: impl Fn(&mut Self) -> &mut Option<VarId>, name: &str, ty: TypeId) -> PlaceId {
        let var = match *known(self) {
            Some(var) => var,
            None => {
                let var = self.hidden_static(name, ty);
                if self.quiet == 0 {
                    *known(self) = Some(var);
                    self.statics.push((var, true));
                }
                var
            }
        };
        self.var_place(var)
    }

    /// Address of where functions keep the object of a type that they answer, that the next call may write again (`localtime`).
    pub(super) fn kept_object(&mut self, of: TypeId) -> PlaceId {
        let ty = self.basic.void_ptr;
        self.area(|this| this.environment.areas.entry(of).or_default(), "<library's object>", ty)
    }

    /// Where functions keep a text that they answer, that the next call may write again (`strerror`).
    pub(super) fn kept_text(&mut self) -> PlaceId {
        let ty = self.program.types.array(self.basic.char_, Some(KEPT_TEXT));
        self.area(|this| &mut this.environment.text, "<library's text>", ty)
    }

    fn errno_variable(&mut self) -> VarId {
        if let Some(var) = self.environment.errno {
            return var;
        }
        let var = self.hidden_static("errno", self.basic.int);
        self.environment.errno = Some(var);
        var
    }

    pub(super) fn errno_place(&mut self) -> PlaceId {
        let var = self.errno_variable();
        self.var_place(var)
    }

    /// `errno` takes any value.
    pub(super) fn disturb_errno(&mut self, source: NondetSource, span: Span) {
        if self.quiet == 0 {
            let place = self.errno_place();
            self.emit(Op::Havoc { place, source }, span);
        }
    }

    pub(super) fn set_errno(&mut self, value: ExprId, span: Span) {
        let place = self.errno_place();
        self.store(place, value, span);
    }

    pub(super) fn errno_location(&mut self, ty: TypeId, span: Span, want: Want) -> Res<Operand> {
        let var = self.errno_variable();
        if self.quiet == 0 && !self.environment.errno_is_seen {
            self.environment.errno_is_seen = true;
            self.statics.push((var, true));
            self.program.outside.errno = Some(var);
        }
        let lvalue = self.var_lvalue(var);
        let address = self.address_of(lvalue, span)?;
        self.deliver_as(address, ty, span, want)
    }

    /// Ends the program as `exit` does, or `quick_exit`, which calls no destructors.
    pub fn end_program(&mut self, quick: bool, status: Option<ExprId>, span: Span) -> Res<()> {
        self.run_at_exit(quick, status, span)?;
        if !quick {
            self.run_destructors(span)?;
            self.nothing_left_open(span);
        }
        self.stop(Op::Halt, span);
        Ok(())
    }

    /// Runs what is registered for the end of the program.
    pub fn run_at_exit(&mut self, quick: bool, status: Option<ExprId>, span: Span) -> Res<()> {
        let (runs, registering) = if quick { AT_QUICK_EXIT } else { AT_EXIT };
        if registering.iter().all(|name| self.symbols.find(name).is_none()) {
            return Ok(());
        }
        let status = match status {
            Some(status) => self.convert(status, self.basic.int, span)?,
            None => self.zero(self.basic.int),
        };
        let known = Known { signature: "v:i", action: Action::Prelude };
        let ty = self.known_type(&known, None);
        let symbol = self.symbols.intern(runs);
        let function = self.extern_function(symbol, &ty, span);
        self.defined.insert(symbol);
        self.call_function(function, vec![status], span, Want::Nothing)?;
        Ok(())
    }

    /// Asks for the bodies of what runs at the end: what is registered for it, and whether a stream is left open.
    pub fn demand_exits(&mut self) {
        for (runs, registering) in [AT_EXIT, AT_QUICK_EXIT] {
            let registers = |name: &&str| self.symbols.find(name).is_some_and(|name| self.demanded.contains(&name));
            if registering.iter().any(registers) {
                let symbol = self.symbols.intern(runs);
                self.demanded.insert(symbol);
            }
        }
        if self.symbols.find(NOTE_OPEN).is_some_and(|name| self.demanded.contains(&name)) {
            let symbol = self.symbols.intern(IS_LEFT_OPEN);
            self.demanded.insert(symbol);
        }
    }

    /// Takes away what nobody can see, and refuses what only the whole program shows to be unsafe.
    pub fn settle_environment(&mut self) {
        self.settle_unspecified_calls();
        let unseen = match self.environment.errno {
            Some(var) if !self.environment.errno_is_seen => Some(self.var_place(var)),
            _ => None,
        };
        let lists = std::mem::take(&mut self.environment.lists_by_unknown_formats);
        if !lists.is_empty() && self.passes_counters() {
            for edge in lists {
                self.program.edges[edge].op =
                    Op::Unsupported("an unknown format, which may write through an argument (%n)".into());
            }
        }
        for index in 0..self.program.edges.len() {
            let edge = EdgeId::from_index(index);
            let drop = match &self.program.edges[edge].op {
                Op::Havoc { place, .. } | Op::Assign { place, .. } => Some(*place) == unseen,
                Op::Call(site) => self.program.calls[*site].callee.is_some_and(|callee| {
                    let function = &self.program.functions[callee];
                    function.body.is_none() && (function.name == AT_EXIT.0 || function.name == AT_QUICK_EXIT.0)
                }),
                _ => false,
            };
            if drop {
                self.program.edges[edge].op = Op::Skip;
            }
        }
    }

    /// True when some call passes a pointer to an integer where the callee takes it from a `va_list`.
    fn passes_counters(&self) -> bool {
        let types = &self.program.types;
        let named = |ty: TypeId, all: usize| match types.get(ty) {
            Type::Function(ty) if ty.variadic || !ty.prototype => ty.params.len(),
            _ => all,
        };
        self.program.edges.iter().any(|edge| {
            let (site, ty) = match edge.op {
                Op::Call(site) => match self.program.calls[site].callee {
                    Some(callee) => (site, self.program.functions[callee].ty),
                    None => return false,
                },
                Op::CallPointer { site, pointer } => match types.pointee(self.type_of(pointer)) {
                    Some(ty) => (site, ty),
                    None => return true,
                },
                _ => return false,
            };
            let args = &self.program.calls[site].args;
            args.iter().skip(named(ty, args.len())).any(|arg| self.is_counter(*arg))
        })
    }

    /// True for a pointer through which `%n` could write: to an integer that is neither const nor a plain character, or to
    /// what the type does not say.
    pub(super) fn is_counter(&self, arg: ExprId) -> bool {
        let Type::Pointer(to) = self.program.types.get(self.type_of(arg)) else { return false };
        if to.ty == self.basic.void && !to.is_const {
            return true;
        }
        let kind = self.int_kind(to.ty);
        !to.is_const && kind.is_some_and(|kind| !matches!(kind, cairn_ir::IntKind::Char | cairn_ir::IntKind::UChar))
    }
}
