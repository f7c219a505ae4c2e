//! Messages of the protocol as bytes: a heading with the length, an empty line, and JSON.
//!
//! Invariant: a message that is no JSON is passed over and the next one is read, so a slip of the client ends nothing. Why not a crate for
//! the protocol's types: those that there are bring hundreds of types for the thirty fields that are read here.

use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// A message is not longer than this: a client that says so has lost its place.
const LONGEST: u64 = 64 << 20;

/// The next message; `None` at the end.
///
/// # Errors
/// The stream fails, or has no message where one begins.
pub fn read(from: &mut impl BufRead) -> io::Result<Option<Value>> {
    loop {
        let Some(length) = length(from)? else { return Ok(None) };
        if length > LONGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a message is too long"));
        }
        let mut bytes = Vec::new();
        if from.take(length).read_to_end(&mut bytes)? as u64 != length {
            return Ok(None);
        }
        if let Ok(message) = serde_json::from_slice(&bytes) {
            return Ok(Some(message));
        }
    }
}

/// The length of the message whose heading comes next.
fn length(from: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut found = None;
    loop {
        let mut line = Vec::new();
        if from.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim().split_once(':'), found) {
            (Some((name, number)), _) if name.eq_ignore_ascii_case("content-length") => {
                found = number.trim().parse().ok();
            }
            (None, Some(length)) if line.trim().is_empty() => return Ok(Some(length)),
            _ => {}
        }
    }
}

/// Writes a message.
///
/// # Errors
/// The stream fails.
pub fn write(to: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_is_read_and_what_is_none_is_passed_over() {
        let mut bytes = b"Content-Length: 3\r\n\r\n{x}content-length: 2\r\nContent-Type: x\r\n\r\n[]".to_vec();
        write(&mut bytes, &json!({ "a": "\u{e9}" })).unwrap();
        bytes.extend(b"Content-Length: 9\r\n\r\n{}");
        let mut from = &bytes[..];
        assert_eq!(read(&mut from).unwrap(), Some(json!([])));
        assert_eq!(read(&mut from).unwrap(), Some(json!({ "a": "\u{e9}" })));
        assert_eq!(read(&mut from).unwrap(), None);
        assert!(read(&mut &b"Content-Length: 99999999999\r\n\r\n"[..]).is_err());
    }
}
