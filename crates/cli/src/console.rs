//! The one place that writes to the terminal. A reader that went away (`cairn … | head`) is no error.

use cairn_base::text::shown;
use std::io::Write;

/// Columns where neither a terminal nor COLUMNS says how many there are.
const WIDTH: usize = 100;

/// How many columns a line may have: what COLUMNS says, else what the terminal has.
pub fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let of_terminal = || crate::system::columns().filter(|width| *width > 0);
    said.or_else(of_terminal).unwrap_or(WIDTH)
}

pub fn out(text: &str) {
    let mut stream = std::io::stdout().lock();
    let _ = stream.write_all(shown(text).as_bytes()).and_then(|()| stream.flush());
}

pub fn err(text: &str) {
    let _ = std::io::stderr().lock().write_all(shown(text).as_bytes());
}

/// Writes what a program prints to the standard output, which is written with its lines; all of it when there is no more.
pub fn out_bytes(bytes: &[u8]) {
    let mut stream = std::io::stdout().lock();
    let _ = if bytes.is_empty() { stream.flush() } else { stream.write_all(bytes) };
}

/// Writes what a program prints to the standard error.
pub fn err_bytes(bytes: &[u8]) {
    let _ = std::io::stderr().lock().write_all(bytes);
}
