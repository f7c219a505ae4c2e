//! Functions that the compilers of C++ and Rust call and no module has: allocation, panics, statics, exceptions, and their standard libraries.
//!
//! Each is one of: something of C (`operator new` is `malloc` that does not fail), a violated assertion (a panic), nothing (text that is printed),
//! or without a model. Invariant: a function of a language's own library that is not in these tables has no model, so its call makes the answer
//! UNKNOWN at its place. Why not a function without a body, as one of another file is: those return anything, and a made-up `Vec` is no `Vec`.

use super::body::Body;
use super::tree::{Reads, Tree};
use super::{Res, literal};
use crate::model::{Instruction, LlvmOperand, LocalId, Operation, SymbolId, SymbolKind};
use cairn_llvm_protocol::{Mangling, demangled};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RuntimeFunction {
    /// Memory of so many bytes as an argument says, perhaps all zero; where there is none, the program ends.
    New {
        zeroed: bool,
    },
    /// The same, or null.
    Allocate,
    Free,
    /// Changes the size: the pointer, and the position of the new size; where there is no memory, the program ends.
    Resize {
        size: usize,
    },
    /// Ends the program with a message that a person reads.
    Panic(String),
    Abort,
    /// Ends the program with the code that it is given.
    Exit,
    /// Changes nothing that the program sees, and returns nothing.
    Nothing,
    /// Changes nothing that the program sees, and returns its first argument.
    Same,
    /// True where the static is not yet initialised.
    GuardAcquire,
    GuardRelease,
    /// A destructor that runs where the program ends.
    AtExit,
    /// Calls Rust's `main`, through the table of a closure.
    RustStart,
    /// Without a model, as a noun phrase.
    Refused(String),
}

/// The position of `Fn::call` in the table of a `dyn Fn`: behind drop, size, alignment, `call_once` and `call_mut`.
const FN_CALL: usize = 5;

/// Paths of the standard library of Rust that end the program and are no panic.
const RUST_ENDS: &[(&str, RuntimeFunction)] = &[
    ("alloc::alloc::handle_alloc_error", RuntimeFunction::Abort),
    ("std::process::abort", RuntimeFunction::Abort),
    ("std::process::exit", RuntimeFunction::Exit),
    ("std::rt::lang_start_internal", RuntimeFunction::RustStart),
    ("std::io::stdio::_print", RuntimeFunction::Nothing),
    ("std::io::stdio::_eprint", RuntimeFunction::Nothing),
];

/// Messages of Rust's panics, by the last part of their path.
const PANICS: &[(&str, &str)] = &[
    ("panic_bounds_check", "index out of bounds"),
    ("panic_const_add_overflow", "attempt to add with overflow"),
    ("panic_const_sub_overflow", "attempt to subtract with overflow"),
    ("panic_const_mul_overflow", "attempt to multiply with overflow"),
    ("panic_const_div_overflow", "attempt to divide with overflow"),
    ("panic_const_rem_overflow", "attempt to calculate the remainder with overflow"),
    ("panic_const_neg_overflow", "attempt to negate with overflow"),
    ("panic_const_shl_overflow", "attempt to shift left with overflow"),
    ("panic_const_shr_overflow", "attempt to shift right with overflow"),
    ("panic_const_div_by_zero", "attempt to divide by zero"),
    ("panic_const_rem_by_zero", "attempt to calculate the remainder with a divisor of zero"),
    ("panic_nounwind_fmt", "unsafe precondition violated"),
    ("panic_nounwind", "unsafe precondition violated"),
    ("panic_misaligned_pointer_dereference", "misaligned pointer dereference"),
    ("panic_null_pointer_dereference", "null pointer dereference"),
];

/// Kind of a function without a body, by its name; nothing for one that is of no language's own library.
pub(super) fn of_name(name: &str, noreturn: bool) -> Option<RuntimeFunction> {
    use RuntimeFunction as R;
    Some(match name {
        "_Znwm" | "_Znam" | "_Znwj" | "_Znaj" => R::New { zeroed: false },
        "_ZnwmRKSt9nothrow_t" | "_ZnamRKSt9nothrow_t" => R::Allocate,
        "_ZdlPv" | "_ZdaPv" | "_ZdlPvm" | "_ZdaPvm" | "_ZdlPvj" | "_ZdaPvj" => R::Free,
        "__cxa_pure_virtual" => R::Panic("a pure virtual function is called".to_owned()),
        "__cxa_guard_acquire" => R::GuardAcquire,
        "__cxa_guard_release" => R::GuardRelease,
        "__cxa_atexit" => R::AtExit,
        "_ZSt9terminatev" => R::Abort,
        // Of the object that is thrown; the throw itself says that it has no model.
        "__cxa_allocate_exception" => R::New { zeroed: false },
        "__cxa_free_exception" => R::Free,
        "__cxa_throw" | "__cxa_rethrow" => R::Refused("an exception that is thrown".to_owned()),
        // Alignment, and what only a compiler's own library can say of a class.
        _ if ["_Znw", "_Zna", "_Zdl", "_Zda", "__dynamic_cast"].iter().any(|own| name.starts_with(own)) => {
            R::Refused(format!("a call of '{}'", demangled(name).map_or_else(|| name.to_owned(), |(name, _)| name)))
        }
        _ if name.starts_with("__cxa_") => R::Refused(format!("a call of '{name}'")),
        // Streams, and what they print: `cout << x`, `cout << "text"`, `endl`.
        _ if ["_ZNSolsE", "_ZStlsISt11char_traits", "_ZNSo3putE", "_ZNSo5flushE", "_ZNSo5writeE"]
            .iter()
            .any(|stream| name.starts_with(stream)) =>
        {
            R::Same
        }
        "_ZNSt8ios_base4InitC1Ev" | "_ZNSt8ios_base4InitD1Ev" => R::Nothing,
        // `std::allocator`, which has no state.
        _ if name.starts_with("_ZNSaI") && ["EC1", "EC2", "ED1", "ED2"].iter().any(|made| name.contains(made)) => {
            R::Nothing
        }
        _ => return of_language(name, noreturn),
    })
}

fn of_language(name: &str, noreturn: bool) -> Option<RuntimeFunction> {
    use RuntimeFunction as R;
    let (path, language) = demangled(name)?;
    if language == Mangling::Cpp {
        let is_std = path.starts_with("std::")
            || name.starts_with("_ZNSt")
            || name.starts_with("_ZNKSt")
            || name.starts_with("_ZSt");
        return match is_std && noreturn {
            true => Some(R::Refused(format!("an exception that is thrown ({path})"))),
            false => is_std.then(|| R::Refused(format!("a call of '{path}', which the module has no code of"))),
        };
    }
    if let Some((_, known)) = RUST_ENDS.iter().find(|(known, _)| *known == path) {
        return Some(known.clone());
    }
    let last = path.rsplit("::").next().unwrap_or(&path);
    Some(match last {
        // What Rust does where there is no memory ends the program, but for `try_reserve` and its kin.
        "__rust_alloc" => R::New { zeroed: false },
        "__rust_alloc_zeroed" => R::New { zeroed: true },
        "__rust_dealloc" => R::Free,
        "__rust_realloc" => R::Resize { size: 3 },
        last if last.starts_with("__rust_no_alloc_shim_is_unstable") => R::Nothing,
        last if noreturn => {
            let known = PANICS.iter().find(|(known, _)| *known == last);
            R::Panic(known.map_or_else(|| last.replace('_', " "), |(_, text)| (*text).to_owned()))
        }
        _ => R::Refused(format!("a call of '{path}', which the module has no code of")),
    })
}

impl super::Unit<'_> {
    /// Kind of a function that the module declares only.
    pub(super) fn runtime(&self, symbol: SymbolId) -> Option<RuntimeFunction> {
        let of = &self.module.symbols[symbol];
        match &of.kind {
            SymbolKind::Function(function) if function.blocks.is_empty() => of_name(&of.name, function.noreturn),
            _ => None,
        }
    }

    /// Declarations before everything else, where the module needs them.
    pub(super) fn runtime_declarations(&self) -> String {
        let declares = |name: &str| self.module.symbols.iter().any(|symbol| symbol.name == name);
        let is_used = |wanted: fn(&RuntimeFunction) -> bool| {
            self.module.symbols.ids().any(|symbol| self.runtime(symbol).is_some_and(|found| wanted(&found)))
        };
        let mut text = String::new();
        if is_used(|found| matches!(found, RuntimeFunction::Panic(_))) && !declares("__assert_fail") {
            text.push_str("void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));\n");
        }
        if is_used(|found| *found == RuntimeFunction::AtExit) {
            text.push_str(AT_EXIT);
        }
        text
    }
}

/// Destructors that wait for the end, the last one first.
const AT_EXIT: &str = "static struct { void (*run)(void *); void *object; } v_at_exit[64]; static int v_at_exits;\n\
    static void v_run_at_exit(void) __attribute__((destructor)); static void v_run_at_exit(void) { while (v_at_exits > 0) \
    { v_at_exits--; v_at_exit[v_at_exits].run(v_at_exit[v_at_exits].object); } }\n\
    static void v_add_at_exit(void *run, void *object) { if (v_at_exits == 64) __cairn_unsupported(\"more than 64 objects with \
    destructors that run at the end\"); v_at_exit[v_at_exits].run = (void (*)(void *))run; v_at_exit[v_at_exits].object = object; \
    v_at_exits++; }\n";

impl Body<'_, '_> {
    /// A call of such a function.
    pub(super) fn call_runtime(&mut self, local: LocalId, function: &RuntimeFunction, args: &[LlvmOperand]) -> Res<()> {
        use RuntimeFunction as R;
        if let R::Panic(message) = function {
            let line = self.panic(&message.clone(), args);
            self.line(&line);
            self.line("__builtin_unreachable();");
            return Ok(());
        }
        let mut values = Vec::new();
        match function {
            R::Refused(what) => return Err(what.clone()),
            R::Nothing | R::Abort => {}
            R::Same => values.push(self.operand(args.first().ok_or("such a call")?)?.text),
            _ => {
                for arg in args {
                    values.push(self.repeatable(arg)?.text);
                }
            }
        }
        let first = || values.first().cloned().ok_or("such a call".to_owned());
        let at = |position: usize| values.get(position).cloned().ok_or("such a call".to_owned());
        self.before(super::body::Effect::Memory);
        let result = match function {
            R::New { .. } | R::Resize { .. } => {
                let memory = match function {
                    R::New { zeroed: true } => format!("__builtin_calloc(1, {})", first()?),
                    R::Resize { size } => format!("__builtin_realloc({}, {})", first()?, at(*size)?),
                    _ => format!("__builtin_malloc({})", first()?),
                };
                let pointer = self.variable(super::types::Rep::Pointer, "new");
                self.line(&format!("{pointer} = {memory};"));
                self.line(&format!("if (!{pointer}) __builtin_abort();"));
                Some(pointer)
            }
            R::Allocate => Some(format!("__builtin_malloc({})", first()?)),
            R::Free => {
                self.line(&format!("__builtin_free({});", first()?));
                None
            }
            R::Abort => {
                self.line("__builtin_abort();");
                None
            }
            R::Exit => {
                self.line(&format!("__builtin_exit({});", first()?));
                None
            }
            R::GuardAcquire => Some(format!("(*(char *){} == 0)", first()?)),
            R::GuardRelease => {
                self.line(&format!("*(char *){} = 1;", first()?));
                None
            }
            R::AtExit => {
                self.line(&format!("v_add_at_exit({}, {});", first()?, at(1)?));
                Some("0".to_owned())
            }
            R::RustStart => Some(format!("((int (*)(void *))((void **){})[{FN_CALL}])({})", at(1)?, first()?)),
            R::Same => Some(first()?),
            R::Nothing | R::Panic(_) | R::Refused(_) => None,
        };
        if let Some(result) = result {
            let rep = self.unit.types.rep(self.function.locals[local].ty)?;
            self.assign(local, &Tree::new(result, rep, Reads::default()));
        }
        Ok(())
    }

    /// A violated assertion; what a panic is given as a text is what it says.
    fn panic(&mut self, message: &str, args: &[LlvmOperand]) -> String {
        let text = match args.first() {
            Some(LlvmOperand::Constant(id)) => self.unit.text_of_constant(*id),
            _ => None,
        };
        let text = literal::string(text.as_deref().unwrap_or(message.as_bytes()));
        format!("__assert_fail({text}, \"\", 0, \"\");")
    }

    /// Callee of a call, where the module has no code of it.
    pub(super) fn runtime_callee(&self, instruction: &Instruction) -> Option<RuntimeFunction> {
        let Operation::Call { .. } = &instruction.operation else { return None };
        self.unit.runtime(self.unit.callee(instruction)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_of_no_library_is_left_to_the_front_end() {
        for name in ["malloc", "reach_error", "_ZN4user4workEv", "_Z3addii"] {
            assert_eq!(of_name(name, false), None, "{name}");
        }
    }

    #[test]
    fn what_has_no_model_is_refused() {
        for (name, noreturn) in [
            ("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc", false),
            ("_ZSt17__throw_bad_allocv", true),
            ("__cxa_throw", true),
            ("__dynamic_cast", false),
            ("_ZnwmSt11align_val_t", false),
            ("_ZN3std3env4args17h0123456789abcdefE", false),
        ] {
            assert!(matches!(of_name(name, noreturn), Some(RuntimeFunction::Refused(_))), "{name}");
        }
    }

    /// That there is no memory ends the program, and is no panic of its own.
    #[test]
    fn allocation_does_not_fail() {
        for (name, zeroed) in [("__rust_alloc", false), ("__rust_alloc_zeroed", true)] {
            let name = format!("_RNvCs1234_7___rustc{}_{name}", name.len());
            assert_eq!(of_name(&name, false), Some(RuntimeFunction::New { zeroed }), "{name}");
        }
        assert_eq!(of_name("_ZnwmRKSt9nothrow_t", false), Some(RuntimeFunction::Allocate));
    }

    #[test]
    fn a_panic_says_what_rust_says() {
        let name = "_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE";
        assert_eq!(of_name(name, true), Some(RuntimeFunction::Panic("index out of bounds".to_owned())));
        let name = "_ZN4core6option13unwrap_failed17h0123456789abcdefE";
        assert_eq!(of_name(name, true), Some(RuntimeFunction::Panic("unwrap failed".to_owned())));
    }
}
