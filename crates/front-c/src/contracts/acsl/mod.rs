//! Clauses of ACSL in comments, rewritten in place to those of CBMC, so that one parser reads both.
//!
//! `requires`, `ensures`, `assigns`, `assert`, `loop invariant`, `loop assigns` and `loop variant`, with `\result`, `\old`, `\true`,
//! `\false`, `==>`, `<==>`, chains, quantifiers, places in memory and behaviours are taken; what has another `\name` or clause (axioms, for one) is refused by
//! name. Invariant: no line moves, so places stay; in a line with a comment, columns behind it may.

mod behaviours;
mod binder;
mod locations;

use behaviours::Behaviours;

/// How a formula of ACSL is marked in the text: its arithmetic is that of whole numbers.
pub const FORMULA_OF_ACSL: &str = "__CPROVER_acsl";

/// The text with its comments of ACSL as clauses.
///
/// # Errors
/// What is not supported, with the offset in the text.
pub fn rewritten(text: &str) -> Result<String, (usize, String)> {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut offset) = (text, 0);
    while let Some((at, is_block)) = next_comment(rest) {
        let begin = at + 3;
        let length = match is_block {
            true => rest[begin..].find("*/"),
            false => Some(rest[begin..].find('\n').unwrap_or(rest.len() - begin)),
        };
        let Some(length) = length else { break };
        out.push_str(&rest[..at]);
        let comment = &rest[begin..begin + length];
        let before = out.len();
        clauses(comment, &mut out).map_err(|why| {
            // As many lines are written as come before the clause.
            let lines = out[before..].matches('\n').count();
            let line = lines.checked_sub(1).and_then(|last| comment.match_indices('\n').nth(last));
            (offset + line.map_or(at, |(end, _)| begin + end + 1), why)
        })?;
        let end = begin + length + if is_block { 2 } else { 0 };
        offset += end;
        rest = &rest[end..];
    }
    out.push_str(rest);
    Ok(out)
}

/// Where the next comment of ACSL begins, outside of strings and other comments, and whether it is `/*@`.
fn next_comment(text: &str) -> Option<(usize, bool)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at += 1;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                if bytes.get(at + 2) == Some(&b'@') {
                    return Some((at, true));
                }
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                if bytes.get(at + 2) == Some(&b'@') {
                    return Some((at, false));
                }
                at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
            }
            _ => at += 1,
        }
    }
    None
}

/// Writes the clauses of one comment, as many lines as it has; where one is refused, those before it.
fn clauses(comment: &str, out: &mut String) -> Result<(), String> {
    // A comment may have comments of its own, up to the ends of lines.
    let plain = |line: &str| match line.split_once("//") {
        Some((clause, _)) => format!("{clause}\n"),
        None => line.to_owned(),
    };
    let comment: String = comment.split_inclusive('\n').map(plain).collect();
    let mut behaviours = Behaviours::default();
    for part in parts(&comment) {
        let (clause, is_whole) = part.strip_suffix(';').map_or((part, false), |clause| (clause, true));
        let text: String = clause.replace('@', " ");
        let words = text.trim();
        let lines = |text: &str| "\n".repeat(text.matches('\n').count());
        let begin = text.len() - text.trim_start().len();
        out.push_str(&lines(&text[..begin]));
        if words.is_empty() {
            continue;
        }
        if !is_whole {
            return Err(format!("a clause of ACSL without ';': '{words}'"));
        }
        let mut words = words;
        if let Some(named) = words.strip_prefix("behavior").filter(|rest| rest.starts_with(char::is_whitespace)) {
            let (name, rest) = named.split_once(':').ok_or("a behaviour of ACSL without ':'")?;
            behaviours.begin(name.trim());
            words = rest.trim();
        }
        let (name, of_loop) = match words.strip_prefix("loop").filter(|rest| rest.starts_with(char::is_whitespace)) {
            Some(rest) => (rest.trim_start(), true),
            None => (words, false),
        };
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let (keyword, formula) = name.split_at(end);
        let spelling = match (keyword, of_loop) {
            ("requires", false) => "__CPROVER_requires",
            ("ensures", false) => "__CPROVER_ensures",
            ("assigns", _) => "__CPROVER_assigns",
            ("invariant", true) => "__CPROVER_loop_invariant",
            ("variant", true) => "__CPROVER_decreases",
            ("assert", false) => "assert",
            ("assumes", false) => {
                behaviours.assume(self::formula(formula)?)?;
                out.push_str(&lines(&text[begin..]));
                continue;
            }
            ("complete" | "disjoint", false) if behaviours.is_open() => "__CPROVER_ensures",
            _ => return Err(format!("the clause '{keyword}' of ACSL")),
        };
        let semicolon = if keyword == "assert" { ";" } else { "" };
        let formula = match keyword {
            "complete" | "disjoint" => behaviours.said_of_all(keyword, formula)?,
            "assigns" if behaviours.is_open() => {
                return Err("the clause 'assigns' of ACSL in a behaviour".to_owned());
            }
            "assigns" => targets(formula)?,
            _ if of_loop => self::formula(formula)?,
            _ => behaviours.clause(keyword, self::formula(formula)?)?,
        };
        let flat = formula.replace('\n', " ");
        let marked = if keyword == "assigns" { flat } else { marked(&flat) };
        out.push_str(&format!(" {spelling}({marked}){semicolon}{}", lines(&text[begin..])));
    }
    Ok(())
}

/// A formula, marked to be one of ACSL.
fn marked(formula: &str) -> String {
    format!("{FORMULA_OF_ACSL}({formula})")
}

/// The clauses with their semicolons: a quantifier has one more.
fn parts(comment: &str) -> Vec<&str> {
    let (mut all, mut begin, mut semicolons) = (Vec::new(), 0, 0);
    for (at, _) in comment.match_indices(';') {
        semicolons += 1;
        if semicolons > binder::count(&comment[begin..at]) {
            all.push(&comment[begin..=at]);
            (begin, semicolons) = (at + 1, 0);
        }
    }
    all.push(&comment[begin..]);
    all
}

/// Written places; nothing for `\nothing`. A range of elements is so many bytes from the first on.
fn targets(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text == "\\nothing" {
        return Ok(String::new());
    }
    let mut all = Vec::new();
    for one in text.split(',') {
        all.push(match one.split_once("..") {
            None => marked(&formula(one)?),
            Some((before, after)) => {
                let range = before.rsplit_once('[').zip(after.split_once(']'));
                let Some(((array, first), (last, ""))) =
                    range.map(|(before, (last, rest))| (before, (last, rest.trim())))
                else {
                    return Err(format!("the range '{}' of ACSL", one.trim()));
                };
                let (array, first, last) = (formula(array)?, formula(first)?, formula(last)?);
                if first.is_empty() || last.is_empty() {
                    return Err(format!("the range '{}' of ACSL without bounds", one.trim()));
                }
                let count = format!("(({last}) - ({first}) + 1)");
                let size = format!("({count} > 0 ? {count} * sizeof(({array})[0]) : 0)");
                format!("__CPROVER_object_upto({}, {})", marked(&format!("&({array})[{first}]")), marked(&size))
            }
        });
    }
    Ok(all.join(", "))
}

fn formula(text: &str) -> Result<String, String> {
    let text = text.trim();
    if let Some(quantified) = binder::quantified(text) {
        return quantified;
    }
    // The weakest operators first: outside of parentheses.
    if let Some((left, right)) = split(text, "<==>") {
        return Ok(format!("(!({}) == !({}))", formula(left)?, formula(right)?));
    }
    if let Some((left, right)) = split(text, "==>") {
        return Ok(format!("(!({}) || ({}))", formula(left)?, formula(right)?));
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '(']) {
        out.push_str(&rest[..at]);
        if rest[at..].starts_with('(') {
            let inside = inside(&rest[at..])?;
            out.push_str(&format!("({})", formula(inside)?));
            rest = &rest[at + inside.len() + 2..];
            continue;
        }
        let name = &rest[at + 1..];
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        if let Some(asked) = locations::predicate(&name[..end]) {
            let after = name[end..].trim_start();
            let Some(list) = after.strip_prefix('(').map(|_| inside(after)).transpose()? else {
                return Err(format!("'\\{}' of ACSL without its places", &name[..end]));
            };
            out.push_str(&asked(list)?);
            rest = &after[list.len() + 2..];
            continue;
        }
        out.push_str(match &name[..end] {
            "result" => "__CPROVER_return_value",
            "old" => "__CPROVER_old",
            "true" => "1",
            "false" => "0",
            "null" => "((void *)0)",
            other => return Err(format!("'\\{other}' of ACSL")),
        });
        rest = &name[end..];
    }
    out.push_str(rest);
    chain(&out)
}

/// The text between a parenthesis and the one that closes it.
fn inside(text: &str) -> Result<&str, String> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Ok(&text[1..at]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    Err("a parenthesis of ACSL is not closed".to_owned())
}

/// Splits at the first operator outside of parentheses; a longer one that ends the same is another.
fn split<'t>(text: &'t str, operator: &str) -> Option<(&'t str, &'t str)> {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(operator) && !text[..at].ends_with('<') => {
                return Some((&text[..at], &text[at + operator.len()..]));
            }
            _ => {}
        }
    }
    None
}

/// `a <= b < c` means both comparisons. Only chains of plain terms are taken apart, at `&&` and `||`.
fn chain(text: &str) -> Result<String, String> {
    for operator in ["||", "&&"] {
        if let Some((left, right)) = split(text, operator) {
            return Ok(format!("{} {operator} {}", chain(left)?, chain(right)?));
        }
    }
    let mut parts = Vec::new();
    let (mut depth, mut last, mut at) = (0_i32, 0, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'<' | b'>' if depth == 0 => {
                let next = bytes.get(at + 1).copied();
                if next == Some(bytes[at]) || bytes[at] == b'>' && at > 0 && bytes[at - 1] == b'-' {
                    at += 2;
                    continue;
                }
                let length = if next == Some(b'=') { 2 } else { 1 };
                parts.push((&text[last..at], &text[at..at + length]));
                at += length;
                last = at;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    if parts.len() < 2 {
        return Ok(text.to_owned());
    }
    let terms: Vec<&str> = parts.iter().map(|(term, _)| term.trim()).chain([text[last..].trim()]).collect();
    let links =
        parts.iter().enumerate().map(|(at, (_, operator))| format!("({} {operator} {})", terms[at], terms[at + 1]));
    Ok(format!("({})", links.collect::<Vec<_>>().join(" && ")))
}

#[cfg(test)]
mod tests {
    use super::rewritten;

    #[test]
    fn clauses_become_those_of_cbmc_and_lines_stay() {
        let text = "/*@ requires 0 <= n < 10;\n  @ assigns \\nothing;\n  @ ensures \\result == \\old(n) ==> n > 1; */\nint f(int n);\n";
        let rewritten_text = rewritten(text).unwrap();
        assert_eq!(rewritten_text.lines().count(), text.lines().count());
        assert!(
            rewritten_text.contains("__CPROVER_requires(__CPROVER_acsl(((0 <= n) && (n < 10))))"),
            "{rewritten_text}"
        );
        assert!(rewritten_text.contains("__CPROVER_assigns()"), "{rewritten_text}");
        let ensured = "__CPROVER_ensures(__CPROVER_acsl((!(__CPROVER_return_value == __CPROVER_old(n)) || (n > 1))))";
        assert!(rewritten_text.contains(ensured), "{rewritten_text}");
        assert_eq!(rewritten("int a; //@ assert a > 0;\n").unwrap(), "int a;  assert(__CPROVER_acsl(a > 0));\n");
        assert_eq!(rewritten("\"/*@ no */\" /* @ */ // @\n").unwrap(), "\"/*@ no */\" /* @ */ // @\n");
        for refused in [
            "/*@ requires \\valid(p + q); */ /*@ requires \\separated(p); */",
            "/*@ requires \\fresh(p); */",
            "/*@ axiomatic a { } ; */",
            "/*@ requires a */",
            "/*@ requires \\forall int i, j; i; */",
            "/*@ assumes a; */",
            "/*@ behavior a: assigns b; */",
        ] {
            assert!(rewritten(refused).is_err(), "{refused}");
        }
        let (at, why) = rewritten("int a;\n/*@ requires a;\n  @ ensures b\n  @ && c;\n  @ frees d; */").unwrap_err();
        assert_eq!((at, &*why), (47, "the clause 'frees' of ACSL"));
        let whole = rewritten("/*@ loop invariant a <==> b; loop variant n - i; */ while (1);").unwrap();
        assert!(
            whole.contains(
                "__CPROVER_loop_invariant(__CPROVER_acsl((!(a) == !(b)))) __CPROVER_decreases(__CPROVER_acsl(n - i))"
            ),
            "{whole}"
        );
    }
}
