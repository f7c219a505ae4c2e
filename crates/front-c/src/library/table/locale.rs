//! `<locale.h>`, `<langinfo.h>`, `<nl_types.h>`, `<iconv.h>`. Only the "C" locale is modelled, so no other can be set.

use super::row::*;

pub(in crate::library) const ROWS: &[Row] = &[
    ("setlocale", "S:is", A::Prelude),
    ("localeconv", "p:", computes(Answer::Shared)),
    ("newlocale", "p:isp", input(Answer::Object)),
    ("uselocale duplocale", "p:p", A::Unsupported),
    ("freelocale", "v:p", A::Nothing),
    ("nl_langinfo", "S:i", computes(Answer::Text)),
    ("nl_langinfo_l", "S:ip", computes(Answer::Text)),
    ("catopen", "p:si", A::Unsupported),
    ("catgets", "S:piis", A::Unsupported),
    ("catclose", "i:p", A::Unsupported),
    ("strfmon strfmon_l", "", A::Unsupported),
    ("gettext", "S:s", A::First),
    ("dgettext", "S:ss", A::Prelude),
    ("ngettext", "S:ssL", A::Prelude),
    ("bindtextdomain bind_textdomain_codeset", "S:ss", input(Answer::TextOrNull)),
    ("textdomain", "S:s", input(Answer::TextOrNull)),
    // A handle, or -1.
    ("iconv_open", "p:ss", system(Answer::Any)),
    ("iconv_close", "i:p", system(STATUS)),
    ("iconv", "z:ppppp", A::Unsupported),
];
