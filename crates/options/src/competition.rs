//! The conventions of the software verification competition, as settings of options: what the verdicts of its tasks take for
//! granted. `docs/competition.md` states them; each is a row here, so that none is hidden in code.

use crate::settings::{Origin, Settings};

/// The options that the profile sets, and to what.
pub const PROFILE: &[(&str, &str)] = &[("undefined-functions", "pure")];

/// Sets the options of the profile.
///
/// # Errors
/// An option is set to something else already.
pub fn apply(settings: &mut Settings) -> Result<(), String> {
    PROFILE.iter().try_for_each(|(name, value)| settings.set(name, value, Origin::Flag("--competition".to_owned())))
}
