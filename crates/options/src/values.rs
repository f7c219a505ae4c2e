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
        /// The same, without the steps that the violation does not depend on.
        Relevant = "relevant",
        /// Every step.
        Full = "full",
    }
}

choice! {
    /// Role of executions of a whole program on made-up command lines in `cairn check`.
    pub enum CommandLines {
        /// They come before and between the queries.
        Beside = "beside",
        /// There is nothing but these executions.
        Only = "only",
        /// There are none.
        Off = "off",
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

/// Ranges of addresses: the first of each, and the first behind it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AddressRanges(pub Vec<(u64, u64)>);

impl OptionValue for AddressRanges {
    const TYPE: &'static str = "ranges|none";
    fn parse(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::default());
        }
        let number = |text: &str| match text.trim().strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.trim().parse().ok(),
        };
        let range = |text: &str| {
            let (first, end) = text.split_once('-')?;
            let (first, end) = (number(first)?, number(end)?);
            (0 < first && first < end).then_some((first, end))
        };
        let wrong = |text| format!("'{text}' is no range of addresses above 0, such as 0x40000000-0x40001000");
        text.split(',').map(|text| range(text).ok_or_else(|| wrong(text))).collect::<Result<_, _>>().map(Self)
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
        /// Its text.
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
