//! How the text of an option becomes a value: one trait, and a macro for the options that are one word of a few.

use crate::quantity::{self, Limit};
use std::time::Duration;

/// A type that an option can have.
pub trait OptionValue: Sized {
    /// What `cairn options` shows as the type.
    const TYPE: &'static str;
    /// Reads a value.
    ///
    /// # Errors
    /// A sentence that says what is understood.
    fn parse(text: &str) -> Result<Self, String>;
}

/// Defines an enumeration whose values are written as words.
#[macro_export]
macro_rules! choice {
    ($(#[$meta:meta])* pub enum $name:ident {
        $(#[$first_meta:meta])* $first:ident = $first_word:literal,
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $(#[$first_meta])* $first,
            $($(#[$variant_meta])* $variant,)*
        }
        impl $name {
            /// The word that stands for the value.
            pub const fn word(self) -> &'static str {
                match self { $name::$first => $first_word, $($name::$variant => $word,)* }
            }
        }
        impl $crate::choice::OptionValue for $name {
            const TYPE: &'static str = concat!($first_word $(, "|", $word)*);
            fn parse(text: &str) -> Result<Self, String> {
                match text {
                    $first_word => Ok($name::$first),
                    $($word => Ok($name::$variant),)*
                    _ => Err(format!("'{text}' is not one of {}", Self::TYPE)),
                }
            }
        }
    };
}

impl OptionValue for bool {
    const TYPE: &'static str = "true|false";
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "true" | "yes" | "on" => Ok(true),
            "false" | "no" | "off" => Ok(false),
            _ => Err(format!("'{text}' is not one of true|false")),
        }
    }
}

impl OptionValue for u64 {
    const TYPE: &'static str = "number";
    fn parse(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| format!("'{text}' is not a whole number from 0 on"))
    }
}

impl OptionValue for String {
    const TYPE: &'static str = "text";
    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() { Err("a text is needed".to_owned()) } else { Ok(text.to_owned()) }
    }
}

fn limit<T>(text: &str, read: fn(&str) -> Result<T, String>) -> Result<Limit<T>, String> {
    match text {
        "auto" => Ok(Limit::Auto),
        "none" => Ok(Limit::Unlimited),
        _ => read(text).map(Limit::At),
    }
}

impl OptionValue for Limit<Duration> {
    const TYPE: &'static str = "time|none|auto";
    fn parse(text: &str) -> Result<Self, String> {
        limit(text, quantity::duration)
    }
}

impl OptionValue for Limit<u64> {
    const TYPE: &'static str = "number|none";
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Limit::Unlimited),
            _ => u64::parse(text).map(Limit::At),
        }
    }
}

/// A size in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes(pub u64);

impl OptionValue for Limit<Bytes> {
    const TYPE: &'static str = "size|none|auto";
    fn parse(text: &str) -> Result<Self, String> {
        limit(text, |text| quantity::size(text).map(Bytes))
    }
}

/// Which parts of a program block-abstraction memoization explores by themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Modules {
    /// None: the program is explored as a whole.
    #[default]
    Off,
    /// Functions.
    Functions,
    /// Loops.
    Loops,
    /// Functions, and loops in them.
    FunctionsAndLoops,
    /// Those of a list in a file.
    Listed {
        /// The file's name.
        path: String,
        /// What it says.
        text: String,
    },
}

impl OptionValue for Modules {
    const TYPE: &'static str = "off|functions|loops|functions-loops|file";
    fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "off" => Modules::Off,
            "functions" => Modules::Functions,
            "loops" => Modules::Loops,
            "functions-loops" => Modules::FunctionsAndLoops,
            path => match std::fs::read_to_string(path) {
                Ok(text) => Modules::Listed { path: path.to_owned(), text },
                Err(why) => {
                    let known = "off, functions, loops, functions-loops";
                    return Err(format!("'{path}' is none of {known}, and is no file that can be read: {why}"));
                }
            },
        })
    }
}

/// Where the blocks of the predicate analysis end, beside the places where they always do (loop heads, entries of
/// recursive functions, targets). All conditions may be combined (adjustable-block encoding).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlockEncoding {
    /// After every edge: single-block encoding.
    pub every_edge: bool,
    /// Where control flow joins.
    pub joins: bool,
    /// At entries of functions, and where calls return.
    pub calls: bool,
    /// After so many edges.
    pub edges: Option<u32>,
}

impl OptionValue for BlockEncoding {
    const TYPE: &'static str = "loops|edges|joins|calls|number, or several with commas";
    fn parse(text: &str) -> Result<Self, String> {
        let mut blocks = BlockEncoding::default();
        for word in text.split(',') {
            match word.trim() {
                "loops" => {}
                "edges" => blocks.every_edge = true,
                "joins" => blocks.joins = true,
                "calls" => blocks.calls = true,
                number => {
                    let edges = number.parse().ok().filter(|edges| *edges > 0);
                    let what = || format!("'{number}' is none of loops, edges, joins, calls, or a number from 1 on");
                    blocks.edges = Some(edges.ok_or_else(what)?);
                }
            }
        }
        Ok(blocks)
    }
}
