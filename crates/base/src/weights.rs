//! The weights of members that take turns, as text: a line each with its name, its weight, its weight from round
//! [`crate::schedule::LATER`] on and its first round, separated by commas. Lines that begin with `#` say where the weights are
//! from.
//!
//! Invariant: what [`write`] makes, [`read`] reads again.

use crate::schedule::Member;
use std::fmt::Write;

/// The members in the order of their lines.
///
/// # Errors
/// The number of the first line that is none of a member, from 1 on. A weight or a round of nothing is refused.
pub fn read(text: &str) -> Result<Vec<(&str, Member)>, usize> {
    let is_of_member = |line: &str| !line.is_empty() && !line.starts_with('#');
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| is_of_member(line));
    lines.map(|(number, line)| member(line).ok_or(number)).collect()
}

fn member(line: &str) -> Option<(&str, Member)> {
    let mut fields = line.split(',').map(str::trim);
    let name = fields.next().filter(|name| !name.is_empty())?;
    let mut number = || fields.next()?.parse().ok().filter(|number: &u32| *number > 0);
    let member = Member { weight: number()?, later: number()?, from_round: number()? };
    fields.next().is_none().then_some((name, member))
}

/// A line for each member.
pub fn write<'n>(members: impl IntoIterator<Item = (&'n str, Member)>) -> String {
    let mut text = String::new();
    for (name, Member { weight, later, from_round }) in members {
        // A string takes all that is written.
        let _ = writeln!(text, "{name},{weight},{later},{from_round}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let members = [
            ("value", Member { weight: 2, later: 1, from_round: 1 }),
            ("horn-clauses/other", Member { weight: 2, later: 2, from_round: 3 }),
        ];
        let text = write(members);
        assert_eq!(text, "value,2,1,1\nhorn-clauses/other,2,2,3\n");
        assert_eq!(read(&format!("# From a test.\n\n{text}")), Ok(members.to_vec()));
    }

    #[test]
    fn what_is_no_member_is_refused() {
        for line in ["value", "value,2,1", "value,2,1,1,1", ",2,1,1", "value,0,1,1", "value,2,1,0", "value,two,1,1"] {
            assert_eq!(read(&format!("# A comment.\n{line}\n")), Err(2), "{line}");
        }
    }
}
