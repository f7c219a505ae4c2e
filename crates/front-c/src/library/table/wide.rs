//! `<wchar.h>`, `<uchar.h>`.

use super::row::*;

const P: A = A::Prelude;

const fn print(sink: Sink, format: usize, list: bool) -> A {
    A::Print(Print { sink, format, list, wide: true })
}

const fn scan(format: usize, determined: bool, list: bool) -> A {
    A::Scan(Scan { format, list, wide: true, determined })
}

pub(in crate::library) const ROWS: &[Row] = &[
    ("wcslen", "z:p!", P),
    ("wcsnlen", "z:pz", P),
    ("wcscpy wcscat wcpcpy", "p:p!p!", P),
    ("wcsncpy wcsncat wcpncpy", "p:ppz", P),
    ("wcscmp wcscoll wcscasecmp", "i:p!p!", P),
    ("wcsncmp wcsncasecmp", "i:ppz", P),
    ("wcschr wcsrchr wcschrnul", "p:p!i", P),
    ("wcsstr wcspbrk wcswcs", "p:p!p!", P),
    ("wcsspn wcscspn", "z:pp", P),
    ("wcsdup", "p:p", P),
    ("wcstok", "p:ppp", P),
    ("wmemcpy wmemmove wmempcpy", "p:p2p2z", P),
    ("wmemset", "p:p2iz", P),
    ("wmemcmp", "i:p2p2z", P),
    ("wmemchr", "p:p2iz", P),
    ("wcsxfrm", "z:ppz", A::Unsupported),
    ("wcstol wcstoll wcstoimax wcstoul wcstoull wcstoumax wcstod wcstof wcstold", "", A::Unsupported),
    ("wprintf", "i:p.", print(Sink::Outside, 0, false)),
    ("vwprintf", "i:pp", print(Sink::Outside, 0, true)),
    ("fwprintf", "i:pp.", print(Sink::Outside, 1, false)),
    ("vfwprintf", "i:ppp", print(Sink::Outside, 1, true)),
    ("swprintf", "i:pzp.", print(Sink::Limited(0, 1), 2, false)),
    ("vswprintf", "i:pzpp", print(Sink::Limited(0, 1), 2, true)),
    ("wscanf", "i:p.", scan(0, false, false)),
    ("fwscanf", "i:pp.", scan(1, false, false)),
    ("swscanf", "i:pp.", scan(1, true, false)),
    ("vwscanf", "i:pp", scan(0, false, true)),
    ("vfwscanf", "i:ppp", scan(1, false, true)),
    ("vswscanf", "i:ppp", scan(1, true, true)),
    ("fgetwc getwc", "u:p", system(Answer::Any)),
    ("getwchar", "u:", system(Answer::Any)),
    ("fputwc putwc", "u:ip", system(Answer::Any)),
    ("putwchar", "u:i", system(Answer::Any)),
    ("ungetwc", "u:up", system(Answer::Any)),
    ("fputws", "i:p?p", system(COUNT)),
    ("fgetws", "p:pip", A::Unsupported),
    ("fwide", "i:pi", input(Answer::Any)),
    ("btowc", "u:i", P),
    ("wctob", "i:u", P),
    ("mbsinit", "i:P", computes(Answer::Any)),
    ("mbrlen", "z:s?zp", computes_into(&[opaque(2)], Answer::Any)),
    ("mbrtowc", "z:ps?zp", computes_into(&[pointee(0), opaque(3)], Answer::Any)),
    ("mbrtoc16 mbrtoc32", "z:ps?zp", computes_into(&[pointee(0), opaque(3)], Answer::Any)),
    ("wcrtomb", "z:Sip", A::Unsupported),
    ("c16rtomb c32rtomb", "", A::Unsupported),
    ("mbsrtowcs wcsrtombs mbsnrtowcs wcsnrtombs", "", A::Unsupported),
    ("wcwidth", "i:i", computes(Answer::Any)),
    ("wcscasecmp_l wcscoll_l", "i:p!?p!?p", computes(Answer::Any)),
    ("wcsncasecmp_l", "i:p?p?zp", computes(Answer::Any)),
    ("wcsxfrm_l", "z:ppzp", A::Unsupported),
    ("wcswidth", "i:p?z", computes(Answer::Any)),
];
