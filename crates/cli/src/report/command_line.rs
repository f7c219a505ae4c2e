//! The inputs that a system gave a program, as a line for a shell: `printf 'a\tb\n' | HOME='' ./cut -f 2`.

use cairn_interp::RunInput;
use std::fmt::Write;

/// The line, for a program that lies in the current folder.
pub fn line(given: &RunInput) -> String {
    let mut out = String::new();
    for folder in &given.folders {
        let _ = write!(out, "mkdir {} && ", word(folder));
    }
    for (name, content) in &given.files {
        let _ = write!(out, "{} > {} && ", print(content), word(name));
    }
    if !given.input.is_empty() {
        let _ = write!(out, "{} | ", print(&given.input));
    }
    if !given.environment.is_empty() {
        out.push_str("env ");
        for entry in &given.environment {
            let _ = write!(out, "{} ", word(entry));
        }
    }
    out += &given.arguments.iter().map(|text| word(text)).collect::<Vec<_>>().join(" ");
    if given.input.is_empty() {
        out.push_str(" < /dev/null");
    }
    out
}

/// A word of a shell; one with bytes that are no text in the quotes `$'…'`, which bash, ksh and zsh have.
pub fn word(text: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+=./:,@%^".contains(byte);
    if !text.is_empty() && text.iter().all(is_plain) {
        return String::from_utf8_lossy(text).into_owned();
    }
    if text.iter().all(|byte| (0x20..0x7f).contains(byte)) {
        return format!("'{}'", String::from_utf8_lossy(text).replace('\'', r"'\''"));
    }
    format!("${}", format(text).replace("%%", "%").replace("'\\''", "\\'"))
}

/// The command that prints these bytes.
pub fn print(bytes: &[u8]) -> String {
    let no_option = if bytes.starts_with(b"-") { "-- " } else { "" };
    format!("printf {no_option}{}", format(bytes))
}

/// The format with which `printf` of a POSIX shell prints these bytes.
fn format(bytes: &[u8]) -> String {
    let mut out = String::from("'");
    for byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b'\\' => out.push_str("\\\\"),
            b'%' => out.push_str("%%"),
            b'\'' => out.push_str("'\\''"),
            0x20..0x7f => out.push(char::from(*byte)),
            _ => _ = write!(out, "\\{byte:03o}"),
        }
    }
    out.push('\'');
    out
}
