//! The arguments that `main` is called with (C11 5.1.2.2.1), as objects that the start function makes before the call.
//!
//! ```text
//! argc = any; assume argc >= 1                          or >= 0, where that is asked for
//! if argc == k, for each k up to MODELLED: argc = k     so that a path with few arguments has no unknown sizes
//! argv = alloca((argc + 1) * sizeof(char *))
//! argv[argc] = null
//! for each i below MODELLED while i < argc:             unrolled, so there is no loop in front of a program
//!     length = any up to LONGEST; s = alloca(length + 1); s[length] = 0; argv[i] = s
//! ```
//!
//! The null pointer comes first, so that an entry at a constant position is one that was stored there last.
//!
//! The start function's frame lives as long as the program, and nothing in a frame can be freed, so `alloca` says all that C
//! does of these objects: an analysis needs to know nothing new. The characters are indeterminate bytes, which are inputs.
//!
//! Invariant: every call of `main` by a system is one of these. The number of arguments is not bounded: entries from
//! [`MODELLED`] on are left indeterminate, so a proof covers whatever they are, and an execution that reads one shows nothing
//! (`cairn_verify`, `arguments.rs`). The vector of the environment is the same, with a number of entries that nobody names.
//! Only a parameter that the program looks at is made: other programs keep a start without branches.

use crate::lower::assign::Want;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::external::Vector;
use cairn_ir::types::FunctionType;
use cairn_ir::{
    Assumption, BinaryOp, ExprId, ExprKind, FunctionId, Intrinsic, NondetSource, Op, PlaceId, PlaceKind, TypeId,
};
use std::ops::RangeInclusive;

/// How many strings of the arguments are objects of their own, each of which is a branch before the program.
const MODELLED: u64 = 4;
/// The same of the environment, of which a program seldom names one by its number.
const MODELLED_OF_ENVIRONMENT: u64 = 1;
/// The longest string: systems allow less (Linux 128 KiB).
const LONGEST: i128 = 0xff_ffff;
/// The most arguments, and entries of an environment: systems allow less (Linux some hundred thousand), and a vector of them
/// must be an object on every machine.
const MOST_ENTRIES: i128 = 0xff_ffff;

impl Lower<'_> {
    /// The arguments for a call of the function that the program starts with: inputs named after the parameters, but for
    /// the vectors of `main`.
    pub(super) fn entry_arguments(&mut self, function: FunctionId, span: Span) -> Res<Vec<ExprId>> {
        let params = self.program.functions[function].params.clone();
        let types: Vec<TypeId> = params.iter().map(|param| self.program.vars[*param].ty).collect();
        let is_main = self.program.functions[function].name == "main" && types.len() >= 2 && self.is_integer(types[0]);
        let mut args: Vec<ExprId> = Vec::new();
        if is_main && self.hosted {
            return self.given_arguments(&types, span);
        }
        for (position, param) in params.iter().enumerate() {
            let (ty, name) = (types[position], self.program.vars[*param].name.clone());
            let is_vector = is_main && matches!(position, 1 | 2) && self.is_pointer(ty);
            if is_vector && self.looks_at(function, position) {
                let vector = match position {
                    1 => {
                        let least = u64::from(!self.arguments_may_be_none);
                        args[0] = self.case_split(args[0], least..=MODELLED, span);
                        self.vector(args[0], &name, MODELLED, span)?
                    }
                    _ => {
                        let source = NondetSource::Other(format!("number of entries of {name}"));
                        let count = self.any_in(self.basic.size_t, None, Some(MOST_ENTRIES), source, span)?;
                        let count = self.case_split(count, 0..=MODELLED_OF_ENVIRONMENT, span);
                        self.vector(count, &name, MODELLED_OF_ENVIRONMENT, span)?
                    }
                };
                args.push(self.cast(vector, ty));
                continue;
            }
            let value = self.any_of(ty, NondetSource::Other(name), span);
            // How many arguments a program is given; any other function's first parameter may be negative.
            if is_main && position == 0 {
                let least = i128::from(!self.arguments_may_be_none);
                self.assume_within(value, Some(least), Some(MOST_ENTRIES), span);
                if least > 0 && (self.looks_at(function, 0) || self.looks_at(function, 1)) {
                    self.assume_that(Assumption::ArgumentsBeginWithName, "");
                }
            }
            args.push(value);
        }
        Ok(args)
    }

    /// The arguments of `main` in a hosted run, which the host has.
    fn given_arguments(&mut self, types: &[TypeId], span: Span) -> Res<Vec<ExprId>> {
        let mut args = Vec::new();
        for (position, ty) in types.iter().enumerate() {
            args.push(match position {
                0 => {
                    let count = self.ask_host("texts", &[0], span)?;
                    self.cast(count, *ty)
                }
                1 | 2 if self.is_pointer(*ty) => {
                    let vector = self.given_vector(position as i128 - 1, span)?;
                    self.cast(vector, *ty)
                }
                _ => self.zero(*ty),
            });
        }
        Ok(args)
    }

    /// A vector of the texts that the host has of a kind, each in an object that may be written, and a null pointer:
    ///
    /// ```text
    /// count = <texts>(kind); vector = alloca((count + 1) * sizeof(char *)); vector[count] = null
    /// for (i = 0; i < count; i++) { s = alloca(<text size>(kind, i)); <text>(kind, i, s); vector[i] = s; }
    /// ```
    fn given_vector(&mut self, kind: i128, span: Span) -> Res<ExprId> {
        let size_t = self.basic.size_t;
        let ty = self.program.types.pointer(self.basic.char_ptr);
        let width = self.program.types.size_of(ty).unwrap_or(8);
        let count = self.ask_host("texts", &[kind], span)?;
        let count = self.kept(count, span);
        let (one, width) = (self.int_constant(1, size_t), self.int_constant(i128::from(width), size_t));
        let entries = self.binary(BinaryOp::Add, count, one, size_t);
        let size = self.binary(BinaryOp::Mul, entries, width, size_t);
        let vector = self.room(ty, size, span);
        let last = self.entry(vector, count, span)?;
        let null = self.zero(self.program.exprs[last].ty);
        self.store(last, null, span);

        let number = self.temp(size_t, span);
        let number_place = self.var_place(number);
        let zero = self.int_constant(0, size_t);
        self.store(number_place, zero, span);
        let (head, body, end) = (self.fixed_node(), self.node(), self.fixed_node());
        self.jump(head, span);
        self.resume(head);
        let number = self.load(number_place);
        let is_there = self.binary(BinaryOp::Lt, number, count, self.basic.int);
        self.branch(is_there, body, end, span);
        self.resume(body);
        let kind = self.int_constant(kind, self.basic.int);
        let size = self.call_host("text size", &[kind, number], size_t, span)?;
        let text = self.room(self.basic.char_ptr, size, span);
        let to = self.cast(text, self.basic.void_ptr);
        self.call_host("text", &[kind, number, to], size_t, span)?;
        let entry = self.entry(vector, number, span)?;
        self.store(entry, text, span);
        let next = self.binary(BinaryOp::Add, number, one, size_t);
        self.store(number_place, next, span);
        self.jump(head, span);
        self.resume(end);
        Ok(vector)
    }

    /// Answer of the host to a question with constant arguments of type `int`.
    fn ask_host(&mut self, name: &str, args: &[i128], span: Span) -> Res<ExprId> {
        let args: Vec<ExprId> = args.iter().map(|arg| self.int_constant(*arg, self.basic.int)).collect();
        self.call_host(name, &args, self.basic.size_t, span)
    }

    fn call_host(&mut self, name: &str, args: &[ExprId], result: TypeId, span: Span) -> Res<ExprId> {
        let params = args.iter().map(|arg| self.program.exprs[*arg].ty).collect();
        let ty = FunctionType { result, params, variadic: false, prototype: true };
        let answer = self.hosted_call(name, &ty, args.to_vec(), span, Want::Value)?;
        self.value(answer, span)
    }

    /// A value in a variable of its own, which nothing changes.
    fn kept(&mut self, value: ExprId, span: Span) -> ExprId {
        let var = self.temp(self.type_of(value), span);
        let place = self.var_place(var);
        self.store(place, value, span);
        self.load(place)
    }

    /// A pointer to a new object of the start function's.
    fn room(&mut self, ty: TypeId, size: ExprId, span: Span) -> ExprId {
        let var = self.temp(ty, span);
        let place = self.var_place(var);
        self.emit(Op::Intrinsic { which: Intrinsic::Alloca, args: vec![size], result: Some(place) }, span);
        self.load(place)
    }

    /// The same number, as a constant on each path on which it is small.
    fn case_split(&mut self, number: ExprId, small: RangeInclusive<u64>, span: Span) -> ExprId {
        let ty = self.type_of(number);
        let var = self.temp(ty, span);
        let place = self.var_place(var);
        let end = self.fixed_node();
        for value in small {
            let (value, other, same) = (self.int_constant(i128::from(value), ty), self.node(), self.node());
            let is_same = self.binary(BinaryOp::Eq, number, value, self.basic.int);
            self.branch(is_same, same, other, span);
            self.resume(same);
            self.store(place, value, span);
            self.jump(end, span);
            self.resume(other);
        }
        self.store(place, number, span);
        self.jump(end, span);
        self.resume(end);
        self.load(place)
    }

    /// A vector of so many strings and a null pointer, of which the first few are made.
    fn vector(&mut self, count: ExprId, name: &str, modelled: u64, span: Span) -> Res<ExprId> {
        let size_t = self.basic.size_t;
        let count = self.cast(count, size_t);
        let one = self.int_constant(1, size_t);
        let ty = self.program.types.pointer(self.basic.char_ptr);
        let width = self.program.types.size_of(ty).unwrap_or(8);
        let width = self.int_constant(i128::from(width), size_t);
        let entries = self.binary(BinaryOp::Add, count, one, size_t);
        let size = self.binary(BinaryOp::Mul, entries, width, size_t);
        let var = self.temp(ty, span);
        let place = self.var_place(var);
        self.emit(Op::Intrinsic { which: Intrinsic::Alloca, args: vec![size], result: Some(place) }, span);
        self.program.outside.vectors.push(Vector { var, name: name.to_owned(), modelled });
        let vector = self.load(place);
        let last = self.entry(vector, count, span)?;
        let null = self.zero(self.program.exprs[last].ty);
        self.store(last, null, span);
        let end = self.fixed_node();
        for number in 0..modelled {
            let position = self.int_constant(i128::from(number), size_t);
            let is_there = self.binary(BinaryOp::Lt, position, count, self.basic.int);
            let there = self.node();
            self.branch(is_there, there, end, span);
            self.resume(there);
            self.string(vector, number, name, span)?;
        }
        self.jump(end, span);
        self.resume(end);
        Ok(vector)
    }

    /// Makes a string, and puts its address into the vector.
    fn string(&mut self, vector: ExprId, number: u64, name: &str, span: Span) -> Res<()> {
        let size_t = self.basic.size_t;
        let source = NondetSource::Other(format!("length of {name}[{number}]"));
        let length = self.any_in(size_t, None, Some(LONGEST), source, span)?;
        let one = self.int_constant(1, size_t);
        let size = self.binary(BinaryOp::Add, length, one, size_t);
        let string = self.temp(self.basic.char_ptr, span);
        let place = self.var_place(string);
        self.emit(Op::Intrinsic { which: Intrinsic::Alloca, args: vec![size], result: Some(place) }, span);
        let string = self.load(place);
        self.end_text(string, size, span)?;
        let number = self.int_constant(i128::from(number), size_t);
        let entry = self.entry(vector, number, span)?;
        self.store(entry, string, span);
        Ok(())
    }

    fn entry(&mut self, vector: ExprId, index: ExprId, span: Span) -> Res<PlaceId> {
        let at = self.pointer_add(vector, index, span)?;
        Ok(self.deref(at, span)?.place)
    }

    /// True when the program reads a parameter.
    fn looks_at(&self, function: FunctionId, position: usize) -> bool {
        let Some(param) = self.program.functions[function].params.get(position) else { return false };
        let exprs = &self.program.exprs;
        let is_param = |place: PlaceId| exprs[place].kind == PlaceKind::Var(*param);
        exprs.exprs().any(|(_, expr)| match expr.kind {
            ExprKind::Load(place) | ExprKind::AddressOf(place) => is_param(place),
            _ => false,
        })
    }
}
