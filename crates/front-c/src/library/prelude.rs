//! Library functions that are written in C. See `prelude/`.

/// The texts, by the name that diagnostics show.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    ("<prelude>/string.c", include_str!("../../prelude/string.c")),
    ("<prelude>/ctype.c", include_str!("../../prelude/ctype.c")),
    ("<prelude>/number.c", include_str!("../../prelude/number.c")),
];
