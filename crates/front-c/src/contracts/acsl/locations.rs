//! The locations of ACSL: `\valid`, `\valid_read`, `\separated`, with a pointer, or as many elements behind one as a range
//! says.

use super::{formula, inside};

/// Translation of the places in parentheses.
type Predicate = fn(&str) -> Result<String, String>;

/// Predicate of a name over places.
pub(super) fn predicate(name: &str) -> Option<Predicate> {
    Some(match name {
        "valid" => |list| each(list, "__CPROVER_rw_ok"),
        "valid_read" => |list| each(list, "__CPROVER_r_ok"),
        "separated" => separated,
        _ => return None,
    })
}

/// Where some bytes are, and how many.
struct Location {
    first: String,
    bytes: String,
}

fn each(list: &str, asked: &str) -> Result<String, String> {
    let all = locations(list)?;
    let all = all.iter().map(|one| format!("{asked}({}, {})", one.first, one.bytes));
    Ok(format!("({})", all.collect::<Vec<_>>().join(" && ")))
}

fn separated(list: &str) -> Result<String, String> {
    let all = locations(list)?;
    let mut pairs = Vec::new();
    for (at, one) in all.iter().enumerate() {
        for other in &all[at + 1..] {
            let (a, b) = (format!("{}, {}", one.first, one.bytes), format!("{}, {}", other.first, other.bytes));
            pairs.push(format!("__CPROVER_separated({a}, {b})"));
        }
    }
    match pairs.is_empty() {
        true => Err("'\\separated' of one place of ACSL".to_owned()),
        false => Ok(format!("({})", pairs.join(" && "))),
    }
}

fn locations(list: &str) -> Result<Vec<Location>, String> {
    let (mut depth, mut last, mut all) = (0_i32, 0, Vec::new());
    for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                all.push(location(list[last..at].trim())?);
                last = at + 1;
            }
            _ => {}
        }
    }
    Ok(all)
}

/// `p`, `p + (a .. b)` or `&p[a .. b]`.
fn location(text: &str) -> Result<Location, String> {
    let refused = || format!("the places '{text}' of ACSL");
    if text.is_empty() {
        return Err(refused());
    }
    let Some(dots) = text.find("..") else {
        let first = formula(text)?;
        return Ok(Location { bytes: format!("sizeof(*({first}))"), first: format!("({first})") });
    };
    let (before, _) = text.split_at(dots);
    let (open, is_index) = match (before.rfind('('), before.rfind('[')) {
        (Some(open), None) => (open, false),
        (None, Some(open)) => (open, true),
        (Some(open), Some(index)) if index > open => (index, true),
        (Some(open), _) => (open, false),
        (None, None) => return Err(refused()),
    };
    let (array, range) = match is_index {
        true => {
            let range = text[open + 1..].strip_suffix(']').ok_or_else(refused)?;
            (text[..open].trim().strip_prefix('&').ok_or_else(refused)?, range)
        }
        false => {
            let range = inside(&text[open..])?;
            let is_all = text[open + range.len() + 2..].trim().is_empty();
            (text[..open].trim().strip_suffix('+').filter(|_| is_all).ok_or_else(refused)?, range)
        }
    };
    let (low, high) = range.split_once("..").ok_or_else(refused)?;
    let (array, low, high) = (formula(array)?, formula(low)?, formula(high)?);
    if array.is_empty() || low.is_empty() || high.is_empty() {
        return Err(refused());
    }
    // The number of elements is a whole number, none where the range is empty.
    let count = format!("((__int128)({high}) - (__int128)({low}) + 1)");
    let bytes = format!("({count} > 0 ? {count} * (__int128)sizeof(*({array})) : 0)");
    Ok(Location { first: format!("(({array}) + ({low}))"), bytes })
}
