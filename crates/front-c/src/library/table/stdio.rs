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

/// The rows.
pub(in crate::library) const ROWS: &[Row] = &[
    // Formatted output.
    ("printf", "i:s.", print(Sink::Outside, 0)),
    ("__printf_chk", "i:is.", print(Sink::Outside, 1)),
    ("fprintf", "i:ps.", print(Sink::Outside, 1)),
    ("dprintf", "i:is.", print(Sink::Outside, 1)),
    ("__fprintf_chk", "i:pis.", print(Sink::Outside, 2)),
    ("__dprintf_chk", "i:iis.", print(Sink::Outside, 2)),
    ("vprintf", "i:sp", print_list(Sink::Outside, 0)),
    ("__vprintf_chk", "i:isp", print_list(Sink::Outside, 1)),
    ("vfprintf", "i:psp", print_list(Sink::Outside, 1)),
    ("vdprintf", "i:isp", print_list(Sink::Outside, 1)),
    ("__vfprintf_chk", "i:pisp", print_list(Sink::Outside, 2)),
    ("__vdprintf_chk", "i:iisp", print_list(Sink::Outside, 2)),
    ("sprintf", "i:Ss.", print(Sink::Memory(0), 1)),
    ("__sprintf_chk", "i:Sizs.", print(Sink::Memory(0), 3)),
    ("vsprintf", "i:Ssp", print_list(Sink::Memory(0), 1)),
    ("__vsprintf_chk", "i:Sizsp", print_list(Sink::Memory(0), 3)),
    ("snprintf", "i:Szs.", print(Sink::Limited(0, 1), 2)),
    ("__snprintf_chk", "i:Szizs.", print(Sink::Limited(0, 1), 4)),
    ("vsnprintf", "i:Szsp", print_list(Sink::Limited(0, 1), 2)),
    ("__vsnprintf_chk", "i:Szizsp", print_list(Sink::Limited(0, 1), 4)),
    ("asprintf", "i:ps.", print(Sink::Allocated(0), 1)),
    ("__asprintf_chk", "i:pis.", print(Sink::Allocated(0), 2)),
    ("vasprintf", "i:psp", print_list(Sink::Allocated(0), 1)),
    ("__vasprintf_chk", "i:pisp", print_list(Sink::Allocated(0), 2)),
    // Formatted input.
    ("scanf", "i:s.", scan(0, false, false)),
    ("fscanf", "i:ps.", scan(1, false, false)),
    ("sscanf", "i:ss.", scan(1, true, false)),
    ("vscanf", "i:sp", scan(0, false, true)),
    ("vfscanf", "i:psp", scan(1, false, true)),
    ("vsscanf", "i:ssp", scan(1, true, true)),
    // Characters.
    ("getchar", "i:", system(Answer::Range(-1, 255))),
    ("fgetc getc _IO_getc", "i:p", system(Answer::Range(-1, 255))),
    ("getw", "i:p", system(Answer::Any)),
    ("putchar", "i:i", system(Answer::ByteOrError(0))),
    ("fputc putc _IO_putc", "i:ip", system(Answer::ByteOrError(0))),
    ("putw", "i:ip", system(Answer::Any)),
    ("ungetc", "i:ip", P),
    ("puts", "i:s", system(COUNT)),
    ("fputs", "i:sp", system(COUNT)),
    ("perror psignal", "v:s", input(Answer::Any)),
    ("fgets", "S:Sip", P),
    ("__fgets_chk", "S:Szip", P),
    ("gets", "S:S", P),
    ("fwrite", "z:Pzzp", P),
    ("fread", "z:pzzp", P),
    ("__fread_chk", "z:pzzzp", A::Unsupported),
    ("getline", "l:ppp", P),
    ("getdelim __getdelim", "l:ppip", P),
    // Streams.
    ("fopen fopen64", "p:ss", system(Answer::Object)),
    ("fdopen", "p:is", system(Answer::Object)),
    ("tmpfile tmpfile64", "p:", system(Answer::Object)),
    ("popen", "p:ss", system(Answer::Object)),
    ("freopen freopen64", "p:ssp", system(Answer::ArgumentOrNull(2))),
    ("fmemopen open_memstream open_wmemstream fopencookie", "", A::Unsupported),
    ("fclose fflush fcloseall", "i:p", system(STATUS)),
    ("pclose", "i:p", system(Answer::From(-1))),
    ("setvbuf", "i:pSiz", A::OnlyZero(1)),
    ("setbuf", "v:pS", A::OnlyZero(1)),
    ("setbuffer", "v:pSz", A::OnlyZero(1)),
    ("setlinebuf", "v:p", input(Answer::Any)),
    ("fseek", "i:pli", system(STATUS)),
    ("fseeko", "i:pli", system(STATUS)),
    ("fseeko64", "i:pqi", system(STATUS)),
    ("ftell ftello", "l:p", system(COUNT)),
    ("ftello64", "q:p", system(COUNT)),
    ("fgetpos fgetpos64", "i:pp", writes(&[opaque(1)], STATUS)),
    ("fsetpos fsetpos64", "i:pP", system(STATUS)),
    ("rewind", "v:p", system(Answer::Any)),
    ("feof ferror", "i:p", computes(Answer::Any)),
    ("clearerr", "v:p", input(Answer::Any)),
    ("fileno", "i:p", computes(COUNT)),
    ("flockfile funlockfile", "v:p", A::Nothing),
    ("ftrylockfile", "i:p", input(Answer::Any)),
    ("fpurge __fpurge", "v:p", input(Answer::Any)),
    ("remove", "i:s", system(STATUS)),
    ("rename", "i:ss", system(STATUS)),
    ("tmpnam tmpnam_r tempnam cuserid", "S:S", A::Unsupported),
    ("ctermid", "S:S", A::Unsupported),
    ("__overflow", "i:pi", system(Answer::Range(-1, 255))),
    ("__uflow", "i:p", system(Answer::Range(-1, 255))),
];
