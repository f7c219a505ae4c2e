//! What a library function reads behind its arguments and its model does not, so that other threads' writes are seen to race with it.
//!
//! A row says it in its signature. An argument that a mark says to be a string or so many bytes is read for that
//! ([`super::requirement`]). More marks say only what is read, and require nothing:
//!
//! | mark | what is read, unless the argument is null |
//! |---|---|
//! | `~2` | as many bytes as argument 2 says |
//! | `?` | some bytes of the object |
//! | `*` | some of all that is found from there on |
//!
//! Where the model is an effect, which reads nothing, the letter says it of an argument without a mark: `s` is read to its end, and
//! of `P` a scalar as a whole and some of anything else. So a row cannot forget what it reads, but for the letter `p`.
//!
//! Texts are read by the prelude, byte by byte, so that a race with one is an execution. Other reads are marks of an access
//! ([`Op::mark_access`]) that only the pass which makes threads a schedule looks at.

use super::call::LibraryCall;
use super::requirement::{self, Requirement};
use super::{Action, Known};
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::behaviour::{Check, How};
use cairn_ir::{ExprId, Op};

/// Bytes read behind one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Read {
    Text,
    /// As many bytes as this argument says.
    Bytes(usize),
    /// The object: all of a scalar, some of others.
    Object,
    /// Some of its bytes.
    Some,
    /// Some of what is found from there on.
    Reachable,
}

/// Reads of a row beyond its requirements, with the positions of the arguments.
fn of(known: &Known) -> Vec<(usize, Read)> {
    let marks = requirement::of(known.signature);
    let parameters = known.signature.split_once(':').map_or("", |(_, parameters)| parameters);
    let letters = parameters.chars().filter(char::is_ascii_alphabetic).enumerate();
    let is_effect = matches!(known.action, Action::Effect(_));
    let by_letter = |letter: char| match letter {
        's' => Some(Read::Text),
        'P' => Some(Read::Object),
        _ => None,
    };
    letters
        .filter_map(|(at, letter)| {
            let of_mark = |requirement: Requirement| match requirement {
                Requirement::String | Requirement::Bytes(_) => Some(None),
                Requirement::Reads(bytes) => Some(Some(Read::Bytes(bytes))),
                Requirement::ReadsSome => Some(Some(Read::Some)),
                Requirement::ReadsReachable => Some(Some(Read::Reachable)),
                _ => None,
            };
            let marked = marks.iter().filter(|(of, _)| *of == at).find_map(|(_, requirement)| of_mark(*requirement));
            let read = marked.unwrap_or_else(|| by_letter(letter).filter(|_| is_effect));
            read.map(|read| (at, read))
        })
        .collect()
}

impl Lower<'_> {
    /// Whether what the library reads here may be what another thread writes.
    pub(super) fn reads_beside_threads(&self) -> bool {
        self.threads && self.asks_here(Check::DataRace)
    }

    /// Reads of a call beyond what its function requires.
    pub(super) fn reads(&mut self, call: &LibraryCall<'_>) -> Res<()> {
        if !self.reads_beside_threads() {
            return Ok(());
        }
        for (position, read) in of(call.known) {
            let Some(arg) = call.args.get(position).copied() else { continue };
            self.reads_behind(arg, read, &call.args, call.span)?;
        }
        // A format and what it is of.
        if matches!(call.known.action, Action::Effect(_)) {
            self.reads_some(call.args.get(call.ty.params.len()..).unwrap_or(&[]), false, call.span)?;
        }
        Ok(())
    }

    /// Some bytes of the objects that these point to, or some of what is found from there on.
    pub(super) fn reads_some(&mut self, pointers: &[ExprId], reaches: bool, span: Span) -> Res<()> {
        if !self.reads_beside_threads() {
            return Ok(());
        }
        let read = if reaches { Read::Reachable } else { Read::Some };
        pointers.iter().try_for_each(|pointer| self.reads_behind(*pointer, read, &[], span))
    }

    fn reads_behind(&mut self, pointer: ExprId, read: Read, args: &[ExprId], span: Span) -> Res<()> {
        if !self.is_pointer(self.type_of(pointer)) || self.literal_text(pointer).is_some() {
            return Ok(());
        }
        let target = self.target_type(pointer).filter(|ty| self.is_scalar(*ty));
        let none = self.zero(self.basic.size_t);
        let (bytes, how) = match read {
            Read::Text => {
                let saved = self.save(pointer, span);
                return self.unless_null(pointer, saved, span, |this| {
                    this.prelude_call("__cairn_read_string", "v:s", vec![saved], span).map(drop)
                });
            }
            Read::Bytes(at) => (args.get(at).copied().unwrap_or(none), How::default()),
            Read::Object => match target.and_then(|ty| self.program.types.size_of(ty)) {
                Some(size) => (self.int_constant(i128::from(size), self.basic.size_t), How::default()),
                None => (none, How { some: true, ..How::default() }),
            },
            Read::Some => (none, How { some: true, ..How::default() }),
            Read::Reachable => (none, How { reaches: true, ..How::default() }),
        };
        self.mark_access(pointer, bytes, How { beside: true, ..how }, span);
        Ok(())
    }

    /// Marks an access by the library.
    pub(super) fn mark_access(&mut self, pointer: ExprId, bytes: ExprId, how: How, span: Span) {
        let pointer = if self.reads_beside_threads() { self.save(pointer, span) } else { pointer };
        let bytes = self.cast(bytes, self.basic.size_t);
        let how = self.int_constant(how.bits() as i128, self.basic.int);
        self.emit(Op::mark_access(pointer, bytes, how), span);
    }
}

#[cfg(test)]
mod tests {
    use super::super::lookup;
    use super::*;

    #[test]
    fn rows_say_what_is_read() {
        let reads = |name: &str| of(&lookup(name).expect("it has a row"));
        assert_eq!(reads("open"), [(0, Read::Text)]);
        assert_eq!(reads("puts"), [], "by what it requires");
        assert_eq!(reads("strlen"), [], "its model reads it");
        assert_eq!(reads("send"), [(1, Read::Bytes(2))]);
        assert_eq!(reads("gmtime"), [(0, Read::Object)]);
        assert_eq!(reads("mbtowc"), [(1, Read::Some)]);
        assert_eq!(reads("execv"), [(0, Read::Text), (1, Read::Reachable)]);
    }
}
