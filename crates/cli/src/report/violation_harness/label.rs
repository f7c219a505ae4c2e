//! Violations that are a label: `ERROR: return;` fails in no compiled program.
//!
//! A label is known in its function only, and no option of a compiler tells of it. So the harness's command edits the text
//! on its way to the compiler (`sed`): behind the label stands a call of the harness. The program's file stays as it is.
//! Why not a macro of that name: it would stand behind `goto`, too. All labels of the name are edited, since each is a
//! violation.
//!
//! Invariant: what follows the label stays one statement where the label is one, so `if (c) ERROR: x = 1;` stays right.

use cairn_witness::source::Source;
use std::collections::BTreeMap;

pub const REACHED: &str = "label_is_reached";

/// The `sed` commands that put a call behind each label of this name, in order; empty where there is none to be seen.
pub fn edits(text: &str, label: &str) -> Vec<String> {
    let source = Source::new(text.to_owned());
    let mut on_line: BTreeMap<u32, usize> = BTreeMap::new();
    let mut edits = Vec::new();
    for (at, _) in text.match_indices(label) {
        if !is_word(text, at, label.len()) {
            continue;
        }
        let end = at + label.len();
        let blanks = text[end..].len() - text[end..].trim_start_matches([' ', '\t']).len();
        if !text[end + blanks..].starts_with(':') {
            continue;
        }
        let Some((line, _)) = source.place(at) else { continue };
        // `sed` counts what looks like the label, in comments, too.
        let count = on_line.entry(line).or_insert(0);
        *count += 1;
        let is_code = source.word(at) == label && source.next(end).is_some_and(|(next, _)| next == end + blanks);
        let Some(place) = place(&source, at).filter(|_| is_code) else { continue };
        let call = format!("extern void {REACHED}(void); {REACHED}();");
        let stop = match place {
            Place::Statement => format!("{{ {call} }}"),
            Place::Substatement => format!("for (({{ {call} }});;)"),
        };
        // One edit moves none of those before it, and what it adds does not look like the label.
        edits.push(format!("{line}s/\\<{label}[[:blank:]]*:/& {stop}/{count}"));
    }
    edits
}

enum Place {
    Statement,
    /// It is the one statement of an `if` or a loop.
    Substatement,
}

/// Where a label stands; `None` where the word is none.
fn place(source: &Source, at: usize) -> Option<Place> {
    match source.last(at)?.1 {
        b';' | b'{' | b'}' => Some(Place::Statement),
        b')' | b':' => Some(Place::Substatement),
        _ => {
            let before = source.word_before(at)?;
            ["else", "do"].contains(&source.word(before)).then_some(Place::Substatement)
        }
    }
}

fn is_word(text: &str, at: usize, length: usize) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let bytes = text.as_bytes();
    !is_letter(at.checked_sub(1).and_then(|before| bytes.get(before))) && !is_letter(bytes.get(at + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_found_where_it_is_one() {
        let text = "int f(int x) {\n  if (x) goto ERROR;\n  /* ERROR: */ ERROR: x = 1;\n  x = x ? ERROR : 2;\n}\n\
                    void g(int x) { if (x) ERROR : return; else ERRORS: MY_ERROR: ; }\n";
        let stop = "extern void label_is_reached(void); label_is_reached();";
        assert_eq!(
            edits(text, "ERROR"),
            [
                format!("3s/\\<ERROR[[:blank:]]*:/& {{ {stop} }}/2"),
                format!("6s/\\<ERROR[[:blank:]]*:/& for (({{ {stop} }});;)/1")
            ]
        );
        assert!(edits(text, "EXIT").is_empty());
    }
}
