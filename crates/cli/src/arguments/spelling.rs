//! Spellings of the command line that people know from elsewhere: one dash before long options, flags of a compiler, a file
//! where a command should be.

use std::ffi::OsString;
use std::path::Path;

/// Long options that are accepted with one dash as well, as CPAchecker had them.
const ONE_DASH: &[&str] = &[
    "-32",
    "-64",
    "-spec",
    "-timelimit",
    "-stats",
    "-witness",
    "-option",
    "-config",
    "-entryfunction",
    "-heap",
    "-outputpath",
];

/// The whole command line as the parser knows it: [`modern_options`], and a file where a command should be is to be verified.
pub fn modern_spelling(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all = modern_options(arguments);
    let is_file = |word: &OsString| {
        let ending = Path::new(word).extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("c" | "i" | "yml" | "ll" | "bc"))
    };
    if all.get(1).is_some_and(is_file) {
        all.insert(1, "verify".into());
    }
    all
}

/// Doubles the dash of options that were written with one, up to `--`.
pub fn modern_options(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut plain = false;
    let respell = |argument: OsString| {
        plain |= argument == "--";
        match argument.to_str() {
            Some(text) if !plain && ONE_DASH.contains(&text) => format!("-{text}").into(),
            _ => argument,
        }
    };
    crate::compiler::translated(arguments.map(respell))
}

/// Whether a command line that cannot be parsed is one of `cairn verify` that asks for JSON.
pub fn wants_json(words: &[OsString]) -> bool {
    let is = |word: &OsString, text: &str| word == text;
    let named = words.iter().any(|word| is(word, "--format=json"));
    let named = named || words.windows(2).any(|pair| is(&pair[0], "--format") && is(&pair[1], "json"));
    named && words.get(1).is_some_and(|word| is(word, "verify"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_becomes_two_until_the_end_of_options() {
        let spelt = modern_spelling(["verify", "-spec", "-x", "--", "-32"].map(OsString::from).into_iter());
        assert_eq!(spelt, ["verify", "--spec", "-x", "--", "-32"].map(OsString::from));
    }

    #[test]
    fn json_is_asked_for() {
        let asks = |line: &str| wants_json(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(asks("cairn verify --format json --nonsense") && asks("cairn verify --format=json"));
        assert!(!asks("cairn cfa --format json --nonsense") && !asks("cairn verify --format concise json"));
    }

    #[test]
    fn a_file_by_itself_is_verified() {
        let spelt = modern_spelling(["cairn", "a.c", "-32"].map(OsString::from).into_iter());
        assert_eq!(spelt, ["cairn", "verify", "a.c", "--32"].map(OsString::from));
    }
}
