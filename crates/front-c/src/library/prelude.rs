//! Library functions that are written in C. See `prelude/`.
//!
//! Only what is called is lowered. Names of the prelude's own begin with [`super::OWN`], which no program may use, so that
//! nothing of a program can be taken for it, nor the other way round.

/// The functions of threads where the program starts some.
pub(crate) const SCHEDULE: &str = include_str!("../../prelude/schedule.c");

/// The texts, by the name that diagnostics show.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    ("<prelude>/string.c", include_str!("../../prelude/string.c")),
    ("<prelude>/ctype.c", include_str!("../../prelude/ctype.c")),
    ("<prelude>/ctype_tables.c", include_str!("../../prelude/ctype_tables.c")),
    ("<prelude>/number.c", include_str!("../../prelude/number.c")),
    ("<prelude>/exit.c", include_str!("../../prelude/exit.c")),
    ("<prelude>/quick_exit.c", include_str!("../../prelude/quick_exit.c")),
    ("<prelude>/search.c", include_str!("../../prelude/search.c")),
    ("<prelude>/threads.c", include_str!("../../prelude/threads.c")),
    ("<prelude>/schedule.c", SCHEDULE),
    ("<prelude>/print.c", include_str!("../../prelude/print.c")),
    ("<prelude>/input.c", include_str!("../../prelude/input.c")),
    ("<prelude>/getopt.c", include_str!("../../prelude/getopt.c")),
    ("<prelude>/required.c", include_str!("../../prelude/required.c")),
    ("<prelude>/frames.c", include_str!("../../prelude/frames.c")),
    ("<prelude>/wide.c", include_str!("../../prelude/wide.c")),
];
