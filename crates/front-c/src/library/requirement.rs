//! The requirements of library functions on their arguments (C17 7.1.4p1, and the section of each function).
//!
//! A row says it in its signature, by marks behind the letter of a parameter:
//!
//! | mark | the argument |
//! |---|---|
//! | `!` | is not null |
//! | `2` | is not null unless argument 2 is zero: C17 does not say so, every library does, and the next standard will |
//! | `"` | is a string; the model of the function does not read it |
//! | `#2` | points to as many bytes as argument 2 says; the model does not read them |
//! | `@` | is a stream that was not closed |
//! | `-` | is closed by the call |
//! | `%` | is a character as `unsigned char`, or -1 |
//! | `&2` | overlaps nothing of as many bytes, as argument 2 says, at argument 0 |
//! | `&` | overlaps nothing of the string that it is copied to, at argument 0 |
//!
//! The marks `~`, `?` and `*` require nothing: see [`super::reads`].
//!
//! `+` behind the letter of the result: it is null, or a stream that the call opens.
//!
//! Each requirement is a branch before the call, to the label of the check that it violates ([`Op::mark_check`]): what the
//! prelude does with a null pointer would show inside the library, and an effect or a primitive shows nothing. Only where the
//! checks of the run ask for it, and only for calls that the program itself makes. A function that accepts null (`free`,
//! `fflush`, the end pointer of `strtol`) has no mark there.

use crate::lower::Lower;
use cairn_base::Span;
use cairn_ir::behaviour::{Access, Check, How, is_of_library};
use cairn_ir::{BinaryOp, ExprId, Intrinsic, NodeId, Op};

/// Notes that a stream is open.
pub(super) const NOTE_OPEN: &str = "__cairn_note_open";
/// Whether the stream that is noted was not closed.
pub(super) const IS_LEFT_OPEN: &str = "__cairn_is_left_open";

/// Requirement on an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Requirement {
    NotNull,
    NotNullFor(usize),
    String,
    Bytes(usize),
    Open,
    Closes,
    Character,
    Disjoint(Option<usize>),
    Reads(usize),
    ReadsSome,
    ReadsReachable,
}

/// The requirements of a signature with the position of the argument, in its order.
pub(super) fn of(signature: &str) -> Vec<(usize, Requirement)> {
    let Some((_, parameters)) = signature.split_once(':') else { return Vec::new() };
    let (mut found, mut count) = (Vec::new(), 0_usize);
    let mut letters = parameters.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut position =
            || letters.next_if(char::is_ascii_digit).and_then(|digit| digit.to_digit(10)).map(|at| at as usize);
        let requirement = match letter {
            '!' => Some(Requirement::NotNull),
            '"' => Some(Requirement::String),
            '#' => position().map(Requirement::Bytes),
            '@' => Some(Requirement::Open),
            '-' => Some(Requirement::Closes),
            '%' => Some(Requirement::Character),
            '&' => Some(Requirement::Disjoint(position())),
            '~' => position().map(Requirement::Reads),
            '?' => Some(Requirement::ReadsSome),
            '*' => Some(Requirement::ReadsReachable),
            digit if digit.is_ascii_digit() => digit.to_digit(10).map(|at| Requirement::NotNullFor(at as usize)),
            _ => None,
        };
        match requirement {
            Some(requirement) => found.push((count.saturating_sub(1), requirement)),
            None => count += 1,
        }
    }
    found
}

/// Whether the result of a function is a stream that it opens.
pub(super) fn opens(signature: &str) -> bool {
    signature.split(':').next().is_some_and(|result| result.ends_with('+'))
}

impl Lower<'_> {
    /// Checks what a call of a library function requires, by its signature.
    pub(super) fn requirements(&mut self, signature: &str, args: &[ExprId], span: Span) {
        const CHECKS: [Check; 4] = [Check::NullDereference, Check::ValidDeref, Check::Library, Check::Resources];
        if !CHECKS.iter().any(|check| self.asks_here(*check)) && !self.reads_beside_threads() {
            return;
        }
        for (position, requirement) in of(signature) {
            let Some(arg) = args.get(position).copied() else { continue };
            let size = |at: usize| args.get(at).copied();
            match requirement {
                Requirement::NotNull => self.not_null(arg, None, span),
                Requirement::NotNullFor(at) => self.not_null(arg, size(at), span),
                Requirement::String => {
                    self.not_null(arg, None, span);
                    self.readable(arg, None, span);
                }
                Requirement::Bytes(at) => {
                    self.not_null(arg, size(at), span);
                    self.readable(arg, size(at), span);
                }
                Requirement::Open => {
                    self.not_null(arg, None, span);
                    self.asked_of_prelude("__cairn_is_closed", "i:p", vec![arg], span);
                }
                Requirement::Closes => self.closes(arg, span),
                Requirement::Character => self.character(arg, span),
                Requirement::Disjoint(at) => {
                    let Some(to) = args.first().copied() else { continue };
                    self.disjoint(to, arg, at.and_then(size), span);
                }
                Requirement::Reads(_) | Requirement::ReadsSome | Requirement::ReadsReachable => {}
            }
        }
    }

    /// A pointer that must not be null, unless a number says that no byte is meant.
    fn not_null(&mut self, pointer: ExprId, size: Option<ExprId>, span: Span) {
        let wanted = [Check::NullDereference, Check::ValidDeref].into_iter().find(|check| self.asks_here(*check));
        let ty = self.type_of(pointer);
        let Some(check) = wanted.filter(|_| self.is_pointer(ty)) else { return };
        let (int, null) = (self.basic.int, self.zero(ty));
        let next = self.node();
        if let Some(size) = size {
            let (some, zero) = (self.node(), self.zero(self.type_of(size)));
            let is_some = self.binary(BinaryOp::Ne, size, zero, int);
            self.branch(is_some, some, next, span);
            self.resume(some);
        }
        let is_null = self.binary(BinaryOp::Eq, pointer, null, int);
        self.violated_if(is_null, check, next, span);
    }

    /// Whether it is asked what the library reads here.
    fn asks_for_reads(&self) -> bool {
        self.asks_here(Check::ValidDeref) || self.reads_beside_threads()
    }

    /// Reads a string, or so many bytes, where accesses or races are checked.
    pub(super) fn readable(&mut self, pointer: ExprId, bytes: Option<ExprId>, span: Span) {
        let is_literal = || self.literal_text(pointer).is_some() && bytes.is_none();
        if !self.asks_for_reads() || !self.is_pointer(self.type_of(pointer)) || is_literal() {
            return;
        }
        let Some(bytes) = bytes else {
            let call = self.prelude_call("__cairn_read_string", "v:s", vec![pointer], span);
            debug_assert!(call.is_ok(), "the prelude defines it");
            return;
        };
        let (some, next, zero) = (self.node(), self.node(), self.zero(self.type_of(bytes)));
        let is_some = self.binary(BinaryOp::Ne, bytes, zero, self.basic.int);
        self.branch(is_some, some, next, span);
        self.resume(some);
        self.accessed(pointer, bytes, false, span);
        self.jump(next, span);
        self.resume(next);
    }

    /// Asks once whether so many bytes at a pointer may be accessed, where accesses are checked: how it is asked is a matter of the
    /// pass that puts checks in (`cairn_transform::instrumentation`).
    pub(super) fn accessed(&mut self, pointer: ExprId, bytes: ExprId, writes: bool, span: Span) {
        let races = self.threads && self.checks.contains(&Check::DataRace) && !writes;
        if (races || self.checks.contains(&Check::ValidDeref)) && self.quiet == 0 {
            self.mark_access(pointer, bytes, How { writes, ..How::default() }, span);
        }
    }

    /// Whether so many bytes may be written at a pointer; yes where accesses are not checked.
    pub(super) fn fits(&mut self, pointer: ExprId, bytes: ExprId, span: Span) -> ExprId {
        let int = self.basic.int;
        if !self.checks.contains(&Check::ValidDeref) || self.quiet > 0 {
            return self.int_constant(1, int);
        }
        let how = How { writes: true, ..How::default() }.bits();
        let (bytes, how) = (self.cast(bytes, self.basic.size_t), self.int_constant(how as i128, int));
        let answer = self.temp(int, span);
        let place = self.var_place(answer);
        let args = vec![pointer, pointer, bytes, how];
        self.emit(Op::Intrinsic { which: Intrinsic::Access, args, result: Some(place) }, span);
        let (answer, yes) = (self.load(place), self.int_constant(Access::Yes as i128, int));
        self.binary(BinaryOp::Eq, answer, yes, int)
    }

    /// A string that is printed: null, or not terminated, or not living is undefined. `reads`: nothing else reads it.
    pub(super) fn printed(&mut self, string: ExprId, most: Option<ExprId>, reads: bool, span: Span) {
        self.not_null(string, None, span);
        match most {
            _ if !reads => {}
            // No more than so many are read, and none behind the end of the string.
            Some(most) if self.asks_for_reads() && self.is_pointer(self.type_of(string)) => {
                let call = self.prelude_call("__cairn_read_string_within", "v:sz", vec![string, most], span);
                debug_assert!(call.is_ok(), "the prelude defines it");
            }
            Some(_) => {}
            None => self.readable(string, None, span),
        }
    }

    /// A character as `unsigned char`, or -1.
    pub(crate) fn character(&mut self, value: ExprId, span: Span) {
        let ty = self.type_of(value);
        if !self.asks_here(Check::Library) || !self.is_integer(ty) {
            return;
        }
        let int = self.basic.int;
        let next = self.node();
        let (least, most) = (self.int_constant(-1, int), self.int_constant(255, int));
        let value = self.cast(value, int);
        let below = self.binary(BinaryOp::Lt, value, least, int);
        let above = self.binary(BinaryOp::Gt, value, most, int);
        let outside = self.binary(BinaryOp::Or, below, above, int);
        self.violated_if(outside, Check::Library, next, span);
    }

    /// Memory that is copied, and where to: of a string where it is not said how many bytes.
    fn disjoint(&mut self, to: ExprId, from: ExprId, bytes: Option<ExprId>, span: Span) {
        let are_pointers = [to, from].iter().all(|arg| self.is_pointer(self.type_of(*arg)));
        if !self.asks_here(Check::Library) || !are_pointers {
            return;
        }
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => match self.prelude_call("__cairn_bytes_of_string", "z:s", vec![from], span) {
                Ok(bytes) => bytes,
                Err(_) => return,
            },
        };
        let (shares, next) = (self.overlaps(to, from, [bytes; 2], span), self.node());
        self.violated_if(shares, Check::Library, next, span);
    }

    /// Whether so many bytes at two addresses share one.
    pub(super) fn overlaps(&mut self, a: ExprId, b: ExprId, bytes: [ExprId; 2], span: Span) -> ExprId {
        let answer = self.temp(self.basic.int, span);
        let answer = self.var_place(answer);
        let [of_a, of_b] = bytes.map(|bytes| self.cast(bytes, self.basic.size_t));
        let args = vec![a, b, of_a, of_b];
        self.emit(Op::Intrinsic { which: Intrinsic::Overlaps, args, result: Some(answer) }, span);
        self.load(answer)
    }

    /// A violation where a function of the prelude says so.
    fn asked_of_prelude(&mut self, name: &'static str, signature: &'static str, args: Vec<ExprId>, span: Span) {
        if !self.asks_here(Check::Library) {
            return;
        }
        let Ok(violated) = self.prelude_call(name, signature, args, span) else { return };
        let next = self.node();
        self.violated_if(violated, Check::Library, next, span);
    }

    fn closes(&mut self, stream: ExprId, span: Span) {
        if self.asks_here(Check::Library) {
            let _ = self.prelude_call("__cairn_note_closed", "v:p", vec![stream], span);
        }
        if self.asks_here(Check::Resources) {
            let _ = self.prelude_call("__cairn_note_no_longer_open", "v:p", vec![stream], span);
        }
    }

    /// Notes a stream that a call opened.
    pub(super) fn opened(&mut self, stream: ExprId, span: Span) {
        if self.asks_here(Check::Resources) {
            let _ = self.prelude_call(NOTE_OPEN, "v:p", vec![stream], span);
        }
    }

    /// A violation where the program ends and a stream that it opened is still open.
    pub(crate) fn nothing_left_open(&mut self, span: Span) {
        let opens = self.symbols.find(NOTE_OPEN).is_some_and(|name| self.demanded.contains(&name));
        if !self.checks.contains(&Check::Resources) || (self.is_start() && !opens) {
            return;
        }
        let Ok(violated) = self.prelude_call(IS_LEFT_OPEN, "i:", Vec::new(), span) else { return };
        let next = self.node();
        self.violated_if(violated, Check::Resources, next, span);
    }

    /// Goes to a place, where it goes on, unless a condition holds, which violates a check.
    pub(crate) fn violated_if(&mut self, condition: ExprId, check: Check, next: NodeId, span: Span) {
        let violated = self.node();
        self.branch(condition, violated, next, span);
        self.resume(violated);
        self.emit(Op::mark_check(check), span);
        self.stop(Op::Halt, span);
        self.resume(next);
    }

    /// Whether a check is to be made of what stands here: it is asked for, and this is the program's and is evaluated.
    pub(crate) fn asks_here(&self, check: Check) -> bool {
        let of_program = || !is_of_library(&self.program, &self.program.functions[self.fun.id]);
        self.checks.contains(&check) && self.quiet == 0 && !self.is_start() && of_program()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_belong_to_the_letter_before_them() {
        assert_eq!(
            of("p:p2P2&2z"),
            [(0, Requirement::NotNullFor(2)), (1, Requirement::NotNullFor(2)), (1, Requirement::Disjoint(Some(2))),]
        );
        assert_eq!(of("i:s\"p@"), [(0, Requirement::String), (1, Requirement::Open)]);
        assert_eq!(of("l:iP#2z"), [(1, Requirement::Bytes(2))]);
        assert_eq!(of(""), []);
        assert!(opens("p+:s\"s\"") && !opens("p:s+"));
    }
}
