//! Users and groups; the dynamic linker, the terminal and other headers of a few functions.

use super::row::*;

/// The rows.
pub(in crate::library) const ROWS: &[Row] = &[
    ("getpwnam getgrnam", "p:s", system(Answer::Shared)),
    ("getpwuid getgrgid", "p:u", system(Answer::Shared)),
    ("getpwnam_r getpwuid_r getgrnam_r getgrgid_r getpwent getgrent setpwent endpwent", "", A::Unsupported),
    ("dlopen dlsym dlclose dlerror dladdr dlvsym", "", A::Unsupported),
    ("backtrace backtrace_symbols backtrace_symbols_fd", "", A::Unsupported),
    ("obstack_free _obstack_begin _obstack_newchunk", "", A::Unsupported),
    ("argp_parse argp_error argp_usage", "", A::Unsupported),
    ("cfgetispeed cfgetospeed", "u:P", computes(Answer::Any)),
    ("cfsetispeed cfsetospeed", "i:pu", computes_into(&[pointee(0)], STATUS)),
    ("cfmakeraw", "v:p", computes_into(&[pointee(0)], Answer::Any)),
];
