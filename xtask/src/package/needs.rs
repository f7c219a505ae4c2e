//! The needs of binary and library on the system, read off the versions that they ask for.
//!
//! The names of symbol versions (`GLIBC_2.34`) stand in the binaries as texts. Reading the tables that point to them would find
//! the same: a version that nobody asks for is not there.

use super::tree::Files;

/// Versions of the system's libraries, the lowest that will do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Of the C library.
    pub glibc: (u32, u32),
    /// The last number of the C++ library's `GLIBCXX_3.4.N`.
    pub glibcxx: u32,
}

impl Needs {
    /// What both need.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { glibc: self.glibc.max(other.glibc), glibcxx: self.glibcxx.max(other.glibcxx) }
    }

    /// The release of GCC that the C++ library came with.
    pub fn compiler(&self) -> &'static str {
        match self.glibcxx {
            0..=21 => "5",
            22 => "6",
            23..=24 => "7",
            25 => "8",
            26..=28 => "9",
            29 => "11",
            30 => "12",
            31..=32 => "13",
            33 => "14",
            _ => "15",
        }
    }
}

/// What the programs and libraries among files need.
pub fn of(files: &Files) -> Needs {
    let mut needs = Needs::default();
    for (path, file) in files {
        if path.starts_with("bin/") || path.starts_with("lib/") {
            needs = needs.and(of_content(&file.content));
        }
    }
    needs
}

/// What one of them needs; of a library of the system, what it offers.
pub fn of_content(content: &[u8]) -> Needs {
    let mut needs = Needs::default();
    for numbers in versions(content, b"GLIBC_") {
        needs.glibc = needs.glibc.max((numbers[0], numbers.get(1).copied().unwrap_or(0)));
    }
    for numbers in versions(content, b"GLIBCXX_") {
        needs.glibcxx = needs.glibcxx.max(numbers.get(2).copied().unwrap_or(0));
    }
    needs
}

/// The numbers behind a name that is a text by itself.
fn versions(bytes: &[u8], name: &[u8]) -> Vec<Vec<u32>> {
    let texts = bytes.split(|byte| *byte == 0).filter_map(|text| text.strip_prefix(name));
    let numbers = texts.filter_map(|text| {
        let text = std::str::from_utf8(text).ok()?;
        text.split('.').map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>()
    });
    numbers.filter(|numbers| !numbers.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tree::File;

    #[test]
    fn the_highest_version_counts() {
        let content = b"\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_PRIVATE\0xGLIBC_2.99\0GLIBCXX_3.4.29\0GLIBCXX_3.4\0".to_vec();
        let files = Files::from([("bin/cairn".to_owned(), File { content, is_program: true })]);
        let needs = of(&files);
        assert_eq!(needs, Needs { glibc: (2, 34), glibcxx: 29 });
        assert_eq!(needs.compiler(), "11");
    }
}
