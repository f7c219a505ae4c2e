//! The packages and their programs: what a row says, and which rows a person asks for.
//!
//! The idea: a row has the words that the package's makefile hands to the compiler, except those for warnings and
//! optimisation, which no verifier uses. Files and flags are one text each, with spaces between the words, so that a row is
//! as short as the line of a makefile.
//!
//! The invariants: no two programs of a package have the same name. A package that `projects` has too is prepared in the
//! same way, for both keep their sources in one cache. Running the makefiles and reading what they do would need no rows,
//! but it would build more than one program needs, and it would ask for more libraries.

use super::{text_tools, util_linux};
use crate::projects::list::Project;

/// A Debian source package with programs.
pub struct Package {
    /// What is fetched and prepared; its flags are those of all programs.
    pub project: Project<'static>,
    /// The programs.
    pub programs: &'static [Program],
}

/// A program of a package.
pub struct Program {
    /// The name of the executable file.
    pub name: &'static str,
    /// Its C files, from the root of the sources.
    pub files: &'static str,
    /// Its own flags: `-D…`, `-I…`, and `-l…` for libraries.
    pub flags: &'static [&'static str],
}

/// A package whose units are those of its programs.
pub const fn package(
    name: &'static str,
    prepare: &'static str,
    flags: &'static [&'static str],
    programs: &'static [Program],
) -> Package {
    Package { project: Project { package: name, prepare, units: &[], without: &[], flags }, programs }
}

/// A program without flags of its own.
pub const fn program(name: &'static str, files: &'static str) -> Program {
    Program { name, files, flags: &[] }
}

/// All packages in the order of the table.
fn all() -> impl Iterator<Item = &'static Package> {
    text_tools::PACKAGES.iter().chain([&util_linux::PACKAGE])
}

/// The programs asked for, by their packages: all where no name is given.
pub fn chosen(names: &[String]) -> Result<Vec<(&'static Package, Vec<&'static Program>)>, String> {
    let has = |package: &Package, name: &str| {
        package.project.package == name || package.programs.iter().any(|program| program.name == name)
    };
    if let Some(name) = names.iter().find(|name| !all().any(|package| has(package, name))) {
        return Err(format!("no package or program is named {name}"));
    }
    let wanted = |package: &Package, program: &Program| {
        names.is_empty() || names.iter().any(|name| name == package.project.package || name == program.name)
    };
    let of = |package: &'static Package| {
        let programs: Vec<_> = package.programs.iter().filter(|program| wanted(package, program)).collect();
        (!programs.is_empty()).then_some((package, programs))
    };
    Ok(all().filter_map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projects::list::PROJECTS;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_enough_programs() {
        assert!(all().count() >= 12);
        assert!(all().map(|package| package.programs.len()).sum::<usize>() >= 40);
    }

    #[test]
    fn names_are_unique_and_preparations_agree() {
        for package in all() {
            let names: BTreeSet<&str> = package.programs.iter().map(|program| program.name).collect();
            assert_eq!(names.len(), package.programs.len(), "{}", package.project.package);
            let other = PROJECTS.iter().find(|project| project.package == package.project.package);
            assert!(other.is_none_or(|project| project.prepare == package.project.prepare));
        }
        assert_eq!(all().map(|package| package.project.package).collect::<BTreeSet<_>>().len(), all().count());
    }

    #[test]
    fn names_choose_packages_and_programs() {
        let found = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            chosen(&names).map(|found| found.iter().map(|(_, programs)| programs.len()).sum::<usize>())
        };
        assert_eq!(found(&["dos2unix", "rev"]), Ok(3));
        assert_eq!(found(&["sponge"]), Ok(1));
        assert!(found(&["no such"]).is_err());
    }
}
