//! Values of options that no other crate defines: limits, sizes, the blocks of block-abstraction memoization, and how long
//! an execution is printed.

use crate::quantity::{self, Limit};
use cairn_base::choice;
use cairn_base::choice::OptionValue;
use std::time::Duration;

choice! {
    /// How an execution is printed.
    pub enum TraceLength {
        /// Repetitions of a loop are summed up.
        Short = "short",
        /// Every step.
        Full = "full",
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
    /// Functions that loop, are recursive, or call such ones.
    LoopingFunctions,
    /// Those of a list in a file.
    Listed {
        /// The file's name.
        path: String,
        /// What it says.
        text: String,
    },
}

impl OptionValue for Modules {
    const TYPE: &'static str = "off|functions|loops|functions-loops|looping-functions|file";
    fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "off" => Modules::Off,
            "functions" => Modules::Functions,
            "loops" => Modules::Loops,
            "functions-loops" => Modules::FunctionsAndLoops,
            "looping-functions" => Modules::LoopingFunctions,
            path => match std::fs::read_to_string(path) {
                Ok(text) => Modules::Listed { path: path.to_owned(), text },
                Err(why) => {
                    let known = "off, functions, loops, functions-loops, looping-functions";
                    return Err(format!("'{path}' is none of {known}, and is no file that can be read: {why}"));
                }
            },
        })
    }
}
