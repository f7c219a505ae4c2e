//! How the text of an option becomes a value: one trait, and a macro for the enumerations whose values are words.
//!
//! An enumeration is defined by the crate that reads it, with the words that a user writes: so there is one, and the table of
//! options (`cairn-options`) names it. Why not enumerations of the table's own: each would be there twice, with a translation
//! between the two that an option could be missing from.

/// A type that an option can have.
pub trait OptionValue: Sized {
    /// Type in `cairn options`.
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
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[$first_meta])* $first,
            $($(#[$variant_meta])* $variant,)*
        }
        impl $name {
            /// All values.
            pub const ALL: &'static [$name] = &[$name::$first $(, $name::$variant)*];
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
