//! Paths that `docs/papers.md` names: `crate/module`, and `crate` (`module`, `module`). Each must be there.

use std::path::Path;

/// The paths of a page that are not there; a path is one whose first part is a crate.
pub fn check(root: &Path, page: &str) -> Vec<String> {
    let is_there = |path: &str| {
        let (of, rest) = path.split_once('/').unwrap_or((path, ""));
        let file = root.join("crates").join(of).join("src").join(rest);
        file.exists() || file.with_extension("rs").exists()
    };
    let missing = paths(page).into_iter().filter(|path| {
        let of = path.split('/').next().unwrap_or(path);
        root.join("crates").join(of).is_dir() && !is_there(path)
    });
    missing.map(|path| format!("docs/papers.md: there is no {path}")).collect()
}

/// What a page names: each word between backticks, and one in parentheses behind another as a part of it.
fn paths(page: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut base, mut is_inside) = (String::new(), false);
    for (number, piece) in page.split('`').enumerate() {
        if number % 2 == 0 {
            // Text between the words: where a parenthesis opens, the words that follow are parts.
            is_inside = piece == " (" || is_inside && piece == ", ";
            continue;
        }
        if is_inside {
            found.push(format!("{base}/{piece}"));
        } else {
            base = piece.to_owned();
            found.push(base.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_parentheses_are_of_the_word_before() {
        assert_eq!(paths("| `a/b` (`c`, `d`), `e` |"), ["a/b", "a/b/c", "a/b/d", "e"]);
    }

    #[test]
    fn what_is_not_there_is_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let page = "`cpa/cegar`, `cpa` (`reduce`, `nothing`), `domains/value/nothing`, `no_crate/x`";
        assert_eq!(check(&root, page).len(), 2);
    }
}
