//! `<stdlib.h>`, `<inttypes.h>`, `<malloc.h>`, `<alloca.h>`.

use super::row::*;

const P: A = A::Prelude;

/// Allocation. Everything else about memory is in `string.rs`.
pub(in crate::library) const MEMORY: &[Row] = &[
    ("malloc", "p:z", A::Malloc),
    ("calloc", "p:zz", A::Calloc),
    ("realloc", "p:pz", A::Realloc),
    ("reallocarray", "p:pzz", P),
    ("free cfree", "v:p", A::Free),
    ("alloca __builtin_alloca", "p:z", A::Alloca),
    ("__builtin_alloca_with_align", "p:zz", A::Alloca),
    ("aligned_alloc memalign", "p:zz", A::AlignedAlloc),
    ("valloc pvalloc", "p:z", A::PageAlloc),
    ("posix_memalign", "i:pzz", A::MemAlign),
    ("malloc_usable_size", "z:p", A::Unsupported),
    ("malloc_trim", "i:z", input(Answer::Range(0, 1))),
    ("mallopt", "i:ii", input(Answer::Range(0, 1))),
    ("malloc_stats", "v:", input(Answer::Any)),
];

pub(in crate::library) const ROWS: &[Row] = &[
    // Ends of the program.
    ("abort", "v:", A::Halt),
    ("_exit _Exit exit_group", "v:i", A::Halt),
    ("exit", "v:i", A::Exit { quick: false }),
    ("quick_exit", "v:i", A::Exit { quick: true }),
    ("atexit at_quick_exit", "i:p", P),
    ("on_exit", "i:pp", P),
    ("__cxa_atexit", "i:ppp", P),
    ("__cxa_finalize", "v:p", A::Unsupported),
    // Numbers in text.
    ("atoi", "i:s!", P),
    ("atol", "l:s!", P),
    ("atoll", "q:s!", P),
    ("atof", "d:s\"", P),
    ("strtol", "l:s!pi", P),
    ("strtoul", "L:s!pi", P),
    ("strtoll strtoimax strtoq __strtoimax", "q:s!pi", P),
    ("strtoull strtoumax strtouq", "Q:s!pi", P),
    ("__isoc23_strtol", "l:s!pi", P),
    ("__isoc23_strtoul", "L:s!pi", P),
    ("__isoc23_strtoll", "q:s!pi", P),
    ("__isoc23_strtoull", "Q:s!pi", P),
    ("__strtol_internal", "l:spii", P),
    ("__strtoul_internal", "L:spii", P),
    ("strtod", "d:s!p", P),
    ("strtof", "f:s!p", P),
    ("strtold", "e:s!p", P),
    ("strtol_l strtoul_l strtoll_l strtoull_l strtod_l strtof_l strtold_l", "", A::Unsupported),
    ("strfromd strfromf strfroml", "", A::Unsupported),
    ("a64l l64a ecvt fcvt gcvt qecvt qfcvt qgcvt ecvt_r fcvt_r qecvt_r qfcvt_r", "", A::Unsupported),
    // Arithmetic.
    ("abs", "i:i", P),
    ("labs", "l:l", P),
    ("llabs imaxabs", "q:q", P),
    ("div ldiv lldiv imaxdiv", "", P),
    // Random numbers: a new one each time, until the same seed may be set again.
    ("rand random", "i:", input(Answer::Range(0, 0x7fff_ffff))),
    ("rand_r", "i:p", computes_into(&[pointee(0)], Answer::Range(0, 0x7fff_ffff))),
    ("srand srandom", "v:u", P),
    ("srand48", "v:l", P),
    ("lrand48", "l:", input(Answer::Range(0, 0x7fff_ffff))),
    ("mrand48", "l:", input(Answer::Range(-0x8000_0000, 0x7fff_ffff))),
    ("drand48", "d:", P),
    ("arc4random", "u:", input(Answer::Any)),
    ("arc4random_uniform", "u:u", P),
    ("arc4random_buf", "v:pz", writes(&[bytes(0, 1)], Answer::Any)),
    ("erand48 nrand48 jrand48 seed48 lcong48 initstate setstate", "", A::Unsupported),
    (
        "drand48_r erand48_r lrand48_r nrand48_r mrand48_r jrand48_r srand48_r seed48_r lcong48_r random_r srandom_r \
         initstate_r setstate_r",
        "",
        A::Unsupported,
    ),
    ("getrandom", "l:pzu", writes(&[bytes(0, 1)], Answer::UpTo(-1, 1))),
    ("getentropy", "i:pz", writes(&[bytes(0, 1)], STATUS)),
    // Sorting and searching are in `search.rs`. The environment.
    ("getenv secure_getenv __secure_getenv", "S:s\"", P),
    ("setenv", "i:s\"s\"i", P),
    ("unsetenv", "i:s\"", P),
    // It keeps the array that it is given, which later writes change.
    ("putenv", "i:S?", A::Unsupported),
    ("clearenv", "i:", P),
    ("system", "i:s", system(Answer::Any)),
    // Multibyte characters; in the "C" locale a byte each.
    ("mblen", "i:s?z", computes(Answer::From(-1))),
    ("mbtowc", "i:ps?z", computes_into(&[pointee(0)], Answer::From(-1))),
    ("wctomb", "i:Si", P),
    ("mbstowcs", "z:ps!z", P),
    ("wcstombs", "z:Sp!z", P),
    ("rpmatch", "i:s", computes(Answer::Range(-1, 1))),
    ("mkostemp mkstemps mkostemps mkostemp64 mkstemps64 mkostemps64", "", A::Unsupported),
    ("mkstemp mkstemp64", "i:S", P),
    ("mkdtemp mktemp", "S:S!", P),
    ("realpath", "S:s\"S", P),
    ("canonicalize_file_name", "S:s", P),
    ("getsubopt", "i:ppp", A::Unsupported),
    ("getloadavg", "i:pi", A::Unsupported),
    ("posix_openpt getpt", "i:i", system(COUNT)),
    ("grantpt unlockpt", "i:i", system(STATUS)),
    ("ptsname", "S:i", input(Answer::TextOrNull)),
    ("ptsname_r", "i:iSz", writes(&[bytes(1, 2)], ERROR)),
    ("getauxval", "L:L", system(Answer::Any)),
];
