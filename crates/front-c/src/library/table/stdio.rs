//! `<stdio.h>`.

use super::row::*;

const P: A = A::Prelude;

const fn print(sink: Sink, format: usize) -> A {
    A::Print(Print { sink, format, list: false, wide: false })
}

const fn print_list(sink: Sink, format: usize) -> A {
    A::Print(Print { sink, format, list: true, wide: false })
}

const fn scan(format: usize, determined: bool, list: bool) -> A {
    A::Scan(Scan { format, list, wide: false, determined })
}

pub(in crate::library) const ROWS: &[Row] = &[
    // Formatted output.
    ("printf", "i:s\".", print(Sink::Outside, 0)),
    ("__printf_chk", "i:is\".", print(Sink::Outside, 1)),
    ("fprintf", "i:p@s\".", print(Sink::Outside, 1)),
    ("dprintf", "i:is\".", print(Sink::Outside, 1)),
    ("__fprintf_chk", "i:p@is\".", print(Sink::Outside, 2)),
    ("__dprintf_chk", "i:iis\".", print(Sink::Outside, 2)),
    ("vprintf", "i:s\"p", print_list(Sink::Outside, 0)),
    ("__vprintf_chk", "i:is\"p", print_list(Sink::Outside, 1)),
    ("vfprintf", "i:p@s\"p", print_list(Sink::Outside, 1)),
    ("vdprintf", "i:is\"p", print_list(Sink::Outside, 1)),
    ("__vfprintf_chk", "i:p@is\"p", print_list(Sink::Outside, 2)),
    ("__vdprintf_chk", "i:iis\"p", print_list(Sink::Outside, 2)),
    ("sprintf", "i:S!s\".", print(Sink::Memory(0), 1)),
    ("__sprintf_chk", "i:S!izs\".", print(Sink::Memory(0), 3)),
    ("vsprintf", "i:S!s\"p", print_list(Sink::Memory(0), 1)),
    ("__vsprintf_chk", "i:S!izs\"p", print_list(Sink::Memory(0), 3)),
    ("snprintf", "i:S1zs\".", print(Sink::Limited(0, 1), 2)),
    ("__snprintf_chk", "i:S1zizs\".", print(Sink::Limited(0, 1), 4)),
    ("vsnprintf", "i:S1zs\"p", print_list(Sink::Limited(0, 1), 2)),
    ("__vsnprintf_chk", "i:S1zizs\"p", print_list(Sink::Limited(0, 1), 4)),
    ("asprintf", "i:p!s\".", print(Sink::Allocated(0), 1)),
    ("__asprintf_chk", "i:p!is\".", print(Sink::Allocated(0), 2)),
    ("vasprintf", "i:p!s\"p", print_list(Sink::Allocated(0), 1)),
    ("__vasprintf_chk", "i:p!is\"p", print_list(Sink::Allocated(0), 2)),
    // Formatted input.
    ("scanf", "i:s\".", scan(0, false, false)),
    ("fscanf", "i:p@s\".", scan(1, false, false)),
    ("sscanf", "i:s\"s\".", scan(1, true, false)),
    ("vscanf", "i:s\"p", scan(0, false, true)),
    ("vfscanf", "i:p@s\"p", scan(1, false, true)),
    ("vsscanf", "i:s\"s\"p", scan(1, true, true)),
    // Characters.
    ("getchar", "i:", system(Answer::Range(-1, 255))),
    ("fgetc getc _IO_getc", "i:p@", system(Answer::Range(-1, 255))),
    ("getw", "i:p@", system(Answer::Any)),
    ("putchar", "i:i", system(Answer::ByteOrError(0))),
    ("fputc putc _IO_putc", "i:ip@", system(Answer::ByteOrError(0))),
    ("putw", "i:ip@", system(Answer::Any)),
    ("ungetc", "i:ip@", P),
    ("puts", "i:s\"", system(COUNT)),
    ("fputs", "i:s\"p@", system(COUNT)),
    ("perror psignal", "v:s", input(Answer::Any)),
    ("fgets", "S:S!ip@", P),
    ("__fgets_chk", "S:S!zip@", P),
    ("gets", "S:S!", P),
    ("fwrite", "z:P2zzp@", P),
    ("fread", "z:p2zzp@", P),
    ("__fread_chk", "z:p3zzzp@", P),
    ("getline", "l:p!p!p@", P),
    ("getdelim __getdelim", "l:p!p!ip@", P),
    // Streams.
    ("fopen fopen64", "p+:s\"s\"", system(Answer::Object)),
    ("fdopen", "p+:is\"", system(Answer::Object)),
    ("tmpfile tmpfile64", "p+:", system(Answer::Object)),
    ("popen", "p+:s\"s\"", system(Answer::Object)),
    ("freopen freopen64", "p:ss\"p@", system(Answer::ArgumentOrNull(2))),
    ("fmemopen open_memstream open_wmemstream fopencookie", "", A::Unsupported),
    ("fclose", "i:p@-", system(STATUS)),
    ("fflush fcloseall", "i:p", system(STATUS)),
    ("pclose", "i:p@-", system(Answer::From(-1))),
    ("setvbuf", "i:p@Siz", A::OnlyZero(1)),
    ("setbuf", "v:p@S", A::OnlyZero(1)),
    ("setbuffer", "v:p@Sz", A::OnlyZero(1)),
    ("setlinebuf", "v:p@", input(Answer::Any)),
    ("fseek", "i:p@li", system(STATUS)),
    ("fseeko", "i:p@li", system(STATUS)),
    ("fseeko64", "i:p@qi", system(STATUS)),
    ("ftell ftello", "l:p@", system(COUNT)),
    ("ftello64", "q:p@", system(COUNT)),
    ("fgetpos fgetpos64", "i:p@p!", writes(&[opaque(1)], STATUS)),
    ("fsetpos fsetpos64", "i:p@P!", system(STATUS)),
    ("rewind", "v:p@", system(Answer::Any)),
    ("feof ferror", "i:p@", computes(Answer::Any)),
    ("clearerr", "v:p@", input(Answer::Any)),
    ("fileno", "i:p@", computes(COUNT)),
    ("flockfile funlockfile", "v:p@", A::Nothing),
    ("ftrylockfile", "i:p@", input(Answer::Any)),
    ("fpurge __fpurge", "v:p", input(Answer::Any)),
    ("remove", "i:s\"", system(STATUS)),
    ("rename", "i:s\"s\"", system(STATUS)),
    ("tmpnam tmpnam_r tempnam cuserid", "S:S", A::Unsupported),
    ("ctermid", "S:S", A::Unsupported),
    ("__overflow", "i:pi", system(Answer::Range(-1, 255))),
    ("__uflow", "i:p", system(Answer::Range(-1, 255))),
];
