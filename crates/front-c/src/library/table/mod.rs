//! The table itself, a file for each header or family of names. Names that mean the same share a line.
//!
//! A row is names, signature (see [`super::signature`]) and meaning. Everything that a header declares has a row, if only
//! to say that it is not modelled: a name without a row is a function of the program's own without a body.

mod atomics;
mod builtins;
mod ctype;
mod errno;
mod locale;
mod math;

mod prelude_primitives;
mod processes;
mod row;
mod search;
mod sockets;
mod stdio;
mod stdlib;
mod string;
mod threads;
mod time;
mod unistd;
mod users;
mod verifier;
pub(super) mod wide;

use row::Row;

pub(super) const HEADERS: &[&[Row]] = &[
    verifier::ROWS,
    builtins::ROWS,
    atomics::ROWS,
    prelude_primitives::ROWS,
    ctype::ROWS,
    errno::ROWS,
    locale::ROWS,
    math::ROWS,
    math::COMPLEX,
    processes::ROWS,
    search::ROWS,
    sockets::ROWS,
    stdio::ROWS,
    stdlib::ROWS,
    stdlib::MEMORY,
    string::ROWS,
    threads::ROWS,
    time::ROWS,
    unistd::ROWS,
    users::ROWS,
    wide::ROWS,
];
