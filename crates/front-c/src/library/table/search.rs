//! Functions that call back: `<stdlib.h>`'s and `<search.h>`'s sorting and searching, walks of file trees.

use super::row::*;

const P: A = A::Prelude;

pub(in crate::library) const ROWS: &[Row] = &[
    ("qsort", "v:p1zzp!", P),
    ("qsort_r", "v:p1zzp!p", P),
    ("bsearch", "p:P!P2zzp!", P),
    ("lfind", "p:PPpzp", P),
    ("lsearch", "p:Pppzp", P),
    ("tsearch", "p:Ppp", P),
    ("tfind", "p:Ppp", P),
    ("tdelete twalk twalk_r tdestroy", "", A::Unsupported),
    ("hcreate hsearch hdestroy hcreate_r hsearch_r hdestroy_r", "", A::Unsupported),
    ("insque remque", "", A::Unsupported),
    (
        "ftw nftw ftw64 nftw64 scandir scandir64 scandirat scandirat64 glob glob64 globfree64 alphasort alphasort64 \
         versionsort versionsort64 wordexp",
        "",
        A::Unsupported,
    ),
    ("globfree wordfree", "v:p", input(Answer::Any)),
    ("fts_open fts_read fts_children fts_set fts_close", "", A::Unsupported),
    ("regcomp", "i:p!s\"i", computes_into(&[opaque(0)], Answer::From(0))),
    ("regexec", "i:P!s\"zpi", P),
    ("regerror", "z:iPSz", computes_into(&[bytes(2, 3)], Answer::From(1))),
    ("regfree", "v:p!", A::Nothing),
    ("fnmatch", "i:s?s?i", computes(Answer::Any)),
    ("dl_iterate_phdr", "i:pp", A::Unsupported),
];
