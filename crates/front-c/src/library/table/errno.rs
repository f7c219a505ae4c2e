//! `<errno.h>`, `<assert.h>`, `<error.h>`, `<err.h>`, `<syslog.h>`.

use super::row::*;

pub(in crate::library) const ROWS: &[Row] = &[
    ("__errno_location __errno ___errno", "p:", A::ErrnoLocation),
    ("error", "v:iis.", input(Answer::ExitsUnlessZero(0))),
    ("error_at_line", "v:iisus.", input(Answer::ExitsUnlessZero(0))),
    ("err errx", "v:is.", A::Exit { quick: false }),
    ("verr verrx", "v:isp", A::Exit { quick: false }),
    ("warn warnx", "v:s.", input(Answer::Any)),
    ("vwarn vwarnx", "v:sp*", input(Answer::Any)),
    ("openlog", "v:sii", input(Answer::Any)),
    ("closelog", "v:", input(Answer::Any)),
    ("syslog", "v:is.", input(Answer::Any)),
    ("vsyslog", "v:isp*", input(Answer::Any)),
    ("setlogmask", "i:i", input(Answer::Any)),
];
