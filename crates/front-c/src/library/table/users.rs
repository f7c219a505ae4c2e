//! Users and groups; the dynamic linker, the terminal and other headers of a few functions.

use super::row::*;

/// The rows.
pub(in crate::library) const ROWS: &[Row] = &[
    ("getpwnam getgrnam", "p:s", system(Answer::Shared)),
    ("getpwuid getgrgid", "p:u", system(Answer::Shared)),
    ("getpwent getgrent getutxent", "p:", system(Answer::Shared)),
    ("setpwent endpwent setgrent endgrent setutxent endutxent", "v:", A::Nothing),
    ("getutxid getutxline pututxline", "p:P!", system(Answer::Shared)),
    ("getpwnam_r getpwuid_r getgrnam_r getgrgid_r", "", A::Unsupported),
    ("fmtmsg", "i:lsisss", system(Answer::Any)),
    ("ftok", "i:s\"i", system(Answer::Any)),
    ("msgget", "i:ii", system(COUNT)),
    ("semget", "i:iii", system(COUNT)),
    ("msgsnd", "i:iPzi", system(STATUS)),
    ("semop", "i:ip?z", system(STATUS)),
    ("msgctl msgrcv semctl", "", A::Unsupported),
    ("mq_close", "i:i", system(STATUS)),
    ("mq_unlink", "i:s\"", system(STATUS)),
    ("mq_send", "i:is#2zu", system(STATUS)),
    ("mq_timedsend", "i:is#2zuP", system(STATUS)),
    ("mq_receive", "l:iSzp", writes(&[bytes(1, 2), pointee(3)], Answer::UpTo(-1, 2))),
    ("mq_timedreceive", "l:iSzpP", writes(&[bytes(1, 2), pointee(3)], Answer::UpTo(-1, 2))),
    ("mq_getattr", "i:ip!", writes(&[pointee(1)], STATUS)),
    ("mq_setattr", "i:iPp", writes(&[pointee(2)], STATUS)),
    ("mq_open mq_notify", "", A::Unsupported),
    ("aio_cancel aio_error aio_fsync aio_read aio_return aio_suspend aio_write lio_listio", "", A::Unsupported),
    ("dlerror", "S:", system(Answer::TextOrNull)),
    ("dlclose", "i:p", system(Answer::Any)),
    // A handle, or null.
    ("dlopen", "p:si", system(Answer::Any)),
    ("dlsym dladdr dlvsym", "", A::Unsupported),
    ("backtrace backtrace_symbols backtrace_symbols_fd", "", A::Unsupported),
    ("obstack_free _obstack_begin _obstack_newchunk", "", A::Unsupported),
    ("argp_parse argp_error argp_usage", "", A::Unsupported),
    ("cfgetispeed cfgetospeed", "u:P", computes(Answer::Any)),
    ("cfsetispeed cfsetospeed", "i:pu", computes_into(&[pointee(0)], STATUS)),
    ("cfmakeraw", "v:p", computes_into(&[pointee(0)], Answer::Any)),
];
