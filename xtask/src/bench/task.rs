//! The list of benchmark programs: `tasks.csv`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A benchmark program.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name of its file.
    pub file: String,
    /// Where it is.
    pub path: PathBuf,
    /// No execution violates the property.
    pub is_safe: bool,
    /// `--32` or `--64`.
    pub machine: &'static str,
}

/// Which tasks are meant.
#[derive(Clone, Copy, Debug)]
pub enum Which {
    /// Those of a category.
    Category(&'static str),
    /// As many of every category.
    Sample {
        /// The category that is left out, if any.
        except: Option<&'static str>,
        /// How many in all.
        number: usize,
    },
    /// At most so many of each category.
    Each(usize),
}

/// The tasks of a kind, in the order of the list but `test_locks_5` before `test_locks_10`.
///
/// # Errors
/// The list cannot be read, or lacks a column.
pub fn read(folder: &Path, which: Which) -> Result<Vec<Task>, String> {
    let mut by_category = listed(folder)?;
    match which {
        Which::Category(name) => Ok(by_category.remove(name).unwrap_or_default()),
        Which::Sample { except, number } => {
            by_category.retain(|category, _| Some(category.as_str()) != except);
            let categories = by_category.len().max(1);
            let mut picked = Vec::new();
            for (at, tasks) in by_category.into_values().enumerate() {
                let share = number * (at + 1) / categories - number * at / categories;
                picked.extend(spread(tasks, share));
            }
            Ok(picked)
        }
        Which::Each(number) => Ok(by_category.into_values().flat_map(|tasks| spread(tasks, number)).collect()),
    }
}

/// Some of a list, evenly spread over it.
fn spread<T>(list: Vec<T>, number: usize) -> Vec<T> {
    let (length, number) = (list.len(), number.min(list.len()));
    let picked = |at: usize| (0..number).any(|n| n * length / number.max(1) == at);
    list.into_iter().enumerate().filter(|(at, _)| picked(*at)).map(|(_, one)| one).collect()
}

fn listed(folder: &Path) -> Result<BTreeMap<String, Vec<Task>>, String> {
    let list = folder.join("tasks.csv");
    let text = std::fs::read_to_string(&list).map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    let mut lines = text.lines();
    let header = fields(lines.next().unwrap_or_default());
    let column = |name: &str| {
        header.iter().position(|field| field == name).ok_or_else(|| format!("{} has no column {name}", list.display()))
    };
    let [of_category, of_set, of_file, of_expected, of_model] =
        [column("category")?, column("set")?, column("file")?, column("expected")?, column("data_model")?];
    let mut tasks: BTreeMap<String, Vec<Task>> = BTreeMap::new();
    for line in lines {
        let row = fields(line);
        let get = |at: usize| row.get(at).map_or("", String::as_str);
        tasks.entry(get(of_category).to_owned()).or_default().push(Task {
            file: get(of_file).to_owned(),
            path: folder.join("tasks").join(get(of_set)).join(get(of_file)),
            is_safe: get(of_expected) == "true",
            machine: if get(of_model) == "LP64" { "--64" } else { "--32" },
        });
    }
    for of_one in tasks.values_mut() {
        of_one.sort_by_key(|task| (!task.file.starts_with("test_locks"), numbered(&task.file)));
    }
    Ok(tasks)
}

/// The fields of a line of CSV; a field in quotes may hold commas, and quotes twice.
pub fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    fields.push(field);
    fields
}

/// A name in pieces, so that 5 comes before 10.
fn numbered(name: &str) -> Vec<(u64, String)> {
    let mut pieces = Vec::new();
    for piece in name.split('_') {
        let digits: String = piece.chars().take_while(char::is_ascii_digit).collect();
        pieces.push((digits.parse().unwrap_or(0), piece.to_owned()));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_numbers() {
        assert_eq!(fields(r#"a,"b, ""c""",,d"#), ["a", r#"b, "c""#, "", "d"]);
        assert!(numbered("test_locks_5.c") < numbered("test_locks_10.c"));
        assert_eq!(spread((0..10).collect(), 3), [0, 3, 6]);
        assert_eq!(spread(vec![1, 2], 3), [1, 2]);
    }
}
