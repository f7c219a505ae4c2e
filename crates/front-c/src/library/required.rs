//! What library functions require of the pointers that they are given: that they are not null (C17 7.1.4p1).
//!
//! A requirement is a branch before the call, to the label of the check that it violates ([`Op::mark_check`]): what the
//! prelude does with a null pointer would show inside the library, and an effect or a primitive shows nothing. Only where the
//! checks of the run ask for it, and only for calls that the program itself makes.
//!
//! Functions that accept null are left out (`free`, `time`, `fflush`, `setlocale`, the end pointer of `strtol`). Where a
//! number says how many bytes are meant, null is accepted with none: C17 does not say so, every library does, and the next
//! standard will.

use crate::lower::Lower;
use cairn_base::Span;
use cairn_ir::behaviour::{Check, is_of_library};
use cairn_ir::{BinaryOp, ExprId, NodeId, Op};

/// Functions, and the positions of the arguments that must not be null.
const POINTERS: &[(&str, &[usize])] = &[
    ("strlen strdup puts atoi atol atoll atof strtol strtoul strtoll strtoull strtof strtod strtold", &[0]),
    ("strtoimax strtoumax remove unlink rmdir opendir getenv strndup fgetc getc", &[0]),
    (
        "strcpy strcat strcmp strcoll strchr strrchr strstr strpbrk strspn strcspn strcasecmp strcasestr stpcpy rename",
        &[0],
    ),
    ("strcpy strcat strcmp strcoll strstr strpbrk strspn strcspn strcasecmp strcasestr stpcpy rename", &[1]),
    ("fopen", &[0, 1]),
    ("fdopen", &[1]),
    ("freopen", &[1, 2]),
    (
        "fclose feof ferror clearerr rewind ftell ftello fseek fseeko fileno setbuf setvbuf fprintf vfprintf fscanf vfscanf",
        &[0],
    ),
    ("fprintf vfprintf fscanf vfscanf sprintf vsprintf sscanf vsscanf fgetpos fsetpos", &[0, 1]),
    ("snprintf vsnprintf", &[2]),
    ("printf vprintf scanf vscanf", &[0]),
    ("fputc putc ungetc", &[1]),
    ("fputs", &[0, 1]),
    ("fgets", &[0, 2]),
    ("fread fwrite", &[3]),
    ("getline", &[0, 1, 2]),
    ("getdelim", &[0, 1, 3]),
    ("localtime gmtime ctime asctime mktime", &[0]),
    ("localtime_r gmtime_r ctime_r asctime_r", &[0, 1]),
    ("strftime", &[0, 2, 3]),
    ("readdir closedir rewinddir", &[0]),
    ("stat lstat", &[0, 1]),
    ("fstat", &[1]),
    ("qsort", &[3]),
    ("bsearch", &[0, 4]),
    ("regexec regcomp", &[0, 1]),
    ("regfree", &[0]),
    ("frexp frexpf frexpl modf modff modfl", &[1]),
    ("remquo remquof remquol", &[2]),
    ("wcslen wcscpy wcscat wcscmp wcschr wcsrchr wcsstr", &[0]),
    ("wcscpy wcscat wcscmp wcsstr", &[1]),
];

/// Functions, and the arguments that must not be null unless the number at the last position is zero.
const SIZED: &[(&str, &[usize], usize)] = &[
    ("memcpy memmove memcmp mempcpy strncpy strncmp strncasecmp strncat wmemcpy wmemmove wmemcmp", &[0, 1], 2),
    ("memset memchr memrchr wmemset wmemchr", &[0], 2),
    ("bzero", &[0], 1),
    ("bcopy", &[0, 1], 2),
    ("snprintf vsnprintf", &[0], 1),
    ("fread fwrite", &[0], 2),
    ("read write", &[1], 2),
];

impl Lower<'_> {
    /// Checks what a call of a library function requires.
    pub(super) fn requirements(&mut self, name: &str, args: &[ExprId], span: Span) {
        let wanted = [Check::NullDereference, Check::ValidDeref].into_iter().find(|check| self.asks_here(*check));
        let Some(check) = wanted else { return };
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let name = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name);
        let named = |names: &str| names.split_ascii_whitespace().any(|one| one == name);
        let plain = POINTERS.iter().filter(|(names, _)| named(names)).map(|(_, at)| (*at, None));
        let sized = SIZED.iter().filter(|(names, ..)| named(names)).map(|(_, at, size)| (*at, Some(*size)));
        for (positions, size) in plain.chain(sized) {
            for at in positions {
                let size = size.and_then(|size| args.get(size).copied());
                if let Some(pointer) = args.get(*at) {
                    self.require(check, *pointer, size, span);
                }
            }
        }
    }

    fn require(&mut self, check: Check, pointer: ExprId, size: Option<ExprId>, span: Span) {
        let ty = self.type_of(pointer);
        if !self.is_pointer(ty) {
            return;
        }
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
