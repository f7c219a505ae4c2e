//! The conditions that are accepted in a witness: an expression of C that changes nothing and calls nothing.
//!
//! The text of somebody else becomes part of a program that is verified, so it must not be able to be anything but a
//! condition. Refused are assignments, `++` and `--`, calls, statements, directives, literals with text, comments, and names
//! that are reserved.
//!
//! So is a division by anything but a constant that is not zero. A division by zero is undefined: no execution of the
//! program that is verified goes on behind it, and a violation behind it would be out of reach.

const LONGEST: usize = 20_000;

/// Whether a text is such an expression; why not, as a sentence without a full stop. `\result` is a name where `of_result`.
/// `is_own`: whether the program has a name itself; then it may be one that is reserved.
///
/// # Errors
/// What is wrong with it.
pub fn accepted(text: &str, of_result: bool, is_own: &dyn Fn(&str) -> bool) -> Result<(), String> {
    if text.len() > LONGEST || text.trim().is_empty() {
        return Err("the condition is empty or too long".to_owned());
    }
    let text = if of_result { text.replace("\\result", "result") } else { text.to_owned() };
    if let Some(bad) = text.chars().find(|c| !(c.is_ascii_alphanumeric() || " \t\n_()[].,+-*/%<>=!&|^~?:".contains(*c)))
    {
        return Err(format!("the condition has '{}', which no condition needs", bad.escape_default()));
    }
    for bad in ["//", "/*", "++", "--", "::"] {
        if text.contains(bad) {
            return Err(format!("the condition has '{bad}'"));
        }
    }
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        match byte {
            b'=' if after != b'=' && !b"=!<>".contains(&before) => return Err("the condition assigns".to_owned()),
            // `<<=`, `>>=`.
            b'=' if b"<>".contains(&before) && at > 1 && bytes[at - 2] == before => {
                return Err("the condition assigns".to_owned());
            }
            b'/' | b'%' if !divides(&text[at + 1..]) => {
                return Err("the condition divides by what may be zero".to_owned());
            }
            b'(' | b'[' => open.push(*byte),
            b')' if open.pop() != Some(b'(') => return Err("brackets of the condition do not match".to_owned()),
            b']' if open.pop() != Some(b'[') => return Err("brackets of the condition do not match".to_owned()),
            _ => {}
        }
    }
    if !open.is_empty() {
        return Err("brackets of the condition do not match".to_owned());
    }
    no_calls(&text, is_own)
}

/// Whether a number that is not zero stands here, as C writes a decimal integer.
fn divides(text: &str) -> bool {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "_.".contains(c))).unwrap_or(text.len());
    let digits = text[..end].trim_end_matches(['u', 'U', 'l', 'L']);
    !digits.starts_with('0') && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// No name stands before a bracket, and no bracketed thing that may be a function either.
fn no_calls(text: &str, is_own: &dyn Fn(&str) -> bool) -> Result<(), String> {
    let bytes = text.as_bytes();
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut at = 0;
    while at < bytes.len() {
        if !is_letter(&bytes[at]) {
            if bytes[at] == b')' || bytes[at] == b']' {
                let next = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                let group = text[..at].rfind('(').map_or("", |open| &text[open + 1..at]);
                // `(int)(x)` is a conversion; `(f)(x)` would be a call.
                if next == Some(&b'(') && !(bytes[at] == b')' && is_type(group)) {
                    return Err("the condition may call a function".to_owned());
                }
            }
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && is_letter(&bytes[at]) {
            at += 1;
        }
        let word = &text[start..at];
        if word.starts_with("__") && word != "__int128" && !is_own(word) {
            return Err(format!("the condition has the reserved name '{word}'"));
        }
        let next = bytes[at..].iter().find(|byte| !byte.is_ascii_whitespace());
        if next == Some(&b'(') && word != "sizeof" && !bytes[start].is_ascii_digit() {
            return Err(format!("the condition calls '{word}'"));
        }
    }
    Ok(())
}

fn is_type(text: &str) -> bool {
    let words = ["int", "long", "short", "char", "unsigned", "signed", "_Bool", "float", "double", "__int128", "const"];
    let mut parts = text.split(|c: char| c.is_ascii_whitespace() || c == '*').filter(|word| !word.is_empty());
    text.chars().any(|c| c.is_ascii_alphabetic()) && parts.all(|word| words.contains(&word))
}
