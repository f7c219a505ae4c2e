//! Assembly of newer versions of LLVM: the attributes and flags that version 19 does not know are left out, before its parser reads the rest.
//!
//! Why that is no loss: each of them promises something to an optimiser (`captures(none)`: the callee keeps no copy of the pointer;
//! `samesign`: the comparison is poison where the signs differ). A module without the promise has more executions, or as many, so
//! what is proved of it holds for the module with it. Invariant: nothing in quotes or in a comment is changed. What version 19 does
//! not know beyond these is an error of its parser, with the line. Why not for bitcode: there a new attribute is a number.

use std::borrow::Cow;

/// Words that are left out, each with what follows it in parentheses.
const WORDS: &[&str] = &[
    "captures",
    "dead_on_return",
    "initializes",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noext",
    "nooutline",
    "samesign",
    "sanitize_alloc_token",
    "sanitize_type",
];

/// Kinds of memory that only newer versions tell from the others; the attribute `memory` that names one is left out.
const MEMORIES: &[&str] = &["errnomem:", "target_mem"];

/// A module in assembly as version 19 has it; bitcode as it is.
pub(super) fn without_newer_words(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| !cairn_llvm_protocol::is_bitcode(bytes)) else {
        return Cow::Borrowed(bytes);
    };
    if !WORDS.iter().chain(MEMORIES).any(|word| text.contains(word)) {
        return Cow::Borrowed(bytes);
    }
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.as_bytes()[0];
        let length = match first {
            b'"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            b';' => rest.find('\n').unwrap_or(rest.len()),
            _ if is_of_word(first) => rest.bytes().position(|byte| !is_of_word(byte)).unwrap_or(rest.len()),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        let (token, after) = rest.split_at(length);
        let argument = argument(after);
        let is_newer_memory = token == "memory" && MEMORIES.iter().any(|kind| argument.contains(kind));
        if WORDS.contains(&token) || is_newer_memory {
            at += length + argument.len();
        } else {
            kept.push_str(token);
            at += length;
        }
    }
    Cow::Owned(kept.into_bytes())
}

/// A byte of a word, of a name of a value or of metadata: `@captures` is no attribute.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'@' | b'%' | b'!' | b'#' | b'-')
}

/// Parentheses at the beginning of a text, with their content; nothing where there are none.
fn argument(text: &str) -> &str {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if byte == b')' { &text[..=at] } else { "" };
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_attributes_are_left_out() {
        for (module, kept) in [
            ("declare void @f(ptr captures(none) align 4)", "declare void @f(ptr  align 4)"),
            (
                "declare void @f(ptr captures(ret: address, provenance) initializes((0, 4), (8, 12)))",
                "declare void @f(ptr  )",
            ),
            ("attributes #0 = { nocreateundeforpoison nofree }", "attributes #0 = {  nofree }"),
            ("declare void @f() memory(argmem: read, errnomem: write)", "declare void @f() "),
            ("declare void @f() memory(argmem: read) noext", "declare void @f() memory(argmem: read) "),
            ("%r = icmp samesign ult i32 %captures, 1", "%r = icmp  ult i32 %captures, 1"),
            (
                "@s = constant [4 x i8] c\"noext\" ; captures(none)",
                "@s = constant [4 x i8] c\"noext\" ; captures(none)",
            ),
            ("call void @captures(ptr %samesign) \"noext é\" noext", "call void @captures(ptr %samesign) \"noext é\" "),
        ] {
            assert_eq!(String::from_utf8_lossy(&without_newer_words(module.as_bytes())), kept);
        }
        let bitcode = b"BC\xc0\xdecaptures(none)";
        assert_eq!(without_newer_words(bitcode), &bitcode[..]);
    }
}
