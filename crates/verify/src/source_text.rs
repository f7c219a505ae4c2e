//! Pieces of a program's text as a person is shown them: on one line, without what a preprocessor puts between.

use cairn_base::{SourceMap, Span};

/// The text of a span on one line, without line markers.
pub fn written(sources: &SourceMap, span: Span) -> String {
    without_markers(sources.snippet(span))
}

fn without_markers(text: &str) -> String {
    let mut lines = text.lines();
    // A span does not begin with a marker.
    let first = lines.next().into_iter();
    let others = lines.filter(|line| !line.trim_start().starts_with('#'));
    first.chain(others).flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Target of an assignment; of `x++` and `--x` as well.
pub(crate) fn assigned(text: &str) -> Option<&str> {
    let text = text.trim().trim_end_matches(';').trim_end();
    for (sign, pair) in
        ["++", "--"].into_iter().flat_map(|sign| [(sign, text.strip_prefix(sign)), (sign, text.strip_suffix(sign))])
    {
        if let Some(place) = pair.filter(|place| !place.contains('=') && !place.contains(sign)) {
            return Some(place.trim());
        }
    }
    let bytes = text.as_bytes();
    let is_sign = |at: usize| {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let shifts = at >= 2 && (bytes[at - 2..at] == *b"<<" || bytes[at - 2..at] == *b">>");
        bytes[at] == b'='
            && bytes.get(at + 1) != Some(&b'=')
            && (shifts || !before.is_some_and(|byte| matches!(byte, b'=' | b'!' | b'<' | b'>')))
    };
    let at = (0..bytes.len()).find(|at| is_sign(*at))?;
    let place = text[..at].trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']).trim();
    (!place.is_empty()).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_left_out() {
        assert_eq!(without_markers("f (\n# 8 \"a.c\"\n 1 &&  2\n# 8 \"a.c\" 3 4\n )"), "f ( 1 && 2 )");
    }

    #[test]
    fn what_is_assigned_to() {
        assert_eq!(assigned("*p++ = a == 3"), Some("*p++"));
        assert_eq!(assigned("a[i <= 3] += 2;"), Some("a[i <= 3]"));
        assert_eq!(assigned("(*next()) <<= 1"), Some("(*next())"));
        assert_eq!((assigned("(*p)++"), assigned("f(x)")), (Some("(*p)"), None));
    }
}
