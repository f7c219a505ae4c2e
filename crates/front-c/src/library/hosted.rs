//! Calls in a hosted run, which the interpreter's host answers: see docs/design/running-programs.md.
//!
//! Such a call stays one of a function without a body, `<f>`, that has no parameter but the record of its arguments. What
//! else asks the outside world ends the run where nobody makes up an answer (`cairn_interp::RunInput`).

use super::Action;
use super::call::LibraryCall;
use crate::lower::assign::Want;
use crate::lower::operand::Operand;
use crate::lower::{Lower, Res};
use cairn_base::Span;
use cairn_ir::types::FunctionType;
use cairn_ir::{ExprId, FunctionId, VarKind};

/// The functions that the host has (`cairn_interp::host_system`).
const NAMES: &[&str] = &[
    // <stdio.h>
    "printf",
    "fprintf",
    "dprintf",
    "vprintf",
    "vfprintf",
    "vdprintf",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "asprintf",
    "vasprintf",
    "scanf",
    "fscanf",
    "sscanf",
    "vscanf",
    "vfscanf",
    "vsscanf",
    "getchar",
    "fgetc",
    "getc",
    "putchar",
    "fputc",
    "putc",
    "ungetc",
    "puts",
    "fputs",
    "perror",
    "fgets",
    "fread",
    "fwrite",
    "getline",
    "getdelim",
    "fopen",
    "fdopen",
    "freopen",
    "fclose",
    "fflush",
    "feof",
    "ferror",
    "clearerr",
    "fileno",
    "fseek",
    "fseeko",
    "ftell",
    "ftello",
    "rewind",
    "remove",
    "rename",
    "setvbuf",
    "setbuf",
    "setlinebuf",
    // <unistd.h>, <fcntl.h>
    "open",
    "close",
    "read",
    "write",
    "lseek",
    "unlink",
    "access",
    "isatty",
    "fsync",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "umask",
    "getpagesize",
    "ioctl",
    "fcntl",
    "mkstemp",
    "mkstemp64",
    // <sys/stat.h>, <dirent.h>, <signal.h>, <langinfo.h>
    "stat",
    "lstat",
    "fstat",
    "stat64",
    "lstat64",
    "fstat64",
    "opendir",
    "readdir",
    "readdir64",
    "closedir",
    "signal",
    "nl_langinfo",
    // <stdlib.h>, <string.h>, <time.h>
    "getenv",
    "secure_getenv",
    "setenv",
    "unsetenv",
    "atof",
    "strtod",
    "strtof",
    "rand",
    "srand",
    "random",
    "srandom",
    "strerror",
    "time",
    "clock",
    "localtime",
    "gmtime",
    "localtime_r",
    "gmtime_r",
    // <math.h>: what is not an operation of the automaton.
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "pow",
    "cbrt",
    "hypot",
];

/// The hosted function that a library function is.
pub(super) fn of(name: &str) -> Option<&'static str> {
    let plain = match super::prelude_name(name) {
        "_IO_getc" => "getc",
        "_IO_putc" => "putc",
        "fopen64" => "fopen",
        "open64" => "open",
        "lseek64" => "lseek",
        "fseeko64" => "fseeko",
        "ftello64" => "ftello",
        "__getdelim" => "getdelim",
        "fcntl64" => "fcntl",
        "bsd_signal" => "signal",
        plain => plain.strip_prefix("__builtin_").unwrap_or(plain),
    };
    let plain = plain.strip_prefix("__isoc99_").or_else(|| plain.strip_prefix("__isoc23_")).unwrap_or(plain);
    NAMES.iter().find(|name| **name == plain).copied()
}

/// Whether a function of the table asks the outside world in a way that its model has no input for. What a model takes any value for is
/// refused, or made up, when it is asked.
fn asks(action: Action) -> bool {
    matches!(
        action,
        Action::Print(_)
            | Action::Scan(_)
            | Action::Handler { .. }
            | Action::HandlerInMemory
            | Action::BlocksSignals
            | Action::ThreadStart
            | Action::ThreadJoin
            | Action::Map
            | Action::Unmap
            | Action::OnlyNumbers
    )
}

impl Lower<'_> {
    /// Whether the host answers calls of a library function.
    pub fn is_hosted(&self, name: &str) -> bool {
        self.hosted && of(name).is_some()
    }

    /// A call of a known function in a hosted run; `None` where it is no other than elsewhere.
    pub(super) fn in_hosted_run(&mut self, call: &LibraryCall<'_>) -> Res<Option<Operand>> {
        let LibraryCall { known, name, ty, span, want, .. } = *call;
        let args = &call.args[..];
        if !self.hosted {
            return Ok(None);
        }
        if let Some(hosted) = of(name) {
            if ty.variadic && args.len() == ty.params.len() && self.is_wrapper_of(name) {
                self.unsupported(format!("a call of '{name}' through a pointer"), span);
                return self.deliver_phantom(Operand::Void, ty.result, span, want).map(Some);
            }
            return self.hosted_call(hosted, ty, args.to_vec(), span, want).map(Some);
        }
        if asks(known.action) {
            self.unsupported(format!("a call of '{name}', which a hosted run has no answer for,"), span);
            return self.deliver_phantom(Operand::Void, ty.result, span, want).map(Some);
        }
        let ends = match known.action {
            Action::Exit { .. } => Some("exit"),
            Action::Halt if matches!(name, "_exit" | "_Exit" | "exit_group") => Some("exit"),
            Action::Error if name == "__assert_fail" => Some(name),
            Action::Halt if matches!(name, "abort" | "__builtin_abort") => Some("abort"),
            _ => None,
        };
        if let Some(ends) = ends {
            let ty = FunctionType { result: self.basic.void, ..ty.clone() };
            self.hosted_call(ends, &ty, args.to_vec(), span, Want::Nothing)?;
        }
        Ok(None)
    }

    /// True in the body that a library function has where its address is taken.
    fn is_wrapper_of(&self, name: &str) -> bool {
        self.fun.name.is_none() && self.program.functions[self.fun.id].name == name
    }

    pub fn hosted_call(
        &mut self,
        name: &str,
        ty: &FunctionType,
        args: Vec<ExprId>,
        span: Span,
        want: Want,
    ) -> Res<Operand> {
        let function = self.hosted_function(name, ty);
        if self.dead() {
            return self.finish_call(ty.result, None, span, want);
        }
        let result = self.result_variable(ty.result, span, want);
        self.call_without_body(function, args, result, span);
        self.finish_call(ty.result, result, span, want)
    }

    fn hosted_function(&mut self, name: &str, ty: &FunctionType) -> FunctionId {
        let symbol = self.symbols.intern(&format!("<{name}>"));
        let function = self.extern_function(symbol, ty, Span::NONE);
        if self.quiet == 0 && self.program.outside.hosted.insert(function) {
            let rest = self.variable("<arguments>".into(), self.basic.void_ptr, VarKind::Param(0), Span::NONE);
            self.program.vars[rest].function = Some(function);
            self.program.functions[function].rest = Some(rest);
        }
        function
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_hosted_is_in_the_table() {
        let missing: Vec<_> = super::NAMES.iter().filter(|name| super::super::lookup(name).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(super::of("__isoc99_sscanf"), Some("sscanf"));
        assert_eq!(super::of("getc_unlocked"), Some("getc"));
        assert_eq!(super::of("__builtin_printf"), Some("printf"));
        assert_eq!(super::of("system"), None);
    }
}
