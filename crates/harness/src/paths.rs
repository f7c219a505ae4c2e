//! Access paths: what a clause about a caller can be about, and what each is worth at a call (docs/design/callers.md).
//!
//! A path begins at a parameter or at a static variable of the file, and goes through pointers and members: `n`, `r->size`, `*length`. Of what
//! a pointer goes to it names the first object. Invariant: the value that the harness notes of a path is the one that the function is
//! called with; a path behind a null pointer has none, and is noted as 0 with its pointer.

/// Value of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathKind {
    /// A number.
    Number {
        /// Whether it may be negative.
        signed: bool,
        /// Its bits.
        bits: u64,
    },
    /// A pointer to objects: noted is how many elements it has, 0 where it is null.
    Pointer {
        /// The number of elements, as an expression of the harness.
        count: String,
        /// The size of one, as a clause writes it.
        size: String,
        /// They are only read.
        is_const: bool,
    },
    /// A pointer of which nothing is known but whether it is null.
    Address,
    /// Whether two pointers are the same.
    Same {
        /// One, as a clause names it.
        one: String,
        /// The other.
        other: String,
    },
}

/// The variable of the harness that says that the function itself is called now.
pub const CALLED: &str = "cairn_argument_called";

/// A path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessPath {
    /// As a clause of the function names it.
    pub name: String,
    /// As the harness does.
    pub text: String,
    /// The pointers that it goes through, as the harness names them, each with the name in a clause.
    pub through: Vec<(String, String)>,
    /// Its value.
    pub kind: PathKind,
}

impl AccessPath {
    /// The variable of the harness that notes it: the number of its path.
    pub fn note(at: usize) -> String {
        format!("cairn_argument_{at}")
    }

    /// The declaration that notes it.
    pub fn noted(&self, at: usize) -> String {
        let (ty, value) = match &self.kind {
            PathKind::Number { signed: true, .. } => ("long long", self.text.clone()),
            PathKind::Number { .. } => ("unsigned long long", self.text.clone()),
            PathKind::Pointer { count, .. } => ("unsigned long long", format!("{} ? {count} : 0", self.text)),
            PathKind::Address => ("unsigned long long", format!("{} != 0", self.text)),
            PathKind::Same { .. } => ("unsigned long long", self.text.clone()),
        };
        let through: Vec<&str> = self.through.iter().map(|(text, _)| text.as_str()).collect();
        let value = if through.is_empty() { value } else { format!("{} ? ({value}) : 0", through.join(" && ")) };
        format!("{ty} {} = {value};", Self::note(at))
    }
}

/// How a place that is filled is reached, where one path names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacePath {
    /// A pointer to the place, or the place.
    pub name: String,
    /// The same as the harness names it.
    pub text: String,
    /// It is a pointer to the place.
    pub is_pointer: bool,
    /// The pointers on the way.
    pub through: Vec<(String, String)>,
}

impl PlacePath {
    /// A variable.
    pub fn variable(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), text: text.to_owned(), is_pointer: false, through: Vec::new() }
    }

    /// A member of the place.
    pub fn member(&self, field: &str) -> Self {
        let operator = if self.is_pointer { "->" } else { "." };
        let of = |base: &str| if field.is_empty() { base.to_owned() } else { format!("{base}{operator}{field}") };
        let is_pointer = self.is_pointer && field.is_empty();
        Self { name: of(&self.name), text: of(&self.text), is_pointer, through: self.through.clone() }
    }

    /// Target of the place, a pointer.
    pub fn target(&self) -> Self {
        let path = self.path(PathKind::Address);
        let of = |base: &str| if self.is_pointer { format!("(*{base})") } else { base.to_owned() };
        let mut through = path.through;
        through.push((path.text, path.name));
        Self { name: of(&self.name), text: of(&self.text), is_pointer: true, through }
    }

    /// The path to the place.
    pub fn path(&self, kind: PathKind) -> AccessPath {
        let of = |base: &str| if self.is_pointer { format!("*{base}") } else { base.to_owned() };
        AccessPath { name: of(&self.name), text: of(&self.text), through: self.through.clone(), kind }
    }
}

/// Whether a name says that a parameter is how many elements there are.
pub fn is_length(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "len", "length", "size", "count", "n", "num", "cap", "capacity", "nbytes", "bytes", "sz", "nmemb", "buflen",
        "bufsize", "slen", "cnt", "elements", "datalen",
    ];
    let name = name.to_ascii_lowercase();
    WORDS.contains(&name.as_str()) || name.rsplit('_').next().is_some_and(|last| WORDS.contains(&last))
}
