//! Filling a template of this crate.
//!
//! Places are `{{name}}`. What is put in is never searched for a place to put something in, so that a source that looks like a
//! template stays a source.

/// The template with each place filled by what is written for its name.
pub fn fill(template: &str, mut put: impl FnMut(&str, &mut String)) -> String {
    let (mut page, mut rest) = (String::new(), template);
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, after)| Some((before, after.split_once("}}")?)))
    {
        page.push_str(before);
        put(name, &mut page);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// JSON that may stand in a `<script>`: nothing in it can end the element, or begin a comment in it.
pub fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// A text for a person: what is not UTF-8, and characters that change the direction of what follows, are shown as U+FFFD.
pub fn shown(text: &str) -> String {
    let is_turning = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text = cairn_base::text::shown(text);
    text.chars().map(|c| if is_turning(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
