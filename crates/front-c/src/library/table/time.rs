//! `<time.h>`, `<sys/time.h>`, `<sys/times.h>`.

use super::row::*;

const NANO: i64 = 1_000_000_000;
const MICRO: i64 = 1_000_000;

pub(in crate::library) const ROWS: &[Row] = &[
    ("time", "l:p", A::Prelude),
    ("clock", "l:", input(COUNT)),
    ("difftime", "d:ll", A::Prelude),
    ("clock_gettime clock_getres", "i:ip", writes(&[time(1, NANO)], STATUS)),
    ("clock_settime", "i:iP", system(STATUS)),
    ("clock_getcpuclockid", "i:ip", writes(&[pointee(1)], ERROR)),
    ("clock_nanosleep", "i:iiPp", writes(&[time(3, NANO)], ERROR)),
    // What is left of a sleep that a signal ended.
    ("nanosleep", "i:Pp", writes_failing(&[time(1, NANO)], STATUS)),
    ("timespec_get", "i:pi", writes(&[time(0, NANO)], Answer::From(0))),
    ("timespec_getres", "i:pi", writes(&[time(0, NANO)], Answer::From(0))),
    ("gettimeofday", "i:pp", writes(&[time(0, MICRO), opaque(1)], STATUS)),
    ("settimeofday", "i:PP", system(STATUS)),
    ("adjtime", "i:Pp", writes(&[pointee(1)], STATUS)),
    ("times", "l:p", writes(&[pointee(0)], Answer::Any)),
    ("getitimer", "i:ip", writes(&[pointee(1)], STATUS)),
    // A timer ends in a signal, and handlers of signals run at any point.
    ("setitimer", "i:iPp", writes(&[pointee(2)], STATUS)),
    ("utime utimes lutimes", "i:sP", system(STATUS)),
    ("futimes", "i:iP", system(STATUS)),
    ("utimensat", "i:isPi", system(STATUS)),
    ("futimens", "i:iP", system(STATUS)),
    ("mktime timelocal timegm", "l:p!", computes_into(&[pointee(0)], Answer::Any)),
    ("gmtime localtime", "p:P!", computes(Answer::Shared)),
    ("gmtime_r localtime_r", "p:P!p!", computes_into(&[pointee(1)], Answer::ArgumentOrNull(1))),
    ("asctime ctime", "S:P!", computes(Answer::TextOrNull)),
    ("asctime_r ctime_r", "S:P!S!", computes_into(&[size(1, 26)], Answer::ArgumentOrNull(1))),
    ("strftime", "z:S!zs\"P!", computes_into(&[bytes(0, 1)], Answer::UpTo(0, 1))),
    ("strptime", "S:s\"s\"p!", A::Prelude),
    ("strftime_l wcsftime getdate getdate_r", "", A::Unsupported),
    ("tzset", "v:", A::Nothing),
    ("ftime", "i:p", writes(&[pointee(0)], STATUS)),
    ("timer_create timer_settime timer_gettime timer_delete timer_getoverrun", "", A::Unsupported),
    ("sleep", "u:u", system(Answer::UpTo(0, 0))),
    ("usleep", "i:u", system(STATUS)),
];
