//! A finding that the author allows: which rows of `cairn check` it is about, and the reason.
//!
//! `cairn.toml` has such findings as tables `[[allow]]`, and `check::suppressions` reads them from comments. Invariant: each is
//! about a kind of check or an id, so that none allows everything. Why not beside the comments: `cairn.toml` is read before any
//! command, so that what it has stands below them.

use crate::exit::InputError;
use cairn_ir::behaviour::Check;

/// Kinds of rows that are no checks of the language.
const OTHER_KINDS: [&str; 4] = ["assertion", "not-modelled", "requires", "termination"];

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllowedFinding {
    pub kinds: Vec<String>,
    /// The file, as its path ends; any where it is empty.
    pub file: String,
    /// The line; any where it is none.
    pub line: Option<u32>,
    /// The function; any where it is none.
    pub function: Option<String>,
    /// The id; any where it is none.
    pub id: Option<String>,
    pub reason: String,
    /// The file and line that say so, or the configuration file.
    pub by: String,
}

impl AllowedFinding {
    /// Reads a table `[[allow]]`: `check` or `id`, perhaps `file` and `function`, and a `reason`.
    ///
    /// # Errors
    /// A key is missing, is no text or is not known.
    pub fn of_table(name: &str, table: &toml::Value) -> Result<Self, InputError> {
        let wrong = || {
            let keys = "a 'check' or an 'id', perhaps a 'file' and a 'function', and a 'reason'";
            InputError::new(format!("{name}: each [[allow]] has {keys}"))
        };
        let table = table.as_table().ok_or_else(wrong)?;
        let mut found = Self { by: name.to_owned(), ..Self::default() };
        for (key, value) in table {
            let text = value.as_str().filter(|text| !text.trim().is_empty()).ok_or_else(wrong)?.to_owned();
            match key.as_str() {
                "check" => found.kinds = text.split(',').map(|kind| kind.trim().to_owned()).collect(),
                "file" => found.file = text,
                "function" => found.function = Some(text),
                "id" => found.id = Some(text),
                "reason" => found.reason = text,
                _ => return Err(wrong()),
            }
        }
        if found.reason.is_empty() || found.kinds.is_empty() == found.id.is_none() {
            return Err(wrong());
        }
        match found.unknown_kind() {
            Some(kind) => Err(InputError::new(format!("{name}: no check is called '{kind}'"))),
            None => Ok(found),
        }
    }

    /// The first kind that no row has.
    pub fn unknown_kind(&self) -> Option<&str> {
        let is_known = |kind: &str| Check::ALL.iter().any(|check| check.word() == kind) || OTHER_KINDS.contains(&kind);
        self.kinds.iter().map(String::as_str).find(|kind| !is_known(kind))
    }
}
