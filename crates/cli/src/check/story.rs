//! The values at a violation: what the names in the text of its place were when it happened.
//!
//! They are read off the execution that all outputs have, so that text and JSON agree. Why not the last steps themselves: the step that
//! fails is the place, and the value that makes it fail may have been set long before.

use super::report::CheckedObligation;
use serde_json::Value;

const SHOWN: usize = 4;

/// The names of a text, each once, in their order.
fn names(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for name in text.split(|c| !is_part(c)) {
        if name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The values as a sentence: `There count = 4 (line 8).`; none where none is known.
pub fn values(one: &CheckedObligation) -> Option<String> {
    let execution = one.counterexample.as_ref()?["execution"].as_array()?;
    let last = execution.last()?;
    let value = |name: &&str| {
        let of_moment = |moment: &Value| {
            // A variable of this frame, or a static one: what another function calls so is another variable.
            let is_here = moment["depth"] == last["depth"] && moment["function"] == last["function"];
            let changes = moment["changes"].as_array().filter(|_| is_here)?;
            let change = changes.iter().rev().find(|change| change["place"].as_str() == Some(*name))?;
            // What a harness passes has its own text.
            let is_same_file = moment["at"]["file"] == last["at"]["file"];
            let line = moment["at"]["line"].as_u64().filter(|_| is_same_file);
            let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
            Some(format!("{name} = {}{line}", change["readable"].as_str().or(change["value"].as_str())?))
        };
        execution.iter().rev().find_map(of_moment)
    };
    let values: Vec<String> = names(&one.text).iter().filter_map(value).take(SHOWN).collect();
    (!values.is_empty()).then(|| format!("There {}.", values.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_words_that_begin_with_a_letter() {
        assert_eq!(names("to[2 * i_] = x1 + to[0x1f];"), ["to", "i_", "x1"]);
    }
}
