//! `cairn explain KIND`: what a kind of check means, a program that fails it, one that holds, and how to mend it.
//!
//! The pages are those of the book (`docs/checks`), within the binary: what an error says, what the report of `check` links to, and what a SARIF file
//! gives for help are one text. Why in the binary: a user has it without a network, and of this version.

use crate::console;
use crate::exit::{CommandEnd, Exit, InputError};
use std::fmt::Write;

/// A page of the book.
macro_rules! kind {
    ($word:literal) => {
        KindPage { word: $word, text: include_str!(concat!(env!("CAIRN_KINDS"), "/", $word, ".md")) }
    };
}

/// Page of the book on a kind of check.
#[derive(Clone, Copy, Debug)]
pub struct KindPage {
    /// The kind, as reports call it.
    pub word: &'static str,
    /// The page, in Markdown.
    pub text: &'static str,
}

/// By their words, in the order of the alphabet.
pub const KINDS: &[KindPage] = &[
    kind!("alignment"),
    kind!("array-index"),
    kind!("assertion"),
    kind!("builtin"),
    kind!("call-type"),
    kind!("conversion"),
    kind!("data-race"),
    kind!("deadlock"),
    kind!("division"),
    kind!("float-conversion"),
    kind!("library"),
    kind!("not-modelled"),
    kind!("null-dereference"),
    kind!("overflow"),
    kind!("pointer-arithmetic"),
    kind!("pointer-comparison"),
    kind!("resources"),
    kind!("shift"),
    kind!("termination"),
    kind!("uninitialised"),
    kind!("valid-deref"),
    kind!("valid-free"),
    kind!("valid-memcleanup"),
    kind!("valid-memtrack"),
    kind!("vla-length"),
];

impl KindPage {
    /// The page of a kind; a kind that is a sentence is something that is not modelled.
    pub fn of(kind: &str) -> Self {
        let word = if kind.contains(' ') { "not-modelled" } else { kind };
        let known = KINDS.iter().find(|page| page.word == word);
        known.copied().unwrap_or(Self {
            word: "not-modelled",
            text: include_str!(concat!(env!("CAIRN_KINDS"), "/not-modelled.md")),
        })
    }

    /// Its meaning, in a line.
    pub fn title(self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        first.split_once(": ").map_or(first, |(_, title)| title)
    }

    /// The paragraph that says what it is.
    pub fn summary(self) -> String {
        let paragraph = self.text.split("\n\n").nth(1).unwrap_or_default();
        without_links(&paragraph.lines().collect::<Vec<_>>().join(" "))
    }

    /// The page for a terminal.
    pub fn plain(self) -> String {
        without_links(self.text)
    }
}

/// Prints the page of a kind, or the list of all.
pub fn run(kind: Option<&str>) -> CommandEnd {
    let Some(kind) = kind else {
        let width = KINDS.iter().map(|page| page.word.len()).max().unwrap_or(0);
        let mut text = String::new();
        for page in KINDS {
            let _ = writeln!(text, "{:width$}  {}", page.word, page.title());
        }
        console::out(text.trim_end());
        return Ok(Exit::Done);
    };
    let Some(page) = KINDS.iter().find(|page| page.word == kind) else {
        let near = KINDS.iter().find(|page| page.word.contains(kind) || kind.contains(page.word));
        let near = near.map_or_else(String::new, |page| format!("; is it '{}'?", page.word));
        return Err(InputError::new(format!("there is no kind of check '{kind}'{near} `cairn explain` lists all")));
    };
    console::out(page.plain().trim_end());
    Ok(Exit::Done)
}

/// A text whose links are what they show: in a terminal their targets say nothing.
fn without_links(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        shown.push_str(before);
        match after.split_once("](").and_then(|(label, target)| Some((label, target.split_once(')')?.1))) {
            Some((label, behind)) if !label.contains(['[', '\n']) => {
                shown.push_str(label);
                rest = behind;
            }
            _ => {
                shown.push('[');
                rest = after;
            }
        }
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::behaviour::Check;

    #[test]
    fn each_kind_has_a_page() {
        for check in Check::ALL {
            assert!(KINDS.iter().any(|page| page.word == check.word()), "{}", check.word());
        }
        for page in KINDS {
            assert!(page.text.starts_with(&format!("# `{}`: ", page.word)), "{}", page.word);
            assert!(page.title().len() > 8 && page.summary().len() > 20, "{}: {}", page.word, page.summary());
        }
        assert_eq!(KindPage::of("an access to what is unknown").word, "not-modelled");
    }

    #[test]
    fn links_are_their_labels() {
        assert_eq!(
            without_links("see [`a`](a.md), a[1] and b[i](x)[c](d.md)"),
            "see `a`, a[1] and bi[c](d.md)".replace("bi[c](d.md)", "bic")
        );
    }
}
