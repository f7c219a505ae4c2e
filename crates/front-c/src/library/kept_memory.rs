//! Memory that the library keeps and gives the program a pointer to: a mapping, a variable of the environment, the text of an error. It is an object
//! like those of `malloc`, but `free` and `realloc` must not be given it (C17 7.22.3.3p2).
//!
//! A variable holds the address of one such object, any of them, and each `free` of a program that names such a function asks for it. So of all
//! objects there is an execution of the model in which it is the one: what is freed is never missed, and what is found is one of them. Why not a mark at
//! the object: every analysis of memory would have to know it.

use super::effect::{Answer, Effect};
use super::{Action, TABLE};
use crate::lower::Lower;
use cairn_base::Span;
use cairn_ir::behaviour::Check;
use cairn_ir::{BinaryOp, ExprId, NondetSource, Op, PlaceId, VarId};
use std::sync::LazyLock;

/// Functions that give such memory and have a model of their own.
const OWN_MODELS: [&str; 5] = ["mmap", "mmap64", "getenv", "secure_getenv", "__secure_getenv"];

static KEEPING: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let is_text =
        |action: &Action| matches!(action, Action::Effect(Effect { answer: Answer::Text | Answer::TextOrNull, .. }));
    let texts = TABLE.iter().filter(|(_, known)| is_text(&known.action)).map(|(name, _)| *name);
    texts.chain(OWN_MODELS).collect()
});

impl Lower<'_> {
    /// Perhaps this object is the one that is asked for.
    pub(super) fn note_kept(&mut self, object: ExprId, span: Span) {
        let place = self.noted_kept();
        let is_noted =
            self.any_of(self.basic.bool_, NondetSource::Other("which object of the library is watched".into()), span);
        let (note, on) = (self.node(), self.node());
        self.branch(is_noted, note, on, span);
        self.resume(note);
        self.store(place, object, span);
        self.jump(on, span);
        self.resume(on);
    }

    fn noted_kept(&mut self) -> PlaceId {
        let var: VarId = match self.environment.kept {
            Some(var) => var,
            None => {
                let var = self.hidden_static("<memory of the library>", self.basic.void_ptr);
                if self.quiet == 0 {
                    self.statics.push((var, true));
                    self.environment.kept = Some(var);
                }
                var
            }
        };
        self.var_place(var)
    }

    /// Freed pointer, which must not be of such an object.
    pub(super) fn not_kept(&mut self, pointer: ExprId, span: Span) -> ExprId {
        let names = |name: &&str| self.symbols.find(name).is_some();
        if !KEEPING.iter().any(names) || self.in_prelude || self.constant_value(pointer).is_some() {
            return pointer;
        }
        let pointer = self.save(pointer, span);
        let place = self.noted_kept();
        let kept = self.load(place);
        let (some, is_kept, on) = (self.node(), self.node(), self.node());
        self.branch(pointer, some, on, span);
        self.resume(some);
        let same = self.binary(BinaryOp::Eq, pointer, kept, self.basic.int);
        self.branch(same, is_kept, on, span);
        self.resume(is_kept);
        if self.asks_here(Check::ValidFree) {
            self.emit(Op::mark_check(Check::ValidFree), span);
            self.stop(Op::Halt, span);
        } else {
            self.unsupported("memory of the library that is freed", span);
        }
        self.resume(on);
        pointer
    }
}
