//! Lines of a text and the lines that its line markers (`# 12 "x.c"`, `#line 12`) name.
//!
//! A tool counts the lines of a witness in the file as it is, or as the markers say. Which of the two is not written down, so
//! both are tried.

use crate::source::Source;

/// For each line of a text its file and number as the markers say.
pub struct NamedLines {
    lines: Vec<(String, u32)>,
    /// The file that the text was made from.
    main: String,
}

impl NamedLines {
    /// Reads a text of this name.
    pub fn new(text: &str, name: &str) -> Self {
        let (mut file, mut number, mut main) = (name.to_owned(), 0_u32, None);
        let mut lines = Vec::new();
        for line in text.lines() {
            number = number.saturating_add(1);
            lines.push((file.clone(), number));
            if let Some((next, named)) = marker(line) {
                number = next.saturating_sub(1);
                if let Some(named) = named {
                    file = named;
                    main.get_or_insert_with(|| file.clone());
                }
            }
        }
        Self { lines, main: main.unwrap_or_else(|| name.to_owned()) }
    }

    /// Whether a line that a witness names is one of those of the statement at a place, which is given as the markers say.
    pub fn are_one(&self, source: &Source, witness: (&str, u32), place: (&str, u32)) -> bool {
        let (file, number) = witness;
        let (_, place_number) = place;
        let is_own = last(place.0) == last(file) || place.0 == self.main;
        let physical = self.lines.iter().position(|(of, at)| of == place.0 && *at == place_number);
        let Some(physical) = physical else { return is_own && number == place_number };
        let first = source.statement_line(physical as u32 + 1);
        let own = (first..=physical as u32 + 1).contains(&number);
        let named = &self.lines[first as usize - 1..=physical];
        own || is_own && named.iter().any(|(of, at)| of == place.0 && *at == number)
    }
}

/// The number of the next line and the file, in a line that is a marker.
fn marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest.get(..end)?.parse().ok()?;
    let name = rest.get(end..)?.trim_start().strip_prefix('"').and_then(|name| name.split_once('"'));
    Some((number, name.map(|(name, _)| name.to_owned())))
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_in_both_ways() {
        let text = "# 1 \"dir/x.c\"\nint f(void);\n# 2 \"h.h\" 1\nint g;\n# 12 \"dir/x.c\" 2\nint main(void) {\n  return\n    f();\n}\n";
        let (source, lines) = (Source::new(text.to_owned()), NamedLines::new(text, "x.i"));
        let are_one = |line: u32, place| lines.are_one(&source, ("x.i", line), place);
        // The statement `return f();` has the lines 7 and 8, or 13 and 14.
        assert_eq!((1..20).filter(|line| are_one(*line, ("dir/x.c", 14))).collect::<Vec<_>>(), [7, 8, 13, 14]);
        assert_eq!((1..20).filter(|line| are_one(*line, ("h.h", 2))).collect::<Vec<_>>(), [4]);
        assert_eq!((1..20).filter(|line| are_one(*line, ("other.h", 2))).collect::<Vec<_>>(), [0; 0]);
        assert_eq!(marker("#line 7"), Some((7, None)));
        assert_eq!(marker("#define A 7"), None);
    }
}
