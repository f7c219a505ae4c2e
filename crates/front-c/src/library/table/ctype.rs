//! `<ctype.h>`, `<wctype.h>`.

use super::row::*;

const P: A = A::Prelude;

pub(in crate::library) const ROWS: &[Row] = &[
    ("isalpha isdigit isalnum isspace isupper islower isxdigit iscntrl isprint isgraph ispunct isblank", "i:i%", P),
    ("toupper tolower _toupper _tolower", "i:i%", P),
    ("isascii toascii", "i:i", P),
    ("__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc", "p:", P),
    ("__ctype_get_mb_cur_max", "z:", A::Number(1)),
    (
        "isalpha_l isdigit_l isalnum_l isspace_l isupper_l islower_l isxdigit_l iscntrl_l isprint_l isgraph_l \
         ispunct_l isblank_l toupper_l tolower_l",
        "i:ip",
        computes(Answer::Any),
    ),
    (
        "iswalpha iswdigit iswalnum iswspace iswupper iswlower iswxdigit iswcntrl iswprint iswgraph iswpunct iswblank",
        "i:u",
        P,
    ),
    ("towupper towlower", "u:u", P),
    (
        "iswalnum_l iswalpha_l iswblank_l iswcntrl_l iswdigit_l iswgraph_l iswlower_l iswprint_l iswpunct_l iswspace_l \
         iswupper_l iswxdigit_l",
        "i:up",
        computes(Answer::Any),
    ),
    ("towlower_l towupper_l", "u:up", computes(Answer::Any)),
    ("towctrans_l", "u:upp", computes(Answer::Any)),
    ("wctrans_l", "p:sp", computes(Answer::Any)),
    ("wctype_l", "L:sp", computes(Answer::Any)),
    ("iswctype_l", "i:uLp", computes(Answer::Any)),
    ("iswctype", "i:uL", computes(Answer::Any)),
    ("wctype", "L:s", computes(Answer::Any)),
    ("towctrans", "u:up", computes(Answer::Any)),
    ("wctrans", "p:s", computes(Answer::Any)),
];
