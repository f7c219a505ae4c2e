//! Who sets which option. A configuration file gives way to everything else; among the others (flags, `--option`, a task
//! definition, a property file) two different values for one option are a contradiction, never a silent choice.

use crate::table::{self, Configuration};
use std::collections::BTreeMap;

/// Who sets an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A configuration file, by name: the weakest.
    File(String),
    /// A flag or `--option`, as the user wrote it.
    Flag(String),
    /// A task definition or property file, by name.
    Task(String),
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::File(name) | Origin::Flag(name) | Origin::Task(name) => f.write_str(name),
        }
    }
}

/// Options set so far.
#[derive(Clone, Debug)]
pub struct Settings {
    configuration: Configuration,
    set: BTreeMap<&'static str, (String, Origin)>,
}

impl Settings {
    /// Every option at its default.
    ///
    /// # Errors
    /// Never for the table as it is.
    pub fn new() -> Result<Self, String> {
        Ok(Self { configuration: Configuration::defaults()?, set: BTreeMap::new() })
    }

    /// Sets an option.
    ///
    /// # Errors
    /// A sentence for the user: no such option, not a value of its type, a contradiction.
    pub fn set(&mut self, name: &str, value: &str, origin: Origin) -> Result<(), String> {
        let Some(row) = table::row(name) else {
            let hint =
                table::nearest(name).map_or("; see `cairn options --all`".into(), |n| format!("; did you mean '{n}'?"));
            return Err(format!("{origin}: there is no option '{name}'{hint}"));
        };
        // What is read from elsewhere must not start a program of its choice.
        if row.name == "solver" && value != row.default && !matches!(origin, Origin::Flag(_)) {
            return Err(format!("{origin}: only --option sets solver to a command"));
        }
        let mut changed = self.configuration.clone();
        (row.set)(&mut changed, value).map_err(|why| format!("{origin}: option '{name}': {why}"))?;
        if let Some((old, before)) = self.set.get(row.name) {
            let weak = |origin: &Origin| matches!(origin, Origin::File(_));
            if changed == self.configuration || (weak(&origin) && !weak(before)) {
                return Ok(());
            }
            if weak(before) == weak(&origin) {
                return Err(format!(
                    "contradictory options: {before} sets {name} to {old}, but {origin} sets it to {value}"
                ));
            }
        }
        self.configuration = changed;
        self.set.insert(row.name, (value.to_owned(), origin));
        Ok(())
    }

    /// Says more exactly what an option is, whoever has set it.
    ///
    /// # Errors
    /// As [`Settings::set`], but for a contradiction.
    pub fn refine(&mut self, name: &str, value: &str, origin: Origin) -> Result<(), String> {
        let before = self.set.remove(name).map(|(_, before)| before);
        self.set(name, value, before.unwrap_or(origin))
    }

    /// Sets an option written as `name=value`.
    ///
    /// # Errors
    /// As [`Settings::set`].
    pub fn set_pair(&mut self, pair: &str) -> Result<(), String> {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(format!("--option {pair}: write --option name=value"));
        };
        self.set(name.trim(), value.trim(), Origin::Flag(format!("--option {pair}")))
    }

    /// Sets the options of a configuration file in TOML; tables prefix the names in them: `[value]` with `refinement`
    /// is `value.refinement`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn set_all(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.set_table(file, "", &Self::table(file, text)?)
    }

    /// A configuration file, taken apart.
    ///
    /// # Errors
    /// It is no TOML, with the line.
    pub fn table(file: &str, text: &str) -> Result<toml::Table, String> {
        text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            format!("{file}:{line}: {}", error.message().replace('\n', ", "))
        })
    }

    /// Sets the options of a table, whose names have a prefix.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn set_table(&mut self, file: &str, prefix: &str, table: &toml::Table) -> Result<(), String> {
        for (key, value) in table {
            let name = format!("{prefix}{key}");
            let text = match value {
                toml::Value::Table(inner) => {
                    self.set_table(file, &format!("{name}."), inner)?;
                    continue;
                }
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => value.to_string(),
                toml::Value::Datetime(_) | toml::Value::Array(_) => {
                    return Err(format!("{file}: option '{name}': a list or a date is not a value"));
                }
            };
            self.set(&name, &text, Origin::File(file.to_owned()))?;
        }
        Ok(())
    }

    /// The options as they are now.
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The options that were set, each a name and a value, in the order of their names: in another process they make the same
    /// configuration.
    pub fn pairs(&self) -> Vec<(String, String)> {
        self.set.iter().map(|(name, (value, _))| ((*name).to_owned(), value.clone())).collect()
    }

    /// Who set an option, if anybody did.
    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.set.get(name).map(|(_, origin)| origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::MachineModel;

    fn flag(text: &str) -> Origin {
        Origin::Flag(text.into())
    }

    #[test]
    fn flags_win_over_files_in_either_order() {
        for file_first in [true, false] {
            let mut settings = Settings::new().unwrap();
            let from_file = |s: &mut Settings| s.set_all("c.toml", "machine-model = \"ILP32\"\nentry = \"f\"").unwrap();
            if file_first {
                from_file(&mut settings);
            }
            settings.set("machine-model", "LP64", flag("--64")).unwrap();
            if !file_first {
                from_file(&mut settings);
            }
            assert_eq!(settings.configuration().machine_model, MachineModel::Lp64);
            assert_eq!(settings.configuration().entry, "f");
        }
    }

    #[test]
    fn two_values_for_one_option_are_a_contradiction() {
        let mut settings = Settings::new().unwrap();
        settings.set("machine-model", "ILP32", flag("--32")).unwrap();
        settings.set("machine-model", "ILP32", Origin::Task("a.yml".into())).unwrap();
        let error = settings.set("machine-model", "LP64", flag("--64")).unwrap_err();
        assert_eq!(error, "contradictory options: --32 sets machine-model to ILP32, but --64 sets it to LP64");
    }

    #[test]
    fn mistakes_are_named() {
        let mut settings = Settings::new().unwrap();
        assert!(settings.set_pair("entri=f").unwrap_err().contains("did you mean 'entry'?"));
        let moved = settings.set_pair("impact.covering=forced").unwrap_err();
        assert!(moved.ends_with("no option 'impact.covering'; did you mean 'experiment.impact.covering'?"), "{moved}");
        assert!(settings.set_all("c.toml", "[experiment.impact]\ncovering = \"implied\"").is_ok());
        assert!(settings.set_pair("entry").unwrap_err().contains("name=value"));
        assert!(settings.set_pair("machine-model=LP65").unwrap_err().contains("ILP32|LP64"));
        assert!(settings.set_all("c.toml", "entry = \n").unwrap_err().starts_with("c.toml:1: "));
        assert!(settings.set_all("c.toml", "entry = [1]").unwrap_err().contains("a list"));
    }
}
