//! The text of `weights.txt`: the weights, below lines that say where they are from.

use super::Table;
use super::report::Report;
use super::times::Times;
use cairn_base::schedule::Member;
use cairn_base::weights;

const TITLE: &str = "The weights of the default strategy: a line for each row of rows.rs, in its order.
name, weight, weight from the fourth round on, first round

Trained by `cargo xtask strategy --times FILE --write` (docs/design/strategy.md) from these runs of each row alone:";

/// The text.
pub fn weights(table: &Table, trained: &[Member], times: &Times, report: &Report) -> String {
    let title = TITLE.lines().map(str::to_owned);
    let lines = title.chain(times.facts.iter().cloned()).chain([String::new()]).chain(report.scores());
    let comments: String = lines.map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect();
    comments + &weights::write(table.names.iter().map(String::as_str).zip(trained.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::super::cases::Halves;
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_weights_are_read_again() {
        let table = Table::of("first,1,1,1\nsecond/part,2,2,1\n").unwrap();
        let facts = vec!["commit of the checkout: abc".to_owned()];
        let times = Times { facts, limit: Duration::from_secs(5), runs: Vec::new() };
        let new = [Member { weight: 3, later: 4, from_round: 2 }, table.members[1]];
        let halves = Halves { trained_on: Vec::new(), held_out: Vec::new() };
        let text = weights(&table, &new, &times, &Report::new(&table, &new, &halves, &times, &[]));
        let read = Table::of(&text).unwrap();
        assert_eq!((read.names, &read.members[..]), (table.names, &new[..]));
        assert!(text.contains("\n# commit of the checkout: abc\n#\n# simulated, 5 s"), "{text}");
        assert!(text.contains("\n# old weights "), "{text}");
    }
}
